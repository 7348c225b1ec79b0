import {Problem} from '../../core/problem.js';
import type {BankRow, Mapping, SourceKind} from '../../core/reconcile/rows/row.js';
import {type Examined, headText, isXml, sha256, textOf} from '../bytes.js';
import type {GivenFile, ReadFile} from '../delimited.js';
import {headingPrint} from '../headings.js';
import type {GivenMapping} from '../table-place.js';
import {bai2Reader} from './bai2.js';
import {camtReader, statementNamespace} from './camt.js';
import {mt940Reader} from './mt940.js';
import {ofxReader} from './ofx.js';
import {qifReader} from './qif.js';
import {Statements} from './statements.js';

/** The formats in which banks send statements, apart from tables. */
export type StatementFormat = 'camt.052' | 'camt.053' | 'camt.054' | 'MT940' | 'MT942' | 'OFX' | 'QIF' | 'BAI2';

export type StatementDetection = {
  readonly format: StatementFormat;
  /** The version of the format as the file states it: the namespace of camt, the version of OFX or BAI2. Empty if the file states none. */
  readonly version: string;
  /** The key under which a person's answers are kept for the next file of these accounts. */
  readonly headingPrint: string;
  /** All accounts in the file, including those that were not asked for. */
  readonly accounts: readonly string[];
  readonly statements: number;
  /** The number of entries that the bank has announced but not booked. They are not rows. */
  readonly notBooked: number;
  /** The number of balances in the form of entries. They are not rows. */
  readonly sums: number;
  /** The number of entries without a booking date, whose value date stands for it; absent if there are none. */
  readonly valueDates?: number;
  /** The number of statements of investments, which are left out; absent if there are none. */
  readonly investments?: number;
};

type ReaderName = 'camt' | 'mt940' | 'ofx' | 'qif' | 'bai2';

const looked = 20_000;

/** Returns the reader for a file, by its beginning; `undefined` for a table or anything else. */
export function statementReaderOf(examined: Examined): ReaderName | undefined {
  const start = headText(examined, examined.encoding).text.slice(0, looked);
  if (/^\s*OFXHEADER\s*[:=]/iu.test(start) || /^\s*(?:<[?!][^>]*>\s*)*<OFX>/u.test(start)) return 'ofx';
  if (isXml(examined)) return 'camt';
  if (/^\s*!(?:type|account|option|clear)\b/iu.test(start)) return 'qif';
  if (/^\s*01,[^\n]*\n\s*(?:88,[^\n]*\n\s*)*02,/u.test(start)) return 'bai2';
  return /(?:^|\n|\{4:)[ \t]*\n?:20:[^\n]*\n(?:[^\n]*\n){0,3}?:(?:25P?|28C?|60[FM]):/u.test(start)
    ? 'mt940'
    : undefined;
}

/**
 * Reads the statements in a bank's file. If the file has several accounts, `given.columns.account` names the one to read. Throws a
 * `Problem`: `file-is-statement` if another kind of file is expected, and what `Statements` and the reader of the format throw.
 */
export async function readStatement(
  kind: SourceKind,
  name: ReaderName,
  {examined, given, possible, isUnproved}: GivenFile,
  onBytes: (done: number, total: number) => void,
): Promise<ReadFile<BankRow, StatementDetection>> {
  const file = examined.name;
  // The reader reports what other XML is.
  const isStatement = name !== 'camt' || statementNamespace.test(headText(examined, examined.encoding).text);
  if (kind !== 'bank' && isStatement) throw new Problem('file-is-statement', {file});
  const account = given.columns?.['account'];
  const statements = new Statements(file, account, {possible, isUnproved});
  const reader = readerOf(name, file, statements, given);
  const hash = sha256();
  for await (const piece of textOf(examined, examined.encoding, hash, onBytes)) reader.write(piece);
  const ended = reader.end();
  const {rows, interval, proof, accounts, ...counts} = statements.finish();
  const {format, version} = ended;
  const shown = 'shown' in ended ? ended.shown : undefined;
  const pages = 'pages' in ended ? ended.pages.filter(page => !account || page.account === account) : [];
  return {
    rows,
    sha256: hash.digest('hex'),
    interval,
    proof,
    ...(pages.length > 0 && {pages}),
    mapping: mappingOf(examined, account, shown),
    detection: {format, version, headingPrint: headingPrint([format, ...accounts]), accounts, ...counts},
  };
}

function readerOf(name: ReaderName, file: string, statements: Statements, given: GivenMapping) {
  const currency = given.currency ?? null;
  switch (name) {
    case 'camt':
      return camtReader(file, statements);
    case 'mt940':
      return mt940Reader(file, statements);
    case 'ofx':
      return ofxReader(file, statements, given);
    case 'bai2':
      return bai2Reader(file, statements, currency);
    case 'qif':
      return qifReader(file, statements, given);
  }
}

/** Returns what a person would have to say again about a file of this form, in the shape in which it is kept. */
function mappingOf(
  {encoding}: Examined,
  account: string | undefined,
  shown: Partial<Mapping> | undefined,
): Mapping | null {
  if (account === undefined && shown === undefined) return null;
  const {dateOrder = null, decimalMark = null, currency = null} = shown ?? {};
  const columns = {...shown?.columns, ...(account === undefined ? {} : {account})};
  return {encoding, separator: ',', dateOrder, decimalMark, columns, currency};
}
