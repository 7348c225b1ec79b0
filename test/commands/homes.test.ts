import {spawn} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {it as base, describe, expect, inject, onTestFinished} from 'vitest';
import {takeLock} from '../../store/lock.js';
import {startLiveService} from '../live-service.js';
import {collectAndLeave, collecting, openShop, segmentsOf} from './support.js';
import {linesOf} from './thief.js';

const it = base.extend('shop', () => liveShop());

const settingsOf = (home: string) => JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'duka-homes-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

/** A shop whose till K7Q has an open payment, and whose settings were then lost. */
async function withLostSettings() {
  const shop = await openShop();
  expect((await collectAndLeave(shop, collecting('0712345102', '--till', 'K7Q'))).exit).toBe(130);
  rmSync(join(shop.home, 'settings.json'));
  return shop;
}

/** A shop whose live till K7Q has sold; `run` works as it did. */
async function liveShop(more: object = {}) {
  const shop = await openShop();
  const service = await startLiveService(shop.baseUrl);
  const settings = {...service.settings, till: {live: 'K7Q'}, zone: 'Africa/Nairobi', email: 'a@example.com', ...more};
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
  const userFolder = join(temporaryFolder(), 'user');
  const run = (line: readonly string[], environment: Record<string, string> = {}, input?: string) =>
    shop.run(line, {
      environment: {...service.environment, ...environment},
      userFolder,
      ...(input !== undefined && {input}),
    });
  expect(await run(collecting('0712345678'))).toMatchObject({exit: 0, json: {status: 'paid'}});
  return {...shop, run, service, userFolder};
}

describe('a till that lies in the home', () => {
  it('is named with the way to go on when the settings are broken, and when they were put aside', async () => {
    const shop = await openShop();
    await collectAndLeave(shop, collecting('0712345102', '--till', 'K7Q'));
    const file = join(shop.home, 'settings.json');
    writeFileSync(file, '{"shop": ');
    const broken = await shop.run(collecting('0712345679'));
    expect(broken).toMatchObject({exit: 5, json: {error: 'settings-damaged', file, tills: 'sandbox/K7Q'}});
    expect(broken.err).toContain('the tills of this folder are found and offered (sandbox/K7Q)');
    renameSync(file, `${file}.aside`);
    for (const line of [collecting('0712345679'), ['pending', '--json'], ['status', '--json', 'K7Q0MZ4K8Q2RD']]) {
      const aside = await shop.run(line);
      expect(aside).toMatchObject({
        exit: 5,
        json: {error: 'till-not-named', tills: 'K7Q', setting: '"till": {"sandbox": "K7Q"}'},
      });
      expect(aside.err).toContain('--till K7Q');
    }
    expect(await shop.books()).toHaveLength(1);
    expect(readdirSync(join(shop.home, 'sandbox')).toSorted()).toEqual(['K7Q', 'service']);
    expect((await shop.run(['pending', '--till', 'K7Q'])).out).toContain('K7Q');
  });

  it('is gone on with by the setting that is named, and kept then', async () => {
    const shop = await withLostSettings();
    const {json} = await shop.run(collecting('0712345678'));
    writeFileSync(join(shop.home, 'settings.json'), `{${json.setting}}`, {mode: 0o600});
    expect((await shop.run(['pending'])).out).toContain('K7Q');
  });

  it('is left behind for another only by --new-till', async () => {
    const shop = await withLostSettings();
    const made = await shop.run(collecting('0712345678', '--new-till'));
    expect(made).toMatchObject({exit: 0, json: {status: 'paid'}});
    expect(made.json.reference).not.toMatch(/^K7Q/);
    expect(settingsOf(shop.home).till.sandbox).toBe(made.json.reference.slice(0, 3));
    expect(
      (await shop.run(['doctor', '--json'])).json.checks.find((each: {name: string}) => each.name === 'tills'),
    ).toMatchObject({state: 'warning', facts: {tills: expect.stringContaining('sandbox/K7Q')}});
  });

  it('of real money keeps every other name out, until the owner says otherwise', async ({shop}) => {
    for (const line of [collecting('0712345679', '--till', 'ZZZ'), ['pending', '--json', '--till', 'ZZZ']]) {
      expect(await shop.run(line)).toMatchObject({exit: 5, json: {error: 'till-not-here', till: 'ZZZ', tills: 'K7Q'}});
    }
    expect(existsSync(join(shop.home, 'live', 'ZZZ'))).toBe(false);
    const made = await shop.run(collecting('0712345679', '--till', 'ZZZ', '--new-till'));
    expect(made).toMatchObject({exit: 0, json: {reference: expect.stringMatching(/^ZZZ/)}});
    expect((await shop.run(['shift', 'z', '--person', 'A', '--json'])).json.tills).toEqual(['live/K7Q', 'live/ZZZ']);
  });
});

it('a till that has sold does not begin anew when its journal is gone: not by its files, nor by its folder', async () => {
  const shop = await openShop({DUKA_TILL: 'T7K'});
  const sale = ['cash', 'sale', '--amount', '200', '--json'];
  expect((await shop.run(sale)).exit).toBe(0);
  const folder = join(shop.home, 'sandbox', 'T7K');
  for (const gone of ['journal', 'head.json', 'signing-key.pem', '.']) {
    rmSync(join(folder, gone), {recursive: true, force: true});
    if (gone === 'journal') continue; // its newest line is still known
    for (const line of [sale, ['journal', 'verify', '--json'], ['shift', 'z', '--person', 'A', '--json']])
      expect(await shop.run(line)).toMatchObject({exit: 7, json: {error: 'journal-gone', till: 'sandbox/T7K'}});
  }
  const {json: refused} = await shop.run([...sale, '--new-till']);
  expect(refused.message).toContain(
    '--new-till --till ID, and keep it with "till": {"sandbox": "ID"} in settings.json',
  );
  expect(await shop.run([...sale, '--till', 'K7Q'])).toMatchObject({exit: 0});
  const {json} = await shop.run(['shift', 'x', '--json', '--till', 'K7Q']);
  expect(json.tills).toEqual(['sandbox/K7Q', 'sandbox/T7K ?']);
});

it.each([
  ...['contents.json', 'staff-secrets.json', 'notes.jsonl', 'notes-taken.jsonl', 'basket.json', 'office.json'],
  ...['signing-key.old.pem', 'slips/receipt.html', 'journal/2026-11-20.summary.json', 'journal/2026-11-20.index.txt'],
])('a till of which %s is left has sold, whatever the settings say, and does not begin anew', async left => {
  const shop = await openShop({});
  const file = join(shop.home, 'live/K7Q', left);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, '{}');
  const service = await startLiveService(shop.baseUrl);
  const settings = {...service.settings, zone: 'Africa/Nairobi', email: 'a@example.com'};
  const staffGone = {error: 'staff-gone', file};
  const sell = (...words: readonly string[]) =>
    shop.run(['cash', 'sale', '--amount', '200', '--json', ...words], {environment: service.environment});
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify({...settings, till: {live: 'K7Q'}}));
  expect(await sell()).toMatchObject({
    exit: 7,
    json: left === 'staff-secrets.json' ? staffGone : {error: 'journal-gone', till: 'live/K7Q'},
  });
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify(settings));
  expect((await sell()).json.error).toBe('till-not-named');
  expect((await sell('--till', 'N2W')).json.error).toBe('till-not-here');
  const made = await sell('--till', 'N2W', '--new-till');
  if (left === 'staff-secrets.json') expect(made).toMatchObject({json: staffGone});
  else
    expect(
      (await shop.run(['shift', 'x', '--json'], {environment: {...service.environment, DUKA_TILL: 'N2W'}})).json.tills,
    ).toEqual(['live/N2W', 'live/K7Q ?']);
});

describe('settings that send real money elsewhere, written into the file by hand', () => {
  it.each(['T7K', undefined])('send nothing without an owner, whatever is deleted (new till: %s)', async made => {
    const shop = await liveShop();
    const file = join(shop.home, 'settings.json');
    const thief = await startLiveService(shop.baseUrl);
    writeFileSync(file, JSON.stringify({...settingsOf(shop.home), serviceHosts: [thief.host]}));
    const there = {DUKA_BASE_URL: thief.environment.DUKA_BASE_URL};
    const books = await shop.books();
    const line = collecting('0712345679', ...(made === undefined ? [] : ['--till', made, '--new-till']));
    for (const _ of [1, 2, 3]) {
      expect(await shop.run(line, there)).toMatchObject({exit: 5, json: {error: 'settings-send-elsewhere'}});
      for (const till of ['K7Q', 'T7K']) rmSync(join(shop.home, 'live', till, 'settings-signed.json'), {force: true});
    }
    const holder = ['bank', 'holder', '--currency', 'KES', '--bank', '01', '--account', '0123456789', '--json'];
    for (const asking of [['bank', 'list', 'KES', '--json'], holder])
      expect(await shop.run(asking, there)).toMatchObject({exit: 5, json: {error: 'settings-send-elsewhere'}});
    const atNew = ['bank', 'list', 'KES', '--till', 'N2W', '--new-till', '--json'];
    expect(await shop.run(atNew, there)).toMatchObject({json: {error: 'till-not-here'}});
    const {checks} = (await shop.run(['doctor', '--json'], there)).json;
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'key',
        state: 'bad',
        facts: expect.objectContaining({error: 'settings-send-elsewhere'}),
      }),
    );
    expect(thief.asked).toEqual([]);
    expect(await shop.books()).toEqual(books);
    expect(await shop.run(['settings', 'accept'], there)).toMatchObject({exit: 0});
    expect(await shop.run(collecting('0712345679'), there)).toMatchObject({exit: 0, json: {status: 'paid'}});
  });
});

describe('an environment that differs from a home of real money', () => {
  it.each([
    ['DUKA_TILL', 'ZZZ', 'K7Q', '--till'],
    ['DUKA_ZONE', 'Africa/Lagos', 'Africa/Nairobi', '--zone'],
    ['DUKA_DAY_STARTS_AT', '12:00', '00:00', '--day-starts-at'],
  ])('is refused with the way to change it: %s=%s', async (name, value, own, flag) => {
    const shop = await liveShop();
    for (const line of [collecting('0712345679'), ['pending', '--json'], ['day', '--json']]) {
      const ran = await shop.run(line, {[name]: value});
      expect(ran).toMatchObject({exit: 5, json: {error: 'home-differs', name, value, own, flag: `${flag} ${value}`}});
    }
    expect(await shop.books()).toHaveLength(1);
  });

  it('is refused where its key is another than that of the settings, and no key is told', async ({shop}) => {
    const settings = join(shop.home, 'settings.json');
    const own = shop.service.environment.DUKA_API_KEY;
    writeFileSync(settings, JSON.stringify({...settingsOf(shop.home), keys: {live: own}}));
    const another = 'PZ78-PKLIVE-00000000-0000-4000-8000-00000000BAD0';
    const ran = await shop.run(collecting('0712345679'), {DUKA_API_KEY: another});
    expect(ran).toMatchObject({exit: 5, json: {error: 'key-differs', name: 'DUKA_API_KEY'}});
    for (const key of [another, own]) expect(`${ran.out}${ran.err}`).not.toContain(key);
    expect((await shop.run(['pending', '--json'], {DUKA_API_KEY: own})).exit).toBe(0);
    expect((await shop.run(['pending', '--json'], {DUKA_API_KEY: ''})).exit).toBe(0);
    expect(await shop.books()).toHaveLength(1);
  });

  it.each(['sandbox', 'test'])('is refused where it means another profile, and the flag is named: %s', async value => {
    const shop = await liveShop();
    for (const line of [collecting('0712345679'), ['pending', '--json']]) {
      const ran = await shop.run(line, {DUKA_PROFILE: value});
      const flag = `--profile ${value}`;
      expect(ran).toMatchObject({exit: 5, json: {error: 'home-is-live', name: 'DUKA_PROFILE', value, flag}});
      expect(ran.err).toContain(flag);
    }
    expect(await shop.books()).toHaveLength(1);
  });

  it('is refused by a key of another profile, and by the journal where the settings were lost', async ({shop}) => {
    const byKey = await shop.run(['pending', '--json'], {
      DUKA_PROFILE: '',
      DUKA_API_KEY: 'PZ78-PKTEST-1',
      DUKA_BASE_URL: '',
    });
    expect(byKey).toMatchObject({exit: 5, json: {error: 'home-is-live', name: 'DUKA_API_KEY', value: 'test'}});
    rmSync(join(shop.home, 'settings.json'));
    const service = {DUKA_BASE_URL: '', DUKA_EMAIL: 'a@example.com', DUKA_ZONE: 'Africa/Nairobi'};
    const lost = await shop.run(['pending', '--json'], {...service, DUKA_PROFILE: '', DUKA_API_KEY: ''});
    expect(lost).toMatchObject({exit: 5, json: {error: 'home-was-live', profile: 'live'}});
    const moved = await shop.run(['pending', '--json'], {...service, DUKA_TILL: 'K7Q', DUKA_ZONE: 'Africa/Lagos'});
    expect(moved).toMatchObject({exit: 5, json: {error: 'home-differs', name: 'DUKA_ZONE', own: 'Africa/Nairobi'}});
    const other = await shop.run(['pending', '--json'], {...service, DUKA_TILL: 'ZZZ'});
    expect(other).toMatchObject({exit: 5, json: {error: 'home-differs', name: 'DUKA_TILL', own: 'K7Q'}});
  });

  it('is none where it says the same, and practice is possible by a flag', async ({shop}) => {
    const same = {DUKA_TILL: 'K7Q', DUKA_ZONE: 'Africa/Nairobi', DUKA_PROFILE: 'live'};
    expect((await shop.run(['day', '--json'], same)).exit).toBe(0);
    const practice = {DUKA_BASE_URL: '', DUKA_API_KEY: '', DUKA_PROFILE: ''};
    expect((await shop.run(collecting('0712345678', '--profile', 'sandbox'), practice)).json.status).toBe('paid');
    expect((await shop.run(['day', '--json', '--zone', 'Africa/Lagos'])).exit).toBe(0);
  });
});

it('a live till records another address in the midst of a day, once and before it asks', async ({shop}) => {
  const other = await startLiveService(shop.baseUrl);
  const {host} = shop.service;
  const serviceHosts = [host, other.host];
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify({...settingsOf(shop.home), serviceHosts}));
  const byHand = await shop.run(collecting('0712345679'), other.environment);
  expect(byHand).toMatchObject({exit: 5, json: {error: 'settings-send-elsewhere', names: 'serviceHosts'}});
  expect(await shop.run(['settings', 'accept'])).toMatchObject({exit: 0});
  for (const number of ['0712345679', '0712345680'])
    expect(await shop.run(collecting(number), other.environment)).toMatchObject({json: {status: 'paid'}});
  expect(await shop.run(collecting('0712345681'))).toMatchObject({json: {status: 'paid'}});
  const lines = segmentsOf(shop).flatMap(linesOf);
  const told = lines.flatMap(({type, data}) =>
    type === 'segment-opened' || type === 'service-changed' ? [data['service']] : type === 'requested' ? ['asked'] : [],
  );
  const [first, second] = [`http://${host}`, `http://${other.host}`];
  expect(told).toEqual([first, 'asked', second, 'asked', 'asked', first, 'asked']);
});

it.each([
  ['country', 'UG'],
  ['zone', 'Pacific/Auckland'],
  ['dayStartsAt', '23:00'],
])('a live till does not open with another %s that somebody has written into its settings', async (name, value) => {
  const shop = await liveShop();
  expect((await shop.run(collecting('0712345679'))).json.status).toBe('paid');
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify({...settingsOf(shop.home), [name]: value}));
  const sale = await shop.run(['cash', 'sale', '--amount', '500', '--json']);
  expect(sale).toMatchObject({exit: 5, json: {error: 'settings-send-elsewhere', names: name}});
});

describe('an empty home beside a known live one', () => {
  it('is said before the first sale, and no more once it has sold', async ({shop}) => {
    expect(statSync(join(shop.userFolder, 'live-homes.json')).mode & 0o777).toBe(0o600);
    const elsewhere = temporaryFolder();
    const empty = await shop.run(collecting('0712345678', '--home', elsewhere, '--profile', 'sandbox'), {
      DUKA_BASE_URL: shop.baseUrl,
      DUKA_API_KEY: 'PZ78-PKTEST-5A4DB0C5-0000-4000-8000-0000005ADB0C',
    });
    expect(empty.exit).toBe(0);
    expect(empty.err.indexOf(`The live till of this user is in ${realpathSync(shop.home)}`)).toBeGreaterThanOrEqual(0);
    expect(empty.err.indexOf('! This folder has no payment yet')).toBeLessThan(empty.err.indexOf('Waiting'));
    const nowhere = ['doctor', '--json', '--home', join(elsewhere, 'none'), '--profile', 'sandbox'];
    const doctor = await shop.run(nowhere, {DUKA_BASE_URL: '', DUKA_API_KEY: ''});
    expect(doctor.json.checks.find((each: {name: string}) => each.name === 'tills')).toMatchObject({
      state: 'warning',
      facts: {home: realpathSync(shop.home)},
    });
    const sold = await shop.run(['pending', '--home', elsewhere, '--profile', 'sandbox'], {
      DUKA_BASE_URL: '',
      DUKA_API_KEY: '',
    });
    expect(sold.err).not.toContain('no payment yet');
    expect((await shop.run(['pending'])).err).not.toContain('no payment yet');
  });

  it('is none where the other is gone, or was never of real money', async ({shop}) => {
    rmSync(join(shop.home, 'live'), {recursive: true});
    const elsewhere = temporaryFolder();
    const ran = await shop.run(['pending', '--home', elsewhere, '--profile', 'sandbox'], {
      DUKA_BASE_URL: '',
      DUKA_API_KEY: '',
    });
    expect([ran.exit, ran.err]).toEqual([0, expect.not.stringContaining('no payment yet')]);
    writeFileSync(join(shop.userFolder, 'live-homes.json'), '{"homes": [1, null, {}]');
    const again = await shop.run(['pending', '--home', elsewhere, '--profile', 'sandbox'], {
      DUKA_BASE_URL: '',
      DUKA_API_KEY: '',
    });
    expect(again.exit).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('a place in which nobody sells', () => {
  it.each(['', 'settings.json', 'live', 'live/K7Q', 'live/K7Q/journal', 'the journal of the day'])(
    'is a live one where others can change home/%s',
    async name => {
      const shop = await liveShop();
      const path = name === 'the journal of the day' ? (segmentsOf(shop)[0] ?? '') : join(shop.home, name);
      const mode = statSync(path).mode & 0o777;
      chmodSync(path, mode | 0o020);
      const ran = await shop.run(collecting('0712345679'));
      expect(ran).toMatchObject({exit: 5, json: {error: 'home-unsafe', file: path, command: `chmod go-w '${path}'`}});
      expect(await shop.books()).toHaveLength(1);
      expect(await shop.run(['doctor'])).toMatchObject({exit: 5, out: expect.stringContaining(`✗ files  `)});
      expect((await shop.run(['day', '--json'])).exit).toBe(0);
      chmodSync(path, mode);
      expect((await shop.run(collecting('0712345679'))).exit).toBe(0);
    },
  );

  it.each(['live', 'live/K7Q', 'live/K7Q/journal'])('is one behind a link: home/%s', async name => {
    const shop = await liveShop();
    const path = join(shop.home, name);
    const away = join(temporaryFolder(), 'away');
    renameSync(path, away);
    symlinkSync(away, path);
    expect(await shop.run(collecting('0712345679'))).toMatchObject({
      exit: 7,
      json: {error: 'journal-is-link', file: path},
    });
    expect(await shop.run(['doctor'])).toMatchObject({exit: 7});
    expect(await shop.books()).toHaveLength(1);
  });

  it('is one whose journal has a second name', async ({shop}) => {
    linkSync(segmentsOf(shop)[0] ?? '', join(temporaryFolder(), 'second'));
    const ran = await shop.run(collecting('0712345679'));
    expect(ran).toMatchObject({exit: 7, json: {error: 'journal-not-writable', cause: 'EMLINK'}});
    expect(ran.err).toContain('a second name');
    expect((await shop.run(['doctor'])).out).toMatch(/✗ files .*a second name[^\n]*\n.*✗ Not ready to sell/su);
    expect(await shop.books()).toHaveLength(1);
  });

  it('is one whose lock is none', async ({shop}) => {
    const file = join(segmentsOf(shop)[0] ?? '', '../../lock.db');
    writeFileSync(file, 'no lock'.repeat(200));
    expect((await shop.run(collecting('0712345679'))).json).toMatchObject({error: 'lock-damaged', file});
    expect((await shop.run(['doctor'])).out).toMatch(/✗ files .*lock\.db is damaged/u);
  });
});

it('eight first starts at once make one till', async () => {
  const home = join(temporaryFolder(), 'new', 'home');
  mkdirSync(join(home, '..'));
  const env = {PATH: process.env['PATH'] ?? '', HOME: home, DUKA_HOME: home, XDG_CACHE_HOME: inject('cache')};
  const start = (number: number) =>
    new Promise<number | null>(resolve => {
      const words = ['cash', 'sale', '--amount', String(100 + number), '--currency', 'KES'];
      const child = spawn(process.execPath, [inject('duka'), ...words], {env, stdio: 'ignore'});
      child.on('close', resolve);
    });
  const exits = await Promise.all(Array.from({length: 8}, (_, number) => start(number)));
  expect(exits).toContain(0);
  expect(exits.filter(exit => exit !== 0 && exit !== 7)).toEqual([]);
  const tills = readdirSync(join(home, 'sandbox')).filter(name => name !== 'service');
  expect(tills).toEqual([settingsOf(home).till.sandbox]);
});

it('a live home in which people sign in opens no other till, no practice and no new drawer without its owner', async () => {
  const {home, run: line} = await liveShop();
  const run = (words: readonly string[], input?: string) => line([...words, '--json'], {}, input);
  const [ownerPin, cashierPin] = ['739154', '482601'];
  const asOwner = ['--as', 'Amina', '--pin-stdin'];
  const asCashier = ['--as', 'Baraka', '--pin-stdin'];
  await run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], ownerPin);
  await run(['staff', 'add', '--name', 'Baraka', ...asOwner], `${ownerPin}\n${cashierPin}`);
  const sale = ['cash', 'sale', '--amount', '80', '--tendered', '80'];
  const practice = ['--profile', 'sandbox', '--till', 'P1'];
  const drawer = ['--new-till', '--till', 'N2W'];
  for (const [more, names] of [
    [practice, '--profile, --new-till'],
    [drawer, '--new-till'],
  ] as const) {
    const refused = await run([...sale, ...more, ...asCashier], cashierPin);
    expect(refused.json).toMatchObject({error: 'outside-not-allowed', names});
  }
  expect([readdirSync(join(home, 'live')), existsSync(join(home, 'sandbox', 'P1'))]).toEqual([['K7Q'], false]);
  for (const more of [practice, drawer]) {
    expect(await run(['settings', 'allow', ...more, ...asOwner], ownerPin)).toMatchObject({exit: 0});
    expect((await run([...sale, ...more])).json).toMatchObject({error: 'sign-in-needed'});
    expect(await run([...sale, ...more, ...asCashier], cashierPin)).toMatchObject({exit: 0});
  }
  // The Z of the first drawer tells of the second.
  const z = ['shift', 'z', '--count', 'KES:80', '--person', 'Baraka', '--pin-stdin'];
  await run([...sale, '--till', 'K7Q', ...asCashier], cashierPin);
  const {json: first} = await run([...z, '--till', 'K7Q'], cashierPin);
  expect(first.beside).toEqual([{till: 'live/N2W', z: null, perpetual: [], taken: 1}]);
  await run([...z, '--till', 'N2W'], cashierPin);
  await run([...sale, '--till', 'K7Q', ...asCashier], cashierPin);
  const {json: second} = await run([...z, '--till', 'K7Q'], cashierPin);
  expect(second.error).toBeUndefined();
  expect(second.beside).toMatchObject([
    {till: 'live/N2W', z: 1, perpetual: [{currency: 'KES', net: '80.00'}], taken: 0},
  ]);
  const shown = await line(
    ['shift', 'show', '--z', '2', '--till', 'K7Q', '--as', 'Amina', '--pin-stdin'],
    {},
    ownerPin,
  );
  expect(shown.out).toMatch(/live\/N2W to Z-0001 +KES +80\.00/);
  // Three wrong tries are three of the home, at whatever till, until the right one.
  const at = [['--till', 'K7Q'], ['--till', 'N2W'], practice] as const;
  const signIn = (till: number, pin: string) => run([...sale, ...(at[till] ?? []), ...asOwner], pin);
  for (const [tried, other] of [
    [0, 1],
    [2, 0],
    [1, 2],
  ] as const) {
    for (let tries = 0; tries < 3; tries += 1)
      expect((await signIn(tried, '000111')).json).toMatchObject({error: 'sign-in-refused'});
    expect(await signIn(other, ownerPin)).toMatchObject({exit: 0, err: expect.stringContaining('wait 30 s')});
    expect(await signIn(other, ownerPin)).toMatchObject({exit: 0, err: expect.not.stringContaining('wait')});
    await signIn(tried, ownerPin);
  }
  // A till that cannot be read, whose sums are missing, is marked on the Z as one that is gone.
  rmSync(join(home, 'live/N2W/head.json'));
  await run([...sale, '--till', 'K7Q', ...asCashier], cashierPin);
  const counted = ['shift', 'z', '--count', 'KES:320', '--person', 'Baraka', '--pin-stdin', '--till', 'K7Q'];
  expect((await run(counted, cashierPin)).json).toMatchObject({tills: ['live/K7Q', 'live/N2W ?', 'sandbox/P1']});
  // What the owner has allowed is one till, and not a second one of its name when the first is deleted with what it has sold.
  rmSync(join(home, 'live/N2W'), {recursive: true});
  const settings = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));
  writeFileSync(join(home, 'settings.json'), JSON.stringify({...settings, tillsBegun: ['live/K7Q']}));
  expect((await run([...sale, ...drawer, ...asCashier], cashierPin)).json.error).toBe('outside-not-allowed');
  expect(existsSync(join(home, 'live/N2W'))).toBe(false);
});

it('the people of a home sign in at each of its tills from the first of them on, whatever becomes of one journal', async () => {
  const {home, run: line} = await liveShop();
  const run = (words: readonly string[], input?: string) => line([...words, '--json'], {}, input);
  const sale = ['cash', 'sale', '--amount', '80', '--tendered', '80', '--till'];
  for (const till of ['N2W', 'N3W']) expect(await run([...sale, till, '--new-till'])).toMatchObject({exit: 0});
  const folder = (till: string) => join(home, 'live', till);
  const lock = takeLock(folder('N3W'), {pid: process.pid, command: 'duka', since: '2026-11-23T09:00:00Z'});
  const owner = ['staff', 'add', '--name', 'Amina', '--role', 'owner', '--till', 'K7Q', '--pin-stdin'];
  expect(await run(owner, '739154')).toMatchObject({exit: 0});
  lock.release();
  // Open elsewhere at that moment: it takes them over at its next opening.
  expect((await run([...sale, 'N3W'])).json).toMatchObject({error: 'sign-in-needed'});
  for (const file of readdirSync(join(folder('K7Q'), 'journal')))
    writeFileSync(join(folder('K7Q'), 'journal', file), 'x\n');
  rmSync(join(folder('K7Q'), 'staff-secrets.json'));
  for (const till of ['N2W', 'N3W']) {
    expect((await run([...sale, till])).json).toMatchObject({error: 'sign-in-needed'});
    const signedIn = [...sale, till, '--as', 'Amina', '--pin-stdin'];
    expect(await run(signedIn, '739154')).toMatchObject({exit: 0});
  }
  expect(await run(['journal', 'verify', '--till', 'N2W'])).toMatchObject({exit: 0});
});
