import type {Currency} from '../money/money.js';
import {type DayTotals, quarterMs} from '../shift/day-totals.js';

/** What was taken in an hour of the day, in minor units of one currency. */
export type HourTakings = {readonly hour: number; readonly minor: number};

/** The longest business day has one hour more than a usual one. */
const mostHours = 25;

/**
 * The takings of a business day in one currency by the hours of the zone, from the first hour with takings to the hour of `now`; `[]` if
 * there are none.
 */
export function takingsByHour(
  {quarters}: Pick<DayTotals, 'quarters'>,
  currency: Currency,
  {zone, now}: {readonly zone: string; readonly now: number},
): readonly HourTakings[] {
  const hourOf = (epochMs: number) => {
    const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
    return local.round({smallestUnit: 'hour', roundingMode: 'floor'});
  };
  const taken = new Map<number, number>();
  for (const [quarter, sums] of quarters) {
    const {minor = 0} = sums.get(currency) ?? {};
    const {epochMilliseconds} = hourOf(quarter * quarterMs);
    if (minor !== 0) taken.set(epochMilliseconds, (taken.get(epochMilliseconds) ?? 0) + minor);
  }
  if (taken.size === 0) return [];
  const last = Math.max(hourOf(now).epochMilliseconds, ...taken.keys());
  const hours: HourTakings[] = [];
  let at = hourOf(Math.min(...taken.keys()));
  while (at.epochMilliseconds <= last && hours.length < mostHours) {
    hours.push({hour: at.hour, minor: taken.get(at.epochMilliseconds) ?? 0});
    at = at.add({hours: 1});
  }
  return hours;
}
