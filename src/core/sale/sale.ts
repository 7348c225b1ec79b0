import type {Badge} from '../payment/badge.js';
import type {Attempt} from './attempt.js';

/** A sale as a list shows it: all that was done to have it paid, in one row. */
export type SaleRow = {
  /** The reference of its first attempt. */
  readonly sale: string;
  /** How it stands. */
  readonly badge: Badge;
  /** The attempt that says so, which is the one to look at. */
  readonly shown: Attempt;
  /** Oldest first. */
  readonly attempts: readonly [Attempt, ...Attempt[]];
};

const paid: readonly Badge[] = ['paid', 'judged-paid'];
/** What a sale is, by the first of these that one of its attempts is; of attempts that are over the newest counts. */
const order: readonly (readonly Badge[])[] = [
  ['needs-person', 'amount-differs'],
  paid,
  ['not-known', 'waiting', 'sending'],
  ['given-back'],
];

/** The row of a sale. A sale with two paid attempts is for a person to see to. */
export function saleOf(attempts: readonly [Attempt, ...Attempt[]]): SaleRow {
  const [first] = attempts;
  const byAge = [...attempts].sort((a, b) => a.seq - b.seq) as [Attempt, ...Attempt[]];
  const newest = byAge.at(-1) ?? first;
  const taken = byAge.filter(({badge}) => paid.includes(badge));
  const isTwice = taken.length > 1;
  const told = order
    .map(badges => byAge.findLast(({badge}) => badges.includes(badge)))
    .find(each => each !== undefined);
  const shown = told ?? newest;
  return {sale: first.sale, badge: isTwice ? 'needs-person' : shown.badge, shown, attempts: byAge};
}
