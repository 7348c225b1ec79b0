import type {ReactNode} from 'react';
import {statedMoney} from '../../src/core/endpoints/plans.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {planAsked} from '../../src/core/subscription/enrolment.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit} from '../../src/core/text/width.js';

import {typedField} from '../parts/field.js';
import {blank, type Row, Rows, row, span} from '../parts/rows.js';
import {amountRows, verdictSpan} from '../parts/verdict.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {mustSayWhy} from './enrol-confirm-logic.js';
import type {EnrolConfirmScreen, EnrolledScreen} from './enrol-screens.js';
import {moneyRows} from './money-rows.js';
import {chargeText, customerWarnings, enrolmentTexts, enrolmentVerdict} from './shown.js';

const labelWidth = 11;
const tallFrom = 17;

/** The one question before a card is enrolled: what is charged, when, and whom. */
export function EnrolConfirm({screen, view}: ViewOf<EnrolConfirmScreen>): ReactNode {
  const {columns, height, language, styles} = view;
  const {question, cannotRecall, sending} = messages(language).planScreen.enrol;
  const {order, isSending} = screen;
  const {plan} = order;
  const isTall = height >= tallFrom;
  const space = isTall ? [blank] : [];
  const say = (text: string, style = styles.plain, most = 3) =>
    moneyRows(text, {width: columns - 1, most, indent: 4, style});
  const money = statedMoney(plan.amount, plan.currency);
  const limit =
    plan.billingLimit === null
      ? []
      : say(messages(language).planScreen.form.limit({cycles: plan.billingLimit}), styles.plain);
  const rows: readonly Row[] = [
    row(' ', span(question, styles.strong)),
    ...space,
    ...(money === undefined
      ? []
      : amountRows(money, {language: view.language, width: columns, isTall, style: styles.strong})),
    ...space,
    ...say(chargeText(plan, view), styles.strong),
    ...limit,
    ...space,
    ...aboutRows(screen, view),
    ...space,
    ...customerWarnings(order.customerEmail, view).flatMap(text => say(`! ${text}`, styles['not-known'])),
    ...whyRows(screen, view),
    ...say(isSending ? sending : cannotRecall, isSending ? styles['not-known'] : styles.quiet),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

/** The reason that is wanted where the customer has a subscription already. */
function whyRows(screen: EnrolConfirmScreen, view: View): readonly Row[] {
  if (!mustSayWhy(screen, view)) return [];
  const {columns, language, styles, words} = view;
  const {reason, problem, isSending} = screen;
  return typedField(reason, textOf(reason), {
    label: words.confirmScreen.reason,
    labelWidth: 20,
    width: columns,
    isFocused: !isSending,
    styles,
    problem: problem && problemText(problem, language),
  });
}

function aboutRows({order, mark}: EnrolConfirmScreen, {language, styles}: View): readonly Row[] {
  const {rows} = messages(language).planScreen.enrol;
  const {plan, customerEmail} = order;
  const about = [
    [rows.card, `${mark.brand} •••• ${mark.lastFour}`],
    [rows.email, customerEmail],
    [rows.plan, `${plan.name}  ${plan.planCode || messages(language).planScreen.enrol.madeWith}`],
  ] as const;
  return about.map(([label, value]) =>
    row(span(fit(`    ${label}`, labelWidth + 4), styles.quiet), span(cleanText(value, 120), styles.strong)),
  );
}

/** An enrolment that was just sent: how it stands, what that means, and what to do. */
export function Enrolled({screen, view}: ViewOf<EnrolledScreen>): ReactNode {
  const {columns, height, language, styles, till, words} = view;
  const enrolment = till.state.registry.enrolments.get(screen.reference);
  if (enrolment === undefined) return <Rows rows={[row(' ', words.paymentScreen.notOpenHere)]} />;
  const {verdict, word} = enrolmentVerdict(enrolment, view);
  const plan = till.state.registry.plans.get(enrolment.planCode);
  const {result, waiting} = messages(language).planScreen.enrol;
  const isTall = height >= tallFrom;
  const isOnItsWay = enrolment.status === 'requested' || enrolment.status === 'sent';
  const title = result({plan: plan?.name ?? planAsked(enrolment)});
  const who = `${cleanText(enrolment.customerEmail, 60)} · ${enrolment.card.brand} •••• ${enrolment.card.lastFour}`;
  const rows: readonly Row[] = [
    row(' ', span(title, styles.strong)),
    ...(isTall ? [blank] : []),
    ...amountRows(enrolment.amount, {
      language: view.language,
      width: columns - 2,
      isTall,
      style: styles.strong,
      beside: [verdictSpan(verdict, word, styles), span(isOnItsWay ? waiting : '', styles.quiet)],
    }),
    row('    ', span(who, styles.quiet)),
    ...(isTall ? [blank] : []),
    ...enrolmentTexts(enrolment, view).flatMap((text, at) =>
      moneyRows(text, {width: columns - 1, most: 4, indent: 3, style: at === 0 ? styles.strong : styles.plain}),
    ),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}
