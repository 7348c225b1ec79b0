import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll} from 'vitest';
import {type Database, openDatabase} from '../../src/office/database.js';

/** One started database for all tests of a file; asked for when it is there. */
export function databaseOfFile(): () => Database {
  const home = mkdtempSync(join(tmpdir(), 'duka-tables-'));
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openDatabase({home, url: undefined});
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    rmSync(home, {recursive: true, force: true});
  });
  return () => {
    if (database === undefined) throw new Error('the database has not started');
    return database;
  };
}
