import type {EventData, StoredEvent} from '../src/core/journal/event.js';
import type {Disk} from './disk.js';
import type {Carry, DigestOf, IndexOf} from './summary.js';

/** How a till's journal is opened. */
export type JournalOptions = {
  /** The till's folder, `…/<profile>/<till>`; the segments are in `journal/` inside it. */
  readonly folder: string;
  readonly disk?: Disk;
  /** One process at a time may write, which is for the lock to see to. A reader never changes or repairs anything. */
  readonly mode: 'write' | 'read';
  readonly till: string;
  /** What the first line of each new segment says of the till. */
  readonly header: Pick<EventData<'segment-opened'>, 'profile' | 'zone' | 'dayStartsAt' | 'version' | 'service'>;
  /** The business date, as `2026-11-20`, of an instant in milliseconds since the epoch. */
  readonly businessDate: (epochMs: number) => string;
  /** Milliseconds since the epoch by the machine's clock. */
  readonly now: () => number;
  readonly carry: Carry;
  /** Changes with the meaning of `carry` and `digest`: what was kept by another version is made again. */
  readonly foldVersion: number;
  /** What is kept of each closed segment's events beside it; absent: nothing. */
  readonly digest?: DigestOf;
  /** By what each closed segment is searched; absent: by nothing. */
  readonly index?: IndexOf;
  /** The till's own key; absent where it has none: then what is kept of the newest line is not sealed. */
  readonly key?: JournalKey | undefined;
  /** Hears of every event that is written from now on, headers of segments included, once the disk has it. */
  readonly onEvents?: (events: readonly StoredEvent[]) => void;
};

/** What of a till's key a journal wants: the public half, which the first line of each segment names, and a seal. */
export type JournalKey = {
  readonly publicKey: string;
  /** A text that nobody can make of this text without the private half. */
  readonly seal: (text: string) => string;
};

/** The options of a journal with the disk that it is on. */
export type OnDisk = JournalOptions & {readonly disk: Disk};
