import type {Plan} from '../endpoints/subscription/plans.js';
import type {Subscription} from '../endpoints/subscription/subscriptions.js';
import {serviceTime} from '../service/clock.js';
import {billingDate, type Cycle, cyclesBilledBy, isPaid, type Rhythm} from './charge-cycles.js';

/** Consecutive cycles without a charge. `dueAt` is the date of the first one, if it can be calculated. */
export type MissedRun = {
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

/**
 * The cycles after the last charged one that were due more than a day before `until`. There are none after a failed cycle: it is not
 * documented that the service goes on while that one is unpaid.
 */
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

/**
 * The cycle after the last charged one: `cycle` by the count of dates from the anchor, `fromCycle` by the service's count. The service does
 * not count the dates that passed while it was retrying a cycle.
 */
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
