import {readFile} from 'node:fs/promises';
import {deserialize} from 'node:v8';
import type {Language} from '../../core/messages/messages.js';
import {reasonSaid} from '../../core/payment/said.js';
import {Problem, type ProblemArguments, problemExits} from '../../core/problem.js';
import {jsonIn} from '../../core/text/json.js';
import type {Reconciled, ReconciledBooks, Reconciler} from '../../office/page/reconcile.js';
import type {HeadOffice} from '../../office/program.js';
import type {Session} from '../../session/session.js';
import type {LookedAt} from '../../views/office/reconcile.js';
import {exportOf} from '../export.js';
import {askedIn, wantedFrom} from '../reconcile/options.js';
import {withBooksOf} from './open.js';
import {answerAsked, deciding, type OfficeReconcileOptions, sealOffice, shownIn} from './reconcile.js';

type Files = Reconciled['files'];

/** What a person says on the page, as the options of the command. An empty field is an option that was not given. */
function optionsOf({files, said}: Reconciled) {
  const of = (kind: Files[number]['kind']) => files.filter(each => each.kind === kind).map(({path}) => path);
  const given = (name: string) => said[name]?.trim() || undefined;
  const lines = given('map')?.split(/[\n;]/);
  const options = {
    from: given('from'),
    to: given('to'),
    currency: given('currency'),
    part: given('part'),
    dateOrder: given('dateOrder'),
    decimalMark: given('decimalMark'),
    map: lines?.map(each => each.trim()),
    providerFile: of('provider'),
    payoutFile: of('payout'),
    bankFile: of('bank'),
    unproved: said['unproved'] === 'yes' || undefined,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Options as they are typed. */
const typed = (options: object): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const option = `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    return value === true ? [option] : [value].flat().map(each => `${option}=${each}`);
  });

/** A session that says nothing. */
const quiet = (session: Session, language: Language): Session => ({
  ...session,
  language,
  face: {...session.face, write: () => undefined, complain: () => undefined},
});

/** What a command prints under `--json` when it fails. */
const isFailure = (told: unknown): told is {readonly error: string; readonly message: string} =>
  told instanceof Object && 'error' in told && typeof told.error === 'string';

type Work = {
  readonly office: HeadOffice;
  readonly line: readonly string[];
  readonly input?: string | undefined;
  readonly here: () => Promise<unknown>;
};

/**
 * Runs a command of this office in a process of its own, so that tills are answered meanwhile. What no other process can do is done `here`: it
 * cannot read the key of an office that the administrator has started. Throws `Problem` as the command does, and work-ended.
 */
async function apart({face, flags: {home}}: Session, {office, line, input = '', here}: Work): Promise<void> {
  if (face.runApart === undefined || !office.isKeyReadable()) {
    await here();
    return;
  }
  const whole = ['office', ...line, ...(home === undefined ? [] : ['--home', home]), '--json'];
  const {exit, said} = await face.runApart(whole, input);
  const told = jsonIn(said);
  if (exit !== null && !isFailure(told)) return;
  const {error, message: _, ...facts} = isFailure(told) ? told : {error: 'work-ended', message: ''};
  const problem: unknown = Object.hasOwn(problemExits, error) ? [error, facts] : ['work-ended'];
  throw new Problem(...(problem as ProblemArguments));
}

/** What `--look` has written. */
const looksIn = (bytes: Uint8Array): readonly LookedAt[] => deserialize(bytes) as readonly LookedAt[];

/** The command `duka office reconcile` for the pages of an office, which does for a person there what it does at a terminal. */
export function pageReconciler(session: Session): Reconciler {
  /** Runs the command about these books and files, or its subcommand that seals, with more options. */
  const run = (books: ReconciledBooks, of: Reconciled, more: OfficeReconcileOptions, isSealed = false) => {
    const {office, shop, language} = books;
    const password = of.said['password']?.trim() || undefined;
    const options = {...optionsOf(of), ...more};
    const named = [...(shop === undefined ? [] : ['--shop', shop]), ...(password ? ['--password-stdin'] : [])];
    return apart(session, {
      office,
      input: password,
      line: ['reconcile', ...(isSealed ? ['seal'] : []), ...typed(options), ...named, '--lang', language],
      here: async () => {
        const here = quiet(session, language);
        if (isSealed) await sealOffice(here, books, wantedFrom(here, options, password), more.out ?? '');
        else await answerAsked(here, books, {...options, asked: await askedIn(here, options, password)});
      },
    });
  };
  return {
    async lookAt(books, of, look) {
      await run(books, of, {look});
      return looksIn(await readFile(look));
    },
    async compare(books, of, result) {
      await run(books, of, {result});
      return shownIn(await readFile(result));
    },
    write: (books, of, {format, file: out}) => {
      const book = format === 'hledger' || format === 'beancount' ? {book: format} : {};
      return run(books, of, {asOf: new Date(of.asOf).toISOString(), out, ...book}, format === 'sealed');
    },
    export: ({office, till, language, ...options}, file) =>
      apart(session, {
        office,
        line: ['export', '--till', till, ...typed(options), '--lang', language, '--out', file],
        here: async () => {
          const own = quiet(session, language);
          const {write} = await exportOf(own, {...options, out: file});
          await withBooksOf(own, {office, till}, write);
        },
      }),
    setPrices: ({office, language, shop, currency, path}, person) =>
      apart(session, {
        office,
        line: ['prices', path, ...typed({currency, ...(shop !== null && {shop}), person}), '--lang', language],
        here: () => office.lists.setPricesOf({shop, currency, path}, person),
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
