import {type Language, messages} from '../../core/messages/messages.js';
import {subtractDecimals} from '../../core/money/decimal.js';
import {plainAmount, zero} from '../../core/reconcile/amount.js';
import type {Reconciliation} from '../../core/reconcile/reconcile.js';
import {provedTexts} from '../../core/reconcile/reconciliation-text.js';
import {type SettlementEntry, settlementOf} from '../../core/reconcile/settlement.js';
import {type Accounts, accountsOf} from './chart.js';
import type {Chart} from './charts.js';
import {type BookEntry, type Transactions, uniqueIn} from './entries.js';

type Shop = Readonly<Record<'shop' | 'till' | 'profile', string>>;

/**
 * What a reconciliation implies, as transactions of a chart; texts are of the language. The last of them hold that nothing is
 * left in the clearing account.
 */
export function settlementTransactions(
  result: Reconciliation,
  {chart, shop, language}: {readonly chart: Chart; readonly shop: Shop; readonly language: Language},
): Transactions {
  const accounts = accountsOf(chart, shop.till);
  const settled = settlementOf(result);
  const last = settled.at(-1)?.date ?? result.days.to;
  const making = {accounts, shop: shop.shop, language, codes: new Set<string>()};
  const entries = [
    ...settled.map((entry, order) => entryOf(entry, order, making)),
    ...currenciesIn(settled).map((currency, at) =>
      nothingLeft(last, {currency, order: settled.length + at, accounts, language, shop: shop.shop}),
    ),
  ];
  return {
    about: {
      ...shop,
      from: result.days.from,
      to: result.days.to,
      zone: result.zone,
      ...equationsIn(result),
      ...filesIn(result),
    },
    ...{title: shop.shop, roots: chart.roots, entries, accounts: accounts.used()},
  };
}

const currenciesIn = (settled: readonly SettlementEntry[]) =>
  [...new Set(settled.map(({currency}) => currency))].sort();

/** What each equation leaves, with its letter. */
function equationsIn({equations}: Reconciliation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    equations.map(({id, currency, unexplained}) => [
      `equation_${id}_${currency}`,
      `unexplained ${plainAmount({currency, value: unexplained})}`,
    ]),
  );
}

/** How each file was proved to be read rightly. */
function filesIn({equations}: Reconciliation): Readonly<Record<string, string>> {
  const texts = new Set(equations.flatMap(({files}) => provedTexts(files, 'en')));
  return Object.fromEntries([...texts].map((text, at) => [`file_${at + 1}`, text]));
}

type Making = {
  readonly accounts: Accounts;
  readonly shop: string;
  readonly language: Language;
  readonly codes: Set<string>;
};

function entryOf(entry: SettlementEntry, order: number, {accounts, shop, language, codes}: Making): BookEntry {
  const {date, term, currency, amount, into, from, reference, line} = entry;
  const {terms, unexplained, book} = messages(language).reconcile;
  const name = term === 'unexplained' ? unexplained : term === 'not-compared' ? book.notCompared : terms[term];
  const payee = term === 'journal-paid' ? shop : term === 'bank-credits' ? book.bank : book.provider;
  return {
    ...{date, order, isSettled: true, payee, text: [name, reference].filter(part => part !== '').join(' ')},
    code: uniqueIn(codes, [date.replaceAll('-', ''), term, reference || currency].join('-')),
    facts: {key: line?.key ?? null, status: line?.status ?? null},
    postings: [
      {account: accounts.nameOf(into), amount, currency},
      {account: accounts.nameOf(from), amount: subtractDecimals(zero, amount), currency},
    ],
  };
}

type Ending = Omit<Making, 'codes'> & {readonly currency: string; readonly order: number};

function nothingLeft(date: string, {currency, order, accounts, language, shop}: Ending): BookEntry {
  return {
    ...{date, order, isSettled: true, payee: shop, text: messages(language).reconcile.book.settled},
    ...{code: `${date.replaceAll('-', '')}-settled-${currency}`, facts: {}, postings: []},
    held: {account: accounts.nameOf('clearing'), amount: zero, currency},
  };
}
