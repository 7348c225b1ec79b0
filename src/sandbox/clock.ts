import {type Database, readSetting, writeSetting} from './database.js';

const longestOffset = Temporal.Duration.from({hours: 24 * 365 * 1000}).total('milliseconds');

/** Returns epoch milliseconds by the machine's clock. Nothing else in the sandbox reads it. */
export const realNow = (): number => Temporal.Now.instant().epochMilliseconds;

/** Returns epoch milliseconds by the sandbox's clock: the time it is without it, plus everything by which it was advanced. */
export const virtualNow = (database: Database, now: number): number => now + offset(database);

/** Advances the clock for every process of the database; false if it would be a thousand years ahead. */
export function advanceClock(database: Database, milliseconds: number): boolean {
  const moved = offset(database) + milliseconds;
  if (moved > longestOffset) return false;
  writeSetting(database, 'clock-offset', String(moved));
  return true;
}

const offset = (database: Database): number => Number(readSetting(database, 'clock-offset') ?? 0);

/** The service's timestamps without a zone are Lagos time (observed). */
const zone = 'Africa/Lagos';

const lagosTime = (epochMilliseconds: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone).toPlainDateTime();

/** Returns `2026-03-11T19:49:43.575000`, the `<timestamp>` of the interface: ISO 8601 without a zone. */
export const timestamp = (epochMilliseconds: number): string =>
  lagosTime(epochMilliseconds).toString({fractionalSecondDigits: 6});

/** Returns `2026-03-11 19:49:43.575`, the form of the card and merchant-reference records. */
export const spacedTimestamp = (epochMilliseconds: number): string =>
  lagosTime(epochMilliseconds).toString({fractionalSecondDigits: 3}).replace('T', ' ');

/** Returns the instant of a timestamp without a zone, in epoch milliseconds; undefined if the text is not a timestamp. */
export function instantOf(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/.test(written)) return undefined;
  try {
    return Temporal.PlainDateTime.from(written, {overflow: 'reject'}).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Returns the same time of day after a span, in epoch milliseconds. In a month that is too short, it is the last day of the month. */
export function later(epochMilliseconds: number, span: {readonly days?: number; readonly months?: number}): number {
  return lagosTime(epochMilliseconds).add(span).toZonedDateTime(zone).epochMilliseconds;
}

/** Returns the month of an instant, such as `2026-03`. */
export const monthOf = (epochMilliseconds: number): string =>
  lagosTime(epochMilliseconds).toPlainDate().toPlainYearMonth().toString();

/** Returns the day of an instant as the service's own references state it, such as `20260311`. */
export const compactDate = (epochMilliseconds: number): string =>
  lagosTime(epochMilliseconds).toPlainDate().toString().replaceAll('-', '');

/** Returns when a day (`YYYY-MM-DD`) begins, plus `daysLater` days, in epoch milliseconds; undefined if the text is not a day. */
export function startOfDay(day: string, daysLater = 0): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  try {
    return Temporal.PlainDate.from(day).add({days: daysLater}).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}
