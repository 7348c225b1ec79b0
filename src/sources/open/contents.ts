import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {Problem} from '../../core/problem.js';
import {type Archive, openArchive} from './archive.js';
import {type Beginning, type Container, containerOf, type Opened, type OpeningChoice} from './container.js';
import {jsonRows} from './json.js';
import {openMail} from './mail.js';
import {pdfRows} from './pdf.js';
import {type TableRow, tableText} from './rows.js';
import {
  htmlSheets,
  isLockedWorkbook,
  odsSheets,
  type Sheets,
  understood,
  xlsbSheets,
  xlsSheets,
  xlsxSheets,
} from './spreadsheet.js';
import {xmlSheets} from './spreadsheet-xml.js';

/** What was inside: how it was reached, outermost first, and its text, which a file that is not opened would hold. */
export type Contents = {
  readonly opened: readonly Opened[];
  readonly content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
};

/** An archive in a mail, a workbook in that: more is somebody's joke. */
const deepest = 3;

type Opening = OpeningChoice & {readonly file: string; readonly mostBytes: number};

/**
 * Opens a file to the text in it: the first sheet with rows, the first file or attachment that is not a picture or a text
 * for people, or the part that is asked for by its name. `file` is what it is called in a problem.
 *
 * Throws the `Problem` `file-is-other`, `file-locked`, `file-password-wrong`, `file-damaged`, `file-bursts`, `file-of-pictures`,
 * `file-nothing-inside`, or `file-part-unknown`.
 */
export async function contentsOf(bytes: Buffer, opening: Opening): Promise<Contents> {
  const opened: Opened[] = [];
  let inner = bytes;
  for (let depth = 0; ; depth += 1) {
    const kind = containerOf(inner);
    if (kind === null) return asTold({opened, content: [inner]}, opening);
    if (depth === deepest) throw new Problem('file-nothing-inside', {file: opening.file});
    const found = await openOne(kind, inner, opening);
    opened.push(found.opened);
    if (!('bytes' in found)) return asTold({opened, content: found.content}, opening);
    inner = found.bytes;
  }
}

/** A part that is asked for must have been there. */
function asTold(contents: Contents, {file, part}: Opening): Contents {
  const {opened} = contents;
  if (part === undefined || opened.some(each => each.part === part)) return contents;
  const parts = opened.flatMap(each => [each.part, ...each.others]).filter(each => each !== '');
  throw new Problem('file-part-unknown', {file, part, parts: parts.join(', ')});
}

type Found = {readonly opened: Opened} & ({readonly bytes: Buffer} | {readonly content: Contents['content']});

async function openOne(kind: Beginning, bytes: Buffer, opening: Opening): Promise<Found> {
  const {file, mostBytes} = opening;
  const reading = {file, password: opening.password};
  const text = () => new TextDecoder('utf-8').decode(bytes);
  const alone = (content: Contents['content']): Found => ({opened: {kind, part: '', others: []}, content});
  switch (kind) {
    case 'gzip':
      return {opened: {kind, part: '', others: []}, bytes: await inflated(bytes, opening)};
    case 'mail':
      return fromArchive(kind, await openMail(bytes, file), opening);
    case 'pdf':
      return alone(tableText(await pdfRows(bytes, reading)));
    case 'json':
      return alone(tableText(jsonRows(text(), file)));
    case 'html':
      if (!/<\/table>/iu.test(text())) throw new Problem('file-damaged', {file});
      return alone(tableText(await understood(reading, () => htmlSheets(text()).rows(0))));
    case 'xml':
      return fromSheets(kind, await understood(reading, () => xmlSheets(bytes, file)), opening);
    case 'xls':
      if (isLockedWorkbook(bytes)) return fromSheets('xlsx', await xlsxSheets(bytes, reading), opening);
      return fromSheets(kind, await xlsSheets(bytes, reading), opening);
    case 'zip':
      return openZip(await openArchive(bytes, {file, mostBytes}), bytes, opening);
  }
}

async function openZip(archive: Archive, bytes: Buffer, opening: Opening): Promise<Found> {
  const {names} = archive;
  const reading = {file: opening.file, password: opening.password};
  if (names.includes('xl/workbook.bin')) return fromSheets('xlsx', await xlsbSheets(bytes, reading), opening);
  if (names.includes('[Content_Types].xml') && names.some(name => name.startsWith('xl/')))
    return fromSheets('xlsx', await xlsxSheets(bytes, reading, archive), opening);
  if (names.includes('content.xml') && names.includes('mimetype'))
    return fromSheets('ods', await odsSheets(bytes, archive, {...reading, mostBytes: opening.mostBytes}), opening);
  // A package that is encrypted as a whole, as OpenDocument 1.4 has it.
  if (names.includes('encrypted-package') && names.includes('mimetype'))
    throw new Problem('file-is-other', {file: opening.file, what: 'encrypted'});
  return fromArchive('zip', archive, opening);
}

async function inflated(bytes: Buffer, {file, mostBytes}: Opening): Promise<Buffer> {
  try {
    return await promisify<Buffer, {maxOutputLength: number}, Buffer>(gunzip)(bytes, {maxOutputLength: mostBytes});
  } catch (error) {
    const isTooMuch = (error as {code?: string}).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Problem(isTooMuch ? 'file-bursts' : 'file-damaged', {file});
  }
}

/** What no statement is: pictures, and a mail's texts for people. */
const otherThings = /(?:^|\/)(?:\.|__MACOSX\/)|\.(?:png|jpe?g|gif|svg|webp|ics|vcf|p7s|asc|sig|md5|sha256)$/iu;

async function fromArchive(kind: Container, {names, read}: Archive, {file, part}: Opening): Promise<Found> {
  const readable = names.filter(name => !otherThings.test(name));
  const taken = part !== undefined && names.includes(part) ? part : readable[0];
  if (taken === undefined) throw new Problem('file-nothing-inside', {file});
  return {
    opened: {kind, part: taken, others: readable.filter(name => name !== taken)},
    bytes: await read(taken),
  };
}

/** The sheet that is asked for, or the first with rows. Each is read once at most: its texts alone may be many megabytes. */
async function fromSheets(kind: Container, {names, rows}: Sheets, {file, part}: Opening): Promise<Found> {
  const asked = part === undefined ? -1 : names.indexOf(part);
  for (const at of asked === -1 ? names.keys() : [asked]) {
    const filled = await understood({file}, () => fromFirstRow(rows(at)));
    if (filled === undefined) continue;
    const others = names.filter((_, other) => other !== at);
    return {opened: {kind, part: names[at] ?? '', others}, content: whole(tableText(filled), file)};
  }
  throw new Problem('file-nothing-inside', {file});
}

/** The rows from the first with something in it; nothing where there is none. */
async function fromFirstRow(rows: ReturnType<Sheets['rows']>): Promise<AsyncIterable<TableRow> | undefined> {
  const all = (async function* () {
    yield* rows;
  })();
  for (let next = await all.next(); next.done !== true; next = await all.next()) {
    const first = next.value;
    if (first.cells.some(cell => cell !== null && cell !== undefined && cell !== ''))
      return (async function* () {
        yield first;
        yield* all;
      })();
  }
  return undefined;
}

/** The same text; a fault on the way is told as a fault of the file. */
async function* whole(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  const pieces = text[Symbol.asyncIterator]();
  for (;;) {
    const {done, value} = await understood({file}, () => pieces.next());
    if (done === true) return;
    yield value;
  }
}
