import {it as base, describe, expect} from 'vitest';
import {cardOf, type PlainCard} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, challenged, eventsOn, refundsOf, statusOf, toldDisk} from './card-till.js';
import {openRealTill, order} from './real-till.js';
import {virtualWorld} from './virtual-world.js';

const it = base.extend('service', () => sandbox());

it('charges a card, and finds it paid by the status record alone', async ({service}) => {
  const {till} = await openRealTill(service);
  const {reference, finished} = await till.charge(cardOrder(), cardOf(card));
  await finished;
  expect(till.state.payments.get(reference)).toMatchObject({status: 'pending', details: {isCompleted: true}});
  await till.check(reference);
  expect(statusOf(till, reference)).toBe('paid');
  expect(await service.books()).toMatchObject([
    {transaction_reference: reference, method: 'card', amount: 24, currency: 'USD', status: 'Completed', requests: 1},
  ]);
});

it('has the sent event on the disk before a byte leaves', async ({service}) => {
  const log: string[] = [];
  const {till} = await openRealTill({
    ...service,
    disk: toldDisk(new MemoryDisk(), log),
    service: real => ({
      ...real,
      charge: (...asked) => {
        log.push('charge');
        return real.charge(...asked);
      },
    }),
  });
  const {finished} = await till.charge(cardOrder(), cardOf(card));
  await finished;
  const sent = log.indexOf('write sent');
  expect(log.slice(sent, sent + 3)).toEqual(['write sent', 'sync', 'charge']);
  expect(log.filter(line => line === 'charge')).toHaveLength(1);
});

it('charges once when two presses come at once, and names the first to the second', async ({service}) => {
  const {till} = await openRealTill(service);
  const [first, second] = await Promise.allSettled([
    till.charge(cardOrder(), cardOf(card)),
    till.charge(cardOrder(), cardOf(card)),
  ]);
  if (first.status !== 'fulfilled' || second.status !== 'rejected') throw new Error('the first is not the one');
  const {reference, finished} = first.value;
  expect(second.reason).toMatchObject({code: 'earlier-payment', facts: {reference}});
  await finished;
  expect(await service.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
  const again = await till.charge(cardOrder(), cardOf(card), {again: 'another basket'});
  await again.finished;
  expect(till.state.payments.get(again.reference)?.request.again).toEqual({
    reason: 'another basket',
    earlier: reference,
  });
  const other = await till.charge(cardOrder('25'), cardOf(card));
  await other.finished;
  expect(await service.books()).toHaveLength(3);
});

it('sends again once when two presses come at once', async ({service}) => {
  const {till, folder} = await openRealTill({...service, baseUrl: 'http://127.0.0.1:1'});
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  await till.close();
  const {till: back} = await openRealTill({...service, folder});
  const [first, second] = await Promise.allSettled([back.sendAgain(reference), back.sendAgain(reference)]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({reason: {code: 'payment-not-resendable'}});
  expect(await service.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
});

it('never sends a card again that provably did not leave: it is typed anew', async ({service}) => {
  const {till, folder} = await openRealTill({...service, baseUrl: 'http://127.0.0.1:1'});
  const first = await till.charge(cardOrder(), cardOf(card));
  await first.finished;
  expect(till.state.payments.get(first.reference)?.failure?.reason).toBe('unreachable');
  await till.close();
  const {till: back} = await openRealTill({...service, folder});
  await expect(back.sendAgain(first.reference)).rejects.toMatchObject({code: 'payment-not-resendable'});
  const second = await back.charge(cardOrder(), cardOf(card), {sale: first.reference});
  await second.finished;
  await back.check(second.reference);
  expect([statusOf(back, first.reference), statusOf(back, second.reference)]).toEqual(['failed', 'paid']);
  expect(await service.books()).toMatchObject([{transaction_reference: second.reference, requests: 1}]);
});

it('fails at its next start a charge that had not left, and sends nothing by starting', async ({service}) => {
  const memory = new MemoryDisk();
  const {till} = await openRealTill({...service, folder: '/till', disk: toldDisk(memory, [], 'sent')});
  const {reference, finished} = await till.charge(cardOrder(), cardOf(card));
  await expect(finished).rejects.toMatchObject({code: 'journal-not-writable'});
  await till.close();
  const {till: back} = await openRealTill({...service, folder: '/till', disk: memory});
  expect(back.state.payments.get(reference)).toMatchObject({status: 'failed', failure: {reason: 'never-left'}});
  expect(await service.books()).toEqual([]);
});

describe('a charge', () => {
  it.each(['105', '107', '109'])('of %s, whose answer is lost, is found paid and charged once', async amount => {
    const service = await sandbox();
    const {till} = await openRealTill(service);
    const {reference, finished} = await till.charge(cardOrder(amount), cardOf(card));
    await finished;
    expect(statusOf(till, reference)).toBe('unknown');
    await service.advance('PT3S');
    await till.check(reference);
    expect(statusOf(till, reference)).toBe('paid');
    expect(await service.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
  });

  it('that is reset before it is processed stays unknown until a person judges', async ({service}) => {
    const world = virtualWorld();
    const {till} = await openRealTill({...service, world});
    const {reference, finished} = await till.charge(cardOrder('106'), cardOf(card));
    await finished;
    await till.check(reference);
    expect(till.state.payments.get(reference)).toMatchObject({status: 'unknown', notFound: {count: 1}});
    await world.pass(3 * 60_000);
    await till.resolve(reference, {as: 'not-paid', person: 'Amina', reason: 'not on the statement'});
    expect(statusOf(till, reference)).toBe('failed');
    expect(await service.books()).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['08/28', 'unknown', 'paid'],
    ['01/37', 'unknown', 'failed'],
    ['05/37', 'unknown', 'paid'],
    ['05/39', 'failed', 'failed'],
    ['04/27', 'failed', 'failed'],
  ])('of a card that expires %s is %s, and ends %s', async (expiry, answered, ended) => {
    const service = await sandbox();
    const {till} = await openRealTill(service);
    const [expiryMonth = '', expiryYear = ''] = expiry.split('/');
    const {reference, finished} = await till.charge(cardOrder(), cardOf({...card, expiryMonth, expiryYear}));
    await finished;
    expect(statusOf(till, reference)).toBe(answered);
    await service.advance('PT3S');
    await till.check(reference);
    expect(statusOf(till, reference)).toBe(ended);
  });
});

it('settles a sale of which two attempts were paid by giving one back whole', async () => {
  const world = virtualWorld();
  const server = await sandbox();
  const {till} = await openRealTill({...server, world});
  const {reference: first, finished: answered} = await till.charge(cardOrder(), cardOf(card));
  await answered;
  const second = await till.charge(cardOrder(), cardOf(challenged), {sale: first});
  await second.finished;
  await till.check(first);
  await world.pass(24 * 60 * 60_000);
  await till.resolve(second.reference, {as: 'paid', person: 'Amina', reason: 'seen on the phone'});
  expect([...till.state.needPerson].sort()).toEqual([first, second.reference].sort());
  const {finished} = await till.refund(first, {reason: 'paid twice'});
  await finished;
  await server.advance('PT2S');
  await till.check(first);
  expect(refundsOf(till, first)).toMatchObject([{status: 'done', amount: {minor: 2400}}]);
  expect([...till.state.needPerson]).toEqual([]);
});

it('writes of a card no more than its brand and its last four digits', async ({service}) => {
  const memory = new MemoryDisk();
  const {till} = await openRealTill({...service, folder: '/till', disk: memory});
  const marked: readonly PlainCard[] = [
    {...card, pin: '826473', holder: 'Zebedee Quartz'},
    {...challenged, pin: '826473'},
    {...card, number: '5123450000000008', securityCode: '739', pin: '826473'},
    {...card, number: '4012001037141112', pin: '826473'},
    {...card, expiryMonth: '08', expiryYear: '28', pin: '826473'},
  ];
  for (const [index, one] of marked.entries()) {
    const {reference, finished} = await till.charge(cardOrder(String(30 + index), 'NGN'), cardOf(one));
    await finished;
    await till.check(reference);
  }
  const written = eventsOn(memory);
  expect(written.filter(({type}) => type === 'answered')).toHaveLength(marked.length);
  const text = JSON.stringify(written.map(({hash: _, ...event}) => event));
  for (const {number, securityCode, pin = '', holder = pin} of marked) {
    expect(text).toContain(`"lastFour":"${number.slice(-4)}"`);
    for (const secret of [number.slice(0, -4), number.slice(4), number.slice(2, 10), pin, holder]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(new RegExp(`(?:csc|cvv|code|securityCode)\\W{1,4}${securityCode}\\b`, 'i'));
  }
  expect(text).not.toMatch(/cardNumber|expiry|securityCode|"pin"/);
});
