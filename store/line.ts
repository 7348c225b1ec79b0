import {isUtf8} from 'node:buffer';
import {hash} from 'node:crypto';
import {isEvent, journalVersion, type NewEvent, type StoredEvent} from '../src/core/events/event.js';
import {openedLine, type SealedWith, type Unseal} from '../src/core/journal/customers.js';
import {form} from '../src/core/spec/spec.js';
import {jsonIn} from '../src/core/text/json.js';

/** The end of the chain: the number and the hash of the last event, which the next event continues. */
export type ChainLink = {readonly seq: number; readonly head: string};

/** What the first event of a journal continues. */
export const genesis: ChainLink = {seq: 0, head: '0'.repeat(64)};

export const sha256 = (about: string) => form('64 hexadecimal digits', /^[0-9a-f]{64}$/, about);

/** No event comes near this length. So a longer "torn last line" is damage, which must not be cut off. */
export const lineBytesMax = 8 * 1024 * 1024;

/** The content of a line apart from its place in the chain. `data` is JSON; if customers are sealed in it, `key` names the key. */
export type Draft = {
  readonly till: string;
  readonly person: string;
  readonly type: string;
  readonly key?: string;
  readonly data: string;
};

/** Returns how to open what is sealed in a line. */
export type UnsealOf = (how: SealedWith) => Unseal;

/** An event that waits for its place in the chain. It owns its data, so that no later change can reach them. */
export type WaitingEvent = {readonly event: NewEvent; readonly draft: Draft};

/** What is wrong with a line. The words never change, because scripts read them. */
export type LineFlaw = 'not-text' | 'without-hash' | 'wrong-hash' | 'not-json' | 'not-an-event' | 'wrong-number';

/** An event's line without its newline: its JSON, with its hash as the last member, so that `jq` reads it. `at` is in milliseconds. */
export const chainLine = (before: ChainLink, at: number, draft: Draft): string => placed(before, at, draft).line;

/** The line of an event, and the event as a reader of that line finds it. */
export function chained(
  before: ChainLink,
  at: number,
  {event: {data}, draft}: WaitingEvent,
): {readonly line: string; readonly event: StoredEvent} {
  const {line, envelope, sum} = placed(before, at, draft);
  const {key: _, ...told} = envelope as typeof envelope & {readonly key?: string};
  return {line, event: {...told, data, hash: sum} as StoredEvent};
}

function placed(before: ChainLink, at: number, {till, person, type, key, data}: Draft) {
  const envelope = {
    seq: before.seq + 1,
    v: journalVersion,
    at: new Date(at).toISOString(),
    till,
    person,
    type,
    ...(key === undefined ? {} : {key}),
  };
  const body = `${JSON.stringify(envelope).slice(0, -1)},"data":${data}}`;
  const sum = hash('sha256', before.head + body);
  return {line: `${body.slice(0, -1)},"hash":"${sum}"}`, envelope, sum};
}

/** The event of a line that continues `before`, or what is wrong. Unknown types pass. Without `unsealOf`, customers are stand-ins. */
export function readLine(
  before: ChainLink,
  line: Uint8Array,
  unsealOf?: UnsealOf | 'as-sealed',
): StoredEvent | LineFlaw {
  if (!isUtf8(line)) return 'not-text'; // otherwise two different lines could decode to one text, which has one hash
  const bytes = bufferOf(line);
  if (hashAfter(before.head, bytes) === undefined) return endings.test(endingIn(bytes)) ? 'wrong-hash' : 'without-hash';
  return eventIn(bytes, unsealOf, before.seq + 1);
}

/** The hash of a line if it continues `head`, else undefined. The line is neither decoded nor parsed. */
export function hashAfter(head: string, line: Uint8Array): string | undefined {
  const bytes = bufferOf(line);
  const sum = sumOf(head, bytes);
  const at = bytes.length - sumBytes - afterSum.length;
  if (at < beforeSum.length || bytes.toString('latin1', at, at + sumBytes) !== sum) return undefined;
  const isEnding =
    bytes.compare(beforeSum, 0, beforeSum.length, at - beforeSum.length, at) === 0 &&
    bytes.compare(afterSum, 0, afterSum.length, at + sumBytes) === 0;
  return isEnding ? sum : undefined;
}

/** The event of a line whose hash is already verified, if its number is `seq` (not checked if absent); else what is wrong with the line. */
export function eventIn(line: Uint8Array, unsealOf?: UnsealOf | 'as-sealed', seq?: number): StoredEvent | LineFlaw {
  const found = jsonIn(bufferOf(line).toString());
  if (found === undefined) return 'not-json';
  const event = unsealOf === 'as-sealed' ? found : openedLine(found, unsealOf);
  if (!isEvent(event)) return 'not-an-event';
  return seq === undefined || event.seq === seq ? event : 'wrong-number';
}

/** A `Buffer` of the same bytes, not copied. */
const bufferOf = (line: Uint8Array): Buffer =>
  Buffer.isBuffer(line) ? line : Buffer.from(line.buffer, line.byteOffset, line.length);

const endingIn = (line: Buffer) => line.toString('latin1', Math.max(0, line.length - endingBytes));
const endingOf = (sum: string) => `,"hash":"${sum}"}`;
const endings = /^,"hash":"[0-9a-f]{64}"\}$/;
const endingBytes = endingOf(genesis.head).length;
const sumBytes = genesis.head.length;
const [beforeSum, afterSum] = [Buffer.from(',"hash":"'), Buffer.from('"}')];

/** A buffer for the hash input of nearly every line, so that no string is created. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** The hash that a line has to end with if it continues `head`. */
function sumOf(head: string, line: Buffer): string {
  const bodyBytes = Math.max(0, line.length - endingBytes);
  const size = head.length + bodyBytes + 1;
  const hashed = size <= scratch.length ? scratch : Buffer.allocUnsafeSlow(size);
  hashed.write(head, 'latin1');
  line.copy(hashed, head.length, 0, bodyBytes);
  hashed[size - 1] = 0x7d; // the brace that ended the body before its hash was inserted
  return hash('sha256', hashed.subarray(0, size));
}
