import {pipeline} from 'node:stream/promises';
import {CsvError, type InfoRecord, parse} from 'csv-parse';
import {Problem} from '../core/problem.js';
import {type Examined, sha256, textOf} from './bytes.js';
import {type NumberedRecord, shapeOf} from './columns.js';
import {plainRecords, recordOptions, type Separator} from './records.js';
import {isRow} from './table-place.js';

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

function notUnderstood({code}: CsvError, file: string, line: number): Problem {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new Problem('file-quote-open', {file, line});
  if (code === 'CSV_MAX_RECORD_SIZE') return new Problem('file-record-too-long', {file, line});
  return new Problem('file-not-understood', {file, line});
}
