// @module-tag slow
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {changesTo, itemsText} from '../../src/core/item/list.js';
import type {Item} from '../../src/core/item/schema.js';
import {forAllAsync} from '../hostile/runs.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {openTillOverJournal} from './over-journal.js';
import {temporaryFolder} from './real-till.js';
import {obedientService, stillWorld} from './still-shop.js';

const item = (code: number, minor: number): Item => ({
  code: String(code),
  barcode: null,
  name: `Item ${code}`,
  price: {currency: 'KES', minor},
  unit: null,
  group: null,
  rate: null,
});
const anyItems = fc
  .uniqueArray(fc.nat({max: 30}), {minLength: 1})
  .chain(codes => fc.tuple(...codes.map(code => fc.integer({min: 1, max: 9}).map(minor => item(code, minor)))));
const given = (items: readonly Item[]) => ({file: 'prices.csv', items, faults: [], changes: changesTo([], items)});

it('the price list is the old one or the new one, wherever the power goes, and old files go', async () => {
  const root = temporaryFolder();
  let round = 0;
  await forAllAsync(
    {numRuns: 40},
    fc.array(fc.tuple(anyItems, fc.option(fc.nat({max: 6})), fc.array(fc.double({min: 0, max: 1, noNaN: true}))), {
      minLength: 1,
      maxLength: 4,
    }),
    async imports => {
      round += 1;
      const folder = join(root, String(round));
      const disk = new MemoryDisk();
      const world = stillWorld();
      const open = async () => {
        const {service} = obedientService();
        return (await openTillOverJournal({folder: '/till', disk, world, service, settings: {folder}})).till;
      };
      let before = itemsText([]);
      for (const [items, operations, chances] of imports) {
        const till = await open();
        disk.operationsLeft = operations ?? Number.POSITIVE_INFINITY;
        const isSaved = await till.importItems(given(items)).then(
          () => true,
          () => false,
        );
        await till.close().catch(() => undefined);
        disk.restart(() => chances.pop() ?? 0);
        const again = await open();
        const list = itemsText((await again.items()).items);
        expect(isSaved ? [itemsText(items)] : [before, itemsText(items)]).toContain(list);
        before = list;
        await again.close();
      }
      const till = await open();
      await till.importItems(given([item(1, 1)]));
      await till.close();
      expect(readdirSync(join(folder, 'items'))).toHaveLength(1);
    },
  );
});
