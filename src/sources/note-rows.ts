import type {Layout} from './columns.js';
import {taxFields} from './headings.js';
import {multipleNotice, partNotice} from './notices.js';

/** A note (the author of the file, a page number, the end of a statement) has at most this many filled cells. */
const mostCells = 3;
/** Matches two words or more. A single word may be a reference. */
const words = /\p{L}{2}.*[^\p{L}\d].*[\p{L}\d]/u;

/**
 * Whether a record is a note: a few words for people, or a notice about all rows. No cell has an amount or a day, or a text that may be a
 * misspelled one. A text that stands only in the column of the narration is not a note: it continues the narration of the row above it.
 */
export function isNote({columns}: Pick<Layout, 'columns'>, record: readonly string[]): boolean {
  const filled = [...record.keys()].filter(index => record[index]?.trim() !== '');
  if (filled.length > mostCells || filled.every(index => index === columns.narration?.index)) return false;
  if (filled.length === 1 && (partNotice(record) ?? multipleNotice(record)) !== undefined) return true;
  const ofMoney = new Set(
    (['amount', 'gross', 'credit', 'debit', 'balance', 'fee', 'payerFee', ...taxFields, 'net'] as const).map(
      field => columns[field]?.index,
    ),
  );
  return (
    filled.some(index => words.test(record[index] ?? '')) &&
    filled.every(index => isWords(record[index] ?? '', ofMoney.has(index) ? 2 : 1))
  );
}

/** Whether a cell has more than `times` as many letters as digits. */
function isWords(cell: string, times: number): boolean {
  const count = (sign: RegExp) => cell.match(sign)?.length ?? 0;
  return count(/\p{L}/gu) > count(/\d/gu) * times;
}

/** Whether a record is framed: `*** End of statement ***`. A line that ends the way it begins was not cut off, even without a line end. */
export function isFramed(record: readonly string[]): boolean {
  const text = record.join(' ').trim();
  return /^(?<mark>[*=_-])\k<mark>+[^*=_-].*\k<mark>{2}$/u.test(text);
}
