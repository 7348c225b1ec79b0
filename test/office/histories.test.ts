import fc from 'fast-check';
import {expect, it} from 'vitest';
import {projectedThrough, type TillRecord} from '../../src/core/office/accept.js';
import {Projection} from '../../src/core/office/projection.js';
import {decideRequest} from '../../src/office/accepting.js';
import {CommitQueue} from '../../src/office/commit.js';
import type {Database} from '../../src/office/database.js';
import {bytesOf, linesFrom} from '../../src/office/journals.js';
import {Projector} from '../../src/office/projector.js';
import {isProving} from '../hostile/runs.js';
import {linesOf, type TillTables} from '../simulation/office/office.js';
import {type DatabaseAct, officeHistory} from '../simulation/office/run.js';
import {Tables} from '../simulation/office/tables.js';
import {databaseOfFile} from './database.js';

/** The shop of every simulated office. */
const shop = 'market';
const tables = ['till', 'chunk', 'incident', 'till_fold', 'payment', 'till_day', 'z'] as const;

const opened = databaseOfFile();

/** Whatever shop had this name is gone, and what another had is this one's. */
async function replace(database: Database, from: string, to: string): Promise<void> {
  await database.transaction(async client => {
    for (const table of tables) {
      const {rows} = await client.query(
        'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
        [table],
      );
      const names = rows.map(({name}) => String(name)).filter(name => name !== 'shop');
      await client.query(`delete from ${table} where shop = $1`, [to]);
      await client.query(
        `insert into ${table} (shop, ${names.join(', ')}) select $2, ${names.join(', ')} from ${table} where shop = $1`,
        [from, to],
      );
    }
  });
}

/** What the database holds of a till, as the simulation says it. */
async function kept(database: Database, till: string): Promise<unknown> {
  const [row] = await database.query<{seq: number; head: string; record: TillRecord}>(
    'select seq, head, record from till where shop = $1 and till = $2',
    [shop, till],
  );
  const chunks = await database.query(
    'select chain, first, last, prev, head from chunk where shop = $1 and till = $2 order by chain, first',
    [shop, till],
  );
  const incidents = await database.query<{what: unknown}>(
    'select what from incident where shop = $1 and till = $2 order by number',
    [shop, till],
  );
  return {...row, chunks, incidents: incidents.map(({what}) => what)};
}

function simulated({record, chunks, incidents}: TillTables): unknown {
  const {seq, head} = record;
  const rows = chunks.map(({chain, first, last, prev, head: end}) => ({chain, first, last, prev, head: end}));
  return {seq, head, record, chunks: rows.sort((a, b) => a.chain - b.chain || a.first - b.first), incidents};
}

/** Does to the real database what befell the simulated one; after each transaction both hold the same. */
async function replay(database: Database, acts: readonly DatabaseAct[]): Promise<void> {
  const group = new CommitQueue(database, {sleep: async () => undefined});
  const copies = new Map<unknown, string>();
  for (const act of acts) {
    if (act.kind === 'copied') {
      copies.set(act.copy, `copy-${copies.size}`);
      await replace(database, shop, copies.get(act.copy) ?? '');
    } else if (act.kind === 'put-back') {
      await replace(database, copies.get(act.copy) ?? '', shop);
    } else {
      const answers: unknown[] = [];
      await Promise.all(
        act.batch.map(({till, request}, at) =>
          group.run(async client => {
            answers[at] = (await decideRequest(client, {shop, till}, request))?.answer;
          }),
        ),
      );
      expect(answers).toEqual(act.batch.map(({answer}) => answer));
      for (const [till, last] of new Map(act.batch.map(each => [each.till, each.tables])))
        expect(await kept(database, till)).toEqual(simulated(last));
    }
  }
}

/** A till that was revoked is told so, and nothing of it changes. */
async function refuseRevoked(database: Database, acts: readonly DatabaseAct[]): Promise<void> {
  const last = acts.findLast(act => act.kind === 'committed')?.batch.at(-1);
  if (last === undefined) return;
  const {till, request} = last;
  await database.query('update till set record = record || \'{"key": null}\' where shop = $1 and till = $2', [
    shop,
    till,
  ]);
  const before = await kept(database, till);
  const answer = await database.transaction(async client => decideRequest(client, {shop, till}, request));
  expect(answer?.answer).toEqual({kind: 'refused', why: 'revoked'});
  expect(await kept(database, till)).toEqual(before);
}

/** The rows that the database has of a till, as text. */
async function rowsOf(database: Database, till: string): Promise<string> {
  const of = (table: string) =>
    database.query<{row: never}>(`select row from ${table} where shop = $1 and till = $2`, [shop, till]);
  const days = await database.query(
    `select tender, business_date as "businessDate", currency, quarter, paid, minor, not_paid as "notPaid", refunds, refunded
     from till_day where shop = $1 and till = $2`,
    [shop, till],
  );
  const found = new Tables();
  const zs = (await of('z')).map(({row}) => row);
  const flat = days.map(({tender, ...day}) => ({...(tender as object), ...day}) as never);
  found.put({payments: (await of('payment')).map(({row}) => row), days: flat, zs});
  return sorted(found);
}

/** JSON of the database has its members in an order of its own. */
const sorted = (rows: Tables): string => JSON.stringify(inOrder(JSON.parse(rows.text())));
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, inOrder(each)]),
  );
};

it('the database holds after each transaction what the simulated office does, and rows of all of it at the end', {
  timeout: isProving ? 3_600_000 : 60_000,
}, async () => {
  const database = opened();
  const met = new Set<string>();
  for (const seed of fc.sample(fc.nat(100_000), isProving ? 300 : 4)) {
    const {acts, tills, atEnd} = officeHistory(seed);
    await database.transaction(async client => {
      for (const table of tables) await client.query(`delete from ${table}`);
      for (const {record} of tills.values())
        await client.query('insert into till (shop, till, seq, head, record) values ($1, $2, $3, $4, $5)', [
          ...[shop, record.till, record.seq, record.head, JSON.stringify(record)],
        ]);
    });
    await replay(database, acts).catch(error => {
      throw new Error(`seed ${seed}`, {cause: error});
    });
    for (const act of acts) if (act.kind === 'committed') for (const {answer} of act.batch) met.add(answer.kind);
    await refuseRevoked(database, acts);
    const projector = new Projector(database);
    await projector.catchUp();
    await projector.stop();
    for (const [till, last] of atEnd) {
      const lines = linesOf(last);
      const journal = await linesFrom(database, {shop, till}, {from: 1, through: lines.length, most: 2 ** 40});
      expect({seed, bytes: bytesOf(journal).toString()}).toEqual({
        ...{seed, bytes: bytesOf(lines.map(({seq, bytes}) => ({seq, bytes}))).toString()},
      });
      const whole = new Tables();
      whole.put(new Projection().take(lines.slice(0, projectedThrough(last.record))));
      expect({seed, rows: await rowsOf(database, till)}).toEqual({seed, rows: sorted(whole)});
    }
  }
  expect([...met]).toEqual(expect.arrayContaining(['kept', 'position']));
});
