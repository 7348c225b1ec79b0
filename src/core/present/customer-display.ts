import {customerLanguage, isPaidBeside, nextOf, sayTo} from '../books/selectors.js';
import type {CardMark} from '../card/card.js';
import {isKnown, type StoredEvent} from '../events/event.js';
import type {AnyEvent} from '../journal/envelope.js';
import type {Language} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import {type Badge, badgeOf} from '../payment/badge.js';
import {isByCard, maskSource} from '../payment/payer.js';
import {
  beginPayment,
  evolve,
  isOpen,
  isReceived,
  type Payment,
  referenceOf,
  type Verdict,
  verdictOf,
} from '../payment/payment.js';
import {isRefundedWhole} from '../payment/refund.js';
import {isRequested, type PaymentRequest} from '../payment/schema.js';
import {
  amountOfPart,
  evolveTickets,
  isInHand,
  mayBePaid,
  paymentsOfTicket,
  standingOfTicket,
  type Tickets,
  ticketsFrom,
} from '../ticket/ticket.js';

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

/**
 * The payment that the customer sees: according to the journal, the one that was requested last. `movedAt` is when a
 * person last acted on it or its status last changed, in epoch milliseconds. `others` are payments that may still be
 * paid as well: earlier attempts of the same sale, and the payments that were open when this one was requested.
 */
export type CustomerDisplay = {
  readonly payment: Payment;
  readonly movedAt: number;
  readonly others: readonly Payment[];
};

/** Returns the display after one more event. Events of other payments leave it unchanged, except those of its `others`. */
export function evolveDisplay(display: CustomerDisplay | undefined, event: StoredEvent): CustomerDisplay | undefined {
  if (!isKnown(event)) return display;
  // Nobody at the counter pays what the service charges by itself, or money that came unasked.
  if (event.type === 'requested')
    return isOfNobody(event.data) ? display : begun(display, beginPayment(event), Date.parse(event.at));
  if (display === undefined || !('reference' in event.data)) return display;
  const {reference} = event.data;
  if (reference !== display.payment.reference) return advanceOthers(display, reference, event);
  const payment = evolve(display.payment, event);
  const isNoNews = event.type.endsWith('status-answered') || event.type.startsWith('slip-');
  const hasMoved = !isNoNews || payment.status !== display.payment.status;
  return {...display, payment, movedAt: hasMoved ? Date.parse(event.at) : display.movedAt};
}

const isOfNobody = (request: PaymentRequest) =>
  isReceived(request) || (request.method === 'subscription' && request.charge !== null);

function begun(display: CustomerDisplay | undefined, payment: Payment, movedAt: number): CustomerDisplay {
  const before = display === undefined ? [] : [display.payment, ...display.others];
  return {payment, movedAt, others: before.filter(each => each.sale === payment.sale || isOpen(each))};
}

/** If another attempt is paid or given back, the customer has to be told something else. */
function advanceOthers(display: CustomerDisplay, reference: string, event: StoredEvent): CustomerDisplay {
  const others = display.others.map(each => (each.reference === reference ? evolve(each, event) : each));
  const next = {...display, others};
  return isBeside(next) === isBeside(display) ? next : {...next, movedAt: Date.parse(event.at)};
}

const attemptsIn = ({payment, others}: Pick<CustomerDisplay, 'payment' | 'others'>) =>
  others.filter(({sale}) => sale === payment.sale);

const isBeside = (display: Pick<CustomerDisplay, 'payment' | 'others'>) =>
  isPaidBeside(display.payment, attemptsIn(display));

/** The verdict for the customer. If another attempt of the sale is paid too, a person has to deal with it. */
function verdictShown(display: Pick<CustomerDisplay, 'payment' | 'others'>): Verdict {
  const {payment} = display;
  const verdict = verdictOf(payment);
  return isBeside(display) && !isRefundedWhole(payment) ? 'needs-person' : verdict;
}

const second = 1000;
const afterTheEnd = 20 * second;
const withoutEnd = 600 * second;

/**
 * For how many milliseconds after it moved a payment stays on the customer's display. A payment that has ended stays
 * long enough to be read; an open one, or one that needs a person, stays as long as the customer may still be standing
 * there. A payment that was set aside or never left the till does not stay.
 */
export function staysOnDisplay(display: Pick<CustomerDisplay, 'payment' | 'others'>): number {
  const {isSuperseded, sends} = display.payment;
  if (isSuperseded || sends.notSubmitted) return 0;
  const verdict = verdictShown(display);
  return verdict === 'paid' || verdict === 'not-paid' || verdict === 'on-book' ? afterTheEnd : withoutEnd;
}

/** What a customer sees of a sale. It has no names, and only as much of the wallet number as its owner needs to recognise it. */
export type CustomerSale = {
  readonly reference: string;
  /** What the customer pays or, after a refund, what the customer gets back. */
  readonly amount: Money;
  readonly verdict: Verdict;
  readonly badge: Badge;
  /** The customer's language. `say` is in this language. */
  readonly language: Language;
  readonly say: string;
  readonly wallet: string | undefined;
  readonly card: CardMark | undefined;
  /** The cash that the customer gets back; undefined if there is none. */
  readonly change: Money | undefined;
  /** The page of the service on which the customer approves the payment. */
  readonly page: string | undefined;
};

export function customerSale(display: Pick<CustomerDisplay, 'payment' | 'others'>): CustomerSale {
  const {payment} = display;
  const {reference, request} = payment;
  const verdict = verdictShown(display);
  const next = nextOf(payment);
  const back = payment.refunds.findLast(({status}) => status === 'done')?.amount;
  const isAsked = next.kind === 'redirect' && !isBeside(display);
  return {
    reference,
    amount: back ?? request.amount,
    verdict,
    badge: verdict !== verdictOf(payment) ? verdict : back === undefined ? badgeOf(payment) : 'given-back',
    language: customerLanguage(request),
    say: sayTo(payment, attemptsIn(display)),
    wallet: isByCard(request) || request.method === 'account' ? undefined : maskSource(request) || undefined,
    card: isByCard(request) ? (request.card ?? undefined) : undefined,
    change:
      verdict === 'paid' && payment.refunds.every(({status}) => status === 'failed') ? changeOf(request) : undefined,
    page: isAsked ? next.url : undefined,
  };
}

function changeOf(request: Payment['request']): Money | undefined {
  if (request.method !== 'cash' || request.tendered.minor <= request.amount.minor) return undefined;
  return {...request.amount, minor: request.tendered.minor - request.amount.minor};
}
