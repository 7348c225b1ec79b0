import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {OutsideSlips} from '../../../src/core/events/outside-slips.js';
import {event, reference} from '../payment/payment-samples.js';

const key = event(1, 'segment-opened', {signingKey: 'A'} as never);
const older = event(1, 'segment-opened', {} as never);
const later = event(2, 'signing-key', {publicKey: 'A'} as never);
const receipt = (seq: number) => event(seq, 'slip-printed', {reference, kind: 'receipt', copy: 0, format: 'text'});
const pending = (seq: number) => event(seq, 'slip-printed', {reference, kind: 'pending', copy: 0, format: 'text'});
const z = (seq: number, number: number) => event(seq, 'z-reported', {report: {number, throughSeq: seq - 2}} as never);
const report = (seq: number, number: number | null) => event(seq, 'report-printed', {z: number} as never);

it.each<[string, readonly StoredEvent[], readonly [number, string, string] | null]>([
  ['none', [key, z(5, 1)], null],
  ['a receipt', [key, receipt(4)], [4, 'receipt', reference]],
  ['the newest of two', [key, receipt(4), receipt(6)], [6, 'receipt', reference]],
  ['a receipt, and a slip that proves nothing', [key, receipt(4), pending(6)], [4, 'receipt', reference]],
  ['a Z by its own line', [key, z(5, 1), report(7, 1)], [5, 'z', 'Z-0001']],
  ['an old Z after a newer receipt', [key, z(5, 1), receipt(6), report(7, 1)], [6, 'receipt', reference]],
  ['an X', [key, report(7, null)], null],
  ['a receipt of 0.1.0, which names no line', [older, receipt(4)], null],
  ['a receipt of a till that got its key later', [older, later, receipt(4)], [4, 'receipt', reference]],
  ['a Z of 0.1.0 by the line before it', [older, z(5, 1), report(7, 1)], [3, 'z', 'Z-0001']],
])('of what left the till %s proves the most', (_, events, expected) => {
  const slips = new OutsideSlips();
  for (const each of events) slips.take(each);
  const {newest} = slips;
  expect(newest && [newest.seq, newest.kind, newest.name]).toEqual(expected);
});
