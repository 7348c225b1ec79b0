import {businessDate} from '../../src/core/day/business-day.js';
import {type DayReport, dayReport} from '../../src/core/day/report.js';
import type {State} from '../../src/core/journal/state.js';
import type {Context} from '../kit/step.js';

type Found = {readonly version: number; readonly report: DayReport};
const found = new WeakMap<State, Found>();

/** Whether what is added up is a part of the business day: the clock was put back into one that was over. */
export const isPartOfDay = ({till, shop, now}: Pick<Context, 'till' | 'shop' | 'now'>): boolean =>
  businessDate(now, shop.zone, shop.dayStartsAt) < till.state.wholeFrom;

/** The business day so far, made anew when anything has happened: a frame asks for it several times. */
export function todayIn({till, shop, now}: Pick<Context, 'till' | 'shop' | 'now'>): DayReport {
  const {state} = till;
  const {zone, dayStartsAt} = shop;
  const date = businessDate(now, zone, dayStartsAt);
  const last = found.get(state);
  if (last?.version === state.version && last.report.date === date) return last.report;
  const report = dayReport(
    [...state.payments.values()],
    {date, zone, dayStartsAt},
    state.ledger,
    state.tickets.all.values(),
  );
  found.set(state, {version: state.version, report});
  return report;
}
