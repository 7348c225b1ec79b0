import {hostileText} from '../amounts.js';
import {json, type Refusal, refuse} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {cardRecord, findCardPayment} from '../cards/card-records.js';
import {spacedTimestamp, timestamp} from '../clock.js';
import {findCountry, findNetwork} from '../countries.js';
import {oddMilliseconds, spoil} from '../faults/broken-answer.js';
import {type Collection, endingOf, findCollection, takeRefusedStatusQuery} from './collection-records.js';

/** `GET /subsidiary/collections/v1/check-status?transaction_reference=&country_code=`: the status record. */
export const checkStatus: ServiceHandler = (world, {query, tenant}) => {
  const reference = query.get('transaction_reference');
  const country = query.get('country_code');
  if (!reference) return refuse(400, 'transaction_reference is required', '96');
  if (!country) return refuse(400, 'country_code is required', '96');
  const {statusCountries} = world.switches;
  if (findCountry(country) === undefined || statusCountries?.includes(country) === false) return invalidCountry();

  const payment = findCollection(world.database, reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found', '96');
  if (payment.country !== country || takeRefusedStatusQuery(world.database, payment)) return invalidCountry();
  const {hostile, record} = endingOf(payment.payer_account_number);
  const answer = json(200, {
    response_code: payment.response_code,
    transaction_reference: payment.transaction_reference,
    transaction_amount: payment.amount,
    transaction_fee: payment.fee,
    transaction_status: payment.status,
    payer_name: hostile === true ? hostileText(payment.payer_name) : payment.payer_name,
    payer_account_number: payment.payer_account_number,
    start_date: timestamp(payment.started_at),
    // The text `null`, not the value null: documented.
    end_date: payment.ended_at === null ? 'null' : timestamp(payment.ended_at),
    currency: payment.currency,
  });
  return record !== undefined && world.now < payment.started_at + oddMilliseconds ? spoil(answer, record) : answer;
};

function invalidCountry(): Refusal {
  return refuse(400, 'INVALID COUNTRY CODE', '96');
}

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
