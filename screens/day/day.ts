import {businessDate, dateText} from '../../src/core/day/business-day.js';
import {displayMoney, displayNumber, moneyColumn} from '../../src/core/money/display.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {tenderName} from '../../src/core/payment/tender.js';
import {type DayReport, dayReport} from '../../src/core/present/day-report.js';
import {netTipsIn} from '../../src/core/shift/sold.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, type FactBlock, fact, gap, paper, type TableBlock, type Tone} from '../../src/views/block.js';
import {remembered} from '../kit/form.js';
import {is} from '../kit/said.js';
import type {Screen} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import type {Context} from '../kit/step.js';
import {hoursChart, partOfDay, todayTally, turnedTakings} from '../order/today.js';
import {goTo} from '../places.js';
import {shiftText} from '../shift/shift.js';

const moneyWidth = 18;

const reports = remembered<DayReport>();

function todayIn({till, shop, now}: Context): DayReport {
  const {state} = till;
  const {zone, dayStartsAt} = shop;
  const date = businessDate(now, zone, dayStartsAt);
  return reports(state, [date], () =>
    dayReport([...state.payments.values()], {date, zone, dayStartsAt}, state.ledger, state.tickets.all.values()),
  );
}

/** The day at a glance: the takings by tender and by hour, and what is not settled. */
export const day: Screen<'day', {readonly offset: number}> = {
  id: 'day',
  needs: 'totals',
  layout: 'tall',
  open: () => ({state: {offset: 0}}),
  describe: ({offset}, context) => {
    const {language, messages} = context;
    const {date} = todayIn(context);
    const {nothing} = messages.day;
    const taken = takings(context);
    return [
      paper(messages.shiftScreen.day.title({date: dateText(date, language)}).replace(/\.$/u, ''), offset, [
        fact('shift', shiftText(context), {tone: 'quiet'}),
        ...partOfDay(context),
        gap('above'),
        ...(taken.length === 0 ? [fact('nothing', nothing, {tone: 'quiet'})] : taken),
        gap('below'),
        todayTally(context),
        ...hoursChart(context).flatMap(chart => [gap('hours-above'), chart]),
      ]),
    ];
  },
  keys: [
    scrollKey(),
    {id: 'hours', press: (_, context) => ({keeps: {takings: turnedTakings(context)}})},
    {id: 'takings', press: () => ({go: goTo('takings')})},
    {id: 'reconcile', press: () => ({go: goTo('reconcile')})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** Returns the takings of each tender and currency, what was given back, and what is shown only after it was counted. */
function takings(context: Context): readonly (TableBlock | FactBlock)[] {
  const {language, messages} = context;
  const {takings: tenders, totals, withheld, refunds, sold} = todayIn(context);
  const said = messages.day;
  const row = (label: string, count: number | undefined, money: Money | undefined, tone: Tone = 'plain') => {
    const counted = count === undefined ? '' : displayNumber(String(count), language);
    const worth = money === undefined ? counted : displayMoney(money, language);
    const value = count === undefined || money === undefined ? worth : messages.narration.count({count, word: worth});
    return {
      cells: [cleanText(label, 40), counted, money === undefined ? '' : moneyColumn(money, moneyWidth, language)],
      tone,
      said: is(label, value, context),
    };
  };
  const {tipsOff, withoutTips} = messages.report;
  const hidden = withheld.map(({currency, sales}) => row(said.withheld({currency}), sales, undefined));
  const rows = [
    ...totals.flatMap(({currency, minor, count, refunded, net}) => {
      const tips = netTipsIn(sold, currency);
      return compact([
        ...tenders
          .filter(({total}) => total.currency === currency)
          .map(({total, count: times, ...tender}) => row(tenderName(tender, language), times, total)),
        row(totalLabel(currency, context), count, {currency, minor}, 'strong'),
        refunded !== 0 && row(said.givenBack({currency}), undefined, {currency, minor: -refunded}, 'quiet'),
        refunded !== 0 && row(said.net({currency}), undefined, {currency, minor: net}, 'strong'),
        tips !== 0 && row(tipsOff, undefined, {currency, minor: -tips}, 'quiet'),
        tips !== 0 && row(withoutTips({currency}), undefined, {currency, minor: net - tips}, 'strong'),
      ]);
    }),
    ...refunds.map(({method, total, done}) =>
      row(said.refundMethods[method], done, {...total, minor: -total.minor}, 'quiet'),
    ),
  ];
  const columns = [
    {title: '', width: 30},
    {title: '', width: 6, align: 'right'} as const,
    {title: '', grows: true} as const,
  ];
  const table = (id: string, its: TableBlock['rows']): readonly TableBlock[] =>
    its.length === 0 ? [] : [{kind: 'table', id, columns, rows: its}];
  return [
    ...table('withheld', hidden),
    ...(hidden.length === 0 ? [] : [fact('when', said.toldWhenCounted, {tone: 'quiet'})]),
    ...table('takings', rows),
  ];
}

/** Returns the label of a total. Cash that may not be shown yet is in no total. */
function totalLabel(currency: Currency, context: Context): string {
  const said = context.messages.day;
  const isWhole = todayIn(context).withheld.every(each => each.currency !== currency);
  return (isWhole ? said.total : said.totalWithoutCash)({currency});
}
