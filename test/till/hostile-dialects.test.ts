import {expect, it} from 'vitest';
import {explain, stepSentence} from '../../src/core/books/selectors.js';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, dollars, refundsOf, withPaidCard} from './card-till.js';
import {openRealTill, order} from './real-till.js';

const refusals = ['116', '117', '118', '119'];
const records = [
  ['120', 'no-reference'],
  ['121', 'around'],
  ['122', 'doubled'],
  ['123', 'no-currency'],
  ['124', 'amount'],
  ['125', 'partial'],
] as const;

async function openShop() {
  const server = await sandbox();
  const {till} = await openRealTill({...server, folder: '/till', disk: new MemoryDisk()});
  const statusOf = (reference: string) => till.state.payments.get(reference)?.status;
  const lastRule = (reference: string) => till.state.payments.get(reference)?.steps.at(-1);
  return {server, till, statusOf, lastRule};
}

it.each(refusals)('a wallet ending in %s is not called unpaid by what is no refusal of it', async ending => {
  const {server, till, statusOf} = await openShop();
  const {reference, finished} = await till.collect(order(ending));
  await finished;
  expect(statusOf(reference)).toBe('unknown');
  await expect(till.collect(order(ending))).rejects.toMatchObject({code: 'earlier-payment'});
  await server.advance('PT3S');
  await till.check(reference);
  expect(statusOf(reference)).toBe('paid');
});

it.each(refusals)('nor a card by an amount of %s', async amount => {
  const {till, statusOf} = await openShop();
  const {reference, finished} = await till.charge(cardOrder(amount), cardOf(card));
  await finished;
  expect(statusOf(reference)).toBe('unknown');
  await till.check(reference);
  expect(statusOf(reference)).toBe('paid');
});

it.each(refusals)('nor a refund of %s, which is found in the history', async amount => {
  const {till, server, reference} = await withPaidCard('200');
  const {finished} = await till.refund(reference, {reason: 'broken', amount: dollars(Number(amount))});
  await finished;
  expect(refundsOf(till, reference)).toMatchObject([{status: 'unknown'}]);
  await server.advance('PT2S');
  await till.check(reference);
  expect(refundsOf(till, reference)).toMatchObject([{status: 'done'}]);
  expect(await server.refunds()).toHaveLength(1);
});

it.each(refusals)('nor an enrolment on a plan of %s, which is found in the list', async amount => {
  const {till, server} = await openShop();
  const plan = await till.createPlan({
    name: 'Gym',
    description: '',
    amount,
    currency: 'USD',
    interval: 'MONTHLY',
    trialPeriodDays: 0,
  });
  const asked = {customerEmail: 'amina@example.com', plan, country: 'KE'} as const;
  await server.faults({rules: [{route: 'subscriptions', fault: 'http-502-html'}]});
  const {enrolment, finished} = await till.enrol(asked, cardOf({...card, holder: 'AMINA W'}));
  await finished;
  expect(till.state.registry.enrolments.get(enrolment)?.status).toBe('unknown');
  await server.faults({});
  expect(await till.lookForEnrolment(enrolment)).toBe('found');
  expect(till.state.registry.enrolments.get(enrolment)?.status).toBe('made');
});

it.each(refusals)('nor a one-time password of a wallet ending in %s', async ending => {
  const {till} = await openShop();
  const wallet = `2250701234${ending}`;
  const {reference, finished} = await till.collect(order(ending, {country: 'CI', wallet, amount: '350'}));
  await finished;
  await till.enterOtp(reference, '4567');
  expect(till.state.payments.get(reference)?.otp.last?.kind).toBe('unknown');
});

it.each(records)('a record that proves nothing makes nobody paid: wallet %s', async (ending, why) => {
  const {server, till, statusOf, lastRule} = await openShop();
  const {reference, finished} = await till.collect(order(ending));
  await finished;
  await till.check(reference);
  expect(lastRule(reference)).toMatchObject({rule: 'record-contradictory', facts: {why}});
  expect(statusOf(reference)).toBe('pending');
  await server.advance('PT1M');
  await till.check(reference);
  expect(lastRule(reference)?.rule).toBe('record-pending');
});

it('says in both languages why a record proves nothing', async () => {
  const {till} = await openShop();
  const {reference, finished} = await till.collect(order('123'));
  await finished;
  await till.check(reference);
  const payment = till.state.payments.get(reference);
  const last = payment?.steps.at(-1);
  if (payment === undefined || last === undefined) return expect.unreachable();
  expect(explain(payment, 'en')).toBe('The provider’s answer “Completed” is not clear: it names no currency.');
  expect(stepSentence(last, 'en')).toBe('a record that proves nothing: it names no currency');
  expect(stepSentence(last, 'fr')).toBe('un enregistrement qui ne prouve rien : aucune devise n’est nommée');
});

it.each(records)('nor a card of that amount, until a whole record says so: %s', async (amount, why) => {
  const {server, till, statusOf, lastRule} = await openShop();
  const {reference, finished} = await till.charge(cardOrder(amount), cardOf(card));
  await finished;
  await till.check(reference);
  expect(lastRule(reference)).toMatchObject({rule: 'record-contradictory', facts: {why}});
  expect(statusOf(reference)).toBe('pending');
  await server.advance('PT1M');
  await till.check(reference);
  expect(statusOf(reference)).toBe('paid');
});
