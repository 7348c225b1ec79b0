import type {StoredTotals} from '../src/core/books/projections.js';
import {type CarriedState, ended} from '../src/core/books/state.js';
import {type NewEvent, referenceOf, type StoredEvent} from '../src/core/events/event.js';
import {type OutsideSlip, OutsideSlips} from '../src/core/events/outside-slips.js';
import type {Flaw} from '../src/core/messages/cause.js';
import {Problem} from '../src/core/problem.js';
import type {SegmentLines} from '../src/core/sale/finder.js';
import {Appender} from './appender.js';
import {asProblem, throwAsProblem} from './as-problem.js';
import {type Disk, nodeDisk} from './disk.js';
import type {History, SegmentRead} from './history.js';
import {genesis} from './line.js';
import {type FoundOnDisk, findNewest} from './opening.js';
import type {JournalOptions, OnDisk} from './options.js';
import {damaged} from './segment.js';
import {type Reached, readClosed, SegmentReader} from './segment-reader.js';
import {HeadKeeper, isElsewhere} from './stored-head.js';
import {
  after,
  type Content,
  type Digest,
  daysOf,
  type Folding,
  reachedBy,
  type Summary,
  type SummaryWithin,
  summarise,
  summariseWithin,
} from './summary.js';

export type {JournalKey, TillSeals} from './key.js';
export type {JournalOptions} from './options.js';
export type {Carry, Content as ClosedSegment} from './summary.js';

/** The record of everything that a till did and every answer that it received. */
export type Journal = {
  /** True for a copy or a restored backup beyond which another journal may have gone on, or if no stored head can tell. */
  readonly isCopy: boolean;
  /** True if lines may certainly be missing: the newest is recorded in another file than its till's, or nothing proves which it is. */
  readonly isRestored: boolean;
  /** Why nothing proves that no line is missing at the end; undefined if the stored head does. Only with `opensUnproved`. */
  readonly unproved: Flaw | undefined;
  /** From this call on, the lines count as complete: an owner has accepted them, and that is recorded. Rejects as `append` does. */
  readonly acceptHead: () => Promise<void>;
  /** From this call on, the journal no longer counts as a copy: the till has asked about everything that it may not know. */
  readonly own: () => void;
  /** True for a reader, and if a later version of Duka has written to the journal. */
  readonly readOnly: boolean;
  /**
   * What the journal held when it was opened: the events from before the open segment of all payments that are pending or that the open
   * segment mentions; the totals at that point; then the open segment's own events. If there is a summary of the open segment's first lines,
   * all this begins after them, and the lines that hold to the end of the segment are among the earlier events.
   */
  readonly opening: CarriedState & {
    readonly events: readonly StoredEvent[];
    /** Bytes after the last newline, which were never acknowledged. A writer has cut them off. */
    readonly tornBytes: number;
  };
  /**
   * Writes the events together and in this order. Resolves when they survive a power cut and `onEvents` has run. Rejects with
   * `journal-not-writable` at the first failure, with `journal-stopped` after that, and with `journal-newer` if a later version has written
   * to the journal. No card number is ever written: a card number that a person typed rejects this call with `text-has-card`, and of any
   * other card number only the last four digits stay. An event that `checkEvent` refuses rejects only this call.
   */
  readonly append: (events: readonly NewEvent[]) => Promise<readonly StoredEvent[]>;
  /**
   * Like `append`, for events that depend on everything before them. `make` is called when everything appended earlier is on the disk and
   * `onEvents` has run, and nothing else is written together with the events that it returns. If `make` throws, only this call rejects.
   */
  readonly appendAfterAll: (make: () => readonly NewEvent[]) => Promise<readonly StoredEvent[]>;
  /** Puts events before the next appended ones, in the same write; without any, never. Throws what `append` rejects with. */
  readonly precede: (events: readonly NewEvent[]) => void;
  /** The last event on the disk. If there is none, `segment` is empty and `head` is all zeros. */
  readonly tail: () => {readonly seq: number; readonly head: string; readonly segment: string; readonly bytes: number};
  /** The business dates that have a segment, oldest first. */
  readonly segments: () => Promise<readonly string[]>;
  /** The segments that hold an event of one of the days, oldest first. While a clock is wrong, that can be any segment. */
  readonly segmentsOf: (days: {readonly from: string; readonly to: string}) => Promise<readonly string[]>;
  /** The segments that hold this line and the lines after it, oldest first. */
  readonly segmentsSince: (seq: number) => Promise<readonly string[]>;
  /** Those segments in `among` that have an event of one of the payments, oldest first. */
  readonly segmentsNaming: (references: ReadonlySet<string>, among: ReadonlySet<string>) => Promise<readonly string[]>;
  /** The events of a segment, verified while they are read; no events for a date that has no segment. */
  readonly readSegment: (date: string) => AsyncIterable<StoredEvent>;
  /** Like `readSegment`, but with the events as they are on the disk: customers sealed, and the name of the key beside them. */
  readonly readAsSealed: (date: string) => AsyncIterable<StoredEvent>;
  /** Like `readSegment`, but yields all events read at once together: a tenth of the waiting for a large segment. */
  readonly readPieces: (date: string) => AsyncIterable<readonly StoredEvent[]>;
  /**
   * What `digest` made of a closed segment and stored beside it, with the number of the segment's events; null if it is missing or damaged,
   * was made by another fold, or is of other bytes than the next segment states. It is proven only when `readNaming` has come to its end.
   */
  readonly digestOf: (date: string) => Promise<Digest | null>;
  /**
   * The events of a digest's segment that name one of the references; some others may be among them. While reading, it checks that the
   * bytes are those whose lines were verified when the digest was made. Other lines are not parsed. Throws `journal-damaged`.
   */
  readonly readNaming: (digest: Digest, references: ReadonlySet<string>) => AsyncIterable<readonly StoredEvent[]>;
  /** Makes the digest of a closed segment again if it was missing. A reader makes none, and neither is one made of damaged lines. */
  readonly keepDigest: (date: string) => Promise<void>;
  readonly closedSegments: () => Promise<readonly Content[]>;
  /** The lines that a search in a closed segment reads, stored or made again from the verified segment. Throws `journal-damaged`. */
  readonly indexOf: (segment: Content) => Promise<SegmentLines>;
  /** The totals at the beginning of a segment, as in `opening`. Throws `journal-damaged`. */
  readonly totalsBefore: (date: string) => Promise<StoredTotals | null>;
  /** All events of a payment, oldest first. */
  readonly eventsOf: (reference: string) => Promise<readonly StoredEvent[]>;
  /** Reads the whole journal and checks every link of the chain. Throws `journal-damaged` with the segment, the line and the reason. */
  readonly verify: (progress?: (done: VerifyProgress) => void, look?: Look) => Promise<Verified>;
  /** Waits for writes under way. Nothing may be appended afterwards. */
  readonly close: () => Promise<void>;
};

/**
 * Opens a till's journal. It reads the open segment; of lines that are summed up, only the bytes. Of the closed segments it reads only those that hold earlier events of payments that
 * the open segment mentions and, in mode `write`, those that were changed since they were last verified.
 *
 * Throws `journal-damaged` for a line that is not as it was written, and `journal-not-writable` if the operating system refuses access. In
 * mode `write` a torn last line is cut off. An empty journal has no file before its first event.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const withDisk = {...options, disk: options.disk ?? nodeDisk};
  return findNewest(withDisk)
    .then(found => new JournalOnDisk(withDisk, found))
    .catch(throwAsProblem);
}

class JournalOnDisk implements Journal {
  readonly readOnly: boolean;
  readonly opening: Journal['opening'];
  readonly #options: OnDisk;
  readonly #history: History;
  readonly #newer: number | undefined;
  readonly #appender: Appender;
  readonly #head: HeadKeeper;
  readonly isCopy: boolean;
  readonly isRestored: boolean;
  readonly unproved: Flaw | undefined;
  #closed = false;

  constructor(options: OnDisk, found: FoundOnDisk) {
    const {history, open, before, tornBytes, newer, kept, unproved} = found;
    this.#options = options;
    this.#history = history;
    this.#newer = newer;
    this.isCopy = open !== null && (kept === null || isElsewhere(options.disk, options.folder, kept));
    this.isRestored = (this.isCopy && kept?.identity != null) || unproved !== undefined;
    this.unproved = unproved;
    this.#head = new HeadKeeper(options.disk, options.folder, {
      key: options.key,
      isOwn: !this.isCopy,
      isWithheld: unproved !== undefined,
    });
    this.#appender = new Appender(options, found, this.#head);
    this.readOnly = options.mode === 'read' || newer !== undefined;
    this.opening = {...before, events: [...(open?.low.data ?? [])], tornBytes};
  }

  async append(events: readonly NewEvent[]): Promise<readonly StoredEvent[]> {
    this.#assertWritable();
    return this.#appender.append(events);
  }

  async appendAfterAll(make: () => readonly NewEvent[]): Promise<readonly StoredEvent[]> {
    this.#assertWritable();
    return this.#appender.appendAfterAll(make);
  }

  precede(events: readonly NewEvent[]): void {
    this.#assertWritable();
    this.#appender.precede(events);
  }

  own(): void {
    this.#head.own();
  }

  async acceptHead(): Promise<void> {
    this.#assertWritable();
    await this.#appender.acceptHead().catch(throwAsProblem);
  }

  #assertWritable(): void {
    if (this.#newer !== undefined) throw new Problem('journal-newer', undefined, {version: this.#newer});
    if (this.readOnly) throw new Problem('journal-not-writable', {cause: 'opened-for-reading'});
    if (this.#closed) throw new Problem('journal-not-writable', {cause: 'closed'});
  }

  tail() {
    const file = this.#appender.open?.file;
    const {seq, head, bytes} = file?.reached ?? {...genesis, bytes: 0};
    return {seq, head, segment: file?.date ?? '', bytes};
  }

  async segments(): Promise<readonly string[]> {
    const open = this.#appender.open;
    return open === null ? [] : [...this.#history.closed, open.file.date];
  }

  async segmentsOf({from, to}: {readonly from: string; readonly to: string}): Promise<readonly string[]> {
    return this.#segmentsWhere(({days: [first, last]}) => first <= to && from <= last);
  }

  async segmentsSince(seq: number): Promise<readonly string[]> {
    return this.#segmentsWhere(({lastSeq}) => lastSeq >= seq);
  }

  async segmentsNaming(references: ReadonlySet<string>, among: ReadonlySet<string>): Promise<readonly string[]> {
    const open = this.#appender.open;
    const closed = await this.#history.naming(references, among).catch(throwAsProblem);
    if (open === null || !among.has(open.file.date)) return closed;
    const isNamed =
      open.low.data.some(event => references.has(referenceOf(event) ?? '')) ||
      open.file.first?.references.some(each => references.has(each)) === true;
    return isNamed ? [...closed, open.file.date] : closed;
  }

  async #segmentsWhere(isWanted: (content: Pick<Content, 'days' | 'lastSeq'>) => boolean): Promise<readonly string[]> {
    const open = this.#appender.open;
    const closed = (await this.closedSegments()).filter(isWanted).map(({segment}) => segment);
    if (open === null) return closed;
    const {date, reached, first} = open.file;
    const days = daysOf(date, open.low.data, first);
    return isWanted({days, lastSeq: reached.seq}) ? [...closed, date] : closed;
  }

  async *readSegment(date: string): AsyncGenerator<StoredEvent> {
    for await (const events of this.readPieces(date)) yield* events;
  }

  async *readAsSealed(date: string): AsyncGenerator<StoredEvent> {
    for await (const events of this.readPieces(date, 'as-sealed')) yield* events;
  }

  async *readPieces(date: string, how?: 'as-sealed'): AsyncGenerator<readonly StoredEvent[]> {
    try {
      if (this.#appender.open?.file.date === date) yield* this.#readOpen(date, how);
      else if (this.#history.closed.includes(date)) yield* this.#history.read(date, how);
    } catch (error) {
      throw asProblem(error);
    }
  }

  async digestOf(date: string): Promise<Digest | null> {
    return this.#history.closed.includes(date) ? this.#history.digestOf(date).catch(throwAsProblem) : null;
  }

  async keepDigest(date: string): Promise<void> {
    if (this.#history.closed.includes(date)) await this.#history.keepDigest(date).catch(throwAsProblem);
  }

  async closedSegments(): Promise<readonly Content[]> {
    return this.#history.contents().catch(throwAsProblem);
  }

  async indexOf(segment: Content): Promise<SegmentLines> {
    return this.#history.indexOf(segment).catch(throwAsProblem);
  }

  async totalsBefore(date: string): Promise<StoredTotals | null> {
    return this.#history.totalsBefore(date).catch(throwAsProblem);
  }

  async *readNaming(digest: Digest, references: ReadonlySet<string>): AsyncGenerator<readonly StoredEvent[]> {
    try {
      yield* this.#history.readNaming(digest, references);
    } catch (error) {
      throw asProblem(error);
    }
  }

  async eventsOf(reference: string): Promise<readonly StoredEvent[]> {
    const open = this.#appender.open;
    const {first, reached} = open?.file ?? {};
    const written = open?.low.data.slice(0, (reached?.lines ?? 0) - (first?.events ?? 0)) ?? []; // events beyond that are not on the disk yet
    const earlier = await this.#history.eventsOf(reference).catch(throwAsProblem);
    return [...earlier, ...written.filter(event => referenceOf(event) === reference)];
  }

  async verify(progress: (done: VerifyProgress) => void = () => {}, look: Look = () => {}): Promise<Verified> {
    const history = this.#history;
    const {file, low} = this.#appender.open ?? {};
    const open = file && {
      date: file.date,
      reached: file.reached,
      first: file.first,
      tornBytes: this.readOnly ? this.opening.tornBytes : 0,
    };
    const correctFirst = (first: SummaryWithin) => {
      if (low === undefined || first.events !== file?.first?.events) return; // meanwhile it goes further
      file.shorten(low, first);
      history.goOnAfter(first);
    };
    const verifiable = {...this.#options, history, open: open ?? null, correctFirst};
    return verifyJournal(verifiable, progress, look).catch(throwAsProblem);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#appender.close();
  }

  async *#readOpen(date: string, how?: 'as-sealed'): AsyncGenerator<readonly StoredEvent[]> {
    const {disk, folder} = this.#options;
    const {bytes, head} = this.tail();
    const reader = new SegmentReader(disk, folder, date, 'as-stated');
    yield* reader.read(bytes, how);
    if (reader.reached.head !== head) throw damaged(date, reader.reached.lines + 1, 'cut-short');
  }
}

/** Hears of each segment, once it is verified. */
type Look = (read: SegmentRead) => void;

/** How much was read so far. */
type VerifyProgress = {readonly segments: number; readonly of: number; readonly events: number};

/** What a journal without damage consists of. `tornBytes` follow its last event without having been acknowledged. */
type Verified = {
  readonly segments: number;
  readonly events: number;
  readonly head: string;
  readonly tornBytes: number;
  /** The slip with which an outsider can prove the longest part of the journal; null if no slip left the till. */
  readonly outside: OutsideSlip | null;
};

/** The journal as its opener knows it. `open` is the newest segment and how much of it is known to be on the disk. */
type Verifiable = Folding & {
  readonly disk: Disk;
  readonly folder: string;
  readonly history: History;
  readonly open: OpenLines | null;
  /** Called with the summary of the open segment's first lines, made from the lines, to be used from now on. */
  readonly correctFirst: (first: SummaryWithin) => void;
};
type OpenLines = {
  readonly date: string;
  readonly reached: Reached;
  readonly tornBytes: number;
  readonly first: SummaryWithin | null;
};

/** Verifies the whole journal, line by line and across segments, and corrects what was made of it. Throws `journal-damaged`. */
async function verifyJournal(
  {disk, folder, history, open, correctFirst, ...folding}: Verifiable,
  progress: (done: VerifyProgress) => void,
  look: Look,
): Promise<Verified> {
  const closed = [...history.closed];
  const of = closed.length + (open === null ? 0 : 1);
  const proofs = new OutsideSlips();
  let summary: Summary | null = null;
  for (const [index, date] of closed.entries()) {
    const {events, reached} = await readClosed(disk, folder, date, after(summary));
    const before = await history.carriedTo(summary, events, index);
    summary = summarise(date, before, events, reached, folding);
    await history.correct(summary, {before, events});
    look({before, events});
    for (const event of events) proofs.take(event);
    progress({segments: index + 1, of, events: reached.seq});
  }
  await history.keepContents();
  if (open === null) return {segments: 0, events: 0, head: after(null).head, tornBytes: 0, outside: null};
  const {events, reached} = await verifyOpen(new SegmentReader(disk, folder, open.date, after(summary)), open);
  for (const event of events) proofs.take(event);
  look({before: await history.carriedTo(summary, events, closed.length), events});
  const {seq, head} = reached;
  if (open.first !== null && folding.carryWithin !== undefined) {
    const its = events.slice(0, open.first.events);
    const [before, to] = [await history.carriedTo(summary, its, closed.length), reachedBy(open.first)];
    const {carryWithin} = folding;
    const {sum} = open.first.within;
    const first = ended(summariseWithin(open.date, before, its, {...to, sum}, {...folding, carryWithin}));
    await history.keepFirst(first);
    correctFirst(first);
  }
  progress({segments: of, of, events: seq});
  return {segments: of, events: seq, head, tornBytes: open.tornBytes, outside: proofs.newest};
}

async function verifyOpen(reader: SegmentReader, {date, reached}: OpenLines) {
  const events = (await Array.fromAsync(reader.read(reached.bytes))).flat();
  if (reader.reached.head !== reached.head) throw damaged(date, reader.reached.lines + 1, 'cut-short');
  return {events, reached: reader.reached};
}
