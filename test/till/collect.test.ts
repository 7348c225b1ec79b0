import {it as base, describe, expect} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {openRealTill, order} from './real-till.js';
import {kes, obedientService, openStillShop, type Says, stillWorld} from './still-shop.js';
import {virtualWorld} from './virtual-world.js';

const it = base.extend('service', () => sandbox());

/** A disk that tells when a sync is done, and that can be full. */
function watchedDisk(log: string[], isFull: () => boolean): Disk {
  return {
    ...nodeDisk,
    open: async (path, mode) => {
      const file = await nodeDisk.open(path, mode);
      return {
        ...file,
        append: async bytes => {
          if (isFull()) throw Object.assign(new Error('no space'), {code: 'ENOSPC'});
          await file.append(bytes);
          for (const line of new TextDecoder().decode(bytes).trim().split('\n'))
            log.push(`write ${JSON.parse(line).type}`);
        },
        datasync: async () => {
          await file.datasync();
          log.push('sync');
        },
      };
    },
  };
}

it('takes a payment and finds it paid by the status record alone', async ({service}) => {
  const {till} = await openRealTill(service);
  const {reference, finished} = await till.collect(order('678'));
  expect(till.state.payments.get(reference)?.status).toMatch(/requested|sent/);
  await finished;
  expect(till.state.payments.get(reference)?.status).toBe('pending');
  await service.advance('PT3S');
  await till.check(reference);
  expect(till.state.payments.get(reference)?.status).toBe('paid');
  expect(await service.books()).toMatchObject([
    {transaction_reference: reference, amount: 200, currency: 'KES', requests: 1},
  ]);
});

it('has the sent event on the disk before a byte leaves', async ({service}) => {
  const log: string[] = [];
  const {till} = await openRealTill({
    ...service,
    disk: watchedDisk(log, () => false),
    service: real => ({
      ...real,
      collect: collection => {
        log.push('collect');
        return real.collect(collection);
      },
    }),
  });
  const {finished} = await till.collect(order('678'));
  await finished;
  const sent = log.indexOf('write sent');
  expect(log.slice(sent, sent + 3)).toEqual(['write sent', 'sync', 'collect']);
});

it('sends nothing when the disk is full, and takes no more payments', async ({service}) => {
  let isFull = false;
  const {till} = await openRealTill({...service, disk: watchedDisk([], () => isFull)});
  const first = await till.collect(order('678'));
  await first.finished;
  isFull = true;
  await expect(till.collect(order('679'))).rejects.toMatchObject({code: 'journal-not-writable'});
  isFull = false;
  await expect(till.collect(order('680'))).rejects.toBeInstanceOf(Problem);
  expect(till.writeFailure()).toBeDefined();
  expect(await service.books()).toHaveLength(1);
});

it('asks about the same wallet first, and goes on with a reason', async ({service}) => {
  const {till} = await openRealTill(service);
  const {reference, finished} = await till.collect(order('102'));
  await finished;
  await expect(till.collect(order('102'))).rejects.toMatchObject({code: 'earlier-payment', facts: {reference}});
  expect(await service.books()).toHaveLength(1);
  const again = await till.collect(order('102'), {again: 'another basket'});
  await again.finished;
  expect(till.state.payments.get(again.reference)?.request.again).toEqual({
    reason: 'another basket',
    earlier: reference,
  });
  expect(await service.books()).toHaveLength(2);
});

it('keeps the sale across attempts and sees when both were paid', async ({service}) => {
  const {till} = await openRealTill(service);
  const first = await till.collect(order('678'));
  await first.finished;
  const second = await till.collect(order('679'), {sale: first.reference});
  await second.finished;
  expect(till.state.payments.get(first.reference)?.isSuperseded).toBe(true);
  await expect(till.collect(order('680', {amount: '201'}), {sale: first.reference})).rejects.toThrow(
    'sale-amount-differs',
  );
  await service.advance('PT3S');
  await till.check(first.reference);
  await till.check(second.reference);
  expect([first, second].map(({reference}) => till.state.payments.get(reference)?.status)).toEqual(['paid', 'paid']);
});

it('asks for no sale again whose later attempt was paid on the newest closed day, also after a restart', async () => {
  const world = stillWorld();
  const {service, accounts} = obedientService();
  const begun = await openStillShop({world, service});
  const first = await begun.till.collect(order('678'));
  await first.finished;
  const says = async (till: Till, reference: string, status: Says) => {
    const account = accounts.get(reference);
    if (account !== undefined) account.says = status;
    await till.check(reference);
  };
  for (let time = 0; time < 4; time += 1) {
    await says(begun.till, first.reference, 'Failed'); // until nothing more is expected of it
    world.pass(20 * 60_000);
  }
  world.pass(24 * 3_600_000);
  const second = await begun.till.collect(order('679'), {sale: first.reference});
  await second.finished;
  await says(begun.till, second.reference, 'Completed');
  const cash = {amount: kes(100), country: 'KE', description: ''} as const;
  await begun.till.takeCash(cash); // the newest payment of a day is in memory whatever became of it
  world.pass(24 * 3_600_000);
  await begun.till.takeCash(cash);
  await begun.till.close();
  const {till} = await openStillShop({world, service, disk: begun.disk});
  await expect(till.collect(order('680'), {sale: first.reference})).rejects.toMatchObject({code: 'sale-paid'});
  expect(accounts.size).toBe(2);
});

it('sends again under the same reference only what never left', async ({service}) => {
  const {till, folder} = await openRealTill({...service, baseUrl: 'http://127.0.0.1:1'});
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  expect(till.state.payments.get(reference)?.failure?.reason).toBe('unreachable');
  await till.close();
  const {till: back} = await openRealTill({...service, folder});
  await back.sendAgain(reference);
  expect(back.state.payments.get(reference)?.status).toBe('pending');
  await expect(back.sendAgain(reference)).rejects.toMatchObject({code: 'payment-not-resendable'});
  expect(await service.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
});

it('finds out by itself, while the answer is still on its way', async ({service}) => {
  const {till} = await openRealTill(service);
  till.watch();
  const {reference} = await till.collect(order('110'));
  till.focus(reference);
  await expect.poll(() => till.state.payments.get(reference)?.status).toBe('sent');
  await service.advance('PT3S');
  await expect.poll(() => till.state.payments.get(reference)?.status).toBe('paid');
});

it('keeps the sale on the screen at hand when the clock is put right while it is answered', async ({service}) => {
  const world = virtualWorld();
  const days = 24 * 60 * 60_000;
  const {till} = await openRealTill({
    ...service,
    baseUrl: 'http://127.0.0.1:1',
    world,
    service: real => ({
      ...real,
      collect: async collection => {
        const answer = await real.collect(collection);
        world.rewind(-30 * days);
        return answer;
      },
    }),
  });
  await (await till.collect(order('678'))).finished;
  world.rewind(10 * days);
  const {reference, finished} = await till.collect(order('679'));
  await finished;
  expect(till.state.payments.get(reference)).toMatchObject({status: 'failed', failure: {reason: 'unreachable'}});
});

describe('a sale that is paid', () => {
  it('takes no other attempt, by whichever way, until it was given back', async ({service}) => {
    const {till} = await openRealTill(service);
    const first = await till.collect(order('678'));
    await first.finished;
    await service.advance('PT3S');
    await till.check(first.reference);
    const {sale = ''} = till.state.payments.get(first.reference) ?? {};
    const paid = {code: 'sale-paid', facts: {sale, reference: first.reference}};
    await expect(till.collect(order('679'), {sale, again: 'typed before it was paid'})).rejects.toMatchObject(paid);
    const cash = {amount: {currency: 'KES', minor: 20_000}, country: 'KE', description: '', sale} as const;
    await expect(till.takeCash(cash)).rejects.toMatchObject(paid);
    expect([await service.books(), till.state.payments.size]).toMatchObject([[{requests: 1}], 1]);
    await till.refundInCash(first.reference, {reason: 'wrong size'});
    await till.takeCash(cash);
    expect([...till.state.needPerson]).toEqual([]);
  });

  it('takes no code for an attempt that was set aside', async ({service}) => {
    const {till} = await openRealTill(service);
    const {reference, finished} = await till.collect(
      order('', {amount: '5000', country: 'CI', wallet: '2250712345678'}),
    );
    await finished;
    const amount = {currency: 'XOF', minor: 5000} as const;
    await till.takeCash({amount, country: 'CI', description: '', sale: reference, isSure: true});
    await expect(till.enterOtp(reference, '4567')).rejects.toMatchObject({code: 'sale-paid'});
    expect(till.state.payments.get(reference)?.otp.sent).toBe(0);
  });
});

describe('what provably never left', () => {
  /** A till whose first request does not leave this machine. */
  async function withUnsent() {
    const service = await sandbox();
    let collected = 0;
    const {till} = await openRealTill({
      ...service,
      service: real => ({
        ...real,
        collect: async (...asked) => {
          collected += 1;
          return collected === 1 ? {kind: 'not-sent', code: 'ECONNREFUSED'} : real.collect(...asked);
        },
      }),
    });
    const {reference, finished} = await till.collect(order('678'));
    await finished;
    return {till, service, reference};
  }

  it('is not sent again once its sale is asked of another wallet, or paid', async () => {
    const {till, service, reference} = await withUnsent();
    const other = await till.collect(order('679'), {sale: reference});
    await other.finished;
    const earlier = {code: 'earlier-payment', facts: {reference: other.reference}};
    await expect(till.sendAgain(reference)).rejects.toMatchObject(earlier);
    await service.advance('PT3S');
    await till.check(other.reference);
    await expect(till.sendAgain(reference)).rejects.toMatchObject({code: 'sale-paid'});
    expect(await service.books()).toMatchObject([{transaction_reference: other.reference, requests: 1}]);
  });

  it('is not sent again while its wallet is asked for another sale, nor while the till closes', async () => {
    const {till, service, reference} = await withUnsent();
    till.setClosing(true);
    await expect(till.sendAgain(reference)).rejects.toMatchObject({code: 'till-closing'});
    till.setClosing(false);
    const other = await till.collect(order('678'));
    await other.finished;
    const earlier = {code: 'earlier-payment', facts: {reference: other.reference}};
    await expect(till.sendAgain(reference)).rejects.toMatchObject(earlier);
    expect(await service.books()).toMatchObject([{transaction_reference: other.reference, requests: 1}]);
  });

  it('is sent again, under its own reference, when nothing else was', async () => {
    const {till, service, reference} = await withUnsent();
    await till.sendAgain(reference);
    expect(await service.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
  });
});

it('asks for no sale of an older day again whose second attempt was paid, though its first was not', async () => {
  const [server, memory, start] = [await sandbox(), new MemoryDisk(), Date.UTC(2026, 10, 20, 11)];
  const open = async (days: number) => {
    const world = virtualWorld(start + days * 86_400_000);
    return {...(await openRealTill({...server, folder: '/till', disk: memory, world})), world};
  };
  const {till, world} = await open(0);
  const {reference: sale, finished} = await till.collect(order('101'));
  await finished;
  const second = await till.collect(order('678'), {sale, again: 'another phone'});
  await second.finished;
  await server.advance('PT3S');
  await till.check(second.reference);
  till.watch();
  await world.pass(25 * 60_000); // until nothing more is asked about the first
  expect([sale, second.reference].map(each => till.state.payments.get(each)?.status)).toEqual(['failed', 'paid']);
  await till.close();
  for (const days of [1, 2]) {
    const {till: between} = await open(days);
    await (await between.collect(order(`68${days}`))).finished;
    await between.close();
  }
  const {till: later} = await open(3);
  await later.payment(sale);
  expect(later.state.payments.has(second.reference)).toBe(false);
  await expect(later.collect(order('679'), {sale})).rejects.toMatchObject({
    code: 'sale-paid',
    facts: {sale, reference: second.reference},
  });
  expect(await server.books()).not.toContainEqual(expect.objectContaining({requests: 2}));
});
