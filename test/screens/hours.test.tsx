import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {clockText} from '../../src/core/day/business-day.js';
import {widthOf} from '../../src/core/text/width.js';
import {walk} from '../walk.js';
import {openShop, type ShopScreens, turn} from './open.js';

/** A payment of today, and back to the sale. */
async function sell(shop: ShopScreens, amount: string, wallet: string): Promise<void> {
  await shop.sale(amount, wallet);
  await shop.sees(/accepted,\s+waiting/);
  await shop.later('PT3S');
  await shop.sees(/✓ PAID|(?<!NOT )PAID: /);
  await shop.press('enter');
  await shop.sees('New sale');
}

/** Two of them, each in a currency of its own. */
async function sellInTwo(shop: ShopScreens): Promise<void> {
  await sell(shop, '300', '0712345678');
  await sell(shop, '5000', '+256772345678');
}

/** Lines break where the window ends. */
const inWords = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'));

const hourOf = ({till}: ShopScreens) => clockText(till.now(), 'Africa/Nairobi').slice(0, 2);

test('a key turns the takings by the hour to the next currency of today and back, and costs no line', async () => {
  const shop = await openShop();
  await sellInTwo(shop);
  const height = () => shop.screen().split('\n').length;
  for (const size of [
    {columns: 80, rows: 24},
    {columns: 60, rows: 18},
  ]) {
    await shop.resize(size);
    await shop.sees(new RegExp(`┤█[\\s\\S]*${hourOf(shop)}[\\s\\S]*KES by hour[\\s\\S]*o UGX`));
    const before = height();
    await shop.type('O');
    await shop.sees(new RegExp(`┤█[\\s\\S]*${hourOf(shop)}[\\s\\S]*UGX by hour[\\s\\S]*o KES`));
    expect(height()).toBe(before);
    expect(
      shop
        .screen()
        .split('\n')
        .every(line => widthOf(line) <= size.columns),
    ).toBe(true);
    await shop.type('o');
    await shop.sees('KES by hour');
  }
});

test('with takings in one currency there is nothing to turn, and no key for it', async () => {
  const shop = await openShop({size: {columns: 110, rows: 30}});
  await sell(shop, '300', '0712345678');
  await shop.sees(/highest KES 300\.00 *\n/);
  await shop.type('o');
  expect(shop.screen()).not.toContain('o by hour');
  expect(shop.screen()).toContain('KES by hour');
  await shop.type('d');
  await shop.sees('m takings');
  expect(shop.screen()).not.toContain('o by hour');
});

test('the choice lasts through sales, lists and the help', async () => {
  const shop = await openShop();
  await sellInTwo(shop);
  await walk(shop, [
    ['o', 'UGX by hour'],
    [['w', 'escape', '?', 'escape'], 'UGX by hour'],
    [() => sell(shop, '200', '0712345679'), 'UGX by hour'],
  ]);
});

test('in a field of letters it is a letter; the settings move it like every other key', async () => {
  const home = await mkdtemp(join(tmpdir(), 'duka-hours-'));
  onTestFinished(() => rm(home, {recursive: true, force: true}));
  await writeFile(join(home, 'settings.json'), JSON.stringify({shortcuts: {hours: ['ß']}}));
  const shop = await openShop({home, size: {columns: 180, rows: 30}});
  await sellInTwo(shop);
  await shop.sees(/ß by hour[\s\S]*$/);
  await shop.sees('ß UGX');
  await shop.type('o');
  await turn();
  expect(shop.screen()).toContain('KES by hour');
  await walk(shop, [
    [['m', 'ß'], /First name +ß/, 'KES by hour'],
    [['escape', 'ß'], 'UGX by hour'],
  ]);
});

test('in words it tells the hours of the next currency, of the only one too, each time in one sentence', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await sell(shop, '300', '0712345678');
  const sentence = `Takings by the hour in KES: at ${hourOf(shop)}:00, KES 300.00.`;
  const often = () => shop.screen().match(new RegExp(inWords(sentence), 'g'))?.length ?? 0;
  for (const times of [1, 2]) {
    await shop.type('o');
    await expect.poll(often).toBe(times);
  }
  await shop.type('w');
  await shop.press('escape');
  await shop.sees(/Nothing is pending\.\nNew sale; /);
  expect(often()).toBe(2);
});

test('codes and bytes are told with the audit trail alone, drawn and in words', async () => {
  const carried = /The\s+connection\s+carries\s+[\d.]+\s+k?B\s+for\s+a\s+sale\s+and\s+[\d.]+\s+k?B\s+for\s+a\s+check\./;
  const technical = /\d k?B\b|(?<![:\d])09\b(?!:)|PENDING|Initialized|Completed/;
  for (const environment of [{}, {INK_SCREEN_READER: 'true'}]) {
    const shop = await openShop({environment});
    await shop.sale('300', '0712345678');
    await shop.sees(/accepted,\s+waiting\s+for\s+the\s+customer/);
    await shop.later('PT3S');
    await shop.sees(/the\s+provider\s+confirms\s+the\s+payment/);
    const [reference = ''] = shop.till.state.payments.keys(); // which may end in 09 by chance
    for (const key of ['x', '?']) {
      await shop.type(key);
      expect(shop.screen().replaceAll(reference, '')).not.toMatch(technical);
    }
    await walk(shop, [
      ['escape', /Hand\s+over\s+the\s+goods/],
      ['e', /09 PENDING/, /Completed/, carried],
    ]);
  }
});
