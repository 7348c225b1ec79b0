import {date, dayStartsAt, zone} from '../day/schema.js';
import {count, form, named, object, oneOf, optional, orNull, type Specified, text, whole} from '../spec/spec.js';
import {type AnyEvent, isOneOf} from './envelope.js';

const publicKey = named(
  'public key',
  form('43 characters of base64url', /^[\w-]{43}$/, 'The 32 bytes of an Ed25519 public key in base64url.'),
);

export const profile = oneOf(['sandbox', 'test', 'live'], 'which world the till speaks to');

export const journalEvents = {
  'segment-opened': object(
    {
      profile,
      zone: zone('the shop’s'),
      dayStartsAt: dayStartsAt('the shop’s'),
      version: text('the version of Duka that wrote it'),
      businessDate: date('the day of the segment, which is the name of its file'),
      service: optional(text('the address of the service'), 'it is the till’s own sandbox'),
      previousSegment: orNull(text('the date of the segment before it'), 'it is the first'),
      previousHead: orNull(text('the hash of that segment’s last line'), 'it is the first'),
      signingKey: optional(publicKey('the public half of the till’s signing key'), 'the till has no key'),
    },
    'What a segment is and where it stands in the chain; always its first line.',
  ),
  'signing-key': object(
    {
      publicKey: publicKey('by which the till signs from now on'),
      previous: orNull(publicKey('the key before it'), 'no segment has named one'),
      signature: orNull(text('of the new key, by the key before it'), 'that key was not there to sign'),
    },
    'The till signs by another key from now on, or for the first time by one that no segment has named.',
  ),
  'service-changed': object(
    {service: text('the address of the service'), previous: orNull(text('the address before it'), 'none was named')},
    'Money is asked for at another address from now on than the day’s first line, or the last such event, says.',
  ),
  'clock-confirmed': object(
    {skewSeconds: whole('the till’s clock less the service’s, in seconds')},
    'A person has confirmed the clock of the till although it differs from the service’s.',
  ),
};

const isJournalEvent = isOneOf(journalEvents);

/** The environment that a till talks to. Environments never share a folder. */
export type Profile = Specified<(typeof journalEvents)['segment-opened']>['profile'];

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
export const keyAt = (keys: readonly NamedKey[], seq: number): NamedKey | undefined =>
  keys.findLast(({fromSeq}) => fromSeq <= seq) ?? keys[0];

/** The text that the previous key signs to vouch for the next one. */
export const keyWords = (till: string, publicKey: string): string => `DUKAKEY1.${till}.${publicKey}`;
