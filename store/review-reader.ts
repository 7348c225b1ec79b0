import {basename, join} from 'node:path';
import {dayReader, spanning} from '../src/core/events/day-of.js';
import type {StoredEvent} from '../src/core/events/event.js';
import {Problem} from '../src/core/problem.js';
import {type Disk, errorCode, linklessDisk} from './disk.js';
import {damaged, listSegments} from './segment.js';
import {type Before, type Reached, SegmentReader, statedPlaceOf} from './segment-reader.js';
import {readHead, type StoredHead} from './stored-head.js';

/** Where the journal can no longer be trusted: a business date, a line counted from 1, and a word for the reason. */
export type Damage = {readonly segment: string; readonly line: number; readonly why: string};

/** A segment, and how much of it was verified. */
type Extent = {
  readonly segment: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly bytes: number;
  /** The first and the last business day of the segment's events. */
  readonly days: readonly [string, string];
};

/** A journal that is only looked at, wherever its folder is. Nothing is locked, repaired or written. */
export type JournalCopy = {
  /** The business dates of its segments, oldest first. */
  readonly segments: readonly string[];
  /** The business date of the segment that should come before the first one and is not here; null if the journal really begins here. */
  readonly missing: () => string | null;
  /** The damage that was found; undefined if none was found so far. */
  readonly damage: () => Damage | undefined;
  /** Bytes of an unfinished last line, which was never acknowledged. */
  readonly tornBytes: () => number;
  /** What was verified so far, oldest first. */
  readonly extents: () => readonly Extent[];
  /** Yields every event from the beginning to the end, or to the damage, segment by segment in pieces. Call it only once. */
  readonly read: () => AsyncGenerator<{readonly segment: string; readonly events: readonly StoredEvent[]}>;
  /** The verified events of a segment again. Throws `Problem` journal-damaged for what has changed since. */
  readonly readAgain: (segment: string) => AsyncGenerator<readonly StoredEvent[]>;
};

/**
 * Opens the journal in a till's folder, or in the folder of the segments itself; null if neither is there. Needs no lock and no settings.
 * Links are not followed: what they point to is not part of this journal.
 */
export async function openCopy(folder: string, disk: Disk = linklessDisk): Promise<JournalCopy | null> {
  for (const place of [{folder, disk}, flat(folder, disk)]) {
    const head = await readHead(place.disk, place.folder).catch(() => null); // before the lines, which a till may add to
    const segments = await listSegments(place.disk, place.folder).catch(() => []);
    if (segments.length > 0) return new CopyOnDisk(place, segments, head === 'unreadable' ? null : head);
  }
  return null;
}

/** Makes a folder that holds the segments directly readable as if they were in the folder of a till. */
function flat(folder: string, disk: Disk): {readonly folder: string; readonly disk: Disk} {
  const real = (path: string) => join(folder, basename(path));
  const inside: Disk = {
    ...disk,
    list: () => disk.list(folder),
    size: path => disk.size(real(path)),
    open: (path, mode) => disk.open(real(path), mode),
    readText: path => disk.readText(real(path)),
  };
  return {folder, disk: inside};
}

class CopyOnDisk implements JournalCopy {
  readonly segments: readonly string[];
  readonly #folder: string;
  readonly #disk: Disk;
  /** The newest line that the till wrote, if the folder still has it. */
  readonly #kept: StoredHead | null;
  readonly #extents: Extent[] = [];
  #damage: Damage | undefined;
  #missing: string | null = null;
  #tornBytes = 0;

  constructor(
    {folder, disk}: {readonly folder: string; readonly disk: Disk},
    segments: readonly string[],
    kept: StoredHead | null,
  ) {
    this.#folder = folder;
    this.segments = segments;
    this.#disk = disk;
    this.#kept = kept;
  }

  missing = () => this.#missing;
  damage = () => this.#damage;
  tornBytes = () => this.#tornBytes;
  extents = () => this.#extents;

  async *read(): AsyncGenerator<{readonly segment: string; readonly events: readonly StoredEvent[]}> {
    let before: Before | 'as-stated' = 'as-stated';
    for (const [index, segment] of this.segments.entries()) {
      const from: Before | 'as-stated' = before;
      const begin = (): SegmentReader => new SegmentReader(this.#disk, this.#folder, segment, from);
      const reader = begin();
      const dayOf = dayReader();
      let days: readonly [string, string] = [segment, segment];
      let first: number | undefined;
      try {
        for await (const events of upToDamage(reader, begin)) {
          if (index === 0) this.#checkBeginning(segment, events[0]);
          first ??= events[0]?.seq;
          for (const event of events) days = spanning(days, dayOf(event));
          this.#checkKept(segment, events, first);
          yield {segment, events};
        }
        this.#checkEnd(segment, reader.reached, index === this.segments.length - 1);
      } catch (error) {
        this.#damage = damageOf(error, segment, reader.reached);
      }
      const {seq, head, version, lines, bytes} = reader.reached;
      if (lines > 0) this.#extents.push({segment, firstSeq: seq - lines + 1, lastSeq: seq, bytes, days});
      if (this.#damage !== undefined) return;
      before = {seq, head, version, segment};
    }
  }

  async *readAgain(segment: string): AsyncGenerator<readonly StoredEvent[]> {
    const extent = this.#extents.find(each => each.segment === segment);
    if (extent === undefined) return;
    yield* new SegmentReader(this.#disk, this.#folder, segment, 'as-stated').read(extent.bytes);
  }

  /** The first segment of a partial journal is trusted about what came before it. A real beginning has the number 1. */
  #checkBeginning(segment: string, first: StoredEvent | undefined): void {
    const stated = statedPlaceOf(first);
    if (stated === undefined) return; // not the first piece
    if (typeof stated.previousSegment === 'string') this.#missing = stated.previousSegment;
    else if (first?.seq !== 1) throw damaged(segment, 1, 'wrong-number');
  }

  #checkKept(segment: string, events: readonly StoredEvent[], first = 1): void {
    const {seq = 0, head} = this.#kept ?? {};
    const at = events.findIndex(event => event.seq === seq);
    if (at !== -1 && events[at]?.hash !== head) throw damaged(segment, seq - first + 1, 'rewritten');
  }

  /** Only the last segment may end in a line that was never acknowledged, and not before the newest that the till recorded as written. */
  #checkEnd(segment: string, {seq, lines, tornBytes}: Reached, isLast: boolean): void {
    if (isLast) this.#tornBytes = tornBytes;
    if (isLast && this.#kept !== null && this.#kept.seq > seq) throw damaged(segment, lines + 1, 'cut-short');
    if (isLast) return;
    if (tornBytes > 0 || lines === 0) throw damaged(segment, lines + 1, 'torn');
  }
}

/** The piece with the damage begins with intact lines; these are read again before the damage is thrown. */
async function* upToDamage(reader: SegmentReader, begin: () => SegmentReader): AsyncGenerator<readonly StoredEvent[]> {
  let given = 0;
  try {
    for await (const events of reader.read()) {
      given += events.length;
      yield events;
    }
  } catch (error) {
    const {lines, bytes} = reader.reached;
    if (lines > given) {
      let passed = 0;
      for await (const events of begin().read(bytes)) {
        const rest = events.slice(Math.max(0, given - passed));
        passed += events.length;
        if (rest.length > 0) yield rest;
      }
    }
    throw error;
  }
}

/** The damage that an error stands for, such as a medium that can no longer be read. Defects of Duka are thrown. */
function damageOf(error: unknown, segment: string, {lines}: Reached): Damage {
  if (error instanceof Problem && error.code === 'journal-damaged') {
    const {segment: its, line, why} = error.facts;
    return {segment: String(its), line: Number(line), why: String(why)};
  }
  const why = errorCode(error);
  if (why === undefined) throw error;
  return {segment, line: lines + 1, why};
}
