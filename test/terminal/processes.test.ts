import {spawn} from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, inject, it} from 'vitest';
import {startLiveService} from '../live-service.js';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run} from './terminal.js';

const collect = (ending: string, ...more: string[]) => [
  'collect',
  '--country',
  'KE',
  '--network',
  'SAFKEN',
  '--phone',
  `254712345${ending}`,
  '--amount',
  '200',
  '--json',
  ...more,
];
const journalFolder = (folder: string) => join(folder, 'sandbox', 'T7K', 'journal');
const journalFile = (folder: string) =>
  join(journalFolder(folder), readdirSync(journalFolder(folder)).find(name => name.endsWith('.jsonl')) ?? '');

it('takes a payment in an empty home with nothing but the embedded sandbox', async () => {
  const folder = home();
  const {exit, out} = await run(folder, collect('678'));
  expect(JSON.parse(out)).toMatchObject({
    status: 'paid',
    verdict: 'paid',
    releaseGoods: true,
    amount: '200.00',
    currency: 'KES',
  });
  expect(exit).toBe(0);
  const later = await run(folder, ['status', JSON.parse(out).reference, '--json']);
  expect([later.exit, JSON.parse(later.out).status]).toEqual([0, 'paid']);
});

it('keeps its files to their owner', async () => {
  const folder = home();
  await run(folder, collect('678'));
  for (const path of [join(folder, 'sandbox'), join(folder, 'sandbox', 'T7K'), journalFolder(folder)])
    expect(statSync(path).mode & 0o777, path).toBe(0o700);
  for (const path of [
    journalFile(folder),
    join(folder, 'settings.json'),
    join(folder, 'sandbox', 'service', 'sandbox.db'),
  ])
    expect(statSync(path).mode & 0o777, path).toBe(0o600);
});

it('finishes after kill -9 what was in flight, and asks for no money twice', async () => {
  const folder = home();
  const server = await sandbox();
  const child = spawn(process.execPath, [inject('duka'), ...collect('110', '--wait', '60')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      DUKA_HOME: folder,
      DUKA_ZONE: 'Africa/Nairobi',
      DUKA_TILL: 'T7K',
      ...server.environment,
    },
    stdio: 'ignore',
  });
  const gone = new Promise(resolve => child.once('exit', resolve));
  await expect.poll(async () => (await server.books()).length, {interval: 10}).toBe(1);
  child.kill('SIGKILL');
  await gone;
  const pending = await run(folder, ['pending', '--json'], server.environment);
  const [{reference, status}] = JSON.parse(pending.out);
  expect(status).toBe('sent');
  await server.advance('PT3S');
  const after = await run(folder, ['status', reference, '--json'], server.environment);
  expect([after.exit, JSON.parse(after.out).verdict]).toEqual([0, 'paid']);
  expect(await server.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
});

it('lets one process write and the others read', async () => {
  const folder = home();
  const server = await sandbox();
  const first = run(folder, collect('103', '--wait', '60'), server.environment);
  await expect.poll(async () => (await server.books()).length, {interval: 10}).toBe(1);
  const second = await run(folder, collect('678'), server.environment);
  expect(second.exit).toBe(7);
  expect(JSON.parse(second.out)).toMatchObject({error: 'journal-locked', command: 'duka collect'});
  const reading = await run(folder, ['pending', '--json'], server.environment);
  expect([reading.exit, JSON.parse(reading.out).length]).toEqual([0, 1]);
  await server.advance('PT11M');
  expect((await first).exit).toBe(0);
  expect(await server.books()).toHaveLength(1);
});

it('stops at damage, names it, and sends nothing', async () => {
  const folder = home();
  const server = await sandbox();
  await run(folder, collect('678'), server.environment);
  const path = journalFile(folder);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"minor":20000', '"minor":90000'));
  const {exit, out} = await run(folder, collect('679'), server.environment);
  expect([exit, JSON.parse(out)]).toMatchObject([7, {error: 'journal-damaged', line: 3}]);
  expect((await run(folder, ['journal', 'verify'], server.environment)).exit).toBe(7);
  expect(await server.books()).toHaveLength(1);
});

it('drops a torn last line, which was never acknowledged', async () => {
  const folder = home();
  const server = await sandbox(Date.now);
  await run(folder, collect('678'), server.environment);
  const whole = readFileSync(journalFile(folder), 'utf8');
  appendFileSync(journalFile(folder), '{"seq":99,"v":1,"at":"20');
  expect((await run(folder, collect('679'), server.environment)).exit).toBe(0);
  expect(readFileSync(journalFile(folder), 'utf8').startsWith(whole)).toBe(true);
  expect((await run(folder, ['journal', 'verify'], server.environment)).exit).toBe(0);
});

it('never falls back to the sandbox in a home that was live', async () => {
  const folder = home();
  const server = await sandbox(Date.now);
  const service = await startLiveService(server.baseUrl);
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(service.settings), {mode: 0o600});
  const live = {...service.environment, DUKA_EMAIL: 'shop@example.com'};
  expect((await run(folder, collect('678'), live)).exit).toBe(0);
  expect(existsSync(join(folder, 'live', 'T7K'))).toBe(true);
  const lost = await run(folder, collect('679'));
  expect([lost.exit, JSON.parse(lost.out).error]).toEqual([5, 'home-was-live']);
  expect((await run(folder, collect('679', '--profile', 'sandbox'))).exit).toBe(0);
});

it('says without a terminal what can be done, and fails', async () => {
  const {exit, error} = await run(home(), []);
  expect(exit).toBe(2);
  expect(error).toContain('collect');
  expect(error.trim().split('\n').at(-1)).toContain('terminal');
});

it('does not hang on a reader that went away', async () => {
  const child = spawn('sh', ['-c', `"${process.execPath}" "${inject('duka')}" --help | head -c 10 > /dev/null`], {
    stdio: 'ignore',
  });
  expect(await new Promise(resolve => child.once('exit', resolve))).toBe(0);
});

it('refuses a folder that it cannot write to, before anything is sent', async () => {
  const server = await sandbox();
  const folder = home();
  writeFileSync(join(folder, 'sandbox'), 'a file where the till wants its folder');
  const {exit, out, error} = await run(folder, collect('678'), server.environment);
  expect([exit, JSON.parse(out).error]).toEqual([7, 'journal-not-writable']);
  expect(error).toContain('Take no payments');
  expect(await server.books()).toEqual([]);
});

function copyOfProgram(): string {
  const dist = join(home(), 'dist');
  cpSync(dirname(inject('duka')), dist, {recursive: true});
  writeFileSync(join(dirname(dist), 'package.json'), '{"type": "module"}');
  return dist;
}

it('ends before anything is decided if its other screens are gone when the first one has been drawn', async () => {
  const server = await sandbox();
  const dist = copyOfProgram();
  const [screens = ''] = readdirSync(dist).filter(name => /^all-\w+\.cjs$/.test(name));
  rmSync(join(dist, screens));
  const till = open(home(), server.environment, {program: join(dist, 'duka.js')});
  expect(await till.ended).toMatchObject({exitCode: 3});
  await till.sees('Duka was updated while it was open.');
  expect(await server.books()).toEqual([]);
});

it('says what is so if its other screens cannot be read, and not that it was updated', async () => {
  const server = await sandbox();
  const dist = copyOfProgram();
  const [screens = ''] = readdirSync(dist).filter(name => /^all-\w+\.cjs$/.test(name));
  rmSync(join(dist, screens));
  mkdirSync(join(dist, screens)); // which fails otherwise than a file that is gone, as too many open files do
  const till = open(home(), server.environment, {program: join(dist, 'duka.js')});
  expect(await till.ended).toMatchObject({exitCode: 3});
  await till.sees('A part of Duka cannot be loaded');
  expect(await server.books()).toEqual([]);
});

it('hears a key that is pressed as its first screen appears, and those behind it in their order', async () => {
  const server = await sandbox();
  const till = open(home(), server.environment);
  await till.sees('New sale');
  till.type('250');
  till.press('enter');
  till.type('0712345678');
  till.press('enter');
  await till.sees('Send this request?');
  await till.sees('0712 345 678');
});

it('says that it was updated under an open till, which can still be left', async () => {
  const server = await sandbox();
  const dist = copyOfProgram();
  const till = open(home(), server.environment, {program: join(dist, 'duka.js')});
  await till.sees('· online');
  await walk(till, [
    ['d', 'No takings.'], // all screens are there
    ['escape', 'New sale'],
  ]);
  rmSync(dist, {recursive: true});
  await walk(till, [
    ['d', 'No takings.'],
    ['r', 'Duka was updated while it was open.'],
    ['escape escape', 'New sale'],
    ['q', 'Exit Duka?'],
    ['enter'],
  ]);
  expect(await till.ended).toMatchObject({exitCode: 0});
});
