import type {SubscriptionRow} from '../endpoints/subscriptions.js';
import {type Enrolment, plainEmail} from './enrolment.js';
import type {KnownSubscription} from './registry.js';
import {isOver} from './state.js';

/** Another service may write its times in another zone, of which they say nothing. */
const zonesMs = 14 * 60 * 60_000;

/**
 * What looking for an enrolment in the service's list came to. `found`: it is known now what became of it; `doubtful`: after a
 * duplicate, there is one that may be it or another till's. Not being listed proves nothing.
 */
export type Looked = 'found' | 'doubtful' | 'several' | 'not-listed' | 'not-offered' | 'no-answer';

/** The subscription that an enrolment made, that it made none, or why the list does not tell. */
export type SearchResult = {readonly row: SubscriptionRow} | 'not-made' | Exclude<Looked, 'found' | 'no-answer'>;

/**
 * Looks for an enrolment among the rows of the service's list, by its customer and the time of its sending; `rows` is undefined
 * where the service has no list.
 *
 * Where the service called it a duplicate, another subscription of the customer explains that: then it was not made, as the
 * contract has it. One that can be ours explains nothing, since two tills that enrol the same customer at the same time
 * cannot be told apart from one request that was doubled on its way.
 */
export function searchEnrolment(enrolment: Enrolment, rows: readonly SubscriptionRow[] | undefined): SearchResult {
  const isDuplicate = enrolment.proof?.kind === 'duplicate';
  if (rows === undefined) return isDuplicate ? 'not-made' : 'not-offered';
  const [row, ...others] = rows.filter(each => mayBe(enrolment, each));
  if (row === undefined) return isDuplicate && rows.some(each => explains(enrolment, each)) ? 'not-made' : 'not-listed';
  if (others.length > 0) return 'several';
  return isDuplicate ? 'doubtful' : {row};
}

/** Of the same customer, on no other plan, not known before, and not made before it was asked for. */
function mayBe(enrolment: Enrolment, {subscription, plan}: SubscriptionRow): boolean {
  if (isOfAnother(enrolment, subscription, plan?.planCode ?? null)) return false;
  const {createdAt} = subscription;
  return createdAt === null || instantOf(createdAt) >= (enrolment.sentAt ?? 0) - zonesMs;
}

/** A subscription for which the service refuses another, and which this enrolment did not make. */
function explains(enrolment: Enrolment, row: SubscriptionRow): boolean {
  const {subscription} = row;
  const isOfCustomer = plainEmail(subscription.customerEmail) === plainEmail(enrolment.customerEmail);
  return isOfCustomer && !isOver(subscription) && !mayBe(enrolment, row);
}

/** Whether the enrolment cannot have made this subscription: it is of another customer or plan, or was there before. */
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
