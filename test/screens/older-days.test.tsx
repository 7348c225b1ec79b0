import {expect, test} from 'vitest';
import {dateText} from '../../src/core/day/business-day.js';
import {walk} from '../walk.js';
import {fits} from './fits.js';
import {openShop} from './open.js';

const dayMs = 86_400_000;

test('what a payment went through on another day is under the name of that day, wherever its steps are read', async () => {
  const shop = await openShop({environment: {DUKA_ZONE: 'UTC'}, size: {columns: 80, rows: 32}});
  const nameOf = (at: number) => dateText(new Date(at).toISOString().slice(0, 10), 'en');
  await shop.sale('150', '0712345102');
  await shop.sees('accepted, waiting for the customer');
  const sold = nameOf(shop.till.now());
  await shop.type('e');
  await shop.sees('Audit trail');
  expect(shop.screen()).not.toContain(`${sold}\n`);
  await shop.press('escape');
  shop.wall.off = dayMs;
  await shop.later('PT1S');
  await walk(shop, [
    [['escape', 'w', 'enter'], /WAITING FOR CUSTOMER/],
    ['e', 'Audit trail', new RegExp(`^ +${sold}\\n +\\d\\d:\\d\\d:\\d\\d {2}saved`, 'mu')],
  ]);
});

test('a clock that was set back into a day that was over says that not all of that day is added up', async () => {
  const before = await openShop();
  await before.sale('150', '0712345678');
  await before.later('PT1M');
  await before.sees('✓ PAID');
  await before.press('escape');
  await before.sale('200', '0712345678');
  await before.later('PT1M');
  await before.sees('✓ PAID');
  before.wall.off = dayMs;
  await before.press('escape');
  await before.sale('70', '0712345678');
  await before.later('PT1M');
  before.wall.off = 0;
  await before.press('escape');
  await before.sees(/✓ 2 paid +KES +350\.00/);
  expect(before.screen()).not.toContain('Part of the day');
  await before.shut();
  const after = await openShop({home: before.folder, size: {columns: 60, rows: 18}});
  await after.sees(/✓ 1 paid +KES +200\.00/);
  await after.sees(/! Part of the day only: the clock was set back\. Run\s+duka\s+day/);
  fits(after, {columns: 60, rows: 18});
  await after.type('d');
  await after.press('page-down');
  await after.sees(/Total KES +1 +KES +200\.00\n/);
  await after.type('m');
  await after.sees(/Total KES +3 +KES +420\.00\n/);
  await after.press('escape');
  await after.resize({columns: 80, rows: 24});
  await after.sees(/Total KES +1 +KES +200\.00/);
  await after.sees('! Part of the day only: the clock was set back. Run duka day for all of it.');
  expect(after.screen().split('Part of the day')).toHaveLength(2);
  after.wall.off = dayMs;
  await after.press('escape');
  await after.sees(/✓ 1 paid +KES +70\.00/);
  expect(after.screen()).not.toContain('Part of the day');
});
