import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {it as base, expect, onTestFinished} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {home, open, run, sell, type Terminal} from './terminal.js';

const it = base.extend('server', () => sandbox());

const alternateScreenLeft = '\u001B[?1049l';

it.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s during a payment gives the terminal back and loses nothing', async (signal, code) => {
  const server = await sandbox();
  const folder = home();
  const till = open(folder, server.environment);
  await sell(till, '300', '0712345102');
  await till.sees('accepted, waiting');
  till.signal(signal);
  const {exitCode, signal: killedBy} = await till.ended;
  expect(killedBy ? 128 + killedBy : exitCode).toBe(code);
  expect(till.written()).toContain(alternateScreenLeft);
  const {out} = await run(folder, ['pending', '--json'], server.environment);
  expect(JSON.parse(out)).toMatchObject([{status: 'pending'}]);
});

it('asks before it leaves while a payment is in flight, and leaves at the second Ctrl-C', async ({server}) => {
  const till = open(home(), server.environment);
  await sell(till, '300', '0712345102');
  await till.sees('accepted, waiting');
  till.press('ctrl-c');
  await till.sees(/Ctrl-C/);
  till.press('ctrl-c');
  expect((await till.ended).exitCode).toBe(0);
  expect(till.written()).toContain(alternateScreenLeft);
});

it('says in one line that the window is too small, and sells in every window that is not', async ({server}) => {
  const till = open(home(), server.environment, {columns: 39, rows: 9});
  await till.sees(/39x9.*40x10/);
  for (const [columns, rows] of [
    [40, 10],
    [60, 18],
    [80, 24],
    [120, 40],
  ] as const) {
    till.resize(columns, rows);
    await till.sees(/▸ Amount +KES/);
    expect(till.screen().split('\n').length).toBeLessThanOrEqual(rows);
  }
});

it.each([
  [60, 24],
  [66, 18],
  [80, 18],
  [120, 40],
])('draws the whole screen anew in a window of %i columns and %i rows', async (columns, rows) => {
  const server = await sandbox();
  const till = open(home(), server.environment);
  await till.sees(/▸ Amount +KES/);
  till.type('12');
  await till.sees(/▸ Amount +KES 12/);
  till.resize(columns, rows);
  till.type('34');
  const fresh = open(home(), server.environment, {columns, rows});
  await fresh.sees(/▸ Amount +KES/);
  fresh.type('1234');
  for (const each of [till, fresh]) {
    await each.sees(/▸ Amount +KES 1,?234/);
    await each.sees('online');
  }
  const belowClock = ({screen}: Terminal) => screen().split('\n').slice(1);
  expect(belowClock(till)).toEqual(belowClock(fresh));
});

it('says without a network that nothing was sent, and sends it again when a person wants it', async ({server}) => {
  const till = open(home(), {...server.environment, DUKA_BASE_URL: 'http://127.0.0.1:1'});
  await sell(till, '300', '0712345678');
  await till.sees('✗ NOT PAID');
  await till.sees(/nothing was sent/);
  await till.sees(/send again/);
  expect(await server.books()).toEqual([]);
});

it('takes the page of a captive portal for no answer', async () => {
  const portal = createServer((_, response) =>
    response.writeHead(200, {'content-type': 'text/html'}).end('<html>Please log in</html>'),
  );
  await new Promise<void>(resolve => portal.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void portal.close());
  const server = await sandbox();
  const till = open(home(), {
    ...server.environment,
    DUKA_BASE_URL: `http://127.0.0.1:${(portal.address() as AddressInfo).port}`,
  });
  await sell(till, '300', '0712345678');
  await till.sees('? RESULT UNKNOWN');
  await till.sees(/The request may have gone through/);
});

it('asks about the date before the first sale when the clock is years off', async ({server}) => {
  await server.faults({switches: {clockSkewSeconds: 28 * 365 * 86_400}});
  const till = open(home(), server.environment);
  await till.sees(/clock|date/i);
  expect(await server.books()).toEqual([]);
});

it('says who holds the till when it is open in another window', async ({server}) => {
  const folder = home();
  const first = open(folder, server.environment);
  await first.sees('New sale');
  const second = open(folder, server.environment);
  expect((await second.ended).exitCode).toBe(7);
  await second.sees(/open in another window/);
});

it('ends with one line at a damaged journal', async ({server}) => {
  const folder = home();
  const {exit} = await run(
    folder,
    ['collect', '--country', 'KE', '--network', 'SAFKEN', '--phone', '0712345678', '--amount', '5', '--wait', '1'],
    server.environment,
  );
  expect(exit).toBe(3);
  const {readdirSync, readFileSync, writeFileSync} = await import('node:fs');
  const name = `${folder}/sandbox/T7K/journal/${readdirSync(`${folder}/sandbox/T7K/journal`)[0]}`;
  writeFileSync(name, readFileSync(name, 'utf8').replace('requested', 'requestes'));
  const till = open(folder, server.environment);
  expect((await till.ended).exitCode).toBe(7);
  await till.sees(/journal is damaged in .*, line 3/);
});

it('never lets the service move the cursor', async ({server}) => {
  const till = open(home(), server.environment);
  await sell(till, '300', '0712345114');
  await till.sees('accepted, waiting');
  await server.advance('PT3S');
  await till.sees('✓ PAID');
  expect(till.written()).not.toMatch(/\u001B\]0;|\u001B\[31m.*hacked|\u202E/);
  const lines = till.screen().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(lines[0]).toContain('Corner Shop');
});

it('stays where it is when keys are pressed before it listens', async ({server}) => {
  const till = open(home(), server.environment);
  const isOpen = () => {
    till.press('enter');
    return till.written().includes('New sale');
  };
  await expect.poll(isOpen, {interval: 2}).toBe(true);
  await till.sees('▸ Amount');
  expect(till.screen().split('\n')[0]).toContain('Corner Shop');
});

it('colours nothing under NO_COLOR and still marks what is selected', async ({server}) => {
  const till = open(home(), {...server.environment, NO_COLOR: '1'});
  await till.sees('▸ Amount');
  expect(till.written()).not.toMatch(/\u001B\[(?:3[0-7]|4[0-7]|9[0-7]|38;|48;)/);
});
