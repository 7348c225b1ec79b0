import {createHash} from 'node:crypto';
import {zstdCompressSync} from 'node:zlib';
import {expect, it} from 'vitest';
import {dictionary} from '../../../src/core/office/dictionary.js';
import {chainLine, genesis} from '../../../store/line.js';
import {requested, sent} from '../../store/support.js';

it('has the bytes that offices know under its name', () => {
  const sha256 = createHash('sha256').update(dictionary.text).digest('hex');
  expect({[dictionary.name]: sha256}).toEqual({
    'duka-lines-1': 'a7f102cfb3b8fc0fa4095a97389785fa554a8a1f4c7f78a3d81c1c1abaec8c10',
  });
});

it('halves what a payment takes on the way, and holds nothing of a customer', () => {
  const lines = [requested(1), sent(1)].map(({type, person, data}) =>
    chainLine(genesis, 0, {till: 'T7K', person, type, data: JSON.stringify(data)}),
  );
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const alone = zstdCompressSync(bytes).length;
  expect(zstdCompressSync(bytes, {dictionary: Buffer.from(dictionary.text)}).length).toBeLessThan(alone * 0.6);
  expect(dictionary.text).not.toMatch(/\d{6}/);
  expect(dictionary.text.length).toBeLessThan(8_000);
});
