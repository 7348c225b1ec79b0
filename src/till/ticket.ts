import {decideTicket, type TicketOrder} from '../core/ticket/decide.js';
import type {Ticket} from '../core/ticket/ticket.js';
import type {TillContext} from './context.js';
import {perform, performAfterAll, withMutex} from './handler.js';
import {recallTicket} from './past-ticket.js';

/**
 * Opens a ticket, whose parts are then asked for one after another. Resolves when it is on the disk, with its reference.
 * Throws what `decideTicket` does, and the journal's problems.
 */
export async function openTicket(context: TillContext, order: TicketOrder): Promise<string> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  return withMutex(context, () => beginTicket(context, order));
}

/** The same within the mutex, for what is decided together with it. */
export async function beginTicket(context: TillContext, order: TicketOrder): Promise<string> {
  const [event] = await perform(context, decideTicket, {type: 'open', ...order});
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

/** The ticket of this reference and its payments, of any day. Throws `Problem` ticket-unknown. */
export async function readTicket(context: TillContext, reference: string): Promise<Ticket> {
  const ticket = await recallTicket(context, reference);
  for (const part of ticket.asked) context.inUse.add(part);
  return ticket;
}
