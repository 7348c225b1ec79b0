import type {StoredEvent} from '../core/journal/event.js';
import type {Reading} from '../till/open.js';

/** The event of a number. */
export async function lineOf({journal}: Pick<Reading, 'journal'>, seq: number): Promise<StoredEvent | undefined> {
  for (const day of (await journal.segmentsSince(seq)).slice(0, 1)) {
    for await (const event of journal.readSegment(day)) {
      if (event.seq === seq) return event;
      if (event.seq > seq) break;
    }
  }
  return undefined;
}
