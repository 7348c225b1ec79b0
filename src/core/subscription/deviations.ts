import type {Plan} from '../endpoints/subscription/plans.js';
import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import type {Subscription} from '../endpoints/subscription/subscriptions.js';
import {serviceTime} from '../service/clock.js';
import {type SubscriptionState, subscriptionState} from './registry.js';

/** The members of a charge that are kept to compare it with the plan. */
export type ChargeMark = Pick<
  SubscriptionCharge,
  'cycleNumber' | 'attemptNumber' | 'status' | 'chargedAt' | 'nextRetryAt' | 'isRetriable' | 'transactionReference'
>;

/** A cycle with its attempts, the last one last. `open` means neither paid nor failed according to the service. */
type Cycle = {
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
function skippedCycles(known: Known): readonly MissedRun[] {
  const {cycles, completeFrom} = known;
  const anchors = anchorsOf(known);
  return cycles.flatMap(({number}, index) => {
    const fromCycle = Math.max(cycles[index - 1]?.number ?? 0, completeFrom - 1) + 1;
    if (fromCycle >= number) return [];
    return [{fromCycle, toCycle: number - 1, dueAt: dateOf(known, anchors[index], fromCycle)}];
  });
}

/** The cycles due more than a day before `until`. None after a failed one: the service need not go on while that is unpaid. */
function overdueCycles(known: Known, until: Temporal.PlainDateTime): readonly MissedRun[] {
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
function begunCycles(known: Known, until: Temporal.PlainDateTime): readonly MissedRun[] {
  const begun = serviceTime(known.subscription.currentPeriodStart);
  const awaited = awaitedCycle(known);
  if (begun === undefined || awaited === undefined || known.plan === undefined) return [];
  if (!isBillingDate(awaited.anchor, known.plan, begun)) return [];
  const dayAfter = begun.add({days: 1}).add(same);
  return overdueCycles(known, isAfter(dayAfter, until) ? until : dayAfter);
}

/** When billing begins, as far as the subscription shows it: with the first payment, else at the end of the trial, else at once. */
function beginningOf({subscription, cycles}: Pick<Known, 'subscription' | 'cycles'>): Anchor | undefined {
  const first = cycles.find(({number}) => number === 1)?.attempts.find(isPaid);
  const at =
    serviceTime(first?.chargedAt ?? null) ??
    serviceTime(subscription.trialEndDate) ??
    serviceTime(subscription.createdAt);
  return at && {cycle: 1, at};
}

/** Whether a plan that bills at the anchor also bills at this time. */
function isBillingDate(anchor: Anchor, plan: Rhythm, time: Temporal.PlainDateTime): boolean {
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

const dateOf = ({plan}: Known, anchor: Anchor | undefined, cycle: number) =>
  plan && anchor && billingDate(anchor.at, plan, cycle - anchor.cycle + 1);

/** The number of the last cycle due at an instant, counted by dates; the number before the anchor's if none is due. */
const numberBy = (anchor: Anchor, plan: Rhythm, at: Temporal.PlainDateTime) =>
  anchor.cycle - 1 + cyclesBilledBy(anchor.at, plan, at);

const isAfter = (one: Temporal.PlainDateTime, other: Temporal.PlainDateTime | undefined) =>
  other === undefined || Temporal.PlainDateTime.compare(one, other) > 0;

const isOnTime = (date: Temporal.PlainDateTime | undefined, at: Temporal.PlainDateTime | undefined) =>
  date !== undefined && at !== undefined && Math.abs(date.until(at).total('hours')) < 24;

/**
 * How a subscription differs from its plan. Times are those of the service, without a zone. A run of missed cycles is one deviation; its
 * `dueAt` is the date of the first cycle, or null if it cannot be calculated.
 */
export type Deviation =
  | {readonly kind: 'duplicated'; readonly cycle: number; readonly references: readonly (string | null)[]}
  | {readonly kind: 'missed'; readonly fromCycle: number; readonly toCycle: number; readonly dueAt: string | null}
  | {
      readonly kind: 'failed';
      readonly cycle: number;
      readonly attempt: number | null;
      readonly reference: string | null;
      /** `overdue`: the next attempt was due more than a day ago, and the till knows of none. */
      readonly retry: 'due' | 'overdue' | 'none';
      readonly nextRetryAt: string | null;
    }
  | {readonly kind: 'past-due'}
  /** The subscription has not begun: its first charge is not paid yet. */
  | {readonly kind: 'waiting'}
  | {readonly kind: 'card-expiring'}
  | {readonly kind: 'paused'; readonly since: string | null; readonly resumesAt: string | null}
  | {readonly kind: 'ended'; readonly why: 'cancelled' | 'completed' | 'limit'; readonly at: string | null}
  | {readonly kind: 'unknown-plan'}
  | {readonly kind: 'unknown-status'; readonly status: string}
  /** The charges were never requested. */
  | {readonly kind: 'unknown-charges'};

/** What is known of a subscription, and the time as of which it is judged. */
export type DeviationFacts = {
  readonly subscription: Subscription;
  readonly plan: Plan | undefined;
  readonly charges: readonly ChargeMark[];
  /** The first cycle from which on `charges` has every attempt; null if the charges were never requested. */
  readonly completeFrom: number | null;
  /** Epoch milliseconds at which the charges were requested: cycles that came due later would wrongly count as missed. */
  readonly now: number;
};

/** The next charge according to the service or to the plan. `at` is in the service's time, without a zone. */
export type NextCharge = {readonly at: string; readonly from: 'service' | 'plan'};

type Standing = Exclude<SubscriptionState, 'bank'> | 'unknown';

/**
 * Compares the charges with the plan, as of the till's clock or the latest time that the service stated, whichever is later; the most
 * pressing deviations come first. `[]` if all is as planned. Before `completeFrom` no cycle counts as missed or failed. Without a known
 * plan, only cycles before a later charge count as missed. No cycle counts as missed for a time in which the subscription was paused or
 * over, as far as the service's record shows it.
 */
export function deviationsOf(facts: DeviationFacts): readonly Deviation[] {
  const {subscription, completeFrom} = facts;
  const plan = facts.plan && isKnownRhythm(facts.plan) ? facts.plan : undefined;
  const cycles = cyclesOf(facts.charges);
  const standing = standingOf(subscription, cycles);
  const asOf = latestTime(facts);
  const ending = endingOf(subscription, facts.plan, cycles, standing);
  const complete = cycles.filter(({number}) => completeFrom !== null && number >= completeFrom);
  const isCharged = ending.length === 0 && standing !== 'paused';
  return [
    ...cycles.flatMap(duplicatedIn),
    // A free plan charges nothing, so no charge of it can be missed.
    ...(isFree(facts.plan) ? [] : missedIn({subscription, plan, cycles, completeFrom}, standing, asOf)),
    ...complete.flatMap(cycle => failedIn(cycle, asOf, isCharged)),
    ...standingDeviation(subscription, standing, ending.length > 0),
    ...ending,
    ...unknowns(facts, plan, standing),
  ];
}

const isFree = (plan: Plan | undefined) => plan !== undefined && Number(plan.amount) === 0;

/** The next charge: the service's date unless passed, else the plan's, from the beginning of billing; undefined if none. */
export function nextChargeOf(facts: Pick<DeviationFacts, 'subscription' | 'plan' | 'now'>): NextCharge | undefined {
  const {subscription, plan, now} = facts;
  const standing = standingOf(subscription, []);
  if (standing === 'paused' || standing === 'cancelled' || standing === 'ended') return undefined;
  const asOf = latestTime({subscription, charges: [], now});
  const said = serviceTime(subscription.nextChargeDate);
  if (said !== undefined && subscription.nextChargeDate !== null && !isOver(said, asOf)) {
    return {at: subscription.nextChargeDate, from: 'service'};
  }
  const planned = standing === 'active' || standing === 'trial' ? plannedCharge(subscription, plan, asOf) : undefined;
  return planned && {at: planned.toString(), from: 'plan'};
}

function plannedCharge(subscription: Subscription, plan: Plan | undefined, asOf: Temporal.PlainDateTime) {
  const beginning = beginningOf({subscription, cycles: []});
  if (plan === undefined || beginning === undefined) return undefined;
  const said = serviceTime(subscription.nextChargeDate);
  // If the service's date is none of the plan's dates, the subscription was resumed, and later dates follow from that one.
  const isMoved = said !== undefined && !isBillingDate(beginning, plan, said);
  const anchor = isMoved ? said : beginning.at;
  const cycle = cyclesBilledBy(anchor, plan, asOf) + 1;
  const isBeyond = plan.billingLimit !== null && cycle > plan.billingLimit;
  const date = isBeyond ? undefined : billingDate(anchor, plan, cycle);
  const cancelAt = serviceTime(subscription.cancelAt);
  return date && cancelAt && Temporal.PlainDateTime.compare(date, cancelAt) >= 0 ? undefined : date;
}

function standingOf({status}: Subscription, cycles: readonly Cycle[]): Standing {
  const state = subscriptionState(status) ?? 'unknown';
  const standing = state === 'bank' ? 'waiting' : state;
  // If no call can read the subscription again, its stored state may be older than the first payment. By the contract, that payment ends
  // the waiting.
  const isBegun = (standing === 'waiting' || standing === 'trial') && cycles.some(({state}) => state === 'paid');
  return isBegun ? 'active' : standing;
}

/** The later of the till's clock and the times that the service stated for past events. Planned times may lie ahead and do not count. */
function latestTime({subscription, charges, now}: Pick<DeviationFacts, 'subscription' | 'charges' | 'now'>) {
  const {createdAt, updatedAt, customerAuthorizedAt, pausedAt, cancelledAt} = subscription;
  const ours = serviceTimeOf(now);
  const stated = [createdAt, updatedAt, customerAuthorizedAt, pausedAt, cancelledAt]
    .concat(charges.map(({chargedAt}) => chargedAt))
    .map(serviceTime)
    .filter(time => time !== undefined);
  return stated.reduce((newest, time) => (Temporal.PlainDateTime.compare(time, newest) > 0 ? time : newest), ours);
}

function duplicatedIn({number, attempts}: Cycle): readonly Deviation[] {
  const paid = attempts.filter(isPaid).map(({transactionReference}) => transactionReference);
  return paid.length < 2 ? [] : [{kind: 'duplicated', cycle: number, references: paid}];
}

function missedIn(
  {
    completeFrom,
    ...known
  }: Pick<DeviationFacts, 'subscription' | 'plan' | 'completeFrom'> & {readonly cycles: readonly Cycle[]},
  standing: Standing,
  asOf: Temporal.PlainDateTime,
): readonly Deviation[] {
  if (completeFrom === null) return [];
  const complete = {...known, completeFrom: Math.max(1, completeFrom)};
  return [...skippedCycles(complete), ...trailing(complete, standing, asOf)].map(({fromCycle, toCycle, dueAt}) => ({
    kind: 'missed',
    fromCycle,
    toCycle,
    dueAt: dueAt?.toString() ?? null,
  }));
}

/** The cycles after the last charged one that should have been charged. Which ones count depends on the state of the subscription. */
function trailing(known: Parameters<typeof overdueCycles>[0], standing: Standing, asOf: Temporal.PlainDateTime) {
  const {trialEndDate, pausedAt} = known.subscription;
  switch (standing) {
    case 'active':
      return overdueCycles(known, asOf);
    case 'trial':
      return trialEndDate === null ? [] : overdueCycles(known, asOf);
    case 'paused': {
      const since = serviceTime(pausedAt);
      return since === undefined ? [] : overdueCycles(known, since);
    }
    case 'cancelled':
    case 'ended':
      return begunCycles(known, asOf);
    default:
      return [];
  }
}

function failedIn(
  {number, state, attempts}: Cycle,
  asOf: Temporal.PlainDateTime,
  isCharged: boolean,
): readonly Deviation[] {
  const last = attempts.at(-1);
  if (state !== 'failed' || last === undefined) return [];
  const {attemptNumber, transactionReference, nextRetryAt, isRetriable} = last;
  const next = isCharged && isRetriable !== false ? serviceTime(nextRetryAt) : undefined;
  const drift = {kind: 'failed', cycle: number, attempt: attemptNumber, reference: transactionReference} as const;
  if (next === undefined) return [{...drift, retry: 'none', nextRetryAt: null}];
  return [{...drift, retry: isOver(next, asOf) ? 'overdue' : 'due', nextRetryAt}];
}

function standingDeviation(
  {cardExpiryAlertSent, pausedAt, pauseResumesAt}: Subscription,
  standing: Standing,
  isEnded: boolean,
): readonly Deviation[] {
  if (isEnded) return [];
  return [
    ...(standing === 'past-due' ? [{kind: 'past-due'} as const] : []),
    ...(standing === 'waiting' ? [{kind: 'waiting'} as const] : []),
    ...(cardExpiryAlertSent === true ? [{kind: 'card-expiring'} as const] : []),
    ...(standing === 'paused' ? [{kind: 'paused', since: pausedAt, resumesAt: pauseResumesAt} as const] : []),
  ];
}

function endingOf(
  {cancelledAt}: Subscription,
  plan: Plan | undefined,
  cycles: readonly Cycle[],
  standing: Standing,
): readonly Deviation[] {
  if (standing === 'cancelled') return [{kind: 'ended', why: 'cancelled', at: cancelledAt}];
  const last = cycles.at(-1);
  const limit = plan?.billingLimit ?? null;
  const isBilledOut = limit !== null && last !== undefined && last.number >= limit && last.state === 'paid';
  if (isBilledOut) return [{kind: 'ended', why: 'limit', at: last.lastAt?.toString() ?? null}];
  return standing === 'ended' ? [{kind: 'ended', why: 'completed', at: null}] : [];
}

function unknowns(
  {subscription: {status}, completeFrom}: DeviationFacts,
  plan: Plan | undefined,
  standing: Standing,
): readonly Deviation[] {
  const isEnded = standing === 'cancelled' || standing === 'ended';
  return [
    ...(plan === undefined && !isEnded ? [{kind: 'unknown-plan'} as const] : []),
    ...(standing === 'unknown' ? [{kind: 'unknown-status', status} as const] : []),
    ...(completeFrom === null ? [{kind: 'unknown-charges'} as const] : []),
  ];
}

const isOver = (time: Temporal.PlainDateTime, asOf: Temporal.PlainDateTime) =>
  Temporal.PlainDateTime.compare(time.add({days: 1}), asOf) < 0;
