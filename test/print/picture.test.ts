import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {crc32, deflateSync} from 'node:zlib';
import {extractImages, getDocumentProxy} from 'unpdf';
import {describe, expect, it} from 'vitest';
import {type SlipWidth, slipText} from '../../src/core/slip/slip.js';
import {escposSlip} from '../../src/print/escpos.js';
import {htmlSlip} from '../../src/print/html.js';
import {pdfSlip} from '../../src/print/pdf.js';
import {readPicture, withPictures} from '../../src/print/picture.js';
import {pngSlip} from '../../src/print/png.js';
import {temporaryFolder} from '../store/support.js';
import {readEscpos} from './escpos-reader.js';
import {failed, paid, partsOf} from './samples.js';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
const [black, clear, grey]: readonly Colour[] = [
  [0, 0, 0, 255],
  [255, 0, 0, 0],
  [128, 128, 128, 255],
];

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG in colours with transparency. */
function pngWith(width: number, height: number, at: (x: number, y: number) => Colour | undefined, interlace = 0) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, interlace]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Array.from({length: height}, (_, y) => [
    0,
    ...Array.from({length: width}, (__, x) => at(x, y) ?? []).flat(),
  ]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function fileWith(bytes: Uint8Array): string {
  const file = join(temporaryFolder(), 'logo.png');
  writeFileSync(file, bytes);
  return file;
}

const halves = (width: number, height: number) => pngWith(width, height, x => (x < width / 2 ? black : clear));
const receiptWith = (logo: string) => withPictures(partsOf(paid, {about: {logo}}));
const raster = async (bytes: Uint8Array, columns: SlipWidth) =>
  readEscpos(
    escposSlip(await receiptWith(fileWith(bytes)), {
      columns,
      codePage: 'cp858',
      cut: true,
      drawer: false,
      qr: 'native',
    }),
  ).dots;

describe('the picture of a shop', () => {
  it.each([32, 42, 48] as const)('is a raster in the middle of a paper of %d columns', async columns => {
    const edge = '0'.repeat((columns * 12 - 16) / 2);
    expect(await raster(halves(16, 8), columns)).toEqual(
      Array(8).fill(`${edge}${'1'.repeat(8)}${'0'.repeat(8)}${edge}`),
    );
  });

  it('is made small enough for the paper', async () => {
    const rows = await raster(halves(1152, 16), 32);
    expect(rows).toEqual(Array(rows.length).fill(rows[0]).fill('0'.repeat(384), 5));
    expect(rows[0]).toBe('1'.repeat(192) + '0'.repeat(192));
    expect((await raster(halves(100, 600), 48)).length).toBe(288);
  });

  it('is half black where it is grey, and not at all where it is white', async () => {
    const rows = await raster(
      pngWith(80, 80, x => (x < 40 ? grey : clear)),
      48,
    );
    const ink = rows.map(row => row.slice(248, 288)).join('');
    expect(ink.length).toBe(3200);
    expect(Math.abs(ink.replaceAll('0', '').length - 1600)).toBeLessThan(50);
    expect(rows.map(row => row.slice(0, 248) + row.slice(288)).join('')).not.toContain('1');
  });

  it('stands in the middle of a page, a PDF and a picture', async () => {
    const parts = await receiptWith(fileWith(halves(160, 80)));
    const markup = htmlSlip(parts, {title: 'T7K0', language: 'en'});
    const [, width, data = ''] = /<img alt="" width="(\d+)" src="data:image\/png;base64,([^"]+)">/.exec(markup) ?? [];
    expect(width).toBe('76');
    expect(markup).toContain("default-src 'none'; img-src data:; style-src");
    expect(markup.indexOf('<img')).toBeLessThan(markup.indexOf('Corner Shop'));
    const shown = await readPicture(fileWith(Buffer.from(data, 'base64')));
    expect({...shown, dots: [...shown.dots.subarray(0, 160)]}).toEqual({
      width: 160,
      height: 80,
      dots: [...Array(80).fill(0), ...Array(80).fill(255)],
    });
    const pdf = await getDocumentProxy(new Uint8Array(await pdfSlip(parts, {title: 'T7K0', width: 42})));
    const [drawn] = await extractImages(pdf, 1);
    expect(drawn).toMatchObject({width: 160, height: 80});
    const picture = await readPicture(fileWith(await pngSlip(parts, 42)));
    const middle = picture.width / 2;
    const dot = (x: number, y: number) => picture.dots[y * picture.width + Math.round(middle + x)];
    expect([dot(-60, 40), dot(-40, 40), dot(40, 40)]).toEqual([255, 0, 255]);
  });

  it('is on no text, and on no slip that is no receipt', async () => {
    const about = {logo: fileWith(halves(16, 8))};
    expect(slipText(await withPictures(partsOf(paid, {about})), 48)).toEqual(slipText(partsOf(paid), 48));
    expect(partsOf(failed, {about})).toEqual(partsOf(failed));
  });

  const good = halves(16, 8);
  it.each<[string, () => string]>([
    ['is missing', () => join(temporaryFolder(), 'none.png')],
    ['is a folder', temporaryFolder],
    ['has no whole path', () => 'logo.png'],
    ['is something else', () => fileWith(Buffer.from('GIF89a'))],
    ['is empty', () => fileWith(Buffer.alloc(0))],
    ['is cut off', () => fileWith(good.subarray(0, -20))],
    ['is damaged', () => fileWith(good.with(45, (good[45] ?? 0) ^ 255))],
    ['has less than it says', () => fileWith(good.with(19, 99))],
    ['is interlaced', () => fileWith(pngWith(16, 8, () => black, 1))],
    ['is too wide', () => fileWith(pngWith(2001, 1, () => black))],
    ['is too long', () => fileWith(Buffer.concat([good, Buffer.alloc(1_000_000)]))],
  ])('that %s is refused, and the receipt goes without it', async (_, make) => {
    const logo = make();
    await expect(readPicture(logo)).rejects.toMatchObject({code: 'logo-unusable', facts: {file: logo}});
    expect(await receiptWith(logo)).toEqual(partsOf(paid));
  });
});
