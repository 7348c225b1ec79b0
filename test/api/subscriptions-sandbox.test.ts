import {describe, expect, onTestFinished, test} from 'vitest';
import {holderProof} from '../../src/core/service/account-evidence.js';
import type {NewPlan, Service} from '../../src/core/service/service.js';
import {statusProof} from '../../src/core/service/status-evidence.js';
import {changeProof, enrolProof} from '../../src/core/subscription/evidence.js';
import {planProof, planRecord, plansPage} from '../../src/core/subscription/plan-evidence.js';
import {chargesPage, subscriptionRecord, subscriptionsPage} from '../../src/core/subscription/record.js';
import {startSandbox} from '../../src/sandbox/server.js';
import {cardOf} from '../core/card/plain-card.js';
import {serviceAt} from './local-server.js';
import {account, card, enrolment, plan} from './samples.js';

const {customerEmail} = enrolment;
const frictionless = {...card, number: '4012000033330026', holder: 'AMINA W'} as const;
const first = {page: 0, size: 20} as const;

/** A service over a sandbox with an empty book, and the sandbox's own levers. */
async function sandbox() {
  const {baseUrl, apiKey, close} = await startSandbox({data: ':memory:', port: 0});
  onTestFinished(close);
  const lever = async (name: string, body: object) => {
    const {ok} = await fetch(`${baseUrl}/sandbox/${name}`, {method: 'POST', body: JSON.stringify(body)});
    expect(ok).toBe(true);
  };
  return {service: serviceAt(`${baseUrl}/live`, {key: apiKey}), baseUrl, lever};
}

async function enrolled(service: Service, more: Partial<NewPlan> = {}, given = {}) {
  const answer = await service.createSubscription(
    {customerEmail, plan: {...plan, ...more}},
    cardOf({...frictionless, ...given}),
  );
  return enrolProof(answer, {customerEmail});
}

async function made(service: Service, more: Partial<NewPlan> = {}, given = {}) {
  const proof = await enrolled(service, more, given);
  if (proof.kind !== 'made') throw new Error(JSON.stringify(proof));
  return proof;
}

test('a plan is made, read and listed', async () => {
  const {service} = await sandbox();
  const proof = planProof(await service.createPlan({...plan, trialPeriodDays: 14, billingLimit: 12}));
  if (proof.kind !== 'made') return expect.unreachable(JSON.stringify(proof));
  expect(proof.plan).toMatchObject({amount: '12.5', currency: 'USD', interval: 'MONTHLY', billingLimit: 12});
  const {planCode} = proof.plan;
  expect(planRecord(await service.plan({planCode}))).toEqual({kind: 'found', plan: proof.plan});
  expect(planRecord(await service.plan({planCode: 'PLAN-NONE'}))).toMatchObject({kind: 'not-found'});
  expect(plansPage(await service.plans(first))).toMatchObject({rows: [proof.plan], page: 0, isLast: true});
  const bad = planProof(await service.createPlan({...plan, currency: 'dollars'}));
  expect(bad).toMatchObject({kind: 'refused', why: 'field', text: expect.stringContaining('currency')});
});

describe('an enrolment', () => {
  test('is charged, by the record of its charge', async () => {
    const {service} = await sandbox();
    const {subscription, charge} = await made(service);
    expect(subscription).toMatchObject({customerEmail, status: 'ACTIVE', nextChargeDate: expect.any(String)});
    expect(charge).toMatchObject({charged: true, status: 'SUCCESS', amount: '12.5', currency: 'USD'});
    const reference = subscription.enrollmentTxnReference ?? '';
    const asked = {currency: 'USD', minor: 1250} as const;
    expect(statusProof(await service.cardStatus({reference}), {reference, asked}).kind).toBe('paid');
  });

  test('on a plan that there is', async () => {
    const {service} = await sandbox();
    const proof = planProof(await service.createPlan(plan));
    const planCode = proof.kind === 'made' ? proof.plan.planCode : '';
    const answer = await service.createSubscription({customerEmail, plan: {planCode}}, cardOf(frictionless));
    expect(enrolProof(answer, {customerEmail}).kind).toBe('made');
    expect(subscriptionsPage(await service.subscriptions(first))).toMatchObject({
      rows: [{subscription: {customerEmail}, plan: {planCode}}],
    });
  });

  test('whose amount is the digits of the card’s code', async () => {
    const {service} = await sandbox();
    expect(await made(service, {amount: '100', currency: 'NGN'})).toMatchObject({charge: {amount: '100'}});
  });

  test('with a trial is not charged', async () => {
    const {service} = await sandbox();
    const {subscription, charge} = await made(service, {trialPeriodDays: 14});
    expect(subscription).toMatchObject({status: 'TRIALING', trialEndDate: expect.any(String)});
    expect(charge).toBeUndefined();
  });

  test('that the bank wants to confirm has its question', async () => {
    const {service} = await sandbox();
    const proof = await made(service, {}, {number: card.number});
    expect(proof).toMatchObject({
      subscription: {status: 'REQUIRES_ACTION'},
      challenge: {url: expect.stringMatching(/^http:\/\/(127\.0\.0\.1|localhost):/)},
    });
    const message: unknown = JSON.parse(Buffer.from(proof.challenge?.creq ?? '', 'base64').toString());
    expect(message).toMatchObject({messageType: 'CReq'});
  });

  test('with a card that is declined exists, unpaid', async () => {
    const {service} = await sandbox();
    const {subscription, charge} = await made(service, {}, {expiryMonth: '05'});
    expect(subscription.status).toBe('INCOMPLETE');
    expect(charge).toMatchObject({charged: false, status: 'FAILED'});
  });

  test('a second one of the same customer is a duplicate', async () => {
    const {service} = await sandbox();
    await made(service);
    expect(await enrolled(service)).toMatchObject({kind: 'duplicate'});
  });

  test.each([
    ['an unknown card', {number: '4111111111111111'}],
    ['a wrong year', {expiryYear: 'xx'}],
  ])('with %s is refused, and nothing of it is kept', async (_name, wrong) => {
    const {service} = await sandbox();
    expect(await enrolled(service, {}, wrong)).toMatchObject({kind: 'refused', why: 'field'});
    expect(subscriptionsPage(await service.subscriptions(first))).toMatchObject({rows: []});
  });

  test.each([
    ['105', 'no-answer'],
    ['107', 'server-error'],
    ['109', 'no-answer'],
  ])('of %s, whose answer is lost, may stand, and is among the subscriptions', async (amount, why) => {
    const {service} = await sandbox();
    expect(await enrolled(service, {amount})).toMatchObject({kind: 'unknown', why});
    const page = subscriptionsPage(await service.subscriptions(first));
    expect(page).toMatchObject({rows: [{subscription: {customerEmail}, plan: {amount}}]});
  });

  test('of 106, which is broken off before, may stand for all that anybody knows', async () => {
    const {service} = await sandbox();
    expect(await enrolled(service, {amount: '106'})).toMatchObject({kind: 'unknown', why: 'no-answer'});
    expect(subscriptionsPage(await service.subscriptions(first))).toMatchObject({rows: []});
  });

  test('with a key that is refused', async () => {
    const {baseUrl} = await sandbox();
    expect(await enrolled(serviceAt(baseUrl))).toMatchObject({kind: 'refused', why: 'credentials'});
  });
});

test('a subscription is paused, resumed and cancelled, once each', async () => {
  const {service} = await sandbox();
  const {id} = (await made(service)).subscription;
  const statusOf = async () => {
    const found = subscriptionRecord(await service.subscription({id}));
    return found.kind === 'found' ? found.subscription.status : found.kind;
  };
  const early = changeProof(await service.resumeSubscription({id}), 'resume');
  expect(early).toMatchObject({kind: 'refused', why: 'field'});
  expect(changeProof(await service.pauseSubscription({id}), 'pause')).toMatchObject({kind: 'done', part: {id}});
  expect(await statusOf()).toBe('PAUSED');
  expect(changeProof(await service.resumeSubscription({id}), 'resume')).toMatchObject({part: {status: 'ACTIVE'}});
  expect(await statusOf()).toBe('ACTIVE');
  const until = changeProof(await service.pauseSubscription({id, resumeAt: '2099-01-01T00:00:00'}), 'pause');
  expect(until).toMatchObject({kind: 'done', part: {status: 'PAUSED'}});
  expect(changeProof(await service.cancelSubscription({id, reason: 'Moved away'}), 'cancel')).toMatchObject({
    kind: 'done',
    part: {status: 'CANCELLED', cancellationReason: 'Moved away', cancelledAt: expect.any(String)},
  });
  expect(await statusOf()).toBe('CANCELLED');
  expect(changeProof(await service.cancelSubscription({id, reason: 'again'}), 'cancel').kind).toBe('refused');
  const none = {id: 987_654};
  expect(changeProof(await service.pauseSubscription(none), 'pause')).toMatchObject({kind: 'refused'});
  expect(changeProof(await service.cancelSubscription({...none, reason: 'x'}), 'cancel').kind).toBe('refused');
  expect(subscriptionRecord(await service.subscription(none)).kind).toBe('not-found');
  expect(chargesPage(await service.subscriptionCharges({...none, ...first})).kind).toBe('not-found');
});

test('the charges of a subscription, page by page', async () => {
  const {service, lever} = await sandbox();
  const {subscription} = await made(service, {interval: 'DAILY'});
  await lever('clock', {advance: 'P2DT1H'});
  const {id} = subscription;
  const all = chargesPage(await service.subscriptionCharges({id, ...first}));
  if (all.kind !== 'page') return expect.unreachable(all.kind);
  expect(all.rows.map(({cycleNumber}) => cycleNumber).sort()).toEqual([1, 2, 3]);
  expect(all.rows.every(({status, amount}) => status === 'SUCCESS' && amount === '12.5')).toBe(true);
  const begun = chargesPage(await service.subscriptionCharges({id, page: 0, size: 2}));
  const ended = chargesPage(await service.subscriptionCharges({id, page: 1, size: 2}));
  expect(begun).toMatchObject({rows: {length: 2}, page: 0, totalPages: 2, isLast: false});
  expect(ended).toMatchObject({rows: {length: 1}, page: 1, totalPages: 2, isLast: true});
});

test('a service without the optional calls', async () => {
  const {service, lever} = await sandbox();
  const {id} = (await made(service)).subscription;
  await lever('faults', {switches: {withoutOptional: true}});
  expect(plansPage(await service.plans(first)).kind).toBe('not-offered');
  expect(subscriptionsPage(await service.subscriptions(first)).kind).toBe('not-offered');
  expect(changeProof(await service.pauseSubscription({id}), 'pause').kind).toBe('not-offered');
  expect(subscriptionRecord(await service.subscription({id})).kind).toBe('not-found');
  expect(chargesPage(await service.subscriptionCharges({id, ...first})).kind).toBe('page');
});

test('the holder of an account', async () => {
  const {service} = await sandbox();
  expect(holderProof(await service.accountHolder(account))).toMatchObject({
    kind: 'found',
    name: expect.stringMatching(/\p{Lu}/u),
    accountNumber: account.accountNumber,
    bankCode: account.bankCode,
  });
  const holderOf = async (wrong: object) => holderProof(await service.accountHolder({...account, ...wrong}));
  expect(await holderOf({bankCode: '13'})).toEqual({kind: 'refused', text: 'Bank code should be 6 values'});
  expect(await holderOf({accountNumber: '1'})).toEqual({kind: 'refused', text: 'Account number should be 10 values'});
  expect(await holderOf({accountNumber: '0123456101'})).toEqual({kind: 'refused', text: 'Invalid Account'});
});
