import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {tillFolder} from '../homes.js';
import {compare, type Limits, type Row} from '../row.js';
import {environmentOf, keys, type Lines, memoryOf, openTerminal, type Terminal} from '../terminal.js';
import {memoryRow} from './memory.js';

const presses = {quick: 20, full: 250} as const;
const searches = {quick: 1, full: 8} as const;
const scrolling: Limits = {of: 'value', unit: 'ms', limits: {p99: 16}};
const searching: Limits = {of: 'value', unit: 'ms', limits: {p99: 150}};
const frugal: Limits = {of: 'value', unit: 'MB', limits: {p50: 200}};

/** What is searched for: one payment, a wallet's tail, an amount, half of all payments, and nothing that there is. */
const asked = ['t7k', '254712000123', '3999.00', 'paid 3', 'cashier kes not paid', 'nowhere'] as const;

const whole = (lines: Lines) => lines.join('\n');
const marked = (lines: Lines) => lines.find(line => line.includes('▸')) ?? '';

/** A large journal reviewed: how fast it answers and scrolls once it is read, and what it takes. */
export async function measureReview({homes, programs, isQuick}: Bench): Promise<Section> {
  const size = isQuick ? 'quick' : 'full';
  const hello = openTerminal([programs.hello], {environment: environmentOf(homes.empty)});
  const review = openTerminal([programs.duka, 'journal', 'review', '--folder', tillFolder(homes.full)], {
    environment: environmentOf(homes.empty),
  });
  const begun = performance.now();
  await Promise.all([hello.frame(lines => lines.some(line => /\d pending/.test(line))), isRead(review)]);
  const seconds = (performance.now() - begun) / 1000;
  const rows: Row[] = [];
  const found: number[] = [];
  for (let round = 0; round < searches[size]; round += 1)
    for (const text of asked) found.push(await searched(review, text));
  const first = {what: 'first page of a search', ours: found, reference: '', theirs: [], target: searching};
  rows.push(compare(first));
  review.write('/');
  await review.press('paid', whole);
  await review.press('\r', whole);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let press = 0; press < presses[size]; press += 1) {
    ours.push(await pressed(review, press % 60 < 45 ? keys.down : keys.up, marked));
    theirs.push(await pressed(hello, 'x', whole));
  }
  rows.push(
    compare({what: 'moving the mark in a list', ours, reference: 'Ink hello world', theirs, target: scrolling}),
  );
  const memory = {till: memoryOf(review.pid), hello: memoryOf(hello.pid)};
  await Promise.all([hello.leave(), review.leave()]);
  const taken = memoryRow('memory (MB)', memory).map(row => ({
    ...row,
    target: '< 200 MB',
    isMet: memory.till === undefined ? row.isMet : memory.till < (frugal.limits['p50'] ?? 0),
  }));
  return {
    title: 'Review (ms)',
    method:
      `The offline review of ${homes.payments.toLocaleString('en')} payments in ${homes.events.toLocaleString('en')} events, in ` +
      'its own process without network and disk, on a terminal of 80x24. A search from Enter to the last byte of its first ' +
      'page; a key of a list over all of the payments that were paid; the most memory that was ever resident, the reading ' +
      'included.',
    rows: [...rows, ...taken],
    notes: [
      `It was all read and verified ${seconds.toFixed(0)} s after it was started; what was read can be looked through meanwhile. ` +
        'There is a packed line for each payment, and a payment’s events are read again when it is opened.',
    ],
  };
}

async function isRead(review: Terminal): Promise<void> {
  const shows = (lines: Lines) => lines.some(line => line.includes('Days')) && !whole(lines).includes('Reading');
  for (let attempt = 0; attempt < 600 && !shows(review.lines()); attempt += 1) await pause(100);
}

async function searched(review: Terminal, text: string): Promise<number> {
  await review.press('/', whole);
  await review.press(text, whole);
  const milliseconds = await review.press('\r', lines => String(whole(lines).includes('Found “')));
  await review.press(keys.escape, lines => String(whole(lines).includes('Found “')));
  await pause(20);
  return milliseconds;
}

/** A key every 50 to 100 ms, whatever goes on meanwhile. */
async function pressed(terminal: Terminal, key: string, effect: (lines: Lines) => string): Promise<number> {
  const [milliseconds] = await Promise.all([terminal.press(key, effect), pause(25 + Math.random() * 25)]);
  return milliseconds;
}
