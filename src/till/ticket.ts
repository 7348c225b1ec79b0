import {isKnown, type StoredEvent} from '../core/journal/event.js';
import {isReference} from '../core/journal/reference.js';
import {emptyState, foldEvents} from '../core/journal/state.js';
import {Problem} from '../core/problem.js';
import {decideTicket, type TicketOrder} from '../core/ticket/decide.js';
import type {Ticket} from '../core/ticket/ticket.js';
import {paymentOf, type TillContext} from './context.js';
import {perform, performAfterAll, withMutex} from './handler.js';

/**
 * Opens a ticket, whose parts are then asked for one after another. Resolves when it is on the disk, with its reference.
 * Throws what `decideTicket` does, and the journal's problems.
 */
export async function openTicket(context: TillContext, order: TicketOrder): Promise<string> {
  if (context.poison !== undefined) throw context.poison;
  const [event] = await withMutex(context, () => perform(context, decideTicket, {type: 'open', ...order}));
  if (event?.type !== 'ticket-opened') throw new Error('a ticket that was not opened');
  return event.data.ticket;
}

/**
 * A named person says that the rest of a ticket is not going to be asked for. Throws `Problem` ticket-unknown, what
 * `decideTicket` does, and the journal's.
 */
export async function abandonTicket(
  context: TillContext,
  ticket: string,
  said: {readonly person: string; readonly reason: string},
): Promise<void> {
  await readTicket(context, ticket);
  await withMutex(context, () => performAfterAll(context, decideTicket, {type: 'abandon', ticket, ...said}));
}

/** The ticket of this reference and its payments, read from older segments where they are not at hand. Throws `Problem` ticket-unknown. */
export async function readTicket(context: TillContext, reference: string): Promise<Ticket> {
  const {all} = context.state.tickets;
  const ticket = all.get(reference) ?? (await pastTicket(context, reference));
  for (const part of ticket.asked) await paymentOf(context, part);
  if (!all.has(reference)) all.set(reference, ticket);
  return ticket;
}

/** One that is over, whose lines are in older segments alone. */
async function pastTicket({journal}: TillContext, reference: string): Promise<Ticket> {
  if (!isReference(reference)) throw new Problem('ticket-unknown', {ticket: reference});
  const own: StoredEvent[] = [];
  for (const date of (await journal.segments()).toReversed()) {
    for await (const event of journal.readSegment(date)) if (isKnown(event) && isOf(event, reference)) own.push(event);
    if (own.some(({type}) => type === 'ticket-opened')) break;
  }
  const parts = own.flatMap(event => (event.type === 'requested' ? [event.data.reference] : []));
  const events = own.filter(({type}) => type !== 'requested');
  for (const part of parts) events.push(...(await journal.eventsOf(part)));
  const past = emptyState();
  foldEvents(
    past,
    events.sort((a, b) => a.seq - b.seq),
  );
  const ticket = past.tickets.all.get(reference);
  if (ticket === undefined) throw new Problem('ticket-unknown', {ticket: reference});
  return ticket;
}

const isOf = ({data}: StoredEvent, reference: string) => 'ticket' in data && data.ticket === reference;
