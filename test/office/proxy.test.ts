import fc from 'fast-check';
import {expect, it, onTestFinished} from 'vitest';
import {startOffice} from './office.js';
import {chanceOf, startProxy, wireFaults} from './proxy.js';
import {joined, shopJournal} from './support.js';

it('reaches the office byte for byte over a link that loses, doubles, delays, cuts and reorders a third of all requests', async () => {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const journal = await shopJournal();
  const [seed = 1] = fc.sample(fc.nat(), 1);
  const proxy = await startProxy(office.url, chanceOf(seed));
  onTestFinished(() => proxy.close());
  const {shipOnce} = await joined(journal.folder, office, proxy.url);
  for (let round = 0; round < 60 || proxy.met.size < wireFaults.length; round += 1) {
    await journal.sell(1 + (round % 3));
    if (round % 20 === 19) journal.clock.set(`2026-12-0${(round % 9) + 1}T12:00:00Z`);
    await shipOnce(); // and never mind what became of it
  }
  for (let tries = 0; tries < 100 && (await shipOnce()).kind !== 'all'; tries += 1);
  await proxy.settle();
  expect({seed, bytes: office.bytesOf('T7K')}).toEqual({seed, bytes: journal.bytes()});
  expect({seed, incidents: office.incidents}).toEqual({seed, incidents: []});
  expect(office.recordOf('T7K')).toMatchObject({branches: [], isBehind: false});
});

it('reaches it with two shippers at once over such a link', async () => {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const journal = await shopJournal();
  const [seed = 1] = fc.sample(fc.nat(), 1);
  const proxy = await startProxy(office.url, chanceOf(seed));
  onTestFinished(() => proxy.close());
  const {shipOnce} = await joined(journal.folder, office, proxy.url);
  for (let round = 0; round < 20; round += 1) {
    await journal.sell(2);
    await Promise.all([shipOnce(), shipOnce()]);
  }
  for (let tries = 0; tries < 100 && (await shipOnce()).kind !== 'all'; tries += 1);
  await proxy.settle();
  expect({seed, bytes: office.bytesOf('T7K')}).toEqual({seed, bytes: journal.bytes()});
  expect({seed, incidents: office.incidents}).toEqual({seed, incidents: []});
});
