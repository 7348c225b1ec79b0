import type {Journal} from '../../store/journal.js';
import {isKnown, type StoredEvent} from '../core/journal/event.js';
import {isReference} from '../core/journal/reference.js';
import {emptyState, foldEvents, recallEvents, type State} from '../core/journal/state.js';
import {Problem} from '../core/problem.js';
import type {Ticket} from '../core/ticket/ticket.js';

/** A journal and what is at hand of it. */
export type TicketReading = {
  readonly journal: Pick<Journal, 'segments' | 'readSegment' | 'eventsOf'>;
  readonly state: State;
};

/**
 * The ticket of this reference, with its payments: one that is over is read from older segments, and is at hand then.
 * Throws `Problem` ticket-unknown.
 */
export async function recallTicket({journal, state}: TicketReading, reference: string): Promise<Ticket> {
  const {all} = state.tickets;
  const atHand = all.get(reference);
  if (atHand !== undefined) return atHand;
  const {own, payments} = await readTicketEvents(journal, reference);
  const past = emptyState();
  const events = [...own, ...payments.flat()].sort((a, b) => a.seq - b.seq);
  foldEvents(past, events);
  const found = past.tickets.all.get(reference);
  if (found === undefined) throw new Problem('ticket-unknown', {ticket: reference});
  for (const each of payments) {
    const [first] = each;
    if (first?.type === 'requested' && !state.payments.has(first.data.reference)) recallEvents(state, each);
  }
  if (!all.has(reference)) all.set(reference, found);
  return all.get(reference) ?? found;
}

/** Its own lines, and those of each of its payments. */
async function readTicketEvents(journal: TicketReading['journal'], reference: string) {
  const own: StoredEvent[] = [];
  const payments: (readonly StoredEvent[])[] = [];
  if (!isReference(reference)) return {own, payments};
  for (const date of (await journal.segments()).toReversed()) {
    const found: StoredEvent[] = [];
    for await (const event of journal.readSegment(date))
      if (isKnown(event) && isOf(event, reference)) found.push(event);
    for (const event of found)
      if (event.type === 'requested') payments.push(await journal.eventsOf(event.data.reference));
      else own.push(event);
    if (found.some(({type}) => type === 'ticket-opened')) break;
  }
  return {own, payments};
}

const isOf = ({data}: StoredEvent, reference: string) => 'ticket' in data && data.ticket === reference;
