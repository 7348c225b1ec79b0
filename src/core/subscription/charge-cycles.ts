import type {Plan} from '../endpoints/subscription/plans.js';
import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import {serviceTime} from '../service/clock.js';

/** The members of a charge that are kept to compare it with the plan. */
export type ChargeMark = Pick<
  SubscriptionCharge,
  'cycleNumber' | 'attemptNumber' | 'status' | 'chargedAt' | 'nextRetryAt' | 'isRetriable' | 'transactionReference'
>;

/** A cycle with its attempts, the last one last. `open` means neither paid nor failed according to the service. */
export type Cycle = {
  readonly number: number;
  readonly attempts: readonly ChargeMark[];
  readonly state: 'paid' | 'failed' | 'open';
  readonly firstAt: Temporal.PlainDateTime | undefined;
  readonly lastAt: Temporal.PlainDateTime | undefined;
};

const paidWords: ReadonlySet<string> = new Set(['SUCCESS', 'SUCCESSFUL']);
const failedWords: ReadonlySet<string> = new Set(['FAILED', 'DECLINED']);

/** Whether the service says that this attempt brought the money. */
export const isPaid = ({status}: ChargeMark): boolean => paidWords.has(status.toUpperCase());

/**
 * The cycles that have a charge, in order. A charge that is listed twice, as happens where pages overlap, counts once, with the values of
 * its later place. A charge without a cycle is left out.
 */
export function cyclesOf(charges: readonly ChargeMark[]): readonly Cycle[] {
  const byCycle = new Map<number, Map<string, ChargeMark>>();
  for (const charge of charges) {
    const {cycleNumber} = charge;
    if (cycleNumber === null || cycleNumber < 1) continue;
    const attempts = byCycle.get(cycleNumber) ?? new Map<string, ChargeMark>();
    attempts.set(identityOf(charge), charge);
    byCycle.set(cycleNumber, attempts);
  }
  return [...byCycle]
    .map(([number, attempts]) => cycleOf(number, [...attempts.values()].toSorted(byAttempt)))
    .toSorted((one, other) => one.number - other.number);
}

function cycleOf(number: number, attempts: readonly ChargeMark[]): Cycle {
  const times = attempts
    .map(({chargedAt}) => serviceTime(chargedAt))
    .filter(time => time !== undefined)
    .toSorted(Temporal.PlainDateTime.compare);
  return {number, attempts, state: stateOf(attempts), firstAt: times[0], lastAt: times.at(-1)};
}

function stateOf(attempts: readonly ChargeMark[]): Cycle['state'] {
  if (attempts.some(isPaid)) return 'paid';
  return failedWords.has(attempts.at(-1)?.status.toUpperCase() ?? '') ? 'failed' : 'open';
}

const identityOf = ({transactionReference, attemptNumber, chargedAt}: ChargeMark) =>
  transactionReference ?? `${attemptNumber} at ${chargedAt}`;

const byAttempt = (one: ChargeMark, other: ChargeMark) =>
  (one.attemptNumber ?? 0) - (other.attemptNumber ?? 0) || (one.chargedAt ?? '').localeCompare(other.chargedAt ?? '');

/** How often a plan bills: the service's word for an interval, and the number of intervals between two bills. */
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
 * The date on which a cycle is billed; cycle 1 is billed at the anchor. Every date is calculated from the anchor, not from the date before,
 * so that a plan that began on the 31st returns to it after a shorter month. Undefined for an unknown rhythm, for a number that is not a
 * cycle, and for a date after the end of the calendar.
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

/** The number of cycles billed from the anchor up to and including an instant; 0 for an unknown rhythm. */
export function cyclesBilledBy(anchor: Temporal.PlainDateTime, plan: Rhythm, at: Temporal.PlainDateTime): number {
  const step = stepOf(plan);
  if (step === undefined) return 0;
  const passed = anchor.until(at, {largestUnit: step.unit})[step.unit];
  // The bill of a short month comes on its last day, before a whole month has passed. So start one cycle too far and step back.
  let cycles = Math.max(0, Math.floor(passed / step.length) + 2);
  while (cycles > 0 && !isBilledBy(anchor, plan, cycles, at)) cycles -= 1;
  return cycles;
}

/** The dates of all cycles from the anchor up to and including an instant; `[]` for an unknown rhythm. */
export function billingDates(
  anchor: Temporal.PlainDateTime,
  plan: Rhythm,
  until: Temporal.PlainDateTime,
): readonly Temporal.PlainDateTime[] {
  return Array.from({length: cyclesBilledBy(anchor, plan, until)}, (_, index) =>
    billingDate(anchor, plan, index + 1),
  ).filter(date => date !== undefined);
}

/** The till's instant, in epoch milliseconds, as the service may write it (in UTC). Comparisons allow for a day. */
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
