import {quarterMs} from '../journal/state.js';
import type {Payment} from '../payment/payment.js';
import {verdictOf} from '../payment/payment.js';
import {type Tender, tenderOf} from '../payment/tender.js';

/**
 * What came in and went out of a till on a business day, by how it was paid and by the quarter of an hour, since the epoch, in which it was
 * asked for. In minor units. A refund is of its own day, whatever day its payment is of.
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

/** What changes of payments add to days. Sums of changes do not depend on how these are taken together. */
export class TillDays {
  readonly #days = new Map<string, TillDay>();

  /** A payment went from what it was to what it is: what was asked for stays as it is. */
  change(before: Payment | undefined, after: Payment): void {
    if (before?.status === after.status && before.refunds === after.refunds) return;
    if (before !== undefined) this.#add(before, -1);
    this.#add(after, 1);
  }

  /** In an order of their own, without what has come to nothing. */
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
