import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {isPartOfDay} from '../day/today.js';
import type {Context} from '../kit/step.js';
import type {Takings} from '../model.js';
import {hoursToday, takingsCurrency} from './takings.js';
import {dayCounts, givenBack} from './today.js';

/** The takings by the hour in one currency, without the hours that took nothing. */
export function hoursText({currency: chosen}: Takings, context: Context): string {
  const currency = takingsCurrency(context, chosen);
  if (currency === undefined) return '';
  const {hour: each, hours: sentence} = messages(context.language).narration;
  const hours = hoursToday(context, currency)
    .filter(({minor}) => minor !== 0)
    .map(({hour, minor}) => each({hour: hourText(hour), amount: displayMoney({currency, minor}, context.language)}));
  return sentence({currency, hours: hours.join('; ')});
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The counts of the day and what they are worth. */
export function todayText(context: Context): string {
  const {language, messages: words} = context;
  const {count: bare, countWorth, today} = messages(language).narration;
  const texts = dayCounts(context).map(({verdict, count, sums, hasCash = false}) => {
    const word = words.saleScreen.counts[verdict]({count});
    const worth = [
      ...sums.map(sum => displayMoney(sum, language)),
      ...(hasCash ? [words.saleScreen.andCash] : []),
    ].join(', ');
    return (worth === '' ? bare : countWorth)({count, word, sums: worth});
  });
  const [paid = '', ...others] = texts;
  const text = today({counts: [paid, ...backTexts(context), ...others].join('; ')});
  return isPartOfDay(context) ? `${text} ${messages(language).day.part}` : text;
}

/** What was given back, and the net. */
function backTexts(context: Context): readonly string[] {
  const {language, messages: words} = context;
  const {back, net, whole} = givenBack(context);
  const {givenBack: given, givenBackWhole, net: left} = words.saleScreen;
  const label = whole === 0 ? given : givenBackWhole({count: whole});
  const worth = (name: string, sums: typeof back) => [name, ...sums.map(sum => displayMoney(sum, language))].join(' ');
  return [...(back.length + whole === 0 ? [] : [worth(label, back)]), ...(net.length === 0 ? [] : [worth(left, net)])];
}
