import type {ReactNode} from 'react';
import {ageText, businessDate, clockText, dateText} from '../../src/core/business-day.js';
import {displayMoney} from '../../src/core/money.js';
import type {Order} from '../../src/core/order.js';
import {Problem} from '../../src/core/problem.js';
import {attemptsOf} from '../../src/core/state.js';
import {cleanText} from '../../src/core/text.js';
import {displayWallet} from '../../src/core/wallet.js';
import {fit} from '../../src/core/width.js';
import {fill} from '../../src/core/words/fill.js';
import {paymentWords} from '../../src/core/words/payment.js';
import {problemText} from '../../src/core/words/words.js';
import type {ClockScreen, ConfirmScreen} from '../model.js';
import {typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {amountRows} from '../parts/verdict.js';
import {keyText} from '../terminal/bindings.js';
import type {View, ViewOf} from '../view.js';

const labelWidth = 11;
const tallFrom = 17;

/** The one question, saying exactly what will be sent. */
export function Confirm({screen, view}: ViewOf<ConfirmScreen>): ReactNode {
  const {order, isSending, problem} = screen;
  const {columns, height, styles, words, language} = view;
  const isTall = height >= tallFrom;
  const needs = order.network.needs ?? 'prompt';
  const say = (text: string, style = styles.plain, most = 2) =>
    paragraph(text, {width: columns - 1, most, style, indent: 4});
  const warnings = order.warnings.flatMap(code =>
    say(`! ${problemText(new Problem(code, {country: order.market.name[language]}), language)}`, styles['not-known']),
  );
  const rows: readonly Row[] = [
    row(' ', span(words.confirm.title, styles.strong)),
    ...(isTall ? [blank] : []),
    ...amountRows(order.amount, {width: columns, isTall, style: styles.strong}),
    ...(isTall ? [blank] : []),
    ...detailRows(screen, view),
    ...(isTall ? [blank] : []),
    ...warnings,
    ...earlierRows(screen, view),
    ...say(isSending ? words.confirm.sending : words.confirm.cannotRecall[needs], styles.quiet),
    ...(problem === undefined || screen.earlier !== undefined
      ? []
      : say(`✗ ${problemText(problem, language)}`, styles.problem, 3)),
  ];
  return <Rows rows={rows} />;
}

function detailRows({order, sale}: ConfirmScreen, view: View): readonly Row[] {
  const {styles, words, language, till} = view;
  const {rows, attempt, as} = words.confirm;
  const detail = (label: string, value: string, style = styles.plain) =>
    row(span(fit(`    ${label}`, labelWidth + 4), styles.quiet), span(cleanText(value, 120), style));
  const number = sale === undefined ? 1 : attemptsOf(till.state, sale).length + 1;
  return [
    detail(order.wallet === null ? rows.phone : rows.to, displayWallet(order.phone), styles.strong),
    detail(rows.network, `${order.network.name}, ${order.market.name[language]}`, styles.strong),
    detail(rows.as, order.description === '' ? as : order.description),
    ...(sale === undefined ? [] : [detail(rows.sale, fill(attempt, {sale, number}))]),
    detail(rows.name, nameOf(order)),
    detail(rows.email, order.email),
  ];
}

const nameOf = ({firstName, lastName}: Order): string => `${firstName} ${lastName}`.trim();

/** The earlier payment to the same wallet as it stands now, and the reason that going on needs. */
function earlierRows({earlier, reason, problem, isSending}: ConfirmScreen, view: View): readonly Row[] {
  const payment = earlier === undefined ? undefined : view.till.state.payments.get(earlier);
  if (payment === undefined) return [];
  const {columns, language, now, styles, words, till} = view;
  const isPaid = payment.status === 'paid';
  const facts = {
    amount: displayMoney(payment.request.amount),
    age: ageText(now - payment.requestedAt, language),
    reference: payment.reference,
    status: paymentWords[language].statuses[payment.status],
  };
  const asking = till.outlook(payment.reference).isAsking ? ` ${words.confirm.asking}` : '';
  const text = `! ${fill(isPaid ? words.confirm.earlierPaid : words.confirm.earlier, facts)}${asking}`;
  const wrong =
    problem === undefined
      ? undefined
      : problem.code === 'reason-missing'
        ? fill(words.confirm.reasonMissing, {key: keyText('change', view)})
        : problemText(problem, language);
  return [
    ...paragraph(text, {width: columns - 1, most: 3, indent: 4, style: styles['not-known']}),
    ...typedField(reason, '', {
      label: words.confirm.reason,
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
    row(' ', span(words.confirm.clockTitle, styles.strong)),
    blank,
    ...say(fill(words.confirm.clockNow, {date: `${date} ${year}`, time: clockText(now, shop.zone)}), styles.strong),
    ...say(fill(words.confirm.clock, {age: ageText(Math.abs(till.clockSkew() ?? 0), language)})),
    blank,
    ...say(fill(words.confirm.clockQuestion, {key: keyText('back', view)})),
  ];
  return <Rows rows={rows} />;
}
