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
  await shop.sees('0712 345 678');
  await shop.sees('Safaricom M-Pesa, Kenya');
  await shop.press('enter');
  await shop.sees('? WAITING FOR CUSTOMER');
  await shop.sees('entering your mobile-money PIN');
  await shop.sees('accepted, waiting for the customer');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.sees('Hand over the goods.');
  expect(await shop.books()).toMatchObject([{amount: 1250, currency: 'KES', requests: 1}]);
  await shop.press('enter');
  await shop.sees('New sale');
  await shop.sees(/✓ 1 paid\s+KES\s+1,250\.00/);
});

test('a repeat sale costs the digits and three keys, counted as they leave the keyboard', async () => {
  const shop = await openShop();
  await shop.sale('100', '0733000001');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.sees('New sale');
  let keys = 0;
  const strike = async (key: string) => {
    keys += 1;
    await shop.type(key);
  };
  const [amount, wallet] = ['1250', '0712345678'];
  for (const key of [...amount, '\r', ...wallet, '\r']) await strike(key);
  await shop.sees('Send this request?');
  await strike('\r');
  await shop.sees('? WAITING FOR CUSTOMER');
  expect(keys).toBe(amount.length + wallet.length + 3);
  await expect.poll(async () => (await shop.books()).length).toBe(2);
});

test('a sale to the last wallet costs the amount and three keys', async () => {
  const shop = await openShop();
  await shop.sale('100', '0733000001');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  for (const key of ['r', '7', '0', '\r']) await shop.type(key);
  await shop.sees('Send this request?');
  await shop.sees('0733 000 001');
});

test('the customer’s language is chosen for a sale, and spoken on its screen and slip', async () => {
  const shop = await openShop();
  await shop.type('100');
  await shop.press('enter');
  await shop.type('0712345102');
  await shop.press('tab');
  await shop.type('m');
  await shop.sees(/Language\s+English\s+of the country/);
  for (let tabs = 0; tabs < 4; tabs += 1) await shop.press('tab');
  await shop.press('left');
  await shop.sees(/Language\s+‹ Swahili ›\s+chosen by you/);
  await shop.press('enter');
  await shop.sees('Send this request?');
  await shop.press('enter');
  await shop.sees('“Tafadhali thibitisha malipo kwenye simu yako.”');
  await shop.type('p');
  await shop.sees('INASUBIRI - SI RISITI');
});

test('the question before money is asked for leaves out what nobody typed, and keeps a customer’s name', async () => {
  const shop = await openShop();
  const ask = async () => {
    await shop.type('100');
    await shop.press('enter');
    await shop.type('0712345102');
  };
  await ask();
  await shop.press('enter');
  await shop.sees('Send this request?');
  expect(shop.screen()).not.toMatch(/reference|Customer|^ *(as|for) /mu);
  await shop.press('escape');
  await shop.press('escape');
  await ask();
  await shop.press('tab');
  await shop.type('m');
  await shop.type('Amina');
  for (let tabs = 0; tabs < 3; tabs += 1) await shop.press('tab');
  await shop.type('Two shirts');
  await shop.press('enter');
  await shop.sees(/as +Two shirts\n +for +Amina *\n/u);
});

test('a sum is added up as it is typed, and asked for once', async () => {
  const shop = await openShop();
  await shop.sees('New sale');
  await shop.type('3x120+40');
  await shop.press('enter');
  await shop.sees(/Amount\s+KES 400\.00/);
  await shop.type('0712345678');
  await shop.press('enter');
  await shop.sees('Send this request?');
  await shop.press('enter');
  await shop.sees('WAITING FOR CUSTOMER');
  expect(await shop.books()).toMatchObject([{amount: 400, currency: 'KES', requests: 1}]);
});

test('a shop where no wallet can pay is told so, and Enter takes cash in its own currency', async () => {
  const shop = await openShop({environment: {DUKA_COUNTRY: 'MZ', DUKA_ZONE: 'Africa/Maputo', DUKA_LANG: 'en'}});
  await shop.sees('no mobile money here: Enter takes cash');
  expect(shop.screen()).not.toContain('Phone number');
  await shop.sees(/Country +Mozambique/);
  await shop.type('120,50');
  await shop.press('enter');
  await shop.sees('New sale in cash');
  await shop.sees('MZN 120.50');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(await shop.books()).toEqual([]);
});
