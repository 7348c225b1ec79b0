import {type Decimal, equalDecimals} from '../../money/decimal.js';
import type {RowPlace} from './discrepancy.js';
import {bothRows, madeRows, mappedRows, type Rows, rowsAt, type SourceFile} from './row.js';

/** One thing, in however many files it is stated. `lines` correspond to `files`; null if the row's own line is the only one. */
export type Merged<Row> = {
  readonly row: Row;
  readonly amount: Decimal;
  readonly files: readonly SourceFile<Row>[];
  readonly lines: readonly number[] | null;
};

/** The files that were counted, each once however often it was given, and for each the number of rows that another file already had. */
export type MergedFiles<Row> = {
  readonly files: readonly SourceFile<Row>[];
  readonly repeated: readonly number[];
  /** Keyed by the result of `bucketOf`. */
  readonly buckets: ReadonlyMap<string, readonly Merged<Row>[]>;
};

/** How to recognise the same row of a kind of file in another file. */
export type Identity<Row> = {
  readonly bucketOf: (row: Row) => string;
  /** Whether two rows of one bucket, from two files, state the same thing. Their amounts have already been compared. */
  readonly isSame: (a: Row, b: Row, files: readonly [SourceFile<Row>, SourceFile<Row>]) => boolean;
  /** What both rows state together. */
  readonly merge: (a: Row, b: Row, files: readonly [SourceFile<Row>, SourceFile<Row>]) => Row;
};

type Basic = {readonly line: number; readonly amount: string; readonly currency: string};

/** `isApart` sets apart rows that are alone in their bucket. Rows without `hasPlace` are skipped, and must be alone too. */
type Passed<Row> = {
  readonly isApart?: (thing: Merged<Row>) => boolean;
  readonly hasPlace?: (file: number, at: number) => boolean;
};

/** Rows of which only the places are held; each is made when it is asked for. */
export type Apart<Row> = {readonly apart: Rows<Merged<Row>>};

/**
 * Merges files: a row that two files share counts once, a row that one file has twice counts twice. Neither the order of the files nor that
 * of their rows matters. Rows that are alone in their bucket and for which `isApart` is true are in no bucket, nor are rows that `hasPlace`
 * excludes. Throws as `numberIn` does.
 */
export function mergeFiles<Row extends Basic>(
  given: readonly SourceFile<Row>[],
  identity: Identity<Row>,
  numberOf: (text: string) => Decimal,
  {isApart, hasPlace = () => true}: Passed<Row> = {},
): MergedFiles<Row> & Apart<Row> {
  const files = distinct(given);
  const buckets = new Map<string, Merged<Row>[]>();
  const alone = files.map(file => [file]);
  const thingOf = (row: Row, at: number) => ({row, amount: numberOf(row.amount), files: alone[at] ?? [], lines: null});
  const isLone = isApart === undefined ? () => false : loneBuckets(files, identity.bucketOf, hasPlace);
  const places: {readonly file: number; readonly at: number[]}[] = files.map((_, file) => ({file, at: []}));
  for (const {file, at: own} of places) {
    eachRow(files, {file, hasPlace}, (row, at) => {
      const [bucket, thing] = [identity.bucketOf(row), thingOf(row, file)];
      if (isLone(bucket) && isApart?.(thing) === true) own.push(at);
      else buckets.getOrInsert(bucket, []).push(thing);
    });
  }
  const repeated = new Map<SourceFile<Row>, number>();
  for (const [bucket, list] of buckets) {
    if (list.length > 1) buckets.set(bucket, mergeBucket(list, {files, identity, repeated}));
  }
  const apart = places.map(({file, at: own}) => rowsAt(own, at => thingOf(files[file]?.rows.at(at) as Row, file)));
  return {
    files,
    repeated: files.map(file => repeated.get(file) ?? 0),
    buckets,
    apart: apart.reduce(
      bothRows,
      madeRows(0, () => undefined as never),
    ),
  };
}

/** Returns a test for whether a bucket has only one row, which is never wrongly true, and has bits enough to be rarely wrongly false. */
function loneBuckets<Row>(
  files: readonly SourceFile<Row>[],
  bucketOf: (row: Row) => string,
  hasPlace: (file: number, at: number) => boolean,
): (bucket: string) => boolean {
  const rows = files.reduce((sum, file) => sum + file.rows.length, 0);
  const mask = 2 ** Math.min(31, 7 + Math.ceil(Math.log2(rows + 1))) - 1;
  const [once, again] = [new Uint8Array((mask + 1) / 8), new Uint8Array((mask + 1) / 8)];
  const isIn = (bits: Uint8Array, at: number) => ((bits[at >>> 3] ?? 0) & (1 << (at & 7))) !== 0;
  for (const file of files.keys())
    eachRow(files, {file, hasPlace}, row => {
      const at = hashed(0x811c9dc5, bucketOf(row)) & mask;
      const bits = isIn(once, at) ? again : once;
      bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
    });
  return bucket => !isIn(again, hashed(0x811c9dc5, bucket) & mask);
}

/** Goes through the rows that count, with their places in their file. */
function eachRow<Row>(
  files: readonly SourceFile<Row>[],
  {file, hasPlace}: {readonly file: number; readonly hasPlace: (file: number, at: number) => boolean},
  take: (row: Row, at: number) => void,
): void {
  const rows = files[file]?.rows ?? [];
  for (let at = 0; at < rows.length; at += 1) if (hasPlace(file, at)) take(rows.at(at) as Row, at);
}

/** Like `mergeFiles`, for rows that are the same if they say the same. Only what several files state is held in memory. */
export function mergeEqual<Row extends Basic>(
  given: readonly SourceFile<Row>[],
  numberOf: (text: string) => Decimal,
): Omit<MergedFiles<Row>, 'buckets'> & {readonly things: Rows<Merged<Row>>} {
  const files = distinct(given);
  const [only] = files;
  const alone = files.map(file => [file]);
  const thingOf = (row: Row, at: number) => ({row, amount: numberOf(row.amount), files: alone[at] ?? [], lines: null});
  if (only !== undefined && files.length === 1)
    return {files, repeated: [0], things: mappedRows(only.rows, row => thingOf(row, 0))};
  const isShared = inSeveral(files);
  /** The places, counted through all files, of rows that only one file states; and, by their hashes, of those that several may state. */
  const own: number[] = [];
  const shared = new Map<number, number[]>();
  const firsts: number[] = [];
  let place = 0;
  for (const file of files) {
    firsts.push(place);
    for (const row of file.rows) {
      const hash = contentHash(row);
      if (isShared(hash)) shared.getOrInsert(hash, []).push(place);
      else own.push(place);
      place += 1;
    }
  }
  const fileAt = (at: number) => firsts.findLastIndex(first => first <= at);
  const rowAt = (at: number) => files[fileAt(at)]?.rows.at(at - (firsts[fileAt(at)] ?? 0)) as Row;
  const several: (readonly number[])[] = [];
  const repeated = files.map(() => 0);
  for (const places of shared.values())
    for (const alike of Map.groupBy(places, at => contentOf(rowAt(at))).values())
      for (const one of eachOnce(alike, fileAt)) {
        several.push(one);
        for (const at of one.slice(1)) repeated[fileAt(at)] = (repeated[fileAt(at)] ?? 0) + 1;
      }
  const things = madeRows(own.length + several.length, (index): Merged<Row> => {
    const [first = 0, ...others] = own[index] === undefined ? (several[index - own.length] ?? []) : [own[index]];
    const thing = thingOf(rowAt(first), fileAt(first));
    if (others.length === 0) return thing;
    const all = [first, ...others];
    return {...thing, files: all.flatMap(at => files[fileAt(at)] ?? []), lines: all.map(at => rowAt(at).line)};
  });
  return {files, repeated, things};
}

/** Rows that say the same, by their places: the first one in each file is one thing, the second one in each file is another. */
function eachOnce(places: readonly number[], fileAt: (place: number) => number): readonly (readonly number[])[] {
  const counts = new Map<number, number>();
  const things: number[][] = [];
  for (const place of places) {
    const file = fileAt(place);
    const count = counts.get(file) ?? 0;
    counts.set(file, count + 1);
    things[count] ??= [];
    things[count].push(place);
  }
  return things;
}

/** Returns a test for whether rows with this hash may be in several files. Nothing needs to be remembered of the others. */
function inSeveral<Row extends Basic>(files: readonly SourceFile<Row>[]): (hash: number) => boolean {
  const seen = new Map<number, number>();
  const shared = new Set<number>();
  for (const [at, {rows}] of files.entries()) {
    for (const row of rows) {
      const hash = contentHash(row);
      if (seen.getOrInsert(hash, at) !== at) shared.add(hash);
    }
  }
  return hash => shared.has(hash);
}

const contentHash = (row: Basic): number => hashed(0x811c9dc5, contentOf(row));

/** FNV-1a. Equal texts have equal hashes. */
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

/** Two rows of one file are never the same: what it lists twice is there twice. */
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

/** By file, then by what the rows say: the order of the rows in the file does not matter. */
function sorted<Row extends Basic>(list: readonly Merged<Row>[], files: readonly SourceFile<Row>[]): Merged<Row>[] {
  const keyed = list.map(merged => {
    const place = merged.files[0] === undefined ? -1 : files.indexOf(merged.files[0]);
    return {merged, place, key: `${contentOf(merged.row)} ${String(merged.row.line).padStart(12, '0')}`};
  });
  return keyed.sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1)).map(({merged}) => merged);
}

/** Each file once, however often it was given, in a fixed order. */
export function distinct<Row>(given: readonly SourceFile<Row>[]): SourceFile<Row>[] {
  const bySum = new Map<string, SourceFile<Row>>();
  for (const file of given) {
    const other = bySum.get(file.sha256);
    if (other === undefined || rankOf(file) < rankOf(other)) bySum.set(file.sha256, file);
  }
  return [...bySum.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

/** Sorts files with equal bytes, so that of two names, or of copies with and without an interval, always the same one is kept. */
const rankOf = ({name, interval}: SourceFile<unknown>) =>
  `${interval === null ? 1 : 0} ${interval?.from} ${interval?.to} ${name}`;

/** All that a row says as one text, without its line. */
export function contentOf(row: Basic): string {
  const {line: _, ...content} = row;
  return JSON.stringify(content, Object.keys(content).sort());
}

/** Whether two statements do not contradict each other; either may be absent. */
export const agree = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;

export const placesOf = <Row extends Basic>({files, lines, row}: Merged<Row>): readonly RowPlace[] =>
  files.map(({kind, name}, index) => ({kind, file: name, line: lines?.[index] ?? row.line}));
