import {request} from 'node:http';
import {afterEach, expect, it} from 'vitest';
import {browserOfThisFile} from './browser.js';
import {officeOfFile, owner, pictures} from './office-page.js';

const {visit} = browserOfThisFile();
const opened = officeOfFile();
afterEach(() => opened().signIn(owner));

const prices = 'name,price,sku\nBread,120,B1\nMilk <b>,80,M1\n';
const token = owner.formToken;

/** Sends a form, and says what came of it without following it. */
const post = (path: string, fields: Readonly<Record<string, string>>) =>
  fetch(opened().url + path, {method: 'POST', redirect: 'manual', body: new URLSearchParams({token, ...fields})});

const upload = (text: string | Blob, fields: Readonly<Record<string, string>> = {}, name = 'prices.csv') => {
  const body = new FormData();
  for (const [key, value] of Object.entries({token, shop: '', currency: 'KES', ...fields})) body.set(key, value);
  body.set('file', typeof text === 'string' ? new Blob([text]) : text, name);
  return fetch(`${opened().url}/prices`, {method: 'POST', redirect: 'manual', body});
};

it('adds somebody to the staff of all tills, shows the code once, and locks, without a script', async () => {
  const {url, office} = opened();
  const {page, complaints} = await visit(`${url}/people/staff`, {
    runsScripts: false,
    viewport: {width: 390, height: 800},
  });
  await page.getByLabel('Name').fill('Baraka Otieno');
  await page.getByLabel('Role').selectOption('supervisor');
  await page.getByRole('button', {name: 'Add'}).click();
  expect(await page.locator('main').innerText()).toMatch(/Code for Baraka Otieno[\s\S]*[0-9A-Z]{5}(-[0-9A-Z]{5}){3}/);
  await page.screenshot({path: `${pictures}/staff-code-390.png`, fullPage: true});
  await page.goto(`${url}/people/staff`);
  expect(await page.locator('main').innerText()).not.toMatch(/[0-9A-Z]{5}-[0-9A-Z]{5}/);
  await page.getByRole('link', {name: 'Baraka Otieno'}).click();
  await page.getByRole('button', {name: 'lock', exact: true}).click();
  expect(await office.lists.staff()).toMatchObject([{name: 'Baraka Otieno', role: 'supervisor', isLocked: true}]);
  await page.screenshot({path: `${pictures}/staff-person-390.png`, fullPage: true});
  expect(complaints).toEqual([]);
});

it('tells the second of two people who change somebody, and changes nothing by a form of before', async () => {
  const {office} = opened();
  await office.lists.add({name: 'Chidi', role: 'cashier', shops: null}, 'Wanjiku');
  const person = (await office.lists.staff()).find(({name}) => name === 'Chidi');
  const change = {do: 'change', version: String(person?.version), name: 'Chidi', shops: ''};
  const at = `/people/staff/${person?.id}`;
  expect((await post(at, {...change, role: 'manager'})).status).toBe(303);
  const second = await post(at, {...change, role: 'owner'});
  expect([second.status, await second.text()]).toEqual([400, expect.stringContaining('Somebody else has changed')]);
  expect((await post(at, {...change, token: 'of another'})).status).toBe(403);
  expect((await office.lists.staff()).find(({name}) => name === 'Chidi')?.role).toBe('manager');
});

it('takes a price list from a file, for a shop or all, the same file once, and nothing of a wrong one', async () => {
  const {url, office, apart} = opened();
  const {page, complaints} = await visit(`${url}/prices`, {runsScripts: false});
  await page.getByLabel('Currency').fill('KES');
  await page.getByLabel('File').setInputFiles({name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices)});
  await page.getByRole('button', {name: 'Put in force'}).click();
  expect(await page.locator('main').innerText()).toMatch(/all shops: 2 items[\s\S]*Bread[\s\S]*120/);
  expect(complaints).toEqual([]);
  await page.screenshot({path: `${pictures}/prices.png`, fullPage: true});
  expect(apart).toEqual([expect.stringMatching(/^office prices \S+prices\.csv .*--person=Wanjiku <b>/)]);
  const [first] = await office.lists.prices();
  expect((await upload(prices)).status).toBe(303);
  expect(await office.lists.prices()).toEqual([first]);
  const wrong = await upload('name,price\nBread,cheap\n', {}, '../../x\u202e.csv');
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('first is line 2')]);
  expect((await upload(prices, {currency: 'zzz'})).status).toBe(400);
  expect((await upload(prices, {token: 'x'})).status).toBe(403);
  expect(await office.lists.prices()).toEqual([first]);
  expect((await upload(`${prices}Soap,50,S1\n`, {shop: 'ngong'})).status).toBe(303);
  expect((await office.lists.prices()).map(({shop, items}) => [shop, items.length])).toEqual([
    [null, 2],
    ['ngong', 3],
  ]);
});

it('refuses an upload of 750 MB before it has come, and one that is cut in the middle', async () => {
  const {url, office} = opened();
  const before = await office.lists.prices();
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const send = (length: number, body: Buffer) =>
    new Promise<number | string>(resolve => {
      const headers = {'content-type': 'multipart/form-data; boundary=b', 'content-length': length};
      const sending = request(`${url}/prices`, {method: 'POST', headers}, response => {
        resolve(response.statusCode ?? 0);
        sending.destroy();
      });
      sending.on('error', error => resolve((error as NodeJS.ErrnoException).code ?? ''));
      sending.write(body, () => length < 10 * megabyte.length && sending.destroy());
    });
  expect(await send(750 * megabyte.length, megabyte)).toBe(413);
  expect(await send(2 * megabyte.length, megabyte)).toBe('ECONNRESET');
  const part = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,pr');
  expect(await send(part.length, part)).not.toBe(303);
  expect(await office.lists.prices()).toEqual(before);
});

it('makes joining codes and revokes a till whose name is typed again', async () => {
  const {url, office} = opened();
  const {page} = await visit(`${url}/tills`, {runsScripts: false});
  await page.getByLabel('Shop').fill('ngong');
  await page.getByRole('button', {name: 'Make a joining code'}).click();
  expect(await page.locator('main').innerText()).toMatch(/Joining code for ngong[\s\S]*[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/);
  await page.goto(`${url}/tills/K2P`);
  await page.getByLabel('Revoke this till').fill('T7A');
  await page.getByRole('button', {name: 'Revoke this till'}).click();
  expect(await page.getByRole('alert').innerText()).toContain('type K2P to revoke it');
  expect(await page.locator('[name=till]').count()).toBe(1);
  const isRevoked = async () => (await office.tills()).find(({till}) => till === 'K2P')?.isRevoked;
  expect(await isRevoked()).toBe(false);
  const stale = await post('/tills/K2P', {do: 'revoke', till: 'K2P', version: 'true 0'});
  expect(await stale.text()).toContain('Nothing was changed');
  await page.goto(`${url}/tills/K2P`);
  await page.getByLabel('Revoke this till').fill('k2p');
  await page.getByRole('button', {name: 'Revoke this till'}).click();
  expect(await isRevoked()).toBe(true);
});

it('shows what months come to, and who was short how often', async () => {
  const {page} = await visit(`${opened().url}/z`, {runsScripts: false});
  await page.getByText('Months', {exact: true}).click();
  await page.getByText('Who was short and over').click();
  const text = await page.locator('main').innerText();
  for (const part of ['Net', 'Who had the till', 'Short']) expect(text).toContain(part);
  await page.screenshot({path: `${pictures}/z-months.png`, fullPage: true});
});

it('is for whom it is: by address and by form', async () => {
  const {url, signIn, office} = opened();
  const status = async (path: string) => (await fetch(url + path)).status;
  const before = await office.lists.staff();
  const add = {do: 'add', name: 'Mallory', role: 'owner', shops: ''};
  for (const [role, shops] of [
    ['viewer', 'all'],
    ['accountant', 'all'],
    ['manager', 'all'],
    ['owner', ['ngong']],
  ] as const) {
    signIn({...owner, role, shops});
    const mayPrice = role === 'manager' || role === 'owner';
    expect([role, await status('/people/staff'), await status('/prices')]).toEqual([role, 404, mayPrice ? 200 : 404]);
    expect((await post('/people/staff', add)).status).toBeGreaterThanOrEqual(400);
    expect((await upload(prices)).status).toBe(404); // without a shop it is for all
    if (!mayPrice) expect((await post('/tills/T7A', {do: 'code'})).status).toBeGreaterThanOrEqual(400);
  }
  signIn({...owner, role: 'manager', shops: ['ngong']});
  expect((await post('/tills', {do: 'code', shop: 'westlands'})).status).toBe(400);
  expect((await post('/tills/T7A', {do: 'code'})).status).toBe(404);
  expect((await upload(prices, {shop: 'westlands'})).status).toBe(404);
  expect(await office.lists.staff()).toEqual(before);
});
