import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect as always, describe, it} from 'vitest';
import {type Book, readBook} from '../../src/commands/export/book.js';
import {charts, readChart} from '../../src/commands/export/chart.js';
import {transactionsOf} from '../../src/commands/export/entries.js';
import {hledgerText, ledgerText} from '../../src/commands/export/hledger.js';
import {jsonLines} from '../../src/commands/export/json-lines.js';
import {tableText} from '../../src/commands/export/table.js';
import {beancountText, fecText} from '../../src/commands/export/transactions-text.js';
import {workbook} from '../../src/commands/export/workbook.js';
import {reconcile} from '../../src/core/reconcile/result/reconcile.js';
import {defaultSettings} from '../../src/core/reconcile/rows/inputs.js';
import {localFrom, paymentDigest} from '../../src/core/reconcile/rows/local.js';
import {type Happening, happening} from '../till/shop-days.js';
import {everyDay, playAtRandom, playDays} from './book-days.js';
import {
  dayOf,
  readBeancount,
  readFec,
  readHledger,
  readLedger,
  readSheets,
  Sums,
  type Transaction,
} from './book-readers.js';
import {csvRows} from './day-support.js';
import {exportHeaderSchema, exportLineSchema} from './export-schema.js';
import {openShop} from './support.js';

type Row = Readonly<Record<string, string | number | null | undefined>>;

/** What a line is worth, by what it is and its currency: the same for every way in which it is written. */
function totalsOf(rows: readonly Row[]): Readonly<Record<string, string>> {
  const sums = new Sums();
  for (const {kind, status, z_no: z, currency, gross, fee} of rows) {
    const name = `${kind} ${status ?? ''} ${z ?? ''} ${currency}`;
    sums.add(`${name} lines`, '1');
    sums.add(name, String(gross ?? 0));
    sums.add(`${name} fee`, String(fee || 0));
  }
  return sums.entries();
}

const isTaken = ({kind, status, z_no: z}: Row) => kind === 'payment' && (status === 'paid' || `${z ?? ''}` !== '');

/** A rounding is in the account of its own, and not in that of what was sold or given back. */
function addRounding(add: (name: string, text: string) => void, kind: unknown, off: string): void {
  add(kind === 'refund' ? 'Income:Refunds' : 'Income:Sales', off);
  if (off !== '0') add('Income:Rounding', off.startsWith('-') ? off.slice(1) : `-${off}`);
}

/** What accounts come to by the lines alone, as the default chart names them. */
function accountsByLines(rows: readonly Row[]): Readonly<Record<string, string>> {
  const sums = new Sums();
  for (const row of rows) {
    const {kind, status, currency, gross, fee, rounding} = row;
    const add = (name: string, text: string) => sums.add(`${name} ${currency}`, text);
    const amount = String(gross);
    const less = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    if (isTaken(row) || (kind === 'refund' && status === 'done')) addRounding(add, kind, String(rounding || 0));
    if (isTaken(row)) {
      add('Income:Sales', less);
      add('Expenses:Fees', String(fee || 0));
    } else if (kind === 'correction') add('Income:Sales', less);
    else if (kind === 'refund' && status === 'done') add('Income:Refunds', less);
    else if ((kind === 'payment' || kind === 'refund') && status !== 'failed') add('Equity:Pending', less);
    else if (kind === 'over-short') add(amount.startsWith('-') ? 'Expenses:Cash-Short' : 'Income:Cash-Over', less);
    else if (kind === 'cash-in') add('Equity:Cash-Paid-In', less);
    else if (kind === 'cash-out') add('Expenses:Cash-Paid-Out', less);
  }
  return sums.entries();
}

const notAssets = (sums: Sums) =>
  Object.fromEntries(Object.entries(sums.entries()).filter(([name]) => !name.startsWith('Assets:')));

/** A line of each transaction that no line of the export is: floats, and what a Z takes out of the drawer. */
const ofLines = (codes: readonly {readonly code: string}[], book: Book) => {
  const own = new Set(
    book.cash.rows.filter(({kind}) => kind === 'float').map(({till, seq, currency}) => `${till}-${seq}-${currency}`),
  );
  return codes.filter(({code}) => !own.has(code) && !/-Z-\d+-[A-Z]{3}$/.test(code)).length;
};

/** Every format of a book says the same. */
async function expectEqual(book: Book, expect: typeof always) {
  const rows = csvRows(tableText(book.lines, 'en'));
  const totals = totalsOf(rows);
  const [header, ...lines] = jsonLines(book)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(exportHeaderSchema.parse(header).lines).toBe(rows.length);
  for (const line of lines) exportLineSchema.parse(line);
  expect(totalsOf(lines)).toEqual(totals);
  expect(totalsOf(readSheets(await workbook(book))['Lines'] ?? [])).toEqual(totals);
  const accounts = accountsByLines(rows);
  const moved = rows.filter(row => !(row['status'] === 'failed' && !isTaken(row)));
  for (const {sums, transactions} of [
    readHledger(hledgerText(transactionsOf(book, charts.english, 'en'))),
    readBeancount(beancountText(transactionsOf(book, charts.english, 'en'))),
    readLedger(ledgerText(transactionsOf(book, charts.english, 'en'))),
  ]) {
    expect(notAssets(sums)).toEqual(accounts);
    expect(ofLines(transactions, book)).toBe(moved.length);
    expect(transactions.filter(({flag}) => flag === '!').map(({postings}) => postings.length)).toEqual(
      moved
        .filter(row => ['payment', 'refund'].includes(String(row['kind'])) && !isTaken(row) && row['status'] !== 'done')
        .map(() => 2),
    );
  }
  const known = readHledger(hledgerText(transactionsOf(book, charts.french, 'fr'))).transactions;
  const french = transactionsOf(book, charts.french, 'fr');
  const moving = ({flag, postings}: Transaction) => flag === '*' && postings.some(({amount}) => Number(amount) !== 0);
  const currencies = new Set(
    known
      .filter(moving)
      .flatMap(({postings}) => postings.filter(({amount}) => Number(amount) !== 0).map(({currency}) => currency)),
  );
  if (currencies.size > 1) {
    const facts = {currencies: [...currencies].sort().join(', ')};
    expect(() => fecText(french, 'fr')).toThrow(expect.objectContaining({code: 'fec-currencies', facts}));
    return;
  }
  const {transactions: booked} = readFec(fecText(french, 'fr'), [...currencies][0]);
  expect(booked.map(({code}) => code.toUpperCase())).toEqual(known.filter(moving).map(({code}) => code.toUpperCase()));
}

it('has the same totals in every format, whatever happens in a shop', async () => {
  const days = fc.array(happening, {minLength: 15, maxLength: 50, size: 'max'});
  const seen = {assertions: 0, corrections: 0, exceptions: 0};
  const play = async (happenings: readonly Happening[]) => {
    const {reading, place, dates} = await playAtRandom(happenings);
    const spans = [everyDay, ...dates.slice(0, 2).map(date => ({from: date, to: date}))];
    for (const span of spans) await expectEqual(await readBook(reading, place, span), always);
    const book = await readBook(reading, place, everyDay);
    seen.assertions += readHledger(hledgerText(transactionsOf(book, charts.english, 'en'))).assertions;
    seen.corrections += book.lines.rows.filter(({kind}) => kind === 'correction').length;
    seen.exceptions += book.findings.exceptions.rows.length;
    await reading.journal.close();
  };
  // With a seed of its own: what must have been seen is in these shops.
  await fc.assert(fc.asyncProperty(days, play), {numRuns: 12, seed: 13});
  for (const count of Object.values(seen)) always(count).toBeGreaterThan(0);
});

it('has the findings of a reconciliation where there is one', async () => {
  const {reading, place, dates} = await playAtRandom([
    {kind: 'wallet', minor: 20_000},
    {kind: 'says', payment: 0, says: 'Completed'},
  ]);
  const [date = ''] = dates;
  const days = {from: date, to: date};
  const payments = [...reading.state.payments.values()].map(payment =>
    localFrom(paymentDigest(payment, null), {till: 'T7K', z: () => null}),
  );
  const row = {
    line: 2,
    kind: 'payment',
    reference: payments[0]?.reference ?? '',
    amount: '150',
    currency: 'KES',
  } as const;
  const unsaid = {
    serviceReference: null,
    status: 'Completed',
    fee: null,
    net: null,
    at: null,
    phone: null,
    payout: null,
    tax: null,
  };
  const file = {
    kind: 'provider',
    name: 'november.csv',
    sha256: 'ab',
    interval: days,
    rows: [{...row, ...unsaid}],
  } as const;
  const found = reconcile({
    days,
    asOf: Date.parse(`${date}T20:00:00Z`),
    zone: place.zone,
    profile: 'sandbox',
    payments,
    live: null,
    tills: {loaded: ['T7K'], missing: ['T8K']},
    providerFiles: [file],
    payoutFiles: [],
    bankFiles: [],
    chains: [],
    accepted: [],
    matches: [],
    carried: [],
    settings: defaultSettings,
  });
  const {Exceptions = [], Coverage = []} = readSheets(await workbook(await readBook(reading, place, days, found)));
  await reading.journal.close();
  const short = {
    code: 'AMOUNT_UNDER',
    reference: row.reference,
    currency: 'KES',
    local: 200,
    provider: 150,
    delta: -50,
  };
  always(Exceptions).toContainEqual(always.objectContaining(short));
  always(Coverage.map(({source, loaded, note}) => [source, loaded, note])).toEqual([
    ['journal', 'yes', 'T7K'],
    ['journal', 'no', 'T8K'],
    ['live', 'no', undefined],
    ['provider', 'yes', 'november.csv'],
    ['payout', 'no', undefined],
    ['bank', 'no', undefined],
  ]);
});

describe.concurrent('the export of two days', () => {
  it('asserts what was counted at each Z, and gives outside text no meaning', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner "Shop"'}, onTestFinished);
    const {run, first, second} = await playDays(shop);
    const exported = async (format: string, ...more: readonly string[]) =>
      (await run('journal', 'export', '--from', first, '--format', format, ...more)).out;
    const hledger = readHledger(await exported('hledger'));
    expect(hledger.assertions).toBe(4);
    expect(hledger.sums.entries()).toMatchObject({
      'Assets:Cash:T7K KES': '11000000',
      'Assets:Clearing:M-Pesa KES': '400000000',
      'Assets:Clearing:Visa USD': '14000000',
      'Assets:Pending:M-Pesa KES': '200000000',
      'Expenses:Cash-Short KES': '99500000',
      'Income:Cash-Over USD': '-1000000',
      'Income:Sales KES': '-821000000',
    });
    const beancount = readBeancount(await exported('beancount'));
    expect(beancount.assertions).toBe(4);
    expect(beancount.sums.entries()).toEqual(hledger.sums.entries());
    // A day alone begins in the midst of a period: nobody can tell what the drawer held before it.
    expect(readHledger(await exported('hledger', '--day', second)).assertions).toBe(0);
    const ledger = readLedger(await exported('ledger'));
    expect([ledger.assertions, ledger.sums.entries()]).toEqual([4, hledger.sums.entries()]);
    expect(await run('journal', 'export', '--from', first, '--format', 'fec', '--json')).toMatchObject({
      exit: 2,
      json: {error: 'fec-currencies', currencies: 'KES, USD'},
    });
    expect(readFec(await exported('fec', '--currency', 'usd'), 'USD').sums.entries()).toMatchObject({
      '511 Visa USD': '14000000',
    });
    const french = await exported('fec', '--currency', 'KES');
    expect(french).toMatch(/\tPaiement M-Pesa\t/);
    expect(french).toMatch(/\tFonds de caisse Corner Shop\t/);
    const fec = readFec(french);
    expect(fec.sums.entries()).toMatchObject({'511 M-Pesa KES': '400000000', '531 T7K KES': '11000000'});
    expect(Object.fromEntries(fec.titles)).toMatchObject({'511': 'Valeurs a l encaissement', '531': 'Caisse'});
    expect(
      await run('journal', 'export', '--format', 'fec', '--currency', 'KES', '--accounts', 'english', '--json'),
    ).toMatchObject({exit: 2, json: {error: 'unknown-option', name: '--accounts'}});
    for (const chart of ['syscohada', 'french']) {
      const named = readHledger(await exported('hledger', '--accounts', chart));
      expect(Object.values(named.sums.entries()).sort()).toHaveLength(Object.keys(hledger.sums.entries()).length);
      expect(named.assertions).toBe(4);
    }
  });

  it('is a workbook of numbers, dates and texts, the same bytes each time', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner Shop'}, onTestFinished);
    const {run, first, second} = await playDays(shop);
    const line = ['journal', 'export', '--from', first, '--format', 'xlsx'];
    const {exit, bytes} = await run(...line);
    expect(exit).toBe(0);
    expect(Buffer.from((await run(...line, '--json')).json.base64, 'base64').equals(bytes)).toBe(true);
    expect(Buffer.from(bytes).readUInt32LE(10)).toBe(0x00210000); // made, as all of them, on 1 January 1980
    const {Summary = [], Lines = [], Exceptions = [], Coverage = []} = readSheets(bytes);
    expect(Lines.map(({gross}) => typeof gross)).toEqual(Lines.map(() => 'number'));
    expect(
      Lines.map(row => dayOf(row['business_date']))
        .sort()
        .at(-1),
    ).toBe(second);
    expect(dayOf(Lines[0]?.['created'])).toBe(first);
    expect(Lines.find(({kind}) => kind === 'cash-in')).toMatchObject({gross: 20, reason: '+small change'});
    expect(Lines.find(({kind}) => kind === 'over-short')).toMatchObject({gross: -99.5, reason: '=1+1'});
    expect(Summary).toContainEqual({section: 'takings', item: 'cash', currency: 'USD', count: 2, amount: 5.5, fee: 0});
    expect(Summary).toContainEqual({section: 'about', item: 'shop', text: 'Corner Shop'});
    expect(Exceptions.map(({code, amount, currency}) => [code, amount, currency])).toEqual([
      ['open', 200, 'KES'],
      ['over-short', -99.5, 'KES'],
      ['over-short', 1, 'USD'],
    ]);
    expect(Coverage.map(({source, loaded}) => [source, loaded])).toEqual([
      ['journal', 'yes'],
      ['journal', 'yes'],
      ['provider', 'no'],
      ['payout', 'no'],
      ['bank', 'no'],
    ]);
    expect(Coverage[1]).toMatchObject({head: Summary.find(({item}) => item === 'head')?.['text']});
  });

  it('goes into new files alone, for their owner', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    await shop.run(['cash', 'sale', '--amount', '5']);
    const folder = join(shop.home, 'books');
    const export_ = (format: string, out: string) =>
      shop.run(['journal', 'export', '--format', format, '--out', out, '--json']);
    for (const [format, name] of [
      ['xlsx', 'export.xlsx'],
      ['jsonl', 'export.jsonl'],
      ['hledger', 'export.journal'],
      ['ledger', 'export.ledger'],
      ['fec', 'export.fec.txt'],
      ['beancount', 'export.beancount'],
    ] as const) {
      const file = join(folder, name);
      expect(await export_(format, `${folder}/`)).toMatchObject({exit: 0, json: {files: [{file, count: 1}]}});
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await export_(format, file)).toMatchObject({exit: 2, json: {error: 'file-exists'}});
    }
    const {json} = await shop.run(['journal', 'export', '--format', 'jsonl', '--json']);
    expect(json).toEqual({format: 'jsonl', text: readFileSync(join(folder, 'export.jsonl'), 'utf8')});
  });

  it('is there for a day without lines', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const text = async (format: string) => (await shop.run(['journal', 'export', '--format', format])).out;
    expect(readHledger(await text('hledger')).transactions).toEqual([]);
    expect(readBeancount(await text('beancount')).transactions).toEqual([]);
    expect(readLedger(await text('ledger')).transactions).toEqual([]);
    expect(readFec(await text('fec')).transactions).toEqual([]);
    expect(JSON.parse(await text('jsonl'))).toMatchObject({schema: 'duka.export/1', lines: 0});
  });
});

describe.concurrent('a chart of accounts', () => {
  it.for(Object.entries(charts))(
    'that is shipped, %s, is in the documents and has what is known of its classes',
    ([name, chart], {expect}) => {
      const file = `docs/accounts/${name}.json`;
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(chart);
      expect(readChart(file, 'en')).toEqual(chart);
      if (name === 'english') return;
      const roots = {'4': ['Actif', 'Passif'], '5': ['Actif'], '6': ['Charges'], '7': ['Produits']};
      for (const account of Object.values(chart.accounts)) {
        const [, root, digit = ''] = /^(\w+):(\d)/u.exec(account) ?? [];
        expect(roots[digit as keyof typeof roots], account).toContain(root);
      }
    },
  );

  it.for([
    ['no JSON', '{'],
    ['another member', '{"account": {}}'],
    ['another role', '{"accounts": {"sale": "Income:Sales"}}'],
    ['a name that is none', '{"accounts": {"sales": "Income:sales of today"}}'],
    ['a name that breaks the line', '{"accounts": {"sales": "Income:Sales\\n    Assets:Safe  1 KES"}}'],
    ['a root of another kind', '{"accounts": {"sales": "Assets:Sales"}}'],
    ['the drawer for something else', '{"accounts": {"safe": "Assets:Cash:{till}"}}'],
  ] as const)('is refused with %s', async ([, text], {expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const file = join(shop.home, 'accounts.json');
    writeFileSync(file, text);
    const ran = await shop.run(['journal', 'export', '--format', 'hledger', '--accounts', file, '--json']);
    expect(ran).toMatchObject({exit: 2, json: {error: 'unknown-option', name: '--accounts'}});
  });

  it('is looked for where it is not', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const line = ['journal', 'export', '--format', 'hledger', '--accounts', join(shop.home, 'plan.json'), '--json'];
    const ran = await shop.run(line);
    expect(ran).toMatchObject({exit: 2, json: {error: 'file-not-readable', file: 'plan.json', code: 'ENOENT'}});
  });

  it('may name what differs from the English one', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const file = join(shop.home, 'accounts.json');
    writeFileSync(
      file,
      '\uFEFF{"roots": {"income": "Revenue"}, "accounts": {"sales": "Revenue:701", "refunds": "Revenue:709", "over": "Revenue:758"}}',
    );
    await shop.run(['cash', 'sale', '--amount', '5']);
    const {out} = await shop.run(['journal', 'export', '--format', 'beancount', '--accounts', file]);
    expect(readBeancount(out).sums.entries()).toEqual({
      'Assets:Cash:T7K KES': '5000000',
      'Revenue:701 KES': '-5000000',
    });
    expect(out).toContain('option "name_income" "Revenue"');
  });
});
