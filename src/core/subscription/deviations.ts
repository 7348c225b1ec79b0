import type {Plan} from '../endpoints/subscription/plans.js';
import type {Subscription} from '../endpoints/subscription/subscriptions.js';
import {serviceTime} from '../service/clock.js';
import {
  beginningOf,
  begunCycles,
  billingDate,
  type ChargeMark,
  type Cycle,
  cyclesBilledBy,
  cyclesOf,
  isBillingDate,
  isKnownRhythm,
  isPaid,
  overdueCycles,
  serviceTimeOf,
  skippedCycles,
} from './charge-cycles.js';
import {type SubscriptionState, subscriptionState} from './registry.js';

export type {ChargeMark} from './charge-cycles.js';

/**
 * How a subscription differs from its plan. Times are those of the service, without a zone. A run of missed cycles is one deviation; its
 * `dueAt` is the date of the first cycle, or null if it cannot be calculated.
 */
export type Deviation =
  | {readonly kind: 'duplicated'; readonly cycle: number; readonly references: readonly (string | null)[]}
  | {
      readonly kind: 'missed';
      readonly fromCycle: number;
      readonly toCycle: number;
      readonly dueAt: string | null;
    }
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
export function nextChargeOf({
  subscription,
  plan,
  now,
}: Pick<DeviationFacts, 'subscription' | 'plan' | 'now'>): NextCharge | undefined {
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
