import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {generateX25519Identity, identityToRecipient} from 'age-encryption';
import {expect, onTestFinished, test} from 'vitest';
import {settingPages} from '../../src/core/technical/setting-table.js';
import {withBackup} from '../../src/till/backup.js';
import {startOffice} from '../office/office.js';
import {openMailServer} from '../print/mail-server.js';
import {walk} from '../walk.js';
import {frameIn} from './cut-texts.js';
import {fits} from './fits.js';
import {openShop} from './open.js';
import {startPrinter} from './printer.js';

const [ownerPin, cashierPin] = ['739154', '482601'];
const fileOf = (folder: string) => join(folder, 'settings.json');
const settingsIn = (folder: string) => JSON.parse(readFileSync(fileOf(folder), 'utf8'));

test('settings are listed with who changed them last, and one is changed by one question; a card number, a mistake and a cashier change nothing', async () => {
  const shop = await openShop({settings: {country: 'KE', keys: {test: 'PZ78-PKTEST-SECRET'}}});
  await shop.till.addPerson({name: 'Amina', role: 'owner', pin: ownerPin});
  await shop.till.addPerson({name: 'Baraka', role: 'cashier', pin: cashierPin});
  await walk(shop, [
    ['te', /Shop .*Country Kenya/, /Advanced +Provider’s key · test … ·/],
    ['enter', /Country +Kenya/, /The day begins at +00:00 +usual/],
    ['down down down enter', 'Now'],
    [['\u0015', '4508750015741019', 'enter'], /card number/],
    [['\u0015', 'XX', 'enter'], 'Set Country to XX?'],
    ['enter', /Country\s+“XX”/],
  ]);
  expect(settingsIn(shop.folder).country).toBe('KE');
  await walk(shop, [[['\u0015', 'UG', 'enter enter'], 'Saved: Country.', /Country +Uganda +Amina, /]]);
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
    ['', /Country +Uganda/],
    ['down down down enter enter enter', 'It is already set to this.', /▸ Country +Uganda/],
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
    ['end up enter', 'Settings · Office', /j\s+join office/],
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
    ['s', /has 0 of \d+ lines|has every line/],
    ['escape', /x\s+leave office/],
    ['x', 'Leave the head office?'],
    ['enter', /Left the office at/, /j\s+join office/],
  ]);
  expect(settingsIn(shop.folder).office?.sandbox).toBeUndefined();
});

test('a printer, its drawer and the mail server are tried out, and printers are found at the addresses that a person names', async () => {
  const [printer, server] = [await startPrinter(), await openMailServer({}, end => onTestFinished(end))];
  const other = createServer(socket => socket.end());
  await new Promise<void>(resolve => other.listen(9100, '127.0.0.77', resolve));
  onTestFinished(() => new Promise<void>(resolve => other.close(() => resolve())));
  const mail = {host: '127.0.0.1', port: server.port, from: 'till@shop.example'};
  const shop = await openShop({settings: {mail, printer: {address: printer.address}}});
  await walk(shop, [
    [['te', 'down down enter', 'p'], `✓ Sent to ${printer.address}.`],
    [['escape', 'o'], `✓ ${printer.address} was told to open the drawer.`],
    [['escape', 'm', '\u0015', 'nobody', 'enter'], 'is not an e-mail address'],
    [['\u0015', 'owner@example.com', 'enter'], '✓ The mail server took the message to owner@example.com'],
    [['escape', 'f', '192.168.1.1-300', 'enter'], 'is no address or range: type 192.168.1.50'],
    [['\u0015', '127.0.0.70-79', 'enter'], 'One address answers. Enter sets it as the printer.', '127.0.0.77 (1 of 1)'],
    ['enter', 'Saved: Printer.', /Printer +127\.0\.0\.77/],
  ]);
  expect(printer.jobs).toHaveLength(2);
  expect(server.taken).toHaveLength(1);
  expect(shop.till.state.ledger.period.counts.drawerOpenings).toBe(1);
});

test('the password of the mail server is typed on its page, never shown, and kept for this user alone', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['te', 'down down enter'], /▸ Printer +not set/],
    ['end', /▸ Password of the mail server +not set/],
    [['enter', 'hunter22'], 'Password of the mail server', {not: 'hunter22'}],
    ['enter', 'to what you typed?'],
    ['enter', 'Saved: Password of the mail server', /▸ Password of the mail server +…/],
  ]);
  const file = join(shop.till.settings.folder, 'mail-password');
  expect(readFileSync(file, 'utf8')).toBe('hunter22\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await walk(shop, [
    ['enter', 'Value'],
    [['enter', 'enter'], /▸ Password of the mail server +not set/],
  ]);
});

test('a backup is made in a folder that is named, for the recipients of the settings, and says what it wrote and how it is restored', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['te', 'end up enter', 'b'], 'duka --home NEW-FOLDER backup restore FILE'],
    [[shop.folder, 'enter'], 'Nobody could open this backup'],
  ]);
  const value = await identityToRecipient(await generateX25519Identity());
  await shop.till.changeSetting({name: 'backup.recipients', value});
  await walk(shop, [['enter', /✓ .*duka-.*\.tar\.gz\.age: \d+ files, up\s+to line \d+\./s]]);
  expect(readdirSync(shop.folder).filter(name => name.endsWith('.tar.gz.age'))).toHaveLength(1);
});

test('a key for backups is made in a new file, which opens the backup that is made next', async () => {
  const shop = await openShop();
  const key = join(shop.folder, 'owner.key');
  await walk(shop, [
    [['te', 'end up enter', 'k'], 'Make a key for backups'],
    [[key, 'enter'], /✓ .*owner\.key opens\s+the\s+backups[\s\S]*age1/],
  ]);
  const text = readFileSync(key, 'utf8');
  const identity = text.split('\n').find(line => line.startsWith('AGE-SECRET-KEY-1')) ?? '';
  expect(statSync(key).mode & 0o777).toBe(0o600);
  expect(shop.screen(), 'the secret is in the file alone').not.toContain('AGE-SECRET-KEY');
  expect(settingsIn(shop.folder).backup).toEqual({recipients: [await identityToRecipient(identity)]});
  await walk(shop, [
    ['enter', 'is there already'],
    ['escape', /Who opens backups +age1/],
    [['b', shop.folder, 'enter'], /✓ .*duka-.*\.tar\.gz\.age/s],
  ]);
  expect(readFileSync(key, 'utf8'), 'an existing key is never replaced').toBe(text);
  const [backup = ''] = readdirSync(shop.folder).filter(name => name.endsWith('.tar.gz.age'));
  const opened = await withBackup(
    join(shop.folder, backup),
    {kind: 'identity', identity},
    {work: async (_, found) => found},
  );
  expect(opened.lines).toBeGreaterThan(0);
});

test('how the scanner types is learned from one code, with what is before it and the key that ends it', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['te', 'down enter', 'c'], 'Scan this'],
    [['nothing known'], 'no barcode. Scan another article.'],
    [['~]E05901234123457\t'], /Typed +~\]E05901234123457/, /Ended by +Tab/, 'Before a code: ~. After it: Tab.'],
    ['enter', 'Saved: Scanner, after a code.', /Scanner, after a code +tab/],
  ]);
  expect(settingsIn(shop.folder).scanner).toEqual({prefix: '~', suffix: 'tab'});
  await walk(shop, [
    ['c', 'Scan this'],
    [['5901234123457\r'], /Ended by +Enter/, 'Before a code: –. After it: Enter.'],
    ['enter', /Scanner, after a code +enter/],
  ]);
  expect(settingsIn(shop.folder).scanner).toEqual({suffix: 'enter'});
});

test('each setting is read and set at 40x10', async () => {
  const [small, languages] = [{columns: 40, rows: 10}, ['en', 'fr', 'sw', 'pt'] as const];
  const shop = await openShop();
  const {settings} = await shop.till.readSettings();
  await walk(shop, [['te', /Advanced +Tenant/]]);
  let looks = 0;
  const look = (place: string) => {
    looks += 1;
    const frame = frameIn(shop, small, languages[looks % 4] ?? 'en');
    fits({screen: () => frame}, small, place);
  };
  for (const page of settingPages) {
    await shop.press('enter');
    await shop.sees(/▸ .*\n[\s\S]*Enter open/);
    expect(frameIn(shop, small, 'en')).toMatch(/Setting {2,}Value/);
    for (const {name} of settings.filter(each => each.page === page)) {
      await shop.press('enter');
      look(name);
      await shop.type('1');
      await shop.press('right', 'enter');
      expect(shop.screen()).toMatch(/Set .* to|Remove/);
      look(`${name}?`);
      await shop.press('escape', 'escape', 'down');
      look(page);
    }
    await shop.press('escape', 'down');
  }
});
