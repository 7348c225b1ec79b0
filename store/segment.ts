import {join} from 'node:path';
import type {Flaw} from '../src/core/messages/cause.js';
import {Problem} from '../src/core/problem.js';
import type {Disk} from './disk.js';

const businessDate = /^\d{4}-\d\d-\d\d$/;

/** The folder that holds the segments, their summaries, digests and indexes, inside the folder of a till. */
export const segmentFolder = (folder: string): string => join(folder, 'journal');

/** The file of a day's events. Throws `RangeError` for anything but a date such as `2026-11-20`, since it is part of a path. */
export function segmentPath(folder: string, date: string): string {
  if (!businessDate.test(date)) throw new RangeError(`not a business date: ${date}`);
  return join(segmentFolder(folder), `${date}.jsonl`);
}

const pathBeside = (ending: string) => (folder: string, date: string) =>
  segmentPath(folder, date).replace(/jsonl$/, ending);
export const summaryPath = pathBeside('summary.json');
export const digestPath = pathBeside('digest.json');
export const indexPath = pathBeside('index.txt');

/** The business dates of the segments on the disk, oldest first. */
export const listSegments = async (disk: Disk, folder: string): Promise<string[]> =>
  segmentsAmong(await disk.list(segmentFolder(folder)));

/** The business dates of the segments among these file names, oldest first. */
export const segmentsAmong = (names: readonly string[]): string[] =>
  names.flatMap(name => /^(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.[1] ?? []).sort();

/**
 * The problem of a line that is not as it was written. Nothing drops or repairs such a line.
 *
 * `segment` is a business date. `line` counts from 1; it is the line after the last if something is missing there. `why` is a word that
 * never changes.
 */
export const damaged = (segment: string, line: number, why: Flaw): Problem =>
  new Problem('journal-damaged', {segment, line, why});
