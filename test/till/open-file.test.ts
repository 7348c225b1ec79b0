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
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setImmediate as turn} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {writeOds} from 'hucre';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {openArchive} from '../../src/sources/open/archive.js';
import type {Container} from '../../src/sources/open/container.js';
import {contentsOf} from '../../src/sources/open/contents.js';
import {openFile} from '../../src/sources/open/opener.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {
  amounts,
  csv,
  headings,
  lockedOdsOf,
  locking,
  odsContent,
  pdfOf,
  printedTable,
  sheetRows,
  sheets,
  xlsbOf,
  xlsOf,
  xlsx,
  xmlWorkbook,
  zipOf,
} from '../sources/containers.js';
import {amountsIn, expectProblem, pathOf, problemWith, readInside, readSent, refuses} from '../sources/support.js';

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
    const read = await readInside(both, {part: 'november.csv #2'});
    expect(read.source.rows.map(({amount}) => amount)).toEqual(['77.00', '-300']);
    expect(await amountsIn(both, {part: 'november.csv'})).toEqual(written);
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
    const {opened} = await contentsOf(zip, {file: 'sent', mostBytes: 1_000_000});
    expect(opened).toEqual([{kind: 'zip', part: 'a.csv', others: ['b.csv']}]);
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
    ['a gzip', () => Buffer.concat(Array(10).fill(gzipSync(Buffer.alloc(30_000_000))))],
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
