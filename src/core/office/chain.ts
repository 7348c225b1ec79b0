/** The number and the hash of a line of a journal. The hash covers all lines before it. Before the first line: 0 and 64 zeros. */
export type ChainPosition = {readonly seq: number; readonly head: string};

/** The position of a till that has sent nothing yet. */
export const chainStart: ChainPosition = {seq: 0, head: '0'.repeat(64)};

/** Returns the hash at the end of a line that continues from `prev`, else undefined. Core itself has no digest. */
type HashAfter = (prev: string, line: Uint8Array) => string | undefined;

/** The most bytes of a request with several lines; a larger one is refused. A single line may be as long as a line can be. */
export const uploadBytesMax = 256 * 1024;

/** Why an upload is not a piece of a journal. The words never change, because shippers read them. */
export const uploadFlaws = ['no-lines', 'torn', 'too-large', 'without-number', 'wrong-number', 'wrong-hash'] as const;
export type UploadFlaw = (typeof uploadFlaws)[number];

/** A whole line of an upload that continues from the one before it. `bytes` does not include its newline. */
export type OfferedLine = {readonly seq: number; readonly hash: string; readonly bytes: Uint8Array};

/** Lines of an upload, each of which continues from the one before; at least one. */
export type OfferedLines = readonly [OfferedLine, ...OfferedLine[]];

/** What an upload contains: lines that continue from one another, or the first line that does not, and why. */
export type ReadUpload = {readonly lines: OfferedLines} | {readonly line: number | null; readonly why: UploadFlaw};

/** Splits bytes in which every line ends with a newline into lines; undefined if the last line has no newline. */
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

/** An upload's lines, continuing from `prev`, or the first that does not, and why. Only numbers are read, so any version's lines pass. */
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

/** The first member of every line, read without making a string, since an office reads millions of lines. */
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
