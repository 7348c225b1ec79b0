import {generateKeyPairSync, randomUUID, sign} from 'node:crypto';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import {type IncomingMessage, request} from 'node:http';
import {join} from 'node:path';
import {zstdCompressSync} from 'node:zlib';
import {generateX25519Identity, identityToRecipient} from 'age-encryption';
import * as z from 'zod';
import {contentDigest, joinText, keyId, requestText} from '../core/office/wire.js';
import {jsonIn} from '../core/text/json.js';
import type {World} from '../core/world.js';
import {type HistoryPart, historyDay, historyStart, tillHistory} from './check-history.js';
import {CommitQueue} from './commit.js';
import {type Database, everyShop} from './database.js';
import {type OfficeKey, sha256} from './key.js';
import {tableNames} from './migrations.js';
import {playPeople} from './person/check-people.js';
import {HeadOffice} from './program.js';

const dayMs = 86_400_000;
/** The tills of the history with their shops, which a database of several nodes may have on different ones. */
const tills = [
  {shop: 'north', till: 'A1A'},
  {shop: 'north', till: 'B1A'},
  {shop: 'south', till: 'C1A'},
] as const;
/** What is by chance in the rows of a table, and so never the same. */
const byChance: Readonly<Record<string, readonly string[]>> = {
  ...{join_code: ['name', 'given'], nonce_use: ['nonce']},
  ...{person: ['id', 'record'], person_session: ['id', 'person', 'record']},
  ...{shipped_list: ['sha256', 'body'], reconciliation_line: ['line'], sign_in_try: ['about']},
};
/** The tables that are in no backup. An office that is restored begins without their rows. */
const inNoBackup: ReadonlySet<string> = new Set([
  ...['shop', 'join_code', 'nonce_use', 'backup'],
  ...['person_session', 'sign_in_try', 'sign_in_log'],
]);

/** The key of a till, by which it signs. */
export type TillSigner = {readonly publicKey: string; readonly id: string; readonly sign: (text: string) => string};

export function newSigner(): TillSigner {
  const {privateKey, publicKey} = generateKeyPairSync('ed25519');
  const {x = ''} = publicKey.export({format: 'jwk'});
  return {
    publicKey: x,
    id: keyId(sha256(Buffer.from(x, 'base64url'))),
    sign: text => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

type PlayParts = {
  readonly key: OfficeKey;
  readonly folder: string;
  readonly world: Pick<World, 'sleep'>;
  /** The keys of the three tills, and another one that a till gets. */
  readonly signers: readonly TillSigner[];
};
/** Who asks an office, and where. */
type Asking = {readonly url: string; readonly shop: string; readonly till: string; readonly signer: TillSigner};

/**
 * Plays a short history on an empty office, with all that an office does: tills of two shops join and send a day; one forks, one joins with
 * another key, and one is revoked; people read and decide; a day is signed, and all of it restored from a backup. Returns what was read, and
 * the rows of every table, each by its name.
 */
export async function playHistory(
  database: Database,
  {key, folder, world, signers}: PlayParts,
): Promise<ReadonlyMap<string, unknown>> {
  let now = historyStart;
  const office = new HeadOffice({
    ...{key, home: folder, disk: undefined, shop: undefined, reach: 'all'},
    database: {...database, close: async () => undefined},
    world: {...world, now: () => now, monotonic: () => now},
  });
  const found = new Map<string, unknown>();
  const note = async (when: string) => {
    for (const [name, read] of Object.entries(readsOf(office))) found.set(`${name} ${when}`, await read());
    for (const table of tableNames) found.set(`rows of ${table} ${when}`, await rowsOf(database, table));
  };
  try {
    const {url} = await office.serve(0);
    const asking = tills.map((till, at) => ({...till, url, signer: signers[at] as TillSigner}));
    await sendDay(office, asking);
    await note('after a day');
    await failOne(database, office, world);
    await decideAll(office, asking, signers.at(-1) as TillSigner);
    await playPeople(office.register, () => now);
    await playAlerts(office, now);
    await playLists(office, asking[0] as Asking);
    now += dayMs;
    await office.tend();
    for (const z of [1, undefined]) found.set(`proof of ${z ?? 'all'}`, await office.prove('A1A', z));
    await note('after the next day');
    await restoreAll(database, office, join(folder, `${randomUUID()}.age`));
    await note('after it was restored');
  } finally {
    await office.close();
  }
  return found;
}

async function sendDay(office: HeadOffice, asking: readonly Asking[]): Promise<void> {
  for (const each of asking) {
    await joinAs(each, await office.code(each.till, each.shop));
    const [before] = tillHistory(each.till);
    await put(each, before);
  }
  await office.rebuild();
  const [first] = asking as readonly [Asking];
  const [, after, fork] = tillHistory(first.till);
  await put(first, after);
  await office.tend();
  await put(first, fork); // another machine has gone on from the same line
  await ask(first, {method: 'GET', path: `/v1/journal?claimed=${after.last}&head=${after.head}`});
  await ask(first, {method: 'GET', path: '/v1/journal/lines?from=1'});
}

async function decideAll(office: HeadOffice, asking: readonly Asking[], another: TillSigner): Promise<void> {
  const [first, second, third] = asking as readonly [Asking, Asking, Asking];
  await office.closeIncident(first.till, 1, {person: 'Amina', note: 'the other machine is off'});
  await joinAs({...second, signer: another}, await office.code(second.till));
  await office.revoke(third.till);
  const rule = {text: 'SMS CHARGE', account: '631', amount: null, tolerance: null};
  await office.decide(first.shop, {type: 'add-rule', rule, person: 'Amina'});
}

/** Something that needs a person is told of, and is over. Nothing is sent, since nobody listens there. */
async function playAlerts({alerts}: HeadOffice, now: number): Promise<void> {
  const clock = {now, zone: 'UTC'};
  await alerts.settings();
  await alerts.set({webhook: 'http://127.0.0.1:9/'}, {person: 'Amina', language: 'en'});
  await alerts.raise([{key: 'disk', level: 1, what: 'a full disk', where: '', since: '', now: ''}], clock);
  await alerts.deliver();
  await alerts.raise([], clock);
  await alerts.raise([], {...clock, now: now + 2 * dayMs});
}

/** People and prices for tills, which one of them fetches. */
async function playLists({lists}: HeadOffice, by: Asking): Promise<void> {
  await lists.add({name: 'Baraka', role: 'cashier', shops: null}, 'Amina');
  const [person] = await lists.staff();
  await lists.change({type: 'change', id: person?.id ?? '', isLocked: true}, 'Amina');
  const price = {currency: 'KES', minor: 12_000} as const;
  const items = [{code: 'BREAD', barcode: null, name: 'Bread', price, unit: null, group: null, rate: null}];
  for (const shop of ['north', null, 'north']) await lists.setPrices({shop, items, file: 'prices.csv'}, 'Amina');
  await ask(by, {method: 'GET', path: '/v1/list?kind=items'});
  await ask(by, {method: 'GET', path: '/v1/list?kind=staff'});
}

/** One of two works that are committed together fails, and so do the rows of a till whose lines cannot be read for a while. */
async function failOne(database: Database, office: HeadOffice, world: Pick<World, 'sleep'>): Promise<void> {
  const queue = new CommitQueue(database, world);
  const read = queue.run(async client => {
    await client.query('select 1 from till limit 1');
  });
  const failed = queue.run(() => Promise.reject(new RangeError('one of two works')));
  await Promise.allSettled([read, failed]);
  const {shop, till} = tills[2];
  const [chunk] = await database.query<{body: Buffer}>(
    'select body from chunk where shop = $1 and till = $2 and chain = 0 and first = 1',
    [shop, till],
  );
  const put = (body: Buffer) =>
    database.query('update chunk set body = $3 where shop = $1 and till = $2 and chain = 0 and first = 1', [
      ...[shop, till, body],
    ]);
  await put(Buffer.alloc(0));
  await office.rebuild();
  await put(chunk?.body ?? Buffer.alloc(0));
  // What is stored of its fold is in another form meanwhile: its rows are made again from the first line.
  await database.query("update till_fold set kept = '{}' where shop = $1 and till = $2", [shop, till]);
  await office.tend();
}

async function restoreAll(database: Database, office: HeadOffice, file: string): Promise<void> {
  const identity = await generateX25519Identity();
  await office.backup(file, {kind: 'recipients', recipients: [await identityToRecipient(identity)]});
  const shops = [everyShop, ...new Set(tills.map(({shop}) => shop))];
  for (const table of tableNames.filter(name => !inNoBackup.has(name)))
    for (const shop of shops) await database.query(`delete from ${table} where shop = $1`, [shop]);
  await office.restore(file, {kind: 'identity', identity});
  await rm(file);
}

function readsOf(office: HeadOffice): Readonly<Record<string, () => Promise<unknown>>> {
  const reference = 'A1A000000000001';
  const days = {from: historyDay, to: historyDay};
  const firstPass = () => ({take: () => false, missing: () => [reference], givenBack: () => [reference]});
  return {
    status: async () => ({...(await office.status()), database: null}),
    tills: () => office.tills(),
    freshness: () => office.freshness(),
    takings: () => office.takings(historyDay),
    receivables: () => office.receivables(),
    zone: () => office.zone(undefined),
    'shop of a till': () => office.shopFor('C1A'),
    'shop of all': () => office.shopFor(null),
    payments: () => office.payments([['000001', '000002']]),
    'payments of a shop': () => office.payments([], 'south'),
    'payments of a day': () => Array.fromAsync(office.paymentsOf(days, undefined)),
    'payments of a state': () => office.paymentsIn(['paid']),
    payment: () => office.payment(reference),
    zs: () => office.zs(),
    unclosed: () => office.unclosed('9999-12-31'),
    'change mark': () => office.changeMark(),
    prices: () => office.lists.prices(),
    incidents: () => office.incidents(),
    journal: async () => Buffer.concat(await Array.fromAsync(office.journal('A1A'))).toString(),
    verified: () => office.verify(),
    books: async () => {
      const books = await office.books(undefined, {days, firstPass});
      // A reconciliation takes the payments in any order.
      return books.map(book => ({...book, payments: book.payments.map(each => JSON.stringify(each)).sort()}));
    },
    alerts: () => office.alerts.raised(),
    records: () => office.records('north'),
    earlier: () => office.earlier(undefined, days),
  };
}

async function rowsOf(database: Database, table: string): Promise<readonly string[]> {
  const rows = await database.query(`select * from ${table}`);
  const known = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => byChance[table]?.includes(name) !== true));
  return rows.map(row => JSON.stringify(known(row))).sort();
}

async function joinAs({url, till, signer}: Asking, code: string): Promise<void> {
  const key = signer.publicKey;
  const body = Buffer.from(JSON.stringify({code, till, key, proof: signer.sign(joinText({code, till, key}))}));
  await send(url, {method: 'POST', path: '/v1/join', body});
}

const put = (by: Asking, {prev, bytes}: HistoryPart): Promise<Buffer> =>
  ask(by, {method: 'PUT', path: `/v1/journal?prev=${prev}`, body: zstdCompressSync(bytes)});

type Outgoing = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
};

const givenNonce = z.object({nonce: z.string()});

async function ask({url, shop, till, signer}: Asking, outgoing: Outgoing): Promise<Buffer> {
  const {method, path, body = Buffer.alloc(0)} = outgoing;
  const given = givenNonce.parse(jsonIn((await send(url, {method: 'GET', path: '/v1/nonce'})).toString()));
  const digest = contentDigest(sha256(body));
  const text = requestText({
    ...{method: method === 'PUT' ? 'PUT' : 'GET', path, contentDigest: digest, nonce: given.nonce, key: signer.id},
  });
  const headers = {
    ...{'duka-till': `${shop}/${till}`, 'duka-key': signer.id, 'duka-nonce': given.nonce},
    ...{'content-digest': digest, signature: signer.sign(text)},
  };
  return send(url, {...outgoing, headers});
}

async function send(url: string, {method, path, body, headers = {}}: Outgoing): Promise<Buffer> {
  const sending = request(`${url}${path}`, {method, headers: {...headers, 'content-length': body?.length ?? 0}});
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  return Buffer.concat(await Array.fromAsync<Buffer>(response));
}
