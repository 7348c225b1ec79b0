import {evolveMails, type Mails, noMails} from '../mail/mail.js';
import {addMoney, type Currency, type Money} from '../money/money.js';
import {isSettled} from '../payment/follow-up.js';
import {payerKey} from '../payment/payer.js';
import {beginPayment, evolve, isOpen, type Payment, verdictOf} from '../payment/payment.js';
import {Problem} from '../problem.js';
import {evolveRecords, noRecords, type ReconciliationRecords} from '../reconcile/records.js';
import {isRefundedWhole} from '../refund/refund.js';
import {evolveRestored, type Restored} from '../restore/restored.js';
import {emptyLedger, evolveLedger, type Ledger} from '../shift/ledger.js';
import {evolveStaff, noStaff, type Staff} from '../staff/staff.js';
import {
  evolveRegistry,
  type Registry,
  registryFrom,
  type StoredRegistry,
  storedRegistry,
} from '../subscription/registry.js';
import {evolveTechnical, nothingTechnical, type Technical} from '../technical/technical.js';
import {evolveTickets, type StoredTickets, storedTickets, type Tickets, ticketsFrom} from '../ticket/ticket.js';
import {type EventData, isEvent, isKnown, type StoredEvent} from './event.js';
import {keysAfter, type NamedKey} from './key-history.js';
import {greatest} from './reference.js';

/** Raised when the fold changes what it makes of the same events, so that sidecar summaries are made anew. */
export const foldVersion = 29;

/**
 * What the journal means: the fold of its events. Payments are immutable values; the maps belong to the fold and are
 * changed in place, so that an event costs the same however many payments there are. `version` counts the changes.
 */
export type State = {
  readonly payments: Map<string, Payment>;
  /** Attempts of a sale by its id, in the order of their making. */
  readonly sales: Map<string, readonly string[]>;
  /** References that nobody has had the last word on, oldest first. */
  readonly open: Set<string>;
  /** References by what the money comes from (`payerKey`), oldest first. */
  readonly byPayer: Map<string, readonly string[]>;
  /** References that only a person can settle, and sales that were paid twice. */
  readonly needPerson: Set<string>;
  readonly days: Map<string, DayTotals>;
  /** The first business day of which everything is at hand: a clock that was put back may be in an earlier one. */
  wholeFrom: string;
  /** The newest references, oldest first; some of them may have been forgotten. */
  recent: readonly string[];
  /** The greatest reference that the till has: the next one comes after it. */
  lastReference: string | undefined;
  lastSeq: number;
  /** The instant of the newest line of the open segment; empty where there is none. */
  lastAt: string;
  clockConfirmedAt: number | undefined;
  /** The keys by which the till has signed, oldest first; none where no line has named one yet. */
  keys: readonly NamedKey[];
  /** What the next start is held against. */
  technical: Technical;
  /** What X and Z are made of. */
  ledger: Ledger;
  /** Plans, subscriptions and enrolments. */
  registry: Registry;
  /** What is sold in parts: the open tickets, and those that ended a short while ago. */
  tickets: Tickets;
  /** Files that were read, and what became of differences. */
  reconciled: ReconciliationRecords;
  /** What has to be heard about after a restore. */
  restored: Restored;
  /** The price list by which the till sells; null where it has none. */
  items: StoredPriceList | null;
  /** Receipts that leave by e-mail. */
  mails: Mails;
  /** The people of the till. */
  staff: Staff;
  version: number;
};

/** What of the state is kept beside a closed segment, as JSON. */
export type StoredTotals = {
  readonly ledger: Ledger;
  readonly registry: StoredRegistry;
  readonly reconciled: ReconciliationRecords;
  readonly tickets: StoredTickets;
  readonly keys: readonly NamedKey[];
  readonly restored: Restored;
  readonly items: StoredPriceList | null;
  readonly mails: Mails;
  readonly staff: Staff;
  readonly technical: Technical;
};

/** The price list, which is a file beside the journal: by its hash no other is taken for it. */
export type StoredPriceList = Pick<EventData<'items-changed'>, 'sha256' | 'items'>;

/** Sums of paid payments, which never cross currencies. */
export type MoneySums = ReadonlyMap<Currency, Money>;

/**
 * Counts of a business day. `quarters` are its takings by the quarter of an hour, since the epoch, in which they were
 * asked for: hours begin at a quarter in every time zone, so that the fold need not know which one is meant.
 */
export type DayTotals = {
  readonly paid: number;
  readonly notPaid: number;
  readonly sums: MoneySums;
  readonly quarters: ReadonlyMap<number, MoneySums>;
  /** What was given back on this day, of payments of whatever day. */
  readonly refunded: MoneySums;
  /** Of the payments that are paid, those that were given back whole, whenever that was. */
  readonly givenBack: number;
  /** What of these sums is cash of the open period, which no Z has told yet. */
  readonly unreported: CashOfDay;
};
type CashOfDay = Pick<DayTotals, 'sums' | 'quarters' | 'refunded'>;

const noSums: CashOfDay = {sums: new Map(), quarters: new Map(), refunded: new Map()};
const noTotals: DayTotals = {paid: 0, notPaid: 0, ...noSums, givenBack: 0, unreported: noSums};

export const quarterMs = 15 * 60_000;
const mostRecent = 24;

export function emptyState(): State {
  return {
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
    keys: [],
    technical: nothingTechnical,
    ledger: emptyLedger,
    registry: registryFrom(null),
    tickets: ticketsFrom(null),
    reconciled: noRecords,
    restored: null,
    items: null,
    mails: noMails,
    staff: noStaff,
    version: 0,
  };
}

/** Folds events into `state`, in place. Events of unknown types, and of payments that are not in memory, are passed over. */
export function foldEvents(state: State, events: Iterable<StoredEvent>): void {
  for (const event of events) foldEvent(state, event, true);
}

/** As `foldEvents`, for events that the ledger has counted already: carried over from older segments, or read again. */
export function recallEvents(state: State, events: Iterable<StoredEvent>): void {
  for (const event of events) foldEvent(state, event, false);
}

/**
 * A chain of hashes says in which order lines were written, not by whom: an event that cannot be folded because it is not
 * as its type has it makes a damaged journal. Anything else that is thrown is a bug of ours.
 */
function foldEvent(state: State, event: StoredEvent, counts: boolean): void {
  try {
    fold(state, event, counts);
  } catch (error) {
    // Sums that are no longer exact are of amounts that nobody has.
    if (isEvent(event) && !(error instanceof RangeError)) throw error;
    throw new Problem('journal-damaged', {segment: event.at.slice(0, 10), line: event.seq, why: 'not-understood'});
  }
}

function fold(state: State, event: StoredEvent, counts: boolean): void {
  state.version += 1;
  state.lastSeq = Math.max(state.lastSeq, event.seq);
  if (counts) {
    state.lastAt = event.at;
    state.keys = keysAfter(state.keys, event);
    state.technical = evolveTechnical(state.technical, event);
  }
  if (!isKnown(event) || event.type === 'segment-opened') return;
  const reference = 'reference' in event.data ? event.data.reference : undefined;
  const before = reference === undefined ? undefined : state.payments.get(reference);
  if (event.type === 'requested') include(state, event);
  else if (event.type === 'enrolment-requested')
    state.lastReference = greatest(state.lastReference, event.data.enrolment);
  else if (event.type === 'ticket-opened') state.lastReference = greatest(state.lastReference, event.data.ticket);
  else if (event.type === 'clock-confirmed') state.clockConfirmedAt = Date.parse(event.at);
  else if (event.type === 'z-reported') closeCash(state);
  else if (before !== undefined) replace(state, before, evolve(before, event));
  const after = reference === undefined ? undefined : state.payments.get(reference);
  if (!counts) return;
  const flow = evolveTickets(state.tickets, event, before, after);
  if (after?.request.ticket !== undefined && after !== before) noteNeed(state, after); // there may be no room for it now, or no need of it
  state.ledger = evolveLedger(state.ledger, event, {before, after, flow});
  evolveRegistry(state.registry, event);
  state.reconciled = evolveRecords(state.reconciled, event);
  state.restored = evolveRestored(state.restored, event);
  if (event.type === 'items-changed') state.items = {sha256: event.data.sha256, items: event.data.items};
  state.mails = evolveMails(state.mails, event, after);
  state.staff = evolveStaff(state.staff, event);
}

function include(state: State, event: StoredEvent & {type: 'requested'}): void {
  const {reference, sale} = event.data;
  const payer = payerKey(event.data);
  if (state.payments.has(reference)) {
    throw new Problem('journal-damaged', {segment: event.at.slice(0, 10), line: event.seq, why: 'asked-for-twice'});
  }
  const payment = beginPayment(event);
  state.payments.set(reference, payment);
  state.sales.set(sale, [...(state.sales.get(sale) ?? []), reference]);
  if (payer !== null) state.byPayer.set(payer, [...(state.byPayer.get(payer) ?? []), reference]);
  state.lastReference = greatest(state.lastReference, reference);
  if (isOpen(payment)) state.open.add(reference);
  else {
    count(state, {...payment, status: 'requested'}, payment);
    noteNeed(state, payment);
  }
  state.recent = [...state.recent, reference].slice(-mostRecent);
}

function replace(state: State, before: Payment, after: Payment): void {
  state.payments.set(after.reference, after);
  if (isOpen(after)) state.open.add(after.reference);
  else state.open.delete(after.reference);
  if (before.status !== after.status || before.refunds !== after.refunds) count(state, before, after);
  if (before.refunds !== after.refunds) countRefunds(state, before, after);
  if (before.status !== after.status || before.refunds !== after.refunds) noteNeed(state, after);
}

/** A second paid attempt changes what the first one means, so all of a sale are looked at. */
function noteNeed(state: State, {sale}: Payment): void {
  const attempts = attemptsOf(state, sale);
  const isTwice = arePaidTwice(attempts);
  for (const payment of attempts) {
    const isRefundLost = payment.refunds.some(({status}) => status === 'unknown');
    const isTooMuch = payment.status === 'paid' && (isTwice || state.tickets.beyond.has(payment.reference));
    const needs = verdictOf(payment) === 'needs-person' || isRefundLost || isTooMuch;
    if (needs) state.needPerson.add(payment.reference);
    else state.needPerson.delete(payment.reference);
  }
}

function count(state: State, before: Payment, after: Payment): void {
  const {businessDate, amount} = after.request;
  const totals = state.days.get(businessDate) ?? noTotals;
  const paid = Number(after.status === 'paid') - Number(before.status === 'paid');
  const notPaid = Number(verdictOf(after) === 'not-paid') - Number(verdictOf(before) === 'not-paid');
  const givenBack = Number(isGivenBack(after)) - Number(isGivenBack(before));
  if (paid === 0 && notPaid === 0 && givenBack === 0 && state.days.has(businessDate)) return;
  const counted = {
    ...totals,
    paid: totals.paid + paid,
    notPaid: totals.notPaid + notPaid,
    givenBack: totals.givenBack + givenBack,
  };
  state.days.set(
    businessDate,
    paid === 0 ? counted : withTakings(counted, after, {...amount, minor: paid * amount.minor}),
  );
}

const isGivenBack = (payment: Payment) => payment.status === 'paid' && isRefundedWhole(payment);

/** A Z has told all cash that there was. */
function closeCash(state: State): void {
  for (const [date, totals] of state.days) state.days.set(date, {...totals, unreported: noSums});
}

/** A refund counts on its own day, which may be long after that of its payment. */
function countRefunds(state: State, before: Payment, after: Payment): void {
  for (const refund of after.refunds) {
    const was = before.refunds.find(({number}) => number === refund.number)?.status === 'done';
    const times = Number(refund.status === 'done') - Number(was);
    if (times === 0) continue;
    const totals = state.days.get(refund.businessDate) ?? noTotals;
    const back = {...refund.amount, minor: times * refund.amount.minor};
    const withBack = <Of extends CashOfDay>(of: Of): Of => ({...of, refunded: plus(of.refunded, back)});
    const {unreported} = totals;
    const counted = {...totals, unreported: refund.method === 'cash' ? withBack(unreported) : unreported};
    state.days.set(refund.businessDate, withBack(counted));
  }
}

function withTakings(totals: DayTotals, {requestedAt, request}: Payment, taken: Money): DayTotals {
  const quarter = Math.floor(requestedAt / quarterMs);
  const withTaken = <Of extends CashOfDay>(of: Of): Of => {
    const quarters = new Map(of.quarters).set(quarter, plus(of.quarters.get(quarter) ?? new Map(), taken));
    return {...of, sums: plus(of.sums, taken), quarters};
  };
  const {unreported} = totals;
  return withTaken({...totals, unreported: request.method === 'cash' ? withTaken(unreported) : unreported});
}

function plus(sums: MoneySums, money: Money): MoneySums {
  const {currency} = money;
  return new Map(sums).set(currency, addMoney(sums.get(currency) ?? {currency, minor: 0}, money));
}

/**
 * Takes sales whose every attempt and refund is settled and of a business day earlier than `before` out of memory, in
 * place, and what was counted of them: a till that is never switched off must not grow with every sale. The journal keeps them. A
 * sale that was paid twice stays, since a person must see it, and so does a payment `inUse`: a line about it may be on its
 * way to the disk.
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
  for (const {reference, status, asked} of state.tickets.all.values()) {
    if (status !== 'open' && !asked.some(each => state.payments.has(each))) state.tickets.all.delete(reference);
  }
  for (const date of state.days.keys()) if (date < before) state.days.delete(date);
  if (state.wholeFrom < before) state.wholeFrom = before;
  for (const payment of state.payments.values()) {
    if (payment.request.businessDate < before) count(state, {...payment, status: 'requested'}, payment);
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

/** Attempts of a payment's sale, itself included. */
export function attemptsOf(state: State, sale: string): readonly Payment[] {
  const found: Payment[] = [];
  for (const reference of state.sales.get(sale) ?? []) {
    const payment = state.payments.get(reference);
    if (payment !== undefined) found.push(payment);
  }
  return found;
}

/** Whether two attempts of this sale were paid, and none of them was given back yet: a person must see to it. */
export function isPaidTwice(state: State, sale: string): boolean {
  return arePaidTwice(attemptsOf(state, sale));
}

const arePaidTwice = (attempts: readonly Payment[]): boolean =>
  attempts.length > 1 && attempts.filter(payment => payment.status === 'paid' && !isRefundedWhole(payment)).length > 1;

/** Whether a sale matters still although all of it is settled: it was paid twice, or is of a ticket that is open or had no room for it. */
function isUnfinishedSale(state: State, sale: string): boolean {
  const {all, beyond} = state.tickets;
  const isOfTicket = ({reference, request}: Payment) =>
    beyond.has(reference) || all.get(request.ticket ?? '')?.status === 'open';
  return isPaidTwice(state, sale) || attemptsOf(state, sale).some(isOfTicket);
}

/**
 * The events that must be at hand when the next segment opens: those of every payment that is not settled, of the other
 * attempts of its sale, of a sale that was paid twice, of the parts of open tickets, and of the newest reference, so that a clock set back mints no
 * earlier one.
 */
export function carry(
  {carried, totals}: CarriedState,
  segmentEvents: readonly StoredEvent[],
): {readonly carried: readonly StoredEvent[]; readonly totals: StoredTotals} {
  return carriedFrom(stateAfter({carried, totals}, segmentEvents), carried, segmentEvents);
}

/** The same of a state that is known already: that after these events and those that were carried before them. */
export function carriedFrom(
  state: State,
  carried: readonly StoredEvent[],
  segmentEvents: readonly StoredEvent[],
): {readonly carried: readonly StoredEvent[]; readonly totals: StoredTotals} {
  const sales = new Set<string>();
  for (const payment of state.payments.values()) {
    if (!isSettled(payment) || isUnfinishedSale(state, payment.sale)) sales.add(payment.sale);
  }
  const kept = new Set([...sales].flatMap(sale => state.sales.get(sale) ?? []));
  if (state.lastReference !== undefined) kept.add(state.lastReference);
  const isKept = (event: StoredEvent) => isKnown(event) && kept.has(referenceIn(event));
  const now = Date.parse(segmentEvents.at(-1)?.at ?? '');
  return {
    carried: [...carried, ...segmentEvents].filter(isKept),
    totals: {
      ledger: state.ledger,
      registry: storedRegistry(state.registry, Number.isNaN(now) ? 0 : now),
      reconciled: state.reconciled,
      tickets: storedTickets(state.tickets),
      keys: state.keys,
      restored: state.restored,
      items: state.items,
      mails: state.mails,
      staff: state.staff,
      technical: state.technical,
    },
  };
}

/** The payment of an event, or the enrolment or ticket whose reference was the last one minted. */
function referenceIn(event: StoredEvent): string {
  if (event.type === 'enrolment-requested') return event.data.enrolment;
  if (event.type === 'ticket-opened') return event.data.ticket;
  return 'reference' in event.data ? event.data.reference : '';
}

/** What is at hand of the segments before one: the events of payments that matter still, and the ledger at their end. */
export type CarriedState = {readonly carried: readonly StoredEvent[]; readonly totals: unknown};

/** The payments and tickets after a segment's events; nothing else is kept of them. */
export function recalledAfter(
  {carried, totals}: CarriedState,
  events: readonly StoredEvent[],
): Pick<State, 'payments' | 'tickets'> {
  const state = emptyState();
  state.tickets = ticketsFrom((totals as Partial<StoredTotals> | null)?.tickets ?? null);
  recallEvents(state, carried);
  for (const event of events) {
    const reference = 'reference' in event.data ? String(event.data.reference) : '';
    const before = state.payments.get(reference);
    foldEvent(state, event, false);
    if (isKnown(event)) evolveTickets(state.tickets, event, before, state.payments.get(reference));
  }
  return state;
}

/** The state after a segment's events. */
export function stateAfter({carried, totals}: CarriedState, events: readonly StoredEvent[]): State {
  const state = emptyState();
  const {
    ledger = emptyLedger,
    registry = null,
    reconciled = noRecords,
    tickets = null,
    keys = [],
    restored = null,
    items = null,
    mails = noMails,
    staff = noStaff,
    technical = nothingTechnical,
  } = (totals as Partial<StoredTotals> | null) ?? {};
  // Before the payments: they say which of these a person has to see.
  state.tickets = ticketsFrom(tickets);
  recallEvents(state, carried);
  state.ledger = ledger;
  state.registry = registryFrom(registry);
  state.reconciled = {...noRecords, ...reconciled}; // of an older summary
  state.keys = keys;
  state.restored = restored;
  state.items = items;
  state.mails = mails;
  state.staff = staff;
  state.technical = technical;
  foldEvents(state, events);
  const before = events.find(event => event.type === 'segment-opened')?.data.previousSegment ?? null;
  if (before !== null) state.wholeFrom = dayAfter(before);
  return state;
}

/** A header that somebody wrote by hand may name any day. */
function dayAfter(date: string): string {
  try {
    return Temporal.PlainDate.from(date).add({days: 1}).toString();
  } catch {
    return date;
  }
}
