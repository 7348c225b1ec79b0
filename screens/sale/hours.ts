import {displayMoney} from '../../src/core/money/display.js';
import {isPartOfDay} from '../day/today.js';
import {type ChartBlock, type NoticeBlock, notice} from '../kit/block.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';
import {hoursText} from './sentences.js';
import {hoursToday, nextCurrency, takingsCurrency} from './takings.js';

/** That it is not all of the day, where that is so; the counts of the day say it too. */
export const partOfDay = (context: Context): readonly NoticeBlock[] =>
  isPartOfDay(context) ? [notice('part', context.messages.day.part, {tone: 'needs-person', glyph: '!', said: ''})] : [];

/**
 * The takings of the business day by the hour, in one currency: the one turned to, the shop's, or the first of the others
 * where it has none.
 */
export function hoursChart(context: Context): readonly ChartBlock[] {
  const {messages, takings} = context;
  const currency = takingsCurrency(context, takings.currency);
  if (currency === undefined) return [];
  const taken = hoursToday(context, currency);
  const amount = displayMoney({currency, minor: Math.max(...taken.map(({minor}) => minor))}, context.language);
  const next = nextCurrency(context, takings.currency);
  return [
    {
      kind: 'chart',
      id: 'hours',
      importance: 'detail',
      label: messages.saleScreen.byHour({currency}),
      sentence: hoursText(takings, context),
      points: taken.map(({hour, minor}) => ({label: String(hour).padStart(2, '0'), value: minor})),
      aside: [
        {text: messages.saleScreen.busiest({amount}), key: ''},
        ...(next === undefined ? [] : [{text: next, key: keyText('hours', context)}]),
      ],
    },
  ];
}
