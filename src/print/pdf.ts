import PDFDocument from 'pdfkit';
import type {SlipPart, SlipWidth} from '../core/slip/slip.js';
import {columnInLines, fontBytes, type PageItem, pageOf} from './page.js';
import {pngOf} from './picture.js';

/** The width of a roll of 80 mm, and its margins, in points. */
const roll = 226.77;
const margin = 12;
/** The width of a letter of the font, as a part of its height. */
const letterWidth = 0.602;

/** Returns the slip as a PDF with one page, as wide as a roll of 80 mm and as high as needed. Its text can be searched and copied. */
export async function pdfSlip(
  parts: readonly SlipPart[],
  {title, width}: {readonly title: string; readonly width: SlipWidth},
): Promise<Uint8Array> {
  const {lines, items} = pageOf(parts, width);
  const column = (roll - 2 * margin) / width;
  const line = column / columnInLines;
  const document = new PDFDocument({
    size: [roll, Math.max(roll, lines * line + 2 * margin)],
    margin: 0,
    info: {Title: title, Producer: 'Duka', Creator: 'Duka'},
    lang: '',
    // Without a font given here, the library looks for one on the disk.
    font: Buffer.from(await fontBytes()) as unknown as string,
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>(resolve => document.on('end', resolve));
  for (const item of items) draw(document, item, {column, line});
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function draw(
  document: PDFKit.PDFDocument,
  item: PageItem,
  {column, line}: {readonly column: number; readonly line: number},
): void {
  const top = margin + item.top * line;
  if (item.kind === 'text') {
    const {text, left, scale, isStrong} = item;
    document.fontSize((column / letterWidth) * scale).lineWidth(0.3);
    document.text(text, margin + left * column, top, {lineBreak: false, fill: true, stroke: isStrong});
    return;
  }
  const left = (roll - item.columns * column) / 2;
  if (item.kind === 'picture') {
    document.image(pngOf(item.picture), left, top, {width: item.columns * column});
    return;
  }
  const size = (item.columns * column) / item.modules.length;
  for (const [y, cells] of item.modules.entries())
    for (const [x, isDark] of cells.entries()) if (isDark) document.rect(left + x * size, top + y * size, size, size);
  document.fill('black');
}
