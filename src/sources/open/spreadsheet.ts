import {DecryptionError, EncryptedFileError, fromHtml, readXls, readXlsb, readXlsx, streamXlsxRows} from 'hucre';
import {SaxesParser, type SaxesTagPlain} from 'saxes';
import {Problem} from '../../core/problem.js';
import {wholeText} from '../bytes.js';
import {withoutEntities} from '../foreign-text.js';
import type {Ends, Zip} from './archive.js';
import type {OpeningChoice} from './container.js';
import {type CellValue, mostColumns, mostRows, type TableRow} from './rows.js';

/** The sheets of a spreadsheet in their order, and which of them are hidden. `rows` reads a sheet from its beginning. */
export type Sheets = {
  readonly names: readonly string[];
  readonly hidden?: ReadonlySet<number>;
  readonly rows: (at: number) => AsyncIterable<TableRow> | Iterable<TableRow>;
};

type Streamed = AsyncIterable<{readonly index: number; readonly values: TableRow['cells']}>;
/** Yields the rows with their numbers. Ends only when `held` has resolved, and throws if it rejects. */
async function* numbered(rows: Streamed, held: Promise<void>): AsyncGenerator<TableRow> {
  for await (const {index, values} of rows) yield {number: index + 1, cells: values};
  await held;
}

type Whole = {readonly sheets: readonly (Listed & {readonly rows: readonly TableRow['cells'][]})[]};
const wholeSheets = ({sheets}: Whole): Sheets => ({
  names: sheets.map(({name}) => name),
  hidden: hiddenOf(sheets),
  // A row that the file leaves out is a hole in the array.
  rows: at => sheets[at]?.rows.flatMap((cells, index) => [{number: index + 1, cells}]) ?? [],
});

type Listed = {readonly name: string; readonly hidden?: boolean | undefined; readonly veryHidden?: boolean | undefined};

/** Collects the sheets that a workbook lists. None of them is read. */
const collecting =
  (listed: Listed[]): ((sheet: Listed & {readonly index: number}) => boolean) =>
  sheet => {
    listed[sheet.index] = sheet;
    return false;
  };

const hiddenOf = (sheets: readonly Listed[]): ReadonlySet<number> =>
  new Set([...sheets.keys()].filter(at => sheets[at]?.hidden === true || sheets[at]?.veryHidden === true));

export type SheetReading = {readonly file: string; readonly password: OpeningChoice['password']};

/** Reads an Excel workbook (`.xlsx`), maybe with a password, else also given as `archive`. Throws the `Problem`s of `understood`. */
export async function xlsxSheets(bytes: Uint8Array, reading: SheetReading, archive?: Zip): Promise<Sheets> {
  const options = withPassword(reading);
  // The check runs at the same time as the reading; only the end of the rows waits for it.
  const held = archive === undefined ? Promise.resolve() : understood(reading, () => holdWhole(archive));
  held.catch(() => undefined); // the end of the rows rejects with it
  const listed = archive === undefined ? [] : await sheetsListed(archive);
  if (listed.length === 0) await understood(reading, () => readXlsx(bytes, {...options, sheets: collecting(listed)}));
  return {
    names: listed.map(({name}) => name),
    hidden: hiddenOf(listed),
    rows: at => numbered(streamXlsxRows(bytes, {...options, sheet: at}), held),
  };
}

/** Throws if a part is damaged or was cut off before it was packed: the library would accept one that ends early. */
async function holdWhole({names, ends}: Zip): Promise<void> {
  for (const name of names)
    if (partOfWorkbook.test(name) && !isWholeXml(await ends(name))) throw new RangeError('a part of it is cut');
}
const partOfWorkbook = /^xl\/.*\.(?:xml|rels)$/iu;

/** Whether the root element of an XML document is closed at the end, apart from comments. A document in UTF-16 is not checked. */
function isWholeXml({first, last}: Ends): boolean {
  const root = /<(?<name>[\p{L}_][^\s/>]*)/u.exec(first.replaceAll(/<!--.*?-->/gsu, ''))?.groups?.['name'];
  if (root === undefined || first.includes('\0')) return true;
  const end = last.replace(/(?:\s|<!--(?:(?!-->).)*-->)+$/su, '');
  return end.endsWith(`</${root}>`) || (first === last && end.endsWith('/>'));
}

/** Returns the workbook's sheets, empty if its part has another name. The library would read all texts to list them. */
async function sheetsListed({names, read}: Zip): Promise<Listed[]> {
  if (!names.includes(xlsxWorkbook)) return [];
  const workbook = (await read(xlsxWorkbook)).toString();
  const listed = /<(?:\w+:)?sheets\b[^>]*>(?<sheets>.*?)<\/(?:\w+:)?sheets>/su.exec(workbook)?.groups?.['sheets'] ?? '';
  return Array.from(listed.matchAll(sheetName), ([tag, , name = '']) => ({
    name: withoutEntities(name),
    hidden: /\sstate=["'](?:very)?hidden["']/iu.test(tag),
  }));
}
const xlsxWorkbook = 'xl/workbook.xml';
const sheetName = /<(?:\w+:)?sheet\s(?:[^>]*?\s)?name=(["'])(.*?)\1[^>]*>/gsu;

/** Reads a modern binary workbook (`.xlsb`). */
export const xlsbSheets = async (bytes: Uint8Array, reading: SheetReading): Promise<Sheets> =>
  wholeSheets(await understood(reading, () => readXlsb(bytes, withPassword(reading))));

/** Whether the bytes are a modern workbook with a password, which begins like a workbook from before 2007. */
export const isLockedWorkbook = (bytes: Buffer): boolean => bytes.includes(encryptedPackage);

/** Reads a workbook from before 2007 (`.xls`). */
export const xlsSheets = async (bytes: Uint8Array, reading: SheetReading): Promise<Sheets> =>
  wholeSheets(await understood(reading, () => readXls(bytes, withPassword(reading))));
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Reads the first table of a page that a bank calls a spreadsheet. */
export const htmlSheets = (html: string): Sheets =>
  wholeSheets({sheets: [fromHtml(html, {typeInference: false, classes: false}) as Whole['sheets'][number]]});

const withPassword = ({password}: SheetReading) => (password === undefined ? {} : {password});

/** Turns the errors of the libraries into `Problem`s. Throws the `Problem` `file-locked`, `file-password-wrong` or `file-damaged`. */
export async function understood<T>({file}: Pick<SheetReading, 'file'>, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new Problem('file-locked', {file});
    if (error instanceof DecryptionError) throw new Problem('file-password-wrong', {file});
    // For a damaged file the library may throw any error, including plain ones.
    throw error instanceof Problem ? error : new Problem('file-damaged', {file});
  }
}

const deepest = 50;

/**
 * Reads a workbook of Excel 2003 in XML (SpreadsheetML). The first of several merged cells has their content. Rows and cells that the file
 * leaves out are empty. Throws the `Problem` `file-damaged`, also for a document type declaration.
 */
export function xmlSheets(bytes: Buffer, file: string): Sheets {
  const sheets: {readonly name: string; readonly rows: TableRow[]}[] = [];
  const damaged = (): never => {
    throw new Problem('file-damaged', {file});
  };
  const parser = new SaxesParser({xmlns: false});
  let depth = 0;
  let cells: CellValue[] = [];
  let row = 0;
  let column = 0;
  let across = 0;
  let type: string | undefined;
  let text = '';
  const place = (tag: SaxesTagPlain, name: string, most: number, otherwise: number): number => {
    const value = attribute(tag, name);
    const number = value === undefined ? otherwise : Number(value);
    if (!Number.isSafeInteger(number) || number < 0 || number > most) damaged();
    return number;
  };
  const addText = (piece: string) => {
    if (type !== undefined) text += piece;
  };
  parser.on('doctype', damaged);
  parser.on('error', damaged);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', tag => {
    depth += 1;
    if (depth > deepest) damaged();
    switch (localName(tag.name)) {
      case 'Worksheet':
        sheets.push({name: attribute(tag, 'Name') ?? '', rows: []});
        row = 0;
        return;
      case 'Row':
        row = place(tag, 'Index', mostRows, row + 1);
        cells = [];
        column = 0;
        return;
      case 'Cell':
        column = place(tag, 'Index', mostColumns, column + 1);
        across = place(tag, 'MergeAcross', mostColumns, 0);
        return;
      case 'Data':
        type = attribute(tag, 'Type') ?? 'String';
        text = '';
        return;
      default:
    }
  });
  parser.on('closetag', tag => {
    depth -= 1;
    switch (localName(tag.name)) {
      case 'Data':
        cells[column - 1] = cellValue(type ?? 'String', text);
        type = undefined;
        return;
      case 'Cell':
        column += across;
        return;
      case 'Row':
        if (cells.length > 0) sheets.at(-1)?.rows.push({number: row, cells: Array.from(cells)});
        return;
      default:
    }
  });
  parser.write(wholeText(bytes).text).close();
  return {names: sheets.map(({name}) => name), rows: at => sheets[at]?.rows ?? []};
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const attribute = ({attributes}: SaxesTagPlain, wanted: string): string | undefined =>
  Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];

function cellValue(type: string, text: string): CellValue {
  // A text that is not a number stays a text: an empty cell is not zero.
  if (type === 'Number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (type === 'DateTime') return new Date(`${text.replace(/Z$/u, '')}Z`);
  return type === 'Boolean' ? text === '1' : text;
}
