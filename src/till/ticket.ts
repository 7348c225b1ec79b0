import {asListed} from '../core/item/basket.js';
import {type BasketLines, decideTicket, type TicketOrder} from '../core/ticket/decide.js';
import type {Ticket} from '../core/ticket/ticket.js';
import type {TillContext} from './context.js';
import {perform, performAfterAll, withMutex} from './handler.js';
import {items} from './items.js';
import {recallTicket} from './past-ticket.js';
import {forgetSold} from './shown-basket.js';

/** Opens a ticket, on the disk when its reference resolves, to request its parts. Throws as `decideTicket`, and the journal's problems. */
export async function openTicket(context: TillContext, order: TicketOrder): Promise<string> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  return withMutex(context, () => beginTicket(context, order));
}

/** Sells more on an open ticket: the rest grows, what was paid stays. Throws as `decideTicket`, and the journal's problems. */
export async function extendTicket(
  context: TillContext,
  ticket: string,
  more: BasketLines & Pick<TicketOrder, 'isSure'>,
): Promise<void> {
  await readTicket(context, ticket);
  await withMutex(context, async () => {
    const lines = await listedIn(context, more.lines);
    await performAfterAll(context, decideTicket, {type: 'extend', ticket, ...more, lines});
  });
  await forgetSold(context, more);
}

const listedIn = async (context: TillContext, lines: TicketOrder['lines']) =>
  lines.some(({kind}) => kind === 'text') ? asListed(lines, await items(context)) : lines;

/** Opens a ticket within the caller's mutex, for decisions that are made together with it. */
export async function beginTicket(context: TillContext, order: TicketOrder): Promise<string> {
  const lines = await listedIn(context, order.lines);
  const [event] = await perform(context, decideTicket, {type: 'open', ...order, lines});
  if (event?.type !== 'ticket-opened') throw new Error('a ticket that was not opened');
  await forgetSold(context, event.data);
  return event.data.ticket;
}

/** A named person gives up the rest of a ticket. Throws `Problem` ticket-unknown, as `decideTicket`, and the journal's problems. */
export async function abandonTicket(
  context: TillContext,
  ticket: string,
  said: {readonly person: string; readonly reason: string},
): Promise<void> {
  await readTicket(context, ticket);
  await withMutex(context, () => performAfterAll(context, decideTicket, {type: 'abandon', ticket, ...said}));
}

/** The ticket with this reference and its payments, of any day. Throws `Problem` ticket-unknown. */
export async function readTicket(context: TillContext, reference: string): Promise<Ticket> {
  const ticket = await recallTicket(context, reference);
  for (const part of ticket.asked) context.inUse.add(part);
  return ticket;
}
