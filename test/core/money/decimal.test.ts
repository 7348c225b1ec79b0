import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalFrom,
  decimalOf,
  equalDecimals,
  moneyFrom,
  paddedDecimal,
  subtractDecimals,
} from '../../../src/core/money/decimal.js';
import type {Currency} from '../../../src/core/money/money.js';
import {anyUnits} from '../../any-character.js';
import {forAll} from '../../hostile/runs.js';

const decimal = fc
  .tuple(fc.bigInt({min: -(10n ** 18n), max: 10n ** 18n}), fc.nat({max: 18}))
  .map(([digits, scale]) => read(`${digits}e-${scale}`));

/** Any UTF-16 at all, lone surrogates included; fast-check's own `binary` takes a second to set up. */

/** A decimal that must be one. */
function read(value: unknown): Decimal {
  const found = decimalOf(value);
  if (found === undefined) throw new Error(`${String(value)} is no decimal`);
  return found;
}

describe('a number of the service', () => {
  it.each<[unknown, bigint, number]>([
    [0, 0n, 0],
    [-0, 0n, 0],
    [1250, 1250n, 0],
    [23.664, 23_664n, 3],
    [0.1, 1n, 1],
    [-12.5, -125n, 1],
    [1e21, 10n ** 21n, 0],
    [1e-7, 1n, 7],
    [1.5e-9, 15n, 10],
    ['1250.00', 1250n, 0],
    ['0.10', 1n, 1],
    ['007', 7n, 0],
    [' 12.50 ', 125n, 1],
    ['-3', -3n, 0],
    ['1E+3', 1000n, 0],
    ['9'.repeat(40), 10n ** 40n - 1n, 0],
    [`${'9'.repeat(39)}0e0`, 10n ** 40n - 10n, 0],
    [`0.${'0'.repeat(39)}1`, 1n, 40],
    ['1e39', 10n ** 39n, 0],
    ['1e-40', 1n, 40],
  ])('%j is exactly %i over 10 to the %i', (value, digits, scale) => expect(decimalOf(value)).toEqual({digits, scale}));

  it.each([
    '',
    ' ',
    'null',
    'abc',
    '1,250.00',
    '1 250',
    '+5',
    '.5',
    '5.',
    '1.2.3',
    '0x10',
    '1e',
    '1e9999',
    '9'.repeat(41),
    '1e40',
    '1e-41',
    `${'9'.repeat(21)}.${'9'.repeat(20)}`,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e41,
    5e-324,
    10n,
    true,
    null,
    undefined,
    [1],
    {valueOf: () => 1},
  ])('%o is none', value => expect(decimalOf(value)).toBeUndefined());

  it('is never one digit off what JavaScript prints', () =>
    forAll(fc.double({min: -1e30, max: 1e30, noNaN: true}), number => {
      const found = decimalOf(number);
      if (found === undefined) return;
      expect(Number(`${found.digits}e-${found.scale}`)).toBe(number === 0 ? 0 : number);
    }));

  it('never throws', () => {
    forAll(fc.jsonValue(), value => void decimalOf(value));
    forAll(anyUnits, value => void decimalOf(value));
  });
});

describe('exact arithmetic', () => {
  it('adds where floating point does not', () => {
    expect(addDecimals(read(0.1), read(0.2))).toEqual(read('0.3'));
    expect(subtractDecimals(read(24), read(0.336))).toEqual(read('23.664'));
    expect(addDecimals(read('0.5'), read('0.5'))).toEqual({digits: 1n, scale: 0});
  });

  it('takes money in major units', () => {
    expect(decimalFrom({currency: 'KES', minor: 1250})).toEqual(read('12.5'));
    expect(decimalFrom({currency: 'UGX', minor: 1250})).toEqual(read('1250'));
  });

  it.each<[string, Currency, number | undefined]>([
    ['12.5', 'KES', 1250],
    ['12.50', 'KES', 1250],
    ['12.345', 'KES', undefined],
    ['-0.01', 'KES', -1],
    ['1250', 'UGX', 1250],
    ['0.5', 'UGX', undefined],
    ['9007199254740991', 'XOF', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 'XOF', undefined],
  ])('%s is in %s as many minor units as %s', (text, currency, minor) => {
    expect(moneyFrom(read(text), currency)).toEqual(minor === undefined ? undefined : {currency, minor});
  });

  it('takes away what it added', () =>
    forAll(decimal, decimal, (a, b) => {
      expect(subtractDecimals(addDecimals(a, b), b)).toEqual(a);
      expect(addDecimals(a, b)).toEqual(addDecimals(b, a));
    }));

  it('has one form for each value, so that equal ones look equal', () =>
    forAll(decimal, decimal, (a, b) => {
      expect(equalDecimals(a, b)).toBe(a.digits === b.digits && a.scale === b.scale);
      expect(compareDecimals(a, b) + compareDecimals(b, a)).toBe(0);
      expect(compareDecimals(a, b)).toBe(compareDecimals(subtractDecimals(a, b), read(0)));
    }));
});

describe('a decimal on the screen', () => {
  it.each([
    ['1250', 2, '1250.00'],
    ['23.664', 2, '23.664'],
    ['0.5', 0, '0.5'],
    ['0', 2, '0.00'],
    ['0', 0, '0'],
    ['-1234567.5', 2, '-1234567.50'],
    ['0.0001', 2, '0.0001'],
    ['1000000', 0, '1000000'],
  ])('%s with at least %i decimals is %s', (value, decimals, expected) => {
    expect(paddedDecimal(read(value), decimals)).toBe(expected);
  });

  it('keeps its value', () =>
    forAll(decimal, fc.nat({max: 4}), (value, decimals) => {
      expect(decimalOf(paddedDecimal(value, decimals))).toEqual(value);
    }));
});
