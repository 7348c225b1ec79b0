import {promisify} from 'node:util';
import {crc32, createInflateRaw} from 'node:zlib';
import {type Entry, fromBuffer, type Options, type ZipFile} from 'yauzl';
import {Problem} from '../../core/problem.js';

/** The files of an archive, by their paths in it. `read` returns the bytes of one, never more than the archive declares. */
export type Archive = {readonly names: readonly string[]; readonly read: (name: string) => Promise<Buffer>};
/** An archive whose files can be checked against their checksums without being kept. `ends` returns how a file begins and ends. */
export type Zip = Archive & {readonly ends: (name: string) => Promise<Ends>};
/** The first and the last 1024 bytes of a file, as text. */
export type Ends = {readonly first: string; readonly last: string};
export type Limits = {readonly file: string; readonly mostBytes: number};

type OpenArchive = {readonly file: ZipFile; readonly bytes: Buffer};

const mostEntries = 10_000;
const openZip: (bytes: Buffer, options: Options) => Promise<ZipFile> = promisify(fromBuffer);

/**
 * Opens a zip archive. None of its files is written to disk. Throws the `Problem` `file-damaged` for an archive that is cut off or
 * contradicts itself, `file-locked` for one with a password, and `file-bursts` if a file in it has more than `mostBytes`.
 */
export async function openArchive(bytes: Buffer, {file, mostBytes}: Limits): Promise<Zip> {
  const damaged = () => new Problem('file-damaged', {file});
  const zip = await openZip(bytes, {validateEntrySizes: true, autoClose: false}).catch(() => Promise.reject(damaged()));
  const entries = await entriesOf(zip).catch(() => Promise.reject(damaged()));
  const byName = new Map(entries.map(entry => [entry.fileName, entry]));
  // If two files have the same name, nobody knows which one is meant.
  if (byName.size !== entries.length) throw damaged();
  const entryOf = (name: string): Entry => {
    const entry = byName.get(name);
    if (entry === undefined) throw damaged();
    if (entry.isEncrypted()) throw new Problem('file-locked', {file});
    return entry;
  };
  return {
    names: [...byName.keys()].filter(name => !name.endsWith('/')),
    async read(name) {
      const entry = entryOf(name);
      if (entry.uncompressedSize > mostBytes) throw new Problem('file-bursts', {file});
      return Array.fromAsync(checked({file: zip, bytes}, entry)).then(
        chunks => Buffer.concat(chunks),
        () => Promise.reject(damaged()),
      );
    },
    async ends(name) {
      return endsOf(checked({file: zip, bytes}, entryOf(name))).catch(() => Promise.reject(damaged()));
    },
  };
}

function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.push(entry) > mostEntries) reject(new RangeError('too many files'));
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
  });
}

/** Yields the bytes of a file in pieces. After the last piece, it throws if they are not the bytes that were packed. */
async function* checked(zip: OpenArchive, entry: Entry): AsyncGenerator<Buffer, void> {
  let sum = 0;
  let bytes = 0;
  for await (const chunk of await unpacked(zip, entry)) {
    sum = crc32(chunk, sum);
    bytes += chunk.length;
    if (bytes > entry.uncompressedSize) break;
    yield chunk;
  }
  if (sum !== entry.crc32 || bytes !== entry.uncompressedSize) throw new RangeError('other bytes than were packed');
}

type Inflate = (
  bytes: Buffer,
  options: {maxOutputLength: number},
  done: (error: Error | null, all: Buffer) => void,
) => void;

/** Unpacks bytes at once. Throws the `Problem` `file-bursts` for more than `mostBytes`, and `file-damaged`. */
export async function inflated(inflate: Inflate, packed: Buffer, {file, mostBytes}: Limits): Promise<Buffer> {
  try {
    return await promisify(inflate)(packed, {maxOutputLength: mostBytes});
  } catch (error) {
    const isTooMuch = (error as {code?: string}).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Problem(isTooMuch ? 'file-bursts' : 'file-damaged', {file});
  }
}

/** The library unpacks in pieces of 16 KB, each of which waits for whatever else is being read. */
async function unpacked(zip: OpenArchive, entry: Entry): Promise<Iterable<Buffer> | AsyncIterable<Buffer>> {
  const {fileDataStart} = await zip.file.readLocalFileHeaderPromise(entry, {minimal: true});
  const packed = zip.bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  if (entry.compressionMethod === stored) return [packed];
  if (entry.compressionMethod !== deflated) throw new RangeError('packed in another way');
  const chunkSize = Math.max(pieces.least, Math.min(entry.uncompressedSize, pieces.most));
  return createInflateRaw({chunkSize}).end(packed);
}
const pieces = {least: 16_384, most: 8_388_608};
const stored = 0;
const deflated = 8;

const endLength = 1024;

async function endsOf(chunks: AsyncIterable<Buffer>): Promise<Ends> {
  let first = Buffer.alloc(0);
  let last = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (first.length < endLength) first = Buffer.concat([first, chunk.subarray(0, endLength - first.length)]);
    last = Buffer.concat([last.subarray(-endLength), chunk.subarray(-endLength)]);
  }
  return {first: first.toString(), last: last.toString()};
}
