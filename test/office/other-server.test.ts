import {appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import pg from 'pg';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {type Database, openDatabase} from '../../src/office/database.js';
import {migrations} from '../../src/office/migrations.js';
import {type Postgres, startPostgres} from '../../src/office/postgres.js';
import {openOffice} from '../../src/office/program.js';
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
    expect((await office.status()).database).toMatchObject({bytes: expect.any(Number), freeBytes: null});
    const found = await office.payments([]);
    await office.close();
    const again = await officeOf('shop');
    expect(await again.payments([])).toEqual(found);
    expect(await again.verify()).toMatchObject([{wrong: null}]);
    await again.close();
    expect(await maintenance.query('select 1 as one')).toEqual([{one: 1}]);
  });

  it.each(migrations.slice(1).map((_, at) => at + 1))(
    'with tables of version %i is brought to this one, and has all that it had',
    async version => {
      // The tables of that version, with what an office has in them.
      const name = `version_${version}`;
      await maintenance.query(`create schema ${name}`);
      const [whole, old] = await Promise.all([
        openDatabase({home, url: urlOf('shop')}),
        // Whatever being opened has made there is taken away.
        openDatabase({home, url: urlOf(name)}),
      ]);
      onTestFinished(async () => {
        await whole.close();
        await old.close();
      });
      await old.query(`drop schema ${name} cascade`);
      await old.query(`create schema ${name}`);
      await old.query('create table migration (number int primary key, at timestamptz not null default now())');
      for (const [at, statements] of migrations.slice(0, version).entries()) {
        for (const statement of statements) await old.query(statement);
        await old.query('insert into migration (number) values ($1)', [at + 1]);
      }
      const tables = migrations
        .slice(0, version)
        .flat()
        .flatMap(text => /^create table (\w+)/.exec(text)?.[1] ?? []);
      const before: Record<string, unknown> = {};
      for (const table of tables) {
        const columns = (await columnsOf(old, table)).join(', ');
        const rows = await whole.query<{row: string}>(
          `select row_to_json(each)::text as row from (select ${columns} from ${table}) as each order by 1`,
        );
        before[table] = rows;
        await old.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [
          `[${rows.map(({row}) => row).join(',')}]`,
        ]);
        // The fold of that version made rows of another kind.
        if ((await columnsOf(old, table)).includes('fold')) await old.query(`update ${table} set fold = fold - 1`);
      }
      const office = await officeOf(name);
      await office.serve(0);
      await expect.poll(async () => (await office.status()).linesBehind).toBe(0);
      const full = await officeOf('shop');
      onTestFinished(() => full.close());
      expect(await office.verify()).toEqual(await full.verify());
      expect(await office.tills()).toEqual(await full.tills());
      expect(await office.payments([])).toEqual(await full.payments([]));
      expect(await office.takings('2026-11-20')).toEqual(await full.takings('2026-11-20'));
      await office.close();
      expect(await old.query('select max(number) as last from migration')).toEqual([{last: migrations.length}]);
    },
  );

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
