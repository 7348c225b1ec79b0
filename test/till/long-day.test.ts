// @module-tag slow
import {getEventListeners} from 'node:events';
import {expect, it} from 'vitest';
import {collectGarbage, heapInUse} from '../heap.js';
import {openBusyShop} from './busy-shop.js';
import {hastyDisk} from './hasty-disk.js';
import {temporaryFolder} from './real-till.js';

const megabyte = 1e6;

/** How many of each kind keep the process alive; a request that is over counts until it is collected. */
function activeResources(): ReadonlyMap<string, number> {
  collectGarbage();
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

it('gives back after a day of 200 sales all that it took', async () => {
  const resources = activeResources();
  const {till, journal, world, service, sell, untilMorning} = await openBusyShop(temporaryFolder(), {disk: hastyDisk});
  const changes = {heard: 0};
  till.subscribe(() => {
    changes.heard += 1;
  });
  await sell(50, 40);
  await untilMorning();
  const heap = heapInUse();
  const {seq} = journal.tail();

  const references = await sell(200, 40);
  await world.pass(20 * 60_000);
  expect(till.state.open.size).toBe(0);
  expect((journal.tail().seq - seq) / references.length).toBeLessThan(8);
  const statuses = references.map(reference => till.state.payments.get(reference)?.status);
  expect(statuses.filter(status => status === 'paid')).toHaveLength(190);
  expect(statuses.filter(status => status === 'failed')).toHaveLength(10);

  const outlooks = new Set(references.map(reference => JSON.stringify(till.outlook(reference))));
  expect([...outlooks]).toEqual([JSON.stringify({inMs: undefined, asked: 0, isAsking: false})]);
  const [questions, heard] = [service.questions(), changes.heard];
  await untilMorning();
  expect(service.questions()).toBe(questions);
  expect(changes.heard).toBe(heard);
  expect([...service.signals].flatMap(signal => getEventListeners(signal, 'abort'))).toEqual([]);
  expect(world.sleeping()).toBe(1);

  for (const quiet of [50, 50]) {
    await sell(quiet, 40);
    await untilMorning();
  }
  expect(till.state.payments.size).toBe(100);
  expect(till.state.sales.size).toBe(100);
  expect(till.state.days.size).toBe(2);
  expect(heapInUse() - heap).toBeLessThan(4 * megabyte);
  expect((await till.payment(references[0] ?? '')).status).toBe('paid');

  await till.close();
  expect(world.sleeping()).toBe(0);
  const left = () => [...activeResources()].filter(([kind, count]) => count > (resources.get(kind) ?? 0));
  await expect.poll(left).toEqual([]);
});
