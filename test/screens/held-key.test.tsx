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
    await shop.sees('accepted, waiting');
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
    await shop.later('PT3S');
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
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('enter');
  await shop.type('4200');
  await shop.sees('KES 4200');
});

describe('in a terminal that tells a press from a repetition', () => {
  /** A key as the protocol of kitty has it: its number, its modifiers from 1 on, and whether it is pressed, repeated or let go. */
  const key = (number: number, event: 1 | 2 | 3, modifiers = 1) => `\u001B[${number};${modifiers}:${event}u`;
  const [enter, leftAlt, leftControl] = [13, 57_443, 57_442];

  test('a held Enter sends nothing, and its next press sends at once, so that Esc is too late', async () => {
    const shop = await openShop();
    await walk(shop, [
      [['250', 'enter', '0712345678']],
      [() => shop.type(key(enter, 1)), 'Send this request?'],
      [() => shop.type(key(enter, 2).repeat(12)), 'Enter was held down: nothing was done.', 'Send this request?'],
    ]);
    expect(await shop.books()).toEqual([]);
    await shop.type(key(enter, 3) + key(enter, 1));
    await shop.press('escape');
    await shop.sees('accepted, waiting');
    expect(await shop.books()).toHaveLength(1);
  });

  test('a modifier alone is no key, and Alt with a key none either', async () => {
    const shop = await openShop();
    await shop.type('250');
    for (const [number, modifiers] of [
      [leftAlt, 3],
      [leftControl, 5],
      [53, 3],
    ] as const)
      await shop.type(key(number, 1, modifiers) + key(number, 3, modifiers));
    await shop.press('enter');
    await shop.sees('KES 250');
  });
});
