import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {keyAt, keysAfter, keyWords, type NamedKey} from '../../../src/core/journal/schema.js';
import {event} from '../payment/payment-samples.js';

const opened = (seq: number, signingKey?: string) =>
  event(seq, 'segment-opened', (signingKey === undefined ? {} : {signingKey}) as never);
const changed = (seq: number, publicKey: string, previous: string | null, signature: string | null) =>
  event(seq, 'signing-key', {publicKey, previous, signature} as never);
const keysOf = (...events: readonly StoredEvent[]) => events.reduce(keysAfter, [] as readonly NamedKey[]);

const first = {publicKey: 'A', fromSeq: 1, previous: null, signature: null};
const second = {publicKey: 'B', fromSeq: 9, previous: 'A', signature: 's'};

it.each<[string, readonly StoredEvent[], readonly NamedKey[]]>([
  ['no line that names one', [opened(1), event(2, 'clock-confirmed', {skewSeconds: 0})], []],
  ['a day’s first line', [opened(1, 'A')], [first]],
  ['the first lines of two days', [opened(1, 'A'), opened(5, 'A')], [first]],
  ['a change', [opened(1, 'A'), changed(9, 'B', 'A', 's')], [first, second]],
  ['a change that nobody signed', [opened(1, 'A'), changed(9, 'B', 'A', null)], [first, {...second, signature: null}]],
  [
    'a day with a new key, and who signed it',
    [opened(1, 'A'), opened(9, 'B'), changed(10, 'B', 'A', 's')],
    [first, second],
  ],
  ['the same signed again', [opened(1, 'A'), changed(9, 'B', 'A', 's'), changed(10, 'B', 'A', 'x')], [first, second]],
])('of %s these are the keys', (_, events, keys) => expect(keysOf(...events)).toEqual(keys));

it('at a line the key is the last one named before it; the first signed what came before', () => {
  const keys = [first, second].map((key, at) => ({...key, fromSeq: at === 0 ? 3 : 9}));
  expect([1, 3, 8, 9, 20].map(seq => keyAt(keys, seq)?.publicKey)).toEqual(['A', 'A', 'A', 'B', 'B']);
  expect(keyAt([], 1)).toBeUndefined();
});

it('a key is signed for one till', () => expect(keyWords('T7K', 'B')).toBe('DUKAKEY1.T7K.B'));
