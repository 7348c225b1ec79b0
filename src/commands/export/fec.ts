import anyAscii from 'any-ascii';
import type {Language} from '../../core/messages/messages.js';
import {type Decimal, subtractDecimals} from '../../core/money/decimal.js';
import {Problem} from '../../core/problem.js';
import {refuseValue} from '../values.js';
import type {BookEntry, Posting, Transactions} from './entries.js';
import {amountText, factText, payeeText, plainWords} from './hledger.js';

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

const zero: Decimal = {digits: 0n, scale: 0};
function magnitudeOf({amount, ...rest}: Posting): string {
  const magnitude = {...rest, amount: amount.digits < 0n ? subtractDecimals(zero, amount) : amount};
  return (amountText(magnitude).split(' ')[0] ?? '').replace('.', ',');
}

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
