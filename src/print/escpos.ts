import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import anyAscii from 'any-ascii';
import {encode} from 'uqr';
import {type Language, messages} from '../core/messages/messages.js';
import {
  type CodePage,
  codePages,
  type FigureWidths,
  figureWidths,
  type Picture,
  type PlainPart,
  type PrinterProfile,
  partLines,
  type SlipPart,
  type SlipWidth,
  slipText,
  slipWidths,
} from '../core/slip/slip.js';
import {cleanText} from '../core/text/text.js';
import {dithered, dotsPerColumn, fitted} from './picture.js';

/** The number of lines between the print head and the cutter of common printers. */
const linesToCutter = 5;
/** The light modules that a QR code needs around it, both sides together. */
const quietModules = 8;
const largestModule = 6;

function pageName(page: CodePage): 'cp437' | 'cp850' | 'cp858' | 'cp863' | 'windows1252' {
  if (page === 'ascii') return 'cp437';
  return page === 'cp1252' ? 'windows1252' : page;
}

/** Returns a text in characters of the page, others in Latin letters (`ọ`: `o`, `₦`: `N`, `東`: `Dong`), one cell each, no commands. */
export function inPage(text: string, page: CodePage): string {
  const plain = cleanText(text.normalize('NFC'));
  return plain.replaceAll(/[^ -~\u00A0]/gu, character => (isInPage(character, page) ? character : latin(character)));
}

/** A character that cannot be transliterated is removed: a question mark only stands for punctuation. */
function latin(character: string): string {
  const letters = anyAscii(character);
  return /\p{P}/u.test(character) ? letters : letters.replaceAll('?', '');
}

/** Like `inPage`, for all texts of a part. The content of a QR code is not printed as text and stays unchanged. */
function partInPage(part: SlipPart, page: CodePage): SlipPart {
  switch (part.kind) {
    case 'text':
    case 'banner':
      return {...part, text: inPage(part.text, page)};
    case 'pair':
      return {...part, label: inPage(part.label, page), value: inPage(part.value, page)};
    case 'columns':
      return {
        ...part,
        label: inPage(part.label, page),
        amount: part.amount && {...part.amount, number: inPage(part.amount.number, page)},
      };
    case 'qr':
      return part.caption === undefined ? part : {...part, caption: inPage(part.caption, page)};
    default:
      return part;
  }
}

const firstPrintable = 0x80;

/** Whether the page prints the character. Below 128 it has glyphs for bytes that are commands: `←` would be an escape byte. */
function isInPage(character: string, page: CodePage): boolean {
  if (page === 'ascii' || /\s/u.test(character)) return false;
  const encoder = new ReceiptPrinterEncoder({newline: '\n'});
  const encoded = encoder.codepage(pageName(page)).line(character).encode();
  return character.length === 1 && (encoded.at(-2) ?? 0) >= firstPrintable;
}

/** Returns the slip as ESC/POS commands. Characters that the printer's code page lacks are transliterated. */
export function escposSlip(parts: readonly SlipPart[], profile: PrinterProfile): Uint8Array {
  const printer = startPrinter(profile.columns).codepage(pageName(profile.codePage));
  const printable = parts.map(part => partInPage(part, profile.codePage));
  const figures = figureWidths(printable);
  for (const part of printable) {
    if (part.kind === 'qr') addCode(printer, part, profile);
    else if (part.kind === 'picture') {
      if (part.picture !== undefined) addPicture(printer, part.picture, profile.columns * dotsPerColumn);
    } else if (part.kind === 'text' && part.size === 'large') addLarge(printer, part, profile.columns);
    else addLines(printer, part, {columns: profile.columns, figures});
  }
  return finished(printer, profile);
}

/** Returns the command that opens the cash drawer wired to this pin of the printer's socket. Nothing is printed. */
export const drawerPulse = (pin: 2 | 5): Uint8Array =>
  new ReceiptPrinterEncoder({newline: '\n'}).pulse(pin === 2 ? 0 : 1).encode();

/** Returns an encoder that first resets the printer, because other programs may have left it in any state. */
const startPrinter = (columns: SlipWidth): ReceiptPrinterEncoder =>
  new ReceiptPrinterEncoder({columns, newline: '\n', feedBeforeCut: linesToCutter, errors: 'strict'}).initialize();

/** Returns the bytes with the end of every slip: a cut, or a feed past the edge at which the slip is torn off. */
const finished = (printer: ReceiptPrinterEncoder, {cut}: Pick<PrinterProfile, 'cut'>): Uint8Array =>
  (cut ? printer.cut('partial') : printer.newline(linesToCutter)).encode();

/** Adds the code as the printer draws it, or its text; in both cases with the caption below. */
function addCode(
  printer: ReceiptPrinterEncoder,
  part: SlipPart & {kind: 'qr'},
  {columns, qr, codePage}: PrinterProfile,
): void {
  if (qr === 'text') {
    const text = inPage(part.text, codePage);
    for (const line of slipText([{...part, text}], columns)) printer.line(line.trimEnd());
    return;
  }
  const {size: modules} = encode(part.text, {ecc: 'L', boostEcc: false, border: 0});
  const size = Math.min(largestModule, Math.floor((columns * dotsPerColumn) / (modules + quietModules)));
  // The library writes one byte for each character, and readers take the bytes for UTF-8.
  const bytes = Buffer.from(part.text).toString('latin1');
  printer
    .align('center')
    .qrcode(bytes, {model: 2, size: Math.max(1, size), errorlevel: 'l'})
    .align('left');
  for (const line of captionLines(part, columns)) printer.line(line.trimEnd());
}

/** Adds the picture in black and white (GS v 0), in the middle of rows as wide as the paper. */
function addPicture(printer: ReceiptPrinterEncoder, picture: Picture, paper: number): void {
  const {width, height, dots} = dithered(fitted(picture, {width: paper, height: picture.height}));
  const left = Math.floor((paper - width) / 2);
  const data = new Uint8ClampedArray(4 * paper * height).fill(255);
  for (const [at, shade] of dots.entries()) {
    const dot = 4 * (Math.floor(at / width) * paper + left + (at % width));
    data.fill(shade, dot, dot + 3);
  }
  const image = {width: paper, height, data};
  printer.image(image, {width: paper, height, mode: 'raster'});
}

function captionLines({caption}: SlipPart & {kind: 'qr'}, columns: SlipWidth): string[] {
  if (caption === undefined) return [];
  return slipText([{kind: 'text', text: caption, align: 'centre', size: 'normal', isStrong: false}], columns);
}

/** Adds a text at double width and height, or only at double height if it would take more than one line. */
function addLarge(printer: ReceiptPrinterEncoder, part: SlipPart & {kind: 'text'}, columns: SlipWidth): void {
  const none = {count: 0, amount: 0};
  const isOneLine = partLines(part, columns / 2, none).length === 1;
  printer.size(isOneLine ? 2 : 1, 2);
  addLines(printer, part, {columns: isOneLine ? columns / 2 : columns, figures: none});
  printer.size(1, 1);
}

function addLines(
  printer: ReceiptPrinterEncoder,
  part: PlainPart,
  {columns, figures}: {columns: number; figures: FigureWidths},
): void {
  const isStrong = part.kind === 'banner' || (part.kind === 'text' && part.isStrong);
  printer.bold(isStrong);
  for (const line of partLines(part, columns, figures)) printer.line(line.trimEnd());
  printer.bold(false);
}

/** Characters that shops in these markets use besides plain letters, and a box. */
const sample = 'é è à ç œ € ┌─┐';
/** Any text would do: it only has to be scanned. */
const code = 'DUKA';

/**
 * Returns a slip that helps an owner choose the width, the code page and the kind of QR codes: a ruler for each width, a line in each code
 * page, and a code that the printer has to draw itself. Only the lines of code pages that the printer lacks are garbled.
 */
export function probeSlip(profile: PrinterProfile, language: Language): Uint8Array {
  const words = messages(language).probe;
  const printer = startPrinter(48).codepage(pageName('ascii'));
  const say = (sentence: string) => {
    const text = inPage(sentence, 'ascii');
    for (const line of slipText([{kind: 'text', text, align: 'left', size: 'normal', isStrong: false}], 32)) {
      printer.line(line.trimEnd());
    }
    printer.newline();
  };
  say(words.title);
  for (const width of slipWidths) printer.line(ruler(width));
  say(words.width({columns: profile.columns}));
  for (const page of codePages) {
    printer.codepage(pageName(page)).line(`${page.padEnd(7)}${inPage(sample, page)}`);
  }
  printer.codepage(pageName('ascii'));
  say(words.codePages);
  const part: SlipPart = {kind: 'qr', text: code, caption: code};
  addCode(printer, part, {...profile, columns: 32, qr: 'native'});
  say(words.code);
  return finished(printer, profile);
}

/** A ruler of exactly `width` characters, which ends with the width: `......32|`. */
const ruler = (width: number): string => `${'.'.repeat(width - 3)}${width}|`;
