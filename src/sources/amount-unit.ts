import {type Currency, currencies, namesOf, patternOf} from '../core/money/currencies.js';

/** Codes that are words too: in a text they name a currency only where it is the whole cell. */
const words: readonly Currency[] = [
  'ALL',
  'BAM',
  'BOB',
  'COP',
  'CUP',
  'GEL',
  'MOP',
  'MUR',
  'PEN',
  'RON',
  'SOS',
  'TOP',
  'TRY',
];

/** The currencies that a heading, a text beside an amount, or a notice may name. */
export const accountCurrencies: readonly Currency[] = currencies.filter(currency => !words.includes(currency));

const names = namesOf(accountCurrencies);

/** The currencies that a code or another name may mean. Empty if the text is neither. */
export const currenciesNamed = (unit: string): readonly string[] => names.get(unit.toLowerCase()) ?? [];

const name = patternOf(names);
const before = new RegExp(String.raw`^(?<start>[-+(]?)\s*(?<unit>${name})\.?\s*(?<rest>[-+(]?\d.*)$`, 'iu');
const behind = new RegExp(String.raw`^(?<rest>.*\d)\s*(?<unit>${name})\.?(?<end>\)?)$`, 'iu');

/**
 * Splits an amount into the amount without its currency's name (`KES 1,250.00`, `1 250 FCFA`), and the currencies that the name may mean.
 */
export function withoutUnit(text: string): {readonly amount: string; readonly currencies?: readonly string[]} {
  if (!/[\p{L}\p{Sc}¢/]/u.test(text)) return {amount: text};
  const meant = (unit: string) => currenciesNamed(unit.replace(/\s/, ' '));
  const {start = '', unit: first, rest = text} = before.exec(text)?.groups ?? {};
  const {unit: last, rest: body = rest, end = ''} = behind.exec(rest)?.groups ?? {};
  const amount = `${start}${body}${end}`;
  if (first !== undefined && last !== undefined) {
    const may = meant(last);
    return {amount, currencies: meant(first).filter(each => may.includes(each))};
  }
  const unit = first ?? last;
  return unit === undefined ? {amount: text} : {amount, currencies: meant(unit)};
}

/** Signs that several countries use for their money, even if the table above lists only one currency for them. */
const ofSeveral = /(?:^|[^a-z])(?:us)?\$|(?<!\p{L})r(?!\p{L})|(?<!gh)¢/iu;

/**
 * The currency that a cell of a column of currencies names. Of several that a name may mean (`FCFA`), it is `usual`. Undefined if the cell
 * names none, or one of several.
 */
export function currencyInCell(cell: string, usual: string | null): string | undefined {
  const text = cell.trim().replace(/\.$/u, '').replaceAll(/\s+/gu, ' ');
  const may = ofSeveral.test(text) ? [] : currenciesNamed(text);
  const [only, second] = may;
  if (only !== undefined && second === undefined) return only;
  if (usual !== null && may.includes(usual)) return usual;
  return may.length === 0 && /^[A-Za-z]{3}$/u.test(text) ? text.toUpperCase() : undefined;
}

/**
 * The one currency that the amounts of a column name, even if only some of them name it. Returns null if no amount names one, or if more
 * than one may be meant.
 */
export function currencyOfAmounts(cells: readonly string[]): string | null {
  let common: readonly string[] | undefined;
  for (const cell of cells) {
    const {currencies: may} = withoutUnit(cell.trim());
    if (may === undefined) continue;
    if (ofSeveral.test(cell)) return null;
    common = common === undefined ? may : common.filter(each => may.includes(each));
  }
  const [only, ...others] = common ?? [];
  return only !== undefined && others.length === 0 ? only : null;
}
