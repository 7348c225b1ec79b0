import {type Money, sumByCurrency} from '../money/money.js';
import type {Payment} from './payment.js';
import {isRefundedWhole} from './refund.js';
import {isSold} from './schema.js';

/** The payments in memory, immutable values in maps that change in place, so that an event always costs the same. `version` counts. */
export type Payments = {
  readonly payments: Map<string, Payment>;
  /** The references of a sale's attempts by the sale's id, in the order in which they were made. */
  readonly sales: Map<string, readonly string[]>;
  /** The references of payments without a final outcome, oldest first. */
  readonly open: Set<string>;
  /** References by the source of the money (`payerKey`), oldest first. */
  readonly byPayer: Map<string, readonly string[]>;
  /** The references of payments that only a person can settle, and of sales that were paid twice. */
  readonly needPerson: Set<string>;
  version: number;
};

/** The attempts of a sale that are in memory, in the order in which they were made. */
export function attemptsOf(state: Payments, sale: string): readonly Payment[] {
  const found: Payment[] = [];
  for (const reference of state.sales.get(sale) ?? []) {
    const payment = state.payments.get(reference);
    if (payment !== undefined) found.push(payment);
  }
  return found;
}

/** Whether two attempts of this sale were paid and neither was refunded in full: a person must see to it. */
export const isPaidTwice = (state: Payments, sale: string): boolean => arePaidTwice(attemptsOf(state, sale));

export const arePaidTwice = (attempts: readonly Payment[]): boolean =>
  attempts.length > 1 && attempts.filter(payment => isSold(payment) && !isRefundedWhole(payment)).length > 1;

/** Caches a result for as long as the state does not change, since one frame asks the same question several times. */
function remembering<T>(find: (state: Payments) => readonly T[]): (state: Payments) => readonly T[] {
  const found = new WeakMap<Payments, {readonly version: number; readonly all: readonly T[]}>();
  return state => {
    const last = found.get(state);
    if (last?.version === state.version) return last.all;
    const all = find(state);
    found.set(state, {version: state.version, all});
    return all;
  };
}

/** The payments whose outcome is not known yet, oldest first. */
export const pendingPayments = remembering(state => oldestFirst(state, state.open));

export const pendingSums: (state: Payments) => readonly Money[] = remembering(state =>
  sumByCurrency(pendingPayments(state).map(({request}) => request.amount)),
);

/** The payments that only a person can settle, oldest first. */
export const needingPerson = remembering(state => oldestFirst(state, state.needPerson));

/** A plain loop for speed: after an outage ten thousand payments may be open, and every answer asks for their order again. */
function oldestFirst({payments}: Payments, references: ReadonlySet<string>): readonly Payment[] {
  const found: Payment[] = [];
  for (const reference of references) {
    const payment = payments.get(reference);
    if (payment !== undefined) found.push(payment);
  }
  return found.sort((a, b) => a.requestedAt - b.requestedAt || (a.reference < b.reference ? -1 : 1));
}

/** Returns the attempt by which a sale is paid, if its money was not given back. */
export const paidAttemptOf = (state: Payments, sale: string): Payment | undefined =>
  attemptsOf(state, sale).find(attempt => isSold(attempt) && !isRefundedWhole(attempt));
