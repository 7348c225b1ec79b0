import {expect, test} from 'vitest';
import {openShop} from './open.js';

test('a sale is paid: the amount, the wallet and three keys', async () => {
  const shop = await openShop();
  await shop.sees('New sale');
  await shop.type('1250');
  await shop.press('enter');
  await shop.type('0712345678');
  await shop.sees('Safaricom M-Pesa');
  await shop.sees('from the prefix');
  await shop.press('enter');
  await shop.sees('Send this request?');
  await shop.sees('254 712 345 678');
  await shop.sees('Safaricom M-Pesa, Kenya');
  await shop.press('enter');
  await shop.sees('? NOT KNOWN YET');
  await shop.sees('Approve the payment by entering your mobile-money PIN');
  await shop.sees('09 PENDING');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.sees('Hand over the goods.');
  expect(await shop.books()).toMatchObject([{amount: 1250, currency: 'KES', requests: 1}]);
  await shop.press('enter');
  await shop.sees('New sale');
  await shop.sees(/✓ 1 paid\s+KES\s+1 250\.00/);
});
