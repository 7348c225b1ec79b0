import {writeOds, writeXlsx} from 'hucre';
import {describe, expect, it} from 'vitest';
import {contentsOf} from '../../src/sources/open/contents.js';
import {
  amounts,
  csv,
  day,
  headings,
  lockedOdsOf,
  locking,
  odsContent,
  sheetRows,
  sheets,
  workbook,
  xlsbOf,
  xlsOf,
  xlsx,
  xmlRows,
  xmlWorkbook,
  zipOf,
} from '../sources/containers.js';
import {amountsIn, encoded, expectProblem, problemWith, readInside, readSent, refuses} from '../sources/support.js';

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
      code: 'file-row-invalid',
      line: 2,
      column: 'Amount',
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
