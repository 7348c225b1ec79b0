import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {standInOf} from '../../../src/core/journal/customers.js';
import type {Country, ServedMarket} from '../../../src/core/market/market.js';
import {marketOf, markets} from '../../../src/core/market/markets.js';
import {
  displayWallet,
  guessCountry,
  guessNetwork,
  isUnusual,
  maskWallet,
  normaliseWallet,
} from '../../../src/core/market/wallet.js';
import {problemOf} from '../../../src/core/payment/said.js';
import {Problem} from '../../../src/core/problem.js';
import {anyUnits} from '../../any-character.js';
import {forAll} from '../../hostile/runs.js';

const numbersOf = ({wallets: {diallingCode, length}, networks}: ServedMarket) =>
  networks
    .flatMap(network => network.prefixes)
    .map(prefix => ({prefix, rest: length - diallingCode.length - prefix.length}));

/** A market and a number of one of its networks, without the dialling code. */
const subscriber = fc
  .constantFrom(...markets.filter(market => numbersOf(market).length > 0))
  .chain(market =>
    fc
      .constantFrom(...numbersOf(market))
      .chain(({prefix, rest}) =>
        fc
          .string({unit: fc.constantFrom(...'0123456789'), minLength: rest, maxLength: rest})
          .map(tail => ({market, national: prefix + tail})),
      ),
  );

/** `0712345678` with separators strewn between its digits. */
const strewn = (digits: string) =>
  fc
    .array(fc.constantFrom('', '', '', ' ', '-', '.', '(', ')', '/', '\u00A0', '\u2011', '\u202A'), {
      minLength: digits.length + 1,
      maxLength: digits.length + 1,
    })
    .map(separators => separators.map((separator, index) => separator + digits.charAt(index)).join(''));

/** Any UTF-16 at all, lone surrogates included; fast-check's own `binary` takes a second to set up. */

describe('a wallet', () => {
  it.each([
    '0712 345 678',
    '0712345678',
    '712345678',
    '+254 712 345 678',
    '254712345678',
    '00254 712 345 678',
    '000254712345678',
    '+254 (0)712 345 678',
    '254 0712 345 678',
    '+00254712345678',
    ' (+254) 712-345.678/ ',
    '0712\u00A0345\u202F678',
    '\u202A+254 712 345 678\u202C',
    '0712\u2011345\u2011678',
    '\n0712345678\n',
  ])('typed as %j in Kenya is 254712345678', text =>
    expect(normaliseWallet(text, marketOf('KE'))).toBe('254712345678'),
  );

  it.each<[Country, string, string]>([
    ['GH', '020 123 4567', '233201234567'],
    ['GH', '0254 123 456', '233254123456'],
    ['GH', '254123456', '233254123456'],
    ['CI', '07 12 34 56 78', '2250712345678'],
    ['CI', '+225 07 12 34 56 78', '2250712345678'],
    ['CI', '2250712345678', '2250712345678'],
    ['CI', '00225 0712345678', '2250712345678'],
    ['BJ', '01 97 12 34 56', '2290197123456'],
    ['CM', '6 71 23 45 67', '237671234567'],
    ['SL', '078 943124', '23278943124'],
    ['SL', '23278943124', '23278943124'],
    ['LR', '0770 123 456', '231770123456'],
    ['ZA', '011 378 5456', '27113785456'],
    ['ZA', '27113785456', '27113785456'],
  ])('of %s typed as %j is %s, without a warning', (country, text, digits) => {
    const market = marketOf(country);
    expect(normaliseWallet(text, market)).toBe(digits);
    expect(isUnusual(digits, market)).toBe(false);
  });

  it.each<[Country, string, string]>([
    ['CI', '2251114462945', '2251114462945'], // the documented test number that asks for a password
    ['CI', '11 14 46 29 45', '2251114462945'],
    ['CI', '2250047680712', '2250047680712'], // a documented sample: its national form begins like an exit code
    ['CI', '0047680712', '2250047680712'],
    ['CI', '225000476807', '225000476807'], // a documented test number, a digit short
    ['BJ', '22901789431245', '22901789431245'], // a documented sample, a digit long
    ['KE', '0770 123 456', '254770123456'], // no network of the service has this prefix
    ['KE', '0254 123 456', '254254123456'],
    ['ZM', '097 700 000', '26097700000'],
    ['ZM', '260977000000', '260977000000'],
  ])('of %s typed as %j is %s, and looked at again where it is unusual', (country, text, digits) => {
    const usual = country === 'ZM' && digits.length === 12;
    const market = marketOf(country);
    expect(normaliseWallet(text, market)).toBe(digits);
    expect(isUnusual(digits, market)).toBe(!usual);
  });

  it.each<[Country, string, string, Record<string, string | number>]>([
    ['KE', '', 'wallet-missing', {country: 'KE'}],
    ['KE', ' - ', 'wallet-missing', {country: 'KE'}],
    ['KE', '0712 34S 678', 'wallet-not-digits', {country: 'KE', wallet: '0712 34S 678'}],
    ['KE', '+', 'wallet-not-digits', {country: 'KE', wallet: '+'}],
    ['KE', '++254712345678', 'wallet-not-digits', {country: 'KE', wallet: '++254712345678'}],
    ['KE', '0712+345678', 'wallet-not-digits', {country: 'KE', wallet: '0712+345678'}],
    ['KE', '٠٧١٢٣٤٥٦٧٨', 'wallet-not-digits', {country: 'KE', wallet: '٠٧١٢٣٤٥٦٧٨'}],
    ['KE', '0712\n345678', 'wallet-not-digits', {country: 'KE', wallet: '0712 345678'}],
    ['KE', '0712 345 67', 'wallet-wrong-length', {country: 'KE', missing: 1, over: 0}],
    ['KE', '7123456', 'wallet-wrong-length', {country: 'KE', missing: 2, over: 0}],
    ['KE', '+254 712 345 6789', 'wallet-wrong-length', {country: 'KE', missing: 0, over: 1}],
    ['KE', '+254 0712 345 67', 'wallet-wrong-length', {country: 'KE', missing: 1, over: 0}],
    ['KE', '254 712 345', 'wallet-wrong-length', {country: 'KE', missing: 3, over: 0}], // cut off, not national
    ['KE', '001234567', 'wallet-of-another-country', {country: 'KE', other: '+123…'}],
    ['CI', '00225 12345', 'wallet-wrong-length', {country: 'CI', missing: 5, over: 0}],
    ['CI', '+225 07 12 345', 'wallet-wrong-length', {country: 'CI', missing: 3, over: 0}],
    ['BJ', '97 12 34 56', 'wallet-wrong-length', {country: 'BJ', missing: 2, over: 0}],
    ['ZM', '0977', 'wallet-wrong-length', {country: 'ZM', missing: 6, over: 0}],
    ['SL', '0789 431 245', 'wallet-wrong-length', {country: 'SL', missing: 0, over: 1}],
    ['KE', '3000712345102', 'wallet-wrong-length', {country: 'KE', missing: 0, over: 4}],
    ['KE', '+256 772 345 678', 'wallet-of-another-country', {country: 'KE', other: 'UG'}],
    ['KE', '00256772345678', 'wallet-of-another-country', {country: 'KE', other: 'UG'}],
    ['KE', '256772345678', 'wallet-of-another-country', {country: 'KE', other: 'UG'}],
    ['KE', '2250712345678', 'wallet-of-another-country', {country: 'KE', other: 'CI'}],
    ['ZM', '254712345678', 'wallet-of-another-country', {country: 'ZM', other: 'KE'}],
    ['CI', '254712345678', 'wallet-of-another-country', {country: 'CI', other: 'KE'}],
    ['KE', '+44 7911 123456', 'wallet-of-another-country', {country: 'KE', other: '+447…'}],
  ])('of %s typed as %j is refused: %s', (country, text, code, facts) =>
    expect(() => normaliseWallet(text, marketOf(country))).toThrow(
      expect.objectContaining({code, facts: expect.objectContaining(facts)}),
    ),
  );

  it.each(markets.map(({country}) => country))(
    'of %s that is too short is told by an example that is right',
    country => {
      const refusal = problemOf(() => normaliseWallet('07', marketOf(country)));
      expect(normaliseWallet(String(refusal?.facts['example']), marketOf(country))).toMatch(/^\d+$/);
    },
  );

  it('is one, however it is typed', () => {
    const forms = subscriber.chain(({market, national}) => {
      const international = market.wallets.diallingCode + national;
      const inCountry = market.wallets.trunkZero ? [national, `0${national}`] : [national];
      return fc.record({
        market: fc.constant(market),
        international: fc.constant(international),
        text: fc
          .constantFrom(...inCountry, international, `+${international}`, `00${international}`)
          .chain(form => strewn(form)),
      });
    });
    forAll({numRuns: 1000}, forms, ({market, international, text}) => {
      expect(normaliseWallet(text, market)).toBe(international);
      expect(isUnusual(international, market)).toBe(false);
    });
  });

  it('is read back from every form that it is shown in', () =>
    forAll(subscriber, ({market, national}) => {
      const digits = market.wallets.diallingCode + national;
      expect(normaliseWallet(displayWallet(digits), market)).toBe(digits);
      expect(normaliseWallet(displayWallet(digits, market.country), market)).toBe(digits);
      expect(guessCountry(displayWallet(digits))).toBe(market.country);
    }));

  it('never has other digits at its end than were typed, and its length is of its country', () => {
    const typed = fc.string({unit: fc.constantFrom(...'0123456789+ '), maxLength: 16});
    forAll({numRuns: 2000}, typed, fc.constantFrom(...markets), (text, market) => {
      try {
        const digits = normaliseWallet(text, market);
        expect(digits.startsWith(market.wallets.diallingCode)).toBe(true);
        const subscriberDigits = digits.slice(market.wallets.diallingCode.length);
        expect(text.replaceAll(' ', '').endsWith(subscriberDigits)).toBe(true);
        const off = Math.abs(digits.length - market.wallets.length);
        expect(off).toBeLessThanOrEqual(market.wallets.isDocumented ? 0 : 1);
        if (off > 0) expect(isUnusual(digits, market)).toBe(true);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
    });
  });

  it('is refused with a problem and nothing else, whatever is typed', () =>
    forAll(anyUnits, fc.constantFrom(...markets), (text, market) => {
      guessCountry(text);
      try {
        normaliseWallet(text, market);
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
      }
    }));
});

describe('the country of a wallet', () => {
  it.each([
    ['+254', 'KE'],
    ['+254 712', 'KE'],
    ['+254 70', 'KE'],
    ['00233 24', 'GH'],
    ['000256772', 'UG'],
    ['254712345678', 'KE'],
    ['27113785456', 'ZA'],
    ['2250712345678', 'CI'],
    ['25471234567', undefined],
    ['0712345678', undefined],
    ['0254712345678', undefined],
    ['254123456', undefined],
    ['+44 7911', undefined],
    ['0044 7911', undefined],
    ['12 254 001', undefined],
    ['', undefined],
    ['+', undefined],
    ['00', undefined],
  ])('%j is %s', (text, country) => expect(guessCountry(text)).toBe(country));
});

describe('a wallet on the screen', () => {
  it.each<[Country, string, string, string, string]>([
    ['KE', '254712345678', '+254 712 345 678', '0712 345 678', '…345 678'],
    ['CI', '2250712345678', '+225 07 12 34 56 78', '07 12 34 56 78', '…345 678'],
    ['BJ', '2290197123456', '+229 01 97 12 34 56', '01 97 12 34 56', '…123 456'],
    ['CM', '237671234567', '+237 6 71 23 45 67', '6 71 23 45 67', '…234 567'],
    ['GH', '233241234567', '+233 241 234 567', '024 123 4567', '…234 567'],
    ['ZM', '260977123456', '+260 977 123 456', '097 712 3456', '…123 456'],
    ['CD', '243812345678', '+243 812 345 678', '0812 345 678', '…345 678'],
    ['LR', '231770123456', '+231 770 123 456', '0770 123 456', '…123 456'],
    ['SL', '23270943124', '+232 709 431 24', '070 943 124', '…943 124'],
    ['SL', '23278943124', '+232 789 431 24', '078 943 124', '…943 124'],
    ['ZA', '27113785456', '+27 113 785 456', '011 378 5456', '…785 456'],
    ['KE', '256772345678', '+256 772 345 678', '+256 772 345 678', '…345 678'],
    ['KE', '4479111234567', '+447 911 123 4567', '+447 911 123 4567', '…234 567'],
    ['KE', '254', '+254', '0', '… 254'],
    ['KE', '447911123456', '+447 911 123 456', '+447 911 123 456', '…123 456'],
  ])(
    'of %s, %s, is shown as %s, in its country as %s, and in lists as %s',
    (country, digits, shown, national, masked) => {
      expect(displayWallet(digits)).toBe(shown);
      expect(displayWallet(digits, country)).toBe(national);
      expect(maskWallet(digits)).toBe(masked);
    },
  );

  it('names its network as the table does', () =>
    expect(guessNetwork('254712345678', marketOf('KE'))?.brand).toBe('M-Pesa'));
});

it('hides what stands for a number that is sealed under a lost key', () => {
  const standIn = standInOf('~AbCdEfGhIjKlMn');
  for (const shown of [displayWallet(standIn), displayWallet(standIn, 'KE'), maskWallet(standIn)])
    expect(shown).toBe('····');
});
