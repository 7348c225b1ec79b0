import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, inject, it} from 'vitest';
import {home, run} from './terminal.js';

/** A real shop's environment, of which the self-test must use nothing but the folder. */
const realShop = {DUKA_PROFILE: 'live', DUKA_BASE_URL: 'http://127.0.0.1:9', DUKA_API_KEY: 'PZ78-PKLIVE-NOT-A-KEY'};

/** A self-test as a process, with nothing but this folder. */
function selftest(folder: string, args: readonly string[]) {
  const places = {HOME: folder, XDG_CACHE_HOME: inject('cache'), DUKA_HOME: folder};
  return spawn(process.execPath, [inject('duka'), 'selftest', '--kill', ...args], {
    env: {PATH: process.env['PATH'] ?? '', ...places},
  });
}

it('kills a till ten times and certifies that nothing was lost or doubled', async () => {
  const folder = home();
  const file = join(folder, 'certificate.txt');
  const line = ['selftest', '--kill', '--rounds', '10', '--seed', '2026', '--out', file, '--json'];
  const {exit, out, error} = await run(folder, line, realShop);
  expect(error.match(/^Round \d+ of 10: killed .* both books agree\.$/gm)).toHaveLength(10);
  const told = JSON.parse(out);
  expect([exit, told.verdict, told.findings, told.seed, told.rounds]).toEqual([0, 'proven', [], '2026', 10]);
  expect(Object.values<number>(told.kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10);
  expect(told.sales.written).toBeGreaterThan(10);
  expect(told.sales.begun).toBeGreaterThanOrEqual(told.sales.written);
  expect(told.sales.rows).toBeGreaterThan(5);
  expect(told.acknowledged).toBeGreaterThan(told.sales.written);
  expect(told.sales.paidHere).toEqual(told.sales.paidThere);

  const certificate = readFileSync(file, 'utf8');
  expect(told.certificate).toBe(certificate);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = certificate.split('\n');
  const signed = lines.slice(0, -3).map(text => `${text}\n`);
  expect(lines.at(-2)).toBe(createHash('sha256').update(signed.join('')).digest('hex'));
  expect(certificate).toContain('PROVEN: nothing was lost and nothing was doubled.');
  expect(lines.filter(text => text.length > 80)).toEqual([]);
  expect(certificate).not.toMatch(/undefined|NaN|PKLIVE/);
  expect(certificate).not.toContain(folder);
  expect(readdirSync(folder)).toEqual(['certificate.txt']);
});

it('finds what is wrong with the books, names it, keeps everything and needs a person', async () => {
  const folder = home();
  const child = selftest(folder, ['--rounds', '50', '--lang', 'fr']);
  let doubled = '';
  let out = '';
  child.stdout.on('data', text => {
    out += text;
  });
  child.stderr.on('data', text => {
    if (doubled === '' && String(text).includes('Tour ')) doubled = askTwice(folder);
  });
  expect(await new Promise(resolve => child.once('close', resolve))).toBe(4);
  expect(out).toContain('PAS PROUVÉ. Constats : 1');
  expect(out).toContain(`✗ ${doubled}: l’argent a été demandé 2 fois au service`);
  expect(out.split('\n').filter(text => text.length > 80)).toEqual([]);
  const [kept = ''] = readdirSync(folder);
  expect(kept).toMatch(/^selftest-/);
  expect(statSync(join(folder, kept)).mode & 0o777).toBe(0o700);
  expect(existsSync(join(folder, kept, 'sandbox', 'S00', 'journal'))).toBe(true);
});

/** As if the service had been asked for the same money again: of which payment; empty while it has none. */
function askTwice(folder: string): string {
  const [own = ''] = readdirSync(folder);
  const books = new DatabaseSync(join(folder, own, 'service', 'sandbox.db'), {timeout: 5000});
  const row = books.prepare('UPDATE transactions SET requests = 2 WHERE rowid = 1 RETURNING transaction_reference');
  const found = row.get() as {transaction_reference: string} | undefined;
  books.close();
  return found?.transaction_reference ?? '';
}

it('ends at Ctrl-C and takes its folder with it', async () => {
  const folder = home();
  const child = selftest(folder, ['--rounds', '500', '--lang', 'en']);
  child.stderr.on('data', text => {
    if (String(text).includes('Round 1 of')) child.kill('SIGINT');
  });
  expect(await new Promise(resolve => child.once('close', resolve))).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  [['--rounds', '3'], '--kill'],
  [['--kill', '--rounds', '0'], '1–10000'],
  [['--kill', '--seed', 'dice'], '--seed'],
  [['--kill', '--practice-till', '{"seed":"1","round":1,"ahead":0}'], '--practice-till'],
])('refuses %j and does nothing', async (options, said) => {
  const folder = home();
  const {exit, error} = await run(folder, ['selftest', ...options]);
  expect([exit, error]).toEqual([2, expect.stringContaining(said)]);
  expect(readdirSync(folder)).toEqual([]);
});
