import {expect} from 'vitest';
import {readBeancount, readFec, readHledger, readLedger, readSheets} from './book-readers.js';
import {csvRows, inShop} from './day-support.js';
import {exportLineSchema} from './export-schema.js';
import {openTaxed, taxed} from './taxed-ticket.js';

const it = inShop({DUKA_TILL: 'T7K'});

const kes = (minor: number) => ({currency: 'KES' as const, minor});

const lines = [
  taxed('Radio', 116_000, ['16', 16_000]),
  taxed('Battery', 11_600, ['16', 1600]),
  taxed('Gas', 10_800, ['8', 800]),
  taxed('Bread', 5000, ['0', 0]),
  {...taxed('Bag', 600, ['0', 0]), tax: null},
];
it('books the tax of a ticket once, with the payment that completes it', async ({shop, run, today, nextMorning}) => {
  const ticket = await openTaxed(shop, lines);
  const first = today();
  const pay = (amount: string) => run('cash', 'sale', '--amount', amount, '--ticket', ticket, '--json');
  expect((await pay('440')).exit).toBe(0);
  const exported = async (...more: readonly string[]) => (await run('journal', 'export', ...more)).out;
  const gross = {'Assets:Cash:T7K KES': '440000000', 'Income:Sales KES': '-440000000'};
  expect(readHledger(await exported('--format', 'hledger')).sums.entries()).toEqual(gross);
  await nextMorning();
  expect((await pay('1000')).exit).toBe(0);
  const whole = {
    'Assets:Cash:T7K KES': '1440000000',
    'Income:Sales KES': '-1256000000',
    'Liabilities:VAT:16 KES': '-176000000',
    'Liabilities:VAT:8 KES': '-8000000',
  };
  const hledger = await exported('--from', first, '--format', 'hledger');
  expect(readHledger(hledger).sums.entries()).toEqual(whole);
  expect(hledger).toMatch(
    /^ {4}; vat: 16 8 0\n.*\n {4}Income:Sales {2}-816\.00 KES\n {4}Liabilities:VAT:16 {2}-176\.00 KES\n/mu,
  );
  expect(readLedger(await exported('--from', first, '--format', 'ledger')).sums.entries()).toEqual(whole);
  expect(readBeancount(await exported('--from', first, '--format', 'beancount')).sums.entries()).toEqual(whole);
  expect(readFec(await exported('--from', first, '--format', 'fec')).sums.entries()).toMatchObject({
    '44571 KES': '-184000000',
    '707 KES': '-1256000000',
  });
  // The day on which it was begun has none of it, and the day on which it was paid all.
  expect(readHledger(await exported('--day', first, '--format', 'hledger')).sums.entries()).toEqual(gross);
  expect(readHledger(await exported('--format', 'hledger')).sums.entries()).toEqual({
    'Assets:Cash:T7K KES': '1000000000',
    'Income:Sales KES': '-816000000',
    'Liabilities:VAT:16 KES': '-176000000',
    'Liabilities:VAT:8 KES': '-8000000',
  });
});

it('exports what was sold by line, with the payment that completes it', async ({shop, run, today, nextMorning}) => {
  const discount = {unitPrice: kes(120_000), listPrice: kes(130_000), discount: kes(4000), reason: 'dented, =1+1'};
  const ticket = await openTaxed(shop, [
    {...taxed('Radio', 116_000, ['16', 16_000]), group: 'Home', ...discount},
    {...taxed('Bag', 600, ['0', 0]), tax: null},
  ]);
  const first = today();
  await run('cash', 'sale', '--amount', '166', '--ticket', ticket, '--json');
  await nextMorning();
  const last = await run('cash', 'sale', '--amount', '1000', '--ticket', ticket, '--json');
  const exported = async (...more: readonly string[]) => (await run('journal', 'export', ...more)).out;
  const radio = {
    line: '1',
    kind: 'item',
    name: 'Radio',
    group: 'Home',
    quantity: '1',
    unit_price: '1200.00',
    list_price: '1300.00',
    discount: '40.00',
    reason: 'dented, =1+1',
    tax_rate: '16',
    tax_included: 'true',
    net: '1000.00',
    tax: '160.00',
    amount: '1160.00',
  };
  expect(csvRows(await exported('--from', first, '--lists', 'sold'))).toMatchObject([
    {...radio, reason: "dented,' =1+1", ticket, business_date: today(), reference: last.json.reference},
    {line: '2', name: 'Bag', tax_rate: '', net: '6.00', tax: '0.00', amount: '6.00'},
  ]);
  expect(csvRows(await exported('--day', first, '--lists', 'sold'))).toEqual([]);
  const [, deposit, rest] = (await exported('--from', first, '--format', 'jsonl')).trimEnd().split('\n');
  expect(exportLineSchema.parse(JSON.parse(deposit ?? '')).sold).toBe(null);
  expect(exportLineSchema.parse(JSON.parse(rest ?? '')).sold).toMatchObject([{...radio, line: 1}, {amount: '6.00'}]);
  const {base64} = (await run('journal', 'export', '--format', 'xlsx', '--json')).json;
  expect(readSheets(Buffer.from(base64, 'base64'))['Sold']).toMatchObject([{name: 'Radio'}, {name: 'Bag'}]);

  // What came back stands below zero, and its tax is owed no more; an amount that names no line leaves the tax as it is.
  const back = ['cash', 'refund', last.json.reference, '--reason', 'came back'];
  expect((await run(...back, '--line', '1x0.5')).exit).toBe(0);
  expect((await run(...back, '--amount', '5')).exit).toBe(0);
  const half = {
    line: '1',
    refund: '1',
    name: 'Radio',
    quantity: '-0.5',
    net: '-500.00',
    tax: '-80.00',
    amount: '-580.00',
  };
  expect(csvRows(await exported('--from', first, '--lists', 'sold'))).toMatchObject([{refund: ''}, {refund: ''}, half]);
  expect(readHledger(await exported('--from', first, '--format', 'hledger')).sums.entries()).toEqual({
    'Assets:Cash:T7K KES': '581000000',
    'Income:Refunds KES': '505000000',
    'Income:Sales KES': '-1006000000',
    'Liabilities:VAT:16 KES': '-80000000',
  });
  const lines = (await exported('--from', first, '--format', 'jsonl')).trimEnd().split('\n').slice(1);
  const refunds = lines.map(line => exportLineSchema.parse(JSON.parse(line))).filter(({kind}) => kind === 'refund');
  expect(refunds.map(({sold}) => sold?.map(({amount}) => amount) ?? null)).toEqual([['-580.00'], null]);
});
