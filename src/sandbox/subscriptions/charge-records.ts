import type {Database} from '../database.js';
import type {Paging, Rows} from '../paging.js';
import type {Transaction} from '../transactions.js';

/** One attempt to charge one cycle, with the values of its transaction. Instants are virtual epoch milliseconds. */
export type SubscriptionCharge = {
  readonly id: number;
  readonly subscription_id: number;
  /** From 1, which is the enrolment. */
  readonly cycle_number: number;
  /** From 1. */
  readonly attempt_number: number;
  readonly transaction_reference: string;
  readonly status: 'PENDING' | 'SUCCESS' | 'FAILED';
  readonly failure_reason: string | null;
  /** 1, 0, or null if nothing failed. */
  readonly retriable: 0 | 1 | null;
  readonly next_retry_at: number | null;
  readonly charged_at: number;
  readonly updated_at: number;
} & Pick<Transaction, 'amount' | 'fee' | 'currency' | 'description'>;

/** An attempt whose transaction has ended at `ended_at` with `reason`, and whose result is not recorded yet. */
export type EndedCharge = SubscriptionCharge & {
  readonly succeeded: 0 | 1;
  readonly reason: string;
  readonly ended_at: number;
};

const columns = 'subscription_charges.*, amount, fee, currency, description';
const joined = 'subscription_charges JOIN transactions USING (transaction_reference)';

export function insertCharge(
  database: Database,
  charge: Pick<
    SubscriptionCharge,
    'subscription_id' | 'cycle_number' | 'attempt_number' | 'transaction_reference' | 'charged_at'
  >,
): void {
  database
    .prepare(
      `INSERT INTO subscription_charges (subscription_id, cycle_number, attempt_number, transaction_reference,
         charged_at, updated_at)
       VALUES (:subscription_id, :cycle_number, :attempt_number, :transaction_reference, :charged_at, :charged_at)`,
    )
    .run(charge);
}

export function endCharge(
  database: Database,
  {id}: SubscriptionCharge,
  ending: Pick<SubscriptionCharge, 'status' | 'failure_reason' | 'retriable' | 'next_retry_at'>,
  at: number,
): void {
  database
    .prepare(
      `UPDATE subscription_charges SET status = :status, failure_reason = :failure_reason, retriable = :retriable,
         next_retry_at = :next_retry_at, updated_at = :at WHERE id = :id`,
    )
    .run({...ending, at, id});
}

/** Returns the attempts whose transactions have ended but whose results are not recorded yet, in the order in which they ended. */
export function endedCharges(database: Database): EndedCharge[] {
  return database
    .prepare(
      `SELECT ${columns}, transactions.status = 'Completed' AS succeeded, status_reason AS reason, ended_at
       FROM ${joined}
       WHERE subscription_charges.status = 'PENDING' AND transactions.status IN ('Completed', 'Failed')
       ORDER BY ended_at, subscription_charges.id`,
    )
    .all() as EndedCharge[];
}

/** Returns the latest attempt, if there is one. */
export function lastCharge(database: Database, subscriptionId: number): SubscriptionCharge | undefined {
  return database
    .prepare(
      `SELECT ${columns} FROM ${joined}
       WHERE subscription_charges.id = (SELECT max(id) FROM subscription_charges WHERE subscription_id = ?)`,
    )
    .get(subscriptionId) as SubscriptionCharge | undefined;
}

/** Returns the instant of the first attempt of a cycle. */
export function firstAttemptAt(database: Database, {subscription_id, cycle_number}: SubscriptionCharge): number {
  const {at} = database
    .prepare('SELECT min(charged_at) AS at FROM subscription_charges WHERE subscription_id = ? AND cycle_number = ?')
    .get(subscription_id, cycle_number) as {at: number};
  return at;
}

/** Returns the number of paid cycles. */
export function paidCycles(database: Database, subscriptionId: number): number {
  const {paid} = database
    .prepare("SELECT count(*) AS paid FROM subscription_charges WHERE subscription_id = ? AND status = 'SUCCESS'")
    .get(subscriptionId) as {paid: number};
  return paid;
}

/** Returns a page of the attempts of a subscription, oldest first. */
export function pageOfCharges(
  database: Database,
  subscriptionId: number,
  {page, size}: Paging,
): Rows<SubscriptionCharge> {
  const rows = database
    .prepare(
      `SELECT ${columns} FROM ${joined} WHERE subscription_id = ? ORDER BY subscription_charges.id LIMIT ? OFFSET ?`,
    )
    .all(subscriptionId, size, page * size) as SubscriptionCharge[];
  const {total} = database
    .prepare('SELECT count(*) AS total FROM subscription_charges WHERE subscription_id = ?')
    .get(subscriptionId) as {total: number};
  return {rows, total};
}
