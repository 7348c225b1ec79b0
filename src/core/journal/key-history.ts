import type {AnyEvent} from './envelope.js';
import {isJournalEvent} from './schema.js';

/**
 * A key with which the till signs from line `fromSeq` of its journal on. `signature` is made with the previous key, if that key was
 * available.
 */
export type NamedKey = {
  readonly publicKey: string;
  readonly fromSeq: number;
  readonly previous: string | null;
  readonly signature: string | null;
};

/** The keys after one more event. A segment's first line names the key in force; a change of key is an event of its own. */
export function keysAfter(keys: readonly NamedKey[], event: AnyEvent): readonly NamedKey[] {
  if (!isJournalEvent(event)) return keys;
  const {type, data, seq} = event;
  if (type !== 'segment-opened' && type !== 'signing-key') return keys;
  const last = keys.at(-1);
  const [publicKey, previous, signature] =
    type === 'signing-key'
      ? [data.publicKey, data.previous, data.signature]
      : [data.signingKey, last?.publicKey ?? null, null];
  if (publicKey === undefined) return keys;
  // A new day's first line may already name the new key; the line after it carries the signature of the previous key.
  if (last !== undefined && publicKey === last.publicKey)
    return last.signature === null && signature !== null ? [...keys.slice(0, -1), {...last, signature}] : keys;
  return [...keys, {publicKey, fromSeq: seq, previous, signature}];
}

/** The key in force at a line. Anything signed before a key was named belongs to the first key. */
export function keyAt(keys: readonly NamedKey[], seq: number): NamedKey | undefined {
  return keys.findLast(({fromSeq}) => fromSeq <= seq) ?? keys[0];
}

/** The text that the previous key signs to vouch for the next one. */
export const keyWords = (till: string, publicKey: string): string => `DUKAKEY1.${till}.${publicKey}`;
