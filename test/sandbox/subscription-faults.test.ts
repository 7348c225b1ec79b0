import {expect, test} from 'vitest';
import {type Client, enrolment, monthly, openSandbox, type Reply} from './support.js';

const calls: readonly (readonly [string, (client: Client, planCode: string) => Promise<Reply>])[] = [
  ['create-plan', client => client.createPlan(monthly)],
  ['plan', (client, planCode) => client.plan(planCode)],
  ['plan', (client, planCode) => client.changePlan(planCode, {name: 'Bread'})],
  ['plans', client => client.plans()],
  ['create-subscription', client => client.subscribe({...enrolment, customerEmail: 'baraka@example.com'})],
  ['subscription', client => client.subscription(1)],
  ['subscriptions', client => client.subscriptions()],
  ['subscription-charges', client => client.charges(1)],
  ['cancel-subscription', client => client.cancel(1)],
  ['pause-subscription', client => client.pause(1)],
  ['account-enquiry', client => client.holder({})],
];

test.each(calls)('a rule for %s acts on it alone, in front of the service', async (route, ask) => {
  const client = await openSandbox();
  await client.subscribe(enrolment);
  const {planCode} = (await client.plans()).json.data.content[0];
  const rows = await client.books();
  await client.faults({rules: [{route, fault: 'http-502-html'}]});
  expect((await ask(client, planCode)).status).toBe(502);
  expect((await client.banks('KES')).status).toBe(200);
  await client.faults({});
  expect((await client.plans()).json.data).toMatchObject({totalElements: 1, content: [{name: 'Basic Monthly'}]});
  expect((await client.subscriptions()).json.data).toMatchObject({
    totalElements: 1,
    content: [{subscription: {status: 'ACTIVE'}}],
  });
  expect(await client.books()).toEqual(rows);
});

test('a rule for resume-subscription, too', async () => {
  const client = await openSandbox();
  await client.subscribe(enrolment);
  await client.pause(1);
  await client.faults({rules: [{route: 'resume-subscription', fault: 'http-502-html'}]});
  expect((await client.resume(1)).status).toBe(502);
  expect((await client.subscription(1)).json.data.status).toBe('PAUSED');
});

test.each([
  ['create-plan', (client: Client) => client.createPlan(monthly), 'ACTIVE'],
  ['cancel-subscription', (client: Client) => client.cancel(1), 'CANCELLED'],
  ['pause-subscription', (client: Client) => client.pause(1), 'PAUSED'],
])('%s is done although the answer is lost', async (route, ask, status) => {
  const client = await openSandbox();
  await client.subscribe(enrolment);
  await client.faults({rules: [{route, fault: 'drop-after'}]});
  await expect(ask(client)).rejects.toThrow('socket hang up');
  expect((await client.subscription(1)).json.data.status).toBe(status);
  expect((await client.plans()).json.data.totalElements).toBe(route === 'create-plan' ? 2 : 1);
});
