import {randomInt} from 'node:crypto';
import type {Tenant} from './call.js';
import type {Database} from './database.js';

/** A row of the books, by the names of the table. Instants are virtual epoch milliseconds. */
export type Transaction = {
  readonly transaction_reference: string;
  readonly service_reference: string;
  readonly tenant: Tenant;
  readonly method: Method;
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  readonly status: string;
  readonly response_code: string;
  readonly status_reason: string;
  readonly description: string;
  readonly payer_name: string;
  /** For a card, its last four digits; nothing more of the number is ever stored. */
  readonly payer_account_number: string;
  readonly started_at: number;
  readonly changed_at: number;
  readonly ended_at: number | null;
  readonly requests: number;
};

type Method = 'mobile-money' | 'card';

type NewTransaction = Pick<
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
  database
    .prepare(
      `INSERT INTO transactions (transaction_reference, service_reference, tenant, method, amount, currency,
         description, payer_name, payer_account_number, status, response_code, status_reason, started_at, changed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'Initialized', '09', 'Awaiting customer to complete payment', ?, ?)`,
    )
    .run(
      transaction.transaction_reference,
      newServiceReference(now),
      transaction.tenant,
      transaction.method,
      transaction.amount,
      transaction.currency,
      transaction.description,
      transaction.payer_name,
      transaction.payer_account_number,
      now,
      now,
    );
}

/** Returns the transaction with the merchant's reference, of any method, if it belongs to this tenant. */
export function findTransaction(database: Database, reference: string, tenant: string): Transaction | undefined {
  const query = database.prepare('SELECT * FROM transactions WHERE transaction_reference = ? AND tenant = ?');
  return query.get(reference, tenant) as Transaction | undefined;
}

export function listTransactions(database: Database): Transaction[] {
  return database.prepare('SELECT * FROM transactions ORDER BY started_at, rowid').all() as Transaction[];
}

/** Counts one more charge request for a reference. Returns false if the books do not have the reference. */
export function countRequest(database: Database, reference: string): boolean {
  const update = database.prepare('UPDATE transactions SET requests = requests + 1 WHERE transaction_reference = ?');
  return update.run(reference).changes > 0;
}

/** The service's own references begin with `P-C-` (documented in its webhooks). */
const newServiceReference = (now: number): string => `P-C-${now}-${randomInt(2 ** 32)}`;

/** A change of a transaction that falls due at an instant of the virtual clock. */
export type Change = {
  readonly dueAt: number;
  readonly status: string;
  readonly responseCode: string;
  readonly reason: string;
  readonly amount: number;
  /** Whether the record has an end date after it. */
  readonly final: boolean;
};

export type Outcome = {readonly status: 'Completed' | 'Failed'; readonly reason: string};

type Row = {
  readonly id: number;
  readonly transaction_reference: string;
  readonly due_at: number;
  readonly status: string;
  readonly response_code: string;
  readonly status_reason: string;
  readonly amount: number;
  readonly final: number;
};

/** Plans the changes of a transaction, in place of those planned before. */
export function planChanges(database: Database, reference: string, changes: readonly Change[]): void {
  database.prepare('DELETE FROM changes WHERE transaction_reference = ?').run(reference);
  const insert = database.prepare(
    `INSERT INTO changes (transaction_reference, due_at, status, response_code, status_reason, amount, final)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const {dueAt, status, responseCode, reason, amount, final} of changes) {
    insert.run(reference, dueAt, status, responseCode, reason, amount, final ? 1 : 0);
  }
}

/** Plans the end of a transaction with its full amount at `dueAt`, in place of the changes planned before. */
export function planEnd(
  database: Database,
  {transaction_reference: reference, amount}: {readonly transaction_reference: string; readonly amount: number},
  {status, reason}: Outcome,
  dueAt: number,
): void {
  const responseCode = status === 'Completed' ? '00' : '06';
  planChanges(database, reference, [{status, reason, dueAt, responseCode, amount, final: true}]);
}

/** Applies all changes of payments and refunds that have fallen due by `now`, those of payments in the order of their instants. */
export function applyDueChanges(database: Database, now: number): void {
  const due = database.prepare('SELECT * FROM changes WHERE due_at <= ? ORDER BY due_at, id').all(now) as Row[];
  for (const change of due) apply(database, change);
  database.prepare("UPDATE refunds SET status = ends_as WHERE status = 'Initialized' AND due_at <= ?").run(now);
}

function apply(database: Database, change: Row): void {
  database
    .prepare(
      `UPDATE transactions
       SET status = ?, response_code = ?, status_reason = ?, amount = ?, changed_at = ?, ended_at = ?
       WHERE transaction_reference = ?`,
    )
    .run(
      change.status,
      change.response_code,
      change.status_reason,
      change.amount,
      change.due_at,
      change.final ? change.due_at : null,
      change.transaction_reference,
    );
  database.prepare('DELETE FROM changes WHERE id = ?').run(change.id);
}
