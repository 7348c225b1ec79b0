// @module-tag slow

import {mkdirSync} from 'node:fs';
import {truncate, writeFile} from 'node:fs/promises';
import {describe, expect, it, test} from 'vitest';
import {readSource} from '../../src/sources/source.js';
import {encoded, expectProblem, pathOf, problemWith, providerRows, read} from './support.js';

const head = 'reference,amount,currency,status\n';
const row = 'R1,1.00,KES,Completed\n';

describe('a file that is no table', () => {
  it.each([
    ['archive', Buffer.from('PK\u0003\u0004\u0014\u0000')],
    ['workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['pdf', Buffer.from('%PDF-1.7')],
    ['archive', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['archive', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])],
    ['picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10])],
    ['picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['picture', Buffer.from('\0\0\0\u0018ftypheic', 'latin1')],
    ['document', Buffer.from('{\\rtf1\\ansi')],
    ['positional', Buffer.from('20261120FT1PAYOUT   0000125000C\n'.repeat(4))],
    ['afb120', Buffer.from(`0130003    00001XOF2 ${' '.repeat(99)}\r\n`)],
  ])('%s is told by what it is', async (what, bytes) =>
    expect(await problemWith(providerRows(bytes))).toEqual({code: 'file-is-other', file: 'file.csv', what}),
  );

  it('nor is what has a NUL in it', async () => {
    const bytes = Buffer.from(`${head}${row}R\0,1.00,KES,x\n`);
    expect(await problemWith(providerRows(bytes))).toEqual({code: 'file-not-table', file: 'file.csv'});
  });

  it.each([
    ['nothing', 'ENOENT', pathOf],
    ['a folder', 'EISDIR', (name: string) => mkdirSync(pathOf(name), {recursive: true}) ?? pathOf(name)],
    ['zero', 'EINVAL', (name: string) => `/dev/${name}`],
  ])('%s cannot be read', async (file, code, path) => {
    const problem = {name: 'Problem', code: 'file-not-readable', facts: {file, code}};
    await expect(readSource('provider', path(file))).rejects.toMatchObject(problem);
  });

  it('nor one of hundreds of megabytes', async () => {
    await writeFile(pathOf('huge.csv'), head);
    await truncate(pathOf('huge.csv'), 800_000_000);
    await expectProblem(readSource('provider', pathOf('huge.csv')), {code: 'file-too-large', megabytes: 750});
  });
});

describe('too long', () => {
  it.each([
    ['a cell', `${head}${row}${'x'.repeat(70_000)},1.00,KES,y\n${row}`, 3],
    ['a row', `${head}${row}${','.repeat(1_100_000)}\n`, 3],
    ['a row of many lines', `${head}${row}${`${','.repeat(600_000)}"\n",`.repeat(2)}\n`, 3],
    ['a line without end', `${head}${row}${'x'.repeat(2_000_000)}`, 3],
    ['a cell whose quote is never closed', `${head}${row}"${row.repeat(60_000)}`, 3],
  ])('%s', async (_, content, line) =>
    expect(await problemWith(providerRows(content))).toEqual({code: 'file-record-too-long', file: 'file.csv', line}),
  );

  it('but a long narration and many columns are not', async () => {
    const wide = Array.from({length: 300}, (_, at) => `c${at}`).join();
    const cells = Array.from({length: 300}, () => 'x'.repeat(100)).join();
    expect(await providerRows(`${head.trim()},${wide}\n${row.trim()},${cells}\n`)).toHaveLength(1);
  });
});

describe('letters', () => {
  it('that would move the cursor, turn the line or hide are taken out', async () => {
    const hostile = '"\u001B[2J\u001B]0;owned\u0007R\u202E1\u200B",1.00,KES,"=cmd|\'/c calc\'!A1\nx\u0085y"\n';
    expect(await providerRows(head + hostile)).toMatchObject([{reference: 'R1', status: "=cmd|'/c calc'!A1 x y"}]);
  });

  it('that a spreadsheet wraps to keep them text are unwrapped', async () =>
    expect(await providerRows(`${head}="007",1.00,KES,x\n"=""008""",1.00,KES,x\n`)).toMatchObject([
      {reference: '007'},
      {reference: '008'},
    ]));

  it('with quotes amid a cell are kept', async () =>
    expect(await providerRows(`${head.replaceAll(',', '\t')}TV 32" A\t1.00\tKES\tx\n`)).toMatchObject([
      {reference: 'TV 32" A'},
    ]));

  it('of an encoding that a person states wrongly are a problem', async () => {
    const bytes = encoded('référence,amount,currency\nR,1.00,KES\n', 'windows-1252');
    await expectProblem(providerRows(bytes, {mapping: {encoding: 'utf-8'}}), {
      code: 'file-not-in-encoding',
      encoding: 'utf-8',
    });
  });

  it('of rows that a quotation mark has taken into a cell are not read without them', async () => {
    const rows = ['2026-11-19,first,-1.00', '2026-11-20,"Gold,5.00', '2026-11-21,x,6.00', '2026-11-22,y",7.00'];
    const table = (...lines: readonly string[]) => `Date,Narration,Amount (KES)\n${lines.join('\n')}\n`;
    const code = {code: 'file-quote-open', line: 3};
    await expectProblem(read('bank', table(...rows)), code);
    await expectProblem(read('bank', table(...rows.toSpliced(2, 1))), code);
    const address = '2026-11-20,"Shop\n00100, Nairobi\n5, Moi Avenue",-2.00';
    expect((await read('bank', table('2026-11-19,first,-1.00', address))).source.rows).toHaveLength(2);
  });

  it('of two encodings in one file are read line by line, and the report says so', async () => {
    const pieces = [
      Buffer.from(`\uFEFFr\u00E9f\u00E9rence,amount,currency,status\n`),
      Buffer.from('Mus\u00E9e,10.00,KES,Pay\u00E9\n', 'latin1'),
      Buffer.from('Caf\u00E9,"1\u00A0250.00",KES,Completed\nplain,5.00,KES,Completed\n'),
      Buffer.from('\x80uro,"1\xA0000.00",KES,"Pay\u00E9', 'latin1'),
      Buffer.from('\nd\u00E9j\u00E0"\n'),
    ];
    const {source, detection, mapping} = await read('provider', Buffer.concat(pieces));
    expect(source.rows).toMatchObject([
      {reference: 'Mus\u00E9e', amount: '10.00', status: 'Pay\u00E9'},
      {reference: 'Caf\u00E9', amount: '1250.00'},
      {reference: 'plain'},
      {reference: '\u20ACuro', amount: '1000.00', status: 'Pay\u00E9 d\u00E9j\u00E0'},
    ]);
    expect(detection).toMatchObject({twoEncodings: true});
    const doubtful = Buffer.from('\xC9\x9C,1.00,KES,CAF\xC9\xA0\n', 'latin1');
    const names = Buffer.from('\u0633\u0644\u0627\u0645,2.00,KES,\u{1F600} caf\u00E9\n');
    expect((await read('provider', Buffer.concat([...pieces, doubtful, names]))).source.rows.slice(4)).toMatchObject([
      {reference: '\u00C9\u0153', status: 'CAF\u00C9'},
      {reference: '\u0633\u0644\u0627\u0645', status: '\u{1F600} caf\u00E9'},
    ]);
    expect((await read('provider', Buffer.concat(pieces), {mapping: mapping ?? {}})).source).toEqual(source);
    for (const encoding of ['utf-8', 'windows-1252'] as const) {
      const one = await read('provider', encoded('r\u00E9f,amount,currency\nCaf\u00E9,1.00,KES\n', encoding), {
        mapping: {columns: {reference: 'r\u00E9f'}},
      });
      expect(one.source.rows).toMatchObject([{reference: 'Caf\u00E9'}]);
      expect(one.detection).not.toHaveProperty('twoEncodings');
    }
  });

  it('that are cut in half are a file that is cut', async () => {
    const bytes = Buffer.from(`${head}R1,1.00,KES,é`);
    await expectProblem(providerRows(bytes.subarray(0, -1)), {code: 'file-cut-off'});
    const wide = encoded(head + row, 'utf-16le');
    await expectProblem(providerRows(wide.subarray(0, -1)), {code: 'file-cut-off'});
  });
});

it.each([0, 1, 2, 3])(
  'a large file is one text, wherever a piece of it ends: %i',
  {tags: ['thorough']},
  async shift => {
    const start = `${head.replace('\n', '\r\n')}R1,1.00,KES,${'x'.repeat(shift)}\r\n`;
    const one = 'Ré,1.00,KES,"a\r\nb"\r\n';
    // One passes the ends of several pieces, and of the beginning that is looked at; in the others a piece ends once.
    const count = shift === 0 ? 60_000 : 14_000;
    const content = start + one.repeat(count);
    const rows = await providerRows(content);
    expect(rows).toHaveLength(count + 1);
    expect(rows.at(-1)).toMatchObject({line: 1 + 1 + 2 * (count - 1) + 1, reference: 'Ré', status: 'a b'});
    if (shift > 0) return;
    const mixed = Buffer.concat([Buffer.from(content), Buffer.from('\xC9t\xE9,2.00,KES,b\r', 'latin1')]);
    const all = await providerRows(mixed);
    expect(all.slice(0, -1)).toEqual(rows);
    expect(all.at(-1)).toMatchObject({reference: 'Été', amount: '2.00'});
  },
);

test('of a masked phone its end is taken, where it is long enough to tell numbers apart', async () => {
  const rows = ['0712***674', '2547****5674', '2547xxxx5674 - JOHN', '2547*****674 - JOHN', '****'];
  const content = `reference,amount,currency,phone\n${rows.map((phone, at) => `R${at},1.00,KES,${phone}\n`).join('')}`;
  expect((await providerRows(content)).map(({phone}) => phone)).toEqual([null, '5674', '5674', null, null]);
});

test('a phone that a spreadsheet rounded is none', async () => {
  const content = 'reference,amount,currency,phone\nR1,1.00,KES,"2,54712E+11"\nR2,1.00,KES,+254 712-345-678\n';
  expect(await providerRows(content)).toMatchObject([{phone: null}, {phone: '254712345678'}]);
});
