import {SaxesParser, type SaxesTagNS} from 'saxes';
import {Problem} from '../../core/problem.js';
import {limits} from '../bytes.js';
import {statedInterval} from '../interval.js';
import {type CamtEntry, emptyEntry, entryRow, noteLeaf} from './camt-entry.js';
import {type CamtSummary, emptySummary, summaryLeaf, tellSummary} from './camt-summary.js';
import type {Statements} from './statements.js';

/** The three messages by which banks report an account, and what each calls a report in it. */
const messages = {
  'BkToCstmrAcctRpt/Rpt': 'camt.052',
  'BkToCstmrStmt/Stmt': 'camt.053',
  'BkToCstmrDbtCdtNtfctn/Ntfctn': 'camt.054',
} as const;
type CamtFormat = (typeof messages)[keyof typeof messages];

const statementNamespace = /camt\.05[234]\b/;
const deepest = 50;
const writtenAtOnce = 65_536;

/**
 * Reads the booked entries of a camt.052, camt.053 or camt.054 message of any version, alone or in an envelope: credits above
 * zero, debits below, reversals in the direction that the entry itself states, as ISO 20022 defines it. Booked balances and
 * summaries of entries must hold; interim balances prove nothing.
 *
 * Throws a `Problem`: `file-is-other` for other XML, `file-xml-unsafe` for a document type or an endless element, `file-cut-off`,
 * `file-not-understood`, `file-row-invalid`, `file-amount-too-fine`, and what `statementsIn` throws.
 */
export function camtReader(file: string, statements: Statements) {
  const parser = new SaxesParser({xmlns: true});
  const reading: Reading = {
    file,
    statements,
    path: [],
    root: '',
    report: undefined,
    namespace: '',
    text: '',
    isLeaf: false,
    entry: undefined,
    summary: emptySummary(),
    from: '',
    to: '',
    count: 0,
  };
  let isEnding = false;
  let sinceTag = 0;
  const unsafe = () => new Problem('file-xml-unsafe', {file, line: parser.line});
  const addText = (piece: string) => {
    reading.text += piece;
    if (reading.text.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line: parser.line});
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', tag => {
    sinceTag = 0;
    openElement(reading, tag, parser.line);
    if (reading.path.length > deepest) throw unsafe();
  });
  parser.on('closetag', () => {
    sinceTag = 0;
    closeElement(reading);
  });
  parser.on('doctype', () => {
    throw unsafe();
  });
  parser.on('error', () => {
    throw isEnding
      ? new Problem('file-cut-off', {file})
      : new Problem('file-not-understood', {file, line: parser.line});
  });
  return {
    write(piece: string): void {
      for (let at = 0; at < piece.length; at += writtenAtOnce) {
        const part = piece.slice(at, at + writtenAtOnce);
        sinceTag += part.length;
        parser.write(part);
        // A document type, a comment or a tag without an end would be gathered whole before it is told.
        if (sinceTag > limits.recordBytes) throw unsafe();
      }
    },
    end() {
      isEnding = true;
      parser.close();
      const {report, count, namespace} = reading;
      if (report === undefined || count === 0) throw otherXml(reading);
      return {format: report.format, version: namespace} as const;
    },
  };
}

/** What has been read so far; elements in `path` are open, from `Document` on. */
type Reading = {
  readonly file: string;
  readonly statements: Statements;
  readonly path: string[];
  root: string;
  /** The message, and the path of a report in it. */
  report: {readonly format: CamtFormat; readonly path: string; readonly depth: number} | undefined;
  namespace: string;
  /** Of the innermost element. */
  text: string;
  isLeaf: boolean;
  entry: CamtEntry | undefined;
  summary: CamtSummary;
  from: string;
  to: string;
  count: number;
};

const otherRoots: Readonly<Record<string, string>> = {Workbook: 'workbook', html: 'page', HTML: 'page'};

/** XML that is no message of an account: a workbook of 2003, orders to a bank, or anything else. */
function otherXml({file, root, namespace}: Reading): Problem {
  const known = Object.hasOwn(otherRoots, root) ? otherRoots[root] : undefined;
  return new Problem('file-is-other', {file, what: known ?? (/\bpain\./.test(namespace) ? 'orders' : 'xml')});
}

/** The messages are in a `Document`, which some banks put into an envelope of their own. */
function openElement(reading: Reading, {local, uri, attributes}: SaxesTagNS, line: number): void {
  const {path, entry, report} = reading;
  if (reading.root === '') reading.root = local;
  reading.text = '';
  reading.isLeaf = true;
  if (local === 'Document' && !path.includes('Document')) {
    reading.namespace = uri;
    if (uri !== '' && !statementNamespace.test(uri)) throw otherXml(reading);
  }
  path.push(local);
  if (path.length === 1 && Object.hasOwn(otherRoots, local)) throw otherXml(reading);
  if (report === undefined) {
    reading.report = reportAt(path);
    return;
  }
  if (local === 'TxsSummry') reading.summary.totalsLine = line;
  if (local === 'Ntry' && path.join('/') === `${report.path}/Ntry`) reading.entry = emptyEntry(line);
  if (local !== 'Amt' && local !== 'Bal') return;
  const below = belowReport(reading);
  if (below === 'Ntry/Amt' && entry !== undefined) entry.currency = attributes['Ccy']?.value ?? '';
  if (below === 'Bal') reading.summary.balance = {line, currency: '', leaves: new Map()};
  const {balance} = reading.summary;
  if (below === 'Bal/Amt' && balance !== undefined) balance.currency = attributes['Ccy']?.value ?? '';
}

/** The report that the innermost element is, if it is one. */
function reportAt(path: readonly string[]): Reading['report'] {
  const document = path.indexOf('Document');
  const below = document === -1 ? '' : path.slice(document + 1).join('/');
  if (!Object.hasOwn(messages, below)) return undefined;
  return {format: messages[below as keyof typeof messages], path: path.join('/'), depth: path.length};
}

/** The path of the innermost element below the report, empty outside. */
function belowReport({path, report}: Reading): string {
  const all = path.join('/');
  return report !== undefined && all.startsWith(`${report.path}/`) ? all.slice(report.path.length + 1) : '';
}

function closeElement(reading: Reading): void {
  const {path, entry, text, isLeaf, report, summary, file, statements} = reading;
  const isOfInterest = report !== undefined && (isLeaf || path.length <= report.depth + 1);
  const below = isOfInterest ? belowReport(reading) : '';
  const isReport = isOfInterest && path.join('/') === report.path;
  path.pop();
  reading.text = '';
  reading.isLeaf = false;
  if (isReport) {
    endReport(reading);
    return;
  }
  if (below === '') return;
  if (below.startsWith('Ntry')) {
    if (entry === undefined) return;
    if (below === 'Ntry') closeEntry(reading, entry);
    else noteLeaf(entry, below.slice('Ntry/'.length), text);
    return;
  }
  if (below === 'FrToDt/FrDtTm') reading.from = text.trim();
  if (below === 'FrToDt/ToDtTm') reading.to = text.trim();
  if (below === 'Acct/Id/IBAN' || below === 'Acct/Id/Othr/Id') statements.account(text.trim());
  summaryLeaf(file, summary, below, text.trim());
}

/** Interim reports and notices are of a part of the day, and cover none. */
function endReport(reading: Reading): void {
  const {file, statements, summary, report, from, to} = reading;
  tellSummary(file, summary, statements);
  statements.end(report?.format === 'camt.053' ? statedInterval(from, to) : null);
  reading.count += 1;
  reading.summary = emptySummary();
  [reading.from, reading.to] = ['', ''];
}

function closeEntry(reading: Reading, entry: CamtEntry): void {
  const {file, statements, summary} = reading;
  const row = entryRow(file, entry);
  reading.entry = undefined;
  if (row === undefined) {
    summary.notBooked += 1;
    statements.notBooked();
  } else {
    summary.currencies.add(row.currency);
    statements.row(row);
  }
}
