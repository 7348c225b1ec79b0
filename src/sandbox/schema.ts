/**
 * - `transactions`: one row per reference, whatever the method; `amount` is what the record says now, instants are
 *   virtual epoch milliseconds.
 * - `collections`: what only a collection has. `waits_for` is whose turn it is: `otp` and `page` for the customer,
 *   `network` once nothing more is asked of anybody.
 * - `changes`: what a transaction becomes, and when; a row is deleted as it falls due.
 */
const first = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE transactions (
  transaction_reference TEXT PRIMARY KEY,
  service_reference TEXT NOT NULL UNIQUE,
  tenant TEXT NOT NULL,
  method TEXT NOT NULL,
  amount REAL NOT NULL,
  fee REAL NOT NULL DEFAULT 0,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  response_code TEXT NOT NULL,
  status_reason TEXT NOT NULL,
  description TEXT NOT NULL,
  payer_name TEXT NOT NULL,
  payer_account_number TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  ended_at INTEGER,
  requests INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE collections (
  transaction_reference TEXT PRIMARY KEY REFERENCES transactions,
  country TEXT NOT NULL,
  bank_code TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  payment_token TEXT NOT NULL,
  waits_for TEXT NOT NULL,
  wrong_otps INTEGER NOT NULL DEFAULT 0,
  refused_status_queries INTEGER NOT NULL DEFAULT 0,
  page_token TEXT UNIQUE,
  redirect_url TEXT,
  cancel_url TEXT
) STRICT;

CREATE TABLE changes (
  id INTEGER PRIMARY KEY,
  transaction_reference TEXT NOT NULL REFERENCES transactions,
  due_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  response_code TEXT NOT NULL,
  status_reason TEXT NOT NULL,
  amount REAL NOT NULL,
  final INTEGER NOT NULL
) STRICT;
CREATE INDEX changes_by_due_at ON changes (due_at, id);
`;

/** The steps that bring an empty database to the present shape; a database remembers how many it has had. */
export const migrations: readonly string[] = [first];
