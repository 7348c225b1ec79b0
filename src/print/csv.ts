import {stringify} from 'csv-stringify/sync';
import {type Language, messages} from '../core/messages/messages.js';

/** Text, a whole number, or an exact decimal figure, which a spreadsheet is to read as a number. */
export type CsvCell = string | number | null | {readonly figure: string};

export type CsvForm = {readonly separator: string; readonly decimalMark: string};

/** How the spreadsheets of a language read a table: cells are apart by semicolons where the comma is in figures. */
export function csvForm(language: Language): CsvForm {
  const {decimalMark} = messages(language).intl;
  return {separator: decimalMark === ',' ? ';' : ',', decimalMark};
}

/**
 * A table as RFC 4180 has it, in UTF-8 without a mark at its start: a header in English, lines that end in CR LF, cells in
 * quotes where they must be; the separator and the decimal mark are those of its form. Dates are ISO text. Text that a
 * spreadsheet would take for a formula (CWE-1236) has an apostrophe before it, wherever a spreadsheet may see a cell begin,
 * by whatever it takes for the separator; figures and plain decimal numbers stay numbers, negative ones too.
 */
export const csvText = (header: readonly string[], rows: Iterable<readonly CsvCell[]>, form: CsvForm): string =>
  Array.from(csvPieces(header, rows, form)).join('');

const rowsAtOnce = 500;

/** As `csvText`, in pieces: for tables that are not held whole. */
export function* csvPieces(
  header: readonly string[],
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

/** What one spreadsheet or another, or whoever counts quotes for nothing, takes for the end of a cell. */
const ends = /[,;|\t\r\n]/;
/** Spreadsheets skip what is blank or unseen, and quotes, before they look for a sign. */
const skipped = /[\s\p{C}"]/u;
/** Full-width and small signs are the plain ones to a spreadsheet of East Asia. */
const isSign = (letter: string) => /^[=+\-@\u2212]/.test(letter.normalize('NFKC'));

/** Letters of which none is a sign or moves a cell. */
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
