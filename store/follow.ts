import type {StoredEvent} from '../src/core/events/event.js';
import {throwAsProblem} from './as-problem.js';
import {type Disk, nodeDisk} from './disk.js';
import {damaged, listSegments, segmentPath} from './segment.js';
import {SegmentReader} from './segment-reader.js';

/** Reads a journal while another process writes it. It takes no lock and changes nothing. */
export type Follower = {
  /**
   * Returns what was appended since the last call, verified. The first call returns the events of the last two segments. A line that is
   * still being written is returned only when it is complete. One call at a time.
   *
   * Throws `journal-damaged` also if lines that were verified before are gone: a writer removes what its disk refused. A new follower then
   * shows whether the journal is intact.
   */
  readonly read: () => Promise<readonly StoredEvent[]>;
};

/** To list the folder of a decade takes a millisecond, so the follower looks for a new segment only at every fifth call without news. */
const callsPerListing = 5;

/** Starts to follow the journal in a till's folder, which need not exist yet. */
export function followJournal(folder: string, disk: Disk = nodeDisk): Follower {
  const follower = new JournalFollower(folder, disk);
  return {read: () => follower.read().catch(throwAsProblem)};
}

type Open = {readonly date: string; readonly reader: SegmentReader};

class JournalFollower {
  readonly #folder: string;
  readonly #disk: Disk;
  #open: Open | undefined;
  #quietCalls = 0;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  async read(): Promise<readonly StoredEvent[]> {
    if (this.#open === undefined) return this.#begin();
    const events = await this.#grown(this.#open);
    this.#quietCalls = events.length > 0 ? 0 : this.#quietCalls + 1;
    const isTimeToLook = this.#quietCalls > 0 && this.#quietCalls % callsPerListing === 0;
    return isTimeToLook ? this.#later(this.#open) : events;
  }

  /** Trusts the first line of the segment before the newest one about its predecessor. The newest segment is checked against that one. */
  async #begin(): Promise<readonly StoredEvent[]> {
    const dates = await listSegments(this.#disk, this.#folder);
    const date = dates.at(-2) ?? dates.at(-1);
    if (date === undefined) return [];
    this.#open = {date, reader: new SegmentReader(this.#disk, this.#folder, date, 'as-stated')};
    const events = await this.#grown(this.#open);
    return [...events, ...(await this.#later(this.#open))];
  }

  /** Costs one question to the disk if nothing is new. */
  async #grown({date, reader}: Open): Promise<readonly StoredEvent[]> {
    const size = await this.#disk.size(segmentPath(this.#folder, date));
    const {bytes, lines} = reader.reached;
    if (size === bytes) return [];
    if (size === null || size < bytes) throw damaged(date, lines + 1, size === null ? 'missing' : 'cut-short');
    return (await Array.fromAsync(reader.read(size))).flat();
  }

  /** A writer begins a segment only after it has finished the one before. A segment without a complete line does not count yet. */
  async #later(before: Open): Promise<readonly StoredEvent[]> {
    const dates = await listSegments(this.#disk, this.#folder);
    const next = dates.find(date => date > before.date);
    if (next === undefined) return [];
    const last = await this.#grown(before);
    const {seq, head, version, lines, tornBytes} = before.reader.reached;
    if (lines === 0 || tornBytes > 0) return last;
    const reader = new SegmentReader(this.#disk, this.#folder, next, {seq, head, version, segment: before.date});
    const open = {date: next, reader};
    const events = await this.#grown(open);
    if (reader.reached.lines === 0) return last;
    this.#open = open;
    return [...last, ...events, ...(await this.#later(open))];
  }
}
