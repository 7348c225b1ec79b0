import {randomInt} from 'node:crypto';
import type {Tenant} from './authentication.js';
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

/** Returns all transactions, oldest first. */
export function listTransactions(database: Database): Transaction[] {
  return database.prepare('SELECT * FROM transactions ORDER BY started_at, rowid').all() as Transaction[];
}

/** Counts one more charge request for a reference. Returns false if the books do not have the reference. */
export function countRequest(database: Database, reference: string): boolean {
  const update = database.prepare('UPDATE transactions SET requests = requests + 1 WHERE transaction_reference = ?');
  return update.run(reference).changes > 0;
}

/** The service's own references begin with `P-C-` (documented in its webhooks). */
function newServiceReference(now: number): string {
  return `P-C-${now}-${randomInt(2 ** 32)}`;
}
