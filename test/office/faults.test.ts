import {execFileSync} from 'node:child_process';
import {randomBytes, randomInt} from 'node:crypto';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {request as httpRequest} from 'node:http';
import {connect} from 'node:net';
import {join} from 'node:path';
import {zstdCompressSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {mintJoinCode} from '../../src/core/office/joining.js';
import {projectionVersion} from '../../src/core/office/projection.js';
import {contentDigest, joinText, requestText} from '../../src/core/office/wire.js';
import {type Database, openDatabase} from '../../src/office/database.js';
import {officeKey, sha256} from '../../src/office/key.js';
import {OfficeLists} from '../../src/office/lists.js';
import {Nonces} from '../../src/office/nonces.js';
import type {Refusal} from '../../src/office/observed.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {OfficeServer} from '../../src/office/server.js';
import {type Membership, makeOwnKey, signText} from '../../src/shipper/office.js';
import {machine} from '../../src/world.js';
import {lineBytesMax} from '../../store/line.js';
import {isProving} from '../hostile/runs.js';
import {officeHome} from './office-home.js';
import {chanceOf, startProxy, wireFaults} from './proxy.js';
import {joined, shopJournal} from './support.js';

const home = await officeHome('faults');
const place = {home, beside: home, url: undefined, shop: 'corner', world: machine};
let office: HeadOffice;
let url = '';

beforeAll(async () => {
  office = await openOffice(place);
  ({url} = await office.serve(0));
});
afterAll(async () => {
  await office.close();
  rmSync(home, {recursive: true, force: true});
});

async function bytesIn(till: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const each of office.journal(till)) parts.push(Buffer.from(each));
  return Buffer.concat(parts).toString();
}

/** A till that has joined and sent what it had. */
async function tillOf(till: string, shop?: string, through?: string) {
  const journal = await shopJournal();
  const code = await office.code(null, shop);
  const shipper = await joined(journal.folder, {url, code: () => code, till}, through);
  return {journal, ...shipper};
}

const nonceAt = async (base: string): Promise<string> =>
  ((await (await fetch(`${base}/v1/nonce`)).json()) as {nonce: string}).nonce;

type Raw = {
  readonly path?: string;
  readonly method?: string;
  readonly body?: Uint8Array;
  readonly nonce?: string;
  /** What the digest and the signature are of, where that is not what is sent. */
  readonly signed?: {readonly body?: Uint8Array; readonly path?: string};
  readonly till?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request as a till signs it, and as it is not. */
async function request({till, shop, key}: Membership, raw: Raw, base = url): Promise<{status: number; why: unknown}> {
  const {method = 'PUT', path = `/v1/journal?prev=${'0'.repeat(64)}`, body = new Uint8Array(), signed = {}} = raw;
  const nonce = raw.nonce ?? (await nonceAt(base));
  const digest = contentDigest(sha256(signed.body ?? body));
  const as = method === 'PUT' ? 'PUT' : 'GET';
  const text = requestText({method: as, path: signed.path ?? path, contentDigest: digest, nonce, key: key.id});
  const answer = await fetch(base + path, {
    method,
    ...(method === 'PUT' && {body: body as never}),
    headers: {
      'duka-till': raw.till ?? `${shop}/${till}`,
      'duka-key': key.id,
      'duka-nonce': nonce,
      'content-digest': digest,
      signature: signText(text, key.privateKey),
      ...raw.headers,
    },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const why = answer.status === 200 ? undefined : (JSON.parse(bytes.toString()) as {why?: unknown}).why;
  return {status: answer.status, why};
}

/** The status of an answer to a request with these headers, the host among them. */
function statusOf(address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(address, {headers}, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const packed = (text: string | Uint8Array): Uint8Array => zstdCompressSync(Buffer.from(text));

describe('an office over its own database', () => {
  it('answers each bad request by its name, keeps nothing of it, and has all lines of the till after them', async () => {
    // Made before any connection is open: one that waits for so long is closed under the next request.
    const bomb = packed(Buffer.alloc(64 * 1024 * 1024));
    const {journal, own, shipOnce} = await tillOf('T1A');
    const other = await tillOf('T2A', 'mall');
    await journal.sell(2);
    await shipOnce();
    await journal.sell(2);
    const kept = await bytesIn('T1A');
    const {head: prev} = (await office.tills()).find(({till}) => till === 'T1A') ?? {head: ''};
    const path = `/v1/journal?prev=${prev}`;
    const [next = '', beyond = ''] = journal.bytes().split('\n').slice(-3);
    const after = /"hash":"(\w+)"\}$/.exec(next)?.[1] ?? '';
    const used = await nonceAt(url);
    const asking = {method: 'GET', path: `/v1/journal?claimed=0&head=${'0'.repeat(64)}`};
    expect(await request(own, {...asking, nonce: used})).toMatchObject({status: 200});
    const stranger = {...own, key: makeOwnKey()};
    const rows: readonly (readonly [name: string, answer: Promise<unknown>, status: number, why: unknown])[] = [
      ['no zstd', request(own, {path, body: randomBytes(500)}), 400, 'unreadable'],
      ['nothing', request(own, {path}), 400, 'unreadable'],
      ['half of it', request(own, {path, body: packed(`${next}\n`).subarray(0, 60)}), 400, 'unreadable'],
      ['a bomb', request(own, {path, body: bomb}), 400, 'unreadable'],
      ['no line', request(own, {path, body: packed('')}), 422, 'no-lines'],
      ['a torn line', request(own, {path, body: packed(next)}), 422, 'torn'],
      ['another text', request(own, {path, body: packed(`${next.replace('KES', 'NGN')}\n`)}), 422, 'wrong-hash'],
      ['no JSON', request(own, {path, body: packed('a sale\n')}), 422, 'without-number'],
      ['a line twice', request(own, {path, body: packed(`${next}\n${next}\n`)}), 422, 'wrong-number'],
      ['a gap', request(own, {path: `/v1/journal?prev=${after}`, body: packed(`${beyond}\n`)}), 409, undefined],
      ['no prev', request(own, {path: '/v1/journal', body: packed(`${next}\n`)}), 400, 'unreadable'],
      ['prev that is none', request(own, {path: '/v1/journal?prev=%00', body: packed(next)}), 400, 'unreadable'],
      ['more than a line', request(own, {path, body: randomBytes(lineBytesMax + 128 * 1024)}), 413, 'too-large'],
      ['another body', request(own, {path, body: packed('x'), signed: {body: packed('y')}}), 401, 'wrong-digest'],
      ['another path', request(own, {path, signed: {path: asking.path}}), 401, 'wrong-signature'],
      ['a nonce again', request(own, {...asking, nonce: used}), 401, 'stale-nonce'],
      ['a nonce of nobody', request(own, {path, nonce: 'x'.repeat(56)}), 401, 'stale-nonce'],
      ['a key of nobody', request(stranger, {path}), 401, 'unknown-key'],
      ['another shop', request(own, {path, till: 'mall/T1A'}), 401, 'unknown-key'],
      ['another till', request(other.own, {path, till: 'corner/T1A'}), 401, 'unknown-key'],
      ['no office', request({...own, shop: 'elsewhere'}, {path}), 401, 'unknown-key'],
      ['text of a database', request(own, {path, till: "corner/'; drop table till --"}), 401, 'unknown-key'],
      ['a zero byte', request(own, {...asking, path: '/v1/journal?claimed=%00&head=x'}), 400, 'unreadable'],
    ];
    for (const [name, answer, status, why] of rows)
      expect({name, ...((await answer) as object)}).toEqual({name, status, why});
    expect(await bytesIn('T1A')).toBe(kept);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
    expect(await bytesIn('T1A')).toBe(journal.bytes());
    expect(await office.incidents()).toEqual([]);
  });

  /** A front of its own over the database, which counts what is asked of it. */
  const frontOf = async (room?: number, world = machine) => {
    const opened = await openDatabase({home, url: undefined});
    const asked = {queries: 0, transactions: 0};
    const database: Database = {
      ...opened,
      query: (text, values) => {
        asked.queries += 1;
        return opened.query(text, values);
      },
      transaction: work => {
        asked.transactions += 1;
        return opened.transaction(work);
      },
    };
    const refusals: Refusal[] = [];
    const told = {onJournal: () => undefined, onRefusal: (refusal: Refusal) => refusals.push(refusal)};
    const key = await officeKey(home, opened);
    const parts = {database, key, port: 0, world, lists: new OfficeLists({database, key, world: machine}), ...told};
    const front = await OfficeServer.open(room === undefined ? parts : {...parts, room});
    let isClosed = false;
    const closeDatabase = async () => {
      if (!isClosed) await opened.close();
      isClosed = true;
    };
    onTestFinished(async () => {
      await front.close();
      await closeDatabase();
    });
    return {front, key, asked, refusals, closeDatabase};
  };

  it('reads no body of what nobody has signed, and holds no more of what tills have signed than it has room for', async () => {
    const {journal, own} = await tillOf('H1A');
    await journal.sell(1);
    const {front} = await frontOf(1_000_000);
    const open = Array.from({length: 3}, () => {
      const sending = httpRequest(`${front.url}/v1/journal`, {method: 'PUT', headers: {'content-length': 2_000_000}});
      onTestFinished(() => void sending.destroy());
      const answered = new Promise<number>((resolve, reject) => {
        sending.on('response', ({statusCode}) => resolve(statusCode ?? 0)).on('error', reject);
      });
      sending.write(Buffer.alloc(480_000));
      return answered;
    });
    expect(await Promise.all(open)).toEqual([401, 401, 401]); // their ends are still to come
    expect(await request(own, {body: packed(journal.bytes())}, front.url)).toMatchObject({status: 200});
    expect((await request(own, {body: randomBytes(999_000)}, front.url)).status).toBe(400);
    expect(await request(own, {body: randomBytes(1_100_000)}, front.url)).toEqual({status: 429, why: 'busy'});
    expect(front.traffic.answers).toMatchObject({200: expect.any(Number), 400: 1, 401: 3, 429: 1});
  });

  it('tells the first refusal of each kind, by the names that the request gives and by nothing else of it', async () => {
    const {own} = await tillOf('R1A');
    const {front, refusals, closeDatabase} = await frontOf();
    const path = '/v1/journal?claimed=0&head=x';
    const stranger = {...own, key: makeOwnKey()};
    for (const till of ['corner/R1A', 'corner/T2A', 'elsewhere/R1A'])
      await request(stranger, {method: 'GET', path, till}, front.url);
    await request(own, {method: 'GET', path, signed: {path: '/'}, till: 'corner/R1A'}, front.url);
    await request(own, {method: 'GET', path, nonce: 'x', till: "corner\t/'; drop table till --"}, front.url);
    const key = makeOwnKey();
    const code = mintJoinCode(randomBytes(5), randomBytes(32));
    const proof = signText(joinText({code, till: 'X1A', key: key.publicKey}), key.privateKey);
    const body = JSON.stringify({code, till: 'X1A', key: key.publicKey, proof});
    for (let times = 0; times < 2; times += 1) await fetch(`${front.url}/v1/join`, {method: 'POST', body});
    await fetch(`${front.url}/elsewhere`);
    await statusOf(`${front.url}/v1/nonce`, {host: 'page.example.com'});
    await closeDatabase();
    await request(own, {method: 'GET', path}, front.url);
    const nobody = {shop: null, till: null};
    expect(refusals).toEqual([
      {status: 401, why: 'unknown-key', shop: 'corner', till: 'R1A'},
      {status: 401, why: 'wrong-signature', shop: 'corner', till: 'R1A'},
      {status: 401, why: 'stale-nonce', ...nobody},
      {status: 401, why: 'wrong-code', shop: null, till: 'X1A'},
      {status: 404, why: null, ...nobody},
      {status: 403, why: null, ...nobody},
      {status: 503, why: 'unavailable', shop: 'corner', till: 'R1A', cause: expect.stringMatching(/^Error: /)},
    ]);
  });

  it('takes no transaction for made-up codes, and hears only so many of one address in a minute', async () => {
    const {
      front,
      asked,
      key: {digest},
    } = await frontOf();
    const key = makeOwnKey();
    const join = async (code: string, {address = '198.51.100.7', signer = key, more = {}} = {}) => {
      const proof = signText(joinText({code, till: 'X1A', key: key.publicKey}), signer.privateKey);
      const answer = await fetch(`${front.url}/v1/join`, {
        method: 'POST',
        headers: {'x-forwarded-for': `203.0.113.9, ${address}`},
        body: JSON.stringify({code, till: 'X1A', key: key.publicKey, proof, ...more}),
      });
      return `${answer.status} ${((await answer.json()) as {why?: string}).why}`;
    };
    const madeUp = () => mintJoinCode(randomBytes(5), digest);
    // What is not of this office, not signed or no form costs the database nothing.
    expect(await join(mintJoinCode(randomBytes(5), randomBytes(32)))).toBe('401 wrong-code');
    expect(await join(madeUp(), {signer: makeOwnKey()})).toBe('401 wrong-proof');
    expect(await join(madeUp(), {more: {proof: 'x'.repeat(5000)}})).toBe('400 unreadable');
    expect(asked).toEqual({queries: 0, transactions: 0});
    const answers = await Promise.all(Array.from({length: 100}, () => join(madeUp())));
    expect(new Set(answers)).toEqual(new Set(['401 wrong-code', '429 busy']));
    expect(asked.transactions).toBe(0);
    expect(asked.queries).toBeLessThanOrEqual(20);
    expect(await join(madeUp())).toBe('429 busy');
    // Nobody else is kept from joining, as often as it is a till that does.
    const elsewhere = {address: '2001:db8:1:2:3:4:5:6'};
    for (let times = 0; times < 30; times += 1) {
      expect(await join(await office.code('X1A'), elsewhere)).toBe('200 undefined');
    }
  });

  it('lets a flood of what no till has signed wait for itself, whatever it asks for, and nobody else', async () => {
    const {own, journal} = await tillOf('H2A');
    await journal.sell(1);
    let [waiting, answered] = [0, 0];
    const over = Promise.withResolvers<void>();
    const sleep = (ms: number) => {
      if (ms < 1000) return machine.sleep(ms);
      waiting += 1;
      return over.promise;
    };
    const {front} = await frontOf(undefined, {...machine, now: () => 0, sleep});
    const nonce = await nonceAt(front.url);
    const headers = {'x-forwarded-for': '198.51.100.8'};
    const flood = Array.from({length: 120}, (_, at) =>
      fetch(`${front.url}/v1/${['nonce', 'elsewhere', 'journal?claimed=0', 'join'][at % 4]}`, {
        headers: {...headers, 'duka-nonce': nonce},
      }).then(async answer => {
        await answer.arrayBuffer();
        answered += 1;
      }),
    );
    await expect.poll(() => waiting + answered).toBe(120);
    expect(waiting).toBe(60);
    expect(await nonceAt(front.url)).not.toBe(nonce);
    const sent = request(own, {body: packed(journal.bytes()), nonce, headers}, front.url);
    expect(await sent).toMatchObject({status: 200}); // a till beside the flood, at the same address
    expect([waiting, answered]).toEqual([60, 60]);
    over.resolve();
    await Promise.all(flood);
  });

  it.each([
    ['this machine', {host: '127.0.0.1'}, 200],
    ['this machine by its name', {host: 'localhost:7878'}, 200],
    ['another name that was made to lead here', {host: 'page.example.com'}, 403],
    ['its public name, by a proxy', {host: 'office.example.com', 'x-forwarded-for': '198.51.100.7'}, 200],
    ['a page', {host: '127.0.0.1', origin: 'http://127.0.0.1'}, 403],
    ['a page, by a proxy', {host: 'x.example.com', 'x-forwarded-for': '198.51.100.7', origin: 'null'}, 403],
  ])('asked for by %s it answers %j with %i', async (_, headers, status) =>
    expect(await statusOf(`${url}/v1/nonce`, headers)).toBe(status),
  );

  it('keeps the connection of a till for longer than the till waits, and knows an address that is none', async () => {
    expect((await fetch(`${url}/v1/nonce`)).headers.get('keep-alive')).toBe('timeout=150');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('GET http://[/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    expect(Buffer.concat(await Array.fromAsync<Buffer>(socket)).toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('takes the lines of a till whose clock is years off, and off again', async () => {
    const {journal, shipOnce} = await tillOf('C1A');
    for (const date of ['1970-01-02', '2093-01-01', '2001-01-01']) {
      journal.clock.set(`${date}T12:00:00Z`);
      await journal.sell(2);
      expect(await shipOnce()).toMatchObject({kind: 'all'});
    }
    expect(await bytesIn('C1A')).toBe(journal.bytes());
  });

  it('gives nonces to whoever asks, and one that it gave before is good once, at each of its processes', async () => {
    const {own, journal, shipOnce} = await tillOf('T3A');
    await journal.sell(1);
    const early = await nonceAt(url);
    await Promise.all(Array.from({length: 200}, () => nonceAt(url)));
    const beside = await openOffice(place); // as after a restart: it has given none of them
    onTestFinished(() => beside.close());
    const {url: second} = await beside.serve(0);
    const asking = {method: 'GET', path: `/v1/journal?claimed=0&head=${'0'.repeat(64)}`, nonce: early};
    expect(await request(own, asking, second)).toMatchObject({status: 200});
    for (const base of [url, second])
      expect(await request(own, asking, base)).toEqual({status: 401, why: 'stale-nonce'});
    const lines = {method: 'GET', path: '/v1/journal/lines?from=1', nonce: await nonceAt(second)};
    expect(await Promise.all([request(own, lines), request(own, lines, second)])).toContainEqual({
      status: 401,
      why: 'stale-nonce',
    });
    expect(await shipOnce()).toMatchObject({kind: 'all'});
  });

  it('takes none twice when the clock jumps, and gives good ones to a till that used some of a day to come', async () => {
    const database = await openDatabase({home, url: undefined});
    onTestFinished(() => database.close());
    const clock = {now: machine.now(), monotonic: 0};
    const {privateKey} = await officeKey(home, database);
    const begun = () => new Nonces({privateKey}, {now: () => clock.now, monotonic: () => clock.monotonic});
    const till = {shop: 'corner', till: 'N1A'};
    const used = async (nonces: Nonces, text: string) => {
      const given = nonces.read(text, till);
      return given !== undefined && (await database.transaction(client => nonces.use(client, till, given)));
    };
    const early = begun().fresh();
    expect(await used(begun(), early)).toBe(true);
    clock.now += 86_400_000;
    const ahead = begun();
    expect(await used(ahead, early)).toBe(false);
    expect(await used(ahead, ahead.fresh())).toBe(true);
    clock.now -= 86_400_000;
    const restarted = begun();
    expect(await used(restarted, early)).toBe(false);
    expect(await used(restarted, restarted.fresh())).toBe(true);
    expect(await used(begun(), begun().fresh())).toBe(false); // of before that day; the answer brings another one
    clock.monotonic += 700_000;
    expect(await used(restarted, restarted.fresh())).toBe(true);
    expect(await database.query('select nonce from nonce_use where till = $1', [till.till])).toHaveLength(1); // nothing is kept for longer than it would be good
  });

  it('has two tills’ bytes over a link that loses, doubles, delays, cuts and reorders a third of all requests', async () => {
    // The same each time, but where as much is to be proved as can be. Each till has a link and a chance of its own: which of
    // two requests comes first is the machine's.
    const seed = isProving ? randomInt(2 ** 31) : 1;
    const links = [await startProxy(url, chanceOf(seed)), await startProxy(url, chanceOf(seed + 1))] as const;
    onTestFinished(async () => void (await Promise.all(links.map(link => link.close()))));
    const tills = [await tillOf('T4A', undefined, links[0].url), await tillOf('T4B', 'mall', links[1].url)];
    const met = () => new Set(links.flatMap(link => [...link.met.keys()])).size;
    for (let round = 0; round < 15 || met() < wireFaults.length; round += 1) {
      for (const {journal} of tills) await journal.sell(1 + (round % 3));
      await Promise.all(tills.map(({shipOnce}) => shipOnce())); // and never mind what became of it
    }
    for (const {shipOnce} of tills) for (let tries = 0; tries < 100 && (await shipOnce()).kind !== 'all'; tries += 1);
    for (const link of links) await link.settle();
    for (const {journal, own} of tills)
      expect({seed, bytes: await bytesIn(own.till)}).toEqual({seed, bytes: journal.bytes()});
    expect({seed, incidents: await office.incidents()}).toEqual({seed, incidents: []});
  });

  it('acknowledges nothing that its full disk does not take, and has it once there is room', async () => {
    const database = await openDatabase({home, url: undefined});
    onTestFinished(() => database.close());
    const [full, other] = [await tillOf('T6A'), await tillOf('T6B', 'mall')];
    for (const {journal} of [full, other]) await journal.sell(3);
    await database.query(`create function refuse() returns trigger language plpgsql as
      'begin raise exception ''no space left on device'' using errcode = ''disk_full''; end'`);
    const when = "for each row when (new.till = 'T6A') execute function refuse()";
    await database.query(`create trigger full_disk before insert on chunk ${when}`);
    const [refused, kept] = await Promise.all([full.shipOnce(), other.shipOnce()]);
    expect(refused).toMatchObject({kind: 'trouble', trouble: 'busy'});
    expect(kept).toMatchObject({kind: 'all'});
    expect(await bytesIn('T6A')).toBe('');
    await database.query('drop trigger full_disk on chunk');
    // Rows and how far they are go together: what a full disk takes of one it takes of the other.
    await database.query(`create trigger full_disk before update on till_fold ${when}`);
    expect(await full.shipOnce()).toMatchObject({kind: 'all'});
    await expect.poll(async () => (await office.status()).rowsFailed).toEqual([{till: 'T6A', why: '53100'}]);
    expect(await database.query("select 1 from payment where till = 'T6A'")).toEqual([]);
    await database.query('drop function refuse cascade');
    await office.tend();
    expect(await database.query("select 1 from payment where till = 'T6A'")).toHaveLength(3);
    for (const {journal, own} of [full, other]) expect(await bytesIn(own.till)).toBe(journal.bytes());
  });

  it('says which till’s lines it cannot read, makes rows of the others, and of that one once it can', async () => {
    const [bad, good] = [await tillOf('T5A'), await tillOf('T5B')];
    for (const {journal, shipOnce} of [bad, good]) {
      await journal.sell(3);
      await shipOnce();
    }
    const {seq} = good.journal.tail();
    const database = await openDatabase({home, url: undefined});
    onTestFinished(() => database.close());
    const flip = () =>
      database.query("update chunk set body = set_byte(body, 0, 255 - get_byte(body, 0)) where till = 'T5A'");
    const seen = async () => (await office.tills()).filter(({till}) => till.startsWith('T5')).map(({rows}) => rows);
    await expect.poll(seen).toEqual([seq, seq]);
    await flip();
    await office.rebuild();
    expect(await seen()).toEqual([0, seq]);
    // A changed byte leaves with no line, and `verify` names the line.
    const damaged = {code: 'journal-damaged', facts: {segment: 'corner/T5A', line: 1}};
    await expect(office.journal('T5A')[Symbol.asyncIterator]().next()).rejects.toMatchObject(damaged);
    expect(await office.verify()).toContainEqual({shop: 'corner', till: 'T5A', lines: 0, wrong: 1});
    const {heldBack} = (await office.freshness()).find(({shop}) => shop === 'corner') ?? {heldBack: []};
    expect(heldBack).toEqual([{till: 'T5A', why: 'failed', through: 0, lines: bad.journal.tail().seq, incident: null}]);
    expect((await office.status()).rowsFailed).toEqual([{till: 'T5A', why: expect.stringMatching(/^\w+$/)}]);
    // Nothing more is to come of it, and the sums still lack what it has sent.
    await office.revoke('T5A');
    expect(await office.status()).toMatchObject({behind: 1, linesBehind: bad.journal.tail().seq, revoked: 1});
    await flip();
    await office.tend();
    expect(await seen()).toEqual([seq, seq]);
    expect(await office.status()).toMatchObject({behind: 0, linesBehind: 0, rowsFailed: []});
  });

  it('makes the rows of a till anew from its first line if the state of its fold is not in its form', async () => {
    const database = await openDatabase({home, url: undefined});
    onTestFinished(() => database.close());
    const {journal, own, shipOnce} = await tillOf('T7A');
    await journal.sell(5);
    await shipOnce();
    await expect.poll(async () => (await office.status()).linesBehind).toBe(0);
    const rows = () =>
      Promise.all(
        ['payment', 'till_day'].map(table =>
          database.query(`select to_jsonb(each)::text as row from ${table} as each where till = $1 order by 1`, [
            own.till,
          ]),
        ),
      );
    const before = await rows();
    await database.query(
      `update till_fold set kept = jsonb_set(kept::jsonb, '{totals,ledger}', '{}') where till = $1`,
      [own.till],
    );
    const updated = await openOffice(place);
    onTestFinished(() => updated.close());
    await updated.serve(0);
    const ledgers = "select kept #> '{totals,ledger,z}' as z from till_fold where till = $1";
    await expect.poll(() => database.query(ledgers, [own.till])).toEqual([{z: 0}]);
    expect(await rows()).toEqual(before);
  });

  it('makes no other key than the one that its tills trust, whatever became of it', async () => {
    await tillOf('K1A');
    const file = join(home, 'office-key.pem');
    const whole = readFileSync(file);
    const lost: readonly (() => void)[] = [
      () => undefined,
      () => writeFileSync(file, ''),
      () => writeFileSync(file, whole.subarray(0, 60)),
      () => mkdirSync(file),
      () => execFileSync('sh', ['-c', 'mkfifo "$0"', file]),
    ];
    const restore = () => {
      rmSync(file, {recursive: true, force: true});
      writeFileSync(file, whole, {mode: 0o600});
    };
    onTestFinished(restore);
    for (const lose of lost) {
      rmSync(file);
      lose();
      await expect(openOffice(place)).rejects.toMatchObject({code: 'office-key-gone', facts: {file}});
      restore();
    }
    const again = await openOffice(place);
    expect(again.publicKey).toBe(office.publicKey);
    await again.close();
  });

  it('makes no other database than the one of which its key is left', async () => {
    const own = await officeHome('gone');
    onTestFinished(() => rmSync(own, {recursive: true, force: true}));
    await (await openOffice({...place, home: own, beside: own})).close();
    for (const lose of [() => {}, () => mkdirSync(join(own, 'postgres'), {mode: 0o700})]) {
      rmSync(join(own, 'postgres'), {recursive: true, force: true});
      lose();
      const opened = openOffice({...place, home: own, beside: own});
      await expect(opened).rejects.toMatchObject({code: 'office-database-gone'});
    }
  });

  it('makes all rows anew beside those of an older version of them', async () => {
    const database = await openDatabase({home, url: undefined});
    onTestFinished(() => database.close());
    const tables = ['till_fold', 'payment', 'till_day', 'z'];
    /** All rows of a version and one that is older by so much. */
    const rowsOf = async (older: number) => {
      const found: Record<string, unknown> = {};
      for (const table of tables)
        found[table] = await database.query(
          `select (to_jsonb(each) - 'fold' - 'kept')::text as row from ${table} as each
             where fold = $1 and coalesce((to_jsonb(each) ->> 'seq')::bigint, 1) > 0 order by 1`,
          [projectionVersion - older],
        );
      return found;
    };
    await expect.poll(async () => (await office.status()).linesBehind).toBe(0);
    const before = await rowsOf(0);
    for (const table of tables) await database.query(`update ${table} set fold = fold - 100`);
    expect((await office.rows.payments([])).payments).toEqual([]);
    const updated = await openOffice(place);
    onTestFinished(() => updated.close());
    await updated.serve(0);
    await expect.poll(async () => (await updated.status()).linesBehind).toBe(0);
    expect(await rowsOf(0)).toEqual(before);
    expect(await rowsOf(100)).toEqual(before);
  });

  it('takes what many tills have kept through an outage, all of them at once', {
    timeout: isProving ? 1_200_000 : 900_000,
  }, async () => {
    const names = Array.from(
      {length: isProving ? 200 : 12},
      (_, at) => `O${at.toString(36).padStart(2, '0').toUpperCase()}`,
    );
    const tills = [];
    for (const name of names) tills.push(await tillOf(name));
    for (const {journal} of tills) await journal.sell(isProving ? 2500 : 40);
    // Who waits for a minute, as on a machine that has other work, comes again.
    const tries = tills.map(async ({shipOnce}) => {
      for (let each = 1; each <= 50; each += 1) if ((await shipOnce()).kind === 'all') return each;
      return undefined;
    });
    expect((await Promise.all(tries)).filter(each => each === undefined)).toEqual([]);
    for (const {journal, own} of tills) expect(await bytesIn(own.till)).toBe(journal.bytes());
    await expect.poll(async () => (await office.status()).linesBehind).toBe(0);
    expect(await office.incidents()).toEqual([]);
  });
});
