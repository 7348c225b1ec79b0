import {expect, test} from 'vitest';
import {languages, loadMessages} from '../../src/core/messages/messages.js';
import {walk} from '../walk.js';
import {frameIn} from './cut-texts.js';
import {openShop} from './open.js';

test('what the keys of the shift page do is told whole, in every language at 80x24', async () => {
  const shop = await openShop();
  await shop.type('t');
  await shop.sees('No shift is open.');
  const frames = async () => {
    const told: string[] = [];
    for (const language of languages) {
      await loadMessages(language);
      told.push(frameIn(shop, {columns: 80, rows: 24}, language));
    }
    return told;
  };
  const cut = (frame: string) => frame.split('\n').filter(line => /…\s*$/u.test(line));
  expect((await frames()).flatMap(cut)).toEqual([]);
  await shop.till.openShift('Amina', [{currency: 'KES', minor: 100_000}]);
  await shop.sees('Shift 1 of Amina');
  expect((await frames()).flatMap(cut)).toEqual([]);
});

test('a name without a letter opens no shift, Esc clears the form, and a shift without a float says so', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['t', 'enter'], 'Your name'],
    [['1000', 'enter'], '“1000” has no letter: type the name of the person.'],
    [['\u00152000', 'escape'], 'New sale'],
    ['t', 'No shift is open.'],
    ['enter enter enter enter', 'Type your name.', {not: '2000'}],
  ]);
  expect(shop.till.state.ledger.shift).toBeNull();
  await walk(shop, [
    [['Amina', 'enter enter enter'], 'New sale'],
    ['t', /Shift 1 of Amina, open since[^\n]*\n +Float {2}none/],
  ]);
});

test('an X is laid out anew for the smallest window, so that its frame stays whole', async () => {
  const shop = await openShop({size: {columns: 40, rows: 10}});
  await walk(shop, [['tx', /│ #{32} │\n.*│ # +X - NOTHING WAS CLOSED +# │\n.*│ #{32} │/]]);
});
