import {glyphs} from '../../src/core/badge.js';
import {businessDate} from '../../src/core/business-day.js';
import type {Money} from '../../src/core/money.js';
import {moneyColumn} from '../../src/core/money-column.js';
import type {Verdict} from '../../src/core/payment.js';
import {needingPerson, pendingSums, pendingTray} from '../../src/core/questions.js';
import {fit} from '../../src/core/width.js';
import {dayWords} from '../../src/core/words/day.js';
import {forCount} from '../../src/core/words/screens.js';
import {isPartOfDay} from '../day/today.js';
import {paragraph, type Row, row, span} from '../parts/rows.js';
import type {Ear, View} from '../view.js';

export const labelWidth = 15;
const countWidth = 20;
const sumWidth = 17;
const none: readonly Money[] = [];

/** The business day so far: what is paid, what is not known yet, what was not paid, and what a person must see to. */
export function todayRows(view: View): readonly Row[] {
  return dayCounts(view).map((each, at) => line(each, at === 0 ? view.words.sale.today : '', view));
}

/** That it is not all of the day, where that is so. */
export function partRows(view: View): readonly Row[] {
  if (!isPartOfDay(view)) return [];
  const {styles, language, columns} = view;
  const style = styles['needs-person'];
  return paragraph(dayWords[language].part, {
    width: columns - 1,
    most: 2,
    indent: 5,
    style,
    lead: span('   ! ', style),
  });
}

/** The same as numbers. */
export function dayCounts({till, now, shop}: Ear): readonly Counted[] {
  const totals = till.state.days.get(businessDate(now, shop.zone, shop.dayStartsAt));
  const pending = pendingTray(till.state);
  const mine = needingPerson(till.state).length;
  return [
    {verdict: 'paid', count: totals?.paid ?? 0, sums: [...(totals?.sums.values() ?? none)]},
    {verdict: 'not-known', count: pending.length, sums: pendingSums(till.state)},
    {verdict: 'not-paid', count: totals?.notPaid ?? 0, sums: none},
    ...(mine === 0 ? [] : [{verdict: 'needs-person' as const, count: mine, sums: none}]),
  ];
}

type Counted = {readonly verdict: Verdict; readonly count: number; readonly sums: readonly Money[]};

function line({verdict, count, sums}: Counted, label: string, {styles, columns, words, language}: View): Row {
  const room = Math.max(1, Math.floor((columns - labelWidth - countWidth - 1) / sumWidth));
  const told = `${glyphs[verdict]} ${count} ${forCount(words.sale.counts[verdict], count, language)}`;
  return row(
    span(fit(`   ${label}`, labelWidth), styles.quiet),
    span(fit(told, Math.max(countWidth, told.length + 1)), count === 0 ? styles.quiet : styles[verdict]),
    sums
      .slice(0, room)
      .map(sum => moneyColumn(sum, sumWidth - 2))
      .join('  ') + (sums.length > room ? '…' : ''),
  );
}
