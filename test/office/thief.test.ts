// @module-tag slow

import {createHash, generateKeyPairSync, sign} from 'node:crypto';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {dictionary} from '../../src/core/office/dictionary.js';
import {type Database, openDatabase} from '../../src/office/database.js';
import {officePages} from '../../src/office/page/server.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {officeHome} from './office-home.js';
import {PersonBrowser} from './person-browser.js';
import {joined, shopJournal} from './support.js';

/** What somebody does who can write to an office's database, and how it is told. */
const home = await officeHome('thief');
const day = 86_400_000;
let later = 0;
const world = {...machine, now: () => machine.now() + later};
const place = {home, beside: home, url: undefined, shop: 'corner', world, pages: officePages};
let office: HeadOffice;
let database: Database;
let url = '';

beforeAll(async () => {
  office = await openOffice(place);
  ({url} = await office.serve(0));
  database = await openDatabase({home, url: undefined});
});
afterAll(async () => {
  await database.close();
  await office.close();
  rmSync(home, {recursive: true, force: true});
});

/** A till of which the office has four lines, in two pieces, and all rows. */
async function tillOf(till: string) {
  const journal = await shopJournal();
  const code = await office.code(null);
  const {shipOnce} = await joined(journal.folder, {url, code: () => code, till});
  for (const _ of [1, 2]) {
    await journal.sell(2);
    await shipOnce();
  }
  const {seq} = journal.tail();
  await expect.poll(async () => (await office.tills()).find(each => each.till === till)?.rows).toBe(seq);
  return {journal, shipOnce, seq};
}
const told = async (till: string) => {
  const {lines, wrong, rows} = (await office.verify()).find(each => each.till === till) ?? {};
  return {lines, wrong, rows};
};
const incidentsOf = async (till: string) =>
  (await office.incidents()).flatMap(each => (each.till === till ? each.what.kind : []));

describe('a figure that was changed is told by verify, and made again from the lines', () => {
  const rows: readonly (readonly [string, sql: string, rows: number])[] = [
    [
      'a sum of a payment',
      `update payment set digest = replace(digest, '00', '01') where reference in (select min(reference) from payment where till = $1) and till = $1`,
      1,
    ],
    ['a payment taken out', 'delete from payment where till = $1', 4],
    ['a payment under another day', `update payment set business_date = '2026-01-01' where till = $1`, 4],
    ['what a search finds', `update payment set search = '' where till = $1`, 4],
    ['the state that a search finds', `update payment set standing = 'waiting' where till = $1`, 4],
    [
      'a payment put in',
      `insert into payment (shop, till, fold, reference, business_date, requested_at, digest, search, standing) select shop, till, fold, 'X' || reference, business_date, requested_at, digest, search, standing from payment where till = $1`,
      4,
    ],
    [
      'a day put in',
      `insert into till_day (shop, till, fold, business_date, place, currency, quarter, tender, paid, minor, not_paid, refunds, refunded) select shop, till, fold, '2026-11-20', 'cash cash', 'KES', 1, '{"method": "cash", "channel": "cash"}', 1, 100, 0, 0, 0 from till_fold where till = $1`,
      1,
    ],
    [
      'a Z put in',
      `insert into z (shop, till, fold, number, row) select shop, till, fold, 1, '{}' from till_fold where till = $1`,
      1,
    ],
  ];
  it.each(rows.map((row, at) => [`R${at}A`, ...row] as const))('%s: %s', async (till, _, sql, count) => {
    const {seq} = await tillOf(till);
    expect(await told(till)).toEqual({lines: seq, wrong: null, rows: undefined});
    await database.query(sql, [till]);
    expect(await told(till)).toEqual({lines: seq, wrong: null, rows: count});
    await office.rebuild();
    expect(await told(till)).toEqual({lines: seq, wrong: null, rows: undefined});
  });
});

/** Writes another sum into the last line of a till and its hash everywhere, as if it had been sent so. */
async function rewritten(till: string): Promise<void> {
  const [chunk] = await database.query<{first: number; last: number; prev: string; body: Buffer}>(
    'select first, last, prev, body from chunk where till = $1 order by first desc limit 1',
    [till],
  );
  if (chunk === undefined) throw new Error('there is no chunk');
  const shared = {dictionary: Buffer.from(dictionary.text)};
  let head = chunk.prev;
  const lines = zstdDecompressSync(chunk.body, shared)
    .toString()
    .trimEnd()
    .split('\n')
    .map(line => {
      const rest = line.replace(/"minor":\d+/, '"minor":1').slice(0, -75);
      head = createHash('sha256').update(`${head}${rest}}`).digest('hex');
      return `${rest},"hash":"${head}"}\n`;
    });
  const bytes = Buffer.from(lines.join(''));
  await database.query('update chunk set body = $3, raw = $4, head = $5 where till = $1 and first = $2', [
    ...[till, chunk.first, zstdCompressSync(bytes, shared), bytes.length, head],
  ]);
  await database.query(
    `update till set head = $2, record = jsonb_set(record, '{head}', to_jsonb($2::text)) where till = $1`,
    [till, head],
  );
}

/** Takes the newest piece of a till's lines out of the office. */
async function cutOff(till: string): Promise<void> {
  const cut = `from chunk where till = $1 and first = (select max(first) from chunk where till = $1)`;
  const [chunk] = await database.query<{first: number; prev: string}>(`select first, prev ${cut}`, [till]);
  await database.query(`delete ${cut}`, [till]);
  await database.query(
    `update till set seq = $2, head = $3, record = record || jsonb_build_object('seq', $2::bigint, 'head', $3::text) where till = $1`,
    [till, (chunk?.first ?? 1) - 1, chunk?.prev],
  );
}

const attacks = {rewritten, 'cut off': cutOff} as const;

describe('lines that were changed with all that names them', () => {
  it.each([
    ['L1A', 'rewritten', ['forked', 'office-rolled-back']],
    ['L2A', 'cut off', ['office-rolled-back']],
  ] as const)('%s: are an incident as soon as the till is heard: %s', async (till, how, incidents) => {
    const {journal, shipOnce} = await tillOf(till);
    await attacks[how](till);
    await office.rebuild();
    await journal.sell(1);
    await shipOnce();
    expect(await incidentsOf(till)).toEqual(incidents);
  });

  it.each([
    ['L3A', 'rewritten'],
    ['L4A', 'cut off'],
  ] as const)(
    '%s: are not those under the root of a day, though the till is never heard again: %s',
    async (till, how) => {
      const {seq} = await tillOf(till);
      later += day;
      await office.tend();
      expect(await told(till)).toEqual({lines: seq, wrong: null, rows: undefined});
      await attacks[how](till);
      await office.rebuild();
      expect(await told(till)).toMatchObject({wrong: seq});
      // Nor does it help to change what the root was made of, or to sign it with another key.
      await database.query('update day_checkpoint set note = replace(note, $2, $3) where till = $1', [
        ...[till, `\n${seq}\n`, `\n${seq + 1}\n`],
      ]);
      expect((await told(till)).wrong).toBe(seq + 1);
      const [root] = await database.query<{day: string; note: string}>(
        'select day, note from day_root order by day desc',
      );
      const {privateKey} = generateKeyPairSync('ed25519');
      await database.query('update day_root set signature = $2 where day = $1', [
        ...[root?.day, sign(null, Buffer.from(root?.note ?? ''), privateKey).toString('base64')],
      ]);
      expect((await told(till)).wrong).toBe(seq + 1);
      await database.query('delete from day_root where day = $1', [root?.day]);
      await database.query('delete from day_checkpoint where day = $1', [root?.day]);
    },
  );
});

describe('a list for tills that somebody else has written', () => {
  it.each<[string, set: string]>([
    ['another body', `body = replace(body, 'cashier', 'manager')`],
    ['another body and a signature that was there', `body = split_part(body, ' ', 1) || ' []'`],
    ['no signature', `body = split_part(body, ' ', 2)`],
    ['another version', 'version = version + 1'],
    ['another shop', `shop = 'corner'`],
  ])('is signed for no till: %s', async (_, set) => {
    await office.lists.add({name: `Baraka ${set.length}`, role: 'cashier', shops: null}, 'Amina');
    const [was] = await database.query<{shop: string; version: number; body: string}>(
      'select shop, version, body from shipped_list',
    );
    await database.query(`update shipped_list set ${set}`);
    const refused = {code: 'office-database-failed', facts: {text: 'shipped_list'}};
    await expect(office.lists.signed('corner', 'staff')).rejects.toMatchObject(refused);
    await database.query('update shipped_list set shop = $1, version = $2, body = $3', [
      was?.shop,
      was?.version,
      was?.body,
    ]);
    expect(await office.lists.signed('corner', 'staff')).toBeDefined();
  });
});

describe('what only the office may say', () => {
  const forked = async (till: string) => {
    const {journal, shipOnce} = await tillOf(till);
    await rewritten(till);
    await journal.sell(1);
    await shipOnce();
  };
  const isOpen = async (till: string) =>
    (await office.incidents()).some(
      each => each.till === till && each.what.kind === 'forked' && each.closedBy === null,
    );
  const openNow = async () => (await office.status()).openIncidents;

  it.each<[string, set: string]>([
    ['I1A', `closed_at = now(), closed_by = 'Amina', note = 'looked at'`],
    ['I2A', `closed_at = now(), closed_by = 'Amina', note = 'looked at', signed = (select max(signed) from incident)`],
  ])('%s: an incident that was closed by SQL is open, until a person closes it', async (till, set) => {
    await forked(till);
    const before = await openNow();
    expect(before).toBeGreaterThan(0);
    await database.query(`update incident set ${set} where till = $1`, [till]);
    expect([await isOpen(till), await openNow()]).toEqual([true, before]);
    const found = (await office.incidents()).find(each => each.till === till && each.what.kind === 'forked');
    await office.closeIncident(till, found?.number ?? 0, {person: 'Amina', note: 'seen'});
    expect([await isOpen(till), await openNow()]).toEqual([false, before - 1]);
  });

  it('gives a program nothing for a token that was put in, or has other rights', async () => {
    const secret = await office.register.tokens.make('books', {rights: 'tills', shops: 'all'}, 'Amina');
    const asked = async (bearer: string) =>
      (await fetch(`${url}/api/v1/tills`, {headers: {authorization: `Bearer ${bearer}`}})).status;
    expect(await asked(secret)).toBe(200);
    const other = `duka_${'x'.repeat(43)}`;
    await database.query(
      `insert into office_record (shop, kind, id, record) select shop, kind, $1, record from office_record where kind = 'api-token'`,
      [createHash('sha256').update(other).digest('hex')],
    );
    expect([await asked(secret), await asked(other)]).toEqual([200, 401]);
    await database.query(`update office_record set record = replace(record::text, '"tills"', '"tills", "zs"')::jsonb`);
    expect(await asked(secret)).toBe(401);
  });

  it.each<[string, sql: string]>([
    ['changed', `update office_record set record = replace(record::text, 'example.com', 'example.net')::jsonb`],
    ['deleted', 'delete from office_record'],
  ])('says that alerts were %s, until they are set again', async (_, sql) => {
    const set = () => office.alerts.set({webhook: 'https://example.com/'}, {person: 'Amina', language: 'en'});
    await set();
    await database.query(`${sql} where kind = 'alert-setting'`);
    await expect(office.alerts.settings()).rejects.toMatchObject({code: 'office-database-failed'});
    await set();
    expect((await office.alerts.settings()).webhook).toBe('https://example.com/');
  });
});

describe('somebody who has an account and the database', () => {
  const passphrase = 'four words are good';
  let esi: PersonBrowser;
  beforeAll(async () => {
    const given = {passphrase, now: Date.now() + later};
    await new PersonBrowser({url}).enrol((await office.register.inviteFirst()) ?? '', {name: 'Wanjiku', ...given});
    const code = await office.register.add('Esi', {role: 'viewer', shops: ['corner']}, 'Wanjiku');
    esi = new PersonBrowser({url});
    await esi.enrol(code, given);
  });
  const named = (name: string) => `(select id from person where record -> 'of' ->> 'name' = '${name}')`;

  it.each<[string, table: 'person' | 'person_session', set: string]>([
    ['as an owner', 'person', `record = jsonb_set(record, '{of,role}', '"owner"')`],
    ['with another shop', 'person', `record = jsonb_set(record, '{of,shops}', '["mall"]')`],
    ['with the record of an owner', 'person', `record = (select record from person where id = ${named('Wanjiku')})`],
    ['by a session that is said to be an owner’s', 'person_session', `person = ${named('Wanjiku')}`],
    [
      'by a session that began later',
      'person_session',
      `record = jsonb_set(record, '{of,startedAt}', '9000000000000')`,
    ],
  ])('sees nothing %s', async (_, table, set) => {
    expect((await esi.open('/')).status).toBe(200);
    const [key] = table === 'person' ? ['id'] : ['person'];
    const [was] = await database.query<{id: string; person: string; record: object}>(
      `select id, ${table === 'person' ? 'id as person' : 'person'}, record from ${table} where ${key} = ${named('Esi')}`,
    );
    await database.query(`update ${table} set ${set} where id = $1`, [was?.id]);
    expect((await esi.open('/')).status).not.toBe(200);
    const back = table === 'person' ? '' : ', person = $3';
    await database.query(`update ${table} set record = $2${back} where id = $1`, [
      ...[was?.id, JSON.stringify(was?.record)],
      ...(table === 'person' ? [] : [was?.person]),
    ]);
  });
});

it('another key in the place of the office’s, as valid as it is, opens nothing', async () => {
  await tillOf('K1A');
  const file = join(home, 'office-key.pem');
  const own = readFileSync(file);
  const {privateKey} = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({type: 'pkcs8', format: 'pem'}));
  await expect(openOffice(place)).rejects.toMatchObject({code: 'office-key-other', facts: {file}});
  writeFileSync(file, own);
  const again = await openOffice(place);
  expect(again.publicKey).toBe(office.publicKey);
  await again.close();
});
