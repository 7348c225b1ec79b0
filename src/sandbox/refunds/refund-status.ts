import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {fieldsOf} from '../cards/charge-fields.js';
import {refuse} from '../refusal.js';
import {spacedTimestamp} from '../timestamps.js';
import {findRefund, type Refund} from './refund-records.js';

/** `POST /card/card_charge/refund_status`: the status of a refund, by the service's reference for it. */
export const refundStatus: ServiceHandler = (world, {body, tenant}) => {
  const reference = fieldsOf(body.service_payload)?.refund_transaction_reference;
  if (typeof reference !== 'string' || reference === '') return refuse(400, 'refund_transaction_reference is required');
  const refund = findRefund(world.database, reference, tenant);
  if (refund === undefined) return refuse(400, 'Refund not found');
  return json(200, {message: 'Refund fetched successfully', success: true, data: refundRecord(refund)});
};

/** Returns the record of a refund. No document shows one: the names are those of the calls about refunds. */
export function refundRecord(refund: Refund): Readonly<Record<string, unknown>> {
  return {
    refund_transaction_reference: refund.refund_transaction_reference,
    payment_transaction_reference: refund.payment_transaction_reference,
    refund_amount: refund.amount,
    currency: refund.currency,
    refund_status: refund.status,
    refund_reason: refund.reason,
    created_date: spacedTimestamp(refund.created_at),
  };
}
