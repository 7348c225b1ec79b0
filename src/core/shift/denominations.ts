import {type Currency, decimalsOf, type Money} from '../money/money.js';
import type {Count} from './report-schema.js';

/**
 * The pieces in which a drawer is counted. `note` is the smallest banknote; the sums that a customer may hand over are
 * rounded up by it.
 */
type Pieces = {readonly pieces: readonly number[]; readonly note: number};

/** The notes and coins in use, the largest first, in major units of the currency. */
const table: Readonly<Record<Currency, Pieces>> = {
  KES: {pieces: [1000, 500, 200, 100, 50, 40, 20, 10, 5, 1], note: 50},
  GHS: {pieces: [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1], note: 1},
  UGX: {pieces: [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50], note: 1000},
  TZS: {pieces: [10_000, 5000, 2000, 1000, 500, 200, 100, 50], note: 500},
  LRD: {pieces: [1000, 500, 100, 50, 20, 10, 5, 1], note: 5},
  ZAR: {pieces: [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1], note: 10},
  XOF: {pieces: [10_000, 5000, 2000, 1000, 500, 250, 200, 100, 50, 25, 10, 5], note: 500},
  CDF: {pieces: [20_000, 10_000, 5000, 1000, 500, 200, 100, 50], note: 50},
  XAF: {pieces: [10_000, 5000, 2000, 1000, 500, 100, 50, 25, 10, 5], note: 500},
  ZMW: {pieces: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.1, 0.05], note: 2},
  SLE: {pieces: [20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01], note: 1},
  USD: {pieces: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01], note: 1},
  NGN: {pieces: [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1], note: 5},
};

const minorOf = (value: number, currency: Currency) => Math.round(value * 10 ** decimalsOf(currency));

/** Returns the notes and coins of a currency in its minor units, the largest first. */
export function denominationsOf(currency: Currency): readonly number[] {
  return table[currency].pieces.map(value => minorOf(value, currency));
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
  const smallest = minorOf(table[currency].note, currency);
  const notes = denominationsOf(currency).filter(note => note >= smallest);
  const sums = notes.map(note => Math.ceil(minor / note) * note).filter(sum => sum > minor);
  return [...new Set(sums)]
    .sort((a, b) => a - b)
    .slice(0, mostSums)
    .map(sum => ({currency, minor: sum}));
}
