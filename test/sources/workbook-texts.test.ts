import fc from 'fast-check';
import {expect, it} from 'vitest';
import {contentsOf} from '../../src/sources/open/contents.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {zipOf} from './containers.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const ofOffice = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...each: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${ofOffice}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A workbook of these texts, each in a row of its own between two others. */
function workbookOf(texts: string, count: number): Buffer {
  const cell = (text: number) => `<c t="s"><v>${text}</v></c>`;
  const rows = Array.from({length: count}, (_, at) => `<row>${cell(at)}<c><v>1</v></c><c><v>2</v></c></row>`);
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>',
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${ofOffice}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/sharedStrings.xml': texts,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

async function textsIn(texts: string, count: number): Promise<readonly string[]> {
  const {content} = await contentsOf(workbookOf(texts, count), {file: 'sent', mostBytes: 1_000_000});
  const lines = (await Array.fromAsync(content as AsyncIterable<string>)).join('').trimEnd().split('\n');
  return lines.map(line => line.split('\t')[0] ?? '');
}

const table = (...each: readonly string[]) => `<?xml version="1.0"?>\n<sst xmlns="${main}">${each.join('')}</sst>`;

/** How a text may be written, and what it says. */
const forms: Readonly<Record<string, string>> = {
  '<si><t>Sale</t></si>': 'Sale',
  '<si><t xml:space="preserve"> Sale  of  A </t></si>': 'Sale of A',
  '<si><t>Café &amp; &#233;t&#xE9; &lt;b&gt;</t></si>': 'Café & été <b>',
  '<si><t>a_x0041_b</t></si>': 'aAb',
  '<si><t></t></si>': '',
  '<si><t/></si>\n': '',
  '<si><r><t>So</t></r><r><rPr><b/></rPr><t xml:space="preserve">ld </t></r></si>': 'Sold',
  '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>': '東京',
  '<si><t><![CDATA[</si><si><t>no</t>]]></t></si>': '</si><si><t>no</t>',
  '<si><!-- </si> --><t>Said</t></si>': 'Said',
};

it(
  'a text of a workbook says the same, however it and those beside it are written',
  {tags: ['slow'], timeout: patience},
  () =>
    forAllAsync(
      {...runs(40), examples: [[Object.keys(forms)], [Object.keys(forms).slice(0, 8)]]},
      fc.array(fc.constantFrom(...Object.keys(forms)), {minLength: 2, maxLength: 8}),
      async written => {
        expect(await textsIn(table(...written), written.length)).toEqual(written.map(each => forms[each]));
      },
    ),
);

it.each([
  ['a table that is cut', table('<si><t>A</t></si>', '<si><t>B</t></si>').slice(0, -20)],
  ['a text without an end', table('<si><t>A</t></si>', '<si><t>B')],
  ['tags that cross', table('<si><t>A</t></si>', '<si><r><t>B</r></t></si>')],
])('%s is damaged', (_, texts) => expect(textsIn(texts, 2)).rejects.toMatchObject({code: 'file-damaged'}));
