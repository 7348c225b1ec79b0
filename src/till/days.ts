import {emptyState, recallEvents} from '../core/books/state.js';
import {dayReader} from '../core/events/day-of.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Payment} from '../core/payment/payment.js';
import type {DaySpan} from '../core/present/span.js';
import type {Ticket} from '../core/ticket/ticket.js';
import type {TillContext} from './context.js';
import {readTickets} from './past-ticket.js';

/** What the journal holds about some days. */
export type DaysRead = {
  /** The payments of these dates and those that were given back on them, in the order in which they were requested. */
  readonly payments: readonly Payment[];
  /** The tickets that these payments are for. */
  readonly tickets: ReadonlyMap<string, Ticket>;
  /** The lines of these dates. */
  readonly events: readonly StoredEvent[];
};

export const isWithin = ({from, to}: DaySpan, date: string): boolean => from <= date && date <= to;

/**
 * Reads what the journal holds about the days, in whatever segment it is: events by the day that they belong to, and payments with
 * everything that any segment says about them.
 */
export async function readDays({journal}: Pick<TillContext, 'journal'>, span: DaySpan): Promise<DaysRead> {
  const own = await journal.segmentsOf(span);
  const references = new Set<string>();
  const begun = new Set<string>();
  let firstSeq = Number.MAX_SAFE_INTEGER;
  const events: StoredEvent[] = [];
  for (const date of own) {
    const dayOf = dayReader();
    for await (const event of journal.readSegment(date)) {
      if (!isWithin(span, dayOf(event))) continue;
      events.push(event);
      if (!isOfPayment(event)) continue;
      references.add(event.data.reference);
      if (event.type !== 'requested') continue;
      begun.add(event.data.reference);
      firstSeq = Math.min(firstSeq, event.seq);
    }
  }
  const payments = await readPayments({journal}, begun, firstSeq);
  for (const reference of references)
    if (!begun.has(reference)) payments.push(...(await begunEarlier({journal}, reference)));
  payments.sort((a, b) => a.seq - b.seq);
  const wanted = payments.filter(payment => isOf(span, payment));
  return {payments: wanted, tickets: await ticketsOf({journal}, wanted, span), events};
}

/** The tickets of those payments that were paid. */
async function ticketsOf(
  {journal}: Pick<TillContext, 'journal'>,
  payments: readonly Payment[],
  span: DaySpan,
): Promise<DaysRead['tickets']> {
  const paid = payments.filter(({request, paidSeq}) => request.ticket !== undefined && paidSeq !== undefined);
  return readTickets(journal, {
    tickets: new Set(paid.flatMap(({request}) => request.ticket ?? [])),
    payments: new Set(paid.map(({reference}) => reference)),
    span,
  });
}

/** Whether a payment is reported in the span: on its own day, or on a day on which it was given back. */
const isOf = (span: DaySpan, {request, refunds}: Payment): boolean =>
  isWithin(span, request.businessDate) || refunds.some(({businessDate}) => isWithin(span, businessDate));

type OfPayment = Extract<StoredEvent, {type: 'requested' | 'refund-requested' | 'refund-in-cash'}>;

const isOfPayment = (event: StoredEvent): event is OfPayment =>
  event.type === 'requested' || event.type === 'refund-requested' || event.type === 'refund-in-cash';

/** Payments folded from all their events, none of which is before the line `firstSeq`. */
async function readPayments(
  {journal}: Pick<TillContext, 'journal'>,
  references: ReadonlySet<string>,
  firstSeq: number,
): Promise<Payment[]> {
  const state = emptyState();
  for (const date of await journal.segmentsNaming(references, new Set(await journal.segmentsSince(firstSeq))))
    for await (const events of journal.readPieces(date))
      recallEvents(
        state,
        events.filter(({data}) => 'reference' in data && references.has(data.reference)),
      );
  return [...state.payments.values()];
}

async function begunEarlier({journal}: Pick<TillContext, 'journal'>, reference: string): Promise<readonly Payment[]> {
  const state = emptyState();
  recallEvents(state, await journal.eventsOf(reference));
  return [...state.payments.values()];
}
