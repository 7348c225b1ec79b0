import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {encode} from 'uqr';
import {figureWidths, type Picture, partLines, type SlipPart, type SlipWidth, slipText} from '../core/slip/slip.js';
import {dotsPerColumn, fitted} from './picture.js';

/** A line of text, a QR code or a picture. `top` is in lines, `left` and `columns` in columns of the slip, `scale` times the normal size. */
export type PageItem =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly top: number;
      readonly left: number;
      readonly scale: number;
      readonly isStrong: boolean;
    }
  | {
      readonly kind: 'code';
      readonly modules: readonly (readonly boolean[])[];
      readonly top: number;
      readonly columns: number;
    }
  | {readonly kind: 'picture'; readonly picture: Picture; readonly top: number; readonly columns: number};

/** A slip as a page: `columns` wide and `lines` high. */
type PrintedPage = {readonly columns: SlipWidth; readonly lines: number; readonly items: readonly PageItem[]};

/** The size of large letters, as a multiple of the normal size. */
const large = 1.5;
/** The width of a column in lines: letters are higher than they are wide. */
export const columnInLines = 0.5;
/** The width of a QR code in columns, large enough for a telephone at arm's length. */
const codeColumns = 28;

/** Lays out a slip, in the form that a PDF and a picture of it have in common. */
export function pageOf(parts: readonly SlipPart[], columns: SlipWidth): PrintedPage {
  const figures = figureWidths(parts);
  const items: PageItem[] = [];
  let top = 0;
  const write = (lines: readonly string[], scale: number, isStrong: boolean) => {
    for (const text of lines) {
      if (text.trim() !== '') items.push({kind: 'text', text: text.trimEnd(), top, left: 0, scale, isStrong});
      top += scale;
    }
  };
  for (const part of parts) {
    if (part.kind === 'picture') {
      if (part.picture === undefined) continue;
      const picture = fitted(part.picture, {width: columns * dotsPerColumn, height: part.picture.height});
      const size = picture.width / dotsPerColumn;
      items.push({kind: 'picture', picture, top, columns: size});
      top += ((size * picture.height) / picture.width) * columnInLines + 0.5;
    } else if (part.kind === 'qr') {
      const modules = encode(part.text, {ecc: 'L', boostEcc: false, border: 0}).data;
      items.push({kind: 'code', modules, top: top + 0.5, columns: codeColumns});
      top += codeColumns * columnInLines + 1;
      const caption = {
        kind: 'text',
        text: part.caption ?? '',
        align: 'centre',
        size: 'normal',
        isStrong: false,
      } as const;
      write(slipText([caption], columns), 1, false);
    } else if (part.kind === 'text' && part.size === 'large') {
      const room = Math.floor(columns / large);
      write(partLines(part, room, figures), large, part.isStrong);
    } else
      write(partLines(part, columns, figures), 1, part.kind === 'banner' || (part.kind === 'text' && part.isStrong));
  }
  return {columns, lines: top, items};
}

/** Returns the bytes of the monospaced font for pages. The build puts them into the bundle (`tools/build.ts`). */
export const fontBytes = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'));
