import {expect, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';

const newCustomer = [
  [['tab'], 'New customer on the book'],
  [['Njeri', 'enter', '0712345678', 'enter', '300', 'enter'], 'Njeri · 0712 345 678'],
] as const;

test('a sale goes on the book of a customer, above the limit only when asked twice, and is paid off in part', async () => {
  const shop = await openShop();
  const owed = () => shop.till.state.accounts[1]?.balance;
  await walk(shop, [
    [['350', 'i'], /KES 350\.00 on the book\n/],
    ...newCustomer,
    ['enter', /Will owe +KES 350\.00/],
    ['enter', 'the limit is KES 300.00'],
  ]);
  expect(owed()).toBe(0);
  await walk(shop, [
    ['enter', 'ON THE BOOK'],
    ['enter', '1 on the book'],
    [['i', 'enter'], /bought +KES +350\.00/],
    ['h', 'Njeri pays what is owed'],
    [['100', 'enter', '0712345678', 'enter'], /as +Njeri pays what is owed/],
    ['escape', 'Njeri pays what is owed'],
    ['escape', 'New sale'],
    [['i', 'enter'], 'STATEMENT'],
    [['h', '100', 'h'], 'Exact amount'],
    ['enter', 'Paid off what was owed'],
  ]);
  expect(owed()).toBe(250_00);
});

test('a statement can be scrolled through in the smallest window, without a line that is cut', async () => {
  const shop = await openShop({size: {columns: 40, rows: 10}});
  const amount = {currency: 'KES', minor: 350_00} as const;
  await shop.till.setAccount({name: 'Njeri', phone: '0712345678', limit: amount});
  await shop.till.takeOnBook({account: 1, amount, country: 'KE', description: ''});
  await walk(shop, [
    [['i', 'enter'], /Njeri {2}1–6 /, 'STATEMENT', /│ Customer +Njeri │\n.*│ Telephone +0712 345 678 │/],
    ['end', /│ Owed +KES 350\.00 │[\s\S]*│ Limit +KES 350\.00 │/],
  ]);
});

test('what comes back of a sale on the book goes off what is owed, and a past one is neither paid nor handed over', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['350', 'i'], /KES 350\.00 on the book\n/],
    ...newCustomer,
    ['enter', /Will owe +KES 350\.00/],
    ['enter', 'the limit is KES 300.00'],
    ['enter', 'Hand over the goods. Nothing was paid'],
    ['escape', 'New sale'],
    ['l350', /▸ 20 Nov .*350\.00/],
    ['enter', 'Put on the book just now. The goods are handed over'],
    [['f', '50', 'enter', '1', 'enter'], 'TAKEN OFF THE BOOK', {not: 'CARD'}],
  ]);
});

test('goods of a sale on the book are not exchanged, and the field says what to do instead', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['f', '350 Shirt', 'enter', 'enter', 'i'], /KES 350\.00 on the book\n/],
    ...newCustomer,
    ['enter', /Will owe +KES 350\.00/],
    ['enter', 'the limit is KES 300.00'],
    ['enter', 'ON THE BOOK'],
    ['f', 'What came back?'],
    [['tab', 'x'], 'on the book: no money came in'],
  ]);
  expect(shop.till.state.accounts[1]?.balance).toBe(350_00);
});

test('a card pays what is owed where its currency is taken, and its form says whose debt that is', async () => {
  const shop = await openShop({environment: {DUKA_COUNTRY: 'NG'}});
  await shop.till.setAccount({name: 'Bola', phone: '08031234567', limit: {currency: 'NGN', minor: 500_00}});
  await walk(shop, [
    [['350', 'i', 'enter'], /Will owe +NGN 350\.00/],
    ['enter', 'ON THE BOOK'],
    ['enter', '1 on the book'],
    [['i', 'enter', 'h', 'c'], 'Bola pays what is owed', 'Card number'],
  ]);
});

test('in words, while a sale is put on the book, it is not added to what is owed a second time', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.till.setAccount({name: 'Njeri', phone: '0712345678', limit: {currency: 'KES', minor: 500_00}});
  await walk(shop, [
    [['350', 'i'], /Njeri · 0712\s+345\s+678,\s+owes\s+KES\s+0\.00 of\s+KES 500\.00/],
    ['enter', /Will\s+owe: KES\s+350\.00/],
    ['enter', /ON\s+THE\s+BOOK:/, {not: /Will\s+owe: KES\s+700\.00/}],
  ]);
});
