import {appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import pg from 'pg';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {type Database, openDatabase} from '../../src/office/database.js';
import {migrations} from '../../src/office/migrations.js';
import {type Postgres, startPostgres} from '../../src/office/postgres.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {openLink} from '../../src/shipper/link.js';
import {Office} from '../../src/shipper/office.js';
import {ship} from '../../src/shipper/ship.js';
import {machine} from '../../src/world.js';
import {joined, shopJournal} from './support.js';

const folders = ['office', 'server', 'standby'].map(name => mkdtempSync(join(tmpdir(), `duka-${name}-`)));
const [home, elsewhere, folder] = folders as [string, string, string];
let server: Postgres;
let maintenance: Database;

/** A schema on a server that is not the office's own, as `DUKA_OFFICE_DATABASE` names it. */
const urlOf = (schema: string, database = 'postgres') =>
  `postgres://${server.reached.user}@/${database}?host=${encodeURIComponent(server.reached.host)}&options=-csearch_path%3D${schema}`;
const officeOf = (name: string) => openOffice({home, beside: home, url: urlOf(name), shop: 'corner', world: machine});

beforeAll(async () => {
  server = await startPostgres(elsewhere);
  maintenance = await openDatabase({home, url: urlOf('public')});
});
afterAll(async () => {
  await maintenance.close();
  await server.stop();
  for (const each of folders) rmSync(each, {recursive: true, force: true});
});

const columnsOf = async (database: Database, table: string) =>
  (
    await database.query<{name: string}>(
      'select column_name as name from information_schema.columns where table_name = $1 and table_schema = current_schema()',
      [table],
    )
  ).map(({name}) => name);

describe('a PostgreSQL that the office has not started', () => {
  it('has an office, which ends without ending it', async () => {
    await maintenance.query('create schema shop');
    const office = await officeOf('shop');
    const {url} = await office.serve(0);
    const journal = await shopJournal();
    const code = await office.code(null);
    const {shipOnce} = await joined(journal.folder, {url, code: () => code});
    await journal.sell(5);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
    await expect.poll(async () => (await office.status()).linesBehind).toBe(0);
    // Size is told, and the room of a disk that may be elsewhere is not.
    expect((await office.status()).database).toMatchObject({
      bytes: expect.any(Number),
      freeBytes: null,
      isIndexed: false, // its extension is in another schema, so the index was refused
    });
    const found = await office.rows.payments([]);
    await office.close();
    const again = await officeOf('shop');
    expect(await again.rows.payments([])).toEqual(found);
    expect(await again.verify()).toMatchObject([{wrong: null}]);
    await again.close();
    expect(await maintenance.query('select 1 as one')).toEqual([{one: 1}]);
  });

  it('with tables of this version is brought to a later one, and has all that it had', async () => {
    await maintenance.query('create schema grown');
    const before = await officeOf('grown');
    const {url} = await before.serve(0);
    const journal = await shopJournal();
    const code = await before.code(null);
    const {shipOnce} = await joined(journal.folder, {url, code: () => code});
    await journal.sell(5);
    await shipOnce();
    await expect.poll(async () => (await before.status()).linesBehind).toBe(0);
    const shownBy = async (office: HeadOffice) => [
      await office.verify(),
      await office.tills(),
      await office.rows.payments([]),
      await office.takings('2026-11-20'),
    ];
    const shown = await shownBy(before);
    await before.close();
    // A version that is made up: a column in a table that is full, and a table of its own.
    const madeUp = [
      "alter table payment add column made_up text default 'made up'",
      'create table made_up (shop text primary key)',
    ];
    (migrations as (readonly string[])[]).push(madeUp);
    onTestFinished(() => void (migrations as (readonly string[])[]).pop());
    const after = await officeOf('grown');
    expect(await shownBy(after)).toEqual(shown);
    await after.close();
    const database = await openDatabase({home, url: urlOf('grown')});
    onTestFinished(() => database.close());
    expect(await database.query('select max(number) as last from migration')).toEqual([{last: migrations.length}]);
    expect(await database.query('select distinct made_up from payment')).toEqual([{made_up: 'made up'}]);
    expect(await columnsOf(database, 'made_up')).toEqual(['shop']);
  });

  it('with tables of a later version is left alone', async () => {
    await maintenance.query('create schema later');
    await (await openDatabase({home, url: urlOf('later')})).close();
    const database = await openDatabase({home, url: urlOf('later')});
    onTestFinished(() => database.close());
    await database.query('insert into migration (number) values ($1)', [migrations.length + 1]);
    await expect(openDatabase({home, url: urlOf('later')})).rejects.toMatchObject({code: 'office-database-newer'});
  });

  it.each([
    ['is not there', () => 'postgres://duka@127.0.0.1:1/duka'],
    ['has no such database', () => urlOf('public', 'elsewhere')],
    ['is none', () => 'postgres://duka@/x?host=%2Fnowhere'],
  ])('that %s is said to be unusable', async (_, url) => {
    await expect(openDatabase({home, url: url()})).rejects.toMatchObject({code: 'office-database-unreachable'});
  });

  it('that is gone for a while loses nothing that was acknowledged, and takes the rest when it is back', async () => {
    await maintenance.query('create schema outage');
    const office = await officeOf('outage');
    onTestFinished(() => office.close());
    const {url} = await office.serve(0);
    const journal = await shopJournal();
    const code = await office.code(null);
    const {shipOnce} = await joined(journal.folder, {url, code: () => code});
    await journal.sell(5);
    await shipOnce();
    const before = journal.bytes();
    await server.stop();
    await journal.sell(5);
    for (let tries = 0; tries < 3; tries += 1)
      expect(await shipOnce()).toMatchObject({kind: 'trouble', trouble: 'busy'});
    await expect(office.observe()).rejects.toThrow();
    server = await startPostgres(elsewhere);
    await expect.poll(async () => (await shipOnce()).kind).toBe('all');
    await office.tend();
    await expect.poll(async () => (await office.status()).linesBehind).toBe(0);
    const parts: Uint8Array[] = [];
    for await (const each of office.journal('T7K')) parts.push(each);
    expect(Buffer.concat(parts).toString()).toBe(journal.bytes());
    expect(journal.bytes().startsWith(before)).toBe(true);
    expect(await office.incidents()).toEqual([]);
  });

  it('whose standby was behind when it took over has every line again, and the office says that it had lost some', async () => {
    await maintenance.query('create schema behind');
    const first = await officeOf('behind');
    const {url} = await first.serve(0);
    const journal = await shopJournal();
    const code = await first.code(null);
    const {own, shipper, shipOnce} = await joined(journal.folder, {url, code: () => code});
    await journal.sell(5);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
    const before = journal.tail().seq;
    await copyAsStandby(join(elsewhere, 'postgres'), join(folder, 'postgres'));
    const asked = async (text: string) => {
      const client = new pg.Client({...standby.reached, database: 'postgres'});
      await client.connect();
      const {rows} = await client.query(text);
      await client.end();
      return rows;
    };
    let standby = await startPostgres(folder);
    await expect.poll(() => asked('select seq::int from behind.till')).toEqual([{seq: before}]);
    await standby.stop(); // from now on it is behind
    await journal.sell(5);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
    await first.close();
    await maintenance.close();
    await server.stop();
    standby = await startPostgres(folder);
    await asked('select pg_promote()');
    server = standby;
    maintenance = await openDatabase({home, url: urlOf('public')});
    const office = await officeOf('behind');
    onTestFinished(() => office.close());
    expect(await office.tills()).toMatchObject([{seq: before}]);
    const link = await openLink((await office.serve(0)).url, machine);
    onTestFinished(link.close);
    expect(await ship({...(await shipper()), office: new Office(link, own)})).toMatchObject({kind: 'all'});
    const parts: Uint8Array[] = [];
    for await (const each of office.journal('T7K')) parts.push(each);
    expect(Buffer.concat(parts).toString()).toBe(journal.bytes());
    expect((await office.incidents()).map(({what}) => what.kind)).toEqual(['office-rolled-back']);
    expect(await office.verify()).toMatchObject([{wrong: null}]);
  });
});

/** A copy of a server's files, made while it is at work, that follows it. */
async function copyAsStandby(data: string, copy: string): Promise<void> {
  const client = new pg.Client({...server.reached, database: 'postgres'});
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  cpSync(data, copy, {recursive: true, filter: path => !path.endsWith('postmaster.pid')});
  const {rows} = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(copy, 'backup_label'), rows[0].labelfile);
  writeFileSync(join(copy, 'standby.signal'), '');
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${server.reached.host} user=${server.reached.user}'\n`,
  );
}
