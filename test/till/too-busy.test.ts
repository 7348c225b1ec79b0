import {expect, it} from 'vitest';
import {isOpen} from '../../src/core/payment/payment.js';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, dollars, refundsOf, withPaidCard} from './card-till.js';
import {openRealTill, order} from './real-till.js';
import {virtualWorld} from './virtual-world.js';

/** Too busy for every request of this kind, and for nothing else. */
const busy = (route: string, seconds = 1) => ({rules: [{route, fault: 'rate-limit', seconds}]});

async function busyShop(route: string) {
  const server = await sandbox();
  const {till} = await openRealTill({...server, folder: '/till', disk: new MemoryDisk()});
  await server.faults(busy(route));
  return {server, till};
}

it('does not send a collection again that a busy service answered, and asks about it', async () => {
  const {server, till} = await busyShop('process-collection');
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  const payment = till.state.payments.get(reference);
  expect(payment).toMatchObject({status: 'unknown', failure: undefined});
  expect(payment && isOpen(payment)).toBe(true);
  expect(till.outlook(reference).inMs).toBeGreaterThan(0);
  await expect(till.sendAgain(reference)).rejects.toMatchObject({code: 'payment-not-resendable'});
  await server.faults({});
  await expect(till.collect(order('678'))).rejects.toMatchObject({code: 'earlier-payment', facts: {reference}});
  expect(await server.books()).toEqual([]);
});

it('nor a card', async () => {
  const {server, till} = await busyShop('card-charge');
  const {reference, finished} = await till.charge(cardOrder('24'), cardOf(card));
  await finished;
  await server.faults({});
  expect(till.state.payments.get(reference)?.status).toBe('unknown');
  await expect(till.charge(cardOrder('24'), cardOf(card))).rejects.toMatchObject({
    code: 'earlier-payment',
    facts: {reference},
  });
});

it('nor a one-time password', async () => {
  const {server, till} = await busyShop('process-otp');
  const {reference, finished} = await till.collect(
    order('945', {country: 'CI', wallet: '2250701234945', amount: '350'}),
  );
  await finished;
  expect(till.state.payments.get(reference)?.details?.requiresOtp).toBe(true);
  await till.enterOtp(reference, '4567');
  expect(till.state.payments.get(reference)?.otp.last?.kind).toBe('unknown');
  await server.faults({rules: [{route: 'check-status', fault: 'http-502-html'}]});
  await expect(till.enterOtp(reference, '4567')).rejects.toMatchObject({code: 'code-unclear'});
});

it('nor a refund', async () => {
  const {till, server, reference} = await withPaidCard('24');
  await server.faults(busy('refund'));
  const {finished} = await till.refund(reference, {reason: 'broken', amount: dollars(10)});
  await finished;
  await server.faults({});
  expect(refundsOf(till, reference)).toMatchObject([{status: 'unknown', isProven: false}]);
  await expect(till.refund(reference, {reason: 'broken', amount: dollars(10)})).rejects.toThrow('refund-unclear');
  expect(await server.refunds()).toEqual([]);
});

it('nor an enrolment', async () => {
  const {server, till} = await busyShop('create-subscription');
  const plan = await till.createPlan({
    name: 'Gym',
    description: '',
    amount: '12.5',
    currency: 'USD',
    interval: 'MONTHLY',
    trialPeriodDays: 0,
  });
  const asked = {customerEmail: 'amina@example.com', plan, country: 'KE'} as const;
  const {enrolment, finished} = await till.enrol(asked, cardOf({...card, holder: 'AMINA W'}));
  await finished;
  await server.faults({});
  expect(till.state.registry.enrolments.get(enrolment)?.status).toBe('unknown');
  await expect(till.enrol(asked, cardOf({...card, holder: 'AMINA W'}))).rejects.toThrow('enrolment-unclear');
});

it('asks no question before the time that a busy service named to an order', async () => {
  const server = await sandbox();
  await server.faults(busy('process-collection', 20));
  const world = virtualWorld();
  const asked: number[] = [];
  const {till} = await openRealTill({
    ...server,
    world,
    service: real => ({
      ...real,
      status: question => {
        asked.push(world.monotonic());
        return real.status(question);
      },
    }),
  });
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  till.focus(reference);
  till.watch();
  await world.pass(60_000);
  expect(asked[0]).toBe(20_000);
  expect(asked.length).toBeGreaterThan(5);
});
