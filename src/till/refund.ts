import type {State} from '../core/books/state.js';
import type {EventData} from '../core/events/event.js';
import type {DecisionContext} from '../core/journal/decision.js';
import {cashStepOf, type Money} from '../core/money/money.js';
import {isByCard, providerReferenceOf} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import {lostRefund} from '../core/payment/resolving.js';
import {Problem} from '../core/problem.js';
import {
  checkExchange,
  decideRefund,
  type RefundOptions,
  type RefundResolution,
  validateReasons,
  type Way,
  whatComesBack,
} from '../core/refund/decide.js';
import {decidePayment} from '../core/sale/decide.js';
import {exchangeDifference} from '../core/sale/payable.js';
import type {Answer} from '../core/service/answer.js';
import {decideTicket, type TicketOrder} from '../core/ticket/decide.js';
import {historyOf} from './ask.js';
import {observe, paymentOf, type TillContext} from './context.js';
import {perform, performAfterAll, record, submit, underWay, withMutex} from './handler.js';
import {ticketOnSlip} from './past-ticket.js';

/** The most pages of the history to read: up to this many pages of refunds of all payments may lie between a sale and today. */
const mostPages = 50;

/**
 * Refunds money of a paid card payment, after the service's own history of the payment's refunds was read. Resolves with the refund's
 * number when the intent is on the disk; `finished` resolves when the answer is, too. Throws what `decideRefund` throws, and the journal's
 * problems.
 */
export async function refund(
  context: TillContext,
  reference: string,
  options: RefundOptions,
): Promise<{refund: number; finished: Promise<void>}> {
  const asked = await giveBack(context, reference, {way: 'card', ...options});
  return {refund: asked.refund, finished: underWay(context, send(context, asked))};
}

/** Gives money back from the drawer for any payment, a card's after its history. Resolves with the number. Throws as `refund`. */
export async function refundInCash(
  context: TillContext,
  reference: string,
  options: RefundOptions,
): Promise<{readonly refund: number; readonly amount: Money}> {
  const {refund: number, amount} = await giveBack(context, reference, {way: 'cash', ...options});
  return {refund: number, amount};
}

const giveBack = async (
  context: TillContext,
  reference: string,
  command: RefundOptions & {readonly way: Way},
): Promise<EventData<'refund-requested'>> =>
  withRefundFacts(context, reference, command, async facts => {
    const [event] = await perform(context, decideRefund, {type: 'give-back', ...command, ...facts});
    if (event?.type !== 'refund-requested' && event?.type !== 'refund-in-cash' && event?.type !== 'refund-on-book')
      throw new Error('a refund that was not begun');
    return event.data;
  });

type RefundSeen = {readonly seen: Payment; readonly history: Answer | undefined};

/** Decides on a refund, one decision at a time, when all is known that speaks for or against it. */
async function withRefundFacts<T>(
  context: TillContext,
  reference: string,
  command: RefundOptions & {readonly way: Way},
  decide: (facts: RefundSeen) => Promise<T>,
): Promise<T> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  validateReasons(command);
  const seen = await paymentWithSale(context, reference);
  checkBeforeAsking(() => whatComesBack(context.state, seen, command, context.settings));
  const history = isByCard(seen.request) ? await askHistory(context, seen) : undefined;
  return withMutex(context, async () => {
    await paymentWithSale(context, reference);
    if (history !== undefined) {
      await perform(context, decideRefund, {type: 'note-lost', reference, history});
      await perform(context, decideRefund, {type: 'note-strange', reference, history});
    }
    return decide({seen, history});
  });
}

/** A recorded exchange: the new ticket, what came back, what the new one costs, and the difference to pay or to give. */
export type Exchanged = {
  readonly ticket: string;
  readonly refund: number;
  readonly back: Money;
  readonly sold: Money;
  readonly toPay: Money;
  readonly toGive: Money;
};

/**
 * Takes goods of a sale back and sells others for them. The ticket of what goes out and the refund of what comes back are recorded together and in
 * this order, and then the part of the ticket that the refund pays. Whatever of this the power leaves, the books and the drawer agree: the
 * ticket is open with what is not paid of it. The difference is left to pay on the ticket by any method, or to give from the drawer.
 *
 * Throws what `checkExchange`, `decideTicket`, `decideRefund` and `decidePayment` throw, and the journal's problems.
 */
export async function exchange(
  context: TillContext,
  reference: string,
  {sells, ...options}: Omit<RefundOptions, 'amount'> & {readonly sells: TicketOrder},
): Promise<Exchanged> {
  const order = {...sells, exchange: reference};
  return withRefundFacts(context, reference, {way: 'cash', ...options}, async facts => {
    const [opened, returned] = await perform(context, decideExchange, {order, options, ...facts});
    if (opened?.type !== 'ticket-opened' || returned?.type !== 'refund-in-cash')
      throw new Error('an exchange that was not recorded');
    const [{ticket, total: sold}, {refund: number, amount: back}] = [opened.data, returned.data];
    const {country} = context.settings;
    const amount = {...sold, minor: Math.min(sold.minor, back.minor)};
    const asked = {method: 'cash', amount, tendered: amount, country, description: ''} as const;
    await perform(context, decidePayment, {type: 'begin', asked, ticket, isSure: true});
    const step = cashStepOf(back.currency, context.settings);
    return {ticket, refund: number, back, sold, ...exchangeDifference(sold, back, step)};
  });
}

type Exchange = RefundSeen & {readonly order: TicketOrder; readonly options: Omit<RefundOptions, 'amount'>};

/** The events of both halves, so that the rights of both are asked for before either is recorded. */
function decideExchange(state: State, {order, options, ...facts}: Exchange, given: DecisionContext) {
  checkExchange(facts.seen);
  const back = decideRefund(state, {type: 'give-back', way: 'cash', ...options, ...facts}, given);
  const refund = back.find(event => event.type === 'refund-in-cash')?.data.refund;
  return [...decideTicket(state, {type: 'open', ...order, refund}, given), ...back];
}

/** Returns the payment, with its ticket and the sale's other parts in memory, since items given back with any of them count. */
async function paymentWithSale(context: TillContext, reference: string): Promise<Payment> {
  const payment = await paymentOf(context, reference);
  if (payment.request.ticket === undefined) return payment;
  const sale = await ticketOnSlip(context, payment);
  for (const part of sale?.ticket.asked ?? []) await paymentOf(context, part);
  return context.state.payments.get(reference) ?? payment;
}

/** Reports an error at once, except that an earlier refund is unclear: the history may make that clear. */
function checkBeforeAsking(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'refund-unclear') throw error;
  }
}

/**
 * Asks the service which refunds of a payment it has. Before a journal was restored, in a copy of this home or on the service's own pages,
 * money may have been given back that this journal does not know of. The service takes no reference of the till that would distinguish two
 * refunds.
 */
async function askHistory(context: TillContext, payment: Payment): Promise<Answer> {
  const answer = await historyOf(context, payment, {since: payment.requestedAt, mostPages});
  observe(context, answer);
  return answer;
}

/** The only place where a refund leaves. */
async function send(context: TillContext, {reference, refund: number, amount, reason}: EventData<'refund-requested'>) {
  const about = {reference, refund: number};
  const {request} = await paymentOf(context, reference);
  const order = {reference: providerReferenceOf(request), amount, reason};
  await submit(context, {
    intent: () => record(context, {type: 'refund-sent', data: about}),
    ask: () => context.service.refund(order, context.leaving),
    response: answer => record(context, {type: 'refund-answered', data: {...about, answer}}),
  });
}

/** Records how a refund ended, as a person says; the service may override it. Throws as `decideRefund`, and the journal's problems. */
export async function resolveRefund(
  context: TillContext,
  reference: string,
  resolution: RefundResolution,
): Promise<void> {
  const seen = lostRefund(await paymentOf(context, reference), context.world.now());
  await performAfterAll(context, decideRefund, {type: 'resolve', reference, seen, ...resolution});
}
