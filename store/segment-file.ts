import {createHash} from 'node:crypto';
import type {Adapter, Low} from 'lowdb';
import type {StoredEvent} from '../src/core/events/event.js';
import {Problem} from '../src/core/problem.js';
import type {Disk, DiskFile} from './disk.js';
import {chained, type WaitingEvent} from './line.js';
import {segmentFolder, segmentPath} from './segment.js';
import {type Before, isNewer, type Reached, SegmentReader, unread} from './segment-reader.js';
import {reachedBy, type SummaryWithin} from './summary.js';

/** The newest segment, the only one that takes new events: those after `file.first` in lowdb's memory, and the file behind them. */
export type OpenSegment = {readonly low: Low<StoredEvent[]>; readonly file: SegmentFile};

/** What the open segment says about itself: its first line and others that hold to its end, and all lines in memory; oldest first. */
export const saidIn = ({low, file}: OpenSegment): readonly StoredEvent[] => [
  ...(file.first?.carried.filter(({seq}) => seq >= (file.first?.firstSeq ?? 0)) ?? []),
  ...low.data,
];

/** Which segment it is and how it is used. The first `write` creates a `new` segment; a `read` segment is never changed. */
type SegmentFileOptions = {
  readonly disk: Disk;
  readonly folder: string;
  readonly date: string;
  readonly before: Before;
  readonly mode: 'new' | 'write' | 'read';
  /** The summary of its first lines, which are passed over if they are those. */
  readonly first?: SummaryWithin | null;
};

/**
 * lowdb's adapter for the open segment. It appends, whereas lowdb's own file adapters write the whole file again and never sync. `read`
 * verifies the segment; `write` saves only the events that were added since.
 */
export class SegmentFile implements Adapter<StoredEvent[]> {
  readonly date: string;
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #before: Before;
  readonly #mode: SegmentFileOptions['mode'];
  #file: DiskFile | undefined;
  #named: boolean;
  #mayBeLonger = false;
  #reached: Reached;
  #first: SummaryWithin | null;
  #sum = createHash('sha256');
  /** The lines that `chain` made and `write` has not saved yet. */
  #chained: readonly ReturnType<typeof chained>[] = [];

  constructor({disk, folder, date, before, mode, first = null}: SegmentFileOptions) {
    this.date = date;
    this.#disk = disk;
    this.#folder = folder;
    this.#before = before;
    this.#mode = mode;
    this.#named = mode !== 'new';
    this.#reached = unread(before);
    this.#first = first;
  }

  /** How far the events are on the disk. Events in lowdb's `data` beyond `lines` are not saved yet. */
  get reached(): Reached {
    return this.#reached;
  }

  /** The summary of the lines before those in lowdb's memory; null if all are there. */
  get first(): SummaryWithin | null {
    return this.#first;
  }

  /** How far the events are on the disk, and the SHA-256 of all bytes up to there. */
  summed(): Reached & {readonly sum: string} {
    return {...this.#reached, sum: this.#sum.copy().digest('hex')};
  }

  /** Takes the events of these lines out of lowdb's memory: from now on their summary stands for them. */
  shorten({data}: Low<StoredEvent[]>, first: SummaryWithin): void {
    data.splice(0, first.events - (this.#first?.events ?? 0));
    this.#first = first;
  }

  /** The events after the first lines, or all if their summary is not theirs. A writer cuts off a torn last line, a reader ignores it. */
  async read(): Promise<StoredEvent[]> {
    const begin = () => new SegmentReader(this.#disk, this.#folder, this.date, this.#before, this.#sum);
    let reader = begin();
    if (this.#first !== null && !(await reader.pass(reachedBy(this.#first), this.#first.within.sum))) {
      this.#first = null;
      this.#sum = createHash('sha256');
      reader = begin();
    }
    const events = (await Array.fromAsync(reader.read())).flat();
    this.#reached = reader.reached;
    const {lines, bytes, tornBytes} = this.#reached;
    // Without a complete first line the file is not a segment yet; the opener drops it.
    if (this.#mode === 'write' && tornBytes > 0 && lines > 0 && !isNewer(this.#reached)) {
      await this.#disk.truncate(segmentPath(this.#folder, this.date), bytes);
    }
    return events;
  }

  /** The events as the journal will hold them once `write` has saved these lines. `at` is in whole milliseconds since the epoch. */
  chain(at: number, waiting: readonly WaitingEvent[]): readonly StoredEvent[] {
    let {seq, head} = this.#reached;
    this.#chained = waiting.map(each => {
      const next = chained({seq, head}, at, each);
      ({seq, hash: head} = next.event);
      return next;
    });
    return this.#chained.map(({event}) => event);
  }

  /** Resolves when the events survive a power cut. Rejects with the system's error, or `journal-not-writable` for a changed file. */
  async write(events: readonly StoredEvent[]): Promise<void> {
    const {text, reached} = this.#next(events);
    const file = await this.#openFile();
    if ((await file.size()) !== this.#reached.bytes) {
      throw new Problem('journal-not-writable', {cause: 'changed-behind-our-back'});
    }
    this.#mayBeLonger = true;
    await file.append(text);
    await file.datasync();
    if (!this.#named) await this.#disk.syncFolder(segmentFolder(this.#folder));
    this.#named = true;
    this.#mayBeLonger = false;
    this.#reached = reached;
    this.#sum.update(text);
  }

  /** Opens the file for `write`, before the first payment; complete lines of a killed writer count now, and are synced. */
  async prepare(): Promise<void> {
    const file = await this.#openFile();
    await file.datasync();
    await this.#disk.syncFolder(segmentFolder(this.#folder));
  }

  /** Removes what a failed `write` may have left, and closes the file. Errors are ignored: the disk has just failed. */
  async abandon(): Promise<void> {
    await this.#retract().catch(() => {});
    await this.close().catch(() => {});
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #openFile(): Promise<DiskFile> {
    if (!this.#named) await this.#disk.makeFolder(segmentFolder(this.#folder));
    this.#file ??= await this.#disk.open(segmentPath(this.#folder, this.date), 'append');
    return this.#file;
  }

  async #retract(): Promise<void> {
    if (!this.#mayBeLonger) return; // what another process wrote there stays
    const path = segmentPath(this.#folder, this.date);
    await (this.#named ? this.#disk.truncate(path, this.#reached.bytes) : this.#disk.remove(path));
  }

  #next(events: readonly StoredEvent[]): {text: Uint8Array; reached: Reached} {
    const added = events.slice(this.#reached.lines - (this.#first?.events ?? 0));
    const chained = this.#chained;
    const isAsChained = added.length === chained.length && added.every((event, at) => event === chained[at]?.event);
    const last = added.at(-1);
    if (!isAsChained || last === undefined) throw new Error('these are not the events that were chained');
    const text = Buffer.from(chained.map(({line}) => `${line}\n`).join(''));
    const {lines, bytes} = this.#reached;
    const version = Math.max(this.#reached.version, ...added.map(({v}) => v));
    this.#chained = [];
    return {
      text,
      reached: {
        seq: last.seq,
        head: last.hash,
        lines: lines + added.length,
        version,
        bytes: bytes + text.length,
        tornBytes: 0,
      },
    };
  }
}
