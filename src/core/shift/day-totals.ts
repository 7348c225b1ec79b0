import {addMoney, type Currency, type Money} from '../money/money.js';
import {signedMoney} from '../money/schema.js';
import {type Payment, verdictOf} from '../payment/payment.js';
import {isRefundedWhole} from '../payment/refund.js';
import {list, object, type Specified, text, tuple, whole} from '../spec/spec.js';
import {isOpenCash, isOpenCashRefund} from './ledger.js';
import type {Ledger} from './ledger-schema.js';

/** Sums of paid payments; amounts of different currencies are never added up. */
export type MoneySums = ReadonlyMap<Currency, Money>;

/**
 * The counts of a business day. `quarters` has the takings by the quarter of an hour, counted since the epoch, in which they were
 * requested. In every time zone an hour begins at a quarter, so the fold need not know the zone.
 */
export type DayTotals = {
  readonly paid: number;
  readonly notPaid: number;
  readonly sums: MoneySums;
  readonly quarters: ReadonlyMap<number, MoneySums>;
  /** Money that was refunded on this day, for payments of any day. */
  readonly refunded: MoneySums;
  /** How many of the paid payments were refunded in full, on whatever day. */
  readonly givenBack: number;
  /** What was put on the book, which is in no other sum. */
  readonly onBook: {readonly count: number; readonly sums: MoneySums};
  /** The cash within these sums that belongs to the open period and is not in a Z yet. */
  readonly unreported: CashOfDay;
};
type CashOfDay = Pick<DayTotals, 'sums' | 'quarters' | 'refunded'>;

const noSums: CashOfDay = {sums: new Map(), quarters: new Map(), refunded: new Map()};
const noTotals: DayTotals = {
  paid: 0,
  notPaid: 0,
  ...noSums,
  givenBack: 0,
  unreported: noSums,
  onBook: {count: 0, sums: new Map()},
};

export const quarterMs = 15 * 60_000;

const sums = list(signedMoney());
const cashOfDay = {sums, quarters: list(tuple([whole('the quarter'), sums])), refunded: sums};
/** The counts of a business day as they are stored in the middle of it. */
export const storedTotalsOfDay = object({
  date: text(),
  paid: whole(),
  notPaid: whole(),
  ...cashOfDay,
  givenBack: whole(),
  onBook: object({count: whole(), sums}),
  unreported: object(cashOfDay),
});
type StoredTotalsOfDay = Specified<typeof storedTotalsOfDay>;

const storedCash = ({sums, quarters, refunded}: CashOfDay) => ({
  sums: [...sums.values()],
  quarters: [...quarters].map(([quarter, taken]) => [quarter, [...taken.values()]] as const),
  refunded: [...refunded.values()],
});
const sumsFrom = (stored: Specified<typeof sums>): MoneySums => new Map(stored.map(sum => [sum.currency, sum]));
const cashFrom = ({sums, quarters, refunded}: StoredTotalsOfDay['unreported']): CashOfDay => ({
  sums: sumsFrom(sums),
  quarters: new Map(quarters.map(([quarter, taken]) => [quarter, sumsFrom(taken)])),
  refunded: sumsFrom(refunded),
});

export const storedDay = ([date, totals]: readonly [string, DayTotals]): StoredTotalsOfDay => ({
  date,
  ...totals,
  ...storedCash(totals),
  unreported: storedCash(totals.unreported),
  onBook: {count: totals.onBook.count, sums: [...totals.onBook.sums.values()]},
});

export const dayFrom = ({date, ...stored}: StoredTotalsOfDay): [string, DayTotals] => [
  date,
  {
    ...stored,
    ...cashFrom(stored),
    unreported: cashFrom(stored.unreported),
    onBook: {count: stored.onBook.count, sums: sumsFrom(stored.onBook.sums)},
  },
];

/** The counts of the business days in memory, and the ledger that says which cash is in a Z. The map changes in place. */
type Days = {readonly days: Map<string, DayTotals>; readonly ledger: Ledger};

export function countOnDay(state: Days, before: Payment, after: Payment): void {
  const {businessDate, amount} = after.request;
  const totals = state.days.get(businessDate) ?? noTotals;
  const paid = Number(after.status === 'paid') - Number(before.status === 'paid');
  const notPaid = Number(verdictOf(after) === 'not-paid') - Number(verdictOf(before) === 'not-paid');
  const givenBack = Number(isGivenBack(after)) - Number(isGivenBack(before));
  const onBook = Number(after.status === 'on-book') - Number(before.status === 'on-book');
  if (paid === 0 && notPaid === 0 && givenBack === 0 && onBook === 0 && state.days.has(businessDate)) return;
  const counted = {
    ...totals,
    paid: totals.paid + paid,
    notPaid: totals.notPaid + notPaid,
    givenBack: totals.givenBack + givenBack,
    onBook: {
      count: totals.onBook.count + onBook,
      sums: onBook === 0 ? totals.onBook.sums : plus(totals.onBook.sums, {...amount, minor: onBook * amount.minor}),
    },
  };
  state.days.set(
    businessDate,
    paid === 0 ? counted : withTakings(counted, after, {...amount, minor: paid * amount.minor}, state.ledger),
  );
}

const isGivenBack = (payment: Payment) => payment.status === 'paid' && isRefundedWhole(payment);

/** After a Z, no cash is left to report. */
export function closeCash(state: Days): void {
  for (const [date, totals] of state.days) state.days.set(date, {...totals, unreported: noSums});
}

/** A refund counts on its own day, which may be long after that of its payment. */
export function countRefunds(state: Days, before: Payment, after: Payment): void {
  for (const refund of after.refunds) {
    const was = before.refunds.find(({number}) => number === refund.number)?.status === 'done';
    const times = Number(refund.status === 'done') - Number(was);
    if (times === 0 || refund.method === 'account') continue;
    const totals = state.days.get(refund.businessDate) ?? noTotals;
    const back = {...refund.amount, minor: times * refund.amount.minor};
    const withBack = <Of extends CashOfDay>(of: Of): Of => ({...of, refunded: plus(of.refunded, back)});
    const {unreported} = totals;
    const isUnreported = isOpenCashRefund(state.ledger, after, refund);
    const counted = {...totals, unreported: isUnreported ? withBack(unreported) : unreported};
    state.days.set(refund.businessDate, withBack(counted));
  }
}

function withTakings(totals: DayTotals, payment: Payment, taken: Money, ledger: Ledger): DayTotals {
  const quarter = Math.floor(payment.requestedAt / quarterMs);
  const withTaken = <Of extends CashOfDay>(of: Of): Of => {
    const quarters = new Map(of.quarters).set(quarter, plus(of.quarters.get(quarter) ?? new Map(), taken));
    return {...of, sums: plus(of.sums, taken), quarters};
  };
  const {unreported} = totals;
  return withTaken({...totals, unreported: isOpenCash(ledger, payment) ? withTaken(unreported) : unreported});
}

function plus(sums: MoneySums, money: Money): MoneySums {
  const {currency} = money;
  return new Map(sums).set(currency, addMoney(sums.get(currency) ?? {currency, minor: 0}, money));
}
