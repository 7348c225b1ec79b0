// @module-tag slow
import {expect, it} from 'vitest';
import type {Answer} from '../../src/core/service/answer.js';
import {heapInUse} from '../heap.js';
import {openAfterOutage, type Question, recordOf} from './outage-shop.js';

const second = 1000;
const minute = 60 * second;
const megabyte = 1e6;
const waiting = 10_000;

function intervals(asked: readonly Question[]): readonly number[] {
  return asked.slice(1).map(({at}, index) => at - (asked[index]?.at ?? 0));
}

const noLink: Answer = {kind: 'not-sent', code: 'ENETUNREACH'};
const busy: Answer = {kind: 'answered', http: 429, text: ''};

it('asks about 10,000 payments in turn at its pace, while the sale on screen keeps its schedule', {
  tags: ['thorough'],
}, async () => {
  const {till, world, asked, answers, order} = await openAfterOutage(waiting);
  expect(till.state.open.size).toBe(waiting);
  answers.about = payment => recordOf(payment, 'Completed');
  const {reference, finished} = await till.collect(order('150'));
  await finished;
  till.focus(reference);
  till.watch();
  await world.pass(minute);
  const inFront = asked.filter(question => question.reference === reference);
  expect(inFront[0]?.at).toBe(3 * second);
  expect(Math.max(...intervals(inFront))).toBeLessThanOrEqual(2.4 * second);
  expect(asked.length - inFront.length).toBeGreaterThan(20);

  await world.pass(10 * second);
  expect(till.state.payments.get(reference)?.status).toBe('paid');
  till.focus(undefined);
  await world.pass(minute);
  expect(Math.min(...intervals(asked))).toBeGreaterThanOrEqual(second);
  expect(asked.filter(({at}) => at > 70 * second)).toHaveLength(60);
  expect(till.state.open.size).toBe(waiting + 1 - new Set(asked.map(question => question.reference)).size);
});

it('comes to every one of them before it asks about any again, though none has ended', async () => {
  const {till, world, asked} = await openAfterOutage(300, 20 * minute); // of which each is due every two minutes
  till.watch();
  await world.pass(299 * second);
  expect(asked).toHaveLength(300);
  expect(new Set(asked.map(({reference}) => reference)).size).toBe(300);
});

it('goes on where it was when a link that comes and goes is back', async () => {
  const {till, world, asked, answers} = await openAfterOutage(150);
  const heard = new Set<string>();
  const up = (payment: Parameters<typeof answers.about>[0]) => {
    heard.add(payment.reference);
    return recordOf(payment, 'Initialized');
  };
  till.watch();
  for (const _ of [1, 2, 3, 4]) {
    answers.about = up;
    await world.pass(50 * second);
    answers.about = () => noLink;
    await world.pass(minute);
  }
  expect(asked.length).toBeGreaterThan(heard.size);
  expect(heard.size).toBeGreaterThan(130);
});

it('comes to a sale that was set aside a moment ago while thousands wait', async () => {
  const {till, world, asked, order} = await openAfterOutage(2000);
  till.watch();
  await world.pass(20 * second);
  const {reference, finished} = await till.collect(order('160'));
  await finished;
  await world.pass(70 * second);
  const own = asked.filter(question => question.reference === reference);
  expect(till.state.payments.get(reference)?.status).toBe('paid');
  expect(own.length).toBeGreaterThan(8);
  expect(asked.length - own.length).toBeGreaterThan(40);
});

it('asks about the sale on screen in time while the answer to another question is long in coming', async () => {
  const {till, world, asked, answers, order} = await openAfterOutage(300);
  answers.about = async payment => {
    await world.sleep(15 * second);
    return recordOf(payment, 'Initialized');
  };
  till.watch();
  await world.pass(5 * second);
  const {reference, finished} = await till.collect(order('180'));
  await finished;
  till.focus(reference);
  const begun = world.monotonic();
  await world.pass(minute);
  const inFront = asked.filter(question => question.reference === reference);
  expect((inFront[0]?.at ?? 0) - begun).toBeLessThanOrEqual(3 * second);
  expect(Math.max(...intervals(inFront))).toBeLessThanOrEqual(2.4 * second);
  expect(asked.length - inFront.length).toBeLessThanOrEqual(6);
  const closed = till.close();
  await world.pass(30 * second);
  await closed;
});

it('halves its pace for a service that is busy, the sale on screen first', async () => {
  const {till, world, asked, answers, order} = await openAfterOutage(300);
  answers.about = () => busy;
  till.watch();
  await world.pass(5 * minute);
  const slow = asked.length;
  expect(slow).toBeLessThan(20);
  expect(till.link().state).toBe('up');
  const {reference, finished} = await till.collect(order('170'));
  await finished;
  till.focus(reference);
  await world.pass(45 * second);
  expect(asked.slice(slow).find(question => question.reference === reference)).toBeDefined();
});

it('does not grow while 10,000 wait and nothing is heard but that they wait', async () => {
  const {till, world, asked} = await openAfterOutage(waiting);
  till.watch();
  await world.pass(minute);
  const heap = heapInUse();
  await world.pass(2 * minute);
  expect(asked.length).toBeGreaterThan(170);
  expect(heapInUse() - heap).toBeLessThan(3 * megabyte);
  expect(till.state.open.size).toBe(waiting);
});
