import type {Language} from '../../core/messages/messages.js';
import {type Decimal, paddedDecimal} from '../../core/money/decimal.js';
import {type Currency, decimalsOf} from '../../core/money/money.js';
import type {ExitCode} from '../../core/problem.js';
import {json, list} from '../../core/spec/spec.js';
import {cleanText} from '../../core/text/text.js';
import {type CsvCell, csvForm, csvPieces} from '../../print/csv.js';
import {answerFile} from '../../session/print.js';
import type {Session} from '../../session/session.js';

export type Cell = string | number | null;

/** A table for a spreadsheet. Its columns have English names, which never change. */
export type Table<Column extends string = string> = {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<Column, Cell>>[];
};

export type LongTable = Pick<Table, 'columns'> & {readonly rows: Iterable<Table['rows'][number]>};

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The names of columns, which stand in one text with blanks between them. */
export const columnsOf = <const Text extends string>(names: Text): readonly Words<Text>[] =>
  names.split(' ') as Words<Text>[];

const figures: ReadonlySet<string> = new Set([
  ...columnsOf(
    'gross fee net tax amount unit_price list_price discount quantity tax_rate local provider delta debit credit',
  ),
  ...columnsOf('takings late corrections refunds expected counted difference'),
]);

/** Whether the cells of a column are exact decimal figures, if they can be read as such. */
export const hasFigures = (column: string): boolean => figures.has(column);

/** The table as CSV for spreadsheets in the language, without control characters: names and reasons come from people. */
export const tableText = (table: Table, language: Language): string =>
  Array.from(tablePieces(table, language)).join('');

/** Like `tableText`, but in pieces, for rows that do not all fit in memory. */
export function* tablePieces({columns, rows}: LongTable, language: Language): Generator<string> {
  const cells = Iterator.from(rows).map(row => columns.map(column => csvCell(column, row[column] ?? null)));
  yield* csvPieces(columns, cells, csvForm(language));
}

function csvCell(column: string, cell: Cell): CsvCell {
  if (typeof cell !== 'string') return cell;
  const text = cleanText(cell);
  return hasFigures(column) ? {figure: text} : text;
}

const rowsSpec = list(
  json<Table['rows'][number]>(),
  'the rows of the CSV: for each column, under its name, a text, a number or null',
);
export const answers = {
  'journal export': rowsSpec,
  'journal list --csv': rowsSpec,
  'pending --csv': rowsSpec,
  'staff report --csv': rowsSpec,
};

export const writeTable = (session: Session, table: Table): ExitCode =>
  answerFile(session, answers['journal export'], table.rows, tableText(table, session.language));

/** An exact figure with at least the decimals of its currency. */
export const figureText = (figure: Decimal, currency: Currency): string => paddedDecimal(figure, decimalsOf(currency));

/** An instant as ISO text with the offset of the zone, such as `2026-11-20T14:02:07+03:00`. */
export function zonedText(epochMs: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  return local.toString({timeZoneName: 'never', smallestUnit: 'second'});
}
