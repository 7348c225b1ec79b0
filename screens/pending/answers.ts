import {timerText} from '../../src/core/day/business-day.js';
import {nextOf, offersResolve, waitingFor} from '../../src/core/journal/selectors.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';

import type {Context} from '../kit/step.js';

/** What was heard of a payment last, in a few words. */
export function lastAnswer(payment: Payment, {words}: Context): string {
  const {count} = payment.notFound;
  if (payment.refunds.some(({status}) => status === 'unknown')) return words.pendingScreen.refundUnclear;
  if (!isOpen(payment))
    return payment.status === 'paid' ? words.pendingScreen.paidTwice : words.payment.statuses[payment.status];
  return count > 0 && payment.record === undefined
    ? words.pendingScreen.notFound({count})
    : words.pendingScreen.waiting[waitingFor(payment)];
}

/** When the till looks again; before that, what only a person can do. */
export function nextText(payment: Payment, {language, now, till, words}: Context): string {
  const {inMs, isAsking} = till.outlook(payment.reference);
  if (isAsking) return words.pendingScreen.asking;
  if (!isOpen(payment)) return words.pendingScreen.look;
  if (offersResolve(payment, now)) return words.pendingScreen.resolve;
  if (nextOf(payment).kind === 'otp') return words.pendingScreen.withYou;
  return inMs === undefined ? '' : timerText(inMs + 999, language);
}
