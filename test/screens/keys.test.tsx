import {expect, test} from 'vitest';
import {changesTo} from '../../src/core/item/list.js';
import {languages} from '../../src/core/messages/messages.js';
import {walk} from '../walk.js';
import {openShop, type ShopScreens} from './open.js';
import {startPrinter} from './printer.js';

const kes = (minor: number) => ({currency: 'KES', minor}) as const;
const bread = {
  code: 'BR1',
  barcode: '5901234123457',
  name: 'Bread',
  group: null,
  unit: null,
  price: kes(6500),
  rate: null,
};

/** A scan and a paste are one press each. */
const scan = '5901234123457\r';
const message = 'QKX99ZZZ Confirmed. You have received Ksh350.00';
const costOf = (key: string) => (key === scan || key === message || /^(?:enter|tab)$/.test(key) ? 1 : key.length);

const nothing = async () => undefined;
const basket = (shop: ShopScreens) =>
  walk(shop, [
    [['f', '2x100 Bread', 'enter', '460 Rice', 'enter', 'enter', 'h', 'enter'], '✓ PAID'],
    ['enter', 'New sale'],
  ]);
const sum = (shop: ShopScreens) =>
  walk(shop, [
    [['660', 'h', 'enter'], '✓ PAID'],
    ['enter', 'New sale'],
  ]);
/** The reason of the last refund is that of the next, unless it is changed. */
const afterRefund = async (shop: ShopScreens) => {
  await walk(shop, [
    [['40', 'h', 'enter'], '✓ PAID'],
    [['h', 'enter', '1', 'enter'], 'Refund of KES 40.00'],
    ['enter', 'New sale'],
  ]);
  await sum(shop);
};
const wallet = async (shop: ShopScreens) => {
  await shop.sale('100', '0712345678');
  await shop.later('PT3S');
  await walk(shop, [
    ['', '✓ PAID'],
    ['enter', 'New sale'],
  ]);
};

type Row = readonly [
  task: string,
  most: number,
  before: (shop: ShopScreens) => Promise<unknown>,
  steps: readonly (readonly [keys: readonly string[], seen: string | RegExp])[],
];

/**
 * The tasks of a counter, and the most keys that each may take. The last key of a refund answers the question that names sum and reason:
 * what was given out of the drawer cannot be taken back.
 */
const rows: readonly Row[] = [
  [
    'a sale to a new wallet',
    17,
    nothing,
    [[['1250', 'enter', '0712345678', 'enter', 'enter'], 'WAITING FOR CUSTOMER']],
  ],
  ['a sale to the same wallet', 6, wallet, [[['r', '250', 'enter', 'enter'], 'WAITING FOR CUSTOMER']]],
  ['a sale for exact cash', 5, nothing, [[['660', 'h', 'enter'], '✓ PAID']]],
  ['a sale for a note', 6, nothing, [[['660', 'h', '4', 'enter'], '✓ PAID']]],
  ['three scans for cash', 6, nothing, [[[scan, scan, scan, 'enter', 'h', 'enter'], '✓ PAID']]],
  [
    'a refund that is found by its sum',
    8,
    afterRefund,
    [
      [['l', '660'], /▸ .*660\.00/],
      [['enter', 'h', 'enter'], /KES 660\.00[\s\S]*returned goods/],
      [['enter'], 'Refund of KES 660.00'],
    ],
  ],
  [
    'a refund of one line',
    9,
    basket,
    [
      [['l', '660'], /▸ .*660\.00/],
      [['enter', 'h', '1', 'enter'], /KES 100\.00 out of the drawer\?[\s\S]*returned goods/],
      [['enter'], 'Refund of KES 100.00'],
    ],
  ],
  [
    'a refund of all that the last sale sold',
    4,
    basket,
    [
      [['v', 'h', 'a'], /KES 660\.00 out of the drawer\?[\s\S]*returned goods/],
      [['enter'], 'Refund of KES 660.00'],
    ],
  ],
  ['a refund of one line of the last sale', 5, basket, [[['v', 'h', '1', 'enter', 'enter'], 'Refund of KES 100.00']]],
  ['another print of the last receipt', 2, sum, [[['z', 'p'], 'is printed.']]],
  ['a check of a message', 6, sum, [[['k', message, 'enter'], /✗|✓|No match/]]],
  [
    'a close with a total',
    11,
    sum,
    [
      [['t', 'z'], '▸ 1 stop'],
      [['enter'], 'Count the drawer'],
      [['2660', 'enter'], /▸ [34] /],
      [['enter'], 'Z-0001'],
    ],
  ],
  ['a hand-over', 6, nothing, [[['t', 'h', 'Ben', 'enter'], 'The shift is now with Ben']]],
];

test.each(rows)('%s takes at most %i keys', async (_, most, before, steps) => {
  const {address} = await startPrinter();
  const shop = await openShop({environment: {DUKA_CASHIER: 'Ann'}, settings: {printer: {address}}});
  await shop.till.importItems({file: 'prices.csv', items: [bread], faults: [], changes: changesTo([], [bread])});
  await shop.till.openShift('Ann', [kes(200_000)]);
  await before(shop);
  const act = (key: string) => (key === message ? () => shop.paste(message) : key);
  for (const [keys, seen] of steps) await walk(shop, [[keys.map(act) as string[], seen]]);
  expect(steps.flatMap(([keys]) => keys).reduce((all, key) => all + costOf(key), 0)).toBeLessThanOrEqual(most);
});

test.each(languages)(
  'every place has its door on a sale at 80x24, also beside parked baskets, in %s',
  async language => {
    const shop = await openShop({environment: {DUKA_LANG: language}});
    await walk(shop, [[['f', '50 Bag', 'enter', '\u000F', 'enter'], /\(1\).* l .* w .* k .* d .* t .*\?/]]);
  },
);
