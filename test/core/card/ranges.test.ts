import {expect, it} from 'vitest';
import {hideCardNumbers, passesLuhn} from '../../../src/core/card/numbers.js';

/** A number of a scheme: its first digits, filled up, with a right check digit. */
function numberOf(prefix: string, length: number): string {
  const body = prefix.padEnd(length - 1, '0');
  const numbers = Array.from({length: 10}, (_, digit) => `${body}${digit}`);
  return numbers.find(number => passesLuhn(Buffer.from(number))) ?? '';
}

/** The lowest and the highest first digits of each range that the schemes issue, and how long its numbers are. */
const ranges: readonly [scheme: string, prefixes: readonly string[], lengths: readonly number[]][] = [
  ['Visa', ['40', '49'], [13, 16, 18, 19]],
  ['Mastercard', ['51', '55', '2221', '2229', '2230', '2299', '2300', '2699', '2700', '2719', '2720'], [16]],
  ['American Express', ['34', '37'], [15]],
  ['Diners Club', ['300', '305', '3095', '36', '38', '39'], [14, 16, 19]],
  ['Discover', ['60', '64', '65'], [16, 17, 18, 19]],
  ['UnionPay', ['62', '81'], [16, 17, 18, 19]],
  ['JCB', ['3528', '3529', '353', '358'], [16, 17, 18, 19]],
  ['Mir', ['2200', '2204'], [16, 17, 18, 19]],
  ['Maestro', ['50', '56', '59', '63', '67'], [13, 14, 15, 16, 17, 18, 19]],
];

// The expiry that stands behind without a gap makes it a longer group: then only what a scheme issues is taken for a card.
it.each(
  ranges.flatMap(([scheme, prefixes, lengths]) =>
    prefixes.flatMap(prefix => lengths.map(length => [scheme, prefix, length] as const)),
  ),
)(
  'a number of %s that begins with %s and has %i digits is redacted, alone and with its expiry',
  (_, prefix, length) => {
    const number = numberOf(prefix, length);
    for (const text of [number, `${number}1229`]) {
      expect(hideCardNumbers(`card ${text}.`)).toMatch(/^card \[card …\d{4}\]\.$/);
      expect(hideCardNumbers(`card ${text}.`)).not.toContain(number.slice(0, 6));
    }
  },
);
