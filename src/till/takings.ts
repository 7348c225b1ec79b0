import {type Day, type DayReport, dayReport} from '../core/day/report.js';
import {type DaySpan, type SpanReport, spanReport} from '../core/day/span.js';
import type {StoredEvent} from '../core/journal/event.js';
import type {TillContext} from './context.js';
import {readDays} from './days.js';

/** By which clock days are told whose journal does not say. */
type Clock = {readonly zone: string; readonly dayStartsAt: string};

type Asked = DaySpan & {
  /** Told before each month is read, of how many. */
  readonly onRead?: (read: number, of: number) => void;
};

/**
 * What was taken on some business days, read from the journal month by month: memory holds one month. Each day is told by
 * the clock that it was lived by.
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

/** A day by the clock that it was lived by, which may have been changed since. */
export function dayOf(date: string, events: readonly StoredEvent[], settings: Clock): Day {
  const opened = events.find(event => event.type === 'segment-opened' && event.data.businessDate === date);
  const {zone, dayStartsAt} = opened?.type === 'segment-opened' ? opened.data : settings;
  return {date, zone, dayStartsAt};
}

/** The months of the days, the first and the last of them as far as they are asked for. */
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
