import {
  type Answer,
  type Call,
  type Json,
  type PageParameters,
  type Paging,
  pagingQuery,
} from '../../service/answer.js';
import {asBoolean, asObject, asString, type Body, isObject} from '../../service/body.js';
import {anything, integer, type Known, reading, text} from '../../service/members.js';
import {type Page, readPage, successBody, type Unanswered, unanswered, within} from '../../service/reply.js';
import {type Plan, planOf} from './plans.js';

/** Reads one subscription, or lists them. A service may not have these calls. They move no money. */

const path = '/subscription/api/v1/subscriptions';
export const subscriptionRequest = ({id}: {readonly id: number}): Call => ({path: `${path}/${id}`});
/** `status` is in the service's spelling; without it, all are listed. Pages are numbered from 0. */
export const subscriptionsRequest = (
  {status, ...paging}: Paging & {readonly status?: string},
  names: PageParameters,
): Call => ({path, query: {...pagingQuery(paging, names), ...(status === undefined ? {} : {status})}});

/** A missing member says nothing (undefined). A member that is present but unusable is null. */
const nonEmptyText = (value: Json | undefined) => (value === undefined ? undefined : (asString(value) ?? null));
const readFlag = (value: Json | undefined) => (value === undefined ? undefined : (asBoolean(value) ?? null));

/** The texts and flags of a subscription. Times are in the service's time, without a zone. */
const members = {
  customerId: nonEmptyText,
  /** The customer's e-mail address. No answer takes it away. */
  customerEmail: text,
  firstName: nonEmptyText,
  lastName: nonEmptyText,
  customerAuthorizedAt: nonEmptyText,
  /** `INCOMPLETE`, `TRIALING`, `REQUIRES_ACTION`, `ACTIVE`, `PAUSED` or `CANCELLED`. A past-due status is said to exist as well. */
  status: text,
  currentPeriodStart: nonEmptyText,
  currentPeriodEnd: nonEmptyText,
  /** Null once the subscription is cancelled. */
  nextChargeDate: nonEmptyText,
  trialEndDate: nonEmptyText,
  pauseResumesAt: nonEmptyText,
  pausedAt: nonEmptyText,
  cancelAt: nonEmptyText,
  cancelledAt: nonEmptyText,
  cancellationReason: nonEmptyText,
  connectionMode: nonEmptyText,
  enrollmentReference: nonEmptyText,
  /** The reference for questions about the enrolment's charge, which are asked as for any card payment. */
  enrollmentTxnReference: nonEmptyText,
  /** `DIRECT_CHARGE`, `TOKENIZATION` or `AGREEMENT_BASED`. */
  chargeMode: nonEmptyText,
  createdAt: nonEmptyText,
  updatedAt: nonEmptyText,
  cardExpiryAlertSent: readFlag,
  customerBearsFee: readFlag,
  enrollConfirmed: readFlag,
};
const subscriptionAnswer = reading({id: integer, ...members, metadata: anything});

/** A subscription as the service keeps it; what it leaves out is null. */
export type Subscription = Known<typeof subscriptionAnswer>;

/** The members of a subscription that an answer mentions. Laid over the members known before, they give those known now. */
export type SubscriptionPart = Partial<Subscription>;

export type SubscriptionRow = {readonly subscription: Subscription; readonly plan?: Plan};

export function partOf(record: Body): SubscriptionPart {
  const given = Object.entries(subscriptionAnswer(record)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** A subscription of which nothing is known: every text and flag is null. */
export const nothingKnown = Object.fromEntries(Object.keys(members).map(name => [name, null])) as Record<
  keyof typeof members,
  null
>;

/** Returns the subscription in a record; undefined if the record lacks its id, its customer or its status. */
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

/** Reads the answer to a question about the subscription `id`. A service may not offer this call. */
export function interpretSubscription(
  answer: Answer,
  id: number,
): Unanswered | ({readonly kind: 'found'} & SubscriptionRow) {
  const row = rowOf(asObject(within(successBody(answer) ?? {})));
  return row?.subscription.id === id ? {kind: 'found', ...row} : unanswered(answer, 'optional');
}

/** Reads the page of the subscriptions that was `asked` for. A service may not offer this call. */
export const interpretSubscriptions = (answer: Answer, asked: number): Page<SubscriptionRow> | Unanswered =>
  readPage(answer, {read: rowOf, call: 'optional-list', asked});
