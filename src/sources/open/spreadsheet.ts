import {DecryptionError, EncryptedFileError, fromHtml, readXls, readXlsb, readXlsx, streamXlsxRows} from 'hucre';
import {Problem} from '../../core/problem.js';
import type {Ends, Zip} from './archive.js';
import type {OpeningChoice} from './container.js';
import type {TableRow} from './rows.js';

/** The sheets of a spreadsheet, in their order, and which of them its program does not show. `rows` reads one from its beginning. */
export type Sheets = {
  readonly names: readonly string[];
  readonly hidden?: ReadonlySet<number>;
  readonly rows: (at: number) => AsyncIterable<TableRow> | Iterable<TableRow>;
};

type Streamed = AsyncIterable<{readonly index: number; readonly values: TableRow['cells']}>;
/** Ends no sooner than `held`, with what that rejects with. */
async function* numbered(rows: Streamed, held: Promise<void>): AsyncGenerator<TableRow> {
  for await (const {index, values} of rows) yield {number: index + 1, cells: values};
  await held;
}

type Whole = {readonly sheets: readonly (Listed & {readonly rows: readonly TableRow['cells'][]})[]};
const wholeSheets = ({sheets}: Whole): Sheets => ({
  names: sheets.map(({name}) => name),
  hidden: hiddenOf(sheets),
  // A row that the file leaves out is a hole in the list.
  rows: at => sheets[at]?.rows.flatMap((cells, index) => [{number: index + 1, cells}]) ?? [],
});

type Listed = {readonly name: string; readonly hidden?: boolean | undefined; readonly veryHidden?: boolean | undefined};

/** Collects the sheets that a workbook lists; none of them is read. */
function collecting(listed: Listed[]): (sheet: Listed & {readonly index: number}) => boolean {
  return sheet => {
    listed[sheet.index] = sheet;
    return false;
  };
}

const hiddenOf = (sheets: readonly Listed[]): ReadonlySet<number> =>
  new Set([...sheets.keys()].filter(at => sheets[at]?.hidden === true || sheets[at]?.veryHidden === true));

export type SheetReading = {readonly file: string; readonly password: OpeningChoice['password']};

/**
 * An Excel workbook of today (`.xlsx`), which may have a password; `archive` is the same file where it has none. Throws
 * `Problem` as `understood` says.
 */
export async function xlsxSheets(bytes: Uint8Array, reading: SheetReading, archive?: Zip): Promise<Sheets> {
  const options = withPassword(reading);
  // Beside the reading: no more than its last row waits for it.
  const held = archive === undefined ? Promise.resolve() : understood(reading, () => holdWhole(archive));
  held.catch(() => undefined);
  const listed = archive === undefined ? [] : await sheetsListed(archive);
  if (listed.length === 0) await understood(reading, () => readXlsx(bytes, {...options, sheets: collecting(listed)}));
  return {
    names: listed.map(({name}) => name),
    hidden: hiddenOf(listed),
    rows: at => numbered(streamXlsxRows(bytes, {...options, sheet: at}), held),
  };
}

/**
 * Throws where a part of the workbook is not what was packed, or was cut before that: the library reads a sheet as it comes, up
 * to where it ends.
 */
async function holdWhole({names, ends}: Zip): Promise<void> {
  for (const name of names)
    if (partOfWorkbook.test(name) && !isWholeXml(await ends(name))) throw new RangeError('a part of it is cut');
}
const partOfWorkbook = /^xl\/.*\.(?:xml|rels)$/iu;

/** Whether what an XML document begins with is what it ends with, but for notes; of wide letters it is not looked at. */
function isWholeXml({first, last}: Ends): boolean {
  const root = /<(?<name>[\p{L}_][^\s/>]*)/u.exec(first.replaceAll(/<!--.*?-->/gsu, ''))?.groups?.['name'];
  if (root === undefined || first.includes('\0')) return true;
  const end = last.replace(/(?:\s|<!--(?:(?!-->).)*-->)+$/su, '');
  return end.endsWith(`</${root}>`) || (first === last && end.endsWith('/>'));
}

/** As the workbook lists them; none where it lies elsewhere. To be told by a library all of its texts would have to be read first. */
async function sheetsListed({names, read}: Zip): Promise<Listed[]> {
  if (!names.includes(xlsxWorkbook)) return [];
  const workbook = (await read(xlsxWorkbook)).toString();
  const listed = /<(?:\w+:)?sheets\b[^>]*>(?<sheets>.*?)<\/(?:\w+:)?sheets>/su.exec(workbook)?.groups?.['sheets'] ?? '';
  return Array.from(listed.matchAll(sheetName), ([tag, , name = '']) => ({
    name: plainText(name),
    hidden: /\sstate=["'](?:very)?hidden["']/iu.test(tag),
  }));
}
const xlsxWorkbook = 'xl/workbook.xml';
const sheetName = /<(?:\w+:)?sheet\s(?:[^>]*?\s)?name=(["'])(.*?)\1[^>]*>/gsu;

/** The binary workbook of today (`.xlsb`). */
export async function xlsbSheets(bytes: Uint8Array, reading: SheetReading): Promise<Sheets> {
  return wholeSheets(await understood(reading, () => readXlsb(bytes, withPassword(reading))));
}

/** Whether it is a workbook of today that is locked with a password, which begins as one of before 2007 does. */
export const isLockedWorkbook = (bytes: Buffer): boolean => bytes.includes(encryptedPackage);

/** A workbook of before 2007 (`.xls`). */
export async function xlsSheets(bytes: Uint8Array, reading: SheetReading): Promise<Sheets> {
  return wholeSheets(await understood(reading, () => readXls(bytes, withPassword(reading))));
}
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** A text of XML without its escapes. */
export const plainText = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#(?:x(?<hexadecimal>[\da-f]{1,6})|(?<decimal>\d{1,7}));/giu, (whole, hexadecimal, decimal) => {
      const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    })
    .replaceAll('&amp;', '&');

/** The first table of a page that a bank calls a spreadsheet. */
export const htmlSheets = (html: string): Sheets =>
  wholeSheets({sheets: [fromHtml(html, {typeInference: false, classes: false}) as Whole['sheets'][number]]});

const withPassword = ({password}: SheetReading) => (password === undefined ? {} : {password});

/**
 * Says of a fault in the words of a till. Throws the `Problem` `file-locked`, `file-password-wrong` or `file-damaged`.
 */
export async function understood<T>({file}: Pick<SheetReading, 'file'>, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new Problem('file-locked', {file});
    if (error instanceof DecryptionError) throw new Problem('file-password-wrong', {file});
    // Of what it comes upon in a damaged file the library throws whatever it has, plain errors among it.
    throw error instanceof Problem ? error : new Problem('file-damaged', {file});
  }
}
