import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {codePages, type PrinterProfile, type SlipPart, slipText, slipWidths} from '../../src/core/slip/slip.js';
import {widthOf} from '../../src/core/text/width.js';
import {drawerPulse, escposSlip, inPage, probeSlip} from '../../src/print/escpos.js';
import {anyCharacter} from '../any-character.js';
import {forAll} from '../hostile/runs.js';
import {type Paper, readEscpos} from './escpos-reader.js';
import {failed, paid, partsOf, pending, report} from './samples.js';

const printer: PrinterProfile = {columns: 48, codePage: 'cp858', cut: true, drawer: true, qr: 'native'};
const print = (parts: readonly SlipPart[], more: Partial<PrinterProfile> = {}): Paper =>
  readEscpos(escposSlip(parts, {...printer, ...more}));
const textOf = ({lines}: Paper) => lines.map(({text}) => text);
const text = (said: string): SlipPart => ({kind: 'text', text: said, align: 'left', size: 'normal', isStrong: false});
const printed = (said: string, codePage: PrinterProfile['codePage']) => textOf(print([text(said)], {codePage}))[0];

describe('a receipt on a thermal printer', () => {
  it.each(slipWidths)('says on %d columns, line by line, what the text says', columns => {
    const parts = partsOf(paid, {language: 'fr'});
    const paper = print(parts, {columns, codePage: 'cp1252'});
    const plain = slipText(parts, columns).map(line => line.trimEnd());
    const amount = plain.findIndex(line => line.trim() === '200,00 KES');
    const read = textOf(paper).slice(0, plain.length);
    expect(read.with(amount, '')).toEqual(plain.with(amount, ''));
    expect(paper.lines[amount]).toMatchObject({isBold: true, width: 2, height: 2});
    expect(read[amount]).toBe(`${' '.repeat(Math.floor((columns / 2 - 10) / 2))}200,00 KES`);
  });

  it('begins in the first state of a printer and ends past its cutter', () => {
    const paper = print(partsOf(paid));
    expect(paper).toMatchObject({isReset: true, isSingleByte: true, cuts: 1, pages: [19], codes: []});
    expect(textOf(paper).at(-6)).toBe('');
    const uncut = print(partsOf(paid), {cut: false});
    expect(uncut.cuts).toBe(0);
    expect(textOf(uncut).slice(-5)).toEqual(['', '', '', '', '']);
  });

  it('prints an amount too long for large letters in high ones', () => {
    const amount = 'KES 9,007,199,254,740.99';
    const part: SlipPart = {kind: 'text', text: amount, align: 'centre', size: 'large', isStrong: true};
    expect(print([part], {columns: 32}).lines[0]).toMatchObject({text: `    ${amount}`, width: 1, height: 2});
    expect(print([part], {columns: 48}).lines[0]).toMatchObject({text: amount, width: 2, height: 2});
  });

  it.each([
    ['pending', pending, 'PENDING - NOT A RECEIPT'],
    ['failed', failed, 'NOT PAID - NOT A RECEIPT'],
  ])('has a bold banner at both ends of a %s one', (_, payment, banner) => {
    const lines = print(partsOf(payment), {cut: false}).lines.slice(0, -5);
    for (const end of [lines.slice(0, 3), lines.slice(-3)]) {
      expect(end.map(({isBold}) => isBold)).toEqual([true, true, true]);
      expect(end[0]?.text).toBe('#'.repeat(48));
      expect(end[1]?.text).toContain(banner);
    }
  });

  it('lines the figures of a report up', () =>
    expect(textOf(print(report, {columns: 32})).slice(0, 3)).toEqual([
      'M-Pesa         14  KES 18,400.00',
      'Refunds         2  KES    -50.50',
      'Orange             XOF  5,000',
    ]));
});

describe('a QR code on a thermal printer', () => {
  const proof = `DUKA1.${'x'.repeat(130)}.${'y'.repeat(86)}`;
  const parts = partsOf(paid, {signedCode: proof});

  it.each(slipWidths)('is drawn by the printer, with room around it on %d columns', columns => {
    const {codes, lines} = print(parts, {columns});
    expect(codes.map(({text: carried}) => carried)).toEqual([proof]);
    // 223 bytes make a code of version 9: 53 modules, with four light ones at each side.
    expect((codes[0]?.dots ?? 0) * (53 + 8)).toBeLessThanOrEqual(columns * 12);
    expect(codes[0]?.dots).toBeGreaterThanOrEqual(6);
    expect(lines.map(line => line.text.trim())).toContain('Scan to check this receipt');
  });

  it('carries any text as UTF-8', () => {
    const said = 'Adébáyọ̀ 東京 \u0085';
    expect(print([{kind: 'qr', text: said}]).codes).toEqual([{text: said, dots: 6}]);
  });

  it('is its text for a printer that draws none', () => {
    const paper = print([{kind: 'qr', text: proof}], {columns: 32, qr: 'text', cut: false});
    expect(paper.codes).toEqual([]);
    expect(textOf(paper).join('')).toBe(proof);
  });
});

describe('what a code page lacks', () => {
  it.each([
    ['Référence à l’été, où ça ?', 'cp850', "Référence à l'été, où ça ?"],
    ['Référence à l’été, où ça ?', 'cp1252', 'Référence à l’été, où ça ?'],
    ['Référence à l’été, où ça ?', 'ascii', "Reference a l'ete, ou ca ?"],
    ['Cœur 5 €', 'cp437', 'Coeur 5 EUR'],
    ['Cœur 5 €', 'cp858', 'Coeur 5 €'],
    ['Cœur 5 €', 'cp1252', 'Cœur 5 €'],
    ['Adébáyọ̀ ẹ̀kọ́', 'cp850', 'Adébáyo eko'],
    ['Cafe\u0301', 'cp863', 'Café'],
    ['₦500 ₵20', 'cp858', 'N500 C20'],
    ['“Duka” – ‘shop’ — …', 'cp437', '"Duka" - \'shop\' - ...'],
    ['東京商店', 'cp437', 'DongJingShangDian'],
    ['1\u00A0250\u202F000', 'cp437', '1 250 000'],
    ['a\uFFFDb\uD800c', 'cp858', 'abc'],
    ['← ☺ ♥', 'cp437', '< :relaxed: :hearts:'],
    ['¿Qué?', 'cp437', '¿Qué?'],
    ['مرحبا؟', 'ascii', 'mrhb?'],
    ['a\u{17026}b\uFFFCc', 'ascii', 'abc'],
  ] as const)('is written in letters that it has: %s in %s', (said, codePage, expected) =>
    expect(printed(said, codePage)).toBe(expected),
  );

  it('never is a command, a question mark or of another width, in any text', () => {
    const said = fc
      .oneof(fc.string({unit: 'grapheme'}), fc.string({unit: anyCharacter}))
      .map(raw => raw.replaceAll(/\?|(?![ -~])\p{P}/gu, ''));
    forAll(said, fc.constantFrom(...codePages), (shop, codePage) => {
      const written = inPage(shop, codePage);
      expect(widthOf(written)).toBe(written.length);
      const read = textOf(print([text(shop)], {codePage, columns: 32, cut: false}));
      expect(read.slice(0, -5)).toEqual(slipText([text(written)], 32).map(line => line.trimEnd()));
      expect(read.join('')).not.toContain('?');
    });
  });

  it('is nothing of the page itself', () => {
    const bytes = Uint8Array.from({length: 128}, (_, place) => 0x80 + place);
    const letters = new TextDecoder('windows-1252').decode(bytes).replaceAll(/[\p{C}\s]/gu, '');
    expect(letters).toHaveLength(121);
    expect(inPage(letters, 'cp1252')).toBe(letters);
  });
});

it('kicks the drawer on either pin, and prints nothing', () => {
  expect(readEscpos(drawerPulse(2))).toMatchObject({pulses: [0], lines: []});
  expect(readEscpos(drawerPulse(5))).toMatchObject({pulses: [1], lines: []});
});

describe('the slip that tries a printer out', () => {
  const paper = readEscpos(probeSlip(printer, 'en'));

  it('has a ruler of each width', () => {
    const rulers = textOf(paper).filter(line => line.startsWith('...'));
    expect(rulers.map(({length}) => length)).toEqual([...slipWidths]);
    expect(rulers.map(line => Number(line.slice(-3, -1)))).toEqual([...slipWidths]);
  });

  it('has a line in each code page, right where the page is', () => {
    expect(textOf(paper).filter(line => /^(ascii|cp\d+) /.test(line))).toEqual([
      'ascii  e e a c oe EUR +-+',
      'cp437  é è à ç oe EUR ┌─┐',
      'cp850  é è à ç oe EUR ┌─┐',
      'cp858  é è à ç oe € ┌─┐',
      'cp863  é è à ç oe EUR ┌─┐',
      'cp1252 é è à ç œ € +-+',
    ]);
    expect(new Set(paper.pages)).toEqual(new Set([0, 2, 19, 4, 16]));
  });

  it('has a code, and says in plain letters what to choose', () => {
    expect(paper.codes.map(({text: carried}) => carried)).toEqual(['DUKA']);
    const french = textOf(readEscpos(probeSlip(printer, 'fr'))).join(' ');
    expect(french).toContain("TEST DE L'IMPRIMANTE");
    expect(french).toContain('maintenant 48');
  });
});
