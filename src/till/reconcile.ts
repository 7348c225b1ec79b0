import {join, resolve} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {tillsBeside} from '../../store/source-files.js';
import {isReference} from '../core/journal/reference.js';
import type {Profile} from '../core/journal/schema.js';
import {isOfShop} from '../core/payment/payer.js';
import {Problem} from '../core/problem.js';
import {
  carriedTo,
  type Import,
  importNamed,
  paymentsOf,
  type ReconciliationRecords,
  replaceable,
} from '../core/reconcile/records/records.js';
import type {BooksRead, WantedInPasses} from '../core/reconcile/result/day.js';
import {decideReconcile, type MatchedPayment, type RecordsCommand} from '../core/reconcile/result/decide.js';
import {FirstPass} from '../core/reconcile/result/first-pass.js';
import {type Reconciliation, reconcile} from '../core/reconcile/result/reconcile.js';
import {referencesIn} from '../core/reconcile/rows/books.js';
import type {ConfirmedMatch} from '../core/reconcile/rows/discrepancy.js';
import {readKey} from '../core/reconcile/rows/finish.js';
import {type Days, defaultSettings, type Inputs, type ReconciliationSettings} from '../core/reconcile/rows/inputs.js';
import {eachOnce} from '../core/reconcile/rows/local.js';
import {
  type BankRow,
  distinctIn,
  type PayoutRow,
  type ProviderRow,
  type SourceFile,
  type SourceKind,
} from '../core/reconcile/rows/row.js';
import {rowsFlag} from '../core/technical/memory-flags.js';
import type {World} from '../core/world.js';
import {paymentOf, type TillContext} from './context.js';
import {tillsIn} from './found-tills.js';
import {perform, performInHome, withMutex} from './handler.js';
import {otherBooks, ownBooks} from './reconcile-books.js';
import {
  type AnyRow,
  type AnySource,
  type GivenRead,
  type GivenSource,
  keep,
  type OpenedSource,
  type Read,
  readGiven,
  storedSources,
  withOpened,
} from './reconcile-sources.js';

export {fieldsOf, isTaxField, neededFields, type TaxField, taxFields} from '../sources/headings.js';
export {shippedLayouts} from '../sources/layout-file.js';
export type {AnySource, GivenRead, GivenSource, Read} from './reconcile-sources.js';

/** What is being done, and how much of it is done. `total` is null if it is unknown. */
export type ReconcileProgress = {
  readonly step: 'file' | 'asking' | 'journal';
  readonly what: string;
  readonly done: number;
  readonly total: number | null;
};

export type ReconcileOptions = {
  readonly days: Days;
  /** Epoch milliseconds; now if absent. */
  readonly asOf?: number;
  readonly files?: readonly GivenSource[];
  /** Folders of other tills' journals, or homes with such tills, which are only read. */
  readonly journals?: readonly string[];
  /** Asks the service about every payment of the days first. */
  readonly isLive?: boolean;
  readonly onProgress?: (progress: ReconcileProgress) => void;
  /** Called for each given file when all of them are read, with what it was taken for. */
  readonly onSource?: (read: GivenRead) => void;
  /** The file that the given one replaces: its name, or the beginning of its SHA-256. */
  readonly replaces?: string | undefined;
  /** Ends the questions to the service. Answers so far stay. */
  readonly signal?: AbortSignal;
};

/** A row whose reference is longer names more than one payment. */
const longestReference = 15;

type Reader = Pick<TillContext, 'settings' | 'world' | 'journal' | 'state'>;

/** Whose books are compared, and what else is known. */
export type Comparing = {
  readonly records: ReconciliationRecords;
  readonly settings: Partial<ReconciliationSettings>;
  readonly now: number;
  /** `profile` and `zone` are the profile and the time zone of the books; `missing` has tills that are known but were not read. */
  readonly read: (
    wanted: WantedInPasses & {readonly named: () => ReadonlySet<string>},
  ) => Promise<{
    readonly books: readonly BooksRead[];
    readonly profile: Profile;
    readonly zone: string;
    readonly missing: readonly string[];
  }>;
};
type OnProgress = ReconcileOptions['onProgress'];

/** Reads a file and keeps a copy. A known one adds nothing. Throws `Problem` as `readSource`, copy-not-kept, and the journal's. */
export const importSource = async (
  context: TillContext,
  given: GivenSource,
  onProgress?: OnProgress,
): Promise<GivenRead> =>
  withOpened([given], async opened => {
    const [read] = await readAll(context, opened, onProgress);
    if (read === undefined) throw new RangeError('one file was given');
    await keep(context, read.opened, read.source);
    return read.source;
  });

const bytesRead = (onProgress: OnProgress) => (what: string, done: number, total: number) =>
  onProgress?.({step: 'file', what, done, total});

/**
 * Reconciles the days with everything available: the journal, the service's answers to live questions, the given files and the imported
 * ones, and other tills' journals. What stays open is recorded for the days after. Throws `Problem` as `importSource` does, and the
 * journal's problems.
 */
export async function reconcileDays(context: TillContext, options: ReconcileOptions): Promise<Reconciliation> {
  const {files = [], isLive = false, onProgress, onSource} = options;
  const given = await withOpened(files, async opened => {
    const read = await readAll(context, opened, onProgress);
    for (const {source} of read) onSource?.(source);
    const replaced = replacedIn(context, options, read);
    for (const each of read) await keep(context, each.opened, each.source);
    if (replaced !== undefined) await decide(context, {type: 'withdraw', ...replaced});
    return read.map(({source}) => source.source);
  });
  const live = isLive ? await askAll(context, options) : null;
  const result = await compare(context, options, {given, live});
  await decide(context, {type: 'carry', result});
  return result;
}

/** The inputs of a reconciliation of imported files, for a journal that is only read. Throws as `readReconciliation` does. */
export const readInputs = (reader: Reader, options: ReconcileOptions): Promise<Inputs> =>
  inputsOf(reader, options, {given: [], live: null});

/** Like `reconcileDays`, for a journal that is only read: nothing is asked, kept or written. */
export async function readReconciliation(reader: Reader, options: ReconcileOptions): Promise<Reconciliation> {
  const {files = [], onProgress, onSource} = options;
  const read = await withOpened(files, async opened => readAll(reader, opened, onProgress));
  for (const {source} of read) onSource?.(source);
  const replaced = replacedIn(reader, options, read);
  return compare(reader, options, {given: read.map(({source}) => source.source), live: null, replaced});
}

/** Reads files, and says what each was taken for, before anything is compared. Throws as `importSource` does. */
export async function lookAtFiles(
  {records, now}: Pick<Comparing, 'records' | 'now'>,
  files: readonly GivenSource[],
  onProgress?: OnProgress,
): Promise<readonly GivenRead[]> {
  const known = {state: {reconciled: records}, world: {now: () => now}};
  const read = await withOpened(files, opened => readAll(known, opened, onProgress));
  return read.map(({source}) => source);
}

/** Reconciles the books of others with the given files: nothing is asked, kept or written. Throws as `importSource` does. */
export const reconcileBooks = (comparing: Comparing, options: ReconcileOptions): Promise<Reconciliation> =>
  withInputs(comparing, options, reconcile);

/** What `use` makes of the inputs of such a reconciliation, while its files are open. `isWhole`: they have all payments, and no pairs. */
export function withInputs<T>(
  comparing: Comparing,
  {files = [], ...options}: ReconcileOptions & {readonly isWhole?: boolean},
  use: (inputs: Inputs, read: readonly Read[]) => T | Promise<T>,
): Promise<T> {
  const known = {state: {reconciled: comparing.records}, world: {now: () => comparing.now}};
  return withOpened(files, async opened => {
    const read = await readAll(known, opened, options.onProgress);
    for (const {source} of read) options.onSource?.(source);
    const sources = read.map(({source}) => source.source);
    return use(await inputsWith(comparing, options, {sources, live: null}), read);
  });
}

/** The file that no longer counts, and what replaces it. Throws `Problem` file-not-imported, and file-ambiguous if it is unclear. */
function replacedIn({state}: Pick<Reader, 'state'>, {replaces}: ReconcileOptions, read: readonly Read[]) {
  if (replaces === undefined) return undefined;
  const {kind, sha256, name} = importNamed(state.reconciled, replaces);
  const [by, ...others] = read.filter(({source}) => source.source.kind === kind);
  if (by === undefined || by.source.source.sha256 === sha256) throw new Problem('file-not-imported', {file: replaces});
  if (others.length > 0) throw new Problem('file-ambiguous', {file: replaces});
  return {kind, sha256, name, by: by.source.source.sha256};
}

type Known = {readonly state: {readonly reconciled: ReconciliationRecords}; readonly world: Pick<World, 'now'>};

/** The files of the same sender and the same days that were read before. */
function mayReplace(records: ReconciliationRecords, {source, mapping, detection}: AnySource): readonly Import[] {
  const {kind, sha256, interval, told} = source;
  const headingPrint = mapping === null ? null : detection.headingPrint;
  return replaceable(records, {kind, sha256, interval, headingPrint, told});
}

async function readAll({state, world}: Known, files: readonly OpenedSource[], onProgress: OnProgress) {
  setFlagsFromString(rowsFlag);
  const read: Read[] = [];
  for (const opened of files) {
    const today = new Date(world.now()).toISOString().slice(0, 10);
    const source = await readGiven(state.reconciled, {...opened, today}, bytesRead(onProgress));
    read.push({opened, source: {...source, mayReplace: mayReplace(state.reconciled, source)}});
  }
  return read;
}

type Gathered = {
  readonly given: readonly SourceFile<AnyRow>[];
  readonly live: Inputs['live'];
  /** Only in a reconciliation that writes nothing: the imported file that the given one would replace. */
  readonly replaced?: ReturnType<typeof replacedIn>;
};

async function compare(reader: Reader, options: ReconcileOptions, gathered: Gathered): Promise<Reconciliation> {
  return reconcile(await inputsOf(reader, options, gathered));
}

/** The folders of the journals of a folder: its own, or in a home those of the home's other tills of this profile. */
function journalsIn(
  folder: string,
  {profile, own}: {readonly profile: Profile; readonly own: string},
): readonly string[] {
  const tills = tillsIn(folder).filter(each => each.profile === profile);
  if (tills.length === 0) return [folder];
  return tills.map(({till}) => join(folder, profile, till)).filter(each => resolve(each) !== resolve(own));
}

/** Everything that the days are compared with, including the files that were imported near them. */
async function inputsOf(reader: Reader, options: ReconcileOptions, {given, live, replaced}: Gathered): Promise<Inputs> {
  setFlagsFromString(rowsFlag);
  const {settings, state, world} = reader;
  const {till, profile, zone, folder} = settings;
  const {days, journals = [], onProgress} = options;
  const stored = await storedSources(reader, {days, given}, bytesRead(onProgress));
  const {imports} = state.reconciled;
  const sources = [
    ...given,
    ...stored.filter(each => each.kind !== replaced?.kind || each.sha256 !== replaced.sha256),
  ].map(source => {
    const {replaces = []} = imports.find(({kind, sha256}) => kind === source.kind && sha256 === source.sha256) ?? {};
    const names = replaced?.by === source.sha256 ? [...replaces, replaced.name] : replaces;
    return names.length === 0 ? source : {...source, replaces: names};
  });
  let events = 0;
  const onEvents = (count: number) => {
    events += count;
    onProgress?.({step: 'journal', what: till, done: events, total: null});
  };
  const read: Comparing['read'] = async ({named}) => {
    const wanted = {days, named: named(), onEvents};
    const books: BooksRead[] = [await ownBooks({till, profile, ...reader}, wanted)];
    const others = journals.flatMap(each => journalsIn(each, {profile, own: folder}));
    for (const other of others) books.push(await otherBooks(other, wanted));
    return {books, profile, zone, missing: tillsBeside(folder)};
  };
  const comparing = {records: state.reconciled, settings: settings.reconciliation ?? {}, now: world.now(), read};
  return inputsWith(comparing, options, {sources, live});
}

async function inputsWith(
  {records, settings, now, read}: Comparing,
  {days, asOf, isWhole}: ReconcileOptions & {readonly isWhole?: boolean},
  {sources, live}: {readonly sources: readonly SourceFile<AnyRow>[]; readonly live: Inputs['live']},
): Promise<Inputs> {
  const of = <Row>(kind: SourceKind) => sources.filter(source => source.kind === kind) as unknown as SourceFile<Row>[];
  const providerFiles = of<ProviderRow>('provider');
  const carried = carriedTo(records, days.from);
  const beside = new Set(carried.map(({key}) => readKey(key)?.subject.split('/')[0] ?? ''));
  for (const match of records.matches) for (const reference of paymentsOf(match)) beside.add(reference);
  for (const {rows} of providerFiles)
    for (const reference of distinctIn(rows, 'reference'))
      if (reference.length > longestReference) for (const each of referencesIn(reference)) beside.add(each);
  // The other references in a file of a whole market are not payments of any till.
  const named = () =>
    new Set(
      [...beside].concat(providerFiles.flatMap(({rows}) => [...distinctIn(rows, 'reference')].filter(isReference))),
    );
  const all = {...defaultSettings, ...settings};
  const payoutFiles = of<PayoutRow>('payout');
  let pass: FirstPass | undefined;
  const firstPass = (profile: Profile) => {
    if (isWhole) return {take: () => false, missing: named, givenBack: () => []};
    pass = new FirstPass({days, providerFiles, payoutFiles, settings: all, profile, beside});
    return pass;
  };
  const {books, profile, zone, missing} = await read({days, named, firstPass});
  const loaded = [...new Set(books.map(each => each.till))];
  return {
    days,
    asOf: asOf ?? now,
    zone,
    profile,
    payments: eachOnce(books.map(({payments}) => payments)),
    settled: pass?.pairs(),
    tills: {loaded, missing: missing.filter(id => !loaded.includes(id))},
    providerFiles,
    payoutFiles,
    bankFiles: of<BankRow>('bank'),
    live,
    chains: books.map(({chain}) => chain),
    accepted: records.accepted,
    matches: records.matches,
    rules: records.rules,
    carried,
    settings: all,
  };
}

/** Asks about every payment of the days that the service can know, until the connection is down or the key refused. */
async function askAll(
  context: TillContext,
  {days, onProgress, signal}: ReconcileOptions,
): Promise<NonNullable<Inputs['live']>> {
  const {till, profile} = context.settings;
  const {payments} = await ownBooks({till, profile, ...context}, {days, named: new Set(), onEvents: () => undefined});
  const wanted = payments
    .filter(
      ({method, businessDate, answer, status}) =>
        !isOfShop({method}) &&
        days.from <= businessDate &&
        businessDate <= days.to &&
        (answer !== null || status !== 'failed'),
    )
    .map(({reference}) => reference)
    .sort();
  const unanswered: string[] = [];
  let isOver = false;
  for (const [index, reference] of wanted.entries()) {
    onProgress?.({step: 'asking', what: reference, done: index, total: wanted.length});
    isOver ||= signal?.aborted === true || context.leaving.aborted;
    if (!isOver) await context.watcher.checkAtPace(reference, signal);
    if (context.writeFailure !== undefined) throw context.writeFailure;
    const {state, refusedKey} = context.link;
    const last = context.state.payments.get(reference)?.steps.at(-1);
    if (isOver || state === 'down' || refusedKey || isUnanswered(last)) unanswered.push(reference);
    isOver ||= state === 'down' || refusedKey;
  }
  onProgress?.({step: 'asking', what: till, done: wanted.length, total: wanted.length});
  return {asked: wanted.length, unanswered};
}

type Step = NonNullable<ReturnType<TillContext['state']['payments']['get']>>['steps'][number];

const isUnanswered = (step: Step | undefined) =>
  step?.rule === 'question-no-answer' ||
  step?.rule === 'refund-no-answer' ||
  (step?.rule === 'question-failed' && step.facts['why'] === 'busy');

/**
 * Records which payment of this journal a row without a reference belongs to, as a named person says. Several payments or several rows are
 * possible if their sums are equal. Throws what `decideReconcile` throws, `Problem` payment-unknown, and the journal's problems.
 */
export async function confirmMatch(
  context: TillContext,
  {key, reference, keys = [], references = []}: Pick<ConfirmedMatch, 'key' | 'reference' | 'keys' | 'references'>,
  person: string,
): Promise<void> {
  const payments: MatchedPayment[] = [];
  for (const each of [reference, ...references]) {
    const payment = await paymentOf(context, each);
    if (payment === undefined) throw new Problem('payment-unknown', {reference: each});
    payments.push({reference: each, amount: payment.request.amount});
  }
  await decide(context, {type: 'match', keys: [key, ...keys], payments, person});
}

/**
 * Makes a payment from a row whose money came without a request, and returns its reference. `again` is the reason for making one although the
 * money may be that of another payment. Throws what `decideReconcile` throws, and the problems of the home's journals.
 */
export async function receiveRow(
  context: TillContext,
  {key, person, again}: {readonly key: string; readonly person: string; readonly again?: string | undefined},
): Promise<string> {
  return withMutex(context, async () => {
    const [event] = await performInHome(context, decideReconcile, {type: 'receive', key, person, again} as const);
    return event?.type === 'requested' ? event.data.reference : '';
  });
}

/** Decides what reconciliations have left, and records that. Throws what `decideRecords` throws, and the journal's problems. */
export async function decide(context: TillContext, command: RecordsCommand): Promise<void> {
  await perform(context, decideReconcile, command);
}
