import {isAscii, isUtf8} from 'node:buffer';
import {createHash, type Hash} from 'node:crypto';
import {open, stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {Problem} from '../core/problem.js';
import type {Mapping} from '../core/reconcile/rows/row.js';

export type Encoding = Mapping['encoding'];

/** The progress of reading a file. A file is read twice: once to find how it is encoded, once for its content. */
export type ReadingProgress = {readonly done: number; readonly total: number};

/** What is known of a file before its content is read: its first bytes, its size and its encoding. */
export type Examined = {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly encoding: Encoding;
  /** In a windows-1252 file, whether some lines are in UTF-8. */
  readonly isMixed: boolean;
  readonly head: Buffer;
  /** The number of lines at the beginning of the file that were not in the file it was made from. */
  readonly linesAdded?: number;
};

/** Far more than a year of a large shop, and little enough to hold all rows. A file to be opened (megabytes) is held whole. */
export const limits = {
  megabytes: 750,
  opened: 256,
  rows: 1_000_000,
  recordBytes: 1_000_000,
  fieldLength: 65_536,
} as const;
const chunkBytes = 262_144;
const headBytes = 1_048_576;

/** Returns what kind of file the first bytes show, if it is not the text of a table or a statement. Returns `undefined` for any text. */
export function otherFormatOf(start: Buffer): string | undefined {
  const first = start.subarray(0, 128).toString('latin1');
  const known = beginnings.find(([beginning]) => first.startsWith(beginning))?.[1];
  if (known !== undefined) return known;
  if (/^(?:RIFF.{4}WEBP|.{4}ftyp(?:hei|mif|avif))/su.test(first)) return 'picture';
  // A French bank's statement (AFB120) in lines of 120 characters. Its first line has the balance before.
  const line = start.subarray(0, 122).toString('latin1');
  return /^01\d{5}.{113}[\r\n]/u.test(line) ? 'afb120' : undefined;
}

const beginnings: readonly (readonly [string, string])[] = [
  ['%PDF', 'pdf'],
  ['%!PS', 'document'],
  ['{\\rtf', 'document'],
  ['\u00D0\u00CF\u0011\u00E0', 'workbook'],
  ['PK\u0003\u0004', 'archive'],
  ['\u001F\u008B', 'archive'],
  ['Rar!', 'archive'],
  ["7z\u00BC\u00AF'\u001C", 'archive'],
  ['BZh', 'archive'],
  ['\u00FD7zXZ', 'archive'],
  ['\u0028\u00B5\u002F\u00FD', 'archive'],
  ['\u0089PNG', 'picture'],
  ['\u00FF\u00D8\u00FF', 'picture'],
  ['GIF8', 'picture'],
  ['II*\u0000', 'picture'],
  ['MM\u0000*', 'picture'],
  ['SQLite format 3', 'database'],
  ['-----BEGIN PGP MESSAGE', 'encrypted'],
  ['age-encryption.org/', 'encrypted'],
];

/**
 * Reads the whole file once to find its encoding: a byte order mark decides; otherwise it is UTF-8 if all of the file is valid UTF-8,
 * otherwise windows-1252, which spreadsheets write. If a file was put together from two, each line that is UTF-8 is read as UTF-8. Throws a
 * `Problem`: `file-not-readable`, `file-too-large`, `file-is-other` or `file-cut-off`.
 */
export async function examine(path: string, given: Encoding | null, onBytes: (done: number, total: number) => void) {
  const name = basename(path);
  const size = await sizeOf(path, name);
  let head = Buffer.alloc(0);
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', {fatal: true});
  let marked: Encoding | undefined;
  let done = 0;
  const kinds = kindsOfLines();
  for await (const chunk of chunksOf(path, name, size)) {
    if (head.length === 0) {
      marked = given ?? markedEncoding(chunk);
      const what = otherFormatOf(chunk);
      if (what !== undefined) throw new Problem('file-is-other', {file: name, what});
    }
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
    if (marked === undefined && utf8 !== undefined && !decodes(utf8, chunk)) utf8 = undefined;
    kinds.look(chunk);
    done += chunk.length;
    onBytes(done, size);
  }
  // If everything up to a character cut in half at the end is UTF-8, the file itself was cut off.
  if (marked === undefined && utf8 !== undefined && !decodes(utf8)) throw new Problem('file-cut-off', {file: name});
  const encoding = marked ?? (utf8 === undefined ? 'windows-1252' : 'utf-8');
  const isMixed = encoding === 'windows-1252' && kinds.areTwo();
  return {path, name, size, encoding, isMixed, head} satisfies Examined;
}

/**
 * Yields the text of the file in pieces, with a plain line feed at the end of each line. `hash` is updated with every byte of the file.
 * Throws a `Problem`: `file-not-readable`, `file-not-table` for a NUL, `file-not-in-encoding` for bytes that are invalid in the encoding,
 * `file-cut-off` for half a character at the end.
 */
export async function* textOf(
  examined: Examined,
  encoding: Encoding,
  hash: Hash,
  onBytes: (done: number, total: number) => void,
): AsyncGenerator<string> {
  const {name, size} = examined;
  const letters = lettersOf(encoding, name);
  const lines = lineFeeds();
  let done = 0;
  for await (const chunk of piecesOf(examined)) {
    hash.update(chunk);
    done += chunk.length;
    const text = lines(letters.take(chunk));
    if (text !== '') yield text;
    onBytes(done, size);
  }
  const rest = lines(letters.end(), true);
  if (rest !== '') yield rest;
}

/** The bytes of the file in pieces. A small file was already read completely when it was examined. */
function piecesOf({path, name, size, head}: Examined): AsyncIterable<Buffer> | Iterable<Buffer> {
  if (head.length < size) return chunksOf(path, name, size);
  const places = Array.from({length: Math.ceil(size / chunkBytes)}, (_, at) => at * chunkBytes);
  return places.map(from => head.subarray(from, from + chunkBytes));
}

/** Decodes bytes that arrive in pieces. */
function lettersOf(encoding: Encoding, name: string) {
  if (encoding === 'windows-1252') {
    const lines = wholeLines();
    let isBegun = false;
    const text = (bytes: Buffer) => {
      const all = withoutNul(textByLine(bytes), name);
      const own = isBegun ? all : withoutMark(all);
      isBegun ||= all !== '';
      return own;
    };
    return {take: (chunk: Buffer) => text(lines(chunk)), end: () => text(lines(Buffer.alloc(0), true))};
  }
  const decoder = new TextDecoder(encoding, {fatal: true});
  return {
    take: (chunk: Buffer) => decoded(decoder, chunk, name),
    end(): string {
      if (!decodes(decoder)) throw new Problem('file-cut-off', {file: name});
      return '';
    },
  };
}

/** Passes on bytes that arrive in pieces, up to the last end of a line. A line that is longer than any record is cut. */
function wholeLines(): (chunk: Buffer, isLast?: boolean) => Buffer {
  let held = Buffer.alloc(0);
  return (chunk, isLast = false) => {
    const all = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = isLast ? all.length : afterLastLine(all) || (all.length > limits.recordBytes ? all.length : 0);
    held = Buffer.from(all.subarray(end));
    return all.subarray(0, end);
  };
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const afterLastLine = (bytes: Buffer) => Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1;

const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text);

function withoutNul(text: string, name: string): string {
  if (text.includes('\0')) throw new Problem('file-not-table', {file: name});
  return text;
}

function* linesIn(bytes: Buffer): Generator<Buffer> {
  const sign = bytes.includes(lineFeed) ? lineFeed : carriageReturn;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(sign, start) + 1 || bytes.length;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Decodes a line as UTF-8 if it cannot be anything else, and all other lines as windows-1252. */
function textByLine(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  const windows = new TextDecoder('windows-1252');
  let text = '';
  for (const line of linesIn(bytes)) text += utf8Of(line) ?? windows.decode(line);
  return text;
}

/** The characters that windows-1252 has beyond ASCII, and the bytes that it does not use. */
const windowsLetters = new TextDecoder('windows-1252').decode(Uint8Array.from({length: 128}, (_, at) => at + 128));
const others = new RegExp(
  String.raw`[^\0-\x7F\uFEFF\u{1F000}-\u{1FAFF}${windowsLetters.replaceAll(/[\]\\^-]/gu, '')}]+`,
  'gu',
);
const unused: readonly number[] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/**
 * Returns the text of a line as UTF-8, or `undefined` if the line may be windows-1252. Two windows-1252 characters can form one UTF-8
 * character that nobody wrote (`\u00C9\u0153` is `\u025C`). A character counts as really written if windows-1252 has it too, or if it
 * stands next to another one that is neither in windows-1252 nor Latin.
 */
function utf8Of(line: Buffer): string | undefined {
  if (!isUtf8(line)) return undefined;
  const text = line.toString('utf8');
  const isWritten = (found: string) => [...found].length > 1 && !/\p{Script=Latin}/u.test(found);
  const isSure = unused.some(byte => line.includes(byte)) || (text.match(others) ?? []).every(isWritten);
  return isSure ? text : undefined;
}

/** Detects whether characters beyond ASCII are in UTF-8 on some lines and in another encoding on others. */
function kindsOfLines() {
  const lines = wholeLines();
  let [hasUtf8, hasOther] = [false, false];
  const lookAt = (bytes: Buffer) => {
    if (isAscii(bytes)) return;
    hasOther ||= !isUtf8(bytes);
    hasUtf8 ||= linesIn(bytes).some(line => !isAscii(line) && utf8Of(line) !== undefined);
  };
  return {
    look: (chunk: Buffer) => lookAt(lines(chunk)),
    areTwo(): boolean {
      lookAt(lines(Buffer.alloc(0), true));
      return hasUtf8 && hasOther;
    },
  };
}

/** Returns the file's beginning as text, up to the last whole character, or line if lines may differ in encoding. */
export function headText({head, name, size}: Examined, encoding: Encoding): {text: string; isWhole: boolean} {
  const isWhole = head.length === size;
  const letters = lettersOf(encoding, name);
  const text = letters.take(head) + (isWhole && encoding === 'windows-1252' ? letters.end() : '');
  return {text: lineFeeds()(text, true), isWhole};
}

export const isXml = (examined: Examined): boolean =>
  /^\s*<[?!\p{L}_]/u.test(headText(examined, examined.encoding).text.slice(0, 1000));

export const sha256 = (): Hash => createHash('sha256');

async function sizeOf(path: string, name: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => refused(name, error));
  // Reading from a pipe or a device could block forever.
  if (!found.isFile())
    throw new Problem('file-not-readable', {file: name, code: found.isDirectory() ? 'EISDIR' : 'EINVAL'});
  if (found.size > limits.megabytes * 1_000_000)
    throw new Problem('file-too-large', {file: name, megabytes: limits.megabytes, rows: limits.rows});
  return found.size;
}

/** Yields a file's bytes, up to the size that it had. A piece is valid until the next is requested. Throws `file-not-readable`. */
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

/** Decodes a whole text in the encoding that its bytes show, or line by line if its lines differ. */
export function wholeText(bytes: Buffer): {readonly text: string; readonly isMixed: boolean} {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return {text: new TextDecoder(marked).decode(bytes), isMixed: false};
  if (isUtf8(bytes)) return {text: withoutMark(bytes.toString('utf8')), isMixed: false};
  const kinds = kindsOfLines();
  kinds.look(bytes);
  return {text: withoutMark(textByLine(bytes)), isMixed: kinds.areTwo()};
}

/**
 * Decodes whole lines. The caller passes them group by group, and then all of them once more. While all lines are UTF-8, they are decoded
 * as UTF-8; after that each line is decoded in the encoding that its bytes show.
 */
export function lettersOfLines() {
  const kinds = kindsOfLines();
  let areUtf8 = true;
  return {
    textOf(lines: Buffer): string {
      areUtf8 &&= isUtf8(lines);
      kinds.look(lines);
      return areUtf8 ? lines.toString('utf8') : textByLine(lines);
    },
    /** Whether some lines are in UTF-8 and others in windows-1252. */
    areMixed: (): boolean => !areUtf8 && kinds.areTwo(),
  };
}

function markedEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // Without a mark: in UTF-16, every second byte of Latin letters is a NUL, and no other text contains any.
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
    return withoutNul(decoder.decode(chunk, {stream: true}), name);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('file-not-in-encoding', {file: name, encoding: decoder.encoding});
  }
}

/** Turns CR LF and CR into LF, even if a piece ends between the two. */
function lineFeeds(): (piece: string, isLast?: boolean) => string {
  let held = '';
  return (piece, isLast = false) => {
    let text = held + piece;
    held = !isLast && text.endsWith('\r') ? '\r' : '';
    if (held !== '') text = text.slice(0, -1);
    return text.includes('\r') ? text.replaceAll(/\r\n?/gu, '\n') : text;
  };
}
