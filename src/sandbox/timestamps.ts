/** The service's zoneless timestamps are Lagos time (observed). */
const zone = 'Africa/Lagos';

function lagosTime(epochMilliseconds: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone).toPlainDateTime();
}

/** `2026-03-11T19:49:43.575000`: the `<timestamp>` of the interface, ISO 8601 without a zone. */
export function timestamp(epochMilliseconds: number): string {
  return lagosTime(epochMilliseconds).toString({fractionalSecondDigits: 6});
}

/** `2026-03-11 19:49:43.575`: the form of the card and merchant-reference records. */
export function spacedTimestamp(epochMilliseconds: number): string {
  return lagosTime(epochMilliseconds).toString({fractionalSecondDigits: 3}).replace('T', ' ');
}

/** The instant of a zoneless timestamp, in epoch milliseconds, or undefined where the text is none. */
export function instantOf(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/.test(written)) return undefined;
  try {
    return Temporal.PlainDateTime.from(written, {overflow: 'reject'}).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** The same time of day so much later, on the last day of a month that is too short for it. */
export function later(epochMilliseconds: number, span: {readonly days?: number; readonly months?: number}): number {
  return lagosTime(epochMilliseconds).add(span).toZonedDateTime(zone).epochMilliseconds;
}

/** `2026-03`: the month in which an instant lies. */
export function monthOf(epochMilliseconds: number): string {
  return lagosTime(epochMilliseconds).toPlainDate().toPlainYearMonth().toString();
}

/** `20260311`: the day in which an instant lies, as the service's own references state it. */
export function compactDate(epochMilliseconds: number): string {
  return lagosTime(epochMilliseconds).toPlainDate().toString().replaceAll('-', '');
}

/** When a day (`YYYY-MM-DD`) begins, in epoch milliseconds, or undefined where the text is no day. */
export function startOfDay(day: string, daysLater = 0): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  try {
    return Temporal.PlainDate.from(day).add({days: daysLater}).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** `Wed, 11 Mar 2026 18:49:43 GMT`: the form of the HTTP `Date` header. */
export function httpDate(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toUTCString();
}
