import type {Plan} from '../endpoints/plans.js';

/** How often a plan bills: one of the service's words for an interval, and how many of them lie between two bills. */
export type Rhythm = Pick<Plan, 'interval' | 'intervalCount'>;

const spans: Readonly<Record<string, {readonly unit: 'days' | 'months'; readonly length: number}>> = {
  DAILY: {unit: 'days', length: 1},
  WEEKLY: {unit: 'days', length: 7},
  MONTHLY: {unit: 'months', length: 1},
  QUARTERLY: {unit: 'months', length: 3},
  ANNUAL: {unit: 'months', length: 12},
};

/** Whether the till knows how often such a plan bills. */
export const isKnownRhythm = (plan: Rhythm): boolean => stepOf(plan) !== undefined;

/**
 * The date of a cycle; cycle 1 is billed at the anchor. Each is reckoned from the anchor and none from the one before, so
 * that what began on the 31st comes back to it after a shorter month. Undefined for an unknown rhythm, for no cycle, and
 * for what lies after the end of the calendar.
 */
export function billingDate(
  anchor: Temporal.PlainDateTime,
  plan: Rhythm,
  cycle: number,
): Temporal.PlainDateTime | undefined {
  const step = stepOf(plan);
  if (step === undefined || !Number.isSafeInteger(cycle) || cycle < 1) return undefined;
  try {
    return anchor.add({[step.unit]: step.length * (cycle - 1)});
  } catch {
    return undefined;
  }
}

/** How many cycles are billed from the anchor up to an instant, that one included. 0 for an unknown rhythm. */
export function cyclesBilledBy(anchor: Temporal.PlainDateTime, plan: Rhythm, at: Temporal.PlainDateTime): number {
  const step = stepOf(plan);
  if (step === undefined) return 0;
  const passed = anchor.until(at, {largestUnit: step.unit})[step.unit];
  // A bill on the last day of a short month comes before a whole month has passed: look one further, then back.
  let cycles = Math.max(0, Math.floor(passed / step.length) + 2);
  while (cycles > 0 && !isBilledBy(anchor, plan, cycles, at)) cycles -= 1;
  return cycles;
}

/** The dates of every cycle from the anchor up to an instant, that one included. `[]` for an unknown rhythm. */
export function billingDates(
  anchor: Temporal.PlainDateTime,
  plan: Rhythm,
  until: Temporal.PlainDateTime,
): readonly Temporal.PlainDateTime[] {
  return Array.from({length: cyclesBilledBy(anchor, plan, until)}, (_, index) =>
    billingDate(anchor, plan, index + 1),
  ).filter(date => date !== undefined);
}

/** The wall-clock time in a text of the service, whose zone nobody documents; a zone that it writes is not looked at. */
export function serviceTime(text: string | null): Temporal.PlainDateTime | undefined {
  const [, date, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(?:Z|[+-]\d\d:?\d\d)?$/u.exec(text ?? '') ?? [];
  try {
    return date === undefined ? undefined : Temporal.PlainDateTime.from(`${date}T${time}`, {overflow: 'reject'});
  } catch {
    return undefined;
  }
}

/** An instant of our clock, in epoch milliseconds, as the service may write it: hours off, which a day's patience covers. */
export const serviceTimeOf = (now: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toZonedDateTimeISO('UTC').toPlainDateTime();

function stepOf({interval, intervalCount}: Rhythm) {
  const span = spans[interval.toUpperCase()];
  if (span === undefined || !Number.isInteger(intervalCount) || intervalCount < 1) return undefined;
  return {unit: span.unit, length: span.length * intervalCount};
}

function isBilledBy(anchor: Temporal.PlainDateTime, plan: Rhythm, cycle: number, at: Temporal.PlainDateTime): boolean {
  const date = billingDate(anchor, plan, cycle);
  return date !== undefined && Temporal.PlainDateTime.compare(date, at) <= 0;
}
