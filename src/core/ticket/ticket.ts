import type {StoredEvent} from '../journal/event.js';
import type {Money} from '../money/money.js';
import {isOpen, type Payment, verdictOf} from '../payment/payment.js';
import {isRefundedWhole} from '../refund/refund.js';
import type {TicketLine} from './schema.js';

/** A ticket stays `paid` once its parts have come to the total. If money is given back later, that concerns only the part. */
export type TicketStatus = 'open' | 'paid' | 'abandoned';

/** What is sold, and the payments for it. */
export type Ticket = {
  readonly reference: string;
  readonly total: Money;
  readonly lines: readonly TicketLine[];
  readonly customer: string | undefined;
  readonly description: string;
  readonly businessDate: string;
  readonly openedAt: number;
  readonly person: string;
  readonly status: TicketStatus;
  /** When the ticket was paid or abandoned. */
  readonly endedAt: number | undefined;
  readonly abandoned: {readonly person: string; readonly reason: string} | undefined;
  /** References of the payments that were requested, oldest first, including other attempts of the same part. */
  readonly asked: readonly string[];
  /** The payments in hand that count towards the ticket: their amount in minor units, and the sale of which each is an attempt. */
  readonly held: readonly Held[];
};
type Held = {readonly reference: string; readonly sale: string; readonly minor: number};

/** The tickets in memory: all that are open, and those that ended a short while ago. Changed in place. */
export type Tickets = {
  readonly all: Map<string, Ticket>;
  /** References of the open tickets, oldest first. They are separate because the screens look for them at every key. */
  readonly open: Set<string>;
  /** Payments that came in for a ticket that had no room for them. A person has to give them back. */
  readonly beyond: Set<string>;
};

/** The tickets that are kept beside a closed segment, as JSON. */
export type StoredTickets = {readonly open: readonly Ticket[]; readonly beyond: readonly string[]};

/**
 * What an event has moved, in minor units of one currency. These amounts make a period tie out: what open tickets held
 * before, plus `taken` and `adjusted` in the period, equals what tickets were `paid` with, what is `beyond`, what
 * `abandoned` tickets keep, and what open tickets hold now.
 */
export type TicketFlow = {
  readonly currency: Money['currency'];
  readonly taken: number;
  readonly adjusted: number;
  readonly beyond: number;
  readonly abandoned: number;
  /** The ticket that this event paid in full. */
  readonly paid: Ticket | undefined;
};

export function storedTickets(tickets: Tickets): StoredTickets {
  return {open: openTickets(tickets), beyond: [...tickets.beyond]};
}

export function ticketsFrom(kept: StoredTickets | null): Tickets {
  return {
    all: new Map(kept?.open.map(ticket => [ticket.reference, ticket])),
    open: new Set(kept?.open.map(({reference}) => reference)),
    beyond: new Set(kept?.beyond),
  };
}

/** Whether one payment paid the whole ticket. Such a ticket is shown like any other sale; only the books treat it as a ticket. */
export const isPaidAtOnce = ({status, held}: Pick<Ticket, 'status' | 'held'>): boolean =>
  status === 'paid' && held.length === 1;

/** Returns the part of a ticket's total that is in hand, in minor units. */
export const heldOf = ({held}: Ticket): number => held.reduce((sum, {minor}) => sum + minor, 0);

/** Updates the tickets by one more event, by which a payment went from `before` to `after`. Returns what the event moved of their money. */
export function evolveTickets(
  tickets: Tickets,
  event: StoredEvent,
  before: Payment | undefined,
  after: Payment | undefined,
): TicketFlow | undefined {
  if (event.type === 'ticket-opened') open(tickets, event);
  if (event.type === 'ticket-abandoned') return abandon(tickets, event);
  const reference = after?.request.ticket;
  if (after === undefined || reference === undefined || before === after) return undefined;
  const ticket = tickets.all.get(reference);
  if (event.type === 'requested' && ticket !== undefined)
    tickets.all.set(reference, {...ticket, asked: [...ticket.asked, after.reference]});
  const [was, is] = [before !== undefined && isInHand(before), isInHand(after)];
  if (was === is) return undefined;
  return is ? gain(tickets, event, {before, after}) : lose(tickets, after);
}

/** Whether the payment is paid and was not given back as a whole. Giving back some of it changes nothing for the ticket. */
export const isInHand = (payment: Payment): boolean => payment.status === 'paid' && !isRefundedWhole(payment);

function open({all, open: references}: Tickets, event: StoredEvent & {type: 'ticket-opened'}): void {
  const {ticket: reference, total, lines, customer, description, businessDate} = event.data;
  if (all.has(reference)) return;
  references.add(reference);
  all.set(reference, {
    ...{reference, total, lines, customer, description, businessDate},
    openedAt: Date.parse(event.at),
    person: event.person,
    status: 'open',
    endedAt: undefined,
    abandoned: undefined,
    asked: [],
    held: [],
  });
}

const nothing = {taken: 0, adjusted: 0, beyond: 0, abandoned: 0, paid: undefined};

function abandon(
  {all, open: references}: Tickets,
  event: StoredEvent & {type: 'ticket-abandoned'},
): TicketFlow | undefined {
  const {ticket: reference, reason} = event.data;
  const ticket = all.get(reference);
  if (ticket?.status !== 'open') return undefined;
  const {person, at} = event;
  references.delete(reference);
  all.set(reference, {...ticket, status: 'abandoned', endedAt: Date.parse(at), abandoned: {person, reason}});
  return {...nothing, currency: ticket.total.currency, abandoned: heldOf(ticket)};
}

type Change = {readonly before: Payment | undefined; readonly after: Payment};

function gain({all, open: references, beyond}: Tickets, event: StoredEvent, {before, after}: Change): TicketFlow {
  const {reference, sale, request} = after;
  const {currency, minor} = request.amount;
  const flow = {...nothing, currency, [before?.paidSeq === undefined ? 'taken' : 'adjusted']: minor};
  const ticket = all.get(request.ticket ?? '');
  if (ticket === undefined || !hasRoom(ticket, after)) {
    beyond.add(reference);
    return {...flow, beyond: minor};
  }
  const more = {...ticket, held: [...ticket.held, {reference, sale, minor}]};
  const isPaid = heldOf(more) === ticket.total.minor;
  const now: Ticket = isPaid ? {...more, status: 'paid', endedAt: Date.parse(event.at)} : more;
  all.set(ticket.reference, now);
  if (isPaid) references.delete(ticket.reference);
  return {...flow, paid: isPaid ? now : undefined};
}

/** An open ticket counts only one payment of a sale, and never more than its total. */
function hasRoom(ticket: Ticket, {sale, request}: Payment): boolean {
  const {currency, minor} = request.amount;
  if (ticket.status !== 'open' || currency !== ticket.total.currency) return false;
  return ticket.held.every(each => each.sale !== sale) && heldOf(ticket) + minor <= ticket.total.minor;
}

function lose({all, beyond}: Tickets, {reference, request}: Payment): TicketFlow | undefined {
  beyond.delete(reference);
  const ticket = all.get(request.ticket ?? '');
  const counted = ticket?.held.find(each => each.reference === reference);
  if (ticket?.status !== 'open' || counted === undefined) return undefined;
  all.set(ticket.reference, {...ticket, held: ticket.held.filter(each => each !== counted)});
  return {...nothing, currency: ticket.total.currency, adjusted: -counted.minor};
}

/** Whether the ticket has to keep room for the payment: it has no final outcome yet, or it contradicts itself. */
export const mayBePaid = (payment: Payment): boolean => isOpen(payment) || verdictOf(payment) === 'needs-person';

/** The state of a ticket, in its own currency. `left` can be requested now; `waiting` may still be paid. */
export type TicketStanding = {readonly paid: Money; readonly waiting: Money; readonly left: Money};

/**
 * Returns the state of a ticket by its payments. Attempts of one sale count once, because only one of them is meant to
 * be paid. Open payments of the sale `except` take no room, so that its next attempt fits.
 */
export function standingOfTicket(
  ticket: Ticket,
  payments: ReadonlyMap<string, Payment>,
  except: string | undefined = undefined,
): TicketStanding {
  const {total, asked, held} = ticket;
  const waiting = new Map<string, number>();
  for (const reference of asked) {
    const payment = payments.get(reference);
    if (payment === undefined || !mayBePaid(payment) || payment.sale === except) continue;
    if (held.some(({sale}) => sale === payment.sale)) continue;
    waiting.set(payment.sale, Math.max(waiting.get(payment.sale) ?? 0, payment.request.amount.minor));
  }
  const minor = {paid: heldOf(ticket), waiting: [...waiting.values()].reduce((sum, each) => sum + each, 0)};
  const {currency} = total;
  return {
    paid: {currency, minor: minor.paid},
    waiting: {currency, minor: minor.waiting},
    left: {currency, minor: ticket.status === 'open' ? Math.max(0, total.minor - minor.paid - minor.waiting) : 0},
  };
}

/** Whether one payment asks for the whole ticket. Until that payment ends without the money, the ticket is shown like any other sale. */
export const isAskedAtOnce = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean =>
  ticket.status === 'open' && ticket.asked.length === 1 && standingOfTicket(ticket, payments).left.minor === 0;

/** Whether every payment that was requested is for the whole ticket and nothing is paid. The next payment is then not a part either. */
export const isUnpaidWhole = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean => {
  const {asked, held, total} = ticket;
  const amounts = paymentsOfTicket(ticket, payments).map(({request}) => request.amount.minor);
  return asked.length > 0 && held.length === 0 && amounts.every(minor => minor === total.minor);
};

/** Whether everything that was requested has ended without money. Such a ticket is no sale unless it is paid later. */
const isNotSold = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean =>
  ticket.asked.length > 0 &&
  ticket.held.length === 0 &&
  !ticket.asked.some(reference => {
    const payment = payments.get(reference);
    return payment !== undefined && mayBePaid(payment);
  });

/**
 * Returns the open tickets, oldest first, to which somebody comes back: those of which something is paid, may be paid,
 * or was not requested yet.
 */
export const ticketsToEnd = ({tickets, payments}: TicketsAtHand): readonly Ticket[] =>
  openTickets(tickets).filter(ticket => !isNotSold(ticket, payments));

/** Whether there are any such tickets. It stops at the first one, because it is called at every key. */
export const hasTicketsToEnd = ({tickets: {all, open: references}, payments}: TicketsAtHand): boolean =>
  references.values().some(reference => {
    const ticket = all.get(reference);
    return ticket !== undefined && !isNotSold(ticket, payments);
  });

type TicketsAtHand = {readonly tickets: Tickets; readonly payments: ReadonlyMap<string, Payment>};

/** Returns the payments of a ticket that are in memory, oldest first. */
export const paymentsOfTicket = ({asked}: Ticket, payments: ReadonlyMap<string, Payment>): readonly Payment[] =>
  asked.flatMap(reference => payments.get(reference) ?? []);

/** Returns the open tickets, oldest first. */
export const openTickets = ({all, open: references}: Tickets): readonly Ticket[] =>
  [...references].flatMap(reference => all.get(reference) ?? []);
