import {decimalOf} from '../../core/money/decimal.js';
import {decimalsOf, isCurrency} from '../../core/money/money.js';
import {cleanText} from '../../core/text/text.js';
import type {Book} from './book.js';
import {type AccountKind, accountsOf, type Chart} from './chart.js';
import {type BookEntry, entriesOf, type Posting} from './entries.js';
import {figureText} from './table.js';

const longestText = 120;

/** Foreign text in which nothing is left that any plain-text accounting gives a meaning to. */
export function plainWords(text: string): string {
  const words = cleanText(text, longestText).replaceAll(/[^\p{L}\p{M}\p{N} .’&/+_-]/gu, ' ');
  return words.replaceAll(/\s+/gu, ' ').trim();
}

/** An amount with every decimal of its currency at least. */
export function amountText({amount, currency}: Pick<Posting, 'amount' | 'currency'>): string {
  return `${isCurrency(currency) ? figureText(amount, currency) : ''} ${currency}`;
}

/** The currencies of the transactions, in the order of the alphabet. */
export function currenciesOf(entries: readonly object[]): readonly string[] {
  const postings = entries.flatMap(entry => ('postings' in entry ? (entry.postings as readonly Posting[]) : []));
  return [...new Set(postings.map(({currency}) => currency))].sort();
}

/** What the book is, one fact a line. */
export function aboutLines({about}: Book): readonly string[] {
  return Object.entries(about).map(([name, text]) => `; ${name} ${plainWords(text)}`);
}

const letters: Readonly<Record<AccountKind, string>> = {
  assets: 'A',
  liabilities: 'L',
  equity: 'E',
  income: 'R',
  expenses: 'X',
};

/**
 * The book as a journal that hledger and ledger read, for `hledger check --strict`: every account, commodity and tag
 * is declared, each Z asserts what was counted in its drawer.
 */
export function hledgerText(book: Book, chart: Chart): string {
  const accounts = accountsOf(chart, book.about.till);
  const entries = entriesOf(book, accounts);
  const blocks = entries.map(entry =>
    'remark' in entry ? `; nothing moved ${plainWords(entry.remark)}` : transaction(entry),
  );
  const tagNames = [
    ...new Set(entries.flatMap(entry => ('remark' in entry ? [] : tagsOf(entry).map(([name]) => name)))),
  ].sort();
  return `${[
    aboutLines(book).join('\n'),
    ...currenciesOf(entries).map(commodity),
    ...(tagNames.length === 0 ? [] : [tagNames.map(name => `tag ${name}`).join('\n')]),
    ...accounts.used().map(([name, kind]) => `account ${name}\n    ; type:${letters[kind]}`),
    ...blocks,
  ].join('\n\n')}\n`;
}

function commodity(currency: string): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2;
  return `commodity ${currency}\n    format ${decimals === 0 ? '1000.' : `1000.${'0'.repeat(decimals)}`} ${currency}`;
}

const tagsOf = ({facts}: BookEntry) => Object.entries(facts).filter(([, fact]) => fact !== null && fact !== '');

function transaction(entry: BookEntry): string {
  const {date, isSettled, code, text, held, postings} = entry;
  return [
    `${date} ${isSettled ? '*' : '!'} (${plainWords(code)}) ${plainWords(text)}`,
    ...tagsOf(entry).map(([name, fact]) => `    ; ${name}: ${plainWords(String(fact))}`),
    ...(held === undefined ? [] : [`    ${held.account}  ${nothing(held)} = ${amountText(held)}`]),
    ...postings.map(posting => `    ${posting.account}  ${amountText(posting)}`),
  ].join('\n');
}

const nothing = ({currency}: Posting) => amountText({amount: decimalOf(0) ?? {digits: 0n, scale: 0}, currency});
