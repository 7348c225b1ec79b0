import {inspect} from 'node:util';
import {expect, test} from 'vitest';
import {describeDisplay} from '../../screens/display/display.js';
import {centredRows} from '../../screens/kit/centred.js';
import {type Effect, entering, type Message, type Model, push} from '../../screens/model.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {tillScreens} from '../../screens/till-screens.js';
import {begin, offersOf, update} from '../../screens/update.js';
import {customerSale} from '../../src/core/present/customer-display.js';
import {Problem} from '../../src/core/problem.js';
import {walk} from '../walk.js';
import {askCard, cards, keepsSecret} from './card-secrets.js';
import {openShop, type ShopScreens} from './open.js';
import {reducerContextOf} from './reducer-context.js';

const challenged = async (environment: Record<string, string> = {}, size?: {columns: number; rows: number}) => {
  const shop = await openShop({environment, ...(size ? {size} : {})});
  await askCard(shop, {amount: '24', number: cards.challenged});
  await shop.press('enter');
  await shop.sees('127.0.0.1');
  return shop;
};

/** The link as a person would read it off the screen and type it. */
const linkOn = (shop: ShopScreens): string =>
  /http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}/.exec(shop.screen().replaceAll(/\s/g, ''))?.[0] ?? '';

test('the bank’s page is served once, its link can be typed, and the payment is followed when it is closed', async () => {
  const shop = await challenged();
  await shop.sees('Waiting for the customer to confirm on the bank’s page.');
  await shop.sees('Closing the page changes nothing');
  const link = linkOn(shop);
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="creq"')]);
  await walk(shop, [
    ['', {not: /o open page|q QR code|ssh -L/}],
    [['escape', 'w'], 'on the bank’s page'],
    ['enter', '127.0.0.1'],
  ]);
  expect(linkOn(shop)).toBe(link);
  keepsSecret(shop, cards.challenged);
});

test('the customer confirms: paid; the page is not on the screen any more', async () => {
  const shop = await challenged();
  await approve(shop);
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  expect(shop.screen()).not.toContain('127.0.0.1');
  expect(shop.program.model().challenges.size).toBe(0);
});

test('the customer’s screen says what the bank wants, and shows no link', async () => {
  const shop = await challenged();
  const [payment] = [...shop.till.state.payments.values()];
  if (payment === undefined) throw new Error('no payment');
  const {shop: name, profile, language} = shop.shop;
  const shown = {shop: name, profile, language, theme: 'auto', sale: customerSale({payment, others: []})} as const;
  const room = {columns: 80, height: 23, styles: stylesFor({NO_COLOR: '1'}), language, range: () => ''};
  const rows = centredRows(describeDisplay(shown), room);
  const text = rows.map(row => row.map(({text: part}) => part).join('')).join('\n');
  expect(text).toContain('Your bank asks you to confirm the payment on its page.');
  expect(text).toContain('Visa ···· 1019');
  expect(text).not.toMatch(/http|127\.0\.0\.1/);
});

test('the browser opens once by itself, and again by its key', async () => {
  const shop = await challenged({DISPLAY: ':0'});
  const link = linkOn(shop);
  await shop.sees('It opens in the browser here; o opens it again.');
  expect(shop.browser).toEqual([link]);
  await walk(shop, [[['escape', 'w', 'enter'], '127.0.0.1']]);
  expect(shop.browser).toEqual([link]);
  await shop.type('o');
  expect(shop.browser).toEqual([link, link]);
});

test('over SSH the way to the page is said first', async () => {
  const shop = await challenged({SSH_CONNECTION: '10.0.0.2 5555 10.0.0.9 22', USER: 'amina'});
  const port = new URL(linkOn(shop)).port;
  await shop.sees(`ssh -L ${port}:127.0.0.1:${port} amina@10.0.0.9`);
  expect(shop.browser).toEqual([]);
});

test('at 60x18 the whole link still stands there', async () => {
  const shop = await challenged({SSH_CONNECTION: '10.0.0.2 5555 10.0.0.9 22', USER: 'amina'}, {columns: 60, rows: 18});
  expect((await fetch(linkOn(shop))).status).toBe(200);
});

test('in words: the address, that closing it does not matter, and the end', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await askCard(shop, {amount: '24', number: cards.challenged});
  await shop.press('enter');
  await shop.sees(/Page: http:\/\/127\.0\.0\.1/);
  await shop.sees(/Closing the page changes nothing/);
  await approve(shop);
  await shop.later('PT3S');
  await shop.sees(/PAID: NGN 24\.00/);
  keepsSecret(shop, cards.challenged);
});

async function approve(shop: ShopScreens): Promise<void> {
  const [payment] = [...shop.till.state.payments.values()];
  const creq = payment?.details?.challenge?.creq ?? '';
  const {acsTransID} = JSON.parse(Buffer.from(creq, 'base64').toString());
  const code = new URLSearchParams({code: '1234'});
  await fetch(`${shop.baseUrl}/acs/${acsTransID}/approve`, {method: 'POST', body: code});
}

test('the browser is opened once where there is one, and again by its key; a page that fails can be asked for again', async () => {
  const shop = await challenged();
  const {till} = shop;
  const reference = [...till.state.payments.keys()][0] ?? '';
  const reducerContext = {...reducerContextOf(till.state), till};
  const opened = push(begin(reducerContext, {tornBytes: 0}).model, entering('payment', {reference}));
  let {model}: {model: Model} = tillScreens.settled({model: opened, effects: []}, reducerContext);
  const effects: Effect[] = [];
  const tell = (message: Message) => {
    const step = update(model, message, reducerContext);
    model = step.model;
    effects.push(...step.effects);
  };
  let chunk = 0;
  const type = (text: string) =>
    tell({kind: 'key', key: {kind: 'text', text, chunk: ++chunk}, size: {columns: 80, rows: 24}});
  const asked = () => effects.map(effect => (effect.kind === 'ask' ? effect.asks : effect));
  const of = (kind: Effect['kind']) => asked().filter(effect => effect.kind === kind);
  tell({kind: 'till-changed', told: new Set()});
  tell({kind: 'till-changed', told: new Set()});
  expect(of('challenge')).toEqual([{kind: 'challenge', reference}]);
  const failure = {kind: 'challenge', reference} as const;
  tell({kind: 'failed', effect: failure, problem: new Problem('listen-failed', {address: '10.9.9.9'})});
  type('o');
  expect(of('challenge')).toHaveLength(2);
  const url = 'http://127.0.0.1:1234/abc';
  tell({kind: 'challenge', reference, page: {url, opensBrowser: true}});
  expect(of('open-page')).toEqual([{kind: 'open-page', url}]);
  tell({kind: 'till-changed', told: new Set()});
  type('e');
  type('o');
  expect(of('open-page')).toHaveLength(1);
  tell({kind: 'key', key: {kind: 'press', name: 'escape', chunk: ++chunk}, size: {columns: 80, rows: 24}});
  type('o');
  expect(of('open-page')).toHaveLength(2);
  expect(offersOf(model, reducerContext)).not.toContain('qr');
  expect(offersOf(model, {...reducerContext, shop: {...reducerContext.shop, listen: '192.168.1.5'}})).toContain('qr');
  expect(inspect(asked())).not.toContain('number');
});
