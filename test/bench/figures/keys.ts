import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {compare, type Limits, type Row} from '../row.js';
import {environmentOf, keys, type Lines, memoryOf, openTerminal, processorOf, type Terminal} from '../terminal.js';
import {memoryRow} from './memory.js';

const presses = {quick: 60, full: 500} as const;
const target: Limits = {of: 'value', unit: 'ms', limits: {p99: 16}};
/** What a frame of a till may take beyond sixteen rows of text, which is what Ink itself takes for a screen of this size. */
const beyondInk: Limits = {of: 'ratio', unit: 'ms', limits: {p50: 2.5}};

/** What is typed, key by key, and where on the screen each of the keys shows. */
type Typing = {
  readonly what: string;
  readonly prepare: (terminal: Terminal) => Promise<unknown>;
  readonly key: (press: number) => string;
  readonly effect: (lines: Lines) => string;
};

const whole = (lines: Lines) => lines.join('\n');
const saleForm = (lines: Lines) => lines.slice(2, 14).join('\n');
const marked = (lines: Lines) => String(lines.findIndex(line => line.includes('▸')));

export const typings: readonly [Typing, ...Typing[]] = [
  {
    what: 'typing an amount on the sale screen',
    prepare: async () => undefined,
    key: press => (press % 10 < 5 ? String(1 + (press % 9)) : keys.backspace),
    effect: saleForm,
  },
  {
    what: 'moving the mark in the list of pending payments',
    prepare: terminal => terminal.press('w', marked),
    key: press => (press % 60 < 30 ? keys.down : keys.up),
    effect: marked,
  },
];

/** From the write of a key to the last byte of its frame, at the pace of a fast typist, while everything else goes on. */
export async function measureKeys(bench: Bench): Promise<Section> {
  const {payments, pending} = bench.homes;
  return {
    title: 'Keys (ms)',
    method:
      `A till of 80x24 over ${payments.toLocaleString('en')} payments, ${pending} of them pending: its clock runs, and every ` +
      'second it asks the service about one of them and writes the answer down. A key every 50 to 100 ms, at random, by ' +
      'turns with the Ink hello world; the clock stops at the last byte of the frame that shows it. Time of the processor has what the till does beside its keys.',
    rows: await typeEverything(bench, bench.homes.full),
    notes: [
      'In a profile nearly all of a frame is Ink’s: React, the layout, and the cells of the screen, of which those that ' +
        'stood in the frame before are kept. What is pending is looked for once for every event, not for every frame, and ' +
        'what the till hears by itself is drawn with the next key, or after 60 ms.',
      'The till tells V8 to keep the space for young objects as it is once the screens are loaded (at the size with which Node starts, it is cleared at every key: a quarter of a frame), and to let the other grow by a third of what ' +
        'lives there before it is cleared: with the usual growth of both the same keys took 200 MB, and ten thousand open ' +
        'payments 382. The slowest keys in a hundred came no later for it.',
    ],
  };
}

/** Every typing in a till of this home, beside the Ink hello world. `most` is the memory that it may take, in megabytes. */
export async function typeEverything(
  {homes, programs, service, isQuick}: Bench,
  home: string,
  most?: number,
): Promise<readonly Row[]> {
  const known = {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'};
  const hello = openTerminal([programs.hello], {environment: environmentOf(homes.empty)});
  const list = openTerminal([programs.lists, 'plain', '10000'], {environment: environmentOf(homes.empty)});
  const till = openTerminal([programs.duka], {environment: environmentOf(home, known)});
  const showsPending = (lines: Lines) => lines.some(line => /\d pending/.test(line));
  await Promise.all([hello.frame(showsPending), list.frame(() => true), till.frame(showsPending)]);
  await pause(1500);
  const rows: Row[] = [];
  for (const typing of typings) {
    await typing.prepare(till);
    const programs = [till, hello, list] as const;
    const before = programs.map(({pid}) => processorOf(pid) ?? Number.NaN);
    const [ours, theirs] = await typeInTurns(programs, typing, presses[isQuick ? 'quick' : 'full']);
    const [mine = [], ofHello = [], ofList = []] = programs.map(({pid}, at) => [
      ((processorOf(pid) ?? Number.NaN) - (before[at] ?? 0)) / ours.length,
    ]);
    rows.push(compare({what: typing.what, ours, reference: 'Ink hello world', theirs, target}));
    const processor = {what: `${typing.what}, processor time a key`, ours: mine, shares: [0.5]};
    const samples = ours.length;
    rows.push(
      {...compare({...processor, reference: 'Ink hello world', theirs: ofHello, isKept: true}), samples},
      {...compare({...processor, reference: 'one Text a row', theirs: ofList, target: beyondInk}), samples},
    );
    till.write(keys.escape);
    await pause(100);
  }
  const count = presses[isQuick ? 'quick' : 'full'] * typings.length;
  const memory = {till: memoryOf(till.pid), hello: memoryOf(hello.pid)};
  await Promise.all([hello.leave(), list.leave(), till.leave()]);
  return [...rows, ...memoryRow(`memory after ${count} keys (MB)`, memory, most)];
}

async function typeInTurns(
  [till, hello, list]: readonly [Terminal, Terminal, Terminal],
  {key, effect}: Typing,
  count: number,
) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let press = 0; press < count; press += 1) {
    ours.push(await pressed(till, key(press), effect));
    theirs.push(await pressed(hello, 'x', whole));
    await pressed(list, keys.down, whole);
  }
  return [ours, theirs] as const;
}

/** Each program hears a key every 50 to 100 ms, whatever it does meanwhile. */
export async function pressed(terminal: Terminal, key: string, effect: (lines: Lines) => string): Promise<number> {
  const [milliseconds] = await Promise.all([terminal.press(key, effect), pause(25 + Math.random() * 25)]);
  return milliseconds;
}
