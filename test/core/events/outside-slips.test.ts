import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {OutsideSlips} from '../../../src/core/events/outside-slips.js';
import {event, reference} from '../payment/payment-samples.js';

const key = event(1, 'segment-opened', {signingKey: 'A'} as never);
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
])('of what left the till %s proves the most', (_, events, expected) => {
  const slips = new OutsideSlips();
  for (const each of events) slips.take(each);
  const {newest} = slips;
  expect(newest && [newest.seq, newest.kind, newest.name]).toEqual(expected);
});
