import {pipeline} from 'node:stream/promises';
import {CsvError, type InfoRecord, type Options, parse} from 'csv-parse';
import {parse as parseAtOnce} from 'csv-parse/sync';
import {Problem} from '../core/problem.js';
import type {Mapping} from '../core/reconcile/rows/row.js';
import {type Examined, limits, sha256, textOf} from './bytes.js';
import type {NumberedRecord} from './columns.js';
import {isRow} from './layout.js';

export type Separator = Mapping['separator'];

const mostCells = 2000;

/**
 * Options for the parser of records; the text has plain line feeds. A quote inside a cell that does not begin with one is an ordinary
 * character: programs that write no quotes around cells do not double them either.
 */
function recordOptions(separator: Separator): Options {
  return {
    delimiter: separator,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.recordBytes,
    // Empty cells do not count towards the size of a record. Beyond this many cells, the rest is one cell, which does count.
    ignore_last_delimiters: mostCells,
  };
}

/** The first complete records of a text that may be cut off anywhere. */
export function firstRecords(text: string, separator: Separator, count: number, isWhole: boolean): readonly string[][] {
  const records: string[][] = [];
  const options = {
    ...recordOptions(separator),
    to: count,
    on_record: (record: string[]) => {
      records.push(record);
      return null;
    },
  };
  try {
    parseAtOnce(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return records; // for an open quote or an endless record: reading the whole file reports where it is
  }
  return isWhole || records.length === count ? records : records.slice(0, -1);
}

const longestPlain = limits.recordBytes / 4;

/**
 * Reads records as long as no quote occurs and a line is therefore a record. This is ten times as fast as a parser that looks at every
 * character. `give` receives each record with the number of its line. `take` returns the text that is left for such a parser: everything
 * from the first line with a quote, or from the first line whose length only the parser can judge.
 */
export function plainRecords(separator: Separator, give: (record: string[], line: number) => void) {
  let held = '';
  let lines = 0;
  let isOver = false;
  const leave = (rest: string): string => {
    held = '';
    isOver = true;
    return rest;
  };
  return {
    take(piece: string): string {
      if (isOver) return piece;
      const text = held + piece;
      const quote = text.indexOf('"');
      const until = quote === -1 ? text.length : quote;
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1 && end < until; end = text.indexOf('\n', start)) {
        if (end - start > longestPlain) return leave(text.slice(start));
        if (end > start) {
          const record = text.slice(start, end).split(separator);
          if (record.length > mostCells) return leave(text.slice(start));
          give(record, lines + 1);
        }
        lines += 1;
        start = end + 1;
      }
      if (quote !== -1 || text.length - start > longestPlain) return leave(text.slice(start));
      held = text.slice(start);
      return '';
    },
    /** Returns the last line, if it has no line end. */
    end: () => leave(held),
    /** The number of lines before the text that was left. */
    lines: () => lines,
  };
}

/** Called with the number of bytes read so far and the size of the file. */
export type OnBytesRead = (done: number, total: number) => void;

/**
 * Passes every record of a text to `take`, with the number of the line in the file on which it begins. Throws what `take` and `textOf`
 * throw, and the `Problem`s `file-quote-open`, `file-record-too-long` and `file-not-understood` with the line.
 */
export async function readRecords(
  examined: Examined,
  separator: Separator,
  {take, onBytes}: {readonly take: (line: NumberedRecord) => unknown; readonly onBytes: OnBytesRead},
): Promise<{readonly sha256: string; readonly isLineEnded: boolean}> {
  const {linesAdded = 0} = examined;
  const hash = sha256();
  let end = '';
  let lastLine = 0;
  const give = (record: string[], lines: number): null => {
    const breaks = record.reduce((all, cell) => all + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
    lastLine = lines;
    const number = Math.max(1, lines - breaks - linesAdded);
    if (breaks > 0 && holdsRows(record, separator))
      throw new Problem('file-quote-open', {file: examined.name, line: number});
    take({number, record});
    return null;
  };
  const plain = plainRecords(separator, give);
  async function* text() {
    for await (const piece of textOf(examined, examined.encoding, hash, onBytes)) {
      end = piece.slice(-1);
      const rest = plain.take(piece);
      if (rest !== '') yield rest;
    }
    yield plain.end();
  }
  const parser = parse({
    ...recordOptions(separator),
    on_record: (record: string[], {lines}: InfoRecord) => give(record, plain.lines() + lines),
  });
  try {
    await pipeline(text, parser, async source => {
      for await (const _ of source) throw new TypeError('records are taken as they are parsed');
    });
  } catch (error) {
    throw error instanceof CsvError ? notUnderstood(error, examined.name, lastLine + 1) : error;
  }
  return {sha256: hash.digest('hex'), isLineEnded: end === '\n'};
}

/**
 * Whether a cell of several lines includes rows of the table. A quotation mark that opens a cell and is not closed swallows everything up
 * to the next one. A line counts as a row if it begins like the record, or if it has a day and an amount.
 */
function holdsRows(record: readonly string[], separator: Separator): boolean {
  const begins = shapeOf(record[0]?.split('\n')[0]);
  return record.some(cell =>
    cell
      .split('\n')
      .slice(1)
      .map(line => line.split(separator))
      .some(cells => cells.length > 1 && (isRow(cells) || (fourDigits.test(begins) && shapeOf(cells[0]) === begins))),
  );
}

/** Fewer digits may be a house number in an address. */
const fourDigits = /9(?:.*9){3}/u;
const shapeOf = (cell = '') => cell.trim().replaceAll(/\d/gu, '9').replaceAll(/\p{L}/gu, 'a');

function notUnderstood({code}: CsvError, file: string, line: number): Problem {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new Problem('file-quote-open', {file, line});
  if (code === 'CSV_MAX_RECORD_SIZE') return new Problem('file-record-too-long', {file, line});
  return new Problem('file-not-understood', {file, line});
}
