import {type CardPayment, enterCardPayment} from '../cards/card-records.js';
import {paid, unclearMilliseconds} from '../cards/charge-card.js';
import {isOver, type Verdict} from '../cards/test-cards.js';
import {planEnd} from '../changes.js';
import type {Database} from '../database.js';
import {randomCode} from '../random-code.js';
import {later} from '../timestamps.js';
import {isRetriable, verdictOfCycle} from './acquirer.js';
import {
  type EndedCharge,
  endCharge,
  endedCharges,
  firstAttemptAt,
  insertCharge,
  lastCharge,
  paidCycles,
} from './charge-records.js';
import {periodAt, periodOf} from './periods.js';
import {type Plan, planOf} from './plan-records.js';
import {changeSubscription, type Subscription, type SubscriptionStatus} from './subscription-records.js';

/** The days from the first attempt of a cycle to its further attempts. No document has a schedule. */
const retryDays = [1, 3, 5];

const billed: ReadonlySet<SubscriptionStatus> = new Set([
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
export function bill(database: Database, subscription: Subscription, at: number): void {
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
    reference,
    tenant: subscription.tenant,
    amount: plan.amount,
    currency: plan.currency,
    description: `${plan.name}, cycle ${cycle}`,
    payerName: subscription.payer_name,
    network: subscription.card_network,
    lastFour: subscription.card_last_four,
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

/** Ends the transaction of an attempt as the acquirer decides: at once or, if the decision is unclear, later. */
export function settleAs(database: Database, payment: CardPayment, verdict: Verdict): void {
  const {started_at: at} = payment;
  if (verdict.kind === 'approved') planEnd(database, payment, paid, at);
  else if (verdict.kind === 'refused') planEnd(database, payment, {status: 'Failed', reason: verdict.reason}, at);
  else {
    const outcome = verdict.endsAs === 'Completed' ? paid : ({status: 'Failed', reason: verdict.reason} as const);
    planEnd(database, payment, outcome, at + unclearMilliseconds);
  }
}

/** Records the result of every attempt whose transaction has ended, at the instant when it ended. */
export function settleCharges(database: Database): void {
  for (const ended of endedCharges(database)) {
    const subscription = subscriptionOf(database, ended);
    if (ended.succeeded === 1) succeed(database, subscription, ended);
    else fail(database, subscription, ended);
  }
}

/** Whether all cycles of the plan are paid. */
export function isBilledOut(database: Database, {id}: Subscription, plan: Plan): boolean {
  return plan.billing_limit !== null && paidCycles(database, id) >= plan.billing_limit;
}

/** Returns a new reference of the service's own, as long as the longest that a merchant may state. */
export function newReference(): string {
  return `SUB${randomCode(12)}`;
}

/** Whether the card expires before the charge after the next one. */
function expiresSoon(plan: Plan, {card_expiry, anchor_at, period}: Subscription): boolean {
  return isOver(card_expiry, periodOf(plan.interval, anchor_at, period + 1).period_ends_at);
}

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

function subscriptionOf(database: Database, ended: EndedCharge): Subscription {
  return database.prepare('SELECT * FROM subscriptions WHERE id = ?').get(ended.subscription_id) as Subscription;
}
