import {globSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run, sell} from './terminal.js';

it('a sale is found by what the customer has, opened and printed, and by command after the till was left', async () => {
  const server = await sandbox();
  const folder = home();
  const till = open(folder, server.environment);
  for (const [amount, wallet] of [
    ['1250', '0712345678'],
    ['300', '0712345679'],
  ] as const) {
    await sell(till, amount, wallet, /▸ Phone number/);
    await till.sees('accepted, waiting');
    await server.advance('PT3S');
    await till.sees('✓ PAID');
    await till.sees('Enter next sale');
    till.press('enter');
    await till.sees('New sale');
  }
  await walk(till, [
    ['l', '2 sales', /▸ .*KES +300\.00/],
    ['paid 345678', /1 sale\b/, /▸ .*KES 1,250\.00/],
    ['enter', 'the provider confirms the payment'],
    ['p', 'RECEIPT'],
    ['escape', 'the provider confirms the payment'],
    ['escape', /1 sale\b/],
    ['escape', '2 sales'],
    ['escape', 'New sale'],
  ]);
  const found = await run(folder, ['sales', '--search', '1,250', '--json'], server.environment);
  expect(found.exit).toBe(0);
  expect(JSON.parse(found.out)).toMatchObject({
    sales: [{badge: 'paid', amount: '1250.00', payer: '…345 678'}],
    isAll: true,
  });
});

it('a basket outlives the end of its till, whatever ended it, and is sold once', async () => {
  const {environment} = await sandbox();
  const folder = home();
  const killed = open(folder, environment);
  await killed.sees('New sale');
  killed.type('f');
  await killed.sees('Basket');
  killed.paste('2x120 Bread');
  await killed.sees('2x120 Bread');
  killed.press('enter');
  await killed.sees('1 line, KES 240.00');
  await expect.poll(() => globSync(join(folder, '*', '*', 'basket.json'))).toHaveLength(1);
  killed.signal('SIGKILL');
  await killed.ended;
  const till = open(folder, environment);
  await walk(till, [
    ['', /Interrupted basket, .*1 line, KES 240\.00/],
    ['enter', /▸ +2 Bread/],
    ['enter', '1 line: f changes them'],
    [['tab', 'h'], 'Exact amount: KES 240.00'],
    ['enter', '✓ PAID'],
  ]);
  till.signal('SIGKILL');
  await till.ended;
  const after = open(folder, environment);
  await after.sees('New sale');
  expect(after.screen()).not.toContain('Interrupted');
});

it('speaks the language that the settings name, though nothing else of the machine names it', async () => {
  const {environment} = await sandbox();
  const folder = home();
  expect((await run(folder, ['settings', 'set', 'language', 'sw'], environment)).exit).toBe(0);
  expect((await run(folder, ['cash', 'sale', '--amount', '1,250'], environment)).out).toContain('YAMELIPWA');
});
