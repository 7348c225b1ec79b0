import {holdsCardNumber} from '../card/numbers.js';
import {fillFrom, type Messages} from '../messages/messages.js';
import {decimalOf, moneyFrom, plainDecimal} from '../money/decimal.js';
import {type Currency, isCurrency} from '../money/money.js';
import {cleanText} from '../text/text.js';
import {rateNamed, type TaxRate} from '../ticket/tax-rates.js';
import {isBarcode} from './barcode.js';
import {keysOfItem, mostItems} from './list.js';
import type {Item} from './schema.js';

/** A row of a price list as its file has it; a text is empty where the file says nothing. */
export type ItemRow = {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly name: string;
  /** Plain decimal text, `''` where there is none, and undefined for what is no amount. */
  readonly price: string | undefined;
  /** As the file writes it. */
  readonly priceText: string;
  /** Prices under the same heading in other columns: of other shops, where the file has several. */
  readonly otherPrices: readonly string[];
  readonly currency: string;
  readonly code: string;
  readonly barcode: string;
  readonly unit: string;
  readonly group: string;
  readonly rate: string;
};

type Why = keyof Messages['items']['faults'];
/** What is wrong with a line of a file; `text` is what it says, and `earlier` the line that says it before. */
export type ItemFault = {readonly line: number; readonly why: Why; readonly text: string; readonly earlier?: number};

/** What is wrong with it, in words. */
export const faultWhy = ({line, why, text, earlier}: ItemFault, {faults}: Pick<Messages['items'], 'faults'>): string =>
  fillFrom(faults[why], {text, earlier: earlier ?? line});

/** A wrong line as people are told of it. */
export const faultText = (fault: ItemFault, words: Messages['items']): string =>
  words.fault({line: fault.line, why: faultWhy(fault, words)});

export const longestName = 120;
const longestCode = 64;
/** A long number as a spreadsheet shows it, which has lost its last digits. */
const shortenedForm = /^\d(?:[.,]\d+)?E\+\d+$/iu;
/** Signs that stand for one currency alone, and others that every price of that sign is in. */
const signs: Readonly<Record<string, string>> = {$: 'USD', '€': 'EUR', '£': 'GBP', '₦': 'NGN', '₵': 'GHS'};
const rateForm = /^(?<rate>\d{1,2}(?:[.,]\d{1,3})?)\s*%?$/u;

/**
 * The items of the rows, and every line that is wrong: nothing is left out in silence. `currency` is that of rows which name
 * none, and `rates` are the shop's, by whose names a row may tell its tax.
 */
export function readItems(
  rows: readonly ItemRow[],
  {currency, rates}: {readonly currency: Currency; readonly rates: readonly TaxRate[]},
): {readonly items: readonly Item[]; readonly faults: readonly ItemFault[]} {
  const items: Item[] = [];
  const faults: ItemFault[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const read = itemOfRow(row, currency, rates);
    if ('why' in read) {
      faults.push({line: row.line, why: read.why, text: cleanText(read.text, 60)});
      continue;
    }
    const doubled = keysOfItem(read).find(key => lines.has(key)) ?? '';
    const earlier = lines.get(doubled);
    if (earlier !== undefined) {
      faults.push({line: row.line, why: 'code-twice', text: doubled, earlier});
      continue;
    }
    for (const key of keysOfItem(read)) lines.set(key, row.line);
    items.push(read);
  }
  if (items.length > mostItems)
    faults.push({line: rows[mostItems]?.line ?? 0, why: 'too-many', text: String(mostItems)});
  return {items, faults};
}

type Wrong = Pick<ItemFault, 'why' | 'text'>;

function itemOfRow(row: ItemRow, usual: Currency, rates: readonly TaxRate[]): Item | Wrong {
  const [name, code, barcode, unit, group] = [row.name, row.code, row.barcode, row.unit, row.group].map(text =>
    cleanText(text),
  ) as [string, string, string, string, string];
  if (name === '') return {why: 'name-missing', text: ''};
  const long = [name, unit, group].find(text => text.length > longestName);
  if (long !== undefined) return {why: 'text-too-long', text: long};
  const longCode = [code, barcode].find(text => text.length > longestCode);
  if (longCode !== undefined) return {why: 'text-too-long', text: longCode};
  const shortened = [code, barcode].find(text => shortenedForm.test(text));
  if (shortened !== undefined) return {why: 'code-shortened', text: shortened};
  if ([name, code, barcode, unit, group].some(isCard)) return {why: 'card-number', text: ''};
  const price = priceOfRow(row, usual);
  if ('why' in price) return price;
  const rate = rateNamed(rates, row.rate)?.percent ?? rateIn(row.rate);
  if (rate === undefined) return {why: 'rate-unreadable', text: row.rate};
  return {
    ...{code: code || barcode || name, barcode: barcode || null, name, price},
    ...{unit: unit || null, group: group || null, rate},
  };
}

const isCard = (text: string): boolean => holdsCardNumber(text) && !isBarcode(text);

function priceOfRow({price, priceText, otherPrices, currency: said}: ItemRow, usual: Currency): Item['price'] | Wrong {
  const code = said.trim().toUpperCase() || currencyIn(priceText);
  if (code !== '' && !isCurrency(code)) return {why: 'currency-unknown', text: said || priceText};
  const other = otherPrices.find(each => each !== '' && each !== priceText);
  if (other !== undefined) return {why: 'prices-differ', text: `${priceText}, ${other}`};
  const currency = isCurrency(code) ? code : usual;
  if (price === '') return {why: 'price-missing', text: ''};
  const decimal = price === undefined ? undefined : decimalOf(price);
  if (decimal === undefined) return {why: 'price-unreadable', text: priceText};
  if (decimal.digits <= 0n) return {why: 'price-not-positive', text: priceText};
  const money = moneyFrom(decimal, currency);
  return money ?? {why: 'price-too-fine', text: `${priceText} ${currency}`};
}

/** The currency that a price names beside its number; `''` where it names none. */
function currencyIn(priceText: string): string {
  const named = priceText.match(/\p{L}{3}/gu)?.find(isCurrency);
  const [sign] = priceText.match(/\p{Sc}/u) ?? [];
  return named ?? (sign === undefined ? '' : (signs[sign] ?? sign));
}

/** Null for none, undefined for what is no rate. */
function rateIn(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const rate = rateForm.exec(text.trim())?.groups?.['rate']?.replace(',', '.');
  const decimal = decimalOf(rate);
  return decimal === undefined ? undefined : plainDecimal(decimal);
}
