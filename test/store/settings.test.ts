import {readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openSettings} from '../../store/settings.js';
import {problemOf, temporaryFolder} from './support.js';

const saved = (home: string) => JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));

it('are none at first, and make no file', async () => {
  const home = join(temporaryFolder(), 'home');
  const settings = await openSettings(home);
  expect(settings.read()).toEqual({});
  await settings.change({shop: 'Mama Njeri', till: {sandbox: 'T7K'}});
  expect(settings.read()).toEqual({shop: 'Mama Njeri', till: {sandbox: 'T7K'}});
  expect((await openSettings(home)).read()).toEqual(settings.read());
});

it('are for their owner alone and leave no other file behind', async () => {
  const home = join(temporaryFolder(), 'home');
  const settings = await openSettings(home);
  await settings.change({keys: {test: 'PZ78-PKTEST-1'}});
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const names = ['settings-lock.db', 'settings.json'];
  expect([mode(home), ...names.map(name => mode(join(home, name)))]).toEqual(['700', '600', '600']);
  expect(readdirSync(home).toSorted()).toEqual(names);
});

it('take away what a process that was killed left of them long ago, and nothing else', async () => {
  const home = temporaryFolder();
  const [old, fresh] = [1, 2].map(number => `settings.json.00000000-0000-4000-8000-00000000000${number}.tmp`);
  const others = ['settings.json.tmp', 'settings.json.old', fresh ?? ''];
  for (const name of [old ?? '', ...others]) writeFileSync(join(home, name), '{"keys":{"test":"PZ78');
  const longAgo = statSync(home).mtimeMs / 1000 - 3600;
  for (const name of [old ?? '', 'settings.json.tmp', 'settings.json.old'])
    utimesSync(join(home, name), longAgo, longAgo);
  await (await openSettings(home)).change({shop: 'A'});
  expect(readdirSync(home).toSorted()).toEqual(['settings-lock.db', 'settings.json', ...others].toSorted());
});

it('keep members that this version does not know, and what other processes change', async () => {
  const home = temporaryFolder();
  const known = {shop: 'A', till: {moon: 'X'}, networks: {KE: [{code: 'SAFKEN', name: 'M-Pesa', fee: 1}]}};
  writeFileSync(join(home, 'settings.json'), JSON.stringify({...known, furniture: {dark: true}}));
  const [one, other] = [await openSettings(home), await openSettings(home)];
  await one.change({person: 'Amina'});
  await other.change({shop: 'B'});
  expect(saved(home)).toEqual({...known, furniture: {dark: true}, person: 'Amina', shop: 'B'});
  await one.change({shop: undefined});
  expect(saved(home)).toEqual({till: known.till, networks: known.networks, furniture: {dark: true}, person: 'Amina'});
  expect(one.read().shop).toBeUndefined();
});

it('are read from a file that an editor on Windows has saved', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'settings.json'), '\uFEFF{\r\n  "shop": "Corner"\r\n}\r\n');
  expect((await openSettings(home)).read()).toEqual({shop: 'Corner'});
});

it('are changed one after the other', async () => {
  const home = temporaryFolder();
  const settings = await openSettings(home);
  await Promise.all([
    settings.change({shop: 'A'}),
    settings.change({email: 'a@example.com'}),
    settings.change({profilesUsed: ['sandbox', 'live']}),
  ]);
  expect(saved(home)).toEqual({shop: 'A', email: 'a@example.com', profilesUsed: ['sandbox', 'live']});
});

it.each([
  ['{"shop": 1}', 'shop'],
  ['{"profile": "production"}', 'profile'],
  ['{"networks": {"KE": [{"code": "A"}]}}', 'networks.KE.0.name'],
  ['{"cooldownMinutes": -1}', 'cooldownMinutes'],
  ['{"idleLockMinutes": 0}', 'idleLockMinutes'],
  ['{"quickAmounts": ["1","2","3","4","5","6","7","8","9","10"]}', 'quickAmounts'],
  ['{"tips": [5, 0]}', 'tips.1'],
  ['{"tips": [100]}', 'tips.0'],
  ['{"tips": [7.5]}', 'tips.0'],
  ['{"tips": [5, 10, 15, 20]}', 'tips'],
  ['{"saleCeiling": {"KES": 50000}}', 'saleCeiling.KES'],
  ['{"till": {"live": false}}', 'till.live'],
  ['{"shop": "A"', 'settings.json'],
  ['[]', 'settings.json'],
  ['', 'settings.json'],
])('that read %s are refused by the name of what is wrong', async (text, name) => {
  const home = temporaryFolder();
  const file = join(home, 'settings.json');
  writeFileSync(file, text);
  expect(await problemOf(openSettings(home))).toEqual({code: 'settings-damaged', name, file, tills: '-'});
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('refuse a change that is not of their shape, and stay as they are', async () => {
  const home = temporaryFolder();
  const settings = await openSettings(home);
  await settings.change({shop: 'A'});
  const wrong = {cooldownMinutes: 'ten'} as object;
  expect(await problemOf(settings.change(wrong))).toMatchObject({code: 'settings-damaged', name: 'cooldownMinutes'});
  await settings.change({person: 'Amina'});
  expect(settings.read()).toEqual({shop: 'A', person: 'Amina'});
});

it('stay as they are where another process may have locked them meanwhile', async () => {
  const home = temporaryFolder();
  const settings = await openSettings(home);
  await settings.change({shop: 'A'});
  const change = settings.change(() => {
    rmSync(join(home, 'settings-lock.db'));
    return {shop: 'B'};
  });
  expect(await problemOf(change)).toEqual({code: 'journal-not-writable', cause: 'EBUSY'});
  expect((await openSettings(home)).read()).toEqual({shop: 'A'});
});

it('say why they cannot be read or written', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(await problemOf(openSettings(file))).toMatchObject({code: 'settings-damaged', name: 'ENOTDIR'});
  const home = temporaryFolder();
  const settings = await openSettings(join(home, 'duka'));
  writeFileSync(join(home, 'duka'), '');
  expect(await problemOf(settings.change({shop: 'A'}))).toMatchObject({code: 'journal-not-writable'});
});

it('are not polluted by a member named __proto__', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'settings.json'), '{"__proto__": {"shop": "evil"}, "person": "Amina"}');
  const settings = await openSettings(home);
  expect([settings.read().shop, settings.read().person]).toEqual([undefined, 'Amina']);
});
