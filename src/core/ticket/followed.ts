import type {AnyEvent} from '../journal/envelope.js';
import type {Money} from '../money/money.js';
import {beginPayment, evolve, type Payment, referenceOf} from '../payment/payment.js';
import {isRequested} from '../payment/schema.js';
import {
  amountOfPart,
  evolveTickets,
  isInHand,
  mayBePaid,
  paymentsOfTicket,
  standingOfTicket,
  type Tickets,
  ticketsFrom,
} from './ticket.js';

/** The tickets that a reader of the journal's end has seen opened, with their payments. Changed in place. */
type FollowedTickets = {readonly tickets: Tickets; readonly payments: Map<string, Payment>};

export const nothingFollowed = (): FollowedTickets => ({tickets: ticketsFrom(), payments: new Map()});

/** Applies one more event. Tickets that have ended are forgotten when the next one is opened, so that the maps do not grow with the day. */
export function follow({tickets, payments}: FollowedTickets, event: AnyEvent): void {
  if (event.type === 'ticket-opened') forgetEnded({tickets, payments});
  if (isRequested(event) && event.data.ticket !== undefined) {
    const payment = beginPayment(event);
    payments.set(payment.reference, payment);
    evolveTickets(tickets, event, undefined, payment);
    return;
  }
  const before = payments.get(referenceOf(event) ?? '');
  const after = before && evolve(before, event);
  if (after !== undefined) payments.set(after.reference, after);
  evolveTickets(tickets, event, before, after);
}

function forgetEnded({tickets, payments}: FollowedTickets): void {
  for (const {reference, status, asked} of tickets.all.values()) {
    if (status === 'open') continue;
    tickets.all.delete(reference);
    for (const each of asked) payments.delete(each);
  }
}

/** A ticket as its customer may see it: the parts that are paid or may be paid, and the amount that is left. */
export type CustomerTicket = {
  readonly total: Money;
  readonly left: Money;
  /** The part of the total that is a tip; undefined if there is none. */
  readonly tip?: Money;
  readonly parts: readonly {readonly amount: Money; readonly isPaid: boolean}[];
};

/** Returns the ticket of a payment; undefined if the payment has no ticket, or if the ticket was opened before the reader began. */
export function customerTicket({tickets, payments}: FollowedTickets, {request}: Payment): CustomerTicket | undefined {
  const ticket = tickets.all.get(request.ticket ?? '');
  if (ticket === undefined) return undefined;
  const parts = paymentsOfTicket(ticket, payments)
    .filter(payment => isInHand(payment) || (mayBePaid(payment) && !payment.isSuperseded))
    .map(payment => ({amount: amountOfPart(payment), isPaid: isInHand(payment)}));
  const tip = ticket.lines.find(({kind}) => kind === 'tip')?.amount;
  const {left} = standingOfTicket(ticket, payments);
  return {total: ticket.total, left, ...(tip && {tip}), parts};
}
