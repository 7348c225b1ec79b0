import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, inject, it} from 'vitest';
import {messages} from '../../src/core/messages/messages.js';
import {widthOf} from '../../src/core/text/width.js';
import {sandbox} from '../sandbox/support.js';
import {home, run} from './terminal.js';

/** An environment in which everything points to a real shop, and a folder for what the demo leaves. */
function realShop() {
  const folder = home();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const environment = {
    TMPDIR: temporary,
    DUKA_HOME: join(folder, 'shop'),
    DUKA_PROFILE: 'live',
    DUKA_API_KEY: 'PZ78-PKLIVE-NOT-A-KEY',
    DUKA_BASE_URL: 'http://127.0.0.1:9',
    DUKA_PERSON: 'Somebody',
  };
  const left = () => [
    ...readdirSync(temporary).filter(name => name.startsWith('duka')),
    ...(existsSync(environment.DUKA_HOME) ? ['shop'] : []),
  ];
  return {folder, environment, left};
}

/** The sentence as it stands in the demo, however it is broken into lines. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

type Paid = {readonly verdict: string; readonly method: string; readonly amount: string; readonly currency: string};

it('plays the day, whatever shop this is, and leaves nothing behind', async () => {
  const {folder, environment, left} = realShop();
  const {exit, out, error: story} = await run(folder, ['demo', '--json'], {...environment, DUKA_LANG: 'fr'});
  expect(exit).toBe(0);
  expect(left()).toEqual([]);
  const said = flat(story);
  for (const sentence of Object.values(messages('fr').demo.scenes)) expect(said).toContain(flat(sentence));
  expect(said).not.toMatch(/undefined|DUKA_|Somebody|duka-demo-|\d{14,19}|comme prévu/);
  expect(said).toContain('Ne débitez pas une seconde fois.');
  expect(said).toContain('✗ JAMAIS DEMANDÉ');
  expect(said).toContain('✓ Remboursement 1 remboursé 24,00 USD');

  const payments = JSON.parse(out) as Paid[];
  expect(payments.map(({method, currency, amount, verdict}) => [method, currency, amount, verdict].join(' '))).toEqual([
    'subscription USD 3.00 paid',
    'mobile-money XOF 5000 paid',
    'mobile-money XOF 4000 paid',
    'card USD 24.00 not-paid',
    'card USD 24.00 paid',
    'cash XOF 3500 paid',
    'subscription USD 3.00 paid',
  ]);
});

it.each([
  ['en', 'Unexplained', 'Over \\(\\+\\) or short \\(-\\)', '✓ Nothing left to look at.'],
  ['fr', 'Inexpliqué', 'En trop \\(\\+\\), manque \\(-\\)', '✓ Il ne reste rien à examiner.'],
] as const)('fits a terminal, and the day closes to nothing (%s)', async (language, unexplained, difference, end) => {
  const {folder, environment} = realShop();
  const {exit, out, error} = await run(folder, ['demo', '--lang', language], environment);
  expect([exit, error]).toEqual([0, '']);
  const lines = out.split('\n');
  expect(lines.filter(line => widthOf(line) > 80)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(82);
  expect(out).toMatch(new RegExp(`^  ${difference}\\s+(?:XOF +0|0 +XOF)$`, 'm'));
  const differences = lines
    .filter(line => line.startsWith(`    ${unexplained} `))
    .map(line => line.trim().split(/ +/)[1]);
  expect(differences).toEqual([language === 'en' ? '0.00' : '0,00', '0']);
  expect(lines).toContain(`  ${end}`);
});

it('ends at Ctrl-C and takes its folder with it', async () => {
  const {environment, left, folder} = realShop();
  const child = spawn(process.execPath, [inject('duka'), 'demo', '--lang', 'en'], {
    env: {PATH: process.env['PATH'] ?? '', HOME: folder, ...environment},
  });
  child.stdout.once('data', () => child.kill('SIGINT'));
  const [exit, signal] = await new Promise<[number | null, string | null]>(resolve => {
    child.once('close', (code, by) => resolve([code, by]));
  });
  expect([exit, signal]).toEqual([130, null]);
  expect(left()).toEqual([]);
});

it('shows commands that do the same in an ordinary sandbox', async () => {
  const folder = home();
  const server = await sandbox(Date.now);
  const line = 'collect --phone 2250512345105 --amount 4000 --zone Africa/Abidjan --lang en';
  const {exit, out} = await run(folder, line.split(' '), server.environment);
  expect([exit, out.split('   ')[0]]).toEqual([0, '✓ PAID']);
});
