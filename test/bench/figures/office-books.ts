import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {loadMessages} from '../../../src/core/messages/messages.js';
import {newTill} from '../../../src/core/office/accept.js';
import {projectionVersion} from '../../../src/core/office/projection.js';
import {parseSaleSearch} from '../../../src/core/sale/finder.js';
import {type Database, openDatabase} from '../../../src/office/database.js';
import {officeKey} from '../../../src/office/key.js';
import {drawPage} from '../../../src/office/page/draw.js';
import {officePagesList} from '../../../src/office/page/pages.js';
import {HeadOffice} from '../../../src/office/program.js';
import {paymentsQuery} from '../../../src/office/rows.js';
import {machine} from '../../../src/world.js';
import type {Bench} from '../bench.js';
import {zone} from '../journals.js';
import {runAlone} from '../reconcile.js';
import {compare, type Limits, type Row, timed} from '../row.js';
import {environmentOf} from '../terminal.js';

const shop = 'bench';
const tills = 20;
const days = 25;
const firstDay = '2026-11-01';
/** Of so many payments one is of another amount in the provider's file. */
const every = 1000;

/** The books of many tills against the provider's file of them: the command itself, from its start to its exit. */
export async function measureOfficeBooks({
  isQuick,
  programs,
}: Pick<Bench, 'isQuick' | 'programs'>): Promise<readonly Row[]> {
  const payments = isQuick ? 20_000 : 1_000_000;
  const office = await mkdtemp(join(tmpdir(), 'duka-bench-books-')); // where the database's user may enter
  const home = await mkdtemp(join(tmpdir(), 'duka-bench-provider-'));
  try {
    await loadMessages('en');
    const database = await openDatabase({home: office, url: undefined});
    const key = await officeKey(office, database);
    await fillOffice(database, payments);
    const parts = {database, key, home: office, disk: undefined, shop, reach: 'all', world: machine} as const;
    const seen = new HeadOffice(parts);
    const today = await timed(isQuick ? 5 : 100, () => readToday(seen));
    const foundOften = await timed(isQuick ? 14 : 350, at => seen.rows.payments(parseSaleSearch(typed(at, payments))));
    const found = await timed(isQuick ? 50 : 1000, at => database.query(byReference, [referenceOf(at, payments)]));
    const searched = await timed(isQuick ? 5 : 20, async at => {
      const {text, values} = paymentsQuery(parseSaleSearch(`${at}${tillOf(at)}`), [shop]); // in none
      await database.query(text, values);
    });
    const joined = isQuick ? undefined : await joinOf(database, payments);
    const file = join(home, 'provider.csv');
    await writeFile(file, providerRows(payments).join('\n'));
    const last = Temporal.PlainDate.from(firstDay)
      .add({days: days - 1})
      .toString();
    const line = ['office', 'reconcile', '--from', firstDay, '--to', last, '--provider-file', file, '--json'];
    const run = await runAlone([programs.duka, ...line], environmentOf(join(home, 'till'), {DUKA_OFFICE_HOME: office}));
    await database.close(); // the command has used it where it ran
    const {lines} = JSON.parse(run.out) as {lines: readonly {code: string}[]};
    const over = lines.filter(({code}) => code === 'AMOUNT_OVER').length;
    if (lines.length !== over || over !== payments / every)
      throw new Error(`${over} of ${payments / every} differences were found, among ${lines.length}`);
    const what = `${payments.toLocaleString('en')} payments of ${tills} tills against as many rows`;
    const inSeconds: Limits = {of: 'value', unit: 's', limits: {p50: 15}};
    const inMegabytes: Limits = {of: 'value', unit: 'MB', limits: {p50: 1000}};
    const one = {shares: [0.5] as const};
    return [
      compare({
        what: `a payment by its reference, of ${payments.toLocaleString('en')}`,
        ours: found,
        reference: '',
        theirs: [],
        target: {of: 'value', unit: 'ms', limits: {p99: 10}},
      }),
      compare({
        what: `*Today*, of ${payments.toLocaleString('en')} payments`,
        ours: today,
        reference: '',
        theirs: [],
        target: {of: 'value', unit: 'ms', limits: {p99: 50}},
      }),
      compare({
        what: `a search of ${payments.toLocaleString('en')} for a till, a day, a reference, digits or a sum`,
        ours: foundOften,
        reference: '',
        theirs: [],
        target: {of: 'value', unit: 'ms', limits: {p99: 20}},
      }),
      compare({
        what: `a search for what none of ${payments.toLocaleString('en')} has`,
        ours: searched,
        reference: '',
        theirs: [],
        target: {of: 'value', unit: 'ms', limits: {p50: 300}},
        ...one,
      }),
      compare({
        what: `${what} (s)`,
        ours: [run.seconds],
        reference: joined === undefined ? '' : 'a join of both sides in SQL',
        theirs: joined === undefined ? [] : [joined],
        target: inSeconds,
        ...one,
      }),
      ...(run.megabytes === undefined
        ? []
        : [
            compare({
              what: `${what} (MB)`,
              ours: [run.megabytes],
              reference: '',
              theirs: [],
              target: inMegabytes,
              ...one,
            }),
          ]),
    ];
  } finally {
    for (const each of [office, home]) await rm(each, {recursive: true, force: true});
  }
}

/** The page *Today* as an owner gets it, on the evening of the last day. */
async function readToday(office: HeadOffice): Promise<void> {
  const now = Date.parse(`${firstDay}T18:00:00Z`) + (days - 1) * 86_400_000;
  const visitor = {person: 'p', name: 'Amina', role: 'owner', shops: 'all', session: '', formToken: ''} as const;
  const page = officePagesList.find(({name}) => name === 'today');
  const blocks = await page?.read({office, language: 'en', now, zone, visitor, of: '', query: {}});
  if (!Array.isArray(blocks)) throw new Error('there is no page');
  drawPage('Today', blocks, {language: 'en'});
}

/** What somebody types who looks for payments, new and old: of a till, a day, both; by a reference, its end, a number, and a sum of a day. */
const typed = (at: number, payments: number): string => {
  const reference = referenceOf(at, payments);
  const day = ['2026-11-09', '2026-11-20'][at % 2] ?? '';
  const texts = [
    'k07',
    day,
    `k13 ${day}`,
    reference,
    reference.slice(-6),
    `254${reference.slice(-9)}`,
    `137.00 ${day}`,
  ];
  return texts[at % texts.length] ?? '';
};

const byReference = 'select digest from payment where reference = $1';
/** One of them, the next far from the last. */
const referenceOf = (at: number, payments: number) => {
  const number = (at * 7919) % payments;
  return `${tillOf(number)}${String(number).padStart(12, '0')}`;
};

/** Payments that were paid, as rows have them: of every till on every day. */
async function fillOffice(database: Database, payments: number): Promise<void> {
  const kept = {
    fold: projectionVersion,
    seq: 0,
    carried: [],
    totals: null,
    segment: {profile: 'sandbox', zone},
    trouble: null,
  };
  for (let at = 0; at < tills; at += 1) {
    const till = tillOf(at);
    const record = newTill(shop, till, 'key');
    await database.query(
      'insert into till (shop, till, seq, head, record, seen_at) values ($1, $2, $3, $4, $5, now())',
      [shop, till, record.seq, record.head, JSON.stringify(record)],
    );
    await database.query('insert into shop (name) values ($1) on conflict do nothing', [shop]);
    await database.query('insert into till_fold (shop, till, fold, seq, kept) values ($1, $2, $3, 0, $4)', [
      ...[shop, till, projectionVersion, JSON.stringify(kept)],
    ]);
  }
  const atOnce = 10_000;
  for (let from = 0; from < payments; from += atOnce) {
    await database.query(
      `insert into payment (shop, till, fold, reference, business_date, requested_at, digest, search, standing)
       select $1, till, $2, reference, day, at, json_build_array(reference, 0, number, 2, 2, 'record-paid', at, day,
         'mobile-money', 'paid', 'KES', minor, '3.5', '254' || lpad(number::text, 9, '0'), 'Completed', (minor / 100)::text, 'KES', 0, 0,
         json_build_array(0, 'cashier', 'SAFARICOM_KE', '…345 678', json_build_array(0, 1, 2, 3))),
         concat_ws(E'\\t', lower(reference), '254' || lpad(number::text, 9, '0'), minor / 100 || '.00', 'kes', day, 'cashier', '13:00', 'm-pesa',
           'mobile', 'customer', 'corner shop', 'shop@example.com'), 'paid'
       from (
         select number, 'K' || lpad((number % ${tills})::text, 2, '0') as till,
           'K' || lpad((number % ${tills})::text, 2, '0') || lpad(number::text, 12, '0') as reference,
           (date '${firstDay}' + (number / ${tills} % ${days}))::text as day, 5000 + 100 * (number % 4000) as minor,
           extract(epoch from date '${firstDay}' + (number / ${tills} % ${days}))::bigint * 1000 + 21600000 + number / ${days} % 40000 * 900 as at
         from generate_series($3::int, $4::int) as number
       ) as sale`,
      [shop, projectionVersion, from, Math.min(from + atOnce, payments) - 1],
    );
  }
  await database.query(
    `insert into till_day (shop, till, fold, business_date, place, currency, quarter, tender, paid, minor, not_paid, refunds, refunded)
     select shop, till, fold, business_date, 'mobile-money SAFARICOM_KE', 'KES', requested_at / 900000,
       '{"method": "mobile-money", "channel": "SAFARICOM_KE"}', count(*), 100000 * count(*), 0, 0, 0
     from payment group by shop, till, fold, business_date, requested_at / 900000`,
  );
  await database.query('vacuum analyze payment');
  await database.query('vacuum analyze till_day');
}

const tillOf = (number: number) => `K${String(number % tills).padStart(2, '0')}`;

function providerRows(payments: number): readonly string[] {
  const dates = Array.from({length: days}, (_, at) => Temporal.PlainDate.from(firstDay).add({days: at}).toString());
  const rows = ['transaction_reference,amount,currency,status,fee,net,date,type'];
  for (let number = 0; number < payments; number += 1) {
    const amount = 50 + (number % 4000) + (number % every === every - 1 ? 1 : 0);
    const reference = `${tillOf(number)}${String(number).padStart(12, '0')}`;
    rows.push(
      `${reference},${amount}.00,KES,Completed,3.50,${(amount - 3.5).toFixed(2)},${dates[Math.floor(number / tills) % days]},payment`,
    );
  }
  return rows;
}

/** How long the database takes to bring both sides together, and nothing else. */
async function joinOf(database: Database, payments: number): Promise<number> {
  await database.query(
    `create table bare as select reference, 5000 + 100 * (n % 4000) as minor from (
       select reference, substr(reference, 4)::bigint as n from payment limit ${payments}) as each`,
  );
  await database.query('analyze bare');
  const begun = performance.now();
  await database.query(
    `select count(*), sum(minor) from payment full join bare using (reference) where fold = ${projectionVersion}`,
  );
  const took = (performance.now() - begun) / 1000;
  await database.query('drop table bare');
  return took;
}
