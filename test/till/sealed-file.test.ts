import {createHash, randomBytes} from 'node:crypto';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {beforeEach, describe, expect, it} from 'vitest';
import {holds, takeApart, unpacked} from '../../src/till/sealed-file.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'duka-sealed-test-'));
});

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const [head, inputs, signature] = ['{"format":"x"}', '{"payments":[]}', '{"signature":"abc"}'];
const result = `{"schema":"r","text":"${'ü'.repeat(1_500_000)}"}`;
const copies = [randomBytes(2_500_000), Buffer.from('Date,Amount\n'), Buffer.alloc(0)];
const lines = copies.map(
  (copy, at) => `{"kind":"bank","name":"${at}.csv","gzip":"${gzipSync(copy).toString('base64')}"}`,
);

async function taken(text: string) {
  const path = join(folder, 'sealed');
  writeFileSync(path, text);
  return takeApart(path, folder);
}

describe('a sealed reconciliation', () => {
  it('is taken apart in pieces, whatever the length of its lines', async () => {
    const content = [head, inputs, ...lines, result].map(line => `${line}\n`).join('');
    const parts = await taken(`${content}${signature}\n${signature}\n`);
    expect(parts).toMatchObject({head, inputs, signatures: [signature, signature], sha256: sha256(content)});
    expect(parts.files.map(({facts}) => JSON.parse(facts))).toEqual(
      copies.map((_, at) => ({kind: 'bank', name: `${at}.csv`})),
    );
    for (const [at, {packed}] of parts.files.entries()) {
      const path = join(folder, `copy ${at}`);
      expect(await unpacked(packed, path, 3_000_000)).toBe(sha256(copies[at] ?? ''));
      expect(readFileSync(path).equals(copies[at] ?? Buffer.alloc(1))).toBe(true);
    }
    expect(await unpacked(parts.files[0]?.packed ?? '', join(folder, 'too much'), 2_000_000)).toBeUndefined();
    expect(await holds(parts.result, [result.slice(0, 7), result.slice(7)])).toBe(true);
    for (const other of [[result, ' '], [result.slice(0, -1)], [result.replace('r', 's')]])
      expect(await holds(parts.result, other)).toBe(false);
  });

  it.each([
    ['its result', [head, inputs, ...lines]],
    ['nothing', []],
    ['the end of a copy', [head, inputs, '{"kind":"bank","gzip":"H4sI', result]],
    ['a copy', [head, inputs, '{"kind":"bank"}', result]],
    ['an order', [head, inputs, result, lines[1] ?? '']],
  ])('is none that lacks %s', async (_, all) => {
    await expect(taken(all.map(line => `${line}\n`).join(''))).rejects.toThrow(Error);
  });

  it('is none that is cut in a line', async () => {
    await expect(taken([head, inputs, result].join('\n'))).rejects.toThrow('a line without an end');
  });
});
