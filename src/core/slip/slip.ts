import {type Figure, figureColumn, figureWidth} from '../money/display.js';
import {plainBlanks} from '../text/text.js';
import {fit, widthOf, wrap} from '../text/width.js';

/** The columns of the usual rolls: 58 mm, 80 mm in its large font, 80 mm. */
export const slipWidths = [32, 42, 48] as const;
export type SlipWidth = (typeof slipWidths)[number];

/** The character sets of printers, by the numbers that Epson gave them. `ascii` is for a printer that prints none of them correctly. */
export const codePages = ['ascii', 'cp437', 'cp850', 'cp858', 'cp863', 'cp1252'] as const;
export type CodePage = (typeof codePages)[number];

export type PrinterProfile = {
  readonly columns: SlipWidth;
  readonly codePage: CodePage;
  /** Whether it has a cutter. Without one the paper is fed far enough to be torn off. */
  readonly cut: boolean;
  /** Whether a cash drawer is connected to it. */
  readonly drawer: boolean;
  /** `text` for a printer that cannot draw QR codes itself. */
  readonly qr: 'native' | 'text';
};

/**
 * A part of a slip, for any output: text, ESC/POS or HTML. A `banner` stands at both ends of a slip that must not be taken for a receipt.
 * `columns` is a row of a report; the figures of all rows are aligned on their decimal marks. Texts have no blanks at their ends, and
 * foreign texts are clean. A `picture` is drawn by all outputs but text, once its file has been read.
 */
export type SlipPart =
  | PlainPart
  | {readonly kind: 'qr'; readonly text: string; readonly caption?: string}
  | {readonly kind: 'picture'; readonly file: string; readonly picture?: Picture};

/** Shades of grey, one byte per dot, row by row: 0 is black, 255 white. */
export type Picture = {readonly width: number; readonly height: number; readonly dots: Uint8Array};

/** A part that is printed in the printer's own characters. */
export type PlainPart =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly align: 'left' | 'centre';
      readonly size: 'normal' | 'large';
      readonly isStrong: boolean;
    }
  | {readonly kind: 'rule'}
  | {readonly kind: 'blank'}
  | {readonly kind: 'pair'; readonly label: string; readonly value: string}
  | SlipRow
  | {readonly kind: 'banner'; readonly text: string};

/** A row of a report. The count or the amount is null if the row has none. */
export type SlipRow = {
  readonly kind: 'columns';
  readonly label: string;
  readonly count: number | null;
  readonly amount: Figure | null;
};

export const pair = (label: string, value: string): SlipPart => ({kind: 'pair', label, value});

export const centred = (text: string, weight: 'plain' | 'strong' | 'large' = 'plain'): SlipPart => ({
  kind: 'text',
  text,
  align: 'centre',
  size: weight === 'large' ? 'large' : 'normal',
  isStrong: weight !== 'plain',
});

/** The cells that the counts and the amounts of a slip take. */
export type FigureWidths = {readonly count: number; readonly amount: number};

/** Returns the lines of a QR code of at most `width` cells; undefined if it does not fit. */
export type DrawQr = (text: string, width: number) => readonly string[] | undefined;

/** Returns the slip in lines of exactly `width` terminal cells. A QR code that cannot be drawn is printed as its text. */
export function slipText(parts: readonly SlipPart[], width: SlipWidth, drawQr: DrawQr = () => undefined): string[] {
  const figures = figureWidths(parts);
  return parts.flatMap(part => {
    if (part.kind === 'picture') return [];
    return part.kind === 'qr' ? qrLines(part, width, drawQr) : partLines(part, width, figures);
  });
}

/** Returns a part in lines of `width` cells at normal size, unbroken at no-break blanks; paper gets plain blanks and hyphens. */
export const partLines = (part: PlainPart, width: number, figures: FigureWidths): string[] =>
  linesOf(part, width, figures).map(line => plainBlanks(line).replaceAll('−', '-'));

function linesOf(part: PlainPart, width: number, figures: FigureWidths): string[] {
  switch (part.kind) {
    case 'text':
      return part.align === 'centre' ? centredLines(part.text, width) : toTheLeft(part.text, width);
    case 'rule':
      return ['-'.repeat(width)];
    case 'blank':
      return [fit('', width)];
    case 'pair':
      return pairLines(part.label, part.value, width);
    case 'columns':
      return pairLines(part.label, figuresText(part, figures), width);
    case 'banner':
      return banner(part.text, width);
  }
}

/** Returns the widths of the figures, which are the same for every row of a slip, so that its tables are aligned. */
export function figureWidths(parts: readonly SlipPart[]): FigureWidths {
  const rows = parts.filter(part => part.kind === 'columns');
  const counts = rows.map(({count}) => (count === null ? 0 : String(count).length));
  const amounts = rows.map(({amount}) => (amount === null ? 0 : figureWidth(amount)));
  return {count: Math.max(0, ...counts), amount: Math.max(0, ...amounts)};
}

/** The count and the amount of a row in exactly the cells of `figures`, with two blanks between them. */
function figuresText({count, amount}: SlipRow, figures: FigureWidths): string {
  const counted = count === null ? fit('', figures.count) : fit(String(count), figures.count, true);
  const money = amount === null ? fit('', figures.amount) : figureColumn(amount, figures.amount);
  return [counted, money].filter(cells => cells !== '').join('  ');
}

function qrLines({text, caption}: SlipPart & {kind: 'qr'}, width: number, drawQr: DrawQr): string[] {
  const drawn = drawQr(text, width)?.map(line => centredLine(line, width));
  return [...(drawn ?? toTheLeft(text, width)), ...(caption === undefined ? [] : centredLines(caption, width))];
}

/** The label on the left and the value on the right. A value that does not fit beside its label gets lines of its own. */
function pairLines(label: string, value: string, width: number): string[] {
  const room = width - widthOf(label) - 1;
  if (widthOf(value) <= room) return [`${label} ${fit(value, room, true)}`];
  return [...toTheLeft(label, width), ...wrap(value, width).map(line => fit(line, width, true))];
}

function banner(text: string, width: number): string[] {
  const edge = '#'.repeat(width);
  return [edge, ...centredLines(text, width - 4).map(line => `# ${line} #`), edge];
}

const toTheLeft = (text: string, width: number): string[] => wrap(text, width).map(line => fit(line, width));

const centredLines = (text: string, width: number): string[] => wrap(text, width).map(line => centredLine(line, width));

const centredLine = (line: string, width: number): string =>
  fit(' '.repeat(Math.floor((width - widthOf(line)) / 2)) + line, width);
