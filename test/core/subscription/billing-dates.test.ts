import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {serviceTime} from '../../../src/core/service/clock.js';
import {billingDate, cyclesBilledBy, isKnownRhythm, serviceTimeOf} from '../../../src/core/subscription/deviations.js';
import {forAll} from '../../hostile/runs.js';
import {billsLater, type Day, daysIn, daysLater, dayText, type Interval, intervals} from './plain-calendar.js';

const at = (text: string) => Temporal.PlainDateTime.from(text);
const plan = (interval: string, intervalCount = 1) => ({interval, intervalCount});
const billingDates = (anchor: Temporal.PlainDateTime, rhythm: ReturnType<typeof plan>, until: Temporal.PlainDateTime) =>
  Array.from({length: cyclesBilledBy(anchor, rhythm, until)}, (_, at) => billingDate(anchor, rhythm, at + 1)).filter(
    date => date !== undefined,
  );
const daysOf = (dates: readonly Temporal.PlainDateTime[]) => dates.map(date => date.toPlainDate().toString());

/** Every date of the plan in a year from a day on, the day a year later left out, by plain arithmetic. */
function yearFrom(day: Day, interval: Interval, count: number): string[] {
  const end = dayText({...day, year: day.year + 1});
  const dates: string[] = [];
  for (let bills = 0; ; bills += 1) {
    const date = dayText(billsLater(day, interval, count, bills));
    if (date >= end) return dates;
    dates.push(date);
  }
}

const days = fc
  .record({year: fc.integer({min: 1990, max: 2110}), month: fc.integer({min: 1, max: 12}), end: fc.boolean()})
  .chain(({year, month, end}) =>
    fc.record({
      year: fc.constant(year),
      month: fc.constant(month),
      day: fc.integer({min: end ? 28 : 1, max: daysIn(year, month)}),
    }),
  );

describe('the dates of a plan', () => {
  it.each([
    ['DAILY', 365],
    ['WEEKLY', 53],
    ['MONTHLY', 12],
    ['QUARTERLY', 4],
    ['ANNUAL', 1],
  ] as const)('are those of a year, %s', (interval, count) => {
    for (const day of [
      {year: 2026, month: 1, day: 31},
      {year: 2027, month: 8, day: 30},
      {year: 2025, month: 11, day: 30},
    ]) {
      const dates = billingDates(
        at(`${dayText(day)}T10:20`),
        plan(interval),
        at(`${day.year + 1}-${dayText(day).slice(5)}T10:19:59`),
      );
      expect(daysOf(dates)).toEqual(yearFrom(day, interval, 1));
      expect(dates.length).toBe(interval === 'DAILY' && day.year === 2027 ? count + 1 : count);
      expect(new Set(dates.map(date => date.toPlainTime().toString()))).toEqual(new Set(['10:20:00']));
    }
  });

  it('come back to the 31st after a shorter month', () => {
    expect(daysOf(billingDates(at('2027-12-31T23:59:59'), plan('MONTHLY'), at('2028-06-30T23:59:59')))).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
    ]);
    expect(daysOf(billingDates(at('2026-11-30T00:00'), plan('QUARTERLY'), at('2027-09-01T00:00')))).toEqual([
      '2026-11-30',
      '2027-02-28',
      '2027-05-30',
      '2027-08-30',
    ]);
  });

  it('come back to the 29th of February in leap years, of which 2100 is none', () =>
    expect(daysOf(billingDates(at('2096-02-29T08:00'), plan('ANNUAL'), at('2104-12-31T00:00')))).toEqual([
      '2096-02-29',
      '2097-02-28',
      '2098-02-28',
      '2099-02-28',
      '2100-02-28',
      '2101-02-28',
      '2102-02-28',
      '2103-02-28',
      '2104-02-29',
    ]));

  it('are those of plain arithmetic, for any anchor, interval and count', () =>
    forAll(
      days,
      fc.constantFrom(...intervals),
      fc.integer({min: 1, max: 4}),
      fc.nat(60),
      fc.integer({min: 0, max: 86_399}),
      (day, interval, count, bills, second) => {
        const anchor = at(dayText(day)).add({seconds: second});
        const expected = Array.from({length: bills + 1}, (_, index) =>
          dayText(billsLater(day, interval, count, index)),
        );
        const last = at(expected.at(-1) ?? '').add({seconds: second});
        expect(daysOf(billingDates(anchor, plan(interval, count), last))).toEqual(expected);
        // A moment before the date it is not billed yet, and a moment before the next one it is no more than that.
        expect(cyclesBilledBy(anchor, plan(interval, count), last.subtract({nanoseconds: 1}))).toBe(bills);
        const next = at(dayText(billsLater(day, interval, count, bills + 1))).add({seconds: second});
        expect(cyclesBilledBy(anchor, plan(interval, count), next.subtract({nanoseconds: 1}))).toBe(bills + 1);
      },
    ));

  it('are none before the anchor, and none that a plan does not state', () => {
    const anchor = at('2026-01-31T10:20');
    expect(billingDates(anchor, plan('MONTHLY'), at('2026-01-31T10:19'))).toEqual([]);
    expect(billingDates(anchor, plan('MONTHLY'), at('2020-01-31T10:19'))).toEqual([]);
    for (const unknown of [plan('FORTNIGHTLY'), plan('toString'), plan(''), plan('MONTHLY', 0), plan('MONTHLY', -1)]) {
      expect(isKnownRhythm(unknown)).toBe(false);
      expect(billingDates(anchor, unknown, at('2030-01-01T00:00'))).toEqual([]);
      expect(billingDate(anchor, unknown, 1)).toBeUndefined();
    }
    expect(isKnownRhythm(plan('monthly'))).toBe(true);
  });

  it('stop at the end of the calendar', () => {
    const anchor = at('2026-01-31T10:20');
    expect(billingDate(anchor, plan('ANNUAL'), 1e12)).toBeUndefined();
    expect(billingDate(anchor, plan('DAILY'), Number.MAX_SAFE_INTEGER)).toBeUndefined();
    expect(billingDate(anchor, plan('DAILY'), 0)).toBeUndefined();
    expect(cyclesBilledBy(anchor, plan('ANNUAL'), at('9999-12-31T00:00'))).toBe(7974);
  });
});

describe('a time of the service', () => {
  it.each([
    ['2026-07-01T10:15:30.123456', '2026-07-01T10:15:30.123456'],
    ['2026-07-01 10:15:30.575', '2026-07-01T10:15:30.575'],
    ['2026-07-01T10:15', '2026-07-01T10:15:00'],
    ['2026-07-01', '2026-07-01T00:00:00'],
    ['2026-07-01T10:15:30Z', '2026-07-01T10:15:30'],
    ['2026-07-01T10:15:30.5+01:00', '2026-07-01T10:15:30.5'],
    ['2026-07-01T10:15:30-0300', '2026-07-01T10:15:30'],
  ])('is read as it stands: %s', (text, expected) => expect(serviceTime(text)?.toString()).toBe(expected));

  it.each([
    null,
    '',
    'null',
    '2026-02-30T10:00:00',
    '2026-13-01',
    '01/07/2026',
    '2026-07-01T25:00',
    '2026-07-01Tx',
    'x2026-07-01',
  ])('is none in %s', text => expect(serviceTime(text)).toBeUndefined());

  it('is within a day of our clock', () => {
    const day = daysLater({year: 1970, month: 1, day: 1}, 20_000);
    expect(serviceTimeOf(20_000 * 86_400_000 + 0.4).toString()).toBe(`${dayText(day)}T00:00:00`);
  });
});
