/**
 * What external files say happened to the money, in one shape: nothing is read into a file that it does not say. Amounts are plain decimal
 * texts in major units (`"1250.00"`, `"-3.5"`), currencies are ISO 4217 in capitals, days are `YYYY-MM-DD` if they can be read in only one
 * way, and times are as the file writes them.
 */

import {date} from '../../day/schema.js';
import {
  choice,
  count,
  dictionary,
  leaf,
  list,
  named,
  object,
  oneOf,
  optional,
  orNull,
  type Spec,
  type Specified,
  text,
} from '../../spec/spec.js';

export type RowKind =
  | 'payment'
  | 'refund'
  | 'reversal'
  | 'chargeback'
  | 'fee'
  | 'reserve-held'
  | 'reserve-released'
  | 'adjustment';

/** Whether money that a row takes out gives a payment back. */
export const givesBack = (kind: RowKind | undefined): boolean =>
  kind === 'refund' || kind === 'reversal' || kind === 'chargeback';

/** A row of the provider's transactions or settlement. `line` is where it begins in its file, from 1. */
export type ProviderRow = {
  readonly line: number;
  readonly kind: RowKind;
  /** The merchant's reference, trimmed; a Duka reference is in Duka's own form. Empty if the row has none. */
  readonly reference: string;
  readonly serviceReference: string | null;
  readonly amount: string;
  readonly currency: string;
  /** The provider's word for the status; empty if the file has no such column. */
  readonly status: string;
  readonly fee: string | null;
  /** The taxes that are taken beside the fee, together. They are negative if their sign is another than that of most charges of the file. */
  readonly tax: string | null;
  readonly net: string | null;
  readonly at: string | null;
  /** The digits of the payer's number. */
  readonly phone: string | null;
  /** The payout or batch in which it was settled. */
  readonly payout: string | null;
};

export type PayoutRow = {
  readonly line: number;
  readonly payout: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly at: string | null;
};

/** An entry of a bank's or a wallet's statement; credits are positive. */
export type BankRow = {
  readonly line: number;
  /** The bank's own reference of the entry; empty if it has none. */
  readonly entry: string;
  readonly amount: string;
  readonly currency: string;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly narration: string;
  /** The bank's word for the status; empty if the file has no such column. */
  readonly status: string;
};

export const sourceKinds = ['provider', 'payout', 'bank'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** `year-first` applies only to years of two digits: four digits are never read as anything else. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What decides the value of a row besides its amount: the direction of the money, and whether it moved at all. */
const decidingColumns = ['direction', 'status'] as const;
export type Deciding = (typeof decidingColumns)[number];

const separators = [',', ';', '\t', '|'] as const;
const layoutMembers = {
  decimalMark: orNull(oneOf(['.', ','], 'of its amounts'), 'no amount shows it'),
  dateOrder: orNull(oneOf(dateOrders, 'of its dates'), 'no date shows it'),
  columns: dictionary(text(), 'the heading of the column of each field'),
  currency: orNull(text('of all its amounts'), 'a column says it'),
  said: optional(list(oneOf(decidingColumns)), 'no person said which column decides'),
  dateShape: optional(text('the pattern of its dates, such as `99/99/9999`'), 'it has none'),
};

/** How files of one form are read. Each file shows its encoding and separator by itself. */
export const layoutMappingSpec = object(layoutMembers);
export type LayoutMapping = Specified<typeof layoutMappingSpec>;

/** How a delimited file is written, and which of its columns is which. This is detected, shown, corrected by a person, and kept. */
export const mappingSpec = object({
  encoding: oneOf(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'], 'of its bytes'),
  separator: leaf<(typeof separators)[number]>(
    'text',
    value => separators.some(each => each === value),
    'between its columns',
  ),
  ...layoutMembers,
});
export type Mapping = Specified<typeof mappingSpec>;

/** Rows in the order of their file: an array, or an object that makes each row when it is asked for. */
export type Rows<Row> = Iterable<Row> & {
  readonly length: number;
  /** A negative index counts from the end. */
  readonly at: (index: number) => Row | undefined;
  /** The values of one field in all rows, if they are available without making the rows; values may repeat. */
  readonly distinct?: (field: string) => Iterable<string | number | null>;
  /** The value of one field in one row, if it is available without making the row. */
  readonly valueAt?: (index: number, field: string) => string | number | null;
};

/** This many rows, each of which is made when it is asked for. */
export const madeRows = <Row>(length: number, make: (index: number) => Row): Rows<Row> => ({
  length,
  at: index => {
    const place = index < 0 ? length + index : index;
    return place < 0 || place >= length ? undefined : make(place);
  },
  *[Symbol.iterator]() {
    for (let index = 0; index < length; index += 1) yield make(index);
  },
});

export const rowsAt = <Row>(places: ArrayLike<number>, make: (place: number) => Row): Rows<Row> =>
  madeRows(places.length, at => make(places[at] ?? 0));

/** What is made of each row when it is asked for. */
export const mappedRows = <Row, Made>(rows: Rows<Row>, make: (row: Row) => Made): Rows<Made> =>
  madeRows(rows.length, at => make(rows.at(at) as Row));

export const bothRows = <Row>(first: Rows<Row>, second: Rows<Row>): Rows<Row> =>
  madeRows(
    first.length + second.length,
    at => (at < first.length ? first.at(at) : second.at(at - first.length)) as Row,
  );

/** The rows for which `holds` is true; only their places are kept. */
export function rowsWhere<Row>(rows: Rows<Row>, holds: (row: Row) => boolean): Rows<Row> {
  const places: number[] = [];
  let at = 0;
  for (const row of rows) {
    if (holds(row)) places.push(at);
    at += 1;
  }
  return places.length === rows.length ? rows : rowsAt(places, place => rows.at(place) as Row);
}

/** The rows for which `holds` is true, held in memory, and the others, of which only the places are kept. */
export function parted<Row>(rows: Rows<Row>, holds: (row: Row) => boolean): readonly [readonly Row[], Rows<Row>] {
  const held: Row[] = [];
  const others = rowsWhere(rows, row => {
    const isHeld = holds(row);
    if (isHeld) held.push(row);
    return !isHeld;
  });
  return [held, others];
}

/** The values of one field; values may repeat. */
export const distinctIn = <Row, Field extends keyof Row & string>(
  rows: Rows<Row>,
  field: Field,
): Iterable<Row[Field]> =>
  (rows.distinct?.(field) as Iterable<Row[Field]> | undefined) ?? Iterator.from(rows).map(row => row[field]);

/** The value of one field in one row, without making the row if possible. */
export const valueIn = <Row, Field extends keyof Row & string>(
  rows: Rows<Row>,
  index: number,
  field: Field,
): Row[Field] =>
  rows.valueAt === undefined ? (rows.at(index) as Row)[field] : (rows.valueAt(index, field) as Row[Field]);

/** A page of a statement that its bank sends in several pages, which may be in separate files. */
export type PageOfStatement = {
  readonly account: string;
  /** The statement's number in the year, or its id. */
  readonly statement: string;
  readonly number: number;
  readonly isLast: boolean;
  /** For a page in one currency: its opening and closing balance, if stated, and the sum of its entries. */
  readonly figures?: PageFigures | undefined;
};
export type PageFigures = {
  readonly currency: string;
  readonly opening: string | null;
  readonly moved: string;
  readonly closing: string | null;
};

export const proofSpec = named(
  'proof of a file',
  choice(
    'by',
    {
      balances: object({by: oneOf(['balances']), count: count('rows whose running balance agrees')}),
      closing: object({
        by: oneOf(['closing']),
        count: count('statements whose opening balance and rows are the closing one'),
      }),
      totals: object({by: oneOf(['totals']), count: count('printed totals, control sums and counts that agree')}),
      nothing: object({
        by: oneOf(['nothing']),
        lookAt: list(count(), 'lines of up to three rows that are worth a look'),
        differs: optional(
          list(
            object({
              line: count('where the file says it'),
              said: optional(text('the figure that it says'), 'a part is missing'),
              reached: optional(text('what the rows add up to'), 'a part is missing'),
              part: optional(text('the part that is missing'), 'a figure differs'),
            }) as Spec<Differing>,
            'what the file says about itself and its rows do not confirm; a person had it read all the same',
          ),
          'there is nothing of the kind',
        ),
      }),
    },
    'How a file’s own figures confirm that it was read correctly.',
  ),
);
/** The counts say how much was compared and agreed. */
export type Proof = Specified<ReturnType<typeof proofSpec>>;

const span = (about: string, when: string) =>
  orNull(object({from: date('the first day'), to: date('the last day')}, about), when);
export const fileMembers = {
  sha256: text('the hash of its bytes'),
  interval: span('the days that it or a person states', 'nobody does'),
  told: span('the first and the last day of its rows', 'they are not known'),
};

/** A figure that the rows do not add up to, or a part that is missing. */
export type Differing = DifferingFigure | {readonly line: number; readonly part: string};
export type DifferingFigure = {readonly line: number; readonly said: string; readonly reached: string};

/** A file that was completely read. The interval, both ends included, is what the file or a person states. */
export type SourceFile<Row> = {
  readonly kind: SourceKind;
  /** The name without its folder. */
  readonly name: string;
  /** The SHA-256 of its bytes in hexadecimal, which identifies the file. */
  readonly sha256: string;
  readonly interval: {readonly from: string; readonly to: string} | null;
  /** The first and the last day of its rows; absent if no row has a day, or one has a day that cannot be read. */
  readonly told?: {readonly from: string; readonly to: string} | undefined;
  /** The names of the earlier files that it replaces. */
  readonly replaces?: readonly string[] | undefined;
  readonly rows: Rows<Row>;
  readonly pages?: readonly PageOfStatement[] | undefined;
  /** Status words that are in no table, and whose rows moved money according to the file's own balances. */
  readonly paidWords?: readonly string[] | undefined;
  /** Lines of its first few rows, which have only one balance beside them, in a file whose balances prove the other rows. */
  readonly untested?: readonly number[] | undefined;
  /** How its own figures confirm that it was read correctly; absent if that was not checked. */
  readonly proof?: Proof;
};
