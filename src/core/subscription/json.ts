import type {Change} from '../endpoints/subscription/change-subscription.js';
import type {Plan} from '../endpoints/subscription/plans.js';
import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import type {Subscription} from '../endpoints/subscription/subscriptions.js';
import {decimalOf, paddedDecimal, plainDecimal} from '../money/decimal.js';
import {decimalsOf, decimalText, isCurrency, type Money} from '../money/money.js';
import type {Deviation, NextCharge} from './deviations.js';
import type {Enrolment} from './enrolment.js';
import type {KnownSubscription, Registry} from './registry.js';
import {deviationsOfKnown, nextChargeOfKnown, planOfKnown, unclearChangeOf, wholeSubscription} from './standing.js';

/** A plan as scripts see it: the service's record, with the amount as decimal text with all decimals of the currency. */
export function planAsJson(plan: Plan): Plan {
  return {...plan, amount: statedText(plan.amount, plan.currency)};
}

/**
 * An amount of the service with at least the decimals of its currency, never rounded: `"12.50"`. Text that is no amount is returned
 * unchanged.
 */
export function statedText(amount: string, currency: string | null): string {
  const decimal = decimalOf(amount);
  if (decimal === undefined) return amount;
  const decimals = currency !== null && isCurrency(currency) ? decimalsOf(currency) : 0;
  return decimal.scale < decimals ? paddedDecimal(decimal, decimals) : plainDecimal(decimal);
}

/**
 * A subscription as scripts see it: every member of the service's record (null if the service did not say), and what the till knows of it.
 * `seenAt` and `chargesAt` are UTC instants; the service's own times have no zone.
 */
export type SubscriptionAsJson = Subscription & {
  readonly planCode: string | null;
  readonly plan: Plan | null;
  readonly own: boolean;
  readonly seenAt: string;
  readonly chargesAt: string | null;
  readonly nextCharge: NextCharge | null;
  readonly drift: readonly Deviation[];
  readonly unclearChange: Change | null;
};

/** A subscription that the till knows, for scripts. `now`, in epoch milliseconds, decides what is late. */
export function subscriptionAsJson(registry: Registry, known: KnownSubscription, now: number): SubscriptionAsJson {
  const {planCode, isOwn: own, seenAt, chargesAt} = known;
  const plan = planOfKnown(registry, known);
  return {
    ...wholeSubscription(known),
    planCode,
    plan: plan === undefined ? null : planAsJson(plan),
    own,
    seenAt: instantText(seenAt),
    chargesAt: chargesAt === null ? null : instantText(chargesAt),
    nextCharge: nextChargeOfKnown(registry, known, now) ?? null,
    drift: deviationsOfKnown(registry, known, now),
    unclearChange: unclearChangeOf(known),
  };
}

/** A charge as scripts see it: the service's record, with the amount as in a plan. */
export function chargeAsJson(charge: SubscriptionCharge): SubscriptionCharge {
  const {amount, currency} = charge;
  return {...charge, amount: amount === null ? null : statedText(amount, currency)};
}

/** An enrolment as scripts see it. `reason` is what the service said, unless the enrolment was made. */
export type EnrolmentAsJson = {
  readonly enrolment: string;
  readonly status: Enrolment['status'];
  readonly customerEmail: string;
  readonly planCode: string;
  readonly amount: string;
  readonly currency: Money['currency'];
  readonly trialPeriodDays: number;
  readonly card: Enrolment['card'];
  readonly subscriptionId: number | null;
  readonly reason: string | null;
  readonly resolved: Enrolment['resolved'];
  readonly createdAt: string;
  readonly businessDate: string;
};

/** An enrolment for scripts. */
export function enrolmentAsJson(enrolment: Enrolment): EnrolmentAsJson {
  const {reference, status, customerEmail, planCode, amount, trialPeriodDays, card, proof, resolved} = enrolment;
  return {
    enrolment: reference,
    status,
    customerEmail,
    planCode,
    amount: decimalText(amount),
    currency: amount.currency,
    trialPeriodDays,
    card,
    subscriptionId: enrolment.subscription,
    reason: status === 'made' ? null : proof?.text || null,
    resolved,
    createdAt: instantText(enrolment.requestedAt),
    businessDate: enrolment.businessDate,
  };
}

const instantText = (at: number) => Temporal.Instant.fromEpochMilliseconds(Math.round(at)).toString();
