import {globSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {readBook} from '../../src/commands/export/book.js';
import {chartNames, charts} from '../../src/commands/export/chart.js';
import {transactionsOf} from '../../src/commands/export/entries.js';
import {hledgerText, ledgerText} from '../../src/commands/export/hledger.js';
import {beancountText} from '../../src/commands/export/transactions-text.js';
import {everyDay, playAtRandom, playDays} from '../commands/book-days.js';
import {Sums} from '../commands/book-readers.js';
import {csvRows} from '../commands/day-support.js';
import {type Shop, startShop} from '../commands/support.js';
import {type Happening, happening} from '../till/shop-days.js';
import {run} from './programs.js';

const formats = {hledger: 'journal', ledger: 'ledger', beancount: 'beancount'} as const;
let shop: Shop;
let rows: readonly Readonly<Record<string, string>>[];
const file = (chart: string, format: keyof typeof formats) => join(shop.home, `${chart}.${formats[format]}`);

beforeAll(async () => {
  shop = await startShop({DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner "Shop"; \\'});
  const {first, run: duka} = await playDays(shop);
  const exported = ['journal', 'export', '--from', first];
  rows = csvRows((await duka(...exported)).out);
  for (const chart of chartNames) {
    for (const format of ['hledger', 'ledger', 'beancount'] as const) {
      const options = ['--format', format, '--accounts', chart, '--out', file(chart, format)];
      expect(await duka(...exported, ...options)).toMatchObject({exit: 0});
    }
  }
  expect(await duka(...exported, '--format', 'xlsx', '--out', join(shop.home, 'book.xlsx'))).toMatchObject({exit: 0});
});
afterAll(() => shop.close());

/** What was sold, by currency: what a program must come to by itself. */
function sold(): Readonly<Record<string, string>> {
  const sums = new Sums();
  for (const {kind, status, currency = '', gross = ''} of rows)
    if (kind === 'payment' && status === 'paid') sums.add(currency, gross);
  return sums.entries();
}

/** Amounts such as `-821.00 KES` of a balance, without their signs. */
function amountsIn(text: string): Readonly<Record<string, string>> {
  const sums = new Sums();
  for (const [, amount = '', currency = ''] of text.matchAll(/(\d+(?:\.\d+)?) ([A-Z]{3})/g)) sums.add(currency, amount);
  return sums.entries();
}

const sales = {
  english: 'Income:Sales',
  syscohada: 'Produits:701-Ventes-de-marchandises',
  french: 'Produits:707-Ventes-de-marchandises',
};

describe.each(chartNames)('with the %s accounts', chart => {
  it('hledger finds every account declared, every transaction balanced and every drawer as it was counted', () => {
    const journal = file(chart, 'hledger');
    expect(run('hledger', '-f', journal, 'check', '--strict', 'ordereddates', 'payees')).toMatchObject({
      isContent: true,
      said: '',
    });
    const balance = run(
      'hledger',
      '-f',
      journal,
      'balance',
      '--flat',
      '--no-total',
      '--layout=bare',
      '-O',
      'csv',
      `^${sales[chart]}$`,
    );
    const amounts = [...balance.out.matchAll(/"([A-Z]{3})","(-?[\d.]+)"/g)].map(
      ([, currency, amount]) => `${amount} ${currency}`,
    );
    expect(amountsIn(amounts.join('\n'))).toEqual(sold());
  });

  it('bean-check has nothing to say', () => {
    expect(run('bean-check', file(chart, 'beancount'))).toMatchObject({isContent: true, said: ''});
  });

  it('ledger comes to the same', () => {
    const {isContent, out, said} = run(
      'ledger',
      '-f',
      file(chart, 'ledger'),
      '--pedantic',
      '--flat',
      '--no-total',
      'balance',
      `/^${sales[chart]}$/`,
    );
    expect(isContent).toBe(true);
    expect(said).not.toContain('Warning');
    expect(amountsIn(out)).toEqual(sold());
  });
});

/** The same file with one amount of the drawer changed, by as much in the account on its other side. */
function spoilt(path: string): string {
  const text = readFileSync(path, 'utf8');
  const other = text.replaceAll(
    /^( +)(Assets:Cash:T7K +)350\.00 KES\n( +)(Income:Sales +)-350\.00 KES$/gm,
    '$1$2351.00 KES\n$3$4-351.00 KES',
  );
  expect(other).not.toBe(text);
  const changed = path.replace('english', 'spoilt');
  writeFileSync(changed, other);
  return changed;
}

it('a drawer that does not come to what was counted is found by all three', () => {
  const journal = spoilt(file('english', 'hledger'));
  expect(run('hledger', '-f', journal, 'check').isContent).toBe(false);
  expect(run('ledger', '-f', spoilt(file('english', 'ledger')), 'balance').isContent).toBe(false);
  expect(run('bean-check', spoilt(file('english', 'beancount'))).isContent).toBe(false);
});

it('LibreOffice reads numbers, dates and texts, and comes to the same totals', () => {
  const profile = `-env:UserInstallation=file://${join(shop.home, 'office')}`;
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
  const folder = join(shop.home, 'read');
  const converted = run(
    'soffice',
    profile,
    '--headless',
    '--convert-to',
    filter,
    '--outdir',
    folder,
    join(shop.home, 'book.xlsx'),
  );
  expect(converted.isContent).toBe(true);
  const sheets = new Map(
    globSync(join(folder, '*.csv')).map(path => [
      basename(path),
      csvRows(readFileSync(path, 'utf8').replaceAll(/\r?\n/g, '\r\n')),
    ]),
  );
  expect([...sheets.keys()].sort()).toEqual([
    'book-Coverage.csv',
    'book-Exceptions.csv',
    'book-Lines.csv',
    'book-Summary.csv',
  ]);
  const lines = sheets.get('book-Lines.csv') ?? [];
  const worth = (own: typeof rows) => {
    const sums = new Sums();
    for (const {kind, status, currency, gross = '', fee} of own) {
      sums.add(`${kind} ${status} ${currency}`, gross);
      sums.add(`${kind} ${status} ${currency} fee`, fee === undefined || fee === '' ? '0' : fee);
    }
    return sums.entries();
  };
  expect(lines).toHaveLength(rows.length);
  expect(worth(lines)).toEqual(worth(rows));
  const days = (own: typeof rows) => own.map(row => row['business_date']);
  expect(days(lines)).toEqual(days(rows));
  expect(lines.map(({reason}) => reason)).toContain('=1+1');
  expect(lines.map(({reason}) => reason)).toContain('+small change');
  const takings = (sheets.get('book-Summary.csv') ?? []).filter(({section}) => section === 'takings');
  const sums = new Sums();
  for (const {currency = '', amount = ''} of takings) sums.add(currency, amount);
  expect(sums.entries()).toEqual(sold());
});

it('whatever happens in a shop, none of the three objects', async () => {
  const days = fc.array(happening, {minLength: 30, maxLength: 60, size: 'max'});
  const play = async (happenings: readonly Happening[]) => {
    const {reading, place} = await playAtRandom(happenings);
    const book = await readBook(reading, place, everyDay);
    await reading.journal.close();
    const [journal, beancount] = [join(shop.home, 'random.journal'), join(shop.home, 'random.beancount')];
    const transactions = transactionsOf(book, charts.english, 'en');
    const ledger = join(shop.home, 'random.ledger');
    writeFileSync(journal, hledgerText(transactions));
    writeFileSync(ledger, ledgerText(transactions));
    writeFileSync(beancount, beancountText(transactions));
    expect(run('hledger', '-f', journal, 'check', '--strict', 'ordereddates', 'payees')).toMatchObject({
      isContent: true,
      said: '',
    });
    expect(run('ledger', '-f', ledger, '--pedantic', 'balance').isContent).toBe(true);
    expect(run('bean-check', beancount)).toMatchObject({isContent: true, said: ''});
  };
  await fc.assert(fc.asyncProperty(days, play), {numRuns: 10});
});
