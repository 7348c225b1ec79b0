import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {charts} from '../../src/commands/export/chart.js';
import {hledgerText} from '../../src/commands/export/hledger.js';
import {settledTransactions} from '../../src/commands/export/settled-ledger.js';
import {beancountText} from '../../src/commands/export/transactions-text.js';
import {bankFile, payment, payoutFile, providerFile, reconciled, row} from '../core/reconcile/samples.js';
import {readBeancount, readFec, readHledger, readLedger, Sums} from './book-readers.js';
import {beginDays, csvRows} from './day-support.js';
import {fileOf, linesIn, providerHeading} from './reconcile-support.js';
import {settledDay} from './settled-day.js';
import {collecting, openShop, paymentIn} from './support.js';
import {openTaxed, taxed} from './taxed-ticket.js';

const own = {DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner Shop'};

it('make up the whole of a shop with the drawer of the export, its taxes too', async () => {
  const shop = await openShop(own);
  const {run} = await beginDays(shop);
  const ticket = await openTaxed(shop, [taxed('Radio', 23_200, ['16', 3200])]);
  const ofShop = await openTaxed(shop, [taxed('Cable', 11_600, ['16', 1600])]);
  await run('cash', 'sale', '--amount', '116', '--ticket', ofShop);
  await run('cash', 'sale', '--amount', '32', '--ticket', ticket);
  const part = paymentIn(await run(...collecting('0712345678', '--ticket', ticket)));
  const row = `${part.reference},200.00,KES,Completed,0.00,200.00,${part.businessDate},`;
  const provider = fileOf(shop, 'provider.csv', providerHeading, [row]);
  const export_ = ['journal', 'export', '--format', 'hledger'];
  const whole = readHledger((await run(...export_)).out).sums;
  const drawer = readHledger((await run(...export_, '--drawer')).out).sums;
  const settled = readHledger((await run('reconcile', '--provider-file', provider, '--book', 'hledger')).out).sums;
  for (const account of ['Income:Sales KES', 'Liabilities:VAT:16 KES', 'Assets:Cash:T7K KES'])
    expect(drawer.get(account) + settled.get(account), account).toBe(whole.get(account));
  expect(settled.get('Liabilities:VAT:16 KES')).toBe(-32_000_000n);
  expect(drawer.get('Liabilities:VAT:16 KES')).toBe(-16_000_000n);
  expect(drawer.get('Income:Sales KES')).toBe(-132_000_000n);
  expect(csvRows((await run('journal', 'export', '--drawer')).out).map(({tender}) => tender)).toEqual(['cash', 'cash']);
  expect(await run('journal', 'export', '--drawer', '--lists', 'zs', '--json')).toMatchObject({
    exit: 2,
    json: {error: 'unknown-option', name: '--lists'},
  });
});

it('say that clearing is empty once the last entry is booked, also if that is a payout of a later day', () => {
  const result = reconciled({
    payments: [payment(1)],
    providerFiles: [providerFile([row(1, {payout: 'P1'})])],
    payoutFiles: [payoutFile([{at: '2026-11-23'}])],
    bankFiles: [bankFile([{bookedOn: '2026-11-24'}])],
  });
  const shop = {shop: 'Corner Shop', till: 'T7K', profile: 'live'};
  const written = settledTransactions(result, {chart: charts.english, shop, language: 'en', owed: []});
  expect(written.entries.at(-1)).toMatchObject({date: '2026-11-24', held: {account: 'Assets:Clearing:Provider'}});
  for (const read of [readHledger(hledgerText(written)), readBeancount(beancountText(written))])
    expect(read).toMatchObject({assertions: 1});
});

describe.concurrent('the entries of a reconciliation', () => {
  it('are the same in every format, and leave nothing in clearing', async ({expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const {run, files, open} = await settledDay(shop);
    const written = async (format: string, ...more: readonly string[]) => {
      const ran = await run('reconcile', ...files, '--book', format, ...more);
      expect(ran.exit).toBe(4); // a difference remains, whatever is written
      return ran.out;
    };
    const hledger = readHledger(await written('hledger'));
    expect(hledger.assertions).toBe(1);
    expect(hledger.sums.entries()).toEqual({
      'Income:Sales KES': '-600000000',
      'Expenses:Fees KES': '15000000',
      'Assets:Unsettled KES': '195000000',
      'Assets:Bank KES': '380000000',
      'Assets:Suspense KES': '10000000',
    });
    for (const {assertions, sums} of [readLedger(await written('ledger')), readBeancount(await written('beancount'))]) {
      expect(assertions).toBe(1);
      expect(sums.entries()).toEqual(hledger.sums.entries());
    }
    const table = csvRows(await written('csv'));
    const sums = new Sums();
    for (const {account, currency, debit = '', credit = ''} of table)
      sums.add(`${account} ${currency}`, debit === '' ? `-${credit}` : debit);
    expect(sums.entries()).toEqual(hledger.sums.entries());
    expect(new Set(table.map(({key}) => key))).toEqual(new Set(['', open]));
    const fec = readFec(await written('fec'));
    expect(fec.transactions.map(({code}) => code)).toContain(open);
    expect(fec.sums.entries()).toMatchObject({
      '707 KES': '-600000000',
      '512 KES': '380000000',
      '471 Ecarts KES': '10000000',
    });
    expect(readHledger(await written('hledger', '--accounts', 'syscohada')).sums.entries()).toMatchObject({
      'Actif:521-Banques-locales KES': '380000000',
      'Passif:471-Débiteurs-et-créditeurs-divers:Écarts KES': '10000000',
    });
  });

  it('name the line that a person can accept, letter by letter', async ({expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const {run, files, open} = await settledDay(shop);
    const {out} = await run('reconcile', ...files, '--book', 'hledger');
    const [, key = ''] = /^ {4}; key: (\S+)$/mu.exec(out) ?? [];
    expect(key).toBe(open);
    expect((await run('reconcile', 'accept', key, '--person', 'Amina', '--note', 'fee of the bank')).exit).toBe(0);
    const after = await run('reconcile', '--book', 'beancount');
    expect(after.exit).toBe(0);
    expect(after.out).toContain(`  key: "${open}"\n  status: "accepted"\n`);
    expect(readBeancount(after.out).assertions).toBe(1);
  });

  it('go into a new file alone, for its owner, or are told to a program', async ({expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const {run, files} = await settledDay(shop);
    const file = join(shop.home, '123456789FEC20261231.txt');
    const line = ['reconcile', ...files, '--book', 'fec', '--json'];
    expect(await run(...line, '--out', file)).toMatchObject({exit: 4, json: {file, format: 'fec', remaining: 1}});
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(...line, '--out', file)).toMatchObject({exit: 2, json: {error: 'file-exists'}});
    expect((await run(...line)).json).toEqual({format: 'fec', text: readFileSync(file, 'utf8')});
    expect(linesIn(await run('reconcile', '--json')).length).toBeGreaterThan(0);
  });

  it('book an entry of the bank where a rule of the shop says that it belongs', async ({expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const {run, files, today} = await settledDay(shop);
    const bank = fileOf(shop, 'interest.csv', 'Booking date;Narration;Debit;Credit;Currency', [
      `${today()};INTEREST NOVEMBER;;12,50;KES`,
      `${today()};CASHBACK;;3,00;KES`,
      `${today()};FOUND MONEY;;1,00;KES`,
    ]);
    const rule = async (text: string, account: string) =>
      expect(
        (await run('reconcile', 'rules', 'add', text, '--account', account, '--person', 'Amina', '--json')).exit,
      ).toBe(0);
    await rule('INTEREST', 'Income:Interest');
    await rule('CASHBACK', 'bonus of the bank');
    await rule('FOUND MONEY', 'Assets:Clearing:Provider');
    const {out} = await run('reconcile', ...files, '--bank-file', bank, '--book', 'hledger');
    expect(readHledger(out).sums.entries()).toMatchObject({
      'Income:Interest KES': '-12500000',
      'Assets:Suspense KES': '6000000', // ten that the bank kept, less what has no account of this chart
    });
    expect(out).toContain('    ; account: bonus of the bank\n');
  });

  it('share a bank entry over the accounts of a rule, with tax, in every format', async ({expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const {run, files, today} = await settledDay(shop);
    const bank = fileOf(shop, 'rent.csv', 'Booking date;Narration;Debit;Credit;Currency', [
      `${today()};RENT NOVEMBER;100,01;;KES`,
      `${today()};SUBLET NOVEMBER;;116,00;KES`,
    ]);
    const account = 'Expenses:Rent 80% (tax 16%) + Expenses:Water';
    const parts = [
      {account: 'Expenses:Rent', percent: '80', tax: '16'},
      {account: 'Expenses:Water', percent: null, tax: null},
    ];
    const add = (typed: string) =>
      run('reconcile', 'rules', 'add', 'RENT', '--account', typed, '--person', 'Amina', '--json');
    expect(await add('Expenses:Rent 80%')).toMatchObject({exit: 2, json: {error: 'split-invalid'}});
    expect(await add(account)).toMatchObject({exit: 0, json: {text: 'RENT', account, parts}});
    expect((await run('reconcile', 'rules', 'list', '--json')).json).toMatchObject([{text: 'RENT', account, parts}]);
    expect((await run('reconcile', 'rules', 'list')).out).toContain(`RENT · to ${account} · Amina`);
    const sublet = ['SUBLET', '--account', 'Income:Rent (tax 16%)', '--person', 'Amina', '--json'];
    expect(await run('reconcile', 'rules', 'add', ...sublet)).toMatchObject({exit: 0});
    const written = async (format: string) =>
      (await run('reconcile', ...files, '--bank-file', bank, '--book', format)).out;
    const {sums} = readHledger(await written('hledger'));
    expect(sums.entries()).toMatchObject({
      'Expenses:Rent KES': '68970000', // 80.00 with 11.03 of tax
      'Assets:Input-Tax KES': '11030000',
      'Expenses:Water KES': '20010000',
      'Income:Rent KES': '-100000000',
      'Liabilities:VAT:16 KES': '-16000000',
    });
    expect(sums.get('Assets:Bank KES')).toBe(395_990_000n);
    for (const read of [readLedger(await written('ledger')), readBeancount(await written('beancount'))])
      expect(read.sums.entries()).toEqual(sums.entries());
    const csv = new Sums();
    for (const {account: name, currency, debit = '', credit = ''} of csvRows(await written('csv')))
      csv.add(`${name} ${currency}`, debit === '' ? `-${credit}` : debit);
    expect(csv.entries()).toEqual(sums.entries());
    const fec = readFec(await written('fec')).sums;
    expect(fec.get('44566 KES')).toBe(11_030_000n);
    expect(fec.get('512 KES')).toBe(395_990_000n);
    const sealed = join(shop.home, 'month.json');
    expect((await run('reconcile', 'seal', '--out', sealed)).exit).toBe(0);
    expect((await run('reconcile', 'check', sealed, '--json')).json).toMatchObject({same: true});
  });

  it('are none for a day without payments', async ({expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const ran = await shop.run(['reconcile', '--book', 'hledger']);
    expect(ran.exit).toBe(0);
    expect(readHledger(ran.out).transactions).toEqual([]);
  });

  it.for([
    [['--book', 'gnucash'], '--book'],
    [['--accounts', 'french'], '--accounts'],
    [['--book', 'csv', '--accounts', 'klingon.txt'], undefined],
  ] as const)('are refused with %j', async ([more, name], {expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const ran = await shop.run(['reconcile', ...more, '--json']);
    expect(ran.exit).toBe(2);
    expect(ran.json.name).toBe(name);
  });
});
