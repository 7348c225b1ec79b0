import {createHash} from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setImmediate as turn} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {writeOds, writeXlsx} from 'hucre';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {limits} from '../../src/sources/bytes.js';
import {openArchive} from '../../src/sources/open/archive.js';
import type {Container, OpeningChoice} from '../../src/sources/open/container.js';
import {contentsOf} from '../../src/sources/open/contents.js';
import {openFile} from '../../src/sources/open/opener.js';
import {type ReadOptions, readSource} from '../../src/sources/source.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {lockedOdsOf, pdfOf, printedTable, xlsbOf, xlsOf, zipOf} from '../sources/containers.js';
import {encoded, expectProblem, listed, pathOf, problemWith} from '../sources/support.js';

type Asked = OpeningChoice & Pick<ReadOptions, 'mapping' | 'isUnproved'>;

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

/** Reads what is in it, opened in this process: the program that opens takes longer to start than to open most files. */
async function readInside(content: Uint8Array | string, {mapping, isUnproved, ...choice}: Asked = {}) {
  const inside = await contentsOf(Buffer.from(content), {
    ...choice,
    file: 'sent',
    mostBytes: limits.opened * 1_000_000,
  });
  await writeFile(pathOf('text'), inside.content);
  const original = {name: 'sent', sha256: sha256(content), opened: inside.opened};
  return listed(await readSource('bank', pathOf('text'), {original, isUnproved, ...(mapping && {mapping})}));
}

/** Reads what is in it as a till does: opened by a program of its own. */
async function readSent(content: Uint8Array | string, {mapping, ...choice}: Asked = {}) {
  writeFileSync(pathOf('sent'), content);
  const {path, original, close} = await openFile(pathOf('sent'), choice);
  try {
    return listed(await readSource('bank', path, {original, ...(mapping === undefined ? {} : {mapping})}));
  } finally {
    await close();
  }
}

/** Expects that nothing is read, with this problem and no other fact. */
async function refuses(content: Uint8Array | string, code: string, asked: Asked = {}, facts: object = {}) {
  expect(await problemWith(readInside(content, asked))).toEqual({code, file: 'sent', ...facts});
}

type Cells = Parameters<typeof writeXlsx>[0]['sheets'][number]['rows'];
const sheets = (rows: Cells = sheetRows, name = 'June') => ({sheets: [{name, rows}]});
const xlsx = (rows?: Cells, more: object = {}) => writeXlsx({...sheets(rows), ...more});
const locking = (password: string, spinCount: number) => ({encryption: {password, spinCount}});

const amountsIn = async (...given: Parameters<typeof readInside>) =>
  (await readInside(...given)).source.rows.map(({amount}) => amount);

const day = (date: number) => new Date(Date.UTC(2026, 10, date));
const headings = ['Date', 'Details', 'Amount', 'Currency'];
const sheetRows = [
  headings,
  [day(20), 'Sale "A"', 1250.1, 'KES'],
  [null, null, null, null],
  [day(21), 'Sale\nB', -300, 'KES'],
];
const csv = 'Date,Details,Amount,Currency\n2026-11-20,Sale A,1250.10,KES\n2026-11-21,Sale B,-300,KES\n';
const amounts = ['1250.1', '-300'];

const odsType = 'application/vnd.oasis.opendocument.spreadsheet';
const odsTable = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`;
const odsOf = (tables: string) =>
  zipOf({
    mimetype: odsType,
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
const odsRow = (cells: string, times = 1) =>
  `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
const odsText = (inner: string) =>
  `<table:table-cell office:value-type="string"><text:p>${inner}</text:p></table:table-cell>`;

/** What is inside of an OpenDocument table. */
async function odsContent(): Promise<string> {
  const ods = Buffer.from(await writeOds(sheets()));
  const archive = await openArchive(ods, {file: 'sent', mostBytes: 1_000_000});
  return (await archive.read('content.xml')).toString();
}

const workbook = (
  rows: string,
  sheets = `<Worksheet ss:Name="Cover"><Table/></Worksheet><Worksheet ss:Name="June"><Table>${rows}</Table></Worksheet>`,
) =>
  `<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheets}</Workbook>`;
const xmlRow = (cells: readonly (readonly [type: string, text: string])[], more = '') =>
  `<Row${more}>${cells.map(([type, text]) => `<Cell><Data ss:Type="${type}">${text}</Data></Cell>`).join('')}</Row>`;
const xmlRows = [
  xmlRow(headings.map(text => ['String', text])),
  xmlRow([
    ['DateTime', '2026-11-20T00:00:00.000'],
    ['String', 'Sale &quot;A&quot;'],
    ['Number', '1250.1'],
    ['String', 'KES'],
  ]),
  `<Row ss:Index="4"><Cell><Data ss:Type="DateTime">2026-11-21T10:15:00.000</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">-3E2</Data></Cell><Cell><Data ss:Type="String">KES</Data></Cell></Row>`,
].join('\n');
const xmlWorkbook = workbook(xmlRows);

/** The last row ends where its last figure stands, as a workbook has it. */
const ending: (string | number)[][] = [
  ['Date', 'Details', 'Debit', 'Credit', 'Remarks'],
  ['2026-11-20', 'Sale', '', 5, 'x'],
  ['2026-11-21', 'Rent', 2],
];

describe('a spreadsheet', () => {
  it('is read as it shows its numbers and its days, with the numbers of its rows', async () => {
    const {source, original} = await readInside(
      await writeXlsx({
        sheets: [
          {name: 'Cover', rows: []},
          {name: 'June', rows: sheetRows},
          {name: 'July & "August"', rows: [['x', 1]]},
        ],
      }),
    );
    expect(source.name).toBe('sent');
    expect(source.rows).toEqual([
      expect.objectContaining({line: 2, amount: '1250.1', bookedOn: '2026-11-20', narration: 'Sale "A"'}),
      expect.objectContaining({line: 4, amount: '-300', bookedOn: '2026-11-21', narration: 'Sale B'}),
    ]);
    expect(original?.opened).toEqual([{kind: 'xlsx', part: 'June', others: ['Cover', 'July & "August"']}]);
  });

  it('is read from its first table that is shown: a cover is none, and a hidden sheet is offered', async () => {
    const book = await writeXlsx({
      sheets: [
        {name: 'Last year', hidden: true, rows: sheetRows.slice(0, 2)},
        {name: 'Cover', rows: [['Statement of account'], ['Account', '0123']]},
        {name: 'June', rows: sheetRows},
      ],
    });
    const {source, original} = await readInside(book);
    expect(source.rows.map(({amount}) => amount)).toEqual(amounts);
    expect(original?.opened).toEqual([{kind: 'xlsx', part: 'June', others: ['Last year', 'Cover']}]);
    const hidden = await writeXlsx({
      sheets: [
        {name: 'Cover', rows: [['Statement of account']]},
        {name: 'June', hidden: true, rows: sheetRows},
      ],
    });
    expect((await readInside(hidden, {part: 'June'})).source.rows).toHaveLength(2);
    expect((await problemWith(readInside(hidden))).code).toBe('file-heading-missing');
  });

  it('is read from the sheet that is asked for', async () => {
    const book = await writeXlsx({
      sheets: [
        {name: 'Other', rows: [['a', 'b']]},
        {name: 'June', rows: sheetRows},
      ],
    });
    expect(await amountsIn(book, {part: 'June'})).toEqual(amounts);
    await refuses(book, 'file-part-unknown', {part: 'May'}, {part: 'May', parts: 'June, Other'});
  });

  it('may have a password', async () => {
    const locked = await xlsx(sheetRows, locking('zuri', 1000));
    await refuses(locked, 'file-locked');
    await refuses(locked, 'file-password-wrong', {password: 'no'});
    expect(await amountsIn(locked, {password: 'zuri'})).toEqual(amounts);
  });

  it.each([
    ['of OpenDocument', () => writeOds(sheets()), 'ods'],
    [
      'of before 2007',
      () => xlsOf('June', [headings, ['2026-11-20', 'Sale A', 1250.1, 'KES'], ['2026-11-21', 'Sale B', -300, 'KES']]),
      'xls',
    ],
    [
      'of Excel in its binary form',
      () => xlsbOf('June', [headings, ['2026-11-20', 'Sale A', 1250.1, 'KES'], [], ['2026-11-21', '', -300, 'KES']]),
      'xlsx',
    ],
  ])('%s is read', async (_, make, kind) => {
    const read = await readInside(await make());
    expect(read.source.rows.map(({amount}) => amount)).toEqual(amounts);
    expect(read.original?.opened[0]).toEqual({kind, part: 'June', others: []});
  });

  it('of OpenDocument may have a password', async () => {
    const content = await odsContent();
    const locked = lockedOdsOf(content, {password: 'zuri £'});
    await refuses(locked, 'file-locked');
    await expectProblem(readInside(locked, {password: 'no'}), {code: 'file-password-wrong'});
    expect(await amountsIn(locked, {password: 'zuri £'})).toEqual(amounts);
    const others = [
      lockedOdsOf(content, {password: 'zuri', algorithm: 'aes256-gcm'}),
      lockedOdsOf(content, {password: 'zuri', rounds: 2_000_001}),
      zipOf({mimetype: odsType, 'encrypted-package': 'x'}),
    ];
    for (const other of others) await refuses(other, 'file-is-other', {password: 'zuri'}, {what: 'encrypted'});
  });

  describe('of OpenDocument', () => {
    const head = odsRow(headings.map(odsText).join(''));
    const currency = odsText('KES');
    const amount = (value: string) =>
      `<table:table-cell office:value-type="currency" office:value="${value}"><text:p>${value} KSh</text:p></table:table-cell>`;
    const date =
      '<table:table-cell office:value-type="date" office:date-value="2026-11-20T10:30:00"><text:p>20 Nov</text:p></table:table-cell>';
    const inside = async (tables: string, part?: string) => {
      const {opened, content} = await contentsOf(odsOf(tables), {file: 'sent', mostBytes: 1_000_000, part});
      return {opened, text: (await Array.fromAsync(content)).join('')};
    };

    it('has texts of many paragraphs, notes, blanks, merged cells and rows that come again', async () => {
      const note = '<office:annotation><text:p>call her</text:p></office:annotation>';
      const merged =
        '<table:table-cell office:value-type="string" table:number-columns-spanned="2"><text:p>M&amp;N<text:s text:c="3"/><text:span>till<text:tab/>3</text:span></text:p><text:p><![CDATA[<shop>]]></text:p></table:table-cell><table:covered-table-cell/>';
      const rows =
        head +
        odsRow('<table:table-cell table:number-columns-repeated="16384"/>', 3) +
        odsRow(
          `${date}<table:table-cell office:value-type="string">${note}<text:p>Sale</text:p></table:table-cell>${amount('-12.5')}${currency}`,
          2,
        ) +
        odsRow(`${date}${merged}<table:table-cell table:number-columns-repeated="2"/>${currency}`);
      const {text} = await inside(odsTable('A', rows));
      expect(text).toBe(
        [
          'Date\tDetails\tAmount\tCurrency',
          ...['', '', ''],
          '2026-11-20 10:30:00\tSale\t-12.5\tKES',
          '2026-11-20 10:30:00\tSale\t-12.5\tKES',
          '2026-11-20 10:30:00\tM&N till 3 <shop>\t\t\t\tKES',
          '',
        ].join('\n'),
      );
    });

    it('is read from the table of that name, and one that is not where it seems is refused', async () => {
      const one = (name: string, text: string) => odsTable(name, odsRow(odsText(text)));
      const tables = `${one('a &lt; b > c', 'first')}<table:table table:name="empty"/>${one('last', 'third')}`;
      expect((await inside(tables)).opened).toEqual([{kind: 'ods', part: 'a < b > c', others: ['empty', 'last']}]);
      expect((await inside(tables, 'last')).text).toBe('third\n');
      const inner = `<table:table-cell>${one('inner', 'deep')}</table:table-cell>`;
      const misleading = [
        `<!-- ${odsTable('no', '')} -->${tables}`,
        odsTable('outer', odsRow(inner + odsText('x'))) + one('b', 'y'),
      ];
      await expectProblem(inside(misleading[0] ?? ''), {code: 'file-damaged'});
      expect((await inside(misleading[1] ?? '', 'b')).text).toBe('y\n');
      for (const bad of ['<!DOCTYPE x>', odsRow('', -1), odsRow(odsText('x'), 1_048_577)])
        await expectProblem(inside(odsTable('A', bad)), {code: 'file-damaged'});
    });
  });

  it.each([
    ['xlsx', () => xlsx(ending)],
    ['ods', () => writeOds(sheets(ending))],
    ['xlsb', () => xlsbOf('S', ending)],
    ['xls', () => xlsOf('S', ending)],
  ])('may leave out the empty cells at the end of a row: %s', async (_, make) =>
    expect(await amountsIn(await make(), {mapping: {currency: 'KES'}})).toEqual(['5', '-2']),
  );

  it('names the cell that holds an error, and takes it for no amount', async () => {
    const book = await xlsx([headings, [day(20), 'A', '#REF!', 'KES']]);
    await expectProblem(readInside(book), {code: 'file-row-invalid', line: 2, column: 'Amount'});
  });

  it('counts its days from 1904 where it says so', async () => {
    const rows = [headings, [day(20), 'A', -1, 'KES']];
    const {source} = await readInside(await xlsx(rows, {dateSystem: '1904'}));
    expect(source.rows[0]).toMatchObject({bookedOn: '2026-11-20'});
  });

  it('of a row repeated for ever is refused, and the till goes on', async () => {
    const cells = odsText('x').replace('cell ', 'cell table:number-columns-repeated="16384" ');
    const bomb = odsOf(odsTable('A', odsRow(cells, 1_048_576)));
    expect(await problemWith(readSent(bomb))).toEqual({code: 'file-bursts', file: 'sent'});
  });

  /** A workbook of one sheet, as it is written in its parts. */
  const partsOf = (rows: string, workbook = '<workbookPr/>') =>
    zipOf({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${workbook}<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      'xl/styles.xml':
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    });
  const texts = (row: number, cells: readonly string[]) =>
    `<row r="${row}">${cells.map(text => (text.startsWith('<') ? text : `<c t="inlineStr"><is><t>${text}</t></is></c>`)).join('')}</row>`;
  const serial = (days: number) => `<c s="1"><v>${days}</v></c>`;

  it.each([
    ['1900', '<workbookPr/>', 46_346],
    ['1904', '<workbookPr date1904="1"/>', 46_346 - 1462],
  ])('has days as numbers since %s', async (_, workbook, days) => {
    const rows = texts(1, headings) + texts(2, [serial(days), 'A', '<c><v>-1</v></c>', 'KES']);
    const {source} = await readInside(partsOf(rows, workbook));
    expect(source.rows).toMatchObject([{bookedOn: '2026-11-20', amount: '-1'}]);
  });

  it('names the cell of a formula that came to an error, and reads what one came to', async () => {
    const formula = (value: string, type = '') => `<c${type}><f>A1/B1</f><v>${value}</v></c>`;
    const rows = (amount: string) => texts(1, headings) + texts(2, [serial(46_346), 'A', amount, 'KES']);
    expect(await amountsIn(partsOf(rows(formula('-12.5'))))).toEqual(['-12.5']);
    await expectProblem(readInside(partsOf(rows(formula('#DIV/0!', ' t="e"')))), {
      ...{code: 'file-row-invalid', line: 2, column: 'Amount'},
    });
  });

  it('of a million empty rows keeps the numbers of the others', async () => {
    const rows = texts(1, headings) + texts(1_000_001, [serial(46_346), 'A', '<c><v>-7</v></c>', 'KES']);
    const {source} = await readInside(partsOf(rows));
    expect(source.rows).toEqual([expect.objectContaining({line: 1_000_001, amount: '-7'})]);
    const row = (cells: readonly string[]) => odsRow(cells.map(odsText).join(''));
    const empty = odsRow('<table:table-cell table:number-columns-repeated="16384"/>', 1_048_000);
    const table = odsTable('A', `${row(headings)}${empty}${row(['2026-11-20', 'A', '-7', 'KES'])}`);
    expect(await amountsIn(odsOf(table))).toEqual(['-7']);
  });

  it('with very many empty rows keeps the numbers of the others', async () => {
    const rows = [headings, ...Array.from({length: 99_999}, () => []), [day(20), 'A', -7, 'KES']];
    const {source} = await readInside(await xlsx(rows));
    expect(source.rows).toEqual([expect.objectContaining({line: 100_001, amount: '-7'})]);
  });

  it('may be of Excel 2003 in XML, with rows and cells that it leaves out', async () => {
    const expected = [
      {line: 2, amount: '1250.1', bookedOn: '2026-11-20', narration: 'Sale "A"'},
      {line: 4, amount: '-300', bookedOn: '2026-11-21', narration: ''},
    ];
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xmlWorkbook, 'utf16le')]);
    for (const content of [xmlWorkbook, wide]) {
      const {source, original} = await readInside(content);
      expect(source.rows).toMatchObject(expected);
      expect(original?.opened).toEqual([{kind: 'xml', part: 'June', others: ['Cover']}]);
    }
  });

  it('of Excel 2003 has no amount where a cell of a number is empty', async () => {
    const empty = xmlRows.replace('>1250.1<', '><');
    expect(empty).not.toBe(xmlRows);
    await expectProblem(readInside(workbook(empty)), {code: 'file-row-without-amount', line: 2});
  });

  it.each([
    ['is cut', xmlWorkbook.slice(0, -30)],
    ['has a document type', xmlWorkbook.replace('<Workbook', '<!DOCTYPE x [<!ENTITY a "b">]><Workbook')],
    ['has a row beyond every sheet', workbook(xmlRows.replace('ss:Index="4"', 'ss:Index="99999999"'))],
  ])('of Excel 2003 that %s is refused', (_, content) => refuses(content, 'file-damaged'));

  it('of merged cells has what the first of them holds', async () => {
    const merged = `<Row><Cell ss:MergeAcross="1"><Data ss:Type="String">Mama Njeri</Data></Cell><Cell><Data ss:Type="String">x</Data></Cell></Row>`;
    const {source} = await readInside(workbook(merged + xmlRows.replace('ss:Index="4"', 'ss:Index="5"')));
    expect(source.rows.map(({line}) => line)).toEqual([3, 5]);
    const rows = [['Mama Njeri', null, null, null], ...sheetRows];
    const merges = [{startRow: 0, startCol: 0, endRow: 0, endCol: 3}];
    const book = await writeXlsx({sheets: [{name: 'S', rows, merges}]});
    expect(await amountsIn(book)).toEqual(amounts);
  });

  it.each(['utf-8', 'windows-1252', 'utf-16le'] as const)('of letters in %s has them as they are', async encoding => {
    const entry = {Date: '2026-11-20', Détails: 'Café', Amount: '-5.00', Currency: 'KES'};
    const row = (cells: readonly string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
    const page = `<html><table>${row(Object.keys(entry))}${row(Object.values(entry))}</table></html>`;
    for (const text of [page, JSON.stringify([entry])]) {
      const {source, mapping} = await readInside(encoded(text, encoding));
      expect(source.rows).toMatchObject([{narration: 'Café'}]);
      expect(mapping?.columns['narration']).toBe('Détails');
    }
  });

  it('may be a page that a bank calls a spreadsheet', async () => {
    const table = csv
      .trim()
      .split('\n')
      .map(line => `<tr><td>${line.replaceAll(',', '</td><td>')}</td></tr>`);
    expect(await amountsIn(`<html><body><table>${table.join('')}</table></body></html>`)).toEqual(['1250.10', '-300']);
    await refuses(`<table>${table.join('')}`, 'file-damaged');
  });
});

describe('what a file was sent in', () => {
  const mail = [
    'From: Bank <statements@example.com>',
    'Subject: Your statement',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your statement is attached.',
    '--b',
    'Content-Type: text/csv; name="november.csv"',
    'Content-Disposition: attachment; filename="november.csv"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(csv).toString('base64'),
    '--b--',
    '',
  ].join('\r\n');
  const written = ['1250.10', '-300'];

  it('of two attachments with one name both can be read', async () => {
    const other = csv.replace('1250.10', '77.00');
    const second = mail
      .slice(mail.indexOf('--b\r\nContent-Type: text/csv'))
      .replace(Buffer.from(csv).toString('base64'), Buffer.from(other).toString('base64'));
    const both = mail.replace('--b--\r\n', second);
    const read = await readSent(both, {part: 'november.csv #2'});
    expect(read.source.rows.map(({amount}) => amount)).toEqual(['77.00', '-300']);
    expect((await readSent(both, {part: 'november.csv'})).source.rows.map(({amount}) => amount)).toEqual(written);
  });

  it.each([
    ['gzip', () => gzipSync(csv), written, ['']],
    ['a zip', () => zipOf({'__MACOSX/._a.csv': 'x', 'a.csv': csv, 'read me.png': 'x'}), written, ['a.csv']],
    ['a mail', () => mail, written, ['november.csv']],
    ['a workbook in a zip', async () => zipOf({'june.xlsx': await xlsx()}), amounts, ['june.xlsx', 'June']],
    ['JSON', () => JSON.stringify({data: [{date: '2026-11-20', amount: -12.5, currency: 'KES'}]}), ['-12.5'], ['']],
    [
      'JSON Lines',
      () =>
        '{"date":"2026-11-20","amount":-12.50,"currency":"KES"}\n{"date":"2026-11-21","amount":7,"currency":"KES"}\n',
      ['-12.50', '7'],
      [''],
    ],
  ])('is opened: %s', async (_, make, expected, parts) => {
    const read = await readSent(await make());
    expect(read.source.rows.map(({amount}) => amount)).toEqual(expected);
    expect(read.original?.opened.map(({part}) => part)).toEqual(parts);
  });

  it('offers the other files of an archive', async () => {
    const zip = zipOf({'a.csv': 'nothing', 'b.csv': csv});
    expect(await amountsIn(zip, {part: 'b.csv'})).toEqual(written);
    writeFileSync(pathOf('sent'), zip);
    const {original, close} = await openFile(pathOf('sent'));
    await close();
    expect(original?.opened).toEqual([{kind: 'zip', part: 'a.csv', others: ['b.csv']}]);
  });

  it('takes no text for people where there is anything else', async () => {
    const {source, original} = await readInside(
      zipOf({'README.txt': 'Your statement', 'Licence.csv': 'x', 'a.csv': csv}),
    );
    expect(source.rows).toHaveLength(2);
    expect(original?.opened).toEqual([{kind: 'zip', part: 'a.csv', others: ['README.txt', 'Licence.csv']}]);
    expect(await amountsIn(zipOf({'statement.txt': csv}))).toEqual(written);
  });

  it('says of a page without a table that it is one', async () => {
    const page = '<!DOCTYPE html><html><body>Please sign in</body></html>\n';
    await expectProblem(readInside(page), {code: 'file-is-other', what: 'page'});
    await expectProblem(readInside(page.slice(0, 40)), {code: 'file-damaged'});
  });

  it('knows the same table again, whichever workbook it came in', async () => {
    const one = await readInside(zipOf({'june.xlsx': await xlsx()}));
    const other = await readInside(await xlsx());
    expect(one.source.sha256).toBe(other.source.sha256);
    expect(one.original?.sha256).not.toBe(other.original?.sha256);
  });

  const withOtherSum = (zip: Buffer, name: string) => {
    const headerBytes = 46;
    const index = zip.lastIndexOf(name) - headerBytes;
    expect(zip.toString('latin1', index, index + 4)).toBe('PK\u0001\u0002');
    zip.writeUInt32LE(1, index + 16);
    return zip;
  };
  const sheetName = 'xl/worksheets/sheet1.xml';
  const bookWith = async (change: (sheet: string) => string) => {
    const {names, read} = await openArchive(Buffer.from(await xlsx()), {file: 'sent', mostBytes: 1_000_000});
    const files = await Promise.all(names.map(async name => [name, (await read(name)).toString()] as const));
    return zipOf(Object.fromEntries(files.map(([name, text]) => [name, name === sheetName ? change(text) : text])));
  };

  it('may be a workbook that another program has packed', async () =>
    expect(await amountsIn(await bookWith(sheet => `${sheet}\n<!-- made by a bank -->\n`))).toEqual(amounts));

  it.each([
    ['a cut zip', () => zipOf({'a.csv': csv}).subarray(0, 60), 'file-damaged'],
    ['a zip that lies about its size', () => zipOf({'a.csv': csv}, 3), 'file-damaged'],
    ['a zip with other bytes than were packed', () => withOtherSum(zipOf({'a.csv': csv}), 'a.csv'), 'file-damaged'],
    [
      'a workbook with other bytes than were packed',
      async () => withOtherSum(await bookWith(sheet => sheet), sheetName),
      'file-damaged',
    ],
    ['a workbook of a sheet that is cut', () => bookWith(sheet => sheet.slice(0, -40)), 'file-damaged'],
    ['a cut gzip', () => gzipSync(csv).subarray(0, 40), 'file-damaged'],
    ['a cut workbook', async () => (await xlsx()).slice(0, 900), 'file-damaged'],
    ['an empty workbook', () => xlsx([]), 'file-nothing-inside'],
    ['zips in zips', () => zipOf({a: zipOf({b: zipOf({c: zipOf({'d.csv': csv})})})}), 'file-nothing-inside'],
    ['a mail without a file', () => mail.split('\r\n').slice(0, 9).join('\r\n'), 'file-nothing-inside'],
    ['JSON without a list', () => '{"a": 1}', 'file-nothing-inside'],
    ['cut JSON', () => '[{"a": 1}, {"a"', 'file-damaged'],
  ])('is refused: %s', async (_, make, code) => refuses(await make(), code));

  it.each([
    ['a zip', () => zipOf({'a.csv': Buffer.alloc(300_000_000)})],
    ['a gzip', () => Buffer.concat(Array.from({length: 10}, () => gzipSync(Buffer.alloc(30_000_000))))],
  ])('is refused where it bursts: %s', async (_, make) =>
    expect(await problemWith(readSent(make()))).toEqual({code: 'file-bursts', file: 'sent'}),
  );
});

describe('a printed statement', () => {
  const columns = [{x: 40}, {x: 110}, {x: 380, right: true}, {x: 460, right: true}, {x: 550, right: true}];
  const titles = ['Date', 'Details', 'Withdrawn', 'Paid In', 'Balance'];
  const rows = Array.from({length: 60}, (_, at) => [
    `2026-11-${String(1 + (at % 28)).padStart(2, '0')}`,
    at === 7 ? 'Pay bill to a shop with quite a long name' : `Sale ${at}`,
    at % 3 === 0 ? '1,250.00' : '',
    at % 3 === 0 ? '' : '300.00',
    `${100_000 - 1250 * (Math.floor(at / 3) + 1) + 300 * (at - Math.floor(at / 3))}.00`,
  ]);
  const page = (from: number, number: number) => [
    {text: 'MAMA NJERI STATEMENT', x: 40, y: 60},
    ...printedTable([titles, ...rows.slice(from, from + 30)], columns),
    {text: `Page ${number} of 2`, x: 280, y: 780},
  ];
  const mapping = {currency: 'KES'} as const;
  const expected = rows.map(([, , out = '', into = '']) => (out === '' ? into : `-${out}`).replace(',', ''));

  it('is read by where its columns stand, once where its heading comes again', async () =>
    expect(await amountsIn(await pdfOf([page(0, 1), page(30, 2)]), {mapping})).toEqual(expected));

  it('may have a password', async () => {
    const locked = await pdfOf([page(0, 1), page(30, 2)], '12345678');
    await refuses(locked, 'file-locked', {mapping});
    await refuses(locked, 'file-password-wrong', {mapping, password: '1'});
    expect(await amountsIn(locked, {mapping, password: '12345678'})).toEqual(expected);
  });

  it('says so where it has pictures alone, or is cut', async () => {
    await refuses(await pdfOf([[]]), 'file-of-pictures');
    const cut = (await pdfOf([page(0, 1)])).subarray(0, 300);
    expect((await problemWith(readInside(cut))).code).toMatch(/^file-(?:damaged|of-pictures)$/);
  });
});

/** Whether this process has a file open, by what Linux tells of it. */
const isOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some(name => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === realpathSync(path);
    } catch {
      return false; // it was closed meanwhile
    }
  });

describe('the text that was inside', () => {
  it('lies where its owner alone reads it, until it is closed', async () => {
    writeFileSync(pathOf('sent'), gzipSync(csv));
    const {path, close} = await openFile(pathOf('sent'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual(['text']);
    await close();
    expect(existsSync(dirname(path))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is none of a file that cannot be read to its end', async () => {
    const [place, path] = [pathOf('temporary'), pathOf('sent.jsonl')];
    mkdirSync(place);
    vi.stubEnv('TMPDIR', place);
    onTestFinished(() => void vi.unstubAllEnvs());
    const line = `{"date":"2026-11-20","amount":"1250.10","currency":"KES","about":"${'x'.repeat(300)}"}\n`;
    writeFileSync(path, line.repeat(3000));
    const facts = {file: 'sent.jsonl', code: 'EISDIR'};
    const reading = expect(openFile(path)).rejects.toMatchObject({code: 'file-not-readable', facts});
    // JSON Lines are read twice. While they are read for the first time, the file becomes a folder.
    while (readdirSync(place).length === 0 || !isOpen(path)) await turn();
    rmSync(path);
    mkdirSync(path);
    await reading;
    expect(readdirSync(place)).toEqual([]);
  });

  it('is none of a file that is read as it is', async () => {
    const mt940 = '{1:F01BANKKENAXXX0000000000}{2:O9400000}{4:\r\n:20:A\r\n-}';
    for (const text of [csv, mt940, '<?xml version="1.0"?><a/>', 'From,To\n1,2\n']) {
      writeFileSync(pathOf('sent'), text);
      expect(await openFile(pathOf('sent'))).toMatchObject({path: pathOf('sent'), original: null});
    }
  });

  /** A file with any of its bytes changed. */
  const damaged = (whole: Buffer) =>
    fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.integer({min: 0, max: 255})), {minLength: 1, maxLength: 8})
      .map(changes => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });

  it('of a damaged file is a problem or the text, and nothing else', {
    tags: ['thorough'],
    timeout: patience,
  }, async () => {
    // Each starts a process.
    await forAllAsync(runs(3, 200), damaged(Buffer.from(await xlsx())), async bytes => {
      writeFileSync(pathOf('sent'), bytes);
      const opened = openFile(pathOf('sent')).then(({close}) => close());
      await opened.catch(() => problemWith(opened));
    });
  });

  type Whole = readonly [what: string, make: () => Uint8Array | Promise<Uint8Array>, password?: string];
  const printed = () => [
    printedTable([headings, ['2026-11-20', 'Sale', '1250.10', 'KES']], [{x: 40}, {x: 120}, {x: 300}, {x: 400}]),
  ];
  const oldRows = [headings, ['2026-11-20', 'Sale', 1250.1, 'KES']];
  const mailed = [
    ...['From: a@b', 'MIME-Version: 1.0', 'Content-Type: text/csv; name=a.csv'],
    ...['Content-Disposition: attachment; filename=a.csv', 'Content-Transfer-Encoding: base64', ''],
    Buffer.from(csv).toString('base64'),
  ];
  const zuri = {password: 'zuri'};
  const jsonText = '{"data": [{"date": "2026-11-20", "amount": -12.5}, {"date": "2026-11-21", "amount": 3}]}';
  const page =
    '<html><table><tr><td>Date</td><td>Amount</td></tr><tr><td>2026-11-20</td><td>5</td></tr></table></html>';
  const printedText = [
    ...['Date        Details   Amount', '2026-11-20  Sale        5.00', '2026-11-21  Sale       12.50', ''],
  ];
  /** Every reader of `open`. */
  const wholes: Readonly<Record<Container, readonly Whole[]>> = {
    xlsx: [
      ['a workbook', () => xlsx()],
      ['a binary workbook', () => xlsbOf('June', oldRows)],
      ['a locked workbook', () => xlsx(sheetRows, locking('zuri', 100)), 'zuri'],
    ],
    xls: [['a workbook of before 2007', () => xlsOf('June', oldRows)]],
    ods: [
      ['an OpenDocument table', () => writeOds(sheets())],
      [
        'a locked OpenDocument table',
        async () => lockedOdsOf(await odsContent(), {...zuri, rounds: 10}),
        zuri.password,
      ],
    ],
    xml: [['a workbook in XML', () => Buffer.from(xmlWorkbook)]],
    zip: [['a zip', () => zipOf({'a.csv': csv})]],
    gzip: [['a gzip', () => gzipSync(csv)]],
    pdf: [
      ['a PDF', () => pdfOf(printed())],
      ['a locked PDF', () => pdfOf(printed(), 'zuri'), 'zuri'],
    ],
    mail: [['a mail', () => Buffer.from(mailed.join('\r\n'))]],
    html: [['a page', () => Buffer.from(page)]],
    text: [['a printed text', () => Buffer.from(printedText.join('\n'))]],
    json: [['JSON', () => Buffer.from(jsonText)]],
  };
  it.each(Object.values(wholes).flatMap(all => all.map(([what, ...whole]) => [what, whole] as const)))(
    'of %s with any bytes changed is a problem or a text',
    {tags: ['thorough'], timeout: patience},
    async (_, [make, password]) => {
      const whole = Buffer.from(await make());
      const read = async (bytes: Buffer) => {
        const {content} = await contentsOf(bytes, {file: 'sent', mostBytes: 1_000_000, password});
        return Array.fromAsync(content);
      };
      expect((await read(whole)).join('')).toMatch(/2026-11-20/u);
      await forAllAsync(runs(40, 2000), damaged(whole), fc.option(fc.nat(whole.length)), async (bytes, end) => {
        const reading = read(end === null ? bytes : bytes.subarray(0, end));
        await reading.catch(() => problemWith(reading));
      });
    },
  );

  it('of JSON Lines is read in pieces, with the names of all of its lines', async () => {
    const row = (at: number, more = '') =>
      `{"when":{"booked":"2026-11-${10 + (at % 12)}"},"amount":${at % 2 === 0 ? '' : '-'}${at + 1}.50,"currency":"KES"${more}}`;
    const lines = Array.from({length: 3000}, (_, at) => row(at));
    const text = [...lines, '', row(0, ',"details":"Sale “A”"'), ''].join('\n');
    const {source, original} = await readSent(`\uFEFF${text}`, {mapping: {columns: {bookedOn: 'when.booked'}}});
    expect(original?.opened).toEqual([{kind: 'json', part: '', others: []}]);
    expect(source.rows).toHaveLength(3001);
    expect(source.rows.at(1)).toMatchObject({line: 2, amount: '-2.50', bookedOn: '2026-11-11'});
    expect(source.rows.at(-1)).toMatchObject({line: 3002, amount: '1.50', narration: 'Sale “A”'});
    const zipped = await readInside(zipOf({'a.jsonl': text}), {mapping: {columns: {bookedOn: 'when.booked'}}});
    expect(zipped.source.rows.map(({line}) => line)).toEqual(source.rows.map(({line}) => line));
    for (const [cut, code] of [
      [`${text}{"when"`, 'file-damaged'],
      [`${text}[1]`, 'file-nothing-inside'],
      [`${text}{${Array.from({length: 2001}, (_, at) => `"n${at}":1`).join()}}`, 'file-damaged'],
    ] as const)
      await expectProblem(readSent(cut), {code});
  });

  it('of JSON Lines has its letters in any encoding, and in two of them', async () => {
    const line = (date: number, words: string) =>
      `{"date":"2026-11-${date}","Libellé":"${words}","amount":-5,"currency":"KES"}\n`;
    const old = encoded(line(20, 'Café José') + line(21, 'Thé'), 'windows-1252');
    const narrations = async (content: Uint8Array) => {
      const {source, detection} = await readSent(content);
      return [...source.rows.map(({narration}) => narration), detection.twoEncodings];
    };
    expect(await narrations(old)).toEqual(['Café José', 'Thé', undefined]);
    expect(await narrations(Buffer.concat([old, Buffer.from(line(22, 'Crème'))]))).toEqual([
      ...['Café José', 'Thé', 'Crème'],
      true,
    ]);
  });

  describe('of JSON', () => {
    const data = [20, 21, 22].map(date => ({date: `2026-11-${date}`, amount: -12.5, currency: 'KES'}));
    const answer = (said: object, rows: object = {data}) => JSON.stringify({status: 'success', ...said, ...rows});

    it.each<[object, object?]>([
      [{total: 500}],
      [{total: 3, count: 500}],
      [{meta: {total: 500, page: 1}}],
      [{pagination: {totalCount: 4}}],
      [{recordsTotal: 2}],
      [{totalElements: 12, last: true}],
      [{}, {result: {total_records: 9, transactions: data}}],
      [{totalDebits: 40}],
    ])('is held to how many rows it says it has: %j', async (said, rows) => {
      const refused = {code: 'file-total-differs', line: 1, readWith: '--unproved'};
      await expectProblem(readInside(answer(said, rows)), refused);
      const {source, proof} = await readInside(answer(said, rows), {isUnproved: true});
      expect([source.rows.length, proof]).toMatchObject([3, {by: 'nothing', differs: [{line: 1}]}]);
    });

    it.each<[object]>([
      [{opening_balance: 100, closing_balance: 500}],
      [{openingBalance: {amount: '100.00', currency: 'KES'}, closingBalance: {amount: '500.00', currency: 'KES'}}],
    ])('is held to its balances: %j', async said => {
      await expectProblem(readInside(answer(said)), {code: 'file-balance-differs', line: 1});
      const right = JSON.parse(JSON.stringify(said).replace(/500(?:\.00)?/u, '62.5')) as object;
      expect((await readInside(answer(right))).proof).toEqual({by: 'closing', count: 1});
    });

    it.each<[object, string]>([
      [{has_more: true}, '"has_more": true'],
      [{page_info: {has_next_page: true, end_cursor: 'x'}}, '"has_next_page": true'],
      [{meta: {pagination: {current_page: 1, total_pages: 3}}}, '"total_pages": 3'],
      [{last_page: 2}, '"last_page": 2'],
      [{links: [{rel: 'self'}, {rel: 'next', href: '/p?2'}]}, '"next": /p?2'],
      [{links: {next: 'https://x/?page=2'}}, '"next": https://x/?page=2'],
      [{_links: {next: {href: '/p?2'}}}, '"next": /p?2'],
      [{next_page: 2, total: 3}, '"next_page": 2'],
      [{'@odata.nextLink': 'https://x'}, '"@odata.nextLink": https://x'],
      [{totalElements: 3, last: false}, '"last": false'],
      [{limit: 3, offset: 0}, '"limit": 3'],
      [{meta: {per_page: 3}, count: 3}, '"per_page": 3'],
      [{limit: 50, offset: 100, has_more: false}, '"offset": 100'],
      [{page: 2, next: null}, '"page": 2'],
      [{note: 'Only the first 3 rows are shown'}, 'Only the first 3 rows are shown'],
      [{hasMore: 1, next: null}, '"hasMore": 1'],
      [{has_more: 'True'}, '"has_more": True'],
    ])('is refused where it says that others follow: %j', async (said, text) => {
      const refused = {code: 'file-goes-on', text, readWith: '--unproved'};
      await expectProblem(readInside(answer(said)), refused);
    });

    it.each<[object, string]>([
      [{}, 'nothing'],
      [{has_more: false, next: null, next_page: '', page: 1, pages: 1, limit: 50, per_page: 50}, 'nothing'],
      [{meta: {total: 3, count: 3, last_page: 1}}, 'totals'],
      [{total: 3, total_pages: 2}, 'totals'],
      [{total: -37.5}, 'totals'],
      [{limit: 3, offset: 0, has_more: false}, 'nothing'],
      [{limit: 3, next: null}, 'nothing'],
      [{limit: 50, offset: 0, note: 'In thousands of ways', currency: 'KES'}, 'nothing'],
      [{limit: 3, offset: 0, recordsTotal: 3}, 'totals'],
      [{has_more: false, next_cursor: 'for what is new later'}, 'nothing'],
      [{links: ['self', 'last'].map(rel => ({rel, href: `/${rel}`})), last: true}, 'nothing'],
      [{next: 'None', has_more: 'False'}, 'nothing'],
      [{count: 4, pending: data.slice(2)}, 'nothing'],
      [{account: {count: 7}, data: [...data]}, 'nothing'],
    ])('is read where what it says holds: %j', async (said, by) => {
      const {source, proof} = await readInside(answer(said));
      expect(source.rows.map(({line, amount}) => [line, amount])).toEqual([1, 2, 3].map(line => [line, '-12.5']));
      expect(proof.by).toBe(by);
    });

    it('is held to its currency, and to whole amounts', async () => {
      const plain = data.map(({currency: _, ...row}) => row);
      const inside = answer({currency: 'USD'}, {data: plain});
      const ofAccount = answer({account: {currency: 'USD', count: 7}}, {data: plain});
      for (const content of [inside, ofAccount])
        expect((await readInside(content)).source.rows[0]).toMatchObject({currency: 'USD'});
      const refused = {code: 'file-currency-differs', own: 'USD', currency: 'KES'};
      await expectProblem(readInside(inside, {mapping: {currency: 'KES'}}), refused);
      await expectProblem(readInside(answer({unit: 'thousands'})), {code: 'file-in-multiples'});
    });

    it.each([
      ['a document', answer({total: 3}).replace('"amount":-12.5', '"amount":-12.5,"amount" :-99')],
      ['a line', `${JSON.stringify(data[0])}\n${JSON.stringify(data[1]).replace('}', ',"amount":1}')}\n`],
    ])(
      'is damaged where a name stands in an object of %s twice',
      async (_, content) => await expectProblem(readInside(content), {code: 'file-damaged'}),
    );

    it('may have what looks like a name in a text', async () => {
      const said = 'say "x": 1, \\"';
      const {source} = await readInside(JSON.stringify([{...data[0], details: said, 'a": "': 1}]));
      expect(source.rows[0]).toMatchObject({narration: said});
    });

    it('of several lists has the longest that is booked, and offers the others', async () => {
      const content = answer({}, {transactions: {pending: [...data, ...data], booked: data, old: data.slice(1)}});
      const {source, original} = await readInside(content);
      expect(source.rows).toHaveLength(3);
      const others = ['transactions.old', 'transactions.pending'];
      expect(original?.opened).toEqual([{kind: 'json', part: 'transactions.booked', others}]);
      expect(await amountsIn(content, {part: 'transactions.old'})).toHaveLength(2);
    });
  });

  it('is asked for as a text where the file is larger than may be opened', async () => {
    writeFileSync(pathOf('sent'), gzipSync('Date,Amount\n'));
    truncateSync(pathOf('sent'), 300_000_000);
    await expectProblem(openFile(pathOf('sent')), {code: 'file-too-large-to-open', megabytes: 256, text: 750});
  });
});

it('removes what a killed reader has left, and nothing of one that reads', async () => {
  const folder = (pid: number) => join(tmpdir(), `duka-open-${pid}-test`);
  const [gone, here] = [folder(2 ** 22 + 1), folder(process.pid)];
  for (const each of [gone, here]) mkdirSync(each, {mode: 0o700});
  onTestFinished(() => [gone, here].forEach(each => void rmSync(each, {recursive: true, force: true})));
  await readSent('[{"date":"2026-11-23","amount":5,"description":"x"}]').catch(() => undefined);
  expect([existsSync(gone), existsSync(here)]).toEqual([false, true]);
});
