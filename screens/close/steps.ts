import {type Fact, fact} from '../kit/block.js';
import type {Context} from '../kit/step.js';
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

/** The same as a block. */
export function stepsBlock(now: CloseStep, {words}: Context): Fact {
  const {steps} = words.shiftScreen.close;
  const text = steps
    .map((word, at) => `${at + 1 < now ? '✓' : at + 1 === now ? `▸ ${now}` : at + 1} ${word}`)
    .join('  ');
  const said = words.narration.closeStep({step: now, word: steps[now - 1] ?? ''});
  return fact('steps', text, {tone: 'quiet', importance: 'standing', said});
}

/** A sentence of a step, in as many lines as it needs, three at most. */
export const stepText = (text: string, {columns, styles}: View, style = styles.plain): readonly Row[] =>
  text === '' ? [] : paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
