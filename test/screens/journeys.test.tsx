import {expect, test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';

const french = {DUKA_COUNTRY: 'CI', DUKA_ZONE: 'Africa/Abidjan'};
const ivory = {...french, DUKA_LANG: 'en'};

test('a one-time password: too short, wrong, right; only what was entered is sent', async () => {
  const shop = await openShop({environment: ivory});
  await shop.sale('5000', '0707462945');
  await walk(shop, [
    ['', 'Ask the customer for the code', 'Veuillez me donner le code'],
    [['12', 'enter'], 'The code has 4 digits.'],
    [['34', 'enter'], 'Wrong code', 'wrong code, says the provider', /Code\s+▌/],
  ]);
  const sent = () => [...shop.till.state.payments.values()][0]?.otp.sent;
  expect(sent()).toBe(1);
  await walk(shop, [
    [['4567', 'enter'], 'code accepted'],
    [() => shop.later('PT3S'), '✓ PAID'],
  ]);
  expect(sent()).toBe(2);
  expect(await shop.books()).toMatchObject([{amount: 5000, requests: 1}]);
});

test('a code whose answer is lost: no field for a minute, and then for another code, which a key of its own sends', async () => {
  const shop = await openShop({environment: ivory});
  await shop.sale('5000', '0707462945');
  await shop.sees('Ask the customer for the code');
  await shop.faults({rules: [{route: 'process-otp', fault: 'reset-before', rate: 1, seed: 1}]});
  await shop.type('1111');
  await shop.press('enter');
  await shop.sees('No answer to the code yet.');
  await shop.faults({rules: []});
  await shop.type('k');
  const [reference = ''] = shop.till.state.open;
  await shop.till.check(reference); // which says that it waits: it may lag behind the code
  expect(shop.screen()).not.toContain('4 digits');
  shop.wall.off += 61_000;
  await walk(shop, [
    ['k', /Ask\s+the\s+customer\s+for\s+a\s+new\s+one/],
    [['4567', 'enter'], /the\s+same\s+one\s+is\s+not\s+sent\s+twice/],
  ]);
  expect(shop.till.state.payments.get(reference)?.otp.sent).toBe(1);
  await shop.type('n');
  await shop.sees('code accepted');
  expect(shop.till.state.payments.get(reference)?.otp.sent).toBe(2);
});

test('a page to approve on: its address, its QR code, and the way back', async () => {
  const shop = await openShop({environment: ivory});
  await walk(shop, [
    [['5000', 'enter', '0748293975', 'tab left'], /Network\s+‹ Wave ›/, 'chosen by you'],
    ['enter', 'The customer pays on a web page.'],
    ['enter', 'Waiting for the customer to approve on the page of Wave.', `${shop.baseUrl}/pay/`],
    ['q', 'Scan to pay'],
  ]);
  expect(shop.screen().split('\n').length).toBeLessThanOrEqual(23);
  await shop.press('escape');
  await shop.sees('q shows it as a QR code');
});

test('a payment that is left goes on; its end is told on the next screen until a key', async () => {
  const shop = await openShop();
  await shop.sale('1250', '0712345678');
  await walk(shop, [
    ['escape', 'New sale', '1 pending', /\? 1 pending\s+KES\s+1,250\.00/],
    ['70'],
    [() => shop.later('PT5S'), '✓ PAID  KES 1,250.00  …345 678'],
    ['0'],
  ]);
  expect(shop.screen()).toContain('KES 1,250.00  …345 678');
  await shop.press('enter');
  expect(shop.screen()).not.toContain('KES 1,250.00  …345 678');
  await shop.sees(/New sale +✓ PAID {2}KES 1,250\.00 …345 678/);
  expect(shop.screen()).toContain('KES 700.00');
});

test('the list of pending payments: found by the last digits, asked about, opened, and left again', async () => {
  const shop = await openShop();
  await shop.sale('650', '0712345102');
  await walk(shop, [
    ['escape'],
    [() => shop.sale('1500', '0733000102')],
    [['escape', 'w'], /Pending\s+2\s+KES 2,150\.00/],
    ['5102', /number or card ends in +5102/, /▸.*650\.00\s+…345 102\s+M-Pesa/, {not: '…000 102'}],
    ['9', 'No pending number or card ends in 51029.'],
    [['escape', 'down'], /▸.*1,500\.00\s+…000 102\s+Airtel Money/],
    ['enter', '0733 000 102', '? WAITING FOR CUSTOMER'],
    ['escape', /▸.*1,500\.00/],
    ['escape', 'New sale'],
  ]);
});

test('set aside, another attempt, and both are paid: the till says so', async () => {
  const shop = await openShop();
  await shop.sale('900', '0712345103');
  await walk(shop, [
    ['', 'accepted, waiting for the customer'],
    ['s', 'Stop waiting and try another way?', 'The customer may still pay this one'],
    ['escape', 'Approve the payment'],
    [['s', 'enter'], 'again, another way', /Amount\s+KES 900\.00/],
    [['0733000001', 'enter'], 'attempt 2'],
    ['enter', /Another attempt of this sale is still open/],
    [() => shop.later('PT3S'), '✓ PAID'],
    ['escape'],
    [
      () => shop.later('PT11M'),
      '! This sale was paid twice. Refund one payment.  KES 900.00  …345 103',
      '! 2 for the manager',
    ],
    ['w', 'paid twice'],
    ['enter', '! This sale was paid twice', {not: 'Hand over the goods'}],
  ]);
});

test('the cool-down names see earlier, asks about it, and wants a reason', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345102');
  await shop.press('escape');
  await shop.ask('300', '+254 712 345 102');
  await shop.sees('KES 300.00 was requested from this number');
  await shop.press('enter');
  await shop.sees('Type the reason for a second request');
  expect((await shop.books()).length).toBe(1);
  await walk(shop, [
    [['Is this ok? Another basket.', 'enter'], '? WAITING FOR CUSTOMER', 'accepted, waiting for the customer'],
  ]);
  const again = [...shop.till.state.payments.values()].map(({request}) => request.again?.reason);
  expect(again).toEqual([undefined, 'Is this ok? Another basket.']);
  expect((await shop.books()).length).toBe(2);
});

test('an open request is asked about however old it is, one that was just paid needs a letter, one that was refused nothing', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345102');
  await shop.press('escape');
  shop.wall.off += 13 * 60_000;
  await shop.ask('300', '0712345102');
  await walk(shop, [
    ['', 'KES 300.00 was requested from this number '],
    ['escape escape'],
    [() => shop.sale('333', '0712345678')],
    [() => shop.later('PT3S'), '✓ PAID'],
    ['enter'],
    [
      () => shop.ask('333', '0712345678'),
      /This number paid KES 333\.00 at \d\d:\d\d\./,
      /Is this another sale\?\s+y\s+sends/,
      {not: 'Reason'},
    ],
  ]);
  const {length} = await shop.books();
  await shop.press('enter');
  await shop.sees('Send this request?');
  expect(await shop.books()).toHaveLength(length);
  await walk(shop, [
    ['y', '? WAITING FOR CUSTOMER'],
    ['escape'],
    [() => shop.sale('400', '0712345101')],
    [() => shop.later('PT3S'), '✗ NOT PAID'],
    ['enter'],
    [() => shop.ask('400', '0712345101'), {not: 'Reason'}],
    ['enter', /NOT PAID|WAITING FOR CUSTOMER/],
  ]);
  expect(await shop.books()).toHaveLength(5);
});

test('what provably did not leave may be sent again, by a key and by nothing else', async () => {
  const shop = await openShop();
  await shop.ask('300', '0712345678');
  await shop.sandbox.close();
  await walk(shop, [
    ['enter', '✗ NOT PAID', 'No connection to the provider: nothing was sent', 'n sends it again', 'offline'],
  ]);
  const attempts = () => [...shop.till.state.payments.values()].map(({sends}) => sends.begun);
  expect(attempts()).toEqual([1]);
  await shop.type('n');
  await expect.poll(attempts).toEqual([2]);
  await shop.sees('did not leave this computer');
});

test('what was paid and then taken back, and what failed and was then paid, is said in so many words', async () => {
  const shop = await openShop();
  await shop.sale('500', '0712345113');
  await shop.later('PT3S');
  await walk(shop, [
    ['', '✓ PAID'],
    [() => shop.later('PT2M')],
    ['k', 'Paid, then reversed.', 'Keep the goods. Call the manager'],
    ['enter'],
    [() => shop.sale('600', '0712345115')],
    [() => shop.later('PT3S'), '✗ NOT PAID'],
    [() => shop.later('PT5M')],
    ['k', 'The provider first reported a failure, then a payment.'],
    [['enter', 'w'], /…345 113 +M-Pesa +conflicting +look/],
  ]);
});

test('a page that stands in the service’s place is called one, and proves nothing', async () => {
  const shop = await openShop();
  await shop.faults({rules: [{route: 'check-status', fault: 'captive-portal'}]});
  await shop.sale('300', '0712345678');
  await walk(shop, [
    ['', 'accepted, waiting for the customer'],
    ['k', /result still unknown +a web page answered/, '? WAITING FOR CUSTOMER', {not: '<!DOCTYPE'}],
  ]);
});

test('a person resolves what the service does not know, over the evidence and with a reason', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345108');
  await shop.sees('The request may have gone through');
  await shop.type('k');
  await shop.sees('checked: not found yet');
  shop.wall.off += 4 * 60_000;
  await walk(shop, [
    ['k', 'v result'],
    ['v', 'What happened to this payment?', /Not found in/],
    [['enter', 'tab', 'enter'], 'Choose with ←→'],
    [['right right tab', 'Amina', 'enter enter'], 'Type the reason'],
    [['her phone shows nothing', 'enter'], '✗ NOT PAID', 'Marked as not paid: her phone shows nothing'],
  ]);
});
