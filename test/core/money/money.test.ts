import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {numberText} from '../../../src/core/messages/blanks.js';
import {loadMessages} from '../../../src/core/messages/messages.js';
import {compareDecimals, decimalFrom, decimalOf, equalDecimals} from '../../../src/core/money/decimal.js';
import {displayAmount, displayMoney} from '../../../src/core/money/display.js';
import {
  addMoney,
  type Currency,
  currencies,
  decimalsOf,
  decimalText,
  isCurrency,
  jsonAmount,
  type Money,
  parseAmount,
  parseSum,
  sumByCurrency,
  type ThousandsMark,
} from '../../../src/core/money/money.js';
import {Problem, type ProblemCode} from '../../../src/core/problem.js';
import {anyUnits} from '../../any-character.js';
import {forAll} from '../../hostile/runs.js';

await loadMessages('en', 'fr');

const currency = fc.constantFrom(...currencies);
const money: fc.Arbitrary<Money> = fc.record({currency, minor: fc.maxSafeNat()});
/** Any UTF-16 at all, lone surrogates included; fast-check's own `binary` takes a second to set up. */
const due = money.filter(({minor}) => minor > 0);

/** The code of the problem with `text`, or the minor units that it is worth. */
function outcome(text: string, of: Currency): ProblemCode | number {
  try {
    return parseAmount(text, of).minor;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('thousands as the shop writes them', () => {
  const read = (
    text: string,
    of: Currency,
    thousandsMark: ThousandsMark | undefined,
    decimalMark: ThousandsMark | undefined = undefined,
  ) => {
    try {
      return parseSum(text, of, {thousandsMark, decimalMark}).minor;
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };

  it.each<
    [
      text: string,
      currency: Currency,
      thousandsMark: ThousandsMark | undefined,
      decimalMark: ThousandsMark,
      minor: number | 'none',
      forms?: {readonly small: string; readonly large: string},
    ]
  >([
    ['1.500', 'KWD', ',', '.', 1500],
    ['1,500', 'KWD', ',', '.', 1_500_000],
    ['1,500.250', 'KWD', ',', '.', 1_500_250],
    ['1,500', 'TND', undefined, ',', 1500],
    ['1.500', 'TND', undefined, ',', 'none', {small: '1,500', large: '1500'}],
    ['12.255', 'TND', undefined, ',', 'none', {small: '12,255', large: '12255'}],
    ['1,500', 'BHD', undefined, '.', 'none', {small: '1.500', large: '1500'}],
    ['1.500', 'BHD', undefined, '.', 1500],
    ['0.500', 'TND', undefined, ',', 500],
    ['1500.500', 'TND', undefined, ',', 1_500_500],
    ['1.5', 'TND', undefined, ',', 1500],
    ['1.500.000', 'TND', undefined, ',', 'none', {small: 'none', large: '1500000'}],
    ['1.500', 'KES', ',', '.', 'none', {small: '1.50', large: '1500'}],
    ['1.500', 'MZN', undefined, ',', 'none', {small: '1,50', large: '1500'}],
    ['1.255', 'KES', ',', '.', 'none', {small: 'none', large: '1255'}],
    ['1.500', 'UGX', ',', '.', 'none', {small: 'none', large: '1500'}],
    ['1.2.3', 'KES', ',', '.', 'none', {small: 'none', large: 'none'}],
  ])(
    '%s in %s, with %s between thousands and %s before decimals, is %s',
    (text, of, thousandsMark, decimalMark, minor, forms) => {
      const marks = {thousandsMark, decimalMark};
      if (minor !== 'none') {
        expect(parseAmount(text, of, marks)).toEqual({currency: of, minor});
        return;
      }
      expect(() => parseAmount(text, of, marks)).toThrow(
        expect.objectContaining({code: 'amount-ambiguous', facts: expect.objectContaining(forms)}),
      );
      for (const form of Object.values(forms ?? {}))
        if (form !== 'none') expect(() => parseAmount(form, of, marks)).not.toThrow();
    },
  );

  it('read every amount as the screens show it', () =>
    forAll(due, fc.constantFrom<ThousandsMark>(',', '.'), ({currency: of, minor}, decimalMark) => {
      const shown = numberText(decimalText({currency: of, minor}), {groupMark: '\u00A0', decimalMark});
      expect(read(shown, of, undefined, decimalMark)).toBe(minor);
    }));

  it.each<[string, Currency, ThousandsMark | undefined, ProblemCode | number]>([
    ['1,250', 'KES', ',', 125_000],
    ['1,250', 'UGX', ',', 1250],
    ['1,250.50', 'KES', ',', 125_050],
    ['1,250,000', 'UGX', ',', 1_250_000],
    ['1.250,5', 'KES', '.', 125_050],
    ['3x1,250+50', 'KES', ',', 380_000],
    ['1,250', 'KES', undefined, 'amount-ambiguous'],
    ['1.250', 'KES', ',', 'amount-ambiguous'],
    ['1,250', 'KES', '.', 'amount-ambiguous'],
    ['0,500', 'KES', ',', 'amount-too-fine'],
    ['1,25', 'KES', ',', 125],
    ['12,50', 'KES', ',', 1250],
    ['1,2500', 'KES', ',', 'amount-too-fine'],
    ['1250,000', 'KES', ',', 'amount-too-fine'],
    ['1,250,00', 'KES', ',', 'amount-ambiguous'],
    ['1,250.5', 'UGX', ',', 'amount-too-fine'],
  ])('%s in %s with %s between thousands', (text, of, mark, expected) => expect(read(text, of, mark)).toBe(expected));

  it('are read as they are displayed, and never as another amount than without them', () => {
    const mark = fc.constantFrom<ThousandsMark>(',', '.');
    forAll(due, mark, ({currency: of, minor}, thousandsMark) => {
      const decimalMark = thousandsMark === ',' ? '.' : ',';
      const shown = numberText(decimalText({currency: of, minor}), {groupMark: thousandsMark, decimalMark});
      expect(read(shown, of, thousandsMark)).toBe(minor);
      const usual = read(shown, of, undefined);
      expect([minor, 'amount-ambiguous', 'amount-not-a-number']).toContain(usual);
    });
  });
});

describe('an amount as a person types it', () => {
  it.each<[string, Currency, ProblemCode | number]>([
    ['200', 'KES', 20_000],
    ['12.5', 'KES', 1250],
    ['12,50', 'KES', 1250],
    ['0.01', 'USD', 1],
    ['007', 'KES', 700],
    ['\t200\n', 'KES', 20_000],
    [' 1 250,00 ', 'KES', 125_000],
    ['1\u00A0250\u202F000', 'XOF', 1_250_000],
    ['1 2 3', 'XAF', 123],
    ['5000', 'UGX', 5000],
    ['90071992547409.91', 'KES', Number.MAX_SAFE_INTEGER],
    ['9007199254740991', 'XOF', Number.MAX_SAFE_INTEGER],
    ['', 'KES', 'amount-missing'],
    [' \u00A0 ', 'KES', 'amount-missing'],
    ['0', 'KES', 'amount-not-positive'],
    ['0,00', 'KES', 'amount-not-positive'],
    ['-5', 'KES', 'amount-not-positive'],
    ['\u22125', 'KES', 'amount-not-positive'],
    ['- 5', 'KES', 'amount-not-positive'],
    ['1.500', 'UGX', 'amount-ambiguous'],
    ['1,500', 'KES', 'amount-ambiguous'],
    ['15.000', 'KES', 'amount-ambiguous'],
    ['1,250.00', 'KES', 'amount-ambiguous'],
    ['1.250.000', 'XOF', 'amount-ambiguous'],
    ['1.2.3', 'KES', 'amount-ambiguous'],
    ['0.500', 'KES', 'amount-too-fine'],
    ['1500.250', 'KES', 'amount-too-fine'],
    ['1.2345', 'KES', 'amount-too-fine'],
    ['1.5', 'XOF', 'amount-too-fine'],
    ['5000.00', 'UGX', 'amount-too-fine'],
    ['90071992547409.92', 'KES', 'amount-above-maximum'],
    ['9007199254740992', 'XOF', 'amount-above-maximum'],
    ['abc', 'KES', 'amount-not-a-number'],
    ['0712345678', 'KES', 'amount-not-a-number'],
    ['0712345', 'KES', 'amount-not-a-number'],
    ['071234', 'KES', 7_123_400],
    ['+5', 'KES', 'amount-not-a-number'],
    ['1e3', 'KES', 'amount-not-a-number'],
    ['0x10', 'KES', 'amount-not-a-number'],
    ['.5', 'KES', 'amount-not-a-number'],
    ['5.', 'KES', 'amount-not-a-number'],
    ['.', 'KES', 'amount-not-a-number'],
    ['--5', 'KES', 'amount-not-a-number'],
    ['1’250', 'KES', 'amount-not-a-number'],
    ['KES 200', 'KES', 'amount-not-a-number'],
    ['١٢', 'KES', 'amount-not-a-number'],
    ['１２', 'KES', 'amount-not-a-number'],
    ['12\t50', 'KES', 'amount-not-a-number'],
    ['12\n50', 'KES', 'amount-not-a-number'],
    ['NaN', 'KES', 'amount-not-a-number'],
    ['9'.repeat(40), 'KES', 'amount-above-maximum'],
    ['9'.repeat(41), 'KES', 'amount-not-a-number'],
  ])('reads %j in %s as %s', (text, of, expected) => expect(outcome(text, of)).toBe(expected));

  it('says in its facts what would be fine enough, and what was typed, without control characters', () => {
    expect(() => parseAmount('1.25\u001B[2J', 'UGX')).toThrow(
      expect.objectContaining({facts: {amount: '1.25', currency: 'UGX', step: 'UGX 1'}}),
    );
    expect(() => parseAmount('1.234', 'KES')).toThrow(
      expect.objectContaining({
        facts: {amount: '1.234', large: '1234', small: 'none', currency: 'KES', step: 'KES 0.01'},
      }),
    );
  });

  it('is read back from every form that it is written in', () =>
    forAll(due, amount => {
      expect(parseAmount(decimalText(amount), amount.currency)).toEqual(amount);
      expect(parseAmount(displayAmount(amount, 'fr'), amount.currency)).toEqual(amount);
      expect(parseAmount(jsonAmount(amount), amount.currency)).toEqual(amount);
      expect(parseAmount(decimalText(amount).replace('.', ','), amount.currency)).toEqual(amount);
    }));

  it('is refused, or means exactly the number that stands there', () => {
    const typed = fc.string({unit: fc.constantFrom(...'0123456789., -+e\u00A0')});
    forAll({numRuns: 1000}, typed, currency, (text, of) => {
      const result = outcome(text, of);
      if (typeof result === 'string') return;
      const number = decimalOf(text.replaceAll(/[ \u00A0]/g, '').replace(',', '.'));
      expect(number).toEqual(decimalFrom({currency: of, minor: result}));
    });
  });

  it('never throws anything but a problem', () => forAll(anyUnits, currency, (text, of) => void outcome(text, of)));
});

describe('an amount as it is written', () => {
  it.each<[Currency, number, string, string, string]>([
    ['KES', 20_000, '200.00', '200', 'KES 200.00'],
    ['KES', 1250, '12.50', '12.5', 'KES 12.50'],
    ['KES', 1205, '12.05', '12.05', 'KES 12.05'],
    ['KES', 1, '0.01', '0.01', 'KES 0.01'],
    ['KES', 0, '0.00', '0', 'KES 0.00'],
    ['KES', 125_000, '1250.00', '1250', 'KES 1,250.00'],
    ['USD', 123_456_789, '1234567.89', '1234567.89', 'USD 1,234,567.89'],
    ['UGX', 5000, '5000', '5000', 'UGX 5,000'],
    ['XOF', 100, '100', '100', 'XOF 100'],
    ['XAF', 0, '0', '0', 'XAF 0'],
    ['KES', -5, '-0.05', '-0.05', '−KES 0.05'],
    ['KES', -12_500_000, '-125000.00', '-125000', '−KES 125,000.00'],
  ])('%s %i minor units are %s, %s and %s', (of, minor, decimal, json, display) => {
    expect(decimalText({currency: of, minor})).toBe(decimal);
    expect(jsonAmount({currency: of, minor})).toBe(json);
    expect(displayMoney({currency: of, minor}, 'en').replaceAll('\u00A0', ' ')).toBe(display);
  });

  it('has the number of decimals of ISO 4217', () => {
    const withDecimals = (decimals: number) => currencies.filter(of => decimalsOf(of) === decimals).sort();
    expect(withDecimals(0)).toEqual('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
    expect(withDecimals(3)).toEqual('BHD IQD JOD KWD LYD OMR TND'.split(' '));
    expect(currencies.length).toBe(155);
    expect(outcome('5000.5', 'RWF')).toBe('amount-too-fine');
  });

  it('stays the same number as JSON', () =>
    forAll(fc.record({currency, minor: fc.nat()}), amount => {
      const parsed: unknown = JSON.parse(jsonAmount(amount));
      expect(decimalOf(parsed)).toEqual(decimalFrom(amount));
      expect(String(parsed)).toBe(jsonAmount(amount));
    }));

  it('knows its currencies by their exact codes', () => {
    expect(isCurrency('KES')).toBe(true);
    expect(isCurrency('kes')).toBe(false);
    expect(isCurrency('XTS')).toBe(false);
    expect(isCurrency('toString')).toBe(false);
  });
});

describe('sums', () => {
  it('are never made across currencies', () =>
    expect(() => addMoney({currency: 'KES', minor: 1}, {currency: 'UGX', minor: 1})).toThrow(TypeError));

  it('are never inexact', () => {
    const most = {currency: 'KES', minor: Number.MAX_SAFE_INTEGER} as const;
    expect(() => addMoney(most, {currency: 'KES', minor: 1})).toThrow(RangeError);
  });

  it('are one for each currency, sorted by its code', () => {
    const list: Money[] = [
      {currency: 'XOF', minor: 5000},
      {currency: 'KES', minor: 100},
      {currency: 'XOF', minor: 1},
      {currency: 'GHS', minor: 7},
    ];
    expect(sumByCurrency(list)).toEqual([
      {currency: 'GHS', minor: 7},
      {currency: 'KES', minor: 100},
      {currency: 'XOF', minor: 5001},
    ]);
    expect(sumByCurrency([])).toEqual([]);
  });

  it('do not depend on the order', () => {
    const small = fc.array(fc.record({currency, minor: fc.nat()}));
    forAll(small, list => {
      expect(sumByCurrency(list)).toEqual(sumByCurrency(list.toReversed()));
    });
  });

  it('order as their decimals do', () =>
    forAll(money, fc.maxSafeNat(), (a, minor) => {
      const b = {currency: a.currency, minor};
      expect(compareDecimals(decimalFrom(a), decimalFrom(b))).toBe(Math.sign(a.minor - b.minor));
      expect(equalDecimals(decimalFrom(a), decimalFrom(b))).toBe(a.minor === b.minor);
    }));
});

describe('a sum as a person adds it up', () => {
  const sum = (text: string, of: Currency): ProblemCode | number => {
    try {
      return parseSum(text, of).minor;
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };

  it.each<[string, Currency, ProblemCode | number]>([
    ['250', 'KES', 25_000],
    ['250+300', 'KES', 55_000],
    ['250 + 300.50', 'KES', 55_050],
    ['3x120', 'KES', 36_000],
    ['120X3', 'KES', 36_000],
    ['99.50×2', 'KES', 19_900],
    ['2*1500+500', 'XOF', 3500],
    ['0x120+5', 'KES', 500],
    ['250+', 'KES', 'amount-not-a-number'],
    ['+250', 'KES', 'amount-not-a-number'],
    ['3x', 'KES', 'amount-not-a-number'],
    ['3x ', 'KES', 'amount-not-a-number'],
    [' x3', 'KES', 'amount-not-a-number'],
    [' 3 x 120 ', 'KES', 36_000],
    ['120 x 3 ', 'KES', 36_000],
    ['3 x 99.50', 'KES', 29_850],
    ['', 'KES', 'amount-missing'],
    [' ', 'KES', 'amount-missing'],
    ['3x4x5', 'KES', 'amount-not-a-number'],
    ['1.5x2.5', 'KES', 'amount-not-a-number'],
    ['2x1.500', 'KES', 'amount-ambiguous'],
    ['2x1.5', 'XOF', 'amount-too-fine'],
    ['250+-50', 'KES', 'amount-not-positive'],
    ['9999x9999999999999', 'KES', 'amount-above-maximum'],
    ['0x120', 'KES', 'amount-not-positive'],
  ])('%s in %s', (text, of, expected) => expect(sum(text, of)).toBe(expected));

  it('is exactly what its amounts come to', () => {
    const part = fc.record({count: fc.integer({min: 1, max: 99}), price: fc.integer({min: 1, max: 1_000_000})});
    forAll(fc.array(part, {minLength: 1, maxLength: 6}), currency, (parts, of) => {
      const text = parts.map(({count, price}) => `${count}x${decimalText({currency: of, minor: price})}`).join('+');
      expect(sum(text, of)).toBe(parts.reduce((total, {count, price}) => total + count * price, 0));
    });
  });
});
