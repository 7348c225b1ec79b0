import {rmSync} from 'node:fs';
import {afterAll, describe, expect, it, onTestFinished} from 'vitest';
import {type Database, openDatabase} from '../../src/office/database.js';
import {openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {officeHome} from '../office/office-home.js';
import {joined, shopJournal} from '../office/support.js';
import {openShop} from './support.js';

/** The tables of which each shop has its rows on one node; the join of `till` with the others asks for that first. */
const tables = ['till', 'chunk', 'incident', 'payment', 'till_day', 'z', 'day_root', 'backup', 'reconciliation_line'];

const home = await officeHome('node');
let database: Database | undefined;

afterAll(async () => {
  await database?.close();
  rmSync(home, {recursive: true, force: true});
});

// Its database answers for the rows of a shop as one does whose node is down: with the error that Citus reports.
it('there is an office with a till in each of two shops', async () => {
  const office = await openOffice({home, beside: home, url: undefined, shop: 'corner', world: machine});
  const {url} = await office.serve(0);
  for (const [till, shop] of [
    ['T7K', 'corner'],
    ['T8K', 'mall'],
  ] as const) {
    const journal = await shopJournal();
    const code = await office.code(null, shop);
    const {shipOnce} = await joined(journal.folder, {url, code: () => code, till});
    await journal.sell(2);
    await shipOnce();
  }
  await expect.poll(async () => (await office.status()).linesBehind).toBe(0);
  const rule = {text: 'SMS CHARGE', account: '631', amount: null, tolerance: null};
  await office.decide('mall', {type: 'add-rule', rule, person: 'Amina'});
  await office.close();
  const now = () => machine.now() + 86_400_000;
  const later = await openOffice({home, beside: home, url: undefined, shop: 'corner', world: {...machine, now}});
  await later.tend(); // signs for this day
  await later.close();
  database = await openDatabase({home, url: undefined});
  await database.query('create table down (shop text)');
  await database.query(`create function answers(named text) returns boolean language plpgsql cost 100000 as $$ begin
    if exists (select 1 from down where shop = named) then
      raise exception 'connection to the remote node 192.0.2.7:5432 failed' using errcode = 'connection_failure';
    end if;
    return true; end $$`);
  for (const table of tables) {
    await database.query(`alter table ${table} rename to ${table}_rows`);
    // A barrier lets the shops of a statement be chosen before a node is asked, and nothing else.
    await database.query(
      `create view ${table} with (security_barrier) as select * from ${table}_rows where answers(shop)`,
    );
  }
});
async function shopWithout(...down: readonly string[]) {
  await database?.query('delete from down');
  for (const shop of down) await database?.query('insert into down (shop) values ($1)', [shop]);
  const shop = await openShop({DUKA_TILL: 'T1A', DUKA_OFFICE_HOME: home}, onTestFinished);
  return async (line: string) => {
    const ran = await shop.run(['office', ...line.split(' ')]);
    expect(`${ran.out}${ran.err}`).not.toContain('Something went wrong');
    return ran;
  };
}

describe('while a node of the database does not answer', () => {
  it.each([
    ['status', /^Tills +1 till of 1 shop/m],
    ['tills', /^T7K +corner/m],
    ['incidents', /^No open incident/],
    ['today --date 2026-11-20', /^corner: 1 of 1 till/m],
    ['payments', /^T7K +T7K00000001/m],
    ['payment T7K00000001', /^T7K00000001 +corner\/T7K/m],
    ['payments --json', /"freshness":\[\{"shop":"corner"/],
    ['z', /^corner: 1 of 1 till/m],
    ['verify', /^✓? ?T7K: 3 lines/m],
    ['doctor', /^✗ Database +The database: a node does not answer\. Not in these figures: mall\./m],
    ['rebuild', /^✓? ?The rows are made again/m],
  ])('`office %s` has the figures of the other shops, and says whose are missing', async (line, figures) => {
    const run = await shopWithout('mall');
    const {exit, out, err} = await run(line);
    expect(`${out}${err}`).toMatch(figures);
    expect(err).toContain('! The database: a node does not answer. Not in these figures: mall.');
    expect(exit).toBe(6);
  });

  it.each(['export --till T7K', 'payments --shop corner', 'till revoke T7K'])(
    '`office %s` needs none of it',
    async line => {
      const run = await shopWithout('mall');
      expect(await run(line)).toMatchObject({exit: 0, err: expect.not.stringContaining('node')});
    },
  );

  it.each([
    'payments --shop mall',
    'export --till T8K',
    'prove --till T8K',
    'till revoke T8K',
    'till add --for T8K',
    'today --shop mall',
    'reconcile rules list --shop mall',
  ])('`office %s` is refused in a sentence', async line => {
    const run = await shopWithout('mall', '');
    const {exit, err} = await run(line);
    expect(err).toContain('a node does not answer');
    expect(exit).toBe(6);
  });

  it('the roots and backups of the office may be what is missing', async () => {
    const run = await shopWithout('');
    // Where a node is missing, so are all tables there; here a table of no rows would answer.
    await database?.query("insert into till_rows (shop, till, seq, head, record) values ('', '', 0, '', '{}')");
    onTestFinished(async () => void (await database?.query("delete from till_rows where shop = ''")));
    const {out} = await run('doctor');
    expect(out).toContain('Not in these figures: the office’s own records.');
    for (const name of ['Day root', 'Backup'])
      expect(out).toMatch(new RegExp(`^\\? ${name} +Not known while a node`, 'm'));
  });

  it('all is there again when it answers', async () => {
    const run = await shopWithout();
    expect((await run('tills')).out).toMatch(/^T8K +mall/m);
    expect((await run('today --date 2026-11-20')).exit).toBe(0);
  });
});
