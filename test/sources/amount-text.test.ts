import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {
  currencyInCell,
  currencyOfAmounts,
  isFinerThan,
  isWrittenNegative,
  negated,
  plainAmount,
  shownMark,
  thirdDecimals,
  withoutUnit,
} from '../../src/sources/amount-text.js';
import {runs} from '../hostile/runs.js';

describe('an amount in lakhs', () => {
  const whole = fc.integer({min: 100_000, max: 2 ** 40});
  const fraction = fc.constantFrom('', '.5', '.00', '.075');
  const grouped = (value: number) => value.toLocaleString('en-IN');

  it('is read as what it is, under the one mark that it can have', () => {
    fc.assert(
      fc.property(whole, fraction, fc.constantFrom('', '-', 'KES '), (value, cents, before) => {
        const text = `${before}${grouped(value)}${cents}`;
        const sign = before === '-' ? '-' : '';
        expect([shownMark(text), plainAmount(text, '.')]).toEqual(['.', `${sign}${value}${cents}`]);
        expect(plainAmount(text, ',')).toBeUndefined();
      }),
      runs(200),
    );
  });

  it('is none where its groups are others', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\d{1,4}$/), {minLength: 2, maxLength: 5}), fraction, (groups, cents) => {
        const text = groups.join(',') + cents;
        const digits = groups.join('');
        const isOfThousands = groups.slice(1).every(({length}) => length === 3) && (groups[0] ?? '').length < 4;
        const isOfLakhs = groups.length > 2 && text.startsWith(`${grouped(Number(digits))}`);
        expect(plainAmount(text, '.')).toBe(isOfThousands || isOfLakhs ? `${digits}${cents}` : undefined);
      }),
      runs(500),
    );
  });

  it.each(['1,00,00', '1,0,000', '01,00,000', '100,00,000', '1,00,000,000', '1.00.000', "1'00'000", '1,00 000'])(
    'is not %s',
    text => expect([plainAmount(text, '.'), plainAmount(text, ',')]).toEqual([undefined, undefined]),
  );
});

describe('an amount as its file writes it', () => {
  it.each([
    ['5', '5'],
    ['+5', '5'],
    ['-5', '-5'],
    ['\u22125.50', '-5.50'],
    [' 5.5 ', '5.5'],
    ['5-', '-5'],
    ['5 -', '-5'],
    ['(5)', '-5'],
    ['(1,250.00 )', '-1250.00'],
    ['5 DR', '-5'],
    ['5D', '-5'],
    ['5dr', '-5'],
    ['-5 DR', '-5'],
    ['5 CR', '5'],
    ['5C', '5'],
    ['+5 CR', '5'],
    ['-5 CR', undefined],
    ['+5 DR', undefined],
    ['-5-', undefined],
    ['+5-', undefined],
    ['(-5)', undefined],
    ['(5-)', undefined],
    ['(5', undefined],
    ['5)', undefined],
    ['5 OR', undefined],
    ['KES 5', '5'],
    ['-0.00', '0.00'],
    ['(0)', '0'],
    ['0-', '0'],
    ['1,250.00', '1250.00'],
    ['1,250,000', '1250000'],
    ["1'250'000.5", '1250000.5'],
    ['1\u2019250', '1250'],
    ['1 250.00', '1250.00'],
    ['1\u202f250.00', '1250.00'],
    ["1,250'000", undefined],
    ['1,2500', undefined],
    ['12,34', undefined],
    ['1250,00', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['1.2.3', undefined],
    ['1e5', undefined],
    ['', undefined],
    ['1'.repeat(60), '1'.repeat(60)],
    ['1'.repeat(61), undefined],
  ])('where the decimal mark is a point: %s', (text, amount) => {
    expect(plainAmount(text, '.')).toBe(amount);
    expect(isWrittenNegative(text)).toBe(amount?.startsWith('-') === true || /^\(0\)$|^-0|^0-/.test(text));
  });

  it.each([
    ['1.250,00', '1250.00'],
    ['-1,5', '-1.5'],
    ['-0,00', '0.00'],
    ['1 250,5', '1250.5'],
    ['1.250.000', '1250000'],
    ['1,250.00', undefined],
    ['1.25', undefined],
  ])('where it is a comma: %s', (text, amount) => expect(plainAmount(text, ',')).toBe(amount));

  it.each([
    ['5', undefined],
    ['words, and more.', undefined],
    ['5.00', '.'],
    ['5,00', ','],
    ['1,250', 'either'],
    ['125.250', 'either'],
    ['(1,250)', 'either'],
    ['1250,000', ','],
    ['0.250', '.'],
    ['01,250', ','],
    ['12,3456', ','],
    ['1,250/=', '.'],
    ['1.250/-', ','],
    ['(1,250/=)', '.'],
    ['1,250.00', '.'],
    ['1.250,00', ','],
    ['1,250,000', '.'],
    ['1.250.000', ','],
  ])('%s shows the decimal mark %s', (text, mark) => expect(shownMark(text)).toBe(mark));

  it.each([
    ['5', 'KES', false],
    ['1.05', 'KES', false],
    ['1.500', 'KES', false],
    ['1.005', 'KES', true],
    ['0.001', 'KES', true],
    ['1.0', 'XOF', false],
    ['1.5', 'XOF', true],
  ])('%s %s is finer than the smallest coin: %s', (amount, currency, isFiner) => {
    expect(isFinerThan(amount, currency)).toBe(isFiner);
  });

  it.each([
    ['5', '-5'],
    ['-5.10', '5.10'],
    ['0.00', '0.00'],
    ['-0', '0'],
  ])('%s is the opposite of %s', (amount, other) => expect(negated(amount)).toBe(other));
});

describe('a third decimal', () => {
  type Step = readonly [text: string, amount?: string, currency?: string];
  const taken = (...texts: readonly string[]): readonly Step[] => texts.map(text => [text, text]);
  it.each<[string, readonly Step[], boolean, boolean]>([
    ['no amount has one', [['12.50', '12.50']], false, true],
    ['of a currency that has it', [['12.500', '12.500', 'BHD']], false, true],
    ['nothing else shows the mark', [['12.500', '12.500']], true, false],
    ['another amount has the mark, and balances prove it', taken('12.500', '7.5'), true, true],
    ['another amount has the mark, and nothing proves it', taken('12.500', '7.5'), false, false],
    ['another amount can only have three decimals', taken('12.500', '0.500'), false, true],
    ['an amount before can only have three', taken('1250.000', '12.500'), false, true],
    ['it is shown, and the mark alone is shown after it', [['0.500'], ['7.5'], ['12.500', '12.500']], false, true],
    ['a text beside the amounts shows it', [['0.500'], ['12.500', '12.500']], false, true],
    ['the other mark shows it', [['0,500'], ['12.500', '12.500']], true, false],
    ['four decimals show the mark alone', [['12.3456'], ['12.500', '12.500']], false, false],
    ['thousands show nothing', [['1.250.000'], ['12.500', '12.500']], true, false],
  ])('is read where it cannot be thousands: %s', (_, steps, isProved, isRead) => {
    const watched = thirdDecimals();
    for (const [at, [text, amount, currency = 'KES']] of steps.entries())
      if (amount === undefined) watched.note(text, text.includes(',') ? ',' : '.');
      else
        watched.take(
          text,
          '.',
          {amount, currency},
          () => new Problem('file-amount-too-fine', {file: 'f', line: at, column: 'amount', text, currency}),
        );
    const end = () => watched.end(isProved);
    if (isRead) expect(end).not.toThrow();
    else expect(end).toThrow(expect.objectContaining({code: 'file-amount-too-fine'}));
  });
});

describe('the currency that an amount names', () => {
  it.each([
    ['KES 1,250.00', '1,250.00', ['KES']],
    ['-Ksh. 5', '-5', ['KES']],
    ['(KES 5)', '(5)', ['KES']],
    ['(5 KES)', '(5)', ['KES']],
    ['1 250 F CFA', '1 250', ['XOF', 'XAF']],
    ['5 eur', '5', ['EUR']],
    ['KES 5/=', '5', ['KES']],
    ['USD 5/=', '5', []],
    ['Order 5', 'Order 5', undefined],
    ['5', '5', undefined],
  ])('is taken off it: %s', (text, amount, currencies) => {
    expect(withoutUnit(text)).toEqual({amount, ...(currencies && {currencies})});
  });

  it.each([
    ['usd', null, 'USD'],
    ['Ksh.', null, 'KES'],
    ['GH¢', null, 'GHS'],
    ['FCFA', null, undefined],
    ['FCFA', 'XAF', 'XAF'],
    ['F  CFA', 'XOF', 'XOF'],
    ['FCFA', 'KES', undefined],
    ['£', 'GBP', 'GBP'],
    ['£', null, undefined],
    ['$', 'USD', undefined],
    ['US$', null, undefined],
    ['R', 'ZAR', undefined],
    ['¢', null, undefined],
    ['Euro', null, undefined],
    ['K3S', null, undefined],
  ])('is in a cell of its own where it can mean no other: %s, usually %s', (cell, usual, currency) => {
    expect(currencyInCell(cell, usual)).toBe(currency);
  });

  it.each([
    [['KES 5', '7'], 'KES'],
    [['7'], null],
    [[], null],
    [['KES 5', 'USD 7'], null],
    [['5 FCFA'], null],
    [['5 FCFA', 'XOF 7'], 'XOF'],
    [['£5', '£7', 'GBP 7'], 'GBP'],
    [['$5'], null],
    [['USD 5', '$5'], null],
  ])('is that of a column where all amounts can have it: %j', (cells, currency) => {
    expect(currencyOfAmounts(cells)).toBe(currency);
  });
});
