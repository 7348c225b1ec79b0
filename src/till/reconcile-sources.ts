import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {Readable} from 'node:stream';
import {hasSource, keepInPlace, keepSource, sourceHash, sourcePath} from '../../store/source-files.js';
import type {State} from '../core/books/state.js';
import {Problem} from '../core/problem.js';
import {isMapping, type LayoutUsed, type LearnedLayout, learnedLayouts} from '../core/reconcile/records/layouts.js';
import type {Import, ReconciliationRecords} from '../core/reconcile/records/records.js';
import {decideReconcile} from '../core/reconcile/result/decide.js';
import {type Days, daysCovered, near, overlaps, shifted} from '../core/reconcile/rows/inputs.js';
import type {
  BankRow,
  LayoutMapping,
  Mapping,
  PayoutRow,
  ProviderRow,
  SourceFile,
  SourceKind,
} from '../core/reconcile/rows/row.js';
import {isShredded} from '../core/retention/retention.js';
import {dateShapeOf} from '../sources/date-text.js';
import {plainWords} from '../sources/headings.js';
import {type ShippedLayout, shippedLayoutIn, shippedLayoutOf} from '../sources/layout-file.js';
import {type OpenedFile, type Original, openFile} from '../sources/open/opener.js';
import {type ReadSource, readSource} from '../sources/source.js';
import {withoutCards} from '../sources/without-cards.js';
import type {TillContext} from './context.js';
import {perform} from './handler.js';

/** A file that a person names. The interval includes both its ends and overrides the interval that the file states. */
export type GivenSource = {
  readonly kind: SourceKind;
  readonly file: string;
  readonly mapping?: Partial<Mapping>;
  readonly interval?: Days;
  /** The name of the sheet, file or attachment inside the file that is meant, and the password that opens it. */
  readonly part?: string | undefined;
  readonly password?: string | undefined;
  /** True if the file is to be read although a figure that the statement gives about itself does not add up. */
  readonly isUnproved?: boolean | undefined;
};

/** A file that was opened. `file` is the text that is read. If that text is inside another file, `original` is that other file. */
export type OpenedSource = GivenSource & {readonly original: Original | null};

export type AnyRow = ProviderRow | PayoutRow | BankRow;
/** `layout` is what the till knew about similar files and used to read this one; null if the file or the person said everything. */
export type AnySource = ReadSource<AnyRow> & {readonly layout: LayoutUsed | null};
/** A file that a person gave, and the earlier files that it may replace. */
export type GivenRead = AnySource & {readonly mayReplace: readonly Import[]};

export type Read = {readonly opened: OpenedSource; readonly source: GivenRead};

/** Called with how much of a file was read. */
type OnBytes = (file: string, done: number, total: number) => void;

const mostForms = 5;

/** Opens files while `use` runs; what is inside a container lies in a folder until then. Throws `Problem` as `openFile` does. */
export async function withOpened<T>(
  files: readonly GivenSource[],
  use: (opened: readonly OpenedSource[]) => Promise<T>,
): Promise<T> {
  const held: OpenedFile[] = [];
  try {
    const opened: OpenedSource[] = [];
    for (const given of files) {
      const one = await openFile(given.file, given);
      held.push(one);
      opened.push({...given, file: one.path, original: one.original});
    }
    return await use(opened);
  } finally {
    await Promise.all(held.map(({close}) => close()));
  }
}

type Reading = {
  /** What was learned about files of this kind, the latest first. */
  readonly known: readonly LearnedLayout[];
  readonly read: (said: Partial<Mapping>) => Promise<AnySource>;
};

/**
 * Reads a file. What a person once said about a file with these headings also holds for this file, unless the person now says otherwise.
 * The same goes for the order of dates of an earlier file of the same sender, and for what the till knows of the files of well-known
 * senders. No layout overrides what the file's own figures prove. Throws `Problem` as `readSource` does.
 */
export async function readGiven(
  records: Pick<ReconciliationRecords, 'imports' | 'layouts'>,
  {kind, file, mapping, interval, today, isUnproved, original}: OpenedSource & {readonly today?: string},
  onBytes: OnBytes,
): Promise<AnySource> {
  const read = async (said: Partial<Mapping>): Promise<AnySource> => {
    const found = await readSource(kind, file, {
      mapping: said,
      ...(interval === undefined ? {} : {interval}),
      original,
      today,
      isUnproved,
      onProgress: ({done, total}) => onBytes(original?.name ?? file, done, total),
    });
    return {...found, layout: null};
  };
  const reading: Reading = {known: learnedLayouts(records).filter(each => each.kind === kind), read};
  const said = mapping ?? {};
  let plain: AnySource;
  try {
    plain = await read(said);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return readAsRemembered(reading, {kind, file, said, refused: error});
  }
  const learned = mapping === undefined && hasHeadings(plain) ? await readAsLearned(reading, plain) : undefined;
  return learned ?? readAsKnown(reading, {plain, kind, said});
}

type Refused = {
  readonly kind: SourceKind;
  readonly file: string;
  readonly said: Partial<Mapping>;
  readonly refused: Problem;
};

/** Reads a file with what is known. Throws the problem of its refusal, or of what is missing beyond what is known. */
async function readAsRemembered(reading: Reading, {kind, file, said, refused}: Refused): Promise<AnySource> {
  const isUnread = Object.keys(said).length === 0;
  const earlier = isUnread ? await readLikeEarlier(reading) : undefined;
  if (earlier !== undefined) return earlier;
  let lacks = refused;
  const attempt = async (read: () => Promise<AnySource | undefined>): Promise<AnySource | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'file-currency-missing' || error.code === 'file-currency-differs') lacks = error;
      return undefined;
    }
  };
  const found =
    (await attempt(() => readInOrder(reading, said, refused))) ??
    (await attempt(async () => readAsShipped(reading, await shippedLayoutIn(kind, file), said)));
  if (found === undefined) throw lacks;
  return found;
}

/** Tables without headings all look alike, and what was said about one need not hold for another. */
const hasHeadings = ({detection}: AnySource) => detection.format !== 'delimited' || detection.headingLine > 0;

/** Reads a file as a file with the same headings was once corrected, unless the file itself says the same. */
async function readAsLearned({known, read}: Reading, plain: AnySource): Promise<AnySource | undefined> {
  const alike = known.find(each => each.headingPrint === printOf(plain));
  if (alike === undefined || plain.mapping === null) return undefined;
  const layout = {from: 'learned', name: alike.name} as const;
  const {mapping} = alike;
  if (saysTheSame(mapping, plain.mapping)) return {...plain, layout};
  // Marks and orders that the file itself shows take precedence over those of an earlier file.
  const {columns: named, said = []} = mapping;
  const currency = plain.mapping.currency ?? mapping.currency;
  const found = await read({columns: named, said, ...(currency === null ? {} : {currency})}).catch(error =>
    error instanceof Problem ? read({...corrected(mapping), currency}) : Promise.reject(error),
  );
  return {...found, layout};
}

type Understood = {readonly plain: AnySource; readonly kind: SourceKind; readonly said: Partial<Mapping>};

/** Reads a known sender's table as meant, if its figures prove it at least as well. Named columns leave only its dates and amounts. */
async function readAsKnown(reading: Reading, {plain, kind, said}: Understood): Promise<AnySource> {
  if (plain.detection.format !== 'delimited' || plain.mapping === null) return plain;
  const shipped = shippedLayoutOf(kind, plain.detection.headings);
  if (shipped === undefined) return plain;
  const {name, decimalMark, dateOrder} = shipped;
  const isNamed = said.columns !== undefined;
  const columns = isNamed ? {} : shipped.columns;
  const isRead = Object.entries(columns).every(([field, heading]) =>
    isCalled(plain.mapping?.columns[field] ?? '', heading),
  );
  // What the file shows takes precedence over what its sender is known for.
  const {mapping} = plain;
  const isShown = mapping.dateOrder !== null || mapping.dateShape === undefined || dateOrder == null;
  if (isRead && isShown) return isNamed ? plain : {...plain, layout: {from: 'shipped', name}};
  const written = {decimalMark: mapping.decimalMark ?? decimalMark, dateOrder: mapping.dateOrder ?? dateOrder};
  const found = await ifRead(readAsShipped(reading, {...shipped, columns, ...written}, said));
  return found === undefined || (found.proof.by === 'nothing' && plain.proof.by !== 'nothing') ? plain : found;
}

/** Reads a file by a layout that ships with Duka. What a person says takes precedence. */
async function readAsShipped(
  {read}: Reading,
  shipped: ShippedLayout | undefined,
  person: Partial<Mapping>,
): Promise<AnySource | undefined> {
  if (shipped === undefined) return undefined;
  const {name, columns, decimalMark, dateOrder, currency} = shipped;
  // Which way money went is known of a sender, whatever the words of a column mean elsewhere. A status is still checked.
  const fixed: Readonly<Record<string, string | undefined>> = {direction: columns['direction'], ...person.columns};
  const said = person.said ?? (['direction', 'status'] as const).filter(field => fixed[field] !== undefined);
  const known = withoutNulls({decimalMark, dateOrder, currency, ...withoutNulls(person)});
  const found = await read({...known, columns: {...columns, ...person.columns}, said});
  return {...found, layout: {from: 'shipped', name}};
}

const withoutNulls = (mapping: Readonly<Record<string, unknown>>): Partial<Mapping> =>
  Object.fromEntries(Object.entries(mapping).filter(([, value]) => value != null));

async function ifRead(reading: Promise<AnySource | undefined>): Promise<AnySource | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** What a file lacks may have been said about an earlier file of the same form, and only of that form. */
async function readLikeEarlier({known, read}: Reading): Promise<AnySource | undefined> {
  for (const {headingPrint, mapping, name} of known.slice(0, mostForms)) {
    const {currency: _, ...others} = corrected(mapping);
    // What the file says about its currency takes precedence over what an earlier file lacked.
    const again = (await ifRead(read(others))) ?? (await ifRead(read(corrected(mapping))));
    if (again !== undefined && printOf(again) === headingPrint) return {...again, layout: {from: 'learned', name}};
  }
  return undefined;
}

/**
 * Reads a file whose dates can be read in two ways in the order of an earlier file of the same sender: its date column has the same name
 * and the same shape of dates, most of its other columns have the same names, and it is in the same currency. If earlier files contradict
 * each other, none is used.
 */
async function readInOrder(
  {known, read}: Reading,
  said: Partial<Mapping>,
  refused: Problem,
): Promise<AnySource | undefined> {
  if (refused.code !== 'file-date-order-unclear') return undefined;
  const {column, text} = refused.facts;
  const shape = dateShapeOf(String(text));
  const alike = known.filter(
    ({mapping: {columns, dateShape, dateOrder}}) =>
      shape !== undefined &&
      shape === dateShape &&
      dateOrder !== null &&
      [columns['bookedOn'], columns['at']].some(each => each !== undefined && isCalled(each, String(column))),
  );
  const [first, ...others] = alike;
  if (first === undefined || others.some(({mapping}) => mapping.dateOrder !== first.mapping.dateOrder))
    return undefined;
  const found = await read({...said, dateOrder: first.mapping.dateOrder});
  const sender = alike.find(({mapping}) => isOfSender(mapping, found));
  return sender === undefined ? undefined : {...found, layout: {from: 'learned', name: sender.name}};
}

const isCalled = (heading: string, other: string): boolean => plainWords(heading) === plainWords(other);

/** Names such as *Date*, *Debit* and *Credit* are those of many banks, but a bank of one country writes dates in one order. */
function isOfSender({columns, currency}: LayoutMapping, {detection, mapping}: AnySource): boolean {
  if (detection.format !== 'delimited' || currency !== mapping?.currency) return false;
  const there = new Set(detection.headings.map(plainWords));
  const named = Object.values(columns).filter(heading => heading !== '');
  return named.filter(heading => there.has(plainWords(heading))).length * 2 > named.length;
}

const printOf = ({detection}: AnySource) => detection.headingPrint;

/** A layout in the form in which a person states it. What it has no word for is detected again. */
const corrected = ({said = [], ...mapping}: LayoutMapping): Partial<Mapping> => ({...mapping, said});

function saysTheSame(a: Pick<Mapping, 'columns' | 'currency'>, b: Pick<Mapping, 'columns' | 'currency'>): boolean {
  const text = ({columns, currency}: typeof a) => JSON.stringify([Object.entries(columns).sort(), currency]);
  return text(a) === text(b);
}

/** Keeps a copy of a file, without card numbers, and how it was understood. A file that was read like that before adds nothing. */
export async function keep(context: TillContext, given: OpenedSource, read: AnySource) {
  const {source, mapping, detection} = read;
  const {kind, name, sha256, interval, rows} = source;
  const {folder} = context.settings;
  const clean = await withoutCards(given.file, mapping);
  const copySha256 = clean === null ? undefined : await keepInPlace(folder, sha256, clean);
  if (copySha256 === undefined) await keepSource(folder, given.file, sha256);
  const headingPrint = mapping === null ? null : detection.headingPrint;
  const understood = {headingPrint, ...understoodAs(given, read, copySha256)};
  const told = interval === null ? source.told : undefined;
  const imported = {kind, name, sha256, rows: rows.length, interval, ...(told && {told}), ...understood};
  await perform(context, decideReconcile, {type: 'import', source: imported});
}

/** How a file was understood, which is kept beside its copy. */
const understoodAs = (given: OpenedSource, {mapping, proof}: AnySource, copySha256: string | undefined) => ({
  mapping: withAbsent(mapping, given),
  ...(copySha256 && {copySha256}),
  ...openedFrom(given),
  ...(proof.by === 'nothing' && proof.differs !== undefined && {unproved: true as const}),
});

/** The bytes of a file as they are kept, how it was understood, and the hash of these bytes. */
export type SourceCopy = Pick<Import, 'mapping' | 'unproved' | 'openedFrom'> & {
  readonly bytes: AsyncIterable<Buffer>;
  readonly copySha256: string;
};

/** A copy of a file that is open, without card numbers. */
export async function copyRead({opened, source: read}: Read): Promise<SourceCopy> {
  const clean = () => withoutCards(opened.file, read.mapping);
  const hash = createHash('sha256');
  const [first, again] = [await clean(), await clean()];
  for await (const piece of first ?? []) hash.update(piece);
  const copySha256 = first === null ? read.source.sha256 : hash.digest('hex');
  const bytes = again === null ? createReadStream(opened.file) : Readable.from(again);
  return {...understoodAs(opened, read, copySha256), copySha256, bytes};
}

/** The file that the person has, and the path to the part of it that was read. */
function openedFrom({original}: OpenedSource) {
  if (original === null) return {};
  const parts = original.opened.map(({kind, part}) => ({kind, part}));
  return {openedFrom: {sha256: original.sha256, parts}};
}

/** A column that the person said to be absent is kept as absent, or it would be detected again. */
function withAbsent(mapping: Mapping | null, {mapping: said}: GivenSource): Mapping | null {
  const absent = Object.entries(said?.columns ?? {}).filter(([, heading]) => heading === '');
  return mapping === null || absent.length === 0
    ? mapping
    : {...mapping, columns: {...mapping.columns, ...Object.fromEntries(absent)}};
}

type Nearness = {readonly before: number; readonly after: number};

/** Without payouts, a payment is looked for only in the provider's days near its own. */
const besideAlone: Nearness = {before: 4, after: 4};
/** A file that states no day at all is taken to be of this many days before its import. */
const importedWithin = 3;
/** The most days between the days of a file and its import, for a file that does not state its days. */
const importedAfter = 60;

/**
 * Returns the files near the days that were imported earlier, except those that are `given` again. Throws `Problem` file-changed if a copy
 * is not what was imported, and file-shredded if the copy of a file of these days was shredded with its month.
 */
export async function storedSources(
  {settings, state}: {settings: {folder: string; zone: string}; state: Pick<State, 'reconciled' | 'technical'>},
  {days, given}: {readonly days: Days; readonly given: readonly SourceFile<AnyRow>[]},
  onBytes: OnBytes,
): Promise<readonly SourceFile<AnyRow>[]> {
  const imports = state.reconciled.imports.filter(
    file => !given.some(({sha256, kind}) => sha256 === file.sha256 && kind === file.kind),
  );
  const isNearPayout = (each: Import) => each.kind === 'payout' && mayBeNear(each, days, near.payout);
  const hasPayouts = given.some(({kind}) => kind === 'payout') || imports.some(isNearPayout);
  const found: SourceFile<AnyRow>[] = [];
  for (const file of imports) {
    const nearness = file.kind === 'provider' && !hasPayouts ? besideAlone : near[file.kind];
    if (!mayBeNear(file, days, nearness)) continue;
    if (isGone(file, days, {folder: settings.folder, shredded: state.technical.shredded})) continue;
    const source = await readStored(settings.folder, file, onBytes);
    const covered = daysCovered(source);
    if (covered === null ? overlaps(daysBefore(file, settings.zone), days) : overlaps(covered, days, nearness))
      found.push(source);
  }
  const isOfTheDays = (file: SourceFile<AnyRow>) => {
    const covered = daysCovered(file);
    return file.kind === 'provider' && (covered === null || overlaps(covered, days));
  };
  // If no file is of the days themselves, the files beside them would only say that every payment is missing from the file.
  return [...given, ...found].some(isOfTheDays) ? found : found.filter(({kind}) => kind !== 'provider');
}

/** Whether the copy was shredded with its month. Throws `Problem` file-shredded for a file of these days. */
function isGone(
  file: Import,
  days: Days,
  {folder, shredded = []}: {readonly folder: string; readonly shredded: readonly string[] | undefined},
): boolean {
  if (!isShredded(file, shredded) || hasSource(folder, file.sha256)) return false;
  const covered = daysCovered(file);
  if (covered !== null && overlaps(covered, days)) throw new Problem('file-shredded', {file: file.name});
  return true;
}

function daysBefore({at}: Import, zone: string): Days {
  const imported = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  return {from: imported.subtract({days: importedWithin}).toString(), to: imported.toString()};
}

/** Whether the file is worth reading. If neither it nor its rows told their days, nothing is known before. */
function mayBeNear(file: Import, days: Days, {before, after}: Nearness): boolean {
  const covered = daysCovered(file);
  if (covered !== null) return overlaps(covered, days, {before, after});
  const imported = new Date(file.at).toISOString().slice(0, 10);
  return imported >= shifted(days.from, -before - 1) && imported <= shifted(days.to, importedAfter);
}

async function readStored(
  folder: string,
  {kind, sha256, copySha256 = sha256, name, mapping, interval, unproved}: Import,
  onBytes: OnBytes,
): Promise<SourceFile<AnyRow>> {
  const path = sourcePath(folder, sha256);
  // Another version's way to read it: read in any other way, the file would say something else.
  if (mapping !== null && !isMapping(mapping)) throw new Problem('file-changed', {file: name});
  try {
    const {source} = await readSource(kind, path, {
      ...(mapping === null ? {} : {mapping: {said: [], ...mapping}}),
      ...(interval === null ? {} : {interval}),
      isUnproved: unproved,
      onProgress: ({done, total}) => onBytes(name, done, total),
    });
    if (source.sha256 === copySha256) return {...source, sha256, name};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // It is the file that was imported, but today's rules require something that the rules of that day did not.
    if (sourceHash(path) === copySha256) throw error.with({file: name});
  }
  throw new Problem('file-changed', {file: name});
}
