import {expect, onTestFinished, test, vi} from 'vitest';
import type {SandboxTrouble} from '../../src/sandbox/call.js';
import {startSandbox} from '../../src/sandbox/server.js';
import {callbackListener} from '../callback-listener.js';
import {challenged, clientOf, openSandbox, send, visa} from './support.js';

async function listening() {
  const listener = await callbackListener();
  onTestFinished(async () => void (await listener.close()));
  return listener;
}

/** Whatever was to be posted by then was posted: a callback that is known to come comes after it. */
const heard = (posted: readonly object[], count: number) => expect.poll(() => posted).toHaveLength(count);

test('a charge that is approved is told to the callback address, in the field and the writing of the contract', async () => {
  const {url, posted} = await listening();
  const client = await openSandbox();
  const {json} = await client.chargeCard({...visa, callback_url: url, transaction_description: 'Bread & milk'});
  expect(json.paymentCompleted).toBe(true);
  await heard(posted, 1);
  expect(posted[0]).toEqual({
    type: 'POST application/x-www-form-urlencoded;charset=UTF-8',
    fields: ['payload'],
    payload: expect.objectContaining({
      statusOk: true,
      message: 'Approved',
      debugMessage: 'Transaction+Successful',
      transactionReference: json.transactionReference,
      customerReference: json.transactionReference,
      do3dsAuth: false,
      paymentCompleted: true,
      amountPaid: json.amountPaid,
      payer_name: 'Amina+Otieno',
      rrn: json.rrn,
    }),
  });
});

test.each([
  ['approve', {code: '1234'}, true],
  ['decline', {}, false],
])('a cardholder who answers %s is told of once, when the bank knows', async (step, fields, paymentCompleted) => {
  const {url, posted} = await listening();
  const client = await openSandbox();
  const {json} = await client.chargeCard({...challenged, callback_url: url});
  expect(posted).toEqual([]);
  const submit = (address: string, form: Record<string, string>) =>
    send(address, {
      method: 'POST',
      headers: {'Content-Type': 'application/x-www-form-urlencoded'},
      body: new URLSearchParams(form).toString(),
    });
  const {headers} = await submit(json.threeDsUrl, {creq: json.formData});
  await submit(`${headers.location}/${step}`, fields);
  await heard(posted, 1);
  expect(posted[0]?.payload).toMatchObject({paymentCompleted, transactionReference: json.transactionReference});
  if (!paymentCompleted) expect(posted[0]?.payload).toMatchObject({statusOk: false, message: 'Transaction Failed'});
  await client.cardStatus(json.transactionReference);
  await client.chargeCard({...visa, transaction_reference: 'CARD9', callback_url: url});
  await heard(posted, 2);
  expect(posted[1]?.payload['transactionReference']).toBe('CARD9');
});

test('a callback that cannot be posted is told, and the sandbox goes on', async () => {
  const told: SandboxTrouble[] = [];
  const sandbox = await startSandbox({data: ':memory:', tell: trouble => told.push(trouble)});
  onTestFinished(() => sandbox.close());
  const {url, close} = await callbackListener();
  await close(); // nobody listens there any more
  const client = clientOf(sandbox);
  await client.chargeCard({...visa, callback_url: url});
  await expect.poll(() => told).toEqual([{what: 'callback', url, code: 'ECONNREFUSED'}]);
  expect((await client.cardStatus(visa.transaction_reference)).json.data.transaction_status).toBe('Completed');
});

test('nobody is told who did not ask, and nothing leaves the machine', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  const {url, posted} = await listening();
  const client = await openSandbox();
  await client.chargeCard({...visa, transaction_reference: 'C1'});
  await client.chargeCard({...visa, transaction_reference: 'C2', callback_url: 'https://shop.example/paid'});
  await client.chargeCard({...visa, transaction_reference: 'C3', callback_url: 'http://127.0.0.1.example.com/'});
  await client.chargeCard({...visa, transaction_reference: 'C4', callback_url: url});
  await heard(posted, 1);
  expect(posted[0]?.payload['transactionReference']).toBe('C4');
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([url]);
});
