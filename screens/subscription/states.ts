import type {Change} from '../../src/core/endpoints/change-subscription.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import type {KnownSubscription} from '../../src/core/subscription/registry.js';
import {
  isOver,
  type SubscriptionState,
  subscriptionState,
  subscriptionStates,
} from '../../src/core/subscription/state.js';
import {cleanText} from '../../src/core/text/text.js';

import type {Tone} from '../kit/block.js';

/** Which states the list shows, in the order in which a key turns them. */
export const stateFilters = ['all', ...subscriptionStates] as const;
export type SubscriptionFilter = (typeof stateFilters)[number];

type Known = Pick<KnownSubscription, 'subscription'>;

/** The state of a subscription; undefined for a word that nobody knows, or for none. */
export const stateOf = ({subscription: {status}}: Known): SubscriptionState | undefined => subscriptionState(status);

/** The state in a person's words, or else in the service's. */
export function stateText(known: Known, language: Language): string {
  const {states, notKnown} = messages(language).subscriptionScreen;
  const state = stateOf(known);
  return state === undefined ? cleanText(known.subscription.status ?? notKnown, 40) : states[state];
}

/** How a state stands out: money that is owed does, and what is over steps back. */
export function toneOfState(known: Known): Tone {
  const state = stateOf(known);
  if (state === 'past-due') return 'not-paid';
  if (state === undefined) return 'not-known';
  return isOver(known.subscription) ? 'quiet' : 'plain';
}

/** The changes that the service makes in a state, and only an active one can be paused; in one that nobody knows it may judge. */
export function changesOf(known: Known): readonly Change[] {
  const state = stateOf(known);
  if (isOver(known.subscription)) return [];
  if (state === undefined) return ['pause', 'resume', 'cancel'];
  if (state === 'paused') return ['resume', 'cancel'];
  return state === 'active' ? ['pause', 'cancel'] : ['cancel'];
}
