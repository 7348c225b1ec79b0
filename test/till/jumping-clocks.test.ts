// @module-tag slow
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {emptyState, recallEvents} from '../../src/core/books/state.js';
import {dayReader} from '../../src/core/events/day-of.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {dayReport} from '../../src/core/present/day-report.js';
import {emptyLedger} from '../../src/core/shift/ledger-schema.js';
import {isWithin, readDays} from '../../src/till/days.js';
import type {Journal} from '../../store/journal.js';
import {forAllAsync} from '../hostile/runs.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {kes, openStillShop, stillWorld} from './still-shop.js';

const hour = 3_600_000;
const day = 24 * hour;

type Act =
  | {readonly do: 'jump'; readonly by: number}
  | {readonly do: 'sell'}
  | {readonly do: 'give-back'; readonly which: number}
  | {readonly do: 'restart'};

/** Over midnight and back, by years, to the same hour twice; never to a year in which nothing is sold. */
const jumps = [1, 9 * hour, 15 * hour, day, 2 * day, 30 * day, 366 * day, 4 * 365 * day].flatMap(by => [by, -by]);
const act: fc.Arbitrary<Act> = fc.oneof(
  {weight: 4, arbitrary: fc.constant({do: 'sell'} as const)},
  {weight: 3, arbitrary: fc.constantFrom(...jumps).map(by => ({do: 'jump', by}) as const)},
  {weight: 2, arbitrary: fc.nat(20).map(which => ({do: 'give-back', which}) as const)},
  {weight: 1, arbitrary: fc.constant({do: 'restart'} as const)},
);

async function everyEvent(journal: Journal): Promise<readonly {readonly event: StoredEvent; readonly on: string}[]> {
  const all = [];
  for (const date of await journal.segments()) {
    const dayOf = dayReader();
    for await (const event of journal.readSegment(date)) all.push({event, on: dayOf(event)});
  }
  return all;
}

/** What a question of some days must find: all that the journal has, whatever file it lies in. */
async function wantedOf(journal: Journal, from: string, to: string) {
  const span = {from, to};
  const all = await everyEvent(journal);
  const state = emptyState();
  recallEvents(
    state,
    all.map(({event}) => event),
  );
  const payments = [...state.payments.values()]
    .filter(
      ({request, refunds}) =>
        isWithin(span, request.businessDate) || refunds.some(({businessDate}) => isWithin(span, businessDate)),
    )
    .sort((a, b) => a.seq - b.seq);
  return {payments, events: all.filter(({on}) => isWithin(span, on)).map(({event}) => event)};
}

it('every question of some days finds what the journal has, whatever the clock did', () =>
  forAllAsync({numRuns: 40}, fc.array(act, {minLength: 3, maxLength: 25}), async acts => {
    const disk = new MemoryDisk();
    const start = Date.UTC(2026, 10, 20, 20, 30);
    let now = start;
    const open = () => openStillShop({disk, world: {...stillWorld(), now: () => now}});
    let {till} = await open();
    const sold: string[] = [];
    for (const step of acts) {
      if (step.do === 'jump') now = Math.max(Date.UTC(2026, 10, 2), now + step.by);
      if (step.do === 'restart') {
        await till.close();
        ({till} = await open());
      }
      if (step.do === 'sell')
        sold.push((await till.takeCash({amount: kes(500), country: 'KE', description: ''})).reference);
      const back = step.do === 'give-back' ? sold[step.which % Math.max(1, sold.length)] : undefined;
      if (back !== undefined) await till.refundInCash(back, {reason: 'torn', amount: kes(100)}).catch(() => undefined);
    }
    await till.close();
    const {till: last, journal} = await open();
    const days = [...new Set((await everyEvent(journal)).map(({on}) => on))].sort();
    const spans = days.flatMap(from => [from, days.at(-1) ?? from].map(to => ({from, to})));
    for (const {from, to} of spans) {
      const [found, wanted] = [await readDays({journal}, {from, to}), await wantedOf(journal, from, to)];
      expect(found.events.map(({seq}) => seq)).toEqual(wanted.events.map(({seq}) => seq));
      expect(found.payments).toEqual(wanted.payments);
      const clock = {date: from, zone: 'Africa/Nairobi', dayStartsAt: '00:00'};
      if (from === to)
        expect(dayReport(found.payments, clock, emptyLedger)).toEqual(dayReport(wanted.payments, clock, emptyLedger));
    }
    expect(new Set(sold).size).toBe(sold.length);
    await last.close();
  }));
