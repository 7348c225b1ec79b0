import {type CardPayment, enterCardPayment, isOver, type Verdict, verdictWithoutCode} from '../cards/card-records.js';
import {settleAs} from '../cards/charge-card.js';
import {later} from '../clock.js';
import {type Database, randomCode} from '../database.js';
import {applyDueChanges} from '../transactions.js';
import {type Plan, periodAt, periodOf, planOf} from './plans.js';
import {
  changeSubscription,
  dueSubscriptions,
  type EndedCharge,
  endCharge,
  endedCharges,
  firstAttemptAt,
  insertCharge,
  lastCharge,
  paidCycles,
  type Subscription,
} from './subscription-records.js';

/** The days from the first attempt of a cycle to its further attempts. No document has a schedule. */
const retryDays = [1, 3, 5];

const billed: ReadonlySet<Subscription['status']> = new Set([
  'INCOMPLETE',
  'TRIALING',
  'REQUIRES_ACTION',
  'ACTIVE',
  'PAST_DUE',
]);

type Attempt = {
  readonly cycle: number;
  readonly attempt: number;
  readonly reference: string;
  readonly challengeToken?: string;
};

/** Does what falls due for a subscription at `at`: the end of its pause, its own end, or the next attempt to charge. */
function bill(database: Database, subscription: Subscription, at: number): void {
  if (subscription.status === 'PAUSED') {
    resume(database, subscription, at);
    return;
  }
  const plan = planOf(database, subscription);
  if (isBilledOut(database, subscription, plan)) {
    changeSubscription(database, subscription, {status: 'COMPLETED', due_at: null}, at);
    return;
  }
  if (plan.amount === 0) {
    goOnFree(database, subscription, plan, at);
    return;
  }
  const attempt = nextAttempt(database, subscription);
  settleAs(
    database,
    charge(database, subscription, plan, attempt, at),
    verdictOfCycle(plan, subscription, attempt, at),
  );
}

/** A plan with an amount of 0 charges nothing. Its periods pass, as many as it has. */
function goOnFree(database: Database, subscription: Subscription, plan: Plan, at: number): void {
  const period = periodAt(plan.interval, subscription.anchor_at, subscription.period, at);
  const isOver = plan.billing_limit !== null && period.period >= plan.billing_limit;
  if (isOver) changeSubscription(database, subscription, {status: 'COMPLETED', due_at: null}, at);
  else changeSubscription(database, subscription, {status: 'ACTIVE', ...period, due_at: period.period_ends_at}, at);
}

/** Resumes a paused subscription. It is charged one interval later: only a new start of its periods is documented. */
export function resume(database: Database, subscription: Subscription, at: number): Subscription {
  const period = periodOf(planOf(database, subscription).interval, at, 0);
  const standing = {
    status: 'ACTIVE',
    anchor_at: at,
    paused_at: null,
    due_at: period.period_ends_at,
    ...period,
  } as const;
  return changeSubscription(database, subscription, standing, at);
}

/** Enters an attempt in the books. Until its transaction has ended, nothing else falls due for the subscription. */
export function charge(
  database: Database,
  subscription: Subscription,
  plan: Plan,
  {cycle, attempt, reference, challengeToken}: Attempt,
  at: number,
): CardPayment {
  const payment = {
    transaction_reference: reference,
    tenant: subscription.tenant,
    amount: plan.amount,
    currency: plan.currency,
    description: `${plan.name}, cycle ${cycle}`,
    payer_name: subscription.payer_name,
    network: subscription.card_network,
    payer_account_number: subscription.card_last_four,
  };
  const entered = enterCardPayment(database, payment, at, challengeToken);
  insertCharge(database, {
    subscription_id: subscription.id,
    cycle_number: cycle,
    attempt_number: attempt,
    transaction_reference: reference,
    charged_at: at,
  });
  changeSubscription(database, subscription, {due_at: null}, at);
  return entered;
}

/** Records the result of every attempt whose transaction has ended, at the instant when it ended. */
function settleCharges(database: Database): void {
  for (const ended of endedCharges(database)) {
    const subscription = subscriptionOf(database, ended);
    if (ended.succeeded === 1) succeed(database, subscription, ended);
    else fail(database, subscription, ended);
  }
}

/** Whether all cycles of the plan are paid. */
export const isBilledOut = (database: Database, {id}: Subscription, plan: Plan): boolean =>
  plan.billing_limit !== null && paidCycles(database, id) >= plan.billing_limit;

/** Returns a new reference of the service's own, as long as the longest that a merchant may state. */
export const newReference = (): string => `SUB${randomCode(12)}`;

/** Whether the card expires before the charge after the next one. */
const expiresSoon = (plan: Plan, {card_expiry, anchor_at, period}: Subscription): boolean =>
  isOver(card_expiry, periodOf(plan.interval, anchor_at, period + 1).period_ends_at);

function succeed(database: Database, subscription: Subscription, ended: EndedCharge): void {
  const at = ended.ended_at;
  endCharge(database, ended, {status: 'SUCCESS', failure_reason: null, retriable: null, next_retry_at: null}, at);
  if (!billed.has(subscription.status)) return;
  const plan = planOf(database, subscription);
  // Billing begins with the first successful payment, whenever that is.
  const anchor = ended.cycle_number === 1 ? at : subscription.anchor_at;
  const period = periodAt(plan.interval, anchor, subscription.period, at);
  const standing = {
    status: 'ACTIVE',
    anchor_at: anchor,
    ...period,
    due_at: period.period_ends_at,
    authorized_at: subscription.authorized_at ?? at,
  } as const;
  const active = changeSubscription(database, subscription, standing, at);
  if (expiresSoon(plan, active)) changeSubscription(database, active, {expiry_alert_sent: 1}, at);
}

function fail(database: Database, subscription: Subscription, ended: EndedCharge): void {
  const at = ended.ended_at;
  const retriable = isRetriable(ended.reason);
  const goesOn = retriable && billed.has(subscription.status);
  const days = goesOn ? retryDays[ended.attempt_number - 1] : undefined;
  const next = days === undefined ? null : later(firstAttemptAt(database, ended), {days});
  const ending = {failure_reason: ended.reason, retriable: retriable ? 1 : 0, next_retry_at: next} as const;
  endCharge(database, ended, {status: 'FAILED', ...ending}, at);
  if (!billed.has(subscription.status)) return;
  const isFirst = subscription.status === 'INCOMPLETE' || subscription.status === 'REQUIRES_ACTION';
  changeSubscription(database, subscription, {status: isFirst ? 'INCOMPLETE' : 'PAST_DUE', due_at: next}, at);
}

function nextAttempt(database: Database, {id, enrollment_txn_reference}: Subscription): Attempt {
  const last = lastCharge(database, id);
  // The end of a trial: its charge has the reference that the answer to the enrolment stated.
  if (last === undefined) return {cycle: 1, attempt: 1, reference: enrollment_txn_reference};
  return last.next_retry_at === null
    ? {cycle: last.cycle_number + 1, attempt: 1, reference: newReference()}
    : {cycle: last.cycle_number, attempt: last.attempt_number + 1, reference: newReference()};
}

const subscriptionOf = (database: Database, ended: EndedCharge): Subscription =>
  database.prepare('SELECT * FROM subscriptions WHERE id = ?').get(ended.subscription_id) as Subscription;

const tooPoor: Verdict = {kind: 'refused', reason: 'Insufficient funds'};
const forGood: Verdict = {kind: 'refused', reason: 'DECLINED_DO_NOT_CONTACT'};

/** Reasons for which another attempt would fail, too, in the words of the card family. */
const lasting: ReadonlySet<string> = new Set([
  'Expired card',
  'INVALID_CSC',
  'DECLINED_DO_NOT_CONTACT',
  'DO_NOT_PROCEED',
  'AUTHENTICATION_FAILED',
  'CANCELLED',
]);

export const isRetriable = (reason: string): boolean => !lasting.has(reason);

/**
 * Returns the acquirer's decision at `now` about a charge that nobody confirms. From the second cycle on, the whole part of the amount
 * decides: 201 fails at every attempt, 202 at the first attempt of the second cycle, 203 in the second cycle without a retry. Otherwise the
 * card's expiry decides.
 */
function verdictOfCycle(
  plan: Plan,
  {card_expiry: expiry}: Subscription,
  {cycle, attempt}: {readonly cycle: number; readonly attempt: number},
  now: number,
): Verdict {
  const amount = Math.trunc(plan.amount);
  if (amount === 201 && cycle >= 2) return tooPoor;
  if (amount === 202 && cycle === 2 && attempt === 1) return tooPoor;
  if (amount === 203 && cycle === 2) return forGood;
  return verdictWithoutCode(expiry, plan.amount, now);
}

/** Applies what has fallen due by `now`, in order, at every request, so that no timer is needed and only the clock decides. */
export function letDueHappen(database: Database, now: number): void {
  // A decision on a page of the bank has no later instant to wait for.
  settleCharges(database);
  for (let at = nextInstant(database, now); at !== undefined; at = nextInstant(database, now)) {
    applyDueChanges(database, at);
    settleCharges(database);
    for (const subscription of dueSubscriptions(database, at)) bill(database, subscription, at);
  }
  applyDueChanges(database, now);
}

/** Returns the next instant, `now` at the latest, at which a payment or a subscription changes; undefined if there is none. */
function nextInstant(database: Database, now: number): number | undefined {
  const {at} = database
    .prepare(
      `SELECT min(due_at) AS at FROM (SELECT min(due_at) AS due_at FROM changes
         UNION ALL SELECT min(due_at) FROM subscriptions WHERE due_at IS NOT NULL)`,
    )
    .get() as {at: number | null};
  return at === null || at > now ? undefined : at;
}
