import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, beforeEach, expect, it, onTestFinished} from 'vitest';
import {businessDate} from '../../src/core/day/business-day.js';
import {projectionVersion} from '../../src/core/office/projection.js';
import {jsonIn} from '../../src/core/text/json.js';
import {type Database, openDatabase} from '../../src/office/database.js';
import {isSignedBy} from '../../src/office/key.js';
import {lookForAlerts} from '../../src/office/needs.js';
import {officePages} from '../../src/office/page/server.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {openMailServer} from '../print/mail-server.js';
import {officeHome} from './office-home.js';
import {PersonBrowser} from './person-browser.js';

const home = await officeHome('alerts');
let now = Date.parse('2026-11-20T12:00:00Z');
let office: HeadOffice;
let database: Database;
let url = '';
const by = {person: 'Amina', language: 'en'} as const;
const clock = () => ({now, zone: 'UTC'});
const alert = (key: string, level = 1) => ({
  key,
  level,
  what: `What of ${key}`,
  where: 'corner/T7K',
  since: '2026-11-20 11:00',
  now: 'Do this now.',
});

beforeAll(async () => {
  const world = {...machine, now: () => now};
  office = await openOffice({home, beside: home, url: undefined, shop: 'corner', pages: officePages, world});
  ({url} = await office.serve(0));
  database = await openDatabase({home, url: undefined});
});
afterAll(async () => {
  await database.close();
  await office.close();
  rmSync(home, {recursive: true, force: true});
});
beforeEach(async () => {
  now += 3 * 24 * 3_600_000;
  await office.alerts.set({webhook: '', to: '', server: '', user: '', quiet: ''}, by);
  await database.query("delete from office_record where shop = '' and kind = 'alert'");
});

type Call = {readonly headers: IncomingMessage['headers']; readonly body: string};

/** Who is called; `status` may be changed. */
async function receiver() {
  const calls: Call[] = [];
  const how = {status: 200};
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      calls.push({headers: request.headers, body: Buffer.concat(parts).toString()});
      response.writeHead(how.status, {location: 'http://127.0.0.1:1/'}).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {calls, how, webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/here`};
}
const chain = async () =>
  (await database.query<{line: string}>('select line from reconciliation_line order by seq'))
    .map(({line}) => JSON.parse(line) as {type: string; person: string; data: Record<string, unknown>})
    .filter(({type}) => type === 'alert-raised');

it('is sent by e-mail and to the address once, both signed or logged in, and is a line of the chain', async () => {
  const {calls, webhook} = await receiver();
  const user = {name: 'duka', password: 'a-good-password'};
  const mail = await openMailServer({user}, end => onTestFinished(end));
  const to = 'amina@example.com,esi@example.com';
  await office.alerts.set(
    {to, webhook, server: `localhost:${mail.port}`, user: user.name},
    {...by, password: user.password},
  );
  const before = (await chain()).length;
  for (const _ of [1, 2]) {
    await office.alerts.raise([alert('disk'), alert('open-T7K1'), alert('nothing', 0)], clock());
    await office.alerts.deliver();
  }
  expect(mail.taken.map(each => each.to)).toEqual([['amina@example.com'], ['esi@example.com']]);
  for (const part of ['Subject: Duka: 2 alerts', 'What of disk', 'corner/T7K', '  Do this now.'])
    expect(mail.taken[0]?.text).toContain(part);
  expect(calls).toHaveLength(1);
  const [{headers, body}] = calls as [Call];
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const [version, signature = ''] = String(headers['webhook-signature']).split(',');
  expect(version).toBe('v1a');
  expect(isSignedBy(office.publicKey, signed, signature)).toBe(true);
  expect(isSignedBy(office.publicKey, `${signed} `, signature)).toBe(false);
  expect(jsonIn(body)).toMatchObject({
    schema: 'duka.alerts/1',
    office: office.publicKey,
    alerts: [
      {key: 'disk', level: 1, todo: 'Do this now.'},
      {key: 'open-T7K1', where: 'corner/T7K'},
    ],
  });
  expect((await chain()).slice(before)).toMatchObject([
    {person: 'office', data: {key: 'disk', level: 1, what: 'What of disk', where: 'corner/T7K'}},
    {data: {key: 'open-T7K1'}},
  ]);
  await office.alerts.raise([alert('disk', 2)], clock());
  await office.alerts.deliver();
  expect(calls.map(each => JSON.parse(each.body).alerts.length)).toEqual([2, 1]);
  const rows = JSON.stringify(await database.query('select record from office_record')) + JSON.stringify(await chain());
  expect(rows).not.toContain(user.password);
});

it('is tried again while nobody takes it, with the same id, and follows nobody elsewhere', async () => {
  const {calls, how, webhook} = await receiver();
  await office.alerts.set({webhook}, by);
  await office.alerts.raise([alert('disk')], clock());
  for (const status of [503, 302]) {
    how.status = status;
    await office.alerts.deliver();
    await office.alerts.deliver(); // not before its time
    now += 5 * 60_000;
  }
  expect((await office.alerts.raised())[0]).toMatchObject({waits: ['webhook'], tries: 2});
  how.status = 204;
  await office.alerts.deliver();
  expect(calls).toHaveLength(3);
  expect(new Set(calls.map(({headers}) => headers['webhook-id'])).size).toBe(1);
  expect((await office.alerts.raised())[0]).toMatchObject({waits: []});
});

it('waits in quiet hours, and is not sent at all if it is over by then', async () => {
  const {calls, webhook} = await receiver();
  await office.alerts.set({webhook, quiet: '11:00-13:00'}, by);
  await office.alerts.raise([alert('disk'), alert('silent-T7K')], clock());
  await office.alerts.deliver();
  expect(calls).toEqual([]);
  now += 3_600_000;
  await office.alerts.raise([alert('disk')], clock());
  await office.alerts.deliver();
  expect(calls.map(({body}) => JSON.parse(body).alerts.map((each: {key: string}) => each.key))).toEqual([['disk']]);
});

it('says so if the password or the server is wrong, and tills do not wait for it', async () => {
  const mail = await openMailServer({user: {name: 'duka', password: 'right'}}, end => onTestFinished(end));
  const server = `localhost:${mail.port}`;
  await office.alerts.set({to: 'a@example.com', server, user: 'duka'}, {...by, password: 'wrong'});
  await expect(office.alerts.sendTest()).rejects.toMatchObject({code: 'alert-unsent'});
  await office.alerts.set({}, {...by, password: 'right'});
  await office.alerts.sendTest();
  expect(mail.taken).toHaveLength(1);
  // With another server, the password of the one before is not sent.
  await office.alerts.set({server: 'localhost:1'}, by);
  await expect(office.alerts.sendTest()).rejects.toMatchObject({code: 'alert-unsent'});
  await office.alerts.set({to: '', server: ''}, by);
  await expect(office.alerts.sendTest()).rejects.toMatchObject({code: 'alert-no-way'});
});

it('is raised of what the page *Needs a person* lists, and of nothing if it has no way to tell', async () => {
  const {calls, webhook} = await receiver();
  await lookForAlerts(office);
  expect(await office.alerts.raised()).toEqual([]);
  expect(await office.code('T7K', 'corner')).not.toBe('');
  await database.query(
    `insert into till (shop, till, seq, head, record, seen_at) values ('corner', 'T7K', 1, 'x', $1, $2)`,
    [
      JSON.stringify({
        shop: 'corner',
        till: 'T7K',
        seq: 1,
        head: 'x',
        key: 'k',
        branches: [],
        haltedAt: null,
        turns: 0,
      }),
      new Date(now - 40 * 60_000),
    ],
  );
  await database.query("insert into shop (name) values ('corner') on conflict do nothing");
  await database.query(
    `insert into till_day (shop, till, fold, business_date, place, currency, quarter, tender, paid, minor, not_paid, refunds, refunded)
       values ('corner', 'T7K', $1, $2, '', 'KES', 0, '{}', 1, 1000, 0, 0, 0)`,
    [projectionVersion, businessDate(now - 24 * 3_600_000, 'UTC', '00:00')],
  );
  await office.alerts.set({webhook, open: '08:00-20:00'}, by);
  await lookForAlerts(office);
  expect(JSON.parse(calls[0]?.body ?? '{}')).toMatchObject({
    alerts: [
      {key: 'backup-never'},
      {where: 'corner/T7K', level: 1, what: expect.stringContaining('half an hour')},
      {where: 'corner/T7K', level: 1, what: expect.stringContaining('T7K has not closed since')},
    ],
  });
  now += 24 * 3_600_000;
  await lookForAlerts(office);
  expect(calls).toHaveLength(2);
  await office.alerts.set({open: ''}, by);
});

it('is set on its page by owners, and by nobody else', async () => {
  const {webhook, calls} = await receiver();
  const passphrase = 'four words are good';
  const owner = new PersonBrowser({url});
  await owner.enrol((await office.register.inviteFirst()) ?? '', {name: 'Amina', passphrase, now});
  expect((await owner.open('/alerts')).status).toBe(200);
  const token = owner.hidden('token', 'settings');
  const fields = {token, do: 'set', to: '', server: '', user: '', from: '', quiet: '', open: '', language: 'fr'};
  expect((await owner.send('/alerts', {...fields, webhook: 'http://example.com/'})).status).toBe(400);
  expect((await owner.send('/alerts', {...fields, webhook})).status).toBe(303);
  expect(await office.alerts.settings()).toMatchObject({webhook, language: 'fr'});
  expect((await owner.send('/alerts', {token, do: 'test'})).status).toBe(303);
  expect(calls[0]?.body).toContain('Ceci est un essai');
  expect((await owner.send('/alerts', {do: 'test'})).status).toBe(403);
  const manager = new PersonBrowser({url});
  const code = await office.register.add('Esi', {role: 'manager', shops: 'all'}, 'Amina');
  await manager.enrol(code, {passphrase, now});
  expect((await manager.open('/alerts')).status).toBe(404);
  await manager.open('/needs');
  const own = manager.hidden('token');
  expect((await manager.send('/alerts', {...fields, token: own, webhook: ''})).status).toBe(404);
  expect(await office.alerts.settings()).toMatchObject({webhook});
});
