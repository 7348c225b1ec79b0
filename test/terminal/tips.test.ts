import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {home, open, run, sandbox} from './terminal.js';

it('a café takes a tip with a sale by wallet: the customer sees it, the receipt and the X tell it apart', async () => {
  const server = await sandbox();
  const folder = home();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({tips: [5, 10]}));
  const customer = open(folder, server.environment, {args: ['display']});
  const till = open(folder, server.environment);
  await till.sees('New sale');
  till.type('450%');
  await till.sees('On KES 450.00');
  till.press('down');
  await till.sees(/▸ 10% +KES 45\.00 +KES 495\.00/);
  till.press('enter');
  await till.sees('2 lines: f changes them');
  await customer.sees('1 x Tip, KES 45.00');
  till.press('enter');
  await till.sees(/▸ Phone number/);
  till.type('0712345678');
  till.press('enter');
  await till.sees('Send this request?');
  till.press('enter');
  await customer.sees('KES 450.00 and a tip of KES 45.00');
  await till.sees('accepted, waiting');
  await server.advance('PT3S');
  await till.sees('✓ PAID');
  expect(await server.books()).toMatchObject([{amount: 495, status: 'Completed'}]);
  await till.sees('Enter next sale');
  till.type('p');
  till.press(...Array.from({length: 12}, () => 'down' as const));
  await till.sees(/Sale +KES 450\.00/);
  await till.sees(/Tip +KES 45\.00/);
  till.press('ctrl-c');
  await till.ended;
  const x = JSON.parse((await run(folder, ['shift', 'x', '--json'], server.environment)).out);
  expect(x).toMatchObject({
    totals: [{amount: '495.00'}],
    groups: [
      {kind: null, amount: '450.00'},
      {kind: 'tip', amount: '45.00'},
    ],
    tips: [{person: 'cashier', channelId: 'SAFARICOM_KE', amount: '45.00', count: 1}],
  });
});
