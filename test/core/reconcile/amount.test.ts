import {expect, it} from 'vitest';
import {minorOf, numberIn} from '../../../src/core/reconcile/rows/amount.js';

it.each<[string, string, number | null]>([
  ['KES', '90071992547409.91', Number.MAX_SAFE_INTEGER],
  ['KES', '-90071992547409.91', -Number.MAX_SAFE_INTEGER],
  ['KES', '90071992547409.92', null],
  ['KES', '-90071992547409.92', null],
  ['KES', '-100000000000000', null],
  ['KES', '1.001', null],
  ['XXX', '1', null],
])('%s %s in minor units is exact, or null', (currency, text, minor) => {
  expect(minorOf({currency, value: numberIn(text)})).toBe(minor);
});
