import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startOffice} from '../office/office.js';
import {walk} from '../walk.js';
import {openShop} from './open.js';

const [ownerPin, cashierPin] = ['739154', '482601'];
const fileOf = (folder: string) => join(folder, 'settings.json');
const settingsIn = (folder: string) => JSON.parse(readFileSync(fileOf(folder), 'utf8'));

test('settings are listed with who changed them last, and one is changed by one question; a card number, a mistake and a cashier change nothing', async () => {
  const shop = await openShop({settings: {country: 'KE', keys: {test: 'PZ78-PKTEST-SECRET'}}});
  await shop.till.addPerson({name: 'Amina', role: 'owner', pin: ownerPin});
  await shop.till.addPerson({name: 'Baraka', role: 'cashier', pin: cashierPin});
  await walk(shop, [
    ['te', /Shop .*Country KE/, /Advanced +Provider’s key · test … ·/],
    ['enter', /Country +KE/, /The day begins at +00:00 +usual/],
    ['down down down enter', 'Now'],
    [['\u0015', '4508750015741019', 'enter'], /card number/],
    [['\u0015', 'XX', 'enter'], 'Set Country to XX?'],
    ['enter', /Country\s+“XX”/],
  ]);
  expect(settingsIn(shop.folder).country).toBe('KE');
  await walk(shop, [[['\u0015', 'UG', 'enter enter'], 'Saved: Country.', /Country +UG +Amina, /]]);
  expect(settingsIn(shop.folder).country).toBe('UG');
  await walk(shop, [
    ['escape end enter', /Provider’s key · test +…/],
    ['down enter', /Now +…/],
    [['PZ78-PKTEST-OTHER', 'enter'], 'Set Provider’s key · test to what you typed?'],
    ['enter', 'Saved: Provider’s key · test.'],
  ]);
  expect(settingsIn(shop.folder).keys.test).toBe('PZ78-PKTEST-OTHER');
  await walk(shop, [
    ['ctrl-l', 'Sign in'],
    [['right', cashierPin, 'enter'], /Provider’s key · test +…/],
  ]);
  await shop.press('escape', ...Array<'up'>(7).fill('up'), 'enter');
  await walk(shop, [
    ['', /Country +UG/],
    ['down down down enter enter enter', 'It is already set to this.', /▸ Country +UG/],
    [['enter', '\u0015', 'TZ', 'enter enter'], /Baraka may not/],
  ]);
  expect(settingsIn(shop.folder).country).toBe('UG');
  for (const frame of shop.frames()) expect(frame).not.toContain('PKTEST');
});

test('what somebody writes into the file is told while the till is open, and taken as it is', async () => {
  const shop = await openShop({settings: {zone: 'Africa/Nairobi'}});
  writeFileSync(fileOf(shop.folder), JSON.stringify({...settingsIn(shop.folder), zone: 'Africa/Lagos'}));
  await walk(shop, [
    ['te', /changed\s+outside of this till/, /Shop .*Time zone Africa\/Lagos/],
    ['enter', /Time zone +Africa\/Lagos +changed outside/],
    [['down down down down enter', 'x', 'enter enter'], /duka\s+settings\s+accept/],
    [['escape', 'a'], 'zone  "Africa/Nairobi" → "Africa/Lagos"'],
    ['enter', 'The settings are signed as they are.'],
    ['enter', /Time zone +Africa\/Lagos +cashier, /],
  ]);
  expect((await shop.till.settingsNow()).kind).toBe('as-signed');
});

test('a head office is joined and left on its page of the settings; a wrong code is said at its field and changes nothing', async () => {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const shop = await openShop();
  await walk(shop, [
    ['te', /Office/],
    ['end up enter', 'Settings: Office', /j\s+join office/],
    ['j', 'Joining code'],
    [[office.url, 'enter', '0000-0000-0000-0000', 'enter'], `Join the office at ${office.url}?`],
    ['enter', /refused/],
  ]);
  expect(settingsIn(shop.folder).office).toBeUndefined();
  await shop.type('\u0015');
  await shop.type(office.code());
  await shop.press('enter', 'enter');
  await shop.sees(/Joined the office of corner/);
  expect(settingsIn(shop.folder).office.sandbox).toMatchObject({url: office.url, key: office.key});
  await walk(shop, [
    ['', /x\s+leave office/],
    ['x', 'Leave the head office?'],
    ['enter', /Left the office at/, /j\s+join office/],
  ]);
  expect(settingsIn(shop.folder).office?.sandbox).toBeUndefined();
});
