import {hideCardNumbers} from '../card/numbers.js';
import type {Currency, Money} from '../money/money.js';
import {problemOf} from '../payment/said.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import type {TicketOrder} from '../ticket/decide.js';
import {type LineChange, lineOf, type SoldItem, totalOfLines, typedLines} from '../ticket/line.js';
import type {TicketLine} from '../ticket/schema.js';
import {type TaxRate, taxOfItem} from '../ticket/tax-rates.js';
import {tipSold} from '../ticket/tip.js';
import {itemOf, type PriceList, searchItems} from './list.js';
import type {Item} from './schema.js';

/** A line of a basket: what it is made of, so that it can be changed, and what it comes to. */
export type BasketLine = {readonly sold: SoldItem; readonly change: LineChange; readonly line: TicketLine};

/** What a customer is about to buy, of one currency. No money has moved: lines are changed and taken away at will. */
export type Basket = {readonly currency: Currency; readonly lines: readonly BasketLine[]};

/** Longer is no receipt that anybody prints. */
export const mostLines = 500;

/** So much of an item at the price of the list, with the tax that the shop's `rates` make of its rate. Throws `Problem` as `lineOf` does. */
export const itemLine = (item: Item, quantity: string, rates: readonly TaxRate[]): BasketLine =>
  lineWith(soldOf(item, quantity, rates));

/** A line that adds up. Throws `Problem` as `lineOf` does. */
export const lineWith = (sold: SoldItem, change: LineChange = {}): BasketLine => ({
  sold,
  change,
  line: lineOf(sold, change),
});

const soldOf = (
  {code, name, group, unit, price, rate}: Item,
  quantity: string,
  rates: readonly TaxRate[],
): SoldItem => ({
  ...{kind: 'item', code, name, group, unit, quantity, unitPrice: price},
  ...taxOfItem(rates, rate),
});

/**
 * The lines of an earlier sale as they are sold today: items at the price of the list, anything else as it was typed then; no tip, and
 * nothing that was taken off. `gone` are the names of items that are not sold any more.
 */
export function soldAgain(
  lines: readonly TicketLine[],
  {list, rates}: {readonly list: PriceList; readonly rates: readonly TaxRate[]},
): {readonly basket: Basket | undefined; readonly gone: readonly string[]} {
  let basket: Basket | undefined;
  const gone: string[] = [];
  for (const line of lines.filter(({kind}) => kind !== 'tip')) {
    const again = lineAgain(line, list, rates);
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

/** Something that is not on the price list, as `typedLines` reads it. Throws as that does. */
export function textLine(text: string, currency: Currency, rates: readonly TaxRate[]): BasketLine {
  const tax = taxOfItem(rates, null);
  const [line] = typedLines([text], {currency, tax}).lines;
  if (line === undefined) throw new Problem('line-unreadable', {line: ''});
  const {name, quantity, unitPrice} = line;
  const none = {code: null, group: null, unit: null, ...tax};
  return {sold: {kind: 'text', name, quantity, unitPrice, ...none}, change: {}, line};
}

/** What the basket comes to. */
export const totalOf = ({lines, currency}: Basket): Money =>
  totalOfLines(
    lines.map(({line}) => line),
    currency,
  );

/**
 * The basket with one line more: the first line says its currency. Throws `Problem` basket-full, line-currency-differs,
 * amount-above-maximum: the basket is as it was then.
 */
export function withLine(basket: Basket | undefined, line: BasketLine): Basket {
  const {currency} = line.line.amount;
  const before = basket === undefined || basket.lines.length === 0 ? {currency, lines: []} : basket;
  if (before.lines.length >= mostLines) throw new Problem('basket-full', {lines: mostLines});
  return checked({...before, lines: [...before.lines, line]});
}

/**
 * The same of an item: pieces of one that is there already at the same price, with nothing off it, are one line, which is the last then.
 * What is sold by weight has a line for each time it is weighed.
 */
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

/** The basket with a line in place of one of its own. Throws as `withLine` does. */
export const withLineAt = (basket: Basket, at: number, line: BasketLine): Basket =>
  checked({...basket, lines: basket.lines.with(at, line)});

/** The basket without one of its lines. */
export const withoutLineAt = (basket: Basket, at: number): Basket => ({
  ...basket,
  lines: basket.lines.toSpliced(at, 1),
});

function checked(basket: Basket): Basket {
  totalOf(basket);
  return basket;
}

/** What is sold, without the tip. */
export const soldIn = (basket: Basket): Money => totalOf(withoutTip(basket));

/** The basket with this tip in place of another. Throws as `withLine` does. */
export const withTip = (basket: Basket, tip: Money): Basket => withLine(withoutTip(basket), lineWith(tipSold(tip)));

/** The basket without a tip. */
export const withoutTip = (basket: Basket): Basket => ({
  ...basket,
  lines: basket.lines.filter(({line}) => line.kind !== 'tip'),
});

/** A sum as one line under a name, without a rate, as a sum without lines is. Throws `Problem` as `lineOf` does. */
export const sumLine = (amount: Money, name: string): BasketLine =>
  lineWith({
    ...{kind: 'text', code: null, name, group: null, unit: null, quantity: '1'},
    ...{unitPrice: amount, taxRate: null, taxIncluded: true},
  });

/** The ticket that a basket is sold as. */
export const ticketOf = (basket: Basket): TicketOrder => ({
  total: totalOf(basket),
  lines: basket.lines.map(({line}) => line),
  description: '',
});

/** What was typed or scanned into a basket. */
export type Entry = {
  readonly quantity: string;
  /** The one item whose code or barcode it is. */
  readonly item: Item | undefined;
  /** Items that have its words, the likeliest first; none where it looks like a code: a misread code is no other item. */
  readonly found: readonly Item[];
  /** What it is where it is nothing on the list: `50 Bag`. */
  readonly text: BasketLine | undefined;
  /** The text without the quantity. */
  readonly asked: string;
};

const counted = /^(?<quantity>\d{1,6}(?:[.,]\d{1,3})?)\s*[x×*]\s*(?<asked>\S.*)$/iu;
/** As one word of six signs or more with a digit among them is: nobody searches a name so. */
const likeCode = /^(?=\S*\d)\S{6,}$/u;

/** Reads an entry; `3x` before it is its quantity, unless all of it is a code. `currency` is that of a line of free text. */
export function readEntry(
  typed: string,
  {
    list,
    currency,
    rates,
    most,
  }: {readonly list: PriceList; readonly currency: Currency; readonly rates: readonly TaxRate[]; readonly most: number},
): Entry {
  const whole = typed.trim();
  const isCode = whole !== '' && itemOf(list, whole) !== undefined;
  const groups = isCode ? undefined : counted.exec(whole)?.groups;
  const {quantity = '1', asked = whole} = groups ?? {};
  const item = asked === '' ? undefined : itemOf(list, asked);
  const isSearched = asked !== '' && item === undefined && !likeCode.test(asked);
  return {
    quantity: quantity.replace(',', '.'),
    item,
    found: isSearched ? searchItems(list, asked, most) : [],
    text:
      item === undefined && problemOf(() => textLine(whole, currency, rates)) === undefined
        ? textLine(whole, currency, rates)
        : undefined,
    asked,
  };
}

const behind = /^(?<asked>\S.*?)\s*[x×*]\s*(?<quantity>\d{1,6}(?:\.\d{1,3})?)$/iu;

/** The line of `CODE` or `CODExQUANTITY`. Throws `Problem` item-unknown, and as `lineOf` does. */
export function itemLineOf(list: PriceList, typed: string, rates: readonly TaxRate[]): BasketLine {
  const whole = typed.trim();
  const exact = itemOf(list, whole);
  const {asked = whole, quantity = '1'} = exact === undefined ? (behind.exec(whole)?.groups ?? {}) : {};
  const item = exact ?? itemOf(list, asked);
  if (item === undefined) throw new Problem('item-unknown', {item: shownCode(asked)});
  return itemLine(item, quantity, rates);
}

/** A code as it may be told: what is scanned at a counter may be a card. */
export const shownCode = (code: string): string => cleanText(hideCardNumbers(code), 60);
