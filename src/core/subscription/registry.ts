import {interpretChange} from '../endpoints/subscription/change-subscription.js';
import {interpretEnrolment} from '../endpoints/subscription/create-subscription.js';
import type {Plan} from '../endpoints/subscription/plans.js';
import type {SubscriptionRow} from '../endpoints/subscription/subscriptions.js';
import {type AnyEvent, isOneOf} from '../journal/envelope.js';
import {paymentEvents, type SubscriptionRequest} from '../payment/schema.js';
import {list, object, oneOf, orNull, type Specified, whole} from '../spec/spec.js';
import {
  beginEnrolment,
  type Enrolment,
  enrolmentSpec,
  evolveEnrolment,
  isEnrolmentOpen,
  plainEmail,
} from './enrolment.js';
import {
  changes,
  chargesMembers,
  planSpec,
  type SubscriptionEvent,
  type SubscriptionSeen,
  subscriptionEvents,
  subscriptionMembers,
} from './schema.js';

const knownSpec = object({
  ...subscriptionMembers,
  seenAt: whole('when the journal last heard of it, in epoch milliseconds'),
  ...chargesMembers,
  chargesAt: orNull(whole('when the charges were requested, in epoch milliseconds'), 'they never were'),
  unclear: orNull(oneOf(changes, 'a change that was sent and not clearly answered'), 'there is none'),
});
export type KnownSubscription = Specified<typeof knownSpec>;

/** The plans and subscriptions that the till has seen, since the service need not list them, and enrolments. Changed in place. */
export type Registry = {
  readonly plans: Map<string, Plan>;
  readonly subscriptions: Map<number, KnownSubscription>;
  readonly enrolments: Map<string, Enrolment>;
};

/** A registry as JSON, as it is kept beside a closed segment. */
export const registrySpec = object({
  plans: list(planSpec()),
  subscriptions: list(knownSpec),
  enrolments: list(enrolmentSpec),
});
export type StoredRegistry = Specified<typeof registrySpec>;

const dayMs = 24 * 60 * 60_000;
const yearMs = 366 * dayMs;

export const registryFrom = (kept?: StoredRegistry): Registry => ({
  plans: new Map(kept?.plans.map(plan => [plan.planCode, plan])),
  subscriptions: new Map(kept?.subscriptions.map(known => [known.subscription.id, known])),
  enrolments: new Map(kept?.enrolments.map(enrolment => [enrolment.reference, enrolment])),
});

/** The state of a subscription; `bank` means that it waits for the customer's bank. */
export const subscriptionStates = [
  'active',
  'past-due',
  'trial',
  'bank',
  'waiting',
  'paused',
  'cancelled',
  'ended',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** The states of the contract, the past-due one of the list's filter, and undocumented words with which a subscription may end. */
const states: ReadonlyMap<string, SubscriptionState> = new Map([
  ['INCOMPLETE', 'waiting'],
  ['REQUIRES_ACTION', 'bank'],
  ['TRIALING', 'trial'],
  ['ACTIVE', 'active'],
  ['PAST_DUE', 'past-due'],
  ['PAUSED', 'paused'],
  ['CANCELLED', 'cancelled'],
  ['CANCELED', 'cancelled'],
  ['COMPLETED', 'ended'],
  ['EXPIRED', 'ended'],
  ['ENDED', 'ended'],
]);

/** The state that a word of the service means; undefined for an unknown word or for none. */
export const subscriptionState = (status: string | null | undefined): SubscriptionState | undefined =>
  states.get((status ?? '').trim().toUpperCase().replaceAll('-', '_'));

/** Whether nothing will be charged any more. */
export function isOver({status}: {readonly status?: string | null}): boolean {
  const state = subscriptionState(status);
  return state === 'cancelled' || state === 'ended';
}

/**
 * What later days need: no enrolments that have ended, unless their answer may still come, and no subscriptions that are over and unheard of
 * for a year before `now`.
 */
export function storedRegistry({plans, subscriptions, enrolments}: Registry, now: number): StoredRegistry {
  const isWanted = ({subscription, seenAt}: KnownSubscription) => !isOver(subscription) || now - seenAt < yearMs;
  return {
    plans: [...plans.values()],
    subscriptions: [...subscriptions.values()].filter(isWanted),
    enrolments: [...enrolments.values()].filter(each => isEnrolmentOpen(each) || mayBeAnswered(each, now)),
  };
}

/** Resolved by the list or a person before the service has answered, of which a program that goes on hears within a day. */
const mayBeAnswered = ({sentAt, proof}: Enrolment, now: number) =>
  proof === null && sentAt !== null && now - sentAt < dayMs;

const isRead = isOneOf({...paymentEvents, ...subscriptionEvents});

/** Takes in one more event, in place. */
export function evolveRegistry(registry: Registry, event: AnyEvent): void {
  if (!isRead(event)) return;
  switch (event.type) {
    case 'plan-seen':
      registry.plans.set(event.data.plan.planCode, event.data.plan);
      return;
    case 'subscription-seen': {
      const {subscription, planCode, isOwn} = event.data;
      see(registry, event, {subscription, planCode, isOwn});
      return;
    }
    case 'charges-seen': {
      const {subscription: id, ...seen} = event.data;
      see(registry, event, {subscription: {id}}, {...seen, chargesAt: Date.parse(event.at)});
      return;
    }
    case 'requested':
      if (event.data.method === 'subscription') noteTaken(registry, event, event.data);
      return;
    case 'enrolment-requested':
      registry.enrolments.set(event.data.enrolment, beginEnrolment(event));
      return;
    case 'enrolment-sent':
    case 'enrolment-never-left':
    case 'enrolment-answered':
    case 'enrolment-resolved':
      applyEnrolment(registry, event);
      return;
    case 'subscription-change-sent':
      see(registry, event, {subscription: {id: event.data.subscription}}, {unclear: event.data.change});
      return;
    case 'subscription-change-answered':
      applyChange(registry, event);
      return;
    default:
      return;
  }
}

type Seen = {readonly subscription: SubscriptionSeen; readonly planCode?: string | null; readonly isOwn?: boolean};

const unseen = {charges: [], completeFrom: null, chargesAt: null, settledThrough: 0, taken: [], unclear: null};

/** New values replace the known ones. A subscription that was once this till's own stays so. */
function see(
  {subscriptions}: Registry,
  {at}: AnyEvent,
  {subscription, planCode = null, isOwn = false}: Seen,
  more: Partial<KnownSubscription> = {},
): void {
  const known = subscriptions.get(subscription.id);
  subscriptions.set(subscription.id, {
    ...unseen,
    ...known,
    ...more,
    subscription: {...known?.subscription, ...subscription},
    planCode: planCode ?? known?.planCode ?? null,
    isOwn: isOwn || known?.isOwn === true,
    seenAt: Date.parse(at),
  });
}

function noteTaken(registry: Registry, event: AnyEvent, request: SubscriptionRequest): void {
  const {subscription: id, transactionReference} = request;
  const taken = registry.subscriptions.get(id)?.taken ?? [];
  see(registry, event, {subscription: {id}}, {taken: [...taken, transactionReference]});
}

function applyEnrolment(registry: Registry, event: Parameters<typeof evolveEnrolment>[1]): void {
  const before = registry.enrolments.get(event.data.enrolment);
  if (before === undefined) return;
  const enrolment = evolveEnrolment(before, event);
  registry.enrolments.set(enrolment.reference, enrolment);
  if (enrolment.subscription === null || enrolment.status !== 'made') return;
  const outcome = event.type === 'enrolment-answered' ? interpretEnrolment(event.data.answer, enrolment) : undefined;
  const facts = outcome?.kind === 'made' ? outcome.subscription : {customerEmail: enrolment.customerEmail};
  const subscription = {...facts, id: enrolment.subscription};
  const known = registry.subscriptions.get(subscription.id);
  // Everything charged so far is this till's money, even if it was read before the till knew that the subscription is its own.
  const fromStart = {completeFrom: 1, settledThrough: 0, charges: []};
  const own = {subscription, planCode: enrolment.planCode || null, isOwn: true};
  see(registry, event, own, known?.isOwn === true && known.completeFrom !== null ? {} : fromStart);
}

function applyChange(registry: Registry, event: SubscriptionEvent & {type: 'subscription-change-answered'}): void {
  const {subscription: id, change, answer} = event.data;
  const outcome = interpretChange(answer, change, id);
  const part = outcome.kind === 'done' ? outcome.part : {};
  if (outcome.kind === 'refused' && isNumberAlone(registry.subscriptions.get(id))) {
    registry.subscriptions.delete(id); // the number may be mistyped: nothing shows that it exists
    return;
  }
  see(registry, event, {subscription: {...part, id}}, {unclear: outcome.kind === 'unknown' ? change : null});
}

const isNumberAlone = (known: KnownSubscription | undefined): boolean =>
  known !== undefined && !known.isOwn && known.charges.length === 0 && known.subscription.status === undefined;

/** A subscription of this customer that is not over, as far as this till knows. */
export function standingSubscriptionOf(
  {subscriptions}: Registry,
  customerEmail: string,
): KnownSubscription | undefined {
  const email = plainEmail(customerEmail);
  if (email === '') return undefined;
  return [...subscriptions.values()].find(
    ({subscription}) => plainEmail(subscription.customerEmail ?? '') === email && !isOver(subscription),
  );
}

/** This customer's enrolment whose outcome is not known. */
export function openEnrolmentOf({enrolments}: Registry, customerEmail: string): Enrolment | undefined {
  const email = plainEmail(customerEmail);
  return [...enrolments.values()].find(each => isEnrolmentOpen(each) && plainEmail(each.customerEmail) === email);
}

/** The enrolments whose outcome is not known, oldest first. */
export const openEnrolments = ({enrolments}: Registry): readonly Enrolment[] =>
  [...enrolments.values()].filter(isEnrolmentOpen).sort((a, b) => a.requestedAt - b.requestedAt);

/** The subscriptions whose number, e-mail address, name, plan or state contains the text, newest first. */
export function findSubscriptions({subscriptions, plans}: Registry, text: string): readonly KnownSubscription[] {
  const wanted = text.trim().toLowerCase();
  const fits = ({subscription, planCode}: KnownSubscription) => {
    const {id, customerEmail, firstName, lastName, status} = subscription;
    const plan = planCode === null ? undefined : plans.get(planCode);
    const texts = [String(id), customerEmail, firstName, lastName, status, planCode, plan?.name];
    return texts.some(each => each?.toLowerCase().includes(wanted) === true);
  };
  const found = [...subscriptions.values()].filter(fits);
  return found.sort((a, b) => b.subscription.id - a.subscription.id);
}

/** The service may write its times in another zone, which it does not state. */
const zonesMs = 14 * 60 * 60_000;

/**
 * The result of looking for an enrolment in the service's list. `found`: its outcome is now known. `doubtful`: after a duplicate, the list
 * has a subscription that may be this enrolment's or another till's. An enrolment that is not listed proves nothing.
 */
export type Looked = 'found' | 'doubtful' | 'several' | 'not-listed' | 'not-offered' | 'no-answer';

/** The subscription that an enrolment made, `not-made`, or the reason why the list does not decide it. */
type SearchResult = {readonly row: SubscriptionRow} | 'not-made' | Exclude<Looked, 'found' | 'no-answer'>;

/**
 * Looks for an enrolment among the rows of the service's list, by its customer and the time at which it was sent. `rows` is undefined if
 * the service has no list. If the service called the enrolment a duplicate, another subscription of the customer explains that: then, by
 * the contract, the enrolment was not made. A subscription that may be this enrolment's explains nothing, since two tills that enrol the
 * same customer at the same time look the same as one request that was doubled on its way.
 */
export function searchEnrolment(enrolment: Enrolment, rows: readonly SubscriptionRow[] | undefined): SearchResult {
  if (rows === undefined) return 'not-offered';
  const isDuplicate = enrolment.proof?.kind === 'duplicate';
  const [row, ...others] = rows.filter(each => mayBe(enrolment, each));
  if (row === undefined) return isDuplicate && rows.some(each => explains(enrolment, each)) ? 'not-made' : 'not-listed';
  if (others.length > 0) return 'several';
  return isDuplicate ? 'doubtful' : {row};
}

/** Whether the enrolment may have made this subscription: same customer, no other plan, not known before, not made before the request. */
function mayBe(enrolment: Enrolment, {subscription, plan}: SubscriptionRow): boolean {
  if (isOfAnother(enrolment, subscription, plan?.planCode ?? null)) return false;
  const {createdAt} = subscription;
  return createdAt === null || instantOf(createdAt) >= (enrolment.sentAt ?? 0) - zonesMs;
}

/** Whether this subscription makes the service refuse another one, and is not this enrolment's. */
function explains(enrolment: Enrolment, row: SubscriptionRow): boolean {
  const {subscription} = row;
  const isOfCustomer = plainEmail(subscription.customerEmail) === plainEmail(enrolment.customerEmail);
  return isOfCustomer && !isOver(subscription) && !mayBe(enrolment, row);
}

/** Whether the enrolment cannot have made this subscription: it is of another customer or plan, or it was known before. */
export function isOfAnother(
  {customerEmail, before, planCode}: Enrolment,
  subscription: KnownSubscription['subscription'],
  ofPlan: string | null,
): boolean {
  const {id, customerEmail: ofCustomer} = subscription;
  if (ofCustomer !== undefined && plainEmail(ofCustomer) !== plainEmail(customerEmail)) return true;
  return before.includes(id) || (ofPlan !== null && planCode !== '' && ofPlan !== planCode);
}

function instantOf(zoneless: string): number {
  try {
    return Temporal.PlainDateTime.from(zoneless).toZonedDateTime('UTC').epochMilliseconds;
  } catch {
    return Number.POSITIVE_INFINITY; // an unreadable time rules nothing out
  }
}
