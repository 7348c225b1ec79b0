import {createHash} from 'node:crypto';
import {journalVersion, type StoredEvent} from '../src/core/journal/event.js';
import type {Flaw as Damage} from '../src/core/journal/flaw.js';
import {Problem} from '../src/core/problem.js';
import {CustomerKeys} from './customer-keys.js';
import {type Disk, type DiskFile, errorCode} from './disk.js';
import {
  type ChainLink,
  eventIn,
  genesis,
  hashAfter,
  type LineFlaw,
  lineBytesMax,
  parsed,
  readLine,
  type UnsealOf,
} from './line.js';
import {damaged, segmentPath} from './segment.js';

/** What comes before a segment: the link it goes on from, the segment that ended there, the highest version so far. */
export type Before = ChainLink & {readonly segment: string | null; readonly version: number};

/** How far a segment was read: everything up to `bytes` is verified, `tornBytes` follow it without a final newline. */
export type Reached = ChainLink & {
  readonly lines: number;
  readonly bytes: number;
  readonly tornBytes: number;
  /** The highest version of a line so far; lines of a version above ours may mean what we do not know. */
  readonly version: number;
};

/** What a segment's first line says of where it stands in the chain. */
export type StatedPlace = {
  readonly businessDate: unknown;
  readonly previousSegment: unknown;
  readonly previousHead: unknown;
};

const chunkBytes = 256 * 1024;
/** Nobody waits for the first events of a file that is only hashed. */
const hashedBytes = 1024 * 1024;
/** Whoever wants the first line alone reads no more. */
const firstBytes = 8 * 1024;
const newline = 10;
/** Stands in every line that is under a key. */
const sealedMark = ',"key":"2';
type NodeBuffer = ReturnType<typeof Buffer.allocUnsafe>;

/** What the first segment of a journal goes on from. */
export const nothing: Before = {...genesis, segment: null, version: 0};

/** Nothing is read yet of a segment that goes on from there. */
export function unread({seq, head, version}: Before): Reached {
  return {seq, head, version, lines: 0, bytes: 0, tornBytes: 0};
}

/**
 * Reads one segment and verifies every line: its hash, its number, and that the first says where it stands. A file may
 * be larger than the longest string, so it goes through memory in chunks.
 */
export class SegmentReader {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #path: string;
  readonly #date: string;
  readonly #before: Before | 'as-stated';
  #reached: Reached;

  /** `as-stated` believes the first line about what comes before it: then only the segment itself is verified. */
  constructor(disk: Disk, folder: string, date: string, before: Before | 'as-stated') {
    this.#disk = disk;
    this.#folder = folder;
    this.#path = segmentPath(folder, date);
    this.#date = date;
    this.#before = before;
    this.#reached = unread(before === 'as-stated' ? nothing : before);
  }

  get reached(): Reached {
    return this.#reached;
  }

  /**
   * The events in the first `bytes` of the file, chunk by chunk; without `bytes`, of the file as it is when the reading
   * starts, so that what a writer adds meanwhile is left alone. `as-sealed` they are as they stand on the disk. Called again it goes on behind what it has verified.
   * Throws `journal-damaged`, when it has given out everything before the damage.
   */
  async *read(bytes?: number, how: 'opened' | 'as-sealed' = 'opened'): AsyncGenerator<readonly StoredEvent[]> {
    const file = await this.#open();
    let unsealOf: UnsealOf | 'as-sealed' | undefined = how === 'as-sealed' ? how : undefined;
    try {
      for await (const span of this.#spans(file, bytes ?? (await file.size()), chunkBytes)) {
        const events: StoredEvent[] = [];
        if (unsealOf === undefined && span.includes(sealedMark)) unsealOf = await this.#keys();
        const damage = this.#takeAll(linesIn(span), events, unsealOf);
        if (events.length > 0) yield events;
        if (damage !== null) throw damage;
      }
    } finally {
      await file.close();
    }
  }

  /** Verifies the whole file by the hashes of its lines alone; the SHA-256 of its bytes. Throws `journal-damaged`. */
  async sum(): Promise<string> {
    const all = createHash('sha256');
    for await (const span of this.#wholeSpans()) {
      all.update(span);
      for (const line of linesIn(span)) {
        if (this.#reached.lines === 0) this.#take(line);
        else this.#pass(line);
      }
    }
    if (this.#reached.tornBytes > 0) throw this.#damaged('torn');
    return all.digest('hex');
  }

  /**
   * The events of those lines that name one of the references; some others may be among them. For a file whose lines were
   * verified when its `sum` was taken: they are those very lines when this has come to its end, else it throws
   * `journal-damaged`.
   */
  async *readNaming(references: ReadonlySet<string>, sum: string): AsyncGenerator<readonly StoredEvent[]> {
    const names = naming(references);
    const all = createHash('sha256');
    let unsealOf: UnsealOf | undefined;
    for await (const span of this.#wholeSpans()) {
      all.update(span);
      if (!names(span)) continue;
      const lines = linesIn(span).filter(names);
      if (unsealOf === undefined && lines.some(line => line.includes(sealedMark))) unsealOf = await this.#keys();
      yield lines.map(line => this.#made(eventIn(line, unsealOf)));
    }
    if (this.#reached.tornBytes > 0 || all.digest('hex') !== sum) throw this.#damaged('other-bytes');
  }

  async #open(): Promise<DiskFile> {
    try {
      return await this.#disk.open(this.#path, 'read');
    } catch (error) {
      throw errorCode(error) === 'ENOENT' ? this.#damaged('missing') : error;
    }
  }

  /** Asked for once a line is met that is under one: it is on the disk before the line. */
  async #keys(): Promise<UnsealOf> {
    const keys = await CustomerKeys.in({disk: this.#disk, folder: this.#folder});
    return how => keys.unsealOf(how);
  }

  async *#wholeSpans(): AsyncGenerator<NodeBuffer> {
    const file = await this.#open();
    try {
      yield* this.#spans(file, await file.size(), hashedBytes);
    } finally {
      await file.close();
    }
  }

  /** Whole lines, end to end. What is given out is only there until more is asked for: one buffer serves for the whole file. */
  async *#spans(file: DiskFile, bytes: number, chunk: number): AsyncGenerator<NodeBuffer> {
    let buffer = Buffer.allocUnsafe(Math.min(firstBytes, bytes));
    let held = 0; // bytes of a line that has not ended yet, at the beginning of the buffer
    let position = this.#reached.bytes;
    while (position < bytes) {
      const room = buffer.subarray(held, held + Math.min(buffer.length - held, bytes - position));
      const read = await file.read(room, position);
      if (read === 0) break;
      position += read;
      const end = buffer.subarray(0, held + read).lastIndexOf(newline) + 1;
      if (end > 0) yield buffer.subarray(0, end);
      if (held + read - end > lineBytesMax) throw this.#damaged('too-long');
      buffer = withRoom(buffer, end, held + read, chunk);
      held = held + read - end;
    }
    this.#reached = {...this.#reached, tornBytes: held};
  }

  #takeAll(
    lines: readonly Uint8Array[],
    events: StoredEvent[],
    unsealOf: UnsealOf | 'as-sealed' | undefined,
  ): Problem | null {
    try {
      for (const line of lines) events.push(this.#take(line, unsealOf));
      return null;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  #take(line: Uint8Array, unsealOf?: UnsealOf | 'as-sealed'): StoredEvent {
    const {lines, bytes, version} = this.#reached;
    const before = lines === 0 ? this.#start(line) : this.#reached;
    const event = this.#made(readLine(before, line, unsealOf));
    if (lines === 0 && !this.#isHeader(event)) throw this.#damaged('wrong-header');
    this.#reached = {
      seq: event.seq,
      head: event.hash,
      lines: lines + 1,
      bytes: bytes + line.length + 1,
      tornBytes: 0,
      version: Math.max(version, event.v),
    };
    return event;
  }

  #pass(line: Uint8Array): void {
    const {seq, head, lines, bytes, version} = this.#reached;
    const sum = hashAfter(head, line);
    if (sum === undefined) throw this.#damaged('wrong-hash');
    this.#reached = {seq: seq + 1, head: sum, lines: lines + 1, bytes: bytes + line.length + 1, tornBytes: 0, version};
  }

  #made(event: StoredEvent | LineFlaw): StoredEvent {
    if (typeof event === 'string') throw this.#damaged(event);
    return event;
  }

  #start(line: Uint8Array): ChainLink {
    if (this.#before !== 'as-stated') return this.#before;
    const first = parsed(Buffer.from(line).toString('utf8')) as Partial<StoredEvent> | null | undefined;
    const stated = statedPlaceOf(first);
    return {
      seq: Number(first?.seq) - 1,
      head: typeof stated?.previousHead === 'string' ? stated.previousHead : genesis.head,
    };
  }

  #isHeader(event: StoredEvent): boolean {
    const stated = statedPlaceOf(event);
    if (stated === undefined || stated.businessDate !== this.#date) return false;
    if (this.#before === 'as-stated') return true;
    const {segment, head} = this.#before;
    return stated.previousSegment === segment && stated.previousHead === (segment === null ? null : head);
  }

  #damaged(why: Damage) {
    return damaged(this.#date, this.#reached.lines + 1, why);
  }
}

/** A closed segment as a whole. Nothing was ever cut short in one: a torn line, or none at all, is damage. */
export async function readClosed(
  disk: Disk,
  folder: string,
  date: string,
  before: Before | 'as-stated',
): Promise<{readonly events: readonly StoredEvent[]; readonly reached: Reached}> {
  const reader = new SegmentReader(disk, folder, date, before);
  const events: StoredEvent[] = [];
  for await (const some of reader.read()) for (const event of some) events.push(event);
  const {lines, tornBytes} = reader.reached;
  if (tornBytes > 0 || lines === 0) throw damaged(date, lines + 1, 'torn');
  return {events, reached: reader.reached};
}

/** What the first line of a segment says of its place; undefined if it is not such a line. */
export function statedPlaceOf(first: Partial<StoredEvent> | null | undefined): StatedPlace | undefined {
  return first?.type === 'segment-opened' && typeof first.data === 'object' ? first.data : undefined;
}

/** Whether a Duka of a later version wrote in it, so that this one may read but not write. */
export function isNewer({version}: {readonly version: number}): boolean {
  return version > journalVersion;
}

/** So few references are looked for one by one; to make events of all lines takes no longer than to look for more. */
const fewReferences = 8;

/**
 * Whether bytes may name one of the references. A line with an escaped letter may, and so may any line where a reference is
 * of letters that JSON might write in two ways.
 */
function naming(references: ReadonlySet<string>): (bytes: Buffer) => boolean {
  if (references.size === 0) return () => false;
  const isPlain = [...references].every(reference => /^[A-Za-z0-9]+$/.test(reference));
  if (!isPlain || references.size > fewReferences) return () => true;
  const sought = [...references, String.raw`\u`].map(text => Buffer.from(text));
  return bytes => sought.some(each => bytes.includes(each));
}

/** The lines of a span, each of which ends with a newline, without it. */
function linesIn(span: NodeBuffer): NodeBuffer[] {
  const lines: NodeBuffer[] = [];
  let start = 0;
  for (let end = span.indexOf(newline); end !== -1; end = span.indexOf(newline, start)) {
    lines.push(span.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** What is between `from` and `to` at the beginning of a buffer that has room for as much again, and for a chunk. */
function withRoom(buffer: NodeBuffer, from: number, to: number, chunk: number): NodeBuffer {
  const room = Math.max(chunk, 2 * (to - from));
  const next = buffer.length < room ? Buffer.allocUnsafe(room) : buffer;
  buffer.copy(next, 0, from, to);
  return next;
}
