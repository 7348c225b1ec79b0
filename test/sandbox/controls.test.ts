import {describe, expect, test} from 'vitest';
import {kenya, openSandbox, send} from './support.js';

describe('POST /sandbox/clock', () => {
  test('answers with the new time', async () => {
    const client = await openSandbox();
    const {now: before} = (await client.get('/sandbox/clock')).json;
    const {status, json} = await client.advance('P1DT2H');
    expect(status).toBe(200);
    expect(Temporal.Instant.from(before).until(json.now).total('hours')).toBeCloseTo(26, 1);
  });

  test.each([
    {},
    {advance: 'ten minutes'},
    {advance: '-PT1M'},
    {advance: 10},
    {advance: 'P999999Y'},
    {advance: 'PT1M', back: true},
    null,
  ])('%j is refused', async body => {
    const client = await openSandbox();
    const reply = await client.post('/sandbox/clock', body);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({message: expect.any(String), status: false});
  });

  test('does not need a JSON content type', async () => {
    const client = await openSandbox();
    const reply = await send(`${client.baseUrl}/sandbox/clock`, {method: 'POST', body: '{"advance":"PT1M"}'});
    expect(reply.status).toBe(200);
  });
});

test('the provider file has decimals by currency, and quotes what needs it', async () => {
  const client = await openSandbox();
  await client.charge({...kenya, transaction_reference: 'A,"1'});
  await client.charge({
    ...kenya,
    transaction_reference: 'B2',
    amount: 1500,
    customer_number: '256770000101',
    customer_bank_code: 'MTNUGA',
    currency_code: 'UGX',
    country_code: 'UG',
  });
  await client.advance('PT2S');
  const reply = await client.get('/sandbox/transactions?format=csv');
  expect(reply.headers['content-type']).toContain('text/csv');
  const date = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}`;
  const [head, first, second, end] = reply.text.split('\n');
  expect(head).toBe('transaction_reference,amount,currency,status,fee,date');
  expect(first).toMatch(RegExp(`^"A,""1",200\\.00,KES,Completed,0\\.00,${date}$`));
  expect(second).toMatch(RegExp(`^B2,1500,UGX,Failed,0,${date}$`));
  expect(end).toBe('');
  expect((await client.get('/sandbox/transactions?format=xml')).status).toBe(400);
});
