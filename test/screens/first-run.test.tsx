import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {askFirstRun} from '../../screens/first-run/ask.js';
import {createProgram} from '../../screens/program.js';
import {Root, type Scene, waitingScene} from '../../screens/root.js';
import {keymapOf} from '../../screens/terminal/shortcuts.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {prepareStart} from '../../src/till/start.js';
import {machine} from '../../src/world.js';
import {openJournal} from '../../store/journal.js';
import {options, requested, sent} from '../store/support.js';
import {draw} from './open.js';

async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'duka-first-run-'));
  onTestFinished(() => rm(home, {recursive: true, force: true}));
  return home;
}

async function begin(
  settingsBefore?: Readonly<Record<string, unknown>>,
  systemZone = 'Africa/Nairobi',
  homeBefore?: string,
) {
  const home = homeBefore ?? (await newHome());
  if (settingsBefore !== undefined) await writeFile(join(home, 'settings.json'), JSON.stringify(settingsBefore));
  const start = await prepareStart({
    flags: {},
    environment: {DUKA_HOME: home},
    world: machine,
    version: '0.0.0',
    systemZone,
    startSandbox: async () => {
      throw new Error('nothing is opened yet');
    },
  });
  if (start.firstRun === undefined) throw new Error('nothing would be asked');
  const stage = createProgram<Scene, Scene, never>({
    first: {model: waitingScene('…'), effects: []},
    update: (_, next) => ({model: next, effects: []}),
    run: () => undefined,
  });
  const app = await draw(<Root stage={stage} />);
  const {signal} = new AbortController();
  const answered = askFirstRun(start, start.firstRun, {
    show: stage.dispatch,
    keys: keymapOf(start.look.shortcuts),
    styles: stylesFor({}),
    isPlain: start.look.isPlain,
    signal,
  });
  const settings = async () =>
    JSON.parse(await readFile(join(home, 'settings.json'), 'utf8')) as Record<string, unknown>;
  return {...app, answered, settings};
}

test('Enter takes what is shown; a shop without a name is asked for it again', async () => {
  const app = await begin();
  await app.sees('Kenya');
  await app.press('enter', 'enter', 'enter', 'enter', 'enter');
  await app.sees('Type the name of the shop');
  await app.type('Corner Shop');
  await app.press('enter');
  await app.press('enter', 'enter', 'enter', 'enter');
  expect(await app.answered).toBe(true);
  expect(await app.settings()).toMatchObject({
    shop: 'Corner Shop',
    country: 'KE',
    zone: 'Africa/Nairobi',
    profile: 'sandbox',
  });
});

test('a machine that was never told where it stands is in its country', async () => {
  const app = await begin(undefined, 'UTC');
  await app.sees(/Time zone +Africa\/Nairobi/);
});

test('a country brings its language and its zone; a key is never shown', async () => {
  const app = await begin();
  await app.type('Chez Awa');
  await app.press('enter', 'enter');
  for (let n = 0; n < 6; n++) await app.press('right');
  await app.sees('Côte d’Ivoire');
  await app.sees('Bienvenue');
  await app.press('enter');
  await app.sees('Africa/Abidjan');
  await app.press('enter', 'right');
  await app.sees('Clé publique');
  await app.press('enter', 'enter');
  await app.sees('n’est pas une adresse e-mail');
  await app.type('awa@example.com');
  await app.press('enter');
  await app.sees('Saisissez la clé');
  await app.type('PZ78-PKTEST-secret');
  expect(app.screen()).not.toContain('secret');
  expect(app.screen()).toContain('•'.repeat(18));
  await app.press('enter');
  expect(await app.answered).toBe(true);
  expect(await app.settings()).toMatchObject({
    country: 'CI',
    profile: 'test',
    email: 'awa@example.com',
    keys: {test: 'PZ78-PKTEST-secret'},
  });
});

test('the shop’s own keys are those of its first questions too, and are kept', async () => {
  const shortcuts = {'next-field': ['y', 'page-down'], choose: ['page-up', 'end']};
  const app = await begin({shortcuts});
  await app.type('yams & yarn');
  await app.sees('yams & yarn');
  await app.press('tab');
  await app.sees('▸ Shop');
  await app.press('page-down', 'page-down');
  await app.sees('PgUp End chooses');
  await app.press('right');
  await app.sees('Kenya');
  await app.press('end');
  await app.sees('Ghana');
  await app.type('yÉ');
  await app.sees('É');
  await app.press('backspace', 'page-down');
  await app.sees('PgUp End chooses; the sandbox is for practice');
  await app.press('enter');
  expect(await app.answered).toBe(true);
  expect(await app.settings()).toMatchObject({shop: 'yams & yarn', country: 'GH', shortcuts});
});

test('a reader hears each change of the questions in one line, with the shop’s own keys', async () => {
  const app = await begin({plain: true, shortcuts: {choose: ['page-up', 'page-down']}});
  await app.sees('Shop, as it appears on receipts:');
  await app.type('Chez Awa');
  await app.press('enter');
  await app.sees(/Shop: Chez Awa\.\nE-mail, /);
  await app.press('enter');
  await app.sees('Country, PgUp PgDn for another: Kenya');
  const lines = () => app.screen().split('\n').length;
  const before = lines();
  for (let turns = 1; turns <= 6; turns++) {
    await app.press('page-down');
    expect(lines()).toBe(before + turns);
  }
  await app.sees(/Fuseau : Africa\/Abidjan\.\nPays, PgPréc PgSuiv pour changer : Côte d’Ivoire/);
  await app.press('enter');
  await app.sees(/Pays : Côte d’Ivoire\.\nFuseau, /);
});

test('Ctrl-C keeps nothing', async () => {
  const app = await begin();
  await app.type('Corner');
  await app.press('ctrl-c');
  expect(await app.answered).toBe(false);
  await expect(app.settings()).rejects.toThrow();
});

describe('a home in which a till lies that the settings do not name', () => {
  /** A home with the journal of a live till whose payment was sent and never answered, and with no settings. */
  async function lost(settings?: Readonly<Record<string, unknown>>) {
    const home = await newHome();
    const folder = join(home, 'live', 'K7Q');
    const journal = await openJournal({
      ...options(folder),
      till: 'K7Q',
      header: {...options(folder).header, profile: 'live', zone: 'Africa/Lagos'},
    });
    await journal.append([requested(1), sent(1)]);
    await journal.close();
    return begin(settings, 'Africa/Nairobi', home);
  }

  test('is asked whether to go on with it, in its own profile and time zone, and goes on with it', async () => {
    const app = await lost();
    await app.type('Corner Shop');
    await app.sees(/Time zone +Africa\/Lagos/);
    await app.sees(/Mode +LIVE/);
    await app.sees(/Till +continue with K7Q: open payments 1, last day 2026-11-20/);
    await app.press('enter');
    await app.type('awa@example.com');
    await app.press('enter', 'enter', 'enter', 'enter');
    await app.sees('▸ Till');
    await app.sees('this folder has the journal of a till already');
    await app.press('enter');
    await app.type('PZ78-PKLIVE-secret');
    await app.press('enter');
    expect(await app.answered).toBe(true);
    expect(await app.settings()).toMatchObject({profile: 'live', till: {live: 'K7Q'}});
  });

  test('makes another only where that is chosen, and then names none', async () => {
    const app = await lost();
    await app.type('Corner Shop');
    await app.press('enter');
    await app.type('awa@example.com');
    await app.press('enter', 'enter', 'enter', 'enter', 'right');
    await app.sees('a new till, beside those already here');
    await app.press('enter');
    await app.type('PZ78-PKLIVE-secret');
    await app.press('enter');
    expect(await app.answered).toBe(true);
    expect((await app.settings()).till).toBeUndefined();
  });

  test('says the same in sentences', async () => {
    const app = await lost({plain: true});
    await app.sees(/Till: continue with K7Q:\s+open\s+payments\s+1,\s+last\s+day\s+2026-11-20;/);
  });

  test('is asked for the till alone where everything else is known', async () => {
    const known = {
      shop: 'Corner Shop',
      email: 'a@example.com',
      zone: 'Africa/Lagos',
      profile: 'live',
      keys: {live: 'k'},
    };
    const app = await lost(known);
    await app.sees(/Shop +Corner Shop/);
    await app.press('enter', 'enter', 'enter', 'enter', 'enter', 'enter', 'enter');
    expect(await app.answered).toBe(true);
    expect(await app.settings()).toMatchObject({...known, till: {live: 'K7Q'}});
  });
});

test('an answer that is wrong is said as it is left, not after the last question', async () => {
  const app = await begin();
  await app.sees('Kenya');
  await app.type('Corner Shop');
  await app.press('enter');
  await app.type('awa@');
  await app.press('enter');
  await app.sees(/▸ [^\n]*awa@/);
  await app.sees(/✗ [^\n]*awa@/);
  await app.press('tab');
  await app.sees(/▸ Country/);
  expect(app.screen()).toMatch(/✗ [^\n]*awa@/);
  await app.press('shift-tab');
  await app.type('example.com');
  expect(app.screen()).not.toContain('✗');
});
