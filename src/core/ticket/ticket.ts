import type {AnyEvent} from '../journal/envelope.js';
import type {Money} from '../money/money.js';
import {money} from '../money/schema.js';
import {isOpen, type Payment, verdictOf} from '../payment/payment.js';
import {refundedOf, worthBackOf} from '../payment/refund.js';
import {isSold, owedOf} from '../payment/schema.js';
import {count, list, object, oneOf, optional, type Specified, text, whole} from '../spec/spec.js';
import {cleanText} from '../text/text.js';
import {isTicketEvent, parkedMembers, type TicketEvent, ticketLine} from './schema.js';

/**
 * A ticket is `paid` once what is in hand of its parts comes to the total. If money is given back after that, goods came back, and the ticket
 * stays paid. If a part is taken back, the ticket is open again.
 */
const ticketStatuses = ['open', 'paid', 'abandoned'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** What is in hand of a payment, in minor units, and how much of that a refund without a result may still take. */
const inHand = {minor: count(), leaving: count()};
const heldSpec = object({...inHand, reference: text(), sale: text()});
type Held = Specified<typeof heldSpec>;

const neverEnded = 'it is open';
/** What is sold, and the payments for it. */
const ticketSpec = object({
  reference: text(),
  total: money(),
  lines: list(ticketLine),
  customer: optional(text(), 'nobody said'),
  description: text(),
  businessDate: text(),
  openedAt: whole(),
  person: text(),
  status: oneOf(ticketStatuses),
  endedAt: optional(whole('when it was paid or abandoned'), neverEnded),
  endedSeq: optional(count('the line of that'), neverEnded),
  soldBy: optional(text('the payment that first paid it in full, with which it counts as sold'), 'it never was'),
  abandoned: optional(object({person: text(), reason: text()}), 'it was not'),
  added: optional(object({at: whole(), count: count()}, 'when lines were added last, and how many'), 'none was'),
  exchange: optional(
    object({reference: text(), refund: count()}),
    'it is none: nothing came back of that payment, by that refund, for what is sold',
  ),
  asked: list(text(), 'the payments that were requested, oldest first, including other attempts of the same part'),
  held: list(heldSpec, 'the payments that count towards it, and the sale of which each is an attempt'),
});
export type Ticket = Specified<typeof ticketSpec>;

/** A basket that was put aside, with the number that people and events know it by. */
const parkedSpec = object({...parkedMembers, at: whole(), person: text()});
export type ParkedBasket = Specified<typeof parkedSpec>;

export const parkedName = ({number, name}: Pick<ParkedBasket, 'number' | 'name'>): string =>
  name === undefined ? `#${number}` : `#${number} ${cleanText(name, 60)}`;

/** The tickets in memory: open ones, those that may open again, and others that ended recently; and parked baskets. Changed in place. */
export type Tickets = {
  readonly all: Map<string, Ticket>;
  /** References of the open tickets, oldest first. They are separate because the screens look for them at every key. */
  readonly open: Set<string>;
  /** Payments that came in for a ticket that had no room for them. A person has to give them back. */
  readonly beyond: Set<string>;
  /** By their numbers. */
  readonly parked: Map<number, ParkedBasket>;
  /** The greatest number that a basket was parked under. */
  lastParked: number;
};

/** The tickets that are kept beside a closed segment, as JSON. */
export const ticketsSpec = object({
  open: list(ticketSpec),
  paid: list(ticketSpec, 'those that may open again'),
  beyond: list(text()),
  parked: list(parkedSpec),
  lastParked: count(),
});
export type StoredTickets = Specified<typeof ticketsSpec>;

/**
 * What an event has moved, in minor units of one currency. These amounts make a period tie out: what open tickets held before, plus
 * `taken`, `adjusted` and `reopened` in the period, equals what tickets were `paid` with, what is `beyond`, what `abandoned` tickets keep,
 * and what open tickets hold now. `reopened` is what a ticket held that is open again, and is negative when such a ticket is paid again.
 */
export type TicketFlow = {
  readonly currency: Money['currency'];
  readonly taken: number;
  readonly adjusted: number;
  readonly reopened: number;
  readonly beyond: number;
  readonly abandoned: number;
  /** The ticket that this event paid in full for the first time. */
  readonly paid: Ticket | undefined;
};

/** `seq` is the last line of the journal. */
export function storedTickets(tickets: Tickets, seq: number): StoredTickets {
  const paid = [...tickets.all.values()].filter(ticket => ticket.status === 'paid' && isFollowed(ticket, seq));
  const {beyond, parked, lastParked} = tickets;
  return {open: openTickets(tickets), paid, beyond: [...beyond], parked: [...parked.values()], lastParked};
}

export function ticketsFrom(kept?: StoredTickets): Tickets {
  const {open, paid, beyond, parked, lastParked} = {...noTickets, ...kept};
  return {
    all: new Map([...paid, ...open].map(ticket => [ticket.reference, ticket])),
    open: new Set(open.map(({reference}) => reference)),
    beyond: new Set(beyond),
    parked: new Map(parked.map(basket => [basket.number, basket])),
    lastParked,
  };
}

const noTickets: StoredTickets = {open: [], paid: [], beyond: [], parked: [], lastParked: 0};

/** For how many lines after its payment a ticket may open again: hours or weeks if paid at once, days or months if in parts. */
const reopenableFor = {parts: 10_000, single: 500};

/**
 * Whether events of its payments still change a ticket. It depends only on the journal, so that a till that has read only the newest
 * segments and an office come to the same sums as a reader of the whole journal.
 */
export function isFollowed({status, held, endedSeq = 0}: Ticket, seq: number): boolean {
  const lines = reopenableFor[held.length > 1 ? 'parts' : 'single'];
  return status === 'open' || (status === 'paid' && seq - endedSeq <= lines);
}

/** Whether one payment paid the whole ticket. Such a ticket is shown like any other sale; only the books treat it as a ticket. */
export const isPaidAtOnce = ({status, held}: Pick<Ticket, 'status' | 'held'>): boolean =>
  status === 'paid' && held.length === 1;

/** Returns the part of a ticket's total that is in hand, in minor units. */
export const heldOf = ({held}: Ticket): number => sumOf(held.map(({minor}) => minor));

const sumOf = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

/** Updates the tickets by one more event, by which a payment went from `before` to `after`. Returns what the event moved of their money. */
export function evolveTickets(
  tickets: Tickets,
  event: AnyEvent,
  before: Payment | undefined,
  after: Payment | undefined,
): TicketFlow | undefined {
  if (isTicketEvent(event)) return evolveTicket(tickets, event);
  const reference = after?.request.ticket;
  if (after === undefined || reference === undefined || before === after) return undefined;
  const ticket = tickets.all.get(reference);
  if (event.type === 'requested' && ticket !== undefined)
    tickets.all.set(reference, {...ticket, asked: [...ticket.asked, after.reference]});
  const [was, is] = [inHandOf(before), inHandOf(after)];
  return was.minor === is.minor && was.leaving === is.leaving ? undefined : recount(tickets, event, {before, after});
}

/** Returns what is in hand of a payment: what it is for less what was given back, if it is paid or on the book. */
function inHandOf(payment: Payment | undefined): Pick<Held, keyof typeof inHand> {
  if (payment === undefined || !isSold(payment)) return {minor: 0, leaving: 0};
  const [back, made] = [worthBackOf(payment, 'done').minor, worthBackOf(payment, 'made').minor];
  const {minor: owed} = owedOf(payment.request);
  const minor = Math.max(0, owed - back);
  return {minor, leaving: Math.min(minor, made - back)};
}

/** What a part is listed with: what is in hand of it or, if nothing is, what was requested. */
export function amountOfPart(payment: Payment): Money {
  const {amount} = payment.request;
  return isInHand(payment) ? {...amount, minor: amount.minor - refundedOf(payment, 'done').minor} : amount;
}

export const isInHand = (payment: Payment): boolean => inHandOf(payment).minor > 0;

function evolveTicket(tickets: Tickets, event: TicketEvent): TicketFlow | undefined {
  if ('parked' in event.data) tickets.parked.delete(event.data.parked ?? 0);
  switch (event.type) {
    case 'ticket-opened':
      open(tickets, event);
      return undefined;
    case 'ticket-extended':
      extend(tickets, event);
      return undefined;
    case 'basket-parked':
      park(tickets, event);
      return undefined;
    case 'ticket-abandoned':
      return abandon(tickets, event);
    case 'basket-dropped':
      return undefined;
  }
}

/** Nothing of its money moves: what is in hand stays, and the rest grows. */
function extend({all}: Tickets, {at, data}: TicketEvent & {type: 'ticket-extended'}): void {
  const {ticket: reference, lines, total} = data;
  const ticket = all.get(reference);
  if (ticket?.status !== 'open') return;
  const added = {at: Date.parse(at), count: lines.length - (ticket.lines.length === 0 ? 1 : 0)};
  all.set(reference, {...ticket, total, lines: [...ticket.lines, ...lines], added});
}

function park(tickets: Tickets, {data, at, person}: TicketEvent & {type: 'basket-parked'}): void {
  const {number} = data;
  tickets.parked.delete(number); // parked again, it is the newest
  tickets.parked.set(number, {...data, at: Date.parse(at), person});
  tickets.lastParked = Math.max(tickets.lastParked, number);
}

function open({all, open: references}: Tickets, event: TicketEvent & {type: 'ticket-opened'}): void {
  const {ticket: reference, total, lines, customer, description, businessDate, exchange, refund} = event.data;
  if (all.has(reference)) return;
  references.add(reference);
  all.set(reference, {
    reference,
    total,
    lines,
    customer,
    description,
    businessDate,
    openedAt: Date.parse(event.at),
    person: event.person,
    status: 'open',
    endedAt: undefined,
    endedSeq: undefined,
    soldBy: undefined,
    abandoned: undefined,
    added: undefined,
    exchange: exchange === undefined || refund === undefined ? undefined : {reference: exchange, refund},
    asked: [],
    held: [],
  });
}

const nothing = {taken: 0, adjusted: 0, reopened: 0, beyond: 0, abandoned: 0, paid: undefined};

function abandon(
  {all, open: references}: Tickets,
  event: TicketEvent & {type: 'ticket-abandoned'},
): TicketFlow | undefined {
  const {ticket: reference, reason} = event.data;
  const ticket = all.get(reference);
  if (ticket?.status !== 'open') return undefined;
  const {person, at, seq} = event;
  references.delete(reference);
  const ended = {endedAt: Date.parse(at), endedSeq: seq, abandoned: {person, reason}};
  all.set(reference, {...ticket, ...ended, status: 'abandoned'});
  return {...nothing, currency: ticket.total.currency, abandoned: heldOf(ticket)};
}

type Change = {readonly before: Payment | undefined; readonly after: Payment};

function recount(tickets: Tickets, event: AnyEvent, change: Change): TicketFlow | undefined {
  const {reference, request} = change.after;
  const ticket = tickets.all.get(request.ticket ?? '');
  const counted = ticket?.held.find(each => each.reference === reference);
  if (ticket !== undefined && counted !== undefined && isFollowed(ticket, event.seq)) {
    const isTakenBack = ticket.status === 'paid' && !isSold(change.after);
    return isTakenBack ? reopen(tickets, ticket, counted) : recounted(tickets, event, {...change, ticket, counted});
  }
  if (isInHand(change.after)) return inHandOf(change.before).minor > 0 ? undefined : gain(tickets, event, change);
  tickets.beyond.delete(reference);
  return undefined;
}

function gain(tickets: Tickets, event: AnyEvent, {before, after}: Change): TicketFlow {
  const {reference, sale, request} = after;
  const {currency} = request.amount;
  const {minor, leaving} = inHandOf(after);
  const flow = {...nothing, currency, [before?.paidSeq === undefined ? 'taken' : 'adjusted']: minor};
  const ticket = tickets.all.get(request.ticket ?? '');
  if (ticket === undefined || !hasRoom(ticket, after)) {
    tickets.beyond.add(reference);
    return {...flow, beyond: minor};
  }
  return settle(tickets, event, {...ticket, held: [...ticket.held, {reference, sale, minor, leaving}]}, {flow, after});
}

/** An open ticket counts only one payment of a sale, and never more than its total. */
function hasRoom(ticket: Ticket, payment: Payment): boolean {
  const {sale, request} = payment;
  if (ticket.status !== 'open' || request.amount.currency !== ticket.total.currency) return false;
  const sum = heldOf(ticket) + inHandOf(payment).minor;
  return ticket.held.every(each => each.sale !== sale) && sum <= ticket.total.minor;
}

/** Something of a counted payment was given back, or a refund was not made. What no longer fits in the ticket is beyond it. */
function recounted(
  tickets: Tickets,
  event: AnyEvent,
  {before, after, ticket, counted}: Change & {readonly ticket: Ticket; readonly counted: Held},
): TicketFlow | undefined {
  const {minor: inHand, leaving} = inHandOf(after);
  const minor = Math.min(inHand, ticket.total.minor - heldOf(ticket) + counted.minor);
  const beyond = Math.max(0, inHand - minor - (inHandOf(before).minor - counted.minor));
  if (inHand > minor) tickets.beyond.add(after.reference);
  else tickets.beyond.delete(after.reference);
  const held = ticket.held.map(each => (each === counted ? {...each, minor, leaving: Math.min(leaving, minor)} : each));
  const flow = {...nothing, currency: ticket.total.currency, adjusted: beyond, beyond};
  if (ticket.status === 'open') {
    const now = {...ticket, held: held.filter(each => each.minor > 0)};
    return settle(tickets, event, now, {flow: {...flow, adjusted: minor - counted.minor + beyond}, after});
  }
  tickets.all.set(ticket.reference, {...ticket, held});
  return beyond === 0 ? undefined : flow;
}

/** A part of a paid ticket was taken back. What that part was can be requested again, and the goods are not released. */
function reopen({all, open: references, beyond}: Tickets, ticket: Ticket, lost: Held): TicketFlow {
  const held = ticket.held.filter(each => each !== lost && each.minor > 0);
  all.set(ticket.reference, {...ticket, held, status: 'open', endedAt: undefined, endedSeq: undefined});
  references.add(ticket.reference);
  beyond.delete(lost.reference);
  return {...nothing, currency: ticket.total.currency, adjusted: -lost.minor, reopened: heldOf(ticket)};
}

/** The ticket is paid as soon as all of its total is in hand and no refund may take any of it. */
function settle(
  {all, open: references}: Tickets,
  event: AnyEvent,
  ticket: Ticket,
  {flow, after}: {readonly flow: TicketFlow; readonly after: Payment},
): TicketFlow {
  const {reference, total, held, soldBy} = ticket;
  const isPaid = heldOf(ticket) === total.minor && held.every(({leaving}) => leaving === 0);
  all.set(reference, ticket);
  if (!isPaid) return flow;
  const ended = {endedAt: Date.parse(event.at), endedSeq: event.seq};
  const now: Ticket = {...ticket, ...ended, status: 'paid', soldBy: soldBy ?? after.reference};
  all.set(reference, now);
  references.delete(reference);
  return soldBy === undefined ? {...flow, paid: now} : {...flow, reopened: -total.minor};
}

/** Whether the ticket has to keep room for the payment: it has no final outcome yet, or it contradicts itself. */
export const mayBePaid = (payment: Payment): boolean => isOpen(payment) || verdictOf(payment) === 'needs-person';

/** The state of a ticket, in its own currency. `paid` is in hand, `left` can be requested now, and `waiting` may still be paid or stay paid. */
type TicketStanding = {readonly paid: Money; readonly waiting: Money; readonly left: Money};

/** Returns a ticket's state by its payments. A sale's attempts count once; open payments of the sale `except` take no room. */
export function standingOfTicket(
  ticket: Ticket,
  payments: ReadonlyMap<string, Payment>,
  except: string | undefined = undefined,
): TicketStanding {
  const {total, asked, held} = ticket;
  const inHand = held.map(each => {
    const payment = payments.get(each.reference);
    return ticket.status === 'open' || payment === undefined ? each : inHandOf(payment);
  });
  const waiting = new Map<string, number>();
  for (const reference of asked) {
    const payment = payments.get(reference);
    if (payment === undefined || !mayBePaid(payment) || payment.sale === except) continue;
    if (held.some(({sale}) => sale === payment.sale)) continue;
    waiting.set(payment.sale, Math.max(waiting.get(payment.sale) ?? 0, owedOf(payment.request).minor));
  }
  const leaving = sumOf(inHand.map(each => each.leaving));
  const minor = {
    paid: sumOf(inHand.map(each => each.minor)) - leaving,
    waiting: sumOf([...waiting.values()]) + leaving,
  };
  const {currency} = total;
  return {
    paid: {currency, minor: minor.paid},
    waiting: {currency, minor: minor.waiting},
    left: {currency, minor: ticket.status === 'open' ? Math.max(0, total.minor - minor.paid - minor.waiting) : 0},
  };
}

/** Whether a payment that counts towards a paid ticket was taken back. The parts that are not in memory count as they were. */
export const isPartTakenBack = ({status, held}: Ticket, payments: ReadonlyMap<string, Payment>): boolean =>
  status === 'paid' && held.some(({reference}) => !isSold(payments.get(reference) ?? {status: 'paid'}));

/** Whether one payment asks for the whole ticket. Until that payment ends without the money, the ticket is shown like any other sale. */
export const isAskedAtOnce = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean =>
  ticket.status === 'open' && ticket.asked.length === 1 && standingOfTicket(ticket, payments).left.minor === 0;

/** Whether every payment that was requested is for the whole ticket and nothing is paid. The next payment is then not a part either. */
export const isUnpaidWhole = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean => {
  const {asked, held, total} = ticket;
  const amounts = paymentsOfTicket(ticket, payments).map(({request}) => owedOf(request).minor);
  return asked.length > 0 && held.length === 0 && amounts.every(minor => minor === total.minor);
};

/** Whether everything that was requested has ended without money. Such a ticket is no sale unless it is paid later, or was paid before. */
const isNotSold = (ticket: Ticket, payments: ReadonlyMap<string, Payment>): boolean =>
  ticket.asked.length > 0 &&
  ticket.soldBy === undefined &&
  ticket.held.length === 0 &&
  !ticket.asked.some(reference => {
    const payment = payments.get(reference);
    return payment !== undefined && mayBePaid(payment);
  });

/** Returns the open tickets to come back to, oldest first: part of each is paid, may be paid, or was not requested yet. */
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
