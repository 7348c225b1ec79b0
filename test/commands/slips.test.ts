import {readFile, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {readEscpos} from '../print/escpos-reader.js';
import {setUp} from './card-support.js';
import {inShop, openPrinter} from './day-support.js';
import {begin, collectAndLeave, collectAndSettle, collecting, openShop, paymentIn, type Shop} from './support.js';

const it = inShop();

async function sold(shop: Shop): Promise<string> {
  return paymentIn(await shop.run(['cash', 'sale', '--amount', '200', '--tendered', '500', '--json'])).reference;
}

/** What a person reads of it. */
function onPaper(bytes: Uint8Array): string {
  return readEscpos(bytes)
    .lines.map(({text}) => text)
    .join('\n');
}

const closing = ['shift', 'z', '--person', 'Amina', '--count', 'KES:200', '--json'] as const;

describe.concurrent('a receipt', () => {
  it('is an original once, and a numbered copy ever after', async ({shop}) => {
    const reference = await sold(shop);
    const early = await shop.run(['receipt', reference, '--copy', '--json']);
    expect(early).toMatchObject({exit: 2, json: {error: 'unknown-option', reference}});
    const {json} = await shop.run(['receipt', reference, '--json']);
    expect(json).toMatchObject({reference, isReceipt: true, isPreview: false, copy: 0, printed: false, out: null});
    expect(json.lines.join('\n')).not.toContain('COPY');
    expect((await shop.run(['receipt', reference, '--copy'])).out.match(/COPY 1/g)).toHaveLength(2);
    expect((await shop.run(['receipt', reference, '--json'])).json.copy).toBe(2);
    const {json: events} = await shop.run(['journal', 'show', reference, '--json']);
    expect(events.slice(1)).toMatchObject(
      [0, 1, 2].map(copy => ({type: 'slip-printed', data: {copy, format: 'text'}})),
    );
    const {json: z} = await shop.run(closing);
    expect(z.counts).toMatchObject({receipts: 1, copies: 2, pendingSlips: 0});
  });

  it('of what is not paid is a pending slip, which has no number', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    await shop.run(['receipt', reference]);
    const {json} = await shop.run(['receipt', reference, '--json']);
    expect(json).toMatchObject({isReceipt: false, copy: 0});
    expect(json.lines.join('')).not.toContain('DUKA1');
    expect((await shop.run(['shift', 'x', '--json'])).json.counts).toMatchObject({receipts: 0, pendingSlips: 2});
  });

  it('is a page, or bytes for a printer', async ({shop}) => {
    const reference = await sold(shop);
    const page = await shop.run(['receipt', reference, '--format', 'html']);
    expect(page.out).toMatch(/^<!DOCTYPE html>[\s\S]*<svg[\s\S]*<\/html>\n$/);
    const bytes = await shop.run(['receipt', reference, '--format', 'escpos', '--width', '32']);
    expect({exit: bytes.exit, out: bytes.out}).toEqual({exit: 0, out: ''});
    expect(onPaper(bytes.bytes)).toContain('COPY 1');
    const {json} = await shop.run(['receipt', reference, '--format', 'escpos', '--json']);
    expect(Buffer.from(json.base64, 'base64').subarray(0, 2)).toEqual(Buffer.from([0x1b, 0x40]));
    const pdf = join(shop.home, 'receipt.pdf');
    expect(await shop.run(['receipt', reference, '--format', 'pdf', '--out', pdf])).toMatchObject({exit: 0});
    expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
    const picture = await shop.run(['receipt', reference, '--format', 'png', '--json']);
    expect(Buffer.from(String(picture.json['base64']), 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  it('has the picture of the shop, and goes without it once its file is gone', async ({shop}) => {
    const reference = await sold(shop);
    const [logo, set] = [join(shop.home, 'logo.png'), ['settings', 'set', 'receipt.logo']];
    const refused = await shop.run([...set, logo, '--json']);
    expect(refused).toMatchObject({exit: 2, json: {error: 'logo-unusable', file: logo}});
    const receipt = async (format: string) => (await shop.run(['receipt', reference, '--format', format])).out;
    const {json} = await shop.run(['receipt', reference, '--format', 'png', '--json']);
    await writeFile(logo, Buffer.from(json.base64, 'base64'));
    expect(await shop.run([...set, logo])).toMatchObject({exit: 0});
    expect(await receipt('html')).toContain('<img alt="" width="');
    expect(await receipt('text')).not.toContain('logo');
    const checked = async () =>
      (await shop.run(['doctor', '--json'])).json.checks.find(({name}: {name: string}) => name === 'logo');
    expect(await checked()).toMatchObject({state: 'ok', facts: {file: logo}});
    await rm(logo);
    expect(await receipt('html')).toMatch(/^<!DOCTYPE html>(?![\s\S]*<img)/u);
    expect(await checked()).toMatchObject({state: 'warning', facts: {file: logo}});
  });

  it('goes into a new file for its owner alone, and over none', async ({shop}) => {
    const reference = await sold(shop);
    const file = join(shop.home, 'receipt.txt');
    const line = ['receipt', reference, '--out', file, '--json'];
    expect(await shop.run(line)).toMatchObject({exit: 0, json: {out: file, printed: false, copy: 0}});
    expect(await readFile(file, 'utf8')).toContain('RECEIPT');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await shop.run(line)).toMatchObject({exit: 2, json: {error: 'file-exists', file}});
    expect((await shop.run(['receipt', reference, '--json'])).json.copy).toBe(1);
  });

  it('is printed, or refused before it takes a number', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const reference = await sold(shop);
    const line = ['receipt', reference, '--print', '--json'];
    expect(await shop.run(line)).toMatchObject({exit: 5, json: {error: 'printer-missing'}});
    const printer = await openPrinter(onTestFinished);
    setUp(shop, {printer: {address: printer.address, columns: 42}});
    const {exit, json, err} = await shop.run(line);
    expect({exit, copy: json.copy, printed: json.printed, err}).toEqual({
      exit: 0,
      copy: 0,
      printed: true,
      err: expect.stringMatching(new RegExp(`✓ Sent to the printer: ${reference}\\.\n$`)),
    });
    const text = onPaper(printer.printed());
    expect(text).toContain(reference);
    expect(text).not.toContain('COPY');
    expect((await shop.run(['receipt', reference, '--print', '--copy'])).exit).toBe(0);
    expect(onPaper(printer.printed())).toContain('COPY 1');
  });

  it('is a preview while another process has the till, and is not written down', async ({shop}) => {
    const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
    const busy = begin(shop, collecting('0712345102'));
    await busy.until('Waiting for the customer');
    const {exit, out, err} = await shop.run(['receipt', reference]);
    expect(exit).toBe(0);
    expect(out.match(/PREVIEW - NOT ISSUED/g)).toHaveLength(2);
    expect(out).not.toContain('DUKA1');
    expect(
      new Set(
        out
          .slice(0, -1)
          .split('\n')
          .map(line => line.length),
      ),
    ).toEqual(new Set([42]));
    expect(err).toContain('This till is open in another window');
    expect(err).toContain('! This is a preview: no number, no signature');
    const {json} = await shop.run(['receipt', reference, '--json']);
    expect(json).toMatchObject({reference, isReceipt: true, isPreview: true, copy: null});
    busy.interrupt();
    await busy.ended;
    expect((await shop.run(['receipt', reference, '--json'])).json).toMatchObject({isPreview: false, copy: 0});
  });

  it('can be read of a till that has no key', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const reference = await sold(shop);
    const environment = {DUKA_BASE_URL: shop.baseUrl, DUKA_PROFILE: 'sandbox'};
    const read = await shop.run(['receipt', reference], {environment});
    expect(read.exit).toBe(0);
    expect(read.out).toContain('PREVIEW - NOT ISSUED');
  });
});

describe.concurrent('a Z', () => {
  it('is the same each time it is shown, and numbered when it leaves', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    await sold(shop);
    await shop.run(closing);
    const showing = ['shift', 'show', '--z', '1'];
    const {out} = await shop.run(showing);
    expect(out).toMatch(/Z REPORT Z-0001[\s\S]*DUKAZ1\./);
    const file = join(shop.home, 'z.txt');
    expect(await shop.run([...showing, '--out', file, '--json'])).toMatchObject({exit: 0, json: {number: 1, copy: 0}});
    expect(await readFile(file, 'utf8')).toBe(out);
    const copy = await shop.run([...showing, '--format', 'html', '--json']);
    expect(copy.json).toMatchObject({copy: 1, isPreview: false});
    expect(copy.json.html).toContain('COPY 1');
    const busy = begin(shop, collecting('0712345102'));
    await busy.until('Waiting for the customer');
    expect((await shop.run(showing)).out).toBe(out);
    const preview = await shop.run([...showing, '--format', 'html', '--json']);
    expect(preview.json).toMatchObject({copy: null, isPreview: true});
    busy.interrupt();
    await busy.ended;
    expect((await shop.run([...showing, '--width', '32'])).out.split('\n')[0]).toHaveLength(32);
  });

  it('goes to the printer', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const printer = await openPrinter(onTestFinished);
    setUp(shop, {printer: {address: printer.address}});
    await sold(shop);
    await shop.run(closing);
    expect(await shop.run(['shift', 'show', '--z', '1', '--print'])).toMatchObject({exit: 0, out: ''});
    expect(onPaper(printer.printed())).toContain('Z-0001');
  });
});

describe.concurrent('the printer', () => {
  it('is tried with a test slip, and known to the doctor', async ({onTestFinished, shop}) => {
    expect(await shop.run(['doctor', '--printer', '--json'])).toMatchObject({
      exit: 5,
      json: {error: 'printer-missing'},
    });
    const printer = await openPrinter(onTestFinished);
    setUp(shop, {printer: {address: printer.address, columns: 32, codePage: 'cp850'}});
    expect(await shop.run(['doctor', '--printer'])).toMatchObject({
      exit: 0,
      out: `✓ The test slip was sent to the printer ${printer.address}.\n`,
    });
    expect(onPaper(printer.printed())).toContain('PRINTER TEST');
    const {json} = await shop.run(['doctor', '--json']);
    expect(json.checks.at(-1)).toMatchObject({name: 'printer', state: 'ok', facts: {columns: 32, codePage: 'cp850'}});
    setUp(shop, {printer: {address: '127.0.0.1:1'}});
    expect(await shop.run(['doctor', '--printer'])).toMatchObject({exit: 6});
  });
});
