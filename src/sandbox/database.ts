import {randomInt} from 'node:crypto';
import {closeSync, existsSync, mkdirSync, openSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {DatabaseSync, SQLInputValue} from 'node:sqlite';
import {createTables, type TableName, type TableRow} from './tables.js';

/** The steps that bring an empty database to the present schema. A database stores the number of steps that it has had. */
const migrations: readonly string[] = [createTables];

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
export function insertRow<Name extends TableName>(
  database: Database,
  table: Name,
  row: Partial<TableRow<Name>>,
): TableRow<Name> {
  const names = Object.keys(row);
  const values = names.map(name => `:${name}`);
  return database
    .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${values.join()}) RETURNING *`)
    .get({...row} as Columns) as TableRow<Name>;
}

export function updateRow<Name extends TableName>(
  database: Database,
  table: Name,
  id: number,
  changes: Partial<TableRow<Name>>,
): TableRow<Name> {
  const set = Object.keys(changes).map(name => `${name} = :${name}`);
  const update = database.prepare(`UPDATE ${table} SET ${set.join()} WHERE id = :id RETURNING *`);
  return update.get({...changes, id} as Columns) as TableRow<Name>;
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
export const randomCode = (length: number): string =>
  Array.from({length}, () => randomInt(36).toString(36))
    .join('')
    .toUpperCase();
