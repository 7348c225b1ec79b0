/** A cell: a text, a whole number, an exact decimal text in major units, a date (`2026-11-20`), or a wall-clock time. */
export type SheetCell =
  | string
  | number
  | null
  | {readonly figure: string}
  | {readonly date: string}
  | {readonly wallTime: string};

export type SheetOfCells = {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly SheetCell[])[];
};

/** Spreadsheets keep no more digits of a number. */
const mostDigits = 15;

/**
 * Returns a workbook for a spreadsheet. Numbers are numbers with the decimals that they are written with, dates are dates, and everything
 * else is text, whatever it begins with. There are no formulas. The same cells always give the same bytes.
 */
export async function xlsxWorkbook(sheets: readonly SheetOfCells[]): Promise<Uint8Array> {
  const {default: writeXlsxFile} = await import('write-excel-file/node');
  const buffer = await writeXlsxFile(
    sheets.map(({name, header, rows}) => ({
      sheet: name,
      stickyRowsCount: 1,
      orientation: 'landscape' as const,
      columns: header.map((title, column) => ({width: widthOf(title, rows, column)})),
      data: [header.map(title => ({value: title, type: String, fontWeight: 'bold' as const})), ...rows.map(cellsOf)],
    })),
    {features: [onePageWide]},
  ).toBuffer();
  return withoutTimes(buffer);
}

const printed = {paperSize: 9, fitToWidth: 1, fitToHeight: 0}; // A4, as many pages long as needed

/** Fits the columns on one page. Without this, a row of the books is printed across six sheets. */
const onePageWide = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (sheet: string) =>
          sheet.replace(/(<worksheet\b[^>]*>)/u, '$1<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'),
        transformElementAttributes: (tag: string, attributes: Record<string, string | number>) =>
          tag === 'pageSetup' ? {...attributes, ...printed} : attributes,
      },
    },
  },
};

const cellsOf = (row: readonly SheetCell[]) => row.map(cellOf);

function cellOf(cell: SheetCell) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return {value: cell, type: String};
  if (typeof cell === 'number') return {value: cell, type: Number, format: '0'};
  if ('date' in cell) return {value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd'};
  if ('wallTime' in cell) return {value: new Date(`${cell.wallTime}Z`), type: Date, format: 'yyyy-mm-dd hh:mm:ss'};
  const {figure} = cell;
  const decimals = figure.split('.')[1]?.length ?? 0;
  if (figure.replaceAll(/\D/g, '').replace(/^0+/, '').length > mostDigits) return {value: figure, type: String};
  return {value: Number(figure), type: Number, format: decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`};
}

const [narrowest, widest] = [8, 40];

function widthOf(title: string, rows: readonly (readonly SheetCell[])[], column: number): number {
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, textOf(row[column] ?? null).length), 0);
  return Math.min(widest, Math.max(narrowest, title.length, longest) + 2);
}

const textOf = (cell: SheetCell) =>
  cell === null ? '' : typeof cell === 'object' ? String(Object.values(cell)[0]) : String(cell);

/** 1 January 1980 at midnight, the earliest time that an archive can record (PKWARE APPNOTE 4.4.6). */
const firstInstant = 0x00210000;
const [endMark, endBytes, entryMark] = [0x06054b50, 22, 0x02014b50];

/** Sets the same time for every file in the archive. Its time of creation would make the bytes differ although no cell does. */
function withoutTimes(archive: Buffer): Uint8Array {
  const end = archive.length - endBytes;
  if (end < 0 || archive.readUInt32LE(end) !== endMark) throw new Error('the archive has no end');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== entryMark) throw new Error('the archive has no such entry');
    archive.writeUInt32LE(firstInstant, at + 12);
    archive.writeUInt32LE(firstInstant, archive.readUInt32LE(at + 42) + 10);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return archive;
}
