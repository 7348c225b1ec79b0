import {describe, expect, test} from 'vitest';
import {type Client, challenged, kenya, openSandbox, visa} from './support.js';

async function withPaidCard(amount = 24) {
  const client = await openSandbox();
  await client.chargeCard({...visa, amount});
  return {client, refund: (refund_amount: unknown) => client.refund({transaction_reference: 'CARD1', refund_amount})};
}

const books = async (client: Client) => (await client.get('/sandbox/refunds')).json;

test('a refund is taken, then given back within a second', async () => {
  const {client} = await withPaidCard();
  const order = {transaction_reference: 'CARD1', refund_amount: 10.5, refund_reason: 'Returned'};
  const {status, json} = await client.refund(order);
  const reference = json.data.refund_transaction_reference;
  expect([status, json]).toEqual([
    200,
    {
      message: 'Operation Completed',
      data: {
        refund_transaction_reference: expect.stringMatching(/^RF\d{8}-Q[0-9A-Z]{9}USD$/),
        payment_transaction_reference: 'CARD1',
        status: 'INITIALIZED',
        successful: false,
      },
    },
  ]);
  const record = {
    refund_transaction_reference: reference,
    payment_transaction_reference: 'CARD1',
    refund_amount: 10.5,
    currency: 'USD',
    refund_status: 'Initialized',
    refund_reason: 'Returned',
    created_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
  };
  const words = {message: 'Refund fetched successfully', success: true};
  expect((await client.refundStatus(reference)).json).toEqual({...words, data: record});
  await client.advance('PT1S');
  expect((await client.refundStatus(reference)).json).toEqual({...words, data: {...record, refund_status: 'Success'}});
  expect(await books(client)).toEqual([
    {
      refund_transaction_reference: reference,
      payment_transaction_reference: 'CARD1',
      amount: 10.5,
      currency: 'USD',
      status: 'Success',
      requests: 1,
    },
  ]);
  expect(await client.books()).toMatchObject([{status: 'Completed', amount: 24, refunded: 10.5}]);
  expect((await client.cardStatus('CARD1')).json.data).toMatchObject({
    transaction_status: 'Completed',
    amount_received: 24,
  });
});

test('the same call twice refunds twice, until nothing is left', async () => {
  const {client, refund} = await withPaidCard(0.3);
  expect((await refund(0.1)).status).toBe(200);
  expect((await refund(0.1)).status).toBe(200);
  expect((await refund(0.11)).status).toBe(400);
  expect((await refund(0.1)).status).toBe(200);
  const {status, json} = await refund(0.01);
  const message = 'Refund amount is greater than what is left of the transaction';
  expect([status, json]).toEqual([400, {message, success: false, status: false}]);
  expect(await books(client)).toHaveLength(3);
  expect(await client.books()).toMatchObject([{refunded: 0.3}]);
});

describe('what is refused leaves no row', () => {
  test.each([
    [{transaction_reference: '', refund_amount: 1}, 'transaction_reference is required'],
    [{transaction_reference: 'NONE', refund_amount: 1}, 'Transaction not found'],
    [{transaction_reference: 'REF1', refund_amount: 1}, 'Only card transactions can be refunded'],
    [{transaction_reference: 'OPEN', refund_amount: 1}, 'Only completed transactions can be refunded'],
    [{transaction_reference: 'CARD1'}, 'refund_amount is required'],
    [{transaction_reference: 'CARD1', refund_amount: '1'}, 'refund_amount is required'],
    [{transaction_reference: 'CARD1', refund_amount: 0}, 'refund_amount must be greater than 0'],
    [{transaction_reference: 'CARD1', refund_amount: -1}, 'refund_amount must be greater than 0'],
    [{transaction_reference: 'CARD1', refund_amount: 0.001}, 'refund_amount can have 2 decimals at most'],
    [{transaction_reference: 'CARD1', refund_amount: 1, refund_reason: 7}, 'refund_reason must be a text'],
    [
      {transaction_reference: 'CARD1', refund_amount: 24.01},
      'Refund amount is greater than what is left of the transaction',
    ],
  ])('%j: %s', async (order, message) => {
    const {client} = await withPaidCard();
    await client.charge(kenya);
    await client.chargeCard({...challenged, transaction_reference: 'OPEN'});
    const reply = await client.refund(order);
    expect([reply.status, reply.json]).toEqual([400, {message, success: false, status: false}]);
    expect(await books(client)).toEqual([]);
  });
});

describe('the amount of a refund decides how it goes', () => {
  test.each([
    [105, 'socket hang up'],
    [107, 'Internal Server Error'],
    [109, 'cut'],
  ])('%i: taken, and the answer is lost (%s)', async (amount, told) => {
    const {client, refund} = await withPaidCard(1000);
    const outcome = await refund(amount).then(
      reply => (reply.complete ? reply.json.message : 'cut'),
      (error: Error) => error.message,
    );
    expect(outcome).toBe(told);
    await client.advance('PT1S');
    expect(await books(client)).toMatchObject([{amount, status: 'Success'}]);
  });

  test('106: reset before anything is taken', async () => {
    const {client, refund} = await withPaidCard(1000);
    await expect(refund(106.5)).rejects.toThrow('read ECONNRESET');
    expect(await books(client)).toEqual([]);
  });

  test('110: taken, while the answer is still under way', async () => {
    const {client, refund} = await withPaidCard(1000);
    const call = refund(110);
    await expect.poll(() => books(client)).toMatchObject([{amount: 110}]);
    await Promise.all([expect(call).rejects.toThrow(), client.sandbox.close()]);
  });

  test('101: it fails, and what it held can be refunded again', async () => {
    const {client, refund} = await withPaidCard(151);
    const {json} = await refund(101);
    expect((await refund(50)).status).toBe(200);
    await client.advance('PT1S');
    expect((await client.refundStatus(json.data.refund_transaction_reference)).json.data.refund_status).toBe('Failed');
    expect(await client.books()).toMatchObject([{refunded: 50}]);
    expect((await refund(101.01)).status).toBe(400);
    expect((await refund(100)).status).toBe(200);
  });
});

test.each([
  ['', 'refund_transaction_reference is required'],
  ['RF-1', 'Refund not found'],
])('the status of no refund: %j', async (reference, message) => {
  const client = await openSandbox();
  const reply = await client.refundStatus(reference);
  expect([reply.status, reply.json]).toEqual([400, {message, success: false}]);
});

describe('the history', () => {
  const today = async (client: Client) => {
    const {now} = (await client.get('/sandbox/clock')).json;
    return Temporal.Instant.from(now).toZonedDateTimeISO('Africa/Lagos').toPlainDate();
  };
  const amounts = async (client: Client, query: string) => {
    const {data} = (await client.refundHistory(query)).json;
    return data.content.map((row: {refund_amount: number}) => row.refund_amount);
  };

  test('comes in pages, newest first', async () => {
    const {client, refund} = await withPaidCard();
    for (const amount of [1, 2, 3, 4, 5]) await refund(amount);
    const {status, json} = await client.refundHistory('page=1&size=2');
    const content = [{refund_amount: 5}, {refund_amount: 4}];
    expect(status).toBe(200);
    expect(json).toMatchObject({message: 'Refunds fetched successfully', success: true, data: {content}});
    expect(json.data).toMatchObject({page: 1, size: 2, totalElements: 5, totalPages: 3});
    const {data} = (await client.refundStatus(json.data.content[0].refund_transaction_reference)).json;
    expect(json.data.content[0]).toEqual(data);
    expect(await amounts(client, 'page=3&size=2')).toEqual([1]);
    expect(await amounts(client, 'page=4&size=2')).toEqual([]);
    expect(await amounts(client, '')).toEqual([5, 4, 3, 2, 1]);
  });

  test('is of the days in Lagos that were asked for, both included', async () => {
    const {client, refund} = await withPaidCard();
    const first = await today(client);
    await refund(1);
    await client.advance('P1D');
    await refund(2);
    const second = first.add({days: 1});
    expect(await amounts(client, `from=${first}&to=${second}`)).toEqual([2, 1]);
    expect(await amounts(client, `from=${first}&to=${first}`)).toEqual([1]);
    expect(await amounts(client, `from=${second}`)).toEqual([2]);
    expect(await amounts(client, `to=${first.subtract({days: 1})}`)).toEqual([]);
  });

  test('can be of one currency and of one status', async () => {
    const {client, refund} = await withPaidCard();
    await refund(1);
    await client.advance('PT1S');
    await refund(2);
    expect(await amounts(client, 'currency=USD')).toEqual([2, 1]);
    expect(await amounts(client, 'currency=NGN')).toEqual([]);
    expect(await amounts(client, 'refund_status=Success')).toEqual([1]);
    expect(await amounts(client, 'refund_status=Initialized')).toEqual([2]);
  });

  test.each(['from=11.03.2026', 'to=2026-02-30', 'page=0', 'size=101', 'size=x', 'refund_status=Done'])(
    '%s is refused',
    async query => {
      const client = await openSandbox();
      const reply = await client.refundHistory(query);
      expect(reply.status).toBe(400);
      expect(reply.json).toMatchObject({message: expect.stringContaining('must be'), success: false, status: false});
    },
  );
});
