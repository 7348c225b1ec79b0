import type {EventData} from '../core/journal/event.js';
import {jsonAmount, type Money} from '../core/money/money.js';
import {isByCard, providerReferenceOf} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import {lostRefund} from '../core/payment/resolving.js';
import {Problem} from '../core/problem.js';
import {
  decideRefund,
  type RefundOptions,
  type RefundResolution,
  validateReasons,
  type Way,
  whatComesBack,
} from '../core/refund/decide.js';
import type {Answer} from '../core/service/answer.js';
import {historyOf} from './ask.js';
import {observe, paymentOf, type TillContext} from './context.js';
import {perform, performAfterAll, record, submit, underWay, withMutex} from './handler.js';
import {ticketOnSlip} from './past-ticket.js';

/** As many refunds of all payments may lie between a sale and today. */
const mostPages = 50;

/**
 * Gives money of a paid card payment back, once the service's own history of its refunds was heard. Resolves with the
 * refund's number when the intent is on the disk; `finished` resolves when the answer is. Throws what `decideRefund` does,
 * and the journal's problems.
 */
export async function refund(
  context: TillContext,
  reference: string,
  options: RefundOptions,
): Promise<{refund: number; finished: Promise<void>}> {
  const asked = await giveBack(context, reference, {way: 'card', ...options});
  return {refund: asked.refund, finished: underWay(context, send(context, asked))};
}

/**
 * Gives money of a paid payment back out of the drawer, whatever it was paid by; where that was a card, once the service's
 * history was heard. Resolves with the refund's number when it is written down. Throws as `refund` does.
 */
export async function refundInCash(
  context: TillContext,
  reference: string,
  options: RefundOptions,
): Promise<{readonly refund: number; readonly amount: Money}> {
  const {refund: number, amount} = await giveBack(context, reference, {way: 'cash', ...options});
  return {refund: number, amount};
}

async function giveBack(
  context: TillContext,
  reference: string,
  command: RefundOptions & {readonly way: Way},
): Promise<EventData<'refund-requested'>> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  validateReasons(command);
  const seen = await paymentWithSale(context, reference);
  checkBeforeAsking(() => whatComesBack(context.state, seen, command));
  const history = isByCard(seen.request) ? await askHistory(context, seen) : undefined;
  return withMutex(context, async () => {
    await paymentWithSale(context, reference);
    if (history !== undefined) {
      await perform(context, decideRefund, {type: 'note-lost', reference, history});
      await perform(context, decideRefund, {type: 'note-strange', reference, history});
    }
    const [event] = await perform(context, decideRefund, {type: 'give-back', ...command, seen, history});
    if (event?.type !== 'refund-requested' && event?.type !== 'refund-in-cash')
      throw new Error('a refund that was not begun');
    return event.data;
  });
}

/** The payment, with what its sale is for and the other parts of it at hand: what came back of a line with any of them counts. */
export async function paymentWithSale(context: TillContext, reference: string): Promise<Payment> {
  const payment = await paymentOf(context, reference);
  const {ticket} = payment.request;
  if (ticket === undefined) return payment;
  const sale = await ticketOnSlip(context, payment);
  for (const part of sale?.ticket.asked ?? []) await paymentOf(context, part);
  return context.state.payments.get(reference) ?? payment;
}

/** What is wrong is said at once. That an earlier refund is unclear is not: the history may make it clear. */
function checkBeforeAsking(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'refund-unclear') throw error;
  }
}

/**
 * Asks the service which refunds it has of a payment. A journal that was restored, a copy of this home or the service's own
 * pages may have given money back that this journal does not know of, and the service takes no reference of ours that
 * would tell the second of two.
 */
async function askHistory(context: TillContext, payment: Payment): Promise<Answer> {
  const answer = await historyOf(context, payment, {since: payment.requestedAt, mostPages});
  observe(context, answer);
  return answer;
}

/** The one place where a refund leaves. */
async function send(context: TillContext, {reference, refund: number, amount, reason}: EventData<'refund-requested'>) {
  const about = {reference, refund: number};
  const {request} = await paymentOf(context, reference);
  const order = {reference: providerReferenceOf(request), amount: jsonAmount(amount), reason};
  await submit(context, {
    intent: () => record(context, {type: 'refund-sent', data: about}),
    ask: () => context.service.refund(order, context.leaving),
    response: answer => record(context, {type: 'refund-answered', data: {...about, answer}}),
  });
}

/**
 * A named person says whether a refund was made that the service cannot tell of. Sends nothing; what the service says
 * later stands over it. Throws `Problem` payment-unknown, what `decideRefund` does, and the journal's.
 */
export async function resolveRefund(
  context: TillContext,
  reference: string,
  resolution: RefundResolution,
): Promise<void> {
  const seen = lostRefund(await paymentOf(context, reference), context.world.now());
  await performAfterAll(context, decideRefund, {type: 'resolve', reference, seen, ...resolution});
}
