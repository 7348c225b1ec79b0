import {expect, test} from 'vitest';
import {walk} from '../walk.js';
import {cards} from './card-secrets.js';
import {openShop} from './open.js';

/** The tickets of a shop's till, as they stand. */
const ticketsOf = ({till}: Awaited<ReturnType<typeof openShop>>) => [...till.state.tickets.all.values()];

test('a sale is split: cash, then a wallet that is waited for, then cash; what is left is always shown', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['1000/', 'Split the sale'],
    [['300', 'enter', 'Amina', 'enter'], 'Next part of split sale', 'KES 1,000.00 of KES 1,000.00 left'],
    [['up', 'h'], /Part of split sale \w+, in cash/, / 1 {2}Exact amount: KES 300\.00/],
    ['enter', '✓ PART PAID', 'Keep the goods. Part paid: KES 700.00 left to pay.', 'KES 700.00 of KES 1,000.00 left'],
    ['enter', 'Next part of split sale'],
    [['up', '200', 'enter', '0712345102', 'enter'], 'Send this request?', 'KES 700.00 of KES 1,000.00 left'],
    ['enter', 'KES 500.00 of KES 1,000.00 left, KES 200.00 waiting'],
    ['/', 'Customer  Amina', /KES\s+300\.00\s+✓ PAID/],
    ['n', 'Next part of split sale'],
    [['up', '501', 'enter'], 'KES 501.00 is too much.'],
    [['backspace backspace backspace', '500h'], 'Exact amount: KES 500.00'],
    ['enter', 'Keep the goods. Part paid: KES 200.00 still waiting.'],
  ]);
  const [ticket] = ticketsOf(shop);
  expect(ticket).toMatchObject({status: 'open', customer: 'Amina', held: [{minor: 30_000}, {minor: 50_000}]});
});

test('a deposit stays open, is found, paid by the rest in cash, and its goods go then', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['1000/', 'enter', 'enter'], 'Next part of split sale'],
    ['escape', 'New sale'],
    ['w', '1 open split sale, KES 1,000.00 left: s'],
    ['s', 'Open split sales'],
  ]);
  const [{reference} = {reference: ''}] = ticketsOf(shop);
  await shop.sees(new RegExp(`KES 1,000\\.00 +KES 1,000\\.00 +${reference}$`, 'm'));
  await shop.resize({columns: 200, rows: 60});
  await shop.sees(new RegExp(`KES 1,000\\.00 of KES 1,000\\.00 left[\\s\\S]*Split sale +${reference}`));
  await shop.resize({columns: 80, rows: 24});
  await walk(shop, [
    ['enter', 'No part requested yet.'],
    ['nh', 'Exact amount: KES 1,000.00'],
    ['enter', '✓ PAID', 'Hand over the goods.'],
  ]);
  expect(ticketsOf(shop)).toMatchObject([{status: 'paid'}]);
  await shop.press('enter');
  await shop.sees('New sale');
});

test('the rest is given up by a named person with a reason', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['1000/', '400', 'enter enter'], 'Next part of split sale'],
    [['up', 'h'], 'Exact amount: KES 400.00'],
    ['enter', 'KES 600.00 of KES 1,000.00 left'],
    ['/a', 'Give up the rest of'],
    [['Amina', 'enter', 'enter'], 'Type the reason.'],
    [['changed her mind', 'enter'], 'Given up by Amina: changed her mind'],
  ]);
  expect(ticketsOf(shop)).toMatchObject([{status: 'abandoned', held: [{minor: 40_000}]}]);
});

test('a sale in parts is one row of the sales, and opens with its parts', async () => {
  const shop = await openShop({size: {columns: 100, rows: 30}});
  await walk(shop, [
    [['1000/', '300', 'enter enter'], 'Next part of split sale'],
    [['up', 'h', 'enter'], '✓ PART PAID'],
    ['escape', 'New sale'],
    ['w', '1 open split sale, KES 700.00 left: s'],
    [['escape', 'l'], /KES 1,000\.00 \? PART PAID · 1 part/],
  ]);
  for (const typed of ['part paid', 'part pay', 'parte paga', 'sehemu imelipwa', '1000 part p']) {
    await shop.type(`\u0015${typed}`);
    await shop.sees(/1 sale\s[\s\S]*KES 1,000\.00 \? PART PAID · 1 part/);
  }
  await walk(shop, [
    ['\u0015not paid', 'No sale matches'],
    ['\u0015part paid', '? PART PAID'],
    ['enter', 'KES 700.00 of KES 1,000.00 left'],
    ['enter', '✓ PART PAID'],
  ]);
});

test('a sale in dollars is paid in part by card, and the rest in cash', async () => {
  const shop = await openShop();
  await shop.till.openTicket({total: {currency: 'USD', minor: 2400}, lines: [], description: ''});
  await walk(shop, [
    ['ws', /USD +24\.00/],
    [['enter', 'n'], /Part of split sale \w+, by card/, 'USD 24.00 of USD 24.00 left'],
    [['14', 'enter']],
  ]);
  for (const text of [cards.visa, '0139', '100']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await walk(shop, [
    ['', 'Charge this card?'],
    ['enter'],
    [() => shop.later('PT3S'), '✓ PART PAID'],
    ['enter', /Part of split sale \w+, by card/, 'USD 10.00 of USD 24.00 left'],
    ['escape', 'Next part of split sale'],
    ['h', 'Exact amount: USD 10.00'],
    ['enter', 'The drawer has never had USD'],
    ['enter', '✓ PAID'],
  ]);
  expect(ticketsOf(shop)).toMatchObject([{status: 'paid', held: [{minor: 1400}, {minor: 1000}]}]);
  expect(await shop.books()).toMatchObject([{amount: 14, currency: 'USD', method: 'card'}]);
});
