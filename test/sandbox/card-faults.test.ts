import {expect, test} from 'vitest';
import {type Client, challenged, openSandbox, visa} from './support.js';

const outcomeOf = (call: ReturnType<Client['chargeCard']>) =>
  call.then(
    reply => (reply.complete ? (reply.json.debugMessage ?? reply.json.message) : 'cut'),
    (error: Error) => error.message,
  );

const recordOf = async (client: Client) => (await client.cardStatus('CARD1')).json.data;

const lost = [
  [105, 'socket hang up'],
  [107.5, 'Internal Server Error'],
  [109.99, 'cut'],
] as const;

test.each(lost)('%f: charged, and the answer is lost (%s)', async (amount, told) => {
  const client = await openSandbox();
  expect(await outcomeOf(client.chargeCard({...visa, amount}))).toBe(told);
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Completed', amount_received: amount});
  expect(await client.books()).toMatchObject([{requests: 1}]);
});

test.each(lost)('%f with a card that would be challenged: paid 2 s later without a challenge', async (amount, told) => {
  const client = await openSandbox();
  expect(await outcomeOf(client.chargeCard({...challenged, amount}))).toBe(told);
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Initialized', amount_received: 0});
  await client.advance('PT2S');
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Completed', amount_received: amount});
});

test('106: reset before anything is processed', async () => {
  const client = await openSandbox();
  expect(await outcomeOf(client.chargeCard({...visa, amount: 106}))).toBe('read ECONNRESET');
  expect(await client.books()).toEqual([]);
});

test('110: charged, while the answer is still under way', async () => {
  const client = await openSandbox();
  let answered = false;
  const call = client.chargeCard({...visa, amount: 110}).finally(() => {
    answered = true;
  });
  await expect.poll(() => recordOf(client)).toMatchObject({transaction_status: 'Completed'});
  expect(answered).toBe(false);
  await Promise.all([expect(call).rejects.toThrow(), client.sandbox.close()]);
});

test('114: every text that a person reads is hostile, and it is paid', async () => {
  const client = await openSandbox();
  const {json} = await client.chargeCard({...visa, amount: 114});
  expect(json.paymentCompleted).toBe(true);
  const {data} = (await client.cardStatus('CARD1')).json;
  for (const text of [json.message, json.debugMessage, data.sender_name, data.status_reason]) {
    expect(text).toHaveLength(10_000);
    expect(text).toContain('\u001b[2J');
  }
  expect(data).toMatchObject({transaction_status: 'Completed', amount_received: 114});
});

test('an expiry that asks for something stands above the amount', async () => {
  const client = await openSandbox();
  const card = {...visa.card, expiryMonth: '05'};
  expect(await outcomeOf(client.chargeCard({...visa, amount: 105, card}))).toBe('DECLINED');
});

test('the amounts stand for nothing but themselves', async () => {
  const client = await openSandbox();
  expect(await outcomeOf(client.chargeCard({...visa, amount: 1105}))).toBe('Transaction Successful');
});

test.each([
  ['card-charge', (client: Client) => client.chargeCard(visa)],
  ['card-status', (client: Client) => client.cardStatus('CARD1')],
  ['refund', (client: Client) => client.refund({transaction_reference: 'CARD1', refund_amount: 1})],
  ['refund-status', (client: Client) => client.refundStatus('RF-1')],
  ['refund-history', (client: Client) => client.refundHistory('')],
])('a rule for %s acts on it alone', async (route, ask) => {
  const client = await openSandbox();
  await client.faults({rules: [{route, fault: 'http-502-html'}]});
  expect((await ask(client)).status).toBe(502);
  expect((await client.banks('KES')).status).toBe(200);
  expect(await client.books()).toEqual([]);
});
