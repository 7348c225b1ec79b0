import {businessDate} from '../../src/core/business-day.js';
import {type HourTakings, takingsByHour} from '../../src/core/day-hours.js';
import {marketOf} from '../../src/core/markets.js';
import {type Currency, displayMoney} from '../../src/core/money.js';
import {fit, widthOf} from '../../src/core/width.js';
import {fill} from '../../src/core/words/fill.js';
import {columnBars} from '../parts/bars.js';
import {type Row, row, span} from '../parts/rows.js';
import type {View} from '../view.js';
import {labelWidth} from './today.js';

const barWidth = 2;
const highest = 6;

/**
 * The takings of the business day by the hour, in one currency: the shop's, or the first of the others where it has none.
 * At most `lines` lines: its bars and the hours below them.
 */
export function hourRows(view: View, lines: number): readonly Row[] {
  const {till, now, shop, words, columns, styles} = view;
  const totals = till.state.days.get(businessDate(now, shop.zone, shop.dayStartsAt));
  if (lines < 2 || totals === undefined) return [];
  const hoursIn = (currency: Currency) => takingsByHour(totals, currency, {zone: shop.zone, now});
  const first = marketOf(shop.country).currency;
  const currency = [first, ...totals.sums.keys()].find(each => hoursIn(each).length > 0);
  if (currency === undefined) return [];
  const most = Math.floor((columns - labelWidth) / (barWidth + 1));
  const hours = hoursIn(currency).slice(-most);
  const bars = columnBars(
    hours.map(({minor}) => minor),
    {height: Math.min(highest, lines - 1), width: barWidth},
  );
  const label = fit(`   ${fill(words.sale.byHour, {currency})}`, labelWidth);
  const margin = ' '.repeat(labelWidth);
  return [
    ...bars.map((bar, at) => row(span(at === bars.length - 1 ? label : margin, styles.quiet), span(bar, styles.bar))),
    row(
      margin,
      span(hours.map(({hour}) => String(hour).padStart(barWidth, '0')).join(' '), styles.quiet),
      span(busiest(hours, currency, view), styles.quiet),
    ),
  ];
}

/** What the highest bar stands for, where there is room beside the hours. */
function busiest(hours: readonly HourTakings[], currency: Currency, {columns, words}: View): string {
  const minor = Math.max(...hours.map(each => each.minor));
  const text = `   ${fill(words.sale.busiest, {amount: displayMoney({currency, minor})})}`;
  return labelWidth + hours.length * (barWidth + 1) + widthOf(text) < columns ? text : '';
}
