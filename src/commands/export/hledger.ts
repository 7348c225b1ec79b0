import {zero} from '../../core/money/decimal.js';
import {decimalsOf, isCurrency} from '../../core/money/money.js';
import {plainAmount} from '../../core/reconcile/rows/amount.js';
import {cleanText} from '../../core/text/text.js';
import type {AccountKind} from './chart.js';
import type {BookEntry, Posting, Transactions} from './entries.js';

const longestText = 120;

const longestKey = 240;

/** The key with which a person accepts a line. It stays as it is except for characters that end a text or begin another. */
const keyWords = (key: string) => cleanText(key, longestKey).replaceAll(/[^\p{L}\p{M}\p{N}.:#/+_-]/gu, '_');

export const factText = (name: string, fact: string | number): string =>
  name === 'key' ? keyWords(String(fact)) : plainWords(String(fact));

/** Foreign text without any character that has a meaning in plain-text accounting. */
export function plainWords(text: string): string {
  const words = cleanText(text, longestText).replaceAll(/[^\p{L}\p{M}\p{N} .’&/+_-]/gu, ' ');
  return words.replaceAll(/\s+/gu, ' ').trim();
}

/** The other party of an entry; never empty, since these programs know every payee by a name. */
export const payeeText = ({payee}: Pick<BookEntry, 'payee'>): string => plainWords(payee) || 'Shop';

/** An amount with at least all decimals of its currency. */
export const amountText = ({amount, currency}: Pick<Posting, 'amount' | 'currency'>): string =>
  `${plainAmount({currency, value: amount})} ${currency}`;

/** The currencies of the transactions, sorted. */
export function currenciesOf(entries: readonly object[]): readonly string[] {
  const postings = entries.flatMap(entry => ('postings' in entry ? (entry.postings as readonly Posting[]) : []));
  return [...new Set(postings.map(({currency}) => currency))].sort();
}

export const aboutLines = ({about}: Transactions): readonly string[] =>
  Object.entries(about).map(([name, text]) => `; ${name} ${plainWords(text)}`);

const letters: Readonly<Record<AccountKind, string>> = {
  assets: 'A',
  liabilities: 'L',
  equity: 'E',
  income: 'R',
  expenses: 'X',
};

/** The differences between the two programs, which read almost the same format. */
type Dialect = {
  /** An amount of a currency without decimals: hledger wants a decimal mark at its end, ledger refuses it. */
  readonly whole: string;
  readonly typeOf: (kind: AccountKind) => string;
  readonly heading: (payee: string, text: string) => readonly [description: string, ...notes: string[]];
};

const hledger: Dialect = {
  whole: '1000.',
  typeOf: kind => `\n    ; type:${letters[kind]}`,
  heading: (payee, text) => [`${payee} | ${text}`],
};

const ledger: Dialect = {whole: '1000', typeOf: () => '', heading: (payee, text) => [payee, text]};

/** A journal for `hledger check --strict`: all accounts, commodities, payees and tags are declared, and what was counted is asserted. */
export const hledgerText = (transactions: Transactions): string => journalText(transactions, hledger);

/** The same for ledger 3.3, valid for `ledger --pedantic`. It refuses hledger's form of a currency without decimals. */
export const ledgerText = (transactions: Transactions): string => journalText(transactions, ledger);

function journalText(transactions: Transactions, dialect: Dialect): string {
  const {entries, accounts} = transactions;
  const posted = entries.filter(entry => 'postings' in entry);
  const names = (of: readonly string[]) => [...new Set(of)].sort();
  const declared = [
    names(posted.map(entry => `payee ${payeeText(entry)}`)),
    names(posted.flatMap(entry => tagsOf(entry).map(([name]) => `tag ${name}`))),
  ];
  return `${[
    aboutLines(transactions).join('\n'),
    ...currenciesOf(entries).map(currency => commodity(currency, dialect)),
    ...declared.filter(lines => lines.length > 0).map(lines => lines.join('\n')),
    ...accounts.map(([name, kind]) => `account ${name}${dialect.typeOf(kind)}`),
    ...entries.map(entry =>
      'remark' in entry ? `; nothing moved ${plainWords(entry.remark)}` : transaction(entry, dialect),
    ),
  ].join('\n\n')}\n`;
}

function commodity(currency: string, {whole}: Dialect): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2;
  return `commodity ${currency}\n    format ${decimals === 0 ? whole : `1000.${'0'.repeat(decimals)}`} ${currency}`;
}

const tagsOf = ({facts}: BookEntry) =>
  Object.entries(facts).flatMap(([name, fact]) => (fact === null || fact === '' ? [] : [[name, fact] as const]));

function transaction(entry: BookEntry, {heading}: Dialect): string {
  const {date, isSettled, code, text, held, postings} = entry;
  const [description, ...notes] = heading(payeeText(entry), plainWords(text));
  return [
    `${date} ${isSettled ? '*' : '!'} (${plainWords(code)}) ${description}`,
    ...notes.map(note => `    ; ${note}`),
    ...tagsOf(entry).map(([name, fact]) => `    ; ${name}: ${factText(name, fact)}`),
    ...(held === undefined ? [] : [`    ${held.account}  ${nothing(held)} = ${amountText(held)}`]),
    ...postings.map(posting => `    ${posting.account}  ${amountText(posting)}`),
  ].join('\n');
}

const nothing = ({currency}: Posting) => amountText({amount: zero, currency});
