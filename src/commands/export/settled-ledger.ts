import {type Language, messages} from '../../core/messages/messages.js';
import {zero} from '../../core/money/decimal.js';
import type {Reconciliation} from '../../core/reconcile/result/reconcile.js';
import {type SettledEntry, settledEntries} from '../../core/reconcile/result/settled-ledger.js';
import {isZero, negated, plainAmount} from '../../core/reconcile/rows/amount.js';
import {provedTexts} from '../../views/reconcile/reconciliation-text.js';
import type {DayOwed} from './book.js';
import {type Accounts, accountsOf, type Chart} from './chart.js';
import {type BookEntry, type Transactions, uniqueIn} from './entries.js';

/** How the transactions are wanted, and how much of the takings is tax, which a reconciliation does not know. */
export type SettledWanted = {
  readonly chart: Chart;
  readonly shop: Readonly<Record<'shop' | 'till' | 'profile', string>>;
  readonly language: Language;
  readonly owed: readonly DayOwed[];
};

/** The transactions of a reconciliation on a chart's accounts. The last of them assert that the clearing account is empty. */
export function settledTransactions(
  result: Reconciliation,
  {chart, shop, language, owed}: SettledWanted,
): Transactions {
  const accounts = accountsOf(chart, shop.till);
  const settled = settledEntries(result);
  const making = {accounts, shop: shop.shop, language, codes: new Set<string>()};
  const booked = [...settled.map(entry => entryOf(entry, making)), ...owed.map(each => owedEntry(each, making))].sort(
    (a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1),
  );
  const last = booked.at(-1)?.date ?? result.days.to;
  const entries = [...booked, ...currenciesIn(settled).map(currency => nothingLeft(currency, last, making))].map(
    (entry, order) => ({...entry, order}),
  );
  return {
    about: {
      ...shop,
      from: result.days.from,
      to: result.days.to,
      zone: result.zone,
      ...equationsIn(result),
      ...filesIn(result),
    },
    title: shop.shop,
    roots: chart.roots,
    entries,
    accounts: accounts.used(),
  };
}

const currenciesIn = (settled: readonly SettledEntry[]) => [...new Set(settled.map(({currency}) => currency))].sort();

/** What each equation leaves unexplained, by the equation's letter. */
const equationsIn = ({equations}: Reconciliation): Readonly<Record<string, string>> =>
  Object.fromEntries(
    equations.map(({id, currency, unexplained}) => [
      `equation_${id}_${currency}`,
      `unexplained ${plainAmount({currency, value: unexplained})}`,
    ]),
  );

/** How each file was proved to be read correctly. */
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

type Entry = Omit<BookEntry, 'order'>;

function entryOf(entry: SettledEntry, {accounts, shop, language, codes}: Making): Entry {
  const {date, term, currency, amount, into, from, reference, line, shares} = entry;
  const {terms, unexplained, book} = messages(language).reconcile;
  const name = term === 'unexplained' ? unexplained : term === 'not-compared' ? book.notCompared : terms[term];
  const payee = term === 'journal-paid' ? shop : term === 'bank-credits' ? book.bank : book.provider;
  const ruled = shares.map(share => ({...share, name: accounts.ownName(share.account)}));
  const others = ruled.flatMap(({account, name}) => (name === undefined ? [account] : []));
  // The shop owes the tax in what came in, and gets back that in what it paid.
  const taxAccount = (rate: string) =>
    amount.digits > 0n ? accounts.nameOf('vat', rate) : accounts.nameOf('input-tax');
  const taken = ruled.flatMap(({name, net, tax, rate}) => [
    ...(isZero(net) ? [] : [{account: name ?? accounts.nameOf(from), amount: negated(net), currency}]),
    ...(isZero(tax) ? [] : [{account: taxAccount(rate), amount: negated(tax), currency}]),
  ]);
  return {
    date,
    isSettled: true,
    payee,
    text: [name, reference].filter(part => part !== '').join(' '),
    code: uniqueIn(codes, [day(date), term, reference || currency].join('-')),
    facts: {key: line?.key ?? null, status: line?.status ?? null, account: others.join(' + ') || null},
    postings: [
      {account: accounts.nameOf(into), amount, currency},
      ...(taken.length === 0 ? [{account: accounts.nameOf(from), amount: negated(amount), currency}] : taken),
    ],
  };
}

const day = (date: string) => date.replaceAll('-', '');

/** Takes the tax, the tips, the rounding and what customers owed out of the sales, since the sums that a reconciliation calls paid include them. */
function owedEntry({date, role, rate, amount, currency}: DayOwed, making: Making): Entry {
  const {accounts, shop, language, codes} = making;
  const {tax, tips} = messages(language).reconcile.book;
  const isTax = role === 'vat';
  const {rounding, accountsPaid: account} = messages(language).report;
  const text = {vat: tax({rate}), tips, rounding, account}[role];
  return {
    date,
    isSettled: true,
    payee: shop,
    text,
    code: uniqueIn(codes, [day(date), ...(isTax ? ['tax', rate] : [role]), currency].join('-')),
    facts: isTax ? {vat: rate} : {},
    postings: [
      {account: accounts.nameOf('sales'), amount, currency},
      {account: accounts.nameOf(role, rate), amount: negated(amount), currency},
    ],
  };
}

const nothingLeft = (currency: string, date: string, {accounts, shop, language}: Making): Entry => ({
  date,
  isSettled: true,
  payee: shop,
  text: messages(language).reconcile.book.settled,
  code: `${day(date)}-settled-${currency}`,
  facts: {},
  postings: [],
  held: {account: accounts.nameOf('clearing'), amount: zero, currency},
});
