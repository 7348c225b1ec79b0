import type {StoredEvent} from '../journal/event.js';
import {Problem} from '../problem.js';
import type {Answer} from '../service/answer.js';

/**
 * The restore of a backup, and the payments that the service has to be heard about before it gets other requests; null if nothing was
 * restored.
 */
export type Restored = {readonly at: number; readonly unasked: readonly string[]} | null;

/**
 * Returns what still has to be heard about after an event. Any reply of the service about a payment is enough: it says what the restored
 * journal cannot know, and the rules of the payment judge it.
 */
export function evolveRestored(before: Restored, event: StoredEvent): Restored {
  if (event.type === 'journal-restored') return {at: Date.parse(event.at), unasked: event.data.open};
  if (before === null) return null;
  if (event.type === 'restore-confirmed') return {...before, unasked: []};
  if (event.type !== 'status-answered' || !isReply(event.data.answer)) return before;
  const {reference: heard} = event.data;
  return before.unasked.includes(heard) ? {...before, unasked: before.unasked.filter(each => each !== heard)} : before;
}

/** A proxy's page, a refused key or a busy service says nothing about the payment. */
const isReply = (answer: Answer) =>
  answer.kind === 'answered' &&
  answer.body !== undefined &&
  answer.http < 500 &&
  ![401, 403, 429].includes(answer.http);

/** Refuses other requests to the service until it was heard about all payments that were open. Throws `Problem` restore-unheard. */
export function checkAskedAfterRestore({restored}: {readonly restored: Restored}): void {
  const count = restored?.unasked.length ?? 0;
  if (count > 0) throw new Problem('restore-unheard', {count});
}
