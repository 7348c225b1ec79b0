import {describe, expect, it} from 'vitest';
import {businessDate} from '../../src/core/day/business-day.js';
import {refundRest} from '../../src/core/payment/refund.js';
import {cardOf} from '../core/card/plain-card.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, dollars, eventsOn, refundsOf, slowDisk, toldDisk, withPaidCard} from './card-till.js';
import {openRealTill, order} from './real-till.js';
import {virtualWorld} from './virtual-world.js';

const day = 24 * 60 * 60_000;
const now = () => Date.now();
const dateOf = (at: number) => businessDate(at, 'Africa/Nairobi', '00:00');
const broken = {reason: 'broken'};

it('gives money back, and counts it when the service’s record says so', async () => {
  const {till, server, reference} = await withPaidCard('24');
  const today = till.state.payments.get(reference)?.request.businessDate ?? '';
  const {refund, finished} = await till.refund(reference, {...broken, amount: dollars(10)});
  expect(refund).toBe(1);
  await finished;
  expect(refundsOf(till, reference)).toMatchObject([{status: 'pending', reason: 'broken', person: 'cashier'}]);
  expect(till.state.days.get(today)?.refunded).toEqual(new Map());
  await server.advance('PT2S');
  await till.check(reference);
  expect(refundsOf(till, reference)).toMatchObject([{status: 'done', isProven: true}]);
  expect(till.state.days.get(today)?.refunded).toEqual(new Map([['USD', dollars(10)]]));
  const rest = await till.refund(reference, broken);
  await rest.finished;
  await server.advance('PT2S');
  expect(await server.refunds()).toMatchObject([
    {payment_transaction_reference: reference, amount: 10, status: 'Success'},
    {payment_transaction_reference: reference, amount: 14, status: 'Success'},
  ]);
  await expect(till.refund(reference, broken)).rejects.toMatchObject({code: 'refund-above-rest'});
});

it('gives back what a refund that failed did not', async () => {
  const {till, server, reference} = await withPaidCard('150');
  const {finished} = await till.refund(reference, {...broken, amount: dollars(101)});
  await finished;
  await expect(till.refund(reference, {...broken, amount: dollars(50)})).rejects.toThrow('refund-above-rest');
  await server.advance('PT2S');
  await till.check(reference);
  expect(refundsOf(till, reference)).toMatchObject([{status: 'failed', failure: {reason: 'record'}}]);
  const whole = await till.refund(reference, broken);
  await whole.finished;
  expect(await server.refunds()).toMatchObject([{status: 'Failed'}, {amount: 150}]);
});

it('has the sent event on the disk before a byte leaves', async () => {
  const log: string[] = [];
  const {till, reference} = await withPaidCard('24', {
    disk: toldDisk(new MemoryDisk(), log),
    service: real => ({
      ...real,
      refund: (...asked) => {
        log.push('refund');
        return real.refund(...asked);
      },
    }),
  });
  log.length = 0;
  const {finished} = await till.refund(reference, broken);
  await finished;
  expect(log).toEqual([
    ...['write refund-requested', 'sync', 'write refund-sent', 'sync', 'refund', 'write refund-answered', 'sync'],
  ]);
});

it('gives back once when two presses come at once, and tells the second why', async () => {
  const {till, server, reference} = await withPaidCard('24');
  const some = {...broken, amount: dollars(10)};
  const [first, second] = await Promise.allSettled([till.refund(reference, some), till.refund(reference, some)]);
  if (first.status !== 'fulfilled') throw first.reason;
  expect(second).toMatchObject({reason: {code: 'refund-unclear', facts: {reference, refund: 1}}});
  await first.value.finished;
  expect(await server.refunds()).toHaveLength(1);
});

describe('a refund is refused, with nothing written and nothing sent,', () => {
  it('without a reason, of too much, of another currency, and of what is not paid by card', async () => {
    const {till, server, memory, reference} = await withPaidCard('24');
    const wallet = await till.collect(order('678'));
    await wallet.finished;
    const waiting = await till.charge(cardOrder('106'), cardOf(card));
    await waiting.finished;
    const written = eventsOn(memory).length;
    const refused = async (asked: Parameters<typeof till.refund>) => till.refund(...asked).catch(error => error.code);
    expect(await refused([reference, {reason: ' '}])).toBe('reason-missing');
    expect(await refused([reference, {...broken, amount: dollars(25)}])).toBe('refund-above-rest');
    expect(await refused([reference, {...broken, amount: dollars(0)}])).toBe('refund-above-rest');
    const naira = {currency: 'NGN', minor: 100} as const;
    expect(await refused([reference, {...broken, amount: naira}])).toBe('refund-above-rest');
    expect(await refused([wallet.reference, broken])).toBe('refund-not-offered');
    expect(await refused([waiting.reference, broken])).toBe('refund-not-paid');
    expect(await refused(['T7K0MZ4K8AAAAAA', broken])).toBe('payment-unknown');
    expect([eventsOn(memory).length, await server.refunds()]).toEqual([written, []]);
  });
});

describe('a crash', () => {
  it('between the decision and the sending: nothing has left, and nothing is sent by starting', async () => {
    const memory = new MemoryDisk();
    const {till, server, reference} = await withPaidCard('24', {disk: toldDisk(memory, [], 'refund-sent')});
    const {finished} = await till.refund(reference, broken);
    await expect(finished).rejects.toMatchObject({code: 'journal-not-writable'});
    await till.close();
    const {till: back} = await openRealTill({...server, folder: '/till', disk: memory});
    expect(refundsOf(back, reference)).toMatchObject([{status: 'failed', failure: {reason: 'never-left'}}]);
    expect(eventsOn(memory).at(-1)?.type).toBe('refund-never-left');
    await back.check(reference);
    expect(await server.refunds()).toEqual([]);
    const again = await back.refund(reference, broken);
    await again.finished;
    expect(await server.refunds()).toMatchObject([{amount: 24}]);
  });

  it('before the answer is on the disk: the history tells what became of it', async () => {
    const memory = new MemoryDisk();
    const {till, server, reference} = await withPaidCard('24', {disk: toldDisk(memory, [], 'refund-answered')});
    const {finished} = await till.refund(reference, broken);
    await expect(finished).rejects.toMatchObject({code: 'journal-not-writable'});
    await till.close();
    const {till: back} = await openRealTill({...server, folder: '/till', disk: memory});
    expect(refundsOf(back, reference)).toMatchObject([{status: 'unknown'}]);
    expect([...back.state.needPerson]).toEqual([reference]);
    await expect(back.refund(reference, broken)).rejects.toMatchObject({code: 'refund-changed'});
    await server.advance('PT2S');
    await back.check(reference);
    expect(refundsOf(back, reference)).toMatchObject([{status: 'done', isProven: true}]);
    expect([...back.state.needPerson]).toEqual([]);
    expect(await server.refunds()).toHaveLength(1);
  });
});

describe('a refund whose answer is lost', () => {
  it.each([105, 107, 109])('(%i) is found in the history, and was made once', async amount => {
    const {till, server, reference} = await withPaidCard('240');
    const {finished} = await till.refund(reference, {...broken, amount: dollars(amount)});
    await finished;
    expect(refundsOf(till, reference)).toMatchObject([{status: 'unknown'}]);
    expect([...till.state.needPerson]).toEqual([reference]);
    await expect(till.refund(reference, {...broken, amount: dollars(1)})).rejects.toThrow('refund-changed');
    expect(refundsOf(till, reference)).toMatchObject([{status: 'pending'}]);
    await server.advance('PT2S');
    await till.check(reference);
    const [booked] = await server.refunds();
    expect(refundsOf(till, reference)).toMatchObject([
      {status: 'done', serviceReference: booked?.refund_transaction_reference},
    ]);
    expect([...till.state.needPerson]).toEqual([]);
    expect(await server.refunds()).toMatchObject([{amount, status: 'Success'}]);
  });

  it('is told from an earlier one of the same amount', async () => {
    const {till, server, reference} = await withPaidCard('240');
    for (const rate of [0, 1]) {
      await server.faults({rules: [{route: 'refund', fault: 'drop-after', rate, seed: 1}]});
      const {finished} = await till.refund(reference, {...broken, amount: dollars(10)});
      await finished;
    }
    await server.faults({});
    await server.advance('PT2S');
    await till.check(reference);
    const booked = (await server.refunds()).map(row => row.refund_transaction_reference);
    expect(booked).toHaveLength(2);
    expect(refundsOf(till, reference)).toMatchObject(
      booked.map(serviceReference => ({serviceReference, status: 'done'})),
    );
  });

  it('(106) stays unknown until a person judges, is still asked about, and can be made anew', async () => {
    const world = virtualWorld();
    const {till, server, reference} = await withPaidCard('240', {world});
    const {finished} = await till.refund(reference, {...broken, amount: dollars(106)});
    await finished;
    await server.advance('PT10M');
    await till.check(reference);
    expect(refundsOf(till, reference)).toMatchObject([{status: 'unknown'}]);
    const judging = {as: 'failed', person: 'Amina', reason: 'not on the statement'} as const;
    await expect(till.resolveRefund(reference, {...judging, person: ' '})).rejects.toThrow('person-missing');
    await expect(till.resolveRefund(reference, {...judging, reason: ''})).rejects.toThrow('reason-missing');
    await expect(till.resolveRefund(reference, judging)).rejects.toMatchObject({code: 'judged-too-early'});
    await world.pass(3 * 60_000);
    await till.resolveRefund(reference, judging);
    expect(refundsOf(till, reference)).toMatchObject([
      {status: 'failed', isProven: false, resolution: {person: 'Amina'}},
    ]);
    expect(till.outlook(`${reference}/1`).inMs).toBeDefined();
    expect([...till.state.needPerson]).toEqual([]);
    await expect(till.resolveRefund(reference, judging)).rejects.toMatchObject({code: 'payment-not-open'});
    expect(await server.refunds()).toEqual([]);
    const again = await till.refund(reference, {...broken, amount: dollars(100)});
    await again.finished;
    expect(await server.refunds()).toHaveLength(1);
  });
});

describe('a judgement of a refund that is told of meanwhile', () => {
  const judging = {as: 'failed', person: 'Amina', reason: 'not on the statement'} as const;
  const lostOnce = [{route: 'refund', fault: 'drop-after', rate: 1, seed: 1}];

  it('is not written over the answer that is on its way to the disk', async () => {
    const {disk, writing} = slowDisk('refund-status-answered');
    const {till, server, reference} = await withPaidCard('24', {disk});
    await server.faults({rules: lostOnce});
    await (await till.refund(reference, broken)).finished;
    await server.faults({});
    await server.advance('PT2S');
    const checking = till.check(reference);
    await writing;
    expect(refundsOf(till, reference)).toMatchObject([{status: 'unknown'}]);
    await expect(till.resolveRefund(reference, judging)).rejects.toMatchObject({code: 'payment-not-open'});
    await checking;
    expect(refundsOf(till, reference)).toMatchObject([{status: 'done', isProven: true, resolution: undefined}]);
  });

  it('is of the refund that the person saw, and of no other', async () => {
    // The service writes the date of this machine, of which the till asks for the history.
    const world = virtualWorld(Date.now());
    const {disk, writing} = slowDisk('refund-status-answered');
    const {till, server, reference} = await withPaidCard('240', {disk, world});
    await (await till.refund(reference, {...broken, amount: dollars(10)})).finished;
    await world.pass(day);
    await server.faults({rules: lostOnce});
    await (await till.refund(reference, {...broken, amount: dollars(20)})).finished;
    await server.faults({});
    await server.advance('PT2S');
    expect(refundsOf(till, reference)).toMatchObject([{status: 'pending'}, {status: 'unknown'}]);
    const checking = till.check(reference); // which the person does not wait for, who judges the first
    await writing;
    await expect(till.resolveRefund(reference, judging)).rejects.toMatchObject({code: 'judged-unseen'});
    await checking;
    expect(refundsOf(till, reference)).toMatchObject([
      {status: 'done', resolution: undefined},
      {status: 'done', resolution: undefined},
    ]);
  });
});

it('asks the history where the service does not tell of a refund by its reference', async () => {
  const {till, server, reference} = await withPaidCard('24');
  for (const amount of [dollars(10), dollars(10)]) {
    const {finished} = await till.refund(reference, {...broken, amount});
    await finished;
  }
  await server.faults({rules: [{route: 'refund-status', fault: 'malformed', rate: 1, seed: 1}]});
  await server.advance('PT2S');
  await till.check(reference);
  const booked = (await server.refunds()).map(row => row.refund_transaction_reference);
  expect(refundsOf(till, reference)).toMatchObject(
    booked.map(serviceReference => ({serviceReference, status: 'done', isProven: true})),
  );
});

it('finds out by itself, while the answer is still on its way, and is not made unsure by it', async () => {
  const {till, server, reference} = await withPaidCard('240');
  till.watch();
  const {finished} = await till.refund(reference, {...broken, amount: dollars(110)});
  await expect.poll(() => refundsOf(till, reference)).toMatchObject([{status: 'sent'}]);
  await server.advance('PT2S');
  await expect.poll(() => refundsOf(till, reference)).toMatchObject([{status: 'done'}]);
  await till.close(); // the answer is given up
  await finished;
  expect(refundsOf(till, reference)).toMatchObject([{status: 'done', isProven: true}]);
  expect(await server.refunds()).toHaveLength(1);
});

it('is watched no more when its answer comes late and says that it is done', async () => {
  const asked: number[] = [];
  const {till, reference} = await withPaidCard('24', {
    service: real => ({
      ...real,
      refund: async (...order) => {
        const answer = await real.refund(...order);
        await till.check(order[0].reference);
        asked.push(till.outlook(`${order[0].reference}/1`).asked);
        const {data} = ('body' in answer ? answer.body : {}) as {data: object};
        return {...answer, body: {message: 'ok', data: {...data, status: 'SUCCESS', successful: true}}};
      },
    }),
  });
  const {finished} = await till.refund(reference, broken);
  await finished;
  expect(refundsOf(till, reference)).toMatchObject([{status: 'done', isProven: true}]);
  expect(asked).toEqual([1]);
  expect(till.outlook(`${reference}/1`)).toEqual({inMs: undefined, asked: 0, isAsking: false});
});

describe('a refund of a payment of an older day', () => {
  /** The payment is of the first day, its refund of the second. */
  async function refundedNextDay() {
    const start = now();
    const first = await withPaidCard('24', {world: virtualWorld(start)});
    await first.till.close();
    const {server, memory, reference} = first;
    const open = async (at: number) => {
      const world = virtualWorld(at);
      return {...(await openRealTill({...server, folder: '/till', disk: memory, world})), world};
    };
    const second = await open(start + day);
    expect(second.till.state.payments.size).toBe(1); // the newest reference alone is carried
    const sold = await second.till.collect(order('678'));
    await sold.finished;
    await second.till.close();
    const third = await open(start + 2 * day);
    const {finished} = await third.till.refund(reference, {...broken, amount: dollars(10)});
    await finished;
    expect(refundsOf(third.till, reference)).toMatchObject([{status: 'pending'}]);
    return {...third, server, memory, reference, start, open};
  }

  it.each([
    ['on the same day', 2],
    ['on the next day', 3],
    ['a week later', 9],
  ])('is watched and counted by a till that was opened again %s', async (_, days) => {
    const {till, server, reference, start, open} = await refundedNextDay();
    await till.close();
    const {till: back, world} = await open(start + days * day);
    expect(back.outlook(`${reference}/1`).inMs).toBe(0);
    expect(refundsOf(back, reference)).toMatchObject([{status: 'pending'}]);
    expect(refundRest(await back.payment(reference))).toEqual(dollars(14));
    await server.advance('PT2S');
    back.watch();
    await world.pass(3000);
    expect(refundsOf(back, reference)).toMatchObject([{status: 'done', isProven: true}]);
    expect(back.state.days.get(dateOf(start + 2 * day))?.refunded).toEqual(new Map([['USD', dollars(10)]]));
  });

  it('that is over is counted on its day however often the till is opened', async () => {
    const {till, server, memory, reference, start, open} = await refundedNextDay();
    await server.advance('PT2S');
    await till.check(reference);
    await till.close();
    for (let times = 0; times < 2; times += 1) {
      const {till: back} = await open(start + 2 * day);
      const {refunded} = back.state.days.get(dateOf(start + 2 * day)) ?? {};
      expect(refunded).toEqual(new Map([['USD', dollars(10)]]));
      expect(refundsOf(back, reference)).toMatchObject([{status: 'done'}]);
      await back.close();
    }
    const {till: next} = await open(start + 3 * day);
    await next.confirmClock(); // a new segment begins
    await next.close();
    const {till: later} = await open(start + 4 * day);
    expect(later.state.payments.has(reference)).toBe(false);
    expect((await later.payment(reference)).refunds).toMatchObject([{status: 'done'}]);
    expect(eventsOn(memory).filter(({type}) => type === 'refund-requested')).toHaveLength(1);
  });

  it('that had not left is closed, though the crash was on another day than its payment', async () => {
    const start = now();
    const {till, server, memory, reference} = await withPaidCard('24', {world: virtualWorld(start)});
    await till.close();
    const sold = await openRealTill({...server, folder: '/till', disk: memory, world: virtualWorld(start + day)});
    const {finished: wallet} = await sold.till.collect(order('678'));
    await wallet;
    await sold.till.close();
    const crashed = await openRealTill({
      ...server,
      folder: '/till',
      world: virtualWorld(start + 2 * day),
      disk: toldDisk(memory, [], 'refund-sent'),
    });
    const {finished} = await crashed.till.refund(reference, broken);
    await expect(finished).rejects.toMatchObject({code: 'journal-not-writable'});
    await crashed.till.close();
    const {till: back} = await openRealTill({
      ...server,
      folder: '/till',
      disk: memory,
      world: virtualWorld(start + 3 * day),
    });
    expect(refundsOf(back, reference)).toMatchObject([{status: 'failed', failure: {reason: 'never-left'}}]);
    expect(await server.refunds()).toEqual([]);
  });
});
