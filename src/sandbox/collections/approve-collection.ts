import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {refuse} from '../refusal.js';
import {endNow, findCollection} from './collection-records.js';

/**
 * `POST /subsidiary/funding/v1/process-collection`: pays an open collection in place of the customer, at once and in full, whatever its
 * number asks for. The service documents it for its sandbox.
 */
export const approveCollection: ServiceHandler = (world, {body, tenant}) => {
  const {transaction_reference: reference, country_code: country} = body;
  if (typeof reference !== 'string' || reference === '') return refuse(400, 'transaction_reference is required');
  if (typeof country !== 'string' || country === '') return refuse(400, 'country_code is required');
  const payment = findCollection(world.database, reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found');
  if (payment.country !== country) return refuse(400, 'INVALID COUNTRY CODE', '96');
  if (payment.response_code !== '09') return refuse(400, `Transaction is already ${payment.status}`);
  endNow(world.database, payment, {status: 'Completed', reason: 'Payment Approved'}, world.now);
  return json(200, {response_code: '00', response_message: 'Transaction approved'});
};
