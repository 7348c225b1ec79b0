import {expect, it} from 'vitest';
import type {DayTotals} from '../../../src/core/journal/state.js';
import {emptyState} from '../../../src/core/journal/state.js';
import type {Currency, Money} from '../../../src/core/money/money.js';
import {blindCurrencies, disclosedTotals, disclosureIn} from '../../../src/core/shift/blind.js';
import type {Ledger} from '../../../src/core/shift/ledger.js';

const {ledger} = emptyState();
const drawer = {} as Ledger['period']['drawers'][string];

/** A period after the line 10, with cash of these currencies, of which some are counted. */
const periodOf = (drawers: readonly Currency[], counted: readonly Currency[] | null): Ledger => ({
  ...ledger,
  period: {
    ...ledger.period,
    fromSeq: 10,
    drawers: Object.fromEntries(drawers.map(currency => [currency, drawer])),
    counted: counted === null ? null : counted.map(currency => ({currency, minor: 0, pieces: null})),
  },
});

it('a drawer is counted blind until its own currency is counted', () => {
  const blind = (...of: Parameters<typeof periodOf>) => [...blindCurrencies(periodOf(...of))];
  expect(blind([], null)).toEqual([]);
  expect(blind(['KES', 'USD'], null)).toEqual(['KES', 'USD']);
  expect(blind(['KES', 'USD'], ['USD'])).toEqual(['KES']);
  expect(blind(['KES'], [])).toEqual(['KES']);
});

it.each<['cash' | 'card', Currency, seq: number, isTold: boolean]>([
  ['cash', 'KES', 11, false],
  ['cash', 'KES', 10, true],
  ['cash', 'USD', 11, true],
  ['card', 'KES', 11, true],
])('what was paid by %s in %s with line %i may be told: %s', (method, currency, seq, isTold) => {
  const {payment, refund} = disclosureIn(periodOf(['KES'], null));
  const amount = {currency, minor: 5};
  const given = {rule: 'refund-in-cash', facts: {refund: 1}, seq};
  const other = {rule: 'refund-in-cash', facts: {refund: 2}, seq: 1};
  const onDisk = {rule: 'refund-on-disk', facts: {refund: 1}, seq: 1};
  expect(payment({request: {method, amount}, seq} as never)).toBe(isTold);
  expect(refund({steps: [onDisk, other, given]} as never, {method, amount, number: 1} as never)).toBe(isTold);
});

it('a refund in cash of which nobody knows when it was given is not told', () => {
  const {refund} = disclosureIn(periodOf(['KES'], null));
  const given = {method: 'cash', amount: {currency: 'KES', minor: 5}, number: 1};
  expect(refund({steps: []} as never, given as never)).toBe(false);
});

it('sums are told without the cash that has to be counted still', () => {
  const sums = (...all: Money[]) => new Map(all.map(money => [money.currency, money]));
  const kes = (minor: number) => ({currency: 'KES', minor}) as const;
  const usd = {currency: 'USD', minor: 7} as const;
  const totals: DayTotals = {
    ...{paid: 3, notPaid: 0, givenBack: 0, sums: sums(kes(500), usd), refunded: sums(kes(60))},
    quarters: new Map([
      [1, sums(kes(200))],
      [2, sums(kes(300), usd)],
    ]),
    unreported: {sums: sums(kes(400), usd), refunded: sums(kes(60)), quarters: new Map([[2, sums(kes(100), usd)]])},
  };
  const told = (...of: Parameters<typeof periodOf>) => disclosedTotals({ledger: periodOf(...of)}, totals);
  expect(told(['KES', 'USD'], ['USD'])).toEqual({
    sums: sums(kes(100), usd),
    refunded: sums(),
    quarters: new Map([
      [1, sums(kes(200))],
      [2, sums(kes(200), usd)],
    ]),
    withheld: ['KES'],
  });
  const {quarters, refunded} = totals;
  expect(told(['KES'], ['KES'])).toEqual({sums: totals.sums, quarters, refunded, withheld: []});
  const none = {...totals, unreported: {...totals.unreported, sums: sums(kes(0)), refunded: sums()}};
  expect(disclosedTotals({ledger: periodOf(['KES'], null)}, none).withheld).toEqual([]);
});
