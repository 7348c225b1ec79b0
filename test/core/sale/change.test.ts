import {describe, expect, it} from 'vitest';
import type {State} from '../../../src/core/books/state.js';
import type {Currency} from '../../../src/core/money/money.js';
import {checkCash} from '../../../src/core/sale/decide.js';
import {noCash} from '../../../src/core/shift/drawer-cash.js';
import {codeOf} from '../deciding.js';

/** The verdict on change for an amount, in minor units, in a Kenyan shop whose drawer holds so much; without one no shift is open. */
function changeOf(
  amount: number,
  tendered: number,
  {
    currency = 'KES',
    drawer,
    cash = [currency],
  }: {readonly currency?: Currency; readonly drawer?: number; readonly cash?: readonly Currency[]} = {},
) {
  const shift = drawer === undefined ? null : {number: 1, person: 'Ann'};
  const drawers = drawer === undefined ? {} : {[currency]: {...noCash, float: drawer}};
  const ledger = {shift, period: {drawers}, cash} as unknown as State['ledger'];
  return codeOf(() =>
    checkCash({ledger}, {amount: {currency, minor: amount}, tendered: {currency, minor: tendered}}, {country: 'KE'}),
  );
}

it.each([
  [10_000, 10_000, 'KES', undefined],
  [10_000, 100_000, 'KES', undefined],
  [95_000, 105_000, 'KES', undefined],
  [10_000, 109_999, 'KES', undefined],
  [10_000, 110_000, 'KES', 'change-unlikely'],
  [10_000, 1_234_567_000, 'KES', 'change-unlikely'],
  [1_200_000, 1_249_000, 'UGX', undefined],
  [1_200_000, 1_250_000, 'UGX', 'change-unlikely'],
  [500, 10_000, 'USD', undefined],
  [500, 10_500, 'USD', 'change-unlikely'],
] as const)('for %i of %i %s a person would keep the largest note: %s', (amount, tendered, currency, code) => {
  expect(changeOf(amount, tendered, {currency})).toBe(code);
});

it.each([
  ['KES', [], undefined],
  ['USD', [], 'currency-new'],
  ['USD', ['UGX'], 'currency-new'],
  ['USD', ['USD'], undefined],
] as const)('%s in a drawer that has had %j: %s', (currency, cash, code) => {
  expect(changeOf(500, 500, {currency, cash})).toBe(code);
});

describe('in an open shift', () => {
  it.each([
    [90_000, undefined],
    [89_999, 'change-unlikely'],
    [0, 'change-unlikely'],
  ])('change of KES 900.00 out of %i cents: %s', (drawer, code) => {
    expect(changeOf(10_000, 100_000, {drawer})).toBe(code);
  });

  it('an empty drawer takes the exact amount', () => {
    expect(changeOf(10_000, 10_000, {drawer: 0})).toBeUndefined();
  });
});
