import {written} from '../amounts.js';
import {isRefusal, json, refuse} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {instantOf, timestamp} from '../clock.js';
import {type Database, type Paging, pageOfRows, type Rows} from '../database.js';
import {subscriptionStatuses} from '../tables.js';
import {planEnd} from '../transactions.js';
import {isBilledOut, letDueHappen, resume} from './billing.js';
import {type Plan, pageOf, planOf, planRecord, readPaging} from './plans.js';
import {
  changeSubscription,
  lastCharge,
  pageOfCharges,
  type Subscription,
  type SubscriptionCharge,
} from './subscription-records.js';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the subscription with the number, if it belongs to this tenant. `id` is text from a path. */
function findSubscription(database: Database, id: string, tenant: string): Subscription | undefined {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const query = database.prepare('SELECT * FROM subscriptions WHERE id = ? AND tenant = ?');
  return query.get(Number(id), tenant) as Subscription | undefined;
}

function pageOfSubscriptions(
  database: Database,
  wanted: {readonly tenant: string; readonly status: string | null},
  paging: Paging,
): Rows<Subscription> {
  const query = 'SELECT * FROM subscriptions WHERE tenant = :tenant AND status = coalesce(:status, status)';
  return pageOfRows(database, {query, order: 'id', values: wanted}, paging);
}

/** `GET /subscription/api/v1/subscriptions/{id}`. */
export const showSubscription: ServiceHandler = ({database}, {values, tenant}) => {
  const subscription = findSubscription(database, values.id ?? '', tenant);
  if (subscription === undefined) return noSuchSubscription();
  const data = subscriptionRecord(database, subscription, planOf(database, subscription));
  return json(200, {success: true, message: 'Subscription fetched successfully', data});
};

/** `GET /subscription/api/v1/subscriptions?page&size&status`: a page of `{subscription, plan}` (documented). */
export const listSubscriptions: ServiceHandler = ({database}, {query, tenant}) => {
  const paging = readPaging(query);
  if (isRefusal(paging)) return paging;
  // The guide writes the values in lower case and with a hyphen: past-due.
  const status = query.get('status')?.toUpperCase().replaceAll('-', '_') || null;
  if (status !== null && !subscriptionStatuses.some(known => known === status)) {
    return refuse(400, `status must be one of ${subscriptionStatuses.join(', ')}`);
  }
  const data = pageOf(pageOfSubscriptions(database, {tenant, status}, paging), paging, subscription => {
    const plan = planOf(database, subscription);
    return {subscription: subscriptionRecord(database, subscription, plan), plan: planRecord(plan)};
  });
  return json(200, {success: true, message: 'Subscriptions fetched successfully', data});
};

/** `GET /subscription/api/v1/subscriptions/{id}/charges?page&size`: every attempt, oldest first. */
export const listCharges: ServiceHandler = ({database}, {values, query, tenant}) => {
  const subscription = findSubscription(database, values.id ?? '', tenant);
  if (subscription === undefined) return noSuchSubscription();
  const paging = readPaging(query);
  if (isRefusal(paging)) return paging;
  const data = pageOf(pageOfCharges(database, subscription.id, paging), paging, chargeRecord);
  return json(200, {success: true, message: 'Subscription charges fetched successfully', data});
};

/** Returns the subscription resource. It holds nothing about the card. */
export function subscriptionRecord(database: Database, subscription: Subscription, plan: Plan): Fields {
  const {status, due_at: due} = subscription;
  const isPaused = status === 'PAUSED';
  const nextCharge = isPaused || isBilledOut(database, subscription, plan) ? null : due;
  return {
    id: subscription.id,
    customerId: subscription.customer_id,
    customerEmail: subscription.customer_email,
    firstName: subscription.first_name,
    lastName: subscription.last_name,
    customerAuthorizedAt: instant(subscription.authorized_at),
    status,
    currentPeriodStart: timestamp(subscription.period_starts_at),
    currentPeriodEnd: timestamp(subscription.period_ends_at),
    nextChargeDate: instant(nextCharge),
    trialEndDate: instant(subscription.trial_ends_at),
    pauseResumesAt: instant(isPaused ? due : null),
    pausedAt: instant(subscription.paused_at),
    cancelAt: null,
    cancelledAt: instant(subscription.cancelled_at),
    cancellationReason: subscription.cancellation_reason,
    cardExpiryAlertSent: subscription.expiry_alert_sent === 1,
    connectionMode: subscription.tenant.toUpperCase(),
    enrollmentReference: subscription.enrollment_reference,
    enrollmentTxnReference: subscription.enrollment_txn_reference,
    chargeMode: subscription.charge_mode,
    metadata: null,
    createdAt: timestamp(subscription.created_at),
    updatedAt: timestamp(subscription.updated_at),
    customerBearsFee: false,
    enrollConfirmed: subscription.authorized_at !== null,
  };
}

const noSuchSubscription = () => refuse(404, 'Subscription not found');

/** Returns the gateway's code for a reason, as far as known: `Expired card` is EXPIRED_CARD. */
const codeOf = (reason: string): string => reason.toUpperCase().replaceAll(' ', '_');

function chargeRecord(charge: SubscriptionCharge): Fields {
  const {status, failure_reason: reason} = charge;
  return {
    id: charge.id,
    subscriptionId: charge.subscription_id,
    cycleNumber: charge.cycle_number,
    attemptNumber: charge.attempt_number,
    transactionReference: charge.transaction_reference,
    amount: charge.amount,
    currency: charge.currency,
    description: written(charge.description, charge.amount),
    status,
    respCode: status === 'PENDING' ? null : codeOf(reason ?? 'APPROVED'),
    failureReason: reason === null ? null : written(reason, charge.amount),
    isRetriable: charge.retriable === null ? null : charge.retriable === 1,
    isExternal: false,
    chargedAt: timestamp(charge.charged_at),
    nextRetryAt: instant(charge.next_retry_at),
    cardServiceResponse: null,
    createdAt: timestamp(charge.charged_at),
    updatedAt: timestamp(charge.updated_at),
  };
}

const instant = (epochMilliseconds: number | null): string | null =>
  epochMilliseconds === null ? null : timestamp(epochMilliseconds);

/** `PATCH …/{id}/cancel {reason}`: ends a subscription permanently, in any state in which it has not ended yet. */
export const cancelSubscription: ServiceHandler = ({database, now}, {values, body, tenant}) => {
  const subscription = findSubscription(database, values.id ?? '', tenant);
  if (subscription === undefined) return noSuchSubscription();
  const {reason} = body;
  if (typeof reason !== 'string' || reason.trim() === '') return refuse(400, 'reason is required');
  if (reason.length > 255) return refuse(400, 'reason cannot be longer than 255 characters');
  if (subscription.status === 'CANCELLED') return refuse(400, 'Subscription is already cancelled');
  if (subscription.status === 'COMPLETED') return refuse(400, 'Subscription is already completed');
  // If the cardholder could still confirm at the bank, the charge would be for nothing.
  const open = subscription.status === 'REQUIRES_ACTION' ? lastCharge(database, subscription.id) : undefined;
  if (open !== undefined) planEnd(database, open, {status: 'Failed', reason: 'CANCELLED'}, now);
  const standing = {
    status: 'CANCELLED',
    due_at: null,
    paused_at: null,
    cancelled_at: now,
    cancellation_reason: reason,
  } as const;
  const cancelled = changeSubscription(database, subscription, standing, now);
  letDueHappen(database, now);
  return json(200, {
    success: true,
    message: 'Subscription cancelled successfully',
    data: {...shortRecord(cancelled), cancelledAt: timestamp(now), cancellationReason: reason},
  });
};

export const resumeSubscription: ServiceHandler = ({database, now}, {values, tenant}) => {
  const subscription = findSubscription(database, values.id ?? '', tenant);
  if (subscription === undefined) return noSuchSubscription();
  if (subscription.status !== 'PAUSED') return refuse(400, 'Only a paused subscription can be resumed');
  const data = shortRecord(resume(database, subscription, now));
  return json(200, {success: true, message: 'Subscription resumed successfully', data});
};

/** `PATCH …/{id}/pause {resumeAt?}`: charges nothing until `resumeAt`, a timestamp without a zone, or until it is resumed. */
export const pauseSubscription: ServiceHandler = ({database, now}, {values, body, tenant}) => {
  const subscription = findSubscription(database, values.id ?? '', tenant);
  if (subscription === undefined) return noSuchSubscription();
  const {resumeAt} = body;
  const until = resumeAt === undefined || resumeAt === null ? null : instantOf(String(resumeAt));
  if (until === undefined) return refuse(400, 'resumeAt must be a time such as 2026-08-01T00:00:00');
  if (until !== null && until <= now) return refuse(400, 'resumeAt must be in the future');
  if (subscription.status !== 'ACTIVE') return refuse(400, 'Only an active subscription can be paused');
  const paused = changeSubscription(database, subscription, {status: 'PAUSED', due_at: until, paused_at: now}, now);
  return json(200, {
    success: true,
    message: 'Subscription paused successfully',
    data: {...shortRecord(paused), pausedAt: timestamp(now), pauseResumesAt: until === null ? null : timestamp(until)},
  });
};

/** What the answers about a subscription's state say about it (documented). */
const shortRecord = (subscription: Subscription): Readonly<Record<string, unknown>> => ({
  id: subscription.id,
  customerId: subscription.customer_id,
  customerEmail: subscription.customer_email,
  status: subscription.status,
  enrollmentReference: subscription.enrollment_reference,
  enrollmentTxnReference: subscription.enrollment_txn_reference,
});
