import {gunzip} from 'node:zlib';
import PostalMime from 'postal-mime';
import {getDocumentProxy} from 'unpdf';
import {Problem} from '../../core/problem.js';
import {wholeText} from '../bytes.js';
import {type Archive, inflated, openArchive, type Zip} from './archive.js';
import {
  type Beginning,
  type Container,
  containerOf,
  mayBeCut,
  type Opened,
  type OpeningChoice,
  printedLines,
} from './container.js';
import {jsonTable} from './json.js';
import {odsSheets} from './ods.js';
import {type PrintedLine, type PrintedPiece, printedRows} from './printed-table.js';
import {type TableRow, tableText} from './rows.js';
import {
  htmlSheets,
  isLockedWorkbook,
  type Sheets,
  understood,
  xlsbSheets,
  xlsSheets,
  xlsxSheets,
  xmlSheets,
} from './spreadsheet.js';

/** The containers that were opened, outermost first, and the text, as a file that need not be opened would contain it. */
export type Contents = {
  readonly opened: readonly Opened[];
  readonly content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
};

/** Enough for an archive in a mail with a workbook in it. Anything nested more deeply is refused. */
const deepest = 3;

type Opening = OpeningChoice & {readonly file: string; readonly mostBytes: number};

/**
 * Opens a file down to the text in it: the first sheet with a table, the first file or attachment that is neither a picture nor a text for
 * people, or the part that the person asked for by name. `file` is the name of the file in a problem. Throws the `Problem` `file-is-other`,
 * `file-locked`, `file-password-wrong`, `file-damaged`, `file-bursts`, `file-cut-off`, `file-of-pictures`, `file-nothing-inside`, or
 * `file-part-unknown`.
 */
export async function contentsOf(bytes: Buffer, opening: Opening): Promise<Contents> {
  const opened: Opened[] = [];
  let inner = bytes;
  for (let depth = 0; ; depth += 1) {
    const kind = containerOf(inner);
    if (kind === null) return asReported({opened, content: [inner]}, opening);
    if (depth === deepest) throw new Problem('file-nothing-inside', {file: opening.file});
    const found = await openOne(kind, inner, opening);
    opened.push(found.opened);
    if (!('bytes' in found)) return asReported({opened, content: found.content}, opening);
    inner = found.bytes;
  }
}

/** Returns the contents. Throws the `Problem` `file-part-unknown` if the part that the person asked for was not opened. */
function asReported(contents: Contents, {file, part}: Opening): Contents {
  const {opened} = contents;
  if (part === undefined || opened.some(each => each.part === part)) return contents;
  const parts = opened.flatMap(each => [each.part, ...each.others]).filter(each => each !== '');
  throw new Problem('file-part-unknown', {file, part, parts: parts.join(', ')});
}

type Found = {readonly opened: Opened} & ({readonly bytes: Buffer} | {readonly content: Contents['content']});

/** Returns the attachments of a mail; one with a name that is taken has its number behind it. Throws the `Problem` `file-damaged`, and `file-nothing-inside` for a mail without any. */
async function openMail(bytes: Buffer, file: string): Promise<Archive> {
  const {attachments} = await PostalMime.parse(bytes).catch(() => {
    throw new Problem('file-damaged', {file});
  });
  const named = new Map<string, Buffer>();
  for (const [at, {filename, content}] of attachments.filter(({disposition}) => disposition !== 'inline').entries()) {
    const name = filename ?? `#${at + 1}`;
    named.set(named.has(name) ? `${name} #${at + 1}` : name, bufferOf(content));
  }
  if (named.size === 0) throw new Problem('file-nothing-inside', {file});
  return {names: [...named.keys()], read: async name => named.get(name) ?? Buffer.alloc(0)};
}

function bufferOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}

async function openOne(kind: Beginning, bytes: Buffer, opening: Opening): Promise<Found> {
  const {file, mostBytes} = opening;
  const reading = {file, password: opening.password};
  const alone = (content: Contents['content'], isMixed = false): Found => ({
    opened: {kind, part: '', others: [], ...(isMixed && {twoEncodings: true})},
    content,
  });
  switch (kind) {
    case 'gzip':
      return {opened: {kind, part: '', others: []}, bytes: await inflated(gunzip, bytes, opening)};
    case 'mail':
      return fromArchive(kind, await openMail(bytes, file), opening);
    case 'pdf':
      return alone(tableText(await pdfRows(bytes, reading)));
    case 'json': {
      const {text, isMixed} = wholeText(bytes);
      const {rows, part, others} = jsonTable(text, opening);
      const found = alone(tableText(rows), isMixed);
      return {...found, opened: {...found.opened, part, others}};
    }
    case 'html': {
      const {text, isMixed} = wholeText(bytes);
      // A page that is complete and has no table is not a statement. One that is incomplete may be the beginning of a statement.
      if (!/<\/table>/iu.test(text))
        throw /<\/html>\s*$/iu.test(text)
          ? new Problem('file-is-other', {file, what: 'page'})
          : new Problem('file-damaged', {file});
      return alone(tableText(await understood(reading, () => htmlSheets(text).rows(0))), isMixed);
    }
    case 'xml':
      return fromSheets(kind, await understood(reading, () => xmlSheets(bytes, file)), opening);
    case 'xls':
      if (isLockedWorkbook(bytes)) return fromSheets('xlsx', await xlsxSheets(bytes, reading), opening);
      return fromSheets(kind, await xlsSheets(bytes, reading), opening);
    case 'text': {
      const {text, isMixed} = wholeText(bytes);
      return alone(tableText(textRows(text, file)), isMixed);
    }
    case 'zip':
      return openZip(await openArchive(bytes, {file, mostBytes}), bytes, opening);
  }
}

function textRows(text: string, file: string): readonly TableRow[] {
  if (mayBeCut(text)) throw new Problem('file-cut-off', {file});
  return printedRows(printedLines(text));
}

async function openZip(archive: Zip, bytes: Buffer, opening: Opening): Promise<Found> {
  const {names} = archive;
  const reading = {file: opening.file, password: opening.password};
  if (names.includes('xl/workbook.bin')) return fromSheets('xlsx', await xlsbSheets(bytes, reading), opening);
  if (names.includes('[Content_Types].xml') && names.some(name => name.startsWith('xl/')))
    return fromSheets('xlsx', await xlsxSheets(bytes, reading, archive), opening);
  if (names.includes('content.xml') && names.includes('mimetype'))
    return fromSheets('ods', await odsSheets(archive, {...reading, mostBytes: opening.mostBytes}), opening);
  // A package that is encrypted as a whole, as in OpenDocument 1.4.
  if (names.includes('encrypted-package') && names.includes('mimetype'))
    throw new Problem('file-is-other', {file: opening.file, what: 'encrypted'});
  return fromArchive('zip', archive, opening);
}

/** Files that cannot be a statement: hidden files, pictures, and attachments such as calendar entries and signatures. */
const otherThings = /(?:^|\/)(?:\.|__MACOSX\/)|\.(?:png|jpe?g|gif|svg|webp|ics|vcf|p7s|asc|sig|md5|sha256)$/iu;

/** Files that are only taken if there are no others. */
const forPeople = /(?:^|\/)(?:read ?me|licen[cs]e)[^/]*$|\.(?:txt|md|html?|docx?|rtf)$/iu;

async function fromArchive(kind: Container, {names, read}: Archive, {file, part}: Opening): Promise<Found> {
  const readable = names.filter(name => !otherThings.test(name));
  const taken =
    part !== undefined && names.includes(part) ? part : (readable.find(name => !forPeople.test(name)) ?? readable[0]);
  if (taken === undefined) throw new Problem('file-nothing-inside', {file});
  return {opened: {kind, part: taken, others: readable.filter(name => name !== taken)}, bytes: await read(taken)};
}

/** Takes the requested sheet, else the first visible one with a table or with rows. Each, perhaps many megabytes, is read once. */
async function fromSheets(kind: Container, sheets: Sheets, {file, part}: Opening): Promise<Found> {
  const {names, rows, hidden} = sheets;
  const asked = part === undefined ? -1 : names.indexOf(part);
  let taken: (StartedSheet & {readonly at: number}) | undefined;
  for (const at of asked === -1 ? shownFirst(names, hidden) : [asked]) {
    if (taken !== undefined && hidden?.has(at) === true) break;
    const begun = await understood({file}, () => beginningOf(rows(at)));
    if (begun.hasTable || (begun.hasRows && taken === undefined)) taken = {...begun, at};
    if (begun.hasTable) break;
  }
  if (taken === undefined) throw new Problem('file-nothing-inside', {file});
  const {at, all} = taken;
  const others = names.filter((_, other) => other !== at);
  return {opened: {kind, part: names[at] ?? '', others}, content: whole(tableText(all), file)};
}

const shownFirst = (names: readonly string[], hidden: Sheets['hidden']): readonly number[] =>
  [...names.keys()].toSorted((a, b) => Number(hidden?.has(a) ?? false) - Number(hidden?.has(b) ?? false));

type StartedSheet = {readonly hasRows: boolean; readonly hasTable: boolean; readonly all: AsyncIterable<TableRow>};

/** A cover sheet has a few words; a table has rows of several cells. */
const fewestCells = 3;
const fewestRows = 2;
const rowsLookedAt = 200;

/** Reads the first rows of a sheet. `all` has every row, including these. */
async function beginningOf(rows: ReturnType<Sheets['rows']>): Promise<StartedSheet> {
  const rest = (async function* () {
    yield* rows;
  })();
  const first: TableRow[] = [];
  let ofTable = 0;
  while (first.length < rowsLookedAt && ofTable < fewestRows) {
    const {done, value} = await rest.next();
    if (done === true) break;
    const filled = value.cells.filter(cell => cell !== null && cell !== undefined && cell !== '').length;
    if (filled > 0) first.push(value);
    if (filled >= fewestCells) ofTable += 1;
  }
  const all = (async function* () {
    yield* first;
    yield* rest;
  })();
  return {hasRows: first.length > 0, hasTable: ofTable >= fewestRows, all};
}

/** Yields the same text. An error on the way is reported as a damaged file. */
async function* whole(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  const pieces = text[Symbol.asyncIterator]();
  for (;;) {
    const {done, value} = await understood({file}, () => pieces.next());
    if (done === true) return;
    yield value;
  }
}

/**
 * Returns the text of a PDF as a table. Throws the `Problem` `file-locked`, `file-password-wrong`, `file-damaged`, or `file-of-pictures` if
 * the PDF has no text.
 */
async function pdfRows(
  bytes: Uint8Array,
  {file, password}: {readonly file: string; readonly password: OpeningChoice['password']},
): Promise<readonly TableRow[]> {
  const options = {isEvalSupported: false, verbosity: 0, ...(password === undefined ? {} : {password})};
  const pages = await pagesOf(new Uint8Array(bytes), options).catch((error: unknown) => {
    throw problemOf(error, file);
  });
  if (pages.every(lines => lines.length === 0)) throw new Problem('file-of-pictures', {file});
  return printedRows(pages);
}

/** A damaged document may only fail at one of its later pages. */
async function pagesOf(
  bytes: Uint8Array,
  options: Parameters<typeof getDocumentProxy>[1],
): Promise<readonly (readonly PrintedLine[])[]> {
  const document = await getDocumentProxy(bytes, options);
  const pages: (readonly PrintedLine[])[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const {items} = await (await document.getPage(page)).getTextContent();
    pages.push(linesOf(items as readonly Item[], page));
  }
  return pages;
}

function problemOf(error: unknown, file: string): Problem {
  const {name, code} = error as {name?: string; code?: number};
  if (name === 'PasswordException') return new Problem(code === 2 ? 'file-password-wrong' : 'file-locked', {file});
  return new Problem('file-damaged', {file});
}

type Item = {
  readonly str?: string;
  readonly transform?: readonly number[];
  readonly width?: number;
  readonly height?: number;
};

/** Two pieces that are closer than this, as a part of the height of a letter, are one text. */
const wordGap = 0.8;
const sameLine = 0.4;

function linesOf(items: readonly Item[], page: number): readonly PrintedLine[] {
  const pieces = items.flatMap(({str = '', transform = [], width = 0, height = 0}): PrintedPiece[] => {
    const [, , , , left = 0, y = 0] = transform;
    return str.trim() === '' ? [] : [{text: str, left, right: left + width, y, height: height || 10}];
  });
  const lines: PrintedPiece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.left - b.left)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line !== undefined && first !== undefined && first.y - piece.y <= first.height * sameLine) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map(line => ({pieces: joined(line.toSorted((a, b) => a.left - b.left)), page, y: line[0]?.y ?? 0}));
}

/** Joins the words of one text, and the parts of a word that a PDF producer has split. */
function joined(line: readonly PrintedPiece[]): readonly PrintedPiece[] {
  const texts: PrintedPiece[] = [];
  for (const piece of line) {
    const last = texts.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : piece.left - last.right;
    if (last === undefined || gap > last.height * wordGap) {
      texts.push({...piece, text: piece.text.trim()});
      continue;
    }
    const space = gap > last.height * 0.1 || /\s$/u.test(last.text) || /^\s/u.test(piece.text) ? ' ' : '';
    texts.splice(-1, 1, {
      ...last,
      text: `${last.text}${space}${piece.text.trim()}`,
      right: Math.max(last.right, piece.right),
    });
  }
  return texts;
}
