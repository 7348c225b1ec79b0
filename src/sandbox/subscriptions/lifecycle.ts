import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {planEnd} from '../changes.js';
import {refuse} from '../refusal.js';
import {instantOf, timestamp} from '../timestamps.js';
import {resume} from './billing.js';
import {lastCharge} from './charge-records.js';
import {letDueHappen} from './due.js';
import {noSuchSubscription} from './show-subscriptions.js';
import {changeSubscription, findSubscription, type Subscription} from './subscription-records.js';

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

/** `PATCH …/{id}/resume`: resumes a paused subscription. */
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
    data: {
      ...shortRecord(paused),
      pausedAt: timestamp(now),
      pauseResumesAt: until === null ? null : timestamp(until),
    },
  });
};

/** What the answers about a subscription's state say about it (documented). */
function shortRecord(subscription: Subscription): Readonly<Record<string, unknown>> {
  return {
    id: subscription.id,
    customerId: subscription.customer_id,
    customerEmail: subscription.customer_email,
    status: subscription.status,
    enrollmentReference: subscription.enrollment_reference,
    enrollmentTxnReference: subscription.enrollment_txn_reference,
  };
}
