import {addMoney, type Currency, type Money} from '../money/money.js';
import {merged, type OnBook, plus, type Sold, together} from '../shift/sold.js';
import {
  type DayPerson,
  type DayReport,
  type DayTender,
  type DayTotal,
  type HourTakings,
  personKey,
  sumOnBook,
  sumsBy,
  type TakenBy,
  tenderKey,
} from './day-report.js';

/** The first and the last of some business days. */
export type DaySpan = {readonly from: string; readonly to: string};

/** What was taken and refunded on some business days; each sum adds up the days' own reports. */
export type SpanReport = DaySpan & {
  /** The days with takings or refunds, in order. */
  readonly days: readonly {readonly date: string; readonly totals: readonly DayTotal[]; readonly sold: Sold}[];
  readonly takings: readonly DayTender[];
  readonly people: readonly DayPerson[];
  /** What was refunded on these days, by the tender, the person and the hour. */
  readonly back: TakenBy;
  readonly totals: readonly DayTotal[];
  /** What is on the book: no money, and in none of these sums. */
  readonly accounts: readonly OnBook[];
  /** Takings by the hour of the day, from the first hour with any to the last. */
  readonly hours: TakenBy['hours'];
  /** What the paid tickets were for. */
  readonly sold: Sold;
  /** The number of cash sales that are in no sum, because their drawers are not counted yet. */
  readonly withheld: number;
};

/** Adds up the reports of days, in whatever order they come. Pure. */
export function spanReport({from, to}: DaySpan, reports: readonly DayReport[]): SpanReport {
  const days = reports.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return {
    from,
    to,
    days: days.filter(({totals}) => totals.length > 0).map(({date, totals, sold}) => ({date, totals, sold})),
    ...added(days),
    back: added(days.map(({back}) => back)),
    totals: totalsOf(days.flatMap(({totals}) => totals)),
    accounts: sumOnBook(days.flatMap(({accounts}) => accounts)),
    sold: together(days.map(({sold}) => sold)),
    withheld: days.flatMap(({withheld}) => withheld).reduce((sum, {sales}) => sum + sales, 0),
  };
}

const added = (all: readonly TakenBy[]): TakenBy => ({
  takings: sumsBy(
    all.flatMap(({takings}) => takings),
    tenderKey,
  ),
  people: sumsBy(
    all.flatMap(({people}) => people),
    personKey,
  ),
  hours: hoursOf(all),
});

function totalsOf(totals: readonly DayTotal[]): readonly DayTotal[] {
  return merged(
    totals,
    ({currency}) => currency,
    (a, b) => ({...plus(a, b), ...addMoney(a, b)}),
  );
}

function hoursOf(days: readonly Pick<TakenBy, 'hours'>[]): SpanReport['hours'] {
  const taken = new Map<Currency, number[]>();
  for (const {currency, hours} of days.flatMap(day => day.hours)) {
    const ofDay = taken.get(currency) ?? Array<number>(24).fill(0);
    for (const {hour, minor} of hours) ofDay[hour] = (ofDay[hour] ?? 0) + minor;
    taken.set(currency, ofDay);
  }
  return [...taken]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, ofDay]) => {
      const last = ofDay.findLastIndex(minor => minor > 0);
      const first = ofDay.findIndex(minor => minor > 0);
      return {
        currency,
        hours: ofDay.map((minor, hour) => ({hour, minor})).filter(({hour}) => hour >= first && hour <= last),
      };
    });
}

/** The hours of a currency in which something was taken or refunded, in the order of a day that starts at `dayStartsAt`. */
export function netHours(
  {hours, back}: {readonly hours: TakenBy['hours']; readonly back: Pick<TakenBy, 'hours'>},
  currency: Currency,
  dayStartsAt = '00:00',
): readonly (Money & HourTakings & {readonly refunded: number; readonly net: number})[] {
  const of = (all: TakenBy['hours']) => all.find(each => each.currency === currency)?.hours ?? [];
  const [taken, given] = [of(hours), of(back.hours)];
  const first = Number(dayStartsAt.slice(0, 2));
  const inDay = (hour: number) => (hour - first + 24) % 24;
  const all = new Set([...taken, ...given].map(({hour}) => hour));
  return [...all]
    .sort((a, b) => inDay(a) - inDay(b))
    .map(hour => {
      const minorIn = (list: readonly HourTakings[]) =>
        list.filter(each => each.hour === hour).reduce((sum, {minor}) => sum + minor, 0);
      const [minor, refunded] = [minorIn(taken), minorIn(given)];
      return {currency, hour, minor, refunded, net: minor - refunded};
    });
}

/** The days of `2026-11-20`, `2026-11` or `2026`. Throws a `RangeError` for an invalid one; any four characters are a year. */
export function spanOf(of: string): DaySpan {
  if (of.length === 10) return {from: of, to: Temporal.PlainDate.from(of).toString()};
  if (of.length === 4) return {from: `${of}-01-01`, to: `${of}-12-31`};
  const month = Temporal.PlainYearMonth.from(of);
  return {from: month.toPlainDate({day: 1}).toString(), to: month.toPlainDate({day: month.daysInMonth}).toString()};
}

/** What a day, a month or a year is compared with: the same weekday a week before, the month before, the year before. */
export const comparedWith = (of: string): string => moved(of, -1, 7);

/** The day, month or year that comes `by` of them later; a negative `by` goes back. */
export const spanAfter = (of: string, by: number): string => moved(of, by, 1);

function moved(of: string, by: number, days: number): string {
  if (of.length === 10)
    return Temporal.PlainDate.from(of)
      .add({days: by * days})
      .toString();
  if (of.length === 4) return String(Number(of) + by).padStart(4, '0');
  return Temporal.PlainYearMonth.from(of).add({months: by}).toString();
}

/** The change from one sum to another in whole percent, negative for a decrease; undefined if there is nothing to compare with. */
export function changeInPercent(now: Money, before: Money | undefined): number | undefined {
  if (before === undefined || before.minor <= 0) return undefined;
  return Math.round(((now.minor - before.minor) * 100) / before.minor);
}
