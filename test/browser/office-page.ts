import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll} from 'vitest';
import type {Visitor} from '../../src/core/office/visitor.js';
import {officePages} from '../../src/office/page/server.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {beginDays} from '../commands/day-support.js';
import {collecting, openShop, type Ran} from '../commands/support.js';
import {officeHome} from '../office/office-home.js';

export const owner: Visitor = {
  ...{person: 'p1', name: 'Wanjiku <b>', role: 'owner', shops: 'all', session: 's1', formToken: 'token-of-wanjiku'},
};

export type OpenedOffice = {
  readonly office: HeadOffice;
  readonly url: string;
  /** Who sends every request from now on. */
  readonly signIn: (visitor: Visitor | undefined) => void;
  /** Runs a command at a till of the office, and sends what came of it. */
  readonly at: (till: string, ...line: readonly string[]) => Promise<Ran>;
  readonly world: {readonly now: () => number; readonly pass: (milliseconds: number) => Promise<void>};
};

/** An office with pages for all tests of a file, and tills of two shops that have sold for some weeks. */
export function officeOfFile(): () => OpenedOffice {
  let opened: OpenedOffice | undefined;
  const undo: (() => unknown)[] = [];
  beforeAll(async () => {
    const home = await officeHome('pages');
    const shop = await openShop({}, end => void undo.push(() => end({} as never)));
    const {world} = await beginDays(shop);
    let visitor: Visitor | undefined = owner;
    const office = await openOffice({
      ...{home, beside: home, url: undefined, shop: undefined, world: {...machine, now: () => world.now()}},
      pages: (of, parts) =>
        officePages(of, {...parts, people: {visitorOf: async () => visitor, handle: async () => false}}),
    });
    undo.push(async () => {
      await office.close();
      rmSync(home, {recursive: true, force: true});
    });
    const {url} = await office.serve(0);
    const run = (till: string, line: readonly string[]) =>
      shop.run(line, {
        world,
        environment: {
          ...{DUKA_HOME: join(shop.home, till), DUKA_TILL: till, DUKA_OFFICE_HOME: home},
          ...{DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey},
        },
      });
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
    opened = {office, url, at, world, signIn: who => (visitor = who)};
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
