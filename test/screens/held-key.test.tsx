import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop, type ShopScreens} from './open.js';

/** A key that is held down: as a keyboard repeats it, thirty times in a second. */
async function hold(shop: ShopScreens, times = 12) {
  for (let time = 0; time < times; time += 1) {
    await shop.press('enter');
    await sleep(20);
  }
}

describe('Enter that is held down', () => {
  test('sends nothing, says so, and one Enter of its own sends once', async () => {
    const shop = await openShop();
    await walk(shop, [
      [['250', 'enter', '0712345678']],
      [() => hold(shop), 'Enter was held down: nothing was done.', 'Send this request?'],
    ]);
    expect(shop.till.state.payments.size).toBe(0);
    expect(await shop.books()).toEqual([]);
    await sleep(150);
    await shop.press('enter');
    await shop.sees('PAID');
    expect(await shop.books()).toHaveLength(1);
  });

  test('writes no cash sale down', async () => {
    const shop = await openShop({environment: {DUKA_LANG: 'fr'}});
    await shop.type('350h');
    await hold(shop);
    await shop.sees('Entrée est restée enfoncée : rien n’a été fait.');
    expect(shop.till.state.payments.size).toBe(0);
  });

  test('leaves the verdict where it is', async () => {
    const shop = await openShop();
    await shop.sale('250', '0712345678');
    await shop.sees('✓ PAID');
    await hold(shop);
    expect(shop.screen()).toContain('✓ PAID');
  });
});

test('Esc at once after Enter takes it back', async () => {
  const shop = await openShop();
  await shop.ask('250', '0712345678');
  await shop.press('enter', 'escape');
  await shop.sees('New sale');
  await sleep(150);
  expect(shop.till.state.payments.size).toBe(0);
  expect(shop.screen()).toMatch(/▸ Phone number +0712345678/);
});

test('what is typed at once after Enter finds the decision made', async () => {
  const shop = await openShop();
  await shop.sale('250', '0712345678');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.type('4200');
  await shop.sees('KES 4200');
});
