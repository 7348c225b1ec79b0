import {setImmediate as turn} from 'node:timers/promises';
import type {Journal} from '../../store/journal.js';
import {emptyState, recallEvents, recallLines, type State, takeLeftOut} from '../core/books/state.js';
import {dayReader} from '../core/events/day-of.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Payment} from '../core/payment/payment.js';
import {
  type Day,
  type DayReport,
  type DaySpan,
  dayReport,
  type SpanReport,
  spanReport,
} from '../core/present/day-report.js';
import {type Activity, ActivityBook, type ActivityPeriod} from '../core/present/staff-activity.js';
import {noStaff} from '../core/staff/staff.js';
import type {Ticket} from '../core/ticket/ticket.js';
import type {TillContext} from './context.js';
import {readTickets} from './past-ticket.js';

/** What the journal holds about some days. */
type DaysRead = {
  /** The payments of these dates and those that were given back on them, in the order in which they were requested. */
  readonly payments: readonly Payment[];
  readonly tickets: ReadonlyMap<string, Ticket>;
  readonly events: readonly StoredEvent[];
};

type Reading = {readonly journal: Pick<Journal, 'readPieces' | 'eventsOf' | 'totalsBefore'>; readonly state: State};
const linesOfTurn = 200;
const underWay = new WeakMap<State, Promise<void>>();

/** Resolves when the open day's payments are all in memory, read back little by little until `signal`. Throws `Problem` journal-damaged. */
export async function wholeDay(reading: Reading, signal?: AbortSignal): Promise<void> {
  const {state} = reading;
  if (state.leftOut === undefined) return;
  const reads = underWay.get(state) ?? readLeftOut(reading, state.leftOut, signal);
  underWay.set(state, reads);
  await reads;
}

async function readLeftOut(
  {journal, state}: Reading,
  {segment, seq}: NonNullable<State['leftOut']>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const past = emptyState(await journal.totalsBefore(segment));
  const earlier = new Set<string>();
  for await (const some of journal.readPieces(segment)) {
    const events = some.filter(event => event.seq <= seq);
    for (let at = 0; at < events.length && signal?.aborted !== true; at += linesOfTurn) {
      recallLines(past, events.slice(at, at + linesOfTurn));
      await turn();
    }
    for (const {data} of events)
      if ('reference' in data && !past.payments.has(data.reference)) earlier.add(data.reference);
    if (events.length < some.length || events.at(-1)?.seq === seq || signal?.aborted === true) break;
  }
  for (const reference of earlier) {
    if (signal?.aborted === true) return;
    if (!state.payments.has(reference)) recallEvents(past, await journal.eventsOf(reference));
  }
  if (signal?.aborted !== true) takeLeftOut(state, past);
}

export const isWithin = ({from, to}: DaySpan, date: string): boolean => from <= date && date <= to;

/** What the journal holds about the days: events by their day, and payments with everything that any segment says about them. */
export async function readDays({journal}: Pick<TillContext, 'journal'>, span: DaySpan): Promise<DaysRead> {
  const own = await journal.segmentsOf(span);
  const references = new Set<string>();
  const begun = new Set<string>();
  let firstSeq = Number.MAX_SAFE_INTEGER;
  const events: StoredEvent[] = [];
  for (const date of own) {
    const dayOf = dayReader();
    for await (const event of journal.readSegment(date)) {
      if (!isWithin(span, dayOf(event))) continue;
      events.push(event);
      if (!isOfPayment(event)) continue;
      references.add(event.data.reference);
      if (event.type !== 'requested') continue;
      begun.add(event.data.reference);
      firstSeq = Math.min(firstSeq, event.seq);
    }
  }
  const payments = await readPayments({journal}, begun, firstSeq);
  for (const reference of references)
    if (!begun.has(reference)) payments.push(...(await begunEarlier({journal}, reference)));
  payments.sort((a, b) => a.seq - b.seq);
  const wanted = payments.filter(payment => isOf(span, payment));
  return {payments: wanted, tickets: await ticketsOf({journal}, wanted, span), events};
}

async function ticketsOf(
  {journal}: Pick<TillContext, 'journal'>,
  payments: readonly Payment[],
  span: DaySpan,
): Promise<DaysRead['tickets']> {
  const counted = payments.filter(
    ({request, paidSeq, status}) => request.ticket !== undefined && (paidSeq !== undefined || status === 'on-book'),
  );
  return readTickets(journal, {
    tickets: new Set(counted.flatMap(({request}) => request.ticket ?? [])),
    payments: new Set(counted.map(({reference}) => reference)),
    span,
  });
}

/** Whether a payment is reported in the span: on its own day, or on a day on which it was given back. */
const isOf = (span: DaySpan, {request, refunds}: Payment): boolean =>
  isWithin(span, request.businessDate) || refunds.some(({businessDate}) => isWithin(span, businessDate));

type OfPayment = Extract<StoredEvent, {type: 'requested' | 'refund-requested' | 'refund-in-cash'}>;

const isOfPayment = (event: StoredEvent): event is OfPayment =>
  event.type === 'requested' || event.type === 'refund-requested' || event.type === 'refund-in-cash';

/** Payments folded from all their events, none of which is before the line `firstSeq`. */
async function readPayments(
  {journal}: Pick<TillContext, 'journal'>,
  references: ReadonlySet<string>,
  firstSeq: number,
): Promise<Payment[]> {
  const state = emptyState();
  for (const date of await journal.segmentsNaming(references, new Set(await journal.segmentsSince(firstSeq))))
    for await (const events of journal.readPieces(date))
      recallEvents(
        state,
        events.filter(({data}) => 'reference' in data && references.has(data.reference)),
      );
  return [...state.payments.values()];
}

async function begunEarlier({journal}: Pick<TillContext, 'journal'>, reference: string): Promise<readonly Payment[]> {
  const state = emptyState();
  recallEvents(state, await journal.eventsOf(reference));
  return [...state.payments.values()];
}

/** The clock for days whose journal does not state one. */
type Clock = {readonly zone: string; readonly dayStartsAt: string};

type Asked = DaySpan & {
  /** Called before each month is read, with the number of months already read and of all. */
  readonly onRead?: (read: number, of: number) => void;
};

/** Returns what was taken on some days, each by its clock. Only one month of the journal is in memory at a time. */
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
function monthsOf({from, to}: DaySpan): readonly DaySpan[] {
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
