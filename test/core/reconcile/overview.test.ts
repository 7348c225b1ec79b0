import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import type {BankRow, PayoutRow, ProviderRow, SourceFile} from '../../../src/core/reconcile/rows/row.js';
import {overviewOf} from '../../../src/core/reconcile/shown/overview.js';
import {plainBlanks} from '../../../src/core/text/text.js';
import {figuresTexts, leftOutTexts, suspicionTexts} from '../../../src/views/reconcile/file-text.js';
import {forAll} from '../../hostile/runs.js';

const bankRow = (line: number, more: Partial<BankRow> = {}): BankRow => ({
  line,
  entry: `E${line}`,
  amount: '10.00',
  currency: 'KES',
  bookedOn: '2026-11-20',
  narration: 'Sale',
  status: '',
  ...more,
});
const providerRow = (line: number, more: Partial<ProviderRow> = {}): ProviderRow => ({
  line,
  kind: 'payment',
  reference: `R${line}`,
  serviceReference: null,
  amount: '10.00',
  currency: 'KES',
  status: 'Completed',
  fee: null,
  tax: null,
  net: null,
  at: '2026-11-20 10:00',
  phone: null,
  payout: null,
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

  const payoutRow = (line: number, more: Partial<PayoutRow> = {}): PayoutRow => ({
    line,
    payout: `PO-${line}`,
    amount: '10.00',
    currency: 'KES',
    status: 'Completed',
    at: '2026-11-20',
    ...more,
  });

  it.each([
    ['an entry of a bank', bankRow(2), {entry: ''}, [{narration: 'Rent'}, {bookedOn: '2026-11-21'}, {currency: 'UGX'}]],
    ['a row of a provider', providerRow(2), {reference: ''}, [{kind: 'refund'}, {status: 'Paid'}, {at: null}]],
    [
      'a row with the reference of the provider alone',
      providerRow(2, {reference: '', serviceReference: 'S1'}),
      {serviceReference: null},
      [{serviceReference: 'S2'}, {reference: 'R'}, {amount: '9.00'}],
    ],
    ['a payout', payoutRow(2), undefined, [{payout: 'PO-3'}, {at: '2026-11-21'}, {currency: 'UGX'}, {amount: '9.00'}]],
  ])('names %s that is there twice, if something names it', (_, row, nameless, others) => {
    const twice = (again: object, first: object = {}) =>
      overviewOf(
        file([
          {...row, ...first},
          {...row, line: 3, ...again},
        ] as ProviderRow[]),
        proved,
      ).suspicious;
    const name = 'payout' in row && !('kind' in row) ? row.payout : 'entry' in row ? row.entry : row.reference || 'S1';
    expect(twice({})).toEqual([
      {line: 3, why: 'repeated', first: 2, day: '2026-11-20', amount: '10.00', currency: 'KES', reference: name},
    ]);
    if (nameless !== undefined) expect(twice(nameless, nameless)).toEqual([]);
    for (const other of others) expect(twice(other)).toEqual([]);
  });

  it('has the first and the last day in whatever order, and no other row outside than those of other days', () => {
    const days = ['2026-11-05', null, '2026-11-01', '2026-11-30', '2026-11-12', '2026-11-12'];
    const rows = days.map((day, at) => providerRow(at + 2, {at: day === null ? null : `${day} 10:00`}));
    const of = (from: string, to: string) => overviewOf(file(rows, {from, to}), proved);
    expect(of('2026-11-01', '2026-11-30')).toMatchObject({first: '2026-11-01', last: '2026-11-30', toLookAt: 0});
    expect(of('2026-11-02', '2026-11-29').suspicious.map(({line, why}) => [line, why])).toEqual([
      [4, 'outside'],
      [5, 'outside'],
    ]);
    const none = overviewOf(file([providerRow(2, {at: null})]), proved);
    expect(none).toMatchObject({first: null, last: null});
    const later = ['2026-11-20', '2026-11-20 11:00', '2026-11-2'].map((at, line) => providerRow(line, {at}));
    expect(overviewOf(file(later), proved)).toMatchObject({first: '2026-11-20', last: '2026-11-20'});
  });

  it('lists five rows of a reason, twenty states and three lines of each, and counts all', () => {
    const interval = {from: '2026-12-01', to: '2026-12-31'};
    const same = Array.from({length: 9}, (_, at) => bankRow(at + 2, {entry: 'E'}));
    const beyond = overviewOf(file(same, interval), proved);
    expect(beyond.suspicious.map(({why}) => why)).toEqual([
      ...Array.from({length: 5}, () => 'repeated'),
      ...Array.from({length: 5}, () => 'outside'),
    ]);
    expect(beyond.toLookAt).toBe(8 + 9);
    const words = Array.from({length: 100}, (_, at) => bankRow(at + 2, {status: `Sonderbar ${at % 25}`}));
    const {states} = overviewOf(file(words), proved);
    expect([states.length, states[0]]).toEqual([
      20,
      {word: 'Sonderbar 0', standing: 'unknown', rows: 4, lines: [2, 27, 52]},
    ]);
  });

  it('names a row for its gravest reason alone, and amounts in the order of their size', () => {
    const rows = ['10.00', '700.00', '90000.00', '8000.00'].map((amount, at) => bankRow(at + 2, {amount}));
    const all = [...rows, ...Array.from({length: 6}, (_, at) => bankRow(at + 6))];
    const far = overviewOf(file(all), {by: 'nothing', lookAt: [3, 4, 9]});
    expect(far.suspicious.map(({line, why}) => [line, why])).toEqual([
      [4, 'far'],
      [5, 'far'],
      [3, 'far'],
      [9, 'unproved'],
    ]);
    expect(far.toLookAt).toBe(4);
    expect(overviewOf(file(all.slice(1)), proved).toLookAt).toBe(0);
    const zero = overviewOf(
      file([...Array.from({length: 10}, (_, at) => bankRow(at + 2, {amount: '0.00'})), bankRow(20)]),
      proved,
    );
    expect(zero).toMatchObject({toLookAt: 0, given: []});
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
