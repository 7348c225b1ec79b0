import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';

/** Every currency that Duka knows: the eleven of mobile-money collections, then those of cards alone. */
export const currencies = [
  'KES',
  'GHS',
  'UGX',
  'TZS',
  'LRD',
  'ZAR',
  'XOF',
  'CDF',
  'XAF',
  'ZMW',
  'SLE',
  'USD',
  'NGN',
] as const;
export type Currency = (typeof currencies)[number];

/** An amount in the smallest unit of its currency (cents, kobo; whole francs and Ugandan shillings): a safe integer. */
export type Money = {readonly currency: Currency; readonly minor: number};

/** Whether a text is the ISO 4217 code of a currency that Duka knows, in capitals. */
export function isCurrency(text: string): text is Currency {
  return currencies.some(currency => currency === text);
}

/** Digits after the decimal mark, by ISO 4217. */
export function decimalsOf(currency: Currency): 0 | 2 {
  return currency === 'UGX' || currency === 'XOF' || currency === 'XAF' ? 0 : 2;
}

const longestAmount = 40;
const plainAmount = /^(?<sign>[-\u2212])?(?<whole>\d+)(?:[.,](?<fraction>\d+))?$/u;
const severalMarks = /^\d+(?:[.,]\d+){2,}$/u;

/** `mayBeZero`: nothing is an amount too, as a plan may cost. */
export type AmountOptions = {readonly mayBeZero?: boolean};

/**
 * An amount as a person types it: digits, one decimal mark (`.` or `,`) and spaces anywhere, which are dropped.
 * What can be read in two ways is refused and never guessed: `1.500` may mean 1500 or 1.5, in every currency.
 *
 * Throws a `Problem`: `amount-missing`, `amount-not-a-number`, `amount-not-positive`, `amount-ambiguous`,
 * `amount-too-fine` (facts `amount`, `currency`, `step`) or `amount-above-maximum` (facts `amount`, `maximum`).
 */
export function parseAmount(text: string, currency: Currency, {mayBeZero = false}: AmountOptions = {}): Money {
  const typed = text.trim().replaceAll(/\p{Zs}/gu, '');
  if (typed === '') throw new Problem('amount-missing', undefined, {currency});
  const amount = cleanText(text, longestAmount);
  const facts = {amount, currency, step: moneyText({currency, minor: 1})};
  const {sign, whole, fraction = ''} = plainAmount.exec(typed)?.groups ?? {};
  if (severalMarks.test(typed)) throw new Problem('amount-ambiguous', facts);
  const isTelephoneNumber = whole !== undefined && /^0\d{6,}$/u.test(whole);
  if (whole === undefined || isTelephoneNumber || typed.length > longestAmount)
    throw new Problem('amount-not-a-number', facts);
  if (sign !== undefined) throw new Problem('amount-not-positive', undefined, facts);
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/u.test(whole)) throw new Problem('amount-ambiguous', facts);
  const decimals = decimalsOf(currency);
  if (fraction.length > decimals) throw new Problem('amount-too-fine', facts);
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (minor === 0n && !mayBeZero) throw new Problem('amount-not-positive', undefined, facts);
  if (minor > Number.MAX_SAFE_INTEGER) {
    throw new Problem(
      'amount-above-maximum',
      {maximum: moneyText({currency, minor: Number.MAX_SAFE_INTEGER})},
      {amount},
    );
  }
  return {currency, minor: Number(minor)};
}

/** Every decimal of the currency and no grouping: `"200.00"`, `"5000"`. */
export function decimalText({currency, minor}: Money): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The shortest decimal text, as the service's JSON numbers are written: `"200"`, `"12.5"`. */
export function jsonAmount(money: Money): string {
  const text = decimalText(money);
  return text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
}

/** The amount in facts of a problem and wherever no language is known: `"KES 1250.00"`. `problemText` words it. */
export function moneyText(money: Money): string {
  return `${money.currency} ${decimalText(money)}`;
}

/** Throws a `TypeError` for two currencies and a `RangeError` beyond the safe integers: bugs of ours. */
export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} cannot be added`);
  const minor = a.minor + b.minor;
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${a.currency} ${a.minor} + ${b.minor} is not exact`);
  return {currency: a.currency, minor};
}

/** One sum for each currency that occurs, sorted by its code. */
export function sumByCurrency(list: readonly Money[]): Money[] {
  const sums = new Map<Currency, Money>();
  for (const money of list) {
    const sum = sums.get(money.currency);
    sums.set(money.currency, sum === undefined ? money : addMoney(sum, money));
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
