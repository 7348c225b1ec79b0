import {existsSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Config} from '../config.js';
import type {StoredEvent} from '../core/events/event.js';
import {messages} from '../core/messages/messages.js';
import type {DaySpan} from '../core/present/day-report.js';
import {type ExitCode, Problem} from '../core/problem.js';
import {count, fields, list, oneOf as oneOfTexts, optional, text} from '../core/spec/spec.js';
import {answer, answerFile, note} from '../session/print.js';
import type {Session} from '../session/session.js';
import {makeMissing} from '../till/home.js';
import type {Reading} from '../till/opened-journal.js';
import type {OptionSpecs, OptionsOf} from './define.js';
import {summaryOf} from './event-lines.js';
import {type Book, drawerOf, readBook} from './export/book.js';
import {zTable} from './export/cash.js';
import type {Chart} from './export/chart.js';
import {summaryTable} from './export/lines.js';
import {ExportDigest} from './export/noted.js';
import {type Cell, type Table, tableText, writeTable, zonedText} from './export/table.js';
import {chartFor, languageOf, transactionFormats, transactionsText} from './export/transactions-text.js';
import {currencies, dayFrom, inOrder, oneOf, outFile, refuseValue} from './values.js';

const exportLists = ['payments', 'refunds', 'cash', 'sold', 'zs', 'events'] as const;
type List = (typeof exportLists)[number];

const renderedFormats = ['xlsx', 'jsonl', ...transactionFormats] as const;
const exportFormats = ['csv', ...renderedFormats] as const;
type RenderedFormat = (typeof renderedFormats)[number];

export const answers = {
  'journal export --format': fields({
    format: oneOfTexts(renderedFormats, 'that was asked for'),
    text: optional(text('the file'), 'it is no text'),
    base64: optional(text('its bytes in Base64'), 'it is text'),
  }),
  'journal export --out': fields({
    files: list(fields({file: text('that was written'), count: count('how many rows it has')}), 'one after the other'),
  }),
};

export const exportOptions = {
  '--format <format>': {says: 'csvFormat', offers: exportFormats},
  '--day <day>': 'day',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--lists <list>': {says: 'lists', offers: exportLists},
  '--out <file>': 'csvOut',
  '--accounts <file>': 'accounts',
  '--currency <code>': {says: 'bookCurrency', offers: currencies},
  '--drawer': 'drawerAlone',
} satisfies OptionSpecs;
export type ExportOptions = OptionsOf<typeof exportOptions>;

/** The export that the options ask for. `write` writes that of a journal, and returns the digest of all of it. Throws `Problem` unknown-option, day-invalid, days-reversed. */
export async function exportOf(session: Session, options: ExportOptions) {
  const {language} = session;
  const format = oneOf({name: '--format', value: options.format ?? 'csv', language}, exportFormats);
  const list =
    options.lists === undefined ? undefined : oneOf({name: '--lists', value: options.lists, language}, exportLists);
  if (list !== undefined && format !== 'csv') refuseValue({name: '--format', value: format, language}, 'csv');
  if (options.drawer === true && (list === 'zs' || list === 'events'))
    refuseValue({name: '--lists', value: list, language}, 'payments | refunds | cash | sold');
  const chart = await chartFrom(session, format, options);
  const currency = options.currency?.toUpperCase();
  const span = spanFrom(session, options);
  const write = async (reading: Reading, config: Config): Promise<string> => {
    const whole = await readBook(reading, config, span);
    const book = options.drawer === true ? drawerOf(whole) : whole;
    const out = outFile(options.out);
    const written = new ExportDigest();
    const recording = {...session, written, face: written.hearing(session.face)};
    if (format !== 'csv') await writeRendered(recording, book, {format, chart, currency, out});
    else if (out === undefined) writeTable(recording, tableOf(book, list));
    else await writeFiles(recording, out, isFolder(out) ? tablesOf(book, list) : {[out]: tableOf(book, list)});
    return written.sha256();
  };
  return {format, span, write};
}

type Exporting = Session & {readonly written: ExportDigest};

/** Only the formats for transactions have accounts, and can be of one currency. Throws `Problem` unknown-option. */
async function chartFrom(
  {language}: Session,
  format: (typeof exportFormats)[number],
  {accounts, currency}: ExportOptions,
): Promise<Chart | undefined> {
  const known = transactionFormats.find(each => each === format);
  if (known !== undefined) return chartFor(known, accounts, language);
  if (accounts !== undefined || currency !== undefined)
    refuseValue({name: '--format', value: format, language}, transactionFormats.join(' | '));
  return undefined;
}

/** The days to export; without an option, today. Throws `Problem` day-invalid, days-reversed. */
export function spanFrom(session: Session, {day, from, to}: Pick<ExportOptions, 'day' | 'from' | 'to'>): DaySpan {
  if (day !== undefined || (from === undefined && to === undefined)) {
    const date = dayFrom(session, day);
    return {from: date, to: date};
  }
  return inOrder({from: from === undefined ? '0000-00-00' : dayFrom(session, from), to: dayFrom(session, to)});
}

function tableOf(book: Book, list: List | undefined): Table {
  const {payments, refunds, cash, sold, zs, events, lines, about} = book;
  if (list === undefined) return lines;
  return {payments, refunds, cash, sold, zs: zTable(zs), events: eventTable(events, about.zone)}[list];
}

function tablesOf(book: Book, list: List | undefined): Readonly<Record<string, Table>> {
  if (list !== undefined) return {[`${list}.csv`]: tableOf(book, list)};
  return {
    'summary.csv': summaryTable(book.lines, book.about),
    'lines.csv': book.lines,
    ...(book.sold.rows.length === 0 ? {} : {'sold.csv': book.sold}),
  };
}

const fileNames: Readonly<Record<RenderedFormat, string>> = {
  xlsx: 'export.xlsx',
  jsonl: 'export.jsonl',
  hledger: 'export.journal',
  ledger: 'export.ledger',
  beancount: 'export.beancount',
  fec: 'export.fec.txt',
};

type Wanted = {
  readonly format: RenderedFormat;
  readonly chart: Chart | undefined;
  readonly currency: string | undefined;
  readonly out: string | undefined;
};

async function writeRendered(session: Exporting, book: Book, {out, ...wanted}: Wanted): Promise<ExitCode> {
  const {format} = wanted;
  const content = await rendered(session, book, wanted);
  if (out !== undefined) {
    const name = isFolder(out) ? fileNames[format] : out;
    return writeContents(session, out, {[name]: {content, count: book.lines.rows.length}});
  }
  const told = typeof content === 'string' ? {text: content} : {base64: Buffer.from(content).toString('base64')};
  return answerFile(session, answers['journal export --format'], {format, ...told}, content);
}

async function rendered(
  {language}: Session,
  book: Book,
  {format, chart, currency}: Omit<Wanted, 'out'>,
): Promise<string | Uint8Array> {
  if (format === 'xlsx') return (await import('./export/workbook.js')).workbook(book);
  if (format === 'jsonl' || chart === undefined) return (await import('./export/json-lines.js')).jsonLines(book);
  const {inCurrency, transactionsOf} = await import('./export/entries.js');
  const transactions = transactionsOf(book, chart, await languageOf(format));
  return transactionsText(format, currency === undefined ? transactions : inCurrency(transactions, currency), language);
}

const eventColumns = ['seq', 'at', 'type', 'person', 'reference', 'amount', 'currency', 'raw'] as const;

/** The journal's lines in the form of `journal list`. */
export function eventTable(events: readonly StoredEvent[], zone: string): Table {
  const rows = events.map(
    (event): Record<string, Cell> => ({...summaryOf(event), at: zonedText(Date.parse(event.at), zone)}),
  );
  return {columns: eventColumns, rows};
}

/** A name that ends with a slash stands for a folder, which is then made. */
const isFolder = (out: string): boolean => /[/\\]$/.test(out) || (existsSync(out) && statSync(out).isDirectory());

function makeFolder(file: string): void {
  try {
    makeMissing(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '-';
    throw new Problem('file-not-writable', {file, code});
  }
}

type Content = {readonly content: string | Uint8Array; readonly count: number};

function writeFiles(session: Exporting, out: string, tables: Readonly<Record<string, Table>>): Promise<ExitCode> {
  const contents = Object.entries(tables).map(
    ([name, table]) => [name, {content: tableText(table, session.language), count: table.rows.length}] as const,
  );
  return writeContents(session, out, Object.fromEntries(contents));
}

/** Writes files that only this user can read, and never overwrites one. Throws `Problem` file-exists, file-not-writable. */
async function writeContents(session: Exporting, out: string, contents: Readonly<Record<string, Content>>) {
  const {writeSlip} = await import('../print/deliver.js');
  const isInFolder = isFolder(out);
  if (isInFolder) makeFolder(out);
  const files: {readonly file: string; readonly count: number}[] = [];
  for (const [name, {content, count}] of Object.entries(contents)) {
    const file = isInFolder ? join(out, name) : name;
    await writeSlip(file, content, {replaces: false});
    session.written.add(basename(file), content);
    files.push({file, count});
    note(session, `✓ ${messages(session.language).command.exported({file, count})}`);
  }
  return answer(session, answers['journal export --out'], {files}, []);
}
