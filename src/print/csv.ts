import {stringify} from 'csv-stringify/sync';
import {type Language, messages} from '../core/messages/messages.js';

/** A text, a whole number, or an exact decimal figure that a spreadsheet should read as a number. */
export type CsvCell = string | number | null | {readonly figure: string};

export type CsvForm = {readonly separator: string; readonly decimalMark: string};

/** Returns how spreadsheets in a language read a table: if figures have a decimal comma, semicolons separate the cells. */
export function csvForm(language: Language): CsvForm {
  const {decimalMark} = messages(language).intl;
  return {separator: decimalMark === ',' ? ';' : ',', decimalMark};
}

/**
 * Returns a table in the format of RFC 4180, in UTF-8 without a byte order mark: a header in English, lines that end in CR LF, and cells in
 * quotes if needed. `form` gives the separator and the decimal mark. Dates are ISO text. Text that a spreadsheet would take for a formula
 * (CWE-1236) gets an apostrophe before it, at every position where a spreadsheet may begin a cell, whatever separator it assumes. Figures
 * and plain decimal numbers stay numbers, including negative ones.
 */
export const csvText = (header: readonly CsvCell[], rows: Iterable<readonly CsvCell[]>, form: CsvForm): string =>
  Array.from(csvPieces(header, rows, form)).join('');

const rowsAtOnce = 500;

/** Like `csvText`, in pieces, for tables that are not held in memory as a whole. */
export function* csvPieces(
  header: readonly CsvCell[],
  rows: Iterable<readonly CsvCell[]>,
  {separator, decimalMark}: CsvForm,
): Generator<string> {
  const text = (some: readonly (readonly CsvCell[])[]) =>
    stringify(
      some.map(row => row.map(cell => textOf(cell, decimalMark))),
      {delimiter: separator, record_delimiter: '\r\n', quote_record_delimiter: true},
    );
  let some: (readonly CsvCell[])[] = [header];
  for (const row of rows) {
    some.push(row);
    if (some.length < rowsAtOnce) continue;
    yield text(some);
    some = [];
  }
  if (some.length > 0) yield text(some);
}

const plainDecimal = /^-?\d+(?:\.\d+)?$/;

function textOf(cell: CsvCell, decimalMark: CsvForm['decimalMark']): string {
  if (typeof cell !== 'object' || cell === null) return harmless(String(cell ?? ''));
  return plainDecimal.test(cell.figure) ? cell.figure.replace('.', decimalMark) : harmless(cell.figure);
}

/** Characters that some spreadsheet, or a reader that ignores quotes, takes for the end of a cell. */
const ends = /[,;|\t\r\n]/;
/** Spreadsheets skip blank and invisible characters, and quotes, before they look for the sign of a formula. */
const skipped = /[\s\p{C}"]/u;
/** Whether a character begins a formula. East Asian spreadsheets treat full-width and small signs like the plain ones. */
const isSign = (letter: string) => /^[=+\-@\u2212]/.test(letter.normalize('NFKC'));

/** A text in which no character begins a formula or moves a cell. */
const plainWords = /^[^=+\-@\P{ASCII}\p{Cc}]*$/u;

function harmless(cell: string): string {
  if (plainWords.test(cell) || plainDecimal.test(cell)) return cell;
  const letters = [...cell];
  const guarded: string[] = [];
  let isCalculated = false;
  let isTabbed = false;
  for (let at = letters.length - 1; at >= 0; at -= 1) {
    const letter = letters[at] ?? '';
    const isSkipped = skipped.test(letter);
    isCalculated = isSign(letter) || (isSkipped && isCalculated);
    isTabbed = /[\t\r]/.test(letter) || (isSkipped && isTabbed);
    const isStart = at === 0 || ends.test(letters[at - 1] ?? '');
    guarded.push(letter);
    if (isStart && (isCalculated || (at === 0 && isTabbed))) guarded.push("'");
  }
  return guarded.reverse().join('');
}
