import {type Decimal, equalDecimals} from '../money/decimal.js';
import type {RowPlace} from './discrepancy.js';
import {madeRows, type Rows, type SourceFile} from './row.js';

/** One thing that files state, however many of them do. `lines` go with `files`; null where the row's own line says it. */
export type Merged<Row> = {
  readonly row: Row;
  readonly amount: Decimal;
  readonly files: readonly SourceFile<Row>[];
  readonly lines: readonly number[] | null;
};

/** Files that were counted, each once however often it was given, and how many rows of each another file had already. */
export type MergedFiles<Row> = {
  readonly files: readonly SourceFile<Row>[];
  readonly repeated: readonly number[];
  /** By what `bucketOf` says. */
  readonly buckets: ReadonlyMap<string, readonly Merged<Row>[]>;
};

/** How rows of one kind of file are known again. */
export type Identity<Row> = {
  readonly bucketOf: (row: Row) => string;
  /** Whether two rows of one bucket, of two files, state one thing. Amounts are compared already. */
  readonly isSame: (a: Row, b: Row, files: readonly [SourceFile<Row>, SourceFile<Row>]) => boolean;
  /** What both rows state together. */
  readonly merge: (a: Row, b: Row, files: readonly [SourceFile<Row>, SourceFile<Row>]) => Row;
};

type Basic = {readonly line: number; readonly amount: string; readonly currency: string};

/**
 * Brings files together: rows that overlap between two files count once, rows that one file has twice count twice.
 * Neither the order of the files nor that of their rows matters. Throws as `numberIn` does.
 */
export function mergeFiles<Row extends Basic>(
  given: readonly SourceFile<Row>[],
  identity: Identity<Row>,
  numberOf: (text: string) => Decimal,
): MergedFiles<Row> {
  const files = distinct(given);
  const buckets = new Map<string, Merged<Row>[]>();
  for (const file of files) {
    const only = [file];
    for (const row of file.rows)
      pushTo(buckets, identity.bucketOf(row), {row, amount: numberOf(row.amount), files: only, lines: null});
  }
  const repeated = new Map<SourceFile<Row>, number>();
  for (const [bucket, list] of buckets) {
    if (list.length > 1) buckets.set(bucket, mergeBucket(list, {files, identity, repeated}));
  }
  return {files, repeated: files.map(file => repeated.get(file) ?? 0), buckets};
}

/**
 * As `mergeFiles`, of rows that are one thing where they say the same. A thing is made when it is asked for: of files that
 * may be of a year nothing is held but what several of them state.
 */
export function mergeEqual<Row extends Basic>(
  given: readonly SourceFile<Row>[],
  numberOf: (text: string) => Decimal,
): Omit<MergedFiles<Row>, 'buckets'> & {readonly things: Rows<Merged<Row>>} {
  const files = distinct(given);
  const repeated = new Map<SourceFile<Row>, number>();
  const identity = {isSame: () => true, merge: (row: Row) => row};
  const isShared = inSeveral(files);
  /** The places of what one file alone states, counted through all files, and what several may. */
  const own: number[] = [];
  const buckets = new Map<string, Merged<Row>[]>();
  const firsts: number[] = [];
  const alone = files.map(file => [file]);
  const thingOf = (row: Row, at: number) => ({row, amount: numberOf(row.amount), files: alone[at] ?? [], lines: null});
  let place = 0;
  for (const [at, file] of files.entries()) {
    firsts.push(place);
    if (files.length === 1) break;
    for (const row of file.rows) {
      if (isShared(row)) pushTo(buckets, contentOf(row), thingOf(row, at));
      else own.push(place);
      place += 1;
    }
  }
  const several = [...buckets.values()].flatMap(list => mergeBucket(list, {files, identity, repeated}));
  const [only] = files;
  const thingAt = (index: number, at: number) => thingOf(files[at]?.rows.at(index) as Row, at);
  const things =
    only !== undefined && files.length === 1
      ? madeRows(only.rows.length, index => thingAt(index, 0))
      : madeRows(own.length + several.length, (index): Merged<Row> => {
          const place = own[index];
          if (place === undefined) return several[index - own.length] as Merged<Row>;
          const at = firsts.findLastIndex(first => first <= place);
          return thingAt(place - (firsts[at] ?? 0), at);
        });
  return {files, repeated: files.map(file => repeated.get(file) ?? 0), things};
}

function pushTo<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}

/** Whether a row may be in several files: of those of which it is not so, nothing has to be remembered. */
function inSeveral<Row extends Basic>(files: readonly SourceFile<Row>[]): (row: Row) => boolean {
  if (files.length < 2) return () => false;
  const seen = new Map<number, number>();
  const shared = new Set<number>();
  for (const [at, {rows}] of files.entries()) {
    for (const row of rows) {
      const hash = contentHash(row);
      const before = seen.get(hash);
      if (before === undefined) seen.set(hash, at);
      else if (before !== at) shared.add(hash);
    }
  }
  return row => shared.has(contentHash(row));
}

const contentHash = (row: Basic): number => hashed(0x811c9dc5, contentOf(row));

/** FNV-1a. Texts that are the same have the same. */
export function hashed(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function mergeBucket<Row extends Basic>(
  list: readonly Merged<Row>[],
  {
    files,
    identity,
    repeated,
  }: {
    files: readonly SourceFile<Row>[];
    identity: Pick<Identity<Row>, 'isSame' | 'merge'>;
    repeated: Map<SourceFile<Row>, number>;
  },
): Merged<Row>[] {
  const ordered = sorted(list, files);
  if (list.every(merged => merged.files[0] === list[0]?.files[0])) return ordered;
  const result: Merged<Row>[] = [];
  for (const merged of ordered) {
    const [file] = merged.files;
    const at = result.findIndex(other => isOneThing(other, merged, identity));
    const same = result[at];
    const [first] = same?.files ?? [];
    if (same === undefined || first === undefined || file === undefined) {
      result.push(merged);
      continue;
    }
    repeated.set(file, (repeated.get(file) ?? 0) + 1);
    result[at] = {
      row: identity.merge(same.row, merged.row, [first, file]),
      amount: same.amount,
      files: [...same.files, file],
      lines: [...(same.lines ?? [same.row.line]), merged.row.line],
    };
  }
  return result;
}

/** Never within a file: what it lists twice is there twice. */
function isOneThing<Row extends Basic>(
  a: Merged<Row>,
  b: Merged<Row>,
  {isSame}: Pick<Identity<Row>, 'isSame'>,
): boolean {
  const [first] = a.files;
  const [file] = b.files;
  if (first === undefined || file === undefined || a.files.at(-1) === file) return false;
  return a.row.currency === b.row.currency && equalDecimals(a.amount, b.amount) && isSame(a.row, b.row, [first, file]);
}

/** By file, then by what the rows say: their order in the file decides nothing. */
function sorted<Row extends Basic>(list: readonly Merged<Row>[], files: readonly SourceFile<Row>[]): Merged<Row>[] {
  const keyed = list.map(merged => {
    const place = merged.files[0] === undefined ? -1 : files.indexOf(merged.files[0]);
    return {merged, place, key: `${contentOf(merged.row)} ${String(merged.row.line).padStart(12, '0')}`};
  });
  return keyed.sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1)).map(({merged}) => merged);
}

function distinct<Row>(given: readonly SourceFile<Row>[]): SourceFile<Row>[] {
  const bySum = new Map<string, SourceFile<Row>>();
  for (const file of given) {
    const other = bySum.get(file.sha256);
    if (other === undefined || rankOf(file) < rankOf(other)) bySum.set(file.sha256, file);
  }
  return [...bySum.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

/** Of one file under two names, or with an interval that was told once, the same one is always kept. */
const rankOf = ({name, interval}: SourceFile<unknown>) =>
  `${interval === null ? 1 : 0} ${interval?.from} ${interval?.to} ${name}`;

/** All that a row says, as one text; its line is no part of it. */
export function contentOf(row: Basic): string {
  const {line: _, ...content} = row;
  return JSON.stringify(content, Object.keys(content).sort());
}

/** Two statements that do not contradict each other: one of them may be absent. */
export const agree = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;

/** Where a thing is stated. */
export function placesOf<Row extends Basic>({files, lines, row}: Merged<Row>): readonly RowPlace[] {
  return files.map(({kind, name}, index) => ({kind, file: name, line: lines?.[index] ?? row.line}));
}
