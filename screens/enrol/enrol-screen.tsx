import type {ReactNode} from 'react';
import {brandOf, securityCodeLength} from '../../src/core/card/card.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {priceText} from '../../src/core/subscription/plan-text.js';
import {cleanText} from '../../src/core/text/text.js';

import {markedIn, pickRows} from '../bank/pick.js';
import {beginningOf, leftNumber, typedNumber} from '../card/masks.js';
import {shownExpiry} from '../card/shown.js';
import {type FieldOptions, masked, typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {plansFitting} from './enrol-form.js';
import {planOfForm} from './enrol-logic.js';
import {type EnrolField, type EnrolScreen, enrolFields} from './enrol-screens.js';
import {moneyRows} from './money-rows.js';
import {chargeText, customerWarnings} from './shown.js';

const labelWidth = 18;
const tallFrom = 16;
const mostPlans = 6;

/** A customer being enrolled. Of the card's number no more is ever shown than its last four digits. */
export function Enrol({screen, view}: ViewOf<EnrolScreen>): ReactNode {
  const {columns, height, language, styles, words} = view;
  const {title} = messages(language).planScreen.enrol;
  const space = height >= tallFrom ? [blank] : [];
  const say = (text: string, style = styles.quiet, most = 2) =>
    paragraph(text, {width: columns - 1, most, indent: 3, style});
  const notes = [
    ...customerWarnings(textOf(screen.lines.email), view).flatMap(text => say(`! ${text}`, styles['not-known'])),
    ...say(words.cardScreen.sale.notKept),
  ];
  const fields = enrolFields.flatMap(field => fieldRows(field, screen, view));
  const rows: readonly Row[] = [
    row(' ', span(title, styles.strong)),
    ...space,
    ...fields,
    ...planRows(screen, view),
    ...space,
    ...notes,
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function fieldRows(field: EnrolField, screen: EnrolScreen, view: View): readonly Row[] {
  const {lines, focus} = screen;
  const {sale} = view.words.cardScreen;
  const {fields, planHint, asking} = messages(view.language).planScreen.enrol;
  const options = (note = '', placeholder = ''): FieldOptions => ({
    label: field === 'plan' || field === 'email' || field === 'holder' ? fields[field] : sale.fields[field],
    labelWidth,
    width: view.columns,
    isFocused: focus === field,
    styles: view.styles,
    problem: screen.wrong?.field === field ? problemText(screen.wrong.problem, view.language) : undefined,
    note,
    placeholder,
  });
  switch (field) {
    case 'plan': {
      const name = cleanText(planOfForm(screen, view)?.name ?? '', 40);
      const hint = focus === 'plan' ? ` ${planHint}` : planHint;
      return [
        ...typedField(lines.plan, textOf(lines.plan), options(name, hint)),
        ...(screen.asking === undefined ? [] : noteRow(asking, view)),
        ...(focus === 'plan' && screen.plan === undefined && screen.asking === undefined ? choices(screen, view) : []),
      ];
    }
    case 'number':
      return typedField(
        typedNumber(lines.number),
        leftNumber(lines.number),
        options(brandOf(beginningOf(lines.number)) ?? ''),
      );
    case 'expiry':
      return typedField(lines.expiry, shownExpiry(screen), options(sale.expiryHint));
    case 'securityCode': {
      const hidden = masked(lines.securityCode);
      const length = securityCodeLength(beginningOf(lines.number));
      return typedField(hidden, textOf(hidden), options(sale.codeHint({length})));
    }
    default:
      return typedField(lines[field], textOf(lines[field]), options());
  }
}

const noteRow = (text: string, {columns, styles}: View): readonly Row[] =>
  paragraph(text, {width: columns - 1, most: 2, indent: labelWidth + 3, style: styles.quiet});

/** The plans that may be meant, each with its price. */
function choices(screen: EnrolScreen, view: View): readonly Row[] {
  const {columns, height, language, styles, till} = view;
  const {noPlans, noMatch} = messages(language).planScreen.enrol;
  const fits = plansFitting(screen, view);
  const isEmpty = till.state.registry.plans.size === 0;
  if (fits.length === 0) return noteRow(isEmpty ? noPlans : noMatch({key: keyText('continue', view)}), view);
  const rows = fits.map(plan => ({
    text: `${cleanText(plan.name, 30)}   ${priceText(plan, view.language)}   ${cleanText(plan.planCode, 40)}`,
    style: styles.plain,
  }));
  const most = height >= tallFrom ? mostPlans : 2;
  return pickRows(rows, {marked: markedIn(screen.index, rows.length), most, indent: 5, width: columns, styles});
}

/** What the plan will charge, as soon as it is known. */
function planRows(screen: EnrolScreen, view: View): readonly Row[] {
  const plan = screen.plan;
  if (plan === undefined) return [];
  const {columns, height, styles} = view;
  const rows = moneyRows(chargeText(plan, view), {width: columns - 1, most: 3, indent: 3, style: styles.strong});
  return height >= tallFrom ? [blank, ...rows] : rows;
}
