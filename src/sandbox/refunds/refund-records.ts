import type {Database} from '../database.js';
import {randomCode} from '../random-code.js';
import {compactDate} from '../timestamps.js';

/** A refund in the books, with the currency of its payment. Instants are virtual epoch milliseconds. */
export type Refund = {
  readonly refund_transaction_reference: string;
  readonly payment_transaction_reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly status: RefundStatus;
  readonly created_at: number;
};

export const refundStatuses = ['Initialized', 'Success', 'Failed'] as const;
type RefundStatus = (typeof refundStatuses)[number];

export type NewRefund = Pick<Refund, 'payment_transaction_reference' | 'amount' | 'currency' | 'reason'> & {
  readonly endsAs: Exclude<RefundStatus, 'Initialized'>;
};

/** The filter of a list of refunds. Both instants are epoch milliseconds; `before` is exclusive. */
export type RefundFilter = {
  readonly tenant: string;
  readonly since: number;
  readonly before: number;
  readonly currency: string | null;
  readonly status: string | null;
};

/** The time until a refund ends. */
const settlingMilliseconds = 1000;

const refundsQuery = `SELECT refunds.refund_transaction_reference, payment_transaction_reference, refunds.amount,
    currency, reason, refunds.status, created_at
  FROM refunds JOIN transactions ON transaction_reference = payment_transaction_reference`;

const filter = `WHERE tenant = :tenant AND created_at >= :since AND created_at < :before
  AND currency = coalesce(:currency, currency) AND refunds.status = coalesce(:status, refunds.status)`;

/** Enters a refund as Initialized, and returns its reference. */
export function insertRefund(database: Database, refund: NewRefund, now: number): string {
  const reference = newReference(refund.currency, now);
  database
    .prepare(
      `INSERT INTO refunds (refund_transaction_reference, payment_transaction_reference, amount, reason, ends_as,
         created_at, due_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      reference,
      refund.payment_transaction_reference,
      refund.amount,
      refund.reason,
      refund.endsAs,
      now,
      now + settlingMilliseconds,
    );
  return reference;
}

export function findRefund(database: Database, reference: string, tenant: string): Refund | undefined {
  const query = database.prepare(`${refundsQuery} WHERE refund_transaction_reference = ? AND tenant = ?`);
  return query.get(reference, tenant) as Refund | undefined;
}

/** Returns all refunds, oldest first. */
export function listRefunds(database: Database): Refund[] {
  return database.prepare(`${refundsQuery} ORDER BY created_at, refunds.rowid`).all() as Refund[];
}

/** Returns the refunds of one page, newest first, and the number of refunds on all pages. Pages begin at 1. */
export function pageOfRefunds(
  database: Database,
  wanted: RefundFilter,
  {page, size}: {readonly page: number; readonly size: number},
): {readonly refunds: readonly Refund[]; readonly total: number} {
  const refunds = database
    .prepare(`${refundsQuery} ${filter} ORDER BY created_at DESC, refunds.rowid DESC LIMIT :size OFFSET :skipped`)
    .all({...wanted, size, skipped: (page - 1) * size}) as Refund[];
  const {total} = database.prepare(`SELECT count(*) AS total FROM (${refundsQuery} ${filter})`).get({...wanted}) as {
    total: number;
  };
  return {refunds, total};
}

/** Returns the cents that are refunded, or about to be, by the reference of the payment. A payment without refunds is not included. */
export function refundedCents(database: Database): ReadonlyMap<string, number> {
  const rows = database
    .prepare(
      `SELECT payment_transaction_reference AS reference, sum(CAST(round(amount * 100) AS INTEGER)) AS cents
       FROM refunds WHERE status <> 'Failed' GROUP BY payment_transaction_reference`,
    )
    .all() as {reference: string; cents: number}[];
  return new Map(rows.map(({reference, cents}) => [reference, cents]));
}

/** `RF20231112-Q232USD` is the documented example. References here have the same form, but are longer to be unique. */
function newReference(currency: string, now: number): string {
  return `RF${compactDate(now)}-Q${randomCode(9)}${currency}`;
}
