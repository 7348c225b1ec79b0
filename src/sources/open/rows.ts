/** A row of a table with its number, from 1. Numbers keep every digit that a spreadsheet shows. Dates are in UTC. */
export type TableRow = {readonly number: number; readonly cells: readonly CellValue[]};
export type CellValue = string | number | boolean | Date | null | undefined;

/** The size of a spreadsheet. A position outside it is invalid. */
export const mostRows = 1_048_576;
export const mostColumns = 16_384;

/** The most cells of a row that are written. A row with more is not from a sound table. */
const mostCells = 2000;
const pieceLength = 65_536;

/**
 * Yields rows as lines of text with tabs between the cells, each on the line with its number; missing rows are empty lines. A workbook
 * leaves out the empty cells at the end of a row, so each row is made as wide as the widest above it. The text of a cell is on one line,
 * and is quoted if it has a quotation mark.
 */
export async function* tableText(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
): AsyncGenerator<string, void, undefined> {
  let piece = '';
  let line = 1;
  let widest = 0;
  for await (const {number, cells} of rows) {
    const text = lineOf(cells);
    if (text === '') continue;
    const width = Math.min(cells.length, mostCells);
    widest = Math.max(widest, width);
    piece += '\n'.repeat(Math.max(0, number - line)) + text + '\t'.repeat(widest - width);
    line = Math.max(line, number);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n`;
}

function lineOf(cells: TableRow['cells']): string {
  const texts = cells.slice(0, mostCells).map(cellText);
  return texts.some(text => text !== '') ? texts.map(quoted).join('\t') : '';
}

const quoted = (text: string): string => (text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns the text of a cell: ISO dates, and numbers with the fifteen digits that a spreadsheet keeps. */
function cellText(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Date) return dateText(value);
  const text = String(value);
  return spaced.test(text) ? text.replaceAll(/\s+/gu, ' ').trim() : text;
}

/** Any white space other than single spaces between words. */
const spaced = /^\s|\s$|\s\s|[^\S ]/u;

/** The number of digits that a spreadsheet keeps. */
const kept = 15;

function numberText(value: number): string {
  const plain = String(value);
  if (plain.length <= kept && !plain.includes('e')) return plain;
  const short = Number(value.toPrecision(kept));
  const text = String(short);
  return text.includes('e') ? short.toFixed(kept).replace(/\.?0+$/u, '') : text;
}

/** The first day in a spreadsheet. A cell with only a time has an earlier date. */
const firstDay = Date.UTC(1900, 0, 1);

function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().split(/[T.]/u);
  if (value.getTime() < firstDay) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
