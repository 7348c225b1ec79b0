import type {ReactNode} from 'react';
import {ageText, businessDate, clockText, dateText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/display.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit} from '../../src/core/text/width.js';

import type {ClockScreen, ConfirmScreen} from '../model.js';
import {typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {amountRows} from '../parts/verdict.js';
import {keyText} from '../terminal/bindings.js';
import type {View, ViewOf} from '../view.js';
import {type Asked, askedIn, notedIn} from './asked.js';
import {mustSayWhy} from './confirm-logic.js';

const labelWidth = 11;
const tallFrom = 17;

/**
 * The one question, saying exactly what will be sent. Where there is little room the amount is small and the customer's own
 * details go, the last first: whom it goes to, what warns and what cannot be undone stay.
 */
export function Confirm({screen, view}: ViewOf<ConfirmScreen>): ReactNode {
  const asked = askedIn(screen, view);
  const {height} = view;
  const lows = asked.about.map((_, left) => () => confirmRows(screen, view, {asked, details: left, isTall: false}));
  const all = {asked, details: asked.about.length};
  const layouts = [
    ...(height >= tallFrom ? [() => confirmRows(screen, view, {...all, isTall: true})] : []),
    () => confirmRows(screen, view, {...all, isTall: false}),
    ...lows.toReversed(),
  ];
  let rows: readonly Row[] = [];
  for (const layout of layouts) {
    rows = layout();
    if (rows.length <= height) break;
  }
  return <Rows rows={rows} />;
}

type Layout = {readonly asked: Asked; readonly details: number; readonly isTall: boolean};

function confirmRows(screen: ConfirmScreen, view: View, {asked, details, isTall}: Layout): readonly Row[] {
  const {order, isSending, problem} = screen;
  const {columns, styles, words, language} = view;
  const {title, from, about, warnings, cannotRecall} = asked;
  const say = (text: string, style = styles.plain, most = 2) =>
    paragraph(text, {width: columns - 1, most, style, indent: 4});
  const space = isTall ? [blank] : [];
  return [
    row(' ', span(title, styles.strong)),
    ...space,
    ...amountRows(order.amount, {language: view.language, width: columns, isTall, style: styles.strong}),
    ...space,
    ...[...from, ...about.slice(0, details)].map(({label, value, isStrong}) =>
      row(
        span(fit(`    ${label}`, labelWidth + 4), styles.quiet),
        span(cleanText(value, 120), isStrong ? styles.strong : styles.plain),
      ),
    ),
    ...space,
    ...warnings.flatMap(text => say(`! ${text}`, styles['not-known'])),
    ...notedIn(screen, view).flatMap(text => say(text, styles.quiet)),
    ...earlierRows(screen, view),
    ...say(isSending ? words.confirmScreen.sending : cannotRecall, styles.quiet),
    ...(problem === undefined || screen.earlier !== undefined
      ? []
      : say(`✗ ${problemText(problem, language)}`, styles.problem, 3)),
  ];
}

/** The earlier payment of the same wallet or card as it stands now, and the reason that going on needs. */
function earlierRows(screen: ConfirmScreen, view: View): readonly Row[] {
  const {earlier, reason, problem, isSending} = screen;
  const payment = earlier === undefined ? undefined : view.till.state.payments.get(earlier);
  if (payment === undefined || !mustSayWhy(screen, view)) return [];
  const {columns, language, now, styles, words, till} = view;
  const asked = askedIn(screen, view);
  const isPaid = payment.status === 'paid';
  const facts = {
    amount: displayMoney(payment.request.amount, language),
    age: ageText(now - payment.requestedAt, language),
    reference: payment.reference,
    status: messages(language).payment.statuses[payment.status],
  };
  const asking = till.outlook(payment.reference).isAsking ? ` ${words.confirmScreen.asking}` : '';
  const text = `! ${(isPaid ? asked.earlierPaid : asked.earlier)(facts)}${asking}`;
  const wrong =
    problem === undefined
      ? undefined
      : problem.code === 'reason-missing'
        ? asked.reasonMissing({key: keyText('change', view)})
        : problemText(problem, language);
  return [
    ...paragraph(text, {width: columns - 1, most: 3, indent: 4, style: styles['not-known']}),
    ...typedField(reason, '', {
      label: words.confirmScreen.reason,
      labelWidth: 20,
      width: columns,
      isFocused: !isSending,
      styles,
      problem: wrong,
    }),
  ];
}

/** Before the first sale of a machine whose date is doubtful. */
export function ClockQuestion({view}: ViewOf<ClockScreen>): ReactNode {
  const {columns, language, now, shop, styles, till, words} = view;
  const date = dateText(businessDate(now, shop.zone, '00:00'), language);
  const year = businessDate(now, shop.zone, '00:00').slice(0, 4);
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 4, style, indent: 4});
  const rows = [
    row(' ', span(words.confirmScreen.clockTitle, styles.strong)),
    blank,
    ...say(words.confirmScreen.clockNow({date: `${date} ${year}`, time: clockText(now, shop.zone)}), styles.strong),
    ...say(words.confirmScreen.clock({age: ageText(Math.abs(till.clockSkew() ?? 0), language)})),
    blank,
    ...say(words.confirmScreen.clockQuestion({key: keyText('back', view)})),
  ];
  return <Rows rows={rows} />;
}
