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

/** `Wed, 11 Mar 2026 18:49:43 GMT`: the form of the HTTP `Date` header. */
export function httpDate(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toUTCString();
}
