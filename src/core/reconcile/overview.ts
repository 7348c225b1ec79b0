import {type DecimalAmount, DecimalSums, isZero, numberReader, plainAmount} from './amount.js';
import {dateIn} from './calendar.js';
import type {Proof} from './proof.js';
import type {BankRow, PayoutRow, ProviderRow, SourceFile} from './row.js';
import {fileStandingReader, type ProviderStanding} from './standing.js';

type AnyRow = ProviderRow | PayoutRow | BankRow;

/** A row that is worth a look, with what it says. */
export type Suspicion = {
  readonly line: number;
  readonly why: 'repeated' | 'outside' | 'unproved';
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
const mostTold = 5;
const mostStates = 20;
const mostLines = 3;

/**
 * What a file that was read comes to. Rows are suspicious that stand in it twice, that lie outside the days which it is said to
 * cover, and, where nothing proves the file, those that show best whether it was read right. `words` are the owner's own
 * rules for words of a status.
 */
export function overviewOf(
  {rows, interval}: SourceFile<AnyRow>,
  proof: Proof,
  words: Readonly<Record<string, ProviderStanding>> = {},
): FileOverview {
  const standing = fileStandingReader(words);
  const number = numberReader();
  const [received, given] = [new DecimalSums(), new DecimalSums()];
  const states = new Map<string, LeftState>();
  for (const row of rows) {
    const stands = row.status === '' ? 'paid' : standing(row.status);
    if (stands === 'paid') {
      const value = number(row.amount);
      if (!isZero(value)) (value.digits < 0n ? given : received).add(row.currency, value);
    } else noteState(states, row, stands);
  }
  const {told: repeated, count} = repeatedRows(rows);
  const days = dayReader();
  const beyond = interval === null ? [] : rows.filter(row => isOutside(days(row), interval));
  const graver = [...repeated, ...beyond.slice(0, mostTold).map(row => suspicion(row, 'outside'))];
  const told = new Set(graver.map(({line}) => line));
  const lookAt = proof.by === 'nothing' ? proof.lookAt.filter(line => !told.has(line)) : [];
  const unproved = lookAt.length === 0 ? [] : rows.filter(({line}) => lookAt.includes(line));
  return {
    received: received.amounts,
    given: given.amounts,
    ...span(rows),
    states: [...states.values()].slice(0, mostStates),
    suspicious: [...graver, ...unproved.map(row => suspicion(row, 'unproved'))],
    toLookAt: count + beyond.length + unproved.length,
  };
}

const isOutside = (day: string | null, {from, to}: {readonly from: string; readonly to: string}): boolean =>
  day !== null && (day < from || day > to);

/** The first and the last day that rows tell. */
function span(rows: readonly AnyRow[]): Pick<FileOverview, 'first' | 'last'> {
  const days = dayReader();
  let first: string | null = null;
  let last: string | null = null;
  for (const row of rows) {
    const day = days(row);
    if (day === null) continue;
    if (first === null || day < first) first = day;
    if (last === null || day > last) last = day;
  }
  return {first, last};
}

function noteState(states: Map<string, LeftState>, {line, status}: AnyRow, standing: ProviderStanding): void {
  const before = states.get(status) ?? {word: status, standing, rows: 0, lines: []};
  const lines = before.lines.length < mostLines ? [...before.lines, line] : before.lines;
  states.set(status, {...before, rows: before.rows + 1, lines});
}

/**
 * Rows that say what an earlier one says. What has no number of its own may well happen twice. Numbers made of its reference and
 * its amount are compared first: a file of a million rows is not to be kept a second time.
 */
function repeatedRows(rows: readonly AnyRow[]): {readonly told: readonly Suspicion[]; readonly count: number} {
  const seen = new Set<number>();
  const again = new Set<number>();
  for (const row of rows) {
    const hash = hashOf(row);
    if (seen.has(hash)) again.add(hash);
    else seen.add(hash);
  }
  const told: Suspicion[] = [];
  let count = 0;
  const firsts = new Map<string, number>();
  for (const row of again.size === 0 ? [] : rows) {
    const text = again.has(hashOf(row)) ? identity(row) : '';
    const first = firsts.get(text);
    if (text !== '' && first === undefined) firsts.set(text, row.line);
    if (first === undefined) continue;
    count += 1;
    if (told.length < mostTold) told.push({...suspicion(row, 'repeated'), first});
  }
  return {told, count};
}

function identity(row: AnyRow): string {
  if ('narration' in row) {
    const {entry, amount, bookedOn, narration} = row;
    return entry === '' ? '' : [entry, amount, bookedOn, narration].join('\n');
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

function hashed(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
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
