import {messages} from '../../core/messages/messages.js';
import type {Reconciliation} from '../../core/reconcile/result/reconcile.js';
import {writeSlip} from '../../print/deliver.js';
import {note, writeJson} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Reading} from '../../till/opened-journal.js';

import type {Chart} from '../export/charts.js';
import {chartFor, languageOf, transactionFormats, transactionsText} from '../export/transactions-text.js';
import {oneOf, refuseValue} from '../values.js';

/** The formats of the entries of a reconciliation. */
export const bookFormats = [...transactionFormats, 'csv'] as const;

/** How to write the entries; `file` is a new file, undefined for standard output. */
export type BookWanted = {
  readonly format: (typeof bookFormats)[number];
  readonly chart: Chart;
  readonly file: string | undefined;
};

/** A reconciliation, and the till's journal, which says how much of its sales is tax. */
type Reconciled = {readonly result: Reconciliation; readonly reading: Reading};

type Typed = {readonly book?: string; readonly accounts?: string};

/** The book that the options ask for; undefined if they ask for none. Throws `Problem` unknown-option, file-not-readable. */
export async function bookFrom(
  {language}: Session,
  {book, accounts}: Typed,
  file: string | undefined,
): Promise<BookWanted | undefined> {
  if (book === undefined) {
    if (accounts !== undefined) refuseValue({name: '--accounts', value: accounts, language}, '--book');
    return undefined;
  }
  const format = oneOf({name: '--book', value: book, language}, bookFormats);
  return {format, chart: await chartFor(format, accounts, language), file};
}

/**
 * Writes the entries that the reconciliation implies into a new file that only this user can read, or to standard output. Under `--json`
 * `{format, text}`, or what went into the file. Throws `Problem` file-exists, file-not-writable, unknown-option.
 */
export async function writeBook(session: Session, wanted: BookWanted, reconciled: Reconciled): Promise<void> {
  const {format, file} = wanted;
  const {text, count} = await bookText(session, wanted, reconciled);
  const {remaining} = reconciled.result.totals;
  if (file === undefined) {
    if (session.isJson) writeJson(session, {format, text});
    else session.face.write(text);
    return;
  }
  await writeSlip(file, text, {replaces: false});
  note(session, `✓ ${messages(session.language).command.exported({file, count})}`);
  if (session.isJson) writeJson(session, {file, format, count, remaining});
}

async function bookText(session: Session, {format, chart}: BookWanted, {result, reading}: Reconciled) {
  const {shop, till = '', profile} = configOf(session);
  const language = await languageOf(format);
  const [{providerOwed}, {settledTransactions}] = await Promise.all([
    import('../export/book.js'),
    import('../export/settled-ledger.js'),
  ]);
  const owed = await providerOwed(reading, result.days);
  const transactions = settledTransactions(result, {chart, shop: {shop, till, profile}, language, owed});
  const count = transactions.entries.length;
  if (format !== 'csv') return {text: await transactionsText(format, transactions, session.language), count};
  const [{postingTable}, {tableText}] = await Promise.all([
    import('../export/postings.js'),
    import('../export/table.js'),
  ]);
  return {text: tableText(postingTable(transactions), session.language), count};
}
