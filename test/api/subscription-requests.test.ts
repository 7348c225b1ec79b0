import {describe, expect, test} from 'vitest';
import type {Service} from '../../src/core/endpoints/service.js';
import {cardOf} from '../core/card/plain-card.js';
import {serve, serviceAt} from './local-server.js';
import {card, enrolment, plan} from './samples.js';
import {order, question, requestOf, tenant} from './seen-request.js';

const plansPath = '/subscription/api/v1/subscription-plans';
const path = '/subscription/api/v1/subscriptions';

describe('of plans, with the key alone in the headers', () => {
  const planFields =
    '"name":"Gym, monthly","description":"Mornings","amount":12.5,"currency":"USD","interval":"MONTHLY",' +
    '"trialPeriodDays":0';

  test('a new plan without an end', async () =>
    expect(await requestOf(service => service.createPlan(plan))).toEqual(order(plansPath, `{${planFields}}`, {})));

  test('a new plan with a trial and an end', async () => {
    const {body} = await requestOf(service => service.createPlan({...plan, trialPeriodDays: 14, billingLimit: 12}));
    expect(body).toBe(`{${planFields.replace(/0$/, '14')},"billingLimit":12}`);
  });

  test('one plan, whose code stays inside its place', async () => {
    expect(await requestOf(service => service.plan({planCode: 'PLAN-XY99ZZ00'}))).toEqual(
      question(`${plansPath}/PLAN-XY99ZZ00`, {}),
    );
    expect((await requestOf(service => service.plan({planCode: '../a?b=c'}))).url).toBe(`${plansPath}/..%2Fa%3Fb%3Dc`);
  });

  test('a page of plans', async () =>
    expect(await requestOf(service => service.plans({page: 0, size: 20}))).toEqual(
      question(`${plansPath}?page=0&size=20`, {}),
    ));

  const cardDetails = (holder: string) =>
    '"cardDetails":{"cardNumber":"4508750015741019","expiryMonth":"01","expiryYear":"39","securityCode":"100",' +
    `"cardHolderName":"${holder}","present":true}`;

  test('an enrolment on a plan; no PIN is part of it', async () => {
    const full = {...card, pin: '1234', holder: 'AMINA W'};
    expect(await requestOf(service => service.createSubscription(enrolment, cardOf(full)))).toEqual(
      order(path, `{"customerEmail":"amina@example.com","planCode":"PLAN-XY99ZZ00",${cardDetails('AMINA W')}}`, {}),
    );
  });

  test('an enrolment on a plan of its own, by a card without a name', async () => {
    const own = {...enrolment, plan: {...plan, billingLimit: 3}};
    expect(await requestOf(service => service.createSubscription(own, cardOf(card)))).toEqual(
      order(path, `{"customerEmail":"amina@example.com",${planFields},"billingLimit":3,${cardDetails('')}}`, {}),
    );
  });

  test.each(['12.50', '', '0.0000001'])('of "%s" nothing is asked: JSON would write other digits', async amount => {
    const server = await serve({body: '{}'});
    const service = serviceAt(server.url);
    await expect(service.createPlan({...plan, amount})).rejects.toThrow(RangeError);
    await expect(service.createSubscription({...enrolment, plan: {...plan, amount}}, cardOf(card))).rejects.toThrow(
      RangeError,
    );
    expect(server.seen).toEqual([]);
  });
});

describe('of subscriptions, with the key alone in the headers', () => {
  const change = (what: string, body: string) => order(`${path}/17/${what}`, body, {}, 'PATCH');

  test('a cancellation', async () =>
    expect(await requestOf(service => service.cancelSubscription({id: 17, reason: 'Moved away'}))).toEqual(
      change('cancel', '{"reason":"Moved away"}'),
    ));

  test('a pause until somebody resumes, and one until a time', async () => {
    expect(await requestOf(service => service.pauseSubscription({id: 17}))).toEqual(change('pause', '{}'));
    const resumeAt = '2026-08-01T00:00:00';
    expect(await requestOf(service => service.pauseSubscription({id: 17, resumeAt}))).toEqual(
      change('pause', '{"resumeAt":"2026-08-01T00:00:00"}'),
    );
  });

  test('a resumption, which has no body', async () => {
    const {headers, ...seen} = await requestOf(service => service.resumeSubscription({id: 17}));
    expect(seen).toEqual({method: 'PATCH', url: `${path}/17/resume`, body: '', connection: 'close'});
    const {'Content-Length': length, ...ours} = headers;
    expect(length).toBe('0');
    expect(ours).toEqual(question('', {}).headers);
  });

  test('one subscription', async () =>
    expect(await requestOf(service => service.subscription({id: 17}))).toEqual(question(`${path}/17`, {})));

  test('a page of all, and one of those that stand as asked', async () => {
    expect(await requestOf(service => service.subscriptions({page: 0, size: 20}))).toEqual(
      question(`${path}?page=0&size=20`, {}),
    );
    expect(await requestOf(service => service.subscriptions({page: 2, size: 50, status: 'PAST_DUE'}))).toEqual(
      question(`${path}?page=2&size=50&status=PAST_DUE`, {}),
    );
  });

  test('a page of charges', async () =>
    expect(await requestOf(service => service.subscriptionCharges({id: 17, page: 1, size: 20}))).toEqual(
      question(`${path}/17/charges?page=1&size=20`, {}),
    ));
});

const orders: [string, (service: Service) => Promise<unknown>][] = [
  ['a new plan', service => service.createPlan(plan)],
  ['an enrolment', service => service.createSubscription(enrolment, cardOf(card))],
  ['a cancellation', service => service.cancelSubscription({id: 17, reason: 'x'})],
  ['a pause', service => service.pauseSubscription({id: 17})],
  ['a resumption', service => service.resumeSubscription({id: 17})],
];
const questions: [string, (service: Service) => Promise<unknown>][] = [
  ['a plan', service => service.plan({planCode: 'PLAN-XY99ZZ00'})],
  ['plans', service => service.plans({page: 0, size: 20})],
  ['a subscription', service => service.subscription({id: 17})],
  ['subscriptions', service => service.subscriptions({page: 0, size: 20})],
  ['charges', service => service.subscriptionCharges({id: 17, page: 0, size: 20})],
];

test.each([...orders, ...questions])('%s names the tenant where that is set', async (_name, call) => {
  const {headers} = await requestOf(call, {tenantOnCards: true});
  expect(headers).toMatchObject(tenant);
  expect(headers).not.toHaveProperty('x-productid');
});

test.each(orders)('%s whose answer is lost is not sent again', async (_name, call) => {
  const server = await serve(response => response.destroy());
  expect(await call(serviceAt(server.url))).toMatchObject({kind: 'no-answer'});
  expect(server.seen).toHaveLength(1);
});

test.each(orders)('%s that is sent to another place is not sent there', async (_name, call) => {
  const server = await serve({status: 307, headers: {location: '/elsewhere'}, body: '{}'});
  expect(await call(serviceAt(server.url))).toMatchObject({kind: 'answered', http: 307});
  expect(server.seen).toHaveLength(1);
});

test('questions share a connection that is kept alive, and no order goes over it', async () => {
  const server = await serve({body: '{}'});
  const service = serviceAt(server.url);
  for (const [, call] of questions) await call(service);
  expect(server.connections()).toBe(1);
  for (const [, call] of orders) await call(service);
  expect(server.connections()).toBe(1 + orders.length);
});
