import fc from 'fast-check';
import {expect, test} from 'vitest';
import {namesCustomer, sealedData} from '../../../src/core/journal/customers.js';

const gap = fc.constantFrom('', ' ', '-', '.', '\u00A0');
const digit = fc.constantFrom(...'123456789');

/** A customer's number, and a spelling of it: with or without its country and its zero, in groups of any length. */
const spelled = fc.array(digit, {minLength: 9, maxLength: 12}).chain(digits =>
  fc
    .tuple(
      fc.constantFrom('', '+', '0'),
      fc.integer({min: 0, max: digits.length - 8}),
      fc.array(gap, {minLength: digits.length, maxLength: digits.length}),
    )
    .map(([before, from, gaps]) => ({
      number: digits.join(''),
      spelling:
        before + digits.slice(from).reduce((text, each, at) => text + (at === 0 ? '' : (gaps[at] ?? '')) + each),
    })),
);
/** What may stand before and after it, so that no digit touches it. */
const around = fc.constantFrom('', ' paid by ', ' (', ') ', ', ', ' code 42: ', ' é ', ' KES 4,200.50; ');

const answerOf = (message: unknown) => ({
  type: 'answered' as const,
  data: {reference: 'R', answer: {kind: 'answered', http: 200, body: {note: message}}},
});
const sealing = (message: unknown, known: readonly string[]) =>
  JSON.stringify(sealedData(answerOf(message) as never, known, () => '~sealed~'));

test('a number is sealed in every text that spells it', () => {
  fc.assert(
    fc.property(spelled, around, around, ({number, spelling}, before, after) => {
      const text = before + spelling + after;
      expect(namesCustomer(answerOf(text) as never, [number]), text).toBe(true);
      expect(sealing(text, [number]).replaceAll(/[\s.-]/g, '')).not.toContain(number.slice(-8));
    }),
    {numRuns: 300},
  );
});

test.each([
  ['an address, in capitals', 'sent to AMINA@EXAMPLE.COM today', true],
  ['a number that JSON has as one', 254_712_345_678, true],
  ['a name that is all of a text', 'Amina', true],
  ['a name in a sentence', 'Thank you, Amina', false],
  ['seven of the digits', 'call 2345678', false],
  ['the digits inside of a longer number', '99254712345678001', true],
  ['the last digits inside of a longer number', '9912345678001', false],
  ['another number', '0712 345 679', false],
])('%s', (_, text, names) => {
  const known = ['254712345678', 'amina@example.com', 'Amina'];
  expect(namesCustomer(answerOf(text) as never, known)).toBe(names);
  expect(sealing(text, known).includes('~sealed~')).toBe(names);
});
