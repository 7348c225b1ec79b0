import type {Option} from 'commander';
import type {Profile} from '../../config.js';
import {slipFormats} from '../../core/event.js';
import {markets} from '../../core/markets.js';
import {codes} from '../../core/reconcile/discrepancy.js';
import {intervals} from '../../core/service.js';
import {slipWidths} from '../../core/slip.js';
import type {Language} from '../../core/words/fill.js';
import {exportFormats, exportLists} from '../export.js';
import {dateOrders, separatorNames} from '../reconcile/options.js';

/** What is offered where a value is typed: some words, the folders that there are, or nothing. */
export type Offer = readonly string[] | 'folders';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const once = (words: readonly string[]) => [...new Set(words)];
const currencies = once(markets.map(({currency}) => currency));

const options: Readonly<Record<string, Offer>> = {
  home: 'folders',
  data: 'folders',
  folder: 'folders',
  journal: 'folders',
  profile: ['sandbox', 'test', 'live'] satisfies readonly Profile[],
  lang: ['en', 'fr'] satisfies readonly Language[],
  country: markets.map(({country}) => country),
  network: once(markets.flatMap(({networks}) => networks.map(({code}) => code))),
  currency: currencies,
  as: ['paid', 'not-paid', 'done', 'failed'],
  format: [...slipFormats, ...exportFormats, 'json'],
  lists: exportLists,
  interval: intervals,
  width: slipWidths.map(String),
  decimalMark: ['.', ','],
  separator: separatorNames,
  dateOrder: dateOrders,
  codes,
};

export function offerForOption(option: Option): Offer {
  return options[option.attributeName()] ?? [];
}

const argumentsByName: Readonly<Record<string, Offer>> = {currency: currencies, shell: shells};

/** By the name in `<…>` of the argument's definition. */
export function offerForArgument(name: string): Offer {
  return argumentsByName[name] ?? [];
}
