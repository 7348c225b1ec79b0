import {type Database, insertRow, type Paging, pageOfRows, type Rows, updateRow} from '../database.js';
import type {TableRow} from '../tables.js';
import type {Transaction} from '../transactions.js';

export type Subscription = TableRow<'subscriptions'>;

export const changeSubscription = (
  database: Database,
  {id}: Subscription,
  changes: Partial<Omit<Subscription, 'updated_at'>>,
  at: number,
): Subscription => updateRow(database, 'subscriptions', id, {...changes, updated_at: at});

/** Returns the subscriptions for which something has fallen due by an instant, in the order of their instants. */
export const dueSubscriptions = (database: Database, at: number): Subscription[] =>
  database.prepare('SELECT * FROM subscriptions WHERE due_at <= ? ORDER BY due_at, id').all(at) as Subscription[];

/** One attempt to charge one cycle, with the values of its transaction. */
export type SubscriptionCharge = TableRow<'subscription_charges'> &
  Pick<Transaction, 'amount' | 'fee' | 'currency' | 'description'>;

/** An attempt whose transaction has ended at `ended_at` with `reason`, and whose result is not recorded yet. */
export type EndedCharge = SubscriptionCharge & {
  readonly succeeded: 0 | 1;
  readonly reason: string;
  readonly ended_at: number;
};

const columns = 'subscription_charges.*, amount, fee, currency, description';
const joined = 'subscription_charges JOIN transactions USING (transaction_reference)';

type NewCharge = Pick<
  SubscriptionCharge,
  'subscription_id' | 'cycle_number' | 'attempt_number' | 'transaction_reference' | 'charged_at'
>;

export const insertCharge = (database: Database, charge: NewCharge) =>
  insertRow(database, 'subscription_charges', {...charge, updated_at: charge.charged_at});

export const endCharge = (
  database: Database,
  {id}: SubscriptionCharge,
  ending: Pick<SubscriptionCharge, 'status' | 'failure_reason' | 'retriable' | 'next_retry_at'>,
  at: number,
) => updateRow(database, 'subscription_charges', id, {...ending, updated_at: at});

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

export function lastCharge(database: Database, subscriptionId: number): SubscriptionCharge | undefined {
  return database
    .prepare(
      `SELECT ${columns} FROM ${joined}
       WHERE subscription_charges.id = (SELECT max(id) FROM subscription_charges WHERE subscription_id = ?)`,
    )
    .get(subscriptionId) as SubscriptionCharge | undefined;
}

export function firstAttemptAt(database: Database, {subscription_id, cycle_number}: SubscriptionCharge): number {
  const {at} = database
    .prepare('SELECT min(charged_at) AS at FROM subscription_charges WHERE subscription_id = ? AND cycle_number = ?')
    .get(subscription_id, cycle_number) as {at: number};
  return at;
}

export function paidCycles(database: Database, subscriptionId: number): number {
  const {paid} = database
    .prepare("SELECT count(*) AS paid FROM subscription_charges WHERE subscription_id = ? AND status = 'SUCCESS'")
    .get(subscriptionId) as {paid: number};
  return paid;
}

/** Returns a page of the attempts of a subscription, oldest first. */
export function pageOfCharges(database: Database, id: number, paging: Paging): Rows<SubscriptionCharge> {
  const query = `SELECT ${columns} FROM ${joined} WHERE subscription_id = :id`;
  return pageOfRows(database, {query, order: 'subscription_charges.id', values: {id}}, paging);
}
