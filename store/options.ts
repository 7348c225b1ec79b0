import type {EventData, StoredEvent} from '../src/core/events/event.js';
import type {Disk} from './disk.js';
import type {TillSeals} from './key.js';
import type {Folding} from './summary.js';

export type JournalOptions = Folding & {
  /** The till's folder, `…/<profile>/<till>`; the segments are in `journal/` inside it. */
  readonly folder: string;
  readonly disk?: Disk;
  /** Only one process at a time may write; the lock ensures that. A reader never changes or repairs anything. */
  readonly mode: 'write' | 'read';
  readonly till: string;
  /** What the first line of each new segment states about the till. */
  readonly header: Pick<EventData<'segment-opened'>, 'profile' | 'zone' | 'dayStartsAt' | 'version' | 'service'>;
  /** The business date, such as `2026-11-20`, of an instant in milliseconds since the epoch. */
  readonly businessDate: (epochMs: number) => string;
  /** Milliseconds since the epoch by the machine's clock. */
  readonly now: () => number;
  /** The till's own key. If the till has none, the stored head of the newest line is not sealed. */
  readonly key?: TillSeals | undefined;
  /**
   * Whether a journal is opened whose stored head proves nothing: by a writer, so that an owner may accept its lines, and by a reader of lines
   * that were proved elsewhere. Until `acceptHead` is called, the stored head stays as it was found, and no other process opens the journal.
   */
  readonly opensUnproved?: boolean | undefined;
  /** After how many lines of the open segment they are summed up, or later if many payments are open; 500 if absent. */
  readonly linesPerSummary?: number | undefined;
  /** The number of payments that are open, of which a summary has all lines. */
  readonly openPayments?: () => number;
  /** Called with all events that are written from now on, including the headers of segments, once they are on the disk. */
  readonly onEvents?: (events: readonly StoredEvent[]) => void;
};

export type OnDisk = JournalOptions & {readonly disk: Disk};
