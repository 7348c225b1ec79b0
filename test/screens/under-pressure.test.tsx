import {describe, expect, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';

const narrow = {columns: 60, rows: 18} as const;

describe('a window that is too small', () => {
  test('says how large it has to be, and takes no key', async () => {
    const shop = await openShop({size: {columns: 40, rows: 9}, environment: {DUKA_LANG: 'fr'}});
    expect(shop.screen().replaceAll(/\s+/g, ' ')).toContain('il en faut une de 40x10. Duka continue de vérifier.');
    await shop.type('250h');
    await shop.resize({columns: 80, rows: 24});
    await shop.sees('Nouvelle vente');
    expect(shop.screen()).not.toContain('250');
  });

  test('asks nobody for money', async () => {
    const shop = await openShop();
    await shop.ask('250', '0712345678');
    await shop.resize({columns: 30, rows: 8});
    await shop.press('enter', 'escape');
    await shop.resize({columns: 80, rows: 24});
    await shop.sees('Send this request?');
    expect(shop.till.state.payments.size).toBe(0);
  });
});

describe('the keys', () => {
  test('tell the way out wherever there is one, in a narrow window too', async () => {
    const shop = await openShop({size: narrow});
    await walk(shop, [
      ['t', /Esc back {2}(?:Ctrl-P all keys {2})?\? help/],
      [['escape', 'u'], /Esc back {2}(?:Ctrl-P all keys {2})?\? help/],
      ['escape'],
      [() => shop.sale('100', '0712345102')],
      ['w', /Pending +1/, /Esc back {2}(?:Ctrl-P all keys {2})?\? help/],
    ]);
  });

  test('of a sale in cash are as many as there are sums', async () => {
    const shop = await openShop();
    await walk(shop, [
      ['h', 'New sale in cash', {not: 'chooses'}],
      [['350', 'enter'], '5  another amount', '1–5 chooses', /Enter take {2}1–5 received/],
    ]);
  });

  test('of a sale in cash begin a typed sum beyond the last', async () => {
    const shop = await openShop();
    await walk(shop, [
      ['350h', '›'],
      ['6', /Amount received +KES 6▌/, 'another amount'],
    ]);
  });
});

describe('the help', () => {
  test('begins with what the screen takes now', async () => {
    const shop = await openShop();
    await shop.sale('250', '0712345102');
    await shop.sees('WAITING FOR CUSTOMER'); // while it is being sent there is no other attempt yet
    await shop.type('?');
    await shop.sees('The screen that you came from');
    expect(shop.screen()).toMatch(/Esc +Start the next sale/);
    await shop.sees(/s +Stop waiting and try another way/);
    await shop.press('escape');
    await shop.sees('WAITING FOR CUSTOMER');
  });
});

describe('a name that is filled in', () => {
  test('is typed over at the opening of a shift, and at its close', async () => {
    const shop = await openShop({environment: {DUKA_PERSON: 'Amina'}});
    await walk(shop, [
      [['t', 'enter'], /Your name +Amina/],
      [['Baraka', 'enter enter enter'], 'Shift 1 of Baraka is open.'],
      ['tz', /Who closes +Baraka/],
      ['Wanjiru', /Who closes +Wanjiru▌/],
    ]);
  });

  test('is typed over where a person judges a payment', async () => {
    const shop = await openShop({environment: {DUKA_PERSON: 'Amina'}});
    await shop.sale('500', '0712345113');
    await shop.later('PT3S');
    await walk(shop, [
      ['', '✓ PAID'],
      [() => shop.later('PT2M')],
      ['k', 'v result'],
      ['v', /Your name +Amina/],
      [['right tab', 'Joseph'], /Your name +Joseph▌/],
      [
        ['enter', 'it is on the statement', 'enter'],
        /reversed by the provider\. Hand over the goods only if you have\s+seen the money yourself/,
      ],
      ['enter', '✓ PAID, SAYS JOSEPH', 'Marked as paid by Joseph: it is on the statement.'],
    ]);
  });

  test('is edited by a key that moves in it', async () => {
    const shop = await openShop({environment: {DUKA_PERSON: 'Amina'}});
    await walk(shop, [[['t', 'enter backspace', 'o'], /Your name +Amino▌/]]);
  });
});

test('the question of a second attempt is whole, whatever else has to go', async () => {
  for (const size of [narrow, {columns: 80, rows: 24}]) {
    const shop = await openShop({size, environment: {DUKA_LANG: 'fr'}});
    await shop.sale('700', '0712345102');
    await walk(shop, [
      ['', 'accepté, en attente'],
      [['s', 'enter'], 'à nouveau, autrement'],
      ['enter', 'Envoyer cette demande ?'],
      ['enter', '✗ Saisissez le motif'],
    ]);
    const shown = shop.screen().replaceAll(/\s+/g, ' ');
    expect(shown).toContain('0712 345 102');
    expect(shown).toContain('700,00 KES déjà demandés à ce numéro');
    expect(shown).toContain('Une fois envoyée, impossible de l’annuler.');
    await shop.shut();
  }
});

test('the way to a code is no instruction any more once the code was taken', async () => {
  const shop = await openShop({environment: {DUKA_COUNTRY: 'CI', DUKA_LANG: 'fr'}});
  await shop.sale('5000', '0712345103');
  await walk(shop, [
    ['', '#144*82#'],
    [['4567', 'enter'], 'En attente de la validation du client', {not: '#144*82#'}],
  ]);
});

test('the service’s instructions are whole where there is room for them', async () => {
  const shop = await openShop({size: {columns: 60, rows: 20}});
  await shop.sale('250', '0712345102');
  await shop.sees('accepted, waiting');
  expect(shop.screen().replaceAll(/\s+/g, ' ')).toContain('by entering your mobile-money PIN on your phone.');
});
