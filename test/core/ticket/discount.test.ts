import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {discountedLines, lineOf, tipLine, totalOfLines} from '../../../src/core/ticket/line.js';
import type {TicketLine} from '../../../src/core/ticket/schema.js';
import {forAll} from '../../hostile/runs.js';
import {codeOf} from '../deciding.js';
import {kes} from './ticket-samples.js';

const line = (minor: number, more: {rate?: string | null; included?: boolean; quantity?: string; own?: number} = {}) =>
  lineOf(
    {
      kind: 'item',
      code: null,
      name: 'Soap',
      group: null,
      unit: null,
      quantity: more.quantity ?? '1',
      unitPrice: kes(minor),
      taxRate: more.rate ?? null,
      taxIncluded: more.included ?? true,
    },
    more.own === undefined ? {} : {discount: kes(more.own), reason: 'dented'},
  );
const sumOf = (lines: readonly TicketLine[], of: (line: TicketLine) => number) =>
  lines.reduce((sum, each) => sum + of(each), 0);
const off = (each: TicketLine) => each.discount?.minor ?? 0;
/** What of its price a line costs before a tax that is added. */
const price = ({tax, amount}: TicketLine) => (tax === null || tax.included ? amount : tax.net).minor;

const anyLine = fc
  .record({
    minor: fc.integer({min: 1, max: 5_000_000}),
    quantity: fc.constantFrom('1', '3', '0.25', '12.5', '7'),
    rate: fc.constantFrom(null, '8', '16', '7.5'),
    included: fc.boolean(),
    own: fc.integer({min: 0, max: 100}),
  })
  .map(({minor, own, ...more}) => {
    const whole = codeOf(() => line(minor, more));
    if (typeof whole === 'string') return line(minor);
    const taken = Math.floor((price(whole) * own) / 100);
    return taken === 0 ? whole : line(minor, {...more, own: taken});
  });

describe('a discount on all that is sold', () => {
  it('comes to the last cent off the prices, whatever the lines, their taxes and their own discounts', () =>
    forAll(
      fc.array(anyLine, {minLength: 1, maxLength: 30}),
      fc.double({min: 0, max: 1, noNaN: true}),
      (lines, part) => {
        const sum = sumOf(lines, price);
        const wanted = Math.floor(sum * part);
        fc.pre(wanted > 0);
        const sold = discountedLines(lines, {discount: kes(wanted), reason: 'a regular'});
        expect(sumOf(sold, off) - sumOf(lines, off)).toBe(wanted);
        expect(sumOf(lines, price) - sumOf(sold, price)).toBe(wanted);
        for (const each of sold) {
          expect(price(each)).toBeGreaterThanOrEqual(0);
          if (each.tax !== null) expect(each.tax.net.minor + each.tax.tax.minor).toBe(each.amount.minor);
        }
        expect(totalOfLines(sold, 'KES').minor).toBe(sumOf(sold, ({amount}) => amount.minor));
        if (lines.every(({tax}) => tax?.included !== false))
          expect(totalOfLines(sold, 'KES').minor).toBe(totalOfLines(lines, 'KES').minor - wanted);
      },
    ));

  it('is a share of the prices in percent, rounded once', () => {
    const sold = discountedLines([line(3333, {rate: '16'}), line(6667)], {discount: {percent: '10'}, reason: 'staff'});
    expect(sold.map(off)).toEqual([333, 667]);
    expect(sold[0]?.tax).toEqual({rate: '16', included: true, net: kes(2586), tax: kes(414)});
  });

  it('adds to the discount of a line and keeps both reasons', () => {
    const [sold] = discountedLines([line(1000, {own: 100})], {discount: kes(90), reason: 'a regular'});
    expect(sold).toMatchObject({discount: kes(190), amount: kes(810), reason: 'dented; a regular'});
  });

  it('leaves a tip as it is', () => {
    const sold = discountedLines([line(1000), tipLine(kes(100))], {discount: {percent: '50'}, reason: 'a regular'});
    expect(sold.map(({amount}) => amount.minor)).toEqual([500, 100]);
  });

  it('is neither without a reason nor above what is sold', () => {
    const lines = [line(1000), tipLine(kes(100))];
    expect(codeOf(() => discountedLines(lines, {discount: kes(10), reason: ' '}))).toBe('reason-missing');
    expect(codeOf(() => discountedLines(lines, {discount: kes(1001), reason: 'a'}))).toBe('discount-above-line');
    expect(codeOf(() => discountedLines(lines, {discount: {percent: '101'}, reason: 'a'}))).toBe('discount-above-line');
    expect(codeOf(() => discountedLines(lines, {discount: {currency: 'USD', minor: 1}, reason: 'a'}))).toBe(
      'line-currency-differs',
    );
  });
});
