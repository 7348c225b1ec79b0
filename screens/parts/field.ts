import {fit, widthOf, wrap} from '../../src/core/text/width.js';
import {type Line, textOf} from '../terminal/line.js';
import type {Styles} from '../terminal/styles.js';
import {type Row, row, type Span, span} from './rows.js';

export type FieldOptions = {
  readonly label: string;
  readonly labelWidth: number;
  readonly width: number;
  readonly isFocused: boolean;
  readonly styles: Styles;
  /** The next character replaces the content. */
  readonly isSelected?: boolean;
  readonly isLocked?: boolean;
  /** The value that applies while nothing is typed. */
  readonly placeholder?: string;
  readonly note?: string;
  /** A sentence below the field that says what is wrong with it. */
  readonly problem?: string | undefined;
};

/** The cells before the label, for the mark of the field with the focus. */
const markWidth = 3;
/** Where the notes begin, so that they form one column. */
const valueWidth = 28;
const shortestValue = 16;
const longestProblem = 3;
/** In a narrower window, a note or a hint that has no room is left out, and a problem takes the whole line. */
const narrowest = 60;

/** Returns the rows of a field for typing: its text with the cursor while it has the focus, otherwise `shown`. */
export function typedField(line: Line, shown: string, options: FieldOptions): readonly Row[] {
  const {isFocused, isSelected = false, isLocked = false, placeholder = '', styles, width} = options;
  const isTyped = isFocused && !isLocked;
  if (isTyped && isSelected && textOf(line) !== '')
    return fieldRows([span(textOf(line), styles.selected), span('▌', styles.strong)], options);
  // In a narrow window the note gives way to what is typed.
  const room = roomFor(width < narrowest ? {...options, note: ''} : options);
  const value = isTyped ? typing(line, room) : shown;
  const isHinted = textOf(line) === '' && (width >= narrowest || widthOf(placeholder) < roomFor(options));
  const hint = isHinted ? placeholder : '';
  return fieldRows([span(value, isFocused ? styles.strong : styles.plain), span(hint, styles.quiet)], options);
}

export function chosenField(shown: string, options: FieldOptions): readonly Row[] {
  const {isFocused, styles} = options;
  return fieldRows([isFocused ? span(`‹ ${shown} ›`, styles.strong) : span(shown)], options);
}

function roomFor({width, labelWidth, note = ''}: FieldOptions): number {
  const room = width - markWidth - labelWidth - 1;
  return note === '' ? room : Math.max(shortestValue, room - widthOf(note) - 1);
}

function fieldRows(value: readonly Span[], options: FieldOptions): readonly Row[] {
  const {label, labelWidth, isFocused, styles, note = '', problem, width} = options;
  const used = value.reduce((sum, {text}) => sum + widthOf(text), 0);
  const gap = ' '.repeat(Math.max(2, Math.min(valueWidth, roomFor(options)) - used));
  const indent = markWidth + labelWidth;
  const isLong = indent + used > width;
  const named = [
    span(isFocused ? ' ▸ ' : '   ', styles.strong),
    span(fit(label, labelWidth), isFocused ? styles.strong : styles.quiet),
  ];
  const noted = note === '' || (width < narrowest && indent + used + gap.length + widthOf(note) > width);
  const line = row(...named, ...(isLong ? [] : value), ...(noted ? [] : [gap, span(note, styles.quiet)]));
  const margin = width < narrowest ? markWidth : indent;
  const wrong = problem === undefined ? [] : wrap(problem, width - margin - 3).slice(0, longestProblem);
  return [
    line,
    ...(isLong ? [row(' '.repeat(markWidth + 2), ...value)] : []),
    ...wrong.map((part, at) => row(' '.repeat(margin), span(`${at === 0 ? '✗' : ' '} ${part}`, styles.problem))),
  ];
}

/** Returns the end of the text before the cursor, the cursor, and as much of the text after it as has room. */
function typing({before, after}: Line, width: number): string {
  const head = widthOf(before) > width - 2 ? `…${endOf(before, width - 3)}` : before;
  const room = width - widthOf(head) - 1;
  return `${head}▌${widthOf(after) > room ? fit(after, room) : after}`;
}

function endOf(text: string, width: number): string {
  let end = '';
  for (const letter of [...text].reverse()) {
    if (widthOf(letter + end) > width) break;
    end = letter + end;
  }
  return end;
}

/** Returns the line of a secret as it is drawn: a dot for each character. */
export const masked = ({before, after}: Line): Line => ({
  before: '•'.repeat(before.length),
  after: '•'.repeat(after.length),
});

/** Returns as many groups of lines around the marked one as have room, as indexes: `from` inclusive, `to` exclusive. */
export function partAround(
  groups: readonly (readonly Row[])[],
  marked: number,
  room: number,
): {readonly from: number; readonly to: number} {
  let from = marked;
  let to = marked;
  let used = groups[marked]?.length ?? 0;
  const fits = (at: number) => at >= 0 && at < groups.length && used + (groups[at]?.length ?? 0) <= room;
  while (fits(to + 1) || fits(from - 1)) {
    const next = fits(to + 1) ? to + 1 : from - 1;
    used += groups[next]?.length ?? 0;
    to = Math.max(to, next);
    from = Math.min(from, next);
  }
  return {from, to: Math.min(to + 1, groups.length)};
}
