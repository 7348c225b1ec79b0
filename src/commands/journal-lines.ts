import type {StoredEvent} from '../core/event.js';
import type {Reading} from '../till/open.js';

/** The event of a number: the newest segments are the likeliest. */
export async function lineOf({journal}: Pick<Reading, 'journal'>, seq: number): Promise<StoredEvent | undefined> {
  for (const day of [...(await journal.segments())].reverse()) {
    for await (const event of journal.readSegment(day)) {
      if (event.seq === seq) return event;
      if (event.seq > seq) break;
    }
  }
  return undefined;
}
