import {decimalOf} from '../money/decimal.js';
import type {Answer, Json} from '../service/answer.js';
import {asBoolean, asString, type Body, isObject} from '../service/body.js';
import {
  asInteger,
  asObject,
  type Page,
  readPage,
  successBody,
  type Unanswered,
  unanswered,
  within,
} from '../service/reply.js';
import {type Plan, planOf} from './plans.js';

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

/** A charge of a subscription; cycle 1 is the enrolment's. Amounts and instants as in a plan. */
export type SubscriptionCharge = {
  readonly id: number;
  readonly subscriptionId: number | null;
  readonly cycleNumber: number | null;
  readonly attemptNumber: number | null;
  readonly transactionReference: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly description: string | null;
  readonly status: string;
  readonly respCode: string | null;
  readonly failureReason: string | null;
  readonly isRetriable: boolean | null;
  readonly isExternal: boolean | null;
  readonly chargedAt: string | null;
  readonly nextRetryAt: string | null;
  readonly cardServiceResponse: Json;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
};

const textMembers = [
  'customerId',
  'customerEmail',
  'firstName',
  'lastName',
  'customerAuthorizedAt',
  'status',
  'currentPeriodStart',
  'currentPeriodEnd',
  'nextChargeDate',
  'trialEndDate',
  'pauseResumesAt',
  'pausedAt',
  'cancelAt',
  'cancelledAt',
  'cancellationReason',
  'connectionMode',
  'enrollmentReference',
  'enrollmentTxnReference',
  'chargeMode',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Subscription)[];
const flagMembers = [
  'cardExpiryAlertSent',
  'customerBearsFee',
  'enrollConfirmed',
] as const satisfies readonly (keyof Subscription)[];
/** A subscription is none without these, so that no answer takes them away. */
const essential: ReadonlySet<string> = new Set(['customerEmail', 'status']);

const textOf = (value: Json | undefined) => asString(value) ?? null;
const saidOf = (value: Json | undefined) => asBoolean(value) ?? null;

/** An amount of a record as decimal text; null for what is no number. */
export const amountOf = (value: Json | undefined) => (decimalOf(value) === undefined ? null : textOf(value));

/** What a record says of a subscription. */
export function partOf(record: Body): SubscriptionPart {
  const id = asInteger(record['id']);
  const texts = textMembers
    .map(name => [name, textOf(record[name])] as const)
    .filter(([name, text]) => record[name] !== undefined && (text !== null || !essential.has(name)));
  const flags = flagMembers
    .filter(name => record[name] !== undefined)
    .map(name => [name, saidOf(record[name])] as const);
  const {metadata} = record;
  return {
    ...(id === undefined ? {} : {id}),
    ...Object.fromEntries<string | boolean | null>([...texts, ...flags]),
    ...(metadata === undefined ? {} : {metadata}),
  };
}

/** No member told of, beside those without which there is no subscription. */
export const nothingKnown = Object.fromEntries([...textMembers, ...flagMembers].map(name => [name, null])) as Record<
  (typeof textMembers)[number] | (typeof flagMembers)[number],
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

/** Reads a page of the charges of a subscription. */
export function interpretCharges(answer: Answer): Page<SubscriptionCharge> | Unanswered {
  return readPage(answer, chargeOf, 'required');
}

function chargeOf(record: Body): SubscriptionCharge | undefined {
  const [id, status] = [asInteger(record['id']), asString(record['status'])];
  if (id === undefined || status === undefined) return undefined;
  return {
    id,
    subscriptionId: asInteger(record['subscriptionId']) ?? null,
    cycleNumber: asInteger(record['cycleNumber']) ?? null,
    attemptNumber: asInteger(record['attemptNumber']) ?? null,
    transactionReference: textOf(record['transactionReference']),
    amount: amountOf(record['amount']),
    currency: textOf(record['currency']),
    description: textOf(record['description']),
    status,
    respCode: textOf(record['respCode']),
    failureReason: textOf(record['failureReason']),
    isRetriable: saidOf(record['isRetriable']),
    isExternal: saidOf(record['isExternal']),
    chargedAt: textOf(record['chargedAt']),
    nextRetryAt: textOf(record['nextRetryAt']),
    cardServiceResponse: record['cardServiceResponse'] ?? null,
    createdAt: textOf(record['createdAt']),
    updatedAt: textOf(record['updatedAt']),
  };
}
