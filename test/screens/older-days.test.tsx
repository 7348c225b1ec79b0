import {expect, test} from 'vitest';
import {dateText} from '../../src/core/business-day.js';
import {openShop} from './open.js';

const dayMs = 86_400_000;

test('what a payment went through on another day is under the name of that day, wherever its steps are read', async () => {
  const shop = await openShop({environment: {DUKA_ZONE: 'UTC'}, size: {columns: 80, rows: 32}});
  const nameOf = (at: number) => dateText(new Date(at).toISOString().slice(0, 10), 'en');
  await shop.sale('150', '0712345102');
  await shop.sees('09 PENDING');
  const sold = nameOf(shop.till.now());
  await shop.type('e');
  await shop.sees('Evidence');
  expect(shop.screen()).not.toContain(`${sold}\n`);
  await shop.press('escape');
  shop.wall.off = dayMs;
  await shop.later('PT1S');
  await shop.press('escape');
  await shop.type('w');
  await shop.press('enter');
  await shop.sees(/NOT KNOWN YET/);
  await shop.sees(new RegExp(`${sold} \\d\\d:\\d\\d:\\d\\d {2}decided`, 'u'));
  await shop.type('e');
  await shop.sees('Evidence');
  await shop.sees(new RegExp(`^ +${sold}\\n +\\d\\d:\\d\\d:\\d\\d {2}decided`, 'mu'));
});
