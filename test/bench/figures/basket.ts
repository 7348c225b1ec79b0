import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {compare, type Limits, type Row} from '../row.js';
import {environmentOf, keys, type Lines, openTerminal, type Terminal} from '../terminal.js';

const sizes = {items: 10_000, lines: 200} as const;
const counts = {quick: 10, full: 200} as const;
const target: Limits = {of: 'value', unit: 'ms', limits: {p99: 16}};

const whole = (lines: Lines) => lines.join('\n');
const title = (lines: Lines) => lines.find(line => / lines?, /.test(line)) ?? '';
const field = (lines: Lines) => lines.find(line => line.includes('▸ Item')) ?? '';
const code = (at: number) => String(20_000_000 + at * 7);

/** A basket filled by a scanner from a large price list. */
export async function measureBasket({folder, programs, service, isQuick}: Bench): Promise<Section> {
  const home = join(folder, 'basket');
  await mkdir(home);
  const known = {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'};
  const environment = environmentOf(home, {...known, DUKA_EMAIL: 'shop@example.com', DUKA_COUNTRY: 'KE'});
  const list = Array.from({length: sizes.items}, (_, at) => `${code(at)},Item ${at} of the shop,${10 + (at % 900)}\n`);
  writeFileSync(join(home, 'prices.csv'), `code,name,price\n${list.join('')}`);
  execFileSync(process.execPath, [programs.duka, 'items', 'import', join(home, 'prices.csv')], {env: environment});
  const till = openTerminal([programs.duka], {environment});
  const hello = openTerminal([programs.hello], {environment});
  const showsPending = (lines: Lines) => lines.some(line => /\d pending/.test(line));
  await Promise.all([hello.frame(showsPending), till.frame(showsPending)]);
  await pause(500);
  const rows: Row[] = [];
  const scans: number[] = [];
  const theirs: number[] = [];
  const count = counts[isQuick ? 'quick' : 'full'];
  for (let at = 0; at < count; at += 1) {
    scans.push(await scanned(till, code(at * 31)));
    theirs.push(await hello.press('x', whole));
    await pause(120); // two scans are two movements of a hand
  }
  rows.push(
    compare({
      what: `a scan, of ${sizes.items.toLocaleString('en')} items`,
      ours: scans,
      reference: '',
      theirs: [],
      target,
    }),
  );
  const last = scans.slice(-20);
  const what = `the last ones of a basket of ${count.toLocaleString('en')} lines`;
  rows.push(compare({what, ours: last, reference: 'Ink hello world, a key', theirs, target}));
  const letters: number[] = [];
  for (let at = 0; at < count; at += 1) {
    theirs.push(await hello.press('x', whole));
    letters.push(await till.press('item of the shop'[at % 5] ?? '', field));
    await pause(60);
    if (at % 5 === 4) await till.press(keys.escape, field);
  }
  rows.push(
    compare({
      what: 'a letter of a search among them',
      ours: letters,
      reference: 'Ink hello world, a key',
      theirs,
      target,
    }),
  );
  await Promise.all([hello.leave(), till.leave()]);
  return {
    title: 'Basket (ms)',
    method:
      `A scanner types the code of one of ${sizes.items.toLocaleString('en')} items and Enter at once, on a till of 80x24: from its first byte to the ` +
      'last byte of the frame that shows the line in the basket; then letters of a search in the price list.',
    rows,
    notes: ['The price list is read and indexed once, as the till opens.'],
  };
}

const scanned = (till: Terminal, text: string): Promise<number> => till.press(`${text}\r`, title);
