import type {ReactNode} from 'react';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/money.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';
import {refundRest} from '../../src/core/refund/refund.js';

import type {RefundScreen} from '../model.js';
import {choiceRows} from '../parts/choices.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {payerLine} from '../parts/payer-line.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {amountRows} from '../parts/verdict.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {type RefundField, refundFieldsOf} from './refund-form.js';
import {reasonsIn, refundQuestion, refundSaid, shownRefundAmount} from './shown.js';

const labelWidth = 15;
const tallFrom = 15;

/** Money to be given back: how much, why, and the one question before it is sent. */
export function RefundQuestion({screen, view}: ViewOf<RefundScreen>): ReactNode {
  const payment = view.till.state.payments.get(screen.reference);
  if (payment === undefined) return <Rows rows={[row(' ', view.words.paymentScreen.notOpenHere)]} />;
  const {columns, height, styles, words} = view;
  const {amount} = payment.request;
  const space = height >= tallFrom ? [blank] : [];
  const facts = {rest: displayMoney(refundRest(payment)), amount: displayMoney(amount)};
  const who = `    ${payerLine(payment.request, view.language)} · ${payment.reference}`;
  const rows: readonly Row[] = [
    row(' ', span(refundSaid(screen, view).title, styles.strong)),
    ...space,
    ...amountRows(screen.asked?.refund.amount ?? refundRest(payment), {
      width: columns,
      isTall: height >= tallFrom,
      style: screen.asked === undefined ? styles.quiet : styles.strong,
    }),
    row(who),
    row('    ', span(words.cardScreen.refund.rest(facts), styles.quiet)),
    ...space,
    ...(screen.asked === undefined ? fieldRows(screen, payment, view) : askedRows(screen.asked, screen, payment, view)),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function askedRows(
  {refund}: NonNullable<RefundScreen['asked']>,
  screen: RefundScreen,
  payment: Payment,
  view: View,
): readonly Row[] {
  const {columns, styles} = view;
  const {cannotRecall, sending} = refundSaid(screen, view);
  const card = `${channelName(payment.request, view.language)} ${displayPayer(payment.request)}`;
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 3, indent: 4, style});
  return [
    ...say(refundQuestion(screen, {refund, card}, view), styles.strong),
    ...(refund.unheard === undefined ? [] : say(`! ${view.words.cardScreen.refund.unheard}`, styles['not-known'])),
    ...say(screen.isSending ? sending : cannotRecall, styles['not-known']),
  ];
}

const fieldRows = (screen: RefundScreen, payment: Payment, view: View): readonly Row[] =>
  refundFieldsOf(screen).flatMap(field => rowsOf(field, screen, payment, view));

function rowsOf(field: RefundField, screen: RefundScreen, payment: Payment, view: View): readonly Row[] {
  const {lines, why, focus, isAmountKept} = screen;
  const {all, choose} = view.words.cardScreen.refund;
  if (field === 'amount') {
    const {before, after} = lines.amount;
    const line = {before: `${payment.request.amount.currency} ${before}`, after};
    const extra = isAmountKept ? {note: all, isSelected: true} : {};
    return typedField(line, shownRefundAmount(screen, payment), options(field, screen, view, extra));
  }
  if (field === 'reason' || field === 'unheard')
    return typedField(lines[field], textOf(lines[field]), options(field, screen, view));
  const shown = why === undefined ? '…' : (reasonsIn(view)[why] ?? '');
  const choices = {keys: view.keys['pick-reason'], indent: labelWidth + 3, styles: view.styles};
  const note = choose({keys: keyText('pick-reason', view)});
  return [
    ...chosenField(shown, options(field, screen, view, {note})),
    ...(focus === 'why' ? choiceRows(reasonsIn(view), choices) : []),
  ];
}

function options(
  field: RefundField,
  {focus, wrong}: RefundScreen,
  view: View,
  extra: Pick<FieldOptions, 'note' | 'isSelected'> = {},
): FieldOptions {
  const {columns, styles, words, language} = view;
  const problem = wrong?.field === field ? wrong.problem : undefined;
  const missing = wrong?.field === field && problem === undefined;
  return {
    label: words.cardScreen.refund.fields[field],
    labelWidth,
    width: columns,
    isFocused: focus === field,
    styles,
    problem: missing
      ? words.cardScreen.refund.chooseFirst({keys: keyText('pick-reason', view)})
      : problem && problemText(problem, language),
    ...extra,
  };
}
