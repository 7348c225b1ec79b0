import {currencies} from '../core/money/money.js';

/** What currencies are called beside their codes, in small letters, and which they may be. */
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
  '£': ['GBP', 'EGP', 'SSP'],
  '€': ['EUR'],
  '/=': ['KES', 'TZS', 'UGX'],
  '/-': ['KES', 'TZS', 'UGX'],
  $: ['USD'],
  us$: ['USD'],
};

const name = [...currencies, ...Object.keys(names)]
  .sort((a, b) => b.length - a.length)
  .map(each => each.replace('$', String.raw`\$`).replace(' ', String.raw`\s`))
  .join('|');
const before = new RegExp(String.raw`^(?<start>[-+(]?)\s*(?<unit>${name})\.?\s*(?<rest>[-+(]?\d.*)$`, 'iu');
const behind = new RegExp(String.raw`^(?<rest>.*\d)\s*(?<unit>${name})\.?(?<end>\)?)$`, 'iu');

/** An amount without the name of its currency (`KES 1,250.00`, `1 250 FCFA`), and the currencies that the name may mean. */
export function withoutUnit(text: string): {readonly amount: string; readonly currencies?: readonly string[]} {
  if (!/[\p{L}\p{Sc}¢/]/u.test(text)) return {amount: text};
  const {start = '', unit, rest = '', end = ''} = (before.exec(text) ?? behind.exec(text))?.groups ?? {};
  if (unit === undefined) return {amount: text};
  return {
    amount: `${start}${rest}${end}`,
    currencies: names[unit.toLowerCase().replace(/\s/, ' ')] ?? [unit.toUpperCase()],
  };
}
