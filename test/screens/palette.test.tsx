import {test as base, describe, expect} from 'vitest';
import {type Language, languages, type Messages, messages} from '../../src/core/messages/messages.js';
import {walk} from '../walk.js';
import {fits} from './fits.js';
import {openShop} from './open.js';

const test = base.extend('shop', () => openShop());

test('an action is found by typing and done on the screen behind', async ({shop}) => {
  await walk(shop, [
    [':', 'Find what to do'],
    ['subscr', /▸ u +Subscriptions/],
    ['enter', 'n enrol'],
    ['escape', 'New sale'],
    [['12:', 'xyzzy'], 'No action matches.'],
    ['enter', 'KES 12▌'],
  ]);
});

test('what is called exactly so comes before what only contains it', async ({shop}) => {
  await walk(shop, [
    [['f', '50 Bag', 'enter', '\u000F', 'enter'], 'Parked: #1'],
    [['\u0010', 'hold'], /▸ y +Parked baskets/],
  ]);
});

test('what leads to the same place by the same key is offered once', async ({shop}) => {
  await walk(shop, [[[':', 'prices'], /▸ e +Price list/, {not: /^ +e +The price list/m}]]);
});

test('what has a key here is found by all that people call it', async ({shop}) => {
  await walk(shop, [[['f', '50 Bag', 'enter', '\u0010', 'rebate'], /▸ Ctrl-D +Take a discount off the whole basket/]]);
});

test('what sends or writes is done by its own key alone', async ({shop}) => {
  await walk(shop, [
    [['250', 'enter', '0712345678', 'enter'], 'Enter send'],
    ['\u0010', 'Find what to do'],
    ['exactly what', /▸ Enter +Send exactly what is shown/],
    ['enter', 'Enter send'],
  ]);
  expect(shop.till.state.payments.size).toBe(0);
  await shop.press('enter');
  await shop.sees(/accepted,\s+waiting/);
});

test('a line of the help is found from any screen, and changes nothing', async ({shop}) => {
  await walk(shop, [
    [['t:archive', ' marked'], ' · Open the marked Z report as it was made.'],
    ['down up escape', 'No shift is open.'],
  ]);
});

test('the key of an action is never cut', async ({shop}) => {
  await walk(shop, [[['250', 'enter', '\u0010', 'field before'], /Shift-Tab +Go to the field before\./]]);
});

test('a footer that leaves something out leads to it', async ({shop}) => {
  await shop.sees('Ctrl-P all keys');
  await shop.resize({columns: 200, rows: 40});
  await shop.sees('q exit');
  expect(shop.screen()).not.toContain('Ctrl-P all keys');
});

test.each([
  ['give money back', 'Refund a sale', /Find {2}|▸ Search|Sales {2}/],
  ['cash out', 'Take cash out', /Cash out|Amount/],
  ['options', 'Settings', /Settings[\s\S]*Shop[\s\S]*Advanced/],
])('“%s” leads there: %s', async (typed, offered, seen) => {
  const shop = await openShop();
  await shop.sale('660', '0712345678');
  await shop.later('PT3S');
  await walk(shop, [
    ['', '✓ PAID'],
    [[':', typed], new RegExp(`▸ [a-z ]+ +${offered}`)],
    ['enter', seen, {not: '✓ PAID\n'}],
  ]);
});

/** What people type, and the way that they mean, of those of `screens/palette`. */
const meant: Readonly<Record<Language, Readonly<Record<string, keyof Messages['paletteScreen']['ways']>>>> = {
  en: {
    refund: 'refund',
    'give money back': 'refund',
    'refund last': 'refund-last',
    reprint: 'reprint',
    receipt: 'reprint',
    'find a sale': 'find',
    close: 'close',
    'cash up': 'close',
    'cash out': 'out',
    'price list': 'items',
    tips: 'tip',
    logo: 'settings',
    'hand over': 'hand-over',
    basket: 'basket',
    'e-mail': 'mail',
    void: 'refund',
    'close the till': 'close',
    'past sales': 'find',
    prices: 'items',
    deposit: 'drop',
    users: 'staff',
  },
  fr: {
    rembourser: 'refund',
    "rendre l'argent": 'refund',
    'rembourser dernière': 'refund-last',
    réimprimer: 'reprint',
    reçu: 'reprint',
    'trouver une vente': 'find',
    clôturer: 'close',
    'sortir des espèces': 'out',
    pourboires: 'tip',
    'liste des prix': 'items',
    'passer la caisse': 'hand-over',
    panier: 'basket',
    remboursement: 'refund',
    ticket: 'reprint',
    fermeture: 'close',
    acompte: 'split',
    'e-mail': 'mail',
  },
  sw: {
    'rudisha pesa': 'refund',
    'rudisha mwisho': 'refund-last',
    chapisha: 'reprint',
    risiti: 'reprint',
    'tafuta mauzo': 'find',
    funga: 'close',
    'toa pesa': 'out',
    'orodha ya bei': 'items',
    bakshishi: 'tip',
    kabidhi: 'hand-over',
    kikapu: 'basket',
    'barua pepe': 'mail',
    marejesho: 'refund',
  },
  pt: {
    reembolsar: 'refund',
    'devolver dinheiro': 'refund',
    'reembolsar última': 'refund-last',
    reimprimir: 'reprint',
    recibo: 'reprint',
    'encontrar uma venda': 'find',
    fechar: 'close',
    'retirar dinheiro': 'out',
    gorjetas: 'tip',
    'lista de preços': 'items',
    'entregar a gaveta': 'hand-over',
    cesto: 'basket',
    reembolso: 'refund',
    talão: 'reprint',
    levantar: 'out',
    'e-mail': 'mail',
  },
};

test.each(languages)('what people say leads where they mean, in %s', async language => {
  const settings = {tips: [10], mail: {host: 'mail.example', from: 'shop@example.com'}};
  const shop = await openShop({environment: {DUKA_LANG: language, DUKA_CASHIER: 'Ann'}, settings});
  await shop.till.openShift('Ann', []);
  await shop.till.takeCash({amount: {currency: 'KES', minor: 66_000}, country: 'KE', description: ''});
  await shop.type('50:');
  for (const [words, id] of Object.entries(meant[language])) {
    await shop.type(words);
    const {name} = messages(language).paletteScreen.ways[id];
    const text = typeof name === 'string' ? name : name({amount: '660'}).slice(0, 30);
    expect(
      shop
        .screen()
        .split('\n')
        .find(line => line.includes(' ▸ ') && !line.includes('▌')),
      words,
    ).toContain(text);
    await shop.type('\u0015');
  }
});

/**
 * What somebody types who sits at a till for the first time, and what is on the screen after Enter. Nothing is set up: no tips, no printer and
 * no mail server.
 */
const firstDay: Readonly<Record<Language, Readonly<Record<string, RegExp>>>> = {
  en: {
    refund: /▸ .*660\.00/,
    reprint: /RECEIPT|Receipt/,
    'find a sale': /▸ .*660\.00/,
    close: /Close|Step 1|▸ 1 /,
    'hand over': /Hand/,
    basket: /Basket/,
    tip: /Selling[\s\S]*▸ Tips in percent/,
    'e-mail': /Receipts[\s\S]*▸ E-mail server/,
    printer: /Receipts[\s\S]*▸ Printer /,
    'price list': /Price list/,
  },
  fr: {
    rembourser: /▸ .*660,00/,
    réimprimer: /RECEIPT/,
    'trouver une vente': /▸ .*660,00/,
    clôture: /▸ 1 /,
    'passer la caisse': /Passer/,
    panier: /Panier/,
    pourboire: /Vente[\s\S]*▸ Pourboires en pour cent/,
    'e-mail': /▸ Serveur d’e-mail/,
    imprimante: /▸ Imprimante/,
    'liste de prix': /Liste de prix/,
  },
  sw: {
    'rudisha pesa': /▸ .*660\.00/,
    'chapisha tena': /RISITI|Risiti/,
    'tafuta mauzo': /▸ .*660\.00/,
    'funga zamu': /▸ 1 /,
    kabidhi: /[Kk]abidhi/,
    kikapu: /Kikapu/,
    bakshishi: /▸ Bakshishi kwa asilimia/,
    'barua pepe': /▸ Seva ya barua pepe/,
    printa: /▸ Printa /,
    'orodha ya bei': /Orodha ya bei/,
  },
  pt: {
    reembolsar: /▸ .*660,00/,
    reimprimir: /RECEIPT/,
    'encontrar uma venda': /▸ .*660,00/,
    fechar: /▸ 1 /,
    'entregar o turno': /Entregar/,
    cesto: /Cesto/,
    gorjeta: /▸ Gorjetas em percentagem/,
    'e-mail': /▸ Servidor de e-mail/,
    impressora: /▸ Impressora/,
    'lista de preços': /Lista de preços/,
  },
};

test.each(languages)('a first day finds its ten places by their words, in %s', async language => {
  const shop = await openShop({environment: {DUKA_LANG: language, DUKA_CASHIER: 'Ann'}});
  await shop.till.openShift('Ann', []);
  await shop.till.takeCash({amount: {currency: 'KES', minor: 66_000}, country: 'KE', description: ''});
  for (const [words, place] of Object.entries(firstDay[language])) {
    await shop.type(':');
    await shop.type(words);
    await shop.press('enter');
    await shop.sees(place);
    expect(shop.screen(), words).not.toContain(messages(language).paletteScreen.title);
    while (!shop.screen().includes(messages(language).saleScreen.title)) await shop.press('escape');
  }
});

test('the last sale is refunded from the list of what to do', async ({shop}) => {
  await shop.till.openShift('Ann', []);
  await shop.till.takeCash({amount: {currency: 'KES', minor: 66_000}, country: 'KE', description: ''});
  await walk(shop, [
    [[':', 'refund last'], /▸ v h +Refund the last sale in cash: KES 660\.00/, {not: 'to the card'}],
    ['enter', /Refund[\s\S]*KES 660/],
    [
      ['escape escape', ':moneybag', 'escape', ':archive marked', 'enter'],
      /archive marked▌[\s\S]*Open the marked Z report as it was made\./,
    ],
  ]);
});

test('offers nothing that cannot be done, and nothing that would lose what was typed', async ({shop}) => {
  await walk(shop, [
    [':reprint', 'No action matches.'],
    [['escape', 'tp', '50\u0010'], 'Find what to do'],
    ['give money back', 'No action matches.'],
  ]);
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
      await walk(shop, [[['enter', '300', 'enter', '0712345678']]]);
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
      await walk(shop, [
        ['', /1[,\s.]735/u, /▸ +1 +Bag +.*20/u, /^ Ent\p{L}+ \p{L}+/mu],
        [['nonsense', 'enter'], '✗'],
      ]);
      fits(shop, size, 'a line that is no line');
      await walk(shop, [
        ['', /▸ +1 +Bag/u, {not: '…'}],
        [() => shop.resize({columns: 50, rows: 15}), /1 +Soap[\s\S]*▸ +1 +Bag/u],
        ['enter', /1[,\s.]735[\s\S]*▸ \p{L}+/u],
        [['h', 'enter'], /✓ \p{Lu}+/u],
      ]);
    },
  );

  test('shows in pages what has no room on one, and takes a decision on the last page only', async () => {
    const shop = await openShop({size});
    await shop.sale('200', '0712345102');
    await walk(shop, [
      ['escape', 'New sale'],
      [() => shop.ask('200', '0712345102')],
      ['again', /KES 200\.00[\s\S]*Reason +again▌[\s\S]*↓1\/3/],
    ]);
    const sent = shop.till.state.payments.size;
    await walk(shop, [
      ['enter', /just now[\s\S]*again▌[\s\S]*↓2\/3/],
      ['page-up', '↓1/3'],
      ['page-down page-down', '↑3/3'],
      ['page-up', '↓2/3'],
      ['enter', '↑3/3'],
    ]);
    expect(shop.till.state.payments.size).toBe(sent);
    await shop.press('enter');
    await expect.poll(() => shop.till.state.payments.size).toBe(sent + 1);
  });

  test('says of its banner that it goes on, where it is cut', async () => {
    const shop = await openShop({size});
    await shop.sandbox.close();
    await shop.sale('200', '0712345678');
    await shop.sees('✗ NOT PAID');
    await shop.press('escape');
    await shop.sees(/^ ! No connection\. Pending payments are …$/mu);
  });

  test('shows the verdict and the amount of what it has no room for', async ({shop}) => {
    await shop.sale('200', '0712345102');
    await shop.sees(/accepted,\s+waiting/);
    await shop.resize({columns: 39, rows: 10});
    await shop.sees(/KES 200\.00\s+\? WAITING FOR CUSTOMER/);
    await shop.resize({columns: 24, rows: 4});
    await shop.sees('KES 200.00');
  });
});
