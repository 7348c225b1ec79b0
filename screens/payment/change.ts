import type {Money} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {isRefundedWhole} from '../../src/core/refund/refund.js';

/** What the customer gets back of the cash that was given; undefined where there is no cash sale to give it for. */
export function changeOf(payment: Payment): Money | undefined {
  const {request} = payment;
  if (request.method !== 'cash' || isRefundedWhole(payment)) return undefined;
  return {...request.amount, minor: request.tendered.minor - request.amount.minor};
}
