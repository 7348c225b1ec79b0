import {emptyState, foldEvents, type State} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import type {DecisionContext} from '../../src/core/journal/decision.js';
import {Problem, type ProblemCode} from '../../src/core/problem.js';

/** Half an hour after the first of the samples' events. */
export const now = Date.UTC(2026, 10, 20, 11, 30);

/** A till of which a decision knows nothing special. */
export function given(more: Partial<Omit<DecisionContext, 'settings'>> = {}, settings = {}): DecisionContext {
  return {
    settings: {
      till: 'T7K',
      shop: 'Duka',
      profile: 'sandbox',
      country: 'KE',
      person: 'cashier',
      zone: 'Africa/Nairobi',
      dayStartsAt: '00:00',
      cooldownMinutes: 10,
      authorisedDifference: {},
      saleCeiling: {},
      cashStep: {},
      walletStep: {},
      ...settings,
    },
    now,
    chance: count => new Uint8Array(count).fill(128),
    isClosing: false,
    head: '0'.repeat(64),
    ...more,
  };
}

export function stateAfter(...events: readonly StoredEvent[]): State {
  const state = emptyState();
  foldEvents(state, events);
  return state;
}

/** The code of the problem for which something is refused; what it gives where it is not. */
export function codeOf<T>(decide: () => T): ProblemCode | T {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

/** The types of the events that are decided, or the code of the problem. */
export const typesOf = (decide: () => readonly {readonly type: string}[]): string | readonly string[] => {
  const decided = codeOf(decide);
  return typeof decided === 'string' ? decided : decided.map(({type}) => type);
};
