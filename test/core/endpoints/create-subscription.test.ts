import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {acquirerCodes, cardRefusal} from '../../../src/core/card/acquirer.js';
import {interpretChange} from '../../../src/core/endpoints/subscription/change-subscription.js';
import {
  type EnrolmentOutcome,
  interpretEnrolment,
} from '../../../src/core/endpoints/subscription/create-subscription.js';
import type {Answer, Json} from '../../../src/core/service/answer.js';
import {forAll} from '../../hostile/runs.js';
import {bank} from '../card/card-samples.js';
import {answered, noAnswer, notSent} from '../payment/payment-samples.js';
import {
  customerEmail,
  type Members,
  no,
  noRoute,
  subscriptionRecordOf,
  yes,
} from '../subscription/subscription-samples.js';

const enrol = (answer: Answer): EnrolmentOutcome => interpretEnrolment(answer, {customerEmail});
const told = (answer: Answer) => {
  const outcome = enrol(answer);
  if (outcome.kind === 'made') return `made ${outcome.subscription.status}`;
  return outcome.kind === 'duplicate' || outcome.kind === 'not-sent' ? outcome.kind : `${outcome.kind} ${outcome.why}`;
};

const result = (more: Members = {}): Members => ({
  charged: true,
  status: 'SUCCESS',
  amount: 12.5,
  fees: 0.3,
  currency: 'USD',
  message: 'Approved',
  transactionReference: 'SUB-8F3A-1',
  authCode: '831000',
  chargeMode: 'TOKENIZATION',
  ...more,
});
const data = (more: Members = {}, beside: Members = {}): Members => ({
  subscription: subscriptionRecordOf(more),
  chargeResult: result(),
  ...beside,
});
/** A refusal in the words of a card charge. */
const failed = (debugMessage: string, more: Members = {}): Members => ({
  statusOk: false,
  message: 'Transaction Failed',
  debugMessage,
  paymentCompleted: false,
  ...more,
});

/** The card is declined, with other members beside. */
const declined = (more: Members, http = 400) => no(http, 'Card declined', more);

describe('what the answer to an enrolment proves', () => {
  it.each<[string, Answer, string]>([
    ['a refused connection', notSent, 'not-sent'],
    ['429, whatever is in it', answered(429, data()), 'unknown busy'],
    ['silence', noAnswer, 'unknown no-answer'],
    ['a cut answer', {kind: 'no-answer', code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'}, 'unknown no-answer'],
    ['the documented answer', yes(data()), 'made ACTIVE'],
    ['201', yes(data(), 201), 'made ACTIVE'],
    ['a trial', yes(data({status: 'TRIALING'}, {chargeResult: null})), 'made TRIALING'],
    ['a first charge that failed', yes(data({status: 'INCOMPLETE'})), 'made INCOMPLETE'],
    ['a state of tomorrow', yes(data({status: 'BEWITCHED'})), 'made BEWITCHED'],
    ['the address in capitals', yes(data({customerEmail: 'Amina@Example.com '})), 'made ACTIVE'],
    ['no address', yes(data({customerEmail: null})), 'made ACTIVE'],
    ['the subscription of another', yes(data({customerEmail: 'juma@example.com'})), 'unknown other-reference'],
    ['a subscription alone', yes(subscriptionRecordOf()), 'made ACTIVE'],
    ['a subscription without an id', yes(data({id: null})), 'unknown not-the-service'],
    ['a subscription without a status', yes(data({status: null})), 'unknown not-the-service'],
    ['a success with nothing in it', yes(null), 'unknown not-the-service'],
    ['a portal of JSON', answered(200, {id: 1, status: 'ok'}), 'unknown not-the-service'],
    ['a portal', answered(200), 'unknown not-the-service'],
    ['a portal with 404', answered(404), 'unknown not-the-service'],
    ['a redirect', yes(data(), 302), 'unknown server-error'],
    ['a proxy', answered(502), 'unknown server-error'],
    ['500 in its own words', no(500, 'Card declined'), 'unknown server-error'],
    ['500 with a refusal of the card', answered(500, failed('DECLINED')), 'unknown server-error'],
    ['500 with a subscription', yes(data(), 500), 'unknown server-error'],
    ['another’s 400', answered(400, {error: 'Bad Request'}), 'unknown not-the-service'],
    ['a list', answered(400, [1]), 'unknown not-the-service'],
    ['408', no(408, 'Card declined'), 'unknown server-error'],
    ['a refused key', answered(401, {message: 'Authentication failed', status: false}), 'refused credentials'],
    ['403 in the words of a card', answered(403, failed('Authentication failed')), 'refused credentials'],
    ['401 of somebody else', answered(401), 'unknown not-the-service'],
    ['409', no(409, 'Customer already has an active subscription'), 'duplicate'],
    ['409 in other words', no(409, 'Conflict'), 'duplicate'],
    ['409 of a framework', answered(409, {status: 409, error: 'Conflict'}), 'duplicate'],
    ['409 with the earlier subscription', yes(data(), 409), 'duplicate'],
    ['409 of nobody', answered(409), 'unknown conflict'],
    ['409 while it is made', no(409, 'Request is being processed'), 'unknown conflict'],
    ['a duplicate with another status', no(400, 'Customer already has an active subscription'), 'duplicate'],
    ['a duplicate with 200', no(200, 'An active subscription for this customer exists'), 'duplicate'],
    ['a duplicate with the earlier subscription', no(200, 'Subscription already exists', {data: data()}), 'duplicate'],
    ['a request that was seen before', no(400, 'Duplicate request'), 'unknown duplicate'],
    ['a field', no(400, 'Card number is required'), 'refused field'],
    ['a field in other words', no(422, 'Bad expiry'), 'refused field'],
    ['a plan that is not there', no(404, 'Subscription plan not found'), 'refused field'],
    ['a decline in its own dialect', no(402, 'Card declined'), 'refused declined'],
    ['a decline in its own dialect with 200', no(200, 'Insufficient funds'), 'refused declined'],
    ['unlisted words with 200', no(200, 'Enrolment failed'), 'unknown system-error'],
    ['a system error in words', no(400, 'System error'), 'unknown system-error'],
    ['96', no(400, 'Try later', {response_code: '96'}), 'unknown system-error'],
    ['a time-out in words', no(400, 'Acquirer timed out'), 'unknown system-error'],
    ['a refusal with success', answered(400, {success: true, message: 'Bad expiry'}), 'unknown contradictory'],
    ['a refusal that was charged', declined({data: {chargeResult: result()}}), 'unknown contradictory'],
    ['a refusal that is paid', answered(400, failed('DECLINED', {paymentCompleted: true})), 'unknown contradictory'],
    [
      'a refusal with a subscription',
      declined({data: {subscription: subscriptionRecordOf()}}),
      'unknown contradictory',
    ],
    [
      'a refusal with 200 and an incomplete subscription',
      declined({data: data({status: 'INCOMPLETE'}, {chargeResult: result({charged: false})})}, 200),
      'made INCOMPLETE',
    ],
    [
      'a refusal with a charge in words alone',
      declined({data: {chargeResult: {status: 'SUCCESS'}}}),
      'unknown contradictory',
    ],
    [
      'a refusal with a charge that failed',
      declined({data: {chargeResult: {status: 'FAILED', charged: false}}}),
      'refused declined',
    ],
    ['the refusal of another customer', declined({customerEmail: 'juma@example.com'}), 'unknown other-reference'],
    ['a field with 09', no(400, 'Bad expiry', {response_code: '09'}), 'unknown contradictory'],
    ['a member twice', {...yes(data()), doubled: true} as Answer, 'unknown contradictory'],
    [
      'a sentence about an earlier one',
      no(400, 'Previous card DECLINED, this one is being processed'),
      'unknown system-error',
    ],
    ['a refusal with 200 and an active one', no(200, 'Card declined', {data: data()}), 'unknown contradictory'],
    ['a refusal of a card with statusOk', answered(400, failed('DECLINED', {statusOk: true})), 'unknown contradictory'],
    ['an unlisted message with statusOk', answered(400, {statusOk: false, message: 'E-17'}), 'unknown system-error'],
    ['a debug message without statusOk', no(400, 'Failed', {debugMessage: 'Expired card'}), 'refused declined'],
    ['a debug message inside', no(400, 'Failed', {data: {debugMessage: 'Invalid CVV'}}), 'refused field'],
    ['an unlisted debug message', no(400, 'Bad expiry', {debugMessage: 'E-17'}), 'unknown system-error'],
  ])('%s', (_, answer, expected) => expect(told(answer)).toBe(expected));

  it.each(acquirerCodes)('%s, by the closed list of card charges', code => {
    const text = code === 'DUPLICATE' ? 'already processed' : code === 'INVALID_CARD' ? 'invalid card' : code;
    const mistakes = ['INVALID_CARD', 'INVALID_FIELD', 'INVALID_CSC'];
    const refused = `refused ${mistakes.includes(code) ? 'field' : 'declined'}`;
    const stands = ['APPROVED', 'PARTIALLY_APPROVED', 'PENDING'];
    const unknown = `unknown ${code === 'DUPLICATE' ? 'duplicate' : stands.includes(code) ? 'contradictory' : 'system-error'}`;
    for (const http of [200, 400, 422]) {
      expect(told(answered(http, failed(text)))).toBe(cardRefusal(code) === undefined ? unknown : refused);
    }
  });

  it('has the subscription and what was said of its charge', () =>
    expect(enrol(yes(data()))).toEqual({
      kind: 'made',
      subscription: subscriptionRecordOf(),
      charge: {
        charged: true,
        status: 'SUCCESS',
        amount: '12.5',
        fees: '0.3',
        currency: 'USD',
        transactionReference: 'SUB-8F3A-1',
        authCode: '831000',
        chargeMode: 'TOKENIZATION',
        message: 'Approved',
      },
      text: 'ok',
    }));

  it('has a charge that says little', () => {
    const little = {charged: 'false', amount: 'much', status: null};
    expect(enrol(yes(data({}, {chargeResult: little})))).toMatchObject({
      charge: {charged: false, status: null, amount: null, fees: null, message: null},
    });
    expect(enrol(yes(data({}, {chargeResult: 'none'})))).not.toHaveProperty('charge');
  });

  const challenge: Members = {do3dsAuth: true, threeDsUrl: bank.url, formData: bank.creq};
  const waiting = {status: 'REQUIRES_ACTION'} as const;

  it.each<[string, Answer]>([
    ['in the data', yes(data(waiting, challenge))],
    ['in the charge', yes(data(waiting, {chargeResult: result({...challenge, charged: false})}))],
    ['in the subscription', yes(data({...waiting, ...challenge}))],
    ['under any name', yes(data(waiting, {threeDs: challenge}))],
    ['beside the data', answered(200, {success: true, message: 'ok', ...challenge, data: data(waiting)})],
    ['without the mark', yes(data(waiting, {threeDsUrl: bank.url, formData: bank.creq}))],
  ])('has the challenge %s', (_, answer) =>
    expect(enrol(answer)).toMatchObject({kind: 'made', subscription: waiting, challenge: bank}),
  );

  it.each<[string, Members]>([
    ['to an address in the open', {...challenge, threeDsUrl: 'http://bank.example/'}],
    ['that was cut', {...challenge, formData: `${bank.creq}…`}],
    ['without its form', {...challenge, formData: null}],
    ['that is not asked', {...challenge, do3dsAuth: false}],
  ])('has no challenge %s', (_, given) => {
    const outcome = enrol(yes(data(waiting, given)));
    expect(outcome).toMatchObject({kind: 'made', subscription: waiting});
    expect(outcome).not.toHaveProperty('challenge');
  });

  it('keeps the words of a refusal', () => {
    expect(enrol(answered(400, failed('Expired card')))).toEqual({
      kind: 'refused',
      why: 'declined',
      text: 'Expired card',
    });
    expect(enrol(no(409, 'Customer already has an active subscription'))).toEqual({
      kind: 'duplicate',
      text: 'Customer already has an active subscription',
    });
  });
});

describe('what the answer to a change proves', () => {
  const part = (status: string, more: Members = {}): Members => ({
    id: 17,
    customerId: null,
    customerEmail,
    status,
    enrollmentReference: 'ENR-8F3A',
    enrollmentTxnReference: 'SUB-8F3A-1',
    ...more,
  });
  const changed = (answer: Answer, change: 'cancel' | 'pause' | 'resume') => {
    const outcome = interpretChange(answer, change, 17);
    if (outcome.kind === 'done') return `done ${outcome.part.status}`;
    return outcome.kind === 'not-offered' || outcome.kind === 'not-sent'
      ? outcome.kind
      : `${outcome.kind} ${outcome.why}`;
  };

  it('a cancellation as documented: what is said, and nothing of the rest', () => {
    const cancelled = {cancelledAt: '2026-07-05T08:00:00', cancellationReason: 'Moved away'};
    expect(interpretChange(yes(part('CANCELLED', cancelled)), 'cancel', 17)).toEqual({
      kind: 'done',
      part: part('CANCELLED', cancelled),
    });
  });

  it.each<[string, 'cancel' | 'pause' | 'resume', Answer, string]>([
    ['a resumption as documented', 'resume', yes(part('ACTIVE')), 'done ACTIVE'],
    ['a resumption of another', 'resume', yes(part('ACTIVE', {id: 18})), 'unknown other-reference'],
    ['a resumption of a trial', 'resume', yes(part('TRIALING')), 'done TRIALING'],
    ['a resumption that is none', 'resume', yes(part('PAUSED')), 'unknown system-error'],
    ['a resumption of what is over', 'resume', yes(part('CANCELLED')), 'unknown system-error'],
    ['a pause', 'pause', yes(part('PAUSED')), 'done PAUSED'],
    ['a pause that is none', 'pause', yes(part('ACTIVE')), 'unknown system-error'],
    ['a cancellation in American', 'cancel', yes(part('canceled')), 'done canceled'],
    ['a cancellation that is none', 'cancel', yes(part('ACTIVE')), 'unknown system-error'],
    ['a whole subscription', 'cancel', yes({subscription: part('CANCELLED')}), 'done CANCELLED'],
    ['no status', 'cancel', yes({id: 17}), 'unknown not-the-service'],
    ['no id', 'cancel', yes({status: 'CANCELLED'}), 'unknown not-the-service'],
    ['a portal of JSON', 'cancel', answered(200, {id: 17, status: 'CANCELLED'}), 'unknown not-the-service'],
    ['a refusal', 'resume', no(400, 'Only a PAUSED subscription can be resumed'), 'refused field'],
    ['a refusal with 200', 'resume', no(200, 'Only a PAUSED subscription can be resumed'), 'refused field'],
    ['a refusal with 409', 'resume', no(409, 'Only a PAUSED subscription can be resumed'), 'refused field'],
    ['409 of nobody', 'resume', answered(409), 'unknown conflict'],
    ['one that is not found', 'cancel', no(404, 'Subscription not found'), 'refused field'],
    ['one that is not found, barely', 'cancel', no(404, 'Not found'), 'refused field'],
    [
      'one that is cancelled already',
      'cancel',
      no(400, 'Subscription has already been cancelled'),
      'unknown duplicate',
    ],
    ['a route that does not exist', 'cancel', noRoute, 'unknown not-the-service'],
    ['a call that is not there', 'cancel', no(404, 'No static resource cancel.'), 'not-offered'],
    ['a page that is not there', 'resume', answered(404), 'unknown not-the-service'],
    ['a pause that is not offered', 'pause', noRoute, 'not-offered'],
    [
      'a pause that is not offered, barely',
      'pause',
      answered(404, {message: 'Not found', status: false}),
      'not-offered',
    ],
    ['a pause that is a page that is not there', 'pause', answered(404), 'not-offered'],
    ['a pause with 405', 'pause', answered(405), 'not-offered'],
    ['a pause of one that is not found', 'pause', no(404, 'Subscription not found'), 'refused field'],
    ['a refused key', 'pause', answered(401, {message: 'no', status: false}), 'refused credentials'],
    ['silence', 'pause', noAnswer, 'unknown no-answer'],
    ['a refused connection', 'pause', notSent, 'not-sent'],
    ['429', 'cancel', answered(429), 'unknown busy'],
    ['500 in its own words', 'cancel', no(500, 'Subscription not found'), 'unknown server-error'],
    ['a change in a 500', 'cancel', yes(part('CANCELLED'), 500), 'unknown server-error'],
    ['a portal', 'cancel', answered(200), 'unknown not-the-service'],
  ])('%s', (_, change, answer, expected) => expect(changed(answer, change)).toBe(expected));
});

describe('whatever comes', () => {
  const names = [
    'data',
    'subscription',
    'chargeResult',
    'id',
    'status',
    'customerEmail',
    'message',
    'success',
    'statusOk',
  ];
  const texts = [customerEmail, 'ACTIVE', 'DECLINED', 'Subscription not found', 'true', 'false', 'null', ''];
  const {json} = fc.letrec<{json: Json}>(tie => ({
    json: fc.oneof(
      {maxDepth: 4, depthSize: 'small'},
      fc.oneof(fc.constantFrom(...texts), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('json'), {maxLength: 2}),
      fc.dictionary(fc.constantFrom(...names), tie('json'), {maxKeys: 6}),
    ),
  }));
  const any = fc.record({
    http: fc.constantFrom(200, 201, 302, 400, 401, 404, 408, 409, 429, 500, 502, 503),
    body: json,
  });

  it('is read, and after a server’s error nothing is called refused', () =>
    forAll({numRuns: 2000}, any, ({http, body}) => {
      const answer: Answer = {kind: 'answered', http, body};
      const kinds = [
        enrol(answer).kind,
        ...(['cancel', 'pause', 'resume'] as const).map(to => interpretChange(answer, to, 17).kind),
      ];
      if (http >= 500 || http === 408 || http === 302) expect(kinds).toEqual(Array(4).fill('unknown'));
      if (http === 429) expect(kinds).toEqual(Array(4).fill('unknown'));
    }));

  it('a subscription is made by a success alone', () =>
    forAll({numRuns: 2000}, any, ({http, body}) => {
      const {kind} = enrol({kind: 'answered', http, body});
      if (kind === 'made') expect([200, 201]).toContain(http);
      if (kind === 'duplicate') expect([200, 201, 400, 404, 409]).toContain(http);
    }));
});
