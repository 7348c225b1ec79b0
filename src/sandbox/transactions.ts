import {randomInt} from 'node:crypto';
import {type Database, insertRow} from './database.js';
import type {TableRow} from './tables.js';

export type Transaction = TableRow<'transactions'>;

export type NewTransaction = Pick<
  Transaction,
  | 'transaction_reference'
  | 'tenant'
  | 'method'
  | 'amount'
  | 'currency'
  | 'description'
  | 'payer_name'
  | 'payer_account_number'
>;

/** Enters a transaction in the books as Initialized. Fees are 0, as in the service's own sandbox (observed). */
export function insertTransaction(database: Database, transaction: NewTransaction, now: number): void {
  insertRow(database, 'transactions', {
    ...transaction,
    service_reference: newServiceReference(now),
    status: 'Initialized',
    response_code: '09',
    status_reason: 'Awaiting customer to complete payment',
    started_at: now,
    changed_at: now,
  });
}

/** Returns the transaction with the merchant's reference, of any method, if it belongs to this tenant. */
export function findTransaction(database: Database, reference: string, tenant: string): Transaction | undefined {
  const query = database.prepare('SELECT * FROM transactions WHERE transaction_reference = ? AND tenant = ?');
  return query.get(reference, tenant) as Transaction | undefined;
}

export const listTransactions = (database: Database): Transaction[] =>
  database.prepare('SELECT * FROM transactions ORDER BY started_at, rowid').all() as Transaction[];

/** Counts one more charge request for a reference. Returns false if the books do not have the reference. */
export function countRequest(database: Database, reference: string): boolean {
  const update = database.prepare('UPDATE transactions SET requests = requests + 1 WHERE transaction_reference = ?');
  return update.run(reference).changes > 0;
}

/** The service's own references begin with `P-C-` (documented in its webhooks). */
const newServiceReference = (now: number): string => `P-C-${now}-${randomInt(2 ** 32)}`;

/** A change of a transaction that falls due at an instant of the virtual clock, by the names of the table. */
export type Change = Omit<PlannedChange, 'id' | 'transaction_reference'>;

export type Outcome = {readonly status: 'Completed' | 'Failed'; readonly reason: string};

type PlannedChange = TableRow<'changes'>;

/** Plans the changes of a transaction, in place of those planned before. */
export function planChanges(database: Database, reference: string, changes: readonly Change[]): void {
  database.prepare('DELETE FROM changes WHERE transaction_reference = ?').run(reference);
  for (const change of changes) insertRow(database, 'changes', {transaction_reference: reference, ...change});
}

/** Plans the end of a transaction with its full amount at `dueAt`, in place of the changes planned before. */
export function planEnd(
  database: Database,
  {transaction_reference: reference, amount}: {readonly transaction_reference: string; readonly amount: number},
  {status, reason}: Outcome,
  dueAt: number,
): void {
  const change = {status, status_reason: reason, response_code: status === 'Completed' ? '00' : '06'};
  planChanges(database, reference, [{...change, due_at: dueAt, amount, final: 1}]);
}

/** Applies all changes of payments and refunds that have fallen due by `now`, those of payments in the order of their instants. */
export function applyDueChanges(database: Database, now: number): void {
  const due = database
    .prepare('SELECT * FROM changes WHERE due_at <= ? ORDER BY due_at, id')
    .all(now) as PlannedChange[];
  for (const change of due) apply(database, change);
  database.prepare("UPDATE refunds SET status = ends_as WHERE status = 'Initialized' AND due_at <= ?").run(now);
}

function apply(database: Database, {id, final, ...change}: PlannedChange): void {
  database
    .prepare(
      `UPDATE transactions
       SET status = :status, response_code = :response_code, status_reason = :status_reason, amount = :amount,
         changed_at = :due_at, ended_at = :ended_at
       WHERE transaction_reference = :transaction_reference`,
    )
    .run({...change, ended_at: final === 1 ? change.due_at : null});
  database.prepare('DELETE FROM changes WHERE id = ?').run(id);
}
