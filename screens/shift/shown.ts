import {businessDate, clockText, dateText} from '../../src/core/day/business-day.js';
import {pendingPayments} from '../../src/core/journal/selectors.js';
import {zName} from '../../src/core/shift/report.js';
import {cleanText} from '../../src/core/text/text.js';

import type {Context} from '../kit/step.js';

/** Who has the shift, and since when. */
export function shiftText({till, messages, language, shop}: Context): string {
  const {shift} = till.state.ledger;
  if (shift === null) return messages.shiftScreen.none;
  const date = dateText(businessDate(shift.openedAt, shop.zone, '00:00'), language);
  const since = messages.shiftScreen.since({date, time: clockText(shift.openedAt, shop.zone)});
  const {number, person} = shift;
  return `${messages.shiftScreen.open({shift: number, person: cleanText(person, 40)})}, ${since}`;
}

/** What was closed last; `''` before the first Z. */
export function lastZText({till, messages}: Context): string {
  const last = till.state.ledger.zs.at(-1);
  return last === undefined ? '' : messages.shiftScreen.last({z: zName(last.number), date: last.businessDate});
}

/** What is pending whoever has the shift; `''` where nothing is. */
export function carriedText({till, messages}: Context): string {
  const count = pendingPayments(till.state).length;
  return count === 0 ? '' : messages.shiftScreen.pending({count});
}
