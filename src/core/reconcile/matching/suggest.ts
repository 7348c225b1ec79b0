import {amountOf} from '../rows/amount.js';
import type {Books, ProviderEntry} from '../rows/books.js';
import type {Finding} from '../rows/discrepancy.js';
import {dateIn, dayNumber, type Inputs, instantIn} from '../rows/inputs.js';
import {type LocalPayment, tailOf} from '../rows/local.js';
import {parted, type Rows} from '../rows/row.js';
import {firstRowsOfMany, mostRowsOfOne, nearMs} from './groups.js';
import {type Matched, strangerFindings} from './match.js';

const mostListed = 12;
const mostCounted = 100;

/** Payments that a row without a payment may belong to, for a person to judge; they are never matched automatically. */
type Guess = {
  readonly finding: Finding;
  /** In the order of their references; at most twelve. */
  readonly candidates: readonly Candidate[];
  /** The number that fit, counted up to a hundred. */
  readonly fitting: number;
};
export type Candidate = {
  readonly reference: string;
  readonly till: string;
  /** What agrees besides the amount. `day`: the row's zone is not known, and its date is at most one day away. */
  readonly basis: readonly ('phone' | 'time' | 'day')[];
  readonly finding: Finding | null;
};

type Loose = Matched['loosePayments'][number];

/** For each row without a payment: the payments without a row whose amount agrees with it, and also the telephone or the time. */
export function guesses({settings, zone}: Inputs, {looseRows, loosePayments}: Matched): readonly Guess[] {
  if (looseRows.length === 0) return [];
  const candidates = candidateReader({settings, zone}, loosePayments);
  return looseRows.flatMap(({entry, finding}) => {
    const found = candidates(entry).sort((a, b) => (a.reference < b.reference ? -1 : 1));
    return found.length === 0 ? [] : [{finding, candidates: found.slice(0, mostListed), fitting: found.length}];
  });
}

/** Returns a function for the payments without a row that a row may belong to. */
function candidateReader(
  {settings, zone}: Pick<Inputs, 'settings' | 'zone'>,
  loosePayments: readonly Loose[],
): (entry: ProviderEntry) => Candidate[] {
  const index = indexOf(loosePayments);
  // A time without a zone is nearly always in the zone of the shop's country or in UTC.
  const zones = settings.providerZone === null ? [zone, 'UTC'] : [settings.providerZone];
  return entry => candidatesOf(entry, index, zones);
}

/** Keyed by amount alone, and by amount and the end of the wallet's number; each list is in the order of time. */
function indexOf(loosePayments: readonly Loose[]): ReadonlyMap<string, readonly Loose[]> {
  const index = new Map<string, Loose[]>();
  const sorted = [...loosePayments].sort(
    ({payment: a}, {payment: b}) => a.requestedAt - b.requestedAt || (a.reference < b.reference ? -1 : 1),
  );
  for (const loose of sorted) {
    const {amount, digits} = loose.payment;
    const {digits: units, scale} = amountOf(amount).value;
    const key = `${amount.currency} ${units} ${scale}`;
    for (const name of [key, `${key} ${tailOf(digits)}`]) index.getOrInsert(name, []).push(loose);
  }
  return index;
}

function candidatesOf(
  {row, amount}: ProviderEntry,
  index: ReadonlyMap<string, readonly Loose[]>,
  zones: readonly string[],
): Candidate[] {
  const key = `${row.currency} ${amount.digits} ${amount.scale}`;
  const tail = tailOf(row.phone);
  const ofPhone = tail === '' ? [] : (index.get(`${key} ${tail}`) ?? []);
  const lists = tail === '' ? [index.get(key) ?? []] : [ofPhone, index.get(`${key} `) ?? []];
  const instants = new Set(zones.map(zone => instantIn(row.at, zone)).filter(instant => instant !== null));
  const found = new Map<LocalPayment, Candidate>();
  const add = (loose: readonly Loose[], isTimely: boolean) => {
    for (const {payment, finding} of loose) {
      if (found.size >= mostCounted) return;
      const basis = found.has(payment) ? null : basisOf(row, payment, isTimely);
      if (basis !== null) found.set(payment, {reference: payment.reference, till: payment.till, basis, finding});
    }
  };
  for (const instant of instants) for (const list of lists) add(near(list, instant), true);
  // If the zone is not known, the row's time may be any time of that day or close to it.
  const isSure = instants.size > 0 && (zones.length === 1 || instantIn(row.at, null) !== null);
  if (!isSure) add(ofPhone, false);
  return [...found.values()];
}

/** The payments requested at about that time. */
function near(list: readonly Loose[], instant: number): readonly Loose[] {
  const first = firstFrom(list, instant - nearMs);
  const end = firstFrom(list, instant + nearMs + 1);
  return list.slice(first, Math.min(end, first + mostCounted));
}

/** The first index of a list in the order of time whose payment is not before the instant. */
function firstFrom(list: readonly Loose[], instant: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.payment.requestedAt ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What agrees; null if too little does. A date without a zone may belong to the day before or after. */
function basisOf(row: ProviderEntry['row'], payment: LocalPayment, isTimely: boolean): Candidate['basis'] | null {
  const hasPhone = row.phone !== null && row.phone !== '' && payment.digits !== '';
  if (isTimely) return hasPhone ? ['phone', 'time'] : ['time'];
  if (!hasPhone) return null;
  const date = dateIn(row.at);
  if (date === null) return ['phone'];
  return Math.abs(dayNumber(date) - dayNumber(payment.businessDate)) <= 1 ? ['phone', 'day'] : null;
}

/** The same with strangers held that may match something: one payment, or several if the strangers are few. */
export function withLikely(inputs: Inputs, books: Books, matched: Matched): Matched {
  const {loosePayments} = matched;
  if (matched.strangers.length === 0) return matched;
  if (loosePayments.length === 0) return matched;
  const candidatesOf = candidateReader(inputs, loosePayments);
  const [likely, unlikely] = parted(matched.strangers, entry => candidatesOf(entry).length > 0);
  const [first, strangers] = unlikely.length <= mostRowsOfOne ? [[...unlikely], noRows] : firstRowsOfMany(unlikely);
  const held = [...likely, ...first];
  const findings = [...strangerFindings(books, held)];
  const looseRows = held.flatMap((entry, at) => {
    const finding = findings[at];
    return finding === undefined ? [] : [{entry, finding}];
  });
  return {
    ...matched,
    strangers,
    findings: [...matched.findings, ...findings],
    looseRows: [...matched.looseRows, ...looseRows],
  };
}

const noRows: Rows<ProviderEntry> = [];
