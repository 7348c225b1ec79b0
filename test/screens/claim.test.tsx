import {expect, test} from 'vitest';
import {fits} from './fits.js';
import {openShop, type ShopScreens} from './open.js';
import {openHere, saved} from './reconcile-shop.js';

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

test('a message is judged as it is typed, and the service is asked before any goods go', async () => {
  const shop = await openShop();
  await shop.sale('1250', '0712345678');
  await shop.sees(/accepted,\s+waiting|accepté, en attente/);
  await shop.press('escape');
  await shop.type('1k');
  await shop.sees('Check a payment message');
  await shop.sees('A message proves nothing');
  await shop.type('678');
  await shop.sees('? REQUESTED, NO RESULT YET');
  await shop.sees('Press Enter, then c, to check with the provider.');
  expect(shop.screen()).not.toContain('Hand over');
  await shop.advance('PT3S');
  await shop.press('enter');
  await shop.sees(/Searched: this till’s journal since \w{3} \d/);
  await shop.type('c');
  await shop.sees('✓ PAID, NOT USED YET');
  await shop.sees('Hand over the goods of this sale');
  await shop.press('enter');
  await shop.sees('Hand over the goods.');
  await shop.press('escape');
  await shop.sees('✓ PAID, NOT USED YET');
  const [payment] = [...shop.till.state.payments.values()];
  await shop.till.issueReceipt(payment?.reference ?? '', {format: 'text', width: 42});
  await shop.sees('! ALREADY USED');
  await shop.sees('one payment buys once');
  expect(shop.screen()).not.toContain('Hand over');
  await shop.press('escape');
  await shop.press('escape');
  await shop.sees(/Amount\s+KES 1▌/);
  expect((await shop.books()).length).toBe(1);
});

test('goods do not go for money that was taken back: Enter asks the service once more', async () => {
  const shop = await openShop();
  await sellTo(shop, '0712345113');
  await shop.advance('PT90S');
  await shop.type('k113');
  await shop.sees('✓ PAID, NOT USED YET');
  await shop.press('enter');
  await shop.sees('! CALL MANAGER');
  expect(shop.screen()).not.toContain('Hand over');
});

test('what fits nothing is called never asked for when older days were read, and not before', async () => {
  const shop = await openShop();
  await sellTo(shop, '0712345678');
  await shop.type('kSKL4XY9QRT');
  await shop.sees('No match yet.');
  expect(shop.screen()).not.toContain('NO SUCH REQUEST');
  await shop.press('enter');
  await shop.sees('✗ NO SUCH REQUEST');
  await shop.sees('Keep the goods.');
  await shop.press('escape');
  for (let letters = 'SKL4XY9QRT'.length; letters > 0; letters -= 1) await shop.press('backspace');
  await shop.type('678');
  await shop.press('tab');
  await shop.type('99');
  await shop.press('enter');
  await shop.sees('Close matches');
  await shop.sees(/✓ PAID\s+KES 1,250\.00\s+…345 678/);
});

test('what cannot be read is said, and never left out of the question', async () => {
  const shop = await openShop();
  await sellTo(shop, '0712345678');
  await shop.type('k78');
  await shop.press('enter');
  await shop.sees('✗ “78” is too little');
  await shop.press('backspace', 'backspace');
  await shop.press('tab');
  await shop.type('1250');
  await shop.sees('! NOT ENOUGH DETAILS');
  await shop.press('tab');
  await shop.type('2561');
  await shop.press('tab');
  await shop.sees('✗ “2561” is not a time');
  expect(shop.screen()).not.toContain('NOT ENOUGH DETAILS');
  await shop.type('4012000033330026');
  await shop.sees('✗ This text contains a card number');
  expect(shop.screen()).not.toContain('4012');
});

test('several that fit are listed, digits leave one that Enter opens, and all that are open are asked about', async () => {
  const shop = await openShop();
  for (const wallet of ['0712345678', '0733000678']) {
    await shop.sale('1250', wallet);
    await shop.sees(/accepted,\s+waiting|accepté, en attente/);
    await shop.press('escape');
  }
  await shop.type('k678');
  await shop.press('enter');
  await shop.sees('! SEVERAL PAYMENTS MATCH');
  await shop.sees(/ {3}\? WAITING FOR CUSTOMER.*…000 678/);
  await shop.sees(/▸ Last digits/);
  await shop.advance('PT3S');
  await shop.type('k');
  await shop.sees(/✓ PAID +KES 1,250\.00 +…000 678/);
  await shop.sees(/✓ PAID +KES 1,250\.00 +…345 678/);
  expect(shop.screen()).not.toContain('Hand over');
  await shop.press('enter');
  await shop.press('enter');
  await shop.sees('! SEVERAL PAYMENTS MATCH');
  await shop.type('5678');
  await shop.sees('✓ PAID, NOT USED YET');
  expect(shop.screen()).not.toContain('…000 678');
  await shop.press('enter');
  await shop.sees(/▸ ✓ PAID.*…345 678/);
  await shop.press('enter');
  await shop.sees('the provider confirms the payment');
  await shop.sees('Hand over the goods.');
});

test('a payment of an older day is read back, was used then, and can be opened', async () => {
  const shop = await openShop();
  const reference = await sellForCash(shop);
  for (let days = 0; days < 2; days += 1) {
    shop.wall.off += day;
    await sellForCash(shop);
  }
  expect(shop.till.state.payments.has(reference)).toBe(false);
  await shop.type(`k${reference.toLowerCase()}`);
  await shop.sees('No match yet.');
  await shop.press('enter');
  await shop.sees('! ALREADY USED');
  await shop.sees('2 days ago');
  await shop.press('enter');
  await shop.sees('paid in cash');
  expect(shop.screen()).not.toContain('Hand over');
});

test('a link that is down is said, and what the journal knows stands', async () => {
  const shop = await openShop();
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
  await shop.type('k678');
  await shop.press('enter');
  await shop.sees(`! ${word}`);
  await shop.sees(means);
  await shop.sees(/ {3}✓ .*…000 678/);
  await shop.sees(/ {2}✓ .*…345 678/);
  await shop.sees(/journal/);
  fits(shop, size);
});

test('in words the answer is one sentence, told when Enter asks for it', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.ask('1250', '0712345678');
  await shop.press('enter');
  await shop.sees(/accepted,\s+waiting|accepté, en attente/);
  await shop.later('PT3S');
  await shop.sees('PAID: KES 1,250.00');
  await shop.press('escape');
  await shop.type('k');
  await shop.sees('Check a payment message');
  await shop.type('678');
  expect(shop.screen()).not.toContain('NOT USED YET');
  await shop.press('enter');
  await shop.sees(/PAID,\s+NOT\s+USED\s+YET:\s+This\s+till/);
});

test('a whole message is pasted as it is: its parts are shown, prove nothing, and digits leave one', async () => {
  const shop = await openShop();
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
  await shop.sees(/Message says +M-Pesa · SKL4XY9QRT · KES 1,250\.00 · .*CORNER\s+SHOP/);
  await shop.sees('! NOT ENOUGH DETAILS');
  expect(shop.screen()).not.toContain('Hand over');
  await shop.press('enter');
  await shop.sees(/▸ Last digits/);
  await shop.press('enter');
  await shop.press('enter');
  await shop.sees('! NOT ENOUGH DETAILS');
  await shop.type('679');
  await shop.sees('✓ PAID, NOT USED YET');
  await shop.press('enter');
  await shop.sees(/▸ ✓ PAID.*…345 679/);
  await shop.press('escape');
  await shop.press('escape');
  await shop.type('k');
  await shop.paste('SKL4XY9QRT Confirmed. Ksh1,300.00 paid to CORNER SHOP.');
  await shop.sees('No match yet.');
  await shop.press('enter');
  await shop.sees('✗ NO SUCH REQUEST');
  expect(shop.screen()).not.toContain('Hand over');
});

test('money that the provider’s file has and nobody asked for becomes a sale from the message, with one key, once', async () => {
  const shop = await openHere();
  const file = saved(shop, 'reference,amount,currency,status\nQKX99ZZZ,350.00,KES,Completed\n');
  const day = new Date(shop.till.now()).toISOString().slice(0, 10);
  await shop.till.reconcile({days: {from: day, to: day}, files: [{kind: 'provider', file}]});
  await shop.type('k');
  await shop.paste('QKX99ZZZ Confirmed. You have received Ksh350.00 from AMINA W 0712345678 on 1/2/26 at 6:02 AM');
  await shop.press('enter');
  await shop.sees('CAME WITHOUT A REQUEST');
  await shop.sees('The provider’s file has KES 350.00 under QKX99ZZZ');
  await shop.type('n');
  await shop.sees('Money without a request');
  await shop.type('Joseph');
  await shop.press('enter');
  await shop.sees('Save KES 350.00 as a paid sale?');
  await shop.press('enter');
  await shop.sees('PAID, NOT USED YET');
  await shop.sees('KES 350.00. This till did not request it.');
  expect(shop.screen()).not.toContain('n new sale');
  expect([...shop.till.state.payments.values()]).toMatchObject([{status: 'paid', request: {amount: {minor: 35_000}}}]);
});
