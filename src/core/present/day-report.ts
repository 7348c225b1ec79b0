import {movedFrom} from '../account/account.js';
import {businessDate} from '../day/business-day.js';
import {addMoney, type Currency, type Money, sumByCurrency} from '../money/money.js';
import {isOpen, type Payment, type PaymentStatus, verdictOf} from '../payment/payment.js';
import {isRefundedWhole, type Refund} from '../payment/refund.js';
import {type Tender, tenderOf} from '../payment/tender.js';
import {blindCurrencies, disclosureIn} from '../shift/blind.js';
import {type DayTotals, quarterMs} from '../shift/day-totals.js';
import type {Ledger} from '../shift/ledger-schema.js';
import {merged, type OnBook, plus, roundingOf, type Sold, soldBack, soldOf, together} from '../shift/sold.js';
import type {Ticket} from '../ticket/ticket.js';

export type Day = {readonly date: string; readonly zone: string; readonly dayStartsAt: string};

/** What was taken in one currency in cash, through a network or with a brand of cards. */
type DayTender = Tender & {readonly total: Money; readonly count: number};

export type DayLine = {readonly reference: string; readonly amount: Money; readonly status: PaymentStatus};

/** Refunds requested on the day, for payments of any day; `total` counts only those that are done. */
type DayRefunds = {
  readonly method: Exclude<Refund['method'], 'account'>;
  readonly total: Money;
  readonly done: number;
  readonly open: number;
  readonly failed: number;
};

type DayPerson = {readonly person: string; readonly total: Money; readonly count: number};

/** What was taken in an hour of the day, in minor units of one currency. */
type HourTakings = {readonly hour: number; readonly minor: number};

/** The longest business day has one hour more than a usual one. */
const mostHours = 25;

/** A business day's takings in a currency by the zone's hours, from the first with takings to the one of `now`; `[]` if none. */
export function takingsByHour(
  {quarters}: Pick<DayTotals, 'quarters'>,
  currency: Currency,
  {zone, now}: {readonly zone: string; readonly now: number},
): readonly HourTakings[] {
  const hourOf = (epochMs: number) => {
    const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
    return local.round({smallestUnit: 'hour', roundingMode: 'floor'});
  };
  const taken = new Map<number, number>();
  for (const [quarter, sums] of quarters) {
    const {minor = 0} = sums.get(currency) ?? {};
    const {epochMilliseconds} = hourOf(quarter * quarterMs);
    if (minor !== 0) taken.set(epochMilliseconds, (taken.get(epochMilliseconds) ?? 0) + minor);
  }
  if (taken.size === 0) return [];
  const last = Math.max(hourOf(now).epochMilliseconds, ...taken.keys());
  const hours: HourTakings[] = [];
  let at = hourOf(Math.min(...taken.keys()));
  while (at.epochMilliseconds <= last && hours.length < mostHours) {
    hours.push({hour: at.hour, minor: taken.get(at.epochMilliseconds) ?? 0});
    at = at.add({hours: 1});
  }
  return hours;
}

/** Sums by tender, by the person who took the sale, and by hour. */
type TakenBy = {
  readonly takings: readonly DayTender[];
  readonly people: readonly DayPerson[];
  readonly hours: readonly {readonly currency: Currency; readonly hours: readonly HourTakings[]}[];
};

/** What was taken in one currency, what was refunded on the day, and the net of both; in minor units. */
export type DayTotal = Money & {readonly count: number; readonly refunded: number; readonly net: number};

/** The number of cash sales and cash refunds in a currency whose drawer still has to be counted. They are in no sum. */
type Withheld = {readonly currency: Currency; readonly sales: number; readonly refunds: number};

/**
 * A business day as far as the journal knows it now. Takings are the payments of the date that are paid, whenever they became so; those
 * that became paid on a later day are also in `late`. Open payments are listed and are in no sum; cash is in no sum until its drawer is
 * counted. `givenBack` is the number of paid payments that were refunded in full.
 */
export type DayReport = Day &
  TakenBy & {
    readonly totals: readonly DayTotal[];
    /** What is on the book: no money, and in none of these sums. */
    readonly accounts: readonly OnBook[];
    readonly withheld: readonly Withheld[];
    readonly givenBack: number;
    readonly notPaid: number;
    readonly pending: readonly DayLine[];
    readonly needsPerson: readonly DayLine[];
    readonly refunds: readonly DayRefunds[];
    /** What was refunded on the day: by tender of the sale, by who took it, by hour. Each adds up to `refunded` in `totals`. */
    readonly back: TakenBy;
    readonly late: readonly (DayLine & {readonly paidOn: string})[];
    /** What the tickets were for whose last part is of the date and may be shown, and what named refunds of the day returned. */
    readonly sold: Sold;
  };

/** The report of a day. `payments`: those of the date, and others with a refund on it; `tickets`: those that they belong to. */
export function dayReport(
  payments: readonly Payment[],
  day: Day,
  ledger: Ledger,
  tickets: Iterable<Ticket> = [],
): DayReport {
  const {date, zone, dayStartsAt} = day;
  const own = payments.filter(({request}) => request.businessDate === date).sort((a, b) => a.seq - b.seq);
  const isDisclosed = disclosureIn(ledger);
  const allPaid = own.filter(({status}) => status === 'paid');
  const onBook = own.filter(({status}) => status === 'on-book');
  const paid = allPaid.filter(isDisclosed.payment);
  const allBack = backOn(payments, date);
  const back = allBack.filter(({refund}) => refund.method !== 'account');
  const toldBack = back.filter(({payment, refund}) => isDisclosed.refund(payment, refund));
  const refunds = toldBack.map(({refund}) => refund);
  const paidOn = ({since}: Payment) => businessDate(since, zone, dayStartsAt);
  return {
    date,
    zone,
    dayStartsAt,
    ...takenBy(
      paid.map(payment => ({payment, amount: payment.request.amount, at: payment.requestedAt})),
      zone,
    ),
    totals: totalsOf(paid, refunds),
    accounts: accountsOn([...onBook, ...paid], allBack),
    withheld: withheldOf(
      allPaid.filter(payment => !isDisclosed.payment(payment)),
      back.filter(({payment, refund}) => !isDisclosed.refund(payment, refund)).map(({refund}) => refund),
    ),
    givenBack: allPaid.filter(isRefundedWhole).length,
    notPaid: own.filter(payment => verdictOf(payment) === 'not-paid').length,
    pending: own.filter(isOpen).map(lineOf),
    needsPerson: own.filter(payment => verdictOf(payment) === 'needs-person').map(lineOf),
    refunds: refundsOf(refunds),
    back: takenBy(doneOf(toldBack), zone),
    late: paid
      .filter(payment => paidOn(payment) > date)
      .map(payment => ({...lineOf(payment), paidOn: paidOn(payment)})),
    sold: together([
      soldIn(tickets, {paid: [...paid, ...onBook], all: payments, ledger}),
      ...paid.map(({request}) => roundingOf(request)),
      ...[...toldBack, ...allBack.filter(({refund}) => refund.method === 'account')]
        .filter(({refund: {status}}) => status === 'done')
        .map(({payment, refund}) => soldBack(refund, payment)),
    ]),
  };
}

/** What payments of a day sold on the book and paid of what is owed, and what came back of it. */
function accountsOn(payments: readonly Payment[], back: readonly Back[]): readonly OnBook[] {
  const moved = payments.flatMap(payment => movedFrom(undefined, {...payment, refunds: []}) ?? []);
  const returned = back.filter(({refund}) => refund.method === 'account').map(({refund}) => refund.amount);
  return sumOnBook([
    ...moved.map(({currency, sold, paid}) => ({currency, sold, paid, returned: 0, count: Number(sold > 0)})),
    ...returned.map(({currency, minor}) => ({currency, sold: 0, paid: 0, returned: minor, count: 0})),
  ]);
}

const sumOnBook = (all: readonly OnBook[]): readonly OnBook[] => merged(all, ({currency}) => currency);

type Back = {readonly payment: Payment; readonly refund: Refund};

const backOn = (payments: readonly Payment[], date: string): readonly Back[] =>
  payments.flatMap(payment =>
    payment.refunds.filter(({businessDate: on}) => on === date).map(refund => ({payment, refund})),
  );

const doneOf = (back: readonly Back[]): readonly Taken[] =>
  back
    .filter(({refund}) => refund.status === 'done')
    .map(({payment, refund: {amount, requestedAt: at}}) => ({payment, amount, at}));

/** What was taken in an hour of the day less what was refunded in it, in minor units: through the service, and in cash. */
export type HourByKind = {readonly hour: number; readonly service: number; readonly cash: number};

/** The hours of a day with takings or refunds in a currency, as far as they may be shown, in the order of the day. */
export function hoursByKind(
  payments: readonly Payment[],
  {date, zone, dayStartsAt}: Day,
  {currency, ledger}: {readonly currency: Currency; readonly ledger: Ledger},
): readonly HourByKind[] {
  const isDisclosed = disclosureIn(ledger);
  const paid = payments.filter(each => each.request.businessDate === date && each.status === 'paid');
  const taken = paid
    .filter(isDisclosed.payment)
    .map(({request: {method, amount}, requestedAt: at}) => ({method, amount, at}));
  const given = backOn(payments, date)
    .filter(({payment, refund}) => refund.status === 'done' && isDisclosed.refund(payment, refund))
    .filter(({refund}) => refund.method !== 'account')
    .map(({refund: {method, amount, requestedAt: at}}) => ({method, amount: {...amount, minor: -amount.minor}, at}));
  const hours = new Map<number, HourByKind>();
  for (const {method, amount, at} of [...taken, ...given]) {
    if (amount.currency !== currency) continue;
    const {hour} = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    const kind = method === 'cash' ? 'cash' : 'service';
    const was = hours.get(hour) ?? {hour, service: 0, cash: 0};
    hours.set(hour, {...was, [kind]: was[kind] + amount.minor});
  }
  const first = Number(dayStartsAt.slice(0, 2));
  return [...hours.values()].sort((a, b) => ((a.hour - first + 24) % 24) - ((b.hour - first + 24) % 24));
}

type Within = {readonly paid: readonly Payment[]; readonly all: readonly Payment[]; readonly ledger: Ledger};

/** A sum that includes a withheld part would reveal that part; the cash may have come from a part paid on another day. */
function soldIn(tickets: Iterable<Ticket>, {paid, all, ledger}: Within): Sold {
  const own = new Map(paid.map(payment => [payment.reference, payment]));
  const isDisclosed = disclosureIn(ledger);
  const disclosed = new Set(all.filter(isDisclosed.payment).map(({reference}) => reference));
  const blind = blindCurrencies(ledger);
  return together(
    [...tickets].flatMap(ticket => {
      const {soldBy = '', held, total} = ticket;
      const by = own.get(soldBy);
      const isTold = !blind.has(total.currency) || held.every(({reference}) => disclosed.has(reference));
      return by !== undefined && isTold ? [soldOf(ticket, by)] : [];
    }),
  );
}

function totalsOf(paid: readonly Payment[], refunds: readonly Refund[]): readonly DayTotal[] {
  const taken = paid.map(({request}) => request.amount);
  const given = refunds.filter(({status}) => status === 'done').map(({amount}) => amount);
  const sumIn = (list: readonly Money[], currency: Currency) =>
    sumByCurrency(list).find(sum => sum.currency === currency)?.minor ?? 0;
  return sumByCurrency([...taken, ...given]).map(({currency}) => {
    const [minor, refunded] = [sumIn(taken, currency), sumIn(given, currency)];
    const count = taken.filter(amount => amount.currency === currency).length;
    return {currency, minor, count, refunded, net: minor - refunded};
  });
}

function withheldOf(sales: readonly Payment[], refunds: readonly Refund[]): readonly Withheld[] {
  const sold = sales.map(({request}) => request.amount);
  const given = refunds.map(({amount}) => amount);
  const times = (list: readonly Money[], currency: Currency) => list.filter(each => each.currency === currency).length;
  return sumByCurrency([...sold, ...given]).map(({currency}) => ({
    currency,
    sales: times(sold, currency),
    refunds: times(given, currency),
  }));
}

const lineOf = ({reference, request, status}: Payment): DayLine => ({reference, amount: request.amount, status});

type Taken = {readonly payment: Payment; readonly amount: Money; readonly at: number};

const takenBy = (list: readonly Taken[], zone: string): TakenBy => ({
  takings: sumsBy(
    list.map(({payment: {request}, amount: total}) => ({...tenderOf(request), total, count: 1})),
    tenderKey,
  ),
  people: sumsBy(
    list.map(({payment: {person}, amount: total}) => ({person, total, count: 1})),
    personKey,
  ),
  hours: hoursOf(list, zone),
});

export const tenderKey = ({method, channel}: Tender): string => `${method} ${channel}`;
export const personKey = ({person}: {readonly person: string}): string => person;

/** Returns sums of `taken` with what was `refunded` of each and the net, in minor units; zero if only refunded. */
export function withNet<T extends {readonly total: Money; readonly count: number}>(
  taken: readonly T[],
  back: readonly T[],
  key: (item: T) => string,
): readonly (T & {readonly refunded: number; readonly net: number})[] {
  const none = back.map(each => ({...each, total: {...each.total, minor: 0}, count: 0}));
  return sumsBy([...taken, ...none], key).map(sum => {
    const own = back.filter(each => each.total.currency === sum.total.currency && key(each) === key(sum));
    const refunded = own.reduce((minor, {total}) => minor + total.minor, 0);
    return {...sum, refunded, net: sum.total.minor - refunded};
  });
}

/** Sums of the items with the same key and currency, sorted by currency and key. */
const sumsBy = <T extends {readonly total: Money; readonly count: number}>(
  list: readonly T[],
  key: (item: T) => string,
): readonly T[] =>
  merged(
    list,
    item => `${item.total.currency} ${key(item)}`,
    (a, b) => ({...a, total: addMoney(a.total, b.total), count: a.count + b.count}),
  );

function refundsOf(refunds: readonly Refund[]): readonly DayRefunds[] {
  const all = refunds.flatMap(({method, amount, status}): readonly DayRefunds[] => {
    if (method === 'account') return [];
    const [done, failed] = [Number(status === 'done'), Number(status === 'failed')];
    return [{method, total: {...amount, minor: done * amount.minor}, done, open: 1 - done - failed, failed}];
  });
  return merged(
    all,
    ({method, total}) => `${total.currency} ${method}`,
    (a, b) => ({...plus(a, b), total: addMoney(a.total, b.total)}),
  );
}

/** Up to the last hour with takings, since the day of the report may be long over. */
function hoursOf(taken: readonly Taken[], zone: string): TakenBy['hours'] {
  const quarters = new Map<number, Map<Currency, Money>>();
  for (const {amount, at} of taken) {
    const quarter = Math.floor(at / quarterMs);
    const sums = quarters.get(quarter) ?? new Map<Currency, Money>();
    quarters.set(
      quarter,
      sums.set(amount.currency, addMoney(sums.get(amount.currency) ?? {...amount, minor: 0}, amount)),
    );
  }
  return sumByCurrency(taken.map(({amount}) => amount)).map(({currency}) => {
    const times = taken.filter(({amount}) => amount.currency === currency).map(({at}) => at);
    return {currency, hours: takingsByHour({quarters}, currency, {zone, now: Math.max(...times)})};
  });
}

/** The first and the last of some business days. */
export type DaySpan = {readonly from: string; readonly to: string};

/** What was taken and refunded on some business days; each sum adds up the days' own reports. */
export type SpanReport = DaySpan & {
  /** The days with takings or refunds, in order. */
  readonly days: readonly {readonly date: string; readonly totals: readonly DayTotal[]; readonly sold: Sold}[];
  readonly takings: readonly DayTender[];
  readonly people: readonly DayPerson[];
  /** What was refunded on these days, by the tender, the person and the hour. */
  readonly back: TakenBy;
  readonly totals: readonly DayTotal[];
  /** What is on the book: no money, and in none of these sums. */
  readonly accounts: readonly OnBook[];
  /** Takings by the hour of the day, from the first hour with any to the last. */
  readonly hours: TakenBy['hours'];
  /** What the paid tickets were for. */
  readonly sold: Sold;
  /** The number of cash sales that are in no sum, because their drawers are not counted yet. */
  readonly withheld: number;
};

/** Adds up the reports of days, in whatever order they come. Pure. */
export function spanReport({from, to}: DaySpan, reports: readonly DayReport[]): SpanReport {
  const days = reports.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return {
    from,
    to,
    days: days.filter(({totals}) => totals.length > 0).map(({date, totals, sold}) => ({date, totals, sold})),
    ...added(days),
    back: added(days.map(({back}) => back)),
    totals: totalsTogether(days.flatMap(({totals}) => totals)),
    accounts: sumOnBook(days.flatMap(({accounts}) => accounts)),
    sold: together(days.map(({sold}) => sold)),
    withheld: days.flatMap(({withheld}) => withheld).reduce((sum, {sales}) => sum + sales, 0),
  };
}

const added = (all: readonly TakenBy[]): TakenBy => ({
  takings: sumsBy(
    all.flatMap(({takings}) => takings),
    tenderKey,
  ),
  people: sumsBy(
    all.flatMap(({people}) => people),
    personKey,
  ),
  hours: hoursTogether(all),
});

const totalsTogether = (totals: readonly DayTotal[]): readonly DayTotal[] =>
  merged(
    totals,
    ({currency}) => currency,
    (a, b) => ({...plus(a, b), ...addMoney(a, b)}),
  );

function hoursTogether(days: readonly Pick<TakenBy, 'hours'>[]): SpanReport['hours'] {
  const taken = new Map<Currency, number[]>();
  for (const {currency, hours} of days.flatMap(day => day.hours)) {
    const ofDay = taken.get(currency) ?? Array<number>(24).fill(0);
    for (const {hour, minor} of hours) ofDay[hour] = (ofDay[hour] ?? 0) + minor;
    taken.set(currency, ofDay);
  }
  return [...taken]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, ofDay]) => {
      const last = ofDay.findLastIndex(minor => minor > 0);
      const first = ofDay.findIndex(minor => minor > 0);
      return {
        currency,
        hours: ofDay.map((minor, hour) => ({hour, minor})).filter(({hour}) => hour >= first && hour <= last),
      };
    });
}

/** The hours of a currency in which something was taken or refunded, in the order of a day that starts at `dayStartsAt`. */
export function netHours(
  {hours, back}: {readonly hours: TakenBy['hours']; readonly back: Pick<TakenBy, 'hours'>},
  currency: Currency,
  dayStartsAt = '00:00',
): readonly (Money & HourTakings & {readonly refunded: number; readonly net: number})[] {
  const of = (all: TakenBy['hours']) => all.find(each => each.currency === currency)?.hours ?? [];
  const [taken, given] = [of(hours), of(back.hours)];
  const first = Number(dayStartsAt.slice(0, 2));
  const inDay = (hour: number) => (hour - first + 24) % 24;
  const all = new Set([...taken, ...given].map(({hour}) => hour));
  return [...all]
    .sort((a, b) => inDay(a) - inDay(b))
    .map(hour => {
      const minorIn = (list: readonly HourTakings[]) =>
        list.filter(each => each.hour === hour).reduce((sum, {minor}) => sum + minor, 0);
      const [minor, refunded] = [minorIn(taken), minorIn(given)];
      return {currency, hour, minor, refunded, net: minor - refunded};
    });
}

/** The days of `2026-11-20`, `2026-11` or `2026`. Throws a `RangeError` for an invalid one; any four characters are a year. */
export function spanOf(of: string): DaySpan {
  if (of.length === 10) return {from: of, to: Temporal.PlainDate.from(of).toString()};
  if (of.length === 4) return {from: `${of}-01-01`, to: `${of}-12-31`};
  const month = Temporal.PlainYearMonth.from(of);
  return {from: month.toPlainDate({day: 1}).toString(), to: month.toPlainDate({day: month.daysInMonth}).toString()};
}

/** What a day, a month or a year is compared with: the same weekday a week before, the month before, the year before. */
export const comparedWith = (of: string): string => moved(of, -1, 7);

/** The day, month or year that comes `by` of them later; a negative `by` goes back. */
export const spanAfter = (of: string, by: number): string => moved(of, by, 1);

function moved(of: string, by: number, days: number): string {
  if (of.length === 10)
    return Temporal.PlainDate.from(of)
      .add({days: by * days})
      .toString();
  if (of.length === 4) return String(Number(of) + by).padStart(4, '0');
  return Temporal.PlainYearMonth.from(of).add({months: by}).toString();
}

/** The change from one sum to another in whole percent, negative for a decrease; undefined if there is nothing to compare with. */
export function changeInPercent(now: Money, before: Money | undefined): number | undefined {
  if (before === undefined || before.minor <= 0) return undefined;
  return Math.round(((now.minor - before.minor) * 100) / before.minor);
}
