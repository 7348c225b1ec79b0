import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Country} from '../../../src/core/market/market.js';
import {
  allMarkets,
  amountAllowed,
  amountMarksOf,
  countriesFound,
  countryName,
  countryNamed,
  countryOfZone,
  guessNetwork,
  isWalletless,
  languageFor,
  marketOf,
  markets,
  merchantNumbersIn,
  networkOf,
  usualLanguage,
} from '../../../src/core/market/markets.js';
import {normaliseWallet} from '../../../src/core/market/wallet.js';
import {type Language, languages} from '../../../src/core/messages/messages.js';
import {
  currencies,
  decimalsOf,
  type Money,
  moneyText,
  parseAmount,
  type ThousandsMark,
} from '../../../src/core/money/money.js';
import {forAll} from '../../hostile/runs.js';

const networks = markets.flatMap(market => market.networks.map(network => ({market, network})));

describe('the table of markets', () => {
  it('has the twelve countries and eleven currencies that the service collects in', () => {
    expect(markets.map(({country}) => country).sort()).toEqual(
      ['BJ', 'CD', 'CI', 'CM', 'GH', 'KE', 'LR', 'SL', 'TZ', 'UG', 'ZA', 'ZM'].sort(),
    );
    expect(new Set(markets.map(({currency}) => currency))).toEqual(new Set(currencies.slice(0, 11)));
  });

  it('enforces exactly the lengths of the service’s contract', () => {
    const enforced = markets.filter(({wallets}) => wallets.isDocumented);
    expect(Object.fromEntries(enforced.map(({country, wallets}) => [country, wallets.length]))).toEqual({
      GH: 12,
      UG: 12,
      KE: 12,
      TZ: 12,
      CM: 12,
      CD: 12,
      SL: 11,
    });
  });

  it('takes whole units alone where networks round', () => {
    const whole = markets.filter(({currency, step}) => step === 10 ** decimalsOf(currency));
    expect(new Set(whole.map(({currency}) => currency))).toEqual(new Set(['KES', 'TZS', 'CDF', 'UGX', 'XOF', 'XAF']));
  });

  it('gives every country of the service codes of its own', () => {
    const codes = markets.map(({country, zone, wallets: {alpha3, diallingCode}}) => [
      country,
      alpha3,
      diallingCode,
      zone,
    ]);
    expect(new Set(codes.flat()).size).toBe(4 * markets.length);
  });

  it('names every country in every language, each with a name of its own', () => {
    for (const language of languages) {
      const names = allMarkets.map(({country}) => countryName(country, language));
      expect(new Set(names).size).toBe(allMarkets.length);
      expect(names.filter(name => /^[A-Z]{2}$/.test(name))).toEqual([]);
    }
    expect(languages.map(language => countryName('CI', language))).toEqual([
      'Ivory Coast',
      'Côte d’Ivoire',
      'Costa do Marfim',
      'Cote d’Ivoire',
    ]);
  });

  it('has a zone of its own for every country', () => {
    expect(new Set(allMarkets.map(({zone}) => zone)).size).toBe(allMarkets.length);
    for (const {zone} of allMarkets) expect(() => Temporal.Now.zonedDateTimeISO(zone), zone).not.toThrow();
  });

  it.each([
    ['MZ', 'MZN', 'pt'],
    ['NG', 'NGN', 'en'],
    ['RW', 'RWF', 'en'],
    ['SN', 'XOF', 'fr'],
    ['DE', 'EUR', 'en'],
  ])(
    'has %s, in which the service collects nothing, with %s and customers who speak %s',
    (country, currency, language) => {
      const market = marketOf(country);
      expect([market.currency, usualLanguage(country), market.networks]).toEqual([currency, language, []]);
      expect(markets).not.toContain(market);
      expect(isWalletless(market)).toBe(false);
      const code = 'country-without-wallets';
      expect(() => normaliseWallet('0712345678', market)).toThrow(expect.objectContaining({code, facts: {country}}));
    },
  );

  it.each<[typed: string, language: Language, first: readonly string[]]>([
    ['iv', 'en', ['CI']],
    ['IV', 'pt', ['CI']],
    ['costa do marfim', 'sw', ['CI']],
    ['tanza', 'fr', ['TZ']],
    ['ke', 'en', ['KE']],
    ['xof', 'fr', ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG']],
    ['d’iv', 'en', ['CI']],
    ['nirobi', 'en', []],
  ])('finds by %s, in %s, %j', (typed, language, first) => {
    expect(countriesFound(typed, language).map(({country}) => country)).toEqual(
      first.length > 0 ? expect.arrayContaining([...first]) : [],
    );
    expect(countriesFound(typed, language)[0]?.country).toBe(first[0]);
  });

  it('finds every country by its name in any language, its letters and its currency, and all by nothing', () => {
    for (const {country, currency} of allMarkets)
      for (const words of [country, currency, ...languages.map(language => countryName(country, language))])
        expect(countriesFound(words, 'en').map(found => found.country)).toContain(country);
    const all = countriesFound(' ', 'pt').map(({country}) => countryName(country, 'pt'));
    expect(all).toEqual([...all].sort(new Intl.Collator('pt').compare));
    expect(all).toHaveLength(allMarkets.length);
  });

  it('is called by its letters or by one of its names alone', () => {
    expect(['gn', 'Guinea', 'guiné equatorial', 'ivory'].map(name => countryNamed(name, 'en'))).toEqual([
      ...['GN', 'GN', 'GQ', 'CI'],
    ]);
    const unclear = {
      code: 'country-unclear',
      facts: {country: 'guin', countries: expect.arrayContaining(['Guinea (GN)'])},
    };
    expect(() => countryNamed('guin', 'en')).toThrow(expect.objectContaining(unclear));
    for (const nothing of ['', ' ', '-', 'xx', 'Atlantis'])
      expect(() => countryNamed(nothing, 'en')).toThrow(expect.objectContaining({code: 'country-unknown'}));
  });

  it('is known by any of its time zones', () =>
    expect(['Africa/Nairobi', 'Africa/Lubumbashi', 'America/Chicago', 'UTC', ''].map(countryOfZone)).toEqual([
      ...['KE', 'CD', 'US', undefined, undefined],
    ]));

  it('offers its customers the till’s language where they speak it', () =>
    expect((['sw', 'fr', 'en'] as const).map(till => [languageFor('KE', till), languageFor('CI', till)])).toEqual([
      ...[
        ['sw', 'fr'],
        ['en', 'fr'],
        ['en', 'fr'],
      ],
    ]));

  it('has no dialling code that another one starts with', () => {
    for (const a of markets) {
      expect(markets.filter(b => b.wallets.diallingCode.startsWith(a.wallets.diallingCode))).toEqual([a]);
    }
  });

  it('gives every network an id of its own in its country, and only the Ivorian three one code', () => {
    expect(new Set(networks.map(({network}) => network.id)).size).toBe(networks.length);
    for (const {market, network} of networks) {
      expect(network.country).toBe(market.country);
      expect(network.id).toMatch(new RegExp(`^[A-Z]+_${market.country}$`));
    }
    const codes = Map.groupBy(networks, ({network}) => network.code);
    const shared = [...codes].filter(([, users]) => users.length > 1);
    expect(shared.map(([code, users]) => [code, users.map(({network}) => network.id)])).toEqual([
      ['MOMCIV', ['ORANGE_CI', 'MTN_CI', 'MOOV_CI']],
    ]);
  });

  it('claims each prefix for one network, and none that begins with a zero that is not dialled', () => {
    for (const market of markets) {
      const prefixes = market.networks.flatMap(network => network.prefixes);
      expect(new Set(prefixes).size).toBe(prefixes.length);
      for (const prefix of prefixes) expect(prefix).toMatch(market.wallets.trunkZero ? /^[1-9]\d*$/ : /^\d+$/);
    }
  });

  it('uses the documented code of every network that has one', () => {
    const codes = networks.map(({network}) => network.code);
    for (const code of ['SAFKEN', 'MOMCIV', 'WAVCIV', 'EFTZAR', 'CPZZAR', 'MTNBEN', 'AFRSLE', 'ORACMR', 'TIGTZA']) {
      expect(codes).toContain(code);
    }
  });

  it('knows what the customer of Orange, Wave and the banks must do', () => {
    const needy = networks.filter(({network}) => network.needs !== undefined);
    expect(Object.fromEntries(needy.map(({network}) => [network.id, network.needs]))).toEqual({
      ORANGE_CI: 'otp',
      WAVE_CI: 'redirect',
      EFT_ZA: 'redirect',
      CAPITEC_ZA: 'redirect',
    });
  });

  it('states a maximum in the money of its country', () => {
    for (const {market, network} of networks) {
      if (network.maximum === undefined) continue;
      expect(network.maximum.currency).toBe(market.currency);
      expect(network.maximum.minor % market.step).toBe(0);
    }
  });
});

describe('a market', () => {
  it('is found by its code in either case', () => {
    expect(marketOf('KE').wallets?.alpha3).toBe('KEN');
    expect(marketOf(' ci ').currency).toBe('XOF');
  });

  it.each(['', 'XX', 'KEN', 'Kenya', '__proto__', '\u001B[2J'])('is not found by %j', text => {
    const facts = {country: text.replace('\u001B[2J', '')};
    expect(() => marketOf(text)).toThrow(expect.objectContaining({code: 'country-unknown', facts}));
  });
});

describe('a network', () => {
  it.each<[Country, string, string | undefined, string]>([
    ['KE', 'SAFKEN', undefined, 'SAFARICOM_KE'],
    ['KE', 'SAFARICOM_KE', undefined, 'SAFARICOM_KE'],
    ['KE', ' safken ', undefined, 'SAFARICOM_KE'],
    ['KE', 'SAFKEN', '254733000000', 'SAFARICOM_KE'],
    ['GH', 'MTN', undefined, 'MTN_GH'],
    ['CI', 'MOMCIV', '2250712345678', 'ORANGE_CI'],
    ['CI', 'MOMCIV', '2250512345678', 'MTN_CI'],
    ['CI', 'MOMCIV', '2250112345678', 'MOOV_CI'],
    ['CI', 'MOMCIV', '2251114462945', 'ORANGE_CI'],
    ['CI', 'MOMCIV', undefined, 'ORANGE_CI'],
    ['CI', 'MTN_CI', '2250712345678', 'MTN_CI'],
    ['CI', 'WAVCIV', '2250712345678', 'WAVE_CI'],
  ])('of %s called %j for wallet %s is %s', (country, idOrCode, wallet, expected) =>
    expect(networkOf(marketOf(country), idOrCode, wallet).id).toBe(expected),
  );

  it('of another country is refused, naming both', () => {
    expect(() => networkOf(marketOf('UG'), 'SAFKEN')).toThrow(
      expect.objectContaining({
        code: 'network-of-another-country',
        facts: {network: 'SAFKEN', country: 'UG', other: 'KE'},
      }),
    );
    expect(() => networkOf(marketOf('KE'), 'MTN')).toThrow(
      expect.objectContaining({facts: {network: 'MTN', country: 'KE', other: 'GH'}}),
    );
  });

  it.each(['', 'VODAPHONE', 'toString', 'SAF'])('called %j is unknown', text =>
    expect(() => networkOf(marketOf('KE'), text)).toThrow(
      expect.objectContaining({code: 'network-unknown', facts: {network: text, country: 'KE'}}),
    ),
  );

  it.each<[Country, string, string | undefined]>([
    ['KE', '254712345678', 'SAFARICOM_KE'],
    ['KE', '254110345678', 'SAFARICOM_KE'],
    ['KE', '254757345678', 'SAFARICOM_KE'],
    ['KE', '254768345678', 'SAFARICOM_KE'],
    ['KE', '254733345678', 'AIRTEL_KE'],
    ['KE', '254750345678', 'AIRTEL_KE'],
    ['KE', '254105345678', 'AIRTEL_KE'],
    ['KE', '254762345678', 'AIRTEL_KE'],
    ['KE', '254770345678', undefined],
    ['GH', '233241234567', 'MTN_GH'],
    ['GH', '233201234567', 'VODAFONE_GH'],
    ['GH', '233271234567', 'AIRTELTIGO_GH'],
    ['UG', '256772345678', 'MTN_UG'],
    ['UG', '256702345678', 'AIRTEL_UG'],
    ['TZ', '255754345678', 'VODACOM_TZ'],
    ['TZ', '255784345678', 'AIRTEL_TZ'],
    ['TZ', '255714345678', 'TIGO_TZ'],
    ['TZ', '255624345678', 'HALOPESA_TZ'],
    ['LR', '231770345678', 'ORANGE_LR'],
    ['LR', '231880345678', 'MTN_LR'],
    ['BJ', '2290152345678', 'MTN_BJ'],
    ['BJ', '2290155345678', 'MOOV_BJ'],
    ['BJ', '2290197345678', 'MTN_BJ'],
    ['CD', '243812345678', 'VODACOM_CD'],
    ['CD', '243970000000', 'AIRTEL_CD'],
    ['CD', '243892345678', 'ORANGE_CD'],
    ['CM', '237670345678', 'MTN_CM'],
    ['CM', '237652345678', 'MTN_CM'],
    ['CM', '237655345678', 'ORANGE_CM'],
    ['ZM', '260970000000', 'AIRTEL_ZM'],
    ['ZM', '260955345678', 'ZAMTEL_ZM'],
    ['SL', '23278943124', 'ORANGE_SL'],
    ['SL', '23277943124', 'AFRIMONEY_SL'],
    ['ZA', '27113785456', undefined],
    ['KE', '256772345678', undefined],
    ['KE', '256712345678', undefined],
    ['KE', '', undefined],
  ])('of %s is guessed from %s: %s', (country, digits, expected) =>
    expect(guessNetwork(digits, marketOf(country))?.id).toBe(expected),
  );

  it('is the one that claims the prefix, for every prefix', () => {
    for (const {market, network} of networks) {
      for (const prefix of network.prefixes) {
        expect(guessNetwork(`${market.wallets.diallingCode}${prefix}`, market)?.id).toBe(network.id);
      }
    }
  });
});

describe('an amount asked of a network', () => {
  const kenya = marketOf('KE');
  const safaricom = networkOf(kenya, 'SAFKEN');

  it('is rounded to whole units, not refused, in a country of which no network takes others', () => {
    expect(() => amountAllowed(parseAmount('200.50', 'KES'), kenya, safaricom)).not.toThrow();
    expect(markets.filter(({step}) => step > 1).map(({step, currency}) => moneyText({currency, minor: step}))).toEqual([
      ...['KES 1.00', 'TZS 1.00', 'CDF 1.00'],
    ]);
  });

  it('is at most what the network carries in one payment', () => {
    expect(() => amountAllowed(parseAmount('250000', 'KES'), kenya, safaricom)).not.toThrow();
    expect(() => amountAllowed(parseAmount('250001', 'KES'), kenya, safaricom)).toThrow(
      expect.objectContaining({
        code: 'amount-above-maximum',
        facts: {amount: 'KES 250001.00', maximum: 'KES 250000.00', network: 'M-Pesa'},
      }),
    );
  });

  it('is at most what the shop has set, below or above what is known', () => {
    const within = (most: string, amount: string) => () =>
      amountAllowed(parseAmount(amount, 'KES'), kenya, safaricom, {
        ceilings: {[safaricom.id]: parseAmount(most, 'KES')},
      });
    expect(within('70000', '70000')).not.toThrow();
    expect(within('70000', '70001')).toThrow('amount-above-maximum');
    expect(within('500000', '300000')).not.toThrow();
  });

  it('in another currency is a bug of ours', () => {
    const shillings: Money = {currency: 'UGX', minor: 100};
    expect(() => amountAllowed(shillings, kenya, safaricom)).toThrow(TypeError);
  });

  it('is allowed in every whole unit of every market, unless a maximum is known', () =>
    forAll(fc.constantFrom(...networks), fc.integer({min: 1, max: 1_000_000_000}), ({market, network}, units) => {
      fc.pre(network.maximum === undefined);
      const whole = {currency: market.currency, minor: units * 10 ** decimalsOf(market.currency)};
      expect(() => amountAllowed(whole, market, network)).not.toThrow();
    }));
});

it.each<[Country, Language, ThousandsMark | undefined, ThousandsMark]>([
  ['KE', 'en', ',', '.'],
  ['KE', 'sw', ',', '.'],
  ['TZ', 'en', ',', '.'],
  ['KE', 'fr', undefined, ','],
  ['CI', 'fr', undefined, ','],
  ['CM', 'en', undefined, '.'],
  ['ZA', 'en', undefined, '.'],
  ['TN', 'fr', undefined, ','],
  ['TN', 'en', undefined, '.'],
  ['KW', 'en', undefined, '.'],
  ['MZ', 'pt', undefined, ','],
])(
  'a shop of %s in %s writes thousands with %s, and decimals with %s',
  (country, language, thousandsMark, decimalMark) =>
    expect(amountMarksOf(country, language)).toEqual({thousandsMark, decimalMark}),
);

describe('the numbers by which a customer pays without a request', () => {
  it.each<[number: string, isTaken: boolean]>([
    ['123456', true],
    ['Paybill 400200 #T7', true],
    ['*150*00#', false],
    ['É1', true],
    ['7', false],
    ['Till', false],
    [`1${'2'.repeat(5)}${' x'.repeat(16)}x`, true],
    [`1${'2'.repeat(5)}${' x'.repeat(17)}`, false],
    ['12_34', false],
    [' 1234', false],
    ['4111111111111111', false],
  ])('%j of M-Pesa is one: %s', (number, isTaken) => {
    const read = () => merchantNumbersIn({SAFARICOM_KE: number});
    if (isTaken) expect(read()).toEqual([{networkId: 'SAFARICOM_KE', network: 'M-Pesa', number}]);
    else {
      const value = number.startsWith('4111') ? '[card …1111]' : number;
      expect(read).toThrow(expect.objectContaining({code: 'setting-invalid', facts: {name: 'merchantNumbers', value}}));
    }
  });

  it('are of networks that there are', () => {
    expect(merchantNumbersIn({})).toEqual([]);
    expect(() => merchantNumbersIn({SAFKEN: '123456'})).toThrow(
      expect.objectContaining({code: 'setting-invalid', facts: {name: 'merchantNumbers', value: 'SAFKEN'}}),
    );
  });
});

it('only South Africa has no wallets', () =>
  expect(markets.filter(isWalletless).map(({country}) => country)).toEqual(['ZA']));
