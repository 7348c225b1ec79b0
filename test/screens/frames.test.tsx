import {describe, expect, test, vi} from 'vitest';
import {clockText} from '../../src/core/day/business-day.js';
import {isProving} from '../hostile/runs.js';
import {walk} from '../walk.js';
import {askCard, cards} from './card-secrets.js';
import {fits} from './fits.js';
import {openShop, type ShopScreens, type Size, turn} from './open.js';

const sizes = [
  {columns: 60, rows: 18},
  {columns: 80, rows: 24},
  {columns: 120, rows: 40},
  {columns: 200, rows: 60},
] as const satisfies readonly Size[];

/** Of French, whose sentences are longer, the windows in which room is short; all of both where as much is to be proved as can be. */
const tried = isProving ? {en: sizes, fr: sizes} : {en: [sizes[0], sizes[3]], fr: sizes.slice(0, 2)};

describe.each(['en', 'fr'] as const)('in %s', language => {
  test.each(tried[language])('every screen fits $columns x $rows', async size => {
    const shop = await openShop({
      size,
      environment: {DUKA_COUNTRY: 'CI', DUKA_ZONE: 'Africa/Abidjan', DUKA_LANG: language},
    });
    const check = (where: string) => fits(shop, size, where);
    check('sale');
    await shop.type('m');
    check('more');
    await walk(shop, [[['up escape', '9,5', 'enter']]]);
    check('a wrong amount');
    await shop.press('escape');
    await shop.ask('5000', '0707462945');
    check('confirm');
    await shop.press('enter');
    await shop.sees(/Code +▌/);
    check('code');
    await shop.type('1');
    await shop.press('enter');
    check('a short code');
    await shop.type('s');
    check('another way');
    await shop.press('escape');
    for (const key of ['e', 'p', '?']) {
      await shop.type(key);
      check(key);
      await shop.press('page-down', 'end', 'escape');
    }
    await shop.press('escape');
    await shop.ask('5000', '0707462945');
    check('cool-down');
    await shop.press('enter');
    check('cool-down without a reason');
    await shop.press('escape');
    await shop.press('escape');
    await shop.type('w');
    check('pending payments');
    await shop.type('99999');
    check('an empty list of pending payments');
    await shop.press('escape', 'escape', 'ctrl-c');
    check('leaving');
    await shop.press('escape');
    await cardFrames(shop, check);
    await shiftFrames(shop, check);
  });
});

/** The shift from its opening to its Z, cash, and the day. */
async function shiftFrames(shop: ShopScreens, check: (where: string) => void): Promise<void> {
  // A refund that is heard of at that moment takes one key away.
  await vi.waitFor(
    async () => {
      await shop.press('escape');
      expect(shop.screen()).toMatch(/New sale|Nouvelle vente/);
    },
    {timeout: 20_000},
  );
  await shop.press('escape');
  await shop.type('t');
  check('no shift');
  await shop.press('enter');
  check('opening');
  await walk(shop, [[['Amina', 'enter', '20000', 'enter enter'], /Amina is open|Session 1 ouverte : Amina/]]);
  check('shift');
  await shop.type('o');
  await shop.press('enter', 'enter', 'enter');
  check('a movement without an amount');
  await shop.press('escape', 'escape');
  await shop.type('1240h');
  check('cash');
  await shop.type('6');
  await shop.type('1');
  await shop.press('enter');
  check('cash, too little');
  await walk(shop, [[['up', '2', 'enter'], /CHANGE|MONNAIE/]]);
  check('change');
  await shop.type('p');
  await shop.sees(/RECEIPT|REÇU/);
  check('receipt');
  await shop.press('escape');
  await shop.type('h');
  check('cash refund');
  await shop.press('escape', 'enter');
  await shop.type('d');
  check('day');
  await shop.press('escape');
  await shop.type('tx');
  await shop.sees(/X - /);
  check('X');
  await shop.press('escape');
  await closeFrames(shop, check);
}

async function closeFrames(shop: ShopScreens, check: (where: string) => void): Promise<void> {
  await shop.type('z');
  check('close');
  await shop.press('enter');
  check('count');
  for (const _ of Array.from({length: 12})) {
    await shop.press('tab');
    check('count, further');
  }
  while (!shop.screen().includes('▸ Total')) await shop.press('tab');
  await shop.type('5000');
  await shop.press('enter');
  await shop.sees(/▸ 3/);
  check('asking');
  await shop.press('enter');
  await shop.sees(/▸ 4/);
  check('differences');
  await shop.press('enter', 'enter');
  await shop.sees(/✗/);
  check('differences without a note');
  await walk(shop, [[['why', 'enter', 'Joseph', 'enter'], 'Z-0001', /▸ 5/]]);
  check('Z');
  await shop.press('end');
  check('the end of the Z');
  await shop.press('enter');
  check('print');
  await shop.press('escape');
  await shop.type('a');
  await shop.sees(/IL MANQUE|SHORT/);
  check('archive');
}

/** A card's sale, its bank's page, and its refund. */
async function cardFrames(shop: ShopScreens, check: (where: string) => void): Promise<void> {
  await shop.type('c');
  check('card');
  await shop.type('24m');
  await shop.press('up', 'up', 'enter');
  check('card, more, a wrong number');
  await shop.press('escape');
  await askCard(shop, {amount: '24', number: cards.challenged});
  check('card question');
  await shop.press('enter');
  await shop.sees('127.0.0.1');
  check('the bank’s page');
  await shop.press('escape');
  await askCard(shop, {amount: '24', number: cards.challenged});
  check('card cool-down');
  await shop.press('escape', 'escape');
  await askCard(shop, {amount: '300'});
  await shop.press('enter');
  await shop.later('PT3S');
  await shop.sees(/✓ (?:PAID|PAYÉ)/);
  await shop.type('f106');
  check('refund');
  await shop.press('enter');
  check('refund, why');
  await shop.type('4');
  check('refund, in own words');
  await shop.press('enter');
  check('refund without a reason');
  await shop.type('x');
  await shop.press('enter');
  check('refund question');
  await shop.press('enter');
  await shop.sees(/refund 1|remboursement 1/);
  check('refund unclear');
  await shop.type('v');
  check('refund judged');
}

test('a page, its QR code and its payment fit the smallest window too', async () => {
  const size = {columns: 60, rows: 18};
  const shop = await openShop({size, environment: {DUKA_COUNTRY: 'ZA', DUKA_ZONE: 'Africa/Johannesburg'}});
  await walk(shop, [
    [['99.95', 'enter', '0113785456', 'enter'], 'Choose the network'],
    ['right enter', 'Send this request?'],
  ]);
  fits(shop, size, 'confirm');
  await shop.press('enter');
  await shop.sees('/pay/');
  fits(shop, size, 'page');
  await shop.type('q');
  await shop.sees('This window is too small for the QR code');
  fits(shop, size, 'qr');
  await shop.resize({columns: 80, rows: 30});
  await shop.sees('Scan to pay');
  fits(shop, {columns: 80, rows: 30}, 'qr');
});

test('a window that changes its size is drawn anew; one that is too small says so and hears Ctrl-C', async () => {
  const shop = await openShop();
  await shop.type('77');
  await shop.resize({columns: 39, rows: 10});
  await shop.sees('39x10');
  fits(shop, {columns: 39, rows: 10}, 'too small');
  await shop.type('5');
  await shop.press('enter');
  for (const size of [...sizes, {columns: 61, rows: 19}]) {
    await shop.resize(size);
    await shop.sees('KES 77');
    await turn();
    fits(shop, size, 'sale');
  }
  await shop.resize({columns: 20, rows: 5});
  await turn();
  await shop.press('ctrl-c');
  expect(shop.left.count).toBe(1);
});

test('text of the service and of the customer moves no line', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345114');
  await shop.sees('accepted, waiting for the customer');
  fits(shop, {columns: 80, rows: 24}, 'hostile');
  await shop.type('e');
  fits(shop, {columns: 80, rows: 24}, 'hostile evidence');
  await shop.press('escape');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  fits(shop, {columns: 80, rows: 24}, 'hostile paid');
});

test('the day so far: counts, sums, and takings by the hour in the shop’s currency', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  const hour = clockText(shop.till.now(), 'Africa/Nairobi').slice(0, 2);
  await shop.sees(/✓ 1 paid +KES +300\.00/);
  await shop.sees(new RegExp(`┤█[\\s\\S]*${hour}[\\s\\S]*KES by hour +█ wallets and cards KES 300\\.00`));
  expect(shop.screen()).not.toMatch(/\d k?B\b/u);
  fits(shop, {columns: 80, rows: 24}, 'a day');
  const small = {columns: 60, rows: 18};
  await shop.resize(small);
  await vi.waitFor(() => fits(shop, small, 'a day'), {timeout: 20_000});
  await shop.sees(/┤█[\s\S]*KES by hour/);
});

test('a wide window shows what goes on beside the sale', async () => {
  const size = {columns: 140, rows: 40};
  const shop = await openShop({size});
  await shop.sale('300', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.sale('700', '0712345102');
  await shop.sees(/▏ +\d+:\d\d +KES +700\.00 +…345 102 +M-Pesa/);
  await shop.press('escape');
  await shop.sees(/✓ \d\d:\d\d +KES +300\.00 +…345 678 +paid/);
  fits(shop, size, 'wide');
  const narrowest = {columns: 120, rows: 30};
  await shop.resize(narrowest);
  await turn();
  await shop.sees(/▏ +0:\d\d +KES +700\.00 +…345 102 +M-Pesa/);
  await shop.sees(/✓ \d\d:\d\d +KES +300\.00 +…345 678 +paid/);
  fits(shop, narrowest, 'wide');
  await shop.resize({columns: 100, rows: 40});
  await turn();
  expect(shop.screen()).not.toContain('…345 678  paid');
});
