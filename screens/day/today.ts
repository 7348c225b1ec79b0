import {businessDate} from '../../src/core/day/business-day.js';
import {type DayReport, dayReport} from '../../src/core/day/report.js';
import {remembered} from '../kit/remembered.js';
import type {Context} from '../kit/step.js';

const reports = remembered<DayReport>();

/** Whether what is added up is a part of the business day: the clock was put back into one that was over. */
export const isPartOfDay = ({till, shop, now}: Context): boolean =>
  businessDate(now, shop.zone, shop.dayStartsAt) < till.state.wholeFrom;

export function todayIn({till, shop, now}: Context): DayReport {
  const {state} = till;
  const {zone, dayStartsAt} = shop;
  const date = businessDate(now, zone, dayStartsAt);
  return reports(state, [date], () =>
    dayReport([...state.payments.values()], {date, zone, dayStartsAt}, state.ledger, state.tickets.all.values()),
  );
}
