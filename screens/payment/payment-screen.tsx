import type {ReactNode} from 'react';
import {ageText, secondsText} from '../../src/core/day/business-day.js';
import {sayTo} from '../../src/core/journal/selectors.js';
import {attemptsOf} from '../../src/core/journal/state.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {attentionOf} from '../../src/core/payment/follow-up.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import {fit} from '../../src/core/text/width.js';

import type {PaymentScreen} from '../model.js';
import {payerLine} from '../parts/payer-line.js';
import {blank, blanks, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {timelineRows} from '../parts/timeline.js';
import {amountRows, verdictSpan} from '../parts/verdict.js';
import type {View, ViewOf} from '../view.js';
import {changeOf} from './change.js';
import {nextStepRows} from './next-step.js';
import {stateSentences} from './sentences.js';

const tallFrom = 16;
/** The change is large before anything else is. */
const bigFrom = 10;
/** Of what was done and heard the newest stay in sight. */
const fewestSteps = 2;

/** A payment as it stands: its amount and verdict, what to do, what to say, what was heard, when it is asked about next. */
export function LivePayment({screen, view}: ViewOf<PaymentScreen>): ReactNode {
  const payment = view.till.state.payments.get(screen.reference);
  if (payment === undefined) return <Rows rows={[row(' ', view.words.paymentScreen.notOpenHere)]} />;
  const below = lookRows(payment, view);
  const room = view.height - below.length;
  const isTall = view.height >= tallFrom;
  const full = aboveRows({screen, payment, view}, {isTall, most: 2});
  const isFull = isTall || full.length + fewestSteps <= room;
  const above = isFull ? full : aboveRows({screen, payment, view}, {isTall, most: 1});
  const timeline = timelineRows(payment, view, room - above.length);
  const filler = blanks(room - above.length - timeline.length);
  return <Rows rows={[...above, ...timeline, ...filler, ...below].slice(0, view.height)} />;
}

type Shown = {readonly screen: PaymentScreen; readonly payment: Payment; readonly view: View};
/** Whether there is room for large digits, and how many lines each of the service's instructions may take. */
type Layout = {readonly isTall: boolean; readonly most: number};

function aboveRows({screen, payment, view}: Shown, {isTall, most}: Layout): readonly Row[] {
  const space = isTall ? [blank] : [];
  const customer = [
    ...(isGivenBack(payment) ? [] : sayRows(payment, view)),
    ...nextStepRows(screen, payment, view, most),
    ...askingRows(screen, view),
  ];
  return [
    ...space,
    ...headRows(payment, view, isTall && changeOf(payment) === undefined),
    ...changeRows(payment, view),
    whoRow(payment, view),
    ...space,
    ...stateRows(payment, view),
    ...space,
    ...customer,
    ...(customer.length === 0 ? [] : space),
  ];
}

/** The customer has had thanks for it. */
const isGivenBack = ({refunds}: Payment): boolean => refunds.some(({status}) => status !== 'failed');

function headRows(payment: Payment, view: View, isTall: boolean): readonly Row[] {
  const {columns, language, now, shop, styles} = view;
  const badge = badgeOf(payment);
  const attention = attentionOf(payment, now) === undefined ? '' : '! ';
  const since = isOpen(payment)
    ? `${attention}${ageText(now - payment.requestedAt, language)}`
    : secondsText(payment.since, shop.zone);
  return amountRows(payment.request.amount, {
    language: view.language,
    width: columns - 2,
    isTall,
    style: styles.strong,
    beside: [verdictSpan(badge, messages(language).payment.verdicts[badge], styles), span(since, styles[badge])],
  });
}

/** The largest thing of a cash sale: what is given back. */
function changeRows(payment: Payment, {columns, height, language, styles, words}: View): readonly Row[] {
  const change = changeOf(payment);
  if (change === undefined) return [];
  const {change: label, noChange} = words.cashScreen;
  if (change.minor === 0) return [row('    ', span(noChange, styles.strong))];
  const big = amountRows(change, {
    language,
    width: columns - 2,
    isTall: height >= bigFrom,
    style: styles.strong,
  });
  return [...(height >= tallFrom ? [blank] : []), row('    ', span(label, styles['not-known-block'])), ...big];
}

/** Whose wallet it is, and the one name of this payment everywhere. */
function whoRow(payment: Payment, {columns, language, styles}: View): Row {
  const who = `    ${payerLine(payment.request, language)}`;
  return row(span(fit(who, columns - payment.reference.length - 2)), span(payment.reference, styles.quiet));
}

function stateRows(payment: Payment, view: View): readonly Row[] {
  const {columns, styles} = view;
  return stateSentences(payment, view).flatMap(({text, style}) =>
    paragraph(text, {width: columns - 1, most: 2, style: styles[style], indent: 1}),
  );
}

function sayRows(payment: Payment, {columns, styles, till, words}: View): readonly Row[] {
  const lead = span(`   ${words.paymentScreen.say}`, styles.quiet);
  return paragraph(words.paymentScreen.quoted({text: sayTo(payment, attemptsOf(till.state, payment.sale))}), {
    width: columns - 1,
    most: 2,
    indent: 12,
    lead,
    style: styles.strong,
  });
}

function askingRows(
  {isAskingToSetAside, problem}: PaymentScreen,
  {columns, language, styles, words}: View,
): readonly Row[] {
  if (isAskingToSetAside) {
    return [
      row('   ', span(words.paymentScreen.setAsideTitle, styles.strong)),
      ...paragraph(words.paymentScreen.setAside, {width: columns - 1, most: 3, indent: 3}),
    ];
  }
  if (problem === undefined) return [];
  return paragraph(`✗ ${problemText(problem, language)}`, {
    width: columns - 1,
    most: 3,
    indent: 12,
    style: styles.problem,
  });
}

/** When the service is asked next; nothing where nothing more is asked. */
function lookRows(payment: Payment, {language, styles, till, words}: View): readonly Row[] {
  const {inMs, asked, isAsking} = till.outlook(payment.reference);
  if (!isOpen(payment) || payment.status === 'requested' || (!isAsking && inMs === undefined)) return [];
  const next = isAsking
    ? words.paymentScreen.asking
    : words.paymentScreen.nextLook({age: ageText((inMs ?? 0) + 999, language)});
  const times = asked === 0 ? '' : ` · ${words.paymentScreen.askedTimes({count: asked})}`;
  return [row('    ', span(next + times, styles.quiet))];
}
