/**
 * - `transactions`: one row per reference, for all methods. `amount` is what the record says now; instants are virtual epoch milliseconds.
 * - `collections`: the columns that only a collection has. `waits_for` says who acts next: `otp` and `page` stand for the customer,
 * `network` means that nobody has to do anything more.
 * - `changes`: the planned changes of a transaction, with their instants. A row is deleted when it falls due.
 * - `cards`: the columns that only a card payment has. Of the card, the books have the network and, as the transaction's account, the last
 * four digits. `challenge_token` is part of the address of the bank's page, if there is one.
 * - `refunds`: one row per refund, which becomes `ends_as` when it falls due.
 * - `subscriptions`: of a card, only `card_expiry` (`MM/YY`), the network and the last four digits are stored. Periods begin at `anchor_at`
 * and follow at one interval each; `period` counts them from 0. `due_at` is the next instant at which something happens automatically: a
 * charge, or the end of a pause or of the whole subscription.
 * - `subscription_charges`: one row per attempt, whose money is in its transaction. `next_retry_at` is when the cycle is tried again.
 * - `callbacks`: where a merchant wants the result of a charge to be posted. A row is deleted when it is posted.
 */
const tables = `
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

CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  plan_code TEXT NOT NULL UNIQUE,
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  amount REAL NOT NULL,
  currency TEXT NOT NULL,
  interval TEXT NOT NULL,
  trial_period_days INTEGER NOT NULL,
  billing_limit INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES plans,
  tenant TEXT NOT NULL,
  customer_email TEXT NOT NULL,
  customer_id TEXT,
  first_name TEXT,
  last_name TEXT,
  payer_name TEXT NOT NULL,
  card_network TEXT NOT NULL,
  card_last_four TEXT NOT NULL,
  card_expiry TEXT NOT NULL,
  charge_mode TEXT NOT NULL,
  enrollment_reference TEXT NOT NULL UNIQUE,
  enrollment_txn_reference TEXT NOT NULL UNIQUE,
  trial_ends_at INTEGER,
  created_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  anchor_at INTEGER NOT NULL,
  period INTEGER NOT NULL,
  period_starts_at INTEGER NOT NULL,
  period_ends_at INTEGER NOT NULL,
  due_at INTEGER,
  authorized_at INTEGER,
  paused_at INTEGER,
  cancelled_at INTEGER,
  cancellation_reason TEXT,
  expiry_alert_sent INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX subscriptions_by_due_at ON subscriptions (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX subscriptions_by_email ON subscriptions (lower(customer_email));

CREATE TABLE subscription_charges (
  id INTEGER PRIMARY KEY,
  subscription_id INTEGER NOT NULL REFERENCES subscriptions,
  cycle_number INTEGER NOT NULL,
  attempt_number INTEGER NOT NULL,
  transaction_reference TEXT NOT NULL UNIQUE REFERENCES transactions,
  status TEXT NOT NULL DEFAULT 'PENDING',
  failure_reason TEXT,
  retriable INTEGER,
  next_retry_at INTEGER,
  charged_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (subscription_id, cycle_number, attempt_number)
) STRICT;
CREATE INDEX charges_by_subscription ON subscription_charges (subscription_id, status);
CREATE INDEX open_subscription_charges ON subscription_charges (transaction_reference) WHERE status = 'PENDING';

CREATE TABLE callbacks (
  transaction_reference TEXT PRIMARY KEY REFERENCES transactions,
  url TEXT NOT NULL
) STRICT;
`;

/** The steps that bring an empty database to the present schema. A database stores the number of steps that it has had. */
export const migrations: readonly string[] = [tables];
