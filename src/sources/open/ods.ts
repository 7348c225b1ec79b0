import {createDecipheriv, createHash, pbkdf2, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {inflateRaw} from 'node:zlib';
import {SaxesParser} from 'saxes';
import {Problem} from '../../core/problem.js';
import {withoutEntities} from '../foreign-text.js';
import {type Archive, inflated} from './archive.js';
import {type CellValue, mostColumns, mostRows, type TableRow} from './rows.js';
import type {SheetReading, Sheets} from './spreadsheet.js';

type OdsReading = SheetReading & {readonly mostBytes: number};

const manifestName = 'META-INF/manifest.xml';
const contentName = 'content.xml';

/**
 * Reads an OpenDocument spreadsheet (`.ods`), which may have a password. The first of several merged cells has their content. Notes on
 * cells are skipped. Throws the `Problem`s of `unlockedOdsContent`, `file-damaged` (also for a document type declaration), and
 * `file-bursts`.
 */
export async function odsSheets(archive: Archive, reading: OdsReading): Promise<Sheets> {
  const manifest = archive.names.includes(manifestName) ? (await archive.read(manifestName)).toString() : '';
  const content = manifest.includes('encryption-data')
    ? await unlockedOdsContent(archive, manifest, reading)
    : await archive.read(contentName);
  const names = Array.from(tableTags(content), tag => withoutEntities(tableName.exec(tag)?.[2] ?? ''));
  return {names, rows: at => tableRows(content, {...reading, at, names})};
}

const [tableBegins, tableEnds] = ['<table:table', '</table:table>'];
const tableTag = /^<table:table(?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/u;
const tableName = /\stable:name=(["'])(.*?)\1/su;
const longestTag = 4096;

/** Yields each table's opening tag, found among the bytes. To parse the whole document would take as long as reading it. */
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

type Wanted = Pick<OdsReading, 'file' | 'mostBytes'> & {readonly at: number; readonly names: readonly string[]};
type Repeated = {readonly row: TableRow; readonly times: number};

/** Yields the rows of one table that have content, and parses them only as they are asked for. */
function* tableRows(content: Buffer, wanted: Wanted): Generator<TableRow> {
  const reading = new RowReader(wanted);
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < content.length && !reading.isOver(); at += writtenAtOnce) {
    const piece = content.subarray(at, at + writtenAtOnce);
    for (const {row, times} of reading.write(decoder.decode(piece, {stream: true})))
      for (let more = 0; more < times; more += 1) yield {number: row.number + more, cells: row.cells};
  }
  if (!reading.isOver()) throw new Problem('file-damaged', {file: wanted.file});
}

type Attributes = Readonly<Record<string, string>>;

/** Parses the content of a spreadsheet piece by piece, and keeps the rows of the wanted table. */
class RowReader {
  readonly #wanted: Wanted;
  readonly #parser = new SaxesParser({xmlns: false});
  #isOver = false;
  #depth = 0;
  #tables = -1;
  #tableDepth = 0;
  #noteDepth = 0;
  /** The rows that have ended in the current piece, the number of the next one, and how many cells all rows have filled. */
  #rows: Repeated[] = [];
  #number = 1;
  #filled = 0;
  /** The current row, and how often it is repeated. */
  #cells: CellValue[] = [];
  #times = 1;
  #column = 0;
  /** The current cell, and how often it is repeated. */
  #cell: Attributes | undefined;
  #across = 1;
  #paragraphs = 0;
  #text = '';

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#parser.on('doctype', () => this.#damaged());
    this.#parser.on('error', () => this.#damaged());
    this.#parser.on('opentag', ({name, attributes}) => this.#begin(name, attributes));
    this.#parser.on('closetag', ({name}) => this.#end(name));
    this.#parser.on('text', piece => this.#addText(piece));
    this.#parser.on('cdata', piece => this.#addText(piece));
  }

  /** Returns the rows that end in this piece. */
  write(piece: string): readonly Repeated[] {
    this.#rows = [];
    if (!this.#isOver) this.#parser.write(piece);
    return this.#rows;
  }

  isOver(): boolean {
    return this.#isOver;
  }

  #damaged(): never {
    throw new Problem('file-damaged', {file: this.#wanted.file});
  }

  #count(attributes: Attributes, name: string, most: number): number {
    const number = Number(attributes[name] ?? '1');
    return Number.isSafeInteger(number) && number >= 0 && number <= most ? number : this.#damaged();
  }

  #isWanted(): boolean {
    return this.#tableDepth === 1 && this.#tables === this.#wanted.at;
  }

  #begin(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#depth > deepest) this.#damaged();
    switch (name) {
      case 'table:table':
        this.#tableDepth += 1;
        if (this.#tableDepth > 1) return;
        this.#tables += 1;
        // The search and the parser must find the same tables. Otherwise a name would belong to another table.
        if ((attributes['table:name'] ?? '') !== this.#wanted.names[this.#tables]) this.#damaged();
        return;
      case 'table:table-row':
        if (!this.#isWanted()) return;
        this.#times = this.#count(attributes, 'table:number-rows-repeated', mostRows);
        this.#cells = [];
        this.#column = 0;
        return;
      case 'table:table-cell':
      case 'table:covered-table-cell':
        if (!this.#isWanted()) return;
        this.#cell = attributes;
        this.#across = this.#count(attributes, 'table:number-columns-repeated', mostColumns);
        this.#paragraphs = 0;
        this.#text = '';
        return;
      case 'office:annotation':
        this.#noteDepth += 1;
        return;
      case 'text:p':
        if (this.#noteDepth > 0) return;
        if (this.#paragraphs > 0) this.#addText(' ');
        this.#paragraphs += 1;
        return;
      case 'text:s':
      case 'text:tab':
      case 'text:line-break':
        this.#addText(' ');
        return;
      default:
    }
  }

  #end(name: string): void {
    this.#depth -= 1;
    switch (name) {
      case 'table:table':
        this.#isOver ||= this.#isWanted();
        this.#tableDepth -= 1;
        return;
      case 'table:table-row':
        if (this.#isWanted()) this.#endRow();
        return;
      case 'table:table-cell':
        this.#endCell(this.#cell === undefined ? null : cellValue(this.#cell, this.#text));
        return;
      case 'table:covered-table-cell':
        this.#endCell(null);
        return;
      case 'office:annotation':
        this.#noteDepth -= 1;
        return;
      default:
    }
  }

  #endRow(): void {
    const {file, mostBytes} = this.#wanted;
    if (this.#cells.length > 0) {
      if (this.#number + this.#times - 1 > mostRows) this.#damaged();
      this.#filled += this.#cells.length * this.#times;
      // Each cell takes at least one byte of the text, so a file with too many cells is refused before its text is written.
      if (this.#filled > mostBytes) throw new Problem('file-bursts', {file});
      this.#rows.push({row: {number: this.#number, cells: this.#cells}, times: this.#times});
    }
    this.#number += this.#times;
  }

  /** Empty cells are only added when a cell with content follows: the last cell of a row may stand for sixteen thousand. */
  #endCell(value: CellValue): void {
    this.#cell = undefined;
    if (!this.#isWanted()) return;
    const end = this.#column + this.#across;
    if (end > mostColumns) this.#damaged();
    if (value !== null) {
      while (this.#cells.length < this.#column) this.#cells.push(null);
      while (this.#cells.length < end) this.#cells.push(value);
    }
    this.#column = end;
  }

  #addText(piece: string): void {
    if (this.#cell !== undefined && this.#paragraphs > 0 && this.#noteDepth === 0) this.#text += piece;
  }
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

/** How a file in an OpenDocument package is encrypted, according to its manifest (OpenDocument 1.2, part 3, 4.8). */
type Encryption = {
  readonly size: number;
  readonly checksum: Buffer;
  readonly vector: Buffer;
  readonly salt: Buffer;
  readonly rounds: number;
};

/** A till derives a key with this many rounds in about a second. A file that demands more is refused. */
const mostRounds = 2_000_000;
const checkedBytes = 1024;

/**
 * Returns the decrypted content of a spreadsheet with a password. `manifest` is the archive's list of its files. Only the encryption of
 * OpenDocument 1.2 (AES-256, PBKDF2) is supported; any other throws `file-is-other`. Also throws the `Problem`s `file-locked`,
 * `file-password-wrong`, `file-damaged` and `file-bursts`.
 */
async function unlockedOdsContent(
  archive: Archive,
  manifest: string,
  {file, password, mostBytes}: OdsReading,
): Promise<Buffer> {
  const encryption = encryptionIn(manifest, file);
  if (encryption === undefined) throw new Problem('file-is-other', {file, what: 'encrypted'});
  if (password === undefined) throw new Problem('file-locked', {file});
  const {size, checksum, vector, salt, rounds} = encryption;
  if (size > mostBytes) throw new Problem('file-bursts', {file});
  const start = createHash('sha256').update(password).digest();
  const key = await promisify(pbkdf2)(start, salt, rounds, 32, 'sha1');
  const packed = decrypted(await archive.read(contentName), key, vector);
  const found = packed && createHash('sha256').update(packed.subarray(0, checkedBytes)).digest();
  if (packed === undefined || found === undefined || !isSame(found, checksum))
    throw new Problem('file-password-wrong', {file});
  return inflated(inflateRaw, packed, {file, mostBytes});
}

/** Decrypts the bytes, the last of which counts the padding. Returns undefined if the padding, and so the key, is wrong. */
function decrypted(bytes: Buffer, key: Buffer, vector: Buffer): Buffer | undefined {
  if (bytes.length === 0 || bytes.length % 16 !== 0) return undefined;
  const decipher = createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const filled = plain.at(-1) ?? 0;
  return filled >= 1 && filled <= 16 ? plain.subarray(0, plain.length - filled) : undefined;
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const known: readonly (readonly [attribute: string, ending: RegExp])[] = [
  ['checksum-type', /#sha256-1k$/u],
  ['algorithm-name', /#aes256-cbc$/u],
  ['key-derivation-name', /(?:^|#)pbkdf2$/iu],
  ['start-key-generation-name', /#sha256$/u],
];

/** Returns how the content is encrypted; undefined if the method is not supported. */
function encryptionIn(manifest: string, file: string): Encryption | undefined {
  let isContent = false;
  const said = new Map<string, string>();
  const parser = new SaxesParser({xmlns: false});
  const refuse = () => {
    throw new Problem('file-damaged', {file});
  };
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('opentag', ({name, attributes}) => {
    const values = Object.entries(attributes).map(([key, value]) => [key.slice(key.indexOf(':') + 1), value] as const);
    if (/(?:^|:)file-entry$/u.test(name))
      isContent = values.some(([key, value]) => key === 'full-path' && value === contentName);
    if (isContent) for (const [key, value] of values) if (!said.has(key)) said.set(key, value);
  });
  parser.write(manifest).close();
  if (known.some(([attribute, ending]) => !ending.test(said.get(attribute) ?? ''))) return undefined;
  const bytes = (attribute: string) => Buffer.from(said.get(attribute) ?? '', 'base64');
  const [size, rounds] = [Number(said.get('size')), Number(said.get('iteration-count'))];
  const [checksum, vector, salt] = [bytes('checksum'), bytes('initialisation-vector'), bytes('salt')];
  const isWhole = Number.isSafeInteger(size) && vector.length === 16 && rounds >= 1 && rounds <= mostRounds;
  return isWhole ? {size, checksum, vector, salt, rounds} : undefined;
}
