import type {Layout} from './columns.js';
import {multipleNotice, partNotice} from './notices.js';

/** Who wrote the file, the number of a page, the end of a statement. */
const mostCells = 3;
/** Two words and more: a reference is one. */
const words = /\p{L}{2}.*[^\p{L}\d].*[\p{L}\d]/u;

/**
 * Whether a record is a note: a few words for people, with no amount and no day in any of its cells, nor what may be one that is
 * written wrongly, or a notice of all rows. A text in the column of the narration alone goes on with the narration of the row above it.
 */
export function isNote({columns}: Pick<Layout, 'columns'>, record: readonly string[]): boolean {
  const filled = [...record.keys()].filter(index => record[index]?.trim() !== '');
  if (filled.length > mostCells || filled.every(index => index === columns.narration?.index)) return false;
  if (filled.length === 1 && (partNotice(record) ?? multipleNotice(record)) !== undefined) return true;
  const ofMoney = new Set(
    (['amount', 'credit', 'debit', 'balance', 'fee', 'net'] as const).map(field => columns[field]?.index),
  );
  return (
    filled.some(index => words.test(record[index] ?? '')) &&
    filled.every(index => isWords(record[index] ?? '', ofMoney.has(index) ? 2 : 1))
  );
}

/** With so many times as many letters as digits, if it has any. */
function isWords(cell: string, times: number): boolean {
  const count = (sign: RegExp) => cell.match(sign)?.length ?? 0;
  return count(/\p{L}/gu) > count(/\d/gu) * times;
}

/** `*** End of statement ***`: what ends as it begins was not cut, also without a line end. */
export function isFramed(record: readonly string[]): boolean {
  const text = record.join(' ').trim();
  return /^(?<mark>[*=_-])\k<mark>+[^*=_-].*\k<mark>{2}$/u.test(text);
}
