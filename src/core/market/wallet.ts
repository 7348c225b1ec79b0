import {Problem} from '../problem.js';
import {holdsCardNumber} from '../text/card-numbers.js';
import {cleanText} from '../text/text.js';
import type {Country, Market, ServedMarket} from './market.js';
import {guessNetwork, markets, servedMarketOf} from './markets.js';

export {guessNetwork};

/** Characters that a person may put between the digits of a telephone number, and invisible ones that a pasted number may contain. */
const separators = /[\p{Zs}\p{Pd}\p{Cf}\u2212\t.()/]/gu;

/**
 * Returns the wallet in `text` in international digits. It may be national or international, with or without separators: `0712 345 678`,
 * `712345678`, `+254 712 345 678`, `00254…` and `254712345678` are the same. A text that could be a piece of an international number is
 * never taken for a national one. Throws a `Problem`: `country-without-wallets`, `wallet-missing`, `wallet-not-digits` (fact `wallet`),
 * `wallet-of-another-country` (facts `country`, and `other`: an alpha-2 code, or the first digits, `+447…`, of a country that the service
 * does not know), or `wallet-wrong-length` (facts `country`, `missing` and `over`, which count digits, and an `example`).
 */
export function normaliseWallet(text: string, {country}: Market): string {
  const market = servedMarketOf(country);
  const typed = typedNumber(text);
  if (typed.digits === '' && !typed.plus) throw new Problem('wallet-missing', undefined, {country});
  if (!/^[0-9]+$/u.test(typed.digits)) {
    throw new Problem('wallet-not-digits', {wallet: cleanText(text, 40)}, {country});
  }
  const digits = nationalReading(typed, market) ?? internationalReading(typed, market);
  const {length, isDocumented} = market.wallets;
  const off = Math.abs(digits.length - length);
  // The service's documents show an Ivorian number one digit short and a Beninese one a digit too long.
  if (off > (isDocumented ? 0 : 1))
    throw new Problem('wallet-wrong-length', {
      country,
      missing: Math.max(0, length - digits.length),
      over: Math.max(0, digits.length - length),
      example: displayWallet(exampleIn(market), country),
    });
  return digits;
}

/** Returns a number as the first network of the country has them. */
function exampleIn({wallets: {diallingCode, length}, networks}: ServedMarket): string {
  const begun = `${diallingCode}${networks[0]?.prefixes.at(-1) ?? ''}`;
  return begun + '2345678901'.slice(0, Math.max(0, length - begun.length));
}

/** Whether a person should check a wallet, given in international digits: it may be right, but has another length or no known prefix. */
export const isUnusual = (digits: string, market: Market): boolean =>
  digits.length !== market.wallets?.length || isUnclaimed(digits, market);

/** Returns the country of a number in international form; undefined for a national one, since it could be of any country. */
export function guessCountry(text: string): Country | undefined {
  const {digits, plus} = typedNumber(text);
  if (plus) return marketOfPrefix(digits)?.country;
  const start = /^0{2,3}(?=[1-9])/u.exec(digits)?.[0];
  if (start !== undefined) return marketOfPrefix(digits.slice(start.length))?.country;
  return marketOfWhole(digits)?.country;
}

/**
 * Formats international digits as a person in the country `home` types them: `"0712 345 678"`, `"07 12 34 56 78"`. A
 * number of another country, or any number if `home` is not given, gets the international form: `"+254 712 345 678"`,
 * `"+225 07 12 34 56 78"`. What is no number, such as one sealed under a key that is not here, is hidden.
 */
export function displayWallet(digits: string, home?: string): string {
  if (isSealed(digits)) return sealed;
  const market = marketOfPrefix(digits);
  const code = market?.wallets.diallingCode ?? '';
  const national = digits.slice(code.length);
  if (market !== undefined && market.country === home) return inNationalForm(national, market);
  if (market?.wallets.trunkZero === false) return `+${code} ${inPairs(national)}`;
  return `+${[code, ...(national.match(/.{3}(?=.{2})|.+/gu) ?? [])].filter(group => group !== '').join(' ')}`;
}

const inPairs = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{2})+$)/gu, ' ');

function inNationalForm(national: string, {wallets: {lastGroup}}: ServedMarket): string {
  if (lastGroup === 2) return inPairs(national);
  const typed = `0${national}`;
  if (lastGroup === 4) return typed.replace(/^(.{3})(.{3})(?=.)/u, '$1 $2 ');
  return typed.replaceAll(/\B(?=(?:\d{3})+$)/gu, ' ').replace(/^0 /u, '0');
}

const sealed = '····';
const isSealed = (digits: string) => /\D/u.test(digits);

/** Returns the last six digits, for lists and slips that others may see: `"…345 678"`. What is no number is hidden. */
export const maskWallet = (digits: string): string =>
  isSealed(digits) ? sealed : `…${digits.slice(-6, -3)} ${digits.slice(-3)}`;

type TypedNumber = {readonly digits: string; readonly plus: boolean};

/** `digits` may contain anything except separators. A `+` before a zero adds no information, so it is ignored. */
function typedNumber(text: string): TypedNumber {
  const compact = text.trim().replaceAll(separators, '');
  const digits = compact.replace(/^\+/u, '');
  return {digits, plus: compact.startsWith('+') && !digits.startsWith('0')};
}

/** Reads the number as a national one, if it has exactly that length and is not a piece of an international one. */
function nationalReading({digits, plus}: TypedNumber, market: ServedMarket): string | undefined {
  const {diallingCode, trunkZero, length} = market.wallets;
  const national = trunkZero ? digits.replace(/^0(?!0)/u, '') : digits;
  if (plus || national.length !== length - diallingCode.length) return undefined;
  if (trunkZero && national.startsWith('0')) return undefined;
  const whole = diallingCode + national;
  const piece = withoutZeros(digits).startsWith(diallingCode) && digits === national;
  return piece && isUnclaimed(whole, market) ? undefined : whole;
}

/** Reads the number as an international one; failing that, as a national one of the wrong length. */
function internationalReading({digits, plus}: TypedNumber, {country, wallets}: ServedMarket): string {
  const {diallingCode, trunkZero} = wallets;
  const marked = plus || digits.startsWith('00');
  const bare = marked ? withoutZeros(digits) : digits;
  if (bare.startsWith(diallingCode)) {
    const whole = bare.slice(diallingCode.length);
    return diallingCode + (trunkZero ? whole.replace(/^0/u, '') : whole); // +254 (0)712 345 678
  }
  const other = marked ? (marketOfPrefix(bare)?.country ?? `+${bare.slice(0, 3)}…`) : marketOfWhole(bare)?.country;
  if (other !== undefined) throw new Problem('wallet-of-another-country', {country, other});
  return diallingCode + (trunkZero ? digits.replace(/^0/u, '') : digits);
}

const withoutZeros = (digits: string): string => digits.replace(/^0{2,3}/u, '');

function isUnclaimed(digits: string, market: Market): boolean {
  const hasPrefixes = market.networks.some(({prefixes}) => prefixes.length > 0);
  return hasPrefixes && guessNetwork(digits, market) === undefined;
}

const marketOfPrefix = (digits: string): ServedMarket | undefined =>
  markets.find(({wallets}) => digits.startsWith(wallets.diallingCode));

const marketOfWhole = (digits: string): ServedMarket | undefined =>
  markets.find(({wallets: {diallingCode, length}}) => digits.startsWith(diallingCode) && digits.length === length);

/** Returns a number beside a payment: the customer's, or the shop's. Throws `Problem` phone-missing, phone-invalid, text-has-card. */
export function phoneOf(text: string, shops = ''): string {
  const given = text.trim() === '' ? shops : text;
  const digits = given.replaceAll(/[\s().+-]/gu, '');
  if (digits === '') throw new Problem('phone-missing');
  if (holdsCardNumber(given)) throw new Problem('text-has-card'); // some cards have no more digits than a telephone number
  if (!/^\d{6,15}$/u.test(digits)) throw new Problem('phone-invalid', {phone: given});
  return digits;
}

/** Does the same, in international digits if it is a number of this country. A foreign number stays as it was given. */
export function phoneIn(text: string, market: Market, shops?: string): string {
  const digits = phoneOf(text, shops);
  try {
    return normaliseWallet(text.trim() === '' ? (shops ?? '') : text, market);
  } catch {
    return digits;
  }
}
