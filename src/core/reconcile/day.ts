import {isKnown, type StoredEvent} from '../journal/event.js';
import {isSettled} from '../payment/follow-up.js';
import {beginPayment, evolve, type Payment} from '../payment/payment.js';
import {instantOf} from '../payment/timeline.js';
import {type PaymentDigest, paymentDigest} from './local.js';

/**
 * What reconciliation wants of a closed day: short records of the payments that were asked for on it and settled at its end,
 * and the events of all others that it speaks of; both in the order of their lines.
 */
export type DayDigest = {readonly payments: readonly PaymentDigest[]; readonly events: readonly StoredEvent[]};

/** Events by the reference of the payment that they speak of. */
export type Events = ReadonlyMap<string, readonly StoredEvent[]>;

/** Which of the payments that a day begins are wanted. */
export type IsWanted = (begun: {readonly reference: string; readonly businessDate: string}) => boolean;

/** Makes short records of one day's events. */
export type DayFold = {
  readonly take: (event: StoredEvent) => void;
  /** Takes a payment of the day of which nothing more is told. Those before it in the journal are taken before it. */
  readonly keep: (payment: PaymentDigest) => void;
  /**
   * Makes short records of what is settled and of which nothing is told `later`: a day of a large shop would else be in
   * memory as a whole. If more is told of one on the same day, it is to be read `again`.
   */
  readonly compact: (later: Events) => void;
  /**
   * The payments that were begun on the day, with what came `later`, in the order in which they were asked for; what is told
   * in `ofEarlier` is of days before it.
   */
  readonly end: (later: Events) => {
    readonly payments: readonly PaymentDigest[];
    readonly again: ReadonlySet<string>;
    readonly ofEarlier: Events;
  };
};

/**
 * A payment as far as its events were read, and how far our clock was from the service's at the nearest of its answers: one
 * that was long on its way says less. Changed in place.
 */
type BegunPayment = {payment: Payment; skewSeconds: number | null};

/** Begins to make short records of a day. */
export function dayFold(isWanted: IsWanted): DayFold {
  /** Null: the payment is among those in `begun` still. */
  const ofDay = new Map<string, PaymentDigest | null>();
  const begun = new Map<string, BegunPayment>();
  const unwanted = new Set<string>();
  const again = new Set<string>();
  const ofEarlier = new Map<string, StoredEvent[]>();
  const isOfTheDay = (reference: string) => ofDay.has(reference) || unwanted.has(reference);
  return {
    take(event) {
      const reference = referenceOf(event);
      if (reference === undefined) return;
      const started = begun.get(reference);
      if (started !== undefined) apply(started, event);
      else if (event.type === 'requested') {
        if (isOfTheDay(reference)) return;
        if (isWanted(event.data)) {
          ofDay.set(reference, null);
          begun.set(reference, {payment: beginPayment(event), skewSeconds: null});
        } else unwanted.add(reference);
      } else if (ofDay.has(reference)) again.add(reference);
      else if (!unwanted.has(reference)) push(ofEarlier, reference, event);
    },
    keep(payment) {
      if (isWanted(payment)) ofDay.set(payment.reference, payment);
      else unwanted.add(payment.reference);
    },
    compact(later) {
      for (const [reference, {payment, skewSeconds}] of begun) {
        if (!isSettled(payment) || later.has(reference)) continue;
        ofDay.set(reference, paymentDigest(payment, skewSeconds));
        begun.delete(reference);
      }
    },
    end(later) {
      for (const [reference, told] of begun) {
        for (const event of later.get(reference) ?? []) apply(told, event);
        ofDay.set(reference, paymentDigest(told.payment, told.skewSeconds));
      }
      for (const [reference, events] of later) {
        if (isOfTheDay(reference)) continue;
        for (const event of events) push(ofEarlier, reference, event);
      }
      return {payments: [...ofDay.values()].filter(payment => payment !== null), again, ofEarlier};
    },
  };
}

/** The digest of a day's events. Throws, as the fold of payments does, for events that are not as their type has them. */
export function digestOfDay(dayEvents: readonly StoredEvent[]): DayDigest {
  const begun = new Map<string, BegunPayment>();
  for (const event of dayEvents) {
    const reference = referenceOf(event);
    if (reference === undefined) continue;
    const started = begun.get(reference);
    if (started !== undefined) apply(started, event);
    else if (event.type === 'requested') begun.set(reference, {payment: beginPayment(event), skewSeconds: null});
  }
  const settled = [...begun.values()].filter(({payment}) => isSettled(payment));
  const seqs = new Map(settled.map(({payment: {reference, seq}}) => [reference, seq]));
  return {
    payments: settled.map(({payment, skewSeconds}) => paymentDigest(payment, skewSeconds)),
    // What is told of a payment before it was asked for is of an earlier one of that name.
    events: dayEvents.filter(event => {
      const reference = referenceOf(event);
      return reference !== undefined && event.seq < (seqs.get(reference) ?? Number.POSITIVE_INFINITY);
    }),
  };
}

/**
 * A day of which there is a digest. `named` are events of payments that are in it and of which more is told later, from
 * their request on: those are folded once more.
 */
export function foldDigest(
  {payments, events}: DayDigest,
  {isWanted, named}: {readonly isWanted: IsWanted; readonly named: readonly StoredEvent[]},
): DayFold {
  const day = dayFold(isWanted);
  const merged = [...events, ...named].sort((a, b) => a.seq - b.seq);
  const repeated = new Set(named.map(referenceOf));
  let next = 0;
  for (const payment of payments) {
    if (repeated.has(payment.reference)) continue;
    for (let event = merged[next]; event !== undefined && event.seq < payment.seq; event = merged[next]) {
      day.take(event);
      next += 1;
    }
    day.keep(payment);
  }
  for (const event of merged.slice(next)) day.take(event);
  return day;
}

/** The payment that an event tells something of: nothing is learnt here of slips, and of what a person accepted. */
export function referenceOf(event: StoredEvent): string | undefined {
  if (
    !isKnown(event) ||
    event.type === 'slip-printed' ||
    event.type === 'discrepancy-accepted' ||
    event.type === 'match-confirmed'
  )
    return undefined;
  const {reference} = event.data as {readonly reference?: unknown};
  return typeof reference === 'string' ? reference : undefined;
}

function apply(payment: BegunPayment, event: StoredEvent): void {
  // Asked for twice is for the opening of the journal to refuse; here the first one counts.
  if (event.type === 'requested') return;
  payment.skewSeconds = nearestSkew(payment.skewSeconds, event);
  payment.payment = evolve(payment.payment, event);
}

/** How far our clock is from the service's by the nearest of its answers, of which this event may be one. */
export function nearestSkew(known: number | null, event: StoredEvent): number | null {
  const skew = skewOf(event);
  return skew !== null && (known === null || Math.abs(skew) < Math.abs(known)) ? skew : known;
}

/** Our clock less the service's, in whole seconds, where an answer told the time. */
function skewOf({at, data}: StoredEvent): number | null {
  if (!('answer' in data) || data.answer.kind !== 'answered' || data.answer.serverTime === undefined) return null;
  return Math.round((instantOf(at) - data.answer.serverTime) / 1000) || 0; // JSON knows no other nought
}

function push(events: Map<string, StoredEvent[]>, reference: string, event: StoredEvent): void {
  const known = events.get(reference);
  if (known === undefined) events.set(reference, [event]);
  else known.push(event);
}
