import {createHook} from 'node:async_hooks';
import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import {cpSync, globSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {afterEach, beforeEach, expect, it, type onTestFinished as OnTestFinished} from 'vitest';
import '../../src/api/http.js'; // what is loaded while a command waits would be seen as nothing to do
import type {CommandTable} from '../../src/commands/define.js';
import {wholeTable} from '../../src/commands/table.js';
import {totalsSpec} from '../../src/core/books/projections.js';
import {parseStrict} from '../../src/core/spec/check.js';
import type {World} from '../../src/core/world.js';
import {machine} from '../../src/world.js';
import {officeHome} from '../office/office-home.js';
import {Chance} from '../simulation/chance.js';
import {fixMachine} from '../simulation/machine.js';
import {begin, openShop, type Ran, type Shop} from './support.js';

/**
 * What commands print for scripts and for people, byte for byte. A walk is a text of steps, each followed by what it printed, indented:
 *
 *     $ duka COMMAND … [< INPUT] [^C] [# NAME=FIELD]
 *
 * `\n` in INPUT is a line break. `^C` interrupts the command when it has printed something. `$NAME` in a later step is what the JSON of the
 * step with `# NAME=FIELD` has in that field, and `~` the home. `$ let NAME < TEXT` names a text, `$ write FILE < TEXT` writes a file, and
 * `$ wait PT1M` lets time pass. A command with `&` at its end runs on, and its name is for the address that it tells. Run with `-u`, the test
 * prints the walks again. The walk `home` begins in a home that version 1 has made: it is never made again.
 */
const walks = ['till', 'staff', 'office', 'home'] as const;

const madeOnce = 'test/fixtures/golden/home';
const textOf = (walk: string) => readFileSync(`test/fixtures/golden/${walk}.txt`, 'utf8');

/** Commands that no walk has, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'mail send': 'needs a mail server: mail.test',
  'office check-database': 'needs a database server: office/check.test',
  'office watch': 'prints what its screen shows: office.test',
  'office doctor': 'tells of the machine that it runs on: office.test',
  'journal review': 'opens screens, or a process of its own: review.test',
  sandbox: 'runs until it is ended: interface/sandbox.test',
  doctor: 'tells of the machine that it runs on: doctor.test',
  'update check': 'compares with a version that is elsewhere: update.test',
  demo: 'plays a day of its own: terminal/demo.test',
  selftest: 'kills processes at random: selftest-certificate.test',
  completion: 'prints a script that shells run: completion.test',
};

/** What no clock and no chance can fix: ports, folders, and the keys, hashes and signatures of a chain whose lines name them. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/(127\.0\.0\.1|localhost):\d{4,5}/g, '$1:PORT'],
  [/DUKA\w+[.:][\w.-]+(?:(?:(?:\s+|",")[\w.-]{42})+(?:(?:\s+|",")[\w.-]+(?= *[\n"]))?)?/g, 'SIGNED'],
  [/~[\w-]{20,}~/g, 'SEALED'],
  [/ENR-[A-Z0-9]{12}/g, 'ENROLMENT'],
  [/age1\w{50,}/g, 'RECIPIENT'],
  [/duka-golden-\w+/g, 'OFFICE'],
  [/\b(\d{4}-\d\d)-[0-9a-f]{4}\b/g, '$1-KEY'],
  [/\bPLAN-[0-9A-Z]{8}\b/g, 'PLAN'],
  [/\bSUB[0-9A-Z]{12}\b/g, 'SUBSCRIPTION'],
  [/\bRF\d{8}-[0-9A-Z]{10}/g, 'REFUND'],
  [/\b(?:[0-9a-f]{16}){1,4}\b/g, 'HASH'],
  [/(?<![\w-])(?:[\w-]{43}|[\w-]{86})(?![\w-])/g, 'KEY'],
  [/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/g, 'CODE'],
  [/PostgreSQL [\d.]+, \d+ MB; [\d,]+ MB free/g, 'DATABASE'],
  [/"database":\{[^}]*\}/g, '"database":{}'],
];

let now: number;
let restore: () => void;

/** Hashes of PINs that are being made, which takes longer than the quiet below on a busy machine, and which Node lists nowhere. */
const inHand = new Set<number>();
const watching = createHook({
  init: (id, type) => void (type === 'ARGON2REQUEST' && inHand.add(id)),
  after: id => void inHand.delete(id),
  trackPromises: false,
});

beforeEach(() => {
  watching.enable();
  now = Date.parse('2026-11-20T10:00:00+03:00');
  restore = fixMachine('golden', () => now);
});
afterEach(() => {
  watching.disable();
  restore();
});

/** Nothing is being asked, reckoned or written: all that is left to do is to wait. */
async function untilIdle(asked: () => number): Promise<void> {
  const isBusy = () =>
    asked() > 0 || inHand.size > 0 || process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'));
  for (let quiet = 0; quiet < 8; quiet += 1) {
    await setTimeout(1);
    if (isBusy()) quiet = -1;
  }
}

/** A world whose time passes only while everybody waits, and then at once to the moment for which somebody waits. */
function patientWorld(whenFinished: typeof OnTestFinished): World {
  const chance = new Chance('golden');
  const dues = new Set<number>();
  let asked = 0;
  const count = (by: number) => () => {
    asked += by;
  };
  for (const [channel, by] of [
    ['request.start', 1],
    ['response.finish', -1],
    ['request.error', -1],
  ] as const) {
    const counter = count(by);
    subscribe(`http.client.${channel}`, counter);
    whenFinished(() => void unsubscribe(`http.client.${channel}`, counter));
  }
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    const due = now + Math.ceil(milliseconds);
    const isWaiting = () => now < due && signal?.aborted !== true;
    dues.add(due);
    while (isWaiting()) {
      await untilIdle(() => asked);
      if (isWaiting() && due === Math.min(...dues)) now = due;
    }
    dues.delete(due);
  };
  // A single byte stretches a pause; how many of them are drawn depends on who waits first.
  const random = (length: number) => (length === 1 ? Uint8Array.of(128) : chance.bytes(length));
  return {now: () => now, monotonic: () => now, sleep, random};
}

const words = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

class Walk {
  readonly #shop: Shop;
  readonly #world: World;
  readonly #whenFinished: typeof OnTestFinished;
  readonly #named = new Map<string, string>();

  constructor(shop: Shop, world: World, whenFinished: typeof OnTestFinished) {
    this.#shop = shop;
    this.#world = world;
    this.#whenFinished = whenFinished;
  }

  async step(line: string): Promise<string> {
    const [, typed = '', input, interrupted, name, field = ''] =
      /^\$ (.*?)(?: < (.*?))?( \^C)?(?: # (\w+)=([\w.]*))?$/.exec(line) ?? [];
    const filled = (text: string) =>
      text
        .replaceAll(/\$(\w+)/g, (_, key: string) => this.#named.get(key) ?? expect.fail(`no ${key} before ${line}`))
        .replaceAll('~', this.#shop.home);
    const [program, first = '', ...rest] = words(filled(typed));
    const text = input && filled(input).replaceAll(String.raw`\n`, '\n');
    if (program === 'let') this.#named.set(first, text ?? '');
    if (program === 'write') writeFileSync(join(this.#shop.home, first), `${text}\n`);
    if (program === 'wait') {
      now += Temporal.Duration.from(first).total('milliseconds');
      await this.#shop.advance('PT0S');
    }
    if (program !== 'duka') return '';
    if (rest.at(-1) === '&') return this.#start([first, ...rest.slice(0, -1)], name);
    now += 60_000;
    const ran = await this.#run([first, ...rest], text, interrupted !== undefined);
    if (name !== undefined) this.#named.set(name, fieldOf(ran, field));
    const bytes = ran.bytes.length === 0 ? '' : `  [${ran.bytes.length} bytes]\n`;
    return this.#printed(ran.out) + bytes + (ran.exit === 0 ? '' : `  [exit ${ran.exit}]\n`);
  }

  /** A command that runs while others do; its name is for the address that it tells. */
  async #start(line: readonly string[], name = ''): Promise<string> {
    const {said, interrupt, ended, until} = begin(this.#shop, line, {}, {world: this.#world});
    this.#whenFinished(async () => {
      interrupt();
      await ended;
    });
    await until(/http:\S+:\d+/);
    this.#named.set(name, /http:\S+:\d+/.exec(said())?.[0] ?? expect.fail(said()));
    return '';
  }

  #run(line: readonly string[], input: string | undefined, isInterrupted: boolean): Promise<Ran> {
    const running = {world: this.#world, ...(input !== undefined && {input})};
    if (!isInterrupted) return this.#shop.run(line, running);
    const interruption = new AbortController();
    const onOutput = () => interruption.abort('SIGINT');
    return this.#shop.run(line, {...running, interrupted: interruption.signal, onOutput, onComplaint: onOutput});
  }

  #printed(out: string): string {
    const masked = masks.reduce(
      (text, [pattern, mask]) => text.replaceAll(pattern, mask),
      out.replaceAll(this.#shop.home, '~'),
    );
    const lines = masked.replaceAll('\r', '␍').split('\n');
    if (lines.pop() !== '') expect.fail(`no line break at the end: ${out}`);
    return lines.map(line => (line === '' ? '\n' : `  ${line}\n`)).join('');
  }
}

function fieldOf({json, out, err}: Ran, field: string): string {
  const value: unknown = field.split('.').reduce((object, key) => object?.[key], json);
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : expect.fail(`no ${field}: ${out}${err}`);
}

const steps = (walk: string) =>
  textOf(walk)
    .split('\n')
    .filter(line => /^[$#] /.test(line) || line === '#');

it.for(walks)('prints what it always printed, in the walk %s', {tags: ['slow']}, async (walk, {onTestFinished}) => {
  const office = await officeHome('golden');
  onTestFinished(() => rmSync(office, {recursive: true, force: true}));
  const shop = await openShop(
    {DUKA_TILL: 'T7K', DUKA_SHOP: 'Mama Njeri', DUKA_OFFICE_HOME: office},
    onTestFinished,
    () => now,
  );
  if (walk === 'home') {
    for (const name of ['settings.json', 'provider.csv']) cpSync(join(madeOnce, name), join(shop.home, name));
    cpSync(join(madeOnce, 'T7K'), join(shop.home, 'sandbox', 'T7K'), {recursive: true});
    now += 50 * 60 * 60_000;
  }
  const patient = patientWorld(onTestFinished);
  const own = new Walk(shop, walk === 'office' ? {...machine, now: () => now} : patient, onTestFinished);
  let printed = '';
  for (const line of steps(walk)) printed += `${line}\n${line.startsWith('$') ? await own.step(line) : ''}`;
  await expect(printed).toMatchFileSnapshot(`../fixtures/golden/${walk}.txt`);
  // What is stored beside the closed days is all that its form says, and nothing else.
  for (const file of globSync(join(shop.home, '**/*.summary.json')))
    parseStrict(totalsSpec, file)(JSON.parse(readFileSync(file, 'utf8')).totals);
});

/** The names of all commands that do something, with those of their families before them. */
const namesIn = (table: CommandTable): readonly string[] =>
  Object.entries(table).flatMap(([name, {commands}]) =>
    commands === undefined ? [name] : namesIn(commands).map(own => `${name} ${own}`),
  );

it('has a step for every command', async () => {
  const all = walks.flatMap(steps);
  const missing = namesIn(await wholeTable()).filter(
    name => !all.some(line => `${line} `.startsWith(`$ duka ${name} `)),
  );
  expect(missing).toEqual(Object.keys(elsewhere));
});
