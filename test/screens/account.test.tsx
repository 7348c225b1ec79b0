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
    [['350', 'i'], 'KES 350.00 on the book of'],
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
    ['c', 'Njeri pays what is owed'],
    ['escape', 'Njeri pays what is owed'],
    [['100', 'enter', '0712345678', 'enter'], /as +Njeri pays what is owed/],
    ['escape', 'Njeri pays what is owed'],
    ['escape', 'New sale'],
    [['i', 'enter'], 'Statement'],
    [['h', '100', 'h'], 'Exact amount'],
    ['enter', 'Paid off what was owed'],
  ]);
  expect(owed()).toBe(250_00);
});

test('goods of a sale on the book are not exchanged, and the field says what to do instead', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['f', '350 Shirt', 'enter', 'enter', 'i'], 'KES 350.00 on the book of'],
    ...newCustomer,
    ['enter', /Will owe +KES 350\.00/],
    ['enter', 'the limit is KES 300.00'],
    ['enter', 'ON THE BOOK'],
    ['f', 'What came back?'],
    [['tab', 'x'], 'on the book: no money came in'],
  ]);
  expect(shop.till.state.accounts[1]?.balance).toBe(350_00);
});
