import * as z from 'zod';
import type {Answer, Json} from '../service/answer.js';
import {asBoolean, asObject, asString, type Body, isObject} from '../service/body.js';
import {anything, integer, reading, text} from '../service/members.js';
import {type Page, readPage, successBody, type Unanswered, unanswered, within} from '../service/reply.js';
import {type Call, type Paging, pagingQuery} from '../service/request.js';
import {type Plan, planOf} from './plans.js';

/** Reads one subscription, or lists them: calls that a service may not have. They move nothing. */

const path = '/subscription/api/v1/subscriptions';
export const subscriptionRequest = ({id}: {readonly id: number}): Call => ({path: `${path}/${id}`});
/** `status` as the service writes it, absent for all; pages begin at 0. */
export const subscriptionsRequest = ({status, ...paging}: Paging & {readonly status?: string}): Call => ({
  path,
  query: {...pagingQuery(paging), ...(status === undefined ? {} : {status})},
});

/**
 * A subscription as the service keeps it; null is what it does not say. `status` is its word (`ACTIVE`), of which there are
 * more than are documented; instants are zoneless, as they came.
 */
export type Subscription = {
  readonly id: number;
  readonly customerId: string | null;
  readonly customerEmail: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly customerAuthorizedAt: string | null;
  readonly status: string;
  readonly currentPeriodStart: string | null;
  readonly currentPeriodEnd: string | null;
  readonly nextChargeDate: string | null;
  readonly trialEndDate: string | null;
  readonly pauseResumesAt: string | null;
  readonly pausedAt: string | null;
  readonly cancelAt: string | null;
  readonly cancelledAt: string | null;
  readonly cancellationReason: string | null;
  readonly cardExpiryAlertSent: boolean | null;
  readonly connectionMode: string | null;
  readonly enrollmentReference: string | null;
  /** The reference by which the enrolment's charge is asked about, as any card payment is. */
  readonly enrollmentTxnReference: string | null;
  readonly chargeMode: string | null;
  readonly metadata: Json;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly customerBearsFee: boolean | null;
  readonly enrollConfirmed: boolean | null;
};

/** What an answer says of a subscription, and nothing of the rest: laid over what was known, it makes what is known now. */
export type SubscriptionPart = Partial<Subscription>;

/** A subscription, and its plan where the answer has it. */
export type SubscriptionRow = {readonly subscription: Subscription; readonly plan?: Plan};

/** A member that is not there says nothing; one that is there and of no use says null. */
const nonEmptyText = z.transform((value: Json | undefined) =>
  value === undefined ? undefined : (asString(value) ?? null),
);
const readFlag = z.transform((value: Json | undefined) =>
  value === undefined ? undefined : (asBoolean(value) ?? null),
);

/** The texts and flags of a subscription. Times are zoneless, in the service's time. */
const members = {
  customerId: nonEmptyText,
  /** Whose subscription it is; no answer takes it away. */
  customerEmail: text,
  firstName: nonEmptyText,
  lastName: nonEmptyText,
  customerAuthorizedAt: nonEmptyText,
  /** `INCOMPLETE`, `TRIALING`, `REQUIRES_ACTION`, `ACTIVE`, `PAUSED` or `CANCELLED`; a past-due one was heard of too. */
  status: text,
  currentPeriodStart: nonEmptyText,
  currentPeriodEnd: nonEmptyText,
  /** Null once it is cancelled. */
  nextChargeDate: nonEmptyText,
  trialEndDate: nonEmptyText,
  pauseResumesAt: nonEmptyText,
  pausedAt: nonEmptyText,
  cancelAt: nonEmptyText,
  cancelledAt: nonEmptyText,
  cancellationReason: nonEmptyText,
  connectionMode: nonEmptyText,
  enrollmentReference: nonEmptyText,
  /** By which the enrolment's charge is asked about, as any card payment is. */
  enrollmentTxnReference: nonEmptyText,
  /** `DIRECT_CHARGE`, `TOKENIZATION` or `AGREEMENT_BASED`. */
  chargeMode: nonEmptyText,
  createdAt: nonEmptyText,
  updatedAt: nonEmptyText,
  cardExpiryAlertSent: readFlag,
  customerBearsFee: readFlag,
  enrollConfirmed: readFlag,
} as const satisfies Partial<Record<keyof Subscription, z.ZodType>>;
const subscriptionAnswer = reading(z.object({id: integer, ...members, metadata: anything}));

/** What a record says of a subscription. */
export function partOf(record: Body): SubscriptionPart {
  const given = Object.entries(subscriptionAnswer(record)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** No member told of, beside those without which there is no subscription. */
export const nothingKnown = Object.fromEntries(Object.keys(members).map(name => [name, null])) as Record<
  keyof typeof members,
  null
>;

/** The subscription in a record; undefined for one that does not say which it is, whose, and how it stands. */
export function subscriptionOf(record: Body): Subscription | undefined {
  const {id, customerEmail, status, ...rest} = partOf(record);
  if (id === undefined || customerEmail === undefined || status === undefined) return undefined;
  return {metadata: null, ...nothingKnown, ...rest, id, customerEmail, status};
}

/** A row is the subscription itself, or an object that has it beside its plan. */
function rowOf(row: Body): SubscriptionRow | undefined {
  const subscription = subscriptionOf(isObject(row['subscription']) ? row['subscription'] : row);
  const plan = planOf(asObject(row['plan']));
  return subscription && {subscription, ...(plan === undefined ? {} : {plan})};
}

/** Reads the answer to a question about one subscription, which a service may not offer. */
export function interpretSubscription(answer: Answer): Unanswered | ({readonly kind: 'found'} & SubscriptionRow) {
  const row = rowOf(asObject(within(successBody(answer) ?? {})));
  return row === undefined ? unanswered(answer, 'optional') : {kind: 'found', ...row};
}

/** Reads a page of the subscriptions, which a service may not offer. */
export function interpretSubscriptions(answer: Answer): Page<SubscriptionRow> | Unanswered {
  return readPage(answer, rowOf, 'optional-list');
}
