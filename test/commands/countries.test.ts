import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {piped} from './card-support.js';
import {openShop, paymentIn, type Ran, type Row, type Shop, startShop} from './support.js';

/** One payment in every country, and one for every way of paying in the Ivory Coast. */
type Case = readonly [
  ...[name: string, country: string, network: string, phone: string],
  ...[currency: string, amount: string, shown: string],
];

const cases: readonly Case[] = [
  ['Kenya', 'KE', 'SAFKEN', '0712 345 678', 'KES', '200', '200.00'],
  ['Ghana', 'GH', 'MTN', '024 123 4567', 'GHS', '12,50', '12.50'],
  ['Uganda', 'UG', 'MTNUGA', '+256 772 123 456', 'UGX', '5 000', '5000'],
  ['Tanzania', 'TZ', 'VODTZA', '255742123456', 'TZS', '1500', '1500.00'],
  ['Liberia', 'LR', 'ORALBR', '231770123456', 'LRD', '99.95', '99.95'],
  ['South Africa', 'ZA', 'EFTZAR', '27113785456', 'ZAR', '99.95', '99.95'],
  ['Ivory Coast, Orange', 'CI', 'ORANGE_CI', '2250712345678', 'XOF', '350', '350'],
  ['Ivory Coast, MTN', 'CI', 'MTN_CI', '2250512345678', 'XOF', '350', '350'],
  ['Ivory Coast, Wave', 'CI', 'WAVCIV', '2250748293975', 'XOF', '350', '350'],
  ['Benin', 'BJ', 'MTNBEN', '2290161123456', 'XOF', '350', '350'],
  ['DR Congo', 'CD', 'VODCOD', '243812345678', 'CDF', '2500', '2500.00'],
  ['Cameroon', 'CM', 'MTNCMR', '237670123456', 'XAF', '500', '500'],
  ['Zambia', 'ZM', 'AIRZMB', '260977123456', 'ZMW', '20.5', '20.50'],
  ['Sierra Leone', 'SL', 'ORASLE', '23276123456', 'SLE', '10', '10.00'],
];

const outcomes = new Map<string, {readonly ran: Ran; readonly books: readonly Row[]}>();
const shops: Shop[] = [];

beforeAll(async () => {
  await Promise.all(cases.map(async each => outcomes.set(each[0], await play(each))));
});
afterAll(async () => {
  await Promise.all(shops.map(shop => shop.close()));
});

async function play([, country, network, phone, currency, amount]: Case) {
  const shop = await startShop();
  shops.push(shop);
  const code = network === 'ORANGE_CI' ? ['--otp', '4567'] : [];
  const place = ['--country', country, '--network', network, '--phone', phone];
  const line = [...place, '--currency', currency, '--amount', amount, ...code];
  const ran = await shop.run(['collect', '--json', ...line], {onComplaint: approveOnPage});
  return {ran, books: await shop.books()};
}

/** The customer opens the link that the till shows, and approves. */
function approveOnPage(text: string): void {
  const link = /http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]+/.exec(text)?.[0];
  if (link !== undefined) void fetch(`${link}/approve`, {method: 'POST', redirect: 'manual'});
}

describe.each(cases)('%s', (name, country, _network, _phone, currency, _amount, shown) => {
  it(`pays in ${currency}`, () => {
    const {ran, books} = outcomes.get(name) ?? expect.fail(name);
    expect(ran.json).toMatchObject({status: 'paid', country, currency, amount: shown});
    expect(ran.exit).toBe(0);
    expect(books).toMatchObject([{transaction_reference: paymentIn(ran).reference, status: 'Completed', requests: 1}]);
  });
});

it('covers every currency and country of the service', () => {
  expect(new Set(cases.map(([, , , , currency]) => currency)).size).toBe(11);
  expect(new Set(cases.map(([, country]) => country)).size).toBe(12);
});

it('speaks to the customer in the language of the country', () => {
  expect(paymentIn(outcomes.get('Benin')?.ran ?? expect.fail()).say).toBe('Merci, votre paiement est arrivé.');
  expect(paymentIn(outcomes.get('Ghana')?.ran ?? expect.fail()).say).toBe('Thank you, your payment has arrived.');
});

describe.concurrent('South Africa, where nobody has a wallet', () => {
  const line = ['collect', '--json', '--country', 'ZA', '--network', 'EFTZAR', '--amount', '99.95'];

  it('takes the shop’s telephone for the customer’s, and no wallet', async ({expect: expects, onTestFinished}) => {
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
  ['MZ', 'pt', 'MZN', '1 500,50', '62,50', '1 625,50', ',', 'Data;Descrição;Crédito;Débito'],
  ['NG', 'en', 'NGN', '1,500', '65', '1,630', '.', 'Date;Description;Credit;Debit'],
  ['TN', 'fr', 'TND', '1500,500', '62,500', '1625,500', ',', 'Date;Libellé;Crédit;Débit'],
])('a shop in %s, without wallets', (country, lang, currency, typed, price, counted, mark, heading) => {
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
    const charged = await shop.run(card, {input: piped()});
    expect(charged.json).toMatchObject({status: 'paid', currency: 'USD', amount: '24.00'});
    const z = await run('shift', 'z', '--person', 'Amina', '--count', `${currency}:${counted}`, '--json');
    expect(z.json.drawers).toMatchObject([{currency, difference: expect.stringMatching(/^0(?:\.0+)?$/)}]);
    const day = String(z.json.businessDate);
    const file = join(shop.home, 'bank.csv');
    writeFileSync(file, `${heading}\n${day};Depósito 123;${price};\n`);
    const bank = ['--bank-file', file, '--currency', currency, '--decimal-mark', mark];
    const rec = await shop.run(['reconcile', ...bank, '--from', day, '--to', day, '--json']);
    expect(rec.json).toMatchObject({
      coverage: {journal: {cash: 1, payments: 2}, bank: [{name: 'bank.csv', rows: 1}]},
      lines: [{code: 'NOT_COMPARED', reason: 'bank-file-alone'}],
      sources: [{overview: {received: [{currency, amount: expect.stringMatching(/^6[25]\.\d+$/)}]}}],
    });
  });
});
