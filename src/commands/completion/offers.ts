import type {Option} from 'commander';
import {intervals} from '../../core/endpoints/plans.js';
import type {Profile} from '../../core/journal/schema.js';
import {markets} from '../../core/market/markets.js';
import {languages} from '../../core/messages/messages.js';
import {codes} from '../../core/reconcile/rows/discrepancy.js';
import {dateOrders} from '../../core/reconcile/rows/row.js';
import {slipWidths} from '../../core/slip/slip.js';
import {renderings} from '../../till/slips.js';
import {spanRows} from '../day-span.js';
import {exportFormats, exportLists} from '../export.js';
import {bookFormats} from '../reconcile/book.js';
import {separatorNames} from '../reconcile/options.js';

/** What is offered for a value: a list of words, the existing folders, or nothing. */
export type Offer = readonly string[] | 'folders';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const once = (words: readonly string[]) => [...new Set(words)];
const currencies = once(markets.map(({currency}) => currency));

/** The offers by the name of an option. If commands use one name for different things, the key is the command and the name. */
const options: Readonly<Record<string, Offer>> = {
  home: 'folders',
  data: 'folders',
  folder: 'folders',
  journal: 'folders',
  profile: ['sandbox', 'test', 'live'] satisfies readonly Profile[],
  lang: languages,
  customerLanguage: languages,
  country: markets.map(({country}) => country),
  network: once(markets.flatMap(({networks}) => networks.map(({code}) => code))),
  currency: currencies,
  as: ['paid', 'not-paid', 'done', 'failed'],
  'receipt format': renderings,
  'shift show format': renderings,
  'closing show format': renderings,
  'journal export format': exportFormats,
  'evidence format': ['text', 'json'],
  lists: exportLists,
  book: bookFormats,
  'day by': spanRows,
  'plan create interval': intervals,
  width: slipWidths.map(String),
  decimalMark: ['.', ','],
  separator: separatorNames,
  dateOrder: dateOrders,
  codes,
};

/** What to offer for the value of an option of the command at `path`. */
export function offerForOption(path: readonly string[], option: Option): Offer {
  const name = option.attributeName();
  return options[[...path, name].join(' ')] ?? options[name] ?? [];
}

const argumentsByName: Readonly<Record<string, Offer>> = {currency: currencies, shell: shells};

/** What to offer for an argument, by the name in `<…>` of its definition. */
export function offerForArgument(name: string): Offer {
  return argumentsByName[name] ?? [];
}
