import type {Database} from './database.js';

/** What a transaction becomes at an instant of the virtual clock. */
export type Change = {
  readonly dueAt: number;
  readonly status: string;
  readonly responseCode: string;
  readonly reason: string;
  readonly amount: number;
  /** Whether the record then has an end date. */
  readonly final: boolean;
};

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

/** Sets what becomes of a transaction, in place of what was to become of it. */
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

/**
 * Makes everything happen that has fallen due by `now`, in the order of its instants. Every request does this first, so
 * the sandbox needs no timer and what it says depends on the clock alone.
 */
export function applyDueChanges(database: Database, now: number): void {
  const due = database.prepare('SELECT * FROM changes WHERE due_at <= ? ORDER BY due_at, id').all(now) as Row[];
  for (const change of due) apply(database, change);
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
