import {recordOfAmount, written} from '../amounts.js';
import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {spoil} from '../faults/broken-answer.js';
import {oddMilliseconds} from '../faults/dialects.js';
import {refuse} from '../refusal.js';
import {spacedTimestamp} from '../timestamps.js';
import {type CardPayment, findCardPayment} from './card-records.js';
import {fieldsOf} from './charge-fields.js';

/** `POST /card/card_charge/transaction_status`: the status record of a card payment, by the merchant's reference. */
export const cardStatus: ServiceHandler = (world, {body, tenant}) => {
  const reference = fieldsOf(body.service_payload)?.transaction_reference;
  if (typeof reference !== 'string' || reference === '') return refuse(400, 'transaction_reference is required');
  const payment = findCardPayment(world.database, reference, tenant);
  // These words come from an SDK's tests, the only source.
  if (payment === undefined) {
    return json(400, {message: 'Invalid transaction reference', error_code: 'INVALID_REF'});
  }
  const answer = json(200, {message: 'Transaction fetched successfully', data: cardRecord(payment), success: true});
  const dialect = recordOfAmount(payment.amount);
  return dialect !== undefined && world.now < payment.started_at + oddMilliseconds ? spoil(answer, dialect) : answer;
};

/** Returns the status record of a card transaction. Its received amount is 0 until the payment is Completed. */
export function cardRecord(payment: CardPayment): Readonly<Record<string, unknown>> {
  return {
    transaction_reference: payment.service_reference,
    amount_received: payment.status === 'Completed' ? payment.amount : 0,
    transaction_fee: payment.fee,
    transaction_status: payment.status,
    sender_name: written(payment.payer_name, payment.amount),
    sender_account_number: null,
    source_bank_name: payment.network,
    initiated_date: spacedTimestamp(payment.started_at),
    current_status_date: spacedTimestamp(payment.changed_at),
    currency: payment.currency,
    session_id: payment.retrieval_reference,
    merchant_transaction_reference: payment.transaction_reference,
    transaction_type: 'Card',
    virtual_account_number: null,
    status_reason: written(payment.status_reason, payment.amount),
  };
}
