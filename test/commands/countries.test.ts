import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {piped} from './card-support.js';
import {openShop, paymentIn, type Ran, type Row, type Shop, startShop} from './support.js';

/** One payment in every country, and one for every way of paying in the Ivory Coast. */
type Case = {
  readonly name: string;
  readonly country: string;
  readonly network: string;
  readonly phone: string;
  readonly currency: string;
  readonly amount: string;
  readonly shown: string;
  readonly more?: readonly string[];
};

const cases: readonly Case[] = [
  {
    name: 'Kenya',
    country: 'KE',
    network: 'SAFKEN',
    phone: '0712 345 678',
    currency: 'KES',
    amount: '200',
    shown: '200.00',
  },
  {
    name: 'Ghana',
    country: 'GH',
    network: 'MTN',
    phone: '024 123 4567',
    currency: 'GHS',
    amount: '12,50',
    shown: '12.50',
  },
  {
    name: 'Uganda',
    country: 'UG',
    network: 'MTNUGA',
    phone: '+256 772 123 456',
    currency: 'UGX',
    amount: '5 000',
    shown: '5000',
  },
  {
    name: 'Tanzania',
    country: 'TZ',
    network: 'VODTZA',
    phone: '255742123456',
    currency: 'TZS',
    amount: '1500',
    shown: '1500.00',
  },
  {
    name: 'Liberia',
    country: 'LR',
    network: 'ORALBR',
    phone: '231770123456',
    currency: 'LRD',
    amount: '99.95',
    shown: '99.95',
  },
  {
    name: 'South Africa',
    country: 'ZA',
    network: 'EFTZAR',
    phone: '27113785456',
    currency: 'ZAR',
    amount: '99.95',
    shown: '99.95',
  },
  {
    name: 'Ivory Coast, Orange',
    country: 'CI',
    network: 'ORANGE_CI',
    phone: '2250712345678',
    currency: 'XOF',
    amount: '350',
    shown: '350',
    more: ['--otp', '4567'],
  },
  {
    name: 'Ivory Coast, MTN',
    country: 'CI',
    network: 'MTN_CI',
    phone: '2250512345678',
    currency: 'XOF',
    amount: '350',
    shown: '350',
  },
  {
    name: 'Ivory Coast, Wave',
    country: 'CI',
    network: 'WAVCIV',
    phone: '2250748293975',
    currency: 'XOF',
    amount: '350',
    shown: '350',
  },
  {
    name: 'Benin',
    country: 'BJ',
    network: 'MTNBEN',
    phone: '2290161123456',
    currency: 'XOF',
    amount: '350',
    shown: '350',
  },
  {
    name: 'DR Congo',
    country: 'CD',
    network: 'VODCOD',
    phone: '243812345678',
    currency: 'CDF',
    amount: '2500',
    shown: '2500.00',
  },
  {
    name: 'Cameroon',
    country: 'CM',
    network: 'MTNCMR',
    phone: '237670123456',
    currency: 'XAF',
    amount: '500',
    shown: '500',
  },
  {
    name: 'Zambia',
    country: 'ZM',
    network: 'AIRZMB',
    phone: '260977123456',
    currency: 'ZMW',
    amount: '20.5',
    shown: '20.50',
  },
  {
    name: 'Sierra Leone',
    country: 'SL',
    network: 'ORASLE',
    phone: '23276123456',
    currency: 'SLE',
    amount: '10',
    shown: '10.00',
  },
];

const outcomes = new Map<string, {readonly ran: Ran; readonly books: readonly Row[]}>();
const shops: Shop[] = [];

beforeAll(async () => {
  await Promise.all(cases.map(async each => outcomes.set(each.name, await play(each))));
});
afterAll(async () => {
  await Promise.all(shops.map(shop => shop.close()));
});

async function play({country, network, phone, currency, amount, more = []}: Case) {
  const shop = await startShop();
  shops.push(shop);
  const line = [
    '--country',
    country,
    '--network',
    network,
    '--phone',
    phone,
    '--currency',
    currency,
    '--amount',
    amount,
    ...more,
  ];
  const ran = await shop.run(['collect', '--json', ...line], {onComplaint: approveOnPage});
  return {ran, books: await shop.books()};
}

/** The customer opens the link that the till shows, and approves. */
function approveOnPage(text: string): void {
  const link = /http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]+/.exec(text)?.[0];
  if (link !== undefined) void fetch(`${link}/approve`, {method: 'POST', redirect: 'manual'});
}

describe.each(cases)('$name', ({name, country, currency, shown}) => {
  it(`pays in ${currency}`, () => {
    const {ran, books} = outcomes.get(name) ?? expect.fail(name);
    expect(ran.json).toMatchObject({status: 'paid', country, currency, amount: shown});
    expect(ran.exit).toBe(0);
    expect(books).toMatchObject([{transaction_reference: paymentIn(ran).reference, status: 'Completed', requests: 1}]);
  });
});

it('covers every currency and country of the service', () => {
  expect(new Set(cases.map(({currency}) => currency)).size).toBe(11);
  expect(new Set(cases.map(({country}) => country)).size).toBe(12);
});

it('speaks to the customer in the language of the country', () => {
  expect(paymentIn(outcomes.get('Benin')?.ran ?? expect.fail()).say).toBe('Merci, votre paiement est arrivé.');
  expect(paymentIn(outcomes.get('Ghana')?.ran ?? expect.fail()).say).toBe('Thank you, your payment has arrived.');
});

describe.concurrent('South Africa, where nobody has a wallet', () => {
  const line = ['collect', '--json', '--country', 'ZA', '--network', 'EFTZAR', '--amount', '99.95'];

  it('takes the shop’s telephone where the customer leaves none, and speaks of no wallet', async ({
    expect: expects,
    onTestFinished,
  }) => {
    const shop = await openShop({DUKA_PHONE: '+27 11 378 5456', DUKA_COUNTRY: 'ZA'}, onTestFinished);
    const ran = await shop.run(line, {onComplaint: approveOnPage});
    expects(ran).toMatchObject({exit: 0, json: {status: 'paid', wallet: null}});
    const {reference} = paymentIn(ran);
    const shown = await shop.run(['journal', 'show', reference, '--json']);
    expects(shown.json[0].data).toMatchObject({phone: '27113785456', wallet: null});
    const receipt = await shop.run(['receipt', reference]);
    const refund = await shop.run(['refund', reference, '--reason', 'broken']);
    expects(refund).toMatchObject({exit: 2});
    for (const {out, err} of [ran, receipt, refund])
      expects(`${out}${err}`.replace('"wallet":null', '')).not.toMatch(/wallet/i);
  });

  it('wants a telephone that is one', async ({expect: expects, onTestFinished}) => {
    const shop = await openShop({DUKA_COUNTRY: 'ZA'}, onTestFinished);
    const wrong = await shop.run([...line, '--phone', '12ab']);
    expects(wrong).toMatchObject({exit: 2, json: {error: 'phone-invalid'}});
    expects(wrong.err).not.toMatch(/wallet|card/i);
    expects(await shop.books()).toEqual([]);
  });
});

describe.each([
  {
    country: 'MZ',
    lang: 'pt',
    currency: 'MZN',
    typed: '1 500,50',
    price: '62,50',
    counted: '1 625,50',
    mark: ',',
    heading: 'Data;Descrição;Crédito;Débito',
  },
  {
    country: 'NG',
    lang: 'en',
    currency: 'NGN',
    typed: '1,500',
    price: '65',
    counted: '1,630',
    mark: '.',
    heading: 'Date;Description;Credit;Debit',
  },
  {
    country: 'TN',
    lang: 'fr',
    currency: 'TND',
    typed: '1500,500',
    price: '62,500',
    counted: '1625,500',
    mark: ',',
    heading: 'Date;Libellé;Crédit;Débit',
  },
])('a shop in $country, without wallets', ({country, lang, currency, typed, price, counted, mark, heading}) => {
  it('opens, sells items for cash, refunds a line, closes to nothing, prints, and reconciles its bank', async () => {
    const shop = await startShop({DUKA_COUNTRY: country, DUKA_LANG: lang});
    shops.push(shop);
    const run = async (...line: readonly string[]) => {
      const ran = await shop.run(line);
      expect(ran.exit, `${line.join(' ')}\n${ran.err}${ran.out}`).toBe(0);
      return ran;
    };
    await run('settings', 'set', 'saleCeiling', typed);
    expect((await run('settings', 'show', 'saleCeiling')).out).toContain(currency);
    await run('shift', 'open', '--person', 'Amina', '--float', `${currency}:${typed}`);
    await run('items', 'add', '--code', 'P1', '--name', 'Pão', '--price', price);
    const sold = await run('cash', 'sale', '--item', 'P1x4', '--json');
    const {reference} = paymentIn(sold);
    expect(sold.json).toMatchObject({status: 'paid', country, currency});
    await run('cash', 'refund', reference, '--line', '1x1', '--reason', 'returned');
    expect((await run('receipt', reference)).out).toContain(currency);
    expect((await run('shift', 'x')).out).toContain(currency);
    await run('cash', 'drop', '--amount', price, '--reason', 'bank');
    const card = ['charge', '--card-stdin', '--currency', 'USD', '--amount', '24', '--json'];
    const charged = await shop.run(card, {input: piped(), world: shop.hurried()});
    expect(charged.json).toMatchObject({status: 'paid', currency: 'USD', amount: '24.00'});
    const z = await run('shift', 'z', '--person', 'Amina', '--count', `${currency}:${counted}`, '--json');
    expect(z.json.drawers).toMatchObject([{currency, difference: expect.stringMatching(/^0(?:\.0+)?$/)}]);
    const day = String(z.json.businessDate);
    const file = join(shop.home, 'bank.csv');
    writeFileSync(file, `${heading}\n${day};Depósito 123;${price};\n`);
    const rec = await shop.run([
      'reconcile',
      '--bank-file',
      file,
      '--currency',
      currency,
      '--decimal-mark',
      mark,
      '--from',
      day,
      '--to',
      day,
      '--json',
    ]);
    expect(rec.json).toMatchObject({
      coverage: {journal: {cash: 1, payments: 2}, bank: [{name: 'bank.csv', rows: 1}]},
      lines: [{code: 'NOT_COMPARED', reason: 'bank-file-alone'}],
      sources: [{overview: {received: [{currency, amount: expect.stringMatching(/^6[25]\.\d+$/)}]}}],
    });
  });
});
