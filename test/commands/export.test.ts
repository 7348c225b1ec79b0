import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {zTable} from '../../src/commands/export/cash.js';
import {paymentRow} from '../../src/commands/export/payments.js';
import {emptyState} from '../../src/core/books/state.js';
import {reportOf} from '../../src/core/shift/report.js';
import {afterHearing} from '../core/payment/payment-samples.js';
import {charging, piped} from './card-support.js';
import {beginDays, csvRows, inShop} from './day-support.js';
import {collectAndLeave, collecting, harmfulIn, openShop, paymentIn, type Shop} from './support.js';

const it = inShop();

type Row = Readonly<Record<string, string>>;

/** In hundredths, exactly. */
const sum = (rows: readonly Row[], column = 'gross') =>
  rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0);
const text = (hundredths: number) => (hundredths / 100).toFixed(2);

/** Two days with every kind of line, and three Zs. */
async function twoDays(shop: Shop) {
  const days = await beginDays(shop);
  const {run, world, nextMorning, today} = days;
  const first = today();
  await run('shift', 'open', '--person', 'Amina', '--float', 'KES:1000');
  const cash = paymentIn(await run('cash', 'sale', '--amount', '350', '--tendered', '500', '--json'));
  await run(...collecting('0712345678'));
  const card = paymentIn(await shop.run(charging('24'), {input: piped(), world}));
  await run('refund', card.reference, '--amount', '10');
  await run('cash', 'refund', cash.reference, '--amount', '50', '--reason', '=SUM(A1)');
  await run('cash', 'drop', '--amount', '100', '--reason', '@safe');
  const late = paymentIn(await run(...collecting('0712345103', '--wait', '8')));
  const closing = ['shift', 'z', '--person', 'Amina', '--json', '--count'];
  const count = ['KES:1100', '--note', '-100', '--approver', 'Joseph'];
  const one = await run(...closing, ...count);
  await nextMorning();
  await run('status', late.reference);
  await run(...collecting('0712345101'));
  await run('cash', 'sale', '--amount', '0.5', '--currency', 'USD', '--anyway');
  const two = await run(...closing, 'USD:0.5');
  return {...days, first, second: today(), zs: [one.json, two.json], late: late.reference};
}

const made = {till: 'T7K', zone: 'Africa/Nairobi', ledger: emptyState().ledger, dayStartsAt: '00:00'};

it('has a row of a Z for a currency in which there was nothing but a correction', () => {
  const frame = {
    kind: 'z',
    till: 'T7K',
    shop: 'Duka',
    profile: 'sandbox',
    zone: 'Africa/Nairobi',
    notAsked: 0,
  } as const;
  const closing = {
    businessDate: '2026-11-20',
    closedAt: Date.UTC(2026, 10, 20, 18),
    head: '',
    difference: null,
  } as const;
  const report = reportOf(emptyState(), {...frame, ...closing});
  const amount = {currency: 'USD', minor: -2400} as const;
  const {rows} = zTable([{...report, corrections: [{reference: 'T7K0MZ4K8Q2RDWX', z: 1, amount}]}]);
  expect(rows).toMatchObject([{currency: 'USD', takings: '0.00', corrections: '-24.00', expected: null}]);
});

it.for([
  ['Completed', '3.50', '196.50'],
  ['Failed', null, null],
  ['Initialized', null, null],
] as const)('has the fee of a payment only where it was paid: the service says %s', ([status, fee, net]) => {
  const {payment} = afterHearing(status);
  const stated = {...payment, record: payment.record && {...payment.record, fee: '3.5'}};
  expect(paymentRow(stated, made)).toMatchObject({fee, net});
});

describe.concurrent('the export', () => {
  it('is what a French spreadsheet reads as numbers, where wanted, and is read back', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, today} = await beginDays(shop);
    const asOf = () => ['--as-of', `${today()}T18:00:00Z`];
    await run(...collecting('0712345678'));
    await run('cash', 'out', '--amount', '1250.5', '--reason', 'milk; =1+1', '--anyway');
    const {out} = await run('journal', 'export', '--lang', 'fr');
    const [header = '', payment = '', milk = ''] = out.split('\r\n');
    expect(header).toMatch(/;currency;gross;fee;net;/);
    expect(payment).toMatch(/;KES;200,00;0,00;200,00;paid;/);
    expect(milk).toMatch(/;KES;-1251,00;;;.*;"milk;' =1\+1";;$/);
    for (const language of ['en', 'fr']) {
      const file = join(shop.home, `${language}.csv`);
      await run('journal', 'export', '--lang', language, '--lists', 'payments', '--out', file);
      const read = await run('reconcile', '--provider-file', file, ...asOf());
      expect(read).toMatchObject({exit: 0, out: expect.stringMatching(/^Matched: 1$/m)});
    }
  });

  it('is on standard output where a single dash is named, as every other result is', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, today} = await beginDays(shop);
    const asOf = () => ['--as-of', `${today()}T18:00:00Z`];
    const {reference} = paymentIn(await run('cash', 'sale', '--amount', '5', '--json'));
    await run('shift', 'z', '--person', 'Amina', '--count', 'KES:5');
    for (const line of [
      ['journal', 'export'],
      ['journal', 'export', '--format', 'hledger'],
      ['journal', 'export', '--json'],
      ['evidence', reference],
      ['evidence', reference, '--format', 'json'],
      ['shift', 'show', '--z', '1'],
      ['reconcile', ...asOf()],
    ]) {
      const named = await run(...line, '--out', '-');
      const usual = await run(...line);
      const timeless = (text: string) => text.replaceAll(/\d\d:\d\d(?::[\d.]+)?/g, '');
      expect([named.exit, timeless(named.out)], line.join(' ')).toEqual([usual.exit, timeless(usual.out)]);
      expect(named.out).not.toBe('');
    }
    expect((await run('receipt', reference, '--out', '-')).out).toContain(reference);
    expect(existsSync('-')).toBe(false);
  });

  it('read back has the totals of the Zs, line by line', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, first, zs, late} = await twoDays(shop);
    const {exit, out, err} = await run('journal', 'export', '--from', first);
    expect({exit, err}).toEqual({exit: 0, err: ''});
    const rows = csvRows(out);
    expect(zs).toHaveLength(2);
    for (const z of zs) {
      const own = rows.filter(({z_no: number}) => number === String(z.number));
      for (const {method, channel, currency, amount, count} of z.takings) {
        const taken = own.filter(
          row =>
            row.kind === 'payment' && row.tender === method && row.operator === channel && row.currency === currency,
        );
        expect([text(sum(taken)), taken.length]).toEqual([amount, count]);
      }
      expect(own.filter(({kind}) => kind === 'payment')).toHaveLength(
        z.totals.reduce((all: number, {count}: {count: number}) => all + count, 0),
      );
      for (const {method, currency, amount} of z.refunds) {
        const back = own.filter(row => row.kind === 'refund' && row.tender === method && row.currency === currency);
        expect(text(-sum(back))).toBe(amount);
      }
      const differences = z.drawers.filter(({difference}: {difference: string}) => Number(difference) !== 0);
      expect(own.filter(({kind}) => kind === 'over-short').map(({gross}) => gross)).toEqual(
        differences.map(({difference}: {difference: string}) => difference),
      );
    }
    expect(rows.find(({reference}) => reference === late)).toMatchObject({business_date: first, z_no: '2'});
    expect(rows.filter(({status}) => status === 'failed')).toMatchObject([{z_no: '', tender: 'mobile-money'}]);
    expect(out).not.toMatch(/254 ?7|12345(?:678|10[13])/); // in the references any three digits may stand
    expect(rows.map(({created}) => created).join()).toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00,?)+$/);
    expect(rows.find(({kind}) => kind === 'cash-drop')).toMatchObject({gross: '-100.00', reason: "'@safe"});
    expect(rows.find(({reason}) => reason === "'=SUM(A1)")).toMatchObject({kind: 'refund', gross: '-50.00'});
    expect(rows.find(({kind}) => kind === 'over-short')).toMatchObject({gross: '-100.00', reason: '-100'});
    expect((await run('journal', 'export', '--from', first)).out).toBe(out);
  });

  it('writes a summary and the lines into a folder, for their owner alone', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner Shop'}, onTestFinished);
    const {run, first, second} = await twoDays(shop);
    const folder = join(shop.home, 'books');
    const span = ['--from', first, '--to', second];
    const {exit, json} = await run('journal', 'export', ...span, '--out', `${folder}/`, '--json');
    expect(exit).toBe(0);
    expect(json.files).toMatchObject([{file: join(folder, 'summary.csv')}, {file: join(folder, 'lines.csv')}]);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    for (const name of ['summary.csv', 'lines.csv']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(read('lines.csv')).toBe((await run('journal', 'export', ...span)).out);
    const summary = csvRows(read('summary.csv'));
    expect(summary).toContainEqual(expect.objectContaining({section: 'about', item: 'shop', text: 'Corner Shop'}));
    expect(summary).toContainEqual(expect.objectContaining({section: 'about', item: 'zone', text: 'Africa/Nairobi'}));
    const sums = (section: string, item: string, currency: string) =>
      summary.find(row => row.section === section && row.item === item && row.currency === currency);
    expect(sums('takings', 'cash', 'KES')).toMatchObject({count: '1', amount: '350.00', fee: '0.00'});
    expect(sums('takings', 'M-Pesa', 'KES')).toMatchObject({count: '2', amount: '400.00'});
    expect(sums('refunds', 'cash', 'KES')).toMatchObject({amount: '-50.00'});
    expect(sums('payments failed', 'M-Pesa', 'KES')).toMatchObject({count: '1', amount: '200.00'});
    expect(sums('over-short', 'cash', 'KES')).toMatchObject({amount: '-100.00'});
    const again = await run('journal', 'export', ...span, '--out', folder, '--json');
    expect(again).toMatchObject({exit: 2, json: {error: 'file-exists', file: join(folder, 'summary.csv')}});
    const file = join(shop.home, 'zs.csv');
    expect(await run('journal', 'export', ...span, '--lists', 'zs', '--out', file)).toMatchObject({exit: 0, out: ''});
    expect(csvRows(readFileSync(file, 'utf8')).map(({z_no: z, currency, takings}) => [z, currency, takings])).toEqual([
      ['1', 'KES', '550.00'],
      ['1', 'USD', '24.00'],
      ['2', 'KES', '200.00'],
      ['2', 'USD', '0.50'],
    ]);
  });

  it('has each list alone, by the same names under --json', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, first, second} = await twoDays(shop);
    const exported = async (list: string, day: string) => {
      const line = ['journal', 'export', '--lists', list, '--day', day];
      const rows = csvRows((await run(...line)).out);
      const {json} = await run(...line, '--json');
      expect(json.map((row: object) => Object.keys(row).length)).toEqual(rows.map(row => Object.keys(row).length));
      return rows;
    };
    expect((await exported('payments', first)).map(({tender, status}) => [tender, status])).toEqual([
      ['cash', 'paid'],
      ['mobile-money', 'paid'],
      ['card', 'paid'],
      ['mobile-money', 'paid'],
    ]);
    expect(await exported('refunds', first)).toMatchObject([{tender: 'card'}, {tender: 'cash', status: 'done'}]);
    expect((await exported('cash', first)).map(({kind, amount}) => [kind, amount])).toEqual([
      ['float', '1000.00'],
      ['cash-drop', '-100.00'],
      ['count', '1100.00'],
    ]);
    expect(await exported('zs', second)).toMatchObject([{z_no: '2', late: '200.00'}, {currency: 'USD'}]);
    expect((await exported('events', first))[0]).toMatchObject({seq: '1', type: 'segment-opened'});
    expect((await run('journal', 'list', '--day', first, '--csv')).out).toBe(
      (await run('journal', 'export', '--lists', 'events', '--day', first)).out,
    );
  });

  it('has what is pending as a table too', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    const {out} = await shop.run(['pending', '--csv']);
    expect(csvRows(out)).toMatchObject([{reference, status: 'pending', final: '', payer_masked: '…345 102', fee: ''}]);
    expect(out).not.toContain('254 712');
  });

  it.for([
    [['--format', 'pdf'], 'unknown-option'],
    [['--format', 'xlsx', '--lists', 'zs'], 'unknown-option'],
    [['--accounts', 'accounts.json'], 'unknown-option'],
    [['--lists', 'all'], 'unknown-option'],
    [['--day', 'yesterday'], 'day-invalid'],
    [['--from', '2026-13-01'], 'day-invalid'],
  ] as const)('refuses %j', async ([more, error], {shop}) =>
    expect(await shop.run(['journal', 'export', ...more, '--json'])).toMatchObject({exit: 2, json: {error}}),
  );

  it('lets no name move a cursor', async ({shop}) => {
    await shop.run(['cash', 'sale', '--amount', '5', '--person', 'Ami\u001B[2Jna\u202E']);
    await shop.run(['cash', 'in', '--amount', '5', '--reason', 'two\nlines\u0007']);
    for (const list of ['payments', 'cash', 'events', 'zs']) {
      const {out} = await shop.run(['journal', 'export', '--lists', list]);
      expect(harmfulIn(out.replaceAll('\r\n', ''))).toBeUndefined();
    }
    expect((await shop.run(['journal', 'export'])).out).toContain('two lines');
  });

  it('says so where it cannot write', async ({shop}) => {
    writeFileSync(join(shop.home, 'taken'), '');
    for (const out of ['taken/', 'taken/more/', 'nowhere/lines.csv']) {
      const ran = await shop.run(['journal', 'export', '--out', join(shop.home, out), '--json']);
      expect(ran).toMatchObject({exit: 2, json: {error: 'file-not-writable'}});
    }
  });

  it('has a header for a day without lines', async ({shop}) => {
    const {exit, out} = await shop.run(['journal', 'export']);
    expect(exit).toBe(0);
    expect(out).toMatch(/^kind,business_date,z_no,.*reason,rounding,account\r\n$/);
  });
});
