import {fillFrom, type Messages} from '../messages/messages.js';
import {currencies, namesOf} from '../money/currencies.js';
import {decimalOf, moneyFrom, plainDecimal} from '../money/decimal.js';
import {type Currency, isCurrency} from '../money/money.js';
import {holdsCardNumber} from '../text/card-numbers.js';
import {cleanText} from '../text/text.js';
import {rateNamed, type TaxRate} from '../ticket/line.js';
import {keysOfItem} from './list.js';
import type {Item} from './schema.js';

/** A row of a price list as its file has it. A text is empty if the file has none. */
export type ItemRow = {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly name: string;
  /** Plain decimal text; `''` if there is no price, and undefined if it is not an amount. */
  readonly price: string | undefined;
  /** As the file writes it. */
  readonly priceText: string;
  /** The prices in other columns with the same heading: those of other shops, if the file has several. */
  readonly otherPrices: readonly string[];
  readonly currency: string;
  readonly code: string;
  readonly barcode: string;
  readonly unit: string;
  readonly group: string;
  readonly rate: string;
};

type Why = keyof Messages['items']['faults'];
/** What is wrong with a line of a file. `text` is the text at fault, and `earlier` is the earlier line that has the same code. */
export type ItemFault = {readonly line: number; readonly why: Why; readonly text: string; readonly earlier?: number};

export const faultWhy = ({line, why, text, earlier}: ItemFault, {faults}: Pick<Messages['items'], 'faults'>): string =>
  fillFrom(faults[why], {text, earlier: earlier ?? line});

export const faultText = (fault: ItemFault, words: Messages['items']): string =>
  words.fault({line: fault.line, why: faultWhy(fault, words)});

const longestName = 120;
const longestCode = 64;
/** A long number as a spreadsheet shows it, which has lost its last digits. */
const shortenedForm = /^\d(?:[.,]\d+)?E\+\d+$/iu;
/** The currencies that a sign may stand for. A price with any other currency sign is refused. */
const signs = namesOf(currencies);
const signForm = /(?:(?<!\p{L})(?:US|LD?))?\p{Sc}/iu;
const rateForm = /^(?<rate>\d{1,2}(?:[.,]\d{1,3})?)\s*%?$/u;

/** More items than any shop has. A larger file is not a price list. */
const mostItems = 200_000;

/** Returns the items, and the fault of each wrong row. `currency`: of rows without one; `rates`: the shop's, for names of taxes. */
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
  if ([name, code, barcode, unit, group].some(holdsCardNumber)) return {why: 'card-number', text: ''};
  const price = priceOfRow(row, usual);
  if ('why' in price) return price;
  const rate = rateNamed(rates, row.rate)?.percent ?? rateIn(row.rate);
  if (rate === undefined) return {why: 'rate-unreadable', text: row.rate};
  return {
    code: code || barcode || name,
    barcode: barcode || null,
    name,
    price,
    unit: unit || null,
    group: group || null,
    rate,
  };
}

function priceOfRow({price, priceText, otherPrices, currency: said}: ItemRow, usual: Currency): Item['price'] | Wrong {
  const currency = currencyOfRow(priceText, said, usual);
  if (typeof currency !== 'string') return currency;
  const other = otherPrices.find(each => each !== '' && each !== priceText);
  if (other !== undefined) return {why: 'prices-differ', text: `${priceText}, ${other}`};
  if (price === '') return {why: 'price-missing', text: ''};
  const decimal = price === undefined ? undefined : decimalOf(price);
  if (decimal === undefined) return {why: 'price-unreadable', text: priceText};
  if (decimal.digits <= 0n) return {why: 'price-not-positive', text: priceText};
  const money = moneyFrom(decimal, currency);
  return money ?? {why: 'price-too-fine', text: `${priceText} ${currency}`};
}

/** Returns the only currency that fits both what the price names beside its number and what its column or heading says. */
function currencyOfRow(priceText: string, said: string, usual: Currency): Currency | Wrong {
  const stated = said.trim().toUpperCase();
  const lists = [currenciesIn(stated, usual), currenciesIn(priceText, usual)];
  if (stated !== '' && lists[0]?.length === 0) return {why: 'currency-unknown', text: said};
  const [first = [usual], second = first] = lists.filter(({length}) => length > 0);
  const [currency = '', other] = first.filter(each => second.includes(each));
  if (currency === '' || other !== undefined) return {why: 'currency-unclear', text: `${said} ${priceText}`.trim()};
  return isCurrency(currency) ? currency : {why: 'currency-unknown', text: said || priceText};
}

/** Returns the sign of a currency in a text, with the letters that belong to it; `''` if there is none. */
export const currencySignIn = (text: string): string => signForm.exec(text)?.[0].toUpperCase() ?? '';

/** Returns the currencies that a text may name; empty if it names none. */
function currenciesIn(text: string, usual: Currency): readonly string[] {
  const named = new Set(text.match(/(?<!\p{L})\p{L}{3}(?!\p{L})/gu)?.filter(isCurrency));
  const sign = currencySignIn(text);
  if (named.size > 0 || sign === '') return [...named];
  const may = signs.get(sign.toLowerCase()) ?? [sign];
  if (usual === 'LRD') return may; // both dollars are in use in Liberia
  // Elsewhere a sign is that of the shop's own currency or, if it has another, of the currency that is known everywhere.
  if (may.includes(usual)) return [usual];
  return sign === '$' ? ['USD'] : may.slice(0, 1);
}

/** Returns null if there is no rate, and undefined if the text is not a rate. */
function rateIn(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const rate = rateForm.exec(text.trim())?.groups?.['rate']?.replace(',', '.');
  const decimal = decimalOf(rate);
  return decimal === undefined ? undefined : plainDecimal(decimal);
}
