import {SaxesParser} from 'saxes';
import {Problem} from '../../core/problem.js';
import type {Archive} from './archive.js';
import {unlockedOdsContent} from './ods-password.js';
import {type CellValue, mostColumns, mostRows, type TableRow} from './rows.js';
import {plainText, type SheetReading, type Sheets} from './spreadsheet.js';

const manifestName = 'META-INF/manifest.xml';
const contentName = 'content.xml';

/**
 * Reads an OpenDocument spreadsheet (`.ods`), which may have a password. The first of several merged cells has their content. Notes on
 * cells are skipped. Throws the `Problem`s of `unlockedOdsContent`, `file-damaged` (also for a document type declaration), and
 * `file-bursts`.
 */
export async function odsSheets(
  archive: Archive,
  {mostBytes, ...reading}: SheetReading & {readonly mostBytes: number},
): Promise<Sheets> {
  const manifest = archive.names.includes(manifestName) ? (await archive.read(manifestName)).toString() : '';
  const content = manifest.includes('encryption-data')
    ? await unlockedOdsContent(archive, manifest, {...reading, mostBytes})
    : await archive.read(contentName);
  const names = Array.from(tableTags(content), tag => plainText(tableName.exec(tag)?.[2] ?? ''));
  return {names, rows: at => tableRows(content, {at, names, mostBytes, file: reading.file})};
}

const [tableBegins, tableEnds] = ['<table:table', '</table:table>'];
const tableTag = /^<table:table(?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/u;
const tableName = /\stable:name=(["'])(.*?)\1/su;
const longestTag = 4096;

/**
 * Yields the opening tag of each table, found by searching the bytes. Parsing the whole document for the names would take as long as
 * reading it.
 */
function* tableTags(content: Buffer): Generator<string> {
  for (let at = content.indexOf(tableBegins); at !== -1; at = content.indexOf(tableBegins, at + 1)) {
    const tag = tableTag.exec(content.toString('utf8', at, at + longestTag))?.[0];
    if (tag === undefined) continue;
    yield tag;
    const end = tag.endsWith('/>') ? at : content.indexOf(tableEnds, at);
    if (end === -1) return;
    at = end;
  }
}

const deepest = 100;
const writtenAtOnce = 65_536;

type Wanted = {
  readonly at: number;
  readonly names: readonly string[];
  readonly file: string;
  readonly mostBytes: number;
};
type Repeated = {readonly row: TableRow; readonly times: number};

/** Yields the rows of one table that have content, and parses them only as they are asked for. */
function* tableRows(content: Buffer, wanted: Wanted): Generator<TableRow> {
  const reading = rowReading(wanted);
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < content.length && !reading.isOver(); at += writtenAtOnce) {
    const piece = content.subarray(at, at + writtenAtOnce);
    for (const {row, times} of reading.write(decoder.decode(piece, {stream: true})))
      for (let more = 0; more < times; more += 1) yield {number: row.number + more, cells: row.cells};
  }
  if (!reading.isOver()) throw new Problem('file-damaged', {file: wanted.file});
}

type Attributes = Readonly<Record<string, string>>;

function rowReading({at, names, file, mostBytes}: Wanted) {
  const parser = new SaxesParser({xmlns: false});
  const damaged = (): never => {
    throw new Problem('file-damaged', {file});
  };
  const count = (attributes: Attributes, name: string, most: number): number => {
    const number = Number(attributes[name] ?? '1');
    return Number.isSafeInteger(number) && number >= 0 && number <= most ? number : damaged();
  };
  let depth = 0;
  let tables = -1;
  let tableDepth = 0;
  let noteDepth = 0;
  let isOver = false;
  let rows: Repeated[] = [];
  let number = 1;
  let times = 1;
  let filled = 0;
  let cells: CellValue[] = [];
  let column = 0;
  let cell: Attributes | undefined;
  let across = 1;
  let paragraphs = 0;
  let text = '';
  const isWanted = () => tableDepth === 1 && tables === at;
  const beginCell = (attributes: Attributes) => {
    if (!isWanted()) return;
    cell = attributes;
    across = count(attributes, 'table:number-columns-repeated', mostColumns);
    paragraphs = 0;
    text = '';
  };
  const endCell = (value: CellValue) => {
    if (isWanted()) fill(value);
    cell = undefined;
  };
  const addText = (piece: string) => {
    if (cell !== undefined && paragraphs > 0 && noteDepth === 0) text += piece;
  };
  const addBlank = () => addText(' ');
  const begins = new Map<string, (attributes: Attributes) => void>(
    Object.entries({
      'table:table': attributes => {
        tableDepth += 1;
        if (tableDepth > 1) return;
        tables += 1;
        // The search and the parser must find the same tables. Otherwise a name would belong to another table.
        if ((attributes['table:name'] ?? '') !== names[tables]) damaged();
      },
      'table:table-row': attributes => {
        if (!isWanted()) return;
        times = count(attributes, 'table:number-rows-repeated', mostRows);
        cells = [];
        column = 0;
      },
      'table:table-cell': beginCell,
      'table:covered-table-cell': beginCell,
      'office:annotation': () => {
        noteDepth += 1;
      },
      'text:p': () => {
        if (noteDepth > 0) return;
        if (paragraphs > 0) addBlank();
        paragraphs += 1;
      },
      'text:s': addBlank,
      'text:tab': addBlank,
      'text:line-break': addBlank,
    }),
  );
  const ends = new Map<string, () => void>(
    Object.entries({
      'table:table': () => {
        isOver ||= isWanted();
        tableDepth -= 1;
      },
      'table:table-row': () => {
        if (!isWanted()) return;
        if (cells.length > 0) {
          if (number + times - 1 > mostRows) damaged();
          filled += cells.length * times;
          // Each cell takes at least one byte of the text, so a file with too many cells is refused before its text is written.
          if (filled > mostBytes) throw new Problem('file-bursts', {file});
          rows.push({row: {number, cells}, times});
        }
        number += times;
      },
      'table:table-cell': () => endCell(cell === undefined ? null : cellValue(cell, text)),
      'table:covered-table-cell': () => endCell(null),
      'office:annotation': () => {
        noteDepth -= 1;
      },
    }),
  );
  parser.on('doctype', damaged);
  parser.on('error', damaged);
  parser.on('opentag', ({name, attributes}) => {
    depth += 1;
    if (depth > deepest) damaged();
    begins.get(name)?.(attributes);
  });
  parser.on('closetag', ({name}) => {
    depth -= 1;
    ends.get(name)?.();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  /** Empty cells are only added when a cell with content follows: the last cell of a row may stand for sixteen thousand. */
  function fill(value: CellValue): void {
    const end = column + across;
    if (end > mostColumns) damaged();
    if (value !== null) {
      while (cells.length < column) cells.push(null);
      while (cells.length < end) cells.push(value);
    }
    column = end;
  }
  return {
    /** Returns the rows that end in this piece. */
    write(piece: string): readonly Repeated[] {
      rows = [];
      if (!isOver) parser.write(piece);
      return rows;
    },
    isOver: () => isOver,
  };
}

function cellValue(attributes: Attributes, text: string): CellValue {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const number = Number(attributes['office:value'] || Number.NaN);
      return Number.isNaN(number) ? text || null : number;
    }
    case 'date':
      return dateIn(attributes['office:date-value'] ?? '') ?? (text || null);
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    default:
      return text || attributes['office:string-value'] || null;
  }
}

/** A time without a time zone is taken as it stands. */
function dateIn(text: string): Date | undefined {
  const isZoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/u.test(text);
  const date = new Date(text.includes('T') && !isZoned ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
