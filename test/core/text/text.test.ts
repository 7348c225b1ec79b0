import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {cleanText} from '../../../src/core/text/text.js';
import {anyText} from '../../any-character.js';
import {ending, forAll, longestText} from '../../hostile/runs.js';

const foreign = fc.oneof(
  anyText(200),
  fc.string({unit: 'grapheme', maxLength: 200}),
  fc.string({
    unit: fc.constantFrom(
      '\u001B',
      '[',
      ']',
      '3',
      '1',
      'm',
      ';',
      '\\',
      '\u0007',
      '\u009B',
      '\u009D',
      '\n',
      '\u202E',
      'é',
      '\u0301',
      '\uD83D',
      '\uDC69',
      '\u200D',
      ' ',
    ),
    maxLength: 200,
  }),
);

describe('foreign text', () => {
  it.each([
    ['Amina Otieno', 'Amina Otieno'],
    ['Adébáyọ\u0300 Ọlá', 'Adébáyọ\u0300 Ọlá'],
    ['東京商店 👩‍👩‍👧 👍🏽', '東京商店 👩‍👩‍👧 👍🏽'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['  two\nlines\r\n\u2028', 'two lines'],
    ['tab\there', 'tab here'],
    ['\u001B[31mred\u001B[0m', 'red'],
    ['\u009B31mred', 'red'],
    ['\u001B]0;title\u0007Amina', 'Amina'],
    ['\u001B]52;c;cm0gLXJm\u001B\\Amina', 'Amina'],
    ['\u001B]not a title, since nothing ends it', 'not a title, since nothing ends it'],
    ['\u001B[2J\u001B[H\u001Bc gone', 'gone'],
    ['\u001B\u00AD[31mred', 'red'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['\u202A+254712345678\u202C', '+254712345678'],
    ['super\u00ADmarket', 'supermarket'],
    ['a\u200Bb\uFEFFc\u2060d', 'abcd'],
    ['flag\u{E0067}\u{E007F}', 'flag'],
    ['a\u3164b', 'a b'],
    ['\uD83D alone', '\uFFFD alone'],
    ['\u0000', ''],
    ['', ''],
  ])('%j becomes %j', (text, expected) => expect(cleanText(text)).toBe(expected));

  it('is cut to its longest length, between whole characters, and shows it', () => {
    expect(cleanText('abcdef', 6)).toBe('abcdef');
    expect(cleanText('abcdefg', 6)).toBe('abcde…');
    expect(cleanText('abcd  fg', 6)).toBe('abcd…');
    expect(cleanText('abcd👍👍', 6)).toBe('abcd…');
    expect(cleanText('x'.repeat(10_000))).toHaveLength(2048);
    expect(cleanText('\n'.repeat(10_000), 5)).toBe('…');
    expect(cleanText(`${'\n'.repeat(9)}ab👍`, 6)).toBe('ab…');
    expect(cleanText('abc', 1)).toBe('…');
  });

  it('cannot pile marks over the lines above and below', () =>
    expect(cleanText(`Z${'\u0301'.repeat(500)}algo`)).toBe(`Z${'\u0301'.repeat(8)}algo`));

  it('never keeps what a terminal would obey, and is one line', () =>
    forAll({numRuns: 1000}, foreign, fc.integer({min: 1, max: 100}), (text, longest) => {
      const clean = cleanText(text, longest);
      expect(clean).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
      expect(clean.length).toBeLessThanOrEqual(longest);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).toBe(clean.trim());
    }));

  it('is changed no further by cleaning it again', () =>
    forAll({numRuns: 1000}, foreign, fc.integer({min: 1, max: 100}), (text, longest) => {
      const clean = cleanText(text, longest);
      expect(cleanText(clean, longest)).toBe(clean);
    }));

  it('is left alone where it is plain', () => {
    const plain = fc.string({unit: fc.constantFrom(...'abcXYZ0189.,-éọ東'), maxLength: 100});
    forAll(plain, text => {
      expect(cleanText(text)).toBe(text);
    });
  });

  it('is cleaned to its end, whatever stands in it and however long it is', () => {
    for (const piece of ['\u001B]', '\u009D', '\u001B[', '\u001B[1;', '\u0301', '\u200D\u0301', ' '])
      ending(() => cleanText(piece.repeat(longestText / 2), longestText));
  });
});
