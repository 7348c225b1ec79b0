import {decimalOf, plainDecimal} from '../money/decimal.js';
import {
  type AmountMarks,
  addMoney,
  atMostSafe,
  type Currency,
  decimalsOf,
  type Money,
  moneyText,
  parseAmount,
  parseSum,
} from '../money/money.js';
import {reasonSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {holdsCardNumber} from '../text/card-numbers.js';
import {cleanText} from '../text/text.js';
import type {TicketLine} from './schema.js';

const typedLine = /^(?:(?<quantity>\d{1,6}(?:[.,]\d{1,3})?)\s*[x×*]\s*)?(?<price>[\d.,]+)\s+(?<name>\S.*)$/iu;
const plainForm = /^(?<whole>\d+)(?:\.(?<fraction>\d+))?$/u;
const quantityForm = /^\d{1,6}(?:\.\d{1,3})?$/u;
const percentForm = /^\d{1,3}(?:\.\d{1,3})?$/u;
const rateForm = /^\d{1,2}(?:\.\d{1,3})?$/u;

/**
 * Reads the lines of a ticket as a person types them: `3x120 Bread`, `0.25x800 Tomatoes`, `50 Bag`. A quantity has a point or a comma and
 * up to three decimals. The price is read like any amount. Throws `Problem` line-unreadable, text-has-card, those of `lineOf`, and those of
 * `parseAmount` for a price, a line and the sum.
 */
export function typedLines(
  texts: readonly string[],
  {currency, tax, marks}: TypedIn,
): {readonly lines: readonly TicketLine[]; readonly total: Money} {
  const lines = texts.map(text => typedLineOf(text, {currency, tax, marks}));
  return {lines, total: totalOfLines(lines, currency)};
}

type TypedIn = {
  readonly currency: Currency;
  readonly tax: Pick<SoldItem, 'taxRate' | 'taxIncluded'>;
  /** How the shop writes amounts. */
  readonly marks?: AmountMarks | undefined;
};

function typedLineOf(text: string, {currency, tax, marks}: TypedIn): TicketLine {
  // A card number must be refused before the text becomes part of a problem.
  if (holdsCardNumber(text)) throw new Problem('text-has-card');
  const {quantity: many = '1', price, name} = typedLine.exec(text.trim())?.groups ?? {};
  if (price === undefined || name === undefined) throw new Problem('line-unreadable', {line: cleanText(text, 60)});
  const sold = sumSold(parseAmount(price, currency, marks), cleanText(name, 200));
  return lineOf({...sold, quantity: shortest(many.replace(',', '.')), ...tax});
}

/** What is sold, before its amounts are computed. `unitPrice` is that of the price list, and includes the tax if `taxIncluded`. */
export type SoldItem = Pick<TicketLine, 'kind' | 'code' | 'name' | 'group' | 'unit' | 'quantity' | 'unitPrice'> & {
  /** In percent; null if the line has no rate. */
  readonly taxRate: string | null;
  readonly taxIncluded: boolean;
};

/** Nobody prints a longer receipt. */
export const mostLines = 500;

/** A sum under a name. It has no tax rate, like a sum without lines. */
export const sumSold = (amount: Money, name: string): SoldItem => ({
  kind: 'text',
  code: null,
  name,
  group: null,
  unit: null,
  quantity: '1',
  unitPrice: amount,
  taxRate: null,
  taxIncluded: true,
});

/** What a person changes of a line, with the reason. */
export type LineChange = {
  /** The price instead of the price list's. It includes the tax if that one does. */
  readonly unitPrice?: Money | undefined;
  readonly discount?: Discount | undefined;
  readonly reason?: string | undefined;
};
/** What is taken off the line. It refers to the price of the line, before the tax if the tax is added. */
export type Discount = Money | {readonly percent: string};

/**
 * Returns a line whose amounts add up. Each step is rounded once, half up: the price of the quantity, the discount, and the tax of what is
 * left. The other amounts follow by subtraction. A discount may be the whole line, if something is given away for a reason. Throws
 * `Problem` tax-rate-invalid, quantity-invalid, discount-invalid, discount-above-line, line-currency-differs; those of `reasonSaid` for a
 * change; and amount-not-positive or amount-above-maximum for the amount of the quantity or of the line.
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
    kind,
    code,
    name,
    group,
    unit,
    quantity,
    unitPrice,
    listPrice,
    reason,
    discount,
    tax: rate === undefined || taxed === undefined ? null : {rate, included, ...taxed},
    amount: taxed === undefined ? left : sumAtMostSafe(currency, [taxed.net, taxed.tax]),
  };
}

/** Returns a quantity in its only written form. Throws `Problem` quantity-invalid. */
export function quantityOf(typed: string): string {
  if (!quantityForm.test(typed)) throw new Problem('quantity-invalid', {quantity: cleanText(typed, 20)});
  return shortest(typed);
}

/** A percentage of a small price may be rounded to zero. It then takes nothing off, and there is no discount (null). */
function discountOf(discount: Discount, whole: Money): Money | null {
  const off = 'percent' in discount ? percentOf(whole, discount.percent) : discount;
  if ('percent' in discount && off.minor === 0) return null;
  if (off.currency !== whole.currency) throw new Problem('line-currency-differs', {currency: whole.currency});
  if (off.minor <= 0) throw new Problem('discount-invalid', {discount: moneyText(off)});
  if (off.minor > whole.minor)
    throw new Problem('discount-above-line', {discount: moneyText(off), line: moneyText(whole)});
  return off;
}

/** What is taken off all that is sold, and why. */
export type WholeDiscount = {readonly discount: Discount; readonly reason: string};

/**
 * Returns the lines with a discount on all of them. Like that of one line it refers to the prices, before the tax if the tax is added. It
 * is spread in proportion to what is left of each price, so that the shares come to exactly the discount and none is more than its price;
 * each line is then computed with its share as any line is. A tip has no share. Throws `Problem` discount-invalid, discount-above-line,
 * line-currency-differs, and those of `reasonSaid`.
 */
export function discountedLines(
  lines: readonly TicketLine[],
  {discount, reason}: WholeDiscount,
): readonly TicketLine[] {
  const [first] = lines;
  const said = reasonSaid(reason);
  if (first === undefined) return lines;
  const prices = lines.map(line => (line.kind === 'tip' ? 0n : BigInt(discountable(line).minor)));
  const sum = prices.reduce((all, price) => all + price, 0n);
  const off = discountOf(discount, atMostSafe(first.amount.currency, sum));
  if (off === null) return lines;
  const shareUpTo = (price: bigint) => Number(halfUp(price * BigInt(off.minor), sum));
  let before = 0n;
  return lines.map((line, at) => {
    const from = shareUpTo(before);
    before += prices[at] ?? 0n;
    const share = shareUpTo(before) - from;
    return share === 0 ? line : withShare(line, share, said);
  });
}

/** What of the price of a line a discount may still take. */
const discountable = ({amount, tax}: TicketLine): Money => (tax === null || tax.included ? amount : tax.net);

function withShare(line: TicketLine, share: number, why: string): TicketLine {
  const {unitPrice, listPrice, discount, reason, tax} = line;
  const taxes = {taxRate: tax?.rate ?? null, taxIncluded: tax?.included ?? true};
  return lineOf(
    {...line, unitPrice: listPrice ?? unitPrice, ...taxes},
    {
      unitPrice: listPrice === null ? undefined : unitPrice,
      discount: {...unitPrice, minor: share + (discount?.minor ?? 0)},
      reason: reason === null || reason === why ? why : `${reason}; ${why}`,
    },
  );
}

function percentOf({currency, minor}: Money, typed: string): Money {
  if (!percentForm.test(typed.trim()) || Number(typed) === 0)
    throw new Problem('discount-invalid', {discount: cleanText(`${typed}%`, 20)});
  const {digits, one} = fractionOf(typed.trim());
  return {currency, minor: Number(halfUp(BigInt(minor) * digits, 100n * one))};
}

/** Returns the price of a quantity, rounded half up to the smallest unit. Throws `Problem` amount-not-positive, amount-above-maximum. */
export function priceOf(quantity: string, {currency, minor}: Money): Money {
  const {digits, one} = fractionOf(quantity);
  return atMostSafe(currency, halfUp(digits * BigInt(minor), one));
}

/** Returns by how much a changed price is above or below the list for the quantity of a line, rounded up to the smallest unit. */
export function priceChangeOf(line: Pick<TicketLine, 'quantity' | 'unitPrice' | 'listPrice'>): number {
  const {quantity, unitPrice, listPrice} = line;
  const {digits, one} = fractionOf(quantity);
  const change = digits * BigInt(Math.abs((listPrice ?? unitPrice).minor - unitPrice.minor));
  return Number((change + one - 1n) / one);
}

/**
 * Returns the tax that an amount includes, and the net. The tax is rounded line by line, half up, and the net is the
 * rest. So net and tax come to the amount on every line, and the sums by rate come to the total, whichever lines are
 * added up. If the tax were rounded once for a whole sale, the sums would not be those of its lines.
 */
export function taxWithin({currency, minor}: Money, rate: string): {readonly net: Money; readonly tax: Money} {
  const {digits, one} = fractionOf(rate);
  const tax = Number(halfUp(BigInt(minor) * digits, 100n * one + digits));
  return {net: {currency, minor: minor - tax}, tax: {currency, minor: tax}};
}

/** Returns the tax that is added to an amount, rounded once, half up. */
function taxOn(net: Money, rate: string): {readonly net: Money; readonly tax: Money} {
  const {digits, one} = fractionOf(rate);
  return {net, tax: {...net, minor: Number(halfUp(BigInt(net.minor) * digits, 100n * one))}};
}

/** Returns the sum of the lines. Throws `Problem` line-currency-differs, amount-above-maximum. */
export const totalOfLines = (lines: readonly TicketLine[], currency: Currency): Money =>
  sumAtMostSafe(
    currency,
    lines.map(({amount}) => amount),
  );

function sumAtMostSafe(currency: Currency, all: readonly Money[]): Money {
  if (all.some(each => each.currency !== currency)) throw new Problem('line-currency-differs', {currency});
  const minor = all.reduce((sum, each) => sum + BigInt(each.minor), 0n);
  return minor === 0n ? {currency, minor: 0} : atMostSafe(currency, minor);
}

/** Returns a rate in percent in its only written form. Throws `Problem` tax-rate-invalid. */
function rateOf(typed: string): string {
  if (!rateForm.test(typed.trim())) throw new Problem('tax-rate-invalid', {rate: cleanText(typed, 20)});
  return shortest(typed.trim());
}

/** Returns `16` for `16.0`, so that each number is written in only one way. */
function shortest(decimal: string): string {
  const read = decimalOf(decimal);
  return read === undefined ? decimal : plainDecimal(read);
}

function fractionOf(decimal: string): {readonly digits: bigint; readonly one: bigint} {
  const {whole = '0', fraction = ''} = plainForm.exec(decimal)?.groups ?? {};
  return {digits: BigInt(whole + fraction), one: 10n ** BigInt(fraction.length)};
}

const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/** The sums of the lines with one rate. `gross` is `net` plus `tax`. */
type TaxOfRate = {readonly rate: string; readonly gross: Money; readonly net: Money; readonly tax: Money};

/** Returns the sums of all lines that have a rate, one for each rate and currency, the lowest rate first. */
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

export type TaxRate = {
  readonly name: string;
  /** Decimal text. */
  readonly percent: string;
  /** Whether prices include the tax. If not, it is added to them. */
  readonly isIncluded: boolean;
  /** Whether this is the rate of items that have none of their own. */
  readonly isUsual: boolean;
};
type LineTax = Pick<SoldItem, 'taxRate' | 'taxIncluded'>;

const lineTax = (rate: TaxRate | undefined): LineTax => ({
  taxRate: rate?.percent ?? null,
  taxIncluded: rate?.isIncluded ?? true,
});

/** Returns the tax of an item to which the price list gives this rate, in percent. An item without a rate has the shop's usual one. */
export function taxOfItem(rates: readonly TaxRate[], percent: string | null): LineTax {
  if (percent === null) return lineTax(rates.find(({isUsual}) => isUsual));
  const rate = rates.find(each => each.percent === percent);
  return rate === undefined ? {taxRate: percent, taxIncluded: true} : lineTax(rate);
}

/** Returns the shop's rate with this name, in upper or lower case. */
export const rateNamed = (rates: readonly TaxRate[], typed: string): TaxRate | undefined =>
  rates.find(({name}) => name.toLowerCase() === typed.trim().toLowerCase());

/** Returns the tax that a person names, by a rate of the shop or in percent. Throws `Problem` tax-rate-invalid. */
export function taxTyped(rates: readonly TaxRate[], typed: string | undefined): LineTax {
  if (typed === undefined) return taxOfItem(rates, null);
  const named = rateNamed(rates, typed);
  return named === undefined ? taxOfItem(rates, rateOf(typed)) : lineTax(named);
}

/** Reads the rates in the settings. Throws `Problem` setting-invalid. */
export function readTaxRates(
  said: readonly {
    readonly name: string;
    readonly percent: string;
    readonly included?: boolean | undefined;
    readonly default?: boolean | undefined;
  }[],
): readonly TaxRate[] {
  const rates = said.map(({name, percent, included = true, default: isUsual = false}) => {
    if (name.trim() === '') throw invalid(percent);
    return {name: name.trim(), percent: percentIn(percent), isIncluded: included, isUsual};
  });
  const twice = rates.find(
    (rate, at) =>
      rates.findIndex(each => each.name.toLowerCase() === rate.name.toLowerCase()) < at ||
      rates.findIndex(each => each.percent === rate.percent && each.isIncluded !== rate.isIncluded) >= 0 ||
      (rate.isUsual && rates.findIndex(each => each.isUsual) < at),
  );
  if (twice !== undefined) throw invalid(twice.name);
  return rates;
}

function percentIn(text: string): string {
  try {
    return rateOf(text);
  } catch {
    throw invalid(text);
  }
}

const invalid = (value: string) => new Problem('setting-invalid', {name: 'taxRates', value: cleanText(value, 40)});

/** A tip as a line without tax or group, in each reader's own word. It is in the total that is paid, but not in the takings. */
export const tipSold = (amount: Money): SoldItem => ({...sumSold(amount, 'tip'), kind: 'tip'});

/** Returns the line of a tip. Throws `Problem` amount-not-positive. */
export const tipLine = (amount: Money): TicketLine => lineOf(tipSold(amount));

/**
 * Returns this percentage of what is sold, rounded half up. If the amount sold is in whole units of the currency, so is
 * the tip, since a wallet may accept nothing else; otherwise it is rounded to the smallest unit.
 */
export function tipOf({currency, minor}: Money, percent: number): Money {
  const whole = 10 ** decimalsOf(currency);
  const step = minor % whole === 0 ? whole : 1;
  return {currency, minor: Math.round((minor * percent) / 100 / step) * step};
}

const tipPercent = /^(?<percent>\d{1,3})\s*%$/u;

/** Reads a tip on what is `sold`: an amount, a sum, or `10%`. Throws as `parseSum` and `checkTip`, and `Problem` amount-not-positive. */
export function readTip(typed: string, sold: Money, rules: AmountMarks): Money {
  const {percent} = tipPercent.exec(typed.trim())?.groups ?? {};
  const tip = percent === undefined ? parseSum(typed, sold.currency, rules) : tipOf(sold, Number(percent));
  if (tip.minor <= 0) throw new Problem('amount-not-positive');
  checkTip(tip, sold);
  return tip;
}

/** Throws `Problem` tip-above-sale, because so large a tip is a typing mistake. */
export function checkTip(tip: Money, sold: Money): void {
  if (tip.minor > sold.minor) throw new Problem('tip-above-sale', {tip: moneyText(tip), amount: moneyText(sold)});
}
