import {holdsCardNumber} from '../card/numbers.js';
import type {Language} from '../messages/messages.js';
import {decimalOf, plainDecimal} from '../money/decimal.js';
import {displayMoney} from '../money/display.js';
import {addMoney, atMostSafe, type Currency, type Money, parseAmount} from '../money/money.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import type {TicketLine} from './schema.js';

const typedLine = /^(?:(?<quantity>\d{1,6}(?:\.\d{1,3})?)\s*[x×*]\s*)?(?<price>[\d.,]+)\s+(?<name>\S.*)$/iu;
const plainForm = /^(?<whole>\d+)(?:\.(?<fraction>\d+))?$/u;
const rateForm = /^\d{1,2}(?:\.\d{1,3})?$/u;

/**
 * The lines of a ticket as a person types them: `3x120 Bread`, `0.25x800 Tomatoes`, `50 Bag`. A quantity has a point and up to
 * three decimals; the price is read as every amount is. `rate` is the tax in percent that all the prices hold.
 *
 * Throws `Problem` line-unreadable, tax-rate-invalid, text-has-card, and what `parseAmount` does for a price, a line and the sum.
 */
export function typedLines(
  texts: readonly string[],
  {currency, rate}: {readonly currency: Currency; readonly rate: string | undefined},
): {readonly lines: readonly TicketLine[]; readonly total: Money} {
  const percent = rate === undefined ? undefined : rateOf(rate);
  const lines = texts.map(text => typedLineOf(text, currency, percent));
  const minor = lines.reduce((sum, {amount}) => sum + BigInt(amount.minor), 0n);
  return {lines, total: lines.length === 0 ? {currency, minor: 0} : atMostSafe(currency, minor)};
}

function typedLineOf(text: string, currency: Currency, rate: string | undefined): TicketLine {
  // Refused before it can be part of what a problem tells.
  if (holdsCardNumber(text)) throw new Problem('text-has-card');
  const {quantity: many = '1', price, name} = typedLine.exec(text.trim())?.groups ?? {};
  if (price === undefined || name === undefined) throw new Problem('line-unreadable', {line: cleanText(text, 60)});
  const unitPrice = parseAmount(price, currency);
  const quantity = shortest(many);
  const amount = priceOf(quantity, unitPrice);
  return {
    ...{kind: 'text', code: null, name: cleanText(name, 200), group: null, unit: null, quantity, unitPrice},
    ...{listPrice: null, reason: null, discount: null, amount},
    tax: rate === undefined ? null : {rate, included: true, ...taxWithin(amount, rate)},
  };
}

/** What so many cost, rounded once, half up, to the smallest unit. Throws `Problem` amount-not-positive, amount-above-maximum. */
export function priceOf(quantity: string, {currency, minor}: Money): Money {
  const {digits, one} = fractionOf(quantity);
  return atMostSafe(currency, halfUp(digits * BigInt(minor), one));
}

/**
 * The tax that an amount holds, and the rest. It is rounded line by line, half up, and the net is what remains: so net and tax
 * come to the amount on every line, and the sums by rate to the total, whatever is added up.
 */
export function taxWithin({currency, minor}: Money, rate: string): {readonly net: Money; readonly tax: Money} {
  const {digits, one} = fractionOf(rate);
  const tax = Number(halfUp(BigInt(minor) * digits, 100n * one + digits));
  return {net: {currency, minor: minor - tax}, tax: {currency, minor: tax}};
}

function rateOf(typed: string): string {
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

/** How much of what a line is, for one row of a slip or a list: `3 x KES 120.00 Bread`. */
export function lineLabel({quantity, unitPrice, name}: TicketLine, language: Language): string {
  const many = quantity === '1' ? '' : `${quantity} x ${displayMoney(unitPrice, language)} `;
  return many + cleanText(name, 100);
}

/** The tax that the lines hold, one sum for each rate, the lowest first. */
export function taxByRate(lines: readonly TicketLine[]): readonly (readonly [rate: string, tax: Money])[] {
  const sums = new Map<string, Money>();
  for (const {tax: held} of lines) {
    if (held === null) continue;
    const sum = sums.get(held.rate);
    sums.set(held.rate, sum === undefined ? held.tax : addMoney(sum, held.tax));
  }
  return [...sums].sort(([a], [b]) => Number(a) - Number(b));
}
