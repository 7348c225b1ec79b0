import {businessDate} from '../day/business-day.js';
import type {StoredEvent} from './event.js';

const minute = 60_000;

/**
 * Returns a function that gives the business day of each event of a segment; it must get the events in the order of their lines. The day is
 * the one that the event states, else that of its instant by the clock of the segment. While a clock is wrong, a segment can hold events of
 * any day.
 */
export function dayReader(): (event: StoredEvent) => string {
  let clock: {readonly zone: string; readonly dayStartsAt: string} = {zone: 'UTC', dayStartsAt: '00:00'};
  let known = {minute: Number.NaN, day: ''};
  const dayOf = (event: StoredEvent): string => {
    const {data} = event;
    if (event.type === 'segment-opened') {
      clock = event.data;
      known = {minute: Number.NaN, day: ''};
    }
    if ('businessDate' in data && typeof data.businessDate === 'string') return data.businessDate;
    if (event.type === 'z-reported' || event.type === 'x-reported') return event.data.report.businessDate;
    const at = Math.floor(Date.parse(event.at) / minute);
    if (known.minute !== at) known = {minute: at, day: businessDate(at * minute, clock.zone, clock.dayStartsAt)};
    return known.day;
  };
  return event => {
    try {
      return dayOf(event);
    } catch {
      return event.at.slice(0, 10); // a line of a later version may have a different shape
    }
  };
}

/** The first and the last business day of a segment's events; null if there are no events. */
export function daysIn(events: Iterable<StoredEvent>): readonly [string, string] | null {
  const dayOf = dayReader();
  let days: readonly [string, string] | null = null;
  for (const event of events) {
    const day = dayOf(event);
    days = spanning(days ?? [day, day], day);
  }
  return days;
}

export function spanning(days: readonly [string, string], day: string): readonly [string, string] {
  const [first, last] = days;
  if (day < first) return [day, last];
  return day > last ? [first, day] : days;
}
