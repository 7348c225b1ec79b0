import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bareNumber, leftNumber, typedNumber} from '../../screens/card/masks.js';
import {amountLine} from '../../screens/sale/amount-line.js';
import {emptyLine, lineOf, textOf} from '../../screens/terminal/line.js';

const digits = fc.stringMatching(/^\d{0,19}$/);
const dotsIn = (text: string) => text.replaceAll(' ', '');

test('a number that is typed is dots, as many before the cursor and after it as there are digits', () => {
  fc.assert(
    fc.property(digits, digits, (before, after) => {
      const shown = typedNumber({before, after});
      expect([dotsIn(shown.before), dotsIn(shown.after)]).toEqual([
        '•'.repeat(before.length),
        '•'.repeat(after.length),
      ]);
    }),
  );
});

test.each([
  ['4012000033330026', '•••• •••• •••• 0026'],
  ['371449635398431', '•••• •••••• •8431'],
  ['4012000033330027', '•••• •••• •••• ••••'],
  ['40120000', '•••• ••••'],
  ['', ''],
])('“%s” that has been left is shown as “%s”', (number, shown) => {
  expect(leftNumber(lineOf(number))).toBe(shown);
});

test('blanks, dots and dashes between the groups are no part of a number; letters stay, to be told of', () => {
  expect(textOf(bareNumber(lineOf('4012 0000-3333.0026')))).toBe('4012000033330026');
  expect(textOf(bareNumber(lineOf('4012 x')))).toBe('4012x');
});

test('of a card number that comes digit by digit nothing is left as an amount', () => {
  const after = [...'4012000033330026'].reduce(
    (amount, digit) => amountLine(amount, lineOf(textOf(amount.line) + digit)),
    {line: emptyLine, problem: undefined} as ReturnType<typeof amountLine>,
  );
  expect([textOf(after.line), after.problem?.code]).toEqual(['', 'amount-not-a-number']);
});

test('every amount that anybody pays can be typed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{0,11}(?:[.,]\d{2})?$/), text => {
      expect(amountLine({line: emptyLine, problem: undefined}, lineOf(text))).toEqual({
        line: lineOf(text),
        problem: undefined,
      });
    }),
  );
});
