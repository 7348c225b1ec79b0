import {globSync, readFileSync, writeFileSync} from 'node:fs';
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
import {type Opening, openShop} from './open.js';
import {reducerContextOf} from './reducer-context.js';

const item = (code: string, name: string, minor: number, more: Partial<Item> = {}): Item => ({
  ...{code, barcode: null, name, price: {currency: 'KES', minor}, unit: null, group: null, rate: null},
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
  await shop.type('f');
  await shop.sees('No lines yet');
  await shop.type('100.50 Room');
  await shop.press('enter');
  await shop.sees('1 line, KES 100.50');
  await shop.press('enter');
  await shop.sees('1 line: f changes them');
  await shop.type('h');
  await shop.sees(/Rounding +KES 0\.50/);
  await shop.sees(/KES 101\.00/);
  await shop.press('escape');
  await shop.type('0712345678');
  await shop.press('enter');
  await shop.sees(/Rounding +KES 0\.50/);
  await shop.press('enter');
  await shop.sees('✓ PAID');
  const [payment] = shop.till.state.payments.values();
  expect(payment?.request).toMatchObject({
    method: 'mobile-money',
    ...{amount: {currency: 'KES', minor: 10_100}, rounding: {currency: 'KES', minor: 50}},
  });
});

test('what was sold is sold again: its lines at the prices of today, else its amount, to be typed over', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.type('2xBR1');
  await shop.press('enter');
  await shop.type('MLK-500');
  await shop.press('enter');
  await shop.type('50 Bag');
  await shop.press('enter');
  await shop.sees('3 lines, KES 240.00');
  await shop.press('enter');
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  const now = [item('BR1', 'Bread, brown', 7000, {rate: '16'})];
  await shop.till.importItems({file: 'prices.csv', items: now, faults: [], changes: changesTo(items, now)});
  await shop.sees('next sale');
  await shop.type('b');
  await shop.sees('2 lines, KES 190.00');
  await shop.sees('No longer on the price list, so left out: Milk.');
  await shop.press('escape');
  await shop.sees(/Amount +KES 190\.00 +2 lines/);
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.sees('next sale');
  await shop.press('enter');
  await shop.type('75h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.sees('next sale');
  await shop.type('b');
  await shop.sees(/▸ Amount +KES 75\.00/);
  await shop.type('80h');
  await shop.sees('Exact amount: KES 80.00');
});

test('a sale of one payment that is reversed says what is left to pay, and asks for it again', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.type('2xBR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 130.00');
  await shop.press('enter');
  await shop.sees('1 line: f changes them');
  await shop.type('0712345113');
  await shop.press('enter');
  await shop.sees('Enter send');
  await shop.press('enter');
  await shop.sees('accepted, waiting');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.later('PT2M');
  await shop.type('k');
  await shop.sees('Paid, then reversed.');
  await shop.sees('v result');
  await shop.type('v');
  await shop.sees('What happened to this payment?');
  await shop.press('right', 'right', 'tab');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.sees('▸ How you know');
  await shop.type('the money went back');
  await shop.press('enter');
  await shop.sees('KES 130.00 of KES 130.00 left');
  await shop.press('enter');
  await shop.sees(/Amount +KES 130\.00/);
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(shop.tickets()).toMatchObject([{status: 'paid', asked: {length: 2}}]);
});

test('a tip is picked or typed on top of a sale, changed, taken away, and paid with it', async () => {
  const shop = await openKiosk({settings: {tips: [5, 10]}});
  await shop.type('455%');
  await shop.sees('On KES 455.00');
  await shop.sees(/▸ 5% +KES 23\.00 +KES 478\.00/);
  await shop.press('down');
  await shop.sees(/▸ 10% +KES 46\.00 +KES 501\.00/);
  await shop.press('enter');
  await shop.sees('2 lines: f changes them');
  await shop.sees(/Amount +KES 501/);
  await shop.type('%');
  await shop.sees('On KES 455.00');
  await shop.type('456');
  await shop.press('enter');
  await shop.sees('A tip of KES 456.00 is more than the sale, KES 455.00.');
  expect(shop.screen()).not.toMatch(/▸ 5%/);
  await shop.press('backspace', 'backspace', 'backspace');
  await shop.press('down', 'down');
  await shop.sees(/▸ No tip +KES 455\.00/);
  await shop.press('enter');
  await shop.sees(/▸ Amount +KES 455/);
  await shop.type('%');
  await shop.type('45');
  await shop.press('enter');
  await shop.sees(/Amount +KES 500/);
  await shop.type('h');
  await shop.sees('Exact amount: KES 500.00');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.sees(/Sold +Sale\n +Tip +KES 45\.00/);
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
  await shop.type('f');
  await shop.sees('No lines yet');
  await shop.type('TOM');
  await shop.press('enter');
  await shop.sees('1 line, KES 120.00');
  await shop.press('enter');
  await shop.sees('1 line: f changes');
  await shop.type('%');
  await shop.sees('On KES 120.00');
  await shop.press('enter');
  await shop.sees(/Amount +KES 132/);
  await shop.type('f');
  await shop.sees(/▸ +1 Tip/);
  await shop.press('tab');
  await shop.sees('On KES 120.00');
  const named = await openKiosk({settings: {tips: [10]}});
  await named.type('f');
  await named.sees('No lines yet');
  await named.type('120 Sale');
  await named.press('enter');
  await named.sees('1 line, KES 120.00');
  await named.press('enter');
  await named.sees('1 line: f changes');
  await named.type('%');
  await named.sees('On KES 120.00');
  await named.press('enter');
  await named.sees('2 lines: f changes them');
  await named.type('%');
  await named.press('down');
  await named.sees(/▸ No tip +KES 120\.00/);
  await named.press('enter');
  await named.sees('1 line: f changes');
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
  await shop.type('f');
  await shop.sees('No lines yet');
  await shop.type('BR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 75.40');
  await shop.type('54 Bag');
  await shop.press('enter');
  await shop.sees('2 lines, KES 129.40');
});

test('a basket above the ceiling of a sale is looked at twice', async () => {
  const shop = await openKiosk({settings: {saleCeiling: {KES: '100'}}});
  await shop.type('f');
  await shop.sees('No lines yet');
  await shop.type('TOM');
  await shop.press('enter');
  await shop.sees('1 line, KES 120.00');
  await shop.press('enter');
  await shop.sees('1 line: f changes');
  await shop.press('tab');
  await shop.type('h');
  await shop.sees('Exact amount: KES 120.00');
  await shop.press('enter');
  await shop.sees('Above this shop’s ceiling of KES 100.00 for one sale.');
  expect(shop.tickets()).toEqual([]);
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(shop.tickets()).toMatchObject([{status: 'paid', total: {minor: 12_000}}]);
});

test('lines are scanned, weighed, typed, changed for a reason and taken away, and paid in cash at once', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.sees('No lines yet; stock is not counted.');
  await shop.type('5901234123457\r');
  await shop.sees('1 line, KES 65.00');
  await shop.type('0.25x tom');
  await shop.sees(/▸ TOM +Tomatoes +KES 120\.00 a kg/);
  await shop.press('enter');
  await shop.sees(/▸ +0\.25 kg Tomatoes/);
  await shop.type('2x50 Bag');
  await shop.sees('Bag (not on the list)');
  await shop.press('enter');
  await shop.sees('3 lines, KES 195.00');
  await shop.type('milk');
  await shop.press('enter');
  await shop.sees('4 lines, KES 255.00');
  await shop.press('tab');
  await shop.sees('Change Milk');
  await shop.type('3');
  await shop.press('tab', 'tab');
  await shop.type('10%');
  await shop.sees('This line comes to KES 162.00');
  await shop.press('enter');
  await shop.sees('Type the reason.');
  await shop.type('dented');
  await shop.press('enter');
  await shop.sees(/▸ +3 Milk −KES 18\.00 · dented/);
  await shop.press('up', 'tab');
  await shop.sees('Change Bag');
  await shop.type('d');
  await shop.sees('3 lines, KES 257.00');
  await shop.press('enter');
  await shop.sees('3 lines: f changes them');
  await shop.press('escape');
  await shop.sees('Nothing was sent. Press Esc again');
  await shop.press('tab');
  await shop.type('h');
  await shop.sees('Exact amount: KES 257.00');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.sees(/Sold +.*, 3 x Milk/);
  expect(shop.tickets()).toMatchObject([
    {
      ...{status: 'paid', total: {currency: 'KES', minor: 25_700}},
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
  await shop.type('f');
  await shop.type('br1');
  await shop.press('enter');
  await shop.sees('1 line, KES 65.00');
  await shop.press('enter');
  await shop.type('0712345678');
  await shop.press('enter');
  await shop.sees(/items +1 line, KES 65\.00/);
  expect(shop.tickets()).toEqual([]);
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(shop.tickets()).toMatchObject([{status: 'paid', lines: [{code: 'BR1'}]}]);
  await shop.press('enter');
  await shop.sees('New sale');
  await shop.type('f');
  await shop.type('tom');
  await shop.press('enter');
  await shop.press('enter');
  await shop.sees('1 line: f changes them');
  await shop.press('tab');
  await shop.type('/');
  await shop.sees('Split the sale');
  await shop.type('100');
  await shop.press('enter');
  await shop.press('enter');
  await shop.sees('KES 120.00 of KES 120.00 left');
  expect(shop.tickets()[1]).toMatchObject({status: 'open', lines: [{code: 'TOM'}]});
});

test('a scan on the sale is a line, what is typed by hand is an amount, and garbage is told and sells nothing', async () => {
  const shop = await openKiosk();
  await shop.sees('f items');
  await shop.type('1250');
  await shop.press('enter');
  await shop.sees('1250 is also the code of Twelve fifty.');
  await shop.press('enter');
  await shop.sees(/▸ Phone number/);
  await shop.press('escape');
  await shop.type('5901234123457\r');
  await shop.sees('1 line, KES 65.00');
  await shop.press('enter');
  await shop.sees('1 line: f changes them');
  await shop.type('MLK-500\r');
  await shop.sees('2 lines, KES 125.00');
  await shop.type('5901234123450\r');
  await shop.sees('No item has the code 5901234123450. Nothing was added.');
  await shop.type('usd\r');
  await shop.sees('This sale is in KES.');
  expect(shop.screen()).toContain('2 lines, KES 125.00');
  await shop.type('4111111111111111');
  await shop.sees('card number');
  expect(shop.screen()).not.toContain('4111');
  await shop.press('escape');
  await shop.sees('2 lines: f changes them');
  await shop.press('escape', 'escape');
  await shop.sees(/▸ Amount +KES ▌/);
  await shop.type('99999999\r');
  await shop.sees('No item has the code 99999999.');
  await shop.press('escape');
  await shop.type('125h');
  await shop.sees('Exact amount: KES 125.00');
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

test('a basket that was interrupted is offered at the next start: taken up as it was, and sold once', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.sees('No lines yet');
  await shop.type('2xBR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 130.00');
  await shop.type('50 Bag');
  await shop.press('enter');
  await shop.sees('2 lines, KES 180.00');
  await shop.press('up', 'tab');
  await shop.sees('Change Bread, brown');
  await shop.press('down', 'down');
  await shop.type('30');
  await shop.press('tab');
  await shop.type('dented');
  await shop.press('enter');
  await shop.sees('2 lines, KES 150.00');
  await expect.poll(() => storedIn(shop.folder)).toContain('dented');
  await shop.shut();
  const again = await openShop({home: shop.folder});
  await again.sees(/Interrupted basket, \d\d:\d\d: 2 lines, KES 150\.00/);
  await again.sees(/2 Bread, brown/);
  await again.press('enter');
  await again.sees('2 lines, KES 150.00');
  await again.sees('−KES 30.00 · dented');
  await again.press('enter');
  await again.sees('2 lines: f changes them');
  await again.press('tab');
  await again.type('h');
  await again.sees('Exact amount: KES 150.00');
  await again.press('enter');
  await again.sees('✓ PAID');
  await again.shut();
  const after = await openShop({home: shop.folder});
  await after.sees('New sale');
  expect(after.screen()).not.toContain('Interrupted');
});

test('a basket that was interrupted is dropped only by a key, which the journal records', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.type('BR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 65.00');
  await expect.poll(() => storedIn(shop.folder)).toContain('BR1');
  await shop.shut();
  const again = await openShop({home: shop.folder});
  await again.sees('Interrupted basket');
  await again.press('escape');
  await again.sees('Nothing of it was sold. Enter takes it up, d drops it.');
  await again.type('d');
  await again.sees('New sale');
  const lines = globSync(join(shop.folder, '*', '*', 'journal', '*.jsonl')).flatMap(path =>
    readFileSync(path, 'utf8').split('\n'),
  );
  const dropped = lines.filter(line => line.includes('"type":"basket-dropped"')).map(line => JSON.parse(line));
  expect(dropped).toMatchObject([
    {data: {total: {currency: 'KES', minor: 6500}, lines: [{code: 'BR1', quantity: '1'}]}},
  ]);
  await again.shut();
  const after = await openShop({home: shop.folder});
  await after.sees('New sale');
  expect(after.screen()).not.toContain('Interrupted');
});

test('a stored basket that was edited has the prices of the list, or is none', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.type('BR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 65.00');
  await expect.poll(() => storedIn(shop.folder)).toContain('BR1');
  await shop.shut();
  const [path = ''] = globSync(join(shop.folder, '*', '*', 'basket.json'));
  const kept = readFileSync(path, 'utf8');
  writeFileSync(path, kept.replaceAll('6500', '100'));
  const cheap = await openShop({home: shop.folder});
  await cheap.sees('Interrupted basket');
  await cheap.press('enter');
  await cheap.sees('1 line, KES 65.00');
  await cheap.shut();
  writeFileSync(path, kept.slice(0, -5));
  const damaged = await openShop({home: shop.folder});
  await damaged.sees('New sale');
  expect(damaged.screen()).not.toContain('Interrupted');
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
  fc.assert(
    fc.property(fc.array(codes, {minLength: 1, maxLength: 5}), scanned => {
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
    }),
  );
});

test('a basket is put aside for the next customer, and taken up again: the one in hand is parked first', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.type('2xBR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 130.00');
  await shop.press('ctrl-o');
  await shop.sees('Park the basket');
  await shop.type('Table 4');
  await shop.press('enter');
  await shop.sees('Parked: #1 Table 4');
  await shop.sees('1 parked basket: y');
  await shop.sees(/\[Sale \(1\)\] +Sales l .* Shift t /);
  await shop.type('f');
  await shop.type('50 Bag');
  await shop.press('enter');
  await shop.sees('1 line, KES 50.00');
  await shop.press('enter');
  await shop.sees('1 line: f changes them');
  await shop.press('tab');
  await shop.type('y');
  await shop.sees(/#1 Table 4 · 2 x Bread, brown +KES 130\.00/);
  await shop.press('enter');
  await shop.sees('Parked: #2');
  await shop.sees('1 line, KES 130.00');
  await shop.press('enter');
  await shop.sees('1 parked basket: y');
  await shop.press('tab');
  await shop.type('h');
  await shop.sees('Exact amount: KES 130.00');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.sees('1 parked basket: y');
  await shop.type('y');
  await shop.sees('#2 · Bag');
  await shop.type('x');
  await shop.sees('Press x again to drop #2.');
  await shop.type('x');
  await shop.sees('Dropped: #2');
  await shop.sees('No parked baskets.');
  expect(shop.tickets()).toMatchObject([{status: 'paid', total: {minor: 13_000}}]);
});

test('items are added to an open split sale, of which the paid part stays paid', async () => {
  const shop = await openKiosk();
  const ticket = await shop.till.openTicket({total: {currency: 'KES', minor: 10_000}, lines: [], description: ''});
  await shop.till.takeCash({amount: {currency: 'KES', minor: 4000}, country: 'KE', description: '', ticket});
  await shop.type('s');
  await shop.sees('Open split sales');
  await shop.press('enter');
  await shop.sees('KES 60.00 of KES 100.00 left');
  await shop.type('f');
  await shop.sees(`Add to split sale ${ticket}`);
  await shop.type('BR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 65.00');
  await shop.press('escape');
  await shop.sees(/Press Esc again to drop\s+it/);
  await shop.press('enter');
  await shop.sees('KES 125.00 of KES 165.00 left');
});

test('a discount on the whole basket follows its lines, and is spread over them when they are sold', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.type('BR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 65.00');
  await shop.press('ctrl-d');
  await shop.sees('Discount on the whole basket');
  await shop.type('10%');
  await shop.press('enter');
  await shop.type('staff');
  await shop.sees('The basket comes to KES 58.50');
  await shop.press('enter');
  await shop.sees(/Amount +KES 58\.50/);
  await shop.type('f');
  await shop.sees('Discount −KES 6.50 · staff');
  await shop.type('MLK-500');
  await shop.press('enter');
  await shop.sees('2 lines, KES 112.50');
  await shop.sees('Discount −KES 12.50 · staff');
  await shop.press('enter');
  await shop.sees(/Amount +KES 112\.50/);
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  const [ticket] = shop.tickets();
  expect(ticket?.lines.map(({discount, reason}) => [discount?.minor, reason])).toEqual([
    [650, 'staff'],
    [600, 'staff'],
  ]);
});

test('cash that was in truth mobile money is corrected on the payment, by name and with a reason', async () => {
  const shop = await openKiosk();
  await shop.type('500');
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.sees('next sale');
  await shop.type('x');
  await shop.sees('KES 500.00: Cash becomes Mobile money, by hand');
  await shop.type('TKL81FBQX4');
  await shop.press('enter');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.type('wrong key');
  await shop.press('enter');
  const tenders = () => Object.keys(shop.till.state.ledger.period.tenders);
  await expect.poll(tenders).toEqual(['mobile-money by-hand KES']);
  await shop.sees(/Mobile money, by hand/);
  expect(shop.screen()).not.toContain('becomes');
});

test('goods are exchanged in one sale: what comes back, what goes out, and one difference to pay', async () => {
  const shop = await openKiosk();
  await shop.type('f');
  await shop.type('MLK-500');
  await shop.press('enter');
  await shop.sees('1 line, KES 60.00');
  await shop.press('enter');
  await shop.sees('1 line: f changes them');
  await shop.press('tab');
  await shop.type('h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await shop.sees('next sale');
  await shop.type('h');
  await shop.sees('What came back?');
  await shop.press('tab');
  await shop.type('x');
  await shop.sees('Exchange: what goes out?');
  await shop.type('BR1');
  await shop.press('enter');
  await shop.sees('1 line, KES 65.00');
  await shop.press('enter');
  await shop.sees('The customer pays KES 5.00, asked for next.');
  await shop.type('wanted bread');
  await shop.press('enter');
  await shop.sees('KES 5.00 of KES 65.00 left');
});
