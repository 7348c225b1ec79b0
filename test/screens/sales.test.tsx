import {expect, test, vi} from 'vitest';
import {lineOf, tipLine} from '../../src/core/ticket/line.js';
import {walk} from '../walk.js';
import {askCard} from './card-secrets.js';
import {fits} from './fits.js';
import {openShop, type ShopScreens} from './open.js';

const day = 24 * 60 * 60_000;
const kes = (minor: number) => ({currency: 'KES', minor}) as const;

/** Sells in cash without the screens, on whatever day it is. */
async function sellForCash({till}: ShopScreens, minor: number): Promise<string> {
  const {reference} = await till.takeCash({amount: kes(minor), tendered: kes(minor), country: 'KE', description: ''});
  return reference;
}

/** The lines of the list. */
const rows = (shop: ShopScreens) => shop.screen().match(/^.*\d\d:\d\d +KES.*$/gmu) ?? [];

test('a sale of last month is found as it is typed, opened, given back and printed', async () => {
  const shop = await openShop();
  await shop.sale('1250', '0712345678');
  await shop.sees(/accepted,\s+waiting/);
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('escape');
  const old = await sellForCash(shop, 4200);
  shop.wall.off = 31 * day;
  await sellForCash(shop, 9900);
  shop.wall.off = 32 * day;
  await sellForCash(shop, 500);
  await shop.shut();

  const later = await openShop({home: shop.folder});
  later.wall.off = 32 * day;
  await later.type('l');
  await later.sees('4 sales');
  expect(rows(later).map(row => /KES [\d,.]+/.exec(row)?.[0])).toEqual([
    'KES 5.00',
    'KES 99.00',
    'KES 42.00',
    'KES 1,250.00',
  ]);
  expect(later.till.state.payments.has(old)).toBe(false);
  await walk(later, [
    // fewer digits stand in a reference by chance
    ['345678', /1 sale\b/, 'KES 1,250.00'],
    ['escape', '4 sales'],
    ['cash 42.00', /1 sale\b/],
    ['enter', '✓ PAID', old],
    ['p', 'RECEIPT'],
    [['escape', 'e'], 'Audit trail'],
    [['escape', 'h'], 'Refund in cash'],
    [['enter', 'enter', '1', 'enter'], '← REFUNDED'],
    ['escape', '← REFUNDED'],
  ]);
  expect(rows(later)).toHaveLength(1);
  await walk(later, [
    [['escape', 'refunded'], /1 sale\b/],
    [['escape', 'escape'], 'New sale'],
  ]);
});

test('what is sold meanwhile comes to the top, and the mark stays on its sale', async () => {
  const shop = await openShop();
  await sellForCash(shop, 100);
  await sellForCash(shop, 200);
  await walk(shop, [
    ['l', '2 sales'],
    ['down', /▸ .*KES 1\.00/u],
    [() => sellForCash(shop, 300), '3 sales', /▸ .*KES 1\.00/u],
    ['uu', 'No sale matches “uu”.'],
    ['enter'],
  ]);
  expect(shop.screen()).toContain('No sale matches');
  await walk(shop, [['backspace backspace', '3 sales', /▸ .*KES 3\.00/u]]);
});

test('a thousand sales are a list: more of them are read as the mark comes to the last', async () => {
  const shop = await openShop();
  for (let number = 1; number <= 120; number += 1) await sellForCash(shop, number * 100);
  await walk(shop, [
    ['l', '100 newest'],
    ['end', '120 sales'],
    ['end', /▸ .*KES 1\.00/u],
  ]);
});

test('a sale of several attempts is one row, with the one that counts', async () => {
  const shop = await openShop();
  await shop.sale('70', '0712345101');
  await walk(shop, [
    ['', /accepted,\s+waiting/],
    [() => shop.later('PT3S'), '✗ NOT PAID'],
    ['s', 'KES 70.00 again, another way'],
    ['enter enter'],
  ]);
  const [first] = [...shop.till.state.payments.values()];
  await shop.till.takeCash({
    amount: kes(7000),
    tendered: kes(7000),
    country: 'KE',
    description: '',
    sale: first?.sale ?? '',
  });
  await walk(shop, [[['escape', 'escape', 'escape', 'l'], '1 sale', /✓ PAID · 2 attempts/]]);
});

test('a card’s number is not kept in the search, and small and large windows hold the list', async () => {
  const shop = await openShop({size: {columns: 160, rows: 40}});
  const reference = await sellForCash(shop, 4200);
  await shop.type('l');
  await shop.sees('1 sale');
  await shop.sees(new RegExp(`Sale +${reference}`));
  fits(shop, {columns: 160, rows: 40});
  await shop.type('4111111111111111');
  expect(shop.screen()).not.toContain('4111');
  for (const size of [
    {columns: 60, rows: 18},
    {columns: 80, rows: 24},
    {columns: 200, rows: 60},
  ]) {
    await shop.resize(size);
    await vi.waitFor(() => fits(shop, size), {timeout: 20_000});
  }
});

test('a card of last month is refunded from the list, and a wallet of last month is sold to again', async () => {
  const shop = await openShop();
  await shop.sale('1250', '0712345678');
  await shop.sees(/accepted,\s+waiting/);
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('escape');
  await shop.sees('New sale');
  await askCard(shop, {amount: '24'});
  await shop.press('enter');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.shut();

  const later = await openShop({home: shop.folder});
  later.wall.off = 32 * day;
  await walk(later, [
    ['l', '2 sales'],
    ['enter', 'Paid 32 days ago. The goods are handed over.'],
    ['f', 'NGN 24.00 of NGN 24.00 can be refunded'],
    [['enter', '1'], 'Refund NGN 24.00 to Mastercard ···· 1118?'],
    ['enter', 'Refund of NGN 24.00: accepted, not done yet.'],
    ['escape', '2 sales'],
    [['down', 'enter'], '0712 345 678 · M-Pesa'],
    ['r', /Phone number +0712 345 678/],
  ]);
});

test('an itemised sale of last month shows what was sold, and no part of it hands the goods over again', async () => {
  const shop = await openShop();
  const item = {kind: 'item', code: null, unit: null, quantity: '2', group: null, taxIncluded: true} as const;
  const lines = [lineOf({...item, name: 'Soda', unitPrice: kes(14_100), taxRate: null}), tipLine(kes(1800))];
  const inParts = await shop.till.openTicket({total: kes(30_000), lines, description: ''});
  const pay = (minor: number, ticket: string) =>
    shop.till.takeCash({amount: kes(minor), country: 'KE', description: '', ticket});
  await pay(20_000, inParts);
  await pay(10_000, inParts);
  await pay(30_000, await shop.till.openTicket({total: kes(30_000), lines, description: ''}));
  shop.wall.off = 20 * day;
  await sellForCash(shop, 100);
  await shop.shut();

  const later = await openShop({home: shop.folder});
  later.wall.off = 32 * day;
  await walk(later, [
    ['l', '3 sales'],
    [
      'down enter',
      /Sold +2 x Soda\n +Tip +KES 18\.00/,
      'Paid 32 days ago. The goods are handed over.',
      {not: '/ split sale'},
    ],
    [
      'escape down enter',
      'Paid in full 32 days ago: KES 300.00. The goods are handed over.',
      /Sold +2 x Soda/,
      {not: 'Hand over'},
    ],
  ]);
});
