import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, it} from 'vitest';
import {emptyState} from '../../src/core/books/state.js';
import type {SettingsData} from '../../src/core/technical/setting-table.js';
import {
  changesToWrite,
  inForce,
  merchantNumbersInForce,
  namesOf,
  settingsDigest,
  signUnchanged,
  standingOf,
} from '../../src/till/settings.js';
import {ownKey, type TillKey} from '../../src/till/signing.js';
import {openSettings} from '../../store/settings.js';
import {temporaryFolder} from './real-till.js';

const settings: SettingsData = {
  shop: 'Duka',
  baseUrl: 'https://pay.example',
  merchantNumbers: {SAFARICOM_KE: '123456'},
};
const elsewhere: SettingsData = {
  ...settings,
  baseUrl: 'https://thief.example',
  merchantNumbers: {SAFARICOM_KE: '654321'},
};

let folder = '';
let key: TillKey;
beforeEach(async () => {
  folder = temporaryFolder();
  key = await ownKey(folder, await openSettings(folder), 'live');
});
const signed = () => join(folder, 'settings-signed.json');
const place = () => ({folder, till: 'T7K', publicKey: key.publicKey, sign: key.sign});
/** What the journal knows: the settings of before are in force, or `null`, none. */
const journal = (known: SettingsData | null) => ({
  technical: {...emptyState().technical, ...(known && {settings: settingsDigest(known)})},
});
const standing = (now: SettingsData, known: SettingsData | null = settings) => standingOf(place(), now, journal(known));
/** Whether a setting is in force, where these are. */
const isInForce = async (
  name: string,
  now: SettingsData,
  {known = settings, ...other}: {known?: SettingsData | null; till?: string} = {},
) => (await inForce({...place(), ...other}, now, journal(known)))(name);

async function signNow(): Promise<void> {
  await signUnchanged(place(), settings, {standing: await standing(settings, null), state: journal(settings)});
}

it('settings are signed the first time, and by a person alone once others have changed them', async () => {
  const first = await standing(settings, null);
  expect(first).toEqual({kind: 'first'});
  await signNow();
  expect(await standing(settings)).toEqual({kind: 'as-signed'});
  const before = readFileSync(signed());
  const changed = await standing(elsewhere);
  expect(changed).toMatchObject({kind: 'changed', isNews: true});
  await signUnchanged(place(), elsewhere, {standing: changed, state: journal(settings)});
  expect(readFileSync(signed())).toEqual(before);
});

it.each<readonly [what: string, damage: (text: string) => string]>([
  ['no text of ours', () => 'signed'],
  ['what says nothing', () => '{}'],
  ['other values under that signature', text => text.replace('pay.example', 'thief.example')],
  ['another signature', text => text.replace(/"signature": "..../, '"signature": "AAAA')],
])('nothing is believed of %s', async (_, damage) => {
  await signNow();
  writeFileSync(signed(), damage(readFileSync(signed(), 'utf8')));
  expect(await standing(settings)).toEqual({kind: 'sign-again'});
  expect(await standing(elsewhere)).toEqual({kind: 'changed', changes: [], isNews: true});
  expect(await isInForce('baseUrl', settings, {known: null})).toBe(false);
  expect(await isInForce('baseUrl', elsewhere)).toBe(false);
});

it('nothing is believed that another key or another till has signed', async () => {
  await signNow();
  expect(await isInForce('shop', elsewhere)).toBe(true);
  expect(await isInForce('shop', elsewhere, {till: 'K7Q'})).toBe(false);
  rmSync(join(folder, 'signing-key.pem'));
  expect(await isInForce('shop', settings)).toBe(false);
  await ownKey(folder, await openSettings(folder), 'live');
  expect(await isInForce('shop', elsewhere)).toBe(false);
});

it.each<readonly [name: string, now: SettingsData, known: SettingsData | null, isInForce: boolean]>([
  ['baseUrl', settings, settings, true],
  ['merchantNumbers.SAFARICOM_KE', settings, settings, true],
  ['baseUrl', elsewhere, settings, false],
  ['merchantNumbers.SAFARICOM_KE', elsewhere, settings, false],
  ['shop', elsewhere, settings, true],
  ['baseUrl', settings, null, true], // signed, before the journal has its first line
  ['baseUrl', elsewhere, null, false],
  ['baseUrl', settings, elsewhere, false], // signed, and put out of force since
  ['shop', settings, elsewhere, false],
])('of %s the value counts where it is the one in force', async (name, now, known, isBelieved) => {
  expect(await isInForce(name, now, {known: null})).toBe(false);
  await signNow();
  expect(await isInForce(name, now, {known})).toBe(isBelieved);
});

it('customers pay to those numbers of the shop alone that are in force', async () => {
  const numbers = async (now: SettingsData, known: SettingsData | null = settings) =>
    (await merchantNumbersInForce({folder, till: 'T7K'}, now, journal(known))).map(({number}) => number);
  expect(await numbers(settings, null)).toEqual([]);
  await signNow();
  expect(await numbers(settings)).toEqual(['123456']);
  expect(await numbers(elsewhere)).toEqual([]);
  expect(await numbers(settings, elsewhere)).toEqual([]);
  expect(await numbers({...settings, merchantNumbers: {...settings.merchantNumbers, AIRTEL_KE: '999'}})).toEqual([
    '123456',
  ]);
  expect(await numbers({})).toEqual([]);
  writeFileSync(join(folder, 'signing-key.pem'), 'gone');
  expect(await numbers(settings)).toEqual([]);
  expect(existsSync(signed())).toBe(true);
});

it('a change is written down clean, without what may be the number of a card', () => {
  const card = '4111111111111111';
  const changes = [
    {name: 'shop', from: null, to: `a\u0007b ${card}`},
    {name: `x ${card}`, from: 'y'.repeat(400), to: null},
  ];
  const [shop, other] = changesToWrite(changes);
  expect(shop).toMatchObject({name: 'shop', from: null});
  expect(other).toMatchObject({to: null});
  expect(other?.from).toHaveLength(300);
  expect(JSON.stringify([shop, other])).not.toMatch(/\\u0007|4111111111111111/);
  expect(namesOf(changes)).toBe(`shop, ${other?.name}`);
  expect(namesOf([])).toBe('-');
});
