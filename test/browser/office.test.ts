import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {Page} from 'playwright-core';
import {afterEach, describe, expect, it} from 'vitest';
import {browserOfThisFile} from './browser.js';
import {officeOfFile, owner, pictures} from './office-page.js';

const {visit} = browserOfThisFile();
const opened = officeOfFile();
afterEach(() => opened().signIn(owner));

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a checker of accessibility finds on a page. */
async function flawsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    `axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes.map(each => each.html).join(' ')))`,
  );
}

describe.each(['/'])('the page %s', path => {
  it.each([390, 1440])('fits a window of %i, has no flaw for a screen reader and calls nobody', async width => {
    const {url} = opened();
    const {page, complaints} = await visit(url + path, {viewport: {width, height: 900}});
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await page.reload();
    expect(asked.every(each => each.startsWith(url) || each === 'data:,')).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({colorScheme});
      expect(await flawsOf(page)).toEqual([]);
    }
    await page.screenshot({path: `${pictures}/${path.replaceAll('/', '_')}-${width}.png`, fullPage: true});
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
    ...{'cache-control': 'no-store', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin'},
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
