import {type Language, messages} from '../../core/messages/messages.js';
import {reasonSaid} from '../../core/payment/said.js';
import {exitCodes} from '../../core/problem.js';
import type {ReconciledBooks, Reconciler} from '../../office/page/reconcile.js';
import type {SlipContent} from '../../print/deliver.js';
import type {Session} from '../../session/session.js';
import {lookAtFiles} from '../../till/reconcile.js';
import {fileTypes} from '../../views/office/page-block.js';
import {exportOf} from '../export.js';
import {wantedFrom} from '../reconcile/options.js';
import {takenForLines} from '../reconcile/shown.js';
import {bookFrom, contentOf, formats, writeBook} from '../reconcile/write.js';
import {withBooksOf} from './open.js';
import {bookOfOffice, deciding, reconcileOffice} from './reconcile.js';

type Files = Parameters<Reconciler['compare']>[1];
type SaidOfFiles = Parameters<Reconciler['compare']>[2];

/** What a person says on the page, as the options of the command. An empty field is an option that was not given. */
function optionsOf(files: Files, said: SaidOfFiles) {
  const of = (kind: Files[number]['kind']) => files.filter(each => each.kind === kind).map(({path}) => path);
  const given = (name: string) => said[name]?.trim() || undefined;
  const lines = given('map')?.split(/[\n;]/);
  const options = {
    ...{from: given('from'), to: given('to'), currency: given('currency'), part: given('part')},
    ...{dateOrder: given('dateOrder'), decimalMark: given('decimalMark'), map: lines?.map(each => each.trim())},
    ...{providerFile: of('provider'), payoutFile: of('payout'), bankFile: of('bank')},
    unproved: said['unproved'] === 'yes' || undefined,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const wanted = (session: Session, files: Files, said: SaidOfFiles) =>
  wantedFrom(session, optionsOf(files, said), said['password']?.trim() || undefined);

/** Options as they are typed. */
const typed = (options: object): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const option = `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    return value === true ? [option] : [value].flat().map(each => `${option}=${each}`);
  });

async function* piecesOf(content: SlipContent): AsyncGenerator<string | Uint8Array> {
  if (typeof content === 'string' || content instanceof Uint8Array) yield content;
  else yield* content;
}

/** A session that says nothing. */
const quiet = (session: Session, language: Language): Session => ({
  ...{...session, language},
  face: {...session.face, write: () => undefined, complain: () => undefined},
});

type Work = {readonly line: readonly string[]; readonly input?: string | undefined; readonly here: () => Promise<void>};

/**
 * Runs a command of this office in a process of its own, so that tills are answered meanwhile. What no other process can do is done `here`: it
 * cannot read the key of an office that the administrator has started.
 */
async function apart({face, flags: {home}}: Session, {line, input = '', here}: Work): Promise<void> {
  const whole = ['office', ...line, ...(home === undefined ? [] : ['--home', home]), '--json'];
  const ran = await face.runApart?.(whole, input);
  if (ran !== exitCodes.done && ran !== exitCodes.needsPerson) await here();
}

type Compared = ReconciledBooks &
  Pick<Awaited<ReturnType<typeof reconcileOffice>>, 'result' | 'tills'> & {
    readonly files: Files;
    readonly said: SaidOfFiles;
  };

/** Writes the entries that a comparison implies into a new file. */
function writeLedger(
  session: Session,
  {files, said, ...compared}: Compared,
  {book, file}: {readonly book: string; readonly file: string},
): Promise<void> {
  const {shop, language, result} = compared;
  const password = said['password']?.trim();
  const of = ['--as-of', new Date(result.asOf).toISOString(), '--lang', language, '--book', book, '--out', file];
  const named = [...(shop === undefined ? [] : ['--shop', shop]), ...(password ? ['--password-stdin'] : [])];
  return apart(session, {
    line: ['reconcile', ...typed(optionsOf(files, said)), ...named, ...of],
    input: password,
    here: async () => {
      const own = quiet(session, language);
      const wanted = await bookFrom(own, {book}, file);
      if (wanted !== undefined) await writeBook(own, wanted, await bookOfOffice(own, compared, compared));
    },
  });
}

/** The command `duka office reconcile` for the pages of an office, which does for a person there what it does at a terminal. */
export function pageReconciler(session: Session): Reconciler {
  const own = ({language}: ReconciledBooks): Session => ({...session, language});
  return {
    async lookAt(books, file, said) {
      const known = {records: await books.office.records(books.shop), now: session.face.world.now()};
      const {files = []} = wanted(own(books), [file], said);
      const [read] = await lookAtFiles(known, files);
      const {correct} = messages(books.language).reconcileCommand; // names options, which a page does not have
      return read === undefined
        ? []
        : takenForLines(own(books), read, Infinity).filter(each => each.trim() !== correct);
    },
    async compare(books, files, said) {
      const {result, tills} = await reconcileOffice(own(books), books, wanted(own(books), files, said));
      const {from, to} = result.days;
      return {
        result,
        ledger: (book, asked, file) => writeLedger(session, {...asked, files, said, result, tills}, {book, file}),
        async file(name, asked) {
          const format = formats.find(each => each === name);
          if (format === undefined) return undefined;
          const made = {
            result,
            lines: result.lines,
            isListed: ({status}: {readonly status: string}) => status !== 'matched',
          };
          const {content} = await contentOf(own(asked), format, made);
          return {name: `duka-reconcile-${from}-${to}.${format}`, type: fileTypes[format], pieces: piecesOf(content)};
        },
      };
    },
    export: ({office, till, language, ...options}, file) =>
      apart(session, {
        line: ['export', '--till', till, ...typed(options), '--lang', language, '--out', file],
        here: async () => {
          const own = quiet(session, language);
          const {write} = await exportOf(own, {...options, out: file});
          await withBooksOf(own, {office, till}, write);
        },
      }),
    decide: (books, form, person) => decide({...session, language: books.language}, {books, form, person}),
  };
}

type Deciding = {readonly books: ReconciledBooks; readonly form: URLSearchParams; readonly person: string};

async function decide(session: Session, {books, form, person}: Deciding): Promise<void> {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  const optional = (name: string) => (field(name) === '' ? {} : {[name]: field(name)});
  const key = field('key');
  const rule = {...optional('account'), ...optional('tolerance'), ...optional('amount')};
  const typed = {typed: key, payments: field('payments').split(/[\s,+]+/), rows: form.getAll('row')};
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    accept: () => deciding.accept(session, books, [key], {person, note: reasonSaid(field('note'))}),
    unaccept: () => deciding.unaccept(session, books, key, person),
    match: () => deciding.match(session, books, typed, person),
    unmatch: () => deciding.unmatch(books, key),
    rule: () => deciding.addRule(books, field('text'), rule, person),
    'remove-rule': () => deciding.removeRule(books, field('text'), person),
  };
  await acts[field('do')]?.();
}
