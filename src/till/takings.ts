import type {StoredEvent} from '../core/events/event.js';
import {type Day, type DayReport, dayReport} from '../core/present/day-report.js';
import {type DaySpan, type SpanReport, spanReport} from '../core/present/span.js';
import {type Activity, ActivityBook, type ActivityPeriod} from '../core/present/staff-activity.js';
import {noStaff} from '../core/staff/staff.js';
import type {TillContext} from './context.js';
import {readDays} from './days.js';

/** The clock for days whose journal does not state one. */
type Clock = {readonly zone: string; readonly dayStartsAt: string};

type Asked = DaySpan & {
  /** Called before each month is read, with the number of months already read and of all. */
  readonly onRead?: (read: number, of: number) => void;
};

/**
 * Returns what was taken on some business days. The journal is read month by month, so that only one month is in memory. Each day is
 * reported by the clock that applied on that day.
 */
export async function readTakings(
  {journal, state, settings}: Pick<TillContext, 'journal' | 'state'> & {readonly settings: Clock},
  {from, to, onRead}: Asked,
): Promise<SpanReport> {
  const reports: DayReport[] = [];
  const months = monthsOf({from, to});
  for (const [at, month] of months.entries()) {
    onRead?.(at, months.length);
    if ((await journal.segmentsOf(month)).length === 0) continue;
    const {payments, tickets, events} = await readDays({journal}, month);
    for (const date of daysOf(month))
      reports.push(dayReport(payments, dayOf(date, events, settings), state.ledger, tickets.values()));
  }
  return spanReport({from, to}, reports);
}

/** A day by the clock that applied on it, which may have been changed since. */
export function dayOf(date: string, events: readonly StoredEvent[], settings: Clock): Day {
  const opened = events.find(event => event.type === 'segment-opened' && event.data.businessDate === date);
  const {zone, dayStartsAt} = opened?.type === 'segment-opened' ? opened.data : settings;
  return {date, zone, dayStartsAt};
}

/** The months of the days. The first and the last month have only the days that are wanted. */
export function monthsOf({from, to}: DaySpan): readonly DaySpan[] {
  const months: DaySpan[] = [];
  for (let first = from; first <= to; ) {
    const end = Temporal.PlainDate.from(first);
    const last = end.with({day: end.daysInMonth}).toString();
    months.push({from: first, to: last < to ? last : to});
    first = Temporal.PlainDate.from(last).add({days: 1}).toString();
  }
  return months;
}

function daysOf({from, to}: DaySpan): readonly string[] {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to; day = day.add({days: 1}))
    days.push(day.toString());
  return days;
}

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
    const {staff = noStaff} = (await journal.totalsBefore(first)) ?? {};
    book.add(events, new Map(payments.map(payment => [payment.reference, payment])), staff);
  }
  return book.rows();
}
