import {rmSync} from 'node:fs';
import pg from 'pg';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {checkDatabase} from '../../src/office/check.js';
import {type Database, openDatabase, refuseTables} from '../../src/office/database.js';
import {type Postgres, startPostgres} from '../../src/office/postgres.js';
import {machine} from '../../src/world.js';
import {officeHome} from './office-home.js';
import {notDistributed, statementsOfOffice} from './statements.js';

const folder = await officeHome('checked');
let server: Postgres;
let maintenance: Database;

const urlOf = (database: string) =>
  `postgres://${server.reached.user}@/${database}?host=${encodeURIComponent(server.reached.host)}`;

beforeAll(async () => {
  server = await startPostgres(folder);
  maintenance = await openDatabase({home: folder, url: urlOf('postgres')});
});
afterAll(async () => {
  await maintenance.close();
  await server.stop();
  rmSync(folder, {recursive: true, force: true});
});

async function emptyDatabase(name: string): Promise<string> {
  await maintenance.query(`create database ${name}`);
  return urlOf(name);
}

it('has every statement of the office carried out, finds every row as it is in the embedded database, and leaves none', async () => {
  const url = await emptyDatabase('same');
  const checked = await checkDatabase(url, {world: machine});
  expect(checked).toMatchObject({version: expect.stringMatching(/^PostgreSQL 18/), differing: [], refused: null});
  expect(checked.rows).toBeGreaterThan(100);
  const carriedOut = checked.statements.map(text => text.replaceAll(/\s+/g, ' '));
  const pattern = (text: string) =>
    new RegExp(
      `^${text
        .split(/\$\{.*?\}/)
        .map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
        .join('[\\s\\S]*')}$`,
    );
  const without = statementsOfOffice()
    .filter(
      ({file, text}) => !/\/(?:database|check)\.ts$/.test(file) && !carriedOut.some(each => pattern(text).test(each)),
    )
    .map(({file, text}) => `${file}: ${text}`);
  expect(without).toEqual([]);
  for (const [name, has] of Object.entries(notDistributed))
    expect({name, found: carriedOut.filter(has)}).toEqual({name, found: []});
  await refuseTables(url); // it is empty again
});

it('says which statement a database refuses, and why', async () => {
  await maintenance.query('create role clerk login');
  await maintenance.query('create database refusing owner clerk');
  const refusing = urlOf('refusing');
  const owner = new pg.Client({connectionString: refusing});
  await owner.connect();
  await owner.query('revoke execute on function pg_database_size(name) from public');
  await owner.end();
  const asClerk = refusing.replace(`//${server.reached.user}@`, '//clerk@');
  expect(await checkDatabase(asClerk, {world: machine})).toMatchObject({
    refused: {
      statement: expect.stringContaining('pg_database_size'),
      why: expect.stringContaining('permission denied'),
    },
  });
});

it('touches no database that has a table', async () => {
  await expect(checkDatabase(urlOf('postgres'), {world: machine})).rejects.toThrow('office-database-not-empty');
  await expect(checkDatabase(urlOf('nowhere'), {world: machine})).rejects.toThrow('office-database-unreachable');
});
