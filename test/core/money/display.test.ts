import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {languages} from '../../../src/core/messages/messages.js';
import {
  displayMoney,
  displayMoneyTexts,
  displayNumber,
  figureColumn,
  figureOf,
  figureWidth,
  moneyColumn,
  moneyWidth,
} from '../../../src/core/money/display.js';
import {currencies, moneyText, parseAmount} from '../../../src/core/money/money.js';
import {problemText} from '../../../src/core/present/problem-text.js';
import {Problem} from '../../../src/core/problem.js';
import {widthOf} from '../../../src/core/text/width.js';
import {forAll} from '../../hostile/runs.js';

const money = fc.record({currency: fc.constantFrom(...currencies), minor: fc.maxSafeInteger()});

describe('money', () => {
  it.each([
    ['en', 'KES', 125_000, 'KES\u00A01,250.00'],
    ['sw', 'KES', 125_000, 'KES\u00A01,250.00'],
    ['fr', 'USD', 125_000, '1\u00A0250,00\u00A0USD'],
    ['pt', 'USD', 125_000, '1\u00A0250,00\u00A0USD'],
    ['en', 'UGX', 12_500, 'UGX\u00A012,500'],
    ['fr', 'XOF', 12_500, '12\u00A0500\u00A0XOF'],
    ['pt', 'XAF', 12_500, '12\u00A0500\u00A0XAF'],
    ['en', 'KES', -5000, '−KES\u00A050.00'],
    ['sw', 'KES', -5000, '−KES\u00A050.00'],
    ['fr', 'USD', -5000, '−50,00\u00A0USD'],
    ['pt', 'USD', -123_456_789, '−1\u00A0234\u00A0567,89\u00A0USD'],
  ] as const)('is in %s, of %s %i minor units: %s', (language, currency, minor, shown) => {
    expect(displayMoney({currency, minor}, language)).toBe(shown);
  });

  it('is not broken over two lines, has no rare blank, and means what it says in every language', () =>
    forAll(money, fc.constantFrom(...languages), ({currency, minor}, language) => {
      const amount = {currency, minor: Math.max(1, Math.abs(minor))};
      const shown = displayMoney(amount, language);
      expect(shown).not.toMatch(/[ \u202F\u2009]/u);
      const typed = shown.replace(currency, '').replaceAll(language === 'en' || language === 'sw' ? ',' : ' ', '');
      expect(parseAmount(typed, currency)).toEqual(amount);
    }));

  it('stands in a column with its decimal mark under the others, or with its code right behind it', () => {
    const list = [
      {currency: 'KES', minor: 1_840_000},
      {currency: 'KES', minor: -5050},
      {currency: 'XOF', minor: 5000},
    ] as const;
    for (const language of languages) {
      const figures = list.map(each => figureOf(each, language));
      const width = Math.max(...figures.map(figureWidth));
      const lines = figures.map(figure => figureColumn(figure, width));
      expect(lines.map(widthOf)).toEqual([width, width, width]);
      const [first = '', second = '', whole = ''] = lines;
      expect(first.search(/[.,]\d\d(?!\d)/)).toBe(second.search(/[.,]\d\d(?!\d)/));
      if (figures[0]?.isCodeFirst) expect(whole.search(/0(?=\s{3})/)).toBe(first.search(/[.,]\d\d(?!\d)/) - 1);
      else expect(whole).toMatch(/\d XOF$/);
    }
  });

  it('has the code at the end of its column at which the language has it', () => {
    const amount = {currency: 'KES', minor: 125_050} as const;
    const columns = languages.map(language => [language, figureColumn(figureOf(amount, language), 13)]);
    expect(Object.fromEntries(columns)).toEqual({
      en: 'KES  1,250.50',
      fr: ' 1\u00A0250,50 KES',
      pt: ' 1\u00A0250,50 KES',
      sw: 'KES  1,250.50',
    });
  });

  it('is beside its code in a column of a screen, however wide', () => {
    forAll(money, fc.integer({min: 40, max: 60}), fc.constantFrom(...languages), (amount, width, language) => {
      expect(moneyColumn(amount, width, language)).toBe(displayMoney(amount, language).padStart(width));
    });
  });

  it('is not cut in a column as wide as the longest of its amounts', () => {
    forAll(fc.array(money), fc.nat(30), fc.constantFrom(...languages), (list, least, language) => {
      const widths = list.map(each => displayMoney(each, language).length);
      expect(moneyWidth(list, language, least)).toBe(Math.max(least, ...widths));
      for (const each of list) expect(moneyColumn(each, Math.max(...widths), language)).not.toContain('…');
    });
    const below = {currency: 'KES', minor: -14_900} as const;
    expect(moneyWidth([{currency: 'KES', minor: 15_000}, below], 'en')).toBe(displayMoney(below, 'en').length);
  });

  it('is worded in a problem, and nothing else is', () => {
    expect(displayMoneyTexts(`${moneyText({currency: 'KES', minor: -125_000})}, USD 5.00`, 'fr')).toBe(
      '−1\u00A0250,00\u00A0KES et 5,00\u00A0USD',
    );
    for (const text of ['KES', 'ABC 12.00', '1 250', 'KES 12.00 or so', 'of KES 12.00', '1, 2', 'KES 1.00, 2'])
      expect(displayMoneyTexts(text, 'fr')).toBe(text);
    expect(displayMoneyTexts('XOF 500', 'fr')).toBe('500\u00A0XOF');
    const problem = new Problem('refund-above-rest', {
      reference: 'T7K',
      rest: moneyText({currency: 'KES', minor: 125_000}),
    });
    expect(problem.facts['rest']).toBe('KES 1250.00');
    expect(problemText(problem, 'en')).toContain('KES\u00A01,250.00');
    expect(problemText(problem, 'pt')).toContain('1\u00A0250,00\u00A0KES');
  });
});

it.each([
  ['en', '12,500', '3.5'],
  ['fr', '12\u00A0500', '3,5'],
  ['sw', '12,500', '3.5'],
  ['pt', '12\u00A0500', '3,5'],
] as const)('a number is in %s %s and %s', (language, large, small) => {
  expect([displayNumber('12500', language), displayNumber('3.5', language)]).toEqual([large, small]);
});
