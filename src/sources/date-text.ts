import type {Mapping} from '../core/reconcile/row.js';
import {plainWords} from './headings.js';

export type DateOrder = NonNullable<Mapping['dateOrder']>;

const end = String.raw`(?=$|[T\s,])`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${end}`);
const compact = /^(\d{4})(\d\d)(\d\d)(?:\d{6})?$/;
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)${end}`);
const namedMonth = new RegExp(String.raw`^(\d{1,2})[-/. ]?(\p{L}+)\.?[-/. ]?(\d{4}|\d\d)${end}`, 'u');
const monthFirst = new RegExp(String.raw`^(\p{L}+)\.? (\d{1,2}),? (\d{4})${end}`, 'u');

const months = [
  /^jan/,
  /^(feb|fev)/,
  /^mar/,
  /^(apr|avr)/,
  /^(may|mai)/,
  /^(jun|juin)/,
  /^(jul|juil)/,
  /^(aug|aou)/,
  /^sep/,
  /^oct/,
  /^nov/,
  /^dec/,
];

/** What a date shows of the order in its file: `either` where it can be read in two ways (`05/11/2026`). */
export function shownOrder(text: string): DateOrder | 'either' | undefined {
  const [, first, , second] = yearLast.exec(text.trim()) ?? [];
  if (first === second || Number(first) === Number(second)) return undefined;
  if (Number(first) > 12) return 'day-first';
  return Number(second) > 12 ? 'month-first' : 'either';
}

/**
 * The day, as `YYYY-MM-DD`, of a date with or without a time in English, French or figures; `undefined` for what is no
 * date. Years of two figures are of this century.
 */
export function plainDate(text: string, order: DateOrder): string | undefined {
  const typed = text.trim();
  const [, year, , month, day] = yearFirst.exec(typed) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  const [, shortYear, shortMonth, shortDay] = compact.exec(typed) ?? [];
  if (shortYear !== undefined) return dayOf(shortYear, shortMonth, shortDay);
  const [, first, , second, lastYear] = yearLast.exec(typed) ?? [];
  if (lastYear !== undefined)
    return order === 'day-first' ? dayOf(lastYear, second, first) : dayOf(lastYear, first, second);
  const [, ownDay, name, ownYear] = namedMonth.exec(typed) ?? [];
  if (name !== undefined) return dayOf(ownYear, monthNamed(name), ownDay);
  const [, firstName, theDay, theYear] = monthFirst.exec(typed) ?? [];
  return firstName === undefined ? undefined : dayOf(theYear, monthNamed(firstName), theDay);
}

const dated = [yearFirst, yearLast, namedMonth, monthFirst];
const packed = /^\d{8}(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)$/;

/**
 * An instant with its day as `YYYY-MM-DD` in front and its time as the file writes it. What can be read in two ways, or is
 * no date, stays as it stands: it is then only shown.
 */
export function withPlainDay(text: string, order: DateOrder | null): string {
  const typed = text.trim();
  const shown = order ?? shownOrder(typed);
  if (shown === 'either') return typed;
  const day = plainDate(typed, shown ?? 'day-first');
  if (day === undefined) return typed;
  const {hour, minute, second} = packed.exec(typed)?.groups ?? {};
  if (hour !== undefined) return `${day} ${hour}:${minute}:${second}`;
  const length = dated.map(form => form.exec(typed)?.[0].length ?? 0).find(each => each > 0) ?? typed.length;
  return `${day}${typed.slice(length).replace(/^[\s,]+/u, ' ')}`;
}

function monthNamed(name: string): string {
  const plain = plainWords(name);
  return String(months.findIndex(month => month.test(plain)) + 1);
}

function dayOf(yearText = '', monthText = '', dayText = ''): string | undefined {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const month = Number(monthText);
  const day = Number(dayText);
  const isDay = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return isDay ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
