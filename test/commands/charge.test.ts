import {describe, it} from 'vitest';
import {sandboxApiKey} from '../../src/sandbox/call.js';
import {challengedCards, charge, charging, piped, plainCards, setUp} from './card-support.js';
import {begin, collecting, harmfulIn, openShop, paymentIn} from './support.js';

/** Documented: the expiry decides. What the acquirer leaves open is found by asking. */
const outcomes = [
  ['05/39', 1, 'failed', 'Failed'],
  ['04/27', 1, 'failed', 'Failed'],
  ['08/28', 0, 'paid', 'Completed'],
  ['01/37', 1, 'failed', 'Failed'],
  ['02/37', 1, 'failed', 'Failed'],
  ['05/37', 0, 'paid', 'Completed'],
] as const;
const approved = ['01/39', 0, 'paid', 'Completed'] as const;

const cases = [
  ...plainCards.flatMap(number => [approved, ...outcomes].map(outcome => [number, ...outcome] as const)),
  ...challengedCards.flatMap(number => outcomes.map(outcome => [number, ...outcome] as const)),
];

describe.concurrent('a charge by a test card', () => {
  it.for(cases)(
    '%s until %s exits %i: %s',
    async ([cardNumber, expiry, exit, status, booked], {expect, onTestFinished}) => {
      const shop = await openShop({}, onTestFinished);
      const [expiryMonth, expiryYear] = expiry.split('/');
      const ran = await charge(shop, '24', {cardNumber, expiryMonth, expiryYear});
      expect(ran.exit).toBe(exit);
      expect(ran.json).toMatchObject({status, method: 'card', card: {lastFour: cardNumber.slice(-4)}, wallet: null});
      expect(ran.json.releaseGoods).toBe(exit === 0);
      const {reference} = paymentIn(ran);
      expect(await shop.books()).toMatchObject([
        {transaction_reference: reference, method: 'card', status: booked, requests: 1},
      ]);
    },
  );

  it('says who is charged for what, and how it ended', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const line = ['charge', '--card-stdin', '--currency', 'usd', '--amount', '24,50'];
    const {exit, out, err} = await shop.run(line, {input: piped()});
    expect(exit).toBe(0);
    expect(out).toMatch(/^✓ PAID {3}USD 24\.50 {3}…0026 {3}Visa {3}\w+\n {2}Hand over the goods\.\n/);
    expect(err).toMatch(/^Payment \w+: charging the card ···· 0026, Visa: USD 24\.50\.\n/);
  });

  it.for([
    ['a wrong security code', '24', {securityCode: '999'}, 'INVALID_CSC'],
    ['an account without the money', '20000000', {}, 'Insufficient funds'],
  ] as const)('exits 1 for %s', async ([, amount, card, words], {expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const more = {input: piped(card)};
    const {exit, json} = await shop.run(charging(amount, '--anyway'), more); // the sum is not usual
    expect(exit).toBe(1);
    expect(json).toMatchObject({status: 'failed', next: {kind: 'none'}});
    expect(json.reason).toContain(words);
  });

  it('leaves no row for a card that the service does not know', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {exit, json} = await charge(shop, '24', {cardNumber: '4012 0000 3333 0034'});
    expect(exit).toBe(1);
    expect(json.reason).toContain('Unable to determine card payment');
    expect(await shop.books()).toEqual([]);
  });
});

describe.concurrent('a charge whose answer is lost', () => {
  it.for(['105', '107', '109', '110'])(
    'USD %s is paid, and was sent once',
    async (amount, {expect, onTestFinished}) => {
      const shop = await openShop({}, onTestFinished);
      const {exit, json} = await charge(shop, amount);
      expect(exit).toBe(0);
      expect(json.status).toBe('paid');
      expect(await shop.books()).toMatchObject([{status: 'Completed', requests: 1}]);
    },
  );

  it('USD 106 is not known, and stays so', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {exit, json, err} = await charge(shop, '106');
    expect(exit).toBe(3);
    expect(json).toMatchObject({status: 'unknown', releaseGoods: false});
    expect(err).toContain(`duka status ${json.reference}`);
    expect(await shop.books()).toEqual([]);
  });

  it('USD 114 shows hostile words and obeys none', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {exit, out, err, json} = await charge(shop, '114');
    expect(exit).toBe(0);
    const text = await shop.run(['status', json.reference]);
    for (const shown of [out, err, text.out, text.err]) expect(harmfulIn(shown)).toBeUndefined();
  });

  it.for([
    ['No connection', {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'}, 6],
    ['refuses the key', {DUKA_API_KEY: 'PZ78-PKTEST-wrong'}, 5],
  ] as const)('the service %s', async ([, environment, code], {expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const address = {DUKA_BASE_URL: shop.baseUrl, DUKA_PROFILE: 'sandbox', ...environment};
    const {exit, json} = await shop.run(charging('24'), {input: piped(), environment: address});
    expect(exit).toBe(code);
    expect(json).toMatchObject({status: 'failed', releaseGoods: false});
    expect(await shop.books()).toEqual([]);
  });

  it('is left as it is at Ctrl-C', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const charged = begin(shop, charging('106'), {}, {input: piped()});
    await charged.until('The request may have gone through');
    charged.interrupt();
    expect(await charged.ended).toMatchObject({exit: 130, json: {status: 'unknown'}});
  });
});

describe.concurrent('the same card again', () => {
  it('is refused for the same amount, names see earlier, and sends nothing', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const first = paymentIn(await charge(shop, '106'));
    const {exit, json, err} = await charge(shop, '106');
    expect(exit).toBe(2);
    expect(json).toMatchObject({error: 'earlier-payment', earlier: first.reference, payment: {status: 'unknown'}});
    expect(err).toContain(`✗ ${json.message}\n`);
    expect((await charge(shop, '24')).exit).toBe(0);
    expect(await shop.books()).toHaveLength(1);
  });

  it('is charged for a reason', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const first = paymentIn(await charge(shop, '106'));
    const line = charging('106', '--again', 'another card of hers');
    const second = await shop.run(line, {input: piped()});
    expect(second.json).toMatchObject({earlier: first.reference});
    expect(paymentIn(second).reference).not.toBe(first.reference);
  });

  it('is charged without a reason after a refusal, for the same sale', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const first = paymentIn(await charge(shop, '24', {expiryMonth: '05'}));
    const line = charging('24', '--sale', first.sale);
    const second = await shop.run(line, {input: piped()});
    expect(second).toMatchObject({exit: 0, json: {sale: first.sale, warnings: []}});
    const other = await shop.run(charging('25', '--sale', first.sale), {input: piped()});
    expect(other).toMatchObject({exit: 2, json: {error: 'sale-amount-differs'}});
  });
});

describe.concurrent('the shop’s rules for cards', () => {
  it('exits 5 where no cards are typed, whatever is piped in', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    setUp(shop, {typedCards: false});
    expect(await shop.run(charging('24'), {input: piped()})).toMatchObject({exit: 5, json: {error: 'cards-not-typed'}});
    expect(await shop.books()).toEqual([]);
  });

  it('charges in the first currency of the shop, and in no other than its own', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    setUp(shop, {cardCurrencies: ['USD']});
    const line = ['charge', '--json', '--card-stdin', '--amount', '24'];
    const ran = await shop.run(line, {input: piped()});
    expect(ran).toMatchObject({exit: 0, json: {currency: 'USD', amount: '24.00'}});
    const naira = await shop.run([...line, '--currency', 'NGN'], {input: piped()});
    expect(naira).toMatchObject({exit: 2, json: {error: 'card-currency-not-taken', currencies: 'USD'}});
  });

  it('wants a telephone number and an e-mail, the shop’s or the customer’s', async ({expect, onTestFinished}) => {
    const real = {DUKA_PROFILE: 'test', DUKA_API_KEY: sandboxApiKey, DUKA_ZONE: 'Africa/Nairobi'};
    const shop = await openShop(real, onTestFinished);
    const running = {input: piped(), environment: {DUKA_BASE_URL: shop.baseUrl}};
    const noAddress = await shop.run(charging('24', '--phone', '254712345678'), running);
    expect(noAddress).toMatchObject({exit: 5, json: {error: 'setting-missing', name: 'DUKA_EMAIL'}});
    const email = ['--customer-email', 'amina@example.com'];
    expect(await shop.run(charging('24', ...email), running)).toMatchObject({exit: 2, json: {error: 'phone-missing'}});
    const whole = charging('24', ...email, '--phone', '+254 712 345 678');
    expect(await shop.run(whole, running)).toMatchObject({exit: 0});
  });
});

describe.concurrent('the PIN of a card', () => {
  const naira = ['charge', '--json', '--card-stdin', '--currency', 'NGN', '--amount', '5000'];

  it('goes with naira where the shop takes PINs', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    expect(await shop.run(naira, {input: piped()})).toMatchObject({exit: 2, json: {error: 'card-pin-invalid'}});
    const {exit, err} = await shop.run(naira, {input: piped({pin: '1234'})});
    expect(exit).toBe(0);
    expect(err).not.toContain('PIN');
    expect(await shop.books()).toMatchObject([{status: 'Completed', requests: 1}]);
  });

  it('is not taken where the shop takes none: naira are refused before the card is read, and dollars come first', async ({
    expect,
    onTestFinished,
  }) => {
    const shop = await openShop({}, onTestFinished);
    setUp(shop, {cardPin: false});
    for (const input of [piped({pin: '1234'}), piped(), undefined]) {
      const given = await shop.run(naira, input === undefined ? {} : {input});
      expect(given).toMatchObject({exit: 5, json: {error: 'card-naira-without-pin', currencies: 'USD'}});
    }
    expect(await shop.books()).toEqual([]);
    const line = ['charge', '--json', '--card-stdin', '--amount', '24'];
    const usual = await shop.run(line, {input: piped()});
    expect(usual).toMatchObject({exit: 0, json: {currency: 'USD'}});
  });

  it('does not go with dollars', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const ran = await shop.run(charging('24'), {input: piped({pin: '1234'})});
    expect(ran).toMatchObject({exit: 2, json: {error: 'card-pin-not-needed'}});
  });

  it('is warned of once where money is real', async ({expect, onTestFinished}) => {
    const real = {
      DUKA_PROFILE: 'test',
      DUKA_API_KEY: sandboxApiKey,
      DUKA_ZONE: 'Africa/Lagos',
      DUKA_PHONE: '2348012345678',
    };
    const shop = await openShop({...real, DUKA_EMAIL: 'shop@example.com'}, onTestFinished);
    setUp(shop, {cardPin: true});
    const environment = {DUKA_BASE_URL: shop.baseUrl};
    const running = {input: piped({pin: '1234'}), environment};
    const {exit, err} = await shop.run(naira, running);
    expect(exit).toBe(0);
    expect(err.match(/Card PINs typed on a computer can be stolen there/g)).toHaveLength(1);
    const french = await shop.run([...naira, '--lang', 'fr', '--again', 'encore'], running);
    expect(french.err).toContain('! Un code PIN saisi sur un ordinateur');
  });
});

it('keeps the journal from a second command while it waits', async ({expect, onTestFinished}) => {
  const shop = await openShop({}, onTestFinished);
  const charged = begin(shop, charging('106'), {}, {input: piped()});
  await charged.until('The request may have gone through');
  const second = await shop.run(collecting('0712345678'));
  expect(second).toMatchObject({exit: 7, json: {error: 'journal-locked', command: 'duka charge'}});
  charged.interrupt();
  await charged.ended;
});
