import type {ReactNode} from 'react';
import {problemText} from '../../src/core/messages/problem-text.js';
import {denominationsOf} from '../../src/core/money/denominations.js';
import {displayAmount, displayNumber} from '../../src/core/money/display.js';
import {jsonAmount} from '../../src/core/money/money.js';
import {zName} from '../../src/core/shift/report.js';
import {fit} from '../../src/core/text/width.js';

import {fillBar} from '../parts/bars.js';
import {around} from '../parts/choices.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, type Row, Rows, row, span} from '../parts/rows.js';
import type {
  CloseAskScreen,
  CloseCountScreen,
  ClosePrintScreen,
  CloseStopScreen,
  CountField,
} from '../shift/shift-screens.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine, textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {countFieldsOf} from './count-logic.js';
import {askTexts, shownTotal, totalNote} from './shown.js';
import {stepsRow, stepText} from './steps.js';

const labelWidth = 16;
const countWidth = 18;

const options = (label: string, view: View, more: Partial<FieldOptions> = {}): FieldOptions => ({
  label,
  labelWidth,
  width: view.columns,
  isFocused: true,
  styles: view.styles,
  ...more,
});

/** Step 1: the till sells nothing any more; who closes? */
export function CloseStop({screen: {person, isPersonKept, problem}, view}: ViewOf<CloseStopScreen>): ReactNode {
  const {styles, words, language} = view;
  const {stop, stopHow, person: label} = words.shiftScreen.close;
  const wrong = problem && problemText(problem, language);
  const rows = [
    stepsRow(1, view),
    blank,
    ...stepText(stop, view, styles.strong),
    ...stepText(stopHow({back: keyText('leave-close', view)}), view),
    blank,
    ...typedField(person, textOf(person), options(label, view, {problem: wrong, isSelected: isPersonKept})),
  ];
  return <Rows rows={rows} />;
}

/** Step 2: what is in the drawer, by nobody's expectation. */
export function CloseCount({screen, view}: ViewOf<CloseCountScreen>): ReactNode {
  const {height, styles, words} = view;
  const {currency, focus} = screen;
  const fields = countFieldsOf(screen);
  const head = [
    screen.to === undefined
      ? stepsRow(2, view)
      : row(' ', span(words.shiftScreen.form.titles['hand-over'], styles.strong)),
    ...stepText(words.shiftScreen.close.count({currency}), view, styles.strong),
    ...(height >= denominationsOf(currency).length + 5 ? [blank] : []),
  ];
  const groups = fields.map(field => countRows(field, screen, view));
  const shown = around(groups, Math.max(0, fields.indexOf(focus)), height - head.length);
  return <Rows rows={[...head, ...shown]} />;
}

function countRows(field: CountField, screen: CloseCountScreen, view: View): readonly Row[] {
  const {words, language} = view;
  const {currency, pieces, total, another, focus, isKept, problem} = screen;
  const {total: inAll, another: more} = words.shiftScreen.close;
  const isFocused = focus === field;
  const wrong = isFocused && problem !== undefined ? problemText(problem, language) : undefined;
  const own = (label: string, extra: Partial<FieldOptions> = {}) =>
    options(label, view, {labelWidth: countWidth, isFocused, problem: wrong, ...extra});
  if (field === 'another') return chosenField(another ?? words.shiftScreen.form.nothing, own(more));
  if (field === 'total') {
    const line = {before: `${currency} ${total.before}`, after: total.after};
    return typedField(
      line,
      shownTotal(screen, view),
      own(inAll, {note: totalNote(screen, view), isSelected: isKept && textOf(total) !== ''}),
    );
  }
  const minor = Number(field);
  const line = pieces[field] ?? emptyLine;
  const count = Number(textOf(line));
  const note = count === 0 ? '' : displayAmount({currency, minor: minor * count}, language);
  const label = `${fit(displayNumber(jsonAmount({currency, minor}), language), 8, true)} ×`;
  return typedField(line, textOf(line), own(label, {note, isSelected: isKept && textOf(line) !== ''}));
}

/** Step 3: what is open is asked about. */
export function CloseAsk({screen, view}: ViewOf<CloseAskScreen>): ReactNode {
  const {count, asked, answered} = screen;
  const {columns, styles, words} = view;
  const {asked: told} = words.shiftScreen.close;
  const {what, why} = askTexts(screen, view);
  const width = Math.min(50, columns - 8);
  const rows = [
    stepsRow(3, view),
    blank,
    ...stepText(what, view, styles.strong),
    blank,
    row('   ', span(fillBar(asked, {full: count, width}), styles.bar)),
    row('   ', told({asked: answered, count})),
    blank,
    ...stepText(why, view, styles.quiet),
  ];
  return <Rows rows={rows} />;
}

/** Step 6: paper, or how to come by a file. */
export function ClosePrint({screen: {report, isPrinting}, view}: ViewOf<ClosePrintScreen>): ReactNode {
  const {styles, words, till} = view;
  const {print, noPrinter, printing, made} = words.shiftScreen.close;
  const facts = {z: zName(report.number), number: report.number};
  const question = till.settings.printer === undefined ? noPrinter : print;
  const rows = [
    stepsRow(6, view),
    blank,
    ...stepText(made(facts), view, styles.paid),
    blank,
    ...stepText(isPrinting ? printing : question(facts), view),
  ];
  return <Rows rows={rows} />;
}
