import {holdsCardNumber} from '../card/numbers.js';
import {decimalOf, plainDecimal} from '../money/decimal.js';
import {addMoney, atMostSafe, type Currency, type Money, moneyText, parseAmount} from '../money/money.js';
import {reasonSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import type {TicketLine} from './schema.js';

const typedLine = /^(?:(?<quantity>\d{1,6}(?:[.,]\d{1,3})?)\s*[x×*]\s*)?(?<price>[\d.,]+)\s+(?<name>\S.*)$/iu;
const plainForm = /^(?<whole>\d+)(?:\.(?<fraction>\d+))?$/u;
const quantityForm = /^\d{1,6}(?:\.\d{1,3})?$/u;
const percentForm = /^\d{1,3}(?:\.\d{1,3})?$/u;
const rateForm = /^\d{1,2}(?:\.\d{1,3})?$/u;

/**
 * The lines of a ticket as a person types them: `3x120 Bread`, `0.25x800 Tomatoes`, `50 Bag`. A quantity has a point or
 * a comma and up to three decimals; the price is read as every amount is.
 *
 * Throws `Problem` line-unreadable, text-has-card, and what `lineOf` does, and `parseAmount` for a price, a line and the sum.
 */
export function typedLines(
  texts: readonly string[],
  {currency, tax}: {readonly currency: Currency; readonly tax: Pick<SoldItem, 'taxRate' | 'taxIncluded'>},
): {readonly lines: readonly TicketLine[]; readonly total: Money} {
  const lines = texts.map(text => typedLineOf(text, currency, tax));
  return {lines, total: totalOfLines(lines, currency)};
}

function typedLineOf(text: string, currency: Currency, tax: Pick<SoldItem, 'taxRate' | 'taxIncluded'>): TicketLine {
  // Refused before it can be part of what a problem tells.
  if (holdsCardNumber(text)) throw new Problem('text-has-card');
  const {quantity: many = '1', price, name} = typedLine.exec(text.trim())?.groups ?? {};
  if (price === undefined || name === undefined) throw new Problem('line-unreadable', {line: cleanText(text, 60)});
  return lineOf({
    ...{
      kind: 'text',
      code: null,
      name: cleanText(name, 200),
      group: null,
      unit: null,
      quantity: shortest(many.replace(',', '.')),
    },
    ...{unitPrice: parseAmount(price, currency), ...tax},
  });
}

/** What is sold, before it is reckoned: `unitPrice` is the price list's, and holds the tax already where `taxIncluded`. */
export type SoldItem = Pick<TicketLine, 'kind' | 'code' | 'name' | 'group' | 'unit' | 'quantity' | 'unitPrice'> & {
  /** In percent; null: the line has no rate. */
  readonly taxRate: string | null;
  readonly taxIncluded: boolean;
};
/** What a person changes of a line, for a reason. */
export type LineChange = {
  /** In place of the price list's; it holds the tax as that does. */
  readonly unitPrice?: Money | undefined;
  readonly discount?: Discount | undefined;
  readonly reason?: string | undefined;
};
/** Off the line, in terms of its price: before the tax where that is added. */
export type Discount = Money | {readonly percent: string};

/**
 * A line that adds up. Each step is rounded once, half up: the price of the quantity, the discount, and the tax of what is
 * left; the rest follows by subtraction. A discount may be the whole line: something is given away, for a reason.
 *
 * Throws `Problem` tax-rate-invalid, quantity-invalid, discount-invalid, discount-above-line, line-currency-differs, and
 * for a change what `reasonSaid` does; amount-not-positive, amount-above-maximum for what the quantity or the line comes to.
 */
export function lineOf(sold: SoldItem, change: LineChange = {}): TicketLine {
  const {kind, code, name, group, unit, taxIncluded: included} = sold;
  const {currency} = sold.unitPrice;
  const unitPrice = change.unitPrice ?? sold.unitPrice;
  if (unitPrice.currency !== currency) throw new Problem('line-currency-differs', {currency});
  const listPrice = unitPrice.minor === sold.unitPrice.minor ? null : sold.unitPrice;
  const quantity = quantityOf(sold.quantity);
  const whole = priceOf(quantity, unitPrice);
  const discount = change.discount === undefined ? null : discountOf(change.discount, whole);
  const isChanged = listPrice !== null || discount !== null;
  const reason = isChanged ? reasonSaid(change.reason ?? '') : null;
  const left = {currency, minor: whole.minor - (discount?.minor ?? 0)};
  const rate = sold.taxRate === null ? undefined : rateOf(sold.taxRate);
  const taxed = rate === undefined ? undefined : (included ? taxWithin : taxOn)(left, rate);
  return {
    ...{kind, code, name, group, unit, quantity, unitPrice, listPrice, reason, discount},
    tax: rate === undefined || taxed === undefined ? null : {rate, included, ...taxed},
    amount: taxed === undefined ? left : sumAtMostSafe(currency, [taxed.net, taxed.tax]),
  };
}

/** A quantity, written in one way. Throws `Problem` quantity-invalid. */
export function quantityOf(typed: string): string {
  if (!quantityForm.test(typed)) throw new Problem('quantity-invalid', {quantity: cleanText(typed, 20)});
  return shortest(typed);
}

/** A percentage that comes to nothing of a small price takes nothing off. */
function discountOf(discount: Discount, whole: Money): Money | null {
  const off = 'percent' in discount ? percentOf(whole, discount.percent) : discount;
  if ('percent' in discount && off.minor === 0) return null;
  if (off.currency !== whole.currency) throw new Problem('line-currency-differs', {currency: whole.currency});
  if (off.minor <= 0) throw new Problem('discount-invalid', {discount: moneyText(off)});
  if (off.minor > whole.minor)
    throw new Problem('discount-above-line', {discount: moneyText(off), line: moneyText(whole)});
  return off;
}

function percentOf({currency, minor}: Money, typed: string): Money {
  if (!percentForm.test(typed.trim()) || Number(typed) === 0)
    throw new Problem('discount-invalid', {discount: cleanText(`${typed}%`, 20)});
  const {digits, one} = fractionOf(typed.trim());
  return {currency, minor: Number(halfUp(BigInt(minor) * digits, 100n * one))};
}

/** What so many cost, rounded once, half up, to the smallest unit. Throws `Problem` amount-not-positive, amount-above-maximum. */
export function priceOf(quantity: string, {currency, minor}: Money): Money {
  const {digits, one} = fractionOf(quantity);
  return atMostSafe(currency, halfUp(digits * BigInt(minor), one));
}

/**
 * The tax that an amount holds, and the rest. It is rounded line by line, half up, and the net is what remains: so net and tax
 * come to the amount on every line, and the sums by rate to the total, whatever is added up. Rounded once for a whole sale
 * they would not be those of its lines.
 */
export function taxWithin({currency, minor}: Money, rate: string): {readonly net: Money; readonly tax: Money} {
  const {digits, one} = fractionOf(rate);
  const tax = Number(halfUp(BigInt(minor) * digits, 100n * one + digits));
  return {net: {currency, minor: minor - tax}, tax: {currency, minor: tax}};
}

/** The tax that is added to an amount, rounded once, half up. */
function taxOn(net: Money, rate: string): {readonly net: Money; readonly tax: Money} {
  const {digits, one} = fractionOf(rate);
  return {net, tax: {...net, minor: Number(halfUp(BigInt(net.minor) * digits, 100n * one))}};
}

/** What lines come to. Throws `Problem` line-currency-differs, amount-above-maximum. */
export function totalOfLines(lines: readonly TicketLine[], currency: Currency): Money {
  return sumAtMostSafe(
    currency,
    lines.map(({amount}) => amount),
  );
}

function sumAtMostSafe(currency: Currency, all: readonly Money[]): Money {
  if (all.some(each => each.currency !== currency)) throw new Problem('line-currency-differs', {currency});
  const minor = all.reduce((sum, each) => sum + BigInt(each.minor), 0n);
  return minor === 0n ? {currency, minor: 0} : atMostSafe(currency, minor);
}

/** A rate in percent, written in one way. Throws `Problem` tax-rate-invalid. */
export function rateOf(typed: string): string {
  if (!rateForm.test(typed.trim())) throw new Problem('tax-rate-invalid', {rate: cleanText(typed, 20)});
  return shortest(typed.trim());
}

/** `16` for `16.0`, so that one rate is written in one way. */
function shortest(decimal: string): string {
  const read = decimalOf(decimal);
  return read === undefined ? decimal : plainDecimal(read);
}

function fractionOf(decimal: string): {readonly digits: bigint; readonly one: bigint} {
  const {whole = '0', fraction = ''} = plainForm.exec(decimal)?.groups ?? {};
  return {digits: BigInt(whole + fraction), one: 10n ** BigInt(fraction.length)};
}

const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/** What of lines is of one rate: `gross` is `net` and `tax`. */
export type TaxOfRate = {readonly rate: string; readonly gross: Money; readonly net: Money; readonly tax: Money};

/** What of the lines has a rate, one sum for each rate and currency, the lowest first. */
export function taxByRate(lines: readonly TicketLine[]): readonly TaxOfRate[] {
  const sums = new Map<string, TaxOfRate>();
  for (const {tax: held, amount} of lines) {
    if (held === null) continue;
    const {rate, net, tax} = held;
    const key = `${amount.currency} ${rate}`;
    const sum = sums.get(key);
    sums.set(
      key,
      sum === undefined
        ? {rate, gross: amount, net, tax}
        : {rate, gross: addMoney(sum.gross, amount), net: addMoney(sum.net, net), tax: addMoney(sum.tax, tax)},
    );
  }
  return [...sums.values()].sort((a, b) => Number(a.rate) - Number(b.rate));
}
