import {count, object, orNull, type Specified, text} from '../spec/spec.js';
import type {AnyEvent} from './envelope.js';
import {isJournalEvent} from './schema.js';

/** A key with which the till signs. */
export const namedKeySpec = object({
  publicKey: text(),
  fromSeq: count('the first line of the journal that is signed with it'),
  previous: orNull(text('the key before it'), 'it is the first'),
  signature: orNull(text('by the previous key'), 'that key was not available'),
});
export type NamedKey = Specified<typeof namedKeySpec>;

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
