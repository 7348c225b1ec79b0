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

/**
 * - `cards`: what only a card payment has. Of the card there is the network and, as the transaction's account, the last
 *   four digits. `challenge_token` is in the address of the bank's page, where there is one.
 * - `refunds`: one row per refund; it becomes `ends_as` when it falls due.
 */
const second = `
CREATE TABLE cards (
  transaction_reference TEXT PRIMARY KEY REFERENCES transactions,
  network TEXT NOT NULL,
  retrieval_reference TEXT NOT NULL,
  challenge_token TEXT UNIQUE,
  wrong_codes INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE refunds (
  refund_transaction_reference TEXT PRIMARY KEY,
  payment_transaction_reference TEXT NOT NULL REFERENCES transactions,
  amount REAL NOT NULL,
  reason TEXT,
  status TEXT NOT NULL DEFAULT 'Initialized',
  ends_as TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
CREATE INDEX refunds_by_payment ON refunds (payment_transaction_reference);
CREATE INDEX open_refunds ON refunds (due_at) WHERE status = 'Initialized';
`;

/** The steps that bring an empty database to the present shape; a database remembers how many it has had. */
export const migrations: readonly string[] = [first, second];
