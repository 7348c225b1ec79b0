import type {Plan} from '../endpoints/subscription/plans.js';
import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import type {Subscription} from '../endpoints/subscription/subscriptions.js';
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

/** The cycles with a charge, in order. One listed twice, where pages overlap, counts once, as listed last. */
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
type Rhythm = Pick<Plan, 'interval' | 'intervalCount'>;

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
export const billingDates = (
  anchor: Temporal.PlainDateTime,
  plan: Rhythm,
  until: Temporal.PlainDateTime,
): readonly Temporal.PlainDateTime[] =>
  Array.from({length: cyclesBilledBy(anchor, plan, until)}, (_, index) => billingDate(anchor, plan, index + 1)).filter(
    date => date !== undefined,
  );

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

/** Consecutive cycles without a charge. `dueAt` is the date of the first one, if it can be calculated. */
type MissedRun = {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly dueAt: Temporal.PlainDateTime | undefined;
};

/** What is known of a subscription. `cycles` has every charge from the cycle `completeFrom` on. */
type Known = {
  readonly subscription: Subscription;
  readonly plan: Plan | undefined;
  readonly cycles: readonly Cycle[];
  readonly completeFrom: number;
};

/** The point from which dates are calculated: the cycle that was billed at `at`. */
type Anchor = {readonly cycle: number; readonly at: Temporal.PlainDateTime};

/** A date of the service this close to one of the plan's dates is the same date, and not that of a resumption that happens to be near. */
const same = {minutes: 5} as const;

/** The cycles without a charge before a later one that the service has charged. */
export function skippedCycles(known: Known): readonly MissedRun[] {
  const {cycles, completeFrom} = known;
  const anchors = anchorsOf(known);
  return cycles.flatMap(({number}, index) => {
    const fromCycle = Math.max(cycles[index - 1]?.number ?? 0, completeFrom - 1) + 1;
    if (fromCycle >= number) return [];
    return [{fromCycle, toCycle: number - 1, dueAt: dateOf(known, anchors[index], fromCycle)}];
  });
}

/** The cycles due more than a day before `until`. None after a failed one: the service need not go on while that is unpaid. */
export function overdueCycles(known: Known, until: Temporal.PlainDateTime): readonly MissedRun[] {
  const awaited = awaitedCycle(known);
  if (awaited === undefined || known.plan === undefined) return [];
  const {anchor, cycle, fromCycle, isMoved} = awaited;
  const {subscription, plan} = known;
  const pausedAt = serviceTime(subscription.pausedAt);
  // Only a new date for the next charge shows how a pause after the last charge ended.
  const isOpen = !isMoved && pausedAt !== undefined && isAfter(pausedAt, lastOf(known)?.lastAt);
  const ends = [until, serviceTime(subscription.cancelAt), isOpen ? pausedAt : undefined];
  const end = ends.filter(time => time !== undefined).toSorted(Temporal.PlainDateTime.compare)[0] ?? until;
  const overdue = numberBy(anchor, plan, end.subtract({days: 1, nanoseconds: 1})) - cycle + fromCycle;
  const toCycle = Math.min(overdue, plan.billingLimit ?? overdue);
  return toCycle < fromCycle ? [] : [{fromCycle, toCycle, dueAt: dateOf(known, anchor, cycle)}];
}

/**
 * The cycles after the last charged one whose period has begun according to the service itself. For a subscription that has ended, nothing
 * more is known: its record no longer shows how long it was paused before.
 */
export function begunCycles(known: Known, until: Temporal.PlainDateTime): readonly MissedRun[] {
  const begun = serviceTime(known.subscription.currentPeriodStart);
  const awaited = awaitedCycle(known);
  if (begun === undefined || awaited === undefined || known.plan === undefined) return [];
  if (!isBillingDate(awaited.anchor, known.plan, begun)) return [];
  const dayAfter = begun.add({days: 1}).add(same);
  return overdueCycles(known, isAfter(dayAfter, until) ? until : dayAfter);
}

/** When billing begins, as far as the subscription shows it: with the first payment, else at the end of the trial, else at once. */
export function beginningOf({subscription, cycles}: Pick<Known, 'subscription' | 'cycles'>): Anchor | undefined {
  const first = cycles.find(({number}) => number === 1)?.attempts.find(isPaid);
  const at =
    serviceTime(first?.chargedAt ?? null) ??
    serviceTime(subscription.trialEndDate) ??
    serviceTime(subscription.createdAt);
  return at && {cycle: 1, at};
}

/** Whether a plan that bills at the anchor also bills at this time. */
export function isBillingDate(anchor: Anchor, plan: Rhythm, time: Temporal.PlainDateTime): boolean {
  const date = billingDate(anchor.at, plan, cyclesBilledBy(anchor.at, plan, time.add(same)));
  return date !== undefined && !isAfter(time, date.add(same));
}

/** The next cycle: `cycle` by dates from the anchor, `fromCycle` by the service, which skips the dates of its retries. */
function awaitedCycle(known: Known) {
  const {subscription, plan, completeFrom} = known;
  const last = lastOf(known);
  const fromCycle = Math.max(last?.number ?? 0, completeFrom - 1) + 1;
  const anchor = anchorsOf(known).at(-1);
  if (plan === undefined || anchor === undefined || last?.state === 'failed') return undefined;
  const passed = last?.lastAt === undefined ? 0 : numberBy(anchor, plan, last.lastAt);
  const cycle = Math.max(fromCycle, passed + 1);
  const said = serviceTime(subscription.nextChargeDate) ?? serviceTime(subscription.currentPeriodEnd);
  // A resumption starts a new series of dates, and the next date is the only sign of it.
  const isMoved = said !== undefined && isAfter(said, last?.lastAt) && !isBillingDate(anchor, plan, said);
  return isMoved
    ? {anchor: {cycle: fromCycle, at: said}, cycle: fromCycle, fromCycle, isMoved}
    : {anchor, cycle, fromCycle, isMoved};
}

/** The anchor of the plan's dates before each cycle and after the last: the beginning if it fits, or the charge that shifted them. */
function anchorsOf(known: Known): readonly (Anchor | undefined)[] {
  const beginning = beginningOf(known);
  const anchors = [beginning];
  for (const {number, firstAt} of known.cycles) {
    const anchor = anchors.at(-1);
    const isBeginning = number === 1 && beginning !== undefined;
    const fitting = [beginning, anchor].find(tried => isOnTime(dateOf(known, tried, number), firstAt));
    anchors.push(isBeginning || firstAt === undefined ? anchor : (fitting ?? {cycle: number, at: firstAt}));
  }
  return anchors;
}

const lastOf = ({cycles}: Known) => cycles.at(-1);

function dateOf({plan}: Known, anchor: Anchor | undefined, cycle: number) {
  return plan && anchor && billingDate(anchor.at, plan, cycle - anchor.cycle + 1);
}

/** The number of the last cycle due at an instant, counted by dates; the number before the anchor's if none is due. */
const numberBy = (anchor: Anchor, plan: Rhythm, at: Temporal.PlainDateTime) =>
  anchor.cycle - 1 + cyclesBilledBy(anchor.at, plan, at);

const isAfter = (one: Temporal.PlainDateTime, other: Temporal.PlainDateTime | undefined) =>
  other === undefined || Temporal.PlainDateTime.compare(one, other) > 0;

const isOnTime = (date: Temporal.PlainDateTime | undefined, at: Temporal.PlainDateTime | undefined) =>
  date !== undefined && at !== undefined && Math.abs(date.until(at).total('hours')) < 24;
