import {businessDate, clockText} from '../../src/core/day/business-day.js';
import {marketOf} from '../../src/core/market/markets.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {glyphs} from '../../src/core/payment/badge.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {needingPerson, pendingPayments, pendingSums} from '../../src/core/payment/payments.js';
import {type HourByKind, hoursByKind} from '../../src/core/present/day-report.js';
import {disclosedTotals} from '../../src/core/shift/blind.js';
import {type ChartBlock, compact, type NoticeBlock, notice, type TallyBlock} from '../../src/views/block.js';
import {axisOf, chartOf} from '../../src/views/figures.js';
import {beside, remembered} from '../kit/form.js';
import type {Context} from '../kit/screen.js';
import type {Takings} from '../model.js';
import {keyText} from '../terminal/bindings.js';

/** Returns the day's totals so far (`all`), and the part that this person may see (`told`), without cash of uncounted drawers. */
function totalsOf(context: Context) {
  const {state, mayLook} = context.till;
  const all = state.days.get(dateOf(context));
  return {all, told: all && mayLook('totals') ? disclosedTotals(state, all) : undefined};
}

const dateOf = ({shop, now}: Context): string => businessDate(now, shop.zone, shop.dayStartsAt);

/** Whether the totals cover only a part of the business day, because the clock was put back into a day that was over. */
const isPartOfDay = (context: Context): boolean => dateOf(context) < context.till.state.wholeFrom;

/** Returns a notice if the totals are not those of the whole day. The narrated counts of the day say so too. */
export const partOfDay = (context: Context): readonly NoticeBlock[] =>
  isPartOfDay(context) ? [notice('part', context.messages.day.part, {tone: 'needs-person', glyph: '!', said: ''})] : [];

/** `hasCash`: besides the sums there is cash, which is shown when the drawer has been counted. */
type Counted = {
  readonly verdict: Verdict;
  readonly count: number;
  readonly sums: readonly Money[];
  readonly hasCash?: boolean;
};

/** Returns what is paid, pending and not paid, and what needs a person. */
function dayCounts(context: Context): readonly Counted[] {
  const {state} = context.till;
  const {all, told} = totalsOf(context);
  const mine = needingPerson(state).length;
  const sums = [...(told?.sums.values() ?? [])];
  const onBook = all?.onBook.count ?? 0;
  return compact([
    {verdict: 'paid', count: all?.paid ?? 0, sums, hasCash: told !== undefined && told.withheld.length > 0},
    onBook > 0 && {
      verdict: 'on-book',
      count: onBook,
      sums: told === undefined ? [] : [...(all?.onBook.sums.values() ?? [])],
    },
    {verdict: 'not-known', count: pendingPayments(state).length, sums: pendingSums(state)},
    {verdict: 'not-paid', count: all?.notPaid ?? 0, sums: []},
    mine > 0 && {verdict: 'needs-person', count: mine, sums: []},
  ]);
}

type Sums = ReadonlyMap<Currency, Money>;

/** Returns what was given back in the order of the sums above it, whichever currency was given back first. */
export function givenBackIn({sums, refunded}: {readonly sums: Sums; readonly refunded: Sums}): readonly Money[] {
  const currencies = new Set([...sums.keys(), ...refunded.keys()]);
  return compact([...currencies].map(currency => refunded.get(currency))).filter(({minor}) => minor !== 0);
}

/** Returns what was given back today with the number of payments that were refunded completely, and the net sums of these currencies. */
function givenBack(context: Context) {
  const {all, told} = totalsOf(context);
  const {givenBack: given, givenBackWhole, net: left} = context.messages.saleScreen;
  const whole = all?.givenBack ?? 0;
  const back = told === undefined ? [] : givenBackIn(told);
  const net = back.map(({currency, minor}) => ({currency, minor: (told?.sums.get(currency)?.minor ?? 0) - minor}));
  return compact([
    back.length + whole > 0 && {
      glyph: glyphs['given-back'],
      text: whole === 0 ? given : givenBackWhole({count: whole}),
      sums: back,
    },
    net.length > 0 && {glyph: '=', text: left, sums: net},
  ]);
}

/** Returns the day in numbers. The net is below the gross if something was given back. */
export function todayTally(context: Context): TallyBlock {
  const {narration, saleScreen} = context.messages;
  const {counts, andCash, today} = saleScreen;
  const [paid, ...others] = dayCounts(context).map(
    ({verdict, count, sums, hasCash = false}) =>
      ({
        glyph: glyphs[verdict],
        tone: count === 0 ? 'quiet' : verdict,
        text: narration.count({count, word: counts[verdict]({count})}),
        sums,
        note: hasCash ? andCash : '',
      }) as const,
  );
  const back = givenBack(context).map(row => ({...row, tone: 'quiet', note: ''}) as const);
  const rows = compact([paid, ...back, ...others]);
  return {kind: 'tally', id: 'today', label: today, rows, said: todayText(context)};
}

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

/** Returns the currencies with takings today, the shop's own first. */
function takingsCurrencies(context: Context): readonly Currency[] {
  const {told} = totalsOf(context);
  if (told === undefined) return [];
  const quarters = [...told.quarters.values()];
  return [...new Set([marketOf(context.shop.country).currency, ...told.sums.keys()])].filter(currency =>
    quarters.some(sums => (sums.get(currency)?.minor ?? 0) !== 0),
  );
}

/** Returns the chosen currency while it has takings, else the first one that has any. */
function shownCurrency(context: Context): Currency | undefined {
  const currencies = takingsCurrencies(context);
  return currencies.find(currency => currency === context.takings.currency) ?? currencies[0];
}

function nextCurrency(context: Context): Currency | undefined {
  const currencies = takingsCurrencies(context);
  return currencies.length < 2 ? undefined : beside(currencies, shownCurrency(context), 1);
}

/** Whether a key has something to turn to; in words it tells the hours of the only currency too. */
export const canTurnTakings = (context: Context): boolean =>
  takingsCurrencies(context).length > (context.isPlain ? 0 : 1);

/** Returns the takings after the key that turns to the next currency. If there is only one, it stays. */
export const turnedTakings = (context: Context): Takings => ({
  currency: nextCurrency(context) ?? shownCurrency(context),
  turned: context.takings.turned + 1,
});

const hoursOfDay = remembered<readonly HourByKind[]>();

/** Returns the takings of the business day in a currency by the hour, less what was given back in it; `[]` if there are none. */
function hoursToday(context: Context, currency: Currency): readonly HourByKind[] {
  const {shop, till} = context;
  const {zone, dayStartsAt} = shop;
  const date = dateOf(context);
  if (totalsOf(context).told === undefined || till.state.leftOut !== undefined) return [];
  return hoursOfDay(till.state, [date, currency], () =>
    hoursByKind([...till.state.payments.values()], {date, zone, dayStartsAt}, {currency, ledger: till.state.ledger}),
  );
}

const hourText = (hour: number): string => String(hour).padStart(2, '0');

/** Returns the takings by the hour in the shown currency as a sentence, without the hours that have none. */
export function hoursText(context: Context): string {
  const currency = shownCurrency(context);
  if (currency === undefined) return '';
  const {hour: each, hours: sentence} = context.messages.narration;
  const hours = hoursToday(context, currency)
    .map(({hour, service, cash}) => ({hour, minor: service + cash}))
    .filter(({minor}) => minor !== 0)
    .map(({hour, minor}) =>
      each({hour: `${hourText(hour)}:00`, amount: displayMoney({currency, minor}, context.language)}),
    );
  return sentence({currency, hours: hours.join('; ')});
}

/** What was usual at each hour of the same weekday before, in a currency. */
export type UsualHours = {readonly text: string; readonly at: (hour: number, currency: Currency) => number};

/** Returns the same as a chart from the opening to now, in the currency turned to, the shop's, or the first that has takings. */
export function hoursChart(context: Context, usual?: UsualHours): readonly ChartBlock[] {
  const {language, messages, now, shop, till} = context;
  const {byHour, busiest, kinds} = messages.saleScreen;
  const currency = shownCurrency(context);
  if (currency === undefined) return [];
  const taken = hoursToday(context, currency);
  const show = (minor: number) => displayMoney({currency, minor}, language);
  const sum = (kind: 'service' | 'cash') => taken.reduce((minor, each) => minor + each[kind], 0);
  const hourAt = (at: number) => Number(clockText(at, shop.zone).slice(0, 2));
  const {openedAt = now} = till.state.ledger.shift ?? {};
  const isToday = businessDate(openedAt, shop.zone, shop.dayStartsAt) === dateOf(context);
  const used = [...taken.map(({hour}) => hour), hourAt(now), ...(isToday ? [hourAt(openedAt)] : [])];
  const next = nextCurrency(context);
  const points = axisOf(used, Number(shop.dayStartsAt.slice(0, 2))).map(hour => {
    const {service = 0, cash = 0} = taken.find(each => each.hour === hour) ?? {};
    return {label: hourText(hour), values: [service, cash], ...(usual && {before: usual.at(hour, currency)})};
  });
  return [
    chartOf({
      id: 'hours',
      currency,
      language,
      points,
      label: byHour({currency}),
      sentence: hoursText(context),
      series: (['service', 'cash'] as const).map(kind =>
        sum(kind) === 0 ? '' : kinds[kind]({amount: show(sum(kind))}),
      ),
      compared: usual?.text ?? '',
      aside: compact([
        {text: busiest({amount: show(Math.max(...taken.map(({service, cash}) => service + cash)))}), key: ''},
        next && {text: next, key: keyText('hours', context)},
      ]),
    }),
  ];
}
