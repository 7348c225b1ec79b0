import {amountOf} from './amount.js';
import type {ProviderEntry} from './books.js';
import {dateIn, dayNumber, instantIn} from './calendar.js';
import type {Finding} from './discrepancy.js';
import type {Inputs} from './inputs.js';
import type {LocalPayment} from './local.js';
import type {Matched} from './match.js';

const nearMs = 10 * 60_000;
const tailLength = 4;
const mostListed = 12;
const mostCounted = 100;

/** Payments that a row without one may be of, for a person to judge: it is never done by itself. */
export type Guess = {
  readonly finding: Finding;
  /** In the order of their references; at most twelve. */
  readonly candidates: readonly Candidate[];
  /** How many fit, counted up to a hundred. */
  readonly fitting: number;
};
export type Candidate = {
  readonly reference: string;
  readonly till: string;
  /** What agrees, beside the amount. `day`: the row's zone is not known, and its date is no more than a day away. */
  readonly basis: readonly ('phone' | 'time' | 'day')[];
  readonly finding: Finding | null;
};

type Loose = Matched['loosePayments'][number];

/** For each row without a payment, the payments without a row whose amount, and telephone or time, agree with it. */
export function guesses({settings}: Inputs, {looseRows, loosePayments}: Matched): readonly Guess[] {
  if (looseRows.length === 0) return [];
  const index = indexOf(loosePayments);
  return looseRows.flatMap(({entry, finding}) => {
    const found = candidatesOf(entry, index, settings.providerZone).sort((a, b) =>
      a.reference < b.reference ? -1 : 1,
    );
    return found.length === 0 ? [] : [{finding, candidates: found.slice(0, mostListed), fitting: found.length}];
  });
}

/** By amount alone and by amount and the end of the wallet's number, each in the order of time. */
function indexOf(loosePayments: readonly Loose[]): ReadonlyMap<string, readonly Loose[]> {
  const index = new Map<string, Loose[]>();
  const sorted = [...loosePayments].sort(
    ({payment: a}, {payment: b}) => a.requestedAt - b.requestedAt || (a.reference < b.reference ? -1 : 1),
  );
  for (const loose of sorted) {
    const {amount, digits} = loose.payment;
    const {digits: units, scale} = amountOf(amount).value;
    const key = `${amount.currency} ${units} ${scale}`;
    for (const name of [key, `${key} ${digits.slice(-tailLength)}`]) {
      const list = index.get(name);
      if (list === undefined) index.set(name, [loose]);
      else list.push(loose);
    }
  }
  return index;
}

function candidatesOf(
  entry: ProviderEntry,
  index: ReadonlyMap<string, readonly Loose[]>,
  zone: string | null,
): Candidate[] {
  const {row, amount} = entry;
  const key = `${row.currency} ${amount.digits} ${amount.scale}`;
  const tail = (row.phone ?? '').slice(-tailLength);
  const instant = instantIn(row.at, zone);
  const found: Candidate[] = [];
  for (const list of tail === '' ? [index.get(key)] : [index.get(`${key} ${tail}`), index.get(`${key} `)]) {
    for (let at = instant === null ? 0 : firstFrom(list ?? [], instant - nearMs); at < (list?.length ?? 0); at += 1) {
      const loose = list?.[at];
      if (loose === undefined || found.length >= mostCounted) break;
      if (instant !== null && loose.payment.requestedAt > instant + nearMs) break;
      const {payment, finding} = loose;
      const basis = basisOf(entry, payment, instant);
      if (basis !== null) found.push({reference: payment.reference, till: payment.till, basis, finding});
    }
  }
  return found;
}

/** The first place of a list in the order of time that is not before the instant. */
function firstFrom(list: readonly Loose[], instant: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.payment.requestedAt ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What agrees; null where too little does. A date without a zone may be of the day before or after. */
function basisOf({row}: ProviderEntry, payment: LocalPayment, instant: number | null): Candidate['basis'] | null {
  const hasPhone = row.phone !== null && row.phone !== '' && payment.digits !== '';
  const date = dateIn(row.at);
  if (instant !== null) return hasPhone ? ['phone', 'time'] : ['time'];
  if (!hasPhone) return null;
  if (date === null) return ['phone'];
  return Math.abs(dayNumber(date) - dayNumber(payment.businessDate)) <= 1 ? ['phone', 'day'] : null;
}
