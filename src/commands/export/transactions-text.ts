import anyAscii from 'any-ascii';
import {type Language, loadMessages} from '../../core/messages/messages.js';
import {sumDecimals} from '../../core/money/decimal.js';
import {decimalsOf, isCurrency} from '../../core/money/money.js';
import {Problem} from '../../core/problem.js';
import {magnitude} from '../../core/reconcile/rows/amount.js';
import {refuseValue} from '../values.js';
import type {Chart} from './chart.js';
import type {BookEntry, Posting, Remark, Transactions} from './entries.js';
import {aboutLines, amountText, currenciesOf, factText, payeeText, plainWords} from './hledger.js';

/** The formats of transactions, apart from a table. */
export const transactionFormats = ['hledger', 'ledger', 'beancount', 'fec'] as const;

/** The chart that was named, or the French one for the French tax office, otherwise the English one. Throws as `readChart` does. */
export async function chartFor(format: string, named: string | undefined, language: Language): Promise<Chart> {
  const {readChart} = await import('./chart.js');
  return readChart(named ?? (format === 'fec' ? 'french' : 'english'), language);
}

/** Books are in English, except the file for the French tax office. Loads the messages. */
export async function languageOf(format: string): Promise<Language> {
  const language = format === 'fec' ? 'fr' : 'en';
  await loadMessages(language);
  return language;
}

/** The transactions in one of the formats. Throws `Problem` unknown-option for a chart that the format cannot have. */
export async function transactionsText(
  format: (typeof transactionFormats)[number],
  transactions: Transactions,
  language: Language,
): Promise<string> {
  switch (format) {
    case 'hledger':
      return (await import('./hledger.js')).hledgerText(transactions);
    case 'ledger':
      return (await import('./hledger.js')).ledgerText(transactions);
    case 'beancount':
      return beancountText(transactions);
    case 'fec':
      return fecText(transactions, language);
  }
}

/** Transactions for `bean-check`. Balances are those of mornings: the day's last Z and what came later make the next morning's. */
export function beancountText(transactions: Transactions): string {
  const {entries, accounts, roots, title} = transactions;
  const first = entries[0]?.date ?? '1970-01-01';
  const currencies = currenciesOf(entries);
  const named = Object.entries(roots).map(([kind, name]) => `option "name_${kind}" "${name}"`);
  const operating = currencies.map(currency => `option "operating_currency" "${currency}"`);
  return `${[
    [...aboutLines(transactions), `option "title" "${plainWords(title)}"`, ...named, ...operating].join('\n'),
    ...currencies.map(currency => `${first} commodity ${currency}\n  precision: ${decimalsIn(currency)}`),
    ...accounts.map(([name]) => `${first} open ${name}`),
    ...entries.map(entry => ('remark' in entry ? `; nothing moved ${plainWords(entry.remark)}` : transaction(entry))),
    ...balancesOf(entries),
  ].join('\n\n')}\n`;
}

const decimalsIn = (currency: string) => (isCurrency(currency) ? decimalsOf(currency) : 2);

function transaction(entry: BookEntry): string {
  const {date, isSettled, code, text, facts, postings} = entry;
  const metadata = Object.entries(facts).flatMap(([name, fact]) =>
    fact === null || fact === '' ? [] : [`  ${name}: "${factText(name, fact)}"`],
  );
  return [
    `${date} ${isSettled ? '*' : '!'} "${payeeText(entry)}" "${plainWords(text)}" ^${code.replaceAll(/[^\w-]/g, '-')}`,
    `  code: "${plainWords(code)}"`,
    ...metadata,
    ...postings.map(posting => `  ${posting.account}  ${amountText(posting)}`),
  ].join('\n');
}

/** The entry that states what was held also moves it to the safe. So the next morning's balance is what came later that day. */
function balancesOf(entries: readonly (BookEntry | Remark)[]): readonly string[] {
  const last = new Map<string, {readonly held: Posting; readonly place: number; readonly date: string}>();
  for (const [place, entry] of entries.entries()) {
    if (!('held' in entry) || entry.held === undefined) continue;
    last.set(`${entry.date} ${entry.held.account} ${entry.held.currency}`, {held: entry.held, place, date: entry.date});
  }
  return [...last.values()].map(({held, place, date}) => {
    const end = entries.findIndex((entry, at) => at > place && entry.date !== date);
    const later = entries.slice(place + 1, end === -1 ? undefined : end);
    const amounts = later
      .flatMap(entry => ('postings' in entry ? entry.postings : []))
      .filter(({account, currency}) => account === held.account && currency === held.currency)
      .map(({amount}) => amount);
    const morning = Temporal.PlainDate.from(date).add({days: 1}).toString();
    return `${morning} balance ${held.account}  ${amountText({amount: sumDecimals(amounts), currency: held.currency})}`;
  });
}

/** The columns of a fichier des écritures comptables, in the order of article A47 A-1 of the Livre des procédures fiscales. */
const columns = [
  ...['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'CompAuxNum', 'CompAuxLib'],
  ...['PieceRef', 'PieceDate', 'EcritureLib', 'Debit', 'Credit', 'EcritureLet', 'DateLet', 'ValidDate'],
  ...['Montantdevise', 'Idevise'],
] as const;

/** The journals, by the accounts that an entry moves. Banks come before the drawer, and the drawer before sales. */
const journals = [
  {code: 'BQ', name: 'Banque', isOf: (number: string) => /^5[12]/.test(number) && !/^51[158]/.test(number)},
  {code: 'CA', name: 'Caisse', isOf: (number: string) => /^5[37]/.test(number)},
  {code: 'VE', name: 'Ventes', isOf: (number: string) => number.startsWith('70')},
] as const;
const otherJournal = {code: 'OD', name: 'Operations diverses'} as const;

/**
 * Transactions as the file that the French tax office and most accounting programs read: 18 columns separated by tabs, plain ASCII, one
 * line for each posting, all entries numbered. What may still come to nothing is left out. `Debit` and `Credit` are in the one currency of
 * the books; `Montantdevise` and `Idevise` are for amounts that were converted from another, and none is. Throws `Problem` fec-currencies
 * for several currencies, and unknown-option if an account has no number.
 */
export function fecText({entries}: Transactions, language: Language): string {
  const booked = entries.filter(entry => 'postings' in entry && entry.isSettled) as readonly BookEntry[];
  const moving = booked
    .map(entry => ({entry, postings: entry.postings.filter(({amount}) => amount.digits !== 0n)}))
    .filter(({postings}) => postings.length > 0);
  const currencies = new Set(moving.flatMap(({postings}) => postings.map(({currency}) => currency)));
  if (currencies.size > 1) throw new Problem('fec-currencies', {currencies: [...currencies].sort().join(', ')});
  const rows = moving.flatMap(({entry, postings}, place) => rowsOf(entry, postings, {number: place + 1, language}));
  return [columns, ...rows].map(row => `${row.join('\t')}\r\n`).join('');
}

type Account = {readonly number: string; readonly name: string; readonly part: string};

function rowsOf(
  entry: BookEntry,
  postings: readonly Posting[],
  {number, language}: {readonly number: number; readonly language: Language},
): readonly (readonly string[])[] {
  const accounts = postings.map(({account}) => accountOf(account, language));
  const {code, name} = journals.find(({isOf}) => accounts.some(each => isOf(each.number))) ?? otherJournal;
  const day = entry.date.replaceAll('-', '');
  const {key} = entry.facts;
  const piece = ascii(typeof key === 'string' ? factText('key', key) : plainWords(entry.code));
  const [text, payee] = [plainWords(entry.text), payeeText(entry)];
  const label = ascii(text.includes(payee) ? text : `${text} ${payee}`);
  return postings.map((posting, at) => {
    const {number: account, name: title, part} = accounts[at] as Account;
    const isDebit = posting.amount.digits > 0n;
    return [
      ...[code, name, String(number), day, account, title, part, part],
      ...[piece, day, label],
      ...(isDebit ? [magnitudeOf(posting), '0,00'] : ['0,00', magnitudeOf(posting)]),
      ...['', '', day, '', ''],
    ];
  });
}

const magnitudeOf = ({amount, ...rest}: Posting): string =>
  (amountText({...rest, amount: magnitude(amount)}).split(' ')[0] ?? '').replace('.', ',');

/** `Actif:511-Valeurs-à-l-encaissement:M-Pesa` is account 511 with the part M-Pesa. */
function accountOf(account: string, language: Language): Account {
  const [, number, name = '', part = ''] = /^[^:]+:(\d{3,})-([^:]+)(?::(.+))?$/u.exec(account) ?? [];
  if (number === undefined)
    return refuseValue({name: '--accounts', value: account, language}, 'french | syscohada | …:512-Banques');
  return {number, name: ascii(name.replaceAll('-', ' ')), part: ascii(part.replaceAll(':', ' '))};
}

/** Text that is the same in every encoding that the law names, and has no character that separates columns. */
const ascii = (text: string) =>
  anyAscii(text)
    .replaceAll(/[^ -~]|["|]/g, ' ')
    .trim();
