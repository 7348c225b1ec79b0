import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, inject, it} from 'vitest';
import {demoWords} from '../../src/core/words/demo.js';
import {home, run, sandbox} from './terminal.js';

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

it('plays the day in under a minute, whatever shop this is, and leaves nothing behind', async () => {
  const {folder, environment, left} = realShop();
  const begun = performance.now();
  const {exit, out, error: story} = await run(folder, ['demo', '--json'], {...environment, DUKA_LANG: 'fr'});
  expect(exit).toBe(0);
  expect(performance.now() - begun).toBeLessThan(60_000);
  expect(left()).toEqual([]);
  const said = flat(story);
  for (const sentence of Object.values(demoWords.fr.scenes)) expect(said).toContain(flat(sentence));
  expect(said).not.toMatch(/undefined|DUKA_|Somebody|Code de sortie [^134]/);
  expect(said).toContain('Deux paiements de cette vente ont été payés');
  expect(said).toContain('✓ Le journal est entier');
  expect(story.split('\n').filter(line => /^(?:\$|\d\d:\d\d|\p{L})/u.test(line) && line.length > 80)).toEqual([]);

  const payments = JSON.parse(out) as {verdict: string; wallet: string; attention: string[]}[];
  const ends = payments.map(({wallet, verdict, attention}) =>
    `${wallet.slice(-3)} ${verdict} ${attention.join()}`.trim(),
  );
  expect(ends).toEqual([
    '678 paid',
    '789 paid',
    '790 paid',
    '101 not-paid',
    '678 paid',
    '975 paid',
    '105 paid',
    '106 not-paid',
    '103 paid',
    '103 paid paid-twice',
    '791 paid paid-twice',
    '113 needs-person',
  ]);
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
  const server = await sandbox();
  const line = 'collect --country KE --network SAFKEN --phone 254712345105 --amount 400';
  const {exit, out} = await run(folder, line.split(' '), server.environment);
  expect([exit, out.split('   ')[0]]).toEqual([0, '✓ PAID']);
});
