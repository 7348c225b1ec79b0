import fc from 'fast-check';
import {expect, it} from 'vitest';
import {type Currency, currencies} from '../../../src/core/money/money.js';
import {countOf, denominationsOf, roundSums} from '../../../src/core/shift/drawer-cash.js';

it('every currency has its notes and coins in whole minor units, the largest first and each once', () => {
  for (const currency of currencies) {
    const pieces = denominationsOf(currency);
    expect(pieces.length, currency).toBeGreaterThan(4);
    expect(pieces.every(minor => Number.isInteger(minor) && minor > 0)).toBe(true);
    expect([...new Set(pieces)].sort((a, b) => b - a)).toEqual(pieces);
  }
});

it.each<[Currency, largest: number, smallest: number]>([
  ['KES', 100_000, 100],
  ['USD', 10_000, 1],
  ['XOF', 10_000, 5],
])('in %s from %i to %i minor units', (currency, largest, smallest) => {
  expect([denominationsOf(currency)[0], denominationsOf(currency).at(-1)]).toEqual([largest, smallest]);
});

it('a count has the pieces that are there, and what they come to', () => {
  const pieces = [
    {minor: 100_000, count: 3},
    {minor: 5000, count: 2},
  ];
  const counts = new Map(pieces.map(({minor, count}) => [minor, count]));
  expect(countOf('KES', counts)).toEqual({currency: 'KES', minor: 310_000, pieces});
});

it.each<[Currency, number, readonly number[]]>([
  ['KES', 24_000, [25_000, 30_000, 40_000, 50_000]],
  ['KES', 25_000, [30_000, 40_000, 50_000, 100_000]],
  ['KES', 1, [5000, 10_000, 20_000, 50_000]],
  ['UGX', 12_500, [13_000, 14_000, 15_000, 20_000]],
  ['XOF', 9900, [10_000]],
])('for %s %i minor units a customer may hand over %j', (currency, minor, sums) => {
  expect(roundSums({currency, minor})).toEqual(sums.map(each => ({currency, minor: each})));
});

it('what may be handed over is always more, in order, and at most four sums', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.integer({min: 1, max: 10 ** 9}), (currency, minor) => {
      const sums = roundSums({currency, minor}).map(sum => sum.minor);
      expect(sums.length).toBeLessThanOrEqual(4);
      expect([minor, ...sums]).toEqual([...new Set([minor, ...sums])].sort((a, b) => a - b));
    }),
  );
});
