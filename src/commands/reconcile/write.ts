import {extname} from 'node:path';
import {messages} from '../../core/messages/messages.js';
import type {Reconciliation} from '../../core/reconcile/result/reconcile.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import {type Rows, rowsWhere} from '../../core/reconcile/rows/row.js';
import {causeJson, causesOf, lineJson, reconciliationJson} from '../../core/reconcile/shown/reconciliation-json.js';
import {count, fields, text} from '../../core/spec/spec.js';
import {inParts} from '../../core/text/text.js';
import {type SlipContent, writeSlip} from '../../print/deliver.js';
import {answer, answerFile, jsonText, note} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Reading} from '../../till/opened-journal.js';
import type {DayOwed} from '../export/book.js';
import type {Chart} from '../export/chart.js';
import type {SettledWanted} from '../export/settled-ledger.js';
import {chartFor, languageOf, transactionFormats, transactionsText} from '../export/transactions-text.js';
import {oneOf, refuseValue} from '../values.js';

export const formats = ['xlsx', 'jsonl', 'csv'] as const;
type Format = (typeof formats)[number];

/** The format, by the ending of the file's name. Throws `Problem` unknown-option. */
export function outFormat({language}: Session, file: string): Format {
  const ending = extname(file).slice(1).toLowerCase();
  return oneOf(
    {name: '--out', value: ending === '' ? file : `.${ending}`, language},
    formats.map(each => `.${each}` as const),
  ).slice(1) as Format;
}

const written = fields({
  file: text('that was written'),
  format: text('of the file'),
  count: count('how many lines or entries it has'),
  remaining: count('differences that a person still has to look at'),
});

const bookTold = fields({format: text('that was asked for'), text: text('the file')});

export const answers = {
  'reconcile --out': written,
  'office reconcile --out': written,
  'reconcile --book': bookTold,
  'office reconcile --book': bookTold,
};

type Made = {
  readonly result: Reconciliation;
  /** The till's journal, for a workbook with its lines; absent for an office, which has those of many. */
  readonly reading?: Reading;
  readonly lines: Rows<ReconciliationLine>;
  readonly isListed: (line: ReconciliationLine) => boolean;
};

/** Writes a new private file: a workbook, or the listed lines as JSON Lines or CSV. Throws `Problem` file-exists, file-not-writable. */
export async function writeOut(
  session: Session,
  {file, format}: {readonly file: string; readonly format: Format},
  made: Made,
): Promise<void> {
  const {content, count} = await contentOf(session, format, made);
  await writeSlip(file, content, {replaces: false});
  note(session, `✓ ${messages(session.language).command.exported({file, count: count()})}`);
  const {remaining} = made.result.totals;
  await answer(session, answers['reconcile --out'], {file, format, count: count(), remaining}, []);
}

type Contents = {readonly content: SlipContent; readonly count: () => number};

/** All formats except a workbook are made line by line while they are written. */
async function contentOf(session: Session, format: Format, made: Made): Promise<Contents> {
  const {result, reading, lines, isListed} = made;
  if (format === 'jsonl') {
    const listed = rowsWhere(lines, isListed);
    return {content: inParts(jsonLines(made, listed)), count: () => listed.length};
  }
  if (format === 'csv') {
    const [{exceptionsOf}, {tablePieces}] = await Promise.all([
      import('../export/reconciled.js'),
      import('../export/table.js'),
    ]);
    const {columns, rows} = exceptionsOf(result, isListed);
    let count = 0;
    const counted = Iterator.from(rows).map(row => {
      count += 1;
      return row;
    });
    return {content: tablePieces({columns, rows: counted}, session.language), count: () => count};
  }
  const {workbook} = await import('../export/workbook.js');
  const book = await bookOf(session, result, reading);
  return {content: await workbook(book), count: () => book.findings.exceptions.rows.length};
}

/** The days of the till's journal with the findings, or the findings alone. */
async function bookOf(session: Session, result: Reconciliation, reading: Reading | undefined) {
  if (reading !== undefined)
    return (await import('../export/book.js')).readBook(reading, configOf(session), result.days, result);
  const {reconciledFindings} = await import('../export/reconciled.js');
  const {days, zone, profile, coverage} = result;
  return {
    about: {profile, ...days, zone, tills: coverage.journal.tills.join(' ')},
    findings: reconciledFindings(result),
  };
}

/** The reconciliation on the first line, then each listed line on a line of its own. */
function* jsonLines({result, isListed}: Made, listed: Rows<ReconciliationLine>): Generator<string> {
  const {lines, ...whole} = reconciliationJson(result, listed.length);
  yield `${jsonText({...whole, causes: [...causesOf(result, isListed).map(causeJson)], lines})}\n`;
  for (const line of listed) yield `${jsonText(lineJson(line))}\n`;
}

export const bookFormats = [...transactionFormats, 'csv'] as const;

/** How to write the entries; `file` is a new file, undefined for standard output. */
type BookWanted = {
  readonly format: (typeof bookFormats)[number];
  readonly chart: Chart;
  readonly file: string | undefined;
};

/** A reconciliation, whose books it is of, and how much of their sales is tax. */
type Reconciled = {
  readonly result: Reconciliation;
  readonly shop: SettledWanted['shop'];
  readonly owed: () => Promise<readonly DayOwed[]>;
};

/** The book that the options ask for; undefined if they ask for none. Throws `Problem` unknown-option, file-not-readable. */
export async function bookFrom(
  {language}: Session,
  {book, accounts}: {readonly book?: string; readonly accounts?: string},
  file: string | undefined,
): Promise<BookWanted | undefined> {
  if (book === undefined) {
    if (accounts !== undefined) refuseValue({name: '--accounts', value: accounts, language}, '--book');
    return undefined;
  }
  const format = oneOf({name: '--book', value: book, language}, bookFormats);
  return {format, chart: await chartFor(format, accounts, language), file};
}

/** Writes the entries into a new private file or to standard output. Throws `Problem` file-exists, file-not-writable, unknown-option. */
export async function writeBook(session: Session, wanted: BookWanted, reconciled: Reconciled): Promise<void> {
  const {format, file} = wanted;
  const {text, count} = await bookText(session, wanted, reconciled);
  const {remaining} = reconciled.result.totals;
  if (file === undefined) {
    answerFile(session, answers['reconcile --book'], {format, text}, text);
    return;
  }
  await writeSlip(file, text, {replaces: false});
  note(session, `✓ ${messages(session.language).command.exported({file, count})}`);
  await answer(session, answers['reconcile --out'], {file, format, count, remaining}, []);
}

async function bookText(session: Session, {format, chart}: BookWanted, {result, shop, owed}: Reconciled) {
  const language = await languageOf(format);
  const {settledTransactions} = await import('../export/settled-ledger.js');
  const transactions = settledTransactions(result, {chart, shop, language, owed: await owed()});
  const count = transactions.entries.length;
  if (format !== 'csv') return {text: await transactionsText(format, transactions, session.language), count};
  const [{postingTable}, {tableText}] = await Promise.all([
    import('../export/postings.js'),
    import('../export/table.js'),
  ]);
  return {text: tableText(postingTable(transactions), session.language), count};
}
