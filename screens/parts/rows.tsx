import {Box, Text} from 'ink';
import {memo, type ReactNode} from 'react';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import {qrLines} from '../../src/core/text/qr.js';
import {fit, wrap} from '../../src/core/text/width.js';
import type {Style, Styles} from '../terminal/styles.js';

export type Span = {readonly text: string; readonly style: Style};

/** Exactly one line of the screen, so that heights can be added. */
export type Row = readonly Span[];

const plain: Style = {};
export const span = (text: string, style: Style = plain): Span => ({text, style});
export const row = (...spans: readonly (Span | string)[]): Row =>
  spans.map(part => (typeof part === 'string' ? span(part) : part));
export const blank: Row = [];
export const blanks = (count: number): readonly Row[] => Array.from({length: Math.max(0, count)}, () => blank);

type ParagraphOptions = {
  readonly width: number;
  readonly most: number;
  readonly style?: Style;
  readonly indent?: number;
  readonly lead?: Span;
};

/** Returns a text in at most `most` lines. If there was more, the last line ends with `…`. `lead` is before the first line. */
export function paragraph(
  text: string,
  {width, most, style = plain, indent = 0, lead}: ParagraphOptions,
): readonly Row[] {
  const lines = wrap(text, width - indent).slice(0, most + 1);
  const visible =
    lines.length > most ? [...lines.slice(0, most - 1), fit(lines.slice(most - 1).join(' '), width - indent)] : lines;
  const margin = (index: number) =>
    index === 0 && lead !== undefined ? {...lead, text: fit(lead.text, indent)} : span(' '.repeat(indent));
  return visible.map((line, index) => [margin(index), span(line, style)]);
}

/** Styled text that is drawn again only if the text or its style has changed. */
export const Piece = memo(Text);

/** Draws lines of text, each in its own line of the screen. */
export function Rows({rows}: {readonly rows: readonly Row[]}): ReactNode {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {rows.map((spans, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <Line key={line} spans={spans} />
      ))}
    </Box>
  );
}

type LineProps = {readonly spans: Row};
const Line = memo(
  ({spans}: LineProps): ReactNode => (
    <Text wrap="truncate">
      {spans.length === 0
        ? ' '
        : spans.map(({text, style}, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a line is its place
            <Piece key={at} {...style}>
              {text}
            </Piece>
          ))}
    </Text>
  ),
  (before, {spans}: LineProps) =>
    before.spans.length === spans.length &&
    spans.every(({text, style}, at) => before.spans[at]?.text === text && before.spans[at]?.style === style),
);

/** Returns the rows of a QR code. It has the right polarity without colours, and those of paper and ink if they are allowed. */
export function qrRows(text: string, styles: Styles): readonly Row[] {
  const paper: Style = styles.paper.backgroundColor === undefined ? {} : {color: 'white', backgroundColor: 'black'};
  return qrLines(text).map(line => row(span(line, paper)));
}

const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const eighths = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;

type Bars = {readonly height: number; readonly width: number; readonly full?: number};

/** Returns bars side by side in `height` lines, top line first; any value is visible. `full`: a whole bar, by default the highest. */
export function columnBars(values: readonly number[], {height, width, full}: Bars): string[] {
  const most = full ?? Math.max(...values, 1);
  const heights = values.map(value =>
    value <= 0 ? 0 : Math.max(1, Math.round((value / most) * height * levels.length)),
  );
  return Array.from({length: height}, (_, line) => {
    const below = (height - 1 - line) * levels.length;
    const cells = heights.map(each => levels[Math.min(each - below, levels.length) - 1] ?? ' ');
    return cells.map(cell => cell.repeat(width)).join(' ');
  });
}

const wantsAnEyeAfter = 10 * 60_000;

/** Returns a bar of how long a payment has waited, full when a person should look at it; empty if it is not open. */
export function waitBar(payment: Payment, now: number, width: number): string {
  return isOpen(payment) ? ageBar(now - payment.requestedAt, {full: wantsAnEyeAfter, width}) : '';
}

/** Returns a bar that is full at `full` and ends with `!` from then on. */
export function ageBar(value: number, {full, width}: {full: number; width: number}): string {
  if (value >= full) return `${'█'.repeat(width - 1)}!`;
  const filled = Math.max(1, Math.ceil((Math.max(0, value) / full) * width * eighths.length));
  const whole = Math.floor((filled - 1) / eighths.length);
  return ('█'.repeat(whole) + eighths[(filled - 1) % eighths.length]).padEnd(width);
}

export function fillBar(value: number, {full, width}: {full: number; width: number}): string {
  const filled = full <= 0 ? width : Math.round((Math.min(value, full) / full) * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}
