import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {World} from '../../src/core/world.js';
import {machine} from '../../src/world.js';
import {openShop, run} from '../commands/support.js';
import {startOffice, type TestOffice} from './office.js';
import {journalBytes} from './support.js';

const till = 'T7K';
const day = [
  ['shift', 'open', '--person', 'Amina', '--float', 'KES:1000'],
  ['cash', 'sale', '--amount', '200'],
  ['ticket', 'open', '--line', '3x120 Bread'],
  ['cash', 'sale', '--amount', '350', '--tendered', '500'],
  ['cash', 'out', '--amount', '50', '--reason', 'milk'],
  ['shift', 'z', '--person', 'Amina', '--count', 'KES:1500'],
  ['cash', 'sale', '--amount', '10'],
];

/** A machine whose clock and chance are the same each time that the day is played. */
const machineAt = (step: number): World => {
  let drawn = 0;
  return {
    ...machine,
    now: () => Date.UTC(2026, 10, 24, 9) + step * 3_600_000,
    random: count => {
      drawn += 1;
      return Uint8Array.from({length: count}, (_, place) => (step * 31 + drawn * 7 + place) % 256);
    },
  };
};

type Line = {readonly type: string; readonly data: Record<string, unknown>};

/** What a line says beside its place in the chain. */
function saidIn(bytes: string): readonly unknown[] {
  const lines = bytes.trimEnd().split('\n');
  const events = lines.map(line => JSON.parse(line) as Line).filter(({type}) => type !== 'witnessed');
  return events.map(event => {
    const {seq: _, hash: __, data, ...said} = event as Line & {seq: number; hash: string};
    const {report, previousHead: ___, ...rest} = data;
    const {
      witnessed: ____,
      fromSeq: _____,
      throughSeq: ______,
      head: _______,
      ...z
    } = (report ?? {}) as Record<string, unknown>;
    return {...said, data: {...rest, ...z}};
  });
}

it('is the same day, line by line and to the millisecond, with an office that is there, slow, dead, hostile or never heard of', async () => {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const shop = await openShop({DUKA_TILL: till});
  await shop.run(['cash', 'sale', '--amount', '5'], {world: machineAt(-2)});
  await shop.run(['join', office.url, office.code()], {world: {...machineAt(-1), sleep: machine.sleep}});
  const play = async (beside: (home: string) => Promise<unknown>): Promise<string> => {
    const home = mkdtempSync(join(tmpdir(), 'duka-same-'));
    onTestFinished(() => rmSync(home, {recursive: true, force: true}));
    cpSync(shop.home, home, {recursive: true, preserveTimestamps: true});
    const environment = {DUKA_HOME: home, DUKA_TILL: till, DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: shop.apiKey};
    for (const [step, line] of day.entries()) {
      await beside(home);
      const {exit, err} = await run(line, {environment, world: machineAt(step)});
      expect({line, exit, err}).toMatchObject({exit: 0});
    }
    return journalBytes(join(home, 'sandbox', till));
  };
  const ship = (home: string, interrupted = new AbortController().signal) =>
    run(['ship', '--once'], {
      environment: {DUKA_HOME: home, DUKA_TILL: till},
      interrupted,
      world: {...machineAt(0), sleep: machine.sleep},
    });
  const never = await play(async () => undefined);
  const there = await play(ship);
  expect(there).not.toBe(never);
  expect(office.recordOf(till)?.seq).toBeGreaterThan(day.length);
  expect(saidIn(there)).toEqual(saidIn(never));
  expect(there.match(/"type":"witnessed"/g)).toHaveLength(1);

  // Whoever ships waits for its answer the whole day.
  const closing = new AbortController();
  const waiting: Promise<unknown>[] = [];
  let asked = 0;
  office.behave(() => {
    asked += 1;
    return 'hang';
  });
  const slow = await play(async home => {
    if (waiting.length === 0) waiting.push(ship(home, closing.signal));
    await expect.poll(() => asked).toBeGreaterThan(0);
  });
  expect(slow).toBe(never);
  closing.abort();
  await Promise.all(waiting);

  const hostile: readonly (() => ReturnType<Parameters<TestOffice['behave']>[0]>)[] = [
    () => ({http: 200, body: Buffer.from('<html>')}),
    () => ({http: 200, body: {seq: 1, head: 'f'.repeat(64), branches: [], known: false}}),
    () => ({http: 409, body: {fork: {at: 1, branch: null}}}),
    () => ({http: 401, body: {why: 'revoked'}}),
  ];
  let turn = 0;
  office.behave(({path}) => (path === '/v1/nonce' ? undefined : hostile[turn++ % hostile.length]?.()));
  const rubbish = ['{', '{"office":1}', '\u0000'.repeat(99), '[]'];
  const lied = async (home: string) => {
    await ship(home);
    writeFileSync(join(home, 'sandbox', till, 'office.json'), rubbish[turn % rubbish.length] ?? '');
  };
  expect(await play(lied)).toBe(never);
  await office.close();
  expect(await play(ship)).toBe(never);
});
