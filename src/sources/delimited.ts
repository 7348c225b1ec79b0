import {Problem, type ProblemCode} from '../core/problem.js';
import type {Mapping, Proof, SourceFile, SourceKind} from '../core/reconcile/rows/row.js';
import {accountsIn} from './accounts.js';
import {isWrittenNegative} from './amount-text.js';
import {type Examined, headText} from './bytes.js';
import type {Layout} from './columns.js';
import type {PossibleDays} from './date-text.js';
import {headingPrint, nameOf} from './headings.js';
import {layoutOf, rowsIn, sampleOf} from './layout.js';
import {type OnBytesRead, readRecords} from './record-stream.js';
import type {RowOf} from './row-makers.js';
import {statedPeriod} from './stated.js';
import {balancesBeside, provedAmounts} from './table-figures.js';
import type {GivenMapping, Head} from './table-place.js';
import {type TableOf, TableReader} from './table-reader.js';

export type TableDetection = {
  readonly format: 'delimited';
  /** All headings as the file writes them, including those that no field uses. */
  readonly headings: readonly string[];
  /** The line of the headings; 0 if there are none. */
  readonly headingLine: number;
  /** The key under which a mapping is kept for the next file with these headings. */
  readonly headingPrint: string;
  /** The number of records that are not rows: totals and notes below all rows, and balances that moved no money. */
  readonly sums: number;
  /** The number of rows which, by the balances, moved nothing although no word in them says so. They are left out. */
  readonly unmoved: number;
};

/** The content of a file, and how it was understood. */
export type ReadFile<Row, Detected> = Pick<SourceFile<Row>, 'rows' | 'sha256' | 'interval' | 'pages'> &
  Pick<SourceFile<Row>, 'paidWords' | 'untested'> & {
    /** `null` for a bank's statement in a format that needs no mapping. */
    readonly mapping: Mapping | null;
    readonly proof: Proof;
    readonly detection: Detected;
  };

/** What is known of a file before it is read. */
export type GivenFile = {
  readonly examined: Examined;
  readonly given: GivenMapping;
  readonly possible: PossibleDays;
  /** Whether to read the file although a figure or a page of its own is missing or does not hold. */
  readonly isUnproved: boolean;
};

type ReadTable<Row> = ReadFile<Row, TableDetection>;

/**
 * Reads every row of a delimited file, or none. Only blank records, lines above the headings, sums, and notes below all rows are left out;
 * they are counted. The headings decide how the file is read. If its balances refute the amounts or their signs, those that they prove
 * count. Throws a `Problem` that names the line, the column, or what a person must say about the file.
 */
export async function readDelimited<K extends SourceKind>(
  kind: K,
  table: GivenFile,
  onBytes: OnBytesRead,
): Promise<ReadTable<RowOf[K]>> {
  const {examined, given, possible, isUnproved} = table;
  const {account, ...columns} = given.columns ?? {};
  const own = kind === 'bank' ? account : undefined;
  const about = {file: examined.name, kind, possible, given: own === undefined ? given : {...given, columns}};
  const head = headText(examined, examined.encoding);
  const named = layoutOf(head, about);
  const layout = given.columns?.['balance'] === '' ? named : withBalances(kind, head, named);
  const readAs = (signs?: Layout['signs']) =>
    readBy(kind, examined, {layout: signs === undefined ? layout : {...layout, signs}, own, isUnproved}, onBytes);
  const signs = otherSigns(kind, head, layout);
  const readOther = (error: unknown) => {
    const amount = kind === 'bank' && given.columns?.['amount'] === undefined ? provedAmount(head, layout) : undefined;
    if (amount === undefined || !(error instanceof Problem) || error.code !== 'file-balance-differs') throw error;
    return readDelimited(kind, {...table, given: {...given, columns: {...given.columns, amount}}}, onBytes);
  };
  if (signs === undefined) return readAs().catch(readOther);
  let asWritten: ReadTable<RowOf[K]> | undefined;
  let refuted: unknown;
  try {
    asWritten = await readAs();
    if (asWritten.proof.by === 'balances') return asWritten;
  } catch (error) {
    if (!(error instanceof Problem) || !ofSigns.has(error.code)) throw error;
    refuted = error;
  }
  try {
    const other = await readAs(signs);
    if (other.proof.by === 'balances') return other;
  } catch (error) {
    if (error instanceof Problem && error.code === 'file-direction-unclear') throw error;
  }
  if (asWritten === undefined) return readOther(refuted);
  return asWritten;
}

const ofSigns: ReadonlySet<ProblemCode> = new Set(['file-balance-differs', 'file-direction-unclear']);

/** The signs that amounts may have instead of those that are written, which only their balances can show. */
function otherSigns(kind: SourceKind, head: Head, layout: Layout): Layout['signs'] {
  const {amount, balance, direction} = layout.columns;
  if (kind === 'payout' || amount === undefined || balance === undefined || direction !== undefined) return undefined;
  if (layout.said.includes('direction')) return undefined;
  const rows = rowsIn(sampleOf(head, layout), kind, layout);
  return rows.some(record => isWrittenNegative(record[amount.index] ?? '')) ? 'turned' : 'none';
}

/** The heading of other amounts, if the balances prove those. A currency beside the amounts that they refute may be of those alone. */
function provedAmount(head: Head, layout: Layout): string | undefined {
  const {columns, headings, decimalMark} = layout;
  if (columns.currency !== undefined) return undefined;
  const index = provedAmounts(rowsIn(sampleOf(head, layout), 'bank', layout), columns, decimalMark ?? '.');
  return index === undefined ? undefined : nameOf(headings, index);
}

/** The layout with the column of balances that the amounts add up to, if no heading names one. */
function withBalances(kind: SourceKind, head: Head, layout: Layout): Layout {
  const {columns, headings, decimalMark} = layout;
  if (columns.balance !== undefined || kind === 'payout') return layout;
  const index = balancesBeside(rowsIn(sampleOf(head, layout), kind, layout), columns, decimalMark ?? '.');
  if (index === undefined) return layout;
  return {...layout, columns: {...columns, balance: {index, heading: nameOf(headings, index)}}};
}

type Reading = {readonly layout: Layout; readonly own: string | undefined} & Pick<GivenFile, 'isUnproved'>;

/** Reads the table. If only a word says that something with a reference is no row, the reading that the file proves decides. */
async function readBy<K extends SourceKind>(
  kind: K,
  examined: Examined,
  reading: Reading,
  onBytes: OnBytesRead,
): Promise<ReadTable<RowOf[K]>> {
  const byWords = {areNeeded: false};
  let first: ReturnType<typeof readOnce<K>> | undefined;
  for (const named of [undefined, 'sums', 'rows'] as const) {
    const attempt = readOnce(kind, examined, {...reading, named, byWords}, onBytes);
    const found = await attempt.catch(() => undefined);
    if (found !== undefined && found.proof.by !== 'nothing') return found;
    first ??= attempt;
    if (!byWords.areNeeded) break;
  }
  return first as ReturnType<typeof readOnce<K>>;
}

async function readOnce<K extends SourceKind>(
  kind: K,
  examined: Examined,
  {layout, own, isUnproved, named: words, byWords}: Reading & Pick<TableOf, 'named' | 'byWords'>,
  onBytes: OnBytesRead,
): Promise<ReadTable<RowOf[K]>> {
  const file = examined.name;
  const {encoding} = examined;
  const accounts = accountsIn(file, kind, layout, own);
  const table = new TableReader(kind, {file, layout, accounts, isUnproved, named: words, byWords});
  const read = await readRecords(examined, layout.separator, {take: line => table.take(line), onBytes});
  const {around, headingLine, isLastWhole, shown, sums, prove} = table.end();
  if (!read.isLineEnded && !isLastWhole) throw new Problem('file-cut-off', {file});
  const {rows, proof, unmoved, paidWords, untested} = accounts.held(prove);
  const named = Object.entries(layout.columns).map(([field, column]) => [field, column.said ?? column.heading]);
  // A person may also have said that there is no such column. That holds for the next file too.
  const columns = {
    ...Object.fromEntries([...layout.said.map(field => [field, '']), ...named]),
    ...(own === undefined ? {} : {account: own}),
  };
  const said = layout.said.length === 0 ? {} : {said: layout.said};
  const mapping = {encoding, separator: layout.separator, ...shown, columns, currency: layout.currency, ...said};
  const {headings} = layout;
  return {
    rows,
    sha256: read.sha256,
    interval: statedPeriod(around, shown.dateOrder),
    mapping,
    proof,
    ...(paidWords.length > 0 && {paidWords}),
    ...(untested.length > 0 && {untested}),
    detection: {format: 'delimited', headings, headingLine, headingPrint: headingPrint(headings), sums, unmoved},
  };
}
