import type {Database} from './database.js';

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

/** How a transaction ends, with the reason in its record. */
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
