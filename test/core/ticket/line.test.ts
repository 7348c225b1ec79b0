import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Currency, currencies} from '../../../src/core/money/money.js';
import {priceOf, taxWithin, typedLines} from '../../../src/core/ticket/line.js';

const read = (text: string, currency: Currency = 'KES', rate?: string) => {
  const {lines, total} = typedLines([text], {currency, rate});
  return {...lines[0], total};
};

describe('a line as it is typed', () => {
  it.each([
    ['3x120 Bread', 'KES', '3', 12_000, 36_000, 'Bread'],
    ['0.25 × 800 Tomatoes, ripe', 'KES', '0.25', 80_000, 20_000, 'Tomatoes, ripe'],
    ['50 Bag', 'KES', '1', 5000, 5000, 'Bag'],
    ['2*99,50 Milk 3x', 'KES', '2', 9950, 19_900, 'Milk 3x'],
    ['3.0x10 Egg', 'KES', '3', 1000, 3000, 'Egg'],
    ['0.333x1000 Rice', 'UGX', '0.333', 1000, 333, 'Rice'],
    ['0.0005x1000 Rice', 'UGX', undefined, 0, 0, 'line-unreadable'],
    ['0.5x333 Rice', 'XOF', '0.5', 333, 167, 'Rice'],
  ] as const)('%s in %s', (text, currency, quantity, unit, minor, name) => {
    if (quantity === undefined) {
      expect(() => read(text, currency)).toThrow(expect.objectContaining({code: name}));
      return;
    }
    expect(read(text, currency)).toMatchObject({
      ...{kind: 'text', name, quantity, tax: null},
      ...{unitPrice: {currency, minor: unit}, amount: {currency, minor}, total: {currency, minor}},
    });
  });

  it.each([
    ['Bread', 'line-unreadable'],
    ['3x120', 'line-unreadable'],
    ['', 'line-unreadable'],
    ['-3x120 Bread', 'line-unreadable'],
    ['3x-120 Bread', 'line-unreadable'],
    ['0x120 Bread', 'amount-not-positive'],
    ['0.001x1 Salt', 'amount-not-positive'],
    ['2x1,250 Bread', 'amount-ambiguous'],
    ['2x1.005 Bread', 'amount-ambiguous'],
    ['999999x9999999999999 Gold', 'amount-above-maximum'],
    ['1x5 4111111111111111', 'text-has-card'],
    ['4111111111111111', 'text-has-card'],
  ])('refuses %s: %s', (text, code) => {
    expect(() => read(text)).toThrow(expect.objectContaining({code}));
  });

  it.each(['', 'x', '-1', '100', '1e1', '16,5', '7.12345'])('refuses the tax rate %j', rate => {
    expect(() => read('1x5 Egg', 'KES', rate)).toThrow(expect.objectContaining({code: 'tax-rate-invalid'}));
  });

  it('holds its tax, of a rate that is written in one way', () => {
    expect(read('1x116 Soap', 'KES', '16.0').tax).toEqual({
      ...{rate: '16', included: true},
      ...{net: {currency: 'KES', minor: 10_000}, tax: {currency: 'KES', minor: 1600}},
    });
  });
});

describe('in every currency', () => {
  const currency = fc.constantFrom(...currencies);
  const thousandths = fc.integer({min: 1, max: 99_999});
  const rate = fc.integer({min: 0, max: 99_999}).map(each => String(each / 1000));

  it('lines sum to the total, and their net and tax too', () => {
    const line = fc.tuple(thousandths, fc.integer({min: 1000, max: 9_999_999}));
    fc.assert(
      fc.property(currency, fc.array(line, {minLength: 1, maxLength: 20}), rate, (of, typed, percent) => {
        const texts = typed.map(([quantity, price]) => `${(quantity + 999) / 1000}x${price} Thing`);
        const {lines, total} = typedLines(texts, {currency: of, rate: percent});
        const sums = lines.reduce(
          (sum, {amount, tax}) => ({
            amount: sum.amount + amount.minor,
            parts: sum.parts + (tax?.net.minor ?? 0) + (tax?.tax.minor ?? 0),
          }),
          {amount: 0, parts: 0},
        );
        expect(sums).toEqual({amount: total.minor, parts: total.minor});
      }),
    );
  });

  it('a price is within half a unit of what it exactly is', () => {
    fc.assert(
      fc.property(currency, thousandths, fc.integer({min: 1000, max: 1_000_000_000}), (of, quantity, minor) => {
        const exact = BigInt(quantity) * BigInt(minor);
        fc.pre(exact >= 500n);
        const off = 2n * (BigInt(priceOf(String(quantity / 1000), {currency: of, minor}).minor) * 1000n - exact);
        expect(off > -1000n && off <= 1000n).toBe(true);
      }),
    );
  });

  it('tax is never negative, nor more than the amount, and within half a unit', () => {
    fc.assert(
      fc.property(currency, fc.integer({min: 1, max: 1_000_000_000}), rate, (of, minor, percent) => {
        const {net, tax} = taxWithin({currency: of, minor}, percent);
        const exact = (minor * Number(percent)) / (100 + Number(percent));
        expect(net.minor + tax.minor).toBe(minor);
        expect(tax.minor).toBeGreaterThanOrEqual(0);
        expect(Math.abs(tax.minor - exact)).toBeLessThanOrEqual(0.5001);
      }),
    );
  });
});
