import {expect, it} from 'vitest';
import {openShop} from './support.js';

const line = (account: string, bank = '000013', currency = 'NGN') =>
  ['bank', 'holder', '--currency', currency, '--bank', bank, '--account', account] as const;

it('names who holds an account, and the bank', async () => {
  const shop = await openShop();
  const {exit, out} = await shop.run([...line('0123456789')]);
  expect(exit).toBe(0);
  expect(out).toMatch(/^\S.* {3}ACTIVE {3}0123456789 {3}\S.* {3}000013\n$/);
  const {json} = await shop.run([...line('012-345 6789'), '--json']);
  expect(json).toMatchObject({accountNumber: '0123456789', bankCode: '000013', status: 'ACTIVE', isOther: false});
});

it.each([
  ['an account that is none', line('0123456101'), 'Invalid Account'],
  ['a short number', line('12345'), '10'],
  ['an unknown bank', line('0123456789', '999999'), 'Unknown Bank Code'],
])('says no plainly to %s, and exits 1', async (_, command, words) => {
  const {exit, err} = await (await openShop()).run([...command]);
  expect(exit).toBe(1);
  expect(err).toContain(words);
  expect(err.trim().split('\n')).toHaveLength(1);
});

it('says of a bank that is closed that money would not arrive', async () =>
  expect((await (await openShop()).run([...line('0123456789', '000020')])).err).toContain('inactive or blocked'));

it('asks the service about any currency, and tells what it says of one that it has no accounts in', async () => {
  const {exit, err} = await (await openShop()).run([...line('0123456789', '000013', 'EUR')]);
  expect(exit).toBe(1);
  expect(err).toContain('Currency not supported');
});

it('refuses a currency that is none, before asking', async () => {
  const {exit, err} = await (await openShop()).run([...line('0123456789', '000013', 'EURO')]);
  expect(exit).toBe(2);
  expect(err).toContain('EURO');
});
