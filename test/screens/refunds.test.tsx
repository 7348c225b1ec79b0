import {expect, test} from 'vitest';
import {walk} from '../walk.js';
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
  await walk(shop, [
    ['f', 'Refund this payment?', 'NGN 24.00 of NGN 24.00 can be refunded'],
    ['enter', '1  returned goods'],
    ['1', 'Refund NGN 24.00 to Mastercard ···· 1118? Reason: “returned goods”.', 'A refund cannot be cancelled.'],
  ]);
  expect(await refundsOf(shop)).toEqual([]);
  await shop.type('\r\r');
  await shop.sees('Refund of NGN 24.00: accepted, not done yet.');
  await shop.sees('refund 1 accepted');
  expect(shop.screen()).not.toMatch(/Hand over|your payment has arrived|f refund/);
  await shop.advance('PT2S');
  await shop.type('k');
  await shop.sees('✓ Refund of NGN 24.00: done.');
  await shop.sees('Keep the goods. The full amount was refunded.');
  expect(await refundsOf(shop)).toMatchObject([{amount: 24, status: 'Success'}]);
  await walk(shop, [
    ['f', '✓ Refund of NGN 24.00: done.'],
    ['escape escape', /✓ 1 paid +NGN +24\.00/, /← refunded, 1 in full +NGN +24\.00/, /= net +NGN +0\.00/],
    ['d', /Total NGN +1 +NGN +24\.00/, /Refunded NGN +NGN +−24\.00/, /Net NGN +NGN +0\.00/],
  ]);
});

test('a part is given back for a reason in one’s own words; the rest can be refunded later', async () => {
  const shop = await paidByCard('24');
  await walk(shop, [
    [['f10', 'enter', '4'], /▸ In your words/],
    ['enter', 'Type the reason'],
    [['1 shirt came back. Is that ok?', 'enter'], 'Refund NGN 10.00 to'],
    ['escape', '1 shirt came back. Is that ok?▌'],
    ['enter enter', 'Refund of NGN 10.00: accepted'],
    [() => shop.advance('PT2S')],
    ['k', '✓ Refund of NGN 10.00: done.'],
    ['f', 'NGN 14.00 of NGN 24.00 can be refunded'],
    [['15', 'enter'], /Only NGN 14\.00 of payment \w+ can\s+still\s+be\s+refunded/],
    ['escape'],
  ]);
  expect(await refundsOf(shop)).toHaveLength(1);
});

test('a reason is asked for before anything is sent', async () => {
  const shop = await paidByCard('24');
  await walk(shop, [
    [['f', 'enter enter'], 'Choose a reason with 1–4.'],
    ['right right enter', 'Reason: “wrong amount”.'],
    ['escape escape', '✓ PAID'],
  ]);
  expect(await refundsOf(shop)).toEqual([]);
});

test('a refund whose answer is lost is looked for, and no other is sent meanwhile', async () => {
  const shop = await paidByCard('200');
  await walk(shop, [
    [
      ['f106', 'enter', '3', 'enter'],
      'result unknown. Do not refund again',
      'Send no other refund until this one has a result.',
      {not: 'f refund'},
    ],
    ['enter', '! 1 for the manager'],
    ['w', 'refund unknown'],
    ['enter', 'result unknown. Do not refund again', {not: 'v result'}],
    ['v', {not: 'Did the customer get this refund?'}],
  ]);
  shop.wall.off += 3 * 60_000;
  await shop.sees('v result');
  await shop.sees('v: record the refund’s result by hand.');
  await shop.type('v');
  await shop.sees('Did the customer get this refund?');
  await shop.press('right');
  await shop.sees('‹ refunded ›');
  await shop.press('right', 'tab');
  await shop.type('Amina');
  await shop.press('enter');
  await shop.type('not on the dashboard');
  await shop.press('enter');
  await shop.sees('✗ Refund of NGN 106.00: not made.');
  await shop.sees(/Marked as not paid: not on the\s+dashboard/);
  await shop.sees('f refund');
  expect(await refundsOf(shop)).toEqual([]);
});

test('mobile money is not given back: one line says so and what to do; nothing is sent', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345678');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.type('f');
  await shop.sees('The provider cannot refund mobile money.');
  await shop.sees(/Nothing\s+was sent/);
  expect(await refundsOf(shop)).toEqual([]);
  expect([...shop.till.state.payments.values()].flatMap(({refunds}) => refunds)).toEqual([]);
});

test('a sale that was paid twice names the refund of its card payment as the way out', async () => {
  const shop = await openShop();
  await askCard(shop, {amount: '24', number: '4508750015741019'});
  await shop.press('enter');
  await shop.sees('confirm on the bank’s page');
  await shop.type('s');
  await shop.press('enter');
  await shop.sees('again, by card');
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
  await walk(shop, [
    ['', '! This sale was paid twice. Refund one payment.', 'f refunds this one to the card.'],
    [['f', 'enter', '3', 'enter'], 'Refund of NGN 24.00: accepted'],
    [() => shop.advance('PT2S')],
    ['k', 'Refund of NGN 24.00: done.', {not: 'This sale was paid twice'}],
  ]);
});

test('in words, in French', async () => {
  const shop = await paidByCard('24', {environment: {INK_SCREEN_READER: 'true', DUKA_LANG: 'fr'}});
  await walk(shop, [
    ['f', /Rembourser ce paiement \?\s+24,00 NGN sur 24,00 NGN peuvent être remboursés/],
    ['enter', /1\s+marchandise\s+rendue\s+;\s+2\s+mauvais\s+montant/],
    ['1', /Rembourser 24,00 NGN à carte finissant par 1118 \?/],
    ['enter', /Remboursement de 24,00 NGN : accepté/],
    [() => shop.advance('PT2S')],
    ['k', /Remboursement de 24,00 NGN : fait/],
  ]);
});

test('what is first heard of as taken and given back is not said never to have been paid', async () => {
  const shop = await openShop();
  await shop.sale('200', '0712345113');
  await shop.sees('accepted, waiting');
  await shop.later('PT5M');
  await shop.sees('✗ REVERSED');
  await shop.sees(/The\s+provider\s+took\s+the\s+money\s+and\s+refunded\s+it./);
  await shop.sees('“Your money is on its way back to you.”');
  expect(shop.screen()).not.toMatch(/[Nn]othing was (paid|taken)/);
});

test('an earlier payment that is only read of gives its money back too, part by part, and once all is back no more', async () => {
  const shop = await paidByCard('24');
  await shop.press('enter');
  shop.wall.off += 30 * 60_000; // its goods have most likely gone
  await walk(shop, [
    [['k', 'tab', '24', 'enter'], 'Ask for the last digits'],
    [['1118', 'enter'], 'Enter open'],
    ['enter', /Audit trail +\w{15}/, 'f refund'],
    [['f10', 'enter', '1'], 'Refund NGN 10.00 to'],
    ['enter', /Audit trail +\w{15}[\s\S]*refund 1 accepted/],
  ]);
  await shop.advance('PT2S');
  const [payment] = shop.till.state.payments.values();
  await shop.till.check(payment?.reference ?? '');
  await walk(shop, [
    [['h14', 'enter'], 'Refund NGN 14.00 out of the drawer?'],
    ['enter', /Audit trail +\w{15}/, '↑↓ scroll  Esc back'],
  ]);
  expect(await refundsOf(shop)).toMatchObject([{amount: 10, status: 'Success'}]);
});

test('where the service does not tell of earlier refunds, nothing is sent before a person says why it is to go on', async () => {
  const shop = await paidByCard('24');
  await shop.faults({rules: [{route: 'refund-history', fault: 'malformed', rate: 1, seed: 1}]});
  await walk(shop, [
    [['f', 'enter', '1'], 'Refund NGN 24.00'],
    ['enter', /▸ Reason to continue/, /The provider does not show the refunds[\s\S]*Nothing was sent/],
    ['enter', 'Type the reason'],
  ]);
  expect(await refundsOf(shop)).toEqual([]);
  await shop.type('the customer leaves today');
  await shop.press('enter');
  await shop.sees('! The provider’s refunds cannot be seen. The customer may be refunded twice.');
  await shop.press('enter');
  await shop.sees('Refund of NGN 24.00: accepted, not done yet.');
  expect(await refundsOf(shop)).toHaveLength(1);
});

test.each([
  ['101', /✗ Refund of NGN 101.00: not made\..*…1118/s],
  ['24', /✓ Refund of NGN 24.00: done\. +…1118/],
])('the end of a refund of %s is told to whoever has gone on', async (amount, told) => {
  const shop = await paidByCard('300');
  await walk(shop, [
    ['', 'f refund'],
    [[`f${amount}`, 'enter', '1'], 'A refund cannot be cancelled.'],
    ['enter', 'accepted, not done yet', 'f refund'],
    ['enter', 'New sale'],
    [() => shop.later('PT5S'), told],
  ]);
  fits(shop, {columns: 80, rows: 24});
});

test('what came back of a basket is chosen line by line, and the amount follows', async () => {
  const shop = await openShop();
  await shop.type('f');
  for (const line of ['3x100 Soap', '50 Bag']) {
    await shop.type(line);
    await shop.press('enter');
  }
  await walk(shop, [
    [['enter', 'h', 'enter'], '✓ PAID'],
    ['h', 'What came back?', 'Nothing chosen'],
    [['4', 'enter'], /Only 3 of line 1, Soap, can\s+still come back/],
    [['backspace', '2', 'down tab'], '2 lines, KES 250.00'],
    ['enter', 'Back: 2 x Soap and Bag'],
    ['escape', /Reason +‹ returned goods ›/],
    ['escape', '2 lines, KES 250.00'],
    ['enter', 'Refund KES 250.00 out of the drawer? Reason: “returned goods”.'],
    ['enter', '✓ Refund of KES 250.00: done.'],
  ]);
  const [payment] = [...shop.till.state.payments.values()];
  expect(payment?.refunds).toMatchObject([
    {
      amount: {minor: 25_000},
      lines: [
        {line: 1, quantity: '2', amount: {minor: 20_000}},
        {line: 2, quantity: '1'},
      ],
    },
  ]);
  await walk(shop, [
    ['h', /▸ +Soap +1 +KES 100\.00/],
    ['enter enter', 'Back: Soap'],
    ['enter', 'Keep the goods. The full amount was refunded.'],
  ]);
});
