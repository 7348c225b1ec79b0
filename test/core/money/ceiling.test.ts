import {expect, it} from 'vitest';
import {checkCeiling} from '../../../src/core/money/money.js';
import {codeOf} from '../deciding.js';

it.each([
  [1000, 'KES', undefined],
  [1001, 'KES', 'sale-above-ceiling'],
  [9_000_000, 'USD', undefined],
] as const)('a sale of %i in %s is refused where it is above what the shop has set: %s', (minor, currency, code) => {
  expect(codeOf(() => checkCeiling({currency, minor}, {saleCeiling: {KES: 1000}}))).toBe(code);
});
