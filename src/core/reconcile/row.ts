import type {Proof} from './proof.js';

/**
 * What others say happened to the money, brought into one shape: nothing is read into a file that it does not say.
 * Amounts are plain decimal texts in major units (`"1250.00"`, `"-3.5"`), currencies ISO 4217 in capitals, days `YYYY-MM-DD`
 * where they can be read in one way, times as the file writes them.
 */

/** What a row of a provider's file is about. */
export type RowKind =
  | 'payment'
  | 'refund'
  | 'reversal'
  | 'chargeback'
  | 'fee'
  | 'reserve-held'
  | 'reserve-released'
  | 'adjustment';

/** A row of the provider's transactions or settlement. `line` is where it begins in its file, from 1. */
export type ProviderRow = {
  readonly line: number;
  readonly kind: RowKind;
  /** The merchant's reference, trimmed; one of ours as we write it; empty where the row has none. */
  readonly reference: string;
  readonly serviceReference: string | null;
  readonly amount: string;
  readonly currency: string;
  /** The provider's word for how it stands; empty where the file has no such column. */
  readonly status: string;
  readonly fee: string | null;
  readonly net: string | null;
  readonly at: string | null;
  /** Digits of the payer's number. */
  readonly phone: string | null;
  /** The payout or batch in which it was settled. */
  readonly payout: string | null;
};

/** A payout as the provider states it. */
export type PayoutRow = {
  readonly line: number;
  readonly payout: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly at: string | null;
};

/** An entry of a bank's or a wallet's statement: credits are above zero. */
export type BankRow = {
  readonly line: number;
  /** The bank's own reference of the entry; empty where it has none. */
  readonly entry: string;
  readonly amount: string;
  readonly currency: string;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly narration: string;
  /** The bank's word for how it stands; empty where the file has no such column. */
  readonly status: string;
};

/** The three kinds of files. */
export const sourceKinds = ['provider', 'payout', 'bank'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** `year-first` is of years of two figures alone: four are never read as anything else. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How a delimited file is written and which of its columns are which: detected, shown, corrected by a person, kept. */
export type Mapping = {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly separator: ',' | ';' | '\t' | '|';
  /** `null` where no amount of the file shows it: the next file of its kind may. */
  readonly decimalMark: '.' | ',' | null;
  /** How `05/11/2026` is meant, and `26/11/05`; `null` where no date of the file shows it. */
  readonly dateOrder: DateOrder | null;
  /** The heading of the column of each field; a field that the file does not have is absent. */
  readonly columns: Readonly<Record<string, string>>;
  /** What no column says: the currency, for a file of one currency. */
  readonly currency: string | null;
  /** Which of the columns that decide what rows are worth a person has named, or said to be absent; absent: none. */
  readonly said?: readonly Deciding[];
  /** How the file writes its days, as `99/99/9999`; absent where it has none, or was read by an earlier version. */
  readonly dateShape?: string;
};

/** What beside its amount decides what a row is worth: which way its money went, and whether it went at all. */
export type Deciding = 'direction' | 'status';

/** Rows in the order of their file: a list of them, or what makes each when it is asked for. */
export type Rows<Row> = Iterable<Row> & {
  readonly length: number;
  /** From the end where the index is below zero. */
  readonly at: (index: number) => Row | undefined;
  /** What the rows say in one field, where that is told without making them; some of it may come again. */
  readonly distinct?: (field: string) => Iterable<string | number | null>;
  /** What one row says in one field, where that is told without making it. */
  readonly valueAt?: (index: number, field: string) => string | number | null;
};

/** So many rows, each of which is made when it is asked for. */
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

/** The rows of two, one after the other. */
export const bothRows = <Row>(first: Rows<Row>, second: Rows<Row>): Rows<Row> =>
  madeRows(
    first.length + second.length,
    at => (at < first.length ? first.at(at) : second.at(at - first.length)) as Row,
  );

/** Those of which it holds, of which the places alone are kept. */
export function rowsWhere<Row>(rows: Rows<Row>, holds: (row: Row) => boolean): Rows<Row> {
  const places: number[] = [];
  let at = 0;
  for (const row of rows) {
    if (holds(row)) places.push(at);
    at += 1;
  }
  return places.length === rows.length ? rows : madeRows(places.length, place => rows.at(places[place] ?? 0) as Row);
}

/** Those of which it holds, held, and the others, of which the places alone are kept. */
export function parted<Row>(rows: Rows<Row>, holds: (row: Row) => boolean): readonly [readonly Row[], Rows<Row>] {
  const held: Row[] = [];
  const others = rowsWhere(rows, row => {
    const isHeld = holds(row);
    if (isHeld) held.push(row);
    return !isHeld;
  });
  return [held, others];
}

/** What the rows say in one field; some of it may come again. */
export const distinctIn = <Row, Field extends keyof Row & string>(
  rows: Rows<Row>,
  field: Field,
): Iterable<Row[Field]> =>
  (rows.distinct?.(field) as Iterable<Row[Field]> | undefined) ?? Iterator.from(rows).map(row => row[field]);

export const valueIn = <Row, Field extends keyof Row & string>(
  rows: Rows<Row>,
  index: number,
  field: Field,
): Row[Field] =>
  rows.valueAt === undefined ? (rows.at(index) as Row)[field] : (rows.valueAt(index, field) as Row[Field]);

/** A page of a statement that its bank sends in several, which may be in files of their own. */
export type PageOfStatement = {
  readonly account: string;
  /** Its number in the year, or its id. */
  readonly statement: string;
  readonly number: number;
  readonly isLast: boolean;
  /** Of a page of one currency: what it opens and closes with, where it says so, and what its entries come to. */
  readonly figures?: PageFigures | undefined;
};
export type PageFigures = {
  readonly currency: string;
  readonly opening: string | null;
  readonly moved: string;
  readonly closing: string | null;
};

/** A file that was read to its end. The interval, both ends included, is what the file or a person states of it. */
export type SourceFile<Row> = {
  readonly kind: SourceKind;
  /** Its name without its folder. */
  readonly name: string;
  /** SHA-256 of its bytes in hexadecimal, by which it is known again. */
  readonly sha256: string;
  readonly interval: {readonly from: string; readonly to: string} | null;
  /** The names of files that were read before it, in whose place it counts. */
  readonly replaces?: readonly string[] | undefined;
  readonly rows: Rows<Row>;
  readonly pages?: readonly PageOfStatement[] | undefined;
  /** Words of its status that no table has, and whose rows moved money by its own balances. */
  readonly paidWords?: readonly string[] | undefined;
  /** Lines of its first few rows that stand beside one balance alone, where balances prove the others. */
  readonly untested?: readonly number[] | undefined;
  /** How its own figures confirm that it was read rightly; absent where nobody has asked. */
  readonly proof?: Proof;
};
