/** A country in which the service collects, as its documents describe it. */
export type Country = {
  /** ISO 3166-1 alpha-2, as in `country_code` of requests. */
  readonly code: string;
  /** ISO 3166-1 alpha-3, as in the bank records. */
  readonly alpha3: string;
  readonly currency: string;
  /** The digits that every customer_number begins with. */
  readonly prefix: string;
  /** The number of digits of a customer_number, including the prefix; null if the country has no customer_number. */
  readonly digits: number | null;
  /** The language of the instruction texts and of the payment page. */
  readonly language: 'en' | 'fr';
};

/** The lengths are documented, except for Zambia, which follows the general rule of 12 digits in the contract. */
const countries: readonly Country[] = [
  {code: 'KE', alpha3: 'KEN', currency: 'KES', prefix: '254', digits: 12, language: 'en'},
  {code: 'GH', alpha3: 'GHA', currency: 'GHS', prefix: '233', digits: 12, language: 'en'},
  {code: 'UG', alpha3: 'UGA', currency: 'UGX', prefix: '256', digits: 12, language: 'en'},
  {code: 'TZ', alpha3: 'TZA', currency: 'TZS', prefix: '255', digits: 12, language: 'en'},
  {code: 'LR', alpha3: 'LBR', currency: 'LRD', prefix: '231', digits: 12, language: 'en'},
  {code: 'ZA', alpha3: 'ZAF', currency: 'ZAR', prefix: '27', digits: null, language: 'en'},
  {code: 'CI', alpha3: 'CIV', currency: 'XOF', prefix: '225', digits: 13, language: 'fr'},
  {code: 'BJ', alpha3: 'BEN', currency: 'XOF', prefix: '22901', digits: 13, language: 'fr'},
  {code: 'CD', alpha3: 'COD', currency: 'CDF', prefix: '243', digits: 12, language: 'fr'},
  {code: 'CM', alpha3: 'CMR', currency: 'XAF', prefix: '237', digits: 12, language: 'fr'},
  {code: 'ZM', alpha3: 'ZMB', currency: 'ZMW', prefix: '260', digits: 12, language: 'en'},
  {code: 'SL', alpha3: 'SLE', currency: 'SLE', prefix: '232', digits: 11, language: 'en'},
];

const wholeUnitCurrencies: ReadonlySet<string> = new Set(['KES', 'UGX', 'TZS', 'XOF', 'XAF', 'CDF']);
const currenciesWithoutCents: ReadonlySet<string> = new Set(['UGX', 'XOF', 'XAF']);

/** Whether amounts of the currency are in whole units (observed), whatever ISO 4217 says. */
export const movesInWholeUnits = (currency: string): boolean => wholeUnitCurrencies.has(currency);

/** Returns the number of decimals that an amount is written with, by ISO 4217. */
export const decimalsOf = (currency: string): 0 | 2 => (currenciesWithoutCents.has(currency) ? 0 : 2);

export const findCountry = (code: string): Country | undefined => countries.find(country => country.code === code);

/** A record of the service's bank list: a mobile-money network, or several that share one code. */
export type Network = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly shortName: string;
  readonly currency: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly active: boolean;
  readonly blocked: boolean;
};

type State = 'usable' | 'inactive' | 'blocked';

/** Codes are documented; those that are not are the most credible ones that integrators use. */
const rows: readonly (readonly [string, string, string, string, string, State])[] = [
  ['KES', 'KE', 'SAFKEN', 'Safaricom M-Pesa', 'M-PESA', 'usable'],
  ['KES', 'KE', 'AIRKEN', 'Airtel Money Kenya', 'AIRTEL', 'usable'],
  ['KES', 'KE', 'TKASHKEN', 'Telkom T-Kash', 'T-KASH', 'inactive'],
  ['GHS', 'GH', 'MTN', 'MTN Mobile Money Ghana', 'MTN', 'usable'],
  ['GHS', 'GH', 'VOD', 'Vodafone Cash Ghana', 'VODAFONE', 'usable'],
  ['GHS', 'GH', 'AIR', 'AirtelTigo Money Ghana', 'AIRTELTIGO', 'usable'],
  ['GHS', 'GH', 'GMYGHA', 'G-Money Ghana', 'G-MONEY', 'blocked'],
  ['UGX', 'UG', 'MTNUGA', 'MTN Mobile Money Uganda', 'MTN', 'usable'],
  ['UGX', 'UG', 'AIRUGA', 'Airtel Money Uganda', 'AIRTEL', 'usable'],
  ['TZS', 'TZ', 'VODTZA', 'Vodacom M-Pesa Tanzania', 'VODACOM', 'usable'],
  ['TZS', 'TZ', 'AIRTZA', 'Airtel Money Tanzania', 'AIRTEL', 'usable'],
  ['TZS', 'TZ', 'TIGTZA', 'Tigo Pesa Tanzania', 'TIGO', 'usable'],
  ['TZS', 'TZ', 'HALTZA', 'Halopesa Tanzania', 'HALOPESA', 'usable'],
  ['LRD', 'LR', 'ORALBR', 'Orange Money Liberia', 'ORANGE', 'usable'],
  ['LRD', 'LR', 'MTNLBR', 'MTN Mobile Money Liberia', 'MTN', 'usable'],
  ['ZAR', 'ZA', 'EFTZAR', 'EFT South Africa', 'EFT', 'usable'],
  ['ZAR', 'ZA', 'CPZZAR', 'Capitec Pay', 'CAPITEC', 'usable'],
  ['XOF', 'CI', 'MOMCIV', "Mobile Money Côte d'Ivoire (MTN, Orange, Moov)", 'MOMO', 'usable'],
  ['XOF', 'CI', 'WAVCIV', "Wave Côte d'Ivoire", 'WAVE', 'usable'],
  ['XOF', 'CI', 'WIZCIV', "Wizall Money Côte d'Ivoire", 'WIZALL', 'blocked'],
  ['XOF', 'BJ', 'MTNBEN', 'MTN Mobile Money Bénin', 'MTN', 'usable'],
  ['XOF', 'BJ', 'MOOBEN', 'Moov Money Bénin', 'MOOV', 'usable'],
  ['CDF', 'CD', 'AIRCOD', 'Airtel Money RDC', 'AIRTEL', 'usable'],
  ['CDF', 'CD', 'ORACOD', 'Orange Money RDC', 'ORANGE', 'usable'],
  ['CDF', 'CD', 'VODCOD', 'Vodacom M-Pesa RDC', 'VODACOM', 'usable'],
  ['XAF', 'CM', 'MTNCMR', 'MTN Mobile Money Cameroun', 'MTN', 'usable'],
  ['XAF', 'CM', 'ORACMR', 'Orange Money Cameroun', 'ORANGE', 'usable'],
  ['XAF', 'CM', 'EXPCMR', 'Express Union Mobile', 'EXPRESS', 'inactive'],
  ['ZMW', 'ZM', 'AIRZMB', 'Airtel Money Zambia', 'AIRTEL', 'usable'],
  ['ZMW', 'ZM', 'MTNZMB', 'MTN Mobile Money Zambia', 'MTN', 'usable'],
  ['ZMW', 'ZM', 'ZAMZMB', 'Zamtel Money Zambia', 'ZAMTEL', 'usable'],
  ['SLE', 'SL', 'ORASLE', 'Orange Money Sierra Leone', 'ORANGE', 'usable'],
  ['SLE', 'SL', 'AFRSLE', 'Afrimoney Sierra Leone', 'AFRIMONEY', 'usable'],
];

export const networks: readonly Network[] = rows.map(([currency, country, code, name, shortName, state], position) => ({
  id: 401 + position,
  code,
  name,
  shortName,
  currency,
  country,
  active: state !== 'inactive',
  blocked: state === 'blocked',
}));

export const findNetwork = (code: string, currency: string): Network | undefined =>
  networks.find(network => network.code === code && network.currency === currency);

/** Documented for XOF Orange: the test code, and the number of digits of a code. */
export const testOtp = '4567';
export const otpLength = 4;

/** The documented test wallet that needs a one-time password, although its digits are not those of an Orange number. */
const documentedOtpWallet = '2251114462945';

/** MOMCIV stands for three networks; only the digits of the wallet distinguish them. */
function ivorianMethodOf(wallet: string): string {
  if (wallet === documentedOtpWallet || wallet.startsWith('22507')) return 'ORANGE_CI';
  return wallet.startsWith('22501') ? 'MOOV_CI' : 'MTN_CI';
}

const methodOfCode: Readonly<Record<string, string>> = {
  WAVCIV: 'WAVE_CI',
  MTNBEN: 'MTN_BJ',
  MOOBEN: 'MOOV_BJ',
  EFTZAR: 'EFTZAR',
  CPZZAR: 'CPZZAR',
};

/** Returns the `payment_method` of an answer. Outside XOF and ZAR it is the service's own name. */
export const paymentMethodOf = (network: Network, account: string): string =>
  network.code === 'MOMCIV' ? ivorianMethodOf(account) : (methodOfCode[network.code] ?? 'PAYAZA');

/** Whether the customer receives a one-time password (documented for XOF Orange in Côte d'Ivoire only). */
export const needsOtp = (network: Network, account: string): boolean =>
  paymentMethodOf(network, account) === 'ORANGE_CI';
