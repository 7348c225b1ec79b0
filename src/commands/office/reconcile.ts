import {basename} from 'node:path';
import {deserialize, serialize} from 'node:v8';
import {messages} from '../../core/messages/messages.js';
import {heldBackSpec, heldBackText, profileOf, type TillBooks} from '../../core/office/view.js';
import {reasonSaid} from '../../core/payment/said.js';
import {problemText} from '../../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import type {WantedInPasses} from '../../core/reconcile/result/day.js';
import {type AcceptedBy, leftOpen} from '../../core/reconcile/result/decide.js';
import {everyLine, type Reconciliation} from '../../core/reconcile/result/reconcile.js';
import {count, fields, list, orNull, text} from '../../core/spec/spec.js';
import type {HeadOffice} from '../../office/program.js';
import {writeSlip} from '../../print/deliver.js';
import {answerLong} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {lookAtFiles, type ReconcileOptions, reconcileBooks} from '../../till/reconcile.js';
import type {LookedAt, ShownReconciliation} from '../../views/office/reconcile.js';
import {receivedText} from '../../views/office/takings.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {
  acceptedFrom,
  knownKeys,
  type MatchTyped,
  matchFrom,
  matchNamed,
  type NoteOptions,
  noteOptions,
  openDifference,
  type RowOptions,
  rowOptions,
  tellAccepted,
  tellMatched,
  tellUnaccepted,
  tellUnmatched,
} from '../reconcile/decisions.js';
import {askedIn, comparisonOptions, sourceOptions} from '../reconcile/options.js';
import {
  type RuleOptions,
  ruleCommands,
  ruleTyped,
  tellRuleAdded,
  tellRuleRemoved,
  tellRules,
} from '../reconcile/rules.js';
import {outIn, sealOutOptions, tellSealed} from '../reconcile/seal.js';
import {exitOf, resultJson, resultLines, resultMembers, takenForLines, withAdvice} from '../reconcile/shown.js';
import {bookFormats, writeBook, writeOut} from '../reconcile/write.js';
import {personNamed} from '../sign-in.js';
import {checkShop, zoneOf as heardZone, withBooksOf, withOffice} from './open.js';

const options = {
  ...comparisonOptions,
  '--out <file>': 'officeReconcileOut',
  '--book <format>': {says: 'book', offers: bookFormats},
  '--accounts <file>': 'accounts',
  '--result <file>': {isHidden: true},
  '--look <file>': {isHidden: true},
} satisfies OptionSpecs;
export type OfficeReconcileOptions = OptionsOf<typeof options>;

const officeSealOptions = {...sourceOptions, ...sealOutOptions} satisfies OptionSpecs;

export const reconcileCommand = commandOf({
  options,
  examples: [
    'duka office reconcile --day 2026-11-20 --provider-file transactions.csv',
    'duka office reconcile --from 2026-11-01 --to 2026-11-30 --provider-file nov.csv --payout-file payouts.csv --bank-file bank.xml',
    'duka office reconcile accept MISSING_LOCALLY:T7K0MZ4K8Q2RD --person Amina --note "taken by the stall at the market"',
    'duka office reconcile match QKX12ABC T7K0MZ4K8Q2RD --person Amina',
    'duka office reconcile rules add "SMS CHARGE" --account 631 --person Amina',
  ],
  action: reconcile,
  commands: {
    accept: commandOf({says: 'reconcile accept', arguments: ['<key...>'], options: noteOptions, action: accept}),
    unaccept: commandOf({says: 'reconcile unaccept', arguments: ['<key>'], action: unaccept}),
    match: commandOf({
      says: 'reconcile match',
      arguments: ['<key>', '<reference...>'],
      options: rowOptions,
      action: match,
    }),
    unmatch: commandOf({says: 'reconcile unmatch', arguments: ['<key>'], action: unmatch}),
    seal: commandOf({
      says: 'reconcile seal',
      options: officeSealOptions,
      examples: ['duka office reconcile seal --day 2026-11-20 --provider-file transactions.csv --out day.sealed'],
      action: seal,
    }),
    rules: ruleCommands({list: listRules, add: addRule, remove: removeRule}),
  },
});

export const answers = {
  'office reconcile': fields({
    ...resultMembers,
    tills: list(
      fields({
        shop: text('of the till'),
        till: text('its identifier'),
        seq: count('the line up to which its books go'),
        head: orNull(text('the hash of that line'), 'there is none'),
        heardAt: orNull(text('when the office heard of it'), 'it has not'),
      }),
      'whose books are in it',
    ),
    heldBack: list(heldBackSpec, 'tills that are held back'),
    since: orNull(
      fields({
        at: text('when the same days were last reconciled'),
        added: list(text(), 'the keys of differences that are new'),
        gone: list(text(), 'the keys of differences that are gone'),
      }),
      'they were not reconciled before',
    ),
  }),
};

/**
 * Reconciles the books of all tills, or of one shop, with the given files, as `duka reconcile` does for one till, but without asking the
 * service. What remains open is carried to the following days, separately for each shop that is named and for all together. The exit codes
 * are those of `duka reconcile`.
 */
async function reconcile(session: Session, options: OfficeReconcileOptions): Promise<ExitCode> {
  const asked = await askedIn(session, options);
  return withAdvice(session, () => withKnownBooks(session, books => answerAsked(session, books, {...options, asked})));
}

type Answering = Pick<OfficeReconcileOptions, 'all' | 'result' | 'look'> & {
  readonly asked: Awaited<ReturnType<typeof askedIn>>;
};

/** Reconciles, and prints or writes what is asked for. */
export async function answerAsked(
  session: Session,
  books: OfficeBooks,
  {all = false, result: shown, look, asked: {book, out, sources, wanted, isListed}}: Answering,
): Promise<ExitCode> {
  const {office, shop} = books;
  if (look !== undefined) {
    await writeSlip(look, serialize(await looksOf(session, books, wanted)), {replaces: false});
    return exitCodes.done;
  }
  const {result, records, tills, heldBack, since} = await reconcileOffice(session, books, wanted);
  const lines = all ? everyLine(result) : result.lines;
  const listed = {lines, isListed, sources};
  if (shown !== undefined) await writeSlip(shown, serialize(shownOf(result)), {replaces: false});
  else if (book !== undefined) await writeBook(session, book, await bookOfOffice(session, books, {result, tills}));
  else if (out !== undefined) await writeOut(session, out, {result, lines, isListed});
  else
    await answerLong(
      session,
      answers['office reconcile'],
      () => ({...resultJson(session, result, listed), tills, heldBack, since}),
      async () => {
        const zone = await heardZone(office, shop);
        const keeping = {known: knownKeys(records), command: 'office reconcile', isWhole: all} as const;
        return [
          ...extentLines(session, tills, zone),
          ...heldBack.map(each => `✗ ${heldBackText(each, session.language)}`),
          ...sinceLines(session, since, zone),
          '',
          ...resultLines(session, result, {...listed, ...keeping}),
        ];
      },
    );
  return exitOf(session, result);
}

/** What each file was taken for, its proof first, or why it cannot be read. */
async function looksOf(
  session: Session,
  {office, shop}: OfficeBooks,
  {files = []}: ReconcileOptions,
): Promise<readonly LookedAt[]> {
  const known = {records: await office.records(shop), now: session.face.world.now()};
  const {correct} = messages(session.language).reconcileCommand; // names options, which a page does not have
  const looked: LookedAt[] = [];
  for (const {kind, file, ...given} of files)
    try {
      const [read] = await lookAtFiles(known, [{kind, file, ...given}]);
      const lines = read === undefined ? [] : takenForLines(session, read, Infinity);
      looked.push({kind, texts: lines.filter(each => each.trim() !== correct)});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      looked.push({kind, texts: [basename(file)], problem: problemText(error, session.language)});
    }
  return looked;
}

/** What pages show of a reconciliation, as another process can give it: without functions. */
function shownOf({lines, causes, ...result}: Reconciliation) {
  const {causeAt} = causes();
  const {days, asOf, suggestions, groups, rules, ruleOffers, equations, coverage, totals} = result;
  const causeOf = Array.from(lines, (_, at) => causeAt(at));
  return {days, asOf, suggestions, groups, rules, ruleOffers, equations, coverage, totals, lines: [...lines], causeOf};
}

/** What `--result` has written. */
export function shownIn(bytes: Uint8Array): ShownReconciliation {
  const {causeOf, ...shown} = deserialize(bytes) as ReturnType<typeof shownOf>;
  return {...shown, causes: () => ({causeAt: at => causeOf[at]})};
}

type SealOptions = OptionsOf<typeof officeSealOptions>;

/** Like `duka reconcile seal`, for the books of all tills, or of one shop, with the given files. The office signs. */
async function seal(session: Session, {out: typed, ...options}: SealOptions): Promise<ExitCode> {
  const out = outIn(session, typed);
  const {wanted} = await askedIn(session, options);
  return withAdvice(session, () => withKnownBooks(session, books => sealOffice(session, books, wanted, out)));
}

/** Writes a sealed reconciliation into a new file. Throws `Problem` as `reconcileBooks` does, and file-exists. */
export async function sealOffice(
  session: Session,
  books: OfficeBooks,
  wanted: ReconcileOptions,
  out: string,
): Promise<ExitCode> {
  const {office} = books;
  const {sealBooks} = await import('../../till/seal.js');
  const by = {
    head: {version: session.face.version, till: '', office: office.publicKey},
    sign: (sha256: string) => office.signSeal(sha256),
  };
  const {comparing} = await comparingOf(session, books);
  await sealBooks(comparing, wanted, by, pieces => writeSlip(out, pieces, {replaces: false}));
  return tellSealed(session, out);
}

export type OfficeBooks = {readonly office: HeadOffice; readonly shop: string | undefined};

/** The books that are compared, and the tills that they are of once they were read. */
async function comparingOf(session: Session, {office, shop}: OfficeBooks) {
  const {reconciliation: settings, zone} = configOf(session);
  const records = await office.records(shop);
  let tills: readonly TillBooks[] = [];
  const read = async (wanted: WantedInPasses) => {
    tills = await office.books(shop, wanted);
    const missing = (await office.tills()).map(({till}) => till); // if a shop is named, the tills of the other shops
    return {books: tills, profile: profileOf(tills), zone: zoneOf(tills) ?? zone, missing};
  };
  return {comparing: {records, settings, now: session.face.world.now(), read}, tillsRead: () => tills};
}

/** Reconciles the books with the given files, and keeps what is left for later days. Throws `Problem` as `reconcileBooks` does. */
async function reconcileOffice(session: Session, books: OfficeBooks, wanted: ReconcileOptions) {
  const {office, shop} = books;
  const {comparing, tillsRead} = await comparingOf(session, books);
  const result = await reconcileBooks(comparing, wanted);
  const heldBack = (await office.freshness(shop)).flatMap(each => each.heldBack);
  const since = sinceOf(await office.earlier(shop, result.days), result);
  await office.decide(shop, {type: 'carry', result});
  return {result, records: comparing.records, tills: tillsRead(), heldBack, since};
}

/** What a ledger of the result is of: the books of all these tills, each with its own taxes. */
async function bookOfOffice(
  session: Session,
  {office, shop}: OfficeBooks,
  {result, tills}: {readonly result: Reconciliation; readonly tills: readonly TillBooks[]},
): Promise<Parameters<typeof writeBook>[2]> {
  const {owedByDay, providerOwed} = await import('../export/book.js');
  const names = (of: readonly string[]) => [...new Set(of)].join(' ');
  return {
    result,
    shop: {
      shop: shop ?? names(tills.map(each => each.shop)),
      till: names(tills.map(({till}) => till)),
      profile: result.profile,
    },
    owed: async () => {
      const owed = [];
      for (const {till} of tills)
        owed.push(...(await withBooksOf(session, {office, till}, reading => providerOwed(reading, result.days))));
      return owedByDay(owed);
    },
  };
}

/** The time zone of the tills, if all of them have the same. */
function zoneOf(tills: readonly TillBooks[]): string | undefined {
  const [zone, ...others] = new Set(tills.flatMap(each => each.zone ?? []));
  return others.length === 0 ? zone : undefined;
}

/** The keys of the open differences that are new, and of those that are gone. */
type Since = {readonly at: string; readonly added: readonly string[]; readonly gone: readonly string[]};

function sinceOf(earlier: Awaited<ReturnType<HeadOffice['earlier']>>, result: Reconciliation): Since | null {
  if (earlier === null) return null;
  const now = new Set(leftOpen(result).map(({key}) => key));
  const then = new Set(earlier.open.map(({key}) => key));
  return {at: earlier.at, added: [...now.difference(then)].sort(), gone: [...then.difference(now)].sort()};
}

const mostSince = 20;

function sinceLines({language}: Session, since: Since | null, zone: string): readonly string[] {
  if (since === null) return [];
  const {at, added, gone} = since;
  const marked = [...added.map(key => `  + ${key}`), ...gone.map(key => `  − ${key}`)];
  const words = messages(language).office;
  return [
    words.sinceEarlier({at: receivedText(at, zone), added: added.length, gone: gone.length}),
    ...marked.slice(0, mostSince),
    ...(marked.length > mostSince ? [`  ${words.sinceMore({count: marked.length - mostSince})}`] : []),
  ];
}

function extentLines({language}: Session, tills: readonly TillBooks[], zone: string): readonly string[] {
  const words = messages(language).office;
  if (tills.length === 0) return [words.noTills];
  return tills.map(({shop, till, seq, heardAt}) =>
    words.booksThrough({shop, till, line: seq, heard: receivedText(heardAt, zone)}),
  );
}

/** What a named person decides about what reconciliations have left, by command and by page. Each throws `Problem` as `decideRecords` does. */
export const deciding = {
  accept: async (session: Session, {office, shop}: OfficeBooks, typed: readonly string[], said: AcceptedBy) => {
    const lines = acceptedFrom(session, await office.records(shop), typed);
    await office.decide(shop, {type: 'accept', lines, said});
    return lines;
  },
  unaccept: async (session: Session, {office, shop}: OfficeBooks, typed: string, person: string) => {
    const before = await office.records(shop);
    await office.decide(shop, {type: 'unaccept', key: openDifference(session, before, typed).key, person});
    return before;
  },
  match: async (session: Session, {office, shop}: OfficeBooks, typed: MatchTyped, person: string) => {
    const about = matchFrom(session, await office.records(shop), typed);
    const matched = [];
    for (const reference of [about.reference, ...about.references]) {
      const {told} = await office.rows.payment(reference);
      matched.push({reference, amount: told.request.amount});
    }
    await office.decide(shop, {type: 'match', keys: [about.key, ...about.keys], payments: matched, person});
    return about;
  },
  unmatch: async ({office, shop}: OfficeBooks, typed: string) => {
    const key = matchNamed(await office.records(shop), typed);
    await office.decide(shop, {type: 'unmatch', key});
    return key;
  },
  addRule: async ({office, shop}: OfficeBooks, text: string, options: RuleOptions, person: string) => {
    const rule = ruleTyped(await office.records(shop), text, options);
    await office.decide(shop, {type: 'add-rule', rule, person});
    return rule;
  },
  removeRule: ({office, shop}: OfficeBooks, text: string, person: string) =>
    office.decide(shop, {type: 'remove-rule', text, person}),
};

const withBooks = (session: Session, work: (books: OfficeBooks) => Promise<ExitCode>) =>
  withOffice(session, office => work({office, shop: session.flags.shop}));

/** Like `withBooks`. Throws `Problem` office-shop-unknown. */
const withKnownBooks: typeof withBooks = (session, work) =>
  withBooks(session, async books => {
    if (books.shop !== undefined) await checkShop(books.office, books.shop);
    return work(books);
  });

/** Like `duka reconcile accept`, for what the office's reconciliations have left. */
function accept(session: Session, typed: readonly string[], options: NoteOptions): Promise<ExitCode> {
  const said = {person: personNamed(session), note: reasonSaid(options.note ?? '')};
  return withBooks(session, async books =>
    tellAccepted(session, await deciding.accept(session, books, typed, said), said),
  );
}

function unaccept(session: Session, typed: string): Promise<ExitCode> {
  const person = personNamed(session);
  return withBooks(session, async books => {
    const before = await deciding.unaccept(session, books, typed, person);
    return tellUnaccepted(session, before, await books.office.records(books.shop));
  });
}

/** Like `duka reconcile match`, for payments of any till. */
function match(session: Session, typed: string, payments: readonly string[], options: RowOptions): Promise<ExitCode> {
  const person = personNamed(session);
  return withBooks(session, async books => {
    const about = await deciding.match(session, books, {typed, payments, rows: options.row ?? []}, person);
    return tellMatched(session, about, person);
  });
}

function unmatch(session: Session, typed: string): Promise<ExitCode> {
  return withBooks(session, async books => tellUnmatched(session, await deciding.unmatch(books, typed)));
}

/** Like `duka reconcile rules list`, for the office's rules of a shop or of all shops together. */
function listRules(session: Session): Promise<ExitCode> {
  return withBooks(session, async ({office, shop}) => tellRules(session, await office.records(shop)));
}

function addRule(session: Session, text: string, options: RuleOptions): Promise<ExitCode> {
  const person = personNamed(session);
  return withBooks(session, async books =>
    tellRuleAdded(session, await deciding.addRule(books, text, options, person)),
  );
}

function removeRule(session: Session, text: string): Promise<ExitCode> {
  const person = personNamed(session);
  return withBooks(session, async books => {
    await deciding.removeRule(books, text, person);
    return tellRuleRemoved(session, text);
  });
}
