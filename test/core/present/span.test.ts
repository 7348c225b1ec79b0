import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {CashRequest} from '../../../src/core/payment/schema.js';
import {
  changeInPercent,
  comparedWith,
  type DayReport,
  dayReport,
  netHours,
  spanAfter,
  spanOf,
  spanReport,
} from '../../../src/core/present/day-report.js';
import {emptyLedger} from '../../../src/core/shift/ledger-schema.js';
import {forAll} from '../../hostile/runs.js';
import {event, request} from '../payment/payment-samples.js';

const dates = ['2026-11-18', '2026-11-19', '2026-11-20'] as const;

const sold = fc.record({
  date: fc.constantFrom(...dates),
  currency: fc.constantFrom('KES' as const, 'XOF' as const),
  minor: fc.integer({min: 1, max: 90_000}),
  person: fc.constantFrom('Amina', 'Joseph'),
  back: fc.option(fc.constantFrom(...dates)),
});

it('says what its days say, by every cut', () =>
  forAll({numRuns: 50}, fc.array(sold, {maxLength: 12}), sales => {
    const state = emptyState();
    for (const [at, {date, currency, minor, person, back}] of sales.entries()) {
      const reference = `T7K0MZ4K8Q2RD${String(at).padStart(2, '0')}`;
      const amount = {currency, minor};
      const {country, again} = request;
      const asked: CashRequest = {
        method: 'cash',
        reference,
        sale: reference,
        amount,
        tendered: amount,
        country,
        again,
        description: '',
        businessDate: date,
      };
      foldEvents(state, [event(2 * at + 1, 'requested', asked, person)]);
      const given = {reference, refund: 1, amount, reason: 'torn', businessDate: back ?? ''};
      if (back !== null) foldEvents(state, [event(2 * at + 2, 'refund-in-cash', given)]);
    }
    const reports = dates.map(date =>
      dayReport([...state.payments.values()], {date, zone: 'Africa/Nairobi', dayStartsAt: '00:00'}, emptyLedger),
    );
    const span = spanReport({from: dates[0], to: dates[2]}, reports);
    for (const currency of ['KES', 'XOF'] as const) {
      const own = sales.filter(each => each.currency === currency);
      const gross = own.reduce((sum, {minor}) => sum + minor, 0);
      const back = own.filter(each => each.back !== null).reduce((sum, {minor}) => sum + minor, 0);
      const total = span.totals.find(each => each.currency === currency);
      expect(total ?? {minor: 0, refunded: 0, net: 0, count: 0}).toMatchObject({
        minor: gross,
        refunded: back,
        net: gross - back,
        count: own.length,
      });
      const sumOf = (list: readonly {readonly total: {readonly currency: string; readonly minor: number}}[]) =>
        list.filter(each => each.total.currency === currency).reduce((sum, each) => sum + each.total.minor, 0);
      expect([sumOf(span.takings), sumOf(span.people)]).toEqual([gross, gross]);
      const hours = span.hours.find(each => each.currency === currency)?.hours ?? [];
      expect(hours.reduce((sum, {minor}) => sum + minor, 0)).toBe(gross);
      const days = span.days.flatMap(({totals}) => totals).filter(each => each.currency === currency);
      expect(days.reduce((sum, {net}) => sum + net, 0)).toBe(gross - back);
    }
    expect(spanReport({from: dates[0], to: dates[2]}, reports.toReversed())).toEqual(span);
  }));

/** A day with these sums and nothing else. */
const dayOf = (date: string, more: Partial<DayReport> = {}): DayReport => ({
  ...dayReport([], {date, zone: 'UTC', dayStartsAt: '00:00'}, emptyLedger),
  ...more,
});
const sum = (currency: 'KES' | 'USD' | 'XOF', minor: number) => ({currency, minor, count: 1, refunded: 0, net: minor});

it('has the days with sums in order, the currencies in theirs, and adds up what is withheld', () => {
  const span = spanReport({from: '2026-11-18', to: '2026-11-21'}, [
    dayOf('2026-11-20', {totals: [sum('USD', 3)], withheld: [{currency: 'KES', sales: 2, refunds: 9}]}),
    dayOf('2026-11-21'),
    dayOf('2026-11-19', {totals: [sum('XOF', 2), sum('KES', 1)]}),
    dayOf('2026-11-18', {
      totals: [sum('USD', 4)],
      withheld: [
        {currency: 'KES', sales: 1, refunds: 0},
        {currency: 'USD', sales: 4, refunds: 0},
      ],
    }),
  ]);
  expect(span.days.map(({date}) => date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
  expect(span.totals.map(({currency, minor}) => [currency, minor])).toEqual([
    ['KES', 1],
    ['USD', 7],
    ['XOF', 2],
  ]);
  expect(span.withheld).toBe(7);
});

it('has hours from the first with takings to the last, the currencies in their order', () => {
  const hours = (currency: 'KES' | 'USD' | 'XOF', ...list: readonly (readonly [number, number])[]) => ({
    currency,
    hours: list.map(([hour, minor]) => ({hour, minor})),
  });
  const span = spanReport({from: '2026-11-18', to: '2026-11-19'}, [
    dayOf('2026-11-18', {hours: [hours('USD', [0, 0], [9, 5], [10, 0], [11, 0]), hours('XOF', [23, 1])]}),
    dayOf('2026-11-19', {hours: [hours('KES', [12, 4]), hours('USD', [9, 1], [12, 2])]}),
  ]);
  expect(span.hours).toEqual([
    hours('KES', [12, 4]),
    hours('USD', [9, 6], [10, 0], [11, 0], [12, 2]),
    hours('XOF', [23, 1]),
  ]);
});

it('has the hours of one currency in the order of its day, with what was given back in each', () => {
  const of = (currency: 'KES' | 'USD', ...list: readonly (readonly [number, number])[]) => ({
    currency,
    hours: list.map(([hour, minor]) => ({hour, minor})),
  });
  const report = {
    hours: [of('USD', [7, 700]), of('KES', [5, 50], [6, 60], [5, 1])],
    back: {hours: [of('KES', [23, 3], [6, 10]), of('USD', [1, 9])]},
  };
  const told = (currency: 'KES' | 'USD' | 'XOF', start?: string) =>
    netHours(report, currency, start).map(({hour, minor, refunded, net}) => [hour, minor, refunded, net]);
  const [five, six, late] = [
    [5, 51, 0, 51],
    [6, 60, 10, 50],
    [23, 0, 3, -3],
  ];
  expect(told('KES')).toEqual([five, six, late]);
  expect(told('KES', '06:30')).toEqual([six, late, five]);
  expect(told('KES', '23:00')).toEqual([late, five, six]);
  expect(told('USD')).toEqual([
    [1, 0, 9, -9],
    [7, 700, 0, 700],
  ]);
  expect(told('XOF')).toEqual([]);
});

describe('a span of days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-13', '2026-11-21'],
    ['2026-03-02', '2026-03-02', '2026-03-02', '2026-02-23', '2026-03-03'],
    ['2028-02', '2028-02-01', '2028-02-29', '2028-01', '2028-03'],
    ['2026-01', '2026-01-01', '2026-01-31', '2025-12', '2026-02'],
    ['2026', '2026-01-01', '2026-12-31', '2025', '2027'],
  ])('%s goes from %s to %s, is compared with %s and followed by %s', (of, from, to, before, next) =>
    expect([spanOf(of), comparedWith(of), spanAfter(of, 1)]).toEqual([{from, to}, before, next]),
  );

  it('after nothing has no change in percent', () =>
    expect(changeInPercent({currency: 'KES', minor: 1}, undefined)).toBeUndefined());

  it.each([
    ['0001', -1, '0000'],
    ['2026', -2, '2024'],
    ['2026-01', -2, '2025-11'],
    ['2026-11-20', -20, '2026-10-31'],
  ])('%s moved by %i is %s', (of, by, expected) => expect(spanAfter(of, by)).toBe(expected));

  it.each(['2026-11-31', '2026-13', '2026-1'])('%s is none', of => expect(() => spanOf(of)).toThrow(RangeError));

  it.each([
    [150, 100, 50],
    [50, 100, -50],
    [100, 0, undefined],
    [0, 100, -100],
    [101, 300, -66],
    [100, -1, undefined],
    [100, 1, 9900],
  ])('%d after %d differs by %s percent', (now, before, percent) => {
    const money = (minor: number) => ({currency: 'KES', minor}) as const;
    expect(changeInPercent(money(now), money(before))).toBe(percent);
  });
});
