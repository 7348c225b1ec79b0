import type {ReactNode} from 'react';
import {clockText} from '../../src/core/day/business-day.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/money.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';

import type {ResolveField, ResolveScreen} from '../model.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {timelineRows} from '../parts/timeline.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {askedAbout, judgedAmount} from './about.js';

const labelWidth = 24;
const evidenceLines = 4;

/** A person's word about a payment, asked for over the evidence. */
export function Resolve({screen, view}: ViewOf<ResolveScreen>): ReactNode {
  const payment = view.till.state.payments.get(screen.reference);
  if (payment === undefined) return <Rows rows={[row(' ', view.words.paymentScreen.notOpenHere)]} />;
  const {columns, height, now, styles, words} = view;
  const {title, lead} = askedAbout(screen, payment, view);
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 2, indent: 3, style});
  const space = height >= 16 ? [blank] : [];
  const rows: readonly Row[] = [
    row(' ', span(title, styles.strong)),
    row(
      '   ',
      span(
        `${displayMoney(judgedAmount(screen, payment, now))}  ${displayPayer(payment.request)}  ${channelName(payment.request, view.language)}  ${payment.reference}`,
        styles.strong,
      ),
    ),
    ...space,
    ...say(lead),
    ...(screen.about === 'payment' ? notFoundRows(payment, view) : []),
    ...timelineRows(payment, view, height >= 16 ? evidenceLines : 2),
    ...space,
    ...fieldRows(screen, payment, view),
    ...space,
    ...say(words.resolveScreen.note, styles.quiet),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function notFoundRows({notFound}: Payment, {shop, words}: View): readonly Row[] {
  if (notFound.count === 0) return [];
  const facts = {count: notFound.count, time: clockText(notFound.since, shop.zone)};
  return [row('   ', words.resolveScreen.notFound(facts))];
}

function fieldRows(screen: ResolveScreen, payment: Payment, view: View): readonly Row[] {
  const {as, lines, focus, wrong} = screen;
  const {answers, chooseFirst} = askedAbout(screen, payment, view);
  const {columns, language, styles, words} = view;
  const problem = (field: ResolveField) => {
    if (wrong?.field !== field) return undefined;
    return wrong.problem === undefined
      ? chooseFirst({key: keyText('choose', view)})
      : problemText(wrong.problem, language);
  };
  const options = (field: ResolveField, note = ''): FieldOptions => ({
    label: words.resolveScreen.fields[field],
    labelWidth,
    width: columns,
    isFocused: focus === field,
    styles,
    note,
    problem: problem(field),
  });
  return [
    ...chosenField(
      as === undefined ? '…' : answers[as],
      options('as', as === undefined ? words.resolveScreen.choose({key: keyText('choose', view)}) : ''),
    ),
    ...typedField(lines.person, textOf(lines.person), {...options('person'), isSelected: screen.isPersonKept}),
    ...typedField(lines.reason, textOf(lines.reason), options('reason')),
  ];
}
