import {
  DecryptionError,
  EncryptedFileError,
  fromHtml,
  readXls,
  readXlsb,
  readXlsx,
  streamOdsRows,
  streamXlsxRows,
} from 'hucre';
import {Problem} from '../../core/problem.js';
import {type Archive, openArchive} from './archive.js';
import type {OpeningChoice} from './container.js';
import {unlockedOds} from './ods-password.js';
import type {TableRow} from './rows.js';

/** The sheets of a spreadsheet, in their order. `rows` reads one from its beginning. */
export type Sheets = {
  readonly names: readonly string[];
  readonly rows: (at: number) => AsyncIterable<TableRow> | Iterable<TableRow>;
};

type Streamed = AsyncIterable<{readonly index: number; readonly values: TableRow['cells']}>;
async function* numbered(rows: Streamed): AsyncGenerator<TableRow> {
  for await (const {index, values} of rows) yield {number: index + 1, cells: values};
}

type Whole = {readonly sheets: readonly {readonly name: string; readonly rows: readonly TableRow['cells'][]}[]};
const wholeSheets = ({sheets}: Whole): Sheets => ({
  names: sheets.map(({name}) => name),
  rows: at => sheets[at]?.rows.map((cells, index) => ({number: index + 1, cells})) ?? [],
});

/** Collects the names of the sheets; none of them is read. */
function named(names: string[]): (info: {readonly name: string; readonly index: number}) => boolean {
  return ({name, index}) => {
    names[index] = name;
    return false;
  };
}

type Reading = {readonly file: string; readonly password: OpeningChoice['password']};

/**
 * An Excel workbook of today (`.xlsx`), which may have a password; `archive` is the same file where it has none. Throws
 * `Problem` as `understood` says.
 */
export async function xlsxSheets(bytes: Uint8Array, reading: Reading, archive?: Archive): Promise<Sheets> {
  const options = withPassword(reading);
  const names = archive === undefined ? [] : await sheetNames(archive);
  if (names.length === 0) await understood(reading, () => readXlsx(bytes, {...options, sheets: named(names)}));
  return {names, rows: at => numbered(streamXlsxRows(bytes, {...options, sheet: at}))};
}

/** As the workbook lists them; none where it lies elsewhere. To be told by a library all of its texts would have to be read first. */
async function sheetNames({names, read}: Archive): Promise<string[]> {
  if (!names.includes(xlsxWorkbook)) return [];
  const workbook = (await read(xlsxWorkbook)).toString();
  const listed = /<(?:\w+:)?sheets\b[^>]*>(?<sheets>.*?)<\/(?:\w+:)?sheets>/su.exec(workbook)?.groups?.['sheets'] ?? '';
  return Array.from(listed.matchAll(sheetName), ([, , name = '']) => plainText(name));
}
const xlsxWorkbook = 'xl/workbook.xml';
const sheetName = /<(?:\w+:)?sheet\s(?:[^>]*?\s)?name=(["'])(.*?)\1/gsu;

/** The binary workbook of today (`.xlsb`). */
export async function xlsbSheets(bytes: Uint8Array, reading: Reading): Promise<Sheets> {
  return wholeSheets(await understood(reading, () => readXlsb(bytes, withPassword(reading))));
}

/** Whether it is a workbook of today that is locked with a password, which begins as one of before 2007 does. */
export const isLockedWorkbook = (bytes: Buffer): boolean => bytes.includes(encryptedPackage);

/** A workbook of before 2007 (`.xls`). */
export async function xlsSheets(bytes: Uint8Array, reading: Reading): Promise<Sheets> {
  return wholeSheets(await understood(reading, () => readXls(bytes, withPassword(reading))));
}
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * An OpenDocument spreadsheet (`.ods`), which may have a password; `archive` is the same file. Throws the `Problem`s of
 * `unlockedOds`.
 */
export async function odsSheets(
  bytes: Uint8Array,
  archive: Archive,
  {mostBytes, ...reading}: Reading & {readonly mostBytes: number},
): Promise<Sheets> {
  const {file} = reading;
  const manifest = archive.names.includes(odsManifest) ? (await archive.read(odsManifest)).toString() : '';
  if (manifest.includes('encryption-data')) {
    const unlocked = await unlockedOds(archive, manifest, {...reading, mostBytes});
    return odsSheets(unlocked, await openArchive(unlocked, {file, mostBytes}), {file, password: undefined, mostBytes});
  }
  // Read as a tree, the names alone of a large one take a gigabyte.
  const content = (await archive.read('content.xml')).toString();
  const names = Array.from(content.matchAll(tableName), ([, name = '']) => plainText(name));
  return {names, rows: at => numbered(streamOdsRows(bytes, {sheets: [at]}))};
}
const odsManifest = 'META-INF/manifest.xml';
const tableName = /<table:table\s[^>]*?table:name="([^"]*)"/gu;

const plainText = (xml: string): string =>
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

const withPassword = ({password}: Reading) => (password === undefined ? {} : {password});

/**
 * Says of a fault in the words of a till. Throws the `Problem` `file-locked`, `file-password-wrong` or `file-damaged`.
 */
export async function understood<T>({file}: Pick<Reading, 'file'>, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new Problem('file-locked', {file});
    if (error instanceof DecryptionError) throw new Problem('file-password-wrong', {file});
    // Of what it comes upon in a damaged file the library throws whatever it has, plain errors among it.
    throw error instanceof Problem ? error : new Problem('file-damaged', {file});
  }
}
