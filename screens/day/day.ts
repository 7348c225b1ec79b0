import {businessDate, dateText} from '../../src/core/day/business-day.js';
import {type DayReport, dayReport} from '../../src/core/present/day-report.js';
import {fact, gap, paper} from '../../src/views/block.js';
import {dayTakings} from '../../src/views/day/takings.js';
import {remembered} from '../kit/form.js';
import type {Screen} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import type {Context} from '../kit/step.js';
import {hoursChart, partOfDay, todayTally, turnedTakings} from '../order/today.js';
import {goTo} from '../places.js';
import {shiftText} from '../shift/shift.js';

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
    const taken = dayTakings(todayIn(context), language);
    return [
      paper(messages.shiftScreen.day.title({date: dateText(date, language)}).replace(/\.$/u, ''), offset, [
        fact('shift', shiftText(context), {tone: 'quiet'}),
        ...partOfDay(context),
        gap('above'),
        ...(taken.length === 0 ? [fact('nothing', messages.day.nothing, {tone: 'quiet'})] : taken),
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
