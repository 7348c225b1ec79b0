import {rmSync} from 'node:fs';
import {afterAll, beforeAll, expect, it} from 'vitest';
import type {VisitorRole} from '../../src/core/staff/visitor-schema.js';
import {type Database, openDatabase} from '../../src/office/database.js';
import {officePages} from '../../src/office/page/server.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {officeHome} from './office-home.js';
import {PersonBrowser} from './person-browser.js';

const home = await officeHome('rights');
let office: HeadOffice;
let database: Database;
let url = '';
const passphrase = 'four words are good';
/** Somebody of an office whose shops are corner and mall. */
type Who = {readonly browser: PersonBrowser; readonly id: string; readonly token: string};
const people = new Map<string, Who>();
const ids = new Map<string, string>();

/** Each comes from an address of their own, through the proxy: an office puts off who sends many requests at once from one. */
async function enter(name: string, code: string, isFirst: boolean) {
  const headers = {'x-forwarded-for': `192.0.2.${people.size + 1}`, 'x-forwarded-proto': 'https'};
  const browser = new PersonBrowser({url, headers, host: 'office.example.com'});
  await browser.enrol(code, {...(isFirst && {name}), passphrase, now: Date.now()});
  await browser.open('/you');
  const found = (await office.register.store.people()).find(each => each.name === name);
  people.set(name, {browser, id: found?.id ?? '', token: browser.hidden('token')});
}

beforeAll(async () => {
  office = await openOffice({home, beside: home, url: undefined, shop: 'mall', world: machine, pages: officePages});
  ({url} = await office.serve(0));
  database = await openDatabase({home, url: undefined});
  await enter('Amina', (await office.register.inviteFirst()) ?? '', true);
  const others: readonly (readonly [string, VisitorRole, 'all' | readonly string[]])[] = [
    ['Esi', 'owner', ['corner']],
    ['Musa', 'manager', 'all'],
    ['Adwoa', 'viewer', ['corner']],
    ['Kofi', 'viewer', ['mall']],
    ['Yaw', 'viewer', ['corner', 'mall']],
  ];
  for (const [name, role, shops] of others)
    await enter(name, await office.register.add(name, {role, shops}, 'Amina'), false);
  for (const [name, shops] of [
    ['Books', 'all'],
    ['Screen', ['mall']],
    ['Wall', ['corner']],
  ] as const)
    await office.register.tokens.make(name, {rights: 'tills', shops}, 'Amina');
  for (const {id, name} of await office.register.tokens.all()) ids.set(name, id);
  await office.lists.add({name: 'Baraka', role: 'cashier', shops: ['corner']}, 'Amina');
  ids.set('Baraka', (await office.lists.staff())[0]?.id ?? '');
});
afterAll(async () => {
  await database.close();
  await office.close();
  rmSync(home, {recursive: true, force: true});
});

const as = (name: string): Who => people.get(name) as Who;
/** What only a change of the office changes: every kept record, list, code and person, and who is signed in. */
const state = async () => [
  await office.register.store.people(),
  (await office.register.store.sessions()).map(({id}) => id).sort(),
  await office.register.tokens.all(),
  ...[await office.alerts.settings(), await office.lists.staff(), await office.lists.prices()],
  await database.query('select shop, name from join_code order by shop, name'),
  await database.query('select count(*) from reconciliation_line'),
];
/** Sends a form as somebody, with the ids of those that it names. */
const sent = ({browser, token}: Who, path: string, fields: Readonly<Record<string, string>>) => {
  const filled = Object.entries(fields).map(([name, value]) => [
    name,
    ids.get(value) ?? people.get(value)?.id ?? value,
  ]);
  return browser.send(path.replace('BARAKA', ids.get('Baraka') ?? ''), {token, ...Object.fromEntries(filled)});
};

const anybody = {do: 'add', name: 'Efua', role: 'viewer'};
const rights = {do: 'rights', role: 'viewer', version: '1'};
const token = {do: 'token', name: 'X', rights: 'tills'};

it.each([
  ['sets the alerts', '/alerts', {do: 'set', to: 'esi@example.com', server: 'mail.example.com'}],
  ['sends a test of the alerts', '/alerts', {do: 'test'}],
  ['adds people for all shops', '/people', {...anybody, shops: ''}],
  ['adds people for another shop', '/people', {...anybody, shops: 'corner, mall'}],
  ['adds an owner of all shops', '/people', {...anybody, role: 'owner', shops: ''}],
  ['gives herself all shops', '/people', {...rights, id: 'Esi', role: 'owner', shops: ''}],
  ['gives somebody of her shop another one', '/people', {...rights, id: 'Adwoa', shops: 'corner, mall'}],
  ['takes a shop from somebody who has more than hers', '/people', {...rights, id: 'Yaw', shops: 'corner'}],
  ['changes an owner of all shops', '/people', {...rights, id: 'Amina', shops: 'corner'}],
  ['gets an address to sign in as an owner of all shops', '/people', {do: 'reset', id: 'Amina'}],
  ['gets an address to sign in as somebody of another shop', '/people', {do: 'reset', id: 'Kofi'}],
  ['removes somebody of all shops', '/people', {do: 'remove', id: 'Musa', version: '1'}],
  ['makes a token for all shops', '/people', {...token, shops: ''}],
  ['makes a token for another shop', '/people', {...token, shops: 'mall'}],
  ['adds somebody to the staff of all tills', '/people/staff', {...anybody, role: 'cashier', shops: 'corner'}],
  ['adds somebody to it under another address', '/people/x', {...anybody, role: 'cashier', shops: ''}],
  ['removes somebody of it', '/people/staff/BARAKA', {do: 'remove', version: '1'}],
  ['makes a joining code for another shop', '/tills', {do: 'code', shop: 'mall'}],
  ['sets the prices of all shops', '/prices', {shop: '', currency: 'KES'}],
  ['accepts a difference of all shops together', '/reconcile?shop=', {do: 'accept', key: 'X', note: 'x'}],
  ['makes a rule for another shop', '/reconcile?shop=mall', {do: 'rule', text: 'rent', account: '6'}],
  ['sets the prices of another shop', '/prices', {shop: 'mall', currency: 'KES'}],
])('an owner of one shop %s: refused, and nothing has changed', async (_, path, fields) => {
  const before = await state();
  const answer = await sent(as('Esi'), path, fields);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.text).not.toContain('arrive'); // it is not for want of a file
  expect(await state()).toEqual(before);
});

it.each([
  ['ends the session of an owner of all shops', 'end', 'Amina'],
  ['revokes a token for all shops', 'revoke', 'Books'],
  ['revokes a token of another shop', 'revoke', 'Screen'],
])('an owner of one shop %s: nothing has changed', async (_, does, of) => {
  const before = await state();
  const session = (await office.register.store.sessions()).find(({person}) => person === people.get(of)?.id);
  await sent(as('Esi'), '/people', {do: does, id: of, session: session?.id ?? ''});
  expect(await state()).toEqual(before);
});

it.each(['/alerts', '/people/staff', '/people/staff/BARAKA', '/people/AMINA', '/people/KOFI', '/people/YAW'])(
  'for an owner of one shop there is no %s, and for an owner of all there is',
  async path => {
    const at = path
      .replace('BARAKA', ids.get('Baraka') ?? '')
      .replace(/[A-Z]{3,}$/, name => people.get(name[0] + name.slice(1).toLowerCase())?.id ?? name);
    expect((await as('Esi').browser.open(at)).status).toBe(404);
    expect((await as('Amina').browser.open(at)).status).toBe(200);
  },
);

it('shows an owner the people, the sign-ins and the tokens of no shop beyond their own', async () => {
  const {text: own, body} = await as('Esi').browser.open('/people');
  for (const shown of ['Esi', 'Adwoa', 'Wall']) expect(own).toContain(shown);
  for (const other of ['Amina', 'Musa', 'Kofi', 'Yaw', 'Books', 'Screen', 'mall']) expect(own).not.toContain(other);
  for (const address of ['/alerts', '/people/staff']) expect(body).not.toContain(`"${address}"`);
  const {body: tills} = await as('Esi').browser.open('/tills');
  expect([tills.includes('"corner"'), tills.includes('"mall"')]).toEqual([true, false]);
  const {text: all} = await as('Amina').browser.open('/people');
  for (const shown of ['Esi', 'Musa', 'Kofi', 'Yaw', 'Books', 'Screen', 'mall']) expect(all).toContain(shown);
});

it('lets an owner of one shop do for it what an owner does', async () => {
  const esi = as('Esi');
  expect((await sent(esi, '/people', {...anybody, shops: 'corner'})).text).toContain('/enrol?code=');
  expect((await sent(esi, '/people', {...rights, id: 'Adwoa', role: 'manager', shops: 'corner'})).status).toBe(303);
  expect((await sent(esi, '/people', {...token, shops: 'corner'})).text).toMatch(/duka_[\w-]{43}/);
  expect((await sent(esi, '/people', {do: 'revoke', id: 'Wall'})).status).toBe(303);
  expect((await sent(esi, '/tills', {do: 'code', shop: 'corner'})).status).toBe(200);
  const found = await office.register.store.people();
  expect(found.find(({name}) => name === 'Adwoa')).toMatchObject({role: 'manager', shops: ['corner']});
  expect((await office.register.tokens.all()).map(({name}) => name)).toEqual(['Books', 'Screen', 'X']);
});

it.each([
  ['Amina', true],
  ['Musa', false],
])('the prices of all shops are for an owner of them, not for a manager: %s', async (name, may) => {
  const answer = await sent(as(name), '/prices', {shop: '', currency: 'KES'});
  expect([answer.status, answer.text.includes('did not arrive')]).toEqual([may ? 400 : 404, may]); // the file is what is missing then
});

it.each([
  ['/tills/T7K', {do: 'code'}],
  ['/tills/T7K', {do: 'revoke', till: 'T7K'}],
  ['/reconcile?shop=mall', {do: 'rule', text: 'rent', account: '6'}],
  ['/prices', {shop: 'mall', currency: 'KES'}],
])('what somebody may not know of is no more there for a form than for an address: %s', async (path, fields) => {
  const answer = await sent(as('Esi'), path, fields);
  expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('There is no such page.')]);
});

it.each([
  ['/alerts', {do: 'set', quiet: '25:00-6'}, 'Quiet hours cannot be “25:00-6”'],
  ['/tills', {do: 'code', shop: 'the mall'}, 'Shop cannot be “the mall”'],
])('a form of %s is told by the label of its field what is wrong', async (path, fields, said) => {
  const answer = await sent(as('Amina'), path, fields);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(said)]);
});
