import {describe, expect, test} from 'vitest';
import {fits} from './fits.js';
import {openShop} from './open.js';

test('an action is found by typing and done on the screen behind', async () => {
  const shop = await openShop();
  await shop.type(':');
  await shop.sees('Find what to do');
  await shop.type('subscr');
  await shop.sees(/▸ u +Subscriptions/);
  await shop.press('enter');
  await shop.sees('n enrol');
  await shop.press('escape');
  await shop.sees('New sale');
  await shop.type('12:');
  await shop.type('xyzzy');
  await shop.sees('No action matches.');
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
  await shop.sees('Find what to do');
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
  await shop.type(' marked');
  await shop.sees(' · Open the marked Z report as it was made.');
  await shop.press('down', 'up', 'escape');
  await shop.sees('No shift is open.');
});

test('the key of an action is never cut', async () => {
  const shop = await openShop();
  await shop.type('250');
  await shop.press('enter');
  await shop.type('\u0010');
  await shop.type('field before');
  await shop.sees(/Shift-Tab +Go to the field before\./);
});

test('a footer that leaves something out leads to it', async () => {
  const shop = await openShop();
  await shop.sees('Ctrl-P all keys');
  await shop.resize({columns: 200, rows: 40});
  await shop.sees('q exit');
  expect(shop.screen()).not.toContain('Ctrl-P all keys');
});

test.each([
  ['give money back', 'Refund a sale', /Find {2}|▸ Search|Sales {2}/],
  ['cash out', 'Take cash out', /Cash out|Amount/],
  ['e-mail printer', 'Settings', /Settings/],
])('“%s” leads there: %s', async (typed, offered, seen) => {
  const shop = await openShop();
  await shop.sale('660', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.type(':');
  await shop.type(typed);
  await shop.sees(new RegExp(`▸ [a-z ]+ +${offered}`));
  await shop.press('enter');
  await shop.sees(seen);
  expect(shop.screen()).not.toContain('✓ PAID\n');
});

test('offers nothing that cannot be done, and nothing that would lose what was typed', async () => {
  const shop = await openShop();
  await shop.type(':reprint');
  await shop.sees('No action matches.');
  await shop.press('escape');
  await shop.type('tp');
  await shop.type('50\u0010');
  await shop.sees('Find what to do');
  await shop.type('give money back');
  await shop.sees('No action matches.');
});

describe('a window of 40x10', () => {
  const size = {columns: 40, rows: 10};

  test.each(['en', 'fr', 'pt', 'sw'])(
    'has a cash sale and a wallet sale from the amount to the verdict, in %s',
    async language => {
      const shop = await openShop({size, environment: {DUKA_LANG: language}});
      const money = (whole: string) => new RegExp(`KES ${whole}|${whole.replace(',', '[ .]')},00 KES`, 'u');
      await shop.type('1240h');
      await shop.sees(money('1,240'));
      await shop.type('3');
      await shop.sees(money('60'));
      fits(shop, size, 'cash');
      await shop.press('enter');
      await shop.sees(/✓ \p{Lu}+/u);
      await shop.sees(money('60'));
      fits(shop, size, 'cash verdict');
      await shop.press('enter');
      await shop.type('300');
      await shop.press('enter');
      await shop.type('0712345678');
      fits(shop, size, 'wallet');
      await shop.press('enter');
      await shop.sees(/0712 345 678[\s\S]*Safaricom M-Pesa, \p{L}+/u);
      fits(shop, size, 'confirm');
      await shop.press('enter');
      await shop.sees(/\? \p{Lu}+/u);
      fits(shop, size, 'waiting');
      await shop.later('PT3S');
      await shop.sees(/✓ \p{Lu}+/u);
      await shop.sees(money('300'));
      fits(shop, size, 'verdict');
      expect(shop.screen()).not.toContain('…');
      expect(shop.screen(), 'of the steps the newest comes first').not.toContain('accepted');
    },
  );

  test.each(['en', 'fr'])(
    'has a basket: its last line, its total, and the way to add and pay, in %s',
    async language => {
      const shop = await openShop({size, environment: {DUKA_LANG: language}});
      await shop.type('f');
      fits(shop, size, 'empty basket');
      for (const line of ['3x120 Bread', '1250 Rice, 5 kg', '60 Milk', '45 Soap', '20 Bag']) {
        await shop.type(line);
        fits(shop, size, 'a line that is typed');
        await shop.press('enter');
      }
      await shop.sees(/1[,\s.]735/u);
      await shop.sees(/▸ +1 +Bag +.*20/u);
      await shop.sees(/^ Ent\p{L}+ \p{L}+/mu);
      await shop.type('nonsense');
      await shop.press('enter');
      await shop.sees('✗');
      fits(shop, size, 'a line that is no line');
      await shop.sees(/▸ +1 +Bag/u);
      expect(shop.screen()).not.toContain('…');
      await shop.resize({columns: 50, rows: 15});
      await shop.sees(/1 +Soap[\s\S]*▸ +1 +Bag/u);
      await shop.press('enter');
      await shop.sees(/1[,\s.]735[\s\S]*▸ \p{L}+/u);
      await shop.type('h');
      await shop.press('enter');
      await shop.sees(/✓ \p{Lu}+/u);
    },
  );

  test('shows no screen of which a line would be missing, and takes no key there but the way back', async () => {
    const shop = await openShop({size});
    await shop.sale('200', '0712345102');
    await shop.press('escape');
    await shop.sees('New sale');
    await shop.type('l');
    await shop.sees(/This window is 40x10: make it 60x18\.[\s\S]*Esc goes back\./);
    await shop.press('enter');
    await shop.press('escape');
    await shop.sees('New sale');
    expect(shop.program.model().stack).toHaveLength(1);
  });

  test('says of its banner that it goes on, where it is cut', async () => {
    const shop = await openShop({size});
    await shop.sandbox.close();
    await shop.sale('200', '0712345678');
    await shop.sees('✗ NOT PAID');
    await shop.press('escape');
    await shop.sees(/^ ! No connection\. Pending payments are …$/mu);
  });

  test('shows the verdict and the amount of what it has no room for', async () => {
    const shop = await openShop();
    await shop.sale('200', '0712345102');
    await shop.sees(/accepted,\s+waiting/);
    await shop.resize({columns: 39, rows: 10});
    await shop.sees(/KES 200\.00\s+\? WAITING FOR CUSTOMER/);
    await shop.resize({columns: 24, rows: 4});
    await shop.sees('KES 200.00');
  });
});
