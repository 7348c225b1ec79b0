import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'vitest';
import {readSheets} from './book-readers.js';
import {csvRows} from './day-support.js';
import {fileOf, own} from './reconcile-support.js';
import {settledDay} from './settled-day.js';
import {openShop, type Shop} from './support.js';

/** The bank's file of the day with what the account held after each entry. */
function balanced(shop: Shop, date: string): string {
  return fileOf(shop, 'balances.csv', 'Booking date;Narration;Debit;Credit;Balance;Currency', [
    `${date};TRANSFER PO-1 DUKA;;380,00;1380,00;KES`,
    `${date};Rent;300,00;;1080,00;KES`,
    `${date};Bank charges;5,00;;1075,00;KES`,
  ]);
}

describe.concurrent('an equation', () => {
  it('says how each of its files was proved', async ({expect, onTestFinished}) => {
    const shop = await openShop(own, onTestFinished);
    const {run, files, today, open} = await settledDay(shop);
    const bank = balanced(shop, today());
    const withBalances = [...files.slice(0, -1), bank];
    const {json} = await run('reconcile', ...withBalances, '--json');
    const proofs = (id: string) => json.equations.find((each: {readonly id: string}) => each.id === id).files;
    expect(proofs('a')).toEqual([{file: 'provider.csv', proof: {by: 'nothing', lookAt: [2, 4]}}]);
    expect(proofs('b').map(({file}: {readonly file: string}) => file)).toEqual(['provider.csv', 'payouts.csv']);
    expect(proofs('c')).toContainEqual({file: 'balances.csv', proof: {by: 'balances', count: 2}});
    expect(json.coverage.bank).toContainEqual(
      expect.objectContaining({name: 'balances.csv', proof: {by: 'balances', count: 2}}),
    );
    // The other file of the bank is kept from the first run; both are told.
    const {out} = await run('reconcile', '--bank-file', bank);
    expect(out).toMatch(/Payouts to bank KES\n(?:[ +=].*\n)+ {2}balances\.csv: Proved by 2 balances\.\n/u);
    expect(out).toContain('  provider.csv: Cannot be proved: look at lines 2 and 4.\n');
    const inFrench = await run('reconcile', '--bank-file', bank, '--lang', 'fr');
    expect(inFrench.out).toMatch(/ {2}balances\.csv : .*2 soldes/u);
    const [book, table] = [join(shop.home, 'found.xlsx'), join(shop.home, 'found.csv')];
    await run('reconcile', '--out', book);
    const {Summary = [], Coverage = [], Exceptions = []} = readSheets(readFileSync(book));
    expect(Summary.filter(({item}) => item === 'proof').map(({section, text}) => [section, text])).toContainEqual([
      'Payouts to bank',
      'balances.csv: Proved by 2 balances.',
    ]);
    expect(Coverage.map(({note, proof}) => [note, proof])).toContainEqual(['balances.csv', 'Proved by 2 balances.']);
    await run('reconcile', '--out', table);
    const rows = csvRows(readFileSync(table, 'utf8'));
    expect(rows.map(({proof}) => proof)).toEqual(Exceptions.map(({proof}) => proof));
    expect(rows.find(({proof = ''}) => proof.includes('balances.csv: Proved by 2 balances.'))).toBeDefined();
    const ledger = await run('reconcile', '--book', 'hledger');
    expect(ledger.out).toMatch(/^; file_\d balances\.csv Proved by 2 balances\.$/mu);
    expect(ledger.out).toContain(open.slice(0, 12));
  });
});
