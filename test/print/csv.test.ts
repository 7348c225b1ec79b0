import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {csvText} from '../../src/print/csv.js';
import {anyCharacter} from '../any-character.js';

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
    expect(csvText(header, rows)).toBe(
      'reference,amount,note\r\n' +
        'T7K0MZ4K8Q2RDWX,200.00,"a, ""b"""\r\n' +
        'T7K0MZ4K8Q2RDWY,-50.50,\r\n' +
        'T7K0MZ4K8Q2RDWZ,-3,"two\nlines"\r\n',
    );
  });

  it('is its header alone for no rows', () => {
    expect(csvText(header, [])).toBe('reference,amount,note\r\n');
  });
});

describe('a cell that a spreadsheet would calculate', () => {
  it.each([
    '=1+1',
    '+254712345678',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\rx',
    '  =1',
    '\u00A0=1',
    '\u3000=1',
    '\u200B=1',
    '\uFEFF=1',
    '\n=1',
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
  ])('has an apostrophe before it: %j', cell => {
    expect(parsed(csvText(['note'], [[cell]]))[1]).toEqual([`'${cell}`]);
  });

  it.each(['200.00', '-200.00', '0', '2026-11-20', '1-2', 'a=b', "'x", '', 'M-Pesa', 'é'])('is not %j', cell => {
    expect(parsed(csvText(['note'], [[cell]]))[1]).toEqual([cell]);
  });

  it('is in no row, whatever was foreign, and everything can be read back', () => {
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
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), {minLength: 1}), rows => {
        const read = parsed(csvText(['a', 'b'], rows));
        expect(read).toHaveLength(rows.length + 1);
        for (const [place, foreign] of rows.entries()) {
          for (const [column, given] of foreign.entries()) {
            const shown = read[place + 1]?.[column] ?? 'none';
            expect([given, `'${given}`]).toContain(shown);
            const start = shown.normalize('NFKC').replace(/^[\s\p{C}]+/u, '');
            expect(/^[\t\r]/.test(shown) || (/^[=+\-@]/.test(start) && !/^-?\d+(\.\d+)?$/.test(shown)), shown).toBe(
              false,
            );
          }
        }
      }),
      {numRuns: 500},
    );
  });
});
