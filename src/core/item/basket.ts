import type {AmountMarks, Currency, Money} from '../money/money.js';
import {problemOf} from '../payment/said.js';
import {Problem} from '../problem.js';
import {hideCardNumbers} from '../text/card-numbers.js';
import {cleanText, foldedText} from '../text/text.js';
import type {TicketOrder} from '../ticket/decide.js';
import {
  discountedLines,
  type LineChange,
  lineOf,
  mostLines,
  type SoldItem,
  sumSold,
  type TaxRate,
  taxOfItem,
  tipSold,
  totalOfLines,
  typedLines,
  type WholeDiscount,
} from '../ticket/line.js';
import type {TicketLine} from '../ticket/schema.js';
import {codedIn, itemOf} from './code.js';
import {type PriceList, searchItems} from './list.js';
import type {Item} from './schema.js';

/** A line of a basket: the item and the change from which it is computed, so that it can be changed again, and the result. */
export type BasketLine = {
  readonly sold: SoldItem;
  readonly change: LineChange;
  readonly line: TicketLine;
  /** Whether the line stands for an amount that was typed without lines. */
  readonly isSum?: true;
};

/** What a customer is about to buy, in one currency. No money has moved, so lines can be changed and removed freely. */
export type Basket = {
  readonly currency: Currency;
  readonly lines: readonly BasketLine[];
  /** The number under which it was parked before. */
  readonly parked?: number | undefined;
  /** What is taken off the whole basket. It follows the lines, and is part of them once they are sold or parked. */
  readonly off?: WholeDiscount | undefined;
};

/** Returns the line of a quantity of an item at list price, with tax by the shop's `rates`. Throws the `Problem`s of `lineOf`. */
export const itemLine = (item: Item, quantity: string, rates: readonly TaxRate[]): BasketLine =>
  lineWith(soldOf(item, quantity, rates));

/** Returns a line whose amounts add up. Throws the `Problem`s of `lineOf`. */
export const lineWith = (sold: SoldItem, change: LineChange = {}): BasketLine => ({
  sold,
  change,
  line: lineOf(sold, change),
});

const soldOf = (
  {code, name, group, unit, price, rate}: Item,
  quantity: string,
  rates: readonly TaxRate[],
): SoldItem => ({kind: 'item', code, name, group, unit, quantity, unitPrice: price, ...taxOfItem(rates, rate)});

/**
 * Returns the lines of an earlier sale at today's conditions: items at the price of the list, and any other line as it
 * was typed then, without tips and discounts. `gone` are the names of lines that can no longer be sold.
 */
export const soldAgain = (lines: readonly TicketLine[], {list, rates}: Prices): Again =>
  basketOf(
    lines.filter(({kind}) => kind !== 'tip'),
    line => lineAgain(line, list, rates),
  );

/** Returns an interrupted basket: as `soldAgain`, with its tip, and the prices and discounts for which a person gave a reason. */
export const takenUp = (lines: readonly TicketLine[], {list, rates}: Prices): Again =>
  basketOf(lines, line => {
    if (line.kind === 'tip') return lineWith(tipSold(line.amount));
    const again = lineAgain(line, list, rates);
    if (again === undefined || line.reason === null) return again;
    const {listPrice, unitPrice, discount, reason} = line;
    const changed = {unitPrice: listPrice === null ? undefined : unitPrice, discount: discount ?? undefined, reason};
    return problemOf(() => lineWith(again.sold, changed)) === undefined ? lineWith(again.sold, changed) : undefined;
  });

type Prices = {readonly list: PriceList; readonly rates: readonly TaxRate[]};
type Again = {readonly basket: Basket | undefined; readonly gone: readonly string[]};

function basketOf(lines: readonly TicketLine[], lineFor: (line: TicketLine) => BasketLine | undefined): Again {
  let basket: Basket | undefined;
  const gone: string[] = [];
  for (const line of lines) {
    const again = lineFor(line);
    if (again === undefined || (basket !== undefined && again.line.amount.currency !== basket.currency))
      gone.push(line.name);
    else basket = withLine(basket, again);
  }
  return {basket, gone};
}

function lineAgain(
  {kind, code, name, quantity, unitPrice, listPrice, tax}: TicketLine,
  list: PriceList,
  rates: readonly TaxRate[],
): BasketLine | undefined {
  if (kind === 'item') {
    const item = code === null ? undefined : itemOf(list, code);
    return item && itemLine(item, quantity, rates);
  }
  const none = {kind: 'text', code: null, group: null, unit: null} as const;
  const taxed = {taxRate: tax?.rate ?? null, taxIncluded: tax?.included ?? true};
  return lineWith({...none, name, quantity, unitPrice: listPrice ?? unitPrice, ...taxed});
}

/** Returns a line for something that is not on the price list, as `typedLines` reads it. Throws the `Problem`s of `typedLines`. */
export function textLine(
  text: string,
  currency: Currency,
  rates: readonly TaxRate[],
  marks: AmountMarks = {},
): BasketLine {
  const tax = taxOfItem(rates, null);
  const [line] = typedLines([text], {currency, tax, marks}).lines;
  if (line === undefined) throw new Problem('line-unreadable', {line: ''});
  const {name, quantity, unitPrice} = line;
  const none = {code: null, group: null, unit: null, ...tax};
  return {sold: {kind: 'text', name, quantity, unitPrice, ...none}, change: {}, line};
}

const nameKey = (name: string): string => foldedText(name).replaceAll(/\s/gu, '');

/** Returns the items of this name. Case, accents and blanks make no difference. */
function itemsNamed({items, texts}: PriceList, name: string): readonly Item[] {
  const [key, first = ''] = [nameKey(name), foldedText(name).trim().charAt(0)];
  return items.filter((item, at) => texts[at]?.trimStart().startsWith(first) === true && nameKey(item.name) === key);
}

/** Returns lines as the price list sees them: one typed with an item's name at another price is that item at a changed price. */
export const asListed = (lines: readonly TicketLine[], list: PriceList): readonly TicketLine[] =>
  lines.map(line => {
    if (line.kind !== 'text') return line;
    const prices = itemsNamed(list, line.name).map(({price}) => price);
    const {currency, minor} = line.unitPrice;
    const same = prices.filter(price => price.currency === currency);
    const [listPrice] = same;
    return listPrice === undefined || same.some(price => price.minor === minor) ? line : {...line, listPrice};
  });

export const totalOf = (basket: Basket): Money => totalOfLines(soldLines(basket), basket.currency);

/** Returns the basket with one more line, its currency the first one's. Throws basket-full, line-currency-differs, amount-above-maximum. */
export function withLine(basket: Basket | undefined, line: BasketLine): Basket {
  const {currency} = line.line.amount;
  const before = basket === undefined || basket.lines.length === 0 ? {...basket, currency, lines: []} : basket;
  if (before.lines.length >= mostLines) throw new Problem('basket-full', {lines: mostLines});
  return checked({...before, lines: [...before.lines, line]});
}

/** Does the same for an item. Pieces at the same price become one line, which is then the last; each weighing gets its own. */
export function withItem(basket: Basket | undefined, {sold, line}: BasketLine): Basket {
  const at = basket?.lines.findLastIndex(each => isSameItem(each, {sold, line})) ?? -1;
  const before = basket?.lines[at];
  if (basket === undefined || before === undefined) return withLine(basket, lineWith(sold));
  const quantity = String(Number(before.line.quantity) + Number(line.quantity));
  return withLine(withoutLineAt(basket, at), lineWith({...sold, quantity}));
}

type ItemLine = Pick<BasketLine, 'sold' | 'line'>;
const isOfPieces = ({sold: {kind, unit}, line: {quantity, reason}}: ItemLine): boolean =>
  kind === 'item' && unit === null && reason === null && /^\d+$/u.test(quantity);
const isSameItem = (one: ItemLine, other: ItemLine): boolean =>
  one.sold.code === other.sold.code &&
  isOfPieces(one) &&
  isOfPieces(other) &&
  samePiece(one.sold) === samePiece(other.sold);
const samePiece = ({name, unitPrice: {currency, minor}, taxRate}: SoldItem): string =>
  JSON.stringify([name, currency, minor, taxRate]);

/** Returns the basket with one of its lines replaced. Throws the `Problem`s of `withLine`. */
export const withLineAt = (basket: Basket, at: number, line: BasketLine): Basket =>
  checked({...basket, lines: basket.lines.with(at, line)});

/** Returns the basket without one of its lines, and without a discount that would be more than the rest. */
export function withoutLineAt(basket: Basket, at: number): Basket {
  const rest = {...basket, lines: basket.lines.toSpliced(at, 1)};
  return problemOf(() => soldLines(rest)) === undefined ? rest : {...rest, off: undefined};
}

function checked(basket: Basket): Basket {
  totalOf(basket);
  return basket;
}

/** Returns the basket with this tip, which replaces any other. Throws the `Problem`s of `withLine`. */
export const withTip = (basket: Basket, tip: Money): Basket => withLine(withoutTip(basket), lineWith(tipSold(tip)));

export const withoutTip = (basket: Basket): Basket => ({
  ...basket,
  lines: basket.lines.filter(({line}) => line.kind !== 'tip'),
});

/** Returns a sum as one line with a name. It has no tax rate, like a sum without lines. Throws the `Problem`s of `lineOf`. */
export const sumLine = (amount: Money, name: string): BasketLine => ({...lineWith(sumSold(amount, name)), isSum: true});

/** Returns the lines of a basket as they are sold, with their shares of the discount on the whole basket. */
export function soldLines({lines, off}: Basket): readonly TicketLine[] {
  const own = lines.map(({line}) => line);
  return off === undefined || own.length === 0 ? own : discountedLines(own, off);
}

export function takenOff(basket: Basket): Money {
  const [whole, left] = [{...basket, off: undefined}, basket].map(each =>
    soldLines(each).reduce((sum, {discount}) => sum + (discount?.minor ?? 0), 0),
  ) as [number, number];
  return {currency: basket.currency, minor: left - whole};
}

/** Returns the basket with a discount on all of it, which replaces any other. Throws the `Problem`s of `discountedLines`. */
export const withDiscount = (basket: Basket, off: WholeDiscount | undefined): Basket => checked({...basket, off});

export const ticketOf = (basket: Basket): TicketOrder => ({
  total: totalOf(basket),
  lines: soldLines(basket),
  parked: basket.parked,
  description: '',
});

/** What a person typed or scanned into a basket. */
export type Entry = {
  readonly quantity: string;
  /** The item with exactly this code or barcode. */
  readonly item: Item | undefined;
  /** Items with its words, likeliest first. None for a text like a code, because a misread code must not find another item. */
  readonly found: readonly Item[];
  /** The line of free text, if the entry is not on the list: `50 Bag`. */
  readonly text: BasketLine | undefined;
  /** The text without the quantity. */
  readonly asked: string;
};

const counted = /^(?<quantity>\d{1,6}(?:[.,]\d{1,3})?)\s*[x×*]\s*(?<asked>\S.*)$/iu;
/** A single word of six or more characters with a digit among them. Nobody searches for a name like this. */
const likeCode = /^(?=\S*\d)\S{6,}$/u;

type EntryRules = {
  readonly list: PriceList;
  readonly currency: Currency;
  readonly rates: readonly TaxRate[];
  readonly most: number;
  readonly marks?: AmountMarks;
};

/** Reads an entry. `3x` before it is its quantity, unless the whole text is a code. `currency` is that of a line of free text. */
export function readEntry(typed: string, {list, currency, rates, most, marks}: EntryRules): Entry {
  const whole = typed.trim();
  const coded = codedIn(list, whole);
  const groups = coded === undefined ? counted.exec(whole)?.groups : undefined;
  const {quantity = coded?.quantity ?? '1', asked = whole} = groups ?? {};
  const item = coded?.item ?? itemOf(list, asked);
  const isSearched = asked !== '' && item === undefined && !likeCode.test(asked);
  return {
    quantity: quantity.replace(',', '.'),
    item,
    found: isSearched ? searchItems(list, asked, most) : [],
    text:
      item === undefined && problemOf(() => textLine(whole, currency, rates, marks)) === undefined
        ? textLine(whole, currency, rates, marks)
        : undefined,
    asked,
  };
}

const behind = /^(?<asked>\S.*?)\s*[x×*]\s*(?<quantity>\d{1,6}(?:\.\d{1,3})?)$/iu;

/** Returns the line of `CODE` or `CODExQUANTITY`. Throws `Problem` item-unknown and those of `lineOf`. */
export function itemLineOf(list: PriceList, typed: string, rates: readonly TaxRate[]): BasketLine {
  const whole = typed.trim();
  const exact = codedIn(list, whole);
  const groups = exact === undefined ? behind.exec(whole)?.groups : undefined;
  const {asked = whole, quantity = exact?.quantity ?? '1'} = groups ?? {};
  const item = exact?.item ?? itemOf(list, asked);
  if (item === undefined) throw new Problem('item-unknown', {item: shownCode(asked)});
  return itemLine(item, quantity, rates);
}

/** Returns a code in a form that may be shown: a person may scan a card at the counter. */
export const shownCode = (code: string): string => cleanText(hideCardNumbers(code), 60);
