import {expect, it} from 'vitest';
import {interpretCharge} from '../../../src/core/endpoints/charge.js';
import {interpretCollection, interpretOtp} from '../../../src/core/endpoints/collect.js';
import {interpretStatus} from '../../../src/core/endpoints/status.js';
import type {Answer} from '../../../src/core/service/answer.js';
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

const {amount: asked} = request;
const missing = {response_code: '96', response_message: 'Transaction not found'};

it.each<[string, Answer, string]>([
  ['not found, in its own words', answered(400, missing), 'not-found'],
  ['not found, in the words of a service that fails', answered(500, missing), 'question-failed other'],
  ['not found, in the words of somebody else', answered(404), 'question-failed other'],
  ['a record without a status', record('', '00'), 'question-failed other'],
  ['a waiting record', record('Initialized', '09'), 'pending'],
  ['a waiting record with the code of a paid one', record('Initialized', '00'), 'pending odd'],
  ['a record in words that no document has', record('Parked', '09'), 'pending odd'],
  ['a paid record with the code of a waiting one', record('Completed', '09'), 'pending odd'],
  ['a failed record with the code of a paid one', record('Failed', '00'), 'pending odd'],
  ['a fee of a tenth', record('Completed', '00', {transaction_fee: 20}), 'paid'],
  ['a fee of more than a tenth', record('Completed', '00', {transaction_fee: 20.01}), 'contradictory fee'],
  ['a fee below zero', record('Completed', '00', {transaction_fee: -1}), 'contradictory fee'],
])('of %s is said: %s', (_, answer, expected) => {
  const outcome = interpretStatus(answer, {reference, serviceReference: undefined, asked});
  const why = 'why' in outcome ? outcome.why : outcome.kind === 'pending' && outcome.odd ? 'odd' : '';
  expect(`${outcome.kind} ${why}`.trim()).toBe(expected);
});

it.each<[string | number | boolean, number]>([
  [4, 4],
  ['6', 6],
  [0, 0],
  [20, 20],
  [21, 0],
  [-1, 0],
  [4.5, 0],
  ['four', 0],
])('a code of %j digits has %i', (told, digits) => {
  const outcome = interpretCollection(accepted({requires_otp: true, otp_length: told}), reference);
  expect(outcome).toMatchObject({kind: 'accepted', details: {otpLength: digits}});
});

it.each([401, 403])('a bank’s refusal under HTTP %i is a refusal of the card', http => {
  const body = {
    statusOk: false,
    message: 'Transaction Failed',
    debugMessage: 'DECLINED',
    transactionReference: reference,
  };
  expect(interpretCharge(answered(http, body), reference)).toMatchObject({kind: 'refused', why: 'declined'});
});

const completed = (more: Parameters<typeof record>[2]) => record('Completed', '00', more);
const inVain = (why: string, text: unknown = expect.anything()) => ({kind: 'question-failed', why, text});
const timedOut: Answer = {...noAnswer, phase: 'response'} as Answer;
const own = (message: string) => ({message, status: false});

it.each<[what: string, answer: Answer, outcome: object]>([
  [
    'a paid record with all of it',
    completed({transaction_fee: 2, payer_name: 'Amina', status_reason: 'seen'}),
    {
      kind: 'paid',
      record: {
        status: 'Completed',
        code: '00',
        amount: '200',
        fee: '2',
        currency: 'KES',
        payer: 'Amina',
        reason: 'seen',
      },
    },
  ],
  [
    'a record that names its payer otherwise',
    completed({sender_name: 'Baraka'}),
    {kind: 'paid', record: {payer: 'Baraka'}},
  ],
  ['a record in another currency', completed({currency: 'UGX'}), {kind: 'mispaid'}],
  ['a reversed record', record('REVERSED', '00'), {kind: 'failed', reversed: true}],
  ['a refunded record', record('Refunded', '00'), {kind: 'failed', reversed: true}],
  ['a failed record', record('Failed', '06'), {kind: 'failed', reversed: false}],
  [
    'a record of another payment',
    completed({transaction_reference: 'OTHER'}),
    inVain('other', expect.stringMatching(/OTHER$/)),
  ],
  ['a refused key', answered(401, own('Authentication failed')), inVain('credentials', 'Authentication failed')],
  ['a key that is not enough', answered(403, own('No')), inVain('credentials')],
  ['a stranger’s 401', answered(401, {error: 'not found'}), inVain('other')],
  [
    'a country that is none',
    answered(400, {response_code: '96', response_message: 'INVALID COUNTRY CODE'}),
    inVain('country', expect.stringContaining('INVALID COUNTRY CODE')),
  ],
  ['a stranger’s country', answered(400, {error: 'country'}), inVain('other')],
  ['a busy service', answered(429), inVain('busy', 'HTTP 429 <html>')],
  ['no JSON', answered(200), inVain('other', 'HTTP 200 <html>')],
  ['the phase of a time-out', timedOut, {kind: 'no-answer', text: 'response'}],
  ['no answer', noAnswer, {kind: 'no-answer', text: 'ECONNRESET'}],
  ['nothing found', notFound, {kind: 'not-found', text: expect.stringContaining('Transaction not found')}],
])('of a payment is read: %s', (_, answer, outcome) =>
  expect(interpretStatus(answer, {reference, serviceReference: undefined, asked})).toMatchObject(outcome),
);

it.each<[what: string, answer: Answer, outcome: object]>([
  [
    'wrong digits',
    answered(200, {response_code: '06', response_message: 'Invalid OTP'}),
    {kind: 'wrong-code', text: '06 Invalid OTP'},
  ],
  ['no words', answered(200, {response_code: '06'}), {kind: 'wrong-code', text: '06'}],
  ['an unknown payment', answered(400, own('Transaction not found')), {kind: 'unknown', text: 'Transaction not found'}],
  ['403', answered(403, own('No')), {kind: 'credentials', text: 'No'}],
  ['a code of tomorrow', answered(200, {response_code: '77', response_message: 'x'}), {kind: 'unknown', text: '77 x'}],
  [
    'a member twice',
    {...answered(200, {response_code: '00', response_message: 'OK'}), doubled: true} as Answer,
    {kind: 'unknown', text: '00 OK'},
  ],
  ['the phase of a time-out', timedOut, {kind: 'unknown', text: 'response'}],
  ['a refused connection', notSent, {kind: 'not-sent', text: 'ECONNREFUSED'}],
])('of a one-time password is read: %s', (_, answer, outcome) =>
  expect(interpretOtp(answer, reference)).toEqual(outcome),
);

it('reads of a one-time password without knowing its payment', () => {
  const answer = answered(200, {response_code: '09', response_message: 'x', transaction_reference: 'OTHER'});
  expect([interpretOtp(answer).kind, interpretOtp(answer, reference).kind]).toEqual(['accepted', 'unknown']);
});

it.each<[what: string, answer: Answer, text: string]>([
  ['its code and words', accepted({response_message: 'PENDING'}), '09 PENDING'],
  ['the words of the other dialect', answered(400, own('amount is required')), 'amount is required'],
])('of a collection is kept: %s', (_, answer, text) =>
  expect(interpretCollection(answer, reference)).toMatchObject({text}),
);

it('of a collection is kept where the customer goes next', () => {
  const more = {redirect_customer_to_url_processing: true, payment_completion_url: 'https://pay.example/'};
  expect(interpretCollection(accepted({...more, after_payment_instruction: 'après'}), reference)).toMatchObject({
    details: {mustRedirect: true, completionUrl: 'https://pay.example/', after: 'après', requiresOtp: false},
  });
});

const whole = {
  transaction_reference: reference,
  transaction_status: 'Completed',
  response_code: '00',
  transaction_amount: 200,
  transaction_fee: 0,
  currency: 'KES',
};
const bare = ({transaction_reference: _, ...rest}: typeof whole) => rest;

it.each<[what: string, around: object, inside: object, kind: string]>([
  ['nothing', {}, {}, 'paid'],
  ['the same once more', {TransactionStatus: 'Completed', currency: 'KES'}, {amount_received: 200}, 'paid'],
  ['no error', {error: '', errors: [], error_code: '00', hasError: false, failed: 0}, {reversed: 'no'}, 'paid'],
  ['a date at which it was completed', {}, {completed: '2026-11-30T10:00:00'}, 'paid'],
  ['that it failed, in another spelling', {TransactionStatus: 'Failed'}, {}, 'contradictory'],
  ['its code in another spelling', {'Response-Code': '06'}, {}, 'contradictory'],
  ['a word for no', {success: 'failed'}, {}, 'contradictory'],
  ['a word for not yet', {statusOk: 'pending'}, {}, 'contradictory'],
  ['a number that is no yes', {success: 500}, {}, 'contradictory'],
  ['a payment under way', {paymentCompleted: 'pending'}, {}, 'contradictory'],
  ['that it is not paid', {}, {paymentStatus: 'UNPAID'}, 'contradictory'],
  ['an error', {error: 'Upstream unavailable'}, {}, 'contradictory'],
  ['errors', {errors: ['insufficient']}, {}, 'contradictory'],
  ['that it was taken back', {}, {is_reversed: true}, 'contradictory'],
  ['that it was given back', {}, {refunded: '1'}, 'contradictory'],
  ['a smaller amount that was received', {}, {amount_received: 100}, 'mispaid'],
  ['a smaller amount around it', {transaction_amount: 1}, {}, 'mispaid'],
  ['an amount that is none', {}, {amount_received: {}}, 'pending'],
  ['another currency', {}, {currency_code: 'USD'}, 'mispaid'],
])('a paid record beside %s is %s', (_, around, inside, kind) => {
  const answer = answered(200, {success: true, message: 'ok', ...around, data: {...whole, ...inside}} as never);
  expect(interpretStatus(answer, {reference, asked}).kind).toBe(kind);
});

it.each([
  {request: {transaction_reference: reference}, data: bare(whole)},
  {...bare(whole), service_payload: {transaction_reference: reference}},
])('a record does not name its payment by what else in the answer does: %#', body => {
  expect(interpretStatus(answered(200, body as never), {reference, asked})).toMatchObject({
    kind: 'contradictory',
    why: 'no-reference',
  });
});

it.each([
  ...['Something went wrong', 'Internal server error', 'An unexpected error occurred', 'context deadline exceeded'],
  ...['Connection reset by peer', 'Service Unavailable', 'No response from provider', 'I/O exception on POST: refused'],
  ...['java.net.SocketException', 'connect ETIMEDOUT', 'socket hang up', 'Request failed with status code 504'],
  ...['Bad gateway', 'Could not determine the status', 'Failed to confirm payment', 'Please try again later'],
  ...['Request is queued', 'STK push sent', 'Transaction en cours de traitement', 'Cette transaction existe déjà'],
  ...['Reference already registered', 'Transaction status unknown'],
])('a request that is turned down with “%s” may stand', message => {
  expect(interpretCollection(answered(400, own(message)), reference).kind).toBe('unknown');
});

it.each([
  ...['amount is required', 'Network is not supported', 'Invalid phone number', 'Unknown customer_bank_code'],
  ...['Currency not enabled', 'Provider not supported for this country', 'Please check the number and try again'],
])('one that is turned down with “%s” does not', message => {
  expect(interpretCollection(answered(400, own(message)), reference)).toMatchObject({kind: 'refused', why: 'field'});
});

it.each([
  {Status: 'PENDING'},
  {data: {ResponseCode: '09'}},
  {paymentToken: 'x'},
  {TransactionReference: 'OTHER'},
  {state: 'Processing'},
])('nor does a refusal beside %j prove anything', beside => {
  expect(interpretCollection(answered(400, {...own('x'), ...beside} as never), reference).kind).toBe('unknown');
});
