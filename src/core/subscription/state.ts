/** How a subscription stands; `bank` waits for its customer's bank. */
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

/** The contract's states, the past-due one of the filter of lists, and words that a last cycle may end with: no document has those. */
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

/** The state that a word of the service means; undefined for a word that nobody knows, or for none. */
export function subscriptionState(status: string | null | undefined): SubscriptionState | undefined {
  return states.get((status ?? '').trim().toUpperCase().replaceAll('-', '_'));
}

/** Whether nothing is charged any more. */
export function isOver({status}: {readonly status?: string | null}): boolean {
  const state = subscriptionState(status);
  return state === 'cancelled' || state === 'ended';
}
