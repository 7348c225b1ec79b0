import {rmSync} from 'node:fs';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {type Database, openDatabase} from '../../src/office/database.js';
import {officePages} from '../../src/office/page/server.js';
import {hashedPassphrase} from '../../src/office/person/secrets.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {officeHome} from './office-home.js';
import {PersonBrowser} from './person-browser.js';

const home = await officeHome('people');
const hour = 3_600_000;
let now = Date.parse('2026-11-20T12:00:00Z');
const place = {
  home,
  beside: home,
  url: undefined,
  shop: 'corner',
  pages: officePages,
  world: {...machine, now: () => now},
};
let office: HeadOffice;
let database: Database;
let url = '';
const passphrase = 'four words are good';
const browser = (more: {host?: string; agent?: string; headers?: Record<string, string>} = {}) =>
  new PersonBrowser({url, ...more});
const proxied = {'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https'};
let owner: Awaited<ReturnType<PersonBrowser['enrol']>>;

beforeAll(async () => {
  office = await openOffice(place);
  ({url} = await office.serve(0));
  database = await openDatabase({home, url: undefined});
  const code = (await office.register.inviteFirst()) ?? '';
  owner = await browser().enrol(code, {name: 'Amina', passphrase, now});
});
afterAll(async () => {
  await database.close();
  await office.close();
  rmSync(home, {recursive: true, force: true});
});
beforeEach(() => {
  now += 24 * hour; // what was tried in a test is forgotten in the next
});

/** Somebody who has just signed in. */
async function signedIn(who = browser()) {
  now += 60_000; // no code works twice
  expect((await who.signIn('Amina', passphrase, owner.codes(now))).status).toBe(303);
  return who;
}
const added = async (name: string, role: 'owner' | 'viewer' = 'viewer') => {
  const code = await office.register.add(name, {role, shops: ['corner']}, 'Amina');
  const who = browser();
  return {who, code, ...(await who.enrol(code, {passphrase, now}))};
};
type Line = {readonly type: string; readonly person: string; readonly data: Readonly<Record<string, unknown>>};
/** The lines of the office's own chain. */
const chain = async (of = database) =>
  (await of.query<{line: string}>('select line from reconciliation_line order by seq')).map(
    ({line}) => JSON.parse(line) as Line,
  );
const log = async () => (await office.register.log(3)).map(({kind, name}) => [kind, name]);

it('a passphrase is stored at the cost that it takes to guess one', async () =>
  expect(await hashedPassphrase(passphrase)).toMatch(/^19456\.2\./));

describe('signing in with a passphrase and a one-time code', () => {
  it('takes them together, each code once, and the same name however it is typed', async () => {
    const who = await signedIn();
    expect(who.last.headers).toMatchObject({location: '/', 'cache-control': 'no-store'});
    expect(who.last.headers['set-cookie']?.[0]).toMatch(
      /^duka-[0-9a-f]{16}=[\w-]{65}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const code = owner.codes(now);
    expect((await browser().signIn('Amina', passphrase, code)).text).toContain('the code was used before');
    now += 60_000;
    expect((await browser().signIn('Amina', 'five words are good', owner.codes(now))).status).toBe(401);
    expect((await browser().signIn('Nobody', passphrase, owner.codes(now))).status).toBe(401);
    expect((await browser().signIn('  aMINA ', passphrase, owner.codes(now))).status).toBe(303);
    expect(await log()).toEqual([
      ['signed-in', 'Amina'],
      ['refused', null],
      ['refused', 'Amina'],
    ]);
  });

  it('says what the clock of the office is, so that whoever sets it knows; a recovery code works meanwhile, once', async () => {
    const [code = ''] = owner.recovery;
    const right = now;
    now += 26 * hour;
    expect((await browser().signIn('Amina', passphrase, owner.codes(right))).text).toContain('2026-11-');
    expect((await browser().signIn('Amina', passphrase, code.toLowerCase().replaceAll('-', ' '))).status).toBe(303);
    expect((await browser().signIn('Amina', passphrase, code)).status).toBe(401);
    expect((await browser().signIn('Amina', passphrase, owner.codes(now))).status).toBe(303);
    now = right; // the clock is set right: nobody is held by what happened in the future
    expect((await browser().signIn('Amina', passphrase, owner.codes(now))).status).toBe(303);
  });

  it('waits after five tries in vain, also after a restart and for a name that nobody has; the chain has a line of it', async () => {
    const {codes} = await added('Esi');
    for (const name of ['Esi', 'Nobody'])
      for (let times = 0; times < 5; times += 1) {
        const headers = {'x-forwarded-for': `10.${times}.0.1`, 'x-forwarded-proto': 'https'};
        expect((await browser({headers}).signIn(name, passphrase, '000000')).status).toBe(401);
      }
    const again = await openOffice(place);
    const {url: other} = await again.serve(0);
    for (const name of ['Esi', 'Nobody'])
      expect(await new PersonBrowser({url: other}).signIn(name, passphrase, codes(now))).toMatchObject({
        status: 429,
        text: expect.stringContaining('Wait 1 minute'),
      });
    await again.close();
    const lines = await chain();
    expect(lines.filter(({type}) => type === 'sign-in-locked')).toMatchObject([{data: {name: 'Esi', minutes: 1}}]);
    now += 61_000;
    await browser().signIn('Esi', passphrase, '1'); // the clock of the other office was ahead: what was asked before is too old
    expect((await browser().signIn('Esi', passphrase, codes(now))).status).toBe(303);
  });

  it('waits after twenty tries of one address, whoever they are for', async () => {
    const from = {
      headers: {'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': 'https'},
      host: 'office.example.com',
    };
    for (let times = 0; times < 20; times += 1)
      expect((await browser(from).signIn(`Name ${times}`, passphrase, '000000')).status).toBe(401);
    expect((await browser(from).signIn('Amina', passphrase, owner.codes(now))).status).toBe(429);
    expect((await browser().signIn('Amina', passphrase, owner.codes(now))).status).toBe(303);
  });

  it('takes no form of another page, none without its token, none twice, and none that was open for too long', async () => {
    const who = browser();
    await who.open('/sign-in');
    const form = {do: 'passphrase', name: 'Amina', passphrase, code: owner.codes(now)};
    const token = who.hidden('token', 'codes');
    for (const origin of ['https://evil.example', 'null', 'http://localhost'])
      expect((await who.send('/sign-in', {...form, token}, {origin})).status).toBe(403);
    expect((await who.send('/sign-in', form)).text).toContain('open for too long');
    expect((await who.send('/sign-in', {...form, token: `${token.slice(0, -2)}AA`})).status).toBe(401);
    expect((await who.send('/sign-in', {...form, token})).status).toBe(303);
    expect((await browser().send('/sign-in', {...form, token})).text).toContain('sent twice');
  });

  it('lets one in after the other, and tells the rest of a hundred to wait, while tills are answered', async () => {
    const from = (at: number) => ({'x-forwarded-for': `198.51.100.${100 + (at % 2)}`, 'x-forwarded-proto': 'https'});
    const many = Array.from({length: 100}, (_, at) => browser({headers: from(at), host: 'office.example.com'}));
    for (const each of many) await each.open('/sign-in');
    const form = {do: 'passphrase', name: 'x', passphrase, code: '000000'};
    const sent = many.map(each => each.send('/sign-in', {...form, token: each.hidden('token')}));
    expect((await fetch(`${url}/v1/nonce`)).status).toBe(200);
    const statuses = new Set((await Promise.all(sent)).map(({status}) => status));
    expect([...statuses].sort()).toEqual([401, 429]);
  });

  it('lets a flood of forms of one address wait, also of those that are refused anyway, and makes no page of the refusal', async () => {
    const headers = {'x-forwarded-for': '198.51.100.77', 'x-forwarded-proto': 'https'};
    const many = Array.from({length: 80}, () => browser({headers, host: 'office.example.com'}).send('/sign-in', {}));
    const found = await Promise.all(many);
    const refused = found.filter(({status}) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(new Set(refused.map(({text}) => text.includes('<')))).toEqual(new Set([false]));
  });
});

describe('a page that anybody could read on the way', () => {
  it.each([
    [
      'without https behind a proxy',
      {'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http'},
      'office.example.com',
    ],
    ['if the proxy does not say how it was asked', {'x-forwarded-for': '203.0.113.7'}, 'office.example.com'],
    ['if the proxy says that it is this machine', {'x-forwarded-for': '203.0.113.7'}, 'localhost'],
    ['under another name that leads here', {}, 'evil.example'],
  ])('signs nobody in %s, and says why', async (_, headers, host) => {
    const who = browser({headers, host});
    const code = await office.register.add(
      `Kofi ${Math.random().toString(36).replaceAll(/\d/g, '')}`,
      {role: 'viewer', shops: 'all'},
      'Amina',
    );
    for (const path of ['/sign-in', `/enrol?code=${code}`])
      expect(await who.open(path)).toMatchObject({
        status: 403,
        text: expect.stringContaining('could be read on the way'),
      });
    expect(
      (await who.send('/sign-in', {token: '', do: 'passphrase', name: 'Amina', passphrase, code: ''})).status,
    ).toBe(403);
    const here = await signedIn();
    expect(
      await office.register.door.visitorOf({
        headers: {...headers, host, cookie: [...here.cookies].map(each => each.join('=')).join('; ')},
        headersDistinct: {host: [host]},
      } as never),
    ).toBeUndefined();
  });

  it('is none behind a proxy with https: the cookie is bound to that name', async () => {
    const who = await signedIn(browser({headers: proxied, host: 'office.example.com'}));
    expect(who.last.headers['set-cookie']?.[0]).toMatch(
      /^__Host-duka-[0-9a-f]{16}=[\w-]{65}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });
});

describe('an invitation', () => {
  it('is good once, for 15 minutes, for its person, and takes no short passphrase and no wrong code', async () => {
    const code = await office.register.add('Yaw', {role: 'accountant', shops: 'all'}, 'Amina');
    const who = browser();
    await who.open(`/enrol?code=${code}`);
    expect(who.last.text).toContain('Welcome, Yaw');
    const of = () => ({token: who.hidden('token', 'codes'), invitation: code, do: 'codes'});
    expect((await who.send('/enrol', {...of(), passphrase: 'short', code: '123456'})).text).toContain('At least 12');
    expect((await who.send('/enrol', {...of(), passphrase, code: '000000'})).text).toContain('not the code');
    now += 16 * 60_000;
    expect((await who.open(`/enrol?code=${code}`)).status).toBe(404);
    const yaw = (await office.register.store.people()).find(({name}) => name === 'Yaw');
    const again = await office.register.reset(yaw?.id ?? '', 'Amina');
    expect((await who.enrol(again, {passphrase, now})).recovery).toHaveLength(8);
    expect(who.last.headers['cache-control']).toBe('no-store');
    expect((await who.open(`/enrol?code=${again}`)).status).toBe(404);
    expect((await who.open(`/enrol?code=${code}`)).status).toBe(404);
  });

  it('is there for the first owner only until an owner can sign in, each in place of the one before', async () => {
    const other = await officeHome('first');
    const fresh = await openOffice({...place, home: other, beside: other});
    const {url: here} = await fresh.serve(0);
    const [first = '', second = ''] = [await fresh.register.inviteFirst(), await fresh.register.inviteFirst()];
    const who = new PersonBrowser({url: here});
    expect((await who.open(`/enrol?code=${first}`)).status).toBe(404);
    await who.enrol(second, {name: 'Ama', passphrase, now});
    expect(await fresh.register.inviteFirst()).toBeUndefined();
    expect(await fresh.register.store.people()).toMatchObject([{name: 'Ama', role: 'owner', shops: 'all'}]);
    expect((await fresh.verify()).map(({till, lines}) => [till, lines])).toEqual([['office', 1]]);
    await fresh.close();
    rmSync(other, {recursive: true, force: true});
  });

  it('keeps nothing that signs in: no passphrase, secret, code or cookie is in the database', async () => {
    const {who, code, recovery} = await added('Abena');
    const stored = JSON.stringify([
      await office.register.store.people(),
      await office.register.store.sessions(),
      await office.register.log(100),
      await chain(),
    ]);
    const secret = office.register.seal.secretFor(code);
    for (const each of [passphrase, code, secret, ...recovery, ...who.cookies.values()])
      expect(stored).not.toContain(each);
  });
});

describe('a session', () => {
  const visitorOf = async (who: PersonBrowser, agent = 'A browser', from = '127.0.0.1') =>
    office.register.door.visitorOf({
      headers: {
        host: 'localhost',
        'user-agent': agent,
        cookie: [...who.cookies].map(each => each.join('=')).join('; '),
      },
      headersDistinct: {host: ['localhost']},
      socket: {remoteAddress: from},
    } as never);

  it('says who it is and what they may do, until 12 hours have passed without a request', async () => {
    const who = await signedIn();
    expect(await visitorOf(who)).toMatchObject({
      name: 'Amina',
      role: 'owner',
      shops: 'all',
      formToken: expect.any(String),
    });
    now += 11 * hour;
    expect(await visitorOf(who)).toBeDefined();
    now += 11 * hour;
    expect(await visitorOf(who)).toBeDefined();
    now += 13 * hour;
    expect(await visitorOf(who)).toBeUndefined();
  });

  it('ends seven days after signing in, however often it is used', async () => {
    const who = await signedIn();
    for (let days = 0; days < 14; days += 1) {
      now += 12 * hour;
      expect(await visitorOf(who)).toBeDefined();
    }
    now += 1000;
    expect(await visitorOf(who)).toBeUndefined();
    const sessions = await office.register.store.sessions();
    expect(sessions.every(({startedAt}) => now - startedAt <= 7 * 24 * hour)).toBe(true);
  });

  it('ends when another browser sends it; from another address it goes on, and the log says so', async () => {
    const who = await signedIn();
    expect(await visitorOf(who, 'A browser', '192.0.2.1')).toBeDefined();
    expect((await log())[0]).toEqual(['moved', 'Amina']);
    expect(await visitorOf(who, 'Another browser')).toBeUndefined();
    expect(await visitorOf(who)).toBeUndefined();
    expect((await log())[0]).toEqual(['other-browser', 'Amina']);
  });

  it('ends on every device when the person is reset or removed, and at once by signing out', async () => {
    const who = await signedIn();
    const token = (await visitorOf(who))?.formToken ?? '';
    expect((await who.send('/sign-out', {token: 'x'})).status).toBe(403);
    expect((await who.send('/sign-out', {token})).headers.location).toBe('/sign-in');
    expect(who.cookies.size).toBe(0);
    const {who: esi} = await added('Akua');
    const id = (await visitorOf(esi))?.person ?? '';
    await office.register.reset(id, 'Amina');
    expect(await visitorOf(esi)).toBeUndefined();
  });

  it('is listed, and ended by its person or an owner, by nobody else', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const {who: kojo} = await added('Kojo');
    const [own, other, kojos] = await Promise.all([visitorOf(one), visitorOf(two), visitorOf(kojo)]);
    await kojo.send('/you', {token: kojos?.formToken ?? '', do: 'end', session: own?.session ?? ''});
    expect(await visitorOf(one)).toBeDefined();
    expect(
      (await kojo.send('/people', {token: kojos?.formToken ?? '', do: 'end', session: own?.session ?? ''})).status,
    ).toBe(404);
    await one.send('/you', {token: own?.formToken ?? '', do: 'end', session: other?.session ?? ''});
    expect(await visitorOf(two)).toBeUndefined();
    await one.send('/people', {token: own?.formToken ?? '', do: 'end', session: kojos?.session ?? ''});
    expect(await visitorOf(kojo)).toBeUndefined();
  });

  it('lets its person change how they sign in for 15 minutes, and asks them to sign in again after that', async () => {
    const who = await signedIn();
    const token = (await visitorOf(who))?.formToken ?? '';
    expect((await who.send('/you', {token, do: 'again'})).headers.location).toMatch(/^\/enrol\?code=[\w-]{43}$/);
    now += 16 * 60_000;
    expect((await who.send('/you', {token, do: 'again'})).text).toContain('sign in again first');
  });
});

describe('a token of a program', () => {
  it('is made and revoked by owners, and shown once', async () => {
    const who = await signedIn();
    await who.open('/people');
    const token = who.hidden('token', 'token');
    const made = await who.send('/people', {token, do: 'token', name: 'Books', rights: 'tills', shops: ''});
    const secret = /duka_[\w-]{43}/.exec(made.text)?.[0] ?? '';
    const ask = () => fetch(`${url}/api/v1/tills`, {headers: {authorization: `Bearer ${secret}`}});
    expect((await ask()).status).toBe(200);
    const page = await who.open('/people');
    expect(page.text).toContain('Books · tills');
    expect(page.body).not.toContain(secret);
    expect(JSON.stringify(await database.query('select * from office_record'))).not.toContain(secret);
    const {who: viewer} = await added('Viewer of tokens');
    await viewer.open('/you');
    const own = viewer.hidden('token');
    expect((await viewer.send('/people', {token: own, do: 'token', name: 'X', rights: 'tills'})).status).toBe(404);
    const [id = ''] = (await office.register.tokens.all()).map(each => each.id);
    expect((await viewer.send('/people', {token: own, do: 'revoke', id})).status).toBe(404);
    expect((await who.send('/people', {token, do: 'revoke', id})).status).toBe(303);
    expect((await ask()).status).toBe(401);
    expect((await chain()).filter(({type}) => type.startsWith('token-'))).toMatchObject([
      {type: 'token-made', person: 'Amina', data: {name: 'Books', rights: ['tills']}},
      {type: 'token-revoked', person: 'Amina', data: {name: 'Books'}},
    ]);
  });
});

describe('the people of an office', () => {
  it('are changed by owners, and nobody overwrites what somebody else has changed; an owner always stays', async () => {
    const who = await signedIn();
    const cookie = {
      headers: {
        host: 'localhost',
        'user-agent': 'A browser',
        cookie: [...who.cookies].map(each => each.join('=')).join('; '),
      },
      headersDistinct: {host: ['localhost']},
      socket: {remoteAddress: '127.0.0.1'},
    };
    const token = (await office.register.door.visitorOf(cookie as never))?.formToken ?? '';
    const sent = (fields: Record<string, string>) => who.send('/people', {token, ...fields});
    expect((await sent({do: 'add', name: 'Efua', role: 'manager', shops: 'corner, mall'})).text).toMatch(
      /http:\/\/localhost:\d+\/enrol\?code=[\w-]{43}/,
    );
    expect((await sent({do: 'add', name: 'efua', role: 'viewer', shops: ''})).text).toContain('Choose another name');
    const wrong = async (fields: Record<string, string>) => {
      const {status, text} = await sent({do: 'add', name: 'Kwame', ...fields});
      return [status, /\S+ cannot be “[^”]*”/.exec(text)?.[0]];
    };
    expect(await wrong({role: 'god', shops: ''})).toEqual([400, 'Role cannot be “god”']);
    expect(await wrong({role: 'viewer', shops: '../x'})).toEqual([400, 'Shops cannot be “../x”']);
    // The form is there again with what was typed, and the way to the other pages.
    expect(who.last.body).toMatch(/<nav[\s\S]* role="alert"[\s\S]*name="name"[^>]* value="Kwame"[\s\S]*value="..\/x"/);
    const find = async (name: string) => (await office.register.store.people()).find(each => each.name === name);
    const efua = await find('Efua');
    expect(efua).toMatchObject({role: 'manager', shops: ['corner', 'mall'], version: 1});
    const rights = {do: 'rights', id: efua?.id ?? '', role: 'viewer', shops: 'mall'};
    expect((await sent({...rights, version: '1'})).status).toBe(303);
    expect((await sent({...rights, version: '1', role: 'owner'})).text).toContain('Somebody else has changed Efua');
    const amina = await find('Amina');
    const own = {id: amina?.id ?? '', version: String(amina?.version)};
    expect((await sent({...own, do: 'rights', role: 'viewer', shops: ''})).text).toContain('only owner');
    expect((await sent({...own, do: 'remove'})).text).toContain('only owner');
    expect((await sent({do: 'remove', id: efua?.id ?? '', version: '2'})).status).toBe(303);
    expect(await find('Efua')).toBeUndefined();
    const types = (await chain()).filter(({data}) => data['name'] === 'Efua');
    expect(types.map(({type, person}) => [type, person])).toEqual([
      ['visitor-admitted', 'Amina'],
      ['visitor-admitted', 'Amina'],
      ['visitor-removed', 'Amina'],
    ]);
  });
});
