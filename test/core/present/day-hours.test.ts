import {expect, it} from 'vitest';
import type {Currency, Money} from '../../../src/core/money/money.js';
import {takingsByHour} from '../../../src/core/present/day-report.js';
import {quarterMs} from '../../../src/core/shift/day-totals.js';

const totals = (...taken: readonly [at: string, currency: Currency, minor: number][]) => {
  const quarters = new Map<number, Map<Currency, Money>>();
  for (const [at, currency, minor] of taken) {
    const quarter = Math.floor(Date.parse(at) / quarterMs);
    quarters.set(quarter, new Map([...(quarters.get(quarter) ?? []), [currency, {currency, minor}]]));
  }
  return {quarters};
};
const at = (zone: string, now: string) => ({zone, now: Date.parse(now)});

it('goes from the first hour with takings to this one, by the clock of the zone', () => {
  const day = totals(
    ['2026-11-20T05:10:00Z', 'KES', 100],
    ['2026-11-20T05:50:00Z', 'KES', 50],
    ['2026-11-20T07:00:00Z', 'KES', 7],
    ['2026-11-20T07:00:00Z', 'USD', 900],
  );
  expect(takingsByHour(day, 'KES', at('Africa/Nairobi', '2026-11-20T08:30:00Z'))).toEqual([
    {hour: 8, minor: 150},
    {hour: 9, minor: 0},
    {hour: 10, minor: 7},
    {hour: 11, minor: 0},
  ]);
  expect(takingsByHour(day, 'USD', at('Africa/Nairobi', '2026-11-20T07:30:00Z'))).toEqual([{hour: 10, minor: 900}]);
  expect(takingsByHour(day, 'XOF', at('Africa/Nairobi', '2026-11-20T08:30:00Z'))).toEqual([]);
});

it('begins hours where the zone begins them', () => {
  const day = totals(['2026-11-20T05:15:00Z', 'KES', 1], ['2026-11-20T05:30:00Z', 'KES', 2]);
  expect(takingsByHour(day, 'KES', at('Asia/Kolkata', '2026-11-20T05:40:00Z'))).toEqual([
    {hour: 10, minor: 1},
    {hour: 11, minor: 2},
  ]);
});

it('has an hour twice on the day that the clocks go back, and no more than a day', () => {
  const day = totals(['2026-10-25T00:10:00Z', 'KES', 1], ['2026-10-25T01:10:00Z', 'KES', 2]);
  expect(takingsByHour(day, 'KES', at('Europe/Paris', '2026-10-25T01:20:00Z')).map(({hour}) => hour)).toEqual([2, 2]);
  expect(takingsByHour(day, 'KES', at('Europe/Paris', '2026-11-25T01:20:00Z'))).toHaveLength(25);
});

it('leaves out what was taken back', () => {
  const day = totals(['2026-11-20T05:10:00Z', 'KES', 0]);
  expect(takingsByHour(day, 'KES', at('UTC', '2026-11-20T06:00:00Z'))).toEqual([]);
});
