import type {EventData} from '../core/journal/event.js';
import {displayMoney, jsonAmount, type Money} from '../core/money/money.js';
import {lostRefund, refundJudgeableIn} from '../core/payment/judging.js';
import {checkWords} from '../core/payment/order.js';
import {isByCard, notGivenBack, providerReferenceOf} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import {personSaid, reasonSaid} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import {isRefundUnclear, type Refund, refundRest} from '../core/refund/refund.js';
import {type Context, dateOf, observe, paymentOf, record, recordAfterAll, underWay} from './context.js';
import {askHistory, decideGivingBack} from './refund-history.js';
import {tooEarly} from './resolve.js';

/**
 * `amount` absent: all that is left. `unheard`: why money may leave although the service does not tell which refunds it has
 * of the payment; absent: it may not.
 */
export type RefundOptions = {readonly amount?: Money; readonly reason: string; readonly unheard?: string};
export type RefundJudging = {readonly as: 'done' | 'failed'; readonly person: string; readonly reason: string};

/** What a refund to the card would be. Throws `Problem` refund-not-offered, refund-not-by-page (not a card), and what `checkGivingBack` does. */
export function checkRefund(payment: Payment, amount: Money | undefined): Money {
  const {request} = payment;
  if (!isByCard(request)) throw notGivenBack(request);
  return checkGivingBack(payment, amount);
}

/**
 * What can be given back of the payment by any way: `amount`, or all that is left. Throws `Problem` refund-not-paid,
 * refund-unclear (an earlier one may have been made), refund-above-rest.
 */
export function checkGivingBack(payment: Payment, amount: Money | undefined): Money {
  const {reference, status, refunds} = payment;
  if (status !== 'paid') throw new Problem('refund-not-paid', {reference, status});
  const unclear = refunds.find(isRefundUnclear);
  if (unclear !== undefined) throw new Problem('refund-unclear', {reference, refund: unclear.number});
  const rest = refundRest(payment);
  const asked = amount ?? rest;
  if (asked.currency !== rest.currency || asked.minor > rest.minor || asked.minor <= 0)
    throw new Problem('refund-above-rest', {reference, rest: displayMoney(rest)});
  return asked;
}

/**
 * Gives money of a paid card payment back, once the service's own history of its refunds was heard. Resolves with the
 * refund's number when the intent is on the disk; `finished` resolves when the answer is. Throws what `checkRefund` and
 * `decideGivingBack` do, reason-missing, text-has-card, and the journal's problems.
 */
export async function refund(
  context: Context,
  reference: string,
  {amount, reason, unheard}: RefundOptions,
): Promise<{refund: number; finished: Promise<void>}> {
  if (context.poison !== undefined) throw context.poison;
  const said = reasonSaid(reason);
  checkWords(unheard ?? '');
  const seen = await paymentOf(context, reference);
  checkBeforeAsking(() => checkRefund(seen, amount));
  const heard = await askHistory(context, seen);
  const decided = await decideGivingBack(
    context,
    {seen, heard, unheard: unheard?.trim() || undefined},
    payment => checkRefund(payment, amount),
    async (payment, because) => {
      const data = {
        reference,
        refund: payment.refunds.length + 1,
        amount: checkRefund(payment, amount),
        reason: said,
        businessDate: dateOf(context),
        ...(because === undefined ? {} : {unheard: because}),
      };
      await record(context, {type: 'refund-requested', data});
      return {...data, known: providerReferenceOf(payment.request)};
    },
  );
  return {refund: decided.refund, finished: underWay(context, send(context, decided))};
}

/** What is wrong is said at once. That an earlier refund is unclear is not: the history may make it clear. */
export function checkBeforeAsking(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'refund-unclear') throw error;
  }
}

/** The one place where a refund leaves: first the `refund-sent` event on the disk, then the bytes. */
async function send(
  context: Context,
  {reference, refund: number, amount, reason, known}: EventData<'refund-requested'> & {readonly known: string},
) {
  const about = {reference, refund: number};
  await record(context, {type: 'refund-sent', data: about});
  const order = {reference: known, amount: jsonAmount(amount), reason};
  const answer = await context.service.refund(order, context.leaving);
  observe(context, answer);
  await record(context, {type: 'refund-answered', data: {...about, answer}});
}

/**
 * A named person says whether a refund was made that the service cannot tell of. Sends nothing; what the service says
 * later stands over it. Throws `Problem` person-missing, reason-missing, text-has-card, payment-unknown,
 * payment-not-open, judged-too-early, judged-unseen.
 */
export async function resolveRefund(context: Context, reference: string, {as, ...said}: RefundJudging): Promise<void> {
  const [person, reason] = [personSaid(said.person), reasonSaid(said.reason)];
  const seen = lostRefund(await paymentOf(context, reference), context.world.now());
  await recordAfterAll(context, () => {
    const {number, evidence} = judgedRefund(context, reference, seen);
    const data = {reference, refund: number, as, reason, evidence};
    return [{type: 'refund-resolved', person, data}];
  });
}

function judgedRefund(context: Context, reference: string, seen: Refund | undefined) {
  const payment = context.state.payments.get(reference);
  if (payment === undefined) throw new Problem('payment-unknown', {reference});
  const now = context.world.now();
  const waits = payment.refunds.flatMap(each => refundJudgeableIn(each, now) ?? []);
  const open = lostRefund(payment, now);
  if (waits.length === 0) throw new Problem('payment-not-open', {reference, status: payment.status});
  if (open === undefined && seen === undefined) throw tooEarly(context, reference, Math.min(...waits));
  if (open === undefined || open.number !== seen?.number || open.status !== seen.status)
    throw new Problem('judged-unseen', {reference});
  const evidence = `${open.status}; ${open.serviceReference ?? 'no reference of the service'}`;
  return {number: open.number, evidence};
}
