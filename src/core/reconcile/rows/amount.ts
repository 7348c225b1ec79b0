import type {Language} from '../../messages/messages.js';
import {
  addDecimals,
  type Decimal,
  decimalFrom,
  decimalOf,
  paddedDecimal,
  subtractDecimals,
  zero,
} from '../../money/decimal.js';
import {displayNumber, displayStated} from '../../money/display.js';
import {decimalPlaces, decimalsOf, isCurrency, type Money} from '../../money/money.js';
import {amountText} from '../../money/schema.js';
import {fields, made, named, text} from '../../spec/spec.js';

/** An exact amount in major units, in any currency that a file may name. */
export type DecimalAmount = {readonly currency: string; readonly value: Decimal};

export const isZero = ({digits}: Decimal): boolean => digits === 0n;
export const negated = ({digits, scale}: Decimal): Decimal => ({digits: -digits, scale});
export const magnitude = (value: Decimal): Decimal => (value.digits < 0n ? negated(value) : value);

export const amountOf = (money: Money): DecimalAmount => ({currency: money.currency, value: decimalFrom(money)});

/** The number that a source wrote. Throws a `RangeError` for text that is no number; the reader of the source must refuse such text. */
export function numberIn(text: string): Decimal {
  const value = decimalOf(text);
  if (value === undefined) throw new RangeError(`"${text}" is no amount`);
  return value;
}

/** `a - b`, for two amounts of one currency. Throws a `TypeError` for different currencies. */
export function difference(a: DecimalAmount, b: DecimalAmount): DecimalAmount {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} cannot be compared`);
  return {currency: a.currency, value: subtractDecimals(a.value, b.value)};
}

/** The amount with all decimals of its currency, in the style of the language: `"−1,250.00"`. */
export const groupedAmount = (amount: DecimalAmount, language: Language): string =>
  displayNumber(plainAmount(amount), language);

export const namedAmount = (amount: DecimalAmount, language: Language): string =>
  displayStated(amount.currency, plainAmount(amount), language);

/** The amount with all decimals of its currency and without grouping: `"-1250.00"`. */
export const plainAmount = ({currency, value}: DecimalAmount): string => paddedDecimal(value, decimalPlaces(currency));

/** Returns a reader like `numberIn` that reads each text only once, since prices and fees repeat. */
export function numberReader(): (text: string) => Decimal {
  const known = new Map<string, Decimal>();
  return text => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = numberIn(text);
    if (known.size < 10_000) known.set(text, value);
    return value;
  };
}

/** Whether an exact number equals an amount of money, to the last digit. */
export function isMoney({digits, scale}: Decimal, {currency, minor}: Money): boolean {
  const places = decimalsOf(currency);
  return scale <= places && digits <= Number.MAX_SAFE_INTEGER && Number(digits) * 10 ** (places - scale) === minor;
}

/** Whether two amounts have the same sign and neither is zero. */
export const isSameWay = (a: Decimal, b: Decimal): boolean =>
  a.digits > 0n === b.digits > 0n && !isZero(a) && !isZero(b);

/** The amount in minor units; null if it has more decimals than the currency or is too large, and for an unknown currency. */
export function minorOf({currency, value}: DecimalAmount): number | null {
  const {digits, scale} = value;
  const places = isCurrency(currency) ? decimalsOf(currency) : -1;
  return scale > places || magnitude(value).digits > BigInt(Number.MAX_SAFE_INTEGER) / 10n ** BigInt(places - scale)
    ? null
    : Number(digits) * 10 ** (places - scale);
}

/** Sums by currency, in the order of the currency codes; changed in place. */
export class DecimalSums {
  /** By currency and by number of decimals, so that additions need no common scale. */
  private readonly sums = new Map<string, Map<number, bigint>>();
  add(currency: string, {digits, scale}: Decimal): void {
    const scales = this.sums.getOrInsertComputed(currency, () => new Map());
    scales.set(scale, (scales.get(scale) ?? 0n) + digits);
  }
  of(currency: string): Decimal {
    const scales = this.sums.get(currency) ?? [];
    return [...scales].reduce((sum, [scale, digits]) => addDecimals(sum, {digits, scale}), zero);
  }
  get currencies(): readonly string[] {
    return [...this.sums.keys()].sort();
  }
  get amounts(): readonly DecimalAmount[] {
    return this.currencies.map(currency => ({currency, value: this.of(currency)}));
  }
}

export const sumMembers = {currency: text('of the amount'), amount: made(amountText('what it is'), plainAmount)};
export const exactAmount = named(
  'exact amount',
  fields(sumMembers, 'An amount that a file or an answer states, or a sum of such amounts.'),
);
