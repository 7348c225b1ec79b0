import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {csvForm, csvText} from '../../src/print/csv.js';
import {anyCharacter} from '../any-character.js';
import {forAll} from '../hostile/runs.js';

const header = ['reference', 'amount', 'note'];

/** A reader of RFC 4180: cells in quotes may hold anything, quotes twice; lines end in CR LF. */
function parsed(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain = '', end] of csv.matchAll(cells)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

describe('a CSV file', () => {
  it('has a header, lines that end in CR LF, and quotes only where they must be', () => {
    const rows = [
      ['T7K0MZ4K8Q2RDWX', '200.00', 'a, "b"'],
      ['T7K0MZ4K8Q2RDWY', '-50.50', null],
      ['T7K0MZ4K8Q2RDWZ', -3, 'two\nlines'],
    ];
    expect(csvText(header, rows, csvForm('en'))).toBe(
      'reference,amount,note\r\n' +
        'T7K0MZ4K8Q2RDWX,200.00,"a, ""b"""\r\n' +
        'T7K0MZ4K8Q2RDWY,-50.50,\r\n' +
        'T7K0MZ4K8Q2RDWZ,-3,"two\nlines"\r\n',
    );
  });

  it('has what a French spreadsheet reads: cells apart by semicolons, and figures with a comma', () => {
    const rows = [
      [{figure: '-1250.50'}, 'a, "b"', {figure: '200'}, 3],
      [{figure: '0.05'}, 'x;y', {figure: 'unknown'}, null],
      [{figure: '=1.5'}, '2.5', {figure: '-1.5.2'}, -4],
    ];
    expect(csvText(['gross', 'note', 'fee', 'seq'], rows, csvForm('fr'))).toBe(
      'gross;note;fee;seq\r\n' +
        '-1250,50;"a, ""b""";200;3\r\n' +
        '0,05;"x;y";unknown;\r\n' +
        "'=1.5;2.5;'-1.5.2;-4\r\n",
    );
  });

  it('is its header alone for no rows', () =>
    expect(csvText(header, [], csvForm('en'))).toBe('reference,amount,note\r\n'));
});

describe('a cell that a spreadsheet would calculate', () => {
  it.each([
    '=1+1',
    '+254712345678',
    '-1+1',
    '@SUM(A1)',
    '\rx',
    '  =1',
    '\u00A0=1',
    '\u3000=1',
    '\u200B=1',
    '\uFEFF=1',
    '\u0000=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    '−1',
    '-1.5.2',
    '-1e5',
    '- 5',
    '=cmd|"/c calc"!A1',
    '"=1"',
  ])('has an apostrophe before it: %j', cell =>
    expect(parsed(csvText(['note'], [[cell]], csvForm('en')))[1]).toEqual([`'${cell}`]),
  );

  it.each([
    ['torn;=1+1', "torn;'=1+1"],
    ['torn; ＝1', "torn;' ＝1"],
    ['torn,+1', "torn,'+1"],
    ['torn|@x', "torn|'@x"],
    ['torn\t-1', "torn\t'-1"],
    ['torn\n=1', "torn\n'=1"],
    ['torn\r\n"=1"', 'torn\r\'\n\'"=1"'],
    ['\t=1', "'\t'=1"],
    ['\n=1', "'\n'=1"],
    [';;=1', ";;'=1"],
    ['a;"=1";b', 'a;\'"=1";b'],
  ])('has one wherever a spreadsheet may see it begin: %j', (cell, guarded) =>
    expect(parsed(csvText(['note'], [[cell]], csvForm('en')))[1]).toEqual([guarded]),
  );

  it.each(['200.00', '-200.00', '0', '2026-11-20', '1-2', 'a=b', "'x", '', 'M-Pesa', 'é', 'a; b', 'a, b=c', 'a-b;c+d'])(
    'is not %j',
    cell => expect(parsed(csvText(['note'], [[cell]], csvForm('en')))[1]).toEqual([cell]),
  );

  it('is in no row, whatever was foreign, and everything can be read back', {tags: ['slow']}, () => {
    const sign = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ' ',
      '"',
      ',',
      ';',
      "'",
      '＝',
      '\u3000',
      '1',
      'A',
    );
    const cell = fc.oneof(fc.string({unit: sign}), fc.string({unit: 'grapheme'}), fc.string({unit: anyCharacter}));
    const start = /(^|[,;|\t\r\n])'+/gu;
    forAll({numRuns: 500}, fc.array(fc.tuple(cell, cell), {minLength: 1}), rows => {
      const read = parsed(csvText(['a', 'b'], rows, csvForm('en')));
      expect(read).toHaveLength(rows.length + 1);
      for (const [place, foreign] of rows.entries()) {
        for (const [column, given] of foreign.entries()) {
          const shown = read[place + 1]?.[column] ?? 'none';
          expect(shown.replaceAll(start, '$1')).toBe(given.replaceAll(start, '$1'));
          if (/^-?\d+(\.\d+)?$/.test(shown)) continue;
          for (const seen of shown.split(/[,;|\t\r\n]/)) {
            const sign = seen.normalize('NFKC').replace(/^[\s\p{C}"]+/u, '');
            expect(sign, shown).not.toMatch(/^[=+\-@\u2212]/u);
          }
          expect(shown).not.toMatch(/^[\s\p{C}"]*[\t\r]/u);
        }
      }
    });
  });

  it('is guarded in time that grows with the text alone', () => {
    const [, [cell] = []] = parsed(csvText(['a'], [[`${'\n"'.repeat(100_000)}=1`]], csvForm('en')));
    expect(cell?.length).toBe(300_000 + 3);
  });
});
