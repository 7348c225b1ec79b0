import {date} from '../../day/schema.js';
import {zero} from '../../money/decimal.js';
import {count, fields, list, object, oneOf, orNull, type Specified, text} from '../../spec/spec.js';
import {DecimalSums, exactAmount, isZero, numberReader} from '../rows/amount.js';
import {signedAmount, taxOf} from '../rows/books.js';
import {dateIn} from '../rows/inputs.js';
import {hashed} from '../rows/merge.js';
import type {BankRow, PayoutRow, Proof, ProviderRow, Rows, SourceFile} from '../rows/row.js';
import {fileStandingReader, type ProviderStanding, wordsIn} from '../rows/standing.js';

type AnyRow = ProviderRow | PayoutRow | BankRow;

/** A row that is worth a look, with what it says. */
const suspicionSpec = object({
  line: count('where it is'),
  why: oneOf(
    ['repeated', 'outside', 'far', 'unproved', 'untested'],
    'the file has it already, it is outside its days, its amount is far beyond all others, nothing proves the file, or no balance proves it',
  ),
  first: orNull(count('the line of the row that it repeats'), 'it repeats none'),
  day: orNull(text('of the row'), 'it has none'),
  amount: text('of the row'),
  currency: text('of the amount'),
  reference: text('or what else names it'),
});
export type Suspicion = Specified<typeof suspicionSpec>;

/** Rows whose status word says that no money moved. */
const stateSpec = object({
  word: text('the status'),
  standing: oneOf(['paid', 'failed', 'reversed', 'open', 'unknown'], 'what it means'),
  rows: count('how many rows have it'),
  lines: list(count(), 'of up to three of them'),
});
export type LeftState = Specified<typeof stateSpec>;

/** What a file says in a few figures, and which of its rows to look at first. */
export const overviewSpec = fields(
  {
    received: list(exactAmount(), 'what came in with rows that moved money, by currency'),
    given: list(exactAmount(), 'what went out with them'),
    taxes: list(exactAmount(), 'the taxes that they state beside their fees'),
    first: orNull(date('of its first row'), 'no row has a day'),
    last: orNull(date('of its last row'), 'no row has a day'),
    states: list(stateSpec, 'of rows that moved no money'),
    suspicious: list(suspicionSpec, 'the first rows to look at'),
    toLookAt: count('how many such rows there are'),
  },
  'what it comes to',
);
export type FileOverview = Specified<typeof overviewSpec>;

/** At most this many rows are listed for a reason. */
const mostListed = 5;
const mostStates = 20;
const mostLines = 3;

/**
 * An overview of a file that was read. Suspicious rows are those that the file has twice, that lie outside the days which the file is said
 * to cover, whose amount is far beyond all others, or that no balance proves although balances prove others; and, if nothing proves the
 * file, the rows that best show whether it was read correctly. `words` are the owner's own rules for status words.
 */
export function overviewOf(
  file: SourceFile<AnyRow>,
  proof: Proof,
  words: Readonly<Record<string, ProviderStanding>> = {},
): FileOverview {
  const {rows, interval, untested = []} = file;
  const standing = fileStandingReader(wordsIn(file, words));
  const moved = sumsEachWay();
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
      moved.add(row);
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
    received: moved.received.amounts,
    given: moved.given.amounts,
    taxes: moved.taxes.amounts,
    first,
    last,
    states: [...states.values()].slice(0, mostStates),
    suspicious: [...graver, ...large, ...others],
    toLookAt: count + outside + large.length + others.length,
  };
}

/** The sums of what rows brought in and of what they took out. */
function sumsEachWay() {
  const number = numberReader();
  const [received, given, taxes] = [new DecimalSums(), new DecimalSums(), new DecimalSums()];
  return {
    received,
    given,
    taxes,
    add(row: AnyRow): void {
      const amount = number(row.amount);
      const value = 'kind' in row ? signedAmount({row, amount}) : amount;
      if (!isZero(value)) (value.digits < 0n ? given : received).add(row.currency, value);
      const tax = 'kind' in row ? taxOf({row, amount}) : zero;
      if (!isZero(tax)) taxes.add(row.currency, tax);
    },
  };
}

/** At most this many amounts count as far beyond all others; if there are more, they are another kind of payment. */
const mostFar = 3;
/** The number of rows from which this can be judged, and how many times larger than every other amount one must be. */
const fewestRows = 10;
const farTimes = 10;

/** A decimal mark that was misread makes an amount a hundred times too large. Each currency is judged by itself. */
function farAmounts() {
  type Large = {readonly size: number; readonly row: AnyRow};
  const byCurrency = new Map<string, {rows: number; largest: readonly Large[]}>();
  return {
    note(row: AnyRow): void {
      const of = byCurrency.getOrInsertComputed(row.currency, () => ({rows: 0, largest: []}));
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

/** Rows that repeat an earlier one, which rows without a number may. Hashes are compared first, so that no file is held twice. */
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

/** FNV-1a. Rows that say the same have the same hash. */
function hashOf(row: AnyRow): number {
  let hash = hashed(0x811c9dc5, row.amount);
  if ('narration' in row) hash = hashed(hash, row.entry);
  else if ('kind' in row) hash = hashed(hashed(hash, row.reference), row.serviceReference ?? '');
  else hash = hashed(hash, row.payout);
  return hash >>> 0;
}

const instantOf = (row: AnyRow): string | null => ('narration' in row ? row.bookedOn : row.at);

/** Like `dayOf`, but reads each day only once, since the rows of a day follow each other. */
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
  day: dateIn(instantOf(row)),
  amount: row.amount,
  currency: row.currency,
  reference: referenceOf(row),
});

function referenceOf(row: AnyRow): string {
  if ('narration' in row) return row.entry || row.narration;
  return 'kind' in row ? row.reference || (row.serviceReference ?? '') : row.payout;
}
