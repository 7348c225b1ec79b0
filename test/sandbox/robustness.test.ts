import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import fc from 'fast-check';
import {test as base, expect} from 'vitest';
import {startSandbox} from '../../src/sandbox/server.js';
import {anyCharacter} from '../any-character.js';
import {forAllAsync} from '../hostile/runs.js';
import {enrolment, fullHeaders, kenya, openSandbox, send, southAfrica, visa, wave} from './support.js';

const test = base.extend('client', () => openSandbox());

const charge = '/live/subsidiary/collections/v1/process-collection';

test.each([
  ['nothing', ''],
  ['half of it', '{"amount": 200'],
  ['a list', '[]'],
  ['a text', '"hello"'],
  ['null', 'null'],
])('a body that is %s is refused in the dialect of the call', async (_what, body) => {
  const client = await openSandbox();
  const reply = await send(client.baseUrl + charge, {method: 'POST', headers: fullHeaders, body});
  expect(reply.status).toBe(400);
  expect(reply.json).toEqual({response_code: '06', response_message: 'unable to parse request content json.'});
});

test('an order about a subscription may come without a body, but not with half of one', async ({client}) => {
  await client.subscribe(enrolment);
  const path = `${client.baseUrl}/live/subscription/api/v1/subscriptions/1/pause`;
  const half = await send(path, {method: 'PATCH', headers: fullHeaders, body: '{"resumeAt":'});
  const message = 'unable to parse request content json.';
  expect([half.status, half.json]).toEqual([400, {success: false, message, data: null}]);
  const {Authorization} = fullHeaders;
  expect((await send(path, {method: 'PATCH', headers: {Authorization}})).status).toBe(200);
});

test('a body of another content type is not read', async ({client}) => {
  const headers = {...fullHeaders, 'Content-Type': 'text/plain'};
  expect((await client.post(charge, kenya, headers)).status).toBe(400);
});

test.each([70_000, 3_000_000])('a body of %i bytes is refused and the connection closed', async length => {
  const client = await openSandbox();
  const body = JSON.stringify({...kenya, transaction_description: 'x'.repeat(length)});
  const reply = await send(client.baseUrl + charge, {method: 'POST', headers: fullHeaders, body}).catch(
    () => undefined,
  );
  // Of a body without end, the client may be told by the closed connection alone.
  if (length < 1_000_000) expect(reply?.status).toBe(413);
  if (reply !== undefined) expect(reply.headers.connection).toBe('close');
  expect(await client.books()).toEqual([]);
});

test.each([
  '/',
  '/live',
  '/nothing',
  '/sandbox/nothing',
  '/live/sandbox/clock',
  '/pay/',
  '/live/card/',
  '/3ds/',
  '/acs/',
])('%s is not found', async path => {
  const client = await openSandbox();
  const reply = await client.get(path);
  expect(reply.status).toBe(404);
  expect(reply.json).toEqual({message: 'Not found', status: false});
});

test.each([
  [charge, 'POST'],
  ['/sandbox/transactions', 'GET'],
  ['/sandbox/clock', 'GET, POST'],
  ['/live/subscription/api/v1/subscriptions', 'POST, GET'],
  ['/live/subscription/api/v1/subscriptions/1/pause', 'PATCH'],
])('DELETE %s is not allowed', async (path, allowed) => {
  const client = await openSandbox();
  const reply = await send(client.baseUrl + path, {method: 'DELETE', headers: fullHeaders});
  expect(reply.status).toBe(405);
  expect(reply.headers.allow).toBe(allowed);
});

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['an address of slashes', 'GET //:99999/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
])('%s does no harm', async (_what, bytes) => {
  const client = await openSandbox();
  const socket = connect(Number(new URL(client.baseUrl).port), '127.0.0.1');
  socket.write(bytes);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await client.banks('KES')).status).toBe(200);
});

test('a client that goes away in the middle of its body does no harm', async ({client}) => {
  const socket = connect(Number(new URL(client.baseUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>(resolve => {
    socket.write(`POST ${charge} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"amount"`, () => resolve());
  });
  socket.resetAndDestroy();
  expect((await client.banks('KES')).status).toBe(200);
  expect(await client.books()).toEqual([]);
});

test('closing twice is closing once, and waits for no connection that is open', async ({client}) => {
  const socket = connect(Number(new URL(client.baseUrl).port), '127.0.0.1');
  await new Promise(resolve => socket.once('connect', resolve));
  await Promise.all([client.sandbox.close(), client.sandbox.close()]);
  await expect(client.banks('KES')).rejects.toMatchObject({code: 'ECONNREFUSED'});
});

test('no value of any field is more than the sandbox can take', async ({client}) => {
  const paths = [
    charge,
    '/live/subsidiary/collections/v1/process-otp',
    '/live/subsidiary/funding/v1/process-collection',
    '/live/card/card_charge/',
    '/live/card/card_charge/transaction_status',
    '/live/card/card_charge/refund_status',
    '/live/refund-chargeback/refund/merchant/api/refund',
    '/live/subscription/api/v1/subscription-plans',
    '/live/subscription/api/v1/subscriptions',
    '/live/payaza-account/api/v1/mainaccounts/merchant/provider/enquiry',
    '/3ds/challenge',
    '/sandbox/clock',
    '/sandbox/faults',
  ];
  const fields = [
    ...Object.keys(southAfrica),
    ...Object.keys(visa),
    ...Object.keys(enrolment),
    'planCode',
    'trialPeriodDays',
    'billingLimit',
    'service_payload',
    'refund_amount',
    'refund_transaction_reference',
    'payment_token',
    'payee',
    'otp_code',
    'advance',
    'rules',
    'switches',
  ];
  const changed = fc.dictionary(fc.constantFrom(...fields), fc.oneof(fc.jsonValue(), fc.string({unit: anyCharacter})));
  const bodies = fc.oneof(
    fc.jsonValue(),
    fc.tuple(fc.constantFrom(kenya, wave, southAfrica, enrolment, {service_payload: visa}), changed),
  );
  await forAllAsync({numRuns: 400}, fc.constantFrom(...paths), bodies, async (path, asked) => {
    const body = Array.isArray(asked) ? Object.assign({}, ...asked) : asked;
    expect((await client.post(path, body)).status).toBeLessThan(500);
  });
});

test('no order about a plan or a subscription is more than the sandbox can take', async ({client}) => {
  const {subscription} = (await client.subscribe(enrolment)).json.data;
  const {planCode} = (await client.plans()).json.data.content[0];
  const paths = [
    `subscription-plans/${planCode}`,
    ...['cancel', 'resume', 'pause'].map(order => `subscriptions/${subscription.id}/${order}`),
  ];
  const fields = ['name', 'description', 'trialPeriodDays', 'billingLimit', 'reason', 'resumeAt'];
  const values = fc.oneof(fc.jsonValue(), fc.string({unit: anyCharacter}), fc.date().map(String));
  await forAllAsync(
    {numRuns: 200},
    fc.constantFrom(...paths),
    fc.dictionary(fc.constantFrom(...fields), values),
    async (path, body) => {
      expect((await client.patch(`/live/subscription/api/v1/${path}`, body)).status).toBeLessThan(500);
    },
  );
  expect((await client.advance('P3Y')).status).toBe(200);
});

test('no query is more than the sandbox can take', async ({client}) => {
  const paths = [
    '/live/subsidiary/collections/v1/check-status?country_code=KE&transaction_reference=',
    '/live/subsidiary/collections/v1/check-status?transaction_reference=REF1&country_code=',
    '/live/payaza-account/api/v1/mainaccounts/merchant/banks/',
    '/pay/',
    '/acs/',
    '/live/refund-chargeback/refund/merchant/api/refund_history?from=',
    '/live/refund-chargeback/refund/merchant/api/refund_history?to=',
    '/live/refund-chargeback/refund/merchant/api/refund_history?page=',
    '/live/subscription/api/v1/subscription-plans/',
    '/live/subscription/api/v1/subscriptions/',
    '/live/subscription/api/v1/subscriptions?status=',
    '/live/subscription/api/v1/subscriptions?page=',
    '/live/subscription/api/v1/subscriptions?size=',
    '/sandbox/transactions?format=',
  ];
  await forAllAsync(fc.constantFrom(...paths), fc.string({unit: 'grapheme'}), async (path, value) => {
    expect((await client.get(path + encodeURIComponent(value))).status).toBeLessThan(500);
  });
});

test.runIf(process.platform === 'linux').each(['/proc/duka', '/proc/duka/books', '/dev/null/books'])(
  'a folder that cannot be made is refused at once: %s',
  data => expect(startSandbox({data, port: 0})).rejects.toThrow(/ENOENT|ENOTDIR/),
);
