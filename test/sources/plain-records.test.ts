import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {plainRecords} from '../../src/sources/records.js';
import {readSource} from '../../src/sources/source.js';
import {forAll} from '../hostile/runs.js';
import {temporaryFolder} from '../till/real-till.js';

const heading = 'transaction_reference,amount,currency,status';
const rows = Array.from({length: 30}, (_, number) => `R${number},${number + 1}.00,KES,Completed`);

async function read(...lines: readonly string[]) {
  const file = join(temporaryFolder(), 'provider.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return [...(await readSource('provider', file)).source.rows];
}

it('says the same with a quote in any of its lines, and the line of each row', async () => {
  const plain = await read(heading, ...rows);
  expect(plain.map(({line}) => line)).toEqual(rows.map((_, number) => number + 2));
  for (const at of [0, 1, 14, 29]) {
    const quoted = rows.map((row, number) => (number === at ? row.replace(/^\w+/, '"$&"') : row));
    expect(await read(heading, ...quoted)).toEqual(plain);
  }
  const blank = await read(heading, ...rows.slice(0, 5), '', '', ...rows.slice(5));
  expect(blank.map(({line}) => line)).toEqual([2, 3, 4, 5, 6, ...Array.from({length: 25}, (_, number) => number + 9)]);
});

it('gives every line before the first quote and leaves the rest, wherever its pieces end', () => {
  const line = fc.string({unit: fc.constantFrom('a', ';', ' '), maxLength: 6});
  const text = fc
    .tuple(fc.array(line), fc.boolean(), fc.array(line))
    .map(([before, isQuoted, after]) => ({text: [...before, ...(isQuoted ? ['x;"y'] : []), ...after].join('\n')}));
  forAll({seed: 7}, text, fc.array(fc.nat({max: 5})), ({text: whole}, sizes) => {
    const given: string[] = [];
    const plain = plainRecords(';', (record, number) => given.push(`${number} ${record.join(';')}`));
    let left = '';
    let at = 0;
    for (const size of [...sizes, whole.length]) {
      left += plain.take(whole.slice(at, at + size));
      at += size;
    }
    left += plain.end();
    const lines = whole
      .slice(0, whole.length - left.length)
      .split('\n')
      .slice(0, -1);
    expect(given).toEqual(lines.flatMap((each, number) => (each === '' ? [] : [`${number + 1} ${each}`])));
    expect(plain.lines()).toBe(lines.length);
    expect(lines.join('')).not.toContain('"');
    expect(left.split('\n').length === 1 || left.split('\n')[0]?.includes('"')).toBe(true);
  });
});
