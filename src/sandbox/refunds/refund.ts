import {faultOfAmount, hasCents, inCents} from '../amounts.js';
import {json} from '../answer.js';
import type {Body, ServiceHandler, World} from '../call.js';
import {answerInstead, spoil} from '../faults/broken-answer.js';
import {isFaultBefore} from '../faults/fault-names.js';
import {isRefusal, type Refusal, refuse} from '../refusal.js';
import {findTransaction} from '../transactions.js';
import {insertRefund, type NewRefund, refundedCents} from './refund-records.js';

/** The whole part of an amount whose refund ends as Failed, like the digits of a wallet for a collection. */
const failingAmount = 101;

/**
 * `POST /refund-chargeback/refund/merchant/api/refund`: refunds money of a card payment. It takes no reference of the merchant, so the same
 * call twice refunds twice.
 */
export const refundPayment: ServiceHandler = (world, {body, tenant}) => {
  const asked = readRefund(world, body, tenant);
  if (isRefusal(asked)) return asked;
  const fault = faultOfAmount(asked.amount);
  if (fault !== undefined && isFaultBefore(fault)) return answerInstead(fault, world.baseUrl);
  const reference = insertRefund(world.database, asked, world.now);
  const answer = json(200, {
    message: 'Operation Completed',
    data: {
      refund_transaction_reference: reference,
      payment_transaction_reference: asked.payment_transaction_reference,
      status: 'INITIALIZED',
      // The refund is accepted but not done yet. No document says what `successful` is until then, and false promises nothing.
      successful: false,
    },
  });
  return fault === undefined ? answer : spoil(answer, fault);
};

/** No document has the words of these refusals. */
function readRefund(world: World, body: Body, tenant: string): NewRefund | Refusal {
  const {transaction_reference: reference, refund_amount: amount, refund_reason: reason} = body;
  if (typeof reference !== 'string' || reference === '') return refuse(400, 'transaction_reference is required');
  if (typeof amount !== 'number') return refuse(400, 'refund_amount is required');
  if (amount <= 0) return refuse(400, 'refund_amount must be greater than 0');
  if (!hasCents(amount)) return refuse(400, 'refund_amount can have 2 decimals at most');
  if (reason !== undefined && reason !== null && typeof reason !== 'string') {
    return refuse(400, 'refund_reason must be a text');
  }
  const payment = findTransaction(world.database, reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found');
  if (payment.method !== 'card') return refuse(400, 'Only card transactions can be refunded');
  if (payment.status !== 'Completed') return refuse(400, 'Only completed transactions can be refunded');
  const left = inCents(payment.amount) - (refundedCents(world.database).get(reference) ?? 0);
  if (inCents(amount) > left) return refuse(400, 'Refund amount is greater than what is left of the transaction');
  return {
    payment_transaction_reference: reference,
    amount,
    currency: payment.currency,
    reason: reason ?? null,
    endsAs: Math.trunc(amount) === failingAmount ? 'Failed' : 'Success',
  };
}
