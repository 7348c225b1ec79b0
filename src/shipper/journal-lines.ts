import {type Disk, type DiskFile, nodeDisk} from '../../store/disk.js';
import {type ChainLink, genesis, lineBytesMax} from '../../store/line.js';
import {damaged, listSegments, segmentPath} from '../../store/segment.js';
import {readHead} from '../../store/stored-head.js';

/** Consecutive whole lines of one segment, with their newlines. */
export type Batch = {
  readonly first: number;
  readonly last: number;
  /** The hash of the line before the first, and that of the last line. */
  readonly prev: string;
  readonly head: string;
  readonly bytes: Uint8Array;
};

/** The end of a line in a segment. The next line begins at `offset`. */
type Place = ChainLink & {readonly date: string; readonly offset: number};

const newline = 10;
const seekBytes = 256 * 1024;
/** More bytes than the beginning of any line with its number. */
const numberBytes = 32;

/** A till's journal as lines, while a till may be writing it. Takes no lock, parses no event. Only one call at a time is allowed. */
export class JournalLines {
  readonly #folder: string;
  readonly #disk: Disk;
  #place: Place | undefined;

  constructor(folder: string, disk: Disk = nodeDisk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** The newest line that the till will never take back. What a segment has beyond it may be cut off if the disk refused it. */
  async standing(): Promise<ChainLink> {
    const head = await readHead(this.#disk, this.#folder);
    return head === null || head === 'unreadable' ? genesis : {seq: head.seq, head: head.head};
  }

  /** The hash of a line; undefined if there is no line with this number. Throws `journal-damaged`. */
  async hashOf(seq: number): Promise<string | undefined> {
    return seq === 0 ? genesis.head : (await this.#seek(seq))?.head;
  }

  /** The lines after `seq` up to `through` that fit into `most` bytes, at least one; undefined if none. Throws `journal-damaged`. */
  async after(seq: number, through: number, most: number): Promise<Batch | undefined> {
    if (seq >= through) return undefined;
    const place = await this.#seek(seq);
    if (place === undefined) return undefined;
    const found = await this.#linesAt(place, {through, most});
    if (found !== undefined || place.date === '') return found;
    const next = (await listSegments(this.#disk, this.#folder)).find(date => date > place.date);
    return next === undefined ? undefined : this.#linesAt({...place, date: next, offset: 0}, {through, most});
  }

  async #linesAt(place: Place, {through, most}: {through: number; most: number}): Promise<Batch | undefined> {
    return this.#within(place.date, async (file, size) => {
      for (let room = most; ; room = lineBytesMax) {
        const bytes = await read(file, place.offset, Math.min(room, size - place.offset));
        const taken = takeLines(bytes, place, through);
        if (taken !== undefined) {
          this.#place = {...taken.end, date: place.date, offset: place.offset + taken.bytes.length};
          const {seq: last, head} = taken.end;
          return {first: place.seq + 1, last, prev: place.head, head, bytes: taken.bytes};
        }
        if (bytes.length < room || room === lineBytesMax) return undefined;
      }
    });
  }

  async #seek(seq: number): Promise<Place | undefined> {
    if (this.#place?.seq === seq) return this.#place;
    const dates = await listSegments(this.#disk, this.#folder);
    const [oldest] = dates;
    if (seq === 0) return oldest === undefined ? undefined : {...genesis, date: oldest, offset: 0};
    const date = await this.#segmentOf(seq, dates);
    if (date === undefined) return undefined;
    return this.#within(date, async (file, size) => {
      let place: Place | undefined;
      for (let offset = 0; offset < size; ) {
        const bytes = await read(file, offset, Math.min(seekBytes, size - offset));
        const whole = bytes.length < seekBytes || bytes.includes(newline);
        const span = whole ? bytes : await read(file, offset, Math.min(lineBytesMax, size - offset));
        const before = place ?? {...genesis, seq: (numberAt(span, 0) ?? Number.NaN) - 1, date, offset};
        const taken = takeLines(span, before, seq);
        if (taken === undefined) return undefined;
        offset += taken.bytes.length;
        place = {...taken.end, date, offset};
        if (place.seq === seq) {
          this.#place = place;
          return place;
        }
      }
      return undefined;
    });
  }

  /** The last segment that begins at or before the line. Numbers rise with dates. */
  async #segmentOf(seq: number, dates: readonly string[]): Promise<string | undefined> {
    let [low, high] = [0, dates.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const first = await this.#firstOf(dates[middle] ?? '');
      if (first === undefined || first > seq) high = middle;
      else low = middle + 1;
    }
    return dates[low - 1];
  }

  /** The number of a segment's first line; undefined while that line is still being written. */
  async #firstOf(date: string): Promise<number | undefined> {
    return this.#within(date, async file => numberAt(await read(file, 0, numberBytes), 0));
  }

  async #within<T>(date: string, work: (file: DiskFile, size: number) => Promise<T>): Promise<T> {
    const file = await this.#disk.open(segmentPath(this.#folder, date), 'read');
    try {
      return await work(file, await file.size());
    } finally {
      await file.close();
    }
  }
}

async function read(file: DiskFile, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, bytes));
  let length = 0;
  while (length < buffer.length) {
    const more = await file.read(buffer.subarray(length), offset + length);
    if (more === 0) break;
    length += more;
  }
  return buffer.subarray(0, length);
}

type Taken = {readonly bytes: Buffer; readonly end: ChainLink};

/** The whole lines at the beginning of what was read, up to `through`. A last line without a newline does not count. */
function takeLines(bytes: Buffer, {seq, date}: {seq: number; date: string}, through: number): Taken | undefined {
  let [at, last] = [0, seq];
  for (let end = bytes.indexOf(newline); end !== -1 && last < through; end = bytes.indexOf(newline, at)) {
    if (numberAt(bytes, at) !== last + 1) throw damaged(date, 1, 'wrong-number');
    at = end + 1;
    last += 1;
  }
  if (last === seq) return undefined;
  const head = endings.exec(bytes.toString('latin1', Math.max(0, at - endingBytes), at))?.[1];
  if (head === undefined) throw damaged(date, 1, 'without-hash');
  return {bytes: bytes.subarray(0, at), end: {seq: last, head}};
}

const endings = /"hash":"([0-9a-f]{64})"\}\n$/;
const endingBytes = '"hash":""}\n'.length + 64;

/** The number of a line. Every line that a till writes begins with it. */
function numberAt(bytes: Buffer, at: number): number | undefined {
  const digits = /^\{"seq":(\d{1,16}),/.exec(bytes.toString('latin1', at, at + numberBytes))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
