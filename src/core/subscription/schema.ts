import * as z from 'zod';
import type {Plan} from '../endpoints/plans.js';
import type {SubscriptionCharge, SubscriptionPart} from '../endpoints/subscriptions.js';
import {moneySchema as money} from '../money/schema.js';
import {intervals} from '../service/service.js';

/** What the journal keeps of plans and subscriptions: the service's records as they were read, and what was asked of it. */

const text = z.string().nullable();
const whole = z.number().int().nullable();

export const planSchema: z.ZodType<Plan> = z.lazy(() =>
  z.strictObject({
    planCode: z.string().min(1),
    name: z.string(),
    description: z.string(),
    amount: z.string(),
    currency: z.string(),
    interval: z.string(),
    intervalCount: z.number().int(),
    trialPeriodDays: z.number().int(),
    billingLimit: whole,
    status: z.string(),
    createdAt: text,
    updatedAt: text,
  }),
);

/** What is known of one subscription, which may be no more than its id. */
export type SubscriptionSeen = SubscriptionPart & {readonly id: number};
export const subscriptionSchema = z.lazy(() =>
  z.looseObject({id: z.number().int()}),
) as unknown as z.ZodType<SubscriptionSeen>;

/** As much of a charge as tells whether billing goes as planned. */
export type ChargeSeen = Pick<
  SubscriptionCharge,
  | 'id'
  | 'cycleNumber'
  | 'attemptNumber'
  | 'status'
  | 'chargedAt'
  | 'nextRetryAt'
  | 'isRetriable'
  | 'transactionReference'
>;
export const chargeSeenSchema: z.ZodType<ChargeSeen> = z.lazy(() =>
  z.strictObject({
    id: z.number().int(),
    cycleNumber: whole,
    attemptNumber: whole,
    status: z.string(),
    chargedAt: text,
    nextRetryAt: text,
    isRetriable: z.boolean().nullable(),
    transactionReference: text,
  }),
);

export const changes = ['cancel', 'pause', 'resume'] as const;

const mark = z.lazy(() => z.strictObject({brand: z.string().max(40), lastFour: z.string().regex(/^\d{4}$/)}));

/** Beside what is asked in every payment: whose subscription it is of, and under which reference the service knows it. */
export const subscriptionPayment = {
  method: z.literal('subscription'),
  /** The service's number of the subscription. */
  subscription: z.number().int(),
  customerEmail: z.string(),
  /** 1 is the enrolment's; null where the service does not say. */
  cycle: whole,
  transactionReference: z.string().min(1),
  /** Null for a renewal, of whose card the service says nothing. */
  card: mark.nullable(),
  /** The bank's question at enrolment. */
  challenge: z.strictObject({url: z.string(), creq: z.string()}).nullable(),
  /** The service's record of a charge that it made by itself and that succeeded; null where a status record has to say so. */
  charge: z.strictObject({status: z.string(), chargedAt: text, fee: text}).nullable(),
};

/** A decision to enrol a card on a plan, on disk before anything is sent. `enrolment` is also the reference of its payment. */
export const enrolmentRequested = z.lazy(() =>
  z.strictObject({
    enrolment: z.string().regex(/^[A-Z0-9]{8,15}$/),
    customerEmail: z.string(),
    planCode: z.string(),
    /** What each cycle costs, and what the first one does at once where there is no trial. */
    amount: money,
    trialPeriodDays: z.number().int().nonnegative(),
    card: mark,
    country: z.string().length(2),
    businessDate: z.string(),
    /** Subscriptions of this customer that were known before, so that none of them is taken for the new one. */
    before: z.array(z.number().int()),
    /** The plan that the service is to make from the request: `planCode` is empty then. */
    newPlan: z
      .strictObject({
        name: z.string().min(1),
        description: z.string(),
        interval: z.enum(intervals),
        billingLimit: z.number().int().positive().nullable(),
      })
      .optional(),
    /** Why a person enrolled somebody who has a subscription already, as far as this till knows. */
    again: z.string().min(1).optional(),
  }),
);
