import {messages} from '../../src/core/messages/messages.js';
import {decimalText, displayMoney, type Money, parseAmount} from '../../src/core/money/money.js';
import {checkWords} from '../../src/core/payment/order.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {Problem} from '../../src/core/problem.js';
import {checkGivingBack, type RefundOptions} from '../../src/core/refund/decide.js';
import {refundRest} from '../../src/core/refund/refund.js';
import type {Desk} from '../desk.js';
import type {RefundScreen} from '../model.js';
import {emptyLine, type Line, lineOf, textOf} from '../terminal/line.js';

export type RefundField = 'amount' | 'why' | 'reason' | 'unheard';

/** Why money is given back, by the place of its key; the last is in the cashier's own words. */
export type RefundReason = 0 | 1 | 2 | 3;
export const ownWords: RefundReason = 3;
const reasons: readonly RefundReason[] = [0, 1, 2, ownWords];

/** All that is left of the payment, for a reason that is still to be said. */
export function refundScreen(payment: Payment, from: RefundScreen['from']): RefundScreen {
  return {
    kind: 'refund',
    reference: payment.reference,
    from,
    lines: {amount: lineOf(decimalText(refundRest(payment))), reason: emptyLine, unheard: emptyLine},
    isAmountKept: true,
    isUnheard: false,
    why: undefined,
    focus: 'amount',
    wrong: undefined,
    asked: undefined,
    isSending: false,
  };
}

export const refundFieldsOf = ({why, isUnheard}: Pick<RefundScreen, 'why' | 'isUnheard'>): readonly RefundField[] => [
  'amount',
  'why',
  ...(why === ownWords ? (['reason'] as const) : []),
  ...(isUnheard ? (['unheard'] as const) : []),
];

/** The reason at a place, counted on from either end. */
export const reasonAt = (place: number): RefundReason => reasons[(place + reasons.length) % reasons.length] ?? ownWords;

export type AskedRefund = RefundOptions & {readonly amount: Money};
type RefundReading = {readonly refund: AskedRefund} | {readonly wrong: NonNullable<RefundScreen['wrong']>};

/** The refund that the form makes, or the first field that is wrong; one whose reason is still to come has no problem. */
export function readRefund({from, lines, why, isUnheard}: RefundScreen, payment: Payment, {shop}: Desk): RefundReading {
  try {
    const typed = parseAmount(textOf(lines.amount), payment.request.amount.currency);
    const amount = from === 'card' ? checkGivingBack(payment, 'card', typed) : checkRest(payment, typed);
    if (why === undefined) return {wrong: {field: 'why', problem: undefined}};
    const usual: readonly string[] = messages(shop.language).cardScreen.refund.reasons;
    const reason = usual[why] ?? textOf(lines.reason).trim();
    const refund = {amount, reason: checkedReason(reason)};
    if (!isUnheard) return {refund};
    const unheard = readUnheard(lines.unheard);
    return unheard instanceof Problem ? {wrong: {field: 'unheard', problem: unheard}} : {refund: {...refund, unheard}};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isReason = error.code === 'reason-missing' || error.code === 'text-too-long';
    return {wrong: {field: isReason ? 'reason' : 'amount', problem: error}};
  }
}

/** Why money goes back although nobody knows which refunds the service has. */
function readUnheard(line: Line): string | Problem {
  try {
    return checkedReason(textOf(line).trim());
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function checkedReason(reason: string): string {
  if (reason === '') throw new Problem('reason-missing');
  checkWords(reason);
  return reason;
}

/** Cash can be given back of whatever was paid. */
function checkRest(payment: Payment, amount: Money): Money {
  const rest = refundRest(payment);
  if (amount.minor > rest.minor)
    throw new Problem('refund-above-rest', {reference: payment.reference, rest: displayMoney(rest)});
  return amount;
}
