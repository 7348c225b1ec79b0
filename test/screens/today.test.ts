import {expect, it} from 'vitest';
import {givenBackIn} from '../../screens/order/today.js';
import type {Currency, Money} from '../../src/core/money/money.js';

const sumsOf = (...sums: readonly Money[]) => new Map(sums.map((sum): [Currency, Money] => [sum.currency, sum]));
const money = (currency: Currency, minor: number): Money => ({currency, minor});

it('tells what was given back in the order of the sums above it', () => {
  const sums = sumsOf(money('KES', 230_000), money('USD', 3650));
  const refunded = sumsOf(money('NGN', 500), money('USD', 250), money('KES', 5000));
  expect(givenBackIn({sums, refunded}).map(({currency}) => currency)).toEqual(['KES', 'USD', 'NGN']);
  expect(givenBackIn({sums, refunded: sumsOf(money('USD', 0))})).toEqual([]);
});
