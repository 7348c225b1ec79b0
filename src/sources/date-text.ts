import {type DateOrder, dateOrders} from '../core/reconcile/rows/row.js';
import {plainWords} from './headings.js';

const end = String.raw`(?=$|[T\s,])`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${end}`);
const compact = /^(\d{4})(\d\d)(\d\d)(?:\d{6})?$/;
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)${end}`);
const namedMonth = new RegExp(String.raw`^(\d{1,2})(?:\. |[-/. ])?(\p{L}+)\.?[-/. ]?(\d{4}|\d\d)${end}`, 'u');
const shortYear = new RegExp(String.raw`^(\d{1,2})(?:\. |[-/. ])?(\p{L}+)\.?[-/. ]?(\d\d)${end}`, 'u');
const monthFirst = new RegExp(String.raw`^(\p{L}+)\.? (\d{1,2}),? (\d{4})${end}`, 'u');

/** Names of months in the same eight languages as the headings, without accents, by their first letters. */
const months = [
  /^(jan|ene|janv|يناير)/,
  /^(feb|fev|فبراير)/,
  /^(mar|maa|mrt|mac|مارس)/,
  /^(apr|avr|abr|ابريل)/,
  /^(may|mai|mei|مايو)/,
  /^(jun|juin|يونيو)/,
  /^(jul|juil|يوليو)/,
  /^(aug|aou|ago|اغسطس)/,
  /^(sep|set|سبتمبر)/,
  /^(oct|okt|out|اكتوبر)/,
  /^(nov|نوفمبر)/,
  /^(dec|dez|dic|des|ديسمبر)/,
];

/** The days that the rows of a file may have: those that a person says it covers, or else all until today. */
export type PossibleDays = {readonly from?: string; readonly to?: string};

/** No till is older than this. A year of two digits that comes first is never read as an older one, unless a person says so. */
const firstDay = '2020-01-01';

/**
 * Returns what a date shows about the order of day and month in its file: `either` if it is a different day in another order (`05/11/2026`,
 * `26/11/25`), `undefined` if it is the same day in every order in which it can be read. An order in which it is not one of the possible
 * days does not count if there is another.
 */
export function shownOrder(
  text: string,
  {from = '', to = '9999'}: PossibleDays = {},
): DateOrder | 'either' | undefined {
  const typed = text.trim();
  if (!yearLast.test(typed) && !shortYear.test(typed)) return undefined;
  const read = dateOrders.flatMap(order => {
    const day = plainDate(typed, order);
    return day === undefined || (order === 'year-first' && day < (from || firstDay)) ? [] : [{order, day}];
  });
  const possible = read.filter(({day}) => from <= day && day <= to);
  const left = possible.length === 0 ? read : possible;
  if (new Set(left.map(({day}) => day)).size > 1) return 'either';
  return left.length === 1 ? left[0]?.order : undefined;
}

/** Whether a two-digit year is from before the first till: a guess, unless a person says that the file has such days. */
export const isTooOld = (text: string, day: string, {from = firstDay}: PossibleDays): boolean =>
  day < firstDay && day < from && hasShortYear(text);

/** Whether a text is a date with a year of two digits, or six digits. */
export const hasShortYear = (text: string): boolean => {
  const [typed] = yearLast.exec(text.trim()) ?? shortYear.exec(text.trim()) ?? [text.trim()];
  return /^\d{6}$/u.test(typed) || !/\d{4}/u.test(typed);
};

/**
 * Watches the dates of one column. A spreadsheet of another country takes `05/11/2026` for the fifth month and keeps `13/11/2026` as a text,
 * since there is no thirteenth month; `11/13/2026` stays a text where the day comes first. Then every date of its own has a day that may be a
 * month, and no text has. `turned` returns a date of each kind if that is so.
 */
export function turnedDates() {
  let day: string | undefined;
  let written: string | undefined;
  let isOrdinary = false;
  return {
    note(text: string): void {
      if (isOrdinary) return;
      const [, year, , , own = ''] = yearFirst.exec(text) ?? [];
      const isText = year === undefined && yearLast.test(text);
      if (year === undefined && !isText) return;
      if (isText ? (shownOrder(text) ?? 'either') === 'either' : Number(own) > 12) isOrdinary = true;
      else if (isText) written ??= text;
      else day ??= text;
    },
    turned: (): {readonly day: string; readonly text: string} | undefined =>
      isOrdinary || day === undefined || written === undefined ? undefined : {day, text: written},
  };
}

/** The shape of a date whose order a person may have to state, such as `99/99/9999` or `99-a-99`. `undefined` for every other date. */
export function dateShapeOf(text: string): string | undefined {
  const typed = text.trim();
  const [date] = yearLast.exec(typed) ?? shortYear.exec(typed) ?? [];
  return date
    ?.replaceAll(/\p{L}+/gu, 'a')
    .replaceAll(/\d{4}/g, '9999')
    .replaceAll(/(?<!\d)\d{1,2}(?!\d)/g, '99');
}

/** Returns a date as `YYYY-MM-DD`, with or without a time; `undefined` if it is none. A two-digit year is one from 1970 to 2057. */
export function plainDate(text: string, order: DateOrder): string | undefined {
  const known = knownDates[order];
  if (known.has(text)) return known.get(text);
  const date = readDate(text, order);
  if (known.size < mostKnown && text.length <= longestKnown) known.set(text, date);
  return date;
}

/** Whether a text is a date in any order of day and month. With a year of two digits, it may also be a time or a number if it is old. */
export const isDate = (text: string): boolean =>
  dateOrders.some(order => {
    const day = plainDate(text, order);
    return day !== undefined && !isTooOld(text, day, {});
  });

/** A cache: the same days repeat from row to row. */
const knownDates: Readonly<Record<DateOrder, Map<string, string | undefined>>> = {
  'day-first': new Map(),
  'month-first': new Map(),
  'year-first': new Map(),
};
const mostKnown = 10_000;
const longestKnown = 40;

function readDate(text: string, order: DateOrder): string | undefined {
  const typed = text.trim();
  const [, year, , month, day] = yearFirst.exec(typed) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  const [, wholeYear, wholeMonth, wholeDay] = compact.exec(typed) ?? [];
  if (wholeYear !== undefined) return dayOf(wholeYear, wholeMonth, wholeDay);
  const [, first, , second, last = ''] = yearLast.exec(typed) ?? [];
  if (first !== undefined) return inOrder([first, second ?? '', last], order);
  const [, begin = '', name, end = ''] = namedMonth.exec(typed) ?? [];
  if (name !== undefined)
    return order === 'year-first' && end.length === 2
      ? dayOf(begin, monthNamed(name), end)
      : dayOf(end, monthNamed(name), begin);
  const [, firstName, theDay, theYear] = monthFirst.exec(typed) ?? [];
  return firstName === undefined ? undefined : dayOf(theYear, monthNamed(firstName), theDay);
}

function inOrder([first, second, last]: readonly [string, string, string], order: DateOrder): string | undefined {
  if (order === 'month-first') return dayOf(last, first, second);
  if (order === 'day-first') return dayOf(last, second, first);
  return last.length === 2 ? dayOf(first, second, last) : undefined;
}

const dated = [yearFirst, yearLast, namedMonth, monthFirst];
const packed = /^\d{8}(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)$/;

const twelveHours = /^(?<hour>\d{1,2})(?<rest>:\d\d(?::\d\d)?)\s?(?<half>[ap])\.?m\.?$/iu;

/** The time of a day in 24 hours. */
function inOneDay(time: string): string {
  const {hour = '', rest = '', half = ''} = twelveHours.exec(time)?.groups ?? {};
  if (hour === '' || Number(hour) < 1 || Number(hour) > 12) return time;
  return `${String((Number(hour) % 12) + (/p/iu.test(half) ? 12 : 0)).padStart(2, '0')}${rest}`;
}

/** Returns an instant with `YYYY-MM-DD` in front and its time in 24 hours; a text read in two ways or none is only shown. */
export function withPlainDay(text: string, order: DateOrder | null): string {
  const typed = text.trim();
  const shown = order ?? shownOrder(typed);
  if (shown === 'either') return typed;
  const day = plainDate(typed, shown ?? 'day-first');
  if (day === undefined) return typed;
  const {hour, minute, second} = packed.exec(typed)?.groups ?? {};
  if (hour !== undefined) return `${day} ${hour}:${minute}:${second}`;
  const length = dated.map(form => form.exec(typed)?.[0].length ?? 0).find(each => each > 0) ?? typed.length;
  const [, between = '', time = ''] = /^(T|[\s,]*)(.*)$/su.exec(typed.slice(length)) ?? [];
  return time === '' ? day : `${day}${between === 'T' ? 'T' : ' '}${inOneDay(time)}`;
}

function monthNamed(name: string): string {
  const plain = plainWords(name);
  return String(months.findIndex(month => month.test(plain)) + 1);
}

function dayOf(yearText = '', monthText = '', dayText = ''): string | undefined {
  const year = yearText.length > 2 ? Number(yearText) : shortYearOf(yearText);
  const month = Number(monthText);
  const day = Number(dayText);
  const isDay = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return isDay ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined;
}

/** The till refuses its own clock if it is later than this year. */
const lastYear = 2057;

function shortYearOf(text: string): number {
  if (text.length !== 2) return 0;
  const year = 2000 + Number(text);
  return year <= lastYear ? year : year - 100;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Days as `YYYY-MM-DD`, both included. */
export type DayInterval = {readonly from: string; readonly to: string};

/** Returns the days of a statement's `FrToDt`, or `null`. An interval that ends at the very start of a day ends the day before. */
export function statedInterval(from: string, to: string): DayInterval | null {
  const first = plainDate(from.slice(0, 10), 'day-first');
  const last = plainDate(to.slice(0, 10), 'day-first');
  if (first === undefined || last === undefined || first > last) return null;
  const endsAtMidnight = /^T00:00(?::00(?:\.0+)?)?(?:Z|[-+]\d\d:\d\d)?$/.test(to.slice(10)) && first < last;
  return {from: first, to: endsAtMidnight ? daysAfter(last, -1) : last};
}

/** Joins the intervals into one. Returns `null` if one of them is not known, or if together they leave out a day. */
export function joined(intervals: readonly (DayInterval | null)[]): DayInterval | null {
  const known = intervals.filter(each => each !== null).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const [first, ...others] = known;
  if (first === undefined || known.length < intervals.length) return null;
  let {to} = first;
  for (const next of others) {
    if (next.from > daysAfter(to, 1)) return null;
    if (next.to > to) to = next.to;
  }
  return {from: first.from, to};
}

/** Returns the day, as `YYYY-MM-DD`, that is so many days after another; a negative number counts backwards. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
