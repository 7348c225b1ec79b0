import {type Currency, decimalsOf, isCurrency, type Money} from './money.js';

/**
 * An exact number for amounts that others compute: fees, nets and amounts of the service, which may have more decimals
 * than their currency. Its value is `digits / 10 ** scale`. `scale` is never negative and is as small as possible.
 */
export type Decimal = {readonly digits: bigint; readonly scale: number};

export const zero: Decimal = {digits: 0n, scale: 0};

const longest = 40;
/** Sign, whole part, fraction and exponent. The groups have no names, because names would double the cost. */
const numeric = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/u;

/**
 * Returns the number in a JSON value: a JSON number by its shortest decimal text, or a text such as `"1250.00"`. Returns `undefined` for
 * anything else: other types, `NaN`, empty text, `"1,250.00"`, and numbers that need more than 40 digits before or after the decimal point.
 */
export function decimalOf(value: unknown): Decimal | undefined {
  if (Number.isSafeInteger(value)) return {digits: BigInt(value as number), scale: 0}; // nearly all values, in a tenth of the time
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const [, sign = '', whole, fraction = '', exponent = '0'] = numeric.exec(String(value).trim()) ?? [];
  if (whole === undefined) return undefined;
  const decimal = normalised(BigInt(`${sign}${whole}${fraction}`), fraction.length - Number(exponent));
  if (exponent === '0' && whole.length + fraction.length <= longest) return decimal;
  const {length} = String(decimal.digits).replace('-', '');
  return length > longest || decimal.scale > longest ? undefined : decimal;
}

/** Returns the amount in major units: KES 12.50 is 12.5. */
export const decimalFrom = ({currency, minor}: Money): Decimal => normalised(BigInt(minor), decimalsOf(currency));

/** Returns the number as money; undefined if it is finer than the currency or beyond the safe integers. */
export function moneyFrom(decimal: Decimal, currency: Currency): Money | undefined {
  const decimals = decimalsOf(currency);
  if (decimal.scale > decimals) return undefined;
  const minor = Number(atScale(decimal, decimals));
  return Number.isSafeInteger(minor) ? {currency, minor} : undefined;
}

/** Converts an amount of the service to money; undefined if the currency is unknown, or the amount is no valid sum in it. */
export function statedMoney(amount: string | null, currency: string | null): Money | undefined {
  const decimal = decimalOf(amount);
  return decimal === undefined || currency === null || !isCurrency(currency) ? undefined : moneyFrom(decimal, currency);
}

/** Whether two decimals are the same number, however many digits each was written with. */
export const equalDecimals = (a: Decimal, b: Decimal): boolean => compareDecimals(a, b) === 0;

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return normalised(atScale(a, scale) + atScale(b, scale), scale);
}

export const subtractDecimals = (a: Decimal, b: Decimal): Decimal =>
  addDecimals(a, {digits: -b.digits, scale: b.scale});

export const sumDecimals = (values: readonly Decimal[]): Decimal => values.reduce(addDecimals, zero);

/** Returns -1, 0 or 1, as `Array.sort` expects it. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Returns the exact text with zeros up to `decimalsAtLeast` decimals, never rounded and without grouping: `"1250.00"`, `"23.664"`. */
export function paddedDecimal({digits, scale}: Decimal, decimalsAtLeast: number): string {
  const places = Math.max(scale, decimalsAtLeast);
  const sign = digits < 0n ? '-' : '';
  const text = String(atScale({digits, scale}, places))
    .replace('-', '')
    .padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  return sign + (places === 0 ? whole : `${whole}.${text.slice(-places)}`);
}

/** Returns the exact text, as short as possible and without grouping: `"23.664"`. */
export const plainDecimal = (decimal: Decimal): string => paddedDecimal(decimal, 0);

const atScale = ({digits, scale}: Decimal, wanted: number): bigint =>
  wanted === scale ? digits : digits * 10n ** BigInt(wanted - scale);

function normalised(digits: bigint, scale: number): Decimal {
  if (scale < 0) return {digits: digits * 10n ** BigInt(-scale), scale: 0};
  let shorter = digits;
  let places = scale;
  while (places > 0 && shorter % 10n === 0n) {
    shorter /= 10n;
    places -= 1;
  }
  return {digits: shorter, scale: places};
}
