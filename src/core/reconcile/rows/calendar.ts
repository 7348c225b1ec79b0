const dayMs = 86_400_000;
const isoDate = /^\d{4}-\d\d-\d\d/u;
const shortestInstant = '2026-11-20T09:30'.length;
const isoTime = /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?<zone>Z|[+-]\d\d:?\d\d)?$/u;

/** The number of days from 1970-01-01 to a date. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

/** Whole days from one ISO date to another; 0 if the second is the earlier one. */
export const daysBetween = (from: string, to: string): number => Math.max(0, dayNumber(to) - dayNumber(from));

/** The date at the start of an instant or a date in a file; null for any other form, since no form is guessed. */
export function dateIn(text: string | null): string | null {
  const date = isoDate.exec(text ?? '')?.[0];
  return date === undefined || Number.isNaN(dayNumber(date)) ? null : date;
}

/** The instant in epoch milliseconds. Null if the text has another form, or has no zone and `zone` is not known. */
export function instantIn(text: string | null, zone: string | null): number | null {
  if (text === null || text.length < shortestInstant) return null;
  if (text.endsWith('Z') && text[10] === 'T') {
    const instant = Date.parse(text);
    return Number.isNaN(instant) ? null : instant;
  }
  const {date, time, zone: offset} = isoTime.exec(text)?.groups ?? {};
  if (date === undefined || time === undefined) return null;
  if (offset !== undefined) {
    const instant = Date.parse(`${date}T${time}${offset.replace(/(\d\d)(\d\d)$/u, '$1:$2')}`);
    return Number.isNaN(instant) ? null : instant;
  }
  if (zone === null) return null;
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return null; // such as a thirteenth month
  }
}

/** The working days after `from` up to and including `to`: Saturdays, Sundays and `holidays` do not count. */
export function workingDays(from: string, to: string, holidays: ReadonlySet<string>): number {
  const [first, last] = [dayNumber(from) + 1, dayNumber(to)];
  if (last < first) return 0;
  let count = 0;
  for (let day = first; day <= last; day += 1) if (isWorking(day, holidays)) count += 1;
  return count;
}

function isWorking(day: number, holidays: ReadonlySet<string>): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7; // 1 January 1970 was a Thursday; 0 is Sunday
  return weekday !== 0 && weekday !== 6 && !holidays.has(new Date(day * dayMs).toISOString().slice(0, 10));
}

type Days = {readonly from: string; readonly to: string};

/** The days that a file covers: as it or a person states them, else those of its rows; null if they are not known. */
export const daysCovered = ({
  interval,
  told = null,
}: {
  readonly interval: Days | null;
  readonly told?: Days | null | undefined;
}): Days | null => interval ?? told;

/** How many days a file may lie before and after the days reconciled: payouts come days later, and reach the bank even later. */
export const near = {
  provider: {before: 14, after: 14},
  payout: {before: 0, after: 14},
  bank: {before: 0, after: 10},
} as const;

export const shifted = (date: string, by: number): string =>
  new Date((dayNumber(date) + by) * dayMs).toISOString().slice(0, 10);

/** Whether some of the days are near enough to others. */
export const overlaps = (
  {from, to}: Days,
  days: Days,
  {before, after}: {readonly before: number; readonly after: number} = {before: 0, after: 0},
): boolean => from <= shifted(days.to, after) && to >= shifted(days.from, -before);

/** Whether a file states that it covers the date, or states no interval. */
export function mayCover({interval}: {readonly interval: Days | null}, date: string): boolean {
  return interval === null || (interval.from <= date && date <= interval.to);
}
