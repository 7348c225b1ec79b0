import {describe, expect, test} from 'vitest';
import {chargeProof} from '../../src/core/card/evidence.js';
import {refundProof} from '../../src/core/refund/evidence.js';
import {holderProof} from '../../src/core/service/account-evidence.js';
import type {Answer, Json} from '../../src/core/service/answer.js';
import {otpProof, sendProof} from '../../src/core/service/evidence.js';
import {statusProof} from '../../src/core/service/status-evidence.js';
import {enrolProof} from '../../src/core/subscription/evidence.js';
import {planProof, planRecord, plansPage} from '../../src/core/subscription/plan-evidence.js';
import {chargesPage, subscriptionRecord, subscriptionsPage} from '../../src/core/subscription/record.js';
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
  return chargeProof(await serviceAt(server.url).charge({...order, reference}, cardOf(card)), reference);
}

describe('a key', () => {
  test.each([samples.authenticationFailed.message, ...samples.headerMessages])(
    'that is answered with “%s” is refused',
    message => {
      const body = {...samples.authenticationFailed, message};
      expect(authenticationError.safeParse(body).success).toBe(true);
      for (const http of [401, 403]) {
        const answer = answered(http, body);
        expect(sendProof(answer, 'R')).toMatchObject({kind: 'refused', why: 'credentials'});
        expect(chargeProof(answer, 'R')).toMatchObject({kind: 'refused', why: 'credentials'});
        expect(planProof(answer)).toMatchObject({kind: 'refused', why: 'credentials'});
        expect(holderProof(answer)).toMatchObject({kind: 'unclear', why: 'credentials'});
      }
    },
  );
});

describe('a card charge', () => {
  const {transactionReference: reference} = samples.challenge;

  test('that is to be confirmed leads to the bank with the data as it was given', async () => {
    const [url, creq] = ['https://acs.example/challenge', 'eyJ0aHJlZURTIjoiMSJ9'];
    const proof = await charged(200, {...samples.challenge, threeDsUrl: url, formData: creq}, reference);
    expect(proof).toMatchObject({kind: 'accepted', text: 'Kindly complete 3DS', details: {challenge: {url, creq}}});
  });

  test('whose challenge is cut, as in the illustration, leads nowhere', async () => {
    const proof = await charged(200, samples.challenge, reference);
    expect(proof).toMatchObject({kind: 'accepted', details: {isCompleted: false}});
    expect(proof).not.toHaveProperty('details.challenge');
  });

  test('that calls itself completed is not paid by that', async () => {
    const proof = await charged(200, samples.completed, samples.completed.transactionReference);
    expect(proof).toMatchObject({kind: 'accepted', details: {isCompleted: true}});
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
    expect(chargeProof(answered(400, body), 'R').kind).toBe(kind);
  });

  test('of which nothing is known is not found', () => {
    const asked = {reference: 'R', asked: {currency: 'USD', minor: 2400}} as const;
    expect(statusProof(answered(400, samples.unknownReference), asked).kind).toBe('not-found');
    expect(answers.query.refusal.safeParse(samples.notYetPaid).success).toBe(true);
    for (const http of [200, 400, 404])
      expect(statusProof(answered(http, samples.notYetPaid), asked).kind, String(http)).toBe('not-found');
  });
});

test('a refund that was carried out is done', () => {
  expect(answers.refund.success.safeParse(samples.refund).success).toBe(true);
  const about = {payment: 'pay-1', amount: {currency: 'USD', minor: 1000}, known: new Set<string>()} as const;
  expect(refundProof(answered(200, samples.refund), about)).toMatchObject({
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
    expect(sendProof(answered(200, samples.collection), reference)).toMatchObject({
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
    expect(statusProof(answered(200, record), about).kind).toBe(kind);
  });

  test('whose code and status contradict one another is open', () => {
    for (const [code] of samples.collectionStates)
      for (const [other, status, kind] of samples.collectionStates) {
        if (code === other) continue;
        const record = {...samples.collectionRecord, response_code: code, transaction_status: status};
        expect(statusProof(answered(200, record), about).kind, `${code} ${status} ${kind}`).toBe('pending');
      }
  });

  test.each(['Service Unavailable', 'INVALID COUNTRY CODE'])(
    'answered with 96 and “%s” is not failed',
    response_message => {
      const error = answered(400, {response_code: '96', response_message});
      expect(sendProof(error, reference).kind).toBe('unknown');
      expect(statusProof(error, about).kind).toBe('question-failed');
      expect(otpProof(error).kind).toBe('unknown');
    },
  );
});

test.each(samples.wrongAccounts)('an account is wrong by “$response_message”, and no failure of the service', body => {
  expect(answers.holder.refusal.safeParse(body).success).toBe(true);
  expect(holderProof(answered(200, body))).toEqual({kind: 'refused', text: body.response_message});
});

/** No document shows these whole; what the sandbox answers is held against the documents elsewhere. */
test('plans and subscriptions are read to their last field', async () => {
  const client = await openSandbox();
  const made = await client.createPlan(samples.planOrder);
  const proof = planProof(answered(made.status, made.json));
  expect(proof).toMatchObject({
    kind: 'made',
    plan: {...samples.planOrder, amount: '100', planCode: made.json.data.planCode},
  });
  const shown = await client.plan(made.json.data.planCode);
  expect(planRecord(answered(shown.status, shown.json)).kind).toBe('found');
  await client.subscribe({...enrolmentWith({}), ...monthly, customerEmail: 'b@example.com'});
  const {status, json} = await client.subscribe(enrolment);
  const enrolled = enrolProof(answered(status, json), enrolment);
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
  expect(chargesPage(answered(200, charges.json))).toMatchObject({
    kind: 'page',
    page: 0,
    totalPages: 1,
    isLast: true,
    rows: [{...charge, amount: String(charge.amount)}],
  });
  const found = await client.subscription(id);
  expect(subscriptionRecord(answered(200, found.json))).toMatchObject({
    kind: 'found',
    subscription: {id, status: 'ACTIVE'},
  });
  const page = await client.subscriptions('page=0&size=1');
  expect(subscriptionsPage(answered(200, page.json))).toMatchObject({kind: 'page', rows: [{plan: {}}], isLast: false});
  const plans = await client.plans('page=0&size=20');
  expect(plansPage(answered(200, plans.json))).toMatchObject({kind: 'page', isLast: true});
});
