import type {Journal} from '../../store/journal.js';
import {emptyState, foldEvents, recallEvents, type State} from '../core/books/state.js';
import {isKnown, type StoredEvent} from '../core/events/event.js';
import {isReference} from '../core/journal/reference.js';
import type {Payment} from '../core/payment/payment.js';
import type {DaySpan} from '../core/present/day-report.js';
import type {TicketOnSlip} from '../core/present/receipt.js';
import {Problem, unless} from '../core/problem.js';
import type {Ticket, Tickets} from '../core/ticket/ticket.js';

/** A journal and the state that is in memory. */
type TicketReading = {readonly journal: Pick<Journal, 'segments' | 'readSegment' | 'eventsOf'>; readonly state: State};

/** A ticket and its payments. A closed one is read from older segments and is in memory from then on. Throws `Problem` ticket-unknown. */
export async function recallTicket({journal, state}: TicketReading, reference: string): Promise<Ticket> {
  const {all} = state.tickets;
  const atHand = all.get(reference);
  if (atHand !== undefined) {
    for (const part of atHand.asked) if (!state.payments.has(part)) recallEvents(state, await journal.eventsOf(part));
    return all.get(reference) ?? atHand;
  }
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

/** What a payment's slip says about its ticket, and what came back for that, however old they are; undefined for a payment without a ticket. */
export async function ticketOnSlip(reading: TicketReading, {request}: Payment): Promise<TicketOnSlip | undefined> {
  if (request.ticket === undefined) return undefined;
  const {state, journal} = reading;
  const ticket = await recallTicket(reading, request.ticket).catch(unless('ticket-unknown'));
  const first = ticket?.exchange?.reference;
  if (first !== undefined && !state.payments.has(first)) recallEvents(state, await journal.eventsOf(first));
  return ticket && {ticket, payments: state.payments};
}

type TicketsWanted = {
  readonly tickets: ReadonlySet<string>;
  readonly payments: ReadonlySet<string>;
  readonly span: DaySpan;
};

/** Tickets as their payments make them: one reading for those of the days, one more for each other. Unknown references are left out. */
export async function readTickets(
  journal: TicketReading['journal'] & Pick<Journal, 'segmentsOf' | 'segmentsNaming'>,
  wanted: TicketsWanted,
): Promise<ReadonlyMap<string, Ticket>> {
  if (wanted.tickets.size === 0) return new Map();
  const {all} = await ticketsOf(journal, wanted);
  const tickets = new Map<string, Ticket>();
  for (const reference of wanted.tickets) {
    const known = all.get(reference); // a part of it may be in a segment that was not read
    const isWhole = known?.status === 'paid';
    const ticket = isWhole
      ? known
      : await recallTicket({journal, state: emptyState()}, reference).catch(unless('ticket-unknown'));
    if (ticket !== undefined) tickets.set(reference, ticket);
  }
  return tickets;
}

async function ticketsOf(
  journal: Pick<Journal, 'segments' | 'segmentsOf' | 'segmentsNaming' | 'readSegment'>,
  {tickets, payments, span}: TicketsWanted,
): Promise<Tickets> {
  const state = emptyState();
  const parts = new Set<string>();
  const isOfThem = (event: StoredEvent): boolean => {
    if (!isKnown(event)) return false;
    const {data} = event;
    const isOfTicket = 'ticket' in data && data.ticket !== undefined && tickets.has(data.ticket);
    if (isOfTicket && event.type === 'requested') parts.add(event.data.reference);
    return isOfTicket || ('reference' in data && parts.has(data.reference));
  };
  const named = await journal.segmentsNaming(payments, new Set(await journal.segments()));
  const dates = new Set([...(await journal.segmentsOf(span)), ...named]);
  for (const date of [...dates].sort())
    for await (const event of journal.readSegment(date)) if (isOfThem(event)) foldEvents(state, [event]);
  return state.tickets;
}

/** The lines of the ticket itself, and those of each of its payments. */
async function readTicketEvents(journal: TicketReading['journal'], reference: string) {
  const own: StoredEvent[] = [];
  const payments: (readonly StoredEvent[])[] = [];
  if (!isReference(reference)) return {own, payments};
  for (const date of (await journal.segments()).toReversed()) {
    const found: StoredEvent[] = [];
    for await (const event of journal.readSegment(date))
      if (isKnown(event) && 'ticket' in event.data && event.data.ticket === reference) found.push(event);
    for (const event of found)
      if (event.type === 'requested') payments.push(await journal.eventsOf(event.data.reference));
      else own.push(event);
    if (found.some(({type}) => type === 'ticket-opened')) break;
  }
  return {own, payments};
}
