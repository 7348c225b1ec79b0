import {statedMoney} from '../endpoints/plans.js';
import {isAmong} from '../endpoints/refund.js';
import {interpretRefundHistory, type RefundRow} from '../endpoints/refund-history.js';
import type {Money} from '../money/money.js';
import {providerReferenceOf} from '../payment/payer.js';
import type {Payment} from '../payment/payment.js';
import {isLost, type Refund, refundRest, rowOfRefund} from '../payment/refund.js';
import type {Answer} from '../service/answer.js';

/** A refund that the service has and the journal does not. */
export type StrangeRefund = {readonly amount: Money; readonly serviceReference: string; readonly status: string};

/**
 * Returns the history's rows about a payment if the service has returned all of them and each has a usable amount.
 * Returns undefined if a row that was not read may be missing.
 */
export function wholeHistory(answer: Answer, payment: Payment): readonly RefundRow[] | undefined {
  const page = interpretRefundHistory(answer);
  if (page === undefined || !page.isWhole || page.unread > 0) return undefined;
  const rows = page.rows.filter(row => row.payment === providerReferenceOf(payment.request));
  return rows.every(row => amountIn(row, payment) !== undefined) ? rows : undefined;
}

/** Returns the numbers of the till's refunds whose answer was lost and which the history contains. */
export function lostInHistory(payment: Payment, rows: readonly RefundRow[]): readonly number[] {
  const lost = payment.refunds.filter(isLost);
  return lost.filter(refund => typeof rowOfRefund(rows, payment, refund) === 'object').map(({number}) => number);
}

/**
 * Returns the refunds in the history that the journal does not have. If several rows may be a refund whose answer was
 * lost, one row is set aside for each such refund; which one makes no difference to the amount that is left. A failed
 * refund gave nothing back, so it is left out.
 */
export function strangeRefunds(payment: Payment, rows: readonly RefundRow[]): readonly StrangeRefund[] {
  const {refunds} = payment;
  const known = new Set(refunds.flatMap(({serviceReference}) => serviceReference ?? []));
  const spare = new Map<number, number>();
  for (const {amount} of refunds.filter(isLost)) spare.set(amount.minor, (spare.get(amount.minor) ?? 0) + 1);
  const strange: StrangeRefund[] = [];
  for (const row of rows) {
    const amount = amountIn(row, payment);
    if (amount === undefined || row.status === 'failed' || isAmong(known, row.serviceReference)) continue;
    known.add(row.serviceReference);
    const left = spare.get(amount.minor) ?? 0;
    if (left > 0) spare.set(amount.minor, left - 1);
    else strange.push({amount, serviceReference: row.serviceReference, status: row.text});
  }
  return strange;
}

/** The facts on which a person decides to give money back: the amount that is left, and the refunds so far. */
export function refundFacts(payment: Payment): string {
  const refunds = payment.refunds.map(({number, status}: Refund) => `${number}${status === 'unknown' ? '?' : ''}`);
  return [refundRest(payment).minor, ...refunds].join(' ');
}

function amountIn({amount, currency}: RefundRow, {request}: Payment): Money | undefined {
  const money = statedMoney(amount, currency?.toUpperCase() ?? request.amount.currency);
  return money === undefined || money.currency !== request.amount.currency || money.minor < 0 ? undefined : money;
}
