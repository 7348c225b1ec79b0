// @module-tag slow

import {inflateSync} from 'node:zlib';
import {extractText, getDocumentProxy} from 'unpdf';
import {encode} from 'uqr';
import {describe, expect, it} from 'vitest';
import type {Language} from '../../src/core/messages/messages.js';
import {partLines, type SlipPart} from '../../src/core/slip/slip.js';
import {pdfSlip} from '../../src/print/pdf.js';
import {pngSlip} from '../../src/print/png.js';
import {failed, paid, partsOf, pending, report} from './samples.js';

const width = 42;
const signedCode = `DUKA1.${'k'.repeat(240)}`;

async function textOf(parts: readonly SlipPart[]): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await pdfSlip(parts, {title: 'T7K0MZ4K8Q2RDWX', width})));
  const {text, totalPages} = await extractText(pdf, {mergePages: true});
  expect(totalPages).toBe(1);
  return text.replaceAll(/\s+/gu, ' ');
}

/** A PNG of ours, dot by dot. */
function read(png: Uint8Array) {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const [columns, rows] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const length = bytes.readUInt32BE(33);
  expect(bytes.subarray(37, 41).toString()).toBe('IDAT');
  const lines = inflateSync(bytes.subarray(41, 41 + length));
  expect(lines).toHaveLength(rows * (columns + 1));
  return {columns, rows, at: (x: number, y: number) => lines[y * (columns + 1) + 1 + x] ?? 0};
}

describe('a slip as a page', () => {
  it.each<[string, readonly SlipPart[]]>([
    ...(['en', 'fr', 'pt', 'sw'] as const).map((language: Language): [string, readonly SlipPart[]] => [
      `a receipt (${language})`,
      partsOf(paid, {language, width, signedCode}),
    ]),
    ['a pending slip', partsOf(pending, {width})],
    ['a failed payment', partsOf(failed, {width})],
    ['a report', report],
  ])('has every word of %s in its PDF', async (_name, parts) => {
    const text = await textOf(parts);
    for (const part of parts) {
      if (part.kind === 'qr' || part.kind === 'rule' || part.kind === 'blank' || part.kind === 'picture') continue;
      for (const line of partLines(part, width, {count: 2, amount: 13}))
        for (const word of line.split(/\s+/u)) expect(text).toContain(word);
    }
  });

  it('has the code of the receipt in its picture, module by module', async () => {
    const {columns, rows, at} = read(await pngSlip(partsOf(paid, {width, signedCode}), width));
    const {data} = encode(signedCode, {ecc: 'L', boostEcc: false, border: 0});
    const isDark = (x: number, y: number) => at(x, y) < 128;
    const module = Math.floor((28 * 16) / data.length);
    const left = Math.floor((columns - module * data.length) / 2);
    const matches = (top: number) =>
      data.every((cells, y) =>
        cells.every(
          (cell, x) => cell === isDark(left + x * module + module / 2 - 0.5, top + Math.floor(y * module + module / 2)),
        ),
      );
    expect(Array.from({length: rows - module * data.length}, (_, top) => top).some(matches)).toBe(true);
  });

  it('draws letters in shades, inside its margins, and other letters for other amounts', async () => {
    const parts = partsOf(paid, {width});
    const [one, other] = [await pngSlip(parts, width), await pngSlip(parts, width)];
    expect(Buffer.from(one).equals(other)).toBe(true);
    const {columns, rows, at} = read(one);
    const shades = new Set<number>();
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) shades.add(at(x, y));
      for (const x of [0, 1, columns - 2, columns - 1]) expect(at(x, y)).toBe(255);
    }
    expect(shades.size).toBeGreaterThan(10);
    const changed = parts.map(part => (part.kind === 'pair' ? {...part, value: `${part.value}1`} : part));
    expect(Buffer.from(await pngSlip(changed, width)).equals(one)).toBe(false);
  });
});
