import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import type {BankRow, ProviderRow, SourceFile} from '../../../src/core/reconcile/rows/row.js';
import {overviewOf} from '../../../src/core/reconcile/shown/overview.js';
import {plainBlanks} from '../../../src/core/text/text.js';
import {figuresTexts, leftOutTexts, suspicionTexts} from '../../../src/views/reconcile/file-text.js';
import {forAll} from '../../hostile/runs.js';

const bankRow = (line: number, more: Partial<BankRow> = {}): BankRow => ({
  ...{line, entry: `E${line}`, amount: '10.00', currency: 'KES'},
  ...{bookedOn: '2026-11-20', narration: 'Sale', status: ''},
  ...more,
});
const providerRow = (line: number, more: Partial<ProviderRow> = {}): ProviderRow => ({
  ...{line, kind: 'payment', reference: `R${line}`, serviceReference: null, amount: '10.00', currency: 'KES'},
  ...{status: 'Completed', fee: null, tax: null, net: null, at: '2026-11-20 10:00', phone: null, payout: null},
  ...more,
});
const file = <Row>(rows: readonly Row[], interval: SourceFile<Row>['interval'] = null): SourceFile<Row> => ({
  kind: 'bank',
  name: 'a.csv',
  sha256: '0'.repeat(64),
  interval,
  rows,
});
const proved = {by: 'balances', count: 2} as const;

describe('what a file comes to', () => {
  it('is told by its sums each way, its days, and the states that are no money', () => {
    const rows = [
      providerRow(2, {amount: '1250.00', at: '2026-11-21 10:00', fee: '10.00', tax: '1.60'}),
      providerRow(3, {amount: '-30', kind: 'refund'}),
      providerRow(8, {amount: '15', kind: 'refund'}),
      providerRow(9, {amount: '5', kind: 'fee'}),
      providerRow(4, {status: 'Failed', amount: '900'}),
      providerRow(5, {status: 'Failed', amount: '900'}),
      providerRow(6, {status: 'Sonderbar', amount: '1'}),
      providerRow(7, {currency: 'UGX', amount: '5000'}),
    ];
    const overview = overviewOf(file(rows), proved);
    expect(overview.received.map(each => `${each.currency} ${plainAmount(each)}`)).toEqual(['KES 1250.00', 'UGX 5000']);
    expect(figuresTexts(overview, 'en').map(plainBlanks)).toEqual([
      'In: KES 1,250.00 and UGX 5,000',
      'Out: KES 50.00',
      'Taxes beside the fees: KES 1.60',
      'First 2026-11-20, last 2026-11-21',
    ]);
    expect(leftOutTexts(overview, {unmoved: 2}, 'en')).toEqual([
      'Left out, since the balances show that they moved no money: 2',
      'Not counted as money: “Failed” 2 (line 4 and 5), “Sonderbar” 1 (line 6)',
    ]);
    expect(overview.suspicious).toEqual([]);
    const paid = overviewOf({...file(rows), paidWords: ['Sonderbar']}, proved);
    expect(leftOutTexts(paid, {}, 'en').join()).not.toContain('Sonderbar');
    expect(leftOutTexts(overviewOf(file(rows), proved, {sonderbar: 'paid'}), {}, 'en').join()).not.toContain(
      'Sonderbar',
    );
  });

  it('names a row that no balance proves beside others that one does', () => {
    const rows = [bankRow(2, {amount: '900.00'}), bankRow(3, {entry: 'E3'})];
    const overview = overviewOf({...file(rows), untested: [2]}, proved);
    expect(suspicionTexts(overview, 'en', 5).map(plainBlanks)).toEqual([
      'Line 2 is not proved by a balance: 2026-11-20 KES 900.00 E2',
    ]);
    expect(overview.toLookAt).toBe(1);
  });

  it('names first the rows that stand in it twice, then those of other days, then those that show whether it was read right', () => {
    const rows = [
      bankRow(2, {amount: '1250.00'}),
      bankRow(3, {bookedOn: '2026-10-31'}),
      bankRow(4, {entry: 'E2', amount: '1250.00'}),
      bankRow(5, {entry: ''}),
      bankRow(6, {entry: ''}),
    ];
    const interval = {from: '2026-11-01', to: '2026-11-30'};
    const overview = overviewOf(file(rows, interval), {by: 'nothing', lookAt: [2]});
    expect(suspicionTexts(overview, 'en', 5).map(plainBlanks)).toEqual([
      'Line 4 repeats line 2: 2026-11-20 KES 1,250.00 E2',
      'Line 3 is outside the days of the file: 2026-10-31 KES 10.00 E3',
      'Line 2: 2026-11-20 KES 1,250.00 E2',
    ]);
    expect(suspicionTexts(overview, 'en', 1).map(plainBlanks)).toEqual([
      'Line 4 repeats line 2: 2026-11-20 KES 1,250.00 E2',
      '2 more rows to look at',
    ]);
  });

  it.each([
    ['one that a mark made a hundred times what it was', ['125000.00'], [2]],
    ['up to three of them', ['90000.00', '-8000.00', '700.00'], [2, 3, 4]],
    ['none of four, which are another kind of payment', ['900.00', '900.00', '900.00', '900.00'], []],
    ['none that is less than ten times the next', ['99.99'], []],
  ])('names amounts far beyond all others: %s', (_, amounts, lines) => {
    const sizes = [...amounts, ...Array.from({length: 10}, () => '10.00')];
    const rows = sizes.map((amount, at) => bankRow(at + 2, {amount}));
    const {suspicious, toLookAt} = overviewOf(file(rows), proved);
    expect(suspicious.map(({line, why}) => [line, why])).toEqual(lines.map(line => [line, 'far']));
    expect(toLookAt).toBe(lines.length);
    // Of a few rows, or of another currency, it says nothing.
    expect(overviewOf(file(rows.slice(0, 9)), proved).toLookAt).toBe(0);
    expect(
      overviewOf(file([...rows.slice(0, 6), ...rows.slice(6).map(row => ({...row, currency: 'UGX'}))]), proved)
        .toLookAt,
    ).toBe(0);
  });

  it('counts every row that says what an earlier one says, and no other', () => {
    const someRows = fc.array(fc.tuple(fc.nat(6), fc.nat(3)), {maxLength: 40});
    forAll(someRows, drawn => {
      const rows = drawn.map(([entry, amount], at) => bankRow(at + 2, {entry: `E${entry}`, amount: `${amount}.00`}));
      const different = new Set(drawn.map(String)).size;
      const {toLookAt, suspicious} = overviewOf(file(rows), proved);
      expect(toLookAt).toBe(rows.length - different);
      for (const {line, first, why} of suspicious) {
        expect(why).toBe('repeated');
        expect(String(drawn[line - 2])).toBe(String(drawn[(first ?? 0) - 2]));
      }
    });
  });
});
