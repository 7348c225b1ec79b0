import {cleanText} from '../text/text.js';

/**
 * The zone of the times of subscriptions, which the service sends without one. They were observed to be Lagos time; no
 * document says so. A time with an offset uses that offset. A date without a time is the same date in every zone.
 */
const serviceZone = 'Africa/Lagos';

const withClock = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u;
const offset = /(?:Z|[+-]\d\d:?\d\d)$/u;

/** Returns a time of the service on a zone's clock: `2026-08-01T09:00:00`. A text that is no time is returned as it came. */
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

/** Does the same to the minute, in the form that people read. */
export const minuteIn = (text: string, zone: string): string =>
  cleanText(inZone(text, zone).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/u, '$1 $2'), 30);

/** Converts a day, or a day and a time, by the clock in a zone to the service's own form; undefined if the text is neither. */
export function serviceTimeFrom(typed: string, zone: string): string | undefined {
  const time = offset.test(typed.trim()) && withClock.test(typed.trim()) ? undefined : serviceTime(typed.trim());
  return time?.toZonedDateTime(zone).withTimeZone(serviceZone).toPlainDateTime().toString({smallestUnit: 'second'});
}

/** The wall-clock time in a text of the service, undefined if none. The service's zone is not documented; one in the text is ignored. */
export function serviceTime(text: string | null): Temporal.PlainDateTime | undefined {
  const [, date, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(?:Z|[+-]\d\d:?\d\d)?$/u.exec(text ?? '') ?? [];
  try {
    return date === undefined ? undefined : Temporal.PlainDateTime.from(`${date}T${time}`, {overflow: 'reject'});
  } catch {
    return undefined;
  }
}
