import {businessDate} from '../../src/core/day/business-day.js';
import {type HourTakings, takingsByHour} from '../../src/core/day/hours.js';
import {hoursBack} from '../../src/core/day/report.js';
import {netHours} from '../../src/core/day/span.js';
import {needingPerson, pendingPayments, pendingSums} from '../../src/core/journal/selectors.js';
import {marketOf} from '../../src/core/market/markets.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {glyphs} from '../../src/core/payment/badge.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {disclosedTotals} from '../../src/core/shift/blind.js';
import {type ChartBlock, compact, type NoticeBlock, notice, type TallyBlock} from '../kit/block.js';
import {beside} from '../kit/form.js';
import type {Context} from '../kit/step.js';
import type {Takings} from '../model.js';
import {keyText} from '../terminal/bindings.js';

/**
 * The business day so far, and what may be told of it: cash is in none of it before its drawer was counted, and nothing to whoever may
 * not look at totals.
 */
function totalsOf(context: Context) {
  const {state, mayLook} = context.till;
  const all = state.days.get(dateOf(context));
  return {all, told: all && mayLook('totals') ? disclosedTotals(state, all) : undefined};
}

const dateOf = ({shop, now}: Context): string => businessDate(now, shop.zone, shop.dayStartsAt);

/** Whether what is added up is a part of the business day: the clock was put back into one that was over. */
const isPartOfDay = (context: Context): boolean => dateOf(context) < context.till.state.wholeFrom;

/** That it is not all of the day, where that is so; the counts of the day say it too. */
export const partOfDay = (context: Context): readonly NoticeBlock[] =>
  isPartOfDay(context) ? [notice('part', context.messages.day.part, {tone: 'needs-person', glyph: '!', said: ''})] : [];

/** `hasCash`: beside the sums there is cash, which is told when the drawer is counted. */
type Counted = {
  readonly verdict: Verdict;
  readonly count: number;
  readonly sums: readonly Money[];
  readonly hasCash?: boolean;
};

/** What is paid, pending, not paid, and what a person must see to. */
function dayCounts(context: Context): readonly Counted[] {
  const {state} = context.till;
  const {all, told} = totalsOf(context);
  const mine = needingPerson(state).length;
  const sums = [...(told?.sums.values() ?? [])];
  return compact([
    {verdict: 'paid', count: all?.paid ?? 0, sums, hasCash: told !== undefined && told.withheld.length > 0},
    {verdict: 'not-known', count: pendingPayments(state).length, sums: pendingSums(state)},
    {verdict: 'not-paid', count: all?.notPaid ?? 0, sums: []},
    mine > 0 && {verdict: 'needs-person', count: mine, sums: []},
  ]);
}

/** What was given back today, with how many payments whole, and what is left of the sums of these currencies. */
function givenBack(context: Context) {
  const {all, told} = totalsOf(context);
  const {givenBack: given, givenBackWhole, net: left} = context.messages.saleScreen;
  const whole = all?.givenBack ?? 0;
  const back = [...(told?.refunded.values() ?? [])].filter(({minor}) => minor !== 0);
  const net = back.map(({currency, minor}) => ({currency, minor: (told?.sums.get(currency)?.minor ?? 0) - minor}));
  return compact([
    back.length + whole > 0 && {glyph: '↩', text: whole === 0 ? given : givenBackWhole({count: whole}), sums: back},
    net.length > 0 && {glyph: '=', text: left, sums: net},
  ]);
}

/** The day as numbers: the net stands under the gross where something was given back. */
export function todayTally(context: Context): TallyBlock {
  const {counts, andCash, today} = context.messages.saleScreen;
  const [paid, ...others] = dayCounts(context).map(
    ({verdict, count, sums, hasCash = false}) =>
      ({
        glyph: glyphs[verdict],
        tone: count === 0 ? 'quiet' : verdict,
        text: `${count} ${counts[verdict]({count})}`,
        sums,
        note: hasCash ? andCash : '',
      }) as const,
  );
  const back = givenBack(context).map(row => ({...row, tone: 'quiet', note: ''}) as const);
  const rows = compact([paid, ...back, ...others]);
  return {kind: 'tally', id: 'today', label: today, rows, said: todayText(context)};
}

/** The same in a sentence. */
function todayText(context: Context): string {
  const {language, messages} = context;
  const {count: bare, countWorth, today} = messages.narration;
  const shown = (sums: readonly Money[]) => sums.map(sum => displayMoney(sum, language));
  const [paid = '', ...others] = dayCounts(context).map(({verdict, count, sums, hasCash = false}) => {
    const worth = compact([...shown(sums), hasCash && messages.saleScreen.andCash]).join(', ');
    const word = messages.saleScreen.counts[verdict]({count});
    return (worth === '' ? bare : countWorth)({count, word, sums: worth});
  });
  const back = givenBack(context).map(({text, sums}) => [text, ...shown(sums)].join(' '));
  const text = today({counts: [paid, ...back, ...others].join('; ')});
  return isPartOfDay(context) ? `${text} ${messages.day.part}` : text;
}

/** The currencies that have takings today, the shop's own first. */
export function takingsCurrencies(context: Context): readonly Currency[] {
  const {told} = totalsOf(context);
  if (told === undefined) return [];
  const quarters = [...told.quarters.values()];
  return [...new Set([marketOf(context.shop.country).currency, ...told.sums.keys()])].filter(currency =>
    quarters.some(sums => (sums.get(currency)?.minor ?? 0) !== 0),
  );
}

/** The one that was turned to while it has takings, else the first that has any. */
function shownCurrency(context: Context): Currency | undefined {
  const currencies = takingsCurrencies(context);
  return currencies.find(currency => currency === context.takings.currency) ?? currencies[0];
}

/** The currency after the shown one; `undefined` where there is no other. */
function nextCurrency(context: Context): Currency | undefined {
  const currencies = takingsCurrencies(context);
  return currencies.length < 2 ? undefined : beside(currencies, shownCurrency(context), 1);
}

/** The takings after the key that turns them; where there is one currency it is that one again. */
export const turnedTakings = (context: Context): Takings => ({
  currency: nextCurrency(context) ?? shownCurrency(context),
  turned: context.takings.turned + 1,
});

/** The takings of the business day in a currency by the hour, less what was given back in it; `[]` where there are none. */
function hoursToday(context: Context, currency: Currency): readonly HourTakings[] {
  const {shop, till} = context;
  const {zone, dayStartsAt} = shop;
  const {told} = totalsOf(context);
  if (told === undefined) return [];
  const hours = takingsByHour(told, currency, {zone, now: till.now()});
  if ((told.refunded.get(currency)?.minor ?? 0) === 0) return hours;
  const back = {hours: hoursBack([...till.state.payments.values()], {date: dateOf(context), zone}, till.state.ledger)};
  return netHours({hours: [{currency, hours}], back}, currency, dayStartsAt).map(({hour, net}) => ({hour, minor: net}));
}

const hourText = (hour: number): string => String(hour).padStart(2, '0');

/** The takings by the hour in the shown currency, without the hours that took nothing. */
export function hoursText(context: Context): string {
  const currency = shownCurrency(context);
  if (currency === undefined) return '';
  const {hour: each, hours: sentence} = context.messages.narration;
  const hours = hoursToday(context, currency)
    .filter(({minor}) => minor !== 0)
    .map(({hour, minor}) =>
      each({hour: `${hourText(hour)}:00`, amount: displayMoney({currency, minor}, context.language)}),
    );
  return sentence({currency, hours: hours.join('; ')});
}

/** The same as a chart: in the currency turned to, the shop's, or the first of the others where it has none. */
export function hoursChart(context: Context): readonly ChartBlock[] {
  const {byHour, busiest} = context.messages.saleScreen;
  const currency = shownCurrency(context);
  if (currency === undefined) return [];
  const taken = hoursToday(context, currency);
  const amount = displayMoney({currency, minor: Math.max(...taken.map(({minor}) => minor))}, context.language);
  const next = nextCurrency(context);
  return [
    {
      kind: 'chart',
      id: 'hours',
      importance: 'detail',
      label: byHour({currency}),
      sentence: hoursText(context),
      points: taken.map(({hour, minor}) => ({label: hourText(hour), value: minor})),
      aside: compact([{text: busiest({amount}), key: ''}, next && {text: next, key: keyText('hours', context)}]),
    },
  ];
}
