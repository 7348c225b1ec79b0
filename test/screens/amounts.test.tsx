import {expect, test} from 'vitest';
import {openShop} from './open.js';

const settings = {
  quickAmounts: ['50', '99.50', '1200'],
  ceilings: {SAFARICOM_KE: '2000'},
  saleCeiling: {KES: '1000'},
};

test('an amount is picked by a key of its own, and what is above the ceiling is looked at twice', async () => {
  const shop = await openShop({settings});
  await shop.sees('# amounts');
  await shop.type('#');
  await shop.sees('Pick an amount');
  await shop.sees('KES 99.50');
  await shop.type('9');
  await shop.type('3');
  await shop.sees('KES 1,200.00');
  expect(shop.screen()).not.toContain('# amounts');
  await shop.type('0712345678');
  await shop.press('enter');
  await shop.sees('Send this request?');
  await shop.press('enter');
  await shop.sees('Above this shop’s ceiling of KES 1,000.00 for one sale.');
  expect(await shop.books()).toEqual([]);
  await shop.press('enter');
  await shop.sees('? WAITING FOR CUSTOMER');
  expect(await shop.books()).toMatchObject([{amount: 1200}]);
});

test('a network takes what the shop lets it, and cash above the ceiling is looked at twice too', async () => {
  const shop = await openShop({settings});
  await shop.type('2,500');
  await shop.press('enter');
  await shop.type('0712345678');
  await shop.press('enter');
  await shop.sees('One payment can be at most KES 2,000.00.');
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('Above this shop’s ceiling of KES 1,000.00 for one sale.');
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('enter');
  await shop.sees('✓ PAID');
});

test('a wallet from abroad says loudly what the amount is in, and cash in the shop’s own keeps it', async () => {
  const shop = await openShop();
  await shop.type('1250');
  await shop.press('enter');
  await shop.type('+256772345678');
  await shop.sees('The amount is now in UGX, not in KES.');
  await shop.press('escape');
  await shop.type('h');
  await shop.type('340');
  await shop.press('enter', 'escape');
  await shop.sees('New sale');
  await shop.sees('KES 340▌');
});

test('a float and a movement of the drawer are read as the shop writes thousands', async () => {
  const shop = await openShop();
  await shop.type('t');
  await shop.press('enter');
  await shop.sees('Open a shift');
  await shop.sees('Your name');
  await shop.type('Amina');
  await shop.press('tab');
  await shop.type('12,500');
  await shop.press('tab');
  await shop.sees('KES 12,500.00');
  await shop.press('enter');
  await shop.sees('Shift 1 of Amina is open.');
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {float: 1_250_000}});
});
