import {staffIn} from '../core/books/state.js';
import type {DaySpan} from '../core/present/span.js';
import {type Activity, ActivityBook, type ActivityPeriod} from '../core/present/staff-activity.js';
import type {TillContext} from './context.js';
import {readDays} from './days.js';
import {monthsOf} from './takings.js';

/** Returns what the people of a till did on some business days. The journal is read month by month, so that only one month is in memory. */
export async function readActivity(
  {journal, state}: Pick<TillContext, 'journal' | 'state'>,
  span: DaySpan,
  by: ActivityPeriod,
): Promise<readonly Activity[]> {
  const book = new ActivityBook(by, state);
  for (const month of monthsOf(span)) {
    const [first] = await journal.segmentsOf(month);
    if (first === undefined) continue;
    const {payments, events} = await readDays({journal}, month);
    const staff = staffIn(await journal.totalsBefore(first));
    book.add(events, new Map(payments.map(payment => [payment.reference, payment])), staff);
  }
  return book.rows();
}
