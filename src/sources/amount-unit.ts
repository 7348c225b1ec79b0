import {currencies} from '../core/money/money.js';

/** The currencies of the accounts that shops have: those that the till takes money in, and two more. */
export const accountCurrencies: readonly string[] = [...currencies, 'EUR', 'GBP'];

/** Other names of currencies, in lower case, with the currencies that each name may mean. */
const names: Readonly<Record<string, readonly string[]>> = {
  ksh: ['KES'],
  kshs: ['KES'],
  ush: ['UGX'],
  tsh: ['TZS'],
  fcfa: ['XOF', 'XAF'],
  'f cfa': ['XOF', 'XAF'],
  cfa: ['XOF', 'XAF'],
  '₦': ['NGN'],
  'gh₵': ['GHS'],
  ghc: ['GHS'],
  'gh¢': ['GHS'],
  '¢': ['GHS'],
  r: ['ZAR'],
  f: ['XOF', 'XAF', 'CDF', 'RWF', 'GNF', 'BIF', 'DJF', 'KMF'],
  fc: ['CDF'],
  mt: ['MZN'],
  le: ['SLE'],
  zk: ['ZMW'],
  zmk: ['ZMW'],
  '£': ['GBP', 'EGP', 'SSP'],
  '€': ['EUR'],
  '/=': ['KES', 'TZS', 'UGX'],
  '/-': ['KES', 'TZS', 'UGX'],
  $: ['USD'],
  us$: ['USD'],
  l$: ['LRD'],
  ld$: ['LRD'],
};

/** The currencies that a code or another name may mean. Empty if the text is neither. */
export const currenciesNamed = (unit: string): readonly string[] =>
  names[unit.toLowerCase()] ?? (accountCurrencies.includes(unit.toUpperCase()) ? [unit.toUpperCase()] : []);

const name = [...accountCurrencies, ...Object.keys(names)]
  .sort((a, b) => b.length - a.length)
  .map(each => each.replace('$', String.raw`\$`).replace(' ', String.raw`\s`))
  .join('|');
const before = new RegExp(String.raw`^(?<start>[-+(]?)\s*(?<unit>${name})\.?\s*(?<rest>[-+(]?\d.*)$`, 'iu');
const behind = new RegExp(String.raw`^(?<rest>.*\d)\s*(?<unit>${name})\.?(?<end>\)?)$`, 'iu');

/**
 * Splits an amount into the amount without its currency's name (`KES 1,250.00`, `1 250 FCFA`), and the currencies that the name may mean.
 */
export function withoutUnit(text: string): {readonly amount: string; readonly currencies?: readonly string[]} {
  if (!/[\p{L}\p{Sc}¢/]/u.test(text)) return {amount: text};
  const meant = (unit: string) => names[unit.toLowerCase().replace(/\s/, ' ')] ?? [unit.toUpperCase()];
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
  const may = ofSeveral.test(text) ? [] : (names[text.toLowerCase()] ?? []);
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
