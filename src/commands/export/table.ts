import {type Decimal, displayDecimal} from '../../core/decimal.js';
import {type Currency, decimalsOf} from '../../core/money.js';
import {cleanText} from '../../core/text.js';
import {csvText} from '../../print/csv.js';
import {writeJson} from '../print.js';
import type {Session} from '../session.js';

export type Cell = string | number | null;

/** A table for a spreadsheet: rows by the English names of its columns, which never change. */
export type Table<Column extends string = string> = {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<Column, Cell>>[];
};

/** The table as RFC 4180 has it. Names and reasons come from people, and a table may be looked at in a terminal. */
export function tableText({columns, rows}: Table): string {
  return csvText(
    columns,
    rows.map(row => columns.map(column => cleanCell(row[column] ?? null))),
  );
}

const cleanCell = (cell: Cell): Cell => (typeof cell === 'string' ? cleanText(cell) : cell);

/** Prints a table on standard output: CSV, or under `--json` an array of objects. */
export function writeTable(session: Session, table: Table): void {
  if (session.isJson) writeJson(session, table.rows);
  else session.face.write(tableText(table));
}

/** An exact figure with the decimals of its currency at least. */
export function figureText(figure: Decimal, currency: Currency): string {
  return displayDecimal(figure, decimalsOf(currency)).replaceAll(' ', '');
}

/** An instant as ISO text with the offset of the zone: `2026-11-20T14:02:07+03:00`. */
export function zonedText(epochMs: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  return local.toString({timeZoneName: 'never', smallestUnit: 'second'});
}
