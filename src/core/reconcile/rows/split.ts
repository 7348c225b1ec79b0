import {addDecimals, compareDecimals, type Decimal} from '../../money/decimal.js';
import {decimalPlaces} from '../../money/money.js';
import {type DecimalAmount, numberIn, zero} from './amount.js';

/** An account that takes part of a bank entry. */
export type Part = {
  readonly account: string;
  /** Its percentage of the entry; null for the part that takes the rest. */
  readonly percent: string | null;
  /** The rate in percent of the tax that the part includes; null for none. */
  readonly tax: string | null;
};

/** The money of a part, its tax apart. */
export type Share = {readonly account: string; readonly net: Decimal; readonly tax: Decimal};

const part =
  /^(?<account>(?:[^%()]|\([^%()]*\))+?)(?: (?<percent>\d{1,2}(?:[.,]\d{1,4})?) ?%)?(?: \((?:tax|vat|taxe|tva|kodi|imposto|iva) (?<tax>\d{1,2}(?:[.,]\d{1,4})?) ?%\))?$/iu;
const hundred: Decimal = {digits: 100n, scale: 0};

/** Whether an account as it was typed says percentages, so that it has to be read with `partsIn`. */
export const isSplit = (account: string): boolean => /\d ?%/u.test(account);

/**
 * The parts of `Rent 80% (tax 16%) + Water`: every account but one has a percentage, that one takes the rest, and any of them may include
 * tax. Returns null if the text does not share out the whole of an entry.
 */
export function partsIn(text: string): readonly Part[] | null {
  const parts: Part[] = [];
  for (const typed of text.replaceAll(/\s+/gu, ' ').split('+')) {
    const {account, percent, tax} = part.exec(typed.trim())?.groups ?? {};
    if (account === undefined) return null;
    parts.push({account, percent: percent?.replace(',', '.') ?? null, tax: tax?.replace(',', '.') ?? null});
  }
  const percents = parts.flatMap(({percent}) => (percent === null ? [] : [numberIn(percent)]));
  const isWhole =
    percents.length === parts.length - 1 &&
    percents.every(({digits}) => digits > 0n) &&
    compareDecimals(percents.reduce(addDecimals, zero), hundred) < 0;
  return isWhole ? parts : null;
}

/**
 * Shares out an amount to the last minor unit. Percentages are rounded down, so that no part has the other sign; the rest takes what that
 * leaves. Tax is rounded to the nearest minor unit.
 */
export function sharesOf(parts: readonly Part[], {currency, value}: DecimalAmount): readonly Share[] {
  const scale = Math.max(decimalPlaces(currency), value.scale);
  const whole = value.digits * 10n ** BigInt(scale - value.scale);
  const decimal = (digits: bigint) => addDecimals({digits, scale}, zero);
  const percentages = parts.map(({percent}) => {
    const {digits, scale: places} = numberIn(percent ?? '0');
    return (whole * digits) / (100n * 10n ** BigInt(places));
  });
  const rest = percentages.reduce((left, each) => left - each, whole);
  return parts.map(({account, percent, tax: rate}, at) => {
    const gross = percent === null ? rest : (percentages[at] ?? 0n);
    const tax = taxIn(gross, numberIn(rate ?? '0'));
    return {account, net: decimal(gross - tax), tax: decimal(tax)};
  });
}

/** The tax in an amount that includes it. */
function taxIn(gross: bigint, {digits, scale}: Decimal): bigint {
  const taxed = 100n * 10n ** BigInt(scale) + digits;
  const half = gross < 0n ? -taxed : taxed;
  return (2n * gross * digits + half) / (2n * taxed);
}
