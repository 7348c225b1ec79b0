import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {request as ask, createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {officePages} from '../../src/office/page/server.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {officeHome} from './office-home.js';
import {PersonBrowser} from './person-browser.js';

const passphrase = 'four words are good';
const offices = new Map<string, {readonly office: HeadOffice; readonly url: string; readonly home: string}>();
const host = 'shops.example.com';
let proxy: Server;
let url = '';
beforeAll(async () => {
  for (const path of ['/east', '/west']) {
    const home = await officeHome('paths');
    const world = machine;
    const office = await openOffice({home, beside: home, url: undefined, shop: 'corner', world, pages: officePages});
    offices.set(path, {office, home, url: (await office.serve(0)).url});
  }
  // Like Caddy's `handle_path`: the office is asked without the path, and told of it.
  proxy = createServer((request, response) => {
    const [path, {url: to}] = [...offices].find(([each]) => request.url?.startsWith(`${each}/`)) ?? ['', {url: ''}];
    if (to === '') return void response.writeHead(404).end();
    const said = {'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-prefix': path};
    const {method, headers} = request;
    const passed = ask(to + request.url?.slice(path.length), {method, headers: {...headers, ...said}}, answer => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy.close();
  for (const {office, home} of offices.values()) {
    await office.close();
    rmSync(home, {recursive: true, force: true});
  }
});

/** The addresses of a page: links, forms and what says that it has changed. */
const addressesIn = (body: string) =>
  [...body.matchAll(/ (?:href|action|data-live)="(?!data:|#)([^"]*)"/g)].map(([, address = '']) => address);

describe('two offices on paths of one name', () => {
  it('lead to nothing of each other, and sessions hold at both', async () => {
    const who = new PersonBrowser({url, host, headers: {'x-forwarded-proto': 'https'}});
    for (const [path, {office}] of offices) {
      const code = (await office.register.inviteFirst()) ?? '';
      await who.enrol(code, {name: 'Amina', passphrase, now: machine.now(), under: path});
      expect(who.last.headers['set-cookie']?.[0]).toMatch(
        new RegExp(`^__Secure-duka-[0-9a-f]{16}=[\\w-]{65}; Path=${path}/; HttpOnly; SameSite=Strict; Secure$`),
      );
      expect(addressesIn(who.last.body).every(each => each.startsWith(`${path}/`))).toBe(true);
    }
    expect(who.cookies.size).toBe(2);
    for (const [path, {office}] of offices)
      for (const page of ['/', '/payments', '/tills?lang=fr', '/exports', '/reconcile', '/people', '/prices', '/you']) {
        expect(await who.open(path + page), path + page).toMatchObject({status: 200});
        const found = addressesIn(who.last.body);
        expect(found.length).toBeGreaterThan(5);
        expect(found.filter(each => !each.startsWith(`${path}/`))).toEqual([]);
        expect(await office.register.store.sessions()).toHaveLength(1);
      }
    const token = () => who.hidden('token');
    await who.open('/east/people');
    const added = await who.send('/east/people', {token: token(), do: 'add', name: 'Kofi', role: 'viewer', shops: ''});
    expect(added.text).toContain(`https://${host}/east/enrol?code=`);
    await who.open('/east/you');
    expect((await who.send('/east/sign-out', {token: token()})).headers.location).toBe('/east/sign-in');
    expect((await who.open('/west/')).status).toBe(200);
  });

  it.each([
    ['/east', '/east/sign-in'],
    ['/east/', '/east/sign-in'],
    ['', '/sign-in'],
    ['//evil.example', '/sign-in'],
    ['https://evil.example', '/sign-in'],
    ['/east/../west', '/sign-in'],
    ['/east"><script>', '/sign-in'],
  ])('are believed of a proxy that says %s: who has not signed in is led to %s', async (prefix, to) => {
    const {url: own} = offices.get('/east') ?? {url: ''};
    const headers = {'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-prefix': prefix};
    const who = new PersonBrowser({url: own, host, headers});
    expect((await who.open('/payments')).headers.location).toBe(to);
    const isKnown = prefix === '' || to.startsWith('/east');
    expect((await who.open('/sign-in')).status).toBe(isKnown ? 200 : 403);
    // A browser on this machine that says so itself, without a proxy, is not believed.
    const alone = new PersonBrowser({url: own, headers: {'x-forwarded-prefix': prefix}});
    expect((await alone.open('/payments')).headers.location).toBe('/sign-in');
  });
});
