import type {Problem} from '../core/problem.js';
import type {Deciding, Mapping} from '../core/reconcile/row.js';
import type {HeadingField} from './headings.js';

export type SourceColumn = {readonly index: number; readonly heading: string};
export type Columns = Readonly<Partial<Record<HeadingField, SourceColumn>>>;

/** Which record holds the headings, and what the columns below them are. */
export type Layout = Omit<Mapping, 'columns' | 'encoding' | 'said'> & {
  /** How many records stand before the headings. */
  readonly preamble: number;
  /** All of them empty where the table has none: the record behind the preamble is what stands above its first row, if anything. */
  readonly headings: readonly string[];
  readonly columns: Columns;
  /** Columns that may tell a direction or a status and are not read for it. */
  readonly checked: readonly Checked[];
  readonly said: readonly Deciding[];
  /** Where the amounts have no sign: what words of a column say, and of the rest the running balances. */
  readonly unsigned?: Unsigned;
  /** Whether the amounts stand with the other sign: what was paid in is below zero. */
  readonly isTurned?: boolean;
  /** Beside the status, the column whose words tell rows that moved nothing. */
  readonly idle?: SourceColumn;
};

export type Unsigned = {readonly column?: SourceColumn; readonly words: ReadonlyMap<string, 'credit' | 'debit'>};

/** A column that may decide what rows are worth and is not read for it: every row of the file is held against it. */
export type Checked = {
  readonly deciding: Deciding;
  readonly column: SourceColumn;
  /** `name`: every word of it counts; `content`: only words of a status or a direction do; `remark`: only what says of itself that a payment failed. */
  readonly by: 'name' | 'content' | 'remark';
};

/** A record of a file with the line on which it begins. */
export type NumberedRecord = {readonly number: number; readonly record: readonly string[]};

/** Reads one cell as it stands; `invalid` is what to throw for it. */
export type RawCells = {
  readonly file: string;
  readonly layout: Layout;
  readonly raw: (line: NumberedRecord, field: HeadingField) => string;
  readonly heading: (field: HeadingField) => string;
  readonly invalid: (line: NumberedRecord, field: HeadingField, shown?: string) => Problem;
  readonly withoutAmount: (line: NumberedRecord) => Problem;
};
