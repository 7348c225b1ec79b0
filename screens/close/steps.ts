import {paragraph, type Row, row, type Span, span} from '../parts/rows.js';
import type {View} from '../view.js';

/** The steps of the close, with the one that it has come to. */
export type CloseStep = 1 | 2 | 3 | 4 | 5 | 6;

/** All steps in a line: what is done, what is being done, and what comes. */
export function stepsRow(now: CloseStep, {words, styles}: View): Row {
  const spans = words.shiftScreen.close.steps.map((word, at): Span => {
    const step = at + 1;
    if (step === now) return span(` ▸ ${step} ${word} `, styles.strong);
    return span(` ${step < now ? '✓' : step} ${word} `, styles.quiet);
  });
  return row(...spans);
}

/** A sentence of a step, in as many lines as it needs, three at most. */
export const stepText = (text: string, {columns, styles}: View, style = styles.plain): readonly Row[] =>
  text === '' ? [] : paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
