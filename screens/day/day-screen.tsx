import type {ReactNode} from 'react';
import {dateText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {moneyColumn} from '../../src/core/money/column.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {tenderName} from '../../src/core/payment/tender.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit} from '../../src/core/text/width.js';

import type {ReadingScreen} from '../model.js';
import {blank, paragraph, type Row, row, span} from '../parts/rows.js';
import {Sheet} from '../reading/sheet.js';
import {hourRows} from '../sale/hours.js';
import {partRows, todayRows} from '../sale/today.js';
import {shiftText} from '../shift/shown.js';
import type {Ear, View, ViewOf} from '../view.js';
import {todayIn} from './today.js';

const labelWidth = 36;
const countWidth = 6;
const moneyWidth = 18;
const chartHeight = 6;

/** The day at a glance: what was taken by what, when, and what is not settled. */
export function Day({screen, view}: ViewOf<ReadingScreen>): ReactNode {
  const {columns, language, styles, words} = view;
  const {date} = todayIn(view);
  const hours = hourRows(view, chartHeight);
  const lines: readonly Row[] = [
    ...paragraph(shiftText(view), {width: columns - 1, most: 2, indent: 3, style: styles.quiet}),
    ...partRows(view),
    blank,
    ...takingsRows(view),
    ...refundRows(view),
    blank,
    ...todayRows(view),
    ...(hours.length === 0 ? [] : [blank, ...hours]),
  ];
  const title = words.shiftScreen.day.title({date: dateText(date, language)});
  return <Sheet title={title} lines={lines} offset={screen.offset} view={view} />;
}

function takingsRows(view: View): readonly Row[] {
  const {language, styles} = view;
  const {takings, totals, untold} = todayIn(view);
  const said = messages(language).day;
  if (totals.length + untold.length === 0) return [row('   ', span(said.nothing, styles.quiet))];
  const line = (label: string, money: Money, count: number | '', style = styles.plain): Row =>
    row(
      span(
        `   ${fit(cleanText(label, 40), labelWidth)}${fit(String(count), countWidth, true)}  ${moneyColumn(money, moneyWidth)}`,
        style,
      ),
    );
  const told = totals.flatMap(({currency, minor, count, refunded, net}) => [
    ...takings
      .filter(tender => tender.total.currency === currency)
      .map(tender => line(tenderName(tender, language), tender.total, tender.count)),
    line(totalLabel(currency, view), {currency, minor}, count, styles.strong),
    ...(refunded === 0
      ? []
      : [
          line(said.givenBack({currency}), {currency, minor: -refunded}, '', styles.quiet),
          line(said.net({currency}), {currency, minor: net}, '', styles.strong),
        ]),
  ]);
  const hidden = untold.map(({currency, sales}) =>
    row(span(`   ${fit(said.untold({currency}), labelWidth)}${fit(String(sales), countWidth, true)}`, styles.plain)),
  );
  return untold.length === 0 ? told : [...hidden, row('   ', span(said.toldWhenCounted, styles.quiet)), ...told];
}

/** Cash that is not told yet is in no total. */
export function totalLabel(currency: Currency, ear: Ear): string {
  const said = messages(ear.language).day;
  const isWhole = todayIn(ear).untold.every(each => each.currency !== currency);
  return (isWhole ? said.total : said.totalWithoutCash)({currency});
}

function refundRows(view: View): readonly Row[] {
  const {language, styles} = view;
  const {refunds} = todayIn(view);
  const said = messages(language).day;
  return refunds.map(({method, total, done}) =>
    row(
      span(`   ${fit(said.refundMethods[method], labelWidth)}${fit(String(done), countWidth, true)}  `, styles.quiet),
      span(moneyColumn({...total, minor: -total.minor}, moneyWidth), styles.quiet),
    ),
  );
}
