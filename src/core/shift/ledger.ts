import {movedFrom} from '../account/account.js';
import {accountEvents} from '../account/schema.js';
import {type AnyEvent, isOneOf} from '../journal/envelope.js';
import {marketOf} from '../market/markets.js';
import {addDecimals, decimalOf, plainDecimal} from '../money/decimal.js';
import {type Currency, largestNoteOf, type Money} from '../money/money.js';
import {wasNotSubmitted} from '../payment/follow-up.js';
import type {Payment} from '../payment/payment.js';
import type {Refund} from '../payment/refund.js';
import {refundEvents} from '../payment/refund-schema.js';
import {paymentEvents} from '../payment/schema.js';
import {tenderOf} from '../payment/tender.js';
import {ticketEvents} from '../ticket/schema.js';
import type {TicketFlow} from '../ticket/ticket.js';
import {evolveActs} from './acts.js';
import {evolveBooks} from './closing.js';
import {type CashFlow, countedAtOpening, type DrawerCash, expectedIn, movedBefore, noCash} from './drawer-cash.js';
import {type Ledger, newPeriod, type Period, type TicketSums, zOf} from './ledger-schema.js';
import type {Count} from './report-schema.js';
import {type ShiftEvent, shiftEvents} from './schema.js';
import {plus, roundingOf, soldBack, soldOf, together} from './sold.js';

/** Whether a payment is cash of the open period, which is in no Z yet. */
export const isOpenCash = ({period}: Ledger, {request, seq}: Payment): boolean =>
  request.method === 'cash' && seq > period.fromSeq;

/** The same of a refund of the payment. A refund without its step counts as open. */
export function isOpenCashRefund({period}: Ledger, {steps}: Payment, {method, number}: Refund): boolean {
  const given = steps.find(({rule, facts}) => rule === 'refund-in-cash' && facts['refund'] === number);
  return method === 'cash' && (given === undefined || given.seq > period.fromSeq);
}

/** Whether nothing has happened since the last Z that a Z would report. */
export const isPeriodEmpty = ({period, shift}: Ledger): boolean => shift === null && period.firstAt === null;

/** What an event has changed: a payment that went from `before` to `after`, and the money of a ticket. */
type Change = {
  readonly before?: Payment | undefined;
  readonly after?: Payment | undefined;
  readonly flow?: TicketFlow | undefined;
};

type Perpetual = Ledger['perpetual'][string];

const nothing: Perpetual = {sales: 0, refunds: 0, corrections: 0};

type LargestOfDay = Ledger['largest'][string][number];

/** A payment is taken once, when it first becomes paid. A later change is a correction, never a second taking. */
function withTakings(ledger: Ledger, before: Payment | undefined, after: Payment): Ledger {
  if (before?.paidSeq === undefined && after.paidSeq !== undefined) return take(ledger, after);
  if (before !== undefined && before.request !== after.request) return retake(ledger, before, after);
  const {amount} = after.request;
  const isPaid = after.status === 'paid';
  if ((before?.status === 'paid') !== isPaid) return correct(ledger, after, isPaid ? amount.minor : -amount.minor);
  if (before?.status === after.status || after.status !== 'failed') return ledger;
  return counting(ledger, wasNotSubmitted(after) ? 'notSent' : 'notPaid');
}

function correct(ledger: Ledger, payment: Payment, minor: number): Ledger {
  const {currency} = payment.request.amount;
  const z = zOf(ledger, payment.paidSeq ?? 0);
  const corrections = [...ledger.period.corrections, {reference: payment.reference, amount: {currency, minor}, z}];
  return withPerpetual({...ledger, period: {...ledger.period, corrections}}, currency, {corrections: minor});
}

function take(ledger: Ledger, payment: Payment): Ledger {
  const {request, reference, person, seq} = payment;
  const {amount, businessDate: date} = request;
  const {currency, minor} = amount;
  const tendered = withTender(ledger, payment, 1);
  const {period} = tendered;
  const cashierKey = `${currency} ${person}`;
  const cashier = period.cashiers[cashierKey] ?? {person, total: {currency, minor: 0}, count: 0};
  const z = zOf(ledger, seq);
  const evolved: Ledger = {
    ...tendered,
    largest: {...ledger.largest, [currency]: withLargest(ledger.largest[currency] ?? [], {date, minor, count: 1})},
    period: {
      ...period,
      cashiers: {
        ...period.cashiers,
        [cashierKey]: {person, total: {currency, minor: cashier.total.minor + minor}, count: cashier.count + 1},
      },
      late: z === null ? period.late : [...period.late, {reference, amount, z}],
      sold: request.rounding === undefined ? period.sold : together([period.sold, roundingOf(request)]),
    },
  };
  return withPerpetual(evolved, currency, {sales: minor});
}

/** The same takings under another tender. */
const retake = (ledger: Ledger, before: Payment, after: Payment): Ledger =>
  withTender(withTender(ledger, before, -1), after, 1);

/** Whether the float was counted after a payment: any cash of it was in the drawer by then. */
const isBeforeFloat = ({shift}: Ledger, {request, seq}: Payment): boolean =>
  shift !== null && seq < shift.seq && shift.floats.some(({currency}) => currency === request.amount.currency);

/** Adds a payment to its tender and, if it is cash, to the drawer; or takes it out of both again. */
function withTender(ledger: Ledger, payment: Payment, times: 1 | -1): Ledger {
  const {request, record} = payment;
  const {currency, minor} = request.amount;
  const {period} = ledger;
  const {method, channel} = tenderOf(request);
  const key = `${method} ${channel} ${currency}`;
  const {
    [key]: tender = {method, channel, total: {currency, minor: 0}, count: 0, fee: '0', feesUnknown: 0},
    ...others
  } = period.tenders;
  const fee = decimalOf(record?.fee);
  const count = tender.count + times;
  const taken: typeof tender = {
    ...tender,
    total: {currency, minor: tender.total.minor + times * minor},
    count,
    fee: fee === undefined ? tender.fee : plainDecimal(addDecimals(decimalOf(tender.fee) ?? fee, fee)),
    feesUnknown: tender.feesUnknown + (fee === undefined && method !== 'cash' ? times : 0),
  };
  const tenders = count === 0 ? others : {...period.tenders, [key]: taken};
  const evolved = {...ledger, period: {...period, tenders}};
  if (method !== 'cash') return evolved;
  const moved = {sales: times * minor};
  return isBeforeFloat(ledger, payment)
    ? withDrawer(evolved, currency, movedBefore(period.drawers[currency] ?? noCash, moved))
    : withCash(evolved, currency, moved);
}

const mostDays = 30;

function withLargest(days: readonly LargestOfDay[], taken: LargestOfDay): readonly LargestOfDay[] {
  const last = days.at(-1);
  if (last?.date !== taken.date) return [...days, taken].slice(-mostDays);
  return [...days.slice(0, -1), {...last, minor: Math.max(last.minor, taken.minor), count: last.count + 1}];
}

function withRefunds(ledger: Ledger, before: Payment | undefined, after: Payment): Ledger {
  let evolved = ledger;
  for (const refund of after.refunds) {
    const was = before?.refunds.find(({number}) => number === refund.number);
    if (was?.status === refund.status) continue;
    const {currency, minor} = refund.amount;
    const isDone = refund.status === 'done';
    if (refund.method === 'account') {
      evolved = withReturned(evolved, refund, after, 1);
      continue;
    }
    const key = `${refund.method} ${currency}`;
    const {period} = evolved;
    const sum = period.refunds[key] ?? {
      method: refund.method,
      total: {currency, minor: 0},
      done: 0,
      requested: 0,
      failed: 0,
    };
    // The service's answer may undo what a person recorded.
    const times = Number(isDone) - Number(was?.status === 'done');
    const changed = plus(sum, {
      total: {currency, minor: times * minor},
      done: times,
      requested: Number(was === undefined),
      failed: Number(refund.status === 'failed'),
    });
    evolved = {...evolved, period: {...period, refunds: {...period.refunds, [key]: changed}}};
    if (times !== 0 && (refund.lines.length > 0 || refund.rounding !== undefined))
      evolved = withReturned(evolved, refund, after, times);
    if (times !== 0) evolved = withPerpetual(evolved, currency, {refunds: times * minor});
    if (refund.method === 'cash' && times !== 0) evolved = withCash(evolved, currency, {refunds: times * minor});
  }
  return evolved;
}

function withReturned(ledger: Ledger, refund: Refund, payment: Payment, times: number): Ledger {
  const {period} = ledger;
  return {...ledger, period: {...period, sold: together([period.sold, soldBack(refund, payment, times)])}};
}

function withPerpetual(ledger: Ledger, currency: string, added: Partial<Perpetual>): Ledger {
  const now = plus(ledger.perpetual[currency] ?? nothing, added);
  return {...ledger, perpetual: {...ledger.perpetual, [currency]: now}};
}

function counting(ledger: Ledger, what: keyof Period['counts'], by = 1): Ledger {
  const {period} = ledger;
  return {...ledger, period: {...period, counts: plus(period.counts, {[what]: by})}};
}

const withCash = (ledger: Ledger, currency: string, added: Partial<CashFlow>): Ledger =>
  withDrawer(ledger, currency, plus(ledger.period.drawers[currency] ?? noCash, added));

function withDrawer(ledger: Ledger, currency: string, cash: DrawerCash): Ledger {
  const {period} = ledger;
  return {
    ...withKnownCash(ledger, currency),
    period: {...period, counted: null, drawers: {...period.drawers, [currency]: cash}},
  };
}

const withKnownCash = (ledger: Ledger, currency: string): Ledger =>
  ledger.cash.includes(currency) ? ledger : {...ledger, cash: [...ledger.cash, currency]};

/** The ledger after one more event and the change it made. Each event must be counted only once. */
export function evolveLedger(ledger: Ledger, event: AnyEvent, {before, after, flow}: Change = {}): Ledger {
  const counted = withActs(event.type === 'requested' ? withPerson(ledger, event) : applyEvent(ledger, event), event);
  const taken =
    after === undefined || before === after ? counted : withRefunds(withTakings(counted, before, after), before, after);
  const booked = withAccount(taken, before, after);
  const now = flow === undefined ? booked : withTicket(booked, flow, after);
  if (now === ledger || now.period.firstAt !== null || beginsNone.has(event.type)) return now;
  return {...now, period: {...now.period, firstAt: Date.parse(event.at)}};
}

/** Neither a report nor a copy of one begins a period, nor does a new segment. */
const beginsNone = new Set([
  'segment-opened',
  'z-reported',
  'x-reported',
  'report-printed',
  'report-not-printed',
  'books-closed',
]);

function withActs(ledger: Ledger, event: AnyEvent): Ledger {
  const {period} = ledger;
  const acts = evolveActs(period.acts, event);
  return acts === period.acts ? ledger : {...ledger, period: {...period, acts}};
}

const isRead = isOneOf({...paymentEvents, ...refundEvents, ...accountEvents, ...ticketEvents, ...shiftEvents});

function applyEvent(ledger: Ledger, event: AnyEvent): Ledger {
  if (!isRead(event)) return ledger;
  const {period} = ledger;
  switch (event.type) {
    case 'shift-opened':
      return openShift(ledger, event);
    case 'shift-handed-over':
      return ledger.shift === null
        ? ledger
        : withPerson({...ledger, shift: {...ledger.shift, person: event.data.to}}, {person: event.data.to});
    case 'cash-moved': {
      const {kind, amount} = event.data;
      const member = kind === 'in' ? 'paidIn' : kind === 'out' ? 'paidOut' : 'drops';
      return withPerson(withCash(ledger, amount.currency, {[member]: amount.minor}), event);
    }
    case 'cash-counted':
      // A count after a Z, with nothing new since, is a count of what that Z has closed.
      if (isPeriodEmpty(ledger)) return ledger;
      return withPerson(
        event.data.counts.reduce((told, {currency, minor}) => (minor > 0 ? withKnownCash(told, currency) : told), {
          ...ledger,
          period: withCount(period, event.data.counts),
        }),
        event,
      );
    case 'refund-requested':
    case 'refund-in-cash':
    case 'refund-on-book':
    case 'account-set':
    case 'ticket-opened':
    case 'ticket-extended':
    case 'ticket-abandoned':
      return withPerson(ledger, event);
    case 'drawer-opened':
      return counting(withPerson(ledger, event), 'drawerOpenings');
    case 'slip-printed':
      return counting(ledger, countOf(event.data));
    case 'slip-not-printed':
      return counting(ledger, countOf(event.data), -1);
    case 'report-printed':
      return withPrinted(ledger, event.data.z, 1);
    case 'report-not-printed':
      return withPrinted(ledger, event.data.z, -1);
    case 'resolved':
    case 'tender-corrected':
    case 'refund-resolved':
      return counting(withPerson(ledger, event), 'judgements');
    case 'set-aside':
      return counting(ledger, 'setAside');
    case 'x-reported':
      return withTills(ledger, event.data.report);
    case 'z-reported': {
      const {number, throughSeq, businessDate} = event.data.report;
      return {
        ...withTills(ledger, event.data.report),
        z: number,
        zs: [...ledger.zs, {number, throughSeq, businessDate, printed: 0}],
        shift: null,
        period: newPeriod(throughSeq, {
          tickets: carriedTickets(ledger.period),
          accounts: carriedAccounts(ledger.period),
        }),
        books: evolveBooks(ledger.books, event, ledger.shift?.dayStartsAt),
      };
    }
    case 'books-closed':
      return {...ledger, books: evolveBooks(ledger.books, event, ledger.shift?.dayStartsAt)};
    default:
      return ledger;
  }
}

/** A till that was gone when it was named has a question mark. */
function withTills(ledger: Ledger, {tills: named = []}: {readonly tills?: readonly string[] | undefined}): Ledger {
  const {tills = []} = ledger;
  const all = new Set([...tills, ...named.map(path => path.replace(/ \?$/, ''))]);
  return all.size === tills.length ? ledger : {...ledger, tills: [...all]};
}

function openShift(ledger: Ledger, event: Extract<ShiftEvent, {type: 'shift-opened'}>): Ledger {
  const {shift: number, floats, zone, dayStartsAt} = event.data;
  const {person, at, seq} = event;
  const shift = {number, seq, openedAt: Date.parse(at), person, floats, zone, dayStartsAt};
  const opened = {...ledger, shifts: number, shift};
  const {drawers} = ledger.period;
  return floats.reduce(
    (told, {currency, minor}) => withDrawer(told, currency, countedAtOpening(drawers[currency] ?? noCash, minor)),
    withPerson(opened, event),
  );
}

function withPerson(ledger: Ledger, {person}: Pick<AnyEvent, 'person'>): Ledger {
  const {people} = ledger.period;
  return people.includes(person) ? ledger : {...ledger, period: {...ledger.period, people: [...people, person]}};
}

/** The same count again does not count as another one while no cash has moved. */
function withCount(period: Period, counted: readonly Count[]): Period {
  const {countings, drawers} = period;
  if (countings !== null && JSON.stringify(period.counted) === JSON.stringify(counted)) return period;
  if (countings !== null) return {...period, counted, countings: {...countings, times: countings.times + 1}};
  const first = counted.map(({currency, minor}) => ({
    currency,
    counted: minor,
    difference: minor - expectedIn(drawers[currency] ?? noCash),
  }));
  return {...period, counted, countings: {times: 1, first}};
}

const countOf = ({kind, copy}: {readonly kind: 'receipt' | 'pending'; readonly copy: number}) =>
  kind === 'pending' ? 'pendingSlips' : copy > 0 ? 'copies' : 'receipts';

function withPrinted(ledger: Ledger, z: number | null, by: 1 | -1): Ledger {
  return {...ledger, zs: ledger.zs.map(each => (each.number === z ? {...each, printed: each.printed + by} : each))};
}

const noTickets: TicketSums = {
  before: 0,
  taken: 0,
  adjusted: 0,
  reopened: 0,
  beyond: 0,
  abandoned: 0,
  paid: 0,
  count: 0,
};

function withTicket(ledger: Ledger, {currency, paid, ...flow}: TicketFlow, by: Payment | undefined): Ledger {
  const {period} = ledger;
  const was = period.tickets[currency] ?? noTickets;
  const now = plus(was, {...flow, paid: paid?.total.minor ?? 0, count: Number(paid !== undefined)});
  const sold = paid === undefined || by === undefined ? period.sold : together([period.sold, soldOf(paid, by)]);
  return {...ledger, period: {...period, sold, tickets: {...period.tickets, [currency]: now}}};
}

/** What open tickets hold, in minor units: what they held before and what came in, less what has left them. */
export const heldByOpen = ({before, taken, adjusted, reopened, beyond, abandoned, paid}: TicketSums): number =>
  before + taken + adjusted + reopened - beyond - abandoned - paid;

/** A sale on the book takes no money: it is in no tender, no drawer and no sum of what was taken. */
function withAccount(ledger: Ledger, before: Payment | undefined, after: Payment | undefined): Ledger {
  const moved = movedFrom(before, after);
  if (moved === undefined) return ledger;
  const {period} = ledger;
  const {currency, sold, returned, paid} = moved;
  const was = period.accounts[currency] ?? noAccounts;
  const now = plus(was, {sold, returned, paid, count: Number(sold > 0)});
  return {...ledger, period: {...period, accounts: {...period.accounts, [currency]: now}}};
}

const noAccounts = {before: 0, sold: 0, returned: 0, paid: 0, count: 0};

/** What customers owe, in minor units. */
export const owedIn = ({before, sold, returned, paid}: typeof noAccounts): number => before + sold - returned - paid;

/** What is owed at the end of a period is owed before the next. */
const carriedAccounts = ({accounts}: Period): Period['accounts'] =>
  Object.fromEntries(
    Object.entries(accounts)
      .map(([currency, sums]) => [currency, {...noAccounts, before: owedIn(sums)}] as const)
      .filter(([, {before}]) => before !== 0),
  );

/** What open tickets hold at the end of a period is what they hold before the next. */
const carriedTickets = ({tickets}: Period): Period['tickets'] =>
  Object.fromEntries(
    Object.entries(tickets)
      .map(([currency, sums]) => [currency, {...noTickets, before: heldByOpen(sums)}] as const)
      .filter(([, {before}]) => before !== 0),
  );

/** From fewer payments nobody knows what is usual in a shop: ten of the largest notes are a large sale anywhere. */
const fewestPayments = 10;

/** Returns what a large sale is here: the largest payment of the last thirty days with sales in the currency. */
export function largestSale({largest}: Pick<Ledger, 'largest'>, currency: Currency): Money {
  const days = largest[currency] ?? [];
  const isNew = days.reduce((sum, {count}) => sum + count, 0) < fewestPayments;
  return {currency, minor: Math.max(isNew ? 10 * largestNoteOf(currency) : 0, ...days.map(({minor}) => minor))};
}

/** Whether cash of this currency would be the first in the drawer. That of the shop's own country never is. */
export const isNewCash = (
  {ledger}: {readonly ledger: Pick<Ledger, 'cash'>},
  {currency}: Pick<Money, 'currency'>,
  country: string,
): boolean => currency !== marketOf(country).currency && !ledger.cash.includes(currency);
