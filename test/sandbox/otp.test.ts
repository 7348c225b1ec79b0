import {expect, test} from 'vitest';
import {kenya, openSandbox, orange} from './support.js';

async function orangePayment() {
  const client = await openSandbox();
  const {json} = await client.charge(orange);
  const asked = {
    payment_token: json.payment_token as string,
    payee: json.payee as string,
    payment_method: json.payment_method as string,
    transaction_reference: 'REF1',
    transaction_channel: json.transaction_channel as string,
    country_code: 'CI',
  };
  const enter = (otp_code: string, changed: object = {}) => client.otp({...asked, otp_code, ...changed});
  const status = async () => (await client.status('REF1', 'CI')).json;
  return {client, enter, status};
}

test('nothing happens before the code, and the right one makes the payment fall due', async () => {
  const {client, enter, status} = await orangePayment();
  await client.advance('PT1H');
  expect(await status()).toMatchObject({transaction_status: 'Initialized', response_code: '09'});
  const reply = await enter('4567');
  expect(reply.status).toBe(200);
  expect(Object.entries(reply.json)).toEqual([
    ['response_code', '09'],
    ['response_message', 'PENDING'],
    ['redirect_customer_to_url_processing', false],
  ]);
  expect((await status()).transaction_status).toBe('Initialized');
  await client.advance('PT2S');
  expect(await status()).toMatchObject({transaction_status: 'Completed', response_code: '00'});
});

test('a wrong code is refused and the payment goes on', async () => {
  const {client, enter, status} = await orangePayment();
  const reply = await enter('1111');
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual({
    response_code: '06',
    response_message: 'Invalid OTP',
    redirect_customer_to_url_processing: false,
  });
  expect((await status()).transaction_status).toBe('Initialized');
  await enter('4567');
  await client.advance('PT2S');
  expect((await status()).transaction_status).toBe('Completed');
});

test('the third wrong code fails the payment, and no code brings it back', async () => {
  const {client, enter, status} = await orangePayment();
  for (const code of ['1111', '2222', '3333']) expect((await enter(code)).json.response_message).toBe('Invalid OTP');
  expect(await status()).toMatchObject({transaction_status: 'Failed', response_code: '06'});
  expect((await enter('4567')).json).toMatchObject({response_code: '06', response_message: 'Transaction Failed'});
  await client.advance('P1D');
  expect((await status()).transaction_status).toBe('Failed');
});

test('a code that is sent again changes nothing', async () => {
  const {client, enter, status} = await orangePayment();
  await enter('4567');
  expect((await enter('4567')).json.response_code).toBe('09');
  for (const code of ['1111', '2222', '3333']) expect((await enter(code)).json.response_code).toBe('06');
  await client.advance('PT2S');
  expect((await status()).transaction_status).toBe('Completed');
  expect((await enter('4567')).json).toMatchObject({response_code: '00', response_message: 'SUCCESS'});
});

test('payment_method may be left out, and the payee written without its plus', async () => {
  const {enter} = await orangePayment();
  expect((await enter('4567', {payment_method: undefined, payee: '2251114462945'})).json.response_code).toBe('09');
});

test.each([
  [{payment_token: 'another'}, 'Invalid payment token'],
  [{payment_token: undefined}, 'payment_token is required'],
  [{otp_code: ''}, 'otp_code is required'],
  [{payee: '2250700000000'}, 'Invalid payee'],
  [{payment_method: 'MTN_CI'}, 'Invalid payment method'],
  [{transaction_channel: 'WAVCIV'}, 'Invalid transaction channel'],
  [{transaction_reference: 'REF9'}, 'Transaction not found'],
  [{country_code: 'CIV'}, 'country_code must be 2 characters'],
  [{country_code: 'BJ'}, 'INVALID COUNTRY CODE'],
])('%j is refused and counts as no wrong code', async (changed, message) => {
  const {enter, status} = await orangePayment();
  for (let tries = 0; tries < 3; tries += 1) {
    const reply = await enter('1111', changed);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({response_code: '06', response_message: message});
  }
  expect((await status()).transaction_status).toBe('Initialized');
});

test('a payment that needs no code takes none', async () => {
  const client = await openSandbox();
  const {json} = await client.charge(kenya);
  const reply = await client.otp({...json, otp_code: '4567', country_code: 'KE'});
  expect(reply.json.response_message).toBe('OTP is not required for this transaction');
});
