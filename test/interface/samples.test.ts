import {describe, expect, test} from 'vitest';
import {interpretHolder} from '../../src/core/endpoints/account-holder.js';
import {interpretCharge} from '../../src/core/endpoints/charge.js';
import {interpretCollection, interpretOtp} from '../../src/core/endpoints/collect.js';
import {interpretRefund} from '../../src/core/endpoints/refund.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {interpretEnrolment} from '../../src/core/endpoints/subscription/create-subscription.js';
import {interpretNewPlan, interpretPlan, interpretPlans} from '../../src/core/endpoints/subscription/plans.js';
import {interpretCharges} from '../../src/core/endpoints/subscription/subscription-charges.js';
import {interpretSubscription, interpretSubscriptions} from '../../src/core/endpoints/subscription/subscriptions.js';
import type {Answer, Json} from '../../src/core/service/answer.js';
import {serve, serviceAt} from '../api/local-server.js';
import {card, charge as order} from '../api/samples.js';
import {cardOf} from '../core/card/plain-card.js';
import {enrolment, enrolmentWith, monthly, openSandbox} from '../sandbox/support.js';
import * as samples from './samples.js';
import {answers, authenticationError} from './schemas.js';

const answered = (http: number, body: Json): Answer => ({kind: 'answered', http, body});

/** What the service layer makes of the sample as a body that comes over the wire. */
async function charged(http: number, body: object, reference: string) {
  const server = await serve({status: http, headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  return interpretCharge(await serviceAt(server.url).charge({...order, reference}, cardOf(card)), reference);
}

describe('a key', () => {
  test.each([samples.authenticationFailed.message, ...samples.headerMessages])(
    'that is answered with “%s” is refused',
    message => {
      const body = {...samples.authenticationFailed, message};
      expect(authenticationError.safeParse(body).success).toBe(true);
      for (const http of [401, 403]) {
        const answer = answered(http, body);
        expect(interpretCollection(answer, 'R')).toMatchObject({kind: 'refused', why: 'credentials'});
        expect(interpretCharge(answer, 'R')).toMatchObject({kind: 'refused', why: 'credentials'});
        expect(interpretNewPlan(answer)).toMatchObject({kind: 'refused', why: 'credentials'});
        expect(interpretHolder(answer)).toMatchObject({kind: 'unclear', why: 'credentials'});
      }
    },
  );
});

describe('a card charge', () => {
  const {transactionReference: reference} = samples.challenge;

  test('that is to be confirmed leads to the bank with the data as it was given', async () => {
    const [url, creq] = ['https://acs.example/challenge', 'eyJ0aHJlZURTIjoiMSJ9'];
    const outcome = await charged(200, {...samples.challenge, threeDsUrl: url, formData: creq}, reference);
    expect(outcome).toMatchObject({kind: 'accepted', text: 'Kindly complete 3DS', details: {challenge: {url, creq}}});
  });

  test('whose challenge is cut, as in the illustration, leads nowhere', async () => {
    const outcome = await charged(200, samples.challenge, reference);
    expect(outcome).toMatchObject({kind: 'accepted', details: {isCompleted: false}});
    expect(outcome).not.toHaveProperty('details.challenge');
  });

  test('that calls itself completed is not paid by that', async () => {
    const outcome = await charged(200, samples.completed, samples.completed.transactionReference);
    expect(outcome).toMatchObject({kind: 'accepted', details: {isCompleted: true}});
  });

  test.each([200, 400])('that failed is refused under HTTP %i', async http => {
    expect(answers.chargeCard.refusal.safeParse(samples.failed).success).toBe(true);
    expect(await charged(http, samples.failed, samples.failed.transactionReference)).toMatchObject({
      kind: 'refused',
      why: 'declined',
      text: 'DO_NOT_PROCEED',
    });
  });

  test.each([...samples.refusals, ...samples.acquirerCodes])('refused with “%s” is %s', (debugMessage, kind) => {
    const body = {...samples.failed, debugMessage, transactionReference: 'R'};
    expect(interpretCharge(answered(400, body), 'R').kind).toBe(kind);
  });

  test('of which nothing is known is not found', () => {
    const asked = {reference: 'R', asked: {currency: 'USD', minor: 2400}} as const;
    expect(interpretStatus(answered(400, samples.unknownReference), asked).kind).toBe('not-found');
    expect(answers.query.refusal.safeParse(samples.notYetPaid).success).toBe(true);
    for (const http of [200, 400, 404])
      expect(interpretStatus(answered(http, samples.notYetPaid), asked).kind, String(http)).toBe('not-found');
  });
});

test('a refund that was carried out is done', () => {
  expect(answers.refund.success.safeParse(samples.refund).success).toBe(true);
  const about = {payment: 'pay-1', amount: {currency: 'USD', minor: 1000}, known: new Set<string>()} as const;
  expect(interpretRefund(answered(200, samples.refund), about)).toMatchObject({
    kind: 'accepted',
    serviceReference: 'RF-1',
    done: true,
  });
});

describe('a collection', () => {
  const {transaction_reference: reference} = samples.collection;
  const about = {reference, asked: {currency: 'XOF', minor: 350}} as const;

  test('that needs a password says how long it is and what to send with it', () => {
    expect(answers.charge.success.safeParse(samples.collection).success).toBe(true);
    expect(interpretCollection(answered(200, samples.collection), reference)).toMatchObject({
      kind: 'accepted',
      details: {
        requiresOtp: true,
        otpLength: 4,
        paymentMethod: 'ORANGE_CI',
        transactionChannel: 'MOMCIV',
        payee: '+2251114462945',
      },
    });
  });

  test.each(samples.collectionStates)('of code %s and status %s is %s', (code, status, kind) => {
    const record = {...samples.collectionRecord, response_code: code, transaction_status: status};
    expect(answers.status.success.safeParse(record).success).toBe(true);
    expect(interpretStatus(answered(200, record), about).kind).toBe(kind);
  });

  test('whose code and status contradict one another is open', () => {
    for (const [code] of samples.collectionStates)
      for (const [other, status, kind] of samples.collectionStates) {
        if (code === other) continue;
        const record = {...samples.collectionRecord, response_code: code, transaction_status: status};
        expect(interpretStatus(answered(200, record), about).kind, `${code} ${status} ${kind}`).toBe('pending');
      }
  });

  test.each(['Service Unavailable', 'INVALID COUNTRY CODE'])(
    'answered with 96 and “%s” is not failed',
    response_message => {
      const error = answered(400, {response_code: '96', response_message});
      expect(interpretCollection(error, reference).kind).toBe('unknown');
      expect(interpretStatus(error, about).kind).toBe('question-failed');
      expect(interpretOtp(error).kind).toBe('unknown');
    },
  );
});

test.each(samples.wrongAccounts)('an account is wrong by “$response_message”, and no failure of the service', body => {
  expect(answers.holder.refusal.safeParse(body).success).toBe(true);
  expect(interpretHolder(answered(200, body))).toEqual({kind: 'refused', text: body.response_message});
});

/** No document shows these whole; what the sandbox answers is held against the documents elsewhere. */
test('plans and subscriptions are read to their last field', async () => {
  const client = await openSandbox();
  const made = await client.createPlan(samples.planOrder);
  expect(interpretNewPlan(answered(made.status, made.json))).toMatchObject({
    kind: 'made',
    plan: {...samples.planOrder, amount: '100', planCode: made.json.data.planCode},
  });
  const shown = await client.plan(made.json.data.planCode);
  expect(interpretPlan(answered(shown.status, shown.json), made.json.data.planCode).kind).toBe('found');
  await client.subscribe({...enrolmentWith({}), ...monthly, customerEmail: 'b@example.com'});
  const {status, json} = await client.subscribe(enrolment);
  const enrolled = interpretEnrolment(answered(status, json), enrolment);
  const {charged: _, ...money} = json.data.chargeResult;
  const amounts = {amount: String(money.amount), fees: String(money.fees)};
  expect(enrolled).toMatchObject({
    kind: 'made',
    subscription: json.data.subscription,
    charge: {charged: true, ...money, ...amounts},
  });
  const {id} = json.data.subscription;
  const charges = await client.charges(id, 'page=0&size=20');
  const [charge] = charges.json.data.content;
  expect(interpretCharges(answered(200, charges.json), {id, page: 0})).toMatchObject({
    kind: 'page',
    page: 0,
    totalPages: 1,
    isLast: true,
    rows: [{...charge, amount: String(charge.amount)}],
  });
  const found = await client.subscription(id);
  expect(interpretSubscription(answered(200, found.json), id)).toMatchObject({
    kind: 'found',
    subscription: {id, status: 'ACTIVE'},
  });
  const page = await client.subscriptions('page=0&size=1');
  expect(interpretSubscriptions(answered(200, page.json), 0)).toMatchObject({
    kind: 'page',
    rows: [{plan: {}}],
    isLast: false,
  });
  const plans = await client.plans('page=0&size=20');
  expect(interpretPlans(answered(200, plans.json), 0)).toMatchObject({kind: 'page', isLast: true});
});
