import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {findCardPayment} from '../cards/card-records.js';
import {cardRecord} from '../cards/card-status.js';
import {findNetwork} from '../fixtures/networks.js';
import {hostileText} from '../hostile-text.js';
import {refuse} from '../refusal.js';
import {spacedTimestamp} from '../timestamps.js';
import {type Collection, findCollection} from './collection-records.js';
import {endingOf} from './endings.js';

const answered: ReadonlySet<string> = new Set(['Completed', 'Failed', 'Reversed']);

/**
 * `GET /merchant-collection/transfer_notification_controller/merchant/transaction-query?merchant_reference=`: a record in the shape of the
 * card family, for a card as well as for a collection of any country. A payment is not found before the customer has paid or it has failed.
 */
export const transactionQuery: ServiceHandler = (world, {query, tenant}) => {
  const reference = query.get('merchant_reference');
  if (!reference) return refuse(400, 'merchant_reference is required');
  const payment =
    findCollection(world.database, reference, tenant) ?? findCardPayment(world.database, reference, tenant);
  if (payment === undefined || !answered.has(payment.status)) return refuse(404, 'Transaction not found');
  const data = 'bank_code' in payment ? record(payment) : cardRecord(payment);
  return json(200, {message: 'Transaction fetched successfully', data, success: true});
};

function record(payment: Collection): Readonly<Record<string, unknown>> {
  const written = endingOf(payment.payer_account_number).hostile === true ? hostileText : (words: string) => words;
  return {
    transaction_reference: payment.service_reference,
    // A failed payment still shows the requested amount (observed), so the amount proves nothing.
    amount_received: payment.amount,
    transaction_fee: payment.fee,
    transaction_status: payment.status,
    sender_name: written(payment.payer_name),
    sender_account_number: payment.payer_account_number,
    source_bank_name: findNetwork(payment.bank_code, payment.currency)?.name ?? payment.bank_code,
    initiated_date: spacedTimestamp(payment.started_at),
    current_status_date: spacedTimestamp(payment.changed_at),
    currency: payment.currency,
    session_id: payment.service_reference.replace(/\D/g, ''),
    merchant_transaction_reference: payment.transaction_reference,
    transaction_type: 'Mobile Money',
    virtual_account_number: null,
    status_reason: written(payment.status_reason),
  };
}
