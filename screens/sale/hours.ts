import type {HourTakings} from '../../src/core/day/hours.js';
import {type Currency, displayMoney} from '../../src/core/money/money.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import {columnBars} from '../parts/bars.js';
import {type Row, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import type {View} from '../view.js';
import {hoursToday, nextCurrency, takingsCurrency} from './takings.js';
import {labelWidth} from './today.js';

const barWidth = 2;
const highest = 6;

/**
 * The takings of the business day by the hour, in one currency: the one turned to, the shop's, or the first of the
 * others where it has none. At most `lines` lines: its bars and the hours below them.
 */
export function hourRows(view: View, lines: number): readonly Row[] {
  const {words, columns, styles, takings} = view;
  const currency = takingsCurrency(view, takings.currency);
  if (lines < 2 || currency === undefined) return [];
  const most = Math.floor((columns - labelWidth) / (barWidth + 1));
  const hours = hoursToday(view, currency).slice(-most);
  const bars = columnBars(
    hours.map(({minor}) => minor),
    {height: Math.min(highest, lines - 1), width: barWidth},
  );
  const label = fit(`   ${words.saleScreen.byHour({currency})}`, labelWidth);
  const margin = ' '.repeat(labelWidth);
  return [
    ...bars.map((bar, at) => row(span(at === bars.length - 1 ? label : margin, styles.quiet), span(bar, styles.bar))),
    row(
      margin,
      span(hours.map(({hour}) => String(hour).padStart(barWidth, '0')).join(' '), styles.quiet),
      ...besideHours(hours, currency, view),
    ),
  ];
}

/** What the highest bar stands for, and the key to the next currency: as much as there is room for beside the hours. */
function besideHours(hours: readonly HourTakings[], currency: Currency, view: View): Row {
  const {columns, styles, takings, words} = view;
  const minor = Math.max(...hours.map(each => each.minor));
  const next = nextCurrency(view, takings.currency);
  const key = keyText('hours', view);
  const room = columns - labelWidth - hours.length * (barWidth + 1);
  const most = span(`   ${words.saleScreen.busiest({amount: displayMoney({currency, minor})})}`, styles.quiet);
  const turn = next === undefined ? [] : [span(`   ${key}`, styles.strong), span(` ${next}`, styles.quiet)];
  const widthIn = (spans: Row) => spans.reduce((sum, {text}) => sum + widthOf(text), 0);
  return [[most, ...turn], turn, [most]].find(spans => widthIn(spans) < room) ?? [];
}
