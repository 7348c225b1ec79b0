import {expect, it} from 'vitest';
import {clientOf, enrolment, monthly, sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open} from './terminal.js';

/** A till before a service that has one subscription, made elsewhere, and which its screen shows. */
async function openSubscription(plan: object = {}) {
  const server = await sandbox();
  const client = clientOf(server);
  const {data} = (await client.createPlan({...monthly, currency: 'USD', ...plan})).json;
  const {customerEmail, cardDetails} = enrolment;
  await client.subscribe({customerEmail, cardDetails, planCode: data.planCode});
  const till = open(home(), server.environment);
  await till.sees('New sale');
  till.type('u');
  await till.sees('amina@example.com');
  till.press('enter');
  await till.sees('Subscription 1');
  await till.sees('From the provider,');
  const stateNow = async () => (await client.subscription(1)).json.data.status;
  return {server, till, stateNow};
}

it('a renewal that failed is seen with its next try, and then as paid', async () => {
  const {server, till, stateNow} = await openSubscription({amount: 202, interval: 'WEEKLY'});
  await till.sees('Every charge came as planned.');
  till.type('a');
  await till.sees('This till records its renewals as payments.');
  await server.advance('PT180H');
  expect(await stateNow()).toBe('PAST_DUE');
  await walk(till, [
    ['k', '! Charge 2 failed; its money has not come yet.'],
    ['c', '1–2 of 2', /▸ +2 +1 .*✗ not paid/],
    ['escape', 'From the provider,'],
    [() => server.advance('P1D')],
    ['k', '✓ Every charge came as planned.'],
    ['c', /▸ +2 +2 .*✓ paid/],
    [['escape', 'escape', 'escape'], /USD 202\.00/],
  ]);
});

it('a subscription is paused until it is resumed, and resumed', async () => {
  const {till, stateNow} = await openSubscription();
  await walk(till, [
    ['p', 'Pause subscription 1?'],
    ['enter', /▸ Reason/],
    [['holidays', 'enter'], 'Enter confirm'],
  ]);
  expect(await stateNow()).toBe('ACTIVE');
  till.press('enter');
  await till.sees('✓ Paused');
  expect(await stateNow()).toBe('PAUSED');
  till.type('r');
  await till.sees('Resume subscription 1?');
  till.press('enter');
  await till.sees('Enter confirm');
  till.press('enter');
  await till.sees('✓ Resumed');
  expect(await stateNow()).toBe('ACTIVE');
});

it('a subscription is cancelled with a reason, after one question that says what will happen', async () => {
  const {till, stateNow} = await openSubscription();
  await walk(till, [
    ['x', 'Cancel subscription 1?', 'Billing stops at once. This cannot be undone'],
    [['moved away', 'enter'], 'Enter confirm'],
  ]);
  expect(await stateNow()).toBe('ACTIVE');
  till.press('enter');
  await till.sees('✓ Cancelled');
  await till.sees('No more charges.');
  expect(await stateNow()).toBe('CANCELLED');
});
