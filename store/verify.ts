import {ended} from '../src/core/books/state.js';
import type {StoredEvent} from '../src/core/events/event.js';
import {type OutsideSlip, OutsideSlips} from '../src/core/events/outside-slips.js';
import type {Disk} from './disk.js';
import type {History} from './history.js';
import {damaged} from './segment.js';
import {type Reached, readClosed, SegmentReader} from './segment-reader.js';
import {
  after,
  type Folding,
  reachedBy,
  type Summary,
  type SummaryWithin,
  summarise,
  summariseWithin,
} from './summary.js';

/** How much was read so far. */
export type VerifyProgress = {readonly segments: number; readonly of: number; readonly events: number};

/** What a journal without damage consists of. `tornBytes` follow its last event without having been acknowledged. */
export type Verified = {
  readonly segments: number;
  readonly events: number;
  readonly head: string;
  readonly tornBytes: number;
  /** The slip with which an outsider can prove the longest part of the journal; null if no slip left the till. */
  readonly outside: OutsideSlip | null;
};

/** The journal as its opener knows it. `open` is the newest segment and how much of it is known to be on the disk. */
export type Verifiable = Folding & {
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

/**
 * Reads the whole journal from its first line and checks every link: between lines, and from segment to segment. Summaries, digests and
 * indexes that differ from what was read are corrected. Throws `journal-damaged`.
 */
export async function verifyJournal(
  {disk, folder, history, open, correctFirst, ...folding}: Verifiable,
  progress: (done: VerifyProgress) => void,
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
    for (const event of events) proofs.take(event);
    progress({segments: index + 1, of, events: reached.seq});
  }
  await history.keepContents();
  if (open === null) return {segments: 0, events: 0, head: after(null).head, tornBytes: 0, outside: null};
  const {events, reached} = await verifyOpen(new SegmentReader(disk, folder, open.date, after(summary)), open);
  for (const event of events) proofs.take(event);
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
  const events: StoredEvent[] = [];
  for await (const some of reader.read(reached.bytes)) for (const event of some) events.push(event);
  if (reader.reached.head !== reached.head) throw damaged(date, reader.reached.lines + 1, 'cut-short');
  return {events, reached: reader.reached};
}
