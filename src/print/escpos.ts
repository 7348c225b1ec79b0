import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import {encode} from 'uqr';
import {
  type FigureWidths,
  figureWidths,
  type PlainPart,
  type PrinterProfile,
  partLines,
  type SlipPart,
  type SlipWidth,
  slipText,
} from '../core/slip/slip.js';
import {inPage, pageName, partInPage} from './code-page.js';

/** The number of lines between the print head and the cutter of common printers. */
const linesToCutter = 5;
/** The dots per character in the font that all widths are counted in. */
const dotsPerColumn = 12;
/** The light modules that a QR code needs around it, both sides together. */
const quietModules = 8;
const largestModule = 6;

/** Returns the slip as ESC/POS commands. Characters that the printer's code page lacks are transliterated. */
export function escposSlip(parts: readonly SlipPart[], profile: PrinterProfile): Uint8Array {
  const printer = startPrinter(profile.columns).codepage(pageName(profile.codePage));
  const printable = parts.map(part => partInPage(part, profile.codePage));
  const figures = figureWidths(printable);
  for (const part of printable) {
    if (part.kind === 'qr') addCode(printer, part, profile);
    else if (part.kind === 'text' && part.size === 'large') addLarge(printer, part, profile.columns);
    else addLines(printer, part, {columns: profile.columns, figures});
  }
  return finished(printer, profile);
}

/** Returns the command that opens the cash drawer wired to this pin of the printer's socket. Nothing is printed. */
export function drawerPulse(pin: 2 | 5): Uint8Array {
  return new ReceiptPrinterEncoder({newline: '\n'}).pulse(pin === 2 ? 0 : 1).encode();
}

/** Returns an encoder that first resets the printer, because other programs may have left it in any state. */
export function startPrinter(columns: SlipWidth): ReceiptPrinterEncoder {
  return new ReceiptPrinterEncoder({
    columns,
    newline: '\n',
    feedBeforeCut: linesToCutter,
    errors: 'strict',
  }).initialize();
}

/** Returns the bytes with the end of every slip: a cut, or a feed past the edge at which the slip is torn off. */
export function finished(printer: ReceiptPrinterEncoder, {cut}: Pick<PrinterProfile, 'cut'>): Uint8Array {
  return (cut ? printer.cut('partial') : printer.newline(linesToCutter)).encode();
}

/** Adds the code as the printer draws it, or its text; in both cases with the caption below. */
export function addCode(
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

function captionLines({caption}: SlipPart & {kind: 'qr'}, columns: SlipWidth): string[] {
  if (caption === undefined) return [];
  return slipText([{kind: 'text', text: caption, align: 'centre', size: 'normal', isStrong: false}], columns);
}

/** Adds a text at double width and height, or only at double height if it would take more than one line. */
function addLarge(printer: ReceiptPrinterEncoder, part: SlipPart & {kind: 'text'}, columns: SlipWidth): void {
  const none = {count: 0, amount: 0};
  const wide = partLines(part, columns / 2, none);
  const isOneLine = wide.length === 1;
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
