import {describe, expect, it} from 'vitest';
import {hideCardNumbers, holdsCardNumber, passesLuhn} from '../../../src/core/text/card-numbers.js';

/** What the schemes issue: the first digits from and to, and the lengths. Written from their own tables, not from the rule. */
const ranges: readonly (readonly [scheme: string, first: string, last: string, lengths: readonly number[]])[] = [
  ['Visa', '4', '4', [13, 16, 18, 19]],
  ['Mastercard', '51', '55', [16]],
  ['Mastercard with a two', '2221', '2720', [16]],
  ['American Express', '34', '34', [15]],
  ['American Express', '37', '37', [15]],
  ['Diners Club', '300', '305', [14, 16, 19]],
  ['Diners Club', '3095', '3095', [14, 16, 19]],
  ['Diners Club', '36', '36', [14, 16, 19]],
  ['Diners Club', '38', '39', [14, 16, 19]],
  ['JCB', '3528', '3589', [16, 17, 18, 19]],
  ['Mir', '2200', '2204', [16, 17, 18, 19]],
  ['Discover and RuPay', '60', '60', [16, 17, 18, 19]],
  ['UnionPay', '62', '62', [16, 17, 18, 19]],
  ['Discover', '64', '65', [16, 17, 18, 19]],
  ['UnionPay and RuPay', '81', '81', [16, 17, 18, 19]],
  ['Maestro and Verve', '50', '50', [13, 14, 15, 16, 17, 18, 19]],
  ['Maestro', '56', '59', [13, 14, 15, 16, 17, 18, 19]],
  ['Maestro', '63', '63', [13, 14, 15, 16, 17, 18, 19]],
  ['Maestro', '67', '67', [13, 14, 15, 16, 17, 18, 19]],
];

/** A number of so many digits, filled up with one digit before its check digit. */
function numbered(start: string, length: number, filler = '1'): string {
  const rest = start.padEnd(length - 1, filler);
  return rest + [...'0123456789'].find(last => passesLuhn(Buffer.from(rest + last)));
}

/** Whether such a number with its expiry behind is always taken for a card's: the check digit of another cut is chance. */
const isTaken = (start: string, length: number) =>
  [...'0123456789'].every(filler =>
    ['0139', '0140'].every(expiry => holdsCardNumber(numbered(start, length, filler) + expiry)),
  );

/** By chance some numbers of thirteen digits also have the check digit of a barcode, for which every second digit counts three times. */
const isBarcode = (digits: string) =>
  digits.length === 13 &&
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (1 + 2 * (at % 2)), 0) % 10 === 0;

/** Every beginning of a range, which all have the same length. */
const beginnings = (first: string, last: string) =>
  Array.from({length: Number(last) - Number(first) + 1}, (_, more) => String(Number(first) + more));

describe.each(ranges)('of all that %s issues, from %s to %s', (_, first, last, lengths) => {
  const numbers = beginnings(first, last)
    .flatMap(start => lengths.map(length => numbered(start, length)))
    .filter(digits => !isBarcode(digits));

  it.each([
    ['in one row', (digits: string) => digits],
    ['digit by digit', (digits: string) => [...digits].join(' ')],
    ['with its expiry behind', (digits: string) => `${digits}0139`],
  ])('none is left %s', (_, spell) => {
    const left = numbers.filter(digits =>
      hideCardNumbers(`a ${spell(digits)} b`)
        .replaceAll(' ', '')
        .includes(digits.slice(0, 6)),
    );
    expect(left).toEqual([]);
  });

  it('no other length is taken for one with its expiry behind', () => {
    const others = [13, 14, 15, 16, 17, 18, 19].filter(length => !lengths.includes(length));
    expect(others.filter(length => isTaken(first, length))).toEqual([]);
  });
});

describe('in one row', () => {
  const lengths = [14, 15, 16, 17, 18, 19];
  /** The lengths in which whatever begins so and has a right check digit is taken for a card's. */
  const taken = (start: string) =>
    lengths.filter(length => [...'0123456789'].every(filler => holdsCardNumber(numbered(start, length, filler))));

  it.each([
    ['1', [15]],
    ['19', [15]],
    ['20', []],
    ['2220', []],
    ['2721', []],
    ['31', []],
    ['34', [15]],
    ['35', []],
    ['353', [16, 17, 18, 19]],
    ['3590', []],
    ['40', [16, 18, 19]],
    ['51', [16]],
    ['5590', [16]],
    ['61', []],
    ['66', []],
    ['69', []],
    ['70', []],
    ['80', []],
    ['86', []],
    ['90', []],
  ])('what begins with %s is taken for a card’s only in the lengths of its scheme: %j', (start, expected) =>
    expect(taken(start)).toEqual(expected),
  );
});

describe('behind noughts, in one row', () => {
  const common = [
    ...[
      '4',
      '51',
      '55',
      '2221',
      '2229',
      '2230',
      '2299',
      '2300',
      '2699',
      '2700',
      '2719',
      '2720',
      '5060',
      '5061',
      '650',
    ].map(start => numbered(start, 16)),
    ...['34', '37'].map(start => numbered(start, 15)),
  ];

  it.each(common)('%s is found', digits => expect(hideCardNumbers(`000${digits}`)).toBe(`[card …${digits.slice(-4)}]`));

  it.each(['50', '5059', '5062', '56', '2220', '2721', '649', '651', '36', '35'])('%s begins none', start =>
    expect([...'0123456789'].map(filler => holdsCardNumber(`000${numbered(start, 16, filler)}`))).toContain(false),
  );
});

describe('beside what is issued', () => {
  const outside = '2199 2205 2220 2721 29 306 3094 3096 31 32 33 3527 3590 61 66 68 69 80 82'.split(' ');

  it.each(outside)('%s begins no number with its expiry behind', first =>
    expect([13, 14, 15, 16, 17, 18, 19].filter(length => isTaken(first, length))).toEqual([]),
  );
});
