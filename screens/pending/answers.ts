import {timerText} from '../../src/core/day/business-day.js';
import {nextOf, offersResolve, waitingFor} from '../../src/core/journal/selectors.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';

import type {Context} from '../kit/step.js';

/** What was heard of a payment last, in a few words. */
export function lastAnswer(payment: Payment, {messages}: Context): string {
  const {count} = payment.notFound;
  if (payment.refunds.some(({status}) => status === 'unknown')) return messages.pendingScreen.refundUnclear;
  if (!isOpen(payment))
    return payment.status === 'paid' ? messages.pendingScreen.paidTwice : messages.payment.statuses[payment.status];
  return count > 0 && payment.record === undefined
    ? messages.pendingScreen.notFound({count})
    : messages.pendingScreen.waiting[waitingFor(payment)];
}

/** When the till looks again; before that, what only a person can do. */
export function nextText(payment: Payment, {language, now, till, messages}: Context): string {
  const {inMs, isAsking} = till.outlook(payment.reference);
  if (isAsking) return messages.pendingScreen.asking;
  if (!isOpen(payment)) return messages.pendingScreen.look;
  if (offersResolve(payment, now)) return messages.pendingScreen.resolve;
  if (nextOf(payment).kind === 'otp') return messages.pendingScreen.withYou;
  return inMs === undefined ? '' : timerText(inMs + 999, language);
}
