import {hash} from 'node:crypto';
import fc from 'fast-check';
import {encode} from 'uqr';
import {describe, expect, it} from 'vitest';
import {receiptParts} from '../../src/core/present/receipt.js';
import type {SlipPart} from '../../src/core/slip/slip.js';
import {cleanText} from '../../src/core/text/text.js';
import {htmlSlip} from '../../src/print/html.js';
import {forAll} from '../hostile/runs.js';
import {failed, paid, partsOf, pending, report, slip} from './samples.js';

const page = (parts: readonly SlipPart[]) => htmlSlip(parts, {title: 'T7K0MZ4K8Q2RDWX', language: 'en'});

const decoded = (markup: string) =>
  markup
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
/** What a reader of the page's body sees, a line for every block. */
const seen = (markup: string) =>
  decoded(markup.slice(markup.indexOf('<main>')).replaceAll(/<(?:[^>"]|"[^"]*")*>/g, '\n'))
    .split('\n')
    .filter(line => line !== '');

describe('the page of a receipt', () => {
  it('says what the text says', () =>
    expect(seen(page(partsOf(paid)))).toEqual([
      'Corner Shop',
      'RECEIPT',
      'KES\u00A0200.00',
      ...['Till', 'T7K'],
      ...['Date', '20 Nov 2026, 14:00'],
      ...['Reference', 'T7K0MZ4K8Q2RDWX'],
      ...['Wallet', '…345 678'],
      ...['Network', 'M-Pesa'],
      ...['Served by', 'Amina'],
      ...['Status', 'PAID'],
      'Thank you.',
    ]));

  it('is in the language of its words', () => {
    const markup = htmlSlip(partsOf(paid, {language: 'fr'}), {title: 'Reçu', language: 'fr'});
    expect(markup).toContain('<html lang="fr">');
    expect(markup).toContain('<title>Reçu</title>');
    expect(seen(markup)).toContain('REÇU');
  });

  it.each([
    ['pending', pending, 'PENDING - NOT A RECEIPT'],
    ['failed', failed, 'NOT PAID - NOT A RECEIPT'],
  ])('has a banner at both ends of a %s one', (_, payment, banner) => {
    const markup = page(partsOf(payment));
    expect(seen(markup).at(0)).toBe(banner);
    expect(seen(markup).at(-1)).toBe(banner);
    expect(markup.match(/<p class="banner">/g)).toHaveLength(2);
  });

  it('is one table where a report has rows, its figures lined up', () => {
    const markup = page(report);
    expect(markup.match(/<table>/g)).toHaveLength(1);
    expect(seen(markup)).toEqual([
      ...['M-Pesa', '14', 'KES', '18,400.00'],
      ...['Refunds', '2', 'KES', '−50.50'],
      ...['Orange', 'XOF', '5,000\u2008\u2007\u2007'],
    ]);
  });

  it('draws the code in the page, and gives its text to whoever cannot scan it', () => {
    const markup = page(partsOf(paid, {signedCode: 'DUKA1.abc.def'}));
    const [drawing = ''] = /<svg.*<\/svg>/.exec(markup) ?? [];
    const {data, size} = encode('DUKA1.abc.def', {border: 4});
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])));
    expect(drawing).toContain(`viewBox="0 0 ${size} ${size}"`);
    expect(drawing.match(/M\d+,\d+h1v1h-1z/g)).toEqual(dark);
    expect(seen(markup)).toEqual(expect.arrayContaining(['Scan to check this receipt', 'DUKA1.abc.def']));
  });
});

describe('the page', () => {
  it('allows its own style and nothing else', () => {
    const markup = page(partsOf(paid, {signedCode: 'DUKA1.abc.def'}));
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(markup) ?? [];
    const sum = Buffer.from(hash('sha256', style, 'buffer')).toString('base64');
    expect(markup).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${sum}'; form-action 'none'; base-uri 'none'">`,
    );
    expect(markup.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|<script|<link|<img| style=| on\w+=|url\(/,
    );
  });

  it('keeps foreign text text, in every part', () => {
    const hostile = fc.oneof(
      fc.string({unit: 'grapheme'}),
      fc.string({
        unit: fc.constantFrom('"', "'", '<', '>', '&', '/', '=', '-', ' ', '\r', '\u001B[2J', '\u202E', 'script'),
      }),
      fc.constantFrom(
        '</title><script>alert(1)</script>',
        '"><img onerror=alert(1)>',
        '</style>',
        '<!--',
        ']]>',
        '&lt;',
      ),
    );
    const parts = (text: string): readonly SlipPart[] => [
      {kind: 'text', text, align: 'left', size: 'normal', isStrong: false},
      {kind: 'banner', text},
      {kind: 'pair', label: text, value: text},
      {kind: 'columns', label: text, count: 1, amount: null},
      {kind: 'qr', text: 'DUKA1', caption: text},
    ];
    const tags = (markup: string) => markup.match(/<[a-z!/][^>]*>/g);
    forAll(hostile, text => {
      const markup = htmlSlip(parts(text), {title: text, language: 'en'});
      expect(tags(markup)).toEqual(tags(htmlSlip(parts('x'), {title: 'x', language: 'en'})));
      for (const pattern of [/<title>([^<]*)</, /<p class="left normal">([^<]*)</, /<dt>([^<]*)</, /<dd>([^<]*)</])
        expect(decoded(pattern.exec(markup)?.[1] ?? 'none')).toBe(cleanText(text));
    });
  });

  it('keeps the shop’s name text', () => {
    const shop = '<b>Duka</b> & "Sons"';
    const markup = page(receiptParts(paid, {...slip, shop}, {copy: 0}));
    expect(markup).toContain('<p class="centre normal strong">&lt;b&gt;Duka&lt;/b&gt; &amp; &quot;Sons&quot;</p>');
  });
});
