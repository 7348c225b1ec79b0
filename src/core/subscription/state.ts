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
export function subscriptionState(status: string | null | undefined): SubscriptionState | undefined {
  return states.get((status ?? '').trim().toUpperCase().replaceAll('-', '_'));
}

/** Whether nothing will be charged any more. */
export function isOver({status}: {readonly status?: string | null}): boolean {
  const state = subscriptionState(status);
  return state === 'cancelled' || state === 'ended';
}
