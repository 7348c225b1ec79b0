import {afterEach, describe, expect, it} from 'vitest';
import {messages} from '../../src/core/messages/messages.js';
import {officePlaces} from '../../src/office/page/pages.js';
import {machine} from '../../src/world.js';
import {browserOfThisFile} from './browser.js';
import {flawsOf, officeOfFile, owner, pictures} from './office-page.js';

const {visit} = browserOfThisFile();
const opened = officeOfFile();
afterEach(() => opened().signIn(owner));

/** Every page, and one thing of each that has things. */
const paths = [
  '/',
  '/needs',
  '/payments',
  '/payments?q=cash',
  '/payments/*',
  '/tills',
  '/tills/T7A',
  '/z',
  '/z/T7A/1',
  '/reconcile',
  '/reconcile/decided',
  '/money',
  '/exports',
  '/people/staff',
  '/prices',
  '/alerts',
  '/people',
];

/** The address, in which * stands for the first that is listed there. */
async function addressOf(path: string): Promise<string> {
  const {url, office} = opened();
  if (!path.endsWith('*')) return url + path;
  const [first] = (await office.rows.payments([{texts: ['mobile'], standings: []}])).payments;
  return url + path.replace('*', first?.reference ?? '');
}

const linesOfLabels = `Math.max(0, ...[...document.querySelectorAll('dt')].map(label => {
  const range = document.createRange();
  range.selectNodeContents(label);
  return range.getClientRects().length;
}))`;

describe.each(paths)('the page %s', path => {
  it.each([390, 1440])('fits a window of %i, has no flaw for a screen reader and calls nobody', async width => {
    const {url, signIn} = opened();
    signIn({...owner, name: 'Wanjiku'});
    const {page, complaints} = await visit(await addressOf(path), {viewport: {width, height: 900}});
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await page.reload();
    expect(asked.every(each => each.startsWith(url) || each === 'data:,')).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.evaluate(linesOfLabels)).toBeLessThan(3);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({colorScheme});
      expect(await flawsOf(page)).toEqual([]);
    }
    await page.screenshot({path: `${pictures}/${path.replaceAll(/\W/g, '_')}-${width}.png`, fullPage: true});
    expect(complaints).toEqual([]);
  });
});

it('shows today by shop, method and hour, without a script too', async () => {
  for (const runsScripts of [true, false]) {
    const {page} = await visit(opened().url, {runsScripts});
    const text = await page.locator('main').innerText();
    for (const part of ['3 of 3 tills in contact', 'westlands', 'Cash', 'Beside the same weekday', 'by hour'])
      expect(text).toContain(part);
  }
});

it('speaks the language of the browser or of the address', async () => {
  const answered = async (path: string, language: string) =>
    (await fetch(opened().url + path, {headers: {'accept-language': language}})).text();
  expect(await answered('/', 'fr-CD,fr;q=0.9')).toContain('<html lang="fr">');
  expect(await answered('/?lang=sw', 'fr')).toContain('<html lang="sw">');
});

it('is for who has signed in, and for nobody’s page', async () => {
  const {url, signIn} = opened();
  const answer = (headers: Record<string, string> = {}) => fetch(url, {redirect: 'manual', headers});
  expect((await answer({origin: 'https://other.example'})).status).toBe(403);
  expect(Object.fromEntries((await answer()).headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-/,
    ),
  });
  signIn(undefined);
  const refused = await answer();
  expect([refused.status, refused.headers.get('location'), await refused.text()]).toEqual([303, '/sign-in', '']);
});

it('shows a person the shops that they may look at, and no others', async () => {
  const {url, signIn} = opened();
  signIn({...owner, role: 'manager', shops: ['ngong']});
  const text = await (await fetch(url)).text();
  expect(text).toContain('ngong');
  expect(text).not.toContain('westlands');
});

it('shows a sale within a second of its line', async () => {
  const {url, at} = opened();
  const {page, complaints} = await visit(url);
  await page.getByRole('button', {name: 'Net'}).first().click();
  const net = () => page.locator('dd').first().innerText();
  const before = await net();
  await at('T7A', 'cash', 'sale', '--amount', '4321');
  await expect.poll(net).not.toBe(before);
  expect(await page.locator('th[aria-sort]').first().innerText()).toContain('Net');
  expect(complaints).toEqual([]);
});

it.each([
  ['en', ['1 Dec 2026', '20 Nov 2026', '3 Jan 2027'], [1, 0, 2]],
  ['fr', ['1er déc. 2026', '20 nov. 2026', '3 janv. 2027'], [1, 0, 2]],
])('sorts days by the calendar, in %s', async (lang, days, order) => {
  const {page} = await visit(`${opened().url}/z?lang=${lang}`);
  const column = 'main > table tbody td:nth-child(4)';
  const write = `(cell, at) => (cell.textContent = ${JSON.stringify(days)}[at])`;
  await page.evaluate(`document.querySelectorAll('${column}').forEach(${write})`);
  await page.locator('main > table th button').nth(3).click();
  expect(await page.locator(column).allInnerTexts()).toEqual(order.map(at => days[at]));
});

it('takes away neither what somebody has typed nor where they are when a sale comes', async () => {
  const {url, at, office} = opened();
  const {page} = await visit(`${url}/payments`);
  const rows = () => page.locator('tbody tr').count();
  const before = await rows();
  const link = page.locator('td a').first();
  const name = await link.innerText();
  await link.focus();
  await at('T7A', 'cash', 'sale', '--amount', '55');
  await expect.poll(rows).toBe(before + 1);
  expect(await page.evaluate('document.activeElement.textContent')).toBe(name);
  await page.locator('input[name=q]').fill('cash');
  await page.locator('h1').click();
  const mark = await office.changeMark();
  await at('T7A', 'cash', 'sale', '--amount', '56');
  const other = await visit(`${url}/payments`);
  await expect.poll(() => office.changeMark()).not.toBe(mark);
  await at('T7A', 'cash', 'sale', '--amount', '57');
  await expect.poll(() => other.page.locator('tbody tr').count()).toBe(before + 3);
  expect(await page.locator('input[name=q]').inputValue()).toBe('cash');
});

it('exports the payments of days as a table and as lines, and of nothing else', async () => {
  const {url, signIn, run} = opened();
  const answer = (path: string) => fetch(`${url}/exports/${path}`);
  const span = 'from=2000-01-01&to=2100-01-01';
  const table = await answer(`payments.csv?${span}&shop=ngong`);
  expect(table.headers.get('content-disposition')).toBe(
    'attachment; filename="duka-payments-2000-01-01-2100-01-01.csv"',
  );
  const rows = (await table.text()).trimEnd().split('\r\n');
  expect(rows[0]).toMatch(/^business_date,shop,till,cashier,reference,/);
  expect(rows.slice(1).every(row => row.includes(',ngong,K2P,'))).toBe(true);
  const lines = (await (await answer(`payments.jsonl?${span}`)).text()).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(rows.length);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({reference: expect.any(String), minor: expect.any(Number)});
  for (const path of ['payments.csv?from=x"%0d%0ay', 'other.csv', `payments.csv?${span}&shop=nowhere`])
    expect((await answer(path)).status).toBe(404);
  for (const [till, format, ending] of [
    ['T7A', 'xlsx', 'xlsx'],
    ['K2P', 'hledger', 'journal'],
    ['K2P', 'beancount', 'beancount'],
  ] as const) {
    const books = await answer(`${till}.${format}?${span}`);
    const name = `duka-${till}-2000-01-01-2100-01-01.${ending}`;
    expect(books.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const line = ['--till', till, '--format', format, '--from', '2000-01-01', '--to', '2100-01-01'];
    const {out, bytes} = await run(['office', 'export', ...line]);
    expect(Buffer.from(await books.arrayBuffer())).toEqual(Buffer.from(format === 'xlsx' ? bytes : out));
  }
  signIn({...owner, shops: ['westlands']});
  for (const path of ['K2P.xlsx', 'T7A.exe', 'T7A']) expect((await answer(`${path}?${span}`)).status, path).toBe(404);
  signIn({...owner, role: 'viewer'});
  expect((await answer(`payments.csv?${span}`)).status).toBe(404);
});

it('lists a till that is silent, and remembers who has seen it', async () => {
  const {url, world, office, signIn} = opened();
  await world.pass(25 * 3_600_000);
  const {page, complaints} = await visit(`${url}/needs`);
  await page.getByRole('link', {name: 'no contact for 24 hours'}).first().click();
  expect(await page.locator('main').innerText()).toContain('Check that it is switched on and connected.');
  await page.screenshot({path: `${pictures}/need.png`, fullPage: true});
  await page.getByLabel('What was found').fill('<script>alert(1)</script> the router is off');
  await page.getByRole('button', {name: 'Mark as seen'}).click();
  const text = await page.locator('main').innerText();
  expect(text).toContain('Wanjiku <b> · ');
  expect(text).toContain('<script>alert(1)</script> the router is off');
  expect(await flawsOf(page)).toEqual([]);
  await page.goto(`${url}/needs`);
  await page.screenshot({path: `${pictures}/needs-seen.png`, fullPage: true});
  expect(await page.locator('tbody tr').last().innerText()).toContain('the router is off');
  expect(complaints).toEqual([]);
  expect(await office.marks()).toMatchObject([{person: 'Wanjiku <b>', key: expect.stringMatching(/^silent-/)}]);
  expect((await office.verify()).every(({wrong}) => wrong === null)).toBe(true);

  const post = (path: string, body: string) =>
    fetch(url + path, {
      method: 'POST',
      body,
      headers: {'content-type': 'application/x-www-form-urlencoded'},
      redirect: 'manual',
    });
  const [{key = ''} = {}] = await office.marks();
  const sent = async (path: string, body: string) => (await post(path, body)).status;
  expect(await sent(`/needs/${key}`, 'note=again')).toBe(403);
  expect(await sent(`/needs/${key}`, `token=${owner.formToken}&note=`)).toBe(400);
  expect(await sent('/z', `token=${owner.formToken}&note=x`)).toBe(404);
  signIn({...owner, role: 'viewer'});
  expect(await sent(`/needs/${key}`, `token=${owner.formToken}&note=x`)).toBe(404);
  signIn({...owner, shops: ['nowhere']});
  expect(await sent(`/needs/${key}`, `token=${owner.formToken}&note=x`)).toBe(303);
  expect(await office.marks()).toHaveLength(1);
  const {send} = officePlaces(office, {language: 'en', world: machine});
  expect(await send(`/needs/${key}`, {person: '', note: 'x'})).toContain('name');
  expect(await send(`/needs/${key}`, {person: 'Musa', note: 'it is on again'})).toBeUndefined();
  expect((await office.marks()).at(-1)).toMatchObject({key, person: 'Musa', note: 'it is on again'});
});

it('refuses an address that asks too often, and nobody else', async () => {
  const {url} = opened();
  const headers = {'x-forwarded-for': '198.51.100.7', 'accept-language': 'fr'};
  const answers = await Promise.all(Array.from({length: 90}, () => fetch(url, {headers})));
  const refused = answers.find(({status}) => status === 429);
  expect(await refused?.text()).toBe(messages('fr').officePage.busy);
  expect((await fetch(url, {headers: {'x-forwarded-for': '198.51.100.8'}})).status).toBe(200);
});

it('shows a refused form again with what was typed, but for a password', async () => {
  const {page} = await visit(`${opened().url}/alerts`);
  const typed = {to: 'owner at <b>example', server: 'mail.example.com:587', quiet: '22:00-06:00'};
  for (const [name, text] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(text);
  await page.locator('[name=language]').selectOption('sw');
  await page.locator('[name=password]').fill('secret');
  await page.getByRole('button', {name: 'Save'}).click();
  expect(await page.getByRole('alert').innerText()).toContain('is not an e-mail address');
  for (const [name, text] of Object.entries({...typed, language: 'sw', password: ''}))
    expect([name, await page.locator(`[name=${name}]`).inputValue()]).toEqual([name, text]);
  expect(await page.locator('nav [aria-current]').innerText()).toBe('Alerts');
  expect(await flawsOf(page)).toEqual([]);
});
