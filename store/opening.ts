import {join} from 'node:path';
import {Low} from 'lowdb';
import type {CarriedState} from '../src/core/books/state.js';
import type {StoredEvent} from '../src/core/events/event.js';
import type {Flaw} from '../src/core/messages/cause.js';
import {CustomerSealer} from './customer-keys.js';
import {History, isOfFirstLine} from './history.js';
import type {OnDisk} from './options.js';
import {damaged, listSegments, segmentFolder, segmentPath, segmentsAmong} from './segment.js';
import {type OpenSegment, SegmentFile, saidIn} from './segment-file.js';
import {isNewer} from './segment-reader.js';
import {checkHead, type HeadRead, readHead} from './stored-head.js';
import {after, type Summary, type SummaryWithin} from './summary.js';

/** `closed`: the summary of the newest closed segment. `before`: what the events of the open segment in memory continue. */
export type FoundOnDisk = {
  readonly history: History;
  readonly open: OpenSegment | null;
  readonly closed: Summary | null;
  readonly before: CarriedState;
  readonly tornBytes: number;
  /** The version of the journal's lines if a later version of Duka wrote here; then this version only reads. */
  readonly newer: number | undefined;
  /** The stored head of the newest line; null if none was stored, or if it proves nothing. */
  readonly kept: HeadRead | null;
  /** Why the stored head proves nothing; undefined if it does. */
  readonly unproved: Flaw | undefined;
  /** Seals what names a customer on its way to the disk. */
  readonly sealer: CustomerSealer;
};

const cutShort = /^\d{4}-\d\d-\d\d\.(?:(?:summary|digest)\.json|index\.txt)\.[0-9a-f-]{36}\.tmp$/;

/** The paths of summaries, digests and indexes whose writer was killed before they were complete. */
const cutShortAmong = (names: readonly string[], folder: string): string[] =>
  names.filter(name => cutShort.test(name)).map(name => join(segmentFolder(folder), name));

/** Finds and verifies the open segment. A writer also checks that the closed ones are unchanged. Throws `journal-damaged`. */
export async function findNewest(options: OnDisk): Promise<FoundOnDisk> {
  const {disk, folder, mode} = options;
  for (;;) {
    const head = await readHead(disk, folder); // before the lines, because a writer at work adds those first
    const names = await disk.list(segmentFolder(folder));
    const dates = segmentsAmong(names);
    try {
      const found = await findAmong(options, dates, head);
      // There is only one writer, so no other process is writing these files now.
      if (mode === 'write') for (const path of cutShortAmong(names, folder)) await disk.remove(path).catch(() => {});
      return found;
    } catch (error) {
      // A writer that starts meanwhile may remove a segment whose creation was cut short.
      const again = mode === 'read' && String(await listSegments(disk, folder)) !== String(dates);
      if (!again) throw error;
    }
  }
}

async function findAmong(
  options: OnDisk,
  dates: readonly string[],
  kept: HeadRead | 'unreadable' | null,
): Promise<FoundOnDisk> {
  const {disk, folder, mode, key, opensUnproved = false} = options;
  const how = {...options, repairs: mode === 'write'};
  let tornBytes = 0;
  for (let count = dates.length; count > 0; count -= 1) {
    const closedDates = dates.slice(0, count - 1);
    const history = new History({...how, closed: closedDates});
    const {open, closed} = await readSegment(options, history, {date: dates[count - 1] ?? '', kept});
    tornBytes += open.file.reached.tornBytes;
    if (open.file.reached.lines === 0) continue; // its creation was cut short
    const newer = isNewer(open.file.reached) ? open.file.reached.version : undefined;
    const unproved = await checkHead(kept, {disk, folder, key, open, opensUnproved});
    if (mode === 'write' && newer === undefined) await history.checkUntouched();
    history.goOnAfter(open.file.first);
    const before = await history.carriedTo(open.file.first ?? closed, open.low.data);
    if (mode === 'write' && newer === undefined) await prepareToWrite(options, open, dates.slice(count));
    const sealer = await CustomerSealer.of({disk, folder}, [...before.carried, ...open.low.data]);
    const proved = unproved === undefined && kept !== 'unreadable' ? kept : null;
    return {history, open, closed, before, tornBytes, newer, kept: proved, unproved, sealer};
  }
  await checkHead(kept, {disk, folder, key, open: null, opensUnproved: false});
  if (mode === 'write') await drop(options, dates);
  const history = new History({...how, closed: []});
  return {
    history,
    open: null,
    closed: null,
    before: {carried: [], totals: null},
    tornBytes,
    newer: undefined,
    kept: kept === 'unreadable' ? null : kept,
    unproved: undefined,
    sealer: await CustomerSealer.of({disk, folder}, []),
  };
}

async function readSegment(
  {disk, folder, mode}: OnDisk,
  history: History,
  {date, kept}: {readonly date: string; readonly kept: HeadRead | 'unreadable' | null},
): Promise<{open: OpenSegment; closed: Summary | null}> {
  const read = async (closed: Summary | null) => {
    const stored = await history.firstOf(date, closed);
    const first = stored !== null && isReachedBy(kept, stored) ? stored : null;
    const file = new SegmentFile({disk, folder, date, before: after(closed), mode, first});
    const low = new Low<StoredEvent[]>(file, []);
    await low.read();
    if (stored !== null && file.first === null) checkFirst(stored, low.data);
    return {open: {low, file}, closed};
  };
  const closed = await history.newest();
  try {
    return await read(closed);
  } catch (error) {
    if (closed === null || !isOfFirstLine(error)) throw error;
    return read(await history.newestFromSegments()); // perhaps the summary was only wrong about the chain before the segment
  }
}

/** Whether the stored head is of a line that the summary is not beyond. Otherwise the head has to be looked for in the lines. */
const isReachedBy = (kept: HeadRead | 'unreadable' | null, {segment, lastSeq}: SummaryWithin): boolean =>
  kept !== null && kept !== 'unreadable' && kept.segment === segment && kept.seq >= lastSeq;

/** The till has sealed which lines it had written. If others are there, or fewer, they were written anew. Throws `journal-damaged`. */
function checkFirst({segment, events, head}: SummaryWithin, found: readonly StoredEvent[]): void {
  if (found.length < events) throw damaged(segment, found.length + 1, 'cut-short');
  if (found[events - 1]?.hash !== head) throw damaged(segment, events, 'rewritten');
}

async function prepareToWrite(options: OnDisk, {low, file}: OpenSegment, cut: readonly string[]): Promise<void> {
  const [header] = saidIn({low, file});
  if (header?.till !== options.till) throw damaged(file.date, 1, 'of-another-till');
  const profile = header.type === 'segment-opened' ? header.data.profile : undefined;
  if (profile !== options.header.profile) throw damaged(file.date, 1, 'of-another-profile');
  await drop(options, cut);
  try {
    await file.prepare();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

async function drop({disk, folder}: OnDisk, cut: readonly string[]): Promise<void> {
  for (const date of cut) await disk.remove(segmentPath(folder, date));
  if (cut.length > 0) await disk.syncFolder(segmentFolder(folder));
}
