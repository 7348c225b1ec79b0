import {type Change, isReached} from '../endpoints/change-subscription.js';
import type {Plan} from '../endpoints/plans.js';
import {nothingKnown, type Subscription} from '../endpoints/subscriptions.js';
import type {Profile} from '../journal/event.js';
import {type Payment, verdictOf} from '../payment/payment.js';
import {type Deviation, deviationsOf, type NextCharge, nextChargeOf} from './deviations.js';
import type {Enrolment} from './enrolment.js';
import type {KnownSubscription, Registry} from './registry.js';
import {isOver, subscriptionState} from './state.js';

type Plans = Pick<Registry, 'plans'>;

/** The plan of a subscription, where the till has seen it. */
export function planOfKnown({plans}: Plans, {planCode}: KnownSubscription): Plan | undefined {
  return planCode === null ? undefined : plans.get(planCode);
}

/** A subscription with null for every member that nobody has told of, and `?` for its state. */
export function wholeSubscription({subscription}: Pick<KnownSubscription, 'subscription'>): Subscription {
  return {metadata: null, ...nothingKnown, customerEmail: '', status: '?', ...subscription};
}

/**
 * How a known subscription differs from its plan, as of when its charges were last asked for: of what came due since nobody
 * has heard. `now` in epoch milliseconds.
 */
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

/** The next charge of a known subscription; undefined where none is to come or where it cannot be told. */
export function nextChargeOfKnown(registry: Plans, known: KnownSubscription, now: number): NextCharge | undefined {
  return nextChargeOf({subscription: wholeSubscription(known), plan: planOfKnown(registry, known), now});
}

/**
 * Whether the service may charge it by itself, or may have: until it is over, or until a charge that failed before it ever
 * began is one that the service says it will not try again. Of one that nobody has read nothing is known: it may.
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

/** The subscription of a payment that was not paid and that the service may charge all the same; undefined for any other. */
export function stillBilled({subscriptions}: Pick<Registry, 'subscriptions'>, payment: Payment): number | undefined {
  const {request} = payment;
  if (request.method !== 'subscription' || verdictOf(payment) !== 'not-paid') return undefined;
  const known = subscriptions.get(request.subscription);
  return known === undefined || mayStillCharge(known) ? request.subscription : undefined;
}

/** Whether what an enrolment made has begun: the first payment, or a trial; true of one whose state nobody has told. */
export function hasBegun({subscriptions}: Pick<Registry, 'subscriptions'>, {subscription}: Enrolment): boolean {
  const known = subscription === null ? undefined : subscriptions.get(subscription);
  const state = subscriptionState(known?.subscription.status);
  return state !== 'waiting' && state !== 'bank';
}

/** Whether the service keeps it in another environment than the till's: of the modes, only the live one is documented. */
export function isOfOtherMode({subscription}: Pick<KnownSubscription, 'subscription'>, profile: Profile): boolean {
  const {connectionMode = null} = subscription;
  return connectionMode !== null && /^(?:live|prod)/i.test(connectionMode) !== (profile === 'live');
}

/** The change that nobody knows the end of; null where there is none, and where the state that was heard since shows it. */
export function unclearChangeOf({unclear, subscription}: KnownSubscription): Change | null {
  const {status} = subscription;
  return unclear === null || (status !== undefined && isReached(unclear, status)) ? null : unclear;
}
