import {createHash, type Hash} from 'node:crypto';
import {isKnown, journalVersion, type StoredEvent} from '../src/core/events/event.js';
import type {Flaw as Damage} from '../src/core/messages/cause.js';
import {Problem} from '../src/core/problem.js';
import {isValid} from '../src/core/spec/check.js';
import {object, oneOf, orNull, text, whole} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';
import {CustomerKeys} from './customer-keys.js';
import {type Disk, type DiskFile, errorCode} from './disk.js';
import {
  type ChainLink,
  eventIn,
  genesis,
  hashAfter,
  type LineFlaw,
  lineBytesMax,
  readLine,
  type UnsealOf,
} from './line.js';
import {damaged, segmentPath} from './segment.js';

/** What comes before a segment: the link that it continues, the segment that ended there, and the highest version so far. */
export type Before = ChainLink & {readonly segment: string | null; readonly version: number};

/** How far a segment was read. Everything up to `bytes` is verified; `tornBytes` follow it without a final newline. */
export type Reached = ChainLink & {
  readonly lines: number;
  readonly bytes: number;
  readonly tornBytes: number;
  /** The highest version of a line so far, by its number or by an event that this version does not know. Such lines may be about money. */
  readonly version: number;
};

/** What the first line of a segment states about its place in the chain. */
type StatedPlace = {readonly businessDate: unknown; readonly previousSegment: unknown; readonly previousHead: unknown};

const chunkBytes = 256 * 1024;
/** The chunk for a file that is only hashed: no caller waits for its first events. */
const hashedBytes = 1024 * 1024;
/** The first chunk: a caller that wants only the first line reads no more. */
const firstBytes = 8 * 1024;
const newline = 10;
/** Found in every line whose customers are sealed with a key. */
const sealedMark = ',"key":"2';
type NodeBuffer = ReturnType<typeof Buffer.allocUnsafe>;

/** What the first segment of a journal continues. */
export const nothing: Before = {...genesis, segment: null, version: 0};

/** The reading position before the first line of a segment that continues `before`. */
export const unread = ({seq, head, version}: Before): Reached => ({
  seq,
  head,
  version,
  lines: 0,
  bytes: 0,
  tornBytes: 0,
});

/** Reads one segment in chunks and verifies every line: its hash, its number, and that the first states the segment's place. */
export class SegmentReader {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #path: string;
  readonly #date: string;
  readonly #before: Before | 'as-stated';
  readonly #sum: Hash | undefined;
  #reached: Reached;

  /** `as-stated` trusts the first line about what comes before it. `sum` takes in all bytes of the lines that are read or passed. */
  constructor(disk: Disk, folder: string, date: string, before: Before | 'as-stated', sum?: Hash) {
    this.#disk = disk;
    this.#folder = folder;
    this.#path = segmentPath(folder, date);
    this.#date = date;
    this.#before = before;
    this.#sum = sum;
    this.#reached = unread(before === 'as-stated' ? nothing : before);
  }

  get reached(): Reached {
    return this.#reached;
  }

  /**
   * The events in the first `bytes` of the file, chunk by chunk. Without `bytes`, the length of the file when reading starts counts, so
   * that what a writer adds meanwhile is not read. With `as-sealed` the events are as they are on the disk. A further call continues after
   * what is already verified. Throws `journal-damaged` after it has yielded everything before the damage.
   */
  async *read(bytes?: number, how: 'opened' | 'as-sealed' = 'opened'): AsyncGenerator<readonly StoredEvent[]> {
    const file = await this.#open();
    let unsealOf: UnsealOf | 'as-sealed' | undefined = how === 'as-sealed' ? how : undefined;
    try {
      for await (const span of this.#spans(file, bytes ?? (await file.size()), chunkBytes)) {
        const events: StoredEvent[] = [];
        if (unsealOf === undefined && span.includes(sealedMark)) unsealOf = await this.#keys();
        const damage = this.#takeAll(linesIn(span), events, unsealOf);
        this.#sum?.update(span);
        if (events.length > 0) yield events;
        if (damage !== null) throw damage;
      }
    } finally {
      await file.close();
    }
  }

  /** Passes over the file's first lines, which should have the SHA-256 `sum`. If they do not, this reader is of no use any more. */
  async pass(to: Reached, sum: string): Promise<boolean> {
    const all = this.#sum ?? createHash('sha256');
    for await (const span of this.#wholeSpans(to.bytes)) all.update(span);
    const isSame = this.#reached.tornBytes === 0 && all.copy().digest('hex') === sum;
    this.#reached = to;
    return isSame;
  }

  /** Verifies the file by its lines' hashes, and returns the SHA-256 of its bytes in hexadecimal. Throws `journal-damaged`. */
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
   * The events of the lines that name one of the references; some others may be among them. For a file whose lines were verified when its
   * `sum` was taken. When it has come to its end, the lines are proven to be the same; otherwise it throws `journal-damaged`. With `bytes`, only
   * the first bytes of the file are read.
   */
  async *readNaming(
    references: ReadonlySet<string>,
    sum: string,
    bytes?: number,
  ): AsyncGenerator<readonly StoredEvent[]> {
    const names = naming(references);
    const all = createHash('sha256');
    let unsealOf: UnsealOf | undefined;
    for await (const span of this.#wholeSpans(bytes)) {
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

  /** The keys are read once a line is met that is sealed with one. A key is on the disk before its line. */
  async #keys(): Promise<UnsealOf> {
    const keys = await CustomerKeys.in({disk: this.#disk, folder: this.#folder});
    return how => keys.unsealOf(how);
  }

  async *#wholeSpans(bytes?: number): AsyncGenerator<NodeBuffer> {
    const file = await this.#open();
    try {
      yield* this.#spans(file, bytes ?? (await file.size()), hashedBytes);
    } finally {
      await file.close();
    }
  }

  /** Yields complete lines, end to end. A span is valid only until the next one is requested, because one buffer serves the whole file. */
  async *#spans(file: DiskFile, bytes: number, chunk: number): AsyncGenerator<NodeBuffer> {
    let buffer = Buffer.allocUnsafe(Math.min(firstBytes, bytes));
    let held = 0; // bytes of an unfinished line, at the beginning of the buffer
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
      version: Math.max(version, event.v, isKnown(event) ? 0 : journalVersion + 1),
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
    const first = jsonIn(Buffer.from(line).toString('utf8'));
    if (!isOpening(first)) return genesis;
    return {seq: first.seq - 1, head: first.data.previousHead ?? genesis.head};
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

/** Reads a whole closed segment, in which a torn line, or no line at all, is damage. Throws `journal-damaged`. */
export async function readClosed(
  disk: Disk,
  folder: string,
  date: string,
  before: Before | 'as-stated',
): Promise<{readonly events: readonly StoredEvent[]; readonly reached: Reached}> {
  const reader = new SegmentReader(disk, folder, date, before);
  const events = (await Array.fromAsync(reader.read())).flat();
  const {lines, tornBytes} = reader.reached;
  if (tornBytes > 0 || lines === 0) throw damaged(date, lines + 1, 'torn');
  return {events, reached: reader.reached};
}

/** A line of which only the place is believed before its hash is checked. */
const isOpening = isValid(
  object({
    seq: whole(),
    type: oneOf(['segment-opened']),
    data: object({previousHead: orNull(text(), 'it is the first')}),
  }),
);

/** What the first line of a segment states about its place; undefined if it is no such line. */
export const statedPlaceOf = (first: Partial<StoredEvent> | null | undefined): StatedPlace | undefined =>
  first?.type === 'segment-opened' && typeof first.data === 'object' ? first.data : undefined;

/** Whether a later version of Duka wrote in it, so that this version may read but not write. */
export const isNewer = ({version}: {readonly version: number}): boolean => version > journalVersion;

/** Up to this many references are searched for one by one. With more, it is no slower to parse all lines. */
const fewReferences = 8;

/** Whether bytes may name a reference: lines with an escape may, and all if JSON can write one of them in two ways. */
function naming(references: ReadonlySet<string>): (bytes: Buffer) => boolean {
  if (references.size === 0) return () => false;
  const isPlain = [...references].every(reference => /^[A-Za-z0-9]+$/.test(reference));
  if (!isPlain || references.size > fewReferences) return () => true;
  const sought = [...references, String.raw`\u`].map(text => Buffer.from(text));
  return bytes => sought.some(each => bytes.includes(each));
}

/** The lines of a span without their newlines. Each line in the span ends with one. */
function linesIn(span: NodeBuffer): NodeBuffer[] {
  const lines: NodeBuffer[] = [];
  let start = 0;
  for (let end = span.indexOf(newline); end !== -1; end = span.indexOf(newline, start)) {
    lines.push(span.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** Moves these bytes to the beginning of a buffer of at least the size of a chunk and twice their own. */
function withRoom(buffer: NodeBuffer, from: number, to: number, chunk: number): NodeBuffer {
  const room = Math.max(chunk, 2 * (to - from));
  const next = buffer.length < room ? Buffer.allocUnsafe(room) : buffer;
  buffer.copy(next, 0, from, to);
  return next;
}
