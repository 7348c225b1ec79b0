import {expect, test} from 'vitest';
import {askCard} from './card-secrets.js';
import {fits} from './fits.js';
import {type Opening, openShop, type ShopScreens} from './open.js';

type Refunded = {readonly amount: number; readonly status: string};

const refundsOf = async ({baseUrl}: ShopScreens): Promise<readonly Refunded[]> =>
  (await (await fetch(`${baseUrl}/sandbox/refunds`)).json()) as readonly Refunded[];

/** A shop with a paid card payment on its screen. */
async function paidByCard(amount: string, opening: Opening = {}): Promise<ShopScreens> {
  const shop = await openShop(opening);
  await askCard(shop, {amount});
  await shop.press('enter');
  await shop.later('PT3S');
  await shop.sees(/✓ PAID|\nPAYÉ :/);
  return shop;
}

test('all of a payment is given back: f, Enter, a digit, Enter; once', async () => {
  const shop = await paidByCard('24');
  await shop.type('f');
  await shop.sees('Give money back?');
  await shop.sees('NGN 24.00 of NGN 24.00 can be given back');
  await shop.press('enter');
  await shop.sees('1 returned goods');
  await shop.type('1');
  await shop.sees('Give NGN 24.00 back to Mastercard ···· 1118? Why: “returned goods”.');
  await shop.sees('A refund cannot be recalled.');
  expect(await refundsOf(shop)).toEqual([]);
  await shop.type('\r\r');
  await shop.sees('Refund of NGN 24.00: accepted, not done yet.');
  await shop.sees(/refund 1 sent to the service[\s\S]*refund 1 accepted/);
  expect(shop.screen()).not.toMatch(/Hand over|your payment has arrived|f refund/);
  await shop.advance('PT2S');
  await shop.type('k');
  await shop.sees('✓ Refund of NGN 24.00: given back.');
  await shop.sees('All of it was given back: keep the goods.');
  expect(await refundsOf(shop)).toMatchObject([{amount: 24, status: 'Success'}]);
  await shop.type('f');
  await shop.sees('✓ Refund of NGN 24.00: given back.');
  await shop.press('escape', 'escape');
  await shop.sees(/✓ 1 paid +NGN +24\.00/);
  await shop.sees(/↩ given back, 1 whole +NGN +24\.00/);
  await shop.sees(/= net +NGN +0\.00/);
  await shop.type('d');
  await shop.sees(/Total NGN +1 +NGN +24\.00/);
  await shop.sees(/Given back NGN +NGN +-24\.00/);
  await shop.sees(/Net NGN +NGN +0\.00/);
});

test('a part is given back for a reason in one’s own words; the rest can be given back later', async () => {
  const shop = await paidByCard('24');
  await shop.type('f10');
  await shop.press('enter');
  await shop.type('4');
  await shop.sees(/▸ In your words/);
  await shop.press('enter');
  await shop.sees('Say why');
  await shop.type('1 shirt came back. Is that ok?');
  await shop.press('enter');
  await shop.sees('Give NGN 10.00 back');
  await shop.press('escape');
  await shop.sees('1 shirt came back. Is that ok?▌');
  await shop.press('enter', 'enter');
  await shop.sees('Refund of NGN 10.00: accepted');
  await shop.advance('PT2S');
  await shop.type('k');
  await shop.sees('✓ Refund of NGN 10.00: given back.');
  await shop.type('f');
  await shop.sees('NGN 14.00 of NGN 24.00 can be given back');
  await shop.type('15');
  await shop.press('enter');
  await shop.sees(/NGN 14\.00 can still be given\s+back/);
  await shop.press('escape');
  expect(await refundsOf(shop)).toHaveLength(1);
});

test('a reason is asked for before anything is sent', async () => {
  const shop = await paidByCard('24');
  await shop.type('f');
  await shop.press('enter', 'enter');
  await shop.sees('Choose a reason with 1–4.');
  await shop.press('right', 'right', 'enter');
  await shop.sees('Why: “wrong amount”.');
  await shop.press('escape', 'escape');
  await shop.sees('✓ PAID');
  expect(await refundsOf(shop)).toEqual([]);
});

test('a refund whose answer is lost is looked for, and no other is sent meanwhile', async () => {
  const shop = await paidByCard('200');
  await shop.type('f106');
  await shop.press('enter');
  await shop.type('3');
  await shop.press('enter');
  await shop.sees('it may have been made. The till looks for it');
  await shop.sees('Send no other refund before that is known.');
  expect(shop.screen()).not.toContain('f refund');
  await shop.press('enter');
  await shop.sees('! 1 needs a person');
  await shop.type('w');
  await shop.sees('refund not clear');
  await shop.press('enter');
  await shop.sees('it may have been made. The till looks for it');
  expect(shop.screen()).not.toContain('v resolve');
  await shop.type('v');
  expect(shop.screen()).not.toContain('How did this refund end?');
  shop.wall.off += 3 * 60_000;
  await shop.sees('v resolve');
  await shop.sees('v: a person may say how the refund ended.');
  await shop.type('v');
  await shop.sees('How did this refund end?');
  await shop.press('right');
  await shop.sees('✓ given back');
  await shop.press('right', 'tab');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.type('not on the dashboard');
  await shop.press('enter');
  await shop.sees('✗ Refund of NGN 106.00: not given back.');
  await shop.sees(/A person judged so: not on the\s+dashboard/);
  await shop.sees('f refund');
  expect(await refundsOf(shop)).toEqual([]);
});

test('mobile money is not given back: one line says so and what to do; nothing is sent', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.type('f');
  await shop.sees('The service gives no mobile money back.');
  await shop.sees(/Nothing\s+was sent/);
  expect(await refundsOf(shop)).toEqual([]);
  expect([...shop.till.state.payments.values()].flatMap(({refunds}) => refunds)).toEqual([]);
});

test('a sale that was paid twice names the refund of its card payment as the way out', async () => {
  const shop = await openShop();
  await askCard(shop, {amount: '24', number: '4508750015741019'});
  await shop.press('enter');
  await shop.sees('confirm on its page');
  await shop.type('s');
  await shop.press('enter');
  await shop.sees('another attempt, by card');
  for (const text of ['5111111111111118', '01/39', '100', '739148']) {
    await shop.type(text);
    await shop.press('enter');
  }
  await shop.sees('attempt 2');
  await shop.press('enter');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  const [first] = [...shop.till.state.payments.values()];
  const creq = first?.details?.challenge?.creq ?? '';
  const {acsTransID} = JSON.parse(Buffer.from(creq, 'base64').toString());
  await fetch(`${shop.baseUrl}/acs/${acsTransID}/approve`, {method: 'POST', body: new URLSearchParams({code: '1234'})});
  await shop.later('PT3S');
  await shop.sees('! Two payments of this sale were paid: give one back.');
  await shop.sees('f gives this one back to the card.');
  await shop.type('f');
  await shop.press('enter');
  await shop.type('3');
  await shop.press('enter');
  await shop.sees('Refund of NGN 24.00: accepted');
  await shop.advance('PT2S');
  await shop.type('k');
  await shop.sees('Refund of NGN 24.00: given back.');
  expect(shop.screen()).not.toContain('Two payments of this sale');
}, 20_000);

test('in words, in French', async () => {
  const shop = await paidByCard('24', {environment: {INK_SCREEN_READER: 'true', DUKA_LANG: 'fr'}});
  await shop.type('f');
  await shop.sees(/Rendre de l’argent \?\s+NGN 24\.00 sur NGN 24\.00 peuvent être rendus/);
  await shop.press('enter');
  await shop.sees(/1 marchandise rendue ; 2 mauvais montant/);
  await shop.type('1');
  await shop.sees(/Rendre NGN 24\.00 à carte finissant par 1118 \?/);
  await shop.press('enter');
  await shop.sees(/Remboursement de NGN 24\.00 : accepté/);
  await shop.advance('PT2S');
  await shop.type('k');
  await shop.sees(/Remboursement de NGN 24\.00 : rendu/);
});

test('what is first heard of as taken and given back is not said never to have been paid', async () => {
  const shop = await openShop();
  await shop.sale('200', '0712345113');
  await shop.sees('accepted, waiting');
  await shop.later('PT5M');
  await shop.sees('✗ NOT PAID');
  await shop.sees(/The service says that the customer’s money was taken and given\s+back\./);
  await shop.sees('“Your money is on its way back to you.”');
  expect(shop.screen()).not.toMatch(/[Nn]othing was (paid|taken)/);
});

test('an earlier payment that is only read of gives its money back too, part by part, and once all is back no more', async () => {
  const shop = await paidByCard('24');
  await shop.press('enter');
  await shop.type('k');
  await shop.press('tab');
  await shop.type('24');
  await shop.press('enter', 'enter');
  await shop.sees(/Evidence +\w{15}/);
  await shop.sees('f refund');
  await shop.type('f10');
  await shop.press('enter');
  await shop.type('1');
  await shop.sees('Give NGN 10.00 back');
  await shop.press('enter');
  await shop.sees(/Evidence +\w{15}[\s\S]*refund 1 accepted/);
  await shop.advance('PT2S');
  const [payment] = shop.till.state.payments.values();
  await shop.till.check(payment?.reference ?? '');
  await shop.type('h14');
  await shop.press('enter');
  await shop.type('1');
  await shop.sees('Give NGN 14.00 back out of the drawer?');
  await shop.press('enter');
  await shop.sees(/Evidence +\w{15}/);
  await shop.sees('↑↓ scroll  Esc back');
  expect(await refundsOf(shop)).toMatchObject([{amount: 10, status: 'Success'}]);
});

test('where the service does not tell of earlier refunds, nothing is sent before a person says why it is to go on', async () => {
  const shop = await paidByCard('24');
  await shop.faults({rules: [{route: 'refund-history', fault: 'malformed', rate: 1, seed: 1}]});
  await shop.type('f');
  await shop.press('enter');
  await shop.type('1');
  await shop.sees('Give NGN 24.00 back');
  await shop.press('enter');
  await shop.sees(/▸ Go on because/);
  await shop.sees(/The service does not say which refunds it has[\s\S]*Nothing was sent/);
  await shop.press('enter');
  await shop.sees('Say why');
  expect(await refundsOf(shop)).toEqual([]);
  await shop.type('the customer leaves today');
  await shop.press('enter');
  await shop.sees('! Not known: which refunds the service has. Money may be given back twice.');
  await shop.press('enter');
  await shop.sees('Refund of NGN 24.00: accepted, not done yet.');
  expect(await refundsOf(shop)).toHaveLength(1);
});

test.each([
  ['101', /✗ Refund of NGN 101\.00: not given back\..*…1118/s],
  ['24', /✓ Refund of NGN 24\.00: given back\. +…1118/],
])('the end of a refund of %s is told to whoever has gone on', async (amount, told) => {
  const shop = await paidByCard('300');
  await shop.sees('f refund');
  await shop.type(`f${amount}`);
  await shop.press('enter');
  await shop.type('1');
  await shop.sees('A refund cannot be recalled.');
  await shop.press('enter');
  await shop.sees('accepted, not done yet');
  await shop.sees('f refund');
  await shop.press('enter');
  await shop.sees('New sale');
  await shop.later('PT5S');
  await shop.sees(told);
  fits(shop, {columns: 80, rows: 24});
});
