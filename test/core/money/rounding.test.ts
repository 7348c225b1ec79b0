import {expect, it} from 'vitest';
import {currencies, currencyFacts} from '../../../src/core/money/currencies.js';
import {
  cashStepOf,
  decimalsOf,
  downToStep,
  moneyText,
  parseAmount,
  smallestPieceOf,
  toStep,
} from '../../../src/core/money/money.js';

it.each([
  ['KES', '1.00'],
  ['TZS', '50.00'],
  ['UGX', '50'],
  ['XOF', '5'],
  ['XAF', '5'],
  ['ZAR', '0.10'],
  ['CDF', '50.00'],
  ['ZMW', '0.05'],
  ['USD', '0.01'],
  ['KWD', '0.005'],
] as const)('%s is paid in cash in steps of %s, unless the shop has set another', (currency, step) => {
  expect(moneyText({currency, minor: cashStepOf(currency, {cashStep: {}})})).toBe(`${currency} ${step}`);
  expect(cashStepOf(currency, {cashStep: {[currency]: 7}})).toBe(7);
});

it('every note and coin is a number of the smallest, but for one coin, so that no piece is left over', () => {
  const others = currencies.flatMap(currency => {
    const {notes, coins} = currencyFacts[currency];
    const pieces = `${notes} ${coins}`.trim().split(' ');
    const minorOf = (piece: string) => Math.round(Number(piece) * 10 ** decimalsOf(currency));
    return pieces
      .filter(piece => minorOf(piece) % smallestPieceOf(currency) !== 0)
      .map(piece => `${currency} ${piece}`);
  });
  expect(others).toEqual(['NIO 0.25']);
});

it.each([
  ['250.49', '250.00', '250.00'],
  ['250.50', '251.00', '250.00'],
  ['250.00', '250.00', '250.00'],
  ['0.30', '1.00', '0.00'],
] as const)('%s shillings are nearest to %s, and above %s', (amount, nearest, below) => {
  const money = parseAmount(amount, 'KES');
  expect([toStep(money, 100), downToStep(money, 100)].map(moneyText)).toEqual([`KES ${nearest}`, `KES ${below}`]);
});

it('what is left of something may be nothing', () => {
  expect(toStep(parseAmount('0.30', 'KES'), 100, {mayBeZero: true}).minor).toBe(0);
  expect(toStep({currency: 'KES', minor: 0}, 100).minor).toBe(0);
});
