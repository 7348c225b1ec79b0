import type {ReactNode} from 'react';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/display.js';

import {choiceRows} from '../parts/choices.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import {type Line, textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {parseSum, reasonsOf, shiftFieldsOf} from './shift-form.js';
import type {ShiftField, ShiftFormScreen} from './shift-screens.js';

const labelWidth = 18;

/** The opening of a shift, its handing over, or a movement of the drawer. */
export function ShiftQuestion({screen, view}: ViewOf<ShiftFormScreen>): ReactNode {
  const {columns, height, language, styles, words} = view;
  const {titles, leads, writing} = words.shiftScreen.form;
  const say = (text: string, style = styles.quiet) => paragraph(text, {width: columns - 1, most: 2, indent: 3, style});
  const rows: readonly Row[] = [
    row(' ', span(titles[screen.about], styles.strong)),
    ...say(leads[screen.about]),
    blank,
    ...shiftFieldsOf(screen, language).flatMap(field => rowsOf(field, screen, view)),
    blank,
    ...(screen.isWriting ? say(writing, styles['not-known']) : []),
    ...(screen.asked === undefined ? [] : beyondTexts(view).flatMap(text => say(text, styles['needs-person']))),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function rowsOf(field: ShiftField, screen: ShiftFormScreen, view: View): readonly Row[] {
  const {lines, focus} = screen;
  if (field === 'person' || field === 'reason')
    return typedField(lines[field], textOf(lines[field]), {
      ...options(field, screen, view),
      isSelected: field === 'person' && screen.isPersonKept,
    });
  if (field === 'count') return chosenField(countText(screen, view), options(field, screen, view));
  if (field === 'currency') return chosenField(chosenCurrency(screen, view), options(field, screen, view));
  if (field === 'why') {
    const isAsked = screen.asked !== undefined;
    const note = isAsked ? '' : view.words.shiftScreen.form.choose({keys: keyText('pick-reason', view)});
    const texts = reasonsOf(screen, view.language);
    const choices = {keys: view.keys['pick-reason'], indent: labelWidth + 3, styles: view.styles};
    return [
      ...chosenField(texts[screen.why ?? -1] ?? '…', options(field, screen, view, note)),
      ...(focus === 'why' && !isAsked ? choiceRows(texts, choices) : []),
    ];
  }
  const currency = field === 'amount' ? screen.currency : field;
  const line = lineIn(field, screen);
  const typed = currency === undefined ? line : {before: `${currency} ${line.before}`, after: line.after};
  return typedField(typed, shownSum(field, screen, view), {
    ...options(field, screen, view),
    isSelected: screen.isSumKept && textOf(line) !== '',
  });
}

/** The question whether more shall go out than the till knows of; it names no sum, which a count is not to know. */
export function beyondTexts(view: Pick<View, 'words' | 'language' | 'keys'>): readonly string[] {
  const {beyond, beyondHow} = view.words.shiftScreen.form;
  return [beyond, beyondHow({yes: keyText('write-down', view), no: keyText('back', view)})];
}

/** The line of an amount or of a float. */
function lineIn(field: ShiftField, {lines, floats}: ShiftFormScreen): Line {
  return floats.find(({currency}) => currency === field)?.line ?? lines.amount;
}

/** What is chosen, or that nothing is. */
export function chosenCurrency({currency}: ShiftFormScreen, {words}: Pick<View, 'words'>): string {
  return currency ?? words.shiftScreen.form.nothing;
}

/** Whether the drawer is counted before the shift is handed over. */
export function countText({isCounted}: ShiftFormScreen, {words}: Pick<View, 'words'>): string {
  return isCounted ? words.shiftScreen.form.countFirst : words.shiftScreen.form.noCount;
}

/** A sum as it is understood; as it stands where it is not. */
export function shownSum(field: ShiftField, screen: ShiftFormScreen, {language}: Pick<View, 'language'>): string {
  const line = lineIn(field, screen);
  const currency = screen.floats.find(each => each.currency === field)?.currency ?? screen.currency;
  if (currency === undefined) return textOf(line);
  try {
    return displayMoney(parseSum(line, currency), language);
  } catch {
    return `${currency} ${textOf(line)}`;
  }
}

/** What a field is called: the currency of a float, the person of a handing over. */
export function fieldLabel(field: ShiftField, {about}: ShiftFormScreen, {words}: Pick<View, 'words'>): string {
  const {fields, another} = words.shiftScreen.form;
  if (field === 'person') return about === 'open' ? fields.person : fields.to;
  if (field === 'currency') return about === 'open' ? another : fields.currency;
  if (field === 'amount' || field === 'why' || field === 'reason' || field === 'count') return fields[field];
  return fields.float({currency: field});
}

/** What is wrong with a field, as a sentence. */
export function fieldProblem(
  field: ShiftField,
  {wrong}: ShiftFormScreen,
  view: Pick<View, 'words' | 'language' | 'keys'>,
): string | undefined {
  if (wrong?.field !== field) return undefined;
  if (wrong.problem !== undefined) return problemText(wrong.problem, view.language);
  return view.words.shiftScreen.form.chooseFirst({keys: keyText('pick-reason', view)});
}

function options(field: ShiftField, screen: ShiftFormScreen, view: View, note = ''): FieldOptions {
  const {columns, styles} = view;
  return {
    label: fieldLabel(field, screen, view),
    labelWidth,
    width: columns,
    isFocused: screen.focus === field && screen.asked === undefined,
    styles,
    note,
    problem: fieldProblem(field, screen, view),
  };
}
