import fc from 'fast-check';
import {expect, test} from 'vitest';
import {amountLine, bareNumber, betweenGroups, leftNumber, typedNumber} from '../../screens/order/masks.js';
import {editLine, editSecret, emptyLine, type Line, lineOf, secretLine, textOf} from '../../screens/terminal/line.js';
import {Secret} from '../../src/core/text/secret.js';
import {forAll} from '../hostile/runs.js';

const digits = fc.stringMatching(/^\d{0,19}$/);
const dotsIn = (text: string) => text.replaceAll(' ', '');

test('a number that is typed is dots, as many before the cursor and after it as there are digits', () =>
  forAll(digits, digits, (before, after) => {
    const shown = typedNumber({before, after});
    expect([dotsIn(shown.before), dotsIn(shown.after)]).toEqual(['•'.repeat(before.length), '•'.repeat(after.length)]);
  }));

test.each([
  ['4012000033330026', '•••• •••• •••• 0026'],
  ['371449635398431', '•••• •••••• •8431'],
  ['4012000033330027', '•••• •••• •••• ••••'],
  ['40120000', '•••• ••••'],
  ['', ''],
])('“%s” that has been left is shown as “%s”', (number, shown) => {
  expect(leftNumber(lineOf(number))).toBe(shown);
  expect(leftNumber(secretLine(Secret.of(number)))).toBe(shown);
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

test.each(['4012000033330026', '4012 0000 3333 0026+', '3x4012000033330026', '250+4012-0000-3333-0026'])(
  'of a card number that is pasted into a sum nothing is left, nor said: %s',
  text => {
    const {line, problem} = amountLine({line: emptyLine, problem: undefined}, lineOf(text));
    expect([textOf(line), problem?.code]).toEqual(['', 'amount-not-a-number']);
    expect(JSON.stringify(problem?.facts)).not.toContain('40120');
  },
);

test('every amount that anybody pays can be typed', () =>
  forAll(fc.stringMatching(/^[1-9]\d{0,11}(?:[.,]\d{2})?$/), text => {
    expect(amountLine({line: emptyLine, problem: undefined}, lineOf(text))).toEqual({
      line: lineOf(text),
      problem: undefined,
    });
  }));

test('a secret is edited as any line is, and shows dots alone', () => {
  const names = ['left', 'right', 'home', 'end', 'backspace', 'delete', 'up'];
  const key = fc.oneof(
    fc.stringMatching(/^[0-9]{1,3}$/).map(text => ({kind: 'text' as const, text})),
    fc.stringMatching(/^[0-9x]{1,9}$/).map(text => ({kind: 'paste' as const, text})),
    fc.constantFrom(...names).map(name => ({kind: 'press' as const, name})),
  );
  forAll(fc.array(key, {maxLength: 40}), keys => {
    let [plain, secret]: [Line, Line] = [emptyLine, emptyLine];
    for (const each of keys) {
      const rules = {accepts: /^[0-9]$/, longest: 19};
      plain = editLine(plain, each, rules);
      secret = editSecret(secret, line => editLine(line, each, rules), / /g);
      expect(secret.secret?.slice(0) ?? '').toBe(textOf(plain));
      expect([secret.before, secret.after]).toEqual(['•'.repeat(plain.before.length), '•'.repeat(plain.after.length)]);
    }
  });
});

test.each([
  ['4012 0000-3333.0026', '4012000033330026'],
  ['4012\u00A0x', '4012x'],
  ['4012•é', '4012??'],
])('“%s” that is pasted into a secret is “%s”', (text, read) => {
  const line = editSecret(emptyLine, given => editLine(given, {kind: 'paste', text}), betweenGroups);
  expect([line.secret?.slice(0), textOf(line)]).toEqual([read, '•'.repeat(read.length)]);
});
