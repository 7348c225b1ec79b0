import {expect, test} from 'vitest';
import {openShop} from './open.js';

const french = {DUKA_COUNTRY: 'CI', DUKA_ZONE: 'Africa/Abidjan'};
const ivory = {...french, DUKA_LANG: 'en'};

test('a one-time password: too short, wrong, right; only what was entered is sent', async () => {
  const shop = await openShop({environment: ivory});
  await shop.sale('5000', '0707462945');
  await shop.sees('Waiting for the one-time password');
  await shop.sees('Veuillez me donner le code');
  await shop.type('12');
  await shop.press('enter');
  await shop.sees('The one-time password has 4 digits.');
  await shop.type('34');
  await shop.press('enter');
  await shop.sees('That code was wrong');
  await shop.sees('06 Invalid OTP');
  expect(shop.screen()).toMatch(/Code\s+▌/);
  const sent = () => [...shop.till.state.payments.values()][0]?.otp.sent;
  expect(sent()).toBe(1);
  await shop.type('4567');
  await shop.press('enter');
  await shop.sees('one-time password accepted');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  expect(sent()).toBe(2);
  expect(await shop.books()).toMatchObject([{amount: 5000, requests: 1}]);
});

test('a page to approve on: its address, its QR code, and the way back', async () => {
  const shop = await openShop({environment: ivory});
  await shop.type('5000');
  await shop.press('enter');
  await shop.type('0748293975');
  await shop.press('tab', 'left');
  await shop.sees(/Network\s+‹ Wave ›/);
  await shop.sees('chosen by you');
  await shop.press('enter');
  await shop.sees('The customer pays on a web page.');
  await shop.press('enter');
  await shop.sees('Waiting for the customer to approve on the page of Wave.');
  await shop.sees(`${shop.baseUrl}/pay/`);
  await shop.type('q');
  await shop.sees('Scan to pay');
  expect(shop.screen().split('\n').length).toBeLessThanOrEqual(23);
  await shop.press('escape');
  await shop.sees('q shows it as a QR code');
});

test('a payment that is left goes on; its end is told on the next screen until a key', async () => {
  const shop = await openShop();
  await shop.sale('1250', '0712345678');
  await shop.press('escape');
  await shop.sees('New sale');
  await shop.sees('1 pending');
  await shop.sees(/\? 1 pending\s+KES\s+1 250\.00/);
  await shop.type('70');
  await shop.later('PT5S');
  await shop.sees('✓ PAID  KES 1 250.00  …345 678');
  await shop.type('0');
  expect(shop.screen()).toContain('…345 678');
  await shop.press('enter');
  expect(shop.screen()).not.toContain('…345 678');
  expect(shop.screen()).toContain('KES 700.00');
});

test('the tray: found by the last digits, asked about, opened, and left again', async () => {
  const shop = await openShop();
  await shop.sale('650', '0712345102');
  await shop.press('escape');
  await shop.sale('1500', '0733000102');
  await shop.press('escape');
  await shop.type('w');
  await shop.sees(/Pending\s+2\s+KES 2 150\.00/);
  await shop.type('5102');
  await shop.sees('wallet or card ends in 5102');
  expect(shop.screen()).toMatch(/▸.*650\.00\s+…345 102\s+M-Pesa/);
  expect(shop.screen()).not.toContain('…000 102');
  await shop.type('9');
  await shop.sees('No pending wallet or card ends in 51029.');
  await shop.press('escape');
  await shop.press('down');
  await shop.sees(/▸.*1 500\.00\s+…000 102\s+Airtel Money/);
  await shop.press('enter');
  await shop.sees('254 733 000 102');
  await shop.sees('? NOT KNOWN YET');
  await shop.press('escape');
  await shop.sees(/▸.*1 500\.00/);
  await shop.press('escape');
  await shop.sees('New sale');
});

test('set aside, another attempt, and both are paid: the till says so', async () => {
  const shop = await openShop();
  await shop.sale('900', '0712345103');
  await shop.sees('09 PENDING');
  await shop.type('s');
  await shop.sees('Set this attempt aside?');
  await shop.sees('cannot be recalled');
  await shop.press('escape');
  await shop.sees('Approve the payment');
  await shop.type('s');
  await shop.press('enter');
  await shop.sees(/Sale \w+: another attempt/);
  await shop.sees(/Amount\s+KES 900\.00/);
  await shop.type('0733000001');
  await shop.press('enter');
  await shop.sees('attempt 2');
  await shop.press('enter');
  await shop.sees(/Another attempt of this sale is still open/);
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.press('escape');
  await shop.later('PT11M');
  await shop.sees('! Two payments of this sale were paid: give one back.  KES 900.00  …345 103');
  await shop.sees('! 2 need a person');
  await shop.type('w');
  await shop.sees('paid twice');
  await shop.press('enter');
  await shop.sees('! Two payments of this sale were paid');
  expect(shop.screen()).not.toContain('Hand over the goods');
}, 20_000);

test('the cool-down names the earlier payment, asks about it, and wants a reason', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345102');
  await shop.press('escape');
  await shop.ask('300', '+254 712 345 102');
  await shop.sees('This wallet was asked for KES 300.00 already');
  await shop.press('enter');
  await shop.sees('Type why this wallet is asked again');
  expect((await shop.books()).length).toBe(1);
  await shop.type('Is this ok? Another basket.');
  await shop.press('enter');
  await shop.sees('? NOT KNOWN YET');
  await shop.sees('09 PENDING');
  const again = [...shop.till.state.payments.values()].map(({request}) => request.again?.reason);
  expect(again).toEqual([undefined, 'Is this ok? Another basket.']);
  expect((await shop.books()).length).toBe(2);
});

test('what provably did not leave may be sent again, by a key and by nothing else', async () => {
  const shop = await openShop();
  await shop.ask('300', '0712345678');
  await shop.sandbox.close();
  await shop.press('enter');
  await shop.sees('✗ NOT PAID');
  await shop.sees('could not be reached, so nothing was sent');
  await shop.sees('n sends the same request again');
  await shop.sees('offline');
  const attempts = () => [...shop.till.state.payments.values()].map(({sends}) => sends.begun);
  expect(attempts()).toEqual([1]);
  await shop.type('n');
  await shop.sees(/did not leave this machine[\s\S]*did not leave this machine/);
  expect(attempts()).toEqual([2]);
});

test('what was paid and then taken back, and what failed and was then paid, is said in so many words', async () => {
  const shop = await openShop();
  await shop.sale('500', '0712345113');
  await shop.later('PT3S');
  await shop.sees('✓ PAID');
  await shop.later('PT2M');
  await shop.type('k');
  await shop.sees('It was paid, and then the money was taken back.');
  await shop.sees('Keep the goods. Call the owner');
  await shop.press('enter');
  await shop.sale('600', '0712345115');
  await shop.later('PT3S');
  await shop.sees('✗ NOT PAID');
  await shop.later('PT5M');
  await shop.type('k');
  await shop.sees('The service first said that it failed, and then that it was paid.');
  await shop.press('enter');
  await shop.type('w');
  await shop.sees(/…345 113 +M-Pesa +contradictory +look/);
}, 20_000);

test('a page that stands in the service’s place is called one, and proves nothing', async () => {
  const shop = await openShop();
  await shop.faults({rules: [{route: 'check-status', fault: 'captive-portal'}]});
  await shop.sale('300', '0712345678');
  await shop.sees('accepted, waiting for the customer');
  await shop.type('k');
  await shop.sees(/which proves nothing +a web page answered/);
  await shop.sees('? NOT KNOWN YET');
  expect(shop.screen()).not.toContain('<!DOCTYPE');
});

test('a person resolves what the service does not know, over the evidence and with a reason', async () => {
  const shop = await openShop();
  await shop.sale('300', '0712345108');
  await shop.sees('may or may not have reached the service');
  await shop.type('k');
  await shop.sees('asked again: no record');
  shop.wall.off += 4 * 60_000;
  await shop.type('k');
  await shop.sees('v resolve');
  await shop.type('v');
  await shop.sees('How did this payment end?');
  await shop.sees(/No record in/);
  await shop.press('enter');
  await shop.press('tab');
  await shop.press('enter');
  await shop.sees('Choose with ←→');
  await shop.press('right', 'right', 'tab');
  await shop.type('Amina');
  await shop.press('enter', 'enter');
  await shop.sees('Say why');
  await shop.type('her phone shows nothing');
  await shop.press('enter');
  await shop.sees('✗ NOT PAID');
  await shop.sees('A person judged so: her phone shows nothing');
}, 20_000);
