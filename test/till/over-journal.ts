import {dayJson} from '../../src/core/books/day-json.js';
import {emptyState, foldEvents, folding, stateAfter} from '../../src/core/books/state.js';
import {businessDate} from '../../src/core/day/business-day.js';
import type {Service} from '../../src/core/endpoints/service.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import type {World} from '../../src/core/world.js';
import type {TillSettings} from '../../src/till/context.js';
import type {Sign} from '../../src/till/signing.js';
import {createTill, type Till} from '../../src/till/till.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {type Journal, openJournal, type TillSeals} from '../../store/journal.js';
import {usualSettings} from './settings.js';

export type OverJournal = {
  readonly folder: string;
  readonly disk: Disk;
  readonly world: World;
  readonly service: Service;
  /** What is not as in `usualSettings`. */
  readonly settings?: Partial<TillSettings>;
  readonly sign?: Sign | undefined;
  /** Seals what is kept beside the lines, as a key in the folder demands. */
  readonly key?: TillSeals | undefined;
  readonly linesPerSummary?: number | undefined;
  /** Before the journal is closed. */
  readonly release?: () => void;
};

/** The real till over the real journal, with what is there folded into its state. Closing the till closes the journal. */
export async function openTillOverJournal({
  folder,
  disk,
  world,
  service,
  settings: more = {},
  sign = async () => '',
  key,
  linesPerSummary,
  release = () => undefined,
}: OverJournal): Promise<{readonly till: Till; readonly journal: Journal}> {
  const settings = {...usualSettings, ...more};
  const {till: id, profile, zone, dayStartsAt} = settings;
  let state = emptyState();
  let told: (events: readonly StoredEvent[]) => void = () => undefined;
  const journal = await openJournal({
    folder,
    disk,
    mode: 'write',
    till: id,
    header: {profile, zone, dayStartsAt, version: 'test'},
    businessDate: at => businessDate(at, zone, dayStartsAt),
    now: world.now,
    key,
    linesPerSummary,
    ...folding,
    digest: dayJson,
    onEvents: events => {
      foldEvents(state, events);
      told(events);
    },
  });
  state = stateAfter(journal.opening, journal.opening.events);
  const close = () => {
    release();
    return journal.close();
  };
  const {till, onEvents} = createTill({
    version: '0.1.0',
    settings,
    environment: {},
    world,
    service,
    journal,
    disk: nodeDisk,
    state,
    sign,
    release: close,
  });
  told = onEvents;
  await till.closeNotSubmitted();
  return {till, journal};
}
