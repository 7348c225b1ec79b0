import {test as base, expect} from 'vitest';
import {walk} from '../walk.js';
import {fits} from './fits.js';
import {openShop, type ShopScreens} from './open.js';
import {openHere, saved} from './reconcile-shop.js';

const test = base.extend('shop', () => openShop());

const day = 24 * 60 * 60_000;
const kes = (minor: number) => ({currency: 'KES', minor}) as const;

/** Sells in cash without the screens, on whatever day it is. */
async function sellForCash({till}: ShopScreens): Promise<string> {
  const {reference} = await till.takeCash({amount: kes(500), tendered: kes(500), country: 'KE', description: ''});
  return reference;
}

/** Sells to a wallet, which pays or does not within three seconds of the service's. */
async function sellTo(shop: ShopScreens, wallet: string): Promise<void> {
  await shop.sale('1250', wallet);
  await shop.sees(/accepted,\s+waiting|accepté, en attente/);
  await shop.later('PT3S');
  await shop.sees(/✓ (?:PAID|PAYÉ)/);
  await shop.press('escape');
}

test('a message is judged as it is typed, and the service is asked before any goods go', async ({shop}) => {
  await shop.sale('1250', '0712345678');
  await walk(shop, [
    ['', /accepted,\s+waiting|accepté, en attente/],
    [['escape', '1k'], 'Check a payment message', 'A message proves nothing'],
    ['678', '? REQUESTED, NO RESULT YET', 'Press Enter, then c, to check with the provider.', {not: 'Hand over'}],
    [() => shop.advance('PT3S')],
    ['enter', /Searched: this till’s journal since \w{3} \d/],
    ['c', '✓ PAID, NOT USED YET', 'Hand over the goods of this sale'],
    ['enter', 'Hand over the goods.'],
    ['escape', '✓ PAID, NOT USED YET'],
  ]);
  const [payment] = [...shop.till.state.payments.values()];
  await shop.till.issueReceipt(payment?.reference ?? '', {format: 'text', width: 42});
  await walk(shop, [
    ['', '! ALREADY USED', 'one payment buys once', {not: 'Hand over'}],
    [['escape', 'escape'], /Amount\s+KES 1▌/],
  ]);
  expect((await shop.books()).length).toBe(1);
});

test('goods do not go for money that was taken back: Enter asks the service once more', async ({shop}) => {
  await sellTo(shop, '0712345113');
  await shop.advance('PT90S');
  await shop.type('k113');
  await shop.sees('✓ PAID, NOT USED YET');
  await shop.press('enter');
  await shop.sees('! CALL MANAGER');
  expect(shop.screen()).not.toContain('Hand over');
});

test('what fits nothing is called never asked for when older days were read, and not before', async ({shop}) => {
  await sellTo(shop, '0712345678');
  await walk(shop, [
    ['kSKL4XY9QRT', 'No match yet.', {not: 'NO SUCH REQUEST'}],
    ['enter', '✗ NO SUCH REQUEST', 'Keep the goods.'],
    ['escape'],
  ]);
  for (let letters = 'SKL4XY9QRT'.length; letters > 0; letters -= 1) await shop.press('backspace');
  await walk(shop, [[['678', 'tab', '99', 'enter'], 'Close matches', /✓ PAID\s+KES 1,250\.00\s+…345 678/]]);
});

test('what cannot be read is said, and never left out of the question', async ({shop}) => {
  await sellTo(shop, '0712345678');
  await walk(shop, [
    [['k78', 'enter'], '✗ “78” is too little'],
    [['backspace backspace', 'tab', '1250'], '! NOT ENOUGH DETAILS'],
    [['tab', '2561', 'tab'], '✗ “2561” is not a time', {not: 'NOT ENOUGH DETAILS'}],
    ['4012000033330026', '✗ This text contains a card number', {not: '4012'}],
  ]);
});

test('several that fit are listed, digits leave one, and all that are open are asked about', async ({shop}) => {
  for (const wallet of ['0712345678', '0733000678']) {
    await shop.sale('1250', wallet);
    await shop.sees(/accepted,\s+waiting|accepté, en attente/);
    await shop.press('escape');
  }
  await walk(shop, [
    [['k678', 'enter'], '! SEVERAL PAYMENTS MATCH', / {3}\? WAITING FOR CUSTOMER.*…000 678/, /▸ Last digits/],
    [() => shop.advance('PT3S')],
    ['k', /✓ PAID +KES 1,250\.00 +…000 678/, /✓ PAID +KES 1,250\.00 +…345 678/, {not: 'Hand over'}],
    [['enter', 'enter'], '! SEVERAL PAYMENTS MATCH'],
    ['5678', '✓ PAID, NOT USED YET', {not: '…000 678'}],
    ['enter', /▸ ✓ PAID.*…345 678/],
    ['enter', 'the provider confirms the payment', 'Hand over the goods.'],
  ]);
});

test('a payment of an older day is read back, was used then, and can be opened', async ({shop}) => {
  const reference = await sellForCash(shop);
  for (let days = 0; days < 2; days += 1) {
    shop.wall.off += day;
    await sellForCash(shop);
  }
  expect(shop.till.state.payments.has(reference)).toBe(false);
  await walk(shop, [
    [`k${reference.toLowerCase()}`, 'No match yet.'],
    ['enter', '! ALREADY USED', '2 days ago'],
    ['enter', 'paid in cash', {not: 'Hand over'}],
  ]);
});

test('a link that is down is said, and what the journal knows stands', async ({shop}) => {
  await shop.sale('1250', '0712345102');
  await shop.sees(/accepted,\s+waiting|accepté, en attente/);
  await shop.press('escape');
  await shop.sandbox.close();
  await shop.type('k102');
  await shop.press('enter');
  await shop.type('c');
  await shop.sees('The provider gave no answer: this is what the journal knows. Press c');
  await shop.sees('? REQUESTED, NO RESULT YET');
});

test.each([
  ['en', {columns: 80, rows: 24}, 'SEVERAL PAYMENTS MATCH', 'Keep the goods'],
  ['fr', {columns: 80, rows: 24}, 'PLUSIEURS POSSIBLES', 'Gardez la marchandise'],
  ['fr', {columns: 60, rows: 18}, 'PLUSIEURS POSSIBLES', 'Gardez la marchandise'],
] as const)('has room for verdict, sentences and payments (%s, %o)', async (language, size, word, means) => {
  const shop = await openShop({size, environment: {DUKA_LANG: language}});
  for (const wallet of ['0712345678', '0733000678']) await sellTo(shop, wallet);
  await walk(shop, [[['k678', 'enter'], `! ${word}`, means, / {3}✓ .*…000 678/, / {2}✓ .*…345 678/, /journal/]]);
  fits(shop, size);
});

test('in words the answer is one sentence, told when Enter asks for it', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.ask('1250', '0712345678');
  await walk(shop, [
    ['enter', /accepted,\s+waiting|accepté, en attente/],
    [() => shop.later('PT3S'), 'PAID: KES 1,250.00'],
    [['escape', 'k'], 'Check a payment message'],
    ['678', {not: 'NOT USED YET'}],
    ['enter', /PAID,\s+NOT\s+USED\s+YET:\s+This\s+till/],
  ]);
});

test('a whole message is pasted as it is: its parts are shown, prove nothing, and digits leave one', async ({shop}) => {
  for (const wallet of ['0712345678', '0712345679']) {
    await shop.sale('1250', wallet);
    await shop.sees(/accepted,\s+waiting/);
    await shop.later('PT3S');
    await shop.sees('✓ PAID');
    await shop.press('escape');
  }
  const wall = Temporal.Instant.fromEpochMilliseconds(shop.till.now()).toZonedDateTimeISO('Africa/Nairobi');
  const [day, month, year] = [wall.day, wall.month, String(wall.year).slice(2)];
  const time = `${wall.hour % 12 || 12}:${String(wall.minute).padStart(2, '0')} ${wall.hour < 12 ? 'AM' : 'PM'}`;
  await shop.type('k');
  await shop.sees('Check a payment message');
  await shop.paste(
    `SKL4XY9QRT Confirmed. Ksh1,250.00 paid to CORNER SHOP. on ${day}/${month}/${year} at ${time}.\nNew M-PESA balance is Ksh500.00.`,
  );
  await walk(shop, [
    [
      '',
      /Message says +M-Pesa · SKL4XY9QRT · KES 1,250\.00 · .*CORNER\s+SHOP/,
      '! NOT ENOUGH DETAILS',
      {not: 'Hand over'},
    ],
    ['enter', /▸ Last digits/],
    [['enter', 'enter'], '! NOT ENOUGH DETAILS'],
    ['679', '✓ PAID, NOT USED YET'],
    ['enter', /▸ ✓ PAID.*…345 679/],
    [['escape', 'escape', 'k']],
    [() => shop.paste('SKL4XY9QRT Confirmed. Ksh1,300.00 paid to CORNER SHOP.'), 'No match yet.'],
    ['enter', '✗ NO SUCH REQUEST', {not: 'Hand over'}],
  ]);
});

test('money that the provider’s file has and nobody asked for becomes a sale from the message, with one key, once', async () => {
  const shop = await openHere();
  const file = saved(shop, 'reference,amount,currency,status\nQKX99ZZZ,350.00,KES,Completed\n');
  const day = new Date(shop.till.now()).toISOString().slice(0, 10);
  await shop.till.reconcile({days: {from: day, to: day}, files: [{kind: 'provider', file}]});
  await shop.type('k');
  await shop.paste('QKX99ZZZ Confirmed. You have received Ksh350.00 from AMINA W 0712345678 on 1/2/26 at 6:02 AM');
  await walk(shop, [
    ['enter', 'CAME WITHOUT A REQUEST', 'The provider’s file has KES 350.00 under QKX99ZZZ'],
    ['n', 'Money without a request'],
    [['Joseph', 'enter'], 'Save KES 350.00 as a paid sale?'],
    ['enter', 'PAID, NOT USED YET', 'KES 350.00. This till did not request it.', {not: 'n new sale'}],
  ]);
  expect([...shop.till.state.payments.values()]).toMatchObject([{status: 'paid', request: {amount: {minor: 35_000}}}]);
});
