import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Text} from 'ink';
import {describe, expect, onTestFinished, test} from 'vitest';
import {askFirstRun} from '../../screens/first-run/ask.js';
import {newStage, Root, waitingScene} from '../../screens/stage.js';
import type {Key} from '../../screens/terminal/keyboard.js';
import {keymapOf} from '../../screens/terminal/shortcuts.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {languageFor, marketOf} from '../../src/core/market/markets.js';
import {startSandbox} from '../../src/sandbox/server.js';
import {prepareStart} from '../../src/till/start.js';
import {machine} from '../../src/world.js';
import {openJournal} from '../../store/journal.js';
import {options, requested, sent} from '../store/support.js';
import {walk} from '../walk.js';
import {draw} from './open.js';

async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'duka-first-run-'));
  onTestFinished(() => rm(home, {recursive: true, force: true}));
  return home;
}

async function begin(
  settingsBefore?: Readonly<Record<string, unknown>>,
  {systemZone = 'Africa/Nairobi', systemLocale = 'en-US'} = {},
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
    systemLocale,
    startSandbox: async () => {
      throw new Error('nothing is opened yet');
    },
  });
  if (start.firstRun === undefined) throw new Error('nothing would be asked');
  const stage = newStage('…');
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

/** So many of a key. */
const times = <K extends string>(count: number, key: K): readonly K[] => Array.from({length: count}, () => key);

test('what is typed while the till opens is heard by its first screen', async () => {
  const stage = newStage('');
  stage.dispatch(waitingScene('Opening the till…', machine.monotonic));
  const app = await draw(<Root stage={stage} />);
  await app.type('25');
  const heard: Key[] = [];
  stage.dispatch({draw: () => <Text>Amount</Text>, onKey: key => heard.push(key)});
  await app.sees('Amount');
  await app.type('0');
  expect(heard).toMatchObject([
    {kind: 'text', text: '25'},
    {kind: 'text', text: '0'},
  ]);
});

test('a shop without a name is not asked for it where people sign in: its settings are theirs to change', async () => {
  const home = await newHome();
  const start = () =>
    prepareStart({
      flags: {},
      environment: {DUKA_HOME: home},
      world: machine,
      version: '0.0.0',
      systemZone: 'Africa/Nairobi',
      systemLocale: 'en-US',
      startSandbox: () => startSandbox({data: join(home, 'service')}),
    });
  const {firstRun, open} = await start();
  expect(firstRun).toMatchObject({shop: ''});
  const {opened} = await open();
  onTestFinished(() => opened.till.close());
  await opened.till.addPerson({name: 'Amina', role: 'owner', pin: '739154'});
  const next = await start();
  expect([next.firstRun, next.offered]).toEqual([undefined, []]);
});

test('Enter takes what is shown; a shop without a name is asked for it again', async () => {
  const app = await begin();
  await app.sees('Kenya');
  await app.press(...times(7, 'enter'));
  await app.sees('Type the name of the shop');
  await app.type('Corner Shop');
  await app.press('enter');
  await app.press(...times(6, 'enter'));
  expect(await app.answered).toBeDefined();
  const settings = await app.settings();
  expect(settings).toMatchObject({shop: 'Corner Shop', country: 'KE', zone: 'Africa/Nairobi', profile: 'sandbox'});
  expect(settings).not.toHaveProperty('language');
  expect(settings).not.toHaveProperty('customerLanguage');
});

describe('the country', () => {
  test.each<[typed: string, country: string]>([
    ['iv', 'CI'],
    ['Costa do Marf', 'CI'],
    ['cote d’iv', 'CI'],
    ['afrika kusini', 'ZA'],
    ['Moçambique', 'MZ'],
    ['mz', 'MZ'],
    ['NGN', 'NG'],
    ['tund', 'KE'],
  ])('%s finds %s, or leaves what is chosen', async (typed, country) => {
    const app = await begin();
    await app.type('Corner Shop');
    await app.press('enter', 'enter');
    await app.type(typed);
    await app.press('tab');
    if (country === 'KE') return app.sees('Country “tund” not found.');
    await app.press(...times(3, 'tab'));
    await app.press(...times(6, 'enter'));
    expect(await app.answered).toBe(languageFor(country, 'en'));
    expect(await app.settings()).toMatchObject({country, zone: marketOf(country).zone});
  });

  test('is chosen from a list with currencies and networks, which arrows go through', async () => {
    const app = await begin();
    await walk(app, [
      ['tab tab', /▸ Kenya +KES M-Pesa · Airtel Money/],
      ['guin', /▸ Equatorial Guinea +XAF cash/],
      ['down', /▸ Guinea +GNF cash/],
      ['tab', 'Guinée · GNF'],
    ]);
  });

  test.each<[systemZone: string, systemLocale: string, country: string, language: string]>([
    ['Africa/Abidjan', 'en-US', 'Côte d’Ivoire', 'La caisse parle +‹ Français ›'],
    ['Africa/Lubumbashi', 'sw-CD', 'DR Kongo', 'Lugha ya kaunta +‹ Kiswahili ›'],
    ['UTC', 'pt-MZ', 'Moçambique', 'A caixa fala +‹ Português ›'],
    ['UTC', 'en-US', 'Kenya', 'Till speaks +‹ English ›'],
    ['UTC', 'en-US-u-va-posix', 'Kenya', 'Till speaks +‹ English ›'],
    ['Africa/Nairobi', 'fr-FR', 'Kenya', 'Till speaks +‹ English ›'],
    ['Africa/Nairobi', 'und', 'Kenya', 'Till speaks +‹ English ›'],
  ])('of a machine in %s that speaks %s is %s', async (systemZone, systemLocale, country, language) => {
    const app = await begin(undefined, {systemZone, systemLocale});
    await app.sees(country);
    await app.press('tab', 'tab', 'tab');
    await app.sees(new RegExp(language));
  });
});

test('customers hear the till’s language where they speak it, and another is chosen', async () => {
  const app = await begin(undefined, {systemLocale: 'sw-KE'});
  await app.type('Duka la Asha');
  await app.press('tab', 'tab', 'tab', 'tab');
  await app.sees(/Lugha ya wateja +‹ Kiswahili ›/);
  await app.press('shift-tab', 'right', 'right');
  await app.sees(/Till speaks|La caisse parle/);
  await app.press('left', 'tab', 'left');
  await app.press(...times(5, 'enter'));
  expect(await app.answered).toBeDefined();
  expect(await app.settings()).toMatchObject({country: 'KE'});
});

test('a machine that was never told where it stands is in its country', async () => {
  const app = await begin(undefined, {systemZone: 'UTC'});
  await app.sees(/Time zone +Africa\/Nairobi/);
});

test('a country brings its language and its zone; a key is never shown', async () => {
  const app = await begin();
  await walk(app, [
    [['Chez Awa', 'enter enter', 'iv'], /▸ Ivory Coast +XOF Orange · MTN · Moov · Wave/],
    ['enter', 'Bienvenue', 'Côte d’Ivoire'],
    ['enter enter', 'Africa/Abidjan'],
    ['enter right', 'Clé publique'],
    ['enter enter', 'n’est pas une adresse e-mail'],
    [['awa@example.com', 'enter'], 'Saisissez la clé'],
    ['PZ78-PKTEST-secret', {not: 'secret'}, '•'.repeat(18)],
    ['enter'],
  ]);
  expect(await app.answered).toBeDefined();
  expect(await app.settings()).toMatchObject({
    country: 'CI',
    profile: 'test',
    email: 'awa@example.com',
    keys: {test: 'PZ78-PKTEST-secret'},
  });
});

test('the shop’s own keys are those of its first questions too, and are kept', async () => {
  const shortcuts = {'next-field': ['ß', 'page-down'], choose: ['page-up', 'end']};
  const app = await begin({shortcuts});
  await walk(app, [
    ['ßoot', 'ßoot'],
    ['tab', '▸ Shop'],
    [['page-down page-down', 'gß', 'backspace', 'h', 'enter'], 'PgUp End chooses'],
    ['right', '‹ English ›'],
    ['end', '‹ Français ›'],
    ['\u001B[5~', '‹ English ›'],
    [['page-down', 'ßÉ'], 'É'],
    ['backspace page-down', 'PgUp End chooses; the sandbox is for practice'],
    ['enter'],
  ]);
  expect(await app.answered).toBeDefined();
  expect(await app.settings()).toMatchObject({shop: 'ßoot', country: 'GH', shortcuts});
});

test('a reader hears each change of the questions in one line, with the shop’s own keys', async () => {
  const app = await begin({plain: true, shortcuts: {choose: ['page-up', 'page-down']}});
  await walk(app, [
    ['', 'Shop, as it appears on receipts:'],
    [['Chez Awa', 'enter'], /Shop: Chez Awa\.\nE-mail, /],
    ['enter', 'Country, type its name, letters or currency:', /\d+ of \d+: Kenya, KES, M-Pesa\s·\sAirtel Money/],
    ['iv', /1 of 1: Ivory Coast, XOF, Orange · MTN · Moov · Wave/],
    ['enter', /Pays : Côte d’Ivoire\s·\sXOF/, /La caisse parle, PgPréc PgSuiv pour changer : Français/],
  ]);
});

test('Ctrl-C keeps nothing', async () => {
  const app = await begin();
  await app.type('Corner');
  await app.press('ctrl-c');
  expect(await app.answered).toBeUndefined();
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
    return begin(settings, {}, home);
  }

  test('is asked whether to go on with it, in its own profile and time zone, and goes on with it', async () => {
    const app = await lost();
    await app.type('Corner Shop');
    await app.sees(/Time zone +Africa\/Lagos/);
    await app.sees(/Mode +LIVE/);
    await app.sees(/Till +continue with K7Q: open payments 1, last day 2026-11-20/);
    await app.press('enter');
    await app.type('awa@example.com');
    await app.press('enter', ...times(5, 'enter'));
    await app.sees('▸ Till');
    await app.sees('this folder has the journal of a till already');
    await app.press('enter');
    await app.type('PZ78-PKLIVE-secret');
    await app.press('enter');
    expect(await app.answered).toBeDefined();
    expect(await app.settings()).toMatchObject({profile: 'live', till: {live: 'K7Q'}});
  });

  test('makes another only where that is chosen, and then names none', async () => {
    const app = await lost();
    await app.type('Corner Shop');
    await app.press('enter');
    await app.type('awa@example.com');
    await app.press('enter', ...times(5, 'enter'), 'right');
    await app.sees('a new till, beside those already here');
    await app.press('enter');
    await app.type('PZ78-PKLIVE-secret');
    await app.press('enter');
    expect(await app.answered).toBeDefined();
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
    await app.press(...times(9, 'enter'));
    expect(await app.answered).toBeDefined();
    expect(await app.settings()).toMatchObject({...known, till: {live: 'K7Q'}});
  });
});

test('an answer that is wrong is said as it is left, not after the last question', async () => {
  const app = await begin();
  await walk(app, [
    ['', 'Kenya'],
    [['Corner Shop', 'enter', 'awa@', 'enter'], /▸ [^\n]*awa@/, /✗ [^\n]*awa@/],
    ['tab', /▸ Country/, /✗ [^\n]*awa@/],
    [['shift-tab', 'example.com'], {not: '✗'}],
  ]);
});

test.each(['en-KE', 'fr-CI', 'pt-MZ', 'sw-TZ'])(
  'no word of a question is cut in the smallest window: %s',
  async systemLocale => {
    const app = await begin(undefined, {systemLocale});
    await app.resize({columns: 40, rows: 10});
    await app.sees(/▸/);
    expect(app.screen()).not.toMatch(/\p{L}…/u);
  },
);
