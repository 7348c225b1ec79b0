import type {ReactNode} from 'react';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/money.js';

import type {CashScreen} from '../model.js';
import {choiceRows} from '../parts/choices.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {amountRows} from '../parts/verdict.js';
import {keyText} from '../terminal/bindings.js';
import type {View, ViewOf} from '../view.js';
import {type CashField, type CashSaleForm, cashAmountIn, changeIn} from './cash-form.js';
import {offersShift} from './cash-logic.js';
import {givenText, givenTexts, noShiftText, shownCash} from './shown.js';

const labelWidth = 15;
const tallFrom = 15;

/** A sale in cash: the amount, what the customer gives, and what has to be given back. */
export function CashSaleQuestion({screen: {form, isWriting}, view}: ViewOf<CashScreen>): ReactNode {
  const {columns, height, styles, words} = view;
  const isTall = height >= tallFrom;
  const space = isTall ? [blank] : [];
  const {title, nextAttempt, writing} = words.cashScreen;
  const amount = cashAmountIn(form);
  const rows: readonly Row[] = [
    row(' ', span(form.sale === undefined ? title : nextAttempt({sale: form.sale}), styles.strong)),
    ...space,
    ...amountRows(amount ?? {currency: form.currency, minor: 0}, {
      width: columns,
      isTall,
      style: amount === undefined ? styles.quiet : styles.strong,
    }),
    ...space,
    ...amountField(form, view),
    ...givenFields(form, view),
    ...space,
    ...(isWriting ? [row('   ', span(writing, styles['not-known']))] : changeRow(form, view)),
    ...(offersShift(view)
      ? paragraph(noShiftText(view), {width: columns - 1, most: 2, indent: 3, style: styles.quiet})
      : []),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function amountField(form: CashSaleForm, view: View): readonly Row[] {
  const {before, after} = form.lines.amount;
  const note = form.sale === undefined ? '' : view.words.saleScreen.sameAmount;
  const line = {before: `${form.currency} ${before}`, after};
  return typedField(line, shownCash('amount', form), options('amount', form, view, note));
}

function givenFields(form: CashSaleForm, view: View): readonly Row[] {
  const {focus, given, lines, currency} = form;
  const texts = givenTexts(form, view);
  const note = texts.length < 2 ? '' : view.words.cashScreen.choose({keys: keyText('pick-sum', view)});
  const {before, after} = lines.sum;
  return [
    ...chosenField(givenText(form, view), options('given', form, view, note)),
    ...(focus === 'given'
      ? choiceRows(texts, {keys: view.keys['pick-sum'], indent: labelWidth + 3, styles: view.styles})
      : []),
    ...(given === texts.length - 1
      ? typedField({before: `${currency} ${before}`, after}, shownCash('sum', form), options('sum', form, view))
      : []),
  ];
}

function changeRow(form: CashSaleForm, {styles, words}: View): readonly Row[] {
  const change = changeIn(form);
  if (change === undefined || form.focus === 'amount') return [];
  return [row('   ', span(words.cashScreen.willGive({amount: displayMoney(change)}), styles.strong))];
}

function options(field: CashField, {focus, wrong}: CashSaleForm, view: View, note = ''): FieldOptions {
  const {columns, language, styles, words} = view;
  return {
    label: words.cashScreen.fields[field],
    labelWidth,
    width: columns,
    isFocused: focus === field,
    styles,
    note,
    problem: wrong?.field === field ? problemText(wrong.problem, language) : undefined,
  };
}
