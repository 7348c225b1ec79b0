import {isEvent, isKnown, type StoredEvent} from '../events/event.js';
import {greatest} from '../journal/reference.js';
import {standingOf} from '../payment/earlier.js';
import {isSettled} from '../payment/follow-up.js';
import {payerKey} from '../payment/payer.js';
import {beginPayment, evolve, isOpen, type Payment, verdictOf} from '../payment/payment.js';
import {arePaidTwice, attemptsOf, isPaidTwice, type Payments} from '../payment/payments.js';
import {isSold} from '../payment/schema.js';
import {Problem} from '../problem.js';
import {
  closeCash,
  countOnDay,
  countRefunds,
  type DayTotals,
  dayFrom,
  storedDay,
  storedTotalsOfDay,
} from '../shift/day-totals.js';
import {count, list, object, type Specified, text} from '../spec/spec.js';
import {evolveTickets, isFollowed} from '../ticket/ticket.js';
import {foldVersion, type Projections, project, projectionsFrom, type StoredTotals, totalsOf} from './projections.js';

/** The fold of a journal's events, in place. */
export type State = Payments &
  Projections & {
    readonly days: Map<string, DayTotals>;
    /** The first business day that is completely in memory. If the clock is put back, the till may be in an earlier day. */
    wholeFrom: string;
    /** The newest references, oldest first. Some of their payments may no longer be in memory. */
    recent: readonly string[];
    /** The till's greatest reference; the next one comes after it. */
    lastReference: string | undefined;
    lastSeq: number;
    /** The instant of the newest line of the open segment; empty if there is none. */
    lastAt: string;
    clockConfirmedAt: number | undefined;
    /** The open segment, and its last line up to which payments that are settled may not be in memory; undefined if all are. */
    leftOut: {readonly segment: string; readonly seq: number} | undefined;
  };

const mostRecent = 24;

/** The state of an empty journal, or after segments of which only the totals are known. */
export const emptyState = (totals: StoredTotals | null = null): State => ({
  ...projectionsFrom(totals),
  payments: new Map(),
  sales: new Map(),
  open: new Set(),
  byPayer: new Map(),
  needPerson: new Set(),
  days: new Map(),
  wholeFrom: '',
  recent: [],
  lastReference: undefined,
  lastSeq: 0,
  lastAt: '',
  clockConfirmedAt: undefined,
  leftOut: undefined,
  version: 0,
});

/**
 * Folds events into `state`, in place. Skips events of unknown types and events of payments that are not in memory. Throws the `Problem`
 * journal-damaged for an event that is not as its type specifies, and for a second request with the same reference.
 */
export function foldEvents(state: State, events: Iterable<StoredEvent>): void {
  for (const event of events) foldEvent(state, event, true);
}

/** Like `foldEvents`, for events that the ledger has already counted: carried over from older segments, or read again. */
export function recallEvents(state: State, events: Iterable<StoredEvent>): void {
  for (const event of events) foldEvent(state, event, false);
}

/** The chain proves the order of lines, not their author: an event that is not as its type specifies means a damaged journal. */
function foldEvent(state: State, event: StoredEvent, counts: boolean): void {
  try {
    fold(state, event, counts);
  } catch (error) {
    // A `RangeError` means sums that are no longer exact; no shop has such amounts.
    if (isEvent(event) && !(error instanceof RangeError)) throw error;
    throw new Problem('journal-damaged', {segment: event.at.slice(0, 10), line: event.seq, why: 'not-understood'});
  }
}

function fold(state: State, event: StoredEvent, counts: boolean): void {
  const {lastAt} = state;
  state.version += 1;
  state.lastSeq = Math.max(state.lastSeq, event.seq);
  if (counts) state.lastAt = event.at;
  if (!isKnown(event)) return;
  const reference = 'reference' in event.data ? event.data.reference : undefined;
  const before = reference === undefined ? undefined : state.payments.get(reference);
  if (event.type === 'requested') include(state, event, counts);
  else if (event.type === 'enrolment-requested')
    state.lastReference = greatest(state.lastReference, event.data.enrolment);
  else if (event.type === 'ticket-opened') state.lastReference = greatest(state.lastReference, event.data.ticket);
  else if (event.type === 'clock-confirmed') state.clockConfirmedAt = Date.parse(event.at);
  else if (event.type === 'z-reported') closeCash(state);
  else if (before !== undefined) replace(state, {before, after: evolve(before, event)}, counts);
  if (!counts) return;
  const after = reference === undefined ? undefined : state.payments.get(reference);
  project(state, event, {before, after, lastAt});
  if (after?.request.ticket !== undefined && after !== before) noteNeed(state, after); // the ticket may have no room for it any more, or no need of it
}

function include(state: State, event: StoredEvent & {type: 'requested'}, counts: boolean): void {
  const {reference} = event.data;
  if (state.payments.has(reference)) {
    throw new Problem('journal-damaged', {segment: event.at.slice(0, 10), line: event.seq, why: 'asked-for-twice'});
  }
  const payment = beginPayment(event);
  add(state, payment);
  state.lastReference = greatest(state.lastReference, reference);
  if (isOpen(payment)) state.open.add(reference);
  else {
    if (isCountedOn(state, counts)(payment.request)) countOnDay(state, {...payment, status: 'requested'}, payment);
    noteNeed(state, payment);
  }
  state.recent = [...state.recent, reference].slice(-mostRecent);
}

/** Puts a payment among the others, in the order in which they were requested. */
function add(state: State, payment: Payment): void {
  const {reference, sale, request} = payment;
  const payer = payerKey(request);
  const isBefore = (other: string) => (state.payments.get(other)?.seq ?? 0) < payment.seq;
  const among = (others: readonly string[] = []) => others.toSpliced(others.findLastIndex(isBefore) + 1, 0, reference);
  state.payments.set(reference, payment);
  state.sales.set(sale, among(state.sales.get(sale)));
  if (payer !== null) state.byPayer.set(payer, among(state.byPayer.get(payer)));
}

/** Whether something of a day counts. What is read again was counted before, if all lines of that day were. */
const isCountedOn =
  ({wholeFrom, leftOut}: State, counts: boolean) =>
  ({businessDate}: {readonly businessDate: string}): boolean =>
    counts || businessDate < wholeFrom || (wholeFrom === '' && leftOut === undefined);

function replace(
  state: State,
  {before, after}: {readonly before: Payment; readonly after: Payment},
  counts: boolean,
): void {
  const isCounted = isCountedOn(state, counts);
  const countOn = (from: Payment, to: Payment) => isCounted(to.request) && countOnDay(state, from, to);
  state.payments.set(after.reference, after);
  if (isOpen(after)) state.open.add(after.reference);
  else state.open.delete(after.reference);
  if (before.request !== after.request) {
    countOn(before, {...before, status: 'requested'});
    countOn({...after, status: 'requested'}, after);
  } else if (before.status !== after.status || before.refunds !== after.refunds) countOn(before, after);
  if (before.refunds !== after.refunds)
    countRefunds(state, before, {...after, refunds: after.refunds.filter(isCounted)});
  if (before.status !== after.status || before.refunds !== after.refunds) noteNeed(state, after);
}

/** A second paid attempt changes what the first one means, so all attempts of the sale are checked. */
function noteNeed(state: State, {sale}: Payment): void {
  const attempts = attemptsOf(state, sale);
  const isTwice = arePaidTwice(attempts);
  for (const payment of attempts) {
    const isRefundLost = payment.refunds.some(({status}) => status === 'unknown');
    const isTooMuch = isSold(payment) && (isTwice || state.tickets.beyond.has(payment.reference));
    const needs = verdictOf(payment) === 'needs-person' || isRefundLost || isTooMuch;
    if (needs) state.needPerson.add(payment.reference);
    else state.needPerson.delete(payment.reference);
  }
}

/**
 * Removes from memory, in place, the sales whose attempts and refunds are all settled and of a business day before `before`, and the counts
 * of those days: the memory of a till that is never switched off must not grow with every sale. The journal keeps these sales. A sale that
 * was paid twice stays in memory, since a person must see it, and so does a payment in `inUse`, because a line about it may be on its way
 * to the disk.
 */
export function forgetSettled(state: State, before: string, inUse: ReadonlySet<string>): void {
  const isOver = (payment: Payment) => {
    const {request, refunds} = payment;
    return isSettled(payment) && [request, ...refunds].every(({businessDate}) => businessDate < before);
  };
  for (const sale of state.sales.keys()) {
    const attempts = attemptsOf(state, sale);
    if (attempts.some(({reference}) => inUse.has(reference))) continue;
    if (attempts.every(isOver) && !isUnfinishedSale(state, sale)) forgetSale(state, sale, attempts);
  }
  for (const ticket of state.tickets.all.values()) {
    const isAtHand = ticket.asked.some(each => state.payments.has(each));
    if (!isAtHand && !isFollowed(ticket, state.lastSeq)) state.tickets.all.delete(ticket.reference);
  }
  for (const date of state.days.keys()) if (date < before) state.days.delete(date);
  if (state.wholeFrom < before) state.wholeFrom = before;
  for (const payment of state.payments.values()) {
    if (payment.request.businessDate < before) countOnDay(state, {...payment, status: 'requested'}, payment);
    const ofOldDays = {...payment, refunds: payment.refunds.filter(({businessDate}) => businessDate < before)};
    countRefunds(state, {...payment, refunds: []}, ofOldDays);
  }
  state.version += 1;
}

function forgetSale(state: State, sale: string, attempts: readonly Payment[]): void {
  state.sales.delete(sale);
  for (const {reference, request} of attempts) {
    state.payments.delete(reference);
    state.needPerson.delete(reference);
    const payer = payerKey(request);
    if (payer === null) continue;
    const others = (state.byPayer.get(payer) ?? []).filter(other => other !== reference);
    if (others.length > 0) state.byPayer.set(payer, others);
    else state.byPayer.delete(payer);
  }
}

/**
 * Whether a settled sale still matters: it was paid twice, it belongs to an open ticket or to one that had no room for it, or its money may
 * still come, because only a person called it not paid.
 */
function isUnfinishedSale(state: State, sale: string): boolean {
  const {all, beyond} = state.tickets;
  const matters = (payment: Payment) =>
    beyond.has(payment.reference) ||
    all.get(payment.request.ticket ?? '')?.status === 'open' ||
    standingOf(payment) === 'resolved-not-paid';
  return isPaidTwice(state, sale) || attemptsOf(state, sale).some(matters);
}

/**
 * The events that must be in memory when the next segment opens: those of every unsettled payment, of the other attempts of its sale, of a
 * sale that is not finished, and of the newest reference, so that a clock set back mints no earlier one.
 */
export const carry = ({carried, totals}: CarriedState, segmentEvents: readonly StoredEvent[]): SummedState =>
  carriedFrom(stateAfter({carried, totals}, segmentEvents), carried, segmentEvents);

/**
 * Like `carry`, in the middle of a segment: what must be in memory when the till is opened again on the same day. Besides, that is what people
 * and guards ask about within minutes, and what the segment's lines have said about themselves. It can be left alone between its steps, of a
 * millisecond or two.
 */
function* carryWithin(
  before: CarriedState,
  segmentEvents: readonly StoredEvent[],
): Generator<undefined, SummedState & {readonly day: DaySoFar}> {
  const state = yield* folded(before, segmentEvents);
  const {days, recent, lastAt, lastSeq: seq} = state;
  const summed = carriedFrom(state, before.carried, segmentEvents, Date.parse(lastAt) - keptFor);
  return {...summed, day: {days: [...days].map(storedDay), recent, lastAt, seq}};
}

/** How long a settled payment is kept at hand in the middle of a day, in milliseconds. No guard asks for longer by itself. */
export const keptFor = 15 * 60_000;
/** And how many at most: more than one till takes in that time. */
const mostFresh = 200;

/** How a journal's segments are summed up. */
export const folding = {carry, carryWithin, foldVersion};

/** Like `carry`, for the known state after `carried` and `segmentEvents`. Within a segment, settled payments are kept from `since` on. */
export function carriedFrom(
  state: State,
  carried: readonly StoredEvent[],
  segmentEvents: readonly StoredEvent[],
  since?: number,
): SummedState {
  const sales = new Set<string>();
  for (const payment of state.payments.values()) {
    if (!isSettled(payment) || isUnfinishedSale(state, payment.sale)) sales.add(payment.sale);
  }
  const fresh = since === undefined ? [] : [...state.payments.values()].filter(payment => payment.since >= since);
  for (const {sale} of fresh.slice(-mostFresh)) sales.add(sale);
  const newest = since === undefined ? [] : state.recent;
  for (const reference of newest) sales.add(state.payments.get(reference)?.sale ?? '');
  const kept = new Set([...sales].flatMap(sale => state.sales.get(sale) ?? []));
  if (state.lastReference !== undefined) kept.add(state.lastReference);
  const all = [...carried, ...segmentEvents];
  const said = new Set(since === undefined ? [] : saidLast.map(type => all.findLast(event => event.type === type)));
  const isKept = (event: StoredEvent) => isKnown(event) && (kept.has(referenceIn(event)) || said.has(event));
  const now = Date.parse(segmentEvents.at(-1)?.at ?? state.lastAt) || 0;
  return {carried: all.filter(isKept), totals: totalsOf(state, {seq: state.lastSeq, now})};
}

/** The lines of which the last one holds to the end of the segment. */
const saidLast: readonly StoredEvent['type'][] = [
  'segment-opened',
  'signing-key',
  'service-changed',
  'clock-confirmed',
];

/** The payment of an event, or the enrolment or ticket whose reference may be the newest. */
function referenceIn(event: StoredEvent): string {
  if (event.type === 'enrolment-requested') return event.data.enrolment;
  if (event.type === 'ticket-opened') return event.data.ticket;
  return 'reference' in event.data ? event.data.reference : '';
}

/** The same at the end of a segment, from where the next one continues. */
export type SummedState = CarriedState & {readonly totals: StoredTotals};

/** What is known of the lines before: events of payments that still matter, and totals at their end; with `day` within a segment. */
export type CarriedState = {
  readonly carried: readonly StoredEvent[];
  readonly totals: StoredTotals | null;
  readonly day?: DaySoFar | undefined;
};

/** What else the state has in the middle of a day, after the line `seq`. */
export const daySoFar = object({days: list(storedTotalsOfDay), recent: list(text()), lastAt: text(), seq: count()});
export type DaySoFar = Specified<typeof daySoFar>;

/** The payments and tickets after a segment's events, without the rest of the state. */
export function recalledAfter(
  {carried, totals}: CarriedState,
  events: readonly StoredEvent[],
): Pick<State, 'payments' | 'tickets'> {
  const state = emptyState(totals);
  recallEvents(state, carried);
  recallLines(state, events);
  return state;
}

/** Like `recallEvents`, for all lines of a segment, of which the tickets are not known yet. */
export function recallLines(state: State, events: readonly StoredEvent[]): void {
  for (const event of events) {
    const reference = 'reference' in event.data ? String(event.data.reference) : '';
    const before = state.payments.get(reference);
    foldEvent(state, event, false);
    if (isKnown(event)) evolveTickets(state.tickets, event, before, state.payments.get(reference));
  }
}

/** Takes in what was left out of memory, in place: the payments and tickets of the whole day, of which some are at hand and may be newer. */
export function takeLeftOut(state: State, {payments, tickets}: Pick<State, 'payments' | 'tickets'>): void {
  for (const payment of payments.values()) if (!state.payments.has(payment.reference)) add(state, payment);
  for (const [reference, ticket] of tickets.all)
    if (!state.tickets.all.has(reference)) state.tickets.all.set(reference, ticket);
  state.leftOut = undefined;
  state.version += 1;
}

/** The state after a segment's events. Throws the `Problem` journal-damaged, as `foldEvents` does. */
export const stateAfter = (before: CarriedState, events: readonly StoredEvent[]): State =>
  ended(folded(before, events));

/** The result of steps that are made one after the other. */
export function ended<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const {done, value} = steps.next();
    if (done === true) return value;
  }
}

const linesOfStep = 200;

function* folded({carried, totals, day}: CarriedState, events: readonly StoredEvent[]): Generator<undefined, State> {
  const state = emptyState(totals);
  const isFirst = (event: StoredEvent) => event.type === 'segment-opened';
  const header = (carried.find(isFirst) ?? events.find(isFirst))?.data;
  if (header?.previousSegment != null) state.wholeFrom = dayAfter(header.previousSegment);
  for (let at = 0; at < carried.length; at += linesOfStep, yield)
    recallEvents(state, carried.slice(at, at + linesOfStep));
  if (day !== undefined) goOn(state, day, header?.businessDate ?? '');
  for (let at = 0; at < events.length; at += linesOfStep, yield) foldEvents(state, events.slice(at, at + linesOfStep));
  return state;
}

function goOn(state: State, {days, recent, lastAt, seq}: DaySoFar, segment: string): void {
  for (const [date, totals] of days.map(dayFrom)) if (date >= state.wholeFrom) state.days.set(date, totals);
  Object.assign(state, {recent, lastAt, lastSeq: seq, leftOut: {segment, seq}});
}

/** A header that was edited by hand may name any day. */
function dayAfter(date: string): string {
  try {
    return Temporal.PlainDate.from(date).add({days: 1}).toString();
  } catch {
    return date;
  }
}
