import {type DecimalAmount, DecimalSums, isZero, numberReader, plainAmount} from './amount.js';
import {dateIn} from './calendar.js';
import {hashed} from './merge.js';
import type {Proof} from './proof.js';
import type {BankRow, PayoutRow, ProviderRow, Rows, SourceFile} from './row.js';
import {fileStandingReader, type ProviderStanding, wordsIn} from './standing.js';

type AnyRow = ProviderRow | PayoutRow | BankRow;

/** A row that is worth a look, with what it says. */
export type Suspicion = {
  readonly line: number;
  readonly why: 'repeated' | 'outside' | 'far' | 'unproved' | 'untested';
  /** Of a row that is in the file already: the line of the first. */
  readonly first: number | null;
  readonly day: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string;
};

/** Rows of which the file says that no money moved, by its word for it. */
export type LeftState = {
  readonly word: string;
  readonly standing: ProviderStanding;
  readonly rows: number;
  /** Of up to three of them. */
  readonly lines: readonly number[];
};

/** What a file says in a few figures, and which of its rows to look at first. */
export type FileOverview = {
  /** Of the rows that moved money, by currency. */
  readonly received: readonly DecimalAmount[];
  readonly given: readonly DecimalAmount[];
  /** The days of its rows; null where a row tells none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly states: readonly LeftState[];
  /** The first so many of each reason, the gravest reason first. */
  readonly suspicious: readonly Suspicion[];
  /** How many rows there are to look at. */
  readonly toLookAt: number;
};

/** So many of each reason are told. */
const mostListed = 5;
const mostStates = 20;
const mostLines = 3;

/**
 * What a file that was read comes to. Rows are suspicious that stand in it twice, that lie outside the days which it is said to
 * cover, whose amount is far beyond all others, that no balance proves beside others that one does, and, where nothing proves
 * the file, those that show best whether it was read right. `words` are the owner's own rules for words of a status.
 */
export function overviewOf(
  file: SourceFile<AnyRow>,
  proof: Proof,
  words: Readonly<Record<string, ProviderStanding>> = {},
): FileOverview {
  const {rows, interval, untested = []} = file;
  const standing = fileStandingReader(wordsIn(file, words));
  const number = numberReader();
  const [received, given] = [new DecimalSums(), new DecimalSums()];
  const states = new Map<string, LeftState>();
  const days = dayReader();
  const hashes = new Uint32Array(rows.length);
  const far = farAmounts();
  const beyond: Suspicion[] = [];
  const [lookAt, why] =
    proof.by === 'nothing' ? ([proof.lookAt, 'unproved'] as const) : ([untested, 'untested'] as const);
  const isToLookAt = new Set(lookAt);
  const unproved: Suspicion[] = [];
  let first: string | null = null;
  let last: string | null = null;
  let outside = 0;
  let index = 0;
  for (const row of rows) {
    hashes[index] = hashOf(row);
    index += 1;
    const stands = row.status === '' ? 'paid' : standing(row.status);
    if (stands === 'paid') {
      const value = number(row.amount);
      if (!isZero(value)) (value.digits < 0n ? given : received).add(row.currency, value);
      far.note(row);
    } else noteState(states, row, stands);
    const day = days(row);
    if (day !== null && (first === null || day < first)) first = day;
    if (day !== null && (last === null || day > last)) last = day;
    if (interval !== null && isOutside(day, interval)) {
      outside += 1;
      if (beyond.length < mostListed) beyond.push(suspicion(row, 'outside'));
    }
    if (isToLookAt.has(row.line)) unproved.push(suspicion(row, why));
  }
  const {found: repeated, count} = repeatedRows(rows, hashes);
  const graver = [...repeated, ...beyond];
  const beside = (more: readonly Suspicion[], others: readonly Suspicion[]) =>
    more.filter(({line}) => others.every(each => each.line !== line));
  const large = beside(far.found(), graver);
  const others = beside(unproved, [...graver, ...large]);
  return {
    received: received.amounts,
    given: given.amounts,
    first,
    last,
    states: [...states.values()].slice(0, mostStates),
    suspicious: [...graver, ...large, ...others],
    toLookAt: count + outside + large.length + others.length,
  };
}

/** So many amounts at most are far beyond all others; more of them are another kind of payment. */
const mostFar = 3;
/** Of how many rows it can be said, and how many times every other amount one must be. */
const fewestRows = 10;
const farTimes = 10;

/** A mark that was read wrongly makes an amount a hundred times what it is. Each currency for itself. */
function farAmounts() {
  type Large = {readonly size: number; readonly row: AnyRow};
  const byCurrency = new Map<string, {rows: number; largest: readonly Large[]}>();
  return {
    note(row: AnyRow): void {
      const of = byCurrency.get(row.currency) ?? {rows: 0, largest: []};
      byCurrency.set(row.currency, of);
      of.rows += 1;
      const size = Math.abs(Number(row.amount));
      const smallest = of.largest[mostFar];
      if (smallest !== undefined && size <= smallest.size) return;
      of.largest = [...of.largest, {size, row}].sort((a, b) => b.size - a.size).slice(0, mostFar + 1);
    },
    found: (): readonly Suspicion[] =>
      [...byCurrency.values()].flatMap(({rows, largest}) => {
        if (rows < fewestRows) return [];
        const isGap = (large: Large, at: number) => {
          const next = largest[at + 1]?.size ?? 0;
          return next > 0 && large.size >= next * farTimes;
        };
        return largest.slice(0, largest.findLastIndex(isGap) + 1).map(({row}) => suspicion(row, 'far'));
      }),
  };
}

const isOutside = (day: string | null, {from, to}: {readonly from: string; readonly to: string}): boolean =>
  day !== null && (day < from || day > to);

function noteState(states: Map<string, LeftState>, {line, status}: AnyRow, standing: ProviderStanding): void {
  const before = states.get(status) ?? {word: status, standing, rows: 0, lines: []};
  const lines = before.lines.length < mostLines ? [...before.lines, line] : before.lines;
  states.set(status, {...before, rows: before.rows + 1, lines});
}

/**
 * Rows that say what an earlier one says. What has no number of its own may well happen twice. Numbers made of its reference and
 * its amount are compared first: a file of a million rows is not to be kept a second time.
 */
function repeatedRows(
  rows: Rows<AnyRow>,
  hashes: Uint32Array,
): {readonly found: readonly Suspicion[]; readonly count: number} {
  const sorted = hashes.toSorted();
  const again = new Set(sorted.filter((hash, at) => hash === sorted[at + 1]));
  const listed: Suspicion[] = [];
  let count = 0;
  const firsts = new Map<string, number>();
  for (const [index, hash] of again.size === 0 ? [] : hashes.entries()) {
    const row = again.has(hash) ? rows.at(index) : undefined;
    if (row === undefined) continue;
    const text = identity(row);
    const first = firsts.get(text);
    if (text !== '' && first === undefined) firsts.set(text, row.line);
    if (first === undefined) continue;
    count += 1;
    if (listed.length < mostListed) listed.push({...suspicion(row, 'repeated'), first});
  }
  return {found: listed, count};
}

function identity(row: AnyRow): string {
  if ('narration' in row) {
    const {entry, amount, currency, bookedOn, narration} = row;
    return entry === '' ? '' : [entry, amount, currency, bookedOn, narration].join('\n');
  }
  const {amount, currency, at} = row;
  if (!('kind' in row)) return [row.payout, amount, currency, at].join('\n');
  const {kind, reference, serviceReference, status} = row;
  return reference === '' && serviceReference === null
    ? ''
    : [kind, reference, serviceReference, amount, currency, status, at].join('\n');
}

/** FNV-1a. Rows that say the same have the same. */
function hashOf(row: AnyRow): number {
  let hash = hashed(0x811c9dc5, row.amount);
  if ('narration' in row) hash = hashed(hash, row.entry);
  else if ('kind' in row) hash = hashed(hashed(hash, row.reference), row.serviceReference ?? '');
  else hash = hashed(hash, row.payout);
  return hash >>> 0;
}

const instantOf = (row: AnyRow): string | null => ('narration' in row ? row.bookedOn : row.at);
const dayOf = (row: AnyRow): string | null => dateIn(instantOf(row));

/** As `dayOf`, and each day once: rows of one day stand together. */
function dayReader(): (row: AnyRow) => string | null {
  let known: string | null = null;
  return row => {
    const instant = instantOf(row);
    if (known === null || instant === null || !instant.startsWith(known)) known = dateIn(instant);
    return known;
  };
}

const suspicion = (row: AnyRow, why: Suspicion['why']): Suspicion => ({
  line: row.line,
  why,
  first: null,
  day: dayOf(row),
  amount: row.amount,
  currency: row.currency,
  reference: referenceOf(row),
});

function referenceOf(row: AnyRow): string {
  if ('narration' in row) return row.entry || row.narration;
  return 'kind' in row ? row.reference || (row.serviceReference ?? '') : row.payout;
}

/** The same for programs: amounts are plain texts. */
export function overviewJson({received, given, ...others}: FileOverview) {
  const texts = (sums: readonly DecimalAmount[]) =>
    sums.map(sum => ({currency: sum.currency, amount: plainAmount(sum)}));
  return {received: texts(received), given: texts(given), ...others};
}
