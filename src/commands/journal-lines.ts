import type {StoredEvent} from '../core/events/event.js';
import type {Reading} from '../till/opened-journal.js';

/** The event with this sequence number; undefined if there is none. */
export async function lineOf({journal}: Pick<Reading, 'journal'>, seq: number): Promise<StoredEvent | undefined> {
  for (const day of (await journal.segmentsSince(seq)).slice(0, 1)) {
    for await (const event of journal.readSegment(day)) {
      if (event.seq === seq) return event;
      if (event.seq > seq) break;
    }
  }
  return undefined;
}
