import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {machine} from '../../src/world.js';
import {openShop} from '../commands/support.js';

it('what is written down of a mistake has no key in it, wherever the key is kept', async () => {
  const shop = await openShop();
  const key = 'PZ78-PKTEST-kept-in-the-settings';
  const settings = {keys: {test: key}, zone: 'Africa/Nairobi', email: 'shop@example.com'};
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
  const random = () => {
    throw new Error(`no more chance for ${key} and ${Buffer.from(key).toString('base64')}`);
  };
  const line = ['--profile', 'test', 'collect', '--phone', '0712345678', '--amount', '5'];
  expect((await shop.run(line, {world: {...machine, random}})).exit).toBe(2);
  expect(readFileSync(join(shop.home, 'mistakes.log'), 'utf8')).toContain('no more chance for [key] and [key]');
});
