import {randomInt} from 'node:crypto';
import {closeSync, existsSync, mkdirSync, openSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {DatabaseSync, SQLInputValue} from 'node:sqlite';

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

export type Database = DatabaseSync;

const busyMilliseconds = 5000;

/**
 * Opens the books in `folder`, or private ones for `:memory:`. Any number of processes may have the same folder open.
 *
 * @throws if the folder cannot be written, or if a newer version made the file
 */
export function openDatabase(folder: string): Database {
  // Not imported: the single executable file has this module in its confined processes too, which have no SQLite.
  const {DatabaseSync: Books} = process.getBuiltinModule('node:sqlite');
  const database = new Books(folder === ':memory:' ? folder : prepareFile(folder), {timeout: busyMilliseconds});
  try {
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    switchToWriteAheadLog(database);
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Runs `work` in one transaction that takes the write lock at once, so that it never has to upgrade from a read lock. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Node's recursive `mkdir` never returns below /proc, where the system says that the parent does not exist. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, {mode: 0o700});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
  }
}

function prepareFile(folder: string): string {
  makeFolder(resolve(folder));
  const path = join(folder, 'sandbox.db');
  try {
    // Only a file that is created here is opened here: closing a second descriptor of an existing one would release the locks that another
    // connection of this process holds on it (POSIX). SQLite copies the mode to its other files.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return path;
}

/** SQLite does not wait for the lock that this switch needs, so two processes that create the file at the same time must retry. */
function switchToWriteAheadLog(database: Database): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += 20) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (waited >= busyMilliseconds) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function migrate(database: Database): void {
  inTransaction(database, () => {
    const row = database.prepare('PRAGMA user_version').get() as {user_version: number};
    if (row.user_version > migrations.length) throw new Error('the sandbox was last used by a newer version of Duka');
    for (const step of migrations.slice(row.user_version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

type Columns = Readonly<Record<string, SQLInputValue>>;

/** Enters a row, and returns it with the columns that were left to the table. */
export function insertRow<Row>(database: Database, table: string, row: Columns): Row {
  const names = Object.keys(row);
  const values = names.map(name => `:${name}`);
  return database
    .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${values.join()}) RETURNING *`)
    .get({...row}) as Row;
}

/** Changes the row with this number, and returns it as it is then. */
export function updateRow<Row>(database: Database, table: string, id: number, changes: Columns): Row {
  const set = Object.keys(changes).map(name => `${name} = :${name}`);
  return database.prepare(`UPDATE ${table} SET ${set.join()} WHERE id = :id RETURNING *`).get({...changes, id}) as Row;
}

/** The requested page. The first one is 0. */
export type Paging = {readonly page: number; readonly size: number};

export type Rows<Row> = {readonly rows: readonly Row[]; readonly total: number};

/** The rows of one page of what a query finds, and the number of rows on all pages. */
export function pageOfRows<Row>(
  database: Database,
  {query, order, values}: {readonly query: string; readonly order: string; readonly values: Columns},
  {page, size}: Paging,
): Rows<Row> {
  const rows = database
    .prepare(`${query} ORDER BY ${order} LIMIT :size OFFSET :skipped`)
    .all({...values, size, skipped: page * size}) as Row[];
  const {total} = database.prepare(`SELECT count(*) AS total FROM (${query})`).get({...values}) as {total: number};
  return {rows, total};
}

type SettingName = 'clock-offset' | 'faults' | 'fault-counts' | 'port';

/** Returns a setting that all processes on this database share; undefined if it is not set. */
export function readSetting(database: Database, name: SettingName): string | undefined {
  const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name) as {value: string} | undefined;
  return row?.value;
}

export function writeSetting(database: Database, name: SettingName, value: string): void {
  database
    .prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, value);
}

/** Returns `length` random characters of 0-9 and A-Z, as in the service's own references. */
export function randomCode(length: number): string {
  return Array.from({length}, () => randomInt(36).toString(36))
    .join('')
    .toUpperCase();
}
