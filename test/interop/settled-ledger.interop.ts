import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {chartNames, charts} from '../../src/commands/export/chart.js';
import {hledgerText, ledgerText} from '../../src/commands/export/hledger.js';
import {settledTransactions} from '../../src/commands/export/settled-ledger.js';
import {beancountText} from '../../src/commands/export/transactions-text.js';
import {reconcile} from '../../src/core/reconcile/result/reconcile.js';
import {plantable, twoBooks} from '../core/reconcile/two-books.js';
import {temporaryFolder} from '../till/real-till.js';
import {run} from './programs.js';

const shop = {shop: 'Corner "Shop"; \\', till: 'T7K', profile: 'live'};

/** The three files of one reconciliation, with a clearing account that the programs have to find empty. */
function filesOf(seed: number, chart: (typeof chartNames)[number], kinds: readonly (typeof plantable)[number][]) {
  const {inputs} = twoBooks(seed, {size: 12, kinds, ofPayout: seed % 2 === 0 ? 'PAYOUT_MISMATCH' : 'BANK_MISSING'});
  const owed = [
    {date: inputs.days.from, role: 'vat' as const, rate: '16', currency: 'KES', amount: {digits: 1234n, scale: 2}},
  ];
  const transactions = settledTransactions(reconcile(inputs), {chart: charts[chart], shop, language: 'fr', owed});
  const folder = temporaryFolder();
  const written = {hledger: hledgerText, ledger: ledgerText, beancount: beancountText};
  return Object.entries(written).map(([name, textOf]) => {
    const file = join(folder, `book.${name}`);
    writeFileSync(file, textOf(transactions));
    return file;
  });
}

function areContent([hledger = '', ledger = '', beancount = '']: readonly string[]): readonly boolean[] {
  return [
    run('hledger', '-f', hledger, 'check', '--strict', 'ordereddates', 'payees').said === '',
    run('ledger', '-f', ledger, '--pedantic', 'balance').isContent,
    run('bean-check', beancount).said === '',
  ];
}

it('the entries of any reconciliation satisfy all three programs, in every chart', () => {
  const settled = fc.record({
    seed: fc.nat(),
    chart: fc.constantFrom(...chartNames),
    kinds: fc.array(fc.constantFrom(...plantable), {maxLength: 8}),
  });
  fc.assert(
    fc.property(settled, ({seed, chart, kinds}) => {
      expect(areContent(filesOf(seed, chart, kinds))).toEqual([true, true, true]);
    }),
    {numRuns: 15},
  );
});

it('money that is left in the clearing account is found by all three', () => {
  const spoilt = filesOf(3, 'english', ['AMOUNT_OVER']).map(file => {
    const text = readFileSync(file, 'utf8');
    const other = text.replace(/^( +)Assets:Clearing:Provider {2}(?=\d)/mu, '$1Assets:Bank  ');
    expect(other).not.toBe(text);
    writeFileSync(file, other);
    return file;
  });
  expect(areContent(spoilt)).toEqual([false, false, false]);
});
