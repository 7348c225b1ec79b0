import {expect, it} from 'vitest';
import {drawerDifferences, periodsOf} from '../../../src/core/office/z-row.js';
import type {Report} from '../../../src/core/shift/report-schema.js';

const money = (minor: number) => ({currency: 'KES', minor}) as const;
const z = (
  businessDate: string,
  people: readonly string[],
  taken: number,
  back: number,
  difference: number | null,
) => ({
  businessDate,
  report: {
    people,
    tenders: [{total: money(taken), count: 1}],
    corrections: [],
    refunds: [{method: 'cash', total: money(back), done: 1, requested: 1, failed: 0}],
    drawers: [{currency: 'KES', difference}],
  } as unknown as Report,
});

const zs = [
  z('2026-10-30', ['Amina'], 1000, 100, -50),
  z('2026-11-01', ['Amina'], 2000, 0, -20),
  z('2026-11-02', ['Baraka'], 3000, 500, 30),
  z('2025-12-31', ['Amina', 'Baraka'], 700, 0, 0),
  z('2026-11-03', ['Baraka'], 10, 0, null),
];

it('adds up the Zs of months and years, the newest first', () => {
  const shown = (kind: 'month' | 'year') =>
    periodsOf(zs, kind).map(({period, zs: count, net}) => [period, count, ...net.map(({minor}) => minor)]);
  expect(shown('month')).toEqual([
    ['2026-11', 3, 4510],
    ['2026-10', 1, 900],
    ['2025-12', 1, 700],
  ]);
  expect(shown('year')).toEqual([
    ['2026', 4, 5410],
    ['2025', 1, 700],
  ]);
});

it('tells who had the till when a drawer was short or over, how often and by how much', () =>
  expect(drawerDifferences(zs)).toEqual([
    {people: 'Amina', currency: 'KES', counts: 2, short: {count: 2, minor: -70}, over: {count: 0, minor: 0}},
    {people: 'Amina, Baraka', currency: 'KES', counts: 1, short: {count: 0, minor: 0}, over: {count: 0, minor: 0}},
    {people: 'Baraka', currency: 'KES', counts: 1, short: {count: 0, minor: 0}, over: {count: 1, minor: 30}},
  ]));
