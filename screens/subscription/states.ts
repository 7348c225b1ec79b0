import {isOver, type KnownSubscription} from '../../src/core/registry.js';
import type {Change} from '../../src/core/subscription-evidence.js';
import {cleanText} from '../../src/core/text.js';
import type {Language} from '../../src/core/words/fill.js';
import {subscriptionScreenWords} from '../../src/core/words/screens-subscriptions.js';
import type {Styles} from '../terminal/styles.js';

/** Which states the list shows, in the order in which a key turns them. */
export const stateFilters = [
  'all',
  'active',
  'past-due',
  'trial',
  'bank',
  'waiting',
  'paused',
  'cancelled',
  'ended',
] as const;
export type StateFilter = (typeof stateFilters)[number];
type StateName = Exclude<StateFilter, 'all'>;

/** The words of the documents, and those that a last cycle may end with. */
const names: Readonly<Record<string, StateName>> = {
  INCOMPLETE: 'waiting',
  REQUIRES_ACTION: 'bank',
  TRIALING: 'trial',
  ACTIVE: 'active',
  PAST_DUE: 'past-due',
  PAUSED: 'paused',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
  COMPLETED: 'ended',
  EXPIRED: 'ended',
  ENDED: 'ended',
};

type Known = Pick<KnownSubscription, 'subscription'>;

/** The state of a subscription; undefined for a word that no document has, or for none. */
export function stateOf({subscription: {status}}: Known): StateName | undefined {
  return names[(status ?? '').toUpperCase().replaceAll('-', '_')];
}

/** The state in a person's words, or else in the service's. */
export function stateText(known: Known, language: Language): string {
  const {states, notKnown} = subscriptionScreenWords[language];
  const state = stateOf(known);
  return state === undefined ? cleanText(known.subscription.status ?? notKnown, 40) : states[state];
}

/** How a state stands out: money that is owed does, and what is over steps back. */
export function styleOfState(known: Known, styles: Styles) {
  const state = stateOf(known);
  if (state === 'past-due') return styles['not-paid'];
  if (state === undefined) return styles['not-known'];
  return isOver(known.subscription) ? styles.quiet : styles.plain;
}

/** The changes that make sense in a state; in one that the till does not know, the service may judge. */
export function changesOf(known: Known): readonly Change[] {
  const state = stateOf(known);
  if (isOver(known.subscription) || state === 'cancelled' || state === 'ended') return [];
  if (state === undefined) return ['pause', 'resume', 'cancel'];
  return state === 'paused' ? ['resume', 'cancel'] : ['pause', 'cancel'];
}

/** Whether the state is one that the change leads to, so that nobody need wonder any more whether it was made. */
export function hasReached(known: Known, change: Change): boolean {
  const state = stateOf(known);
  if (change === 'resume') return state === 'active' || state === 'past-due' || state === 'trial';
  return state === (change === 'cancel' ? 'cancelled' : 'paused');
}
