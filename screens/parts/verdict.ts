import type {Language} from '../../src/core/messages/messages.js';
import {displayAmount, displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {type Badge, glyphs} from '../../src/core/payment/badge.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import type {Style, Styles} from '../terminal/styles.js';
import {bigText} from './big-text.js';
import {type Row, row, type Span, span} from './rows.js';

/** Returns a verdict as a coloured block. Without colours, the glyph and the word still say it. */
export function verdictSpan(badge: Badge, word: string, styles: Styles): Span {
  return span(` ${glyphs[badge]} ${word} `, styles[`${badge}-block`]);
}

type AmountOptions = {
  readonly width: number;
  readonly language: Language;
  /** Whether there are three lines for the digits. */
  readonly isTall: boolean;
  readonly style: Style;
  readonly beside?: readonly [Span, Span];
};

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
