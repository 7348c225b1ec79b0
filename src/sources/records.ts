import {CsvError, type Options} from 'csv-parse';
import {parse} from 'csv-parse/sync';
import type {Mapping} from '../core/reconcile/rows/row.js';
import {limits} from './bytes.js';

export type Separator = Mapping['separator'];

const mostCells = 2000;

/**
 * Options for the parser of records; the text has plain line feeds. A quote inside a cell that does not begin with one is an ordinary
 * character: programs that write no quotes around cells do not double them either.
 */
export function recordOptions(separator: Separator): Options {
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
    parse(text, options);
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
