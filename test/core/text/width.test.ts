import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {fit as fitted, widthOf, wrap} from '../../../src/core/text/width.js';
import {anyText} from '../../any-character.js';
import {forAll} from '../../hostile/runs.js';

const family = '👩‍👩‍👧';
const names = [
  'Amina',
  'Adébáyọ\u0300',
  'Ọlá\u0301',
  '東京商店',
  family,
  '👍🏽',
  '🇰🇪',
  'क्षि',
  '각',
  'می\u200Cخواهم',
  '…',
];
const text = fc.oneof(
  fc.string({unit: 'grapheme', maxLength: 40}),
  anyText(40),
  fc.string({unit: fc.constantFrom(...names, ' ', '-', 'a'), maxLength: 20}),
);
const cells = fc.integer({min: 1, max: 30});

it('each letter of Latin and each mark is as wide as it is measured, whatever stands beside it', {
  tags: ['slow'],
}, () => {
  const letters = Array.from({length: 0x2300}, (_, at) => String.fromCodePoint(at)).filter(
    each => !/\p{Cc}/u.test(each),
  );
  for (const letter of letters)
    for (const all of [letter, `e${letter}`, `${letter}e`, `${letter}\u0301`, `1${letter}2 ${letter}${letter}`])
      expect([all, widthOf(all)]).toEqual([all, stringWidth(all)]);
});

describe('a cell of a table', () => {
  it.each([
    ['Amina', 8, false, 'Amina   '],
    ['Amina', 8, true, '   Amina'],
    ['Amina Otieno', 8, false, 'Amina O…'],
    ['Amina Otieno', 8, true, 'Amina O…'],
    ['Amina', 5, false, 'Amina'],
    ['', 3, false, '   '],
    ['Amina', 1, false, '…'],
    ['Amina', 0, false, ''],
    ['Amina', -1, false, ''],
    ['Adébáyọ\u0300', 8, false, 'Adébáyọ\u0300 '],
    ['Adébáyọ\u0300 Ọlá', 8, false, 'Adébáyọ\u0300…'],
    ['東京商店', 8, false, '東京商店'],
    ['東京商店', 7, false, '東京商…'],
    ['東京商店', 6, false, '東京… '],
    ['東京商店', 6, true, ' 東京…'],
    ['東', 1, false, '…'],
    [`${family}${family}`, 4, false, `${family}${family}`],
    [`${family}${family}`, 3, false, `${family}…`],
    [`${family}${family}`, 2, false, '… '],
    ['🇰🇪🇬🇭', 3, false, '🇰🇪…'],
    ['a\nb\tc', 6, false, 'a b c '],
    ['\u001B[31mred', 8, false, ' [31mred'],
    ['\uD83D', 2, false, '\uFFFD '],
  ])('fits %j into %i cells, right %s: %j', (value, width, right, expected) => {
    expect(fitted(value, width, right)).toBe(expected);
  });

  it('is always exactly as wide as its column, in one line', {tags: ['slow']}, () =>
    forAll({numRuns: 2000}, text, cells, fc.boolean(), (value, width, right) => {
      const cell = fitted(value, width, right);
      expect(stringWidth(cell)).toBe(width);
      expect(cell).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
    }),
  );

  it('is the text itself, padded, where there is room', () =>
    forAll(fc.string({unit: fc.constantFrom(...names), maxLength: 10}), value => {
      expect(fitted(value, widthOf(value) + 3).trimEnd()).toBe(value);
    }));

  it('starts as the text does and never cuts a grapheme', () => {
    const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
    const graphemes = (of: string) => Array.from(segmenter.segment(of), ({segment}) => segment);
    forAll(fc.array(fc.constantFrom(...names), {minLength: 1}), cells, (parts, width) => {
      const value = parts.join('');
      fc.pre(widthOf(value) > width);
      const kept = graphemes(fitted(value, width).trimEnd().slice(0, -1));
      expect(kept).toEqual(graphemes(value).slice(0, kept.length));
    });
  });
});

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['KES 1 250.00', 12],
    ['Adébáyọ\u0300', 7],
    ['東京商店', 8],
    [family, 2],
    ['👍🏽', 2],
    ['▸ ✓ …', 5],
  ])('of %j is %i', (value, width) => expect(widthOf(value)).toBe(width));
});

describe('a paragraph', () => {
  it.each([
    ['Do not hand over the goods.', 12, ['Do not hand', 'over the', 'goods.']],
    ['one', 3, ['one']],
    ['', 5, ['']],
    ['a\n\nb', 5, ['a', '', 'b']],
    ['a\r\nb', 5, ['a', 'b']],
    ['      ', 3, ['']],
    ['kept  as it  is', 20, ['kept  as it  is']],
    ['Payé\u00A0: KES\u00A0200', 8, ['Payé\u00A0:', 'KES\u00A0200']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['to https://pay.example/abc now', 10, ['to', 'https://pa', 'y.example/', 'abc now']],
    ['東京商店', 5, ['東京', '商店']],
    ['a東', 1, ['a', '…']],
    ['a', 0, []],
    ['Fermez Échap : retour.', 14, ['Fermez Échap :', 'retour.']],
    ['Fermez Échap : retour.', 12, ['Fermez', 'Échap :', 'retour.']],
    ['dit « Pending ». Oui', 13, ['dit', '« Pending ».', 'Oui']],
    ['12 % du total', 4, ['12 %', 'du', 'tota', 'l']],
  ])('wraps %j at %i cells', (value, width, lines) => expect(wrap(value, width)).toEqual(lines));

  it('is never wider than its lines', {tags: ['slow']}, () =>
    forAll({numRuns: 2000}, text, cells, (value, width) => {
      for (const line of wrap(value, width)) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );

  it('loses nothing but the spaces where it breaks', () => {
    const words = fc.array(fc.constantFrom(...names), {minLength: 1, maxLength: 30}).map(list => list.join(' '));
    forAll(words, fc.integer({min: 2, max: 30}), (value, width) => {
      expect(wrap(value, width).join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
    });
  });
});
