import {type Change, isReached} from '../endpoints/subscription/change-subscription.js';
import type {Plan} from '../endpoints/subscription/plans.js';
import {nothingKnown, type Subscription} from '../endpoints/subscription/subscriptions.js';
import type {Profile} from '../journal/schema.js';
import {type Payment, verdictOf} from '../payment/payment.js';
import {serviceTime} from '../service/clock.js';
import {type Deviation, deviationsOf, type NextCharge, nextChargeOf} from './deviations.js';
import type {Enrolment} from './enrolment.js';
import {isOver, type KnownSubscription, type Registry, subscriptionState} from './registry.js';

type Plans = Pick<Registry, 'plans'>;

export const planOfKnown = ({plans}: Plans, {planCode}: KnownSubscription): Plan | undefined =>
  planCode === null ? undefined : plans.get(planCode);

/** A subscription with null for every member that is not known, and `?` for an unknown state. */
export function wholeSubscription({subscription}: Pick<KnownSubscription, 'subscription'>): Subscription {
  return {metadata: null, ...nothingKnown, customerEmail: '', status: '?', ...subscription};
}

/** How a subscription differs from its plan, as of when its charges were requested, else `now` in epoch milliseconds. */
export function deviationsOfKnown(registry: Plans, known: KnownSubscription, now: number): readonly Deviation[] {
  const {charges, completeFrom, chargesAt} = known;
  return deviationsOf({
    subscription: wholeSubscription(known),
    plan: planOfKnown(registry, known),
    charges,
    completeFrom: chargesAt === null ? null : completeFrom,
    now: chargesAt ?? now,
  });
}

/** The next charge of a known subscription; undefined if no charge is to come or if it cannot be determined. */
export const nextChargeOfKnown = (registry: Plans, known: KnownSubscription, now: number): NextCharge | undefined =>
  nextChargeOf({subscription: wholeSubscription(known), plan: planOfKnown(registry, known), now});

/**
 * Whether the service may charge the subscription by itself. It may until the subscription is over, or until a first charge failed and the
 * service says that it will not try again. If nothing is known of the subscription, it may.
 */
export function mayStillCharge(known: KnownSubscription): boolean {
  const {subscription, charges} = known;
  if (isOver(subscription)) return false;
  const last = charges.at(-1);
  const isGivenUp = last !== undefined && last.isRetriable === false && last.nextRetryAt === null;
  return (
    !isGivenUp || subscriptionState(subscription.status) !== 'waiting' || (subscription.nextChargeDate ?? null) !== null
  );
}

/** The subscription of a payment that was not paid, if the service may still charge it; undefined for any other payment. */
export function stillBilled({subscriptions}: Pick<Registry, 'subscriptions'>, payment: Payment): number | undefined {
  const {request} = payment;
  if (request.method !== 'subscription' || verdictOf(payment) !== 'not-paid') return undefined;
  const known = subscriptions.get(request.subscription);
  return known === undefined || mayStillCharge(known) ? request.subscription : undefined;
}

/** Whether the subscription that an enrolment made has begun, with its first payment or a trial; true if its state is not known. */
export function hasBegun({subscriptions}: Pick<Registry, 'subscriptions'>, {subscription}: Enrolment): boolean {
  const known = subscription === null ? undefined : subscriptions.get(subscription);
  const state = subscriptionState(known?.subscription.status);
  return state !== 'waiting' && state !== 'bank';
}

/** Whether the service keeps it in another environment than the till's. Of its modes only the live one is documented. */
export function isOfOtherMode({subscription}: Pick<KnownSubscription, 'subscription'>, profile: Profile): boolean {
  const {connectionMode = null} = subscription;
  return connectionMode !== null && /^(?:live|prod)/i.test(connectionMode) !== (profile === 'live');
}

/** The change whose outcome is not known; null if there is none, or if a later state shows that it was made. */
export function unclearChangeOf({unclear, subscription}: KnownSubscription): Change | null {
  const {status} = subscription;
  return unclear === null || (status !== undefined && isReached(unclear, status)) ? null : unclear;
}

/**
 * The plan of a subscription that a payment is a charge of, its card if this till has enrolled it, and the day of the next charge, as the
 * service counts, if one is to come.
 */
export function chargedFor(
  registry: Pick<Registry, 'plans' | 'subscriptions' | 'enrolments'>,
  {reference, request}: Pick<Payment, 'reference' | 'request'>,
  now: number,
):
  | {readonly plan: string; readonly card: Enrolment['card'] | undefined; readonly next: string | undefined}
  | undefined {
  const known = request.method === 'subscription' ? registry.subscriptions.get(request.subscription) : undefined;
  if (known === undefined) return undefined;
  const next = serviceTime(nextChargeOfKnown(registry, known, now)?.at ?? null);
  const {card, newPlan} = registry.enrolments.get(reference) ?? {};
  const plan = planOfKnown(registry, known)?.name ?? newPlan?.name ?? known.planCode ?? String(known.subscription.id);
  return {plan, card, next: next?.toPlainDate().toString()};
}
