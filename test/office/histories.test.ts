import fc from 'fast-check';
import {beforeAll, expect, it} from 'vitest';
import {newTill, projectedThrough, type TillRecord} from '../../src/core/office/accept.js';
import {offeredLines} from '../../src/core/office/chain.js';
import {type GivenCode, joinCodeName, mintJoinCode} from '../../src/core/office/joining.js';
import type {KeptPayment} from '../../src/core/office/projected-payment.js';
import {Projection, projectionVersion} from '../../src/core/office/projection.js';
import {CommitQueue} from '../../src/office/commit.js';
import type {Database} from '../../src/office/database.js';
import {bytesOf, chunksOfRange, decideJoining, decideRequest, linesFrom} from '../../src/office/journals.js';
import {OfficeSeal} from '../../src/office/person/secrets.js';
import {Projector} from '../../src/office/projector.js';
import {decideOf, recordsOf, verifyRecords} from '../../src/office/records.js';
import {proveTill, sealDay} from '../../src/office/roots.js';
import {OfficeRows, paymentsQuery} from '../../src/office/rows.js';
import {freshnessOf, statusOf} from '../../src/office/status.js';
import {makeOwnKey, signText} from '../../src/shipper/office.js';
import {machine} from '../../src/world.js';
import {hashAfter} from '../../store/line.js';
import {isProving} from '../hostile/runs.js';
import {linesOf, type TillTables} from '../simulation/office/office.js';
import {type DatabaseAct, officeHistory} from '../simulation/office/run.js';
import {Tables} from '../simulation/office/tables.js';
import {databaseOfFile} from './database.js';
import {shopJournal} from './support.js';

/** The shop of every simulated office. */
const shop = 'market';
const tables = ['till', 'chunk', 'incident', 'till_fold', 'payment', 'till_day', 'z'] as const;

const opened = databaseOfFile();
beforeAll(() => opened().query("insert into shop (name) values ($1), ('large'), ('corner'), ('mall')", [shop]));

type Copy = ReadonlyMap<(typeof tables)[number], string>;

/** A copy of the whole office, and such a copy in its place. */
async function copyOf(database: Database): Promise<Copy> {
  const copy = new Map<(typeof tables)[number], string>();
  for (const table of tables) {
    const [all] = await database.query<{rows: string}>(
      `select coalesce(json_agg(each), '[]')::text as rows from ${table} as each`,
    );
    copy.set(table, all?.rows ?? '[]');
  }
  return copy;
}
async function putBack(database: Database, copy: Copy | undefined): Promise<void> {
  await database.transaction(async client => {
    for (const [table, rows] of copy ?? []) {
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [rows]);
    }
  });
}

/** What the database holds of a till, as the simulation says it. */
async function kept(database: Database, till: string): Promise<Readonly<Record<string, unknown>>> {
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
  const copies = new Map<unknown, Copy>();
  for (const act of acts) {
    if (act.kind === 'copied') {
      if (!copies.has(act.copy)) copies.set(act.copy, await copyOf(database)); // else nothing has changed since
    } else if (act.kind === 'put-back') {
      await putBack(database, copies.get(act.copy));
    } else if (act.kind === 'joined') {
      const {till, key} = act;
      const code = mintJoinCode(new Uint8Array(5), new Uint8Array(32));
      const given: GivenCode = {code, shop, till, madeAt: 0, tries: 0, isUsed: false};
      await database.query(
        'insert into join_code (shop, name, given) values ($1, $2, $3) on conflict (shop, name) do update set given = excluded.given',
        [shop, joinCodeName(code), JSON.stringify(given)],
      );
      const request = {code, till, key, publicKey: key};
      await group.run(async client => void (await decideJoining(client, request, 0)));
      expect(await kept(database, till)).toEqual(simulated(act.tables));
    } else {
      const answers: unknown[] = [];
      await Promise.all(
        act.batch.map(({till, request}, at) =>
          group.run(
            async client => {
              answers[at] = (await decideRequest(client, {shop, till}, request, 0))?.answer;
            },
            {partition: till},
          ),
        ),
      );
      expect(answers).toEqual(act.batch.map(({answer}) => answer));
      for (const [till, last] of new Map(act.batch.map(each => [each.till, each.tables])))
        expect(await kept(database, till)).toEqual(simulated(last));
    }
  }
}

/** A till that was revoked is told so, and no line of it is taken. */
async function refuseRevoked(database: Database, acts: readonly DatabaseAct[]): Promise<void> {
  const last = acts.findLast(act => act.kind === 'committed')?.batch.at(-1);
  if (last === undefined) return;
  const {till, request} = last;
  await database.query('update till set record = record || \'{"key": null}\' where shop = $1 and till = $2', [
    shop,
    till,
  ]);
  const {seq, head, chunks} = await kept(database, till);
  const answer = await database.transaction(async client => decideRequest(client, {shop, till}, request, 0));
  expect(answer?.answer).toEqual({kind: 'refused', why: 'revoked'});
  expect(await kept(database, till)).toMatchObject({seq, head, chunks});
}

/** The rows that the database has of a till, as text. */
async function rowsOf(database: Database, till: string): Promise<string> {
  const days = await database.query(
    `select tender, business_date as "businessDate", currency, quarter, paid, minor, not_paid as "notPaid", refunds, refunded
     from till_day where shop = $1 and till = $2`,
    [shop, till],
  );
  const found = new Tables();
  const flat = days.map(({tender, ...day}) => ({...(tender as object), ...day}) as never);
  const payments = await database.query<KeptPayment>(
    `select reference, business_date as "businessDate", requested_at as "requestedAt", digest, search, standing, records from payment
     where shop = $1 and till = $2 order by reference`,
    [shop, till],
  );
  const zs = await database.query<{row: never}>('select row from z where shop = $1 and till = $2 order by number', [
    shop,
    till,
  ]);
  found.put({payments, days: flat, zs: zs.map(({row}) => row), incidents: []});
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

/** As many by chance, half of them with lines that have forked: one in five has. */
function historiesOf(count: number) {
  const forked: (ReturnType<typeof officeHistory> & {readonly seed: number})[] = [];
  const others: typeof forked = [];
  for (const seed of fc.sample(fc.nat(100_000), 50 * count)) {
    const history = officeHistory(seed);
    const hasForked = history.acts.some(
      act => act.kind === 'committed' && act.batch.some(({tables: {chunks}}) => chunks.some(({chain}) => chain > 0)),
    );
    const kind = hasForked ? forked : others;
    if (kind.length < count / 2) kind.push({...history, seed});
    if (forked.length + others.length >= count) break;
  }
  return [...forked, ...others];
}

it('the database holds after each transaction what the simulated office does, and rows of all of it at the end', {
  timeout: isProving ? 3_600_000 : 900_000,
}, async () => {
  const database = opened();
  const met = new Set<string>();
  for (const {seed, acts, tills, atEnd} of historiesOf(isProving ? 300 : 4)) {
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
    const projector = new Projector(database, machine);
    await projector.catchUp();
    await projector.stop();
    for (const [till, last] of atEnd) {
      const lines = linesOf(last);
      const journal = await linesFrom(database, {shop, till}, {from: 1, through: lines.length, most: 2 ** 40});
      expect({seed, bytes: bytesOf(journal).toString()}).toEqual({
        seed,
        bytes: bytesOf(lines.map(({seq, bytes}) => ({seq, bytes}))).toString(),
      });
      const whole = new Tables();
      whole.put(new Projection().take(lines.slice(0, projectedThrough(last.record))));
      expect({seed, rows: await rowsOf(database, till)}).toEqual({seed, rows: sorted(whole)});
    }
  }
  expect([...met]).toEqual(expect.arrayContaining(['kept', 'position', 'forked']));
});

const word = (...texts: readonly string[]) => ({texts, standings: []});

it('finds a payment among many, whatever of it is typed, and the newest of many by an index', async () => {
  const database = opened();
  await database.query(
    `insert into payment (shop, till, fold, reference, business_date, requested_at, digest, search, standing)
     select 'large', 'T7K', $1, 'R' || n, '2026-11-' || 10 + n / 1000, n, '', md5(n::text) || E'\\t' || md5((n * 7)::text),
       case when n = 777 then 'needs-person' else 'paid' end
     from generate_series(1, 20000) n`,
    [projectionVersion],
  );
  // Shops that sell nothing any more.
  for (const [shop, letter] of Object.entries({closed: 'C', 'closed-too': 'D'}))
    await database.query(
      `insert into payment (shop, till, fold, reference, business_date, requested_at, digest, search, standing)
       select $1, 'C1A', fold, $2 || reference, business_date, requested_at, digest, search, standing from payment
       where shop = 'large' and requested_at % 4 = 1 and requested_at < 10000`,
      [shop, letter],
    );
  await database.query('vacuum analyze payment');
  const [{search} = {search: ''}] = await database.query<{search: string}>(
    "select search from payment where shop = 'large' and reference = 'R777'",
  );
  const find = ({text, values}: ReturnType<typeof paymentsQuery>) => database.query(text, values);
  const plan = ({text, values}: ReturnType<typeof paymentsQuery>) =>
    database.query(`explain (analyze, format json) ${text}`, values).then(found => JSON.stringify(found));
  const words = [word(search.slice(3, 12), 'no such text'), word(search.slice(40, 48))];
  expect(await find(paymentsQuery(words, ['large']))).toHaveLength(1);
  const newest = paymentsQuery([word('a')], ['large'], {isAmongAll: false});
  const of = (shops: readonly string[], and: string) =>
    database.query(
      `select shop, till, digest from payment where shop = any($1) ${and}`.replace(
        'limit',
        'order by requested_at desc, reference, till limit',
      ),
      [shops],
    );
  expect(await find(newest)).toEqual(await of(['large'], "and search like '%a%' limit 50"));
  // Of 2,500 each, and none of the 15,000 that are newer, of a shop that is not asked about.
  for (const shops of [['closed'], ['closed', 'closed-too']])
    expect(Math.max(...rowsRead(await plan(paymentsQuery([word('a')], shops, {isAmongAll: false}))))).toBeLessThan(200);
  const many = Array.from({length: 30}, (_, at) => `shop-${at}`);
  expect(await plan(paymentsQuery([word('a')], [...many, 'large'], {isAmongAll: false}))).toContain(
    'payment_of_all_by_time',
  );
  const twoShops = ['closed', 'large'];
  expect(await find(paymentsQuery([], twoShops, {from: 12_000, isAmongAll: false}))).toEqual(
    await of(twoShops, 'limit 50 offset 12000'),
  );
  const ofDay = paymentsQuery([word('2026-11-12'), word('a')], ['large']);
  expect(await find(ofDay)).toHaveLength(50);
  expect(Math.max(...rowsRead(await plan(ofDay)))).toBeLessThan(100); // of 1,000
  for (const rare of [
    word(search.slice(3, 12)),
    word('in no payment'),
    {texts: ['person'], standings: ['needs-person']},
  ] as const)
    expect(Math.max(...rowsRead(await plan(paymentsQuery([rare], twoShops))))).toBeLessThan(5000); // of 25,000
  // A word of two characters, and one that more than 5,000 have which are all old, are looked for among the newest 5,000 only.
  for (const [text, when] of [
    ['amina', 'between 1 and 14000'],
    ['~~', 'in (1, 2, 15001)'],
    ['hezekiah', 'in (3, 15002)'],
  ])
    await database.query(
      `update payment set search = search || E'\\t${text}' where shop in ('large', 'closed') and requested_at ${when}`,
    );
  const digest =
    '["T7K2QRGPK0V9HKM",0,3,0,null,0,1796096851258,"2026-12-01","cash","paid","KES",1000,null,null,null,0,0,null,0,[0,"cashier","cash","",[0]]]';
  await database.query('update payment set digest = $1', [digest]);
  await database.query('vacuum analyze payment');
  await database.query("insert into shop (name) values ('closed')");
  const rows = new OfficeRows(database);
  const searched = async (text: string, shop = 'large') => {
    const {payments, searched} = await rows.payments([word(text)], shop);
    return [payments.length, searched];
  };
  expect(await searched('amina')).toEqual([0, 5000]);
  expect(await searched('~~')).toEqual([1, 5000]);
  expect(await searched('~~', 'closed')).toEqual([1, null]); // which has 2,500
  expect(await searched('hezekiah')).toEqual([2, null]);
  expect(await searched('no such text')).toEqual([0, null]);
  // Of 14,000 matches; whether they are met in the table or in the index is the planner's guess.
  const matched = [...(await plan(paymentsQuery([word('amina')], ['large']))).matchAll(/"Actual Rows":(\d+)/g)];
  expect(Math.max(...matched.map(([, rows]) => Number(rows)))).toBe(5001);
  // Rows of an earlier version go when rows are made again.
  await database.query('update payment set fold = fold - 1');
  const projector = new Projector(database, machine);
  await projector.rebuild();
  await projector.stop();
  expect(await database.query("select 1 from payment where shop = 'large'")).toEqual([]);
  const wild = paymentsQuery([word('%'), word('_'), word('\\')], ['large']);
  expect(await database.query(wild.text, wild.values)).toEqual([]);
});

it('has what a fold keeps with its members in the order in which they were stored', async () => {
  const database = opened();
  const kept = JSON.stringify({pieces: [{minor: 1, count: 2}], currency: 'KES', minor: 2});
  await database.query("insert into till_fold (shop, till, fold, seq, kept) values ('order', 'O1A', 0, 0, $1)", [kept]);
  const [row] = await database.query("select kept from till_fold where shop = 'order'");
  expect(JSON.stringify(row?.['kept'])).toBe(kept);
  await database.query("delete from till_fold where shop = 'order'");
});

it('finds the lines of a till among those of years by an index, and reads no more than them', async () => {
  const database = opened();
  await database.query(
    `insert into chunk (shop, till, chain, first, last, prev, head, raw, codec, body)
     select 'large', 'T7K', n / 15000, n, n, '', '', 0, '', '' from generate_series(1, 20000) n`,
  );
  await database.query('vacuum analyze chunk');
  const values = ['large', 'T7K', [0, 1], 14_997, 15_001, null];
  const found = await database.query<{first: number}>(chunksOfRange, values);
  expect(found.map(({first}) => first)).toEqual([14_997, 14_998, 14_999, 15_000, 15_001]);
  const plan = JSON.stringify(await database.query(`explain (analyze, format json) ${chunksOfRange}`, values));
  expect(Math.max(...rowsRead(plan))).toBeLessThanOrEqual(found.length);
});

/** How many rows the steps of a plan have read. */
const rowsRead = (plan: string): readonly number[] =>
  [...plan.matchAll(/"(?:Actual Rows|Rows Removed by \w+(?: \w+)*)":(\d+)/g)].map(([, rows]) => Number(rows));

it('keeps what people say of reconciliations once, in a chain, and believes none that was changed', async () => {
  const database = opened();
  const said = (text: string) => ({
    type: 'add-rule' as const,
    person: 'Amina',
    rule: {text, account: '631', amount: null, tolerance: null},
  });
  const now = Date.UTC(2026, 10, 24);
  const decide = (text: string, of = 'corner') => decideOf(database, {shop: of, now}, said(text));
  await Promise.all(['FEE A', 'FEE B', 'FEE C', 'FEE A', 'FEE B'].map(text => decide(text)));
  await decide('FEE D', 'mall');
  const texts = async () => (await recordsOf(database, 'corner')).rules.map(({text}) => text).sort();
  expect(await texts()).toEqual(['FEE A', 'FEE B', 'FEE C']);
  const accept = {
    type: 'accept' as const,
    said: {person: 'Amina', note: '4111 1111 1111 1111'},
    lines: [{key: 'BANK_EXTRA:E1', code: 'BANK_EXTRA' as const, reference: 'E1'}],
  };
  await expect(decideOf(database, {shop: 'corner', now}, accept)).rejects.toMatchObject({code: 'text-has-card'});
  await database.query(
    "update reconciliation_line set line = replace(line, '631', '632') where shop = 'corner' and seq = 2",
  );
  await expect(texts()).rejects.toMatchObject({code: 'journal-damaged', facts: {line: 2}});
  expect(await verifyRecords(database)).toEqual([
    {shop: 'corner', till: 'office', lines: 1, wrong: 2},
    {shop: 'mall', till: 'office', lines: 1, wrong: null},
  ]);
  await expect(decide('FEE E')).rejects.toMatchObject({code: 'journal-damaged'});
});

it('believes no root, backup or contact of a day that is to come, and proves by none', async () => {
  const database = opened();
  for (const table of [...tables, 'day_root', 'day_checkpoint', 'backup']) await database.query(`delete from ${table}`);
  const key = makeOwnKey();
  const signer = {
    database,
    key: {...key, digest: Buffer.alloc(0), sign: (text: string | Uint8Array) => signText(String(text), key.privateKey)},
  };
  const [day, sold] = [86_400_000, Date.UTC(2026, 10, 20, 12)];
  const [now, ahead] = [sold + day, sold + 3000 * day];
  const record = {...newTill(shop, 'T7K', '0123456789abcdef'), seq: 9, head: 'a'.repeat(64)};
  await database.query(
    `insert into till (shop, till, seq, head, record, joined_at, seen_at) values ($1, $2, $3, $4, $5, $6, now() + interval '3000 days')`,
    [shop, record.till, record.seq, record.head, JSON.stringify(record), new Date(sold)],
  );
  await database.query("insert into till_fold (shop, till, fold, seq, kept, newest) values ($1, $2, $3, 0, '{}', $4)", [
    shop,
    record.till,
    projectionVersion,
    sold,
  ]);
  await database.query("insert into backup (shop, at) values ('', $1)", [new Date(ahead)]);
  await sealDay(signer, ahead);
  const seal = new OfficeSeal(signer.key);
  const status = (at: number) => statusOf(database, {disk: undefined, now: at, seal});
  const toCome = new Date(ahead - day).toISOString().slice(0, 10);
  expect(await status(ahead)).toMatchObject({root: {day: toCome}, clock: {kind: 'ahead', sale: {till: 'T7K'}}});
  const mended = {root: null, rootToCome: toCome, clock: {kind: 'agrees'}, backupAt: null};
  expect(await status(now)).toMatchObject({...mended, heardToday: 0, oldest: null, silent: ['T7K']});
  expect(await freshnessOf(database, {now, seal})).toMatchObject([{tills: 1, heardToday: 0, oldest: null}]);
  const prove = (at: number) => proveTill(signer, record, {z: undefined, now: at});
  await expect(prove(now)).rejects.toMatchObject({code: 'office-root-missing'});
  // The days that come are signed all the same, and proved by.
  await sealDay(signer, now);
  await sealDay(signer, now + day);
  expect(await status(now + day)).toMatchObject({...mended, root: {day: '2026-11-21'}});
  expect((await prove(now + day)).root.note).toContain('\n2026-11-21\n');
  expect((await prove(now)).root.note).toContain('\n2026-11-20\n');
  expect(await status(Date.UTC(2019, 0, 1))).toMatchObject({root: null, clock: {kind: 'behind', sale: {till: 'T7K'}}});
});

/** All of a journal, as its till sends it. */
async function send(database: Database, till: string, bytes: Buffer): Promise<void> {
  const record = newTill(shop, till, 'key');
  await database.query('insert into till (shop, till, seq, head, record) values ($1, $2, 0, $3, $4)', [
    ...[shop, till, record.head, JSON.stringify(record)],
  ]);
  let prev = record.head;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', Math.min(bytes.length, from + 200_000) - 1) + 1;
    const part = bytes.subarray(from, end);
    const upload = {key: 'key', asked: {seq: 0, turns: 0}, prev, read: offeredLines(part, prev, hashAfter)};
    await database.transaction(client => decideRequest(client, {shop, till}, {upload}, 0));
    [prev, from] = [part.subarray(-67, -3).toString(), end];
  }
}

it('makes rows of what tills sell now before it has made those of one that was away for a week', async () => {
  const database = opened();
  const [away, selling] = [await shopJournal(), await shopJournal()];
  await away.sell(3500);
  await selling.sell(3);
  await send(database, 'W1A', Buffer.from(away.bytes()));
  await send(database, 'W1B', Buffer.from(selling.bytes()));
  const seen: Readonly<Record<string, number>>[] = [];
  const watched: Database = {
    ...database,
    transaction: async work => {
      const done = await database.transaction(work);
      const rows = await database.query<{till: string; seq: number}>(
        "select till, seq from till_fold where till like 'W1%'",
      );
      seen.push(Object.fromEntries(rows.map(({till, seq}) => [till, seq])));
      return done;
    },
  };
  const projector = new Projector(watched, machine);
  projector.notice({shop, till: 'W1A'}, 256 * 1024);
  projector.notice({shop, till: 'W1B'}, 2000);
  await projector.retry();
  await projector.stop();
  const [awaySeq, sellingSeq] = [away.tail().seq, selling.tail().seq];
  const first = seen.find(({W1B}) => W1B === sellingSeq);
  expect(first?.['W1A'] ?? 0).toBeLessThan(awaySeq);
  expect(seen.at(-1)).toEqual({W1A: awaySeq, W1B: sellingSeq});
  expect(await database.query("select till, newest from till_fold where till like 'W1%' order by till")).toEqual(
    await database.query(
      "select till, max(requested_at) as newest from payment where till like 'W1%' group by till order by till",
    ),
  );
});

it('makes the rows of tills that were told of at once together, and of all others where those of one cannot be made', async () => {
  const database = opened();
  const journal = await shopJournal();
  await journal.sell(3);
  for (const till of ['W2A', 'W2B', 'W2C']) await send(database, till, Buffer.from(journal.bytes()));
  await database.query("alter table till_fold add constraint refused check (till <> 'W2B' or seq = 0) not valid");
  let transactions = 0;
  const counted: Database = {
    ...database,
    transaction: work => {
      transactions += 1;
      return database.transaction(work);
    },
  };
  const projector = new Projector(counted, machine);
  const tell = async () => {
    for (const till of ['W2A', 'W2B', 'W2C']) projector.notice({shop, till}, 2000);
    await projector.retry();
    const rows = await database.query<{till: string; paid: number}>(
      "select till, count(*) as paid from payment where till like 'W2%' group by till order by till",
    );
    return rows.map(({till, paid}) => `${till} ${paid}`);
  };
  expect(await tell()).toEqual(['W2A 3', 'W2C 3']);
  await database.query('alter table till_fold drop constraint refused');
  transactions = 0;
  expect(await tell()).toEqual(['W2A 3', 'W2B 3', 'W2C 3']);
  expect(transactions).toBe(1);
  await projector.stop();
});
