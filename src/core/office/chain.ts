/** A line of a journal and all before it: its number and its hash. Before the first line: 0 and 64 zeros. */
export type ChainPosition = {readonly seq: number; readonly head: string};

/** Where a till stands that has sent nothing yet. */
export const chainStart: ChainPosition = {seq: 0, head: '0'.repeat(64)};

/** The hash that a line ends with if it goes on from `prev`, else undefined: the caller's, since core has no digest. */
export type HashAfter = (prev: string, line: Uint8Array) => string | undefined;

/** The bytes of whole lines in one request, above which it is refused. One line alone may be as long as a line can be. */
export const uploadBytesMax = 256 * 1024;

/** Why an upload is no piece of a journal, in words that stay the same because shippers read them. */
export const uploadFlaws = ['no-lines', 'torn', 'too-large', 'without-number', 'wrong-number', 'wrong-hash'] as const;
export type UploadFlaw = (typeof uploadFlaws)[number];

/** A line of an upload, which is whole and goes on from the one before it. `bytes` are without its newline. */
export type OfferedLine = {readonly seq: number; readonly hash: string; readonly bytes: Uint8Array};

/** Lines of an upload that go on from one another; there is at least one. */
export type OfferedLines = readonly [OfferedLine, ...OfferedLine[]];

/** What an upload was found to be, of itself: lines that go on from one another, or the first that does not, with why. */
export type ReadUpload = {readonly lines: OfferedLines} | {readonly line: number | null; readonly why: UploadFlaw};

/** The lines of a journal in bytes that end with a newline each; undefined for bytes that end otherwise. */
export function wholeLines(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const found: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    if (end === -1) return undefined;
    found.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return found;
}

/**
 * The lines of an upload whose chain goes on from `prev`, or the first that does not, with why. Nobody looks at what a line says but for
 * its number: what this version does not understand is a line like any other.
 */
export function offeredLines(bytes: Uint8Array, prev: string, hashAfter: HashAfter): ReadUpload {
  const whole = wholeLines(bytes);
  if (whole === undefined) return {line: null, why: 'torn'};
  if (whole.length > 1 && bytes.length > uploadBytesMax) return {line: null, why: 'too-large'};
  const offered: OfferedLine[] = [];
  let head = prev;
  for (const line of whole) {
    const seq = numberOf(line);
    if (seq === undefined) return {line: null, why: 'without-number'};
    if (offered.length > 0 && seq !== (offered.at(-1)?.seq ?? 0) + 1) return {line: seq, why: 'wrong-number'};
    const hash = hashAfter(head, line);
    if (hash === undefined) return {line: seq, why: 'wrong-hash'};
    offered.push({seq, hash, bytes: line});
    head = hash;
  }
  const [first, ...rest] = offered;
  return first === undefined ? {line: null, why: 'no-lines'} : {lines: [first, ...rest]};
}

/** The number of a line, which stands first in every line that a till has ever written. No text is made of it: an office reads millions. */
function numberOf(line: Uint8Array): number | undefined {
  for (let at = 0; at < beginning.length; at += 1) if (line[at] !== beginning[at]) return undefined;
  let number = 0;
  for (let at = beginning.length; at <= beginning.length + mostDigits; at += 1) {
    const digit = (line[at] ?? 0) - zero;
    if (line[at] === comma) return number === 0 ? undefined : number;
    if (digit < 0 || digit > 9 || (digit === 0 && number === 0)) return undefined;
    number = 10 * number + digit;
  }
  return undefined;
}

const beginning = new TextEncoder().encode('{"seq":');
const mostDigits = 15;
const [newline, comma, zero] = [0x0a, 0x2c, 0x30];
