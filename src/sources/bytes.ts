import {createHash, type Hash} from 'node:crypto';
import {open, stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {Problem} from '../core/problem.js';
import type {Mapping} from '../core/reconcile/row.js';
import {otherFormatOf} from './other-formats.js';

export type Encoding = Mapping['encoding'];

/** How far the reading of a file has come; it is read twice: how it is written, then what it says. */
export type ReadingProgress = {readonly done: number; readonly total: number};

/** What was found without understanding a word: its first bytes, its size, and how its letters are written. */
export type Examined = {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly encoding: Encoding;
  readonly head: Buffer;
  /** Lines at its beginning that are not in the file that it was made of. */
  readonly linesAdded?: number;
};

/**
 * Far more than a year of a large shop, and little enough to hold its rows in memory. A text is read in pieces; what is opened
 * (`opened`, in megabytes) is held as a whole.
 */
export const limits = {
  megabytes: 750,
  opened: 256,
  rows: 1_000_000,
  recordBytes: 1_000_000,
  fieldLength: 65_536,
} as const;
const chunkBytes = 262_144;
const headBytes = 1_048_576;

/**
 * Reads the file once for its encoding: a byte order mark, else UTF-8 if all of it is, else windows-1252, which is what
 * spreadsheets write.
 *
 * Throws a `Problem`: `file-not-readable`, `file-too-large`, `file-is-other` or `file-cut-off`.
 */
export async function examine(path: string, given: Encoding | null, onBytes: (done: number, total: number) => void) {
  const name = basename(path);
  const size = await sizeOf(path, name);
  let head = Buffer.alloc(0);
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', {fatal: true});
  let marked: Encoding | undefined;
  let done = 0;
  for await (const chunk of chunksOf(path, name, size)) {
    if (head.length === 0) {
      marked = given ?? markedEncoding(chunk);
      const what = otherFormatOf(chunk);
      if (what !== undefined) throw new Problem('file-is-other', {file: name, what});
    }
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
    if (marked === undefined && utf8 !== undefined && !decodes(utf8, chunk)) utf8 = undefined;
    done += chunk.length;
    onBytes(done, size);
  }
  // A letter that is cut at the end of what is UTF-8 so far is a file that is cut.
  if (marked === undefined && utf8 !== undefined && !decodes(utf8)) throw new Problem('file-cut-off', {file: name});
  const encoding = marked ?? (utf8 === undefined ? 'windows-1252' : 'utf-8');
  return {path, name, size, encoding, head} satisfies Examined;
}

/**
 * The text of the file in pieces, its lines ending in a plain line feed; `hash` sees every byte of it.
 *
 * Throws a `Problem`: `file-not-readable`, `file-not-table` for a NUL, `file-not-in-encoding` for bytes that
 * are no letters in it, `file-cut-off` for half a letter at its end.
 */
export async function* textOf(
  {path, name, size}: Examined,
  encoding: Encoding,
  hash: Hash,
  onBytes: (done: number, total: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, {fatal: true});
  const lines = lineFeeds();
  let done = 0;
  for await (const chunk of chunksOf(path, name, size)) {
    hash.update(chunk);
    done += chunk.length;
    const text = lines(decoded(decoder, chunk, name));
    if (text !== '') yield text;
    onBytes(done, size);
  }
  if (!decodes(decoder)) throw new Problem('file-cut-off', {file: name});
  const rest = lines('', true);
  if (rest !== '') yield rest;
}

/** The beginning of the file as text, up to the last whole letter. */
export function headText({head, name, size}: Examined, encoding: Encoding): {text: string; isWhole: boolean} {
  const text = decoded(new TextDecoder(encoding, {fatal: true}), head, name);
  return {text: lineFeeds()(text, true), isWhole: head.length === size};
}

/** Whether it begins as an XML document does. */
export function isXml(examined: Examined): boolean {
  return /^\s*<[?!\p{L}_]/u.test(headText(examined, examined.encoding).text.slice(0, 1000));
}

export function sha256(): Hash {
  return createHash('sha256');
}

async function sizeOf(path: string, name: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => refused(name, error));
  // Reading a pipe or a device could wait for ever.
  if (!found.isFile())
    throw new Problem('file-not-readable', {file: name, code: found.isDirectory() ? 'EISDIR' : 'EINVAL'});
  if (found.size > limits.megabytes * 1_000_000)
    throw new Problem('file-too-large', {file: name, megabytes: limits.megabytes, rows: limits.rows});
  return found.size;
}

/**
 * The bytes of a file, up to the size that it had, in pieces that hold only until the next is asked for. Throws the
 * `Problem` `file-not-readable`.
 */
export async function* chunksOf(path: string, name: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  const chunk = Buffer.alloc(Math.min(chunkBytes, size));
  const file = await open(path).catch((error: unknown) => refused(name, error));
  try {
    let done = 0;
    while (done < size) {
      const wanted = Math.min(chunk.length, size - done);
      const {bytesRead} = await file.read(chunk, 0, wanted).catch((error: unknown) => refused(name, error));
      if (bytesRead === 0) return;
      done += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function refused(name: string, error: unknown): never {
  if (error instanceof Error && 'code' in error)
    throw new Problem('file-not-readable', {file: name, code: String(error.code)});
  throw error;
}

/** A text as a whole, in the encoding that its bytes show. */
export function wholeText(bytes: Buffer): string {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const utf8 = new TextDecoder('utf-8', {fatal: true});
  return decodes(utf8, bytes) && decodes(utf8)
    ? new TextDecoder('utf-8').decode(bytes)
    : new TextDecoder('windows-1252').decode(bytes);
}

function markedEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // Without a mark, every second byte of Latin letters in UTF-16 is a NUL, and no other text has any.
  const few = start.subarray(0, 1000);
  const [even = 0, odd = 0] = [0, 1].map(parity => few.filter((byte, at) => at % 2 === parity && byte === 0).length);
  if (odd > few.length / 4 && even === 0) return 'utf-16le';
  if (even > few.length / 4 && odd === 0) return 'utf-16be';
  return undefined;
}

function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, {stream: chunk !== undefined});
    return true;
  } catch {
    return false;
  }
}

function decoded(decoder: TextDecoder, chunk: Buffer, name: string): string {
  try {
    const text = decoder.decode(chunk, {stream: true});
    if (text.includes('\0')) throw new Problem('file-not-table', {file: name});
    return text;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('file-not-in-encoding', {file: name, encoding: decoder.encoding});
  }
}

/** CR LF and CR become LF, also where a piece ends between the two. */
function lineFeeds(): (piece: string, isLast?: boolean) => string {
  let held = '';
  return (piece, isLast = false) => {
    let text = held + piece;
    held = !isLast && text.endsWith('\r') ? '\r' : '';
    if (held !== '') text = text.slice(0, -1);
    return text.includes('\r') ? text.replaceAll(/\r\n?/gu, '\n') : text;
  };
}
