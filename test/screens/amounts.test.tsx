import {expect, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';

const settings = {quickAmounts: ['50', '99.50', '1200'], ceilings: {SAFARICOM_KE: '2000'}, saleCeiling: {KES: '1000'}};

test('an amount is picked by a key of its own, and what is above the ceiling is looked at twice', async () => {
  const shop = await openShop({settings});
  await walk(shop, [
    ['', '# amounts'],
    ['#', 'Pick an amount', 'KES 99.50'],
    [['9', '3'], 'KES 1,200.00', {not: '# amounts'}],
    [['0712345678', 'enter'], 'Send this request?'],
    ['enter', 'Above this shop’s ceiling of KES 1,000.00 for one sale.'],
  ]);
  expect(await shop.books()).toEqual([]);
  await shop.press('enter');
  await shop.sees('? WAITING FOR CUSTOMER');
  expect(await shop.books()).toMatchObject([{amount: 1200}]);
});

test('a network takes what the shop lets it, and cash above the ceiling is looked at twice too', async () => {
  const shop = await openShop({settings});
  await walk(shop, [
    [['2,500', 'enter', '0712345678', 'enter'], 'One payment can be at most KES 2,000.00.'],
    [['h', 'enter'], 'Above this shop’s ceiling of KES 1,000.00 for one sale.'],
  ]);
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('enter');
  await shop.sees('✓ PAID');
});

test('a wallet from abroad says loudly what the amount is in, and cash in the shop’s own keeps it', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['1250', 'enter', '+256772345678'], 'The amount is now in UGX, not in KES.'],
    [['escape', 'h', '340', 'enter escape'], 'New sale', 'KES 340▌'],
  ]);
});

test('a float and a movement of the drawer are read as the shop writes thousands', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['t', 'enter'], 'Open a shift', 'Your name'],
    [['Amina', 'tab', '12,500', 'tab'], 'KES 12,500.00'],
    ['enter', 'Shift 1 of Amina is open.'],
  ]);
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {float: 1_250_000}});
});
