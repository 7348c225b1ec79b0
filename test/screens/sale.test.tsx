import {expect, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';

test('a sale is paid: the amount, the wallet and three keys', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['', 'New sale'],
    [['1250', 'enter', '0712345678'], 'Safaricom M-Pesa', 'from the prefix'],
    ['enter', 'Send this request?', '0712 345 678', 'Safaricom M-Pesa, Kenya'],
    ['enter', '? WAITING FOR CUSTOMER', 'entering your mobile-money PIN', 'accepted, waiting for the customer'],
    [() => shop.later('PT3S'), '✓ PAID', 'Hand over the goods.'],
  ]);
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
  await walk(shop, [[['100', 'enter', '0712345102', 'tab', 'm'], /Language\s+English\s+of the country/]]);
  for (let tabs = 0; tabs < 4; tabs += 1) await shop.press('tab');
  await walk(shop, [
    ['left', /Language\s+‹ Swahili ›\s+chosen by you/],
    ['enter', 'Send this request?'],
    ['enter', '“Tafadhali thibitisha malipo kwenye simu yako.”'],
    ['p', 'YANASUBIRI - SI RISITI'],
  ]);
});

test('the question before money is asked for leaves out what nobody typed, and keeps a customer’s name', async () => {
  const shop = await openShop();
  const ask = async () => {
    await shop.type('100');
    await shop.press('enter');
    await shop.type('0712345102');
  };
  await ask();
  await walk(shop, [
    ['enter', 'Send this request?', {not: /reference|Customer|^ *(as|for) /mu}],
    [['escape', 'escape']],
    [() => ask()],
    [['tab', 'm', 'Amina']],
  ]);
  for (let tabs = 0; tabs < 3; tabs += 1) await shop.press('tab');
  await shop.type('Two shirts');
  await shop.press('enter');
  await shop.sees(/as +Two shirts\n +for +Amina *\n/u);
});

test('a sum is added up as it is typed, and asked for once', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['', 'New sale'],
    [['3x120+40', 'enter'], /Amount\s+KES 400\.00/],
    [['0712345678', 'enter'], 'Send this request?'],
    ['enter', 'WAITING FOR CUSTOMER'],
  ]);
  expect(await shop.books()).toMatchObject([{amount: 400, currency: 'KES', requests: 1}]);
});

test('a shop where no wallet can pay is told so, and Enter takes cash in its own currency', async () => {
  const shop = await openShop({environment: {DUKA_COUNTRY: 'MZ', DUKA_ZONE: 'Africa/Maputo', DUKA_LANG: 'en'}});
  await walk(shop, [
    ['', 'no mobile money here: Enter takes cash', {not: 'Phone number'}, /Country +Mozambique/],
    [['120,50', 'enter'], 'New sale in cash', 'MZN 120.50'],
    ['enter', '✓ PAID'],
    [['enter', '90/', '40', 'enter', 'enter'], 'Next part of split sale', /▸ Amount +MZN 40\.00/],
    ['enter', /Part of split sale \w+, in cash/, 'MZN 40.00'],
    ['enter', 'MZN 50.00 of MZN 90.00 left'],
    ['enter', /▸ Amount +MZN 50\.00/],
    [['25', 'enter'], 'MZN 25.00'],
  ]);
  expect(await shop.books()).toEqual([]);
});
