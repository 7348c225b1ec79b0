import {later} from '../timestamps.js';

const spans = {
  DAILY: {days: 1},
  WEEKLY: {days: 7},
  MONTHLY: {months: 1},
  QUARTERLY: {months: 3},
  ANNUAL: {months: 12},
} as const;

/** How often a plan charges. */
export type Interval = keyof typeof spans;

export const intervals = Object.keys(spans) as readonly Interval[];

/** A billing period. `period` counts from 0; both instants are epoch milliseconds. */
export type Period = {readonly period: number; readonly period_starts_at: number; readonly period_ends_at: number};

/**
 * Returns the period with a number. Each is calculated from the anchor, not from the one before, so that periods that began on the 31st
 * return to it after a shorter month.
 */
export function periodOf(interval: Interval, anchor: number, period: number): Period {
  return {
    period,
    period_starts_at: startOf(interval, anchor, period),
    period_ends_at: startOf(interval, anchor, period + 1),
  };
}

/** Returns the first period from `period` on that has not ended by an instant. */
export function periodAt(interval: Interval, anchor: number, period: number, at: number): Period {
  let found = periodOf(interval, anchor, period);
  while (found.period_ends_at <= at) found = periodOf(interval, anchor, found.period + 1);
  return found;
}

function startOf(interval: Interval, anchor: number, period: number): number {
  const span: {readonly days?: number; readonly months?: number} = spans[interval];
  return later(anchor, {days: (span.days ?? 0) * period, months: (span.months ?? 0) * period});
}
