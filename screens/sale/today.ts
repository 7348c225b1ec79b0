import {businessDate} from '../../src/core/day/business-day.js';
import {needingPerson, pendingPayments, pendingSums} from '../../src/core/journal/questions.js';
import type {DayTotals} from '../../src/core/journal/state.js';
import {messages} from '../../src/core/messages/messages.js';
import {moneyColumn} from '../../src/core/money/column.js';
import type {Money} from '../../src/core/money/money.js';
import {glyphs} from '../../src/core/payment/badge.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {toldTotals} from '../../src/core/shift/blind.js';
import {fit} from '../../src/core/text/width.js';

import {isPartOfDay} from '../day/today.js';
import type {Tally} from '../kit/block.js';
import {paragraph, type Row, row, span} from '../parts/rows.js';
import type {Style} from '../terminal/styles.js';
import type {Ear, View} from '../view.js';

export const labelWidth = 15;
const countWidth = 20;
const sumWidth = 17;
const none: readonly Money[] = [];

/** The business day so far: what is paid, what is not known yet, what was not paid, and what a person must see to. */
export function todayRows(view: View): readonly Row[] {
  const [paid, ...others] = dayCounts(view).map((each, at) =>
    line(each, at === 0 ? view.words.saleScreen.today : '', view),
  );
  return [...(paid === undefined ? [] : [paid]), ...backRows(view), ...others];
}

/** That it is not all of the day, where that is so. */
export function partRows(view: View): readonly Row[] {
  if (!isPartOfDay(view)) return [];
  const {styles, language, columns} = view;
  const style = styles['needs-person'];
  return paragraph(messages(language).day.part, {
    width: columns - 1,
    most: 2,
    indent: 5,
    style,
    lead: span('   ! ', style),
  });
}

/** The same as numbers. */
export function dayCounts(ear: Ear): readonly Counted[] {
  const {till} = ear;
  const totals = totalsOf(ear);
  const pending = pendingPayments(till.state);
  const mine = needingPerson(till.state).length;
  return [
    {verdict: 'paid', count: totals?.paid ?? 0, sums: toldOf(ear).sums, hasCash: toldOf(ear).hasCash},
    {verdict: 'not-known', count: pending.length, sums: pendingSums(till.state)},
    {verdict: 'not-paid', count: totals?.notPaid ?? 0, sums: none},
    ...(mine === 0 ? [] : [{verdict: 'needs-person' as const, count: mine, sums: none}]),
  ];
}

/** `hasCash`: beside the sums there is cash, which is told when the drawer is counted. */
type Counted = {
  readonly verdict: Verdict;
  readonly count: number;
  readonly sums: readonly Money[];
  readonly hasCash?: boolean;
};

function totalsOf({till, now, shop}: Pick<Ear, 'till' | 'now' | 'shop'>): DayTotals | undefined {
  return till.state.days.get(businessDate(now, shop.zone, shop.dayStartsAt));
}

function toldOf(ear: Pick<Ear, 'till' | 'now' | 'shop'>) {
  const totals = totalsOf(ear);
  if (totals === undefined) return {sums: none, back: none, net: none, whole: 0, hasCash: false};
  const {sums, refunded, untold} = toldTotals(ear.till.state, totals);
  const back = [...refunded.values()].filter(({minor}) => minor !== 0);
  const net = back.map(({currency, minor}) => ({currency, minor: (sums.get(currency)?.minor ?? 0) - minor}));
  return {sums: [...sums.values()], back, net, whole: totals.givenBack, hasCash: untold.length > 0};
}

/** What was given back today, how many payments were given back whole, and what is left of the sums of these currencies. */
export function givenBack(ear: Pick<Ear, 'till' | 'now' | 'shop'>): {
  readonly back: readonly Money[];
  readonly net: readonly Money[];
  readonly whole: number;
} {
  return toldOf(ear);
}

/** The net stands under the gross where something was given back. */
function backRows(view: View): readonly Row[] {
  const {words, styles} = view;
  const {back, net, whole} = givenBack(view);
  const {givenBack: given, givenBackWhole, net: left} = words.saleScreen;
  const told = whole === 0 ? given : givenBackWhole({count: whole});
  return [
    ...(back.length + whole === 0 ? [] : [sumsRow(`↩ ${told}`, styles.quiet, {sums: back}, view)]),
    ...(net.length === 0 ? [] : [sumsRow(`= ${left}`, styles.quiet, {sums: net}, view)]),
  ];
}

function line(counted: Counted, label: string, view: View): Row {
  const {styles, words} = view;
  const {verdict, count} = counted;
  const told = `${glyphs[verdict]} ${count} ${words.saleScreen.counts[verdict]({count})}`;
  return sumsRow(told, count === 0 ? styles.quiet : styles[verdict], counted, view, label);
}

type Summed = Pick<Counted, 'sums' | 'hasCash'>;

function sumsRow(told: string, style: Style, {sums, hasCash = false}: Summed, view: View, label = ''): Row {
  const {columns, styles, words} = view;
  const room = Math.max(1, Math.floor((columns - labelWidth - countWidth - 1) / sumWidth));
  const shown = sums.slice(0, room).map(sum => moneyColumn(sum, sumWidth - 2));
  return row(
    span(fit(`   ${label}`, labelWidth), styles.quiet),
    span(fit(told, Math.max(countWidth, told.length + 1)), style),
    shown.join('  ') + (sums.length > room ? '…' : ''),
    ...(hasCash ? [span(`${shown.length === 0 ? '' : '  '}${words.saleScreen.andCash}`, styles.quiet)] : []),
  );
}

/** The same as a block: the net stands under the gross where something was given back. */
export function todayTally(ear: Ear): Tally {
  const {words} = ear;
  const {back, net, whole} = givenBack(ear);
  const {givenBack: given, givenBackWhole, net: left} = words.saleScreen;
  const told = whole === 0 ? given : givenBackWhole({count: whole});
  const quiet = (glyph: string, text: string, sums: readonly Money[]) =>
    ({glyph, text, sums, tone: 'quiet', note: ''}) as const;
  const [paid, ...others] = dayCounts(ear).map(
    ({verdict, count, sums, hasCash = false}) =>
      ({
        glyph: glyphs[verdict],
        tone: count === 0 ? 'quiet' : verdict,
        text: `${count} ${words.saleScreen.counts[verdict]({count})}`,
        sums,
        note: hasCash ? words.saleScreen.andCash : '',
      }) as const,
  );
  const rows = [
    ...(paid === undefined ? [] : [paid]),
    ...(back.length + whole === 0 ? [] : [quiet('↩', told, back)]),
    ...(net.length === 0 ? [] : [quiet('=', left, net)]),
    ...others,
  ];
  return {kind: 'tally', id: 'today', label: words.saleScreen.today, rows};
}
