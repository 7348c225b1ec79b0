import {businessDate, dateText} from '../../src/core/day/business-day.js';
import {
  type DayReport,
  dayReport,
  netHours,
  type SpanReport,
  spanAfter,
  spanOf,
} from '../../src/core/present/day-report.js';
import type {Till} from '../../src/till/till.js';
import {fact, gap, paper} from '../../src/views/block.js';
import {dayTakings} from '../../src/views/day/takings.js';
import {remembered} from '../kit/form.js';
import {scrollKey} from '../kit/list.js';
import {type Context, type Screen, task, todayOf} from '../kit/screen.js';
import {goTo} from '../model.js';
import {canTurnTakings, hoursChart, partOfDay, todayTally, turnedTakings, type UsualHours} from '../order/today.js';
import {shiftText} from '../shift/shift-form.js';

const reports = remembered<DayReport>();

function todayIn({till, shop, now}: Context): DayReport {
  const {state} = till;
  const {zone, dayStartsAt} = shop;
  const date = businessDate(now, zone, dayStartsAt);
  return reports(state, [date], () =>
    dayReport([...state.payments.values()], {date, zone, dayStartsAt}, state.ledger, state.tickets.all.values()),
  );
}

/** `before`: the same weekday of the weeks before, the last one first, once it is read. */
type Day = {readonly offset: number; readonly before: readonly SpanReport[]};

const weeks = [1, 2, 3, 4];

const reading = (date: string) =>
  task({
    kind: 'read',
    run: (till: Till) => Promise.all(weeks.map(week => till.takings(spanOf(spanAfter(date, -7 * week))))),
    done: (state: Day, read) => ({state: {...state, before: read.filter(({totals}) => totals.length > 0)}}),
  });

/** Returns what the same weekday came to by the hour, on average of the last weeks with takings. */
function usualIn({before}: Day, {shop, messages}: Context): UsualHours | undefined {
  if (before.length === 0) return undefined;
  return {
    text: messages.saleScreen.usual({count: before.length}),
    at: (hour, currency) => {
      const nets = before.flatMap(span =>
        netHours(span, currency, shop.dayStartsAt).filter(each => each.hour === hour),
      );
      return nets.reduce((sum, {net}) => sum + net, 0) / before.length;
    },
  };
}

/** The day at a glance: the takings by tender and by hour, and what is not settled. */
export const day: Screen<'day', Day> = {
  id: 'day',
  needs: 'totals',
  layout: 'tall',
  open: (_, context) => ({state: {offset: 0, before: []}, asks: reading(todayOf(context))}),
  describe: (state, context) => {
    const {language, messages} = context;
    const {date} = todayIn(context);
    const {takingsScreen} = messages;
    const isRead = context.till.state.leftOut === undefined;
    const taken = isRead ? dayTakings(todayIn(context), language) : [];
    return [
      paper(messages.shiftScreen.day.title({date: dateText(date, language)}), state.offset, [
        fact('shift', shiftText(context), {tone: 'quiet'}),
        ...partOfDay(context),
        gap('above'),
        ...hoursChart(context, usualIn(state, context)).flatMap(chart => [chart, gap('hours-below')]),
        ...(taken.length === 0
          ? [fact('nothing', isRead ? messages.day.nothing : takingsScreen.reading, {tone: 'quiet'})]
          : taken),
        gap('below'),
        todayTally(context),
      ]),
    ];
  },
  keys: [
    scrollKey(),
    {
      id: 'hours',
      when: (_, context) => canTurnTakings(context),
      press: (_, context) => ({keeps: {takings: turnedTakings(context)}}),
    },
    {id: 'takings', press: () => ({go: goTo('takings')})},
    {id: 'reconcile', press: () => ({go: goTo('reconcile')})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
