import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import type {PlanField} from '../../src/core/subscription/plan-order.js';

import {moneyRows} from '../enrol/money-rows.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, type Row, Rows, row, span} from '../parts/rows.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {isTypedPlan, planFormFields} from './plan-form.js';
import {planQuestion, shownInterval, shownPlanAmount} from './plan-form-shown.js';
import type {PlanFormScreen} from './plans-screens.js';

const labelWidth = 17;
const tallFrom = 16;

/** A plan being made: every field, or the one question before it is sent. */
export function PlanForm({screen, view}: ViewOf<PlanFormScreen>): ReactNode {
  const {columns, height, language, styles} = view;
  const {title, lead, movesNothing, sending, mayExist} = messages(language).planScreen.form;
  const {asked, isSending, problem} = screen;
  const space = height >= tallFrom ? [blank] : [];
  const say = (text: string, style = styles.quiet, most = 3) =>
    moneyRows(text, {width: columns - 1, most, indent: 3, style});
  const why = problem === undefined ? [] : [...space, ...say(`✗ ${problemText(problem, language)}`, styles.problem)];
  const body =
    asked === undefined
      ? [...say(lead), ...space, ...planFormFields.flatMap(field => fieldRows(field, screen, view)), ...why]
      : [
          ...space,
          ...planQuestion(asked.plan, view).flatMap((text, at) => say(text, at === 0 ? styles.strong : styles.plain)),
          ...space,
          ...(problem?.code === 'plan-unclear' ? say(`! ${mayExist}`, styles['not-known']) : []),
          ...say(isSending ? sending : movesNothing),
        ];
  return <Rows rows={[row(' ', span(title, styles.strong)), ...body].slice(0, height)} />;
}

function fieldRows(field: PlanField, screen: PlanFormScreen, view: View): readonly Row[] {
  const {hints} = messages(view.language).planScreen.form;
  const {lines} = screen;
  if (field === 'currency') return chosenField(screen.currency, options(field, screen, view));
  if (field === 'interval') return chosenField(shownInterval(screen, view), options(field, screen, view));
  if (field === 'amount') {
    const {before, after} = lines.amount;
    const line = {before: `${screen.currency} ${before}`, after};
    return typedField(line, shownPlanAmount(screen, view), options(field, screen, view));
  }
  const placeholder = isTypedPlan(field) && field !== 'name' ? hints[field] : '';
  const hint = screen.focus === field && placeholder !== '' ? ` ${placeholder}` : placeholder;
  return typedField(lines[field], textOf(lines[field]), {...options(field, screen, view), placeholder: hint});
}

function options(field: PlanField, {focus, wrong}: PlanFormScreen, view: View): FieldOptions {
  const {columns, styles, language} = view;
  return {
    label: messages(language).planScreen.form.fields[field],
    labelWidth,
    width: columns,
    isFocused: focus === field,
    styles,
    problem: wrong?.field === field ? problemText(wrong.problem, language) : undefined,
  };
}
