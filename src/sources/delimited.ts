import {Problem, type ProblemCode} from '../core/problem.js';
import type {Mapping, Proof, Rows, SourceKind} from '../core/reconcile/rows/row.js';
import {accountsIn} from './accounts.js';
import {type Examined, headText} from './bytes.js';
import type {Layout} from './columns.js';
import type {PossibleDays} from './date-text.js';
import {type GivenMapping, layoutOf} from './layout.js';
import {layoutByArithmetic, layoutOfHalf, withBalances} from './layout-by-arithmetic.js';
import {type OnBytesRead, readRecords} from './record-stream.js';
import type {RowOf} from './rows.js';
import {TableReader} from './table-reader.js';

/** The content of a delimited file, and how it was understood. */
export type ReadTable<Row> = {
  readonly rows: Rows<Row>;
  readonly sha256: string;
  readonly mapping: Mapping;
  readonly headings: readonly string[];
  /** The line of the headings; 0 if there are none. */
  readonly headingLine: number;
  /** The number of records that are not rows: totals and notes below all rows, and balances that moved no money. */
  readonly sums: number;
  /** The number of rows which, by the balances, moved nothing although no word in them says so. They are left out. */
  readonly unmoved: number;
  readonly paidWords: readonly string[];
  readonly untested: readonly number[];
  readonly proof: Proof;
};

/** Problems after which another reading may be the right one: the columns, the signs or the marks are doubtful or were refuted. */
const doubts: ReadonlySet<ProblemCode> = new Set([
  'file-heading-missing',
  'file-heading-twice',
  'file-column-missing',
  'file-decimal-mark-unclear',
  'file-date-order-unclear',
  'file-direction-unclear',
  'file-status-unclear',
  'file-row-invalid',
  'file-row-without-amount',
  'file-amount-too-fine',
  'file-balance-differs',
]);

type GivenTable = {
  readonly examined: Examined;
  readonly given: GivenMapping;
  readonly possible: PossibleDays;
  /** Whether to read the file although pages that it mentions are missing. */
  readonly isUnproved: boolean;
};

/**
 * Reads every row of a delimited file, or none. Only blank records, lines above the headings, sums, and notes below all rows are left out;
 * they are counted. The headings decide how the file is read. If they say too little, or if the balances refute that reading, the file is
 * read in the one way in which its balances hold.
 *
 * Throws a `Problem` that names the line, the column, or what a person must say about the file.
 */
export async function readDelimited<K extends SourceKind>(
  kind: K,
  {examined, given, possible, isUnproved}: GivenTable,
  onBytes: OnBytesRead,
): Promise<ReadTable<RowOf[K]>> {
  const {account, ...columns} = given.columns ?? {};
  const own = kind === 'bank' ? account : undefined;
  const about = {file: examined.name, kind, possible, given: own === undefined ? given : {...given, columns}};
  const head = headText(examined, examined.encoding);
  const byFigures = async () => {
    const layout = layoutByArithmetic(head, about);
    return layout === undefined ? undefined : await readBy(kind, examined, {layout, own, isUnproved}, onBytes);
  };
  /** Finds where the balances break in a table that nothing else explains. The table is never read in this way. */
  const placeOfBreak = async (): Promise<Problem | undefined> => {
    const layout = layoutOfHalf(head, about);
    if (layout === undefined) return undefined;
    const problem = await readBy(kind, examined, {layout, own, isUnproved}, onBytes).catch((found: unknown) => found);
    return problem instanceof Problem && problem.code === 'file-balance-differs' ? problem : undefined;
  };
  let table: ReadTable<RowOf[K]>;
  try {
    const named = layoutOf(head, about);
    const layout = given.columns?.['balance'] === '' ? named : withBalances(kind, head, named);
    table = await readBy(kind, examined, {layout, own, isUnproved}, onBytes);
  } catch (error) {
    if (!(error instanceof Problem) || !doubts.has(error.code)) throw error;
    const other = await byFigures().catch((second: unknown) => {
      throw second instanceof Problem && passedOn.has(second.code) ? second : error;
    });
    if (other !== undefined) return other;
    throw (unnamed.has(error.code) ? await placeOfBreak() : undefined) ?? error;
  }
  if (table.mapping.columns['balance'] === undefined || table.proof.by === 'balances') return table;
  // Balances that agree with some rows may agree with all of them in another reading.
  return (await byFigures().catch(() => undefined)) ?? table;
}

/** Problems of headings that say too little. */
const unnamed: ReadonlySet<ProblemCode> = new Set([
  'file-heading-missing',
  'file-column-missing',
  'file-heading-twice',
]);

/** Problems of the other reading that are reported instead of what the headings lack. */
const passedOn: ReadonlySet<ProblemCode> = new Set([
  'file-balance-differs',
  'file-direction-unclear',
  'file-currency-missing',
  'file-currency-differs',
]);

async function readBy<K extends SourceKind>(
  kind: K,
  examined: Examined,
  {
    layout,
    own,
    isUnproved,
  }: {readonly layout: Layout; readonly own: string | undefined} & Pick<GivenTable, 'isUnproved'>,
  onBytes: OnBytesRead,
): Promise<ReadTable<RowOf[K]>> {
  const file = examined.name;
  const {encoding} = examined;
  const accounts = accountsIn(file, kind, layout, own);
  const table = new TableReader(kind, {file, layout, accounts, isUnproved});
  const read = await readRecords(examined, layout.separator, {take: line => table.take(line), onBytes});
  const {headingLine, isLastWhole, shown, sums, prove} = table.end();
  if (!read.isLineEnded && !isLastWhole) throw new Problem('file-cut-off', {file});
  const {rows, ...proved} = accounts.held(prove);
  const named = Object.entries(layout.columns).map(([field, column]) => [field, column.heading]);
  // A person may also have said that there is no such column. That holds for the next file too.
  const columns = {
    ...Object.fromEntries([...layout.said.map(field => [field, '']), ...named]),
    ...(own === undefined ? {} : {account: own}),
  };
  const said = layout.said.length === 0 ? {} : {said: layout.said};
  const mapping = {encoding, separator: layout.separator, ...shown, columns, currency: layout.currency, ...said};
  return {rows, sha256: read.sha256, mapping, headings: layout.headings, headingLine, sums, ...proved};
}
