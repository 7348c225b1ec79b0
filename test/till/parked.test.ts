import {expect, it} from 'vitest';
import {type Basket, soldLines, textLine, withLine} from '../../src/core/item/basket.js';
import {languages} from '../../src/core/messages/messages.js';
import {reportParts} from '../../src/core/shift/report-slip.js';
import {slipText} from '../../src/core/slip/slip.js';
import type {Till} from '../../src/till/till.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {eventsOn} from './card-till.js';
import {kes, openStillShop} from './still-shop.js';

const basketOf = (...texts: readonly string[]): Basket =>
  texts.reduce<Basket | undefined>((basket, text) => withLine(basket, textLine(text, 'KES', [])), undefined) as Basket;
const numbersIn = (till: Till) => till.parkedBaskets().map(({number}) => number);

it('a parked basket is on the disk when it is put aside, and names no customer there', async () => {
  const {till, disk} = await openStillShop();
  const basket = basketOf('50 Bag');
  await till.showBasket(basket);
  const number = await till.parkBasket({lines: soldLines(basket), name: ' Amina '});
  expect(eventsOn(disk).at(-1)).toMatchObject({type: 'basket-parked', data: {number, total: kes(5000)}});
  expect(JSON.stringify(eventsOn(disk))).not.toContain('Amina');
  expect(till.parkedBaskets()).toMatchObject([{number, name: 'Amina'}]);
  expect(await till.interruptedBasket()).toBeUndefined();
  await till.dropBasket({lines: soldLines(basket), parked: number});
  expect(eventsOn(disk).at(-1)).toMatchObject({type: 'basket-dropped', person: 'cashier', data: {parked: number}});
  expect(till.parkedBaskets()).toEqual([]);
});

it('what is parked is named by the X and the Z, which name no customer on the disk', async () => {
  const {till, disk} = await openStillShop();
  await till.parkBasket({lines: soldLines(basketOf('50 Bag')), name: 'Amina'});
  await till.parkBasket({lines: soldLines(basketOf('2x20 Tea'))});
  const parked = [
    {number: 1, name: 'Amina', total: kes(5000)},
    {number: 2, total: kes(4000)},
  ];
  expect(await till.reportX()).toMatchObject({parked});
  await till.takeCash({amount: kes(1000), country: 'KE', description: ''});
  await till.countDrawer('cashier', [{currency: 'KES', minor: 1000, pieces: []}]);
  const z = await till.reportZ({person: 'cashier', notAsked: 0});
  expect(z).toMatchObject({parked});
  expect(JSON.stringify(eventsOn(disk))).not.toContain('Amina');
  expect(await till.readZ(z.number)).toEqual(z);
  for (const language of languages) {
    const text = slipText(reportParts(z, {language, copy: 0}), 32).join('\n');
    expect(text).toMatch(/#1 Amina.*50[.,]00.*\n#2.*40[.,]00.*\n.*KES.*2.*90[.,]00/);
  }
});

it('a basket that was parked just before the power was cut is not offered again', async () => {
  const disk = new MemoryDisk();
  const {till} = await openStillShop({disk});
  const basket = basketOf('50 Bag', '20 Tea');
  await till.showBasket(basket);
  const file = [...disk.files].find(([path]) => path.endsWith('basket.json'));
  await till.parkBasket({lines: soldLines(basket)});
  await till.close();
  if (file !== undefined) disk.files.set(...file);
  const again = await openStillShop({disk});
  expect(await again.till.interruptedBasket()).toBeUndefined();
  expect(numbersIn(again.till)).toEqual([1]);
  await again.till.close();
});

it('a basket that was taken up stays parked until it is sold, whenever the power is cut', async () => {
  const disk = new MemoryDisk();
  const first = await openStillShop({disk});
  const lines = soldLines(basketOf('50 Bag'));
  const parked = await first.till.parkBasket({lines});
  await first.till.showBasket({...basketOf('50 Bag', '20 Tea'), parked});
  expect(numbersIn(first.till)).toEqual([]);
  await first.till.close();
  const second = await openStillShop({disk});
  expect(await second.till.interruptedBasket()).toMatchObject({parked, total: kes(7000)});
  expect(numbersIn(second.till)).toEqual([parked]);
  const sells = {lines: soldLines(basketOf('50 Bag', '20 Tea')), total: kes(7000), description: '', parked};
  await second.till.takeCash({amount: kes(7000), country: 'KE', description: '', sells});
  expect(numbersIn(second.till)).toEqual([]);
  await expect(second.till.takeCash({amount: kes(7000), country: 'KE', description: '', sells})).rejects.toThrow(
    'basket-unknown',
  );
  await second.till.close();
  const third = await openStillShop({disk});
  expect(await third.till.interruptedBasket()).toBeUndefined();
  expect(numbersIn(third.till)).toEqual([]);
  await third.till.close();
});

it('what was added to a ticket just before the power was cut is not offered again', async () => {
  const disk = new MemoryDisk();
  const {till} = await openStillShop({disk});
  const ticket = await till.openTicket({total: kes(10_000), lines: [], description: ''});
  const basket = basketOf('50 Bag');
  await till.showBasket(basket);
  const file = [...disk.files].find(([path]) => path.endsWith('basket.json'));
  await till.extendTicket(ticket, {lines: soldLines(basket)});
  await till.close();
  if (file !== undefined) disk.files.set(...file);
  const again = await openStillShop({disk});
  expect(await again.till.interruptedBasket()).toBeUndefined();
  expect((await again.till.readTicket(ticket)).total).toEqual(kes(15_000));
  await again.till.close();
});
