import {factsOf} from '../money/currencies.js';
import {type Currency, decimalsOf, type Money} from '../money/money.js';
import type {Count} from './report-schema.js';

/** Returns pieces in minor units, from their values in major units. */
const minorsOf = (values: string, currency: Currency): readonly number[] =>
  (values.match(/\S+/gu) ?? []).map(value => Math.round(Number(value) * 10 ** decimalsOf(currency)));

/** Returns the notes and coins of a currency in its minor units, the largest first. */
export function denominationsOf(currency: Currency): readonly number[] {
  const {notes, coins} = factsOf(currency);
  return [...minorsOf(notes, currency), ...minorsOf(coins, currency)];
}

/**
 * Returns a count by pieces. `counts` has the number of pieces of each denomination, which is in minor units.
 * Denominations without pieces are left out.
 */
export function countOf(currency: Currency, counts: ReadonlyMap<number, number>): Count {
  const pieces = denominationsOf(currency).flatMap(minor => {
    const count = counts.get(minor) ?? 0;
    return count === 0 ? [] : [{minor, count}];
  });
  return {currency, minor: pieces.reduce((sum, {minor, count}) => sum + minor * count, 0), pieces};
}

const mostSums = 4;

/**
 * Returns sums that a customer is likely to hand over for an amount: the next sums that notes can make, the smallest
 * first, at most four.
 */
export function roundSums({currency, minor}: Money): readonly Money[] {
  const sums = minorsOf(factsOf(currency).notes, currency)
    .map(note => Math.ceil(minor / note) * note)
    .filter(sum => sum > minor);
  return [...new Set(sums)]
    .sort((a, b) => a - b)
    .slice(0, mostSums)
    .map(sum => ({currency, minor: sum}));
}
