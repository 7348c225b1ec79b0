import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {interpretCollection, interpretOtp} from '../../../src/core/endpoints/collect.js';
import {interpretStatus} from '../../../src/core/endpoints/status.js';
import type {Answer, Json} from '../../../src/core/service/answer.js';
import {isKeyRefused} from '../../../src/core/service/reply.js';
import {
  accepted,
  answered,
  noAnswer,
  notFound,
  notSent,
  record,
  reference,
  request,
} from '../payment/payment-samples.js';

const asked = {reference, asked: request.amount};
const own = {response_code: '06', response_message: 'Invalid customer_number'};
const coded = (http: number, code: Json, response_message: string, more: Record<string, Json> = {}) =>
  answered(http, {response_code: code, response_message, ...more});
const field = (more: Record<string, Json>) => answered(400, {...own, ...more});
const completed = (more: Record<string, Json> = {}) => record('Completed', '00', more as never);
const refusing = {response_code: '06', response_message: 'Declined'};

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
    ['a duplicate reference', coded(400, '06', 'Duplicate transaction reference'), 'unknown duplicate'],
    [
      'a duplicate reference with status 200',
      accepted({response_code: '06', response_message: 'reference already exists'}),
      'unknown duplicate',
    ],
    ['96', accepted({response_code: '96', response_message: 'Service Unavailable'}), 'unknown system-error'],
    ['96 in a 400', coded(400, '96', 'Service Unavailable'), 'unknown system-error'],
    ['06', accepted({response_code: '06', response_message: 'Declined'}), 'refused declined'],
    [
      'Failed',
      accepted({response_code: '06', response_message: 'x', transaction_status: 'Failed'}),
      'refused declined',
    ],
    ['06 that is pending', accepted({response_code: '06'}), 'unknown contradictory'],
    ['Failed with 09', accepted({transaction_status: 'Failed'}), 'unknown contradictory'],
    ['06 that is Completed', accepted({...refusing, transaction_status: 'Completed'}), 'unknown contradictory'],
    ['06 without a reference', answered(200, refusing), 'unknown no-reference'],
    [
      '06 with the reference of another',
      accepted({...refusing, transaction_reference: 'OTHER'}),
      'unknown other-reference',
    ],
    ['a field error about another', field({transaction_reference: 'OTHER'}), 'unknown other-reference'],
    ['a field error about another inside', field({data: {merchant_reference: 'OTHER'}}), 'unknown other-reference'],
    ['a field error that repeats ours', field({transaction_reference: reference}), 'refused declined'],
    ['400 with 09', coded(400, '09', 'x'), 'unknown contradictory'],
    ['400 with 00', coded(400, '00', 'x'), 'unknown contradictory'],
    ['400 with a code in no list', coded(400, '77', 'x'), 'unknown system-error'],
    ['400 with its own number', coded(400, 400, 'x'), 'refused field'],
    ['403 with 09', coded(403, '09', 'x'), 'unknown contradictory'],
    ['401 with 00', answered(401, {message: 'x', status: false, response_code: '00'}), 'unknown contradictory'],
    [
      '400 with a whole record',
      {...(record('Completed', '00') as object), http: 400} as Answer,
      'unknown contradictory',
    ],
    ['400 with a record inside', field({data: {transaction_status: 'Completed'}}), 'unknown contradictory'],
    ['400 that is paid', field({paymentCompleted: true}), 'unknown contradictory'],
    ['400 that is a success', answered(400, {message: 'x', success: true}), 'unknown contradictory'],
    ['400 that waits for a code', field({requires_otp: true}), 'unknown contradictory'],
    ['400 with a member twice', {...answered(400, own), doubled: true} as Answer, 'unknown contradictory'],
    [
      'a sentence about an earlier one',
      coded(400, '06', 'previous attempt DECLINED, current one is being processed'),
      'unknown system-error',
    ],
    ['09 with our reference', accepted(), 'accepted'],
    ['00 with our reference, which is no payment yet', accepted({response_code: '00'}), 'accepted'],
    ['an unheard-of code with our reference', accepted({response_code: '77'}), 'accepted'],
    ['09 without a reference', coded(200, '09', 'PENDING'), 'unknown not-the-service'],
    ['09 with the reference of another', accepted({transaction_reference: 'OTHER'}), 'unknown other-reference'],
  ];
  it.each(rows)('%s', (_, answer, expected) => {
    const outcome = interpretCollection(answer, reference);
    expect([outcome.kind, 'why' in outcome ? outcome.why : ''].join(' ').trim()).toBe(expected);
  });

  it('keeps what a crash must not lose', () => {
    const outcome = interpretCollection(
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
    expect(outcome).toMatchObject({
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
    expect(outcome).not.toHaveProperty('details.after');
  });
});

describe('what the answer to a one-time password proves', () => {
  const rows: [string, Answer, string][] = [
    ['00', coded(200, '00', 'OK'), 'accepted'],
    ['09', coded(200, '09', 'PENDING'), 'accepted'],
    ['06', coded(200, '06', 'Invalid OTP'), 'wrong-code'],
    ['06 in a 400', coded(400, '06', 'Invalid OTP'), 'wrong-code'],
    ['96', coded(200, '96', 'Service Unavailable'), 'unknown'],
    ['a refused key', answered(401, {message: 'Authentication failed', status: false}), 'credentials'],
    ['00 in a 400', coded(400, '00', 'Invalid OTP'), 'unknown'],
    ['09 in a 400', coded(400, '09', 'Invalid OTP'), 'unknown'],
    ['09 in a 403', coded(403, '09', 'x'), 'unknown'],
    ['06 of another', coded(400, '06', 'Invalid OTP', {transaction_reference: 'OTHER'}), 'unknown'],
    ['09 of another', coded(200, '09', 'PENDING', {transaction_reference: 'OTHER'}), 'unknown'],
    ['06 of a payment that is complete', coded(200, '06', 'x', {transaction_status: 'Completed'}), 'unknown'],
    ['00 that calls itself none', coded(200, '00', 'x', {status: false}), 'unknown'],
    ['a proxy', answered(502), 'unknown'],
    ['silence', noAnswer, 'unknown'],
    ['a refused connection', notSent, 'not-sent'],
    ['429', coded(429, '06', 'Invalid OTP'), 'unknown'],
    ['425', coded(425, '06', 'Invalid OTP'), 'unknown'],
  ];
  it.each(rows)('%s', (_, answer, expected) => expect(interpretOtp(answer, reference).kind).toBe(expected));
});

const whole = (answer: Answer) => (answer as {body: Record<string, Json>}).body;

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
  const olderPaid = (more: Record<string, Json> = {}) => older('Completed', more);
  const nobody = {transaction_reference: null, merchant_transaction_reference: null};
  const rows: [string, Answer, string][] = [
    ['Completed 00, the whole amount', record('Completed', '00'), 'paid'],
    ['the amount as text', completed({transaction_amount: '200.00'}), 'paid'],
    ['more than asked', completed({transaction_amount: 201}), 'mispaid'],
    ['less than asked', completed({transaction_amount: 199.99}), 'mispaid'],
    ['less by exactly its fee', completed({transaction_amount: 197.5, transaction_fee: 2.5}), 'paid'],
    ['more by exactly its fee', completed({transaction_amount: 202.5, transaction_fee: '2.50'}), 'paid'],
    ['less by another amount than its fee', completed({transaction_amount: 197.5, transaction_fee: 2.4}), 'mispaid'],
    ['another currency', completed({currency: 'UGX'}), 'mispaid'],
    ['Completed with another code', record('Completed', '09'), 'pending'],
    [
      'Completed without an amount',
      answered(200, {transaction_reference: reference, transaction_status: 'Completed', response_code: '00'}),
      'pending',
    ],
    ['Initialized', record('Initialized', '09'), 'pending'],
    ['an unheard-of word', record('Zamani', '77'), 'pending'],
    ['Failed 06', record('Failed', '06'), 'failed'],
    ['Failed with another code', record('Failed', '00'), 'pending'],
    ['Reversed', record('Reversed', '06'), 'failed'],
    ['the record of another payment', completed({transaction_reference: 'OTHER'}), 'question-failed'],
    ['not found', notFound, 'not-found'],
    ['not found, 404', answered(404, {message: 'Transaction not found', success: false}), 'not-found'],
    ['a 404 that is not of the service', answered(404), 'question-failed'],
    ['INVALID COUNTRY CODE', coded(400, '96', 'INVALID COUNTRY CODE'), 'question-failed'],
    ['a 500', answered(500, own), 'question-failed'],
    ['429', answered(429), 'question-failed'],
    ['silence', noAnswer, 'no-answer'],
    ['the older query: Completed', older('Completed'), 'paid'],
    ['the older query: Failed', older('Failed'), 'failed'],
    ['the older query: another payment', olderPaid({merchant_transaction_reference: 'OTHER'}), 'question-failed'],
    ['the older query: the text null', olderPaid({currency: 'null'}), 'contradictory'],
    ['the currency in small letters', completed({currency: ' kes'}), 'paid'],
    ['no currency', olderPaid({currency: null}), 'contradictory'],
    ['no reference', olderPaid(nobody), 'contradictory'],
    ['no reference of ours', olderPaid({merchant_transaction_reference: null}), 'question-failed'],
    ['a failure without a reference', older('Failed', nobody), 'contradictory'],
    ['an open one without a reference', older('Initialized', nobody), 'contradictory'],
    ['nothing paid but the fee', completed({transaction_amount: 0, transaction_fee: 200}), 'contradictory'],
    ['less than nothing', completed({transaction_amount: -200}), 'contradictory'],
    ['a fee below 0', completed({transaction_fee: -0.01}), 'contradictory'],
    ['a fee of a tenth', completed({transaction_fee: 20}), 'paid'],
    ['a fee above a tenth', completed({transaction_fee: 20.01}), 'contradictory'],
    ['half of it a fee', completed({transaction_amount: 100, transaction_fee: 100}), 'contradictory'],
    ['a fee that is no number', completed({transaction_fee: 'much'}), 'contradictory'],
    ['206', {...record('Completed', '00'), http: 206} as Answer, 'contradictory'],
    ['203, of a cache', {...record('Completed', '00'), http: 203} as Answer, 'contradictory'],
    ['201', {...record('Completed', '00'), http: 201} as Answer, 'paid'],
    ['a member twice', {...record('Completed', '00'), doubled: true} as Answer, 'contradictory'],
    ...(
      [
        ['Completed', 'contradictory', [{status: false}, {success: 0}, {success: 'false'}, {statusOk: false}]],
        ['Completed', 'contradictory', [{response_code: '09'}, {response_code: '06'}, {response_code: '77'}]],
        ['Completed', 'contradictory', [{status: 'FAILED'}, {transaction_status: 'Initialized'}, {error_code: 'E-1'}]],
        ['Completed', 'contradictory', [{paymentCompleted: false}, {message: 'Failed'}, {status: 400}]],
        ['Completed', 'paid', [{status: true}, {success: 1}, {response_code: '00'}, {response_code: 200}]],
        ['Completed', 'paid', [{message: 'Success'}]],
        ['Failed', 'contradictory', [{status: false}, {success: 0}, {response_code: '00'}, {status: 'SUCCESS'}]],
        ['Failed', 'contradictory', [{transaction_status: 'Completed'}, {paymentCompleted: true}]],
      ] as const
    ).flatMap(([status, expected, arounds]) =>
      arounds.map((around): [string, Answer, string] => [
        `${status} under ${JSON.stringify(around)}`,
        answered(200, {...whole(older(status)), ...around} as never),
        expected,
      ]),
    ),
    ['status: false in the record', completed({status: 'false'}), 'contradictory'],
  ];
  it.each(rows)('%s', (_, answer, expected) => expect(interpretStatus(answer, asked).kind).toBe(expected));

  it('counts the service’s own reference where the service gave it for this payment', () => {
    const own = olderPaid({merchant_transaction_reference: null});
    expect(interpretStatus(own, {...asked, serviceReference: 'P-C-1'}).kind).toBe('paid');
    expect(interpretStatus(own, {...asked, serviceReference: 'P-C-2'}).kind).toBe('question-failed');
  });

  it('says which amounts were equal but for the fee', () => {
    expect(interpretStatus(completed({transaction_amount: 197.5, transaction_fee: 2.5}), asked)).toMatchObject({
      feeBasis: true,
    });
    expect(interpretStatus(record('Completed', '00'), asked)).toMatchObject({feeBasis: false});
  });
});

it('reads any JSON without throwing, and takes none of it for money but a record that says so', {
  tags: ['slow'],
}, () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('Completed', '00', '06', reference, 200, 'null', null));
  const names = [
    ...['response_code', 'response_message', 'transaction_reference', 'transaction_status', 'transaction_amount'],
    ...['amount_received', 'transaction_fee', 'currency', 'success', 'status', 'message', 'data', 'otp_length'],
    ...['requires_otp', '__proto__'],
  ];
  const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), value));
  fc.assert(
    fc.property(fc.integer({min: 100, max: 599}), body, (http, json) => {
      const answer = answered(http, json as Json);
      interpretCollection(answer, reference);
      interpretOtp(answer);
      const outcome = interpretStatus(answer, asked);
      if (outcome.kind !== 'paid') return;
      expect(http >= 200 && http <= 299).toBe(true);
      expect(outcome.record.status.toLowerCase()).toBe('completed');
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
    transaction_reference: reference,
    transaction_status: 'Completed',
    response_code: '00',
    transaction_amount: thing,
    transaction_fee: thing,
  };
  expect(interpretStatus(answered(200, body), asked)).toMatchObject({kind: 'pending', record: {status: 'Completed'}});
});
