import type {StoredEvent} from '../journal/event.js';
import type {Money} from '../money/money.js';
import {isOpen, type Payment, verdictOf} from '../payment/payment.js';
import {isRefundedWhole} from '../refund/refund.js';
import type {TicketLine} from './schema.js';

/** `paid` for ever once its parts came to the total: what is given back later is a matter of the part. */
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
  /** When it was paid or abandoned. */
  readonly endedAt: number | undefined;
  readonly abandoned: {readonly person: string; readonly reason: string} | undefined;
  /** References of the payments that were asked for, oldest first; other attempts of a part are among them. */
  readonly asked: readonly string[];
  /** What of its payments is in hand and counts for it, in minor units, with the sale that each is an attempt of. */
  readonly held: readonly Held[];
};
type Held = {readonly reference: string; readonly sale: string; readonly minor: number};

/** The tickets at hand: all that are open, and those that ended a short while ago. Changed in place. */
export type Tickets = {
  readonly all: Map<string, Ticket>;
  /** References of those that are open, oldest first: they are looked for at every key. */
  readonly open: Set<string>;
  /** Payments that came in for a ticket that had no room for them: a person gives them back. */
  readonly beyond: Set<string>;
};

/** What of them is kept beside a closed segment, as JSON. */
export type StoredTickets = {readonly open: readonly Ticket[]; readonly beyond: readonly string[]};

/**
 * What an event has moved, in minor units of one currency, so that a period ties out: what open tickets held before, and
 * `taken` and `adjusted` in it, is what tickets were `paid` with, what is `beyond`, what `abandoned` ones keep, and what open ones hold.
 */
export type TicketFlow = {
  readonly currency: Money['currency'];
  readonly taken: number;
  readonly adjusted: number;
  readonly beyond: number;
  readonly abandoned: number;
  /** The ticket whose last part this was. */
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

/** One payment was enough for it: to everybody but the books it is a sale like any other. */
export const isPaidAtOnce = ({status, held}: Pick<Ticket, 'status' | 'held'>): boolean =>
  status === 'paid' && held.length === 1;

/** What of a ticket's total is in hand, in minor units. */
export const heldOf = ({held}: Ticket): number => held.reduce((sum, {minor}) => sum + minor, 0);

/** The tickets after one more event, whose payment went from `before` to `after`, and what of their money it moved. */
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

/** Paid, and not given back whole: that a part of it was given back changes nothing for the ticket. */
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

/** An open ticket counts one payment of a sale, and none above its total. */
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

/** Whether a ticket's room has to be kept for it: nobody has had the last word, or it contradicts itself. */
export const mayBePaid = (payment: Payment): boolean => isOpen(payment) || verdictOf(payment) === 'needs-person';

/** How a ticket stands, in its own currency: `left` can be asked for now; `waiting` may still be paid. */
export type TicketStanding = {readonly paid: Money; readonly waiting: Money; readonly left: Money};

/**
 * How a ticket stands by its payments. Attempts of one sale count once: one of them is meant to be paid. `except` leaves
 * the room of a sale whose next attempt is meant.
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

/** One payment asks for all of it: until that ends without the money it is a sale like any other. */
export const isAskedAtOnce = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean =>
  ticket.status === 'open' &&
  ticket.asked.length === 1 &&
  ticket.held.length === 0 &&
  standingOfTicket(ticket, payments).left.minor === 0;

/** All that was asked for is all of it, and nothing is paid: what is asked for next is no part of it. */
export const isUnpaidWhole = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean => {
  const {asked, held, total} = ticket;
  const amounts = paymentsOfTicket(ticket, payments).map(({request}) => request.amount.minor);
  return asked.length > 0 && held.length === 0 && amounts.every(minor => minor === total.minor);
};

/** All that was asked for has ended without money: a sale that did not come about, until it is paid again. */
const isNotSold = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean =>
  ticket.asked.length > 0 &&
  ticket.held.length === 0 &&
  !ticket.asked.some(reference => {
    const payment = payments.get(reference);
    return payment !== undefined && mayBePaid(payment);
  });

/** The open tickets, oldest first, of which something is paid, may be paid, or was not asked for yet: those that somebody comes back to. */
export const ticketsToEnd = ({tickets, payments}: TicketsAtHand): readonly Ticket[] =>
  openTickets(tickets).filter(ticket => !isNotSold(ticket, payments));

/** Whether there are any: it is asked at every key. */
export const hasTicketsToEnd = ({tickets: {all, open: references}, payments}: TicketsAtHand): boolean =>
  references.values().some(reference => {
    const ticket = all.get(reference);
    return ticket !== undefined && !isNotSold(ticket, payments);
  });

type TicketsAtHand = {readonly tickets: Tickets; readonly payments: ReadonlyMap<string, Payment>};

/** The payments of a ticket that are at hand, oldest first. */
export const paymentsOfTicket = ({asked}: Ticket, payments: ReadonlyMap<string, Payment>): readonly Payment[] =>
  asked.flatMap(reference => payments.get(reference) ?? []);

/** The tickets that are open, oldest first. */
export const openTickets = ({all, open: references}: Tickets): readonly Ticket[] =>
  [...references].flatMap(reference => all.get(reference) ?? []);
