import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, run} from './terminal.js';

it('a café takes a tip with a sale by wallet: the customer sees it, the receipt and the X tell it apart', async () => {
  const server = await sandbox();
  const folder = home();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({tips: [5, 10]}));
  const customer = open(folder, server.environment, {args: ['display']});
  const till = open(folder, server.environment);
  await walk(till, [
    ['', 'New sale'],
    ['450%', 'On KES 450.00'],
    ['down', /▸ 10% +KES 45\.00 +KES 495\.00/],
    ['enter', '2 lines: f changes them'],
    [() => customer.sees('1 x Tip, KES 45.00')],
    ['enter', /▸ Phone number/],
    [['0712345678', 'enter'], 'Send this request?'],
    ['enter'],
    [() => customer.sees('KES 450.00 and a tip of KES 45.00'), 'accepted, waiting'],
    [() => server.advance('PT3S'), '✓ PAID'],
  ]);
  expect(await server.books()).toMatchObject([{amount: 495, status: 'Completed'}]);
  await till.sees('Enter next sale');
  till.type('p');
  till.press(...Array.from({length: 12}, () => 'down' as const));
  await till.sees(/Sale +KES 450\.00/);
  await till.sees(/Tip +KES 45\.00/);
  till.press('ctrl-c');
  await till.ended;
  expect(JSON.parse((await run(folder, ['shift', 'x', '--json'], server.environment)).out)).toMatchObject({
    totals: [{amount: '495.00'}],
    groups: [
      {kind: null, amount: '450.00'},
      {kind: 'tip', amount: '45.00'},
    ],
    tips: [{person: 'cashier', channelId: 'SAFARICOM_KE', amount: '45.00', count: 1}],
  });
});
