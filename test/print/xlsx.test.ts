import {expect, it} from 'vitest';
import {xlsxWorkbook} from '../../src/print/xlsx.js';
import {unzipped} from '../commands/book-readers.js';

it('is printed across, every column on one page', async () => {
  const header = Array.from({length: 22}, (_, column) => `column ${column}`);
  const sheets = ['Lines', 'Summary'].map(name => ({name, header, rows: [header]}));
  const files = unzipped(Buffer.from(await xlsxWorkbook(sheets)));
  for (const sheet of ['sheet1', 'sheet2']) {
    const xml = files.get(`xl/worksheets/${sheet}.xml`) ?? '';
    // The order of these is that of CT_Worksheet in ECMA-376.
    expect(xml).toMatch(/<worksheet [^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews>/);
    const [setup = ''] = /<pageSetup [^>]*>/.exec(xml) ?? [];
    for (const said of ['paperSize="9"', 'orientation="landscape"', 'fitToWidth="1"', 'fitToHeight="0"'])
      expect(setup).toContain(said);
  }
});
