import {type Answer, json} from '../answer.js';
import type {Body, ServiceHandler, World} from '../call.js';
import {answerInstead, spoil} from '../faults/broken-answer.js';
import {isFaultBefore} from '../faults/fault-names.js';
import {hostileText} from '../hostile-text.js';
import {type Refusal, refuse} from '../refusal.js';
import {type Collection, countWrongOtp, endNow, findCollection, startCourse} from './collection-records.js';
import {endingOf} from './endings.js';
import {testOtp} from './payment-methods.js';

const triesAllowed = 3;
const requiredTexts = ['payment_token', 'otp_code', 'payee', 'transaction_reference', 'transaction_channel'] as const;

/** `POST /subsidiary/collections/v1/process-otp`: takes the code that the customer of an XOF Orange payment received. */
export const processOtp: ServiceHandler = (world, {body, tenant}) => {
  const missing = requiredTexts.find(name => typeof body[name] !== 'string' || body[name] === '');
  if (missing !== undefined) return refuse(400, `${missing} is required`);
  const reference = String(body.transaction_reference);
  const payment = findCollection(world.database, reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found');
  const mismatch = compare(body, payment);
  if (mismatch !== undefined) return mismatch;

  const right = body.otp_code === testOtp;
  if (payment.waits_for !== 'otp') return repeated(payment, right);
  return right ? takeRightOtp(world, payment) : takeWrongOtp(world, payment);
};

function compare(body: Body, payment: Collection): Refusal | undefined {
  if (typeof body.country_code !== 'string' || body.country_code.length !== 2) {
    return refuse(400, 'country_code must be 2 characters');
  }
  if (body.country_code !== payment.country) return refuse(400, 'INVALID COUNTRY CODE');
  if (payment.payment_method !== 'ORANGE_CI') return refuse(400, 'OTP is not required for this transaction');
  if (body.payment_token !== payment.payment_token) return refuse(400, 'Invalid payment token');
  // The answer states the payee with a plus, the number in the request had none: both mean the same wallet.
  if (String(body.payee).replace(/^\+/, '') !== payment.payer_account_number) return refuse(400, 'Invalid payee');
  if ((body.payment_method ?? 'ORANGE_CI') !== payment.payment_method) return refuse(400, 'Invalid payment method');
  if (body.transaction_channel !== payment.bank_code) return refuse(400, 'Invalid transaction channel');
  return undefined;
}

function takeRightOtp(world: World, payment: Collection): Answer {
  const {fault, hostile} = endingOf(payment.payer_account_number);
  if (fault !== undefined && isFaultBefore(fault)) return answerInstead(fault, world.baseUrl);
  startCourse(world.database, payment, world.now);
  const answer = otpAnswer('09', hostile === true ? hostileText('PENDING') : 'PENDING');
  return fault === undefined ? answer : spoil(answer, fault);
}

function takeWrongOtp(world: World, payment: Collection): Answer {
  if (countWrongOtp(world.database, payment) >= triesAllowed) {
    endNow(world.database, payment, {status: 'Failed', reason: 'Maximum OTP attempts exceeded'}, world.now);
  }
  return otpAnswer('06', 'Invalid OTP');
}

/** A code for a payment that no longer waits for one changes nothing. A correct one is answered with the status of the payment. */
function repeated(payment: Collection, right: boolean): Answer {
  if (payment.status === 'Completed' && right) return otpAnswer('00', 'SUCCESS');
  if (payment.status === 'Initialized' && right) return otpAnswer('09', 'PENDING');
  return otpAnswer('06', right ? 'Transaction Failed' : 'Invalid OTP');
}

function otpAnswer(code: '00' | '06' | '09', message: string): Answer {
  return json(200, {response_code: code, response_message: message, redirect_customer_to_url_processing: false});
}
