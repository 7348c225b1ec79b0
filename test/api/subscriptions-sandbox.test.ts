import {describe, expect, test} from 'vitest';
import {interpretHolder} from '../../src/core/endpoints/account-holder.js';
import type {Service} from '../../src/core/endpoints/service.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {interpretChange} from '../../src/core/endpoints/subscription/change-subscription.js';
import {interpretEnrolment} from '../../src/core/endpoints/subscription/create-subscription.js';
import type {NewPlan} from '../../src/core/endpoints/subscription/plans.js';
import {interpretNewPlan, interpretPlan, interpretPlans} from '../../src/core/endpoints/subscription/plans.js';
import {interpretCharges} from '../../src/core/endpoints/subscription/subscription-charges.js';
import {interpretSubscription, interpretSubscriptions} from '../../src/core/endpoints/subscription/subscriptions.js';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox as server} from '../sandbox/support.js';
import {serviceAt} from './local-server.js';
import {account, card, enrolment, plan} from './samples.js';

const {customerEmail} = enrolment;
const frictionless = {...card, number: '4012000033330026', holder: 'AMINA W'} as const;
const first = {page: 0, size: 20} as const;

/** A service over a sandbox with an empty book, and the sandbox's own levers. */
async function sandbox() {
  const {baseUrl, apiKey} = await server();
  const lever = async (name: string, body: object) => {
    expect((await fetch(`${baseUrl}/sandbox/${name}`, {method: 'POST', body: JSON.stringify(body)})).ok).toBe(true);
  };
  return {service: serviceAt(`${baseUrl}/live`, {key: apiKey}), baseUrl, lever};
}

async function enrolled(service: Service, more: Partial<NewPlan> = {}, given = {}) {
  const answer = await service.createSubscription(
    {customerEmail, plan: {...plan, ...more}},
    cardOf({...frictionless, ...given}),
  );
  return interpretEnrolment(answer, {customerEmail});
}

async function made(service: Service, more: Partial<NewPlan> = {}, given = {}) {
  const outcome = await enrolled(service, more, given);
  if (outcome.kind !== 'made') throw new Error(JSON.stringify(outcome));
  return outcome;
}

test('a plan is made, read and listed', async () => {
  const {service} = await sandbox();
  const outcome = interpretNewPlan(await service.createPlan({...plan, trialPeriodDays: 14, billingLimit: 12}));
  if (outcome.kind !== 'made') return expect.unreachable(JSON.stringify(outcome));
  expect(outcome.plan).toMatchObject({amount: '12.5', currency: 'USD', interval: 'MONTHLY', billingLimit: 12});
  const {planCode} = outcome.plan;
  expect(interpretPlan(await service.plan({planCode}), planCode)).toEqual({kind: 'found', plan: outcome.plan});
  expect(interpretPlan(await service.plan({planCode: 'PLAN-NONE'}), 'PLAN-NONE')).toMatchObject({kind: 'not-found'});
  expect(interpretPlans(await service.plans(first), 0)).toMatchObject({rows: [outcome.plan], page: 0, isLast: true});
  const bad = interpretNewPlan(await service.createPlan({...plan, currency: 'dollars'}));
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
    expect(interpretStatus(await service.cardStatus({reference}), {reference, asked}).kind).toBe('paid');
  });

  test('on a plan that there is', async () => {
    const {service} = await sandbox();
    const outcome = interpretNewPlan(await service.createPlan(plan));
    const planCode = outcome.kind === 'made' ? outcome.plan.planCode : '';
    const answer = await service.createSubscription({customerEmail, plan: {planCode}}, cardOf(frictionless));
    expect(interpretEnrolment(answer, {customerEmail}).kind).toBe('made');
    expect(interpretSubscriptions(await service.subscriptions(first), 0)).toMatchObject({
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
    const outcome = await made(service, {}, {number: card.number});
    expect(outcome).toMatchObject({
      subscription: {status: 'REQUIRES_ACTION'},
      challenge: {url: expect.stringMatching(/^http:\/\/(127\.0\.0\.1|localhost):/)},
    });
    const message: unknown = JSON.parse(Buffer.from(outcome.challenge?.creq ?? '', 'base64').toString());
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
    expect(interpretSubscriptions(await service.subscriptions(first), 0)).toMatchObject({rows: []});
  });

  test.each([
    ['105', 'no-answer'],
    ['107', 'server-error'],
    ['109', 'no-answer'],
  ])('of %s, whose answer is lost, may stand, and is among the subscriptions', async (amount, why) => {
    const {service} = await sandbox();
    expect(await enrolled(service, {amount})).toMatchObject({kind: 'unknown', why});
    const page = interpretSubscriptions(await service.subscriptions(first), 0);
    expect(page).toMatchObject({rows: [{subscription: {customerEmail}, plan: {amount}}]});
  });

  test('of 106, which is broken off before, may stand for all that anybody knows', async () => {
    const {service} = await sandbox();
    expect(await enrolled(service, {amount: '106'})).toMatchObject({kind: 'unknown', why: 'no-answer'});
    expect(interpretSubscriptions(await service.subscriptions(first), 0)).toMatchObject({rows: []});
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
    const found = interpretSubscription(await service.subscription({id}), id);
    return found.kind === 'found' ? found.subscription.status : found.kind;
  };
  const early = interpretChange(await service.resumeSubscription({id}), 'resume', id);
  expect(early).toMatchObject({kind: 'refused', why: 'field'});
  expect(interpretChange(await service.pauseSubscription({id}), 'pause', id)).toMatchObject({kind: 'done', part: {id}});
  expect(await statusOf()).toBe('PAUSED');
  expect(interpretChange(await service.resumeSubscription({id}), 'resume', id)).toMatchObject({
    part: {status: 'ACTIVE'},
  });
  expect(await statusOf()).toBe('ACTIVE');
  const until = interpretChange(await service.pauseSubscription({id, resumeAt: '2099-01-01T00:00:00'}), 'pause', id);
  expect(until).toMatchObject({kind: 'done', part: {status: 'PAUSED'}});
  expect(interpretChange(await service.cancelSubscription({id, reason: 'Moved away'}), 'cancel', id)).toMatchObject({
    kind: 'done',
    part: {status: 'CANCELLED', cancellationReason: 'Moved away', cancelledAt: expect.any(String)},
  });
  expect(await statusOf()).toBe('CANCELLED');
  expect(interpretChange(await service.cancelSubscription({id, reason: 'again'}), 'cancel', id).kind).toBe('refused');
  const none = {id: 987_654};
  expect(interpretChange(await service.pauseSubscription(none), 'pause', id)).toMatchObject({kind: 'refused'});
  expect(interpretChange(await service.cancelSubscription({...none, reason: 'x'}), 'cancel', id).kind).toBe('refused');
  expect(interpretSubscription(await service.subscription(none), none.id).kind).toBe('not-found');
  expect(interpretCharges(await service.subscriptionCharges({...none, ...first}), {...none, page: 0}).kind).toBe(
    'not-found',
  );
});

test('the charges of a subscription, page by page', async () => {
  const {service, lever} = await sandbox();
  const {subscription} = await made(service, {interval: 'DAILY'});
  await lever('clock', {advance: 'P2DT1H'});
  const {id} = subscription;
  const all = interpretCharges(await service.subscriptionCharges({id, ...first}), {id, page: 0});
  if (all.kind !== 'page') return expect.unreachable(all.kind);
  expect(all.rows.map(({cycleNumber}) => cycleNumber).sort()).toEqual([1, 2, 3]);
  expect(all.rows.every(({status, amount}) => status === 'SUCCESS' && amount === '12.5')).toBe(true);
  const begun = interpretCharges(await service.subscriptionCharges({id, page: 0, size: 2}), {id, page: 0});
  const ended = interpretCharges(await service.subscriptionCharges({id, page: 1, size: 2}), {id, page: 1});
  expect(begun).toMatchObject({rows: {length: 2}, page: 0, totalPages: 2, isLast: false});
  expect(ended).toMatchObject({rows: {length: 1}, page: 1, totalPages: 2, isLast: true});
});

test('a service without the optional calls', async () => {
  const {service, lever} = await sandbox();
  const {id} = (await made(service)).subscription;
  await lever('faults', {switches: {withoutOptional: true}});
  expect(interpretPlans(await service.plans(first), 0).kind).toBe('not-offered');
  expect(interpretSubscriptions(await service.subscriptions(first), 0).kind).toBe('not-offered');
  expect(interpretChange(await service.pauseSubscription({id}), 'pause', id).kind).toBe('not-offered');
  expect(interpretSubscription(await service.subscription({id}), id).kind).toBe('not-found');
  expect(interpretCharges(await service.subscriptionCharges({id, ...first}), {id, page: 0}).kind).toBe('page');
});

test('the holder of an account', async () => {
  const {service} = await sandbox();
  expect(interpretHolder(await service.accountHolder(account))).toMatchObject({
    kind: 'found',
    name: expect.stringMatching(/\p{Lu}/u),
    accountNumber: account.accountNumber,
    bankCode: account.bankCode,
  });
  const holderOf = async (wrong: object) => interpretHolder(await service.accountHolder({...account, ...wrong}));
  expect(await holderOf({bankCode: '13'})).toEqual({kind: 'refused', text: 'Bank code should be 6 values'});
  expect(await holderOf({accountNumber: '1'})).toEqual({kind: 'refused', text: 'Account number should be 10 values'});
  expect(await holderOf({accountNumber: '0123456101'})).toEqual({kind: 'refused', text: 'Invalid Account'});
});
