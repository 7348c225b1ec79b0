import {describe, expect, test} from 'vitest';
import {sandboxApiKey} from '../../src/sandbox/call.js';
import {
  authorization,
  type Client,
  cardHeaders,
  enrolment,
  fullHeaders,
  kenya,
  liveKey,
  monthly,
  openSandbox,
  type Reply,
  visa,
} from './support.js';

const failed = (message: string) => ({message, status: false, retry_count: 0});

const calls: Readonly<Record<string, (client: Client, headers: Record<string, string>) => ReturnType<Client['get']>>> =
  {
    'process-collection': (client, headers) =>
      client.post('/live/subsidiary/collections/v1/process-collection', kenya, headers),
    'process-otp': (client, headers) => client.post('/live/subsidiary/collections/v1/process-otp', {}, headers),
    'check-status': (client, headers) => client.get('/live/subsidiary/collections/v1/check-status', headers),
    banks: (client, headers) => client.get('/live/payaza-account/api/v1/mainaccounts/merchant/banks/KES', headers),
    'account-enquiry': (client, headers) => client.holder({}, headers),
  };

function without(name: keyof typeof fullHeaders): Record<string, string> {
  const {[name]: _left, ...others} = fullHeaders;
  return others;
}

describe.each(Object.keys(calls))('%s', name => {
  const badKeyStatus = name === 'banks' ? 403 : 401;
  const ask = calls[name] as (typeof calls)[string];

  test.each([
    ['no Authorization', without('Authorization'), 401, 'Authorization header is missing'],
    ['an empty one', {...fullHeaders, Authorization: ''}, 401, 'Empty or invalid authorization'],
    ['the scheme alone', {...fullHeaders, Authorization: 'Payaza '}, 401, 'Empty or invalid authorization'],
    ['another scheme', {...fullHeaders, Authorization: 'Bearer abcd'}, 401, 'Invalid authorization header'],
    [
      'a key without base64',
      {...fullHeaders, Authorization: `Payaza ${sandboxApiKey}`},
      401,
      'Invalid authorization header',
    ],
    [
      'an unknown key',
      {...fullHeaders, Authorization: authorization('PZ78-PKTEST-1')},
      badKeyStatus,
      'Authentication failed',
    ],
    ['no tenant', without('X-TenantID'), badKeyStatus, 'Authentication failed'],
    ['the other tenant', {...fullHeaders, 'X-TenantID': 'live'}, badKeyStatus, 'Authentication failed'],
    ['a live key', {...fullHeaders, Authorization: authorization(liveKey)}, badKeyStatus, 'Authentication failed'],
    [
      'a live key with its tenant',
      {...fullHeaders, Authorization: authorization(liveKey), 'X-TenantID': 'live'},
      badKeyStatus,
      'Authentication failed',
    ],
  ])('%s', async (_what, headers, status, message) => {
    const client = await openSandbox();
    const reply = await ask(client, headers);
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual(failed(message));
    expect(await client.books()).toEqual([]);
  });
});

test.each(['process-collection', 'process-otp', 'check-status'])('%s needs X-ProductID app', async name => {
  const client = await openSandbox();
  for (const headers of [without('X-ProductID'), {...fullHeaders, 'X-ProductID': 'web'}]) {
    const reply = await (calls[name] as (typeof calls)[string])(client, headers);
    expect(reply.status).toBe(400);
    expect(reply.json.response_message).toMatch(/X-ProductID/);
  }
});

test('bank codes and account holders need no X-ProductID', async () => {
  const client = await openSandbox();
  const account = {currency: 'NGN', bank_code: '000013', account_number: '0123456789'};
  expect((await client.holder(account, without('X-ProductID'))).status).toBe(200);
  expect((await (calls.banks as (typeof calls)[string])(client, without('X-ProductID'))).status).toBe(200);
});

test('the merchant query rejects a request that names a tenant', async () => {
  const client = await openSandbox();
  await client.charge(kenya);
  await client.advance('PT2S');
  const path =
    '/live/merchant-collection/transfer_notification_controller/merchant/transaction-query?merchant_reference=REF1';
  expect((await client.get(path, {Authorization: authorization()})).status).toBe(200);
  const reply = await client.get(path, {Authorization: authorization(), 'X-TenantID': 'test'});
  expect(reply.status).toBe(401);
  expect(reply.json).toEqual(failed('Authentication failed'));
});

test('the interface is the same with and without /live', async () => {
  const client = await openSandbox();
  expect((await client.post('/subsidiary/collections/v1/process-collection', kenya)).json.response_code).toBe('09');
  const path = '/subsidiary/collections/v1/check-status?transaction_reference=REF1&country_code=KE';
  const {json} = await client.get(path);
  expect(json.transaction_reference).toBe('REF1');
  expect((await client.get(`/live${path}`)).json).toEqual(json);
});

const refunds = '/live/refund-chargeback/refund/merchant/api';
const billing = '/live/subscription/api/v1';
const cardCalls: readonly (readonly [string, (client: Client, headers: Record<string, string>) => Promise<Reply>])[] = [
  ['card-charge', (client, headers) => client.chargeCard(visa, headers)],
  ['card-status', (client, headers) => client.post('/live/card/card_charge/transaction_status', {}, headers)],
  ['refund-status', (client, headers) => client.post('/live/card/card_charge/refund_status', {}, headers)],
  ['refund', (client, headers) => client.post(`${refunds}/refund`, {}, headers)],
  ['refund-history', (client, headers) => client.get(`${refunds}/refund_history`, headers)],
  ['create-plan', (client, headers) => client.post(`${billing}/subscription-plans`, monthly, headers)],
  ['plans', (client, headers) => client.get(`${billing}/subscription-plans`, headers)],
  ['plan', (client, headers) => client.get(`${billing}/subscription-plans/PLAN-XY99ZZ00`, headers)],
  ['a change of a plan', (client, headers) => client.patch(`${billing}/subscription-plans/PLAN-XY99ZZ00`, {}, headers)],
  ['create-subscription', (client, headers) => client.subscribe(enrolment, headers)],
  ['subscriptions', (client, headers) => client.get(`${billing}/subscriptions`, headers)],
  ['subscription', (client, headers) => client.get(`${billing}/subscriptions/1`, headers)],
  ['subscription-charges', (client, headers) => client.get(`${billing}/subscriptions/1/charges`, headers)],
  ['cancel-subscription', (client, headers) => client.patch(`${billing}/subscriptions/1/cancel`, {}, headers)],
  ['resume-subscription', (client, headers) => client.patch(`${billing}/subscriptions/1/resume`, undefined, headers)],
  ['pause-subscription', (client, headers) => client.patch(`${billing}/subscriptions/1/pause`, undefined, headers)],
];

describe.each(cardCalls)('%s', (_name, ask) => {
  test.each([
    ['no Authorization', {'Content-Type': 'application/json'}, 'Authorization header is missing'],
    ['an unknown key', {...cardHeaders, Authorization: authorization('PZ78-PKTEST-1')}, 'Authentication failed'],
    ['a tenant that is not the key’s', {...cardHeaders, 'X-TenantID': 'live'}, 'Authentication failed'],
    ['a live key', {...cardHeaders, Authorization: authorization(liveKey)}, 'Authentication failed'],
    [
      'a live key with its tenant',
      {...cardHeaders, Authorization: authorization(liveKey), 'X-TenantID': 'live'},
      'Authentication failed',
    ],
    [
      'a live key with the other tenant',
      {...cardHeaders, Authorization: authorization(liveKey), 'X-TenantID': 'test'},
      'Authentication failed',
    ],
  ])('%s', async (_what, headers, message) => {
    const client = await openSandbox();
    const reply = await ask(client, headers);
    expect([reply.status, reply.json]).toEqual([401, failed(message)]);
    expect(await client.books()).toEqual([]);
  });

  test('needs no tenant and takes the right one', async () => {
    const client = await openSandbox();
    expect((await ask(client, cardHeaders)).status).not.toBe(401);
    expect((await ask(client, {...cardHeaders, 'X-TenantID': 'test'})).status).not.toBe(401);
  });
});
