import {
  explain,
  isOver,
  offersResolve,
  otherAttempts,
  releasesGoods,
  releaseText,
} from '../../src/core/books/selectors.js';
import {failureCause} from '../../src/core/messages/cause.js';
import {fill, messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {wasNotSubmitted} from '../../src/core/payment/follow-up.js';
import {isOpen, maySend, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {attemptsOf, isPaidTwice, paidAttemptOf} from '../../src/core/payment/payments.js';
import {isRefundedWhole, isRefundUnclear, mayGiveCash, type Refund, refundedOf} from '../../src/core/payment/refund.js';
import {lostRefund} from '../../src/core/payment/resolving.js';
import type {Tone} from '../../src/views/block.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';

/**
 * Returns what the state of a payment means for the goods, and the reasons for it. That a sale was paid twice comes before everything
 * else. `isPast`: its verdict is not new to the person who looks.
 */
export function stateSentences(payment: Payment, isPast: boolean, context: Context): readonly TonedSentence[] {
  const {language, now, till, messages} = context;
  const isTwice = payment.status === 'paid' && isPaidTwice(till.state, payment.sale);
  const isNews = releasesGoods(till.state, payment) && !isOver(till.state, payment, {now, isPast});
  const goods = isNews ? badgeOf(payment) : isPast ? 'plain' : 'strong';
  const isGivenBack = payment.refunds.some(({status}) => status !== 'failed');
  const isUnpaid = paidAttemptOf(till.state, payment.sale) === undefined;
  const hasNeverLeft = verdictOf(payment) === 'not-paid' && wasNotSubmitted(payment);
  const typeAgain = messages.cardScreen.payment.typeAgain({key: keyText('other-attempt', context)});
  const sendAgain = messages.paymentScreen.maySendAgain({key: keyText('send-again', context)});
  const mayResolve = messages.paymentScreen.mayResolve({key: keyText('resolve', context)});
  const said: readonly (readonly [isSo: boolean, text: string, style: Tone])[] = [
    [isTwice, `! ${messages.payment.paidTwice}`, 'needs-person'],
    [isTwice && !payment.refunds.some(isRefundUnclear), wayBack(payment, context), 'plain'],
    [!isTwice && !isGivenBack, releaseText(till.state, payment, {language, now, isPast}), goods],
    [true, explain(payment, language, context.shop.country), 'plain'],
    [!isTwice, otherAttempt(payment, context), 'not-known'],
    [payment.request.method === 'card' && hasNeverLeft && isUnpaid, typeAgain, 'not-known'],
    [maySend(payment) && payment.sends.begun > 0, sendAgain, 'not-known'],
    [offersResolve(payment, now), mayResolve, 'quiet'],
  ];
  const ofPayment = said.filter(([isSo, text]) => isSo && text.trim() !== '').map(([, text, style]) => ({text, style}));
  return [...ofPayment, ...refundSentences(payment, context)];
}

function otherAttempt(payment: Payment, {till, messages}: Context): string {
  const others = otherAttempts(till.state, payment);
  const other = others.find(({status}) => status === 'paid') ?? others.find(isOpen);
  if (other === undefined) return '';
  const sentence = other.status === 'paid' ? messages.paymentScreen.othersPaid : messages.paymentScreen.othersOpen;
  return `! ${sentence({reference: other.reference})}`;
}

type TonedSentence = {readonly text: string; readonly style: Tone};

/** Returns the state of the refunds: the newest one, what it rules out, and the sum of all. */
function refundSentences(payment: Payment, context: Context): readonly TonedSentence[] {
  const {now, messages: words} = context;
  const refund = payment.refunds.at(-1);
  if (refund === undefined) return [];
  const {inAll, mayResolve, unclear, whole, fromHistory} = words.cardScreen.refund;
  const done = refundedOf(payment, 'done');
  const isMore = done.minor > 0 && (refund.status !== 'done' || done.minor > refund.amount.minor);
  const said: readonly (readonly [boolean, string, TonedSentence['style']])[] = [
    [true, refundText(refund, context), refund.status === 'done' ? 'strong' : 'not-known'],
    [refund.isFromHistory, fromHistory, 'plain'],
    [refund.status === 'unknown', unclear, 'not-known'],
    [lostRefund(payment, now) !== undefined, mayResolve({key: keyText('resolve', context)}), 'quiet'],
    [isMore && !isRefundedWhole(payment), inAll({done: displayMoney(done, context.language)}), 'plain'],
    [isRefundedWhole(payment), whole, 'plain'],
  ];
  return said.filter(([isSo]) => isSo).map(([, text, style]) => ({text, style}));
}

const signs: Readonly<Record<Refund['status'], string>> = {
  requested: '?',
  sent: '?',
  unknown: '?',
  pending: '?',
  done: '✓',
  failed: '✗',
};

export function refundText(
  {status, amount, failure}: Refund,
  {language, messages: words}: Pick<Context, 'language' | 'messages'>,
): string {
  const why =
    failure === undefined
      ? ''
      : fill(messages(language).payment.failures[failure.reason], {text: failureCause(failure, language)});
  return `${signs[status]} ${words.cardScreen.refund.statuses[status]({amount: displayMoney(amount, language), why})}`.trim();
}

/** Returns how one of two paid attempts of a sale can be given back: to its card, or from the drawer. */
function wayBack(payment: Payment, context: Context): string {
  const {messages: words} = context;
  const {giveThisBack, giveOtherBack} = words.cardScreen.payment;
  if (payment.request.method === 'card') return giveThisBack({key: keyText('refund', context)});
  const card = attemptsOf(context.till.state, payment.sale).find(
    ({status, request}) => status === 'paid' && request.method === 'card',
  );
  const inCash =
    payment.request.method !== 'account' && mayGiveCash(payment)
      ? words.cashScreen.refund.giveThisBack({key: keyText('refund-in-cash', context)})
      : '';
  return card === undefined ? inCash : `${giveOtherBack({reference: card.reference})} ${inCash}`.trim();
}
