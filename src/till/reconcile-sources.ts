import {hash} from 'node:crypto';
import {keepSource, sourceHash, sourcePath} from '../../store/source-files.js';
import {Problem} from '../core/problem.js';
import {dateIn} from '../core/reconcile/calendar.js';
import {decideReconcile} from '../core/reconcile/decide.js';
import type {Days} from '../core/reconcile/inputs.js';
import type {Import, Kept} from '../core/reconcile/kept.js';
import type {BankRow, Mapping, PayoutRow, ProviderRow, SourceFile, SourceKind} from '../core/reconcile/row.js';
import {type OpenedFile, type Original, openFile} from '../sources/open/opener.js';
import {type ReadSource, readSource} from '../sources/source.js';
import {withoutCards} from '../sources/without-cards.js';
import type {TillContext} from './context.js';
import {perform} from './handler.js';

/** A file that a person names. The interval, both ends included, goes before what the file says of itself. */
export type GivenSource = {
  readonly kind: SourceKind;
  readonly file: string;
  readonly mapping?: Partial<Mapping>;
  readonly interval?: Days;
  /** The sheet, file or attachment in it that is meant, by its name, and the password that opens it. */
  readonly part?: string | undefined;
  readonly password?: string | undefined;
};

/** A file that was opened, as what lies in it is read. */
export type OpenedSource = GivenSource & {readonly original: Original | null};

export type AnyRow = ProviderRow | PayoutRow | BankRow;
export type AnySource = ReadSource<AnyRow>;

/** Told how much of a file was read. */
export type OnBytes = (file: string, done: number, total: number) => void;

const mostForms = 5;

/**
 * Opens files for as long as they are used: the text inside a workbook, an archive, a mail or a PDF lies in a folder that is
 * taken away again. Throws `Problem` as `openFile` does.
 */
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

/**
 * Reads a file. What a person once said of a file with these headings holds for this one too, unless something else is
 * said of it now. Throws `Problem` as `readSource` does.
 */
export async function readGiven(
  {imports}: Pick<Kept, 'imports'>,
  {kind, file, mapping, interval, original}: OpenedSource,
  onBytes: OnBytes,
): Promise<AnySource> {
  const read = (said: Partial<Mapping>): Promise<AnySource> =>
    readSource(kind, file, {
      mapping: said,
      ...(interval === undefined ? {} : {interval}),
      original,
      onProgress: ({done, total}) => onBytes(original?.name ?? file, done, total),
    });
  if (mapping !== undefined) return read(mapping);
  const known = imports.filter(each => each.kind === kind && each.mapping !== null).toReversed();
  let plain: AnySource;
  try {
    plain = await read({});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return (await readLikeEarlier(known, read)) ?? Promise.reject(error);
  }
  const alike = known.find(each => each.headingPrint === printOf(plain));
  const columns = alike === undefined ? null : mappingOf(alike);
  if (columns === null || plain.mapping === null || saysTheSame(columns, plain.mapping)) return plain;
  // Marks and orders that the file shows by itself go before those that another one showed.
  const {columns: named, currency, said = []} = columns;
  return read({columns: named, said, ...(currency === null ? {} : {currency})}).catch(error =>
    error instanceof Problem ? read(columns) : Promise.reject(error),
  );
}

/** What a file lacks may have been said of an earlier one of the same form, and of that form alone. */
async function readLikeEarlier(
  known: readonly Import[],
  read: (said: Partial<Mapping>) => Promise<AnySource>,
): Promise<AnySource | undefined> {
  const prints = [...new Set(known.map(({headingPrint}) => headingPrint))].slice(0, mostForms);
  for (const print of prints) {
    const latest = known.find(({headingPrint}) => headingPrint === print);
    if (latest === undefined) continue;
    try {
      const again = await read(mappingOf(latest));
      if (printOf(again) === print) return again;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return undefined;
}

const printOf = ({detection}: AnySource) => detection.headingPrint;

/** How a file was understood, but for its encoding and separator, which each file shows for itself. */
function mappingOf({mapping}: Import): Omit<Mapping, 'encoding' | 'separator'> {
  const {columns, decimalMark, dateOrder, currency, said = []} = mapping as Mapping;
  return {columns, decimalMark, dateOrder, currency, said};
}

function saysTheSame(a: Pick<Mapping, 'columns' | 'currency'>, b: Pick<Mapping, 'columns' | 'currency'>): boolean {
  const text = ({columns, currency}: typeof a) => JSON.stringify([Object.entries(columns).sort(), currency]);
  return text(a) === text(b);
}

/**
 * Keeps a copy of a file, without the numbers of cards in it, and writes down how it was understood; one that was read in this
 * way before adds nothing.
 */
export async function keep(context: TillContext, given: OpenedSource, {source, mapping, detection}: AnySource) {
  const {kind, name, sha256, interval, rows} = source;
  const clean = await withoutCards(given.file, mapping);
  keepSource(context.settings.folder, given.file, sha256, clean);
  const headingPrint = mapping === null ? null : detection.headingPrint;
  const understood = {headingPrint, mapping: withAbsent(mapping, given), ...copied(clean), ...openedFrom(given)};
  const read = {kind, name, sha256, rows: rows.length, interval, ...understood};
  await perform(context, decideReconcile, {type: 'import', source: read});
}

/** A copy without the numbers of cards is known by a hash of its own. */
const copied = (clean: Buffer | null) => (clean === null ? {} : {copySha256: hash('sha256', clean)});

/** The file that the person has, and the way to what was read in it. */
function openedFrom({original}: OpenedSource) {
  if (original === null) return {};
  const parts = original.opened.map(({kind, part}) => ({kind, part}));
  return {openedFrom: {sha256: original.sha256, parts}};
}

/** Takes a file that was read by mistake out again. Throws `Problem` file-not-imported, and the journal's. */
export async function withdrawSource(context: TillContext, source: Pick<Import, 'kind' | 'sha256'>): Promise<void> {
  await perform(context, decideReconcile, {type: 'withdraw', ...source});
}

/** That a file does not have a column is kept with the columns that it has, or it would be found there again. */
function withAbsent(mapping: Mapping | null, {mapping: said}: GivenSource): Mapping | null {
  const absent = Object.entries(said?.columns ?? {}).filter(([, heading]) => heading === '');
  return mapping === null || absent.length === 0
    ? mapping
    : {...mapping, columns: {...mapping.columns, ...Object.fromEntries(absent)}};
}

type Nearness = {readonly before: number; readonly after: number};

/**
 * How many days an imported file may lie before and after the days that are reconciled: the money of a payment is paid out
 * days later, and arrives later still.
 */
const near: Readonly<Record<SourceKind, Nearness>> = {
  provider: {before: 14, after: 14},
  payout: {before: 0, after: 14},
  bank: {before: 0, after: 10},
};
/** Without payouts a payment is looked for in the provider's days beside its own alone. */
const besideAlone: Nearness = {before: 4, after: 4};
const atOnce: Nearness = {before: 0, after: 0};
/** A file that tells no day at all is of the days before its import. */
const importedWithin = 3;
/** Nobody reads in a file of days so long ago without saying which they are. */
const importedAfter = 60;

/**
 * The files near the days that were read into the till earlier, but for those that are `given` again. Throws `Problem`
 * file-changed where a copy is not what was imported.
 */
export async function keptSources(
  {settings, state}: {settings: {folder: string; zone: string}; state: {reconciled: Kept}},
  {days, given}: {readonly days: Days; readonly given: readonly SourceFile<AnyRow>[]},
  onBytes: OnBytes,
): Promise<readonly SourceFile<AnyRow>[]> {
  const imports = state.reconciled.imports.filter(
    kept => !given.some(({sha256, kind}) => sha256 === kept.sha256 && kind === kept.kind),
  );
  const isNearPayout = (kept: Import) => kept.kind === 'payout' && mayBeNear(kept, days, near.payout);
  const hasPayouts = given.some(({kind}) => kind === 'payout') || imports.some(isNearPayout);
  const found: SourceFile<AnyRow>[] = [];
  for (const kept of imports) {
    const nearness = kept.kind === 'provider' && !hasPayouts ? besideAlone : near[kept.kind];
    if (!mayBeNear(kept, days, nearness)) continue;
    const source = await readKept(settings.folder, kept, onBytes);
    // Rows of other days are not this day's: a file that states no days counts for those that its rows tell. Of these days
    // it is no word that all others are left out.
    const interval = source.interval ?? daysOf(source);
    const told = interval ?? daysBefore(kept, settings.zone);
    if (overlaps(told, days, interval === null ? atOnce : nearness))
      found.push(kept.kind === 'provider' && !overlaps(told, days, atOnce) ? {...source, interval} : source);
  }
  const isOfTheDays = ({kind, interval}: SourceFile<AnyRow>) =>
    kind === 'provider' && (interval === null || overlaps(interval, days, atOnce));
  // Where no file is of the days, those beside them would only say that every payment is in none.
  return [...given, ...found].some(isOfTheDays) ? found : found.filter(({kind}) => kind !== 'provider');
}

function daysBefore({at}: Import, zone: string): Days {
  const imported = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  return {from: imported.subtract({days: importedWithin}).toString(), to: imported.toString()};
}

/** Whether it is worth reading: nothing is known before of a file that does not state its days. */
function mayBeNear({interval, at}: Import, days: Days, {before, after}: Nearness): boolean {
  if (interval !== null) return overlaps(interval, days, {before, after});
  const imported = new Date(at).toISOString().slice(0, 10);
  return imported >= shifted(days.from, -before - 1) && imported <= shifted(days.to, importedAfter);
}

const shifted = (date: string, by: number) => Temporal.PlainDate.from(date).add({days: by}).toString();

function overlaps({from, to}: Days, days: Days, {before, after}: Nearness): boolean {
  return from <= shifted(days.to, after) && to >= shifted(days.from, -before);
}

/** The first and the last day that the rows tell; null where one of them tells none. */
function daysOf({rows}: SourceFile<AnyRow>): Days | null {
  let [from, to] = ['9999', ''];
  for (const row of rows) {
    const date = dateIn('bookedOn' in row ? row.bookedOn : row.at);
    if (date === null) return null;
    if (date < from) from = date;
    if (date > to) to = date;
  }
  return to === '' ? null : {from, to};
}

async function readKept(
  folder: string,
  {kind, sha256, copySha256 = sha256, name, mapping, interval}: Import,
  onBytes: OnBytes,
): Promise<SourceFile<AnyRow>> {
  const path = sourcePath(folder, sha256);
  try {
    const {source} = await readSource(kind, path, {
      ...(mapping === null ? {} : {mapping: {said: [], ...(mapping as Mapping)}}),
      ...(interval === null ? {} : {interval}),
      onProgress: ({done, total}) => onBytes(name, done, total),
    });
    if (source.sha256 === copySha256) return {...source, sha256, name};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // It is what was read in, and the rules of today ask of it what those of that day did not.
    if (sourceHash(path) === copySha256) throw error.with({file: name});
  }
  throw new Problem('file-changed', {file: name});
}
