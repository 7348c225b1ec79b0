import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {plainAmount, shownMark} from '../../src/sources/amount-text.js';
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
