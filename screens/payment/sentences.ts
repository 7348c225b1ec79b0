import {explain, offersResolve, otherAttempts, releaseText} from '../../src/core/journal/selectors.js';
import {isPaidTwice} from '../../src/core/journal/state.js';
import {wasNotSubmitted} from '../../src/core/payment/follow-up.js';
import {isOpen, maySend, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {isRefundUnclear} from '../../src/core/refund/refund.js';
import type {Tone} from '../kit/block.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';
import {refundSentences, type TonedSentence, wayBack} from './refund-sentences.js';

/** Why a payment stands so, and what that means for the goods. Two paid attempts of a sale come before everything else. */
export function stateSentences(payment: Payment, context: Context): readonly TonedSentence[] {
  const {language, now, till, messages} = context;
  const isTwice = payment.status === 'paid' && isPaidTwice(till.state, payment.sale);
  const goods = payment.status === 'paid' ? ('paid' as const) : ('plain' as const);
  const isGivenBack = payment.refunds.some(({status}) => status !== 'failed');
  const hasNeverLeft = verdictOf(payment) === 'not-paid' && wasNotSubmitted(payment);
  const typeAgain = messages.cardScreen.payment.typeAgain({key: keyText('other-attempt', context)});
  const sendAgain = messages.paymentScreen.maySendAgain({key: keyText('send-again', context)});
  const mayResolve = messages.paymentScreen.mayResolve({key: keyText('resolve', context)});
  const said: readonly (readonly [isSo: boolean, text: string, style: Tone])[] = [
    [isTwice, `! ${messages.payment.paidTwice}`, 'needs-person'],
    [isTwice && !payment.refunds.some(isRefundUnclear), wayBack(payment, context), 'plain'],
    [true, explain(payment, language, context.shop.country), 'strong'],
    [!isTwice && !isGivenBack, releaseText(till.state, payment, {language, now}), goods],
    [!isTwice, otherAttempt(payment, context), 'not-known'],
    [payment.request.method === 'card' && hasNeverLeft, typeAgain, 'not-known'],
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
