import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {inspect} from 'node:util';
import {expect, onTestFinished, test, vi} from 'vitest';
import {newCardForm, pinWarning} from '../../screens/card/card-form.js';
import {topOf} from '../../screens/model.js';
import {messages} from '../../src/core/messages/messages.js';
import {Secret} from '../../src/core/text/secret.js';
import {digitRuns} from '../card-leaks.js';
import {walk} from '../walk.js';
import {askCard, cards, keepsSecret, leaksIn, pin} from './card-secrets.js';
import {openShop, type ShopScreens, turn} from './open.js';
import {reducerContextOf} from './reducer-context.js';

/** Everything in the till's data folder, as text. */
async function dataOf({folder}: ShopScreens): Promise<string> {
  const names = await readdir(folder, {recursive: true, withFileTypes: true});
  const files = names.filter(each => each.isFile() && !each.parentPath.includes('service'));
  const texts = files.map(each => readFile(join(each.parentPath, each.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

async function homeWith(settings: object): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'duka-cards-'));
  onTestFinished(() => rm(home, {recursive: true, force: true}));
  await writeFile(join(home, 'settings.json'), JSON.stringify(settings));
  return home;
}

test('a sale by card: typed in dots, asked about once, approved, and nothing of the card is left anywhere', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['c', 'New sale by card'],
    [['24', 'enter', cards.mastercard.slice(0, 6)], /▸ Card number +•••• ••▌ +Mastercard/],
    [cards.mastercard.slice(6), '•••• •••• •••• ••••▌'],
    ['enter', '•••• •••• •••• 1118'],
    [['0139', 'enter'], /Expiry +01\/39/],
    ['100', /Security code +•••▌/],
    [['enter', pin], /PIN +••••••▌/],
    ['enter', 'Charge this card?', 'Mastercard •••• 1118, with its PIN'],
  ]);
  keepsSecret(shop, cards.mastercard);
  await shop.press('enter');
  await shop.sees('···· 1118 · Mastercard');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  expect(await shop.books()).toMatchObject([{amount: 24, currency: 'NGN', method: 'card', requests: 1}]);
  keepsSecret(shop, cards.mastercard);
  await shop.type('e');
  await shop.sees('sent to the provider');
  await shop.press('escape');
  await shop.type('p');
  await shop.sees('…1118');
  keepsSecret(shop, cards.mastercard);
  expect(leaksIn(await dataOf(shop), cards.mastercard)).toEqual([]);
});

test('the customer’s language that was chosen goes with the sale to the card, and to its next attempt', async () => {
  const shop = await openShop();
  await shop.type('m');
  for (let tabs = 0; tabs < 4; tabs += 1) await shop.press('tab');
  await walk(shop, [
    [['left tab', 'c', '12.5', 'tab right tab', 'm'], /Language +Swahili +chosen by you/],
    ['tab tab tab tab tab tab right', /Language +‹ English › +chosen by you/],
    ['left tab tab tab'],
  ]);
  for (const text of [cards.visa, '05/39', '100']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await shop.sees('Charge this card?');
  await shop.press('enter');
  await shop.sees('✗ NOT PAID');
  expect([...shop.till.state.payments.values()]).toMatchObject([{request: {customerLanguage: 'sw'}}]);
  await shop.type('s');
  await shop.sees('again, by card');
  await shop.type('m');
  await shop.sees(/Language +Swahili +chosen by you/);
});

test('a sale in dollars asks for no PIN; a refusal says why, and takes the card again', async () => {
  const shop = await openShop();
  await walk(shop, [[['c', '12.5', 'tab right'], /‹ USD ›/, {not: 'PIN'}], ['enter']]);
  for (const text of [cards.visa, '05/39', '100']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await walk(shop, [
    ['', 'Charge this card?', 'USD', {not: 'PIN'}],
    ['enter', '✗ NOT PAID', 'The card’s bank declined.'],
    ['s', / again, by card/, /Amount +USD 12\.50 +the sale’s amount/],
  ]);
  for (const text of [cards.mastercard, '01/39', '100']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await shop.sees('attempt 2');
  await shop.press('enter');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  const sales = [...shop.till.state.payments.values()].map(({sale}) => sale);
  expect([sales.length, new Set(sales).size]).toEqual([2, 1]);
});

test.each([
  ['a digit too few', '511111111111111', '15 digits'],
  ['a wrong digit', '5111111111111119', 'A digit of this card number is wrong'],
  ['no digit', '', 'Type the card number.'],
])('%s is said at the number before anything is sent', async (_, number, sentence) => {
  const shop = await openShop();
  await walk(shop, [
    [['c', '24', 'enter', number, 'enter'], new RegExp(`Card number[^\\n]*\\n +✗ [\\s\\S]*${sentence}`)],
  ]);
  expect(await shop.books()).toEqual([]);
});

test('the expiry, the code and the PIN are checked at their fields', async () => {
  const shop = await openShop();
  await walk(shop, [
    [['c24', 'enter', cards.visa, 'enter', '0126', 'enter'], 'This card has expired'],
    [['backspace backspace', '39', 'enter', '10', 'enter'], 'The security code of this card has 3 digits.'],
    [['0', 'enter', '12', 'enter'], 'The PIN of a naira card has 4 to 6 digits.'],
  ]);
  expect(await shop.books()).toEqual([]);
});

test('Esc forgets the card; from the question it comes back to be changed', async () => {
  const shop = await openShop();
  await askCard(shop, {amount: '24', number: cards.visa});
  const model = () => inspect(shop.program.model(), {depth: 30, showHidden: true});
  expect(leaksIn(model(), cards.visa)).toEqual([]);
  await shop.press('escape');
  await shop.sees('•••• •••• •••• 0026');
  await shop.press('up', 'up', 'up', 'up', 'up');
  await shop.press('enter');
  await shop.sees('Charge this card?');
  expect(leaksIn(model(), cards.visa)).toEqual([]);
  await shop.press('escape', 'escape');
  await shop.sees(/New sale\n/);
  keepsSecret(shop, cards.visa);
  await shop.type('c');
  await shop.sees('New sale by card');
  expect(shop.screen()).not.toContain('••');
  keepsSecret(shop, cards.visa);
});

test('an amount takes no card number, pasted or typed', async () => {
  const shop = await openShop();
  await shop.paste(`${cards.visa.slice(0, 4)} ${cards.visa.slice(4)}`);
  await walk(shop, [
    ['', '“•••• 0026” is not an amount'],
    [['escape', cards.visa], '“••••” is not an amount'],
    ['enter', 'Type the amount.'],
    ['50', 'KES 50▌'],
    ['escape'],
  ]);
  for (const digits of ['4000', ' 0000 ', '0000 0', '0', '0', ' ', '0', '0', '6']) await shop.type(digits);
  await shop.sees('“••••” is not an amount');
  await shop.sees('KES ▌');
  for (const frame of shop.frames()) expect(frame).not.toContain(cards.visa.slice(0, 13));
});

test('the same card and amount again wants a reason, and names the payment before', async () => {
  const shop = await openShop();
  await askCard(shop, {amount: '30', number: cards.challenged});
  await shop.press('enter');
  await shop.sees('confirm on the bank’s page');
  await shop.press('escape');
  await askCard(shop, {amount: '30', number: cards.challenged});
  await shop.sees('NGN 30.00 was requested from a card ending in these digits');
  await shop.press('enter');
  await shop.sees('Type the reason for a second charge');
  expect(await shop.books()).toHaveLength(1);
  await shop.type('another basket');
  await shop.press('enter');
  await expect.poll(async () => (await shop.books()).length).toBe(2);
  keepsSecret(shop, cards.challenged);
});

test('a card that provably did not leave is typed again for the same sale, and the till says why', async () => {
  const shop = await openShop();
  await askCard(shop, {amount: '24'});
  await shop.sandbox.close();
  await shop.press('enter');
  await shop.sees('✗ NOT PAID');
  await shop.sees('No connection to the provider: nothing was sent');
  await shop.sees(/s:\s+type\s+the\s+card\s+again/);
  expect(shop.screen()).not.toContain('n send again');
  await shop.type('s');
  await shop.sees('again, by card');
  expect(topOf(shop.program.model()).kind).toBe('card');
  keepsSecret(shop, cards.mastercard);
});

test('an attempt goes on from a wallet to a card and back, where both have the currency', async () => {
  const home = await homeWith({cardCurrencies: ['KES']});
  const shop = await openShop({home});
  await shop.sale('300', '0712345101');
  await shop.later('PT3S');
  await walk(shop, [
    ['', '✗ NOT PAID'],
    ['s', / again, another way(\n| {2})/, 'c card'],
    ['c', 'again, by card', 'KES 300.00'],
    ['escape', / again, another way(\n| {2})/],
    ['c'],
  ]);
  for (const text of [cards.visa, '01/39', '100']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await shop.sees('attempt 2');
});

test('the amount that is typed comes along to the card in its currency, and where cards have another that is said', async () => {
  const shop = await openShop({home: await homeWith({cardCurrencies: ['USD', 'KES']})});
  await walk(shop, [
    ['1240c', /Amount +KES 1,240\.00/, /▸ Card number/],
    ['escape', /▸ Amount +KES 1240▌/],
    [['escape', 'c'], /▸ Amount +KES ▌/],
  ]);
  const other = await openShop();
  await other.type('1240c');
  await other.sees(/Currency +NGN\n +✗ Cards are taken here in NGN, USD, not in KES\./);
  await other.sees(/▸ Amount +NGN ▌/);
});

test('a card form that begins in another currency than the sale says why at once, also before an amount is typed', async () => {
  const shop = await openShop({settings: {country: 'KE'}});
  await walk(shop, [['c', /Currency +NGN\n +✗ Cards are taken here in NGN, USD, not in KES\./]]);
  const dollars = await openShop({settings: {country: 'KE', cardCurrencies: ['USD']}});
  await walk(dollars, [['c', 'Cards are taken here in USD, not in KES.']]);
});

test('cards that are not taken in the sale’s currency are not offered for it', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345101');
  await shop.later('PT3S');
  await shop.sees('✗ NOT PAID');
  await shop.type('s');
  await shop.sees(/ again, another way(\n| {2})/);
  expect(shop.screen()).not.toContain('c card');
  await shop.type('c');
  await turn();
  expect(topOf(shop.program.model()).kind).toBe('sale');
});

test('a shop that types no cards has no key for them, and its help says why', async () => {
  const home = await homeWith({typedCards: false});
  const shop = await openShop({home});
  await shop.sees('New sale');
  expect(shop.screen()).not.toContain('c card');
  await shop.type('c');
  expect(topOf(shop.program.model()).kind).toBe('sale');
  await shop.type('?');
  await shop.press('page-down', 'page-down');
  await shop.sees(/\n +c +This shop does not type cards into the till\./);
});

test('outside of practice a PIN is asked for under a warning', () => {
  const real = {...reducerContextOf().shop, profile: 'test' as const};
  const form = newCardForm(reducerContextOf());
  if (form === undefined) throw new Error('no cards are taken');
  const warned = (taking: typeof real, currency: 'NGN' | 'USD') =>
    pinWarning({...form, currency}, {shop: taking, messages: messages('en')});
  const takes = {...real, cards: {...real.cards, takesPin: true}};
  expect(warned(takes, 'NGN')).toEqual([expect.stringContaining('can be stolen')]);
  expect(warned(takes, 'USD')).toEqual([]);
});

test.each(['en', 'fr'] as const)('without PINs naira are not offered, and the screen says why (%s)', async language => {
  const home = await homeWith({cardPin: false});
  const shop = await openShop({home, environment: {DUKA_LANG: language}});
  await shop.type('c');
  await shop.sees(language === 'en' ? 'No naira: naira cards need' : 'Pas de nairas : ces cartes exigent leur');
  expect(shop.screen()).toMatch(/(Amount|Montant) +USD/);
  expect(shop.screen()).not.toMatch(/Currency|Devise|NGN/);
});

test('a shop that takes naira alone and no PIN has no key for cards, and its help says why', async () => {
  const shop = await openShop({home: await homeWith({cardPin: false, cardCurrencies: ['NGN']})});
  expect(shop.screen()).not.toContain('c card');
  await shop.type('?');
  await shop.press('page-down', 'page-down');
  await shop.sees(/takes cards only in naira/);
});

test('in words: digits are counted, never said', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await walk(shop, [
    ['c', 'Amount in NGN:'],
    [['24', 'enter'], /Card number, 0 digits:$/],
    [cards.visa.slice(0, 5), /Card number, Visa, 5 digits:$/],
    [[cards.visa.slice(5), 'enter'], /Card number: Visa, card ending in 0026\./],
    [['01/39', 'enter', '100'], /Security code, 3 digits:$/],
    ['enter', 'Security code: 3 digits, not shown.'],
    [[pin, 'enter'], /Charge this card\? NGN 24\.00 from card ending in 0026, Visa;/],
    ['enter', /WAITING FOR PROVIDER: NGN 24\.00, card ending in\s+0026, Visa,/],
    [() => shop.later('PT3S'), /PAID: NGN 24\.00, card ending in\s+0026/],
  ]);
  keepsSecret(shop, cards.visa);
});

/** Every secret that was looked at in any way from now on. */
function secretsSeen(): () => readonly Secret[] {
  const spies = (['bytes', 'length'] as const).map(name => vi.spyOn(Secret.prototype, name, 'get'));
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => [...new Set(spies.flatMap(spy => spy.mock.contexts as Secret[]))];
}
const isWiped = (secret: Secret) => secret.slice(0).replaceAll('\0', '') === '';

test.each<[string, (shop: ShopScreens) => Promise<void>]>([
  ['Esc at the form', shop => shop.press('escape', 'escape')],
  ['Ctrl-C at the form', shop => shop.press('escape', 'ctrl-c')],
  ['Ctrl-C at the question', shop => shop.press('ctrl-c')],
  ['quitting from the sale', shop => shop.press('escape', 'escape').then(() => shop.type('x'))],
  ['a signal at the form', shop => shop.press('escape').then(shop.shut)],
  ['a signal at the question', shop => shop.shut()],
  ['sending', shop => shop.press('enter').then(() => shop.sees('···· 1118'))],
])('nothing that was typed of a card is in memory after %s', async (_, leave) => {
  const secrets = secretsSeen();
  const shop = await openShop();
  await askCard(shop, {amount: '24'});
  expect(secrets().some(secret => !isWiped(secret))).toBe(true);
  await leave(shop);
  await expect.poll(() => secrets().filter(secret => !isWiped(secret))).toEqual([]);
});

test('parts of a number are found wherever they would stand', () => {
  for (const number of Object.values(cards)) expect(digitRuns(number, 6).length).toBeGreaterThan(1);
  expect(leaksIn('a 4012 00 b', cards.visa)).not.toEqual([]);
  expect(leaksIn('•••• •••• •••• 0026', cards.visa)).toEqual([]);
  expect(leaksIn(`x${pin}y`, cards.visa)).toEqual([pin]);
  expect(leaksIn('"id":"1795304012000"', cards.visa)).toEqual([]);
  expect(leaksIn('"id":"17953040120003"', cards.visa)).not.toEqual([]);
});
