import {dayReader} from '../events/day-of.js';
import type {StoredEvent} from '../events/event.js';
import type {Currency, Money} from '../money/money.js';
import {type Payment, verdictOf} from '../payment/payment.js';
import {owedOf} from '../payment/schema.js';
import {actsIn, type Doer} from '../shift/acts.js';
import {disclosureIn} from '../shift/blind.js';
import type {Ledger} from '../shift/ledger-schema.js';
import {permissionOf} from '../staff/permissions.js';
import {evolvePeople, noStaff, personCalled, type Staff} from '../staff/staff.js';

/** The sums of the money that a person handled, by currency. */
export const activitySums = ['sales', 'tips', 'refunds', 'discounts', 'differences'] as const;
export const activityCounts = [
  ...(['priceChanges', 'superseded', 'ticketsAbandoned', 'drawerOpenings', 'reprints'] as const),
  ...(['judgements', 'acceptedDifferences', 'approvalsGiven', 'approvalsAsked'] as const),
  'refusedSignIns',
  'refundsNearLimit',
  'refundsWithoutCustomer',
  'drawerBetweenSales',
] as const;
type SumName = (typeof activitySums)[number];
type CountName = (typeof activityCounts)[number];

/** A sum in minor units, and the number of its entries. Differences and tips may be negative: refunded tips are subtracted. */
export type ActivitySum = {readonly currency: Currency; readonly minor: number; readonly count: number};

/** What one person did in one period. `withheld`: sales and refunds in no sum, because their drawer's cash is not counted yet. */
export type Activity = {
  readonly person: string;
  /** The day, the week (`2026-W47`) or the shift's number; empty if all are in one row, and before the first known shift. */
  readonly period: string;
  readonly sums: Readonly<Record<SumName, readonly ActivitySum[]>>;
  readonly counts: Readonly<Record<CountName, number>>;
  readonly withheld: number;
};

/** The kinds of rows: one for each person, or one for each person and day, week or shift. */
export const activityPeriods = ['person', 'day', 'week', 'shift'] as const;
export type ActivityPeriod = (typeof activityPeriods)[number];

/** The count from which a number is reported as a notice. A notice states the number and suggests no reason for it. */
export const noticeRules: readonly {readonly count: CountName; readonly atLeast: number}[] = [
  {count: 'refundsNearLimit', atLeast: 3},
  {count: 'refundsWithoutCustomer', atLeast: 3},
  {count: 'drawerBetweenSales', atLeast: 3},
  {count: 'judgements', atLeast: 3},
  {count: 'superseded', atLeast: 5},
  {count: 'refusedSignIns', atLeast: 5},
];

/** Returns the counts of a person that reach their threshold in `noticeRules`. */
export const noticesOf = ({counts}: Pick<Activity, 'counts'>): readonly CountName[] =>
  noticeRules.filter(({count, atLeast}) => counts[count] >= atLeast).map(({count}) => count);

/** A refund of at least this share of the limit that the person had then is just under it. */
const nearLimit = 0.9;
/** An opening of the drawer is between sales if it is at most this long after a sale and before the next one of the same person. */
const betweenSalesMs = 10 * 60_000;

type Row = {
  readonly sums: Readonly<Record<SumName, Map<Currency, {minor: number; count: number}>>>;
  readonly counts: Record<CountName, number>;
  withheld: number;
};

/** Adds up what people did, from events and payments. They are added part by part, in the order of the journal. */
export class ActivityBook {
  readonly #rows = new Map<string, {readonly person: string; readonly period: string; readonly row: Row}>();
  readonly #isDisclosed: ReturnType<typeof disclosureIn>;
  readonly #by: ActivityPeriod;
  /** As of the event that was added last: names, roles and limits are those of the time. */
  #staff = noStaff;
  #shift = '';
  /** The tips of tickets that are not fully paid yet, with what is left to pay of each ticket, in minor units. */
  readonly #tips = new Map<string, {readonly tip: Money; readonly left: number}>();
  readonly #lastSale = new Map<string, number>();
  /** Openings of the drawer after a sale, until the next sale of that person. */
  readonly #openings = new Map<string, {readonly at: number; readonly row: Row}[]>();

  constructor(by: ActivityPeriod, {ledger}: {readonly ledger: Ledger}) {
    this.#by = by;
    this.#isDisclosed = disclosureIn(ledger);
  }

  /** `staff` is that before the first of the events. */
  add(events: readonly StoredEvent[], payments: ReadonlyMap<string, Payment>, staff: Staff): void {
    this.#staff = staff;
    const dayOf = dayReader();
    for (const event of events) {
      const day = dayOf(event);
      this.#staff = evolvePeople(this.#staff, event);
      if (event.type === 'shift-opened') this.#shift = String(event.data.shift);
      this.#tell(event, day, payments);
      if (event.type === 'z-reported') this.#shift = '';
    }
  }

  /** Returns the rows, sorted by period and then by person. */
  rows(): readonly Activity[] {
    const order = ({period, person}: {period: string; person: string}) => `${period.padStart(12)} ${person}`;
    return [...this.#rows.values()]
      .sort((a, b) => (order(a) < order(b) ? -1 : 1))
      .map(({person, period, row: {sums, counts, withheld}}) => ({
        person,
        period,
        counts,
        withheld,
        sums: Object.fromEntries(
          activitySums.map(name => [
            name,
            [...sums[name]]
              .map(([currency, sum]) => ({currency, ...sum}))
              .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
          ]),
        ) as unknown as Activity['sums'],
      }));
  }

  #rowOf(person: string, day: string): Row {
    const period = {person: '', day, week: weekOf(day), shift: this.#shift}[this.#by];
    const key = JSON.stringify([period, person]);
    const known = this.#rows.get(key);
    if (known !== undefined) return known.row;
    const row: Row = {
      sums: {sales: new Map(), tips: new Map(), refunds: new Map(), discounts: new Map(), differences: new Map()},
      counts: Object.fromEntries(activityCounts.map(name => [name, 0])) as Record<CountName, number>,
      withheld: 0,
    };
    this.#rows.set(key, {person, period, row});
    return row;
  }

  #tell(event: StoredEvent, day: string, payments: ReadonlyMap<string, Payment>): void {
    const row = (who = event.person) => this.#rowOf(who, day);
    switch (event.type) {
      case 'requested':
        this.#sale(event, row, payments.get(event.data.reference));
        break;
      case 'refund-requested':
      case 'refund-in-cash':
        this.#refund(event, row, payments.get(event.data.reference));
        break;
      case 'ticket-opened':
        for (const {kind, amount, discount} of event.data.lines) {
          if (discount !== null) add(row().sums.discounts, discount);
          if (kind === 'tip') this.#tips.set(event.data.ticket, {tip: amount, left: event.data.total.minor});
        }
        break;
      case 'ticket-extended': {
        const its = this.#tips.get(event.data.ticket);
        for (const {discount} of event.data.lines) if (discount !== null) add(row().sums.discounts, discount);
        const more = event.data.lines.reduce((sum, {amount}) => sum + amount.minor, 0);
        if (its !== undefined) this.#tips.set(event.data.ticket, {...its, left: its.left + more});
        break;
      }
      case 'z-reported':
        for (const {currency, difference} of event.data.report.drawers)
          if (difference !== null && difference !== 0)
            add(row().sums.differences, {currency: currency as Currency, minor: difference});
        break;
      case 'drawer-opened':
        this.#opening(event, row());
        break;
      default:
    }
    this.#count(event, row);
  }

  #count(event: StoredEvent, row: (who?: string) => Row): void {
    const nameOf = (doer: Doer | null) =>
      typeof doer === 'string' ? doer : this.#staff.people.find(({number}) => number === doer)?.name;
    for (const {name, doer, times} of actsIn(event)) {
      const who = nameOf(doer);
      if (who !== undefined && isCount(name)) row(who).counts[name] += times;
    }
    const refused = event.type === 'sign-in-refused' ? nameOf(event.data.number) : undefined;
    if (refused !== undefined) row(refused).counts.refusedSignIns += 1;
  }

  #sale({person, at}: StoredEvent, row: () => Row, payment: Payment | undefined): void {
    if (payment === undefined || verdictOf(payment) !== 'paid') return;
    const tip = this.#tipOf(payment);
    if (this.#isDisclosed.payment(payment)) {
      add(row().sums.sales, payment.request.amount);
      if (tip !== undefined) add(row().sums.tips, tip);
    } else row().withheld += 1;
    const now = Date.parse(at);
    for (const opening of this.#openings.get(person) ?? [])
      if (now - opening.at <= betweenSalesMs) opening.row.counts.drawerBetweenSales += 1;
    this.#openings.delete(person);
    this.#lastSale.set(person, now);
  }

  /** The tip of a ticket belongs to the person who took the part that completed the payment of the ticket. */
  #tipOf({request}: Payment): Money | undefined {
    const {ticket = ''} = request;
    const its = this.#tips.get(ticket);
    if (its === undefined) return undefined;
    const left = its.left - owedOf(request).minor;
    this.#tips.set(ticket, {...its, left});
    if (left > 0) return undefined;
    this.#tips.delete(ticket);
    return its.tip;
  }

  #opening({person, at}: StoredEvent, row: Row): void {
    const now = Date.parse(at);
    const last = this.#lastSale.get(person);
    if (last === undefined || now - last > betweenSalesMs) return;
    this.#openings.set(person, [...(this.#openings.get(person) ?? []), {at: now, row}]);
  }

  #refund(
    {person, type, data}: StoredEvent & {readonly type: 'refund-requested' | 'refund-in-cash'},
    rowOf: (who?: string) => Row,
    payment: Payment | undefined,
  ): void {
    const refund = payment?.refunds.find(({number}) => number === data.refund);
    if (payment === undefined || refund === undefined || refund.status === 'failed') return;
    const row = rowOf();
    if (this.#isDisclosed.refund(payment, refund)) {
      add(row.sums.refunds, data.amount);
      for (const {kind, amount, tip} of refund.lines)
        if (kind === 'tip') add(rowOf(tip?.person ?? payment.person).sums.tips, {...amount, minor: -amount.minor}, 0);
    } else row.withheld += 1;
    if (payment.request.method === 'cash') row.counts.refundsWithoutCustomer += 1;
    const verb = type === 'refund-in-cash' ? 'refund-in-cash' : 'refund';
    const role = personCalled(this.#staff, person)?.role;
    const limits = role === undefined ? [] : permissionOf(this.#staff.rights, role, verb).most;
    const isNear = ({currency, minor}: Money) =>
      currency === data.amount.currency && data.amount.minor >= minor * nearLimit && data.amount.minor <= minor;
    if (limits.some(isNear)) row.counts.refundsNearLimit += 1;
  }
}

/** Refunds and discounts are reported as sums, and have no count. */
const isCount = (name: string): name is CountName => activityCounts.some(each => each === name);

function add(sums: Map<Currency, {minor: number; count: number}>, {currency, minor}: Money, times = 1): void {
  const sum = sums.get(currency) ?? {minor: 0, count: 0};
  sums.set(currency, {minor: sum.minor + minor, count: sum.count + times});
}

/** Returns the ISO 8601 week of a day. */
function weekOf(day: string): string {
  const {yearOfWeek, weekOfYear} = Temporal.PlainDate.from(day);
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`;
}
