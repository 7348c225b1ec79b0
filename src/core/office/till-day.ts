import type {Payment} from '../payment/payment.js';
import {verdictOf} from '../payment/payment.js';
import {type Tender, tenderOf} from '../payment/tender.js';
import {quarterMs} from '../shift/day-totals.js';

/**
 * What came in and went out at a till on a business day, by tender and by the quarter of an hour since the epoch in which it was requested,
 * in minor units. A refund counts for its own day, whatever the day of its payment.
 */
export type TillDay = Tender & {
  readonly businessDate: string;
  readonly currency: string;
  readonly quarter: number;
  readonly paid: number;
  readonly minor: number;
  readonly notPaid: number;
  readonly refunds: number;
  readonly refunded: number;
};
type Sums = Pick<TillDay, 'paid' | 'minor' | 'notPaid' | 'refunds' | 'refunded'>;
type Place = Omit<TillDay, keyof Sums>;

const none: Sums = {paid: 0, minor: 0, notPaid: 0, refunds: 0, refunded: 0};

/** Adds up what changes of payments add to days. The sums do not depend on how the changes are grouped. */
export class TillDays {
  readonly #days = new Map<string, TillDay>();

  /** Adds the change of a payment from `before` to `after`. The request of a payment never changes. */
  change(before: Payment | undefined, after: Payment): void {
    if (before?.status === after.status && before.refunds === after.refunds) return;
    if (before !== undefined) this.#add(before, -1);
    this.#add(after, 1);
  }

  /** Returns the days in a fixed order, without those whose sums are all 0. */
  all(): readonly TillDay[] {
    const days = [...this.#days].filter(([, day]) => Object.keys(none).some(name => day[name as keyof Sums] !== 0));
    return days.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
  }

  #add(payment: Payment, times: number): void {
    const {request, requestedAt, refunds, status} = payment;
    const {currency, minor} = request.amount;
    const tender = tenderOf(request);
    const isPaid = status === 'paid';
    const day = {...tender, currency, businessDate: request.businessDate, quarter: quarterOf(requestedAt)};
    if (isPaid) this.#sum(day, {...none, paid: times, minor: times * minor});
    if (verdictOf(payment) === 'not-paid') this.#sum(day, {...none, notPaid: times});
    for (const {businessDate, amount, requestedAt: at, status: refund} of refunds) {
      if (refund !== 'done') continue;
      const back = {...tender, currency: amount.currency, businessDate, quarter: quarterOf(at)};
      this.#sum(back, {...none, refunds: times, refunded: times * amount.minor});
    }
  }

  #sum(place: Place, added: Sums): void {
    const {businessDate, method, channel, currency, quarter} = place;
    const key = [businessDate, currency, method, channel, quarter].join(' ');
    const was = this.#days.get(key) ?? {...place, ...none};
    const now = {
      paid: was.paid + added.paid,
      minor: was.minor + added.minor,
      notPaid: was.notPaid + added.notPaid,
      refunds: was.refunds + added.refunds,
      refunded: was.refunded + added.refunded,
    };
    this.#days.set(key, {...was, ...now});
  }
}

const quarterOf = (at: number) => Math.floor(at / quarterMs);
