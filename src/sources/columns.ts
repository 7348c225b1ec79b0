import type {Problem} from '../core/problem.js';
import type {Deciding, Mapping} from '../core/reconcile/rows/row.js';
import type {PossibleDays} from './date-text.js';
import type {HeadingField} from './headings.js';

export type SourceColumn = {readonly index: number; readonly heading: string};
export type Columns = Readonly<Partial<Record<HeadingField, SourceColumn>>>;

/** Which record holds the headings, and what the columns below them are. */
export type Layout = Omit<Mapping, 'columns' | 'encoding' | 'said'> & {
  /** The number of records before the headings. */
  readonly preamble: number;
  /**
   * All empty if the table has no headings. In that case the record after the preamble is the last one above the first row, if there is
   * any.
   */
  readonly headings: readonly string[];
  readonly columns: Columns;
  readonly possible: PossibleDays;
  /** The indexes of the columns in which the rows of a provider's or a payout file have their days. */
  readonly days: readonly number[];
  /** Columns that could state a direction or a status but are not read for it. */
  readonly checked: readonly Checked[];
  readonly said: readonly Deciding[];
  /** For amounts without a sign: what the words of a column mean. The running balances decide the rest. */
  readonly unsigned?: Unsigned;
  /** Whether the column of debits writes most of them as negative; `null` if none of its first amounts shows it. */
  readonly areDebitsNegative: boolean | null;
  /** Whether the amounts carry the opposite sign, so that money paid in is negative. */
  readonly isTurned?: boolean;
  /** In addition to the status, the column whose words mark the rows that moved nothing. */
  readonly idle?: SourceColumn;
};

export type Unsigned = {readonly column?: SourceColumn; readonly words: ReadonlyMap<string, 'credit' | 'debit'>};

/** A column that could decide what a row is worth but is not read for it. Every row of the file is checked against it. */
export type Checked = {
  readonly deciding: Deciding;
  readonly column: SourceColumn;
  /**
   * `name`: every word in the column counts. `content`: only words of a status or a direction count. `remark`: only a text which itself
   * says that a payment failed counts.
   */
  readonly by: 'name' | 'content' | 'remark';
};

/** A record of a file with the number of the line on which it begins. */
export type NumberedRecord = {readonly number: number; readonly record: readonly string[]};

/** Reads one cell as it stands. `invalid` and `withoutAmount` return the `Problem` to throw for it. */
export type RawCells = {
  readonly file: string;
  readonly layout: Layout;
  readonly raw: (line: NumberedRecord, field: HeadingField) => string;
  readonly heading: (field: HeadingField) => string;
  /** The currency of the row; undefined if neither its cell nor the file names one. */
  readonly currency: (line: NumberedRecord) => string | undefined;
  readonly invalid: (line: NumberedRecord, field: HeadingField, shown?: string) => Problem;
  readonly withoutAmount: (line: NumberedRecord) => Problem;
};
