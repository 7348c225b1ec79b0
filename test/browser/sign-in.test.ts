import {readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {Secret, TOTP} from 'otpauth';
import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {officePages} from '../../src/office/page/server.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {officeHome} from '../office/office-home.js';
import {browserOfThisFile} from './browser.js';
import {pictures} from './office-page.js';

const {visit} = browserOfThisFile();
const home = await officeHome('sign-in');
let office: HeadOffice;
let url = '';
beforeAll(async () => {
  office = await openOffice({home, beside: home, url: undefined, shop: 'corner', world: machine, pages: officePages});
  url = (await office.serve(0)).url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await office.close();
  rmSync(home, {recursive: true, force: true});
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A picture of the page on a telephone, and what a checker of accessibility finds on it. */
async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize({width: 390, height: 844});
  await page.screenshot({path: `${pictures}/${name}.png`, fullPage: true});
  await page.evaluate(axe);
  const flaws = await page.evaluate<string[]>(
    `axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes.map(each => each.html).join(' ')))`,
  );
  expect(flaws).toEqual([]);
}

it('the first owner sets a name and a passkey, signs out, and signs in with the passkey; the back button shows nothing', async () => {
  const code = await office.register.inviteFirst();
  const {page, context, complaints} = await visit(`${url}/enrol?code=${code}`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByLabel('Name').fill('Amina');
  await page.getByRole('button', {name: 'Next'}).click();
  await page.getByText('Welcome, Amina').waitFor();
  await look(page, 'enrol');
  await page.getByRole('button', {name: 'Make a passkey'}).click();
  await page.getByRole('heading', {name: 'Recovery codes'}).waitFor();
  expect((await page.locator('pre').innerText()).trim().split('\n')).toHaveLength(8);
  await look(page, 'recovery');
  await page.getByRole('link', {name: 'Go on'}).click();
  await page.getByRole('link', {name: 'People'}).click();
  await page.getByRole('cell', {name: 'Amina'}).first().waitFor();
  await look(page, 'people');
  await page.locator('main').getByRole('link', {name: 'Amina'}).click();
  await page.getByRole('button', {name: 'Remove'}).waitFor();
  await look(page, 'person');
  await page.getByRole('button', {name: 'Sign out'}).click();
  await page.getByRole('heading', {name: 'Sign in'}).waitFor();
  await look(page, 'sign-in');
  await page.goBack();
  await page.getByRole('heading', {name: 'Sign in'}).waitFor();
  await page.getByRole('button', {name: 'Sign in with a passkey'}).click();
  await page.getByRole('button', {name: 'Sign out'}).waitFor();
  // A passkey that was put away does not sign anybody in.
  const [passkey] = (await office.register.store.people())[0]?.passkeys ?? [];
  expect(passkey).toMatchObject({host: 'localhost', counter: expect.any(Number)});
  expect(complaints).toEqual([]);
});

it('somebody whom the owner has added sets a passphrase and codes, and signs in with them, without a script', async () => {
  const code = await office.register.add('Kofi <b>', {role: 'viewer', shops: ['corner']}, 'Amina');
  const {page, complaints} = await visit(`${url}/enrol?code=${code}`, {runsScripts: false});
  const passphrase = 'correct horse battery';
  const text = await page.locator('main').innerText();
  const secret = /type this into it: ([A-Z2-7 ]+)/.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
  const codes = new TOTP({secret: Secret.fromBase32(secret)});
  await page.getByLabel('Passphrase').fill(passphrase);
  await page.getByLabel('The code that the app shows now').fill(codes.generate({timestamp: machine.now()}));
  await page.getByRole('button', {name: 'Set and sign in'}).click();
  await page.getByRole('heading', {name: 'Recovery codes'}).waitFor();
  await page.getByRole('link', {name: 'Go on'}).click();
  await page.getByRole('link', {name: 'You'}).click();
  await page.getByText('this one').waitFor();
  await page.getByRole('button', {name: 'Sign out'}).click();
  await page.getByLabel('Name').fill('Kofi <b>');
  await page.getByLabel('Passphrase').fill(passphrase);
  // The next one: a code counts once, and for one step of half a minute before and after its own.
  await page.getByLabel('One-time code').fill(codes.generate({timestamp: machine.now() + 30_000}));
  await page.getByRole('button', {name: 'Sign in', exact: true}).click();
  await page.getByRole('button', {name: 'Sign out'}).waitFor();
  expect((await page.goto(`${url}/people`))?.status()).toBe(404);
  expect(complaints.filter(each => !each.includes('404'))).toEqual([]);
});
