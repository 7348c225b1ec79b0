import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openMailServer} from '../print/mail-server.js';
import {walk} from '../walk.js';
import {openShop} from './open.js';

test('a receipt leaves by e-mail from its slip, in the background, and the customer’s address is known the next time', async () => {
  const server = await openMailServer({}, end => onTestFinished(end));
  const mail = {host: '127.0.0.1', port: server.port, from: 'till@shop.example'};
  const shop = await openShop({settings: {mail}});
  await shop.sale('260', '0712345678');
  await walk(shop, [
    [() => shop.later('PT3S'), '✓ PAID', 'Receipt: p prints or saves it, m sends it by e-mail.'],
    ['p', 'RECEIPT'],
    ['m', 'Receipt by e-mail'],
    [['no address', 'enter'], 'is not an e-mail address'],
    [['\u0015', 'wanjiru@example.com', 'enter'], 'Send the receipt to wanjiru@example.com?', 'Enter send'],
    ['enter', 'By e-mail to wanjiru@example.com: sent'],
  ]);
  expect(server.taken).toHaveLength(1);
  await walk(shop, [
    ['m', 'has it already (sent). Send it again?'],
    ['escape', /Address +wanjiru@example\.com/],
    ['escape escape', 'By e-mail to wanjiru@example.com: sent', {not: 'Receipt: p'}],
    ['enter', 'New sale'],
  ]);
  // A customer whose address is known is asked about with one key.
  await shop.sale('250', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.sees('Receipt: p prints or saves it, m sends it to wanjiru@example.com.');
  await shop.type('m');
  await shop.sees('Send the receipt to wanjiru@example.com?');
  server.set({refusesAddress: 550});
  await shop.press('enter');
  await shop.sees(/✗ The mail server refused the receipt of \w+ for\s+wanjiru@example\.com/);
  expect(server.taken).toHaveLength(1);
});

test('without a mail server it is said how to name one; a slip is saved as a PDF and a picture, for its owner alone', async () => {
  const shop = await openShop();
  await shop.sale('250', '0712345678');
  await walk(shop, [
    [() => shop.later('PT3S'), '✓ PAID'],
    ['p', 'RECEIPT'],
    ['m', 'This till has no mail server'],
    ['f', 'Saved: '],
  ]);
  expect(shop.frames().join('')).toContain('Saving…');
  expect(shop.frames().join('')).not.toContain('Printing…');
  const place = join(shop.till.settings.folder, 'slips');
  await shop.type('i');
  await expect
    .poll(
      () =>
        existsSync(place) &&
        readdirSync(place)
          .sort()
          .map(name => name.replace(/^\w+/, '')),
    )
    .toEqual(['-1.png', '.pdf']);
  const [picture = '', pdf = ''] = readdirSync(place).sort((a, b) => b.length - a.length);
  expect(readFileSync(join(place, pdf)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(readFileSync(join(place, picture)).subarray(1, 4).toString()).toBe('PNG');
  expect(statSync(join(place, pdf)).mode & 0o077).toBe(0);
});

test('a receipt that cannot leave says why it waits', async () => {
  const shop = await openShop({settings: {mail: {host: '127.0.0.1', port: 9, from: 'till@shop.example'}}});
  await shop.sale('250', '0712345678');
  await walk(shop, [
    [() => shop.later('PT3S'), '✓ PAID'],
    ['p', 'RECEIPT'],
    ['m', 'Receipt by e-mail'],
    [
      ['wanjiru@example.com', 'enter enter'],
      'By e-mail to wanjiru@example.com: waiting',
      'No connection to the mail server 127.0.0.1',
    ],
  ]);
});
