import {CsvError, type Options} from 'csv-parse';
import {parse} from 'csv-parse/sync';
import type {Mapping} from '../core/reconcile/row.js';
import {limits} from './bytes.js';

export type Separator = Mapping['separator'];

const mostCells = 2000;

/**
 * How records are told apart; the text has plain line feeds. A quote inside a cell that does not begin with one is a
 * letter like any other: programs that write no quotes do not double them.
 */
export function recordOptions(separator: Separator): Options {
  return {
    delimiter: separator,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.recordBytes,
    // Empty cells count nothing towards the size: past so many, what follows is one cell, which does.
    ignore_last_delimiters: mostCells,
  };
}

/** The first whole records of a text that may be cut anywhere. */
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
    return records; // an open quote or an endless record: the reading itself tells where
  }
  return isWhole || records.length === count ? records : records.slice(0, -1);
}
