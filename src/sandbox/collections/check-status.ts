import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {spoil} from '../faults/broken-answer.js';
import {oddMilliseconds} from '../faults/dialects.js';
import {findCountry} from '../fixtures/countries.js';
import {hostileText} from '../hostile-text.js';
import {type Refusal, refuse} from '../refusal.js';
import {timestamp} from '../timestamps.js';
import {findCollection, takeRefusedStatusQuery} from './collection-records.js';
import {endingOf} from './endings.js';

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
