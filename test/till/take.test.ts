import {expect, it, vi} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {openRealTill, order, sandbox} from './real-till.js';

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

it('takes a payment and finds it paid by the status record alone', async () => {
  const service = await sandbox();
  const {till} = await openRealTill(service);
  const {reference, finished} = await till.take(order('678'));
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

it('has the sent event on the disk before a byte leaves', async () => {
  const service = await sandbox();
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
  const {finished} = await till.take(order('678'));
  await finished;
  const sent = log.indexOf('write sent');
  expect(log.slice(sent, sent + 3)).toEqual(['write sent', 'sync', 'collect']);
});

it('sends nothing when the disk is full, and takes no more payments', async () => {
  const service = await sandbox();
  let isFull = false;
  const {till} = await openRealTill({...service, disk: watchedDisk([], () => isFull)});
  const first = await till.take(order('678'));
  await first.finished;
  isFull = true;
  await expect(till.take(order('679'))).rejects.toMatchObject({code: 'journal-not-writable'});
  isFull = false;
  await expect(till.take(order('680'))).rejects.toBeInstanceOf(Problem);
  expect(till.poison()).toBeDefined();
  expect(await service.books()).toHaveLength(1);
});

it('asks about the same wallet first, and goes on with a reason', async () => {
  const service = await sandbox();
  const {till} = await openRealTill(service);
  const {reference, finished} = await till.take(order('102'));
  await finished;
  await expect(till.take(order('102'))).rejects.toMatchObject({code: 'earlier-payment', facts: {reference}});
  expect(await service.books()).toHaveLength(1);
  const again = await till.take(order('102'), {again: 'another basket'});
  await again.finished;
  expect(till.state.payments.get(again.reference)?.request.again).toEqual({
    reason: 'another basket',
    earlier: reference,
  });
  expect(await service.books()).toHaveLength(2);
});

it('keeps the sale across attempts and sees when both were paid', async () => {
  const service = await sandbox();
  const {till} = await openRealTill(service);
  const first = await till.take(order('678'));
  await first.finished;
  const second = await till.take(order('679'), {sale: first.reference});
  await second.finished;
  expect(till.state.payments.get(first.reference)?.setAside).toBe(true);
  await expect(till.take(order('680', {amount: '201'}), {sale: first.reference})).rejects.toMatchObject({
    code: 'sale-amount-differs',
  });
  await service.advance('PT3S');
  await till.check(first.reference);
  await till.check(second.reference);
  const statuses = [first, second].map(({reference}) => till.state.payments.get(reference)?.status);
  expect(statuses).toEqual(['paid', 'paid']);
});

it('sends again under the same reference only what never left', async () => {
  const service = await sandbox();
  const {till, folder} = await openRealTill({...service, baseUrl: 'http://127.0.0.1:1'});
  const {reference, finished} = await till.take(order('678'));
  await finished;
  expect(till.state.payments.get(reference)?.failure?.reason).toBe('unreachable');
  await till.close();
  const {till: back} = await openRealTill({...service, folder});
  await back.sendAgain(reference);
  expect(back.state.payments.get(reference)?.status).toBe('pending');
  await expect(back.sendAgain(reference)).rejects.toMatchObject({code: 'payment-not-resendable'});
  expect(await service.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
});

it('finds out by itself, while the answer is still on its way', async () => {
  const service = await sandbox();
  const {till} = await openRealTill(service);
  till.watch();
  const {reference} = await till.take(order('110'));
  till.front(reference);
  await vi.waitFor(() => expect(till.state.payments.get(reference)?.status).toBe('sent'));
  await service.advance('PT3S');
  await vi.waitFor(() => expect(till.state.payments.get(reference)?.status).toBe('paid'), {timeout: 8000});
});
