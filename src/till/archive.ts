import {copyFile, mkdir, truncate} from 'node:fs/promises';
import {nodeDisk} from '../../store/disk.js';
import {listSegments, segmentFolder, segmentPath} from '../../store/segment.js';
import {type Before, type Reached, SegmentReader} from '../../store/segment-reader.js';
import type {DaySpan} from '../core/present/day-report.js';
import {Problem} from '../core/problem.js';
import type {Reading} from './opened-journal.js';

/** Consecutive segments of a journal that were read completely: every hash was checked. */
export type ArchivedJournal = {
  /** Their business dates, oldest first. */
  readonly segments: readonly string[];
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The hash of the line before the first one: all zeros if there is none. */
  readonly previousHead: string;
  readonly head: string;
};

/** Gives a complete archive its name. */
export const finishArchive = (part: string, out: string): Promise<void> => nodeDisk.rename(part, out);

/**
 * Copies the segments that hold events of the days, and the segments between them, into the `journal` folder of `to`, and reads the copies.
 * Throws `Problem` archive-empty and journal-damaged, and the operating system's error if a file exists already.
 */
export async function archiveJournal(
  {journal}: Pick<Reading, 'journal'>,
  {from, span, to}: {readonly from: string; readonly span: DaySpan; readonly to: string},
): Promise<ArchivedJournal> {
  const ofDays = await journal.segmentsOf(span);
  const [first, last] = [ofDays.at(0), ofDays.at(-1)];
  if (first === undefined || last === undefined) throw new Problem('archive-empty', {...span});
  const segments = (await journal.segments()).filter(date => first <= date && date <= last);
  await mkdir(segmentFolder(to), {mode: 0o700});
  for (const date of segments) await copyFile(segmentPath(from, date), segmentPath(to, date));
  return readArchivedJournal(to, {repairs: true});
}

/**
 * Reads the segments in the `journal` folder and checks every link between their lines and from one segment to the next. The first segment
 * is trusted about what came before it. `repairs` cuts off a last line that its till is still writing. Throws `Problem` journal-damaged and
 * archive-unreadable.
 */
export async function readArchivedJournal(folder: string, {repairs = false} = {}): Promise<ArchivedJournal> {
  const segments = await listSegments(nodeDisk, folder);
  let before: Before | 'as-stated' = 'as-stated';
  let first: {readonly firstSeq: number; readonly previousHead: string} | undefined;
  for (const date of segments) {
    const reader: SegmentReader = new SegmentReader(nodeDisk, folder, date, before);
    for await (const [event] of reader.read())
      first ??= {firstSeq: event?.seq ?? 0, previousHead: headBefore(event?.data) ?? '0'.repeat(64)};
    const {tornBytes, bytes}: Reached = reader.reached;
    if (tornBytes > 0 && repairs && date === segments.at(-1)) await truncate(segmentPath(folder, date), bytes);
    else if (tornBytes > 0)
      throw new Problem('journal-damaged', {segment: date, line: reader.reached.lines + 1, why: 'torn'});
    before = {...reader.reached, segment: date};
  }
  if (first === undefined || before === 'as-stated') throw new Problem('archive-unreadable', {folder});
  const {seq: lastSeq, head} = before satisfies Before as Before;
  return {segments, ...first, lastSeq, head};
}

function headBefore(data: unknown): string | undefined {
  const head = (data as {readonly previousHead?: unknown} | undefined)?.previousHead;
  return typeof head === 'string' ? head : undefined;
}
