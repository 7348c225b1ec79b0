import type {Language} from '../../src/core/messages/messages.js';
import {displayAmount, displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {type Badge, glyphs} from '../../src/core/payment/badge.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import type {Style, Styles} from '../terminal/styles.js';
import {type Row, row, type Span, span} from './rows.js';

type Shape = readonly [string, string, string];

/** Numbers, and the verdicts' signs and letters, three lines high, in blocks that every terminal has. Accents are at their letters. */
const shapes: Readonly<Record<string, Shape>> = {
  '0': ['█▀█', '█ █', '▀▀▀'],
  '1': ['▀█ ', ' █ ', '▀▀▀'],
  '2': ['▀▀█', '█▀▀', '▀▀▀'],
  '3': ['▀▀█', ' ▀█', '▀▀▀'],
  '4': ['█ █', '▀▀█', '  ▀'],
  '5': ['█▀▀', '▀▀█', '▀▀▀'],
  '6': ['█▀▀', '█▀█', '▀▀▀'],
  '7': ['▀▀█', '  █', '  ▀'],
  '8': ['█▀█', '█▀█', '▀▀▀'],
  '9': ['█▀█', '▀▀█', '▀▀▀'],
  '.': [' ', ' ', '▀'],
  ',': [' ', ' ', '▄'],
  '−': ['  ', '▀▀', '  '],
  ' ': [' ', ' ', ' '],
  '\u00A0': [' ', ' ', ' '],
  A: ['█▀█', '█▀█', '▀ ▀'],
  À: ['▀▄ ', '█▀█', '▀ ▀'],
  Ã: ['▀▄▀', '█▀█', '▀ ▀'],
  B: ['█▀▄', '█▀▄', '▀▀ '],
  C: ['█▀▀', '█  ', '▀▀▀'],
  D: ['█▀▄', '█ █', '▀▀ '],
  E: ['█▀▀', '█▀ ', '▀▀▀'],
  É: ['▄▄█', '█▀ ', '▀▀▀'],
  F: ['█▀▀', '█▀ ', '▀  '],
  G: ['█▀▀', '█ █', '▀▀▀'],
  H: ['█ █', '█▀█', '▀ ▀'],
  I: ['▀█▀', ' █ ', '▀▀▀'],
  J: ['  █', '  █', '▀▀▀'],
  K: ['█ █', '█▀▄', '▀ ▀'],
  L: ['█  ', '█  ', '▀▀▀'],
  M: ['█▄ ▄█', '█ ▀ █', '▀   ▀'],
  N: ['█▄ █', '█ ▀█', '▀  ▀'],
  O: ['█▀█', '█ █', '▀▀▀'],
  P: ['█▀█', '█▀▀', '▀  '],
  R: ['█▀█', '█▀▄', '▀ ▀'],
  S: ['█▀▀', '▀▀█', '▀▀▀'],
  T: ['▀█▀', ' █ ', ' ▀ '],
  U: ['█ █', '█ █', '▀▀▀'],
  V: ['█ █', '█ █', ' ▀ '],
  W: ['█   █', '█▄▀▄█', '▀   ▀'],
  Y: ['█ █', '▀█▀', ' ▀ '],
  Z: ['▀▀█', ' ▄▀', '▀▀▀'],
  [glyphs.paid]: ['   ▄▀', '▄ ▄▀ ', ' ▀   '],
  [glyphs['given-back']]: ['▄▀   ', '█▄▄▄▄', ' ▀   '],
  [glyphs['not-paid']]: ['█ █', '▄▀▄', '▀ ▀'],
  [glyphs['not-known']]: ['▀▀█', ' ▀▀', ' ▀ '],
  [glyphs['needs-person']]: ['█', '█', '▀'],
};

/** Returns the three lines of a number such as `1,250.00`. */
export const bigText = (number: string): Shape =>
  beside([...number].map(letter => shapes[letter] ?? [letter, ' ', ' ']));

/** Returns the three lines of a word, or undefined if it has a letter that no verdict has. */
export function bigWord(word: string): Shape | undefined {
  const letters = [...word].map(letter => shapes[letter]);
  return letters.every(shape => shape !== undefined) ? beside(letters) : undefined;
}

function beside(letters: readonly Shape[]): Shape {
  const line = (at: 0 | 1 | 2) => letters.map(shape => shape[at]).join(' ');
  return [line(0), line(1), line(2)];
}

/** Returns a verdict as a coloured block. Without colours, the glyph and the word still say it. */
export const verdictSpan = (badge: Badge, word: string, styles: Styles): Span =>
  span(` ${glyphs[badge]} ${word} `, styles[`${badge}-block`]);

type AmountOptions = {
  readonly width: number;
  readonly language: Language;
  /** Whether there are three lines for the digits. */
  readonly isTall: boolean;
  readonly style: Style;
  readonly beside?: readonly [Span, Span];
};

type BandOptions = Pick<AmountOptions, 'width' | 'language'> & {
  readonly badge: Badge;
  readonly word: string;
  /** A text in the last line of the band. */
  readonly note: string;
  readonly styles: Styles;
};

/**
 * Returns an outcome as a band in its colour, five lines high: its word and the amount in large type. If both have no room beside each
 * other, the amount is large and the word is not. Returns undefined if even that has no room.
 */
export function bandRows(money: Money, options: BandOptions): readonly Row[] | undefined {
  const {width, language, badge, word, note, styles} = options;
  const number = bigText(displayAmount(money, language));
  const unit = `${money.currency}  `;
  const lead = [' '.repeat(unit.length), ' '.repeat(unit.length), unit];
  const taken = unit.length + widthOf(number[0]);
  const named = `${glyphs[badge]} ${word}`;
  const large = bigWord(named);
  const words = [large, ['', named, '']].find(
    lines => lines !== undefined && widthOf(lines[1] ?? '') + bandMargin + taken <= width - 2 * bandMargin,
  );
  if (words === undefined) return undefined;
  const room = width - 2 * bandMargin - taken;
  const margin = ' '.repeat(bandMargin);
  const lines = words.map((line, at) => margin + fit(line, room) + lead[at] + number[at] + margin);
  // Letters of blocks can be neither searched nor copied, so the word is also there as text.
  const stamp = words === large ? `${named}  ${note}` : note;
  const last = fit(stamp + margin, width, true);
  return [' '.repeat(width), ...lines, last].map(line => row(span(line, styles[`${badge}-block`])));
}

const bandMargin = 3;

/** Returns the amount as the largest element of the screen, with up to two texts at its right or below it. */
export function amountRows(
  money: Money,
  {width, language, isTall, style, beside = [span(''), span('')]}: AmountOptions,
): readonly Row[] {
  const big = bigText(displayAmount(money, language));
  const lead = `    ${money.currency}  `;
  const isBig = isTall && lead.length + widthOf(big[0]) + 2 <= width;
  if (!isBig) {
    const small = `    ${displayMoney(money, language)}`;
    return placed([row(span(small, {...style, bold: true}))], widthOf(small), width, beside);
  }
  const margin = ' '.repeat(lead.length);
  const rows = [
    row(margin, span(big[0], style)),
    row(margin, span(big[1], style)),
    row(span(lead, {...style, bold: true}), span(big[2], style)),
  ];
  return placed(rows, lead.length + widthOf(big[0]), width, beside);
}

function placed(
  rows: readonly Row[],
  taken: number,
  width: number,
  [first, second]: readonly [Span, Span],
): readonly Row[] {
  const longest = Math.max(widthOf(first.text), widthOf(second.text));
  if (longest === 0) return rows;
  const room = width - taken - 3;
  if (longest > room) return [...rows, row('    ', first, ' ', second)];
  if (rows.length === 1) {
    const both = widthOf(first.text) + 1 + widthOf(second.text);
    return both > room
      ? [...rows, row('    ', first, ' ', second)]
      : [row(...(rows[0] ?? []), gap(width - taken - both), first, ' ', second)];
  }
  const [top = [], middle = [], ...rest] = rows;
  return [
    row(...top, gap(width - taken - widthOf(first.text)), first),
    row(...middle, gap(width - taken - widthOf(second.text)), second),
    ...rest,
  ];
}

const gap = (cells: number): string => fit('', cells);
