import {expect, test} from 'vitest';
import {walk} from '../walk.js';
import {fits} from './fits.js';
import {openShop, type ShopScreens} from './open.js';

const wide = {columns: 200, rows: 60};
const kes = (minor: number) => ({currency: 'KES', minor}) as const;

async function soldToday(size = wide): Promise<ShopScreens> {
  const shop = await openShop({size});
  for (const minor of [1200, 3400, 5600])
    await shop.till.takeCash({amount: kes(minor), tendered: kes(minor), country: 'KE', description: ''});
  return shop;
}

/** The amount of the marked sale; empty if none is marked. */
const marked = (shop: ShopScreens) => /▸ \d\d:\d\d +(KES [\d.]+)/u.exec(shop.screen())?.[1] ?? '';

test('a wide window shows the form, the sales of today and the day, and each moves on with a sale', async () => {
  const shop = await soldToday();
  await walk(shop, [['', /New sale.*Sales.*The day, Fri 20 Nov/, 'KES 56.00', /3 paid/]]);
  expect(marked(shop)).toBe('');
  expect(
    shop
      .screen()
      .split('\n')
      .findIndex(line => line.includes('New sale')),
  ).toBe(3); // right below the header
  fits(shop, wide);
  await walk(shop, [
    [['78', 'h', 'enter'], '✓ PAID'],
    ['enter', /New sale.*Sales/, /\d\d:\d\d +KES 78\.00/, /4 paid/],
  ]);
});

test('a sale of today is chosen with the arrows and opened as from the list of all sales', async () => {
  const shop = await soldToday();
  await walk(shop, [['right', /▸ \d\d:\d\d +KES 56\.00/, '↑↓ select', 'Enter open']]);
  fits(shop, wide);
  await walk(shop, [
    ['down', /▸ \d\d:\d\d +KES 34\.00/],
    ['down down', /▸ \d\d:\d\d +KES 12\.00/],
    ['up enter', '✓ PAID', 'KES 34.00'],
    ['escape', /▸ \d\d:\d\d +KES 34\.00/],
    ['escape', '→ today’s sales', {not: '↑↓ select'}],
  ]);
  expect(marked(shop)).toBe('');
});

test('whoever may not see the totals sees the sales of today, and nowhere a sum of several', async () => {
  const shop = await soldToday();
  await shop.till.openShift('Amina', [kes(200_000)]);
  await shop.sale('700', '0712345678');
  await shop.later('PT3S');
  await walk(shop, [
    ['', '✓ PAID'],
    [['enter', '800', 'enter', '0712345688', 'enter', 'enter'], 'accepted, waiting'],
    [() => shop.later('PT3S'), '✓ PAID'],
    ['enter', /The day, Fri 20 Nov/, /KES +1,500\.00/],
  ]);
  await shop.till.addPerson({name: 'Amina', role: 'owner', pin: '739154'});
  await shop.till.addPerson({name: 'Baraka', role: 'cashier', pin: '482601'});
  await walk(shop, [
    ['ctrl-l', 'Sign in'],
    [['right', '482601', 'enter'], /New sale.*Sales/, 'KES 800.00', /5 paid/, {not: 'The day'}],
  ]);
  for (const sum of ['1,500.00', '1,602.00', '102.00']) expect(shop.screen()).not.toContain(sum);
  expect(shop.screen()).not.toContain('highest');
  fits(shop, wide);
  await walk(shop, [['right', /▸ \d\d:\d\d +KES 800\.00/, {not: 'The day'}, {not: '1,500.00'}]]);
});

test('a digit goes on in the form, and a form with something in it keeps its arrows', async () => {
  const shop = await soldToday();
  await walk(shop, [
    ['right down', /▸ \d\d:\d\d +KES 34\.00/],
    ['7', 'KES 7', {not: /▸ \d\d:\d\d/u}, {not: '→ today’s sales'}],
    [['5', 'left', 'left', 'right', '0'], 'KES 70▌5'],
  ]);
});

test('a narrower window has neither the panels nor their key, and shows a list if it becomes narrow later', async () => {
  const shop = await soldToday({columns: 199, rows: 60});
  await walk(shop, [['right', {not: '→ today’s sales'}, {not: '↑↓ select'}]]);
  expect(marked(shop)).toBe('');
  await shop.resize(wide);
  await walk(shop, [['right down', /▸ \d\d:\d\d +KES 34\.00/]]);
  for (const size of [
    {columns: 80, rows: 24},
    {columns: 40, rows: 10},
  ]) {
    await shop.resize(size);
    await shop.sees('KES 34.00');
    fits(shop, size);
  }
  await walk(shop, [['escape', 'New sale']]);
});
