import type {StoredEvent} from './event.js';

/** A key by which the till signed from a line of its journal on. `signature` is by the key before, where that was there. */
export type NamedKey = {
  readonly publicKey: string;
  readonly fromSeq: number;
  readonly previous: string | null;
  readonly signature: string | null;
};

/** The keys after one more event: a segment's first line names the one in force, and a change of it is a line of its own. */
export function keysAfter(keys: readonly NamedKey[], {type, data, seq}: StoredEvent): readonly NamedKey[] {
  if (type !== 'segment-opened' && type !== 'signing-key') return keys;
  const last = keys.at(-1);
  const [publicKey, previous, signature] =
    type === 'signing-key'
      ? [data.publicKey, data.previous, data.signature]
      : [data.signingKey, last?.publicKey ?? null, null];
  if (publicKey === undefined) return keys;
  // A new day's first line names the new key already, and the line after it says who signed that.
  if (last !== undefined && publicKey === last.publicKey)
    return last.signature === null && signature !== null ? [...keys.slice(0, -1), {...last, signature}] : keys;
  return [...keys, {publicKey, fromSeq: seq, previous, signature}];
}

/** The key in force at a line; what was signed before any was named is of the first. */
export function keyAt(keys: readonly NamedKey[], seq: number): NamedKey | undefined {
  return keys.findLast(({fromSeq}) => fromSeq <= seq) ?? keys[0];
}

/** What the key before signs of the one after it. */
export const keyWords = (till: string, publicKey: string): string => `DUKAKEY1.${till}.${publicKey}`;
