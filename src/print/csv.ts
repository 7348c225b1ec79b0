import {stringify} from 'csv-stringify/sync';

/**
 * A table as RFC 4180 has it, in UTF-8 without a mark at its start: a header in English, lines that end in CR LF, cells in
 * quotes where they must be. Amounts and dates are given as plain decimals and ISO text. A cell that a spreadsheet would
 * take for a formula (CWE-1236) has an apostrophe before it; plain decimal numbers stay numbers, negative ones too.
 */
export function csvText(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const records = [header, ...rows].map(row => row.map(cell => harmless(String(cell ?? ''))));
  return stringify(records, {record_delimiter: '\r\n', quote_record_delimiter: true});
}

const plainDecimal = /^-?\d+(?:\.\d+)?$/;
/** Spreadsheets skip what is blank or unseen before they look for a sign. */
const unseen = /^[\s\p{C}]*/u;

function harmless(cell: string): string {
  if (plainDecimal.test(cell)) return cell;
  const [skipped = ''] = unseen.exec(cell) ?? [];
  // Full-width and small signs are the plain ones to a spreadsheet of East Asia.
  const first = cell.slice(skipped.length, skipped.length + 1).normalize('NFKC');
  return /[\t\r]/.test(skipped) || /^[=+\-@\u2212]/.test(first) ? `'${cell}` : cell;
}
