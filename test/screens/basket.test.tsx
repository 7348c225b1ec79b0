import {existsSync, globSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {KeyGuard} from '../../screens/decisions.js';
import {type Effect, type Message, type Model, topOf} from '../../screens/model.js';
import {createProgram, type Program} from '../../screens/program.js';
import type {Key} from '../../screens/terminal/keyboard.js';
import {begin, update} from '../../screens/update.js';
import {emptyState} from '../../src/core/books/state.js';
import type {Basket} from '../../src/core/item/basket.js';
import {changesTo, priceListOf} from '../../src/core/item/list.js';
import type {Item} from '../../src/core/item/schema.js';
import {forAll} from '../hostile/runs.js';
import {walk} from '../walk.js';
import {type Opening, openShop} from './open.js';
import {reducerContextOf} from './reducer-context.js';

const item = (code: string, name: string, minor: number, more: Partial<Item> = {}): Item => ({
  code,
  barcode: null,
  name,
  price: {currency: 'KES', minor},
  unit: null,
  group: null,
  rate: null,
  ...more,
});
const items = [
  item('BR1', 'Bread, brown', 6500, {barcode: '5901234123457', rate: '16', group: 'Bakery'}),
  item('MLK-500', 'Milk', 6000, {barcode: '61611016'}),
  item('TOM', 'Tomatoes', 12_000, {unit: 'kg'}),
  item('1250', 'Twelve fifty', 700),
  item('USD', 'Adapter', 900, {price: {currency: 'USD', minor: 900}}),
];

/** A shop with a price list. */
async function openKiosk(opening: Opening = {}) {
  const shop = await openShop(opening);
  await shop.till.importItems({file: 'prices.csv', items, faults: [], changes: changesTo([], items)});
  const tickets = () => [...shop.till.state.tickets.all.values()];
  return {...shop, tickets};
}

test('a basket that comes to no whole shilling is rounded where the means is chosen, and the question shows by how much', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    ['f', 'No lines yet'],
    [['100.50 Room', 'enter'], '1 line, KES 100.50'],
    ['enter', '1 line: f changes them'],
    ['h', /Amount +KES 100\.50\s+Rounding +KES 0\.50\s+▸ Cash received .*KES 101\.00/],
    [['escape', '0712345678', 'enter'], /Rounding +KES 0\.50/],
    ['enter', 'accepted, waiting'],
  ]);
  const [payment] = shop.till.state.payments.values();
  expect(payment?.request).toMatchObject({
    method: 'mobile-money',
    amount: {currency: 'KES', minor: 10_100},
    rounding: {currency: 'KES', minor: 50},
  });
});

test('what was sold is sold again: its lines at the prices of today, else its amount, to be typed over', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    [['f', '2xBR1', 'enter', 'MLK-500', 'enter', '50 Bag', 'enter'], '3 lines, KES 240.00'],
    [['enter', 'h', 'enter'], '✓ PAID'],
  ]);
  const now = [item('BR1', 'Bread, brown', 7000, {rate: '16'})];
  await shop.till.importItems({file: 'prices.csv', items: now, faults: [], changes: changesTo(items, now)});
  await walk(shop, [
    ['', 'next sale'],
    ['b', '2 lines, KES 190.00', 'No longer on the price list, so left out: Milk.'],
    ['escape', /Amount +KES 190\.00 +2 lines/],
    [['h', 'enter'], '✓ PAID', 'next sale'],
    [['enter', '75h', 'enter'], '✓ PAID', 'next sale'],
    ['b', /▸ Amount +KES 75\.00/],
    ['80h', 'Exact amount: KES 80.00'],
  ]);
});

test('a sale of one payment that is reversed says what is left to pay, and asks for it again', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    [['f', '2xBR1', 'enter'], '1 line, KES 130.00'],
    ['enter', '1 line: f changes them'],
    [['0712345113', 'enter'], 'Enter send'],
    ['enter', 'accepted, waiting'],
    [() => shop.later('PT3S'), '✓ PAID'],
    [() => shop.later('PT2M')],
    ['k', 'Paid, then reversed.', 'v result'],
    ['v', 'What happened to this payment?'],
    [['right right tab', 'Amina', 'enter'], '▸ How you know'],
    [['the money went back', 'enter'], 'KES 130.00 of KES 130.00 left'],
    ['enter', /Amount +KES 130\.00/],
    [['h', 'enter'], '✓ PAID'],
  ]);
  expect(shop.tickets()).toMatchObject([{status: 'paid', asked: {length: 2}}]);
});

test('a tip is picked or typed on top of a sale, changed, taken away, and paid with it', async () => {
  const shop = await openKiosk({settings: {tips: [5, 10]}});
  await walk(shop, [
    ['455%', 'On KES 455.00', /▸ 5% +KES 23\.00 +KES 478\.00/],
    ['down', /▸ 10% +KES 46\.00 +KES 501\.00/],
    ['enter', '2 lines: f changes them', /Amount +KES 501/],
    ['%', 'On KES 455.00'],
    [['456', 'enter'], 'A tip of KES 456.00 is more than the sale, KES 455.00.', {not: /▸ 5%/}],
    [['backspace backspace backspace', 'down down'], /▸ No tip +KES 455\.00/],
    ['enter', /▸ Amount +KES 455/],
    [['%', '45', 'enter'], /Amount +KES 500/],
    ['h', 'Exact amount: KES 500.00'],
    ['enter', '✓ PAID', /Sold +Sale\n +Tip +KES 45\.00/],
  ]);
  expect(shop.tickets()).toMatchObject([
    {
      status: 'paid',
      total: {minor: 50_000},
      lines: [
        {name: 'Sale', amount: {minor: 45_500}},
        {kind: 'tip', amount: {minor: 4500}},
      ],
    },
  ]);
});

test('a tip is one line of a basket, and none is offered where the shop takes none', async () => {
  const shop = await openKiosk({settings: {tips: [10]}});
  await walk(shop, [
    ['f', 'No lines yet'],
    [['TOM', 'enter'], '1 line, KES 120.00'],
    ['enter', '1 line: f changes'],
    ['%', 'On KES 120.00'],
    ['enter', /Amount +KES 132/],
    ['f', /▸ +1 Tip/],
    ['tab', 'On KES 120.00'],
  ]);
  const named = await openKiosk({settings: {tips: [10]}});
  await walk(named, [
    ['f', 'No lines yet'],
    [['120 Sale', 'enter'], '1 line, KES 120.00'],
    ['enter', '1 line: f changes'],
    ['%', 'On KES 120.00'],
    ['enter', '2 lines: f changes them'],
    [['%', 'down'], /▸ No tip +KES 120\.00/],
    ['enter', '1 line: f changes'],
  ]);
  const plain = await openKiosk();
  await plain.type('455%');
  await plain.sees(/Amount +KES 455/);
});

test('an item and a typed line have the tax of the shop’s rates', async () => {
  const taxRates = [
    {name: 'VAT', percent: '16', included: false},
    {name: 'usual', percent: '8', default: true},
  ];
  const shop = await openKiosk({settings: {taxRates}});
  await walk(shop, [
    ['f', 'No lines yet'],
    [['BR1', 'enter'], '1 line, KES 75.40'],
    [['54 Bag', 'enter'], '2 lines, KES 129.40'],
  ]);
});

test('a basket above the ceiling of a sale is looked at twice', async () => {
  const shop = await openKiosk({settings: {saleCeiling: {KES: '100'}}});
  await walk(shop, [
    ['f', 'No lines yet'],
    [['TOM', 'enter'], '1 line, KES 120.00'],
    ['enter', '1 line: f changes'],
    [['tab', 'h'], 'Exact amount: KES 120.00'],
    ['enter', 'Above this shop’s ceiling of KES 100.00 for one sale.'],
  ]);
  expect(shop.tickets()).toEqual([]);
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(shop.tickets()).toMatchObject([{status: 'paid', total: {minor: 12_000}}]);
});

test('lines are scanned, weighed, typed, changed for a reason and taken away, and paid in cash at once', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    ['f', 'No lines yet; stock is not counted.'],
    ['5901234123457\r', '1 line, KES 65.00'],
    ['0.25x tom', /▸ TOM +Tomatoes +KES 120\.00 a kg/],
    ['enter', /▸ +0\.25 kg Tomatoes/],
    ['2x50 Bag', 'Bag (not on the list)'],
    ['enter', '3 lines, KES 195.00'],
    [['milk', 'enter'], '4 lines, KES 255.00'],
    ['tab', 'Change Milk'],
    [['3', 'tab tab', '10%'], 'This line comes to KES 162.00'],
    ['enter', 'Type the reason.'],
    [['dented', 'enter'], /▸ +3 Milk −KES 18\.00 · dented/],
    ['up tab', 'Change Bag'],
    ['d', '3 lines, KES 257.00'],
    ['enter', '3 lines: f changes them'],
    ['escape', 'Nothing was sent. Press Esc again'],
    [['tab', 'h'], 'Exact amount: KES 257.00'],
    ['enter', '✓ PAID', /Sold +.*, 3 x Milk/],
  ]);
  expect(shop.tickets()).toMatchObject([
    {
      status: 'paid',
      total: {currency: 'KES', minor: 25_700},
      lines: [
        {code: 'BR1', group: 'Bakery', quantity: '1', tax: {rate: '16', tax: {minor: 897}}},
        {code: 'TOM', unit: 'kg', quantity: '0.25', amount: {minor: 3000}},
        {code: 'MLK-500', quantity: '3', discount: {minor: 1800}, reason: 'dented', amount: {minor: 16_200}},
      ],
    },
  ]);
  // Nobody split it: it is a sale.
  expect(shop.screen()).not.toContain('Paid in full');
  expect(shop.screen()).not.toContain('split sale');
  await shop.press('enter');
  await shop.sees(/▸ Amount +KES +▌?/);
});

test('a basket is asked of a wallet by one payment, which opens its ticket, and split into parts', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    [['f', 'br1', 'enter'], '1 line, KES 65.00'],
    [['enter', '0712345678', 'enter'], /items +1 line, KES 65\.00/],
  ]);
  expect(shop.tickets()).toEqual([]);
  await shop.press('enter');
  await shop.sees('accepted, waiting');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  expect(shop.tickets()).toMatchObject([{status: 'paid', lines: [{code: 'BR1'}]}]);
  await walk(shop, [
    ['enter', 'New sale'],
    [['f', 'tom', 'enter', 'enter'], '1 line: f changes them'],
    [['tab', '/'], 'Split the sale'],
    [['100', 'enter', 'enter'], 'KES 120.00 of KES 120.00 left'],
  ]);
  expect(shop.tickets()[1]).toMatchObject({status: 'open', lines: [{code: 'TOM'}]});
});

test('a scan on the sale is a line, what is typed by hand is an amount, and garbage is told and sells nothing', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    ['', 'f items'],
    [['1250', 'enter'], '1250 is also the code of Twelve fifty.'],
    ['enter', /▸ Phone number/],
    [['escape', '5901234123457\r'], '1 line, KES 65.00'],
    ['enter', '1 line: f changes them'],
    ['MLK-500\r', '2 lines, KES 125.00'],
    ['5901234123450\r', 'No item has the code 5901234123450. Nothing was added.'],
    ['usd\r', 'This sale is in KES.', '2 lines, KES 125.00'],
    ['4111111111111111', 'card number', {not: '4111'}],
    ['escape', '2 lines: f changes them'],
    ['escape escape', /▸ Amount +KES ▌/],
    ['99999999\r', 'No item has the code 99999999.'],
    [['escape', '125h'], 'Exact amount: KES 125.00'],
  ]);
  shop.seen.isHasty = true;
  for (const letter of '21;\r') await shop.type(letter);
  shop.seen.isHasty = false;
  await shop.sees('New sale in cash');
  expect(shop.till.state.payments.size).toBe(0);
});

/** The basket on the disk, which is written aside. */
const storedIn = (folder: string) =>
  globSync(join(folder, '*', '*', 'basket.json'))
    .map(path => readFileSync(path, 'utf8'))
    .join('');

/** The lines of the journal about baskets that were dropped. */
const dropsIn = (folder: string) =>
  globSync(join(folder, '*', '*', 'journal', '*.jsonl'))
    .flatMap(path => readFileSync(path, 'utf8').split('\n'))
    .filter(line => line.includes('"type":"basket-dropped"'))
    .map(line => JSON.parse(line));

test('a basket that was interrupted is offered at the next start: taken up as it was, and sold once', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    ['f', 'No lines yet'],
    [['2xBR1', 'enter'], '1 line, KES 130.00'],
    [['50 Bag', 'enter'], '2 lines, KES 180.00'],
    ['up tab', 'Change Bread, brown'],
    [['down down', '30', 'tab', 'dented', 'enter'], '2 lines, KES 150.00'],
  ]);
  await expect.poll(() => storedIn(shop.folder)).toContain('dented');
  await shop.shut();
  const again = await openShop({home: shop.folder});
  await walk(again, [
    ['', /Interrupted basket, \d\d:\d\d: 2 lines, KES 150\.00/, /2 Bread, brown/],
    ['enter', '2 lines, KES 150.00', '−KES 30.00 · dented'],
    ['enter', '2 lines: f changes them'],
    [['tab', 'h'], 'Exact amount: KES 150.00'],
    ['enter', '✓ PAID'],
  ]);
  await again.shut();
  const after = await openShop({home: shop.folder});
  await after.sees('New sale');
  expect(after.screen()).not.toContain('Interrupted');
});

test('a basket that was interrupted is dropped only by a key, which the journal records', async () => {
  const shop = await openKiosk();
  await walk(shop, [[['f', 'BR1', 'enter'], '1 line, KES 65.00']]);
  await expect.poll(() => storedIn(shop.folder)).toContain('BR1');
  await shop.shut();
  const again = await openShop({home: shop.folder});
  await again.sees('Interrupted basket');
  await again.press('escape');
  await again.sees('Nothing of it was sold. Enter takes it up, d drops it.');
  await again.type('d');
  await again.sees('New sale');
  expect(dropsIn(shop.folder)).toMatchObject([
    {data: {total: {currency: 'KES', minor: 6500}, lines: [{code: 'BR1', quantity: '1'}]}},
  ]);
  await again.shut();
  const after = await openShop({home: shop.folder});
  await after.sees('New sale');
  expect(after.screen()).not.toContain('Interrupted');
});

test.each([
  ['a tax rate', (kept: string) => kept.replace('"rate":"16"', '"rate":"8"')],
  ['a price', (kept: string) => kept.replaceAll('5000', '100')],
  ['a name', (kept: string) => kept.replace('Bag', 'Box')],
  ['its seal', (kept: string) => kept.replace(/,"seal":"[^"]*"/, '')],
  ['its end', (kept: string) => kept.slice(0, -5)],
])('a stored basket of which %s was changed outside is dropped, which the journal records', async (_, change) => {
  const shop = await openShop({settings: {taxRates: [{name: 'VAT', percent: '16', default: true}]}});
  await walk(shop, [[['f', '50 Bag', 'enter'], '1 line, KES 50.00']]);
  await expect.poll(() => storedIn(shop.folder)).toContain('Bag');
  await shop.shut();
  const [path = ''] = globSync(join(shop.folder, '*', '*', 'basket.json'));
  const kept = readFileSync(path, 'utf8');
  expect(change(kept)).not.toBe(kept);
  writeFileSync(path, change(kept));
  const again = await openShop({home: shop.folder});
  await again.sees('New sale');
  expect(again.screen()).not.toContain('Interrupted');
  expect(existsSync(path)).toBe(false);
  expect(dropsIn(shop.folder)).toMatchObject([{data: {lines: [], total: {minor: 0}, unproved: true}}]);
});

test('a price list that was edited by hand sells nothing and says what to do', async () => {
  const {folder, shut} = await openKiosk();
  await shut();
  for (const path of globSync(join(folder, '*', '*', 'items', '*.json')))
    writeFileSync(path, '{"version":1,"items":[]}');
  const shop = await openShop({home: folder});
  await shop.type('f');
  await shop.sees('Import the price list again.');
});

test('a file is imported on the screen: what it changes is seen first, and a wrong line stops all of it', async () => {
  const shop = await openShop();
  const path = join(shop.folder, 'prices.csv');
  await shop.type('e');
  await shop.sees('No items yet.');
  await shop.press('tab');
  await shop.sees('Import the price list');
  writeFileSync(path, 'name,price\nBread,65\nSoap,-1\n');
  await shop.paste(path);
  await shop.press('enter');
  await shop.sees('Line 3: the price “-1” is not above zero');
  writeFileSync(path, 'name,price\nBread,65\nSoap,10\n');
  await shop.press('enter');
  await shop.sees('prices.csv: 2 items; 2 added, 0 changed, 0 removed.');
  expect(shop.till.state.items).toBe(null);
  await shop.press('enter');
  await shop.sees(/Price list +2 items/);
  await shop.type('soa');
  await shop.sees(/▸ Soap +Soap +KES 10\.00/);
  expect(shop.till.state.items?.items).toBe(2);
});

const list = priceListOf(items);
const kiosk = () => {
  const clock = {now: 0};
  const state = {...emptyState(), items: {sha256: '0'.repeat(64), items: items.length}};
  const reducerContext = reducerContextOf(state, {itemsAtHand: () => list, monotonic: () => clock.now});
  const program: Program<Model, Message> = createProgram<Model, Message, Effect>({
    first: begin(reducerContext, {tornBytes: 0}),
    update: (model, message) => update(model, message, reducerContext),
    run: () => undefined,
  });
  const {onKey} = new KeyGuard((key, size) => program.dispatch({kind: 'key', key, size}), {program, reducerContext});
  let chunk = 0;
  return {
    scan: (text: string) => {
      clock.now += 5000;
      for (const letter of `${text}\r`) {
        clock.now += 4;
        chunk += 1;
        const stroke = letter === '\r' ? {kind: 'press', name: 'enter'} : {kind: 'text', text: letter};
        onKey({...stroke, chunk} as Key, {columns: 80, rows: 24});
      }
    },
    top: () => topOf(program.model()),
  };
};
type Shown = {readonly basket?: Basket; readonly wrong?: unknown};

test('whatever digits are scanned add exactly one piece, in one line for an item, or are told', () => {
  const codes = fc.oneof(
    fc.constantFrom('5901234123457', '61611016', '1250', '50008765878950', '4111111111111111', '0'.repeat(80)),
    fc.stringMatching(/^\d{8,20}$/),
  );
  forAll(fc.array(codes, {minLength: 1, maxLength: 5}), scanned => {
    const till = kiosk();
    let count = 0;
    for (const code of scanned) {
      till.scan(code);
      const {kind, state} = till.top();
      expect(kind).toBe('basket');
      const {basket, wrong} = state as Shown;
      const isItem = list.byCode.has(code);
      count += isItem ? 1 : 0;
      const lines = basket?.lines ?? [];
      const pieces = lines.reduce((sum, {line: {quantity}}) => sum + Number(quantity), 0);
      expect([pieces, wrong !== undefined]).toEqual([count, !isItem]);
      expect(new Set(lines.map(({line}) => line.code)).size).toBe(lines.length);
    }
  });
});

test('a basket is put aside for the next customer, and taken up again: the one in hand is parked first', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    [['f', '2xBR1', 'enter'], '1 line, KES 130.00'],
    ['ctrl-o', 'Park the basket', {not: 'Tab next'}],
    [['Table 4', 'enter'], 'Parked: #1 Table 4', '1 parked basket: y', /\[Sale \(1\)\] +Sales l .* Shift t /],
    [['f', '50 Bag', 'enter'], '1 line, KES 50.00'],
    ['enter', '1 line: f changes them'],
    [['tab', 'y'], /#1 Table 4 · 2 x Bread, brown +KES 130\.00/],
    ['enter', 'Parked: #2', '1 line, KES 130.00'],
    ['enter', '1 parked basket: y'],
    [['tab', 'h'], 'Exact amount: KES 130.00'],
    ['enter', '✓ PAID'],
    ['enter', '1 parked basket: y'],
    ['y', '#2 · Bag'],
    ['x', 'Press x again to drop #2.'],
    ['x', 'Dropped: #2', 'No parked baskets: '],
  ]);
  expect(shop.tickets()).toMatchObject([{status: 'paid', total: {minor: 13_000}}]);
});

test('items are added to an open split sale, of which the paid part stays paid', async () => {
  const shop = await openKiosk();
  const ticket = await shop.till.openTicket({total: {currency: 'KES', minor: 10_000}, lines: [], description: ''});
  await shop.till.takeCash({amount: {currency: 'KES', minor: 4000}, country: 'KE', description: '', ticket});
  await walk(shop, [
    ['s', 'Open split sales'],
    ['enter', 'KES 60.00 of KES 100.00 left'],
    ['f', `Add to sale ${ticket}`],
    [['BR1', 'enter'], '1 line, KES 65.00'],
    ['escape', /Press Esc again to drop\s+it/],
    ['enter', 'KES 125.00 of KES 165.00 left'],
  ]);
});

test('a discount on the whole basket follows its lines, and is spread over them when they are sold', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    [['f', 'BR1', 'enter'], '1 line, KES 65.00'],
    ['ctrl-d', 'Discount on the whole basket', 'an amount, or 10%'],
    [['10%', 'enter', 'staff'], 'The basket comes to KES 58.50'],
    ['enter', /Amount +KES 58\.50/],
    ['f', 'Discount −KES 6.50 · staff'],
    [['MLK-500', 'enter'], '2 lines, KES 112.50', 'Discount −KES 12.50 · staff'],
    ['enter', /Amount +KES 112\.50/],
    [['h', 'enter'], '✓ PAID'],
  ]);
  const [ticket] = shop.tickets();
  expect(ticket?.lines.map(({discount, reason}) => [discount?.minor, reason])).toEqual([
    [650, 'staff'],
    [600, 'staff'],
  ]);
});

test('cash that was in truth mobile money is corrected on the payment, by name and with a reason', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    [['500', 'h', 'enter'], '✓ PAID', 'next sale'],
    ['x', 'KES 500.00: Cash becomes Mobile money, by hand'],
    [['TKL81FBQX4', 'enter', 'Amina', 'enter', 'wrong key', 'enter']],
  ]);
  const tenders = () => Object.keys(shop.till.state.ledger.period.tenders);
  await expect.poll(tenders).toEqual(['mobile-money by-hand KES']);
  await shop.sees(/Mobile money, by hand/);
  expect(shop.screen()).not.toContain('becomes');
});

test('goods are exchanged in one sale: what comes back, what goes out, and one difference to pay', async () => {
  const shop = await openKiosk();
  await walk(shop, [
    [['f', 'MLK-500', 'enter'], '1 line, KES 60.00'],
    ['enter', '1 line: f changes them'],
    [['tab', 'h', 'enter'], '✓ PAID', 'next sale'],
    ['h', 'What came back?'],
    [['tab', 'x'], 'Exchange: what goes out?'],
    [['BR1', 'enter'], '1 line, KES 65.00'],
    ['enter', 'The customer pays KES 5.00, asked for next.'],
    [['wanted bread', 'enter'], 'Difference of exchange', 'KES 5.00 of KES 65.00 left', {not: 'split sale'}],
    ['h', 'Difference of exchange'],
    ['enter', '✓ PAID', 'next sale'],
    [['escape', 'l'], '2 sales'],
    [['up', 'enter'], /^ ?Exchange \w+/m, /KES +5\.00/, {not: 'plit sale'}],
  ]);
});
