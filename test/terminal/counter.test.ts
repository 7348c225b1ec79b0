import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run, type Terminal, until} from './terminal.js';

const settings = {
  shop: 'Café Uhuru',
  zone: 'Africa/Nairobi',
  country: 'KE',
  tips: [5, 10],
  quickAmounts: ['50', '250'],
  taxRates: [{name: 'VAT', percent: '16', default: true}],
};
const prices = [
  'name,price,currency,code,barcode,group',
  'Espresso,180.00,KES,ESP,5901234123457,Drinks',
  'Croissant,150.00,KES,CRO,,Bakery',
];

/** A café with a price list, and its till. */
async function café() {
  const server = await sandbox();
  const folder = home();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
  writeFileSync(join(folder, 'prices.csv'), prices.join('\n'));
  const command = async (...args: readonly string[]) => run(folder, args, server.environment);
  expect((await command('items', 'import', join(folder, 'prices.csv'))).exit).toBe(0);
  return {server, folder, command, till: () => open(folder, server.environment)};
}

/** Presses Enter as a person does who looks: not as fast as a scanner, and again where nothing has come of it for seconds. */
async function enterTo(till: Terminal, text: string): Promise<void> {
  const isThere = () => till.screen().includes(text);
  for (let presses = 0; !isThere() && presses < 30; presses += 1) {
    await sleep(100);
    till.press('enter');
    await until(isThere, 300);
  }
  await till.sees(text);
}

async function takeCash(till: Terminal, exact: string, verdict = '✓ PAID'): Promise<void> {
  till.type('h');
  await till.sees(`Exact amount: KES ${exact}`);
  await enterTo(till, verdict);
}

async function next(till: Terminal): Promise<void> {
  await till.sees('Enter next sale');
  await enterTo(till, 'New sale');
}

it('a café sells by sum, by key, by scanner with a tip, and hands over receipts that leave', async () => {
  const {folder, command, till: begin} = await café();
  const till = begin();
  await till.sees('New sale');
  till.paste('3x120');
  await till.sees(/Amount +KES 3x120/);
  await takeCash(till, '360.00');
  await next(till);
  till.type('#');
  await till.sees('Pick an amount');
  till.type('2');
  await till.sees(/Amount +KES 250/);
  await takeCash(till, '250.00');
  await next(till);

  await walk(till, [
    // a scanner: all at once
    ['5901234123457\r', '1 line, KES 180.00'],
    ['2xcro', /▸ CRO +Croissant/],
    ['enter', '2 lines, KES 480.00'],
    [() => enterTo(till, '2 lines: f changes them')],
    ['%', 'On KES 480.00'],
    ['down enter', /Amount +KES 528/],
    [() => takeCash(till, '528.00'), 'p slip'],
    ['p', 'RECEIPT'],
    ['f', 'Saved: '],
    ['i'],
  ]);
  await expect
    .poll(() => readdirSync(folder, {recursive: true}).filter(name => /\.(pdf|png)$/u.test(String(name))))
    .toHaveLength(2);
  till.press('escape');
  await till.sees('✓ PAID');
  await next(till);

  till.type('d');
  await till.sees('m takings');
  till.type('m');
  await till.sees('Cash is shown when the drawer is counted.');
  till.press('escape', 'escape');
  till.press('ctrl-c');
  expect((await till.ended).exitCode).toBe(0);
  const z = JSON.parse((await command('shift', 'z', '--person', 'Amina', '--count', 'KES:1138', '--json')).out);
  expect(z.groups).toMatchObject([
    {group: 'Bakery', kind: null, currency: 'KES', amount: '300.00', lines: 1},
    {group: 'Drinks', kind: null, currency: 'KES', amount: '180.00', lines: 1},
    {group: null, kind: 'tip', currency: 'KES', amount: '48.00', lines: 1},
    {group: null, kind: 'other', lines: null},
  ]);
});

it('a split sale outlives a power cut between its parts, and money that came unasked becomes a sale, once', async () => {
  const {server, folder, command, till: begin} = await café();
  const first = begin();
  await first.sees('New sale');
  first.type('1000/');
  await first.sees('Split the sale');
  first.paste('300');
  first.press('enter');
  await first.sees(/▸ Customer or note/);
  first.paste('Amina');
  await first.sees(/note +Amina/);
  await enterTo(first, 'Next part of split sale');
  first.press('up');
  await takeCash(first, '300.00', 'PART PAID');
  first.signal('SIGKILL');
  await first.ended;

  const till = begin();
  await walk(till, [
    ['', 'New sale'],
    ['s', /▸ .*Amina/],
    ['enter', 'KES 700.00 of KES 1,000.00 left'],
    ['n', 'Next part of split sale', /▸ Phone number/],
    ['0712345678'],
    [() => enterTo(till, 'Send this request?')],
    [() => enterTo(till, 'accepted, waiting')],
    [() => server.advance('PT3S'), '✓ PAID'],
  ]);
  await next(till);

  const [booked] = await server.books();
  const path = join(folder, 'wallet.csv');
  const rows = [
    'reference,amount,currency,status',
    `${booked?.transaction_reference},700.00,KES,Completed`,
    'QKX99ZZZ,350.00,KES,Completed',
  ];
  writeFileSync(path, rows.join('\n'));
  till.type('dr');
  await till.sees('f file');
  till.type('f');
  await till.sees('Add a file');
  till.paste(path);
  await enterTo(till, 'Enter use');
  await enterTo(till, '1 to look at');
  await enterTo(till, 'n new sale');
  till.type('n');
  await till.sees('Money without a request');
  till.paste('Joseph');
  await till.sees('Joseph');
  await enterTo(till, 'Save KES 350.00 as a paid sale?');
  await enterTo(till, '0 to look at');
  till.press('ctrl-c');
  await till.ended;
  expect((await command('reconcile', 'receive', 'QKX99ZZZ', '--person', 'Joseph', '--json')).exit).toBe(2);
  const sales = JSON.parse((await command('sales', '--search', '350.00', '--json')).out).sales;
  expect(sales).toMatchObject([{badge: 'paid', amount: '350.00'}]);
  expect((await server.books()).map(({amount, requests}) => [amount, requests])).toEqual([[700, 1]]);
});
