import {isUtf8} from 'node:buffer';
import {hash} from 'node:crypto';
import {journalVersion, type StoredEvent} from '../src/core/event.js';

/** Where the chain stands: the number and the hash of the last event, from which the next one goes on. */
export type Link = {readonly seq: number; readonly head: string};

/** What the first event of a journal goes on from. */
export const genesis: Link = {seq: 0, head: '0'.repeat(64)};

/** No event comes near it; so a longer "torn last line" is damage, which nobody may cut off. */
export const lineBytesMax = 8 * 1024 * 1024;

/** An event that waits for its place in the chain. `data` is JSON already, so that no later change can reach it. */
export type Draft = {readonly till: string; readonly person: string; readonly type: string; readonly data: string};

/** What is wrong with a line, in words that stay the same because scripts read them. */
export type Flaw = 'not-text' | 'without-hash' | 'wrong-hash' | 'not-json' | 'not-an-event' | 'wrong-number';

/**
 * The line of an event, without its newline: the event's JSON with its hash as the last member, so that `jq` reads it.
 * `at` is in whole milliseconds since the epoch.
 */
export function chainLine(before: Link, at: number, {till, person, type, data}: Draft): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at).toString({smallestUnit: 'millisecond'});
  const envelope = JSON.stringify({seq: before.seq + 1, v: journalVersion, at: instant, till, person, type});
  const body = `${envelope.slice(0, -1)},"data":${data}}`;
  return `${body.slice(0, -1)},"hash":"${hash('sha256', before.head + body)}"}`;
}

/** The event of a line if it goes on from `before`, else what is wrong. Types that are unknown here pass unchecked. */
export function readLine(before: Link, line: Uint8Array): StoredEvent | Flaw {
  if (!isUtf8(line)) return 'not-text'; // else two different lines could decode to one text, which has one hash
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('utf8');
  const [ending, sum] = /,"hash":"([0-9a-f]{64})"\}$/.exec(text.slice(-75)) ?? [];
  if (ending === undefined) return 'without-hash';
  if (hash('sha256', `${before.head}${text.slice(0, -ending.length)}}`) !== sum) return 'wrong-hash';
  const event = parsed(text);
  if (event === undefined) return 'not-json';
  if (!isEnvelope(event)) return 'not-an-event';
  return event.seq === before.seq + 1 ? event : 'wrong-number';
}

/** A line's JSON, whatever it is; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEnvelope(value: unknown): value is StoredEvent {
  if (typeof value !== 'object' || value === null) return false;
  const {seq, v, at, till, person, type, data} = value as Readonly<Record<string, unknown>>;
  const texts = [at, till, person, type].every(member => typeof member === 'string');
  const numbers = [seq, v].every(member => Number.isSafeInteger(member));
  return texts && numbers && typeof data === 'object' && data !== null;
}
