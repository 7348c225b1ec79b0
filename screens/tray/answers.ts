import {ageText} from '../../src/core/day/business-day.js';
import {nextOf, offersResolve, waitingFor} from '../../src/core/journal/questions.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import {fill} from '../../src/core/words/fill.js';
import {paymentWords} from '../../src/core/words/payment.js';
import type {Ear} from '../view.js';

/** What was heard of a payment last, in a few words. */
export function lastAnswer(payment: Payment, {language, words}: Ear): string {
  const {count} = payment.notFound;
  if (payment.refunds.some(({status}) => status === 'unknown')) return words.tray.refundUnclear;
  if (!isOpen(payment))
    return payment.status === 'paid' ? words.tray.paidTwice : paymentWords[language].statuses[payment.status];
  return count > 0 && payment.record === undefined
    ? fill(words.tray.notFound, {count})
    : words.tray.waiting[waitingFor(payment)];
}

/** When the till looks again; before that, what only a person can do. */
export function nextText(payment: Payment, {language, now, till, words}: Ear): string {
  const {inMs, isAsking} = till.outlook(payment.reference);
  if (isAsking) return words.tray.asking;
  if (!isOpen(payment)) return words.tray.look;
  if (offersResolve(payment, now)) return words.tray.resolve;
  if (nextOf(payment).kind === 'otp') return words.tray.withYou;
  return inMs === undefined ? '' : ageText(inMs + 999, language);
}
