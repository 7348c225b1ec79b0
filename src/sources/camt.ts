import {SaxesParser, type SaxesTagNS} from 'saxes';
import {Problem} from '../core/problem.js';
import type {BankRow, SourceKind} from '../core/reconcile/row.js';
import {type Examined, headText, limits, sha256, textOf} from './bytes.js';
import {type CamtEntry, emptyEntry, entryRow, noteLeaf} from './camt-entry.js';
import {type DayInterval, joined, statedInterval} from './interval.js';

/** A bank's statement as ISO 20022 has it. */
export type ReadStatement = {
  readonly rows: readonly BankRow[];
  readonly sha256: string;
  /** The days that its statements cover, where these follow each other without a gap. */
  readonly interval: DayInterval | null;
  readonly namespace: string;
  readonly statements: number;
  readonly notBooked: number;
};

const statementNamespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/;
const statementPath = 'Document/BkToCstmrStmt/Stmt';
const entryPath = `${statementPath}/Ntry`;
const deepest = 50;
const writtenAtOnce = 65_536;

/**
 * Reads the booked entries of a camt.053 file of any version: credits above zero, debits below, reversals in the
 * direction that the entry itself states, as ISO 20022 defines it.
 *
 * Throws a `Problem`: `file-not-table` for other XML, `file-is-statement` where another kind is wanted, `file-xml-unsafe` for a document type
 * or an endless element, `file-cut-off`, `file-not-understood`, `file-row-invalid` or `file-too-large`.
 */
export async function readCamt(
  kind: SourceKind,
  examined: Examined,
  onBytes: (done: number, total: number) => void,
): Promise<ReadStatement> {
  const file = examined.name;
  if (kind !== 'bank') {
    const isStatement = /:xsd:camt\.053\./.test(headText(examined, examined.encoding).text);
    throw new Problem(isStatement ? 'file-is-statement' : 'file-not-table', {file});
  }
  const hash = sha256();
  const statement = statementReader(file);
  for await (const piece of textOf(examined, examined.encoding, hash, onBytes)) statement.write(piece);
  return {...statement.end(), sha256: hash.digest('hex')};
}

/** What has been read so far; elements in `path` are open. */
type Reading = {
  readonly file: string;
  readonly path: string[];
  readonly rows: BankRow[];
  readonly intervals: (DayInterval | null)[];
  namespace: string;
  /** Of the innermost element. */
  text: string;
  isLeaf: boolean;
  entry: CamtEntry | undefined;
  from: string;
  to: string;
  notBooked: number;
};

function statementReader(file: string) {
  const parser = new SaxesParser({xmlns: true});
  const reading: Reading = {
    file,
    path: [],
    rows: [],
    intervals: [],
    namespace: '',
    text: '',
    isLeaf: false,
    entry: undefined,
    from: '',
    to: '',
    notBooked: 0,
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
      const {rows, intervals, namespace, notBooked} = reading;
      if (intervals.length === 0) throw new Problem('file-not-table', {file});
      return {rows, interval: joined(intervals), namespace, statements: intervals.length, notBooked};
    },
  };
}

function openElement(reading: Reading, {local, uri, attributes}: SaxesTagNS, line: number): void {
  const {file, path, entry} = reading;
  if (path.length === 0) {
    if (local !== 'Document' || !statementNamespace.test(uri)) throw new Problem('file-not-table', {file});
    reading.namespace = uri;
  }
  path.push(local);
  reading.text = '';
  reading.isLeaf = true;
  if (local === 'Ntry' && path.join('/') === entryPath) reading.entry = emptyEntry(line);
  if (local === 'Amt' && entry !== undefined && path.join('/') === `${entryPath}/Amt`)
    entry.currency = attributes['Ccy']?.value ?? '';
}

function closeElement(reading: Reading): void {
  const {path, entry, text, isLeaf} = reading;
  const isOfInterest = isLeaf || path.length <= 4;
  const closed = isOfInterest ? path.join('/') : '';
  path.pop();
  reading.text = '';
  reading.isLeaf = false;
  if (closed === `${statementPath}/FrToDt/FrDtTm`) reading.from = text.trim();
  if (closed === `${statementPath}/FrToDt/ToDtTm`) reading.to = text.trim();
  if (closed === statementPath) {
    reading.intervals.push(statedInterval(reading.from, reading.to));
    [reading.from, reading.to] = ['', ''];
  }
  if (entry === undefined || !isOfInterest) return;
  if (closed === entryPath) closeEntry(reading, entry);
  else noteLeaf(entry, closed.slice(entryPath.length + 1), text);
}

function closeEntry(reading: Reading, entry: CamtEntry): void {
  const {file, rows} = reading;
  const row = entryRow(file, entry);
  reading.entry = undefined;
  if (row === undefined) reading.notBooked += 1;
  else rows.push(row);
  if (rows.length > limits.rows)
    throw new Problem('file-too-large', {file, megabytes: limits.megabytes, rows: limits.rows});
}
