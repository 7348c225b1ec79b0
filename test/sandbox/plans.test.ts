import {test as base, describe, expect} from 'vitest';
import {monthly, openSandbox} from './support.js';

const test = base.extend('client', () => openSandbox());

const refused = (message: string) => ({success: false, message, data: null});

test('a plan is made, with every field of the contract in its order', async ({client}) => {
  const {status, json} = await client.createPlan({...monthly, trialPeriodDays: 2, billingLimit: 1});
  expect(status).toBe(200);
  expect(json).toMatchObject({success: true, message: 'Subscription plan created successfully'});
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
  expect(Object.entries(json.data)).toEqual([
    ['id', 1],
    ['name', 'Basic Monthly'],
    ['description', 'Bread every day'],
    ['amount', 100],
    ['currency', 'NGN'],
    ['interval', 'MONTHLY'],
    ['intervalCount', 1],
    ['trialPeriodDays', 2],
    ['billingLimit', 1],
    ['status', 'ACTIVE'],
    ['planCode', expect.stringMatching(/^PLAN-[0-9A-Z]{8}$/)],
    ['billingDaysOfWeek', null],
    ['metadata', null],
    ['createdAt', time],
    ['updatedAt', time],
  ]);
  const found = await client.plan(json.data.planCode);
  expect([found.status, found.json.success, found.json.data]).toEqual([200, true, json.data]);
});

test.each([
  ['nothing more', {}],
  ['nulls', {trialPeriodDays: null, billingLimit: null}],
  ['an empty limit', {billingLimit: ''}],
])('with %s there is no trial and no end', async (_what, more) => {
  const client = await openSandbox();
  const {data} = (await client.createPlan({...monthly, ...more})).json;
  expect(data).toMatchObject({trialPeriodDays: 0, billingLimit: null});
});

test.each([
  {amount: 0},
  {amount: 19.99},
  {currency: 'KES'},
  {description: ''},
  ...['DAILY', 'WEEKLY', 'QUARTERLY', 'ANNUAL'].map(interval => ({interval})),
])('%j is a plan', async change => {
  const client = await openSandbox();
  expect((await client.createPlan({...monthly, ...change})).json.data).toMatchObject(change);
});

test('a description may be left out', async ({client}) => {
  expect((await client.createPlan({...monthly, description: undefined})).json.data.description).toBe('');
});

describe('what is refused makes no plan', () => {
  test.each([
    [{name: undefined}, 'name is required'],
    [{name: ' '}, 'name is required'],
    [{name: 'x'.repeat(256)}, 'name cannot be longer than 255 characters'],
    [{description: 7}, 'description must be a text'],
    [{amount: undefined}, 'amount is required'],
    [{amount: '100'}, 'amount is required'],
    [{amount: -1}, 'amount must be greater than or equal to 0'],
    [{amount: 0.001}, 'amount can have 2 decimals at most'],
    [{currency: undefined}, 'currency is required'],
    [{currency: 'naira'}, 'currency must be a 3-letter ISO 4217 code'],
    [{interval: undefined}, 'interval is required'],
    [{interval: 'monthly'}, 'interval must be one of DAILY, WEEKLY, MONTHLY, QUARTERLY, ANNUAL'],
    [{trialPeriodDays: -1}, 'trialPeriodDays must be a whole number from 0 to 3650'],
    [{trialPeriodDays: 1.5}, 'trialPeriodDays must be a whole number from 0 to 3650'],
    [{billingLimit: 0}, 'billingLimit must be a whole number from 1 to 10000, or empty'],
    [{billingLimit: '3'}, 'billingLimit must be a whole number from 1 to 10000, or empty'],
  ])('%j: %s', async (change, message) => {
    const client = await openSandbox();
    const {status, json} = await client.createPlan({...monthly, ...change});
    expect([status, json]).toEqual([400, refused(message)]);
    expect((await client.plans()).json.data.totalElements).toBe(0);
  });
});

test('the same call twice makes two plans', async ({client}) => {
  const [one, two] = [await client.createPlan(monthly), await client.createPlan(monthly)];
  expect(one.json.data.planCode).not.toBe(two.json.data.planCode);
});

test('name, description, trial and limit can be changed, each by itself', async ({client}) => {
  const {planCode, updatedAt} = (await client.createPlan({...monthly, billingLimit: 3})).json.data;
  await client.advance('PT1H');
  expect((await client.changePlan(planCode, {name: 'Bread'})).json.data).toMatchObject({
    name: 'Bread',
    billingLimit: 3,
  });
  await client.changePlan(planCode, {description: '', trialPeriodDays: 7});
  const {status, json} = await client.changePlan(planCode, {billingLimit: null});
  expect([status, json.message]).toEqual([200, 'Subscription plan updated successfully']);
  expect((await client.plan(planCode)).json.data).toEqual(json.data);
  expect(json.data).toMatchObject({
    name: 'Bread',
    description: '',
    trialPeriodDays: 7,
    billingLimit: null,
    amount: 100,
  });
  expect(json.data.updatedAt > updatedAt).toBe(true);
});

test.each([
  [{amount: 1}, 'amount cannot be changed'],
  [{currency: 'USD'}, 'currency cannot be changed'],
  [{interval: 'DAILY'}, 'interval cannot be changed'],
  [{name: ''}, 'name is required'],
  [{billingLimit: -1}, 'billingLimit must be a whole number from 1 to 10000, or empty'],
])('a change to %j is refused', async (changes, message) => {
  const client = await openSandbox();
  const {data} = (await client.createPlan(monthly)).json;
  const {status, json} = await client.changePlan(data.planCode, changes);
  expect([status, json]).toEqual([400, refused(message)]);
  expect((await client.plan(data.planCode)).json.data).toEqual(data);
});

test('an unknown plan is not found', async ({client}) => {
  for (const {status, json} of [await client.plan('PLAN-XY99ZZ00'), await client.changePlan('PLAN-XY99ZZ00', {})]) {
    expect([status, json]).toEqual([404, refused('Subscription plan not found')]);
  }
});

test('plans come in pages, in the order in which they were made', async ({client}) => {
  for (const name of ['A', 'B', 'C']) await client.createPlan({...monthly, name});
  const {status, json} = await client.plans('page=1&size=2');
  expect([status, json.success]).toEqual([200, true]);
  expect(json.data).toMatchObject({content: [{name: 'C'}], totalElements: 3, totalPages: 2, number: 1, last: true});
  expect((await client.plans('page=0&size=2')).json.data).toMatchObject({content: [{name: 'A'}, {name: 'B'}]});
});

test('114: what a person reads of the plan is hostile', async ({client}) => {
  const {data} = (await client.createPlan({...monthly, amount: 114})).json;
  for (const text of [data.name, data.description]) expect(text).toContain('\u001b[2J');
});
