import {displayMoney} from '../core/money/money.js';
import {isByCard} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {lostInHistory, refundFacts, strangeRefunds, wholeHistory} from '../core/refund/history.js';
import {isRefundUnclear, refundRest} from '../core/refund/refund.js';
import type {Answer} from '../core/service/answer.js';
import {isKeyRefused} from '../core/service/evidence.js';
import {historyOf} from './ask.js';
import {type Context, dateOf, inTurn, observe, paymentOf, record} from './context.js';

/** As many refunds of all payments may lie between a sale and today. */
const mostPages = 50;

/** What was heard of the history before money is given back; undefined where it has nothing to say: no card was charged. */
export type HistoryHeard = {readonly answer: Answer} | undefined;

/**
 * Asks the service which refunds it has of a payment. A journal that was restored, a copy of this home or the service's own
 * pages may have given money back that this journal does not know of, and the service takes no reference of ours that
 * would tell the second of two.
 */
export async function askHistory(context: Context, payment: Payment): Promise<HistoryHeard> {
  if (!isByCard(payment.request)) return undefined;
  const answer = await historyOf(context, payment, {since: payment.requestedAt, mostPages});
  observe(context, answer);
  return {answer};
}

/**
 * Decides to give money back, after everything that was decided before: what the history tells beyond the journal is written
 * down first, and then nothing is given back if it is not what the person saw in `seen`. `decide` has why money may leave
 * although the history was not heard; undefined where it was.
 *
 * Throws `Problem` refund-changed, refund-history-unheard, key-refused, and what `check` and `decide` do.
 */
export function decideGivingBack<T>(
  context: Context,
  {seen, heard, unheard}: {readonly seen: Payment; readonly heard: HistoryHeard; readonly unheard: string | undefined},
  check: (payment: Payment) => void,
  decide: (payment: Payment, unheard: string | undefined) => Promise<T>,
): Promise<T> {
  const {reference} = seen;
  return inTurn(context, async () => {
    const isHeard = heard === undefined || (await noteHistory(context, reference, heard.answer));
    const payment = await paymentOf(context, reference);
    if (payment.refunds.some(isRefundUnclear)) check(payment);
    if (refundFacts(payment) !== refundFacts(seen))
      throw new Problem('refund-changed', {reference, rest: displayMoney(refundRest(payment))});
    check(payment);
    if (isHeard) return decide(payment, undefined);
    if (unheard === undefined) throw whyUnheard(reference, heard.answer);
    return decide(payment, unheard);
  });
}

function whyUnheard(reference: string, answer: Answer): Problem {
  const isKey = answer.kind === 'answered' && isKeyRefused(answer);
  return isKey ? new Problem('key-refused') : new Problem('refund-history-unheard', {reference});
}

/** Writes down what the history tells beyond the journal; false where it was not heard whole. To be called in turn. */
async function noteHistory(context: Context, reference: string, answer: Answer): Promise<boolean> {
  const payment = await paymentOf(context, reference);
  const rows = wholeHistory(answer, payment);
  if (rows === undefined) return false;
  const found = lostInHistory(payment, rows);
  const question = 'refund-history' as const;
  if (found.length > 0)
    await record(
      context,
      ...found.map(refund => ({
        type: 'refund-status-answered' as const,
        data: {reference, refund, question, answer, repeated: 0},
      })),
    );
  const told = await paymentOf(context, reference);
  const {length} = told.refunds;
  const events = strangeRefunds(told, rows).map((row, index) => ({
    type: 'refund-seen' as const,
    data: {reference, refund: length + index + 1, businessDate: dateOf(context), ...row},
  }));
  if (events.length > 0) await record(context, ...events);
  return true;
}
