import {expect, test} from 'vitest';
import {openShop} from './open.js';

test('an action is found by typing and done on the screen behind', async () => {
  const shop = await openShop();
  await shop.type(':');
  await shop.sees('Find an action');
  await shop.type('subscr');
  await shop.sees(/▸ u +Subscriptions/);
  await shop.press('enter');
  await shop.sees('n enrol');
  await shop.press('escape');
  await shop.sees('New sale');
  await shop.type('12:');
  await shop.type('xyzzy');
  await shop.sees('No action has these words.');
  await shop.press('enter');
  await shop.sees('KES 12▌');
});

test('what sends or writes is done by its own key alone', async () => {
  const shop = await openShop();
  await shop.type('250');
  await shop.press('enter');
  await shop.type('0712345678');
  await shop.press('enter');
  await shop.sees('Enter send');
  await shop.type('\u0010');
  await shop.sees('Find an action');
  await shop.type('exactly what');
  await shop.sees(/▸ Enter +Send exactly what is shown/);
  await shop.press('enter');
  await shop.sees('Enter send');
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('enter');
  await shop.sees(/accepted,\s+waiting/);
});

test('a line of the help is found from any screen, and changes nothing', async () => {
  const shop = await openShop();
  await shop.type('t:archive');
  await shop.sees('Open the marked Z report as it was made.');
  await shop.press('down', 'up', 'escape');
  await shop.sees('No shift is open.');
});

test('a footer that leaves something out leads to it', async () => {
  const shop = await openShop();
  await shop.sees('Ctrl-P all keys');
  await shop.resize({columns: 200, rows: 40});
  await shop.sees('q exit');
  expect(shop.screen()).not.toContain('Ctrl-P all keys');
});

test('a window of 40x10 has the verdict and the amount', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.resize({columns: 40, rows: 10});
  await shop.sees(/KES 300\.00 +✓ PAID[\s\S]*make it 60x18/);
  await shop.resize({columns: 80, rows: 24});
  await shop.press('enter');
  await shop.sale('200', '0712345102');
  await shop.sees(/accepted,\s+waiting/);
  await shop.resize({columns: 40, rows: 10});
  await shop.sees(/KES 200\.00 +\? WAITING FOR CUSTOMER/);
  await shop.resize({columns: 24, rows: 4});
  await shop.sees('KES 200.00');
});
