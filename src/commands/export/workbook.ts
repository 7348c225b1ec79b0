import {cleanText} from '../../core/text/text.js';
import {type SheetCell, type SheetOfCells, xlsxWorkbook} from '../../print/xlsx.js';
import type {Book} from './book.js';
import {summaryTable} from './lines.js';
import {type Cell, hasFigures, type Table} from './table.js';

const dates: ReadonlySet<string> = new Set(['business_date', 'from', 'to', 'since']);
const instants: ReadonlySet<string> = new Set(['created', 'final', 'since']);

/** The book as a workbook: its totals, its lines, what a person has to look at, and the sources that it is based on. */
export function workbook(book: Book): Promise<Uint8Array> {
  const {lines, sold, about, findings} = book;
  const {columns, rows} = summaryTable(lines, about);
  return xlsxWorkbook([
    sheetOf('Summary', {columns, rows: [...rows, ...(findings.equations ?? [])]}),
    sheetOf('Lines', lines),
    ...(sold.rows.length === 0 ? [] : [sheetOf('Sold', sold)]),
    sheetOf('Exceptions', findings.exceptions),
    sheetOf('Coverage', findings.coverage),
  ]);
}

function sheetOf(name: string, {columns, rows}: Table): SheetOfCells {
  return {name, header: columns, rows: rows.map(row => columns.map(column => typed(column, row[column] ?? null)))};
}

/** Instants lose their offset, which a spreadsheet does not have. They are times of the shop's clock. */
function typed(column: string, cell: Cell): SheetCell {
  if (typeof cell !== 'string') return cell;
  if (hasFigures(column) && /^-?\d+(?:\.\d+)?$/.test(cell)) return {figure: cell};
  if (dates.has(column) && /^(?:19|2\d)\d{2}-\d\d-\d\d$/.test(cell)) return {date: cell};
  if (instants.has(column) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(cell)) return {wallTime: cell.slice(0, 19)};
  return cleanText(cell).replaceAll(/[\uFFFE\uFFFF]/g, '');
}
