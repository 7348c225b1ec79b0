import type {StoredEvent} from '../core/event.js';
import {isSettled} from '../core/follow-up.js';
import type {Payment} from '../core/payment.js';
import {emptyState, recallEvents} from '../core/state.js';
import type {Reading} from '../till/open.js';

/** Business days from the first to the last. */
export type Span = {readonly from: string; readonly to: string};

/** What the journal has of some days. */
export type DaysRead = {
  /** The payments of these dates and those that were given back on them, in the order of their making. */
  readonly payments: readonly Payment[];
  /** The lines of these dates' segments. */
  readonly events: readonly StoredEvent[];
};

/** Whether a date lies in the span. */
export const isWithin = ({from, to}: Span, date: string): boolean => from <= date && date <= to;

/**
 * Reads the days' segments, and of payments that were not settled at their end what came later. A payment that was begun
 * as the day ended may lie in the segment after it, and while a clock was wrong days lie in the newest one: both are read.
 */
export async function readDays({journal}: Reading, span: Span): Promise<DaysRead> {
  const all = await journal.segments();
  const next = all.find(date => date > span.to);
  const segments = all.filter(date => isWithin(span, date) || date === next || date === all.at(-1));
  const state = emptyState();
  const events: StoredEvent[] = [];
  const given = new Set<string>();
  for (const date of segments) {
    const own = await Array.fromAsync(journal.readSegment(date));
    recallEvents(state, own);
    if (isWithin(span, date)) events.push(...own);
    for (const event of own) if (isRefundWithin(span, event)) given.add(event.data.reference);
  }
  const hasMore = all.some(date => date > span.to && !segments.includes(date));
  const payments = new Map<string, Payment>();
  for (const payment of state.payments.values()) {
    const {reference, request} = payment;
    const isOwn = isWithin(span, request.businessDate);
    if (!isOwn && !given.has(reference)) continue;
    payments.set(reference, hasMore && !isSettled(payment) ? await wholePayment({journal}, payment) : payment);
  }
  for (const reference of given) {
    if (payments.has(reference)) continue;
    const earlier = await begunEarlier({journal}, reference);
    if (earlier !== undefined) payments.set(reference, earlier);
  }
  return {payments: [...payments.values()].sort((a, b) => a.seq - b.seq), events};
}

type RefundBegun = Extract<StoredEvent, {type: 'refund-requested' | 'refund-in-cash' | 'refund-seen'}>;

function isRefundWithin(span: Span, event: StoredEvent): event is RefundBegun {
  if (event.type !== 'refund-requested' && event.type !== 'refund-in-cash' && event.type !== 'refund-seen')
    return false;
  return isWithin(span, event.data.businessDate);
}

async function wholePayment(reading: Pick<Reading, 'journal'>, known: Payment): Promise<Payment> {
  return (await begunEarlier(reading, known.reference)) ?? known;
}

async function begunEarlier({journal}: Pick<Reading, 'journal'>, reference: string): Promise<Payment | undefined> {
  const state = emptyState();
  recallEvents(state, await journal.eventsOf(reference));
  return state.payments.get(reference);
}
