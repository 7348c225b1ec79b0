import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';
import {startPrinter} from './printer.js';

/** A home whose settings name a printer, with a drawer on it. */
async function homeWithPrinter(address: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'duka-cash-'));
  onTestFinished(() => rm(home, {recursive: true, force: true, maxRetries: 3}));
  await writeFile(join(home, 'settings.json'), JSON.stringify({printer: {address, drawer: true}}));
  return home;
}

/** The bytes by which a printer opens its drawer. */
const pulse = Buffer.from([0x1b, 0x70]);

test('a sale in cash: exactly, a round sum or another, and the change', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['1240h', 'New sale in cash', '‹ Exact amount: KES 1,240.00 ›'],
    ['3', 'Change KES 60.00'],
    ['enter', 'CHANGE', '✓ PAID'],
    ['enter', '✓ 1 paid'],
    ['l', /KES 1,240\.00/],
    ['enter', /Cash received +KES 1,300\.00/, /Change +KES 60\.00/],
  ]);
  expect([...shop.till.state.payments.values()].map(({request}) => request)).toMatchObject([
    {method: 'cash', amount: {minor: 124_000}, tendered: {minor: 130_000}},
  ]);
  expect(await shop.books()).toEqual([]);
});

test('the first cash without a shift offers to count the drawer, and the sale stays as it was typed', async () => {
  const shop = await openShop();
  await shop.type('1240h');
  await shop.sees('No shift is open: t counts the drawer and opens one.');
  await shop.type('t');
  await shop.sees('Open a shift');
  await shop.type('Amina');
  await shop.press('tab');
  await shop.type('500');
  await shop.press('enter', 'enter');
  await shop.sees('Shift 1 of Amina is open.');
  await shop.sees('Exact amount: KES 1,240.00');
  expect(shop.screen()).not.toContain('No shift is open');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  expect(shop.till.state.ledger.period.drawers).toMatchObject({KES: {float: 50_000, sales: 124_000}});
});

test('a shift that is not opened is not offered twice; opened later it counts what is there', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['1240h', 'No shift is open'],
    ['enter', '✓ PAID'],
    [['enter', '240h'], 'Exact amount', {not: 'No shift is open'}],
    [
      ['escape', 'escape', 't', 'enter', 'Amina', 'tab tab enter'],
      'Count the drawer first: there should be KES in it.',
    ],
    [['1240', 'enter enter'], 'Shift 1 of Amina is open.'],
  ]);
  expect(shop.till.state.ledger.period.drawers).toMatchObject({
    KES: {float: 124_000, sales: 0, beforeFloat: {sales: 124_000}},
  });
});

test.each([
  {given: '400', change: 'Change KES 30.00'},
  {given: '500', change: 'Change KES 130.00'},
  {given: '1000', change: 'Change KES 630.00'},
  {given: '800', change: 'Change KES 430.00'},
  {given: '412.5', change: 'Change KES 42.00'},
])('$given typed digit by digit over the round sums is that sum, and no key of a row', async ({given, change}) => {
  const shop = await openShop();
  await shop.type('370h');
  await shop.sees('5  another amount');
  for (const digit of given) await shop.type(digit);
  await shop.sees(change);
});

test('a sum typed over the round sums that is too little is refused; a second key of a row chooses another', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['370h', '5  another amount'],
    [['2', '3'], 'Change KES 130.00'],
    ['0', /Amount received +KES 230▌/],
    ['enter', 'KES 230.00 is less than KES 370.00'],
  ]);
  expect(shop.till.state.payments.size).toBe(0);
});

test('a sum that is too little is no payment; one that is typed is', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['h240', 'enter', '6', 'enter'], /Amount received +KES ▌/],
    [['200', 'enter'], 'KES 200.00 is less than KES 240.00'],
  ]);
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('backspace', 'backspace', 'backspace');
  await shop.type('250');
  await shop.press('enter');
  await shop.sees('CHANGE');
});

test('change that no customer gets is looked at twice', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['100h', '1234'], /Amount received +KES 1234▌/],
    ['5670', 'Change KES 12,345,570.00'],
    ['enter', 'Change of KES 12,345,570.00: check what the customer gave.'],
  ]);
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('backspace', 'backspace', 'backspace', 'backspace', 'backspace');
  await shop.sees(/Amount received +KES 123▌/);
  expect(shop.screen()).not.toContain('check what the customer gave');
  await shop.press('enter');
  await shop.sees('CHANGE');
});

test('cash of a currency that the drawer has never had is looked at twice, once', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['5', 'enter tab tab right'], /Country +‹ Ghana/],
    ['h', 'Exact amount: GHS 5'],
    ['enter', 'The drawer has never had GHS: check the currency. Enter takes it anyway'],
    ['escape', {not: 'never had'}],
    ['h', 'Exact amount'],
    ['enter', 'never had'],
    ['enter', '✓ PAID'],
    [['enter', '7', 'enter tab tab right', 'h', 'enter'], '✓ PAID'],
  ]);
});

test('what is pasted or scanned sells nothing by itself', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['240h', 'Exact amount'],
    [['escape', 'escape', 'h', '240\r\r\r'], 'Exact amount'],
  ]);
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('enter');
  await shop.sees('No change to give.');
});

test('a sale that a wallet did not pay is paid in cash', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345101');
  await shop.later('PT5S');
  await walk(shop, [
    ['', '✗ NOT PAID', /Enter next sale {2}s another way.* Esc back/, {not: 'next customer'}],
    ['s', 'again, another way'],
    [['tab', 'h'], /again, in cash/],
    ['enter', '✓ PAID'],
  ]);
  const [wallet, cash] = [...shop.till.state.payments.values()];
  expect(cash).toMatchObject({sale: wallet?.sale, status: 'paid', request: {method: 'cash'}});
});

test('money of a wallet is given back out of the drawer, with a reason, and no more than was paid', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await shop.later('PT3S');
  await walk(shop, [
    ['', '✓ PAID'],
    ['h', 'Refund in cash?'],
    [['400', 'enter'], /✗ [^\n]*KES 300\.00/],
    [['backspace backspace backspace', '120', 'enter', '1'], 'Refund KES 120.00 out of the drawer?'],
    ['enter', 'paid out in cash', '✓ Refund of KES 120.00: done.', {not: /done\.\s*?\n\s*?\n\s*?\n/u}],
  ]);
  const [payment] = [...shop.till.state.payments.values()];
  expect(payment?.refunds).toMatchObject([{method: 'cash', status: 'done', amount: {minor: 12_000}}]);
});

test('two paid attempts of a sale: the way back of a wallet is the drawer', async () => {
  const shop = await openShop();
  await shop.sale('700', '0712345103');
  await walk(shop, [
    ['', 'accepted, waiting'],
    [['s', 'enter'], 'again, another way'],
    [['tab', 'h', 'enter'], '✓ PAID'],
    [
      () => shop.later('PT11M'),
      'h refunds this one in cash.',
      /“Your money has arrived twice. Please ask for one of the two\s+payments back.”/,
      {not: 'Thank you'},
    ],
    [['p', 'end'], 'This sale was paid twice: please ask for', {not: 'Thank you'}],
  ]);
});

test('the drawer opens at the printer, and a receipt prints once as an original', async () => {
  const printer = await startPrinter();
  const shop = await openShop({home: await homeWithPrinter(printer.address)});
  await shop.type('240h');
  await shop.press('enter');
  await shop.sees('✓ PAID');
  await expect.poll(() => printer.jobs).toHaveLength(1);
  expect(printer.jobs[0]?.indexOf(pulse)).toBe(0);
  await shop.type('p');
  await shop.sees('RECEIPT');
  await shop.type('p');
  await shop.sees(/ \w{15} is printed\./);
  await shop.type('p');
  await shop.sees('Copy 1 of');
  expect(printer.jobs.map(job => job.includes('KES 240.00'))).toEqual([false, true, true]);
  const [payment] = [...shop.till.state.payments.values()];
  expect(payment?.receipts).toBe(2);
});

test('a printer that cannot be reached costs a line and no sale', async () => {
  const shop = await openShop({home: await homeWithPrinter('127.0.0.1:1')});
  await shop.type('240h');
  await shop.press('enter');
  await shop.sees('No connection to the printer at 127.0.0.1:1');
  await shop.sees('✓ PAID');
});

test('without a printer a slip is only shown, and nothing is written down as printed', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['240h', 'enter'], '✓ PAID'],
    ['p', 'RECEIPT'],
    ['p', 'No printer is set'],
  ]);
  expect(shop.till.state.ledger.period.counts.receipts).toBe(0);
});

test('in words the change comes before what to do', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.type('240h');
  await shop.sees(/1 Exact amount: KES 240\.00; 2 KES 250\.00/);
  await shop.type('2');
  await shop.press('enter');
  await shop.sees(/PAID: KES 240\.00, Cash, \w{15}; Change: KES 10\.00; Hand over the goods/);
});
