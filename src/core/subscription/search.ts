import type {SubscriptionRow} from '../endpoints/subscription/subscriptions.js';
import {type Enrolment, plainEmail} from './enrolment.js';
import {isOver, type KnownSubscription} from './registry.js';

/** The service may write its times in another zone, which it does not state. */
const zonesMs = 14 * 60 * 60_000;

/**
 * The result of looking for an enrolment in the service's list. `found`: its outcome is now known. `doubtful`: after a duplicate, the list
 * has a subscription that may be this enrolment's or another till's. An enrolment that is not listed proves nothing.
 */
export type Looked = 'found' | 'doubtful' | 'several' | 'not-listed' | 'not-offered' | 'no-answer';

/** The subscription that an enrolment made, `not-made`, or the reason why the list does not decide it. */
export type SearchResult = {readonly row: SubscriptionRow} | 'not-made' | Exclude<Looked, 'found' | 'no-answer'>;

/**
 * Looks for an enrolment among the rows of the service's list, by its customer and the time at which it was sent. `rows` is undefined if
 * the service has no list.
 *
 * If the service called the enrolment a duplicate, another subscription of the customer explains that: then, by the contract, the enrolment
 * was not made. A subscription that may be this enrolment's explains nothing, since two tills that enrol the same customer at the same time
 * look the same as one request that was doubled on its way.
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
