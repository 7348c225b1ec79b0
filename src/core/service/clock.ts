import {serviceTime} from '../subscription/billing-dates.js';
import {cleanText} from '../text/text.js';

/**
 * The times of subscriptions, which the service writes without a zone. They were observed to be Lagos time, and no document
 * says so. A time with an offset is taken by it; a date without a time stays that date in every zone.
 */
const serviceZone = 'Africa/Lagos';

const withClock = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u;
const offset = /(?:Z|[+-]\d\d:?\d\d)$/u;

/** A time of the service as the clock in a zone shows it, `2026-08-01T09:00:00`; what is no time stays as it came. */
export function inZone(text: string, zone: string): string {
  const time = withClock.test(text) ? serviceTime(text) : undefined;
  if (time === undefined) return text;
  const stated = offset.exec(text)?.[0];
  const instant =
    stated === undefined
      ? time.toZonedDateTime(serviceZone).toInstant()
      : Temporal.Instant.from(`${time.toString()}${stated}`);
  return instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({smallestUnit: 'second'});
}

/** The same to the minute, as people read it. */
export const minuteIn = (text: string, zone: string): string =>
  cleanText(inZone(text, zone).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/u, '$1 $2'), 30);

/** A day, or a day and a time, by the clock in a zone, as the service writes its own; undefined for what is neither. */
export function serviceTimeFrom(typed: string, zone: string): string | undefined {
  const time = offset.test(typed.trim()) && withClock.test(typed.trim()) ? undefined : serviceTime(typed.trim());
  return time?.toZonedDateTime(zone).withTimeZone(serviceZone).toPlainDateTime().toString({smallestUnit: 'second'});
}
