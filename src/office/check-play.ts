import {generateKeyPairSync, randomUUID, sign} from 'node:crypto';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import {type IncomingMessage, request} from 'node:http';
import {join} from 'node:path';
import {zstdCompressSync} from 'node:zlib';
import {generateX25519Identity, identityToRecipient} from 'age-encryption';
import * as z from 'zod';
import {chainLine, genesis, readLine} from '../../store/line.js';
import {emptyState, foldEvents} from '../core/books/state.js';
import type {EventData, EventType, StoredEvent} from '../core/events/event.js';
import {contentDigest, joinText, keyId, requestText} from '../core/office/wire.js';
import {Problem} from '../core/problem.js';
import {reportOf} from '../core/shift/report.js';
import {jsonIn} from '../core/text/json.js';
import type {World} from '../core/world.js';
import {CommitQueue} from './commit.js';
import {type Database, everyShop} from './database.js';
import {type OfficeKey, officeKey, sha256} from './key.js';
import {tableNames} from './migrations.js';
import type {Register} from './person/register.js';
import {codeAt, hashedPassphrase} from './person/secrets.js';
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
  join_code: ['name', 'given'],
  nonce_use: ['nonce'],
  person: ['id', 'record'],
  person_session: ['id', 'person', 'record'],
  shipped_list: ['sha256', 'body'],
  reconciliation_line: ['line'],
  sign_in_try: ['about'],
};
/** The tables that are in no backup. An office that is restored begins without their rows. */
const inNoBackup: ReadonlySet<string> = new Set([
  ...['shop', 'join_code', 'nonce_use', 'backup'],
  ...['person_session', 'sign_in_try', 'sign_in_log'],
]);

type TillSigner = {readonly publicKey: string; readonly id: string; readonly sign: (text: string) => string};

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
    key,
    home: folder,
    disk: undefined,
    shop: undefined,
    reach: 'all',
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
    found.set('the key that tills trust', (await officeKey(folder, database)).publicKey);
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
    zone: () => office.rows.zone(undefined),
    'shop of a till': () => office.shopFor('C1A'),
    'shop of all': () => office.shopFor(null),
    payments: () => office.rows.payments([{texts: ['000001', '000002'], standings: []}]),
    'payments with a short word': () => office.rows.payments([{texts: ['01'], standings: []}]),
    'payments of a shop': () => office.rows.payments([], 'south'),
    'payments of a day': () => Array.fromAsync(office.rows.paymentsOf(days, undefined)),
    'payments of a state': () => office.rows.paymentsIn(['paid']),
    payment: () => office.rows.payment(reference),
    zs: () => office.rows.zs(),
    unclosed: () => office.rows.unclosed('9999-12-31'),
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
    method: method === 'PUT' ? 'PUT' : 'GET',
    path,
    contentDigest: digest,
    nonce: given.nonce,
    key: signer.id,
  });
  const headers = {
    'duka-till': `${shop}/${till}`,
    'duka-key': signer.id,
    'duka-nonce': given.nonce,
    'content-digest': digest,
    signature: signer.sign(text),
  };
  return send(url, {...outgoing, headers});
}

async function send(url: string, {method, path, body, headers = {}}: Outgoing): Promise<Buffer> {
  const sending = request(`${url}${path}`, {method, headers: {...headers, 'content-length': body?.length ?? 0}});
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  return Buffer.concat(await Array.fromAsync<Buffer>(response));
}

/** Lines of a till that follow one another; `prev` is the hash of the line before them. */
type HistoryPart = {readonly prev: string; readonly bytes: Buffer; readonly last: number; readonly head: string};

const historyDay = '2026-11-20';
const historyStart = Date.UTC(2026, 10, 20, 9);
const rows = {shop: 'Duka', profile: 'sandbox', zone: 'Africa/Nairobi'} as const;

/**
 * A short history of a till in three parts: sales in cash, money that every till has received, and a Z; then a refund of a sale from before the Z; and in
 * place of the second part, what another machine with the same journal has written.
 */
function tillHistory(till: string): readonly [before: HistoryPart, after: HistoryPart, fork: HistoryPart] {
  const begun = new Lines(till);
  begun.write('segment-opened', {
    profile: rows.profile,
    zone: rows.zone,
    dayStartsAt: '00:00',
    version: '0',
    businessDate: historyDay,
    previousSegment: null,
    previousHead: null,
  });
  for (let number = 1; number <= 3; number += 1) begun.sell(number);
  begun.receive(6);
  begun.close();
  const before = begun.part();
  const forked = begun.copy();
  begun.write('refund-in-cash', {
    reference: begun.reference(1),
    refund: 1,
    reason: 'returned',
    businessDate: historyDay,
    amount: {currency: 'KES', minor: 100},
  });
  begun.sell(4);
  forked.sell(5);
  return [before, begun.part(), forked.part()];
}

class Lines {
  readonly #till: string;
  readonly #events: StoredEvent[] = [];
  #waiting: string[] = [];
  #last = genesis;
  #from = genesis.head;

  constructor(till: string) {
    this.#till = till;
  }

  reference = (number: number): string => `${this.#till}${String(number).padStart(12, '0')}`;

  write<T extends EventType>(type: T, data: EventData<T>): void {
    const at = historyStart + this.#last.seq * 1000;
    const line = chainLine(this.#last, at, {till: this.#till, person: 'Amina', type, data: JSON.stringify(data)});
    this.#waiting.push(`${line}\n`);
    const event = readLine(this.#last, Buffer.from(line));
    if (typeof event === 'string') throw new RangeError(`the line of ${type} is ${event}`);
    this.#events.push(event);
    this.#last = {seq: event.seq, head: event.hash};
  }

  sell(number: number): void {
    const asked = this.#asked(number);
    this.write('requested', {...asked, method: 'cash', tendered: asked.amount} as EventData<'requested'>);
  }

  /** Makes a sale of a row that the provider's file of every till has. */
  receive(number: number): void {
    const nobody = {phone: '', email: '', firstName: '', lastName: '', wallet: null, returnUrl: null};
    this.write('requested', {
      ...this.#asked(number),
      ...nobody,
      method: 'mobile-money',
      network: '',
      bankCode: '',
      received: {row: 'MISSING_LOCALLY:QKX12ABC99:KES60.00', providerReference: 'QKX12ABC99'},
    } as EventData<'requested'>);
  }

  #asked(number: number) {
    const reference = this.reference(number);
    const amount = {currency: 'KES', minor: 1000 * number} as const;
    const usual = {country: 'KE', description: '', businessDate: historyDay, again: null} as const;
    return {...usual, reference, sale: reference, amount} as const;
  }

  close(): void {
    const state = emptyState();
    foldEvents(state, this.#events);
    const frame = {kind: 'z', till: this.#till, ...rows, businessDate: historyDay, closedAt: historyStart} as const;
    this.write('z-reported', {
      report: reportOf(state, {...frame, head: this.#last.head, difference: null, notAsked: 0}),
    });
  }

  part(): HistoryPart {
    const part = {
      prev: this.#from,
      bytes: Buffer.from(this.#waiting.join('')),
      last: this.#last.seq,
      head: this.#last.head,
    };
    [this.#waiting, this.#from] = [[], this.#last.head];
    return part;
  }

  /** Another machine that goes on from here. */
  copy(): Lines {
    const copy = new Lines(this.#till);
    copy.#events.push(...this.#events);
    [copy.#last, copy.#from] = [this.#last, this.#from];
    return copy;
  }
}

/** Does all that an office does with its people, for the check of a database. Its figures are the same each time, its secrets are not. */
async function playPeople(register: Register, now: () => number): Promise<void> {
  const {door, seal, store} = register;
  const browser = {address: '192.0.2.1', agent: 'A browser'};
  const first = (await register.inviteFirst()) ?? '';
  await register.nameFirst(first, 'Amina');
  const secret = seal.secretFor(first);
  const given = {passphrase: 'four words are good', sealed: seal.sealed(secret), step: 0};
  await register.enrol(first, {...given, passphrase: await hashedPassphrase(given.passphrase)}, browser);
  const origin = new URL('http://localhost');
  const strangers = Array.from({length: 20}, (_, at) => [`Nobody ${at}`, '000000'] as const);
  for (const [name, code] of [['Amina', codeAt(secret, now())] as const, ...strangers])
    await door.signIn({token: door.freshToken(), origin, browser, name, passphrase: given.passphrase, code});
  await register.add('Esi', {role: 'viewer', shops: ['north']}, 'Amina');
  const id = (await store.people()).find(({name}) => name === 'Esi')?.id ?? '';
  await register.setRights(id, {role: 'manager', shops: 'all', version: 1}, 'Amina');
  await register.reset(id, 'Amina');
  const [session] = await store.sessions();
  if (session !== undefined) await store.seen(session, {seenAt: now() + 1, address: '192.0.2.2'});
  await register.endSession(session?.id ?? '');
  await register.remove(id, undefined, 'Amina');
  await register.tokens.make('A program', {rights: 'payments', shops: 'all'}, 'Amina');
  for (const {id: token} of await register.tokens.all()) await register.tokens.revoke(token, 'Amina');
  await register.log(1);
  if ((await store.people()).length !== 1) throw new Problem('office-person-unknown');
}
