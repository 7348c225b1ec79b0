import {createCipheriv, createHash, pbkdf2Sync} from 'node:crypto';
import {crc32, deflateRawSync} from 'node:zlib';
import {writeOds, writeXlsx} from 'hucre';
import PdfDocument from 'pdfkit';
import {openArchive} from '../../src/sources/open/archive.js';

/** A zip of these files. `declared` is what an archive that lies says of the size of each. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>, declared?: number): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as Uint8Array);
    const packed = deflateRawSync(bytes);
    const size = declared ?? bytes.length;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, entry, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(index.length, 8);
  end.writeUInt16LE(index.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

const sector = 512;
const entriesInSector = sector / 4;
const [tableSector, lastSector] = [0xfffffffd, 0xfffffffe];
const longs = (values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);

/** A workbook of before 2007: one sheet of texts and numbers, in BIFF8 within a compound file of up to 7 MB. */
export function xlsOf(name: string, rows: readonly (readonly (string | number)[])[]): Buffer {
  const record = (type: number, ...fields: readonly Buffer[]) => {
    const body = Buffer.concat(fields);
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(body.length, 2);
    return Buffer.concat([head, body]);
  };
  const words = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
  const bof = (kind: number) => record(0x809, words(0x600, kind, 0, 0, 0, 0, 0, 0));
  const cells = rows.flatMap((cellsOfRow, row) =>
    cellsOfRow.map((value, column) => {
      if (typeof value === 'string')
        return record(0x204, words(row, column, 0, value.length), Buffer.from([1]), Buffer.from(value, 'utf16le'));
      const number = Buffer.alloc(8);
      number.writeDoubleLE(value);
      return record(0x203, words(row, column, 0), number);
    }),
  );
  const sheet = Buffer.concat([bof(0x10), ...cells, record(0x0a)]);
  const boundOf = (at: number) =>
    record(0x85, words(at & 0xffff, at >> 16, 0), Buffer.from([name.length, 0]), Buffer.from(name, 'latin1'));
  const globalsOf = (at: number) => Buffer.concat([bof(0x05), boundOf(at), record(0x0a)]);
  const book = Buffer.concat([globalsOf(globalsOf(0).length), sheet]);
  const sectors = Math.max(8, Math.ceil(book.length / sector));
  const stream = Buffer.concat([book, Buffer.alloc(sectors * sector - book.length)]);
  // The table of sectors comes first, then the directory, and then the book.
  let tables = 1;
  while (tables * entriesInSector < tables + 1 + sectors) tables += 1;
  const header = Buffer.alloc(sector);
  header.set(Buffer.from('D0CF11E0A1B11AE1', 'hex'));
  header.set(words(0x3e, 3, 0xfffe, 9, 6), 24);
  header.set(longs([0, tables, tables, 0, 4096, lastSector, 0, lastSector, 0]), 40);
  header.fill(0xff, 76);
  header.set(longs(Array.from({length: tables}, (_, at) => at)), 76);
  const chain = Array.from({length: sectors}, (_, at) => (at === sectors - 1 ? lastSector : tables + 2 + at));
  const table = Buffer.alloc(tables * sector, 0xff);
  table.set(longs([...Array.from({length: tables}, () => tableSector), lastSector, ...chain]));
  const entry = (label: string, type: number, child: number, start: number, size: number) => {
    const own = Buffer.alloc(128);
    own.write(label, 0, 'utf16le');
    own.writeUInt16LE((label.length + 1) * 2, 64);
    own[66] = type;
    own[67] = 1;
    own.set(Buffer.from(Int32Array.from([-1, -1, child]).buffer), 68);
    own.writeUInt32LE(start >>> 0, 116);
    own.writeUInt32LE(size, 120);
    return own;
  };
  const directory = Buffer.concat([
    entry('Root Entry', 5, 1, lastSector, 0),
    entry('Workbook', 2, -1, tables + 1, stream.length),
    Buffer.alloc(256),
  ]);
  return Buffer.concat([header, table, directory, stream]);
}

/** A binary workbook of today (MS-XLSB): one sheet, of which empty rows and cells are left out as Excel leaves them out. */
export function xlsbOf(name: string, rows: readonly (readonly (string | number)[])[]): Buffer {
  const record = (type: number, body: Buffer) => {
    const [id, size] = [type, body.length].map(value => {
      const bytes: number[] = [];
      let left = value;
      do {
        bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        left >>>= 7;
      } while (left > 0);
      return Buffer.from(bytes);
    });
    return Buffer.concat([id ?? Buffer.alloc(0), size ?? Buffer.alloc(0), body]);
  };
  const wide = (text: string) => Buffer.concat([longs([text.length]), Buffer.from(text, 'utf16le')]);
  const cell = (value: string | number, column: number) => {
    if (typeof value === 'string') return record(6, Buffer.concat([longs([column, 0]), wide(value)]));
    const number = Buffer.alloc(8);
    number.writeDoubleLE(value);
    return record(5, Buffer.concat([longs([column, 0]), number]));
  };
  const filled = rows.flatMap((cells, row) =>
    cells.length === 0
      ? []
      : [record(0, longs([row, 0, 0])), ...cells.flatMap((value, at) => (value === '' ? [] : [cell(value, at)]))],
  );
  const related = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
  return zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
    '_rels/.rels': related('officeDocument', 'xl/workbook.bin'),
    'xl/workbook.bin': record(156, Buffer.concat([longs([0, 1]), wide('r1'), wide(name)])),
    'xl/_rels/workbook.bin.rels': related('worksheet', 'worksheets/sheet1.bin'),
    'xl/worksheets/sheet1.bin': Buffer.concat([record(145, Buffer.alloc(0)), ...filled, record(146, Buffer.alloc(0))]),
  });
}

/** A cell of a printed table and where it stands; `right` aligns it as amounts are. */
export type Printed = {readonly text: string; readonly x: number; readonly y: number; readonly right?: boolean};

/** A PDF with these texts on its pages, with or without a password. */
export function pdfOf(pages: readonly (readonly Printed[])[], userPassword?: string): Promise<Buffer> {
  const document = new PdfDocument({
    autoFirstPage: false,
    size: 'A4',
    ...(userPassword === undefined ? {} : {userPassword, pdfVersion: '1.7' as const}),
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = new Promise<Buffer>(resolve => document.once('end', () => resolve(Buffer.concat(chunks))));
  for (const page of pages) {
    document.addPage();
    for (const {text, x, y, right = false} of page) {
      document.fontSize(8);
      document.text(text, right ? x - document.widthOfString(text) : x, y, {lineBreak: false});
    }
  }
  document.end();
  return whole;
}

/** A table as a bank prints it: `columns` are the left edges, or the right ones of amounts. */
export function printedTable(
  rows: readonly (readonly string[])[],
  columns: readonly {readonly x: number; readonly right?: boolean}[],
  top = 120,
): readonly Printed[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, column) => (text === '' ? [] : [{text, y: top + row * 14, x: 0, ...columns[column]}])),
  );
}

type Locking = {readonly password: string; readonly algorithm?: string; readonly rounds?: number};

/** An OpenDocument spreadsheet with a password, as OpenDocument 1.2 encrypts one: packed first, and AES over what is packed. */
export function lockedOdsOf(content: string, {password, algorithm = 'aes256-cbc', rounds = 1000}: Locking): Buffer {
  const packed = deflateRawSync(content);
  const [salt, vector] = [Buffer.alloc(16, 7), Buffer.alloc(16, 9)];
  const key = pbkdf2Sync(createHash('sha256').update(password).digest(), salt, rounds, 32, 'sha1');
  const left = 16 - (packed.length % 16);
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  const filled = Buffer.concat([packed, Buffer.alloc(left - 1, 0x55), Buffer.from([left])]);
  const checksum = createHash('sha256').update(packed.subarray(0, 1024)).digest('base64');
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="${Buffer.byteLength(content)}">
<manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="${checksum}">
<manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#${algorithm}" manifest:initialisation-vector="${vector.toString('base64')}"/>
<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${rounds}" manifest:salt="${salt.toString('base64')}"/>
<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/>
</manifest:encryption-data></manifest:file-entry></manifest:manifest>`;
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': Buffer.concat([cipher.update(filled), cipher.final()]),
    'META-INF/manifest.xml': manifest,
  });
}

export const day = (date: number) => new Date(Date.UTC(2026, 10, date));
export const headings = ['Date', 'Details', 'Amount', 'Currency'];
export const sheetRows = [
  headings,
  [day(20), 'Sale "A"', 1250.1, 'KES'],
  [null, null, null, null],
  [day(21), 'Sale\nB', -300, 'KES'],
];
export const csv = 'Date,Details,Amount,Currency\n2026-11-20,Sale A,1250.10,KES\n2026-11-21,Sale B,-300,KES\n';
export const amounts = ['1250.1', '-300'];

type Cells = Parameters<typeof writeXlsx>[0]['sheets'][number]['rows'];
export const sheets = (rows: Cells = sheetRows, name = 'June') => ({sheets: [{name, rows}]});
export const xlsx = (rows?: Cells, more: object = {}) => writeXlsx({...sheets(rows), ...more});
export const locking = (password: string, spinCount: number) => ({encryption: {password, spinCount}});

/** What is inside of an OpenDocument table. */
export async function odsContent(): Promise<string> {
  const ods = Buffer.from(await writeOds(sheets()));
  const archive = await openArchive(ods, {file: 'sent', mostBytes: 1_000_000});
  return (await archive.read('content.xml')).toString();
}

export const workbook = (
  rows: string,
  sheets = `<Worksheet ss:Name="Cover"><Table/></Worksheet><Worksheet ss:Name="June"><Table>${rows}</Table></Worksheet>`,
) =>
  `<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheets}</Workbook>`;
const xmlRow = (cells: readonly (readonly [type: string, text: string])[], more = '') =>
  `<Row${more}>${cells.map(([type, text]) => `<Cell><Data ss:Type="${type}">${text}</Data></Cell>`).join('')}</Row>`;
export const xmlRows = [
  xmlRow(headings.map(text => ['String', text])),
  xmlRow([
    ['DateTime', '2026-11-20T00:00:00.000'],
    ['String', 'Sale &quot;A&quot;'],
    ['Number', '1250.1'],
    ['String', 'KES'],
  ]),
  `<Row ss:Index="4"><Cell><Data ss:Type="DateTime">2026-11-21T10:15:00.000</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">-3E2</Data></Cell><Cell><Data ss:Type="String">KES</Data></Cell></Row>`,
].join('\n');
export const xmlWorkbook = workbook(xmlRows);
