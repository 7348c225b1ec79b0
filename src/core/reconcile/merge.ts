import {type Decimal, equalDecimals} from '../money/decimal.js';
import type {RowPlace} from './discrepancy.js';
import type {SourceFile} from './row.js';

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
    for (const row of file.rows) {
      const bucket = identity.bucketOf(row);
      const merged = {row, amount: numberOf(row.amount), files: only, lines: null};
      const others = buckets.get(bucket);
      if (others === undefined) buckets.set(bucket, [merged]);
      else others.push(merged);
    }
  }
  const repeated = new Map<SourceFile<Row>, number>();
  for (const [bucket, list] of buckets) {
    if (list.length > 1) buckets.set(bucket, mergeBucket(list, {files, identity, repeated}));
  }
  return {files, repeated: files.map(file => repeated.get(file) ?? 0), buckets};
}

/**
 * As `mergeFiles`, of rows that are one thing where they say the same. Those that are `wanted` are listed in the order that
 * `compare` gives rows by what they say, and by their lines. Of one file, which may be of a year, nothing else is held.
 */
export function mergeEqual<Row extends Basic>(
  given: readonly SourceFile<Row>[],
  {wanted, compare}: {wanted: (thing: Merged<Row>) => boolean; compare: (a: Row, b: Row) => number},
  numberOf: (text: string) => Decimal,
): Omit<MergedFiles<Row>, 'buckets'> & {readonly list: readonly Merged<Row>[]} {
  const files = distinct(given);
  const [file, second] = files;
  if (file === undefined || second !== undefined) {
    const identity = {bucketOf: contentOf, isSame: () => true, merge: (row: Row) => row};
    const {buckets, repeated} = mergeFiles(files, identity, numberOf);
    const list = [...buckets.values()].flatMap(things => things.filter(wanted));
    return {files, repeated, list: list.sort((a, b) => compare(a.row, b.row))};
  }
  const list: Merged<Row>[] = [];
  for (const row of file.rows) {
    const thing = {row, amount: numberOf(row.amount), files, lines: null};
    if (wanted(thing)) list.push(thing);
  }
  return {files, repeated: [0], list: list.sort((a, b) => compare(a.row, b.row) || a.row.line - b.row.line)};
}

function mergeBucket<Row extends Basic>(
  list: readonly Merged<Row>[],
  {
    files,
    identity,
    repeated,
  }: {
    files: readonly SourceFile<Row>[];
    identity: Identity<Row>;
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
function isOneThing<Row extends Basic>(a: Merged<Row>, b: Merged<Row>, {isSame}: Identity<Row>): boolean {
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
