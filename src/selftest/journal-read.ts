import {emptyState, foldEvents, type State} from '../core/books/state.js';
import type {StoredEvent} from '../core/events/event.js';
import {openHome} from '../till/home.js';
import {openReading, type Surroundings} from '../till/opened-journal.js';

/** A whole journal and the state that follows from its lines, without using any summary. */
export type WholeJournal = {
  readonly events: readonly StoredEvent[];
  readonly state: State;
  /** Bytes of an unfinished last line. */
  readonly tornBytes: number;
};

type Place = Omit<Surroundings, 'config' | 'settings'>;

/** Reads a journal while a till may be running, and checks every link of its chain. Throws `Problem` journal-damaged. */
export async function readWholeJournal(place: Place): Promise<WholeJournal> {
  const {settings, decide} = await openHome({flags: {}, environment: place.environment, systemZone: 'UTC'});
  const {journal, tornBytes} = await openReading({...place, config: decide(), settings});
  try {
    await journal.verify();
    const events: StoredEvent[] = [];
    for (const date of await journal.segments()) {
      for await (const event of journal.readSegment(date)) events.push(event);
    }
    const state = emptyState();
    foldEvents(state, events);
    return {events, state, tornBytes};
  } finally {
    await journal.close();
  }
}
