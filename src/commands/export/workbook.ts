import {cleanText} from '../../core/text/text.js';
import {type SheetCell, type SheetOfCells, xlsxWorkbook} from '../../print/xlsx.js';
import type {Book} from './book.js';
import type {Findings} from './findings.js';
import {lineColumns, summaryTable} from './lines.js';
import {type Cell, hasFigures, type Table} from './table.js';

const dates: ReadonlySet<string> = new Set(['business_date', 'date', 'from', 'to', 'since']);
const instants: ReadonlySet<string> = new Set(['created', 'final', 'since']);

/** The book as a workbook: totals, lines, exceptions, sources and the items of its equations. A book of many tills has no lines. */
export function workbook({about, lines, sold, findings}: BookOfOneTill | BookOfTills): Promise<Uint8Array> {
  const {exceptions, coverage, equations = [], items} = findings;
  const {columns, rows} = summaryTable(lines ?? noLines, about);
  return xlsxWorkbook([
    sheetOf('Summary', {columns, rows: [...rows, ...equations]}),
    ...(lines === undefined ? [] : [sheetOf('Lines', lines)]),
    ...(sold === undefined || sold.rows.length === 0 ? [] : [sheetOf('Sold', sold)]),
    sheetOf('Exceptions', exceptions),
    sheetOf('Coverage', coverage),
    ...(items === undefined ? [] : [sheetOf('Equations', items)]),
  ]);
}

type BookOfOneTill = Pick<Book, 'about' | 'lines' | 'sold' | 'findings'>;
type BookOfTills = {
  readonly about: Readonly<Record<string, string>>;
  readonly findings: Findings;
  readonly lines?: undefined;
  readonly sold?: undefined;
};
const noLines = {columns: lineColumns, rows: []};

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
