import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Answer, Json} from '../../src/core/answer.js';
import {isKeyRefused, otpProof, sendProof, statusProof} from '../../src/core/evidence.js';
import {accepted, answered, noAnswer, notFound, notSent, record, reference, request} from './payment-samples.js';

const asked = {reference, asked: request.amount};
const own = {response_code: '06', response_message: 'Invalid customer_number'};

describe('what the answer to a collection proves', () => {
  const rows: [string, Answer, string][] = [
    ['a refused connection', notSent, 'not-sent'],
    ['429, whoever says it', answered(429), 'unknown busy'],
    ['a dropped connection', noAnswer, 'unknown no-answer'],
    ['409', answered(409, {message: 'Conflict', status: false}), 'unknown conflict'],
    ['a redirect', answered(302), 'unknown server-error'],
    ['408', answered(408, own), 'unknown server-error'],
    ['425', answered(425, own), 'unknown server-error'],
    ['429 with a refusal in it', answered(429, own), 'unknown busy'],
    ['500 in its own words', answered(500, own), 'unknown server-error'],
    ['a proxy’s 502', answered(502), 'unknown server-error'],
    ['a captive portal with status 200', answered(200), 'unknown not-the-service'],
    ['a captive portal with status 404', answered(404), 'unknown not-the-service'],
    ['other JSON', answered(200, {ok: true}), 'unknown not-the-service'],
    [
      '401 in its own words',
      answered(401, {message: 'Authentication failed', status: false, retry_count: 0}),
      'refused credentials',
    ],
    ['401 of somebody else', answered(401), 'unknown not-the-service'],
    ['a field error', answered(400, own), 'refused declined'],
    [
      'a field error of the other dialect',
      answered(400, {message: 'amount is required', status: false}),
      'refused field',
    ],
    [
      'a duplicate reference',
      answered(400, {response_code: '06', response_message: 'Duplicate transaction reference'}),
      'unknown duplicate',
    ],
    [
      'a duplicate reference with status 200',
      accepted({response_code: '06', response_message: 'reference already exists'}),
      'unknown duplicate',
    ],
    ['96', accepted({response_code: '96', response_message: 'Service Unavailable'}), 'unknown system-error'],
    [
      '96 in a 400',
      answered(400, {response_code: '96', response_message: 'Service Unavailable'}),
      'unknown system-error',
    ],
    ['06', accepted({response_code: '06'}), 'refused declined'],
    ['Failed', accepted({transaction_status: 'Failed'}), 'refused declined'],
    ['09 with our reference', accepted(), 'accepted'],
    ['00 with our reference, which is no payment yet', accepted({response_code: '00'}), 'accepted'],
    ['an unheard-of code with our reference', accepted({response_code: '77'}), 'accepted'],
    [
      '09 without a reference',
      answered(200, {response_code: '09', response_message: 'PENDING'}),
      'unknown not-the-service',
    ],
    ['09 with the reference of another', accepted({transaction_reference: 'OTHER'}), 'unknown other-reference'],
  ];
  it.each(rows)('%s', (_, answer, expected) => {
    const proof = sendProof(answer, reference);
    expect([proof.kind, 'why' in proof ? proof.why : ''].join(' ').trim()).toBe(expected);
  });

  it('keeps what a crash must not lose', () => {
    const proof = sendProof(
      accepted({
        requires_otp: true,
        otp_length: '4',
        payment_token: 'token',
        payee: '+2251114462945',
        payment_method: 'ORANGE_CI',
        transaction_channel: 'MOMCIV',
        before_payment_instruction: 'avant',
        after_payment_instruction: 'null',
      }),
      reference,
    );
    expect(proof).toMatchObject({
      details: {
        requiresOtp: true,
        otpLength: 4,
        paymentToken: 'token',
        payee: '+2251114462945',
        paymentMethod: 'ORANGE_CI',
        transactionChannel: 'MOMCIV',
        before: 'avant',
        mustRedirect: false,
      },
    });
    expect(proof).not.toHaveProperty('details.after');
  });
});

describe('what the answer to a one-time password proves', () => {
  const rows: [string, Answer, string][] = [
    ['00', answered(200, {response_code: '00', response_message: 'OK'}), 'accepted'],
    ['09', answered(200, {response_code: '09', response_message: 'PENDING'}), 'accepted'],
    ['06', answered(200, {response_code: '06', response_message: 'Invalid OTP'}), 'wrong-code'],
    ['06 in a 400', answered(400, {response_code: '06', response_message: 'Invalid OTP'}), 'wrong-code'],
    ['96', answered(200, {response_code: '96', response_message: 'Service Unavailable'}), 'unknown'],
    ['a refused key', answered(401, {message: 'Authentication failed', status: false}), 'credentials'],
    ['a proxy', answered(502), 'unknown'],
    ['silence', noAnswer, 'unknown'],
    ['a refused connection', notSent, 'not-sent'],
    ['429', answered(429, {response_code: '06', response_message: 'Invalid OTP'}), 'unknown'],
    ['425', answered(425, {response_code: '06', response_message: 'Invalid OTP'}), 'unknown'],
  ];
  it.each(rows)('%s', (_, answer, expected) => expect(otpProof(answer).kind).toBe(expected));
});

describe('what a status record proves', () => {
  const older = (status: string, more: Record<string, Json> = {}) =>
    answered(200, {
      success: true,
      message: 'ok',
      data: {
        transaction_reference: 'P-C-1',
        merchant_transaction_reference: reference,
        amount_received: 200,
        currency: 'KES',
        transaction_status: status,
        ...more,
      },
    });
  const rows: [string, Answer, string][] = [
    ['Completed 00, the whole amount', record('Completed', '00'), 'paid'],
    ['the amount as text', record('Completed', '00', {transaction_amount: '200.00'}), 'paid'],
    ['more than asked', record('Completed', '00', {transaction_amount: 201}), 'mispaid'],
    ['less than asked', record('Completed', '00', {transaction_amount: 199.99}), 'mispaid'],
    ['less by exactly its fee', record('Completed', '00', {transaction_amount: 197.5, transaction_fee: 2.5}), 'paid'],
    [
      'more by exactly its fee',
      record('Completed', '00', {transaction_amount: 202.5, transaction_fee: '2.50'}),
      'paid',
    ],
    [
      'less by another amount than its fee',
      record('Completed', '00', {transaction_amount: 197.5, transaction_fee: 2.4}),
      'mispaid',
    ],
    ['another currency', record('Completed', '00', {currency: 'UGX'}), 'mispaid'],
    ['Completed with another code', record('Completed', '09'), 'pending'],
    ['Completed without an amount', answered(200, {transaction_status: 'Completed', response_code: '00'}), 'pending'],
    ['Initialized', record('Initialized', '09'), 'pending'],
    ['an unheard-of word', record('Zamani', '77'), 'pending'],
    ['Failed 06', record('Failed', '06'), 'failed'],
    ['Failed with another code', record('Failed', '00'), 'pending'],
    ['Reversed', record('Reversed', '06'), 'failed'],
    ['the record of another payment', record('Completed', '00', {transaction_reference: 'OTHER'}), 'question-failed'],
    ['not found', notFound, 'not-found'],
    ['not found, 404', answered(404, {message: 'Transaction not found', success: false}), 'not-found'],
    ['a 404 that is not of the service', answered(404), 'question-failed'],
    [
      'INVALID COUNTRY CODE',
      answered(400, {response_code: '96', response_message: 'INVALID COUNTRY CODE'}),
      'question-failed',
    ],
    ['a 500', answered(500, own), 'question-failed'],
    ['429', answered(429), 'question-failed'],
    ['silence', noAnswer, 'no-answer'],
    ['the older query: Completed', older('Completed'), 'paid'],
    ['the older query: Failed', older('Failed'), 'failed'],
    [
      'the older query: another payment',
      older('Completed', {merchant_transaction_reference: 'OTHER'}),
      'question-failed',
    ],
    ['the older query: the text null', older('Completed', {currency: 'null'}), 'paid'],
  ];
  it.each(rows)('%s', (_, answer, expected) => expect(statusProof(answer, asked).kind).toBe(expected));

  it('says which amounts were equal but for the fee', () => {
    expect(
      statusProof(record('Completed', '00', {transaction_amount: 197.5, transaction_fee: 2.5}), asked),
    ).toMatchObject({feeBasis: true});
    expect(statusProof(record('Completed', '00'), asked)).toMatchObject({feeBasis: false});
  });
});

it('reads any JSON without throwing, and takes none of it for money but a record that says so', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('Completed', '00', '06', reference, 200, 'null', null));
  const names = [
    'response_code',
    'response_message',
    'transaction_reference',
    'transaction_status',
    'transaction_amount',
    'amount_received',
    'transaction_fee',
    'currency',
    'success',
    'status',
    'message',
    'data',
    'otp_length',
    'requires_otp',
    '__proto__',
  ];
  const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), value));
  fc.assert(
    fc.property(fc.integer({min: 100, max: 599}), body, (http, json) => {
      const answer = answered(http, json as Json);
      sendProof(answer, reference);
      otpProof(answer);
      const proof = statusProof(answer, asked);
      if (proof.kind !== 'paid') return;
      expect(http >= 200 && http <= 299).toBe(true);
      expect(proof.record.status.toLowerCase()).toBe('completed');
    }),
    {numRuns: 3000},
  );
});

it('knows a refused key from a stranger who says 403', () => {
  expect(isKeyRefused(answered(403, {message: 'Authentication failed', status: false, retry_count: 0}))).toBe(true);
  expect(isKeyRefused(answered(403))).toBe(false);
  expect(isKeyRefused(accepted())).toBe(false);
});

it('reads a record whose amounts are things that have no text', () => {
  const thing = {toString: 1, valueOf: 1};
  const body = {
    transaction_status: 'Completed',
    response_code: '00',
    transaction_amount: thing,
    transaction_fee: thing,
  };
  expect(statusProof(answered(200, body), asked)).toMatchObject({kind: 'pending', record: {status: 'Completed'}});
});
