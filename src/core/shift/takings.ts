import {marketOf} from '../market/markets.js';
import {addDecimals, decimalOf, plainDecimal} from '../money/decimal.js';
import {type Currency, largestNoteOf, type Money} from '../money/money.js';
import {wasNotSubmitted} from '../payment/follow-up.js';
import type {Payment} from '../payment/payment.js';
import type {Refund} from '../payment/refund.js';
import {tenderOf} from '../payment/tender.js';
import {type CashFlow, type DrawerCash, movedBefore, noCash} from './drawer-cash.js';
import {type Ledger, type Period, zOf} from './ledger-schema.js';
import {plus, roundingOf, soldBack, together} from './sold.js';

type Perpetual = Ledger['perpetual'][string];
const nothing: Perpetual = {sales: 0, refunds: 0, corrections: 0};

type LargestOfDay = Ledger['largest'][string][number];

/** A payment is taken once, when it first becomes paid. A later change is a correction, never a second taking. */
export function withTakings(ledger: Ledger, before: Payment | undefined, after: Payment): Ledger {
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

/** From fewer payments nobody knows what is usual in a shop: ten of the largest notes are a large sale anywhere. */
const fewestPayments = 10;

/** Returns what a large sale is here: the largest payment of the last thirty days with sales in the currency. */
export function largestSale({largest}: Pick<Ledger, 'largest'>, currency: Currency): Money {
  const days = largest[currency] ?? [];
  const isNew = days.reduce((sum, {count}) => sum + count, 0) < fewestPayments;
  return {currency, minor: Math.max(isNew ? 10 * largestNoteOf(currency) : 0, ...days.map(({minor}) => minor))};
}

export function withRefunds(ledger: Ledger, before: Payment | undefined, after: Payment): Ledger {
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

export function counting(ledger: Ledger, what: keyof Period['counts'], by = 1): Ledger {
  const {period} = ledger;
  return {...ledger, period: {...period, counts: plus(period.counts, {[what]: by})}};
}

export const withCash = (ledger: Ledger, currency: string, added: Partial<CashFlow>): Ledger =>
  withDrawer(ledger, currency, plus(ledger.period.drawers[currency] ?? noCash, added));

export function withDrawer(ledger: Ledger, currency: string, cash: DrawerCash): Ledger {
  const {period} = ledger;
  return {
    ...withKnownCash(ledger, currency),
    period: {...period, counted: null, drawers: {...period.drawers, [currency]: cash}},
  };
}

export const withKnownCash = (ledger: Ledger, currency: string): Ledger =>
  ledger.cash.includes(currency) ? ledger : {...ledger, cash: [...ledger.cash, currency]};

/** Whether cash of this currency would be the first in the drawer. That of the shop's own country never is. */
export const isNewCash = (
  {ledger}: {readonly ledger: Pick<Ledger, 'cash'>},
  {currency}: Pick<Money, 'currency'>,
  country: string,
): boolean => currency !== marketOf(country).currency && !ledger.cash.includes(currency);
