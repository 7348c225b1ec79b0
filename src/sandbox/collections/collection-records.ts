import {applyDueChanges, type Outcome, planChanges, planEnd} from '../changes.js';
import type {Database} from '../database.js';
import type {Transaction} from '../transactions.js';
import {changesOf, endingOf} from './endings.js';

/** Who acts next: the customer, with a one-time password (`otp`) or on the payment page (`page`), or the network. */
export type Party = 'otp' | 'page' | 'network';

/** The columns that only a collection has, by the names of the table. */
type CollectionRow = {
  readonly transaction_reference: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly bank_code: string;
  readonly payment_method: string;
  readonly payment_token: string;
  readonly waits_for: Party;
  readonly wrong_otps: number;
  readonly refused_status_queries: number;
  readonly page_token: string | null;
  readonly redirect_url: string | null;
  readonly cancel_url: string | null;
};

/** A collection in the books. */
export type Collection = Transaction & CollectionRow;

const collectionsQuery = 'SELECT * FROM transactions JOIN collections USING (transaction_reference)';

export function insertCollection(
  database: Database,
  row: Omit<CollectionRow, 'wrong_otps' | 'refused_status_queries'>,
): void {
  database
    .prepare(
      `INSERT INTO collections (transaction_reference, country, bank_code, payment_method, payment_token, waits_for,
         page_token, redirect_url, cancel_url)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      row.transaction_reference,
      row.country,
      row.bank_code,
      row.payment_method,
      row.payment_token,
      row.waits_for,
      row.page_token,
      row.redirect_url,
      row.cancel_url,
    );
}

/** Returns the collection with the merchant's reference, if it belongs to this tenant. */
export function findCollection(database: Database, reference: string, tenant: string): Collection | undefined {
  const query = database.prepare(`${collectionsQuery} WHERE transaction_reference = ? AND tenant = ?`);
  return query.get(reference, tenant) as Collection | undefined;
}

/** Returns the collection whose payment page has the token. */
export function findCollectionByPage(database: Database, pageToken: string): Collection | undefined {
  return database.prepare(`${collectionsQuery} WHERE page_token = ?`).get(pageToken) as Collection | undefined;
}

/** Records that the customer has done what was asked. From now on the payment takes the course that its number asks for. */
export function startCourse(
  database: Database,
  payment: Pick<Collection, 'transaction_reference' | 'payer_account_number' | 'amount' | 'currency'>,
  now: number,
): void {
  const ending = endingOf(payment.payer_account_number);
  database
    .prepare("UPDATE collections SET waits_for = 'network', refused_status_queries = ? WHERE transaction_reference = ?")
    .run(ending.refusedStatusQueries ?? 0, payment.transaction_reference);
  planChanges(database, payment.transaction_reference, changesOf(ending, payment.amount, payment.currency, now));
}

/** Ends the payment at once, whatever its number asks for. */
export function endNow(
  database: Database,
  payment: Pick<Collection, 'transaction_reference' | 'amount'>,
  outcome: Outcome,
  now: number,
): void {
  database
    .prepare("UPDATE collections SET waits_for = 'network' WHERE transaction_reference = ?")
    .run(payment.transaction_reference);
  planEnd(database, payment, outcome, now);
  applyDueChanges(database, now);
}

/** Counts a wrong one-time password, and returns the number of wrong ones so far. */
export function countWrongOtp(database: Database, payment: Collection): number {
  database
    .prepare('UPDATE collections SET wrong_otps = wrong_otps + 1 WHERE transaction_reference = ?')
    .run(payment.transaction_reference);
  return payment.wrong_otps + 1;
}

/** Uses up one of the status queries that are to be refused. Returns false if there is none left. */
export function takeRefusedStatusQuery(database: Database, payment: Collection): boolean {
  const update = database.prepare(
    `UPDATE collections SET refused_status_queries = refused_status_queries - 1
     WHERE transaction_reference = ? AND refused_status_queries > 0`,
  );
  return update.run(payment.transaction_reference).changes > 0;
}
