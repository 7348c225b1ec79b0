import {rmSync} from 'node:fs';
import {afterAll, beforeAll} from 'vitest';
import {type Database, openDatabase} from '../../src/office/database.js';
import {officeHome} from './office-home.js';

/** One started database for all tests of a file; asked for when it is there. */
export function databaseOfFile(): () => Database {
  let home = '';
  let database: Database | undefined;
  beforeAll(async () => {
    home = await officeHome('tables');
    database = await openDatabase({home, url: undefined});
  });
  afterAll(async () => {
    await database?.close();
    rmSync(home, {recursive: true, force: true});
  });
  return () => {
    if (database === undefined) throw new Error('the database has not started');
    return database;
  };
}
