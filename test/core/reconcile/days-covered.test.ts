import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {leftOpen} from '../../../src/core/reconcile/result/decide.js';
import type {Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import type {ProviderRow, SourceFile} from '../../../src/core/reconcile/rows/row.js';
import {reconciliationText} from '../../../src/views/reconcile/reconciliation-text.js';
import {forAll} from '../../hostile/runs.js';
import {bankFile, payment, payoutFile, providerFile, reconciled, row, termsOf, told, unexplained} from './samples.js';

const month = {from: '2026-11-01', to: '2026-11-30'};
const on = (date: number) => `2026-11-${String(date).padStart(2, '0')}`;

/** A payment of a day of November, and its row. */
const paidOn = (number: number, date: number) =>
  payment(number, {businessDate: on(date), requestedAt: Date.parse(`${on(date)}T09:00:00Z`)});
const rowOn = (number: number, date: number, more: Partial<ProviderRow> = {}) =>
  row(number, {at: `${on(date)} 12:00:10`, ...more});

/** A file that covers the days of its rows, as it is read. */
function fileOf(rows: readonly ProviderRow[], name = 'november.csv'): SourceFile<ProviderRow> {
  const days = rows.flatMap(({at}) => at?.slice(0, 10) ?? []).sort();
  const [from, to] = [days[0], days.at(-1)];
  return providerFile(rows, {
    name,
    sha256: name.padEnd(64, '0'),
    ...(from !== undefined && to !== undefined && {told: {from, to}}),
  });
}

const ofMonth = (more: Partial<Inputs>) => reconciled({days: month, asOf: Date.parse('2026-12-01T06:00:00Z'), ...more});

describe('payments of days that no file covers', () => {
  const payments = Array.from({length: 30}, (_, at) => paidOn(at + 1, at + 1));
  const rows = (from: number, to: number) =>
    Array.from({length: to - from + 1}, (_, at) => rowOn(from + at, from + at));

  it('are one line where they are later than the file, and explain its sum', () => {
    const result = ofMonth({payments, providerFiles: [fileOf(rows(1, 13))]});
    expect(told(result)).toEqual(['TIMING later-than-files KES -3400.00']);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
    expect(termsOf(result, 'a')).toEqual({
      'journal-paid': '6000.00',
      'in-another-window': '-3400.00',
      'provider-gross': '2600.00',
    });
    const text = [...reconciliationText(result, {language: 'en', width: 200})].join('\n');
    expect(text).toContain('17 payments are later than november.csv, which ends on 2026-11-13.');
    expect([...result.lines][0]).toMatchObject({severity: 'info', local: {currency: 'KES'}, reference: ''});
  });

  it('are one line where they are earlier, and one for each gap between files', () => {
    const result = ofMonth({payments, providerFiles: [fileOf(rows(4, 10), 'a.csv'), fileOf(rows(15, 27), 'b.csv')]});
    expect(told(result)).toEqual([
      'TIMING between-files KES -800.00',
      'TIMING earlier-than-files KES -600.00',
      'TIMING later-than-files KES -600.00',
    ]);
    expect([...result.lines].map(({facts}) => facts)).toEqual([
      {count: 4, file: 'a.csv', last: on(10), next: 'b.csv', first: on(15)},
      {count: 3, file: 'a.csv', first: on(4)},
      {count: 3, file: 'b.csv', last: on(27)},
    ]);
  });

  it('are missing on days that the file covers', () => {
    const without = rows(1, 13).filter(({at}) => !at?.startsWith(on(6)));
    const result = ofMonth({payments: payments.slice(0, 13), providerFiles: [fileOf(without)]});
    expect(told(result)).toEqual(['MISSING_AT_PROVIDER absent-but-answered KES -200.00']);
  });

  it('are carried each by itself, until a file has them or they are looked for again', () => {
    const result = ofMonth({payments, providerFiles: [fileOf(rows(1, 27))]});
    const carried = leftOpen(result);
    expect(carried.map(({key}) => key)).toEqual(
      payments.slice(27).map(({reference}) => `TIMING:${reference}:KES-200.00`),
    );
    const december = {from: '2026-12-01', to: '2026-12-31'};
    const later = (providerFiles: Inputs['providerFiles']) =>
      reconciled({days: december, asOf: Date.parse('2026-12-02T06:00:00Z'), payments, carried, providerFiles});
    expect(later([fileOf(rows(28, 30), 'december.csv')]).cleared).toEqual(carried);
    for (const more of [{status: 'Failed'}, {currency: 'USD'}, {amount: '150.00'}]) {
      const others = rows(28, 30).map(each => ({...each, ...more}));
      expect(later([fileOf(others, 'december.csv')]).cleared).toEqual([]);
    }
    const open = later([]);
    expect(told(open)).toEqual(['TIMING waits-for-file KES -600.00']);
    expect(open.cleared).toEqual([]);
    expect(leftOpen(open)).toEqual(carried);
    const [line] = open.lines;
    const accepted = [{key: line?.key ?? '', who: 'Amina', note: 'written off', when: '2026-12-02'}];
    const settled = reconciled({days: december, payments, carried, accepted});
    expect(settled.totals.byStatus.accepted).toBe(1);
    expect(leftOpen(settled)).toEqual([]);
  });
});

it('a single payment that no file covers has a line of its own', () => {
  const [first, second] = [paidOn(1, 1), paidOn(2, 2)];
  const {lines} = ofMonth({payments: [first, second], providerFiles: [fileOf([rowOn(1, 1)])]});
  expect([...lines]).toMatchObject([{reason: 'later-than-files', reference: second.reference}]);
});

it('one line for the fees of several payments is carried like any other', () => {
  const payments = [payment(1, {fee: '0'}), payment(2, {fee: '0'})];
  const result = reconciled({payments, providerFiles: [providerFile([row(1), row(2)])]});
  expect(leftOpen(result).map(({key}) => key)).toEqual(['FEE_MISMATCH:fees/KES:KES1.00']);
});

describe('a file of another month', () => {
  const october = (more: Partial<ProviderRow> = {}) =>
    providerFile([row(90, {at: '2026-10-05', ...more}), row(91, {at: '2026-10-31', reference: 'X'})], {
      name: 'october.csv',
      sha256: 'c'.repeat(64),
      told: {from: '2026-10-05', to: '2026-10-31'},
    });

  it('is one line, and in no sum', () => {
    const result = ofMonth({payments: [paidOn(1, 20)], providerFiles: [fileOf([rowOn(1, 20)]), october()]});
    expect(told(result)).toEqual(['NOT_COMPARED file-of-other-days']);
    expect(termsOf(result, 'a')).toEqual({'journal-paid': '200.00', 'provider-gross': '200.00'});
    expect(result.totals.remaining).toBe(0);
    expect(result.coverage.provider.map(({name, isOfTheDays}) => [name, isOfTheDays]).sort()).toEqual([
      ['november.csv', true],
      ['october.csv', false],
    ]);
  });

  it('has to be looked at where no other file counts', () =>
    expect(ofMonth({payments: [], providerFiles: [october()]}).totals.remaining).toBe(1));

  it('may be one of payouts, or of the bank', () => {
    const days = {told: {from: '2026-10-05', to: '2026-10-06'}};
    const result = ofMonth({
      payoutFiles: [payoutFile([{at: '2026-10-05'}], days)],
      bankFiles: [bankFile([{bookedOn: '2026-10-06'}], days)],
    });
    expect(told(result)).toEqual(['NOT_COMPARED file-of-other-days', 'NOT_COMPARED file-of-other-days']);
    expect(result.equations).toEqual([]);
    expect(result.coverage.bank).toMatchObject([{isOfTheDays: false}]);
  });
});

it('has the same differences in two files as in one, wherever it is split', () => {
  const kinds = ['agrees', 'missing', 'alone', 'less'] as const;
  const happened = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.integer({min: 1, max: 30})), {
    minLength: 1,
    maxLength: 40,
  });
  forAll({numRuns: 100}, happened, fc.integer({min: 1, max: 29}), (given, split) => {
    const all = given.map(([kind, date], at) => ({kind, date, number: at + 1}));
    // A file has a row on each day: what is missing on a day without rows is in a gap between two files, and in none of a whole one.
    const daily = Array.from({length: 30}, (_, at) => ({kind: 'agrees' as const, date: at + 1, number: at + 101}));
    const everything = [...all, ...daily];
    const payments = everything.flatMap(({kind, date, number}) => (kind === 'alone' ? [] : paidOn(number, date)));
    const rows = everything.flatMap(({kind, date, number}) =>
      kind === 'missing' ? [] : rowOn(number, date, kind === 'less' ? {amount: '150.00'} : {}),
    );
    const part = (isIn: (date: string) => boolean, name: string) =>
      fileOf(
        rows.filter(({at}) => isIn(at?.slice(0, 10) ?? '')),
        name,
      );
    const told = (providerFiles: Inputs['providerFiles']) => {
      const {lines, equations} = ofMonth({payments, providerFiles});
      const differences = [...lines].map(({key, reason, status, effects}) => ({key, reason, status, effects}));
      return {differences, equations: equations.map(({files: _, ...equation}) => equation)};
    };
    expect(told([part(date => date <= on(split), 'a.csv'), part(date => date > on(split), 'b.csv')])).toEqual(
      told([fileOf(rows)]),
    );
  });
});
