import {type AnyEvent, isOneOf} from '../../journal/envelope.js';
import type {Profile} from '../../journal/schema.js';
import {isSettled} from '../../payment/follow-up.js';
import {beginPayment, evolve, type Payment, referenceOf} from '../../payment/payment.js';
import {refundEvents} from '../../payment/refund-schema.js';
import {isRequested, paymentEvents} from '../../payment/schema.js';
import {instantOf} from '../../payment/timeline.js';
import type {ChainState, Days} from '../rows/inputs.js';
import {type LocalPayment, type PaymentDigest, paymentDigest} from '../rows/local.js';
import type {FirstPass} from './first-pass.js';

/** Which payments are wanted: those of the days and of the days near them, and those of other days that are named. */
export type Wanted = {
  readonly days: Days;
  readonly named: ReadonlySet<string>;
  readonly onEvents: (count: number) => void;
};

/**
 * Like `Wanted`, for books that may have millions of payments. `firstPass` is given each payment of the days or near them; it says which of
 * them need not be kept, and what else is named. It is for the payments of one profile.
 */
export type WantedInPasses = {readonly days: Days; readonly firstPass: (profile: Profile) => PassedFirst};

/** What a first pass says of the payments that it is given; see `FirstPass`. */
type PassedFirst = Pick<FirstPass, 'take' | 'givenBack'> & {readonly missing: () => Iterable<string>};

/** What a journal has of some days, and of neighbouring days that files may name. */
export type BooksRead = {readonly till: string; readonly payments: readonly LocalPayment[]; readonly chain: ChainState};

/** A file of the days may name payments of days this near, and a payment of the days may end late within them. */
const nearDays = 10;

export const daysNear = ({from, to}: Days): Days => ({from: shifted(from, -nearDays), to: shifted(to, nearDays)});

const shifted = (date: string, by: number) => Temporal.PlainDate.from(date).add({days: by}).toString();

/**
 * What reconciliation needs of a closed day: short records of the payments that were requested on it and settled by its end, and the events
 * about all other payments; both in the order of their lines.
 */
export type DayDigest = {readonly payments: readonly PaymentDigest[]; readonly events: readonly AnyEvent[]};

export type Events = ReadonlyMap<string, readonly AnyEvent[]>;

export type IsWanted = (begun: {readonly reference: string; readonly businessDate: string}) => boolean;

/** Makes short records of one day's events. */
export type DayFold = {
  readonly take: (event: AnyEvent) => void;
  /** Takes a payment of the day about which no more events follow. Earlier payments of the journal must be taken before it. */
  readonly keep: (payment: PaymentDigest) => void;
  /**
   * Makes short records of the settled payments that have no events in `later`; otherwise a whole day of a large shop would be in memory.
   * If more events of the same day are about such a payment, it must be read again (`again`).
   */
  readonly compact: (later: Events) => void;
  /** The day's payments with their events in `later`, in the order of requests. `ofEarlier`: events about payments of earlier days. */
  readonly end: (later: Events) => {
    readonly payments: readonly PaymentDigest[];
    readonly again: ReadonlySet<string>;
    readonly ofEarlier: Events;
  };
};

/** A payment so far, and the till's clock less the service's by its nearest answer. Changed in place. */
type BegunPayment = {payment: Payment; skewSeconds: number | null};

export function dayFold(isWanted: IsWanted): DayFold {
  /** Null: the payment is still in `begun`. */
  const ofDay = new Map<string, PaymentDigest | null>();
  const begun = new Map<string, BegunPayment>();
  const unwanted = new Set<string>();
  const again = new Set<string>();
  const ofEarlier = new Map<string, AnyEvent[]>();
  const isOfTheDay = (reference: string) => ofDay.has(reference) || unwanted.has(reference);
  return {
    take(event) {
      const reference = referenceOf(event);
      if (reference === undefined) return;
      const started = begun.get(reference);
      if (started !== undefined) apply(started, event);
      else if (isRequested(event)) {
        if (isOfTheDay(reference)) return;
        if (isWanted(event.data)) {
          ofDay.set(reference, null);
          begun.set(reference, {payment: beginPayment(event), skewSeconds: null});
        } else unwanted.add(reference);
      } else if (ofDay.has(reference)) again.add(reference);
      else if (!unwanted.has(reference)) ofEarlier.getOrInsert(reference, []).push(event);
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
        if (!isOfTheDay(reference)) ofEarlier.getOrInsert(reference, []).push(...events);
      }
      return {payments: [...ofDay.values()].filter(payment => payment !== null), again, ofEarlier};
    },
  };
}

/** The digest of a day's events. Like the fold of payments, it throws for events that are not as their type specifies. */
export function digestOfDay(dayEvents: readonly AnyEvent[]): DayDigest {
  const begun = new Map<string, BegunPayment>();
  for (const event of dayEvents) {
    const reference = referenceOf(event);
    if (reference === undefined) continue;
    const started = begun.get(reference);
    if (started !== undefined) apply(started, event);
    else if (isRequested(event)) begun.set(reference, {payment: beginPayment(event), skewSeconds: null});
  }
  const settled = [...begun.values()].filter(({payment}) => isSettled(payment));
  const seqs = new Map(settled.map(({payment: {reference, seq}}) => [reference, seq]));
  return {
    payments: settled.map(({payment, skewSeconds}) => paymentDigest(payment, skewSeconds)),
    // Events about a reference before it was requested belong to an earlier payment with the same reference.
    events: dayEvents.filter(event => {
      const reference = referenceOf(event);
      return reference !== undefined && event.seq < (seqs.get(reference) ?? Number.POSITIVE_INFINITY);
    }),
  };
}

/** The fold of a digested day. `named`: events of its payments that later events are about; these are folded again. */
export function foldDigest(
  {payments, events}: DayDigest,
  {isWanted, named}: {readonly isWanted: IsWanted; readonly named: readonly AnyEvent[]},
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

function apply(payment: BegunPayment, event: AnyEvent): void {
  // A second request is refused when the journal is opened; here the first one counts.
  if (isRequested(event)) return;
  payment.skewSeconds = nearestSkew(payment.skewSeconds, event);
  payment.payment = evolve(payment.payment, event);
}

/** The difference between the till's clock and the service's, by the smallest one in any answer; the event may hold such an answer. */
export function nearestSkew(known: number | null, event: AnyEvent): number | null {
  const skew = skewOf(event);
  return skew !== null && (known === null || Math.abs(skew) < Math.abs(known)) ? skew : known;
}

const isAboutPayment = isOneOf({...paymentEvents, ...refundEvents});

/** The till's clock less the service's, in whole seconds; null if the event has no answer with the time. */
function skewOf(event: AnyEvent): number | null {
  if (!isAboutPayment(event) || !('answer' in event.data)) return null;
  const {at, data} = event;
  if (data.answer.kind !== 'answered' || data.answer.serverTime === undefined) return null;
  return Math.round((instantOf(at) - data.answer.serverTime) / 1000) || 0; // JSON has no -0
}
