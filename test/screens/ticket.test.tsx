import {expect, test} from 'vitest';
import {cards} from './card-secrets.js';
import {openShop} from './open.js';

/** The tickets of a shop's till, as they stand. */
const ticketsOf = ({till}: Awaited<ReturnType<typeof openShop>>) => [...till.state.tickets.all.values()];

test('a sale is split: cash, then a wallet that is waited for, then cash; what is left is always shown', async () => {
  const shop = await openShop();
  await shop.type('1000/');
  await shop.sees('Split the sale');
  await shop.type('300');
  await shop.press('enter');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.sees('Next part of split sale');
  await shop.sees('KES 1,000.00 of KES 1,000.00 left');
  await shop.press('up');
  await shop.type('h');
  await shop.sees(/Part of split sale \w+, in cash/);
  await shop.sees(/ 1 {2}Exact amount: KES 300\.00/);
  await shop.press('enter');
  await shop.sees('✓ PART PAID');
  await shop.sees('Keep the goods. Part paid: KES 700.00 left to pay.');
  await shop.sees('KES 700.00 of KES 1,000.00 left');
  await shop.press('enter');
  await shop.sees('Next part of split sale');
  await shop.press('up');
  await shop.type('200');
  await shop.press('enter');
  await shop.type('0712345102');
  await shop.press('enter');
  await shop.sees('Send this request?');
  await shop.sees('KES 700.00 of KES 1,000.00 left');
  await shop.press('enter');
  await shop.sees('KES 500.00 of KES 1,000.00 left, KES 200.00 waiting');
  await shop.type('/');
  await shop.sees('Customer  Amina');
  expect(shop.screen()).toMatch(/KES\s+300\.00\s+✓ PAID/);
  await shop.type('n');
  await shop.sees('Next part of split sale');
  await shop.press('up');
  await shop.type('501');
  await shop.press('enter');
  await shop.sees('KES 501.00 is too much.');
  await shop.press('backspace', 'backspace', 'backspace');
  await shop.type('500h');
  await shop.sees('Exact amount: KES 500.00');
  await shop.press('enter');
  await shop.sees('Keep the goods. Part paid: KES 200.00 still waiting.');
  const [ticket] = ticketsOf(shop);
  expect(ticket).toMatchObject({status: 'open', customer: 'Amina', held: [{minor: 30_000}, {minor: 50_000}]});
});

test('a deposit stays open, is found, paid by the rest in cash, and its goods go then', async () => {
  const shop = await openShop();
  await shop.type('1000/');
  await shop.press('enter');
  await shop.press('enter');
  await shop.sees('Next part of split sale');
  await shop.press('escape');
  await shop.sees('New sale');
  await shop.type('w');
  await shop.sees('1 open split sale, KES 1,000.00 left: s');
  await shop.type('s');
  await shop.sees('Open split sales');
  const [{reference} = {reference: ''}] = ticketsOf(shop);
  await shop.sees(new RegExp(`KES 1,000\\.00 +KES 1,000\\.00 +${reference}$`, 'm'));
  await shop.resize({columns: 200, rows: 60});
  await shop.sees(new RegExp(`KES 1,000\\.00 of KES 1,000\\.00 left[\\s\\S]*Split sale +${reference}`));
  await shop.resize({columns: 80, rows: 24});
  await shop.press('enter');
  await shop.sees('No part requested yet.');
  await shop.type('nh');
  await shop.sees('Exact amount: KES 1,000.00');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.sees('Hand over the goods.');
  expect(ticketsOf(shop)).toMatchObject([{status: 'paid'}]);
  await shop.press('enter');
  await shop.sees('New sale');
});

test('the rest is given up by a named person with a reason', async () => {
  const shop = await openShop();
  await shop.type('1000/');
  await shop.type('400');
  await shop.press('enter', 'enter');
  await shop.sees('Next part of split sale');
  await shop.press('up');
  await shop.type('h');
  await shop.sees('Exact amount: KES 400.00');
  await shop.press('enter');
  await shop.sees('KES 600.00 of KES 1,000.00 left');
  await shop.type('/a');
  await shop.sees('Give up the rest of split sale');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.press('enter');
  await shop.sees('Type the reason.');
  await shop.type('changed her mind');
  await shop.press('enter');
  await shop.sees('Given up by Amina: changed her mind');
  expect(ticketsOf(shop)).toMatchObject([{status: 'abandoned', held: [{minor: 40_000}]}]);
});

test('a sale in parts is one row of the sales, and opens with its parts', async () => {
  const shop = await openShop({size: {columns: 100, rows: 30}});
  await shop.type('1000/');
  await shop.type('300');
  await shop.press('enter', 'enter');
  await shop.sees('Next part of split sale');
  await shop.press('up');
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('✓ PART PAID');
  await shop.press('escape');
  await shop.sees('New sale');
  await shop.type('w');
  await shop.sees('1 open split sale, KES 700.00 left: s');
  await shop.press('escape');
  await shop.type('l');
  await shop.sees(/KES 1,000\.00 \? PART PAID · 1 part/);
  for (const typed of ['part paid', 'part pay', 'parte paga', 'sehemu imelipwa', '1000 part p']) {
    await shop.type(`\u0015${typed}`);
    await shop.sees(/1 sale\s[\s\S]*KES 1,000\.00 \? PART PAID · 1 part/);
  }
  await shop.type('\u0015not paid');
  await shop.sees('No sale matches');
  await shop.type('\u0015part paid');
  await shop.sees('? PART PAID');
  await shop.press('enter');
  await shop.sees('KES 700.00 of KES 1,000.00 left');
  await shop.press('enter');
  await shop.sees('✓ PART PAID');
});

test('a sale in dollars is paid in part by card, and the rest in cash', async () => {
  const shop = await openShop();
  await shop.till.openTicket({total: {currency: 'USD', minor: 2400}, lines: [], description: ''});
  await shop.type('ws');
  await shop.sees(/USD +24\.00/);
  await shop.press('enter');
  await shop.type('n');
  await shop.sees(/Part of split sale \w+, by card/);
  await shop.sees('USD 24.00 of USD 24.00 left');
  await shop.type('14');
  await shop.press('enter');
  for (const text of [cards.visa, '0139', '100']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await shop.sees('Charge this card?');
  await shop.press('enter');
  await shop.later('PT3S');
  await shop.sees('✓ PART PAID');
  await shop.press('enter');
  await shop.sees(/Part of split sale \w+, by card/);
  await shop.sees('USD 10.00 of USD 24.00 left');
  await shop.press('escape');
  await shop.sees('Next part of split sale');
  await shop.type('h');
  await shop.sees('Exact amount: USD 10.00');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(ticketsOf(shop)).toMatchObject([{status: 'paid', held: [{minor: 1400}, {minor: 1000}]}]);
  expect(await shop.books()).toMatchObject([{amount: 14, currency: 'USD', method: 'card'}]);
});
