import {readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import {afterAll, beforeAll} from 'vitest';
import type {Visitor} from '../../src/core/office/person.js';
import * as bundle from '../../src/office/bundle.js';
import {officePages} from '../../src/office/page/server.js';
import {type HeadOffice, openOffice as open} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {beginDays} from '../commands/day-support.js';
import {begin, collecting, openShop, type Ran} from '../commands/support.js';
import {officeHome} from '../office/office-home.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a checker of accessibility finds on a page. */
export async function flawsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    `axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes.map(each => each.html).join(' ')))`,
  );
}

export const owner: Visitor = {
  person: 'p1',
  name: 'Wanjiku <b>',
  role: 'owner',
  shops: 'all',
  session: 's1',
  formToken: 'token-of-wanjiku',
};

export type OpenedOffice = {
  readonly office: HeadOffice;
  readonly url: string;
  /** Who sends every request from now on. */
  readonly signIn: (visitor: Visitor | undefined) => void;
  /** Runs a command at a till of the office, and sends what came of it. */
  readonly at: (till: string, ...line: readonly string[]) => Promise<Ran>;
  /** Runs a command on the office's machine. */
  readonly run: (line: readonly string[]) => Promise<Ran>;
  /** The commands that its pages have run in a process of their own, which is this one here. */
  readonly apart: readonly string[];
  /** The provider's file of all payments. */
  readonly transactions: () => Promise<string>;
  readonly world: {readonly now: () => number; readonly pass: (milliseconds: number) => Promise<void>};
};

/** An office with pages for all tests of a file, and tills of two shops that have sold for some weeks. */
export function officeOfFile(): () => OpenedOffice {
  let opened: OpenedOffice | undefined;
  const undo: (() => unknown)[] = [];
  beforeAll(async () => {
    const home = await officeHome('pages');
    const shop = await openShop({}, end => void undo.push(() => end({} as never)));
    const days = (await beginDays(shop)).world;
    const began = machine.now();
    // Days pass when a test says so, and beside that the time of this machine: who asks too often is let in again after a while.
    const world = {...days, now: () => days.now() + machine.now() - began};
    let visitor: Visitor | undefined = owner;
    const environment = {DUKA_OFFICE_HOME: home, DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey};
    const apart: string[] = [];
    let office: HeadOffice | undefined;
    const people = {visitorOf: async () => visitor, handle: async () => false};
    const openOffice: typeof bundle.openOffice = async ({reconciler, ...options}) => {
      office = await open({...options, pages: (of, parts) => officePages(of, {...parts, people, reconciler})});
      return office;
    };
    const serving = begin(shop, ['office', 'start', '--port', '0', '--json'], environment, {
      world: {...machine, now: world.now},
      loadOffice: async () => ({...bundle, openOffice}),
      runApart: async (line, input) => {
        apart.push(line.join(' '));
        const {exit, out} = await shop.run(line, {world, environment, input});
        return {exit, said: out};
      },
    });
    undo.push(async () => {
      serving.interrupt();
      await serving.ended;
      rmSync(home, {recursive: true, force: true});
    });
    await serving.until('The office serves tills');
    const [url = ''] = /http:\S+\d/.exec(serving.said()) ?? [];
    if (office === undefined) throw new Error(serving.said());
    const run = (till: string, line: readonly string[]) =>
      shop.run(line, {world, environment: {...environment, DUKA_HOME: join(shop.home, till), DUKA_TILL: till}});
    const at = async (till: string, ...line: readonly string[]) => {
      const ran = await run(till, line);
      await run(till, ['ship', '--once', '--json']);
      return ran;
    };
    for (const [till, of] of [
      ['T7A', 'westlands'],
      ['T7B', 'westlands'],
      ['K2P', 'ngong'],
    ] as const) {
      await run(till, ['cash', 'sale', '--amount', '10']);
      await run(till, ['join', url, await office.code(till, of), '--json']);
    }
    const transactions = async () => (await fetch(`${shop.baseUrl}/sandbox/transactions?format=csv`)).text();
    opened = {
      office,
      url,
      at,
      world,
      apart,
      transactions,
      signIn: who => (visitor = who),
      run: line => run('T7A', line),
    };
    await fill(opened);
  });
  afterAll(async () => {
    for (const each of undo.reverse()) await each();
  });
  return () => {
    if (opened === undefined) throw new Error('the office has not opened');
    return opened;
  };
}

const hourMs = 3_600_000;

async function fill({office, at, world}: OpenedOffice): Promise<void> {
  for (const till of ['T7A', 'T7B', 'K2P'])
    await at(till, 'shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:10');
  for (const weeks of [1, 0]) {
    for (const [at1, till] of ['T7A', 'K2P', 'T7B', 'T7A', 'K2P'].entries()) {
      await world.pass(hourMs);
      await at(till, ...collecting(`071230${at1}100`, '--amount', String(350 + 120 * at1 + 40 * weeks)));
      await at(till, 'cash', 'sale', '--amount', String(80 + 30 * at1));
    }
    if (weeks > 0) await world.pass(7 * 24 * hourMs - 5 * hourMs);
  }
  const areMade = async () => (await office.tills()).every(({rows, seq}) => rows === seq);
  while (!(await areMade())) await machine.sleep(50);
}

export const pictures = process.env['DUKA_PICTURES'] ?? 'node_modules/.cache/pictures';
