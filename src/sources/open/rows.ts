/** A row of a table and its number, from 1. Numbers lose nothing that a spreadsheet shows; dates are UTC. */
export type TableRow = {readonly number: number; readonly cells: readonly CellValue[]};
export type CellValue = string | number | boolean | Date | null | undefined;

/** What a spreadsheet can have: a place beyond it is no place. */
export const mostRows = 1_048_576;
export const mostColumns = 16_384;

/** Most cells in a row that are written: past these a table has gone wrong. */
const mostCells = 2000;
const pieceLength = 65_536;

/**
 * Rows as lines of text with tabs between their cells, each on the line of its number: rows without cells are empty lines. A
 * workbook leaves out the empty cells at the end of a row: each row is as wide as the widest above it. A cell is one line, and
 * in quotation marks where it has one.
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

/** A cell as it is read: ISO dates, numbers to the fifteen digits that a spreadsheet keeps. */
export function cellText(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Date) return dateText(value);
  const text = String(value);
  return spaced.test(text) ? text.replaceAll(/\s+/gu, ' ').trim() : text;
}

/** Blanks that are not one space between two words. */
const spaced = /^\s|\s$|\s\s|[^\S ]/u;

/** The digits that a spreadsheet keeps. */
const kept = 15;

function numberText(value: number): string {
  const plain = String(value);
  if (plain.length <= kept && !plain.includes('e')) return plain;
  const short = Number(value.toPrecision(kept));
  const text = String(short);
  return text.includes('e') ? short.toFixed(kept).replace(/\.?0+$/u, '') : text;
}

/** A cell that holds a time alone is of the day before the first that a spreadsheet knows. */
const firstDay = Date.UTC(1900, 0, 1);

function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().split(/[T.]/u);
  if (value.getTime() < firstDay) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
