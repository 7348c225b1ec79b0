import {describe, expect, it} from 'vitest';
import type {Service} from '../../src/core/endpoints/service.js';
import {refundRest} from '../../src/core/payment/refund.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {dollars, eventsOn, refundsOf, withPaidCard} from './card-till.js';
import {openRealTill} from './real-till.js';

const broken = {reason: 'broken'};

/** What lies on the disk now, on a disk of its own: a backup of the home, or a copy of it. */
function copyOf(disk: MemoryDisk): MemoryDisk {
  const copy = new MemoryDisk();
  for (const [path, {bytes}] of disk.files) copy.files.set(path, {bytes: Buffer.from(bytes), synced: bytes.length});
  return copy;
}

const restOf = (till: {state: {payments: ReadonlyMap<string, Parameters<typeof refundRest>[0]>}}, reference: string) =>
  refundRest(till.state.payments.get(reference) ?? expect.fail('no payment'));

describe('a till that was restored from before a refund', () => {
  it('is told of it by the history, notes it, gives nothing back, and gives what is left when asked again', async () => {
    const {till, server, memory, reference} = await withPaidCard('24');
    const backup = copyOf(memory);
    await (await till.refund(reference, {...broken, amount: dollars(10)})).finished;
    await server.advance('PT2S');
    await till.close();

    const {till: restored} = await openRealTill({...server, folder: '/till', disk: backup});
    expect(refundsOf(await openedWith(restored, reference), reference)).toEqual([]);
    await expect(restored.refund(reference, broken)).rejects.toMatchObject({
      code: 'refund-changed',
      facts: {reference, rest: 'USD 14.00'},
    });
    const [booked] = await server.refunds();
    expect(refundsOf(restored, reference)).toMatchObject([
      {
        number: 1,
        status: 'done',
        amount: dollars(10),
        isFromHistory: true,
        isProven: true,
        serviceReference: booked?.refund_transaction_reference,
      },
    ]);
    expect(eventsOn(backup).at(-1)).toMatchObject({type: 'refund-seen', data: {reference, refund: 1}});
    expect(await server.refunds()).toHaveLength(1);
    await (await restored.refund(reference, broken)).finished;
    expect(await server.refunds()).toMatchObject([{amount: 10}, {amount: 14}]);
    await expect(restored.refund(reference, broken)).rejects.toMatchObject({code: 'refund-above-rest'});
  });

  it('notes one that is not done yet, and counts it when the service’s record says so', async () => {
    const {till, server, memory, reference} = await withPaidCard('24');
    const {till: restored} = await openRealTill({...server, folder: '/till', disk: copyOf(memory)});
    await (await till.refund(reference, {...broken, amount: dollars(10)})).finished;
    await expect(restored.refund(reference, broken)).rejects.toMatchObject({code: 'refund-changed'});
    expect(refundsOf(restored, reference)).toMatchObject([{status: 'pending', isFromHistory: true}]);
    expect(restOf(restored, reference)).toEqual(dollars(14));
    await server.advance('PT2S');
    await restored.check(reference);
    expect(refundsOf(restored, reference)).toMatchObject([{status: 'done', isProven: true}]);
  });

  it('gives no cash for what went back to the card', async () => {
    const {till, server, memory, reference} = await withPaidCard('24');
    const {till: restored} = await openRealTill({...server, folder: '/till', disk: copyOf(memory)});
    await (await till.refund(reference, broken)).finished;
    await expect(restored.refundInCash(reference, broken)).rejects.toMatchObject({
      code: 'refund-changed',
      facts: {rest: 'USD 0.00'},
    });
    await expect(restored.refundInCash(reference, broken)).rejects.toMatchObject({code: 'refund-above-rest'});
  });

  it('takes no notice of one that failed: it gave nothing back', async () => {
    const {till, server, memory, reference} = await withPaidCard('150');
    const {till: restored} = await openRealTill({...server, folder: '/till', disk: copyOf(memory)});
    await (await till.refund(reference, {...broken, amount: dollars(101)})).finished;
    await server.advance('PT2S');
    await (await restored.refund(reference, broken)).finished;
    expect(await server.refunds()).toMatchObject([{status: 'Failed'}, {amount: 150}]);
  });
});

it('never gives back more than was paid, whatever two tills over one home do', async () => {
  const {till, server, memory, reference} = await withPaidCard('24');
  const {till: other} = await openRealTill({...server, folder: '/till', disk: copyOf(memory)});
  for (const [one, amount] of [
    [till, 10],
    [other, 20],
    [other, 10],
    [till, 10],
    [till, 4],
    [other, 4],
  ] as const) {
    const asked = one.refund(reference, {...broken, amount: dollars(amount)});
    await asked.then(
      ({finished}) => finished,
      () => undefined,
    );
    await server.advance('PT2S');
  }
  const given = (await server.refunds()).filter(({status}) => status !== 'Failed');
  expect(given.reduce((sum, {amount}) => sum + amount, 0)).toBeLessThanOrEqual(24);
  expect(given.map(({amount}) => amount)).toEqual([10, 10, 4]);
});

it('tells one of its own whose answer was lost from one that was made elsewhere for the same amount', async () => {
  const {till, server, memory, reference} = await withPaidCard('240');
  const {till: other} = await openRealTill({...server, folder: '/till', disk: copyOf(memory)});
  await (await other.refund(reference, {...broken, amount: dollars(10)})).finished;
  await expect(till.refund(reference, broken)).rejects.toMatchObject({code: 'refund-changed'});
  await server.faults({rules: [{route: 'refund', fault: 'drop-after', rate: 1, seed: 1}]});
  await (await till.refund(reference, {...broken, amount: dollars(10)})).finished;
  await server.faults({});
  await expect(till.refund(reference, broken)).rejects.toMatchObject({code: 'refund-changed'});
  expect(refundsOf(till, reference)).toMatchObject([{isFromHistory: true}, {isFromHistory: false, status: 'pending'}]);
  expect(restOf(till, reference)).toEqual(dollars(220));
  expect(await server.refunds()).toHaveLength(2);
});

describe('a history that is not heard', () => {
  it.each(['malformed', 'reset-before', 'http-502-html', 'rate-limit'])(
    '(%s) keeps the money here until a person goes on with a reason',
    async fault => {
      const {till, server, memory, reference} = await withPaidCard('24');
      await server.faults({rules: [{route: 'refund-history', fault, rate: 1, seed: 1}]});
      const written = eventsOn(memory).length;
      for (const give of [till.refund, till.refundInCash])
        await expect(give(reference, broken)).rejects.toMatchObject({code: 'refund-history-unheard'});
      await expect(till.refund(reference, {...broken, unheard: ' '})).rejects.toThrow('refund-history-unheard');
      expect([eventsOn(memory).length, await server.refunds()]).toEqual([written, []]);
      const {finished} = await till.refund(reference, {...broken, unheard: 'the customer leaves today'});
      await finished;
      expect(eventsOn(memory)[written]).toMatchObject({
        type: 'refund-requested',
        data: {unheard: 'the customer leaves today'},
      });
      expect(await server.refunds()).toHaveLength(1);
    },
  );

  it('because one of its rows does not say how much is not heard', async () => {
    const odd = (service: Service): Service => ({
      ...service,
      refundHistory: async (...asked) => {
        const answer = await service.refundHistory(...asked);
        const row = {refund_transaction_reference: 'RF1', payment_transaction_reference: reference, status: 'Success'};
        return answer.kind === 'answered' ? {...answer, body: {data: {content: [row], last: true}}} : answer;
      },
    });
    const {till, reference, server} = await withPaidCard('24', {service: odd});
    await expect(till.refund(reference, broken)).rejects.toMatchObject({code: 'refund-history-unheard'});
    expect(await server.refunds()).toEqual([]);
  });

  it('is not asked for where no card paid', async () => {
    const {till, server} = await withPaidCard('24');
    await server.faults({rules: [{route: 'refund-history', fault: 'reset-before', rate: 1, seed: 1}]});
    const {reference} = await till.takeCash({amount: {currency: 'KES', minor: 500}, country: 'KE', description: ''});
    await till.refundInCash(reference, broken);
    expect(refundsOf(till, reference)).toMatchObject([{method: 'cash', status: 'done'}]);
  });
});

it('takes the reference of another refund of the payment for no proof of this one', async () => {
  let first: string | undefined;
  const echo = (service: Service): Service => ({
    ...service,
    refund: async (...asked) => {
      const answer = await service.refund(...asked);
      if (answer.kind !== 'answered' || answer.body === undefined) return answer;
      const body = answer.body as {data: {refund_transaction_reference: string}};
      first ??= body.data.refund_transaction_reference;
      const data = {...body.data, refund_transaction_reference: first, status: 'SUCCESS', successful: true};
      return {...answer, body: {...body, data}};
    },
  });
  const {till, reference} = await withPaidCard('24', {service: echo});
  for (const amount of [10, 4]) await (await till.refund(reference, {...broken, amount: dollars(amount)})).finished;
  expect(refundsOf(till, reference)).toMatchObject([
    {status: 'done'},
    {status: 'unknown', serviceReference: undefined},
  ]);
});

async function openedWith<T extends {payment: (reference: string) => Promise<unknown>}>(till: T, reference: string) {
  await till.payment(reference);
  return till;
}
