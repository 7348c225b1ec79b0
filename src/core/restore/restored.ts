import type {StoredEvent} from '../journal/event.js';
import {Problem} from '../problem.js';
import type {Answer} from '../service/answer.js';

/** What has to be heard about after a restore before more is asked of the service; null where nothing has. */
export type Restored = {readonly at: number; readonly unasked: readonly string[]} | null;

/**
 * What is still to be heard about after an event. Any reply of the service about a payment will do: it says what the restored
 * journal cannot know, and the payment's own rules weigh it.
 */
export function evolveRestored(before: Restored, event: StoredEvent): Restored {
  if (event.type === 'journal-restored') return {at: Date.parse(event.at), unasked: event.data.open};
  if (before === null) return null;
  if (event.type === 'restore-confirmed') return {...before, unasked: []};
  if (event.type !== 'status-answered' || !isReply(event.data.answer)) return before;
  const {reference: heard} = event.data;
  return before.unasked.includes(heard) ? {...before, unasked: before.unasked.filter(each => each !== heard)} : before;
}

/** A proxy's page, a refused key or a service that is too busy tells nothing. */
const isReply = (answer: Answer) =>
  answer.kind === 'answered' &&
  answer.body !== undefined &&
  answer.http < 500 &&
  ![401, 403, 429].includes(answer.http);

/** Nothing more is asked of the service before what was open has been heard about. Throws `Problem` restore-unheard. */
export function checkAskedAfterRestore({restored}: {readonly restored: Restored}): void {
  const count = restored?.unasked.length ?? 0;
  if (count > 0) throw new Problem('restore-unheard', {count});
}
