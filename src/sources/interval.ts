import {plainDate} from './date-text.js';

/** Days as `YYYY-MM-DD`, both included. */
export type DayInterval = {readonly from: string; readonly to: string};

/**
 * Returns the days of a statement's `FrToDt`, or `null` if they cannot be read. An interval that ends at the very start of a day ends with
 * the day before.
 */
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
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
