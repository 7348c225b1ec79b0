import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {firstRowsOfMany, onlySum} from '../../../src/core/reconcile/matching/groups.js';
import {everyLine} from '../../../src/core/reconcile/result/reconcile.js';
import {type ProviderEntry, referencesIn} from '../../../src/core/reconcile/rows/books.js';
import type {ConfirmedMatch} from '../../../src/core/reconcile/rows/discrepancy.js';
import {forAll} from '../../hostile/runs.js';
import {day, open, payment, providerFile, reconciled, referenceOf, row, told, unexplained} from './samples.js';

const noReference = {reference: '', fee: null, at: `${day}T12:00:00Z`};
const of = (minor: number) => ({amount: {currency: 'KES', minor} as const});
const against = (
  payments: ReturnType<typeof payment>[],
  rows: ReturnType<typeof row>[],
  matches: readonly ConfirmedMatch[] = [],
) => reconciled({payments, matches, providerFiles: [providerFile(rows)]});
const three = [payment(1, of(10_000)), payment(2, of(25_000)), payment(3, of(7_300))];
const said = (key: string, reference: string, more: Partial<ConfirmedMatch> = {}): ConfirmedMatch => ({
  key,
  reference,
  who: 'Amina',
  when: `${day}T15:00:00Z`,
  ...more,
});

describe('by references', () => {
  const named = `${referenceOf(1)}, ${referenceOf(2).toLowerCase()} ${referenceOf(3)}`;
  it('one row is of the payments that it names, where it is their sum', () => {
    const result = against(three, [row(1, {reference: named, amount: '423.00', fee: '4.50'})]);
    expect(told(result)).toEqual([]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
    expect([...everyLine(result)]).toMatchObject(
      three.map(({reference}) => ({reason: 'agrees-together', reference, facts: {rows: 1, payments: 3}})),
    );
  });

  it.each([
    ['is another sum', named, '423.01'],
    ['names a payment that is not there', `${named} ${referenceOf(9)}`, '423.00'],
    ['names something else too', `${named} thanks`, '423.00'],
  ])('nothing is matched where it %s', (_, reference, amount) => {
    const result = against(three, [row(1, {reference, amount})]);
    expect([...everyLine(result)].filter(({code}) => code === 'OK')).toEqual([]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('no payment is of two rows', () => {
    const result = against(three, [row(1, {reference: named, amount: '423.00'}), row(2, {amount: '250.00'})]);
    expect([...everyLine(result)].filter(({code}) => code === 'OK')).toMatchObject([{reference: referenceOf(2)}]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('a payment in parts is the rows of its reference where none is all of it and all together are', () => {
    const parts = [row(1, {amount: '120.00', serviceReference: 'A'}), row(1, {amount: '80.00', serviceReference: 'B'})];
    const result = against([payment(1)], parts);
    expect(told(result)).toEqual([]);
    expect([...everyLine(result)]).toMatchObject([{reason: 'agrees-together', facts: {rows: 2}, rows: [{}, {}]}]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
    const [first, second] = parts;
    for (const others of [
      [first, second, row(1, {amount: '0.01', serviceReference: 'C'})],
      [first, {...second, status: 'Failed'}],
      [first, {...second, currency: 'USD'}],
      [
        {...first, amount: '280.00'},
        {...second, amount: '-80.00'},
      ],
    ]) {
      const result = against([payment(1)], others as (typeof parts)[number][]);
      expect([...everyLine(result)].filter(({reason}) => reason === 'agrees-together')).toEqual([]);
      expect(unexplained(result).filter(each => !each.endsWith(' 0.00'))).toEqual([]);
    }
  });

  it.each([
    ['T7K0MZ4K8Q2RD1A', []],
    ['T7K0MZ4K8Q2RD1A+T7K0MZ4K8Q2RD1A', ['T7K0MZ4K8Q2RD1A']],
    ['T7K0MZ4K8Q2RD1A/t7k0mz4k8q2rd1b', ['T7K0MZ4K8Q2RD1A', 'T7K0MZ4K8Q2RD1B']],
    ['Orders 17 and 18', []],
  ])('%s names', (text, references) => expect(referencesIn(text)).toEqual(references));
});

describe('by sum', () => {
  it('a day is suggested as one row of it, and never taken by itself', () => {
    const result = against(three, [row(9, {...noReference, serviceReference: 'B1', amount: '423.00'})]);
    expect([...everyLine(result)].filter(({code}) => code === 'OK')).toEqual([]);
    expect(result.groups).toMatchObject([
      {keys: ['MISSING_LOCALLY:B1:KES423.00'], references: three.map(({reference}) => reference), basis: 'whole-day'},
    ]);
    expect([...result.lines].map(({status}) => status)).toEqual(['suggested', 'suggested', 'suggested', 'suggested']);
  });

  it('some of a day are, where no others come to the sum', () => {
    const result = against(three, [row(9, {...noReference, serviceReference: 'B1', amount: '173.00'})]);
    expect(result.groups).toMatchObject([{references: [referenceOf(1), referenceOf(3)], basis: 'near'}]);
    const twice = [...three, payment(4, of(10_000))];
    expect(against(twice, [row(9, {...noReference, serviceReference: 'B1', amount: '173.00'})]).groups).toEqual([]);
  });

  it('several rows are one payment', () => {
    const rows = [
      row(8, {...noReference, serviceReference: 'B1', amount: '150.00'}),
      row(9, {...noReference, serviceReference: 'B2', amount: '50.00'}),
    ];
    const result = against([payment(1)], rows);
    const keys = ['MISSING_LOCALLY:B1:KES150.00', 'MISSING_LOCALLY:B2:KES50.00'];
    expect(result.groups).toMatchObject([{keys, references: [referenceOf(1)]}]);
    const matched = against([payment(1)], rows, [said(keys[0] ?? '', referenceOf(1), {keys: keys.slice(1)})]);
    expect(told(matched)).toEqual([]);
    expect(unexplained(matched)).toEqual(['a KES 0.00']);
    expect([...everyLine(matched)]).toMatchObject([{reason: 'agrees-together-by-person', facts: {rows: 2}}]);
    const {digits} = payment(1);
    const ofPayers = (...phones: readonly string[]) =>
      against(
        [payment(1)],
        rows.map((each, at) => ({...each, phone: phones[at] ?? null})),
      ).groups.map(({basis}) => basis);
    expect([ofPayers(digits, digits), ofPayers(digits), ofPayers(digits, '254799999999')]).toEqual([
      ['phone'],
      ['near'],
      [],
    ]);
    const gone = against([payment(1, of(15_000))], rows.slice(0, 1), [
      said(keys[0] ?? '', referenceOf(1), {keys: keys.slice(1)}),
    ]);
    expect([...everyLine(gone)].filter(({code}) => code === 'OK')).toEqual([]);
  });

  it.each([
    ['on its day', '2026-11-20', 1],
    ['three days later', '2026-11-23', 1],
    ['four days later', '2026-11-24', 0],
    ['the day before', '2026-11-19', 0],
  ])('all of a day are one row %s', (_, date, found) => {
    const at = `${date}T23:00:00Z`;
    const {groups} = against(three, [row(9, {...noReference, at, serviceReference: 'B1', amount: '423.00'})]);
    expect(groups.filter(({basis}) => basis === 'whole-day')).toHaveLength(found);
  });

  it.each([
    ['of its currency', {}, 1],
    ['of another currency', {currency: 'USD'}, 0],
    ['that comes four days later', {at: '2026-11-24T12:00:00Z'}, 0],
  ])('a batch with rows of which one is %s is a payment or not', (_, more, found) => {
    const rows = Array.from({length: 26}, (_each, at) =>
      row(at, {
        ...noReference,
        serviceReference: 'B1',
        amount: `${at === 25 ? 45 : 5 + at / 10}`,
        ...(at === 25 && more),
      }),
    );
    expect(against([payment(1)], rows).groups.filter(({basis}) => basis === 'batch')).toHaveLength(found);
  });

  it('is what a person says while it is the sum', () => {
    const rows = [row(9, {...noReference, serviceReference: 'B1', amount: '423.00'})];
    const references = [referenceOf(2), referenceOf(3)];
    const match = said('MISSING_LOCALLY:B1:KES423.00', referenceOf(1), {references});
    const result = against(three, rows, [match]);
    expect(told(result)).toEqual([]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
    expect([...everyLine(result)]).toMatchObject(
      three.map(({reference}) => ({reason: 'agrees-together-by-person', reference, facts: {who: 'Amina'}})),
    );
    const named = against(three, [...rows, row(2, {amount: '250.00'})], [match]);
    expect([...everyLine(named)].filter(({reason}) => reason === 'agrees-together-by-person')).toEqual([]);
    const changed = [payment(1, of(10_001)), ...three.slice(1)];
    expect([...everyLine(against(changed, rows, [match]))].filter(({code}) => code === 'OK')).toEqual([]);
  });

  it('is of payments that are paid', () => {
    const unpaid = three.map(each => ({...each, ...open}));
    expect(against(unpaid, [row(9, {...noReference, serviceReference: 'B1', amount: '423.00'})]).groups).toEqual([]);
  });
});

/** Amounts that are planted as groups, a row for each, and others beside them. */
const planted = fc.record({
  groups: fc.array(fc.array(fc.integer({min: 100, max: 5_000_000}), {minLength: 2, maxLength: 6}), {maxLength: 3}),
  others: fc.array(fc.integer({min: 100, max: 5_000_000}), {maxLength: 4}),
  isTurned: fc.boolean(),
});
const decimal = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

it('finds the groups that were planted or claims nothing, and accepts none by itself', {tags: ['slow']}, () =>
  forAll(planted, ({groups, others, isTurned}) => {
    const [parts, wholes] = [groups.flat(), groups.map(total)];
    const [ours, theirs] = isTurned ? [[...wholes, ...others], parts] : [[...parts, ...others], wholes];
    const payments = ours.map((minor, index) => payment(index + 1, of(minor)));
    const rows = theirs.map((minor, index) =>
      row(index, {...noReference, serviceReference: `R${index}`, amount: decimal(minor)}),
    );
    const result = against(payments, rows);
    expect([...everyLine(result)].filter(({code}) => code === 'OK')).toEqual([]);
    expect(unexplained(result).every(each => each.endsWith(' 0.00'))).toBe(true);
    const amounts = new Map([
      ...payments.map(({reference, amount}) => [reference, amount.minor] as const),
      ...rows.map(
        ({serviceReference, amount}) =>
          [`MISSING_LOCALLY:${serviceReference}:KES${amount}`, Math.round(Number(amount) * 100)] as const,
      ),
    ]);
    const sorted = (names: readonly string[]) => names.map(name => amounts.get(name) ?? -1).sort((a, b) => a - b);
    const known = groups.map(group => group.toSorted((a, b) => a - b).join(' '));
    for (const {keys, references} of result.groups) {
      expect(total(sorted(keys))).toBe(total(sorted(references)));
      // Numbers that come to one sum by chance are claimed only if no others do.
      const many = sorted(keys.length > 1 ? keys : references).join(' ');
      const isAlone = groups.every(group => !isSubsetSum([...parts, ...others], total(group), group));
      if (isAlone) expect(known).toContain(many);
    }
  }),
);

/** Whether numbers other than these of the group come to the sum, by looking at every set of them. */
function isSubsetSum(values: readonly number[], sum: number, group: readonly number[]): boolean {
  const name = group.toSorted((a, b) => a - b).join(' ');
  let sets: readonly (readonly number[])[] = [[]];
  for (const value of values.slice(0, 14)) sets = [...sets, ...sets.map(set => [...set, value])];
  return sets.some(set => total(set) === sum && set.toSorted((a, b) => a - b).join(' ') !== name);
}

it('searches of very many rows the same ones, in whatever order a file has them', () => {
  const made = Array.from({length: 1500}, (_, at) => {
    const its = row(0, {...noReference, serviceReference: `R${String((at * 787) % 1500).padStart(4, '0')}`});
    return {row: its, amount: {digits: at % 5 === 0 ? -1n : 1n, scale: 0}} as ProviderEntry;
  });
  const namesOf = (rows: Iterable<ProviderEntry>) => Array.from(rows, each => each.row.serviceReference).sort();
  const cameIn = namesOf(made.filter(({amount}) => amount.digits > 0n));
  for (const given of [made, made.toReversed()]) {
    const [first, others] = firstRowsOfMany(given);
    expect(namesOf(first)).toEqual(cameIn.slice(0, 300));
    expect(others).toHaveLength(1200);
    expect(namesOf([...first, ...others])).toEqual(namesOf(made));
  }
});

it('looks no further than is bounded', () => {
  const many = Array.from({length: 24}, (_, index) => 2 * (1000 + index));
  expect(onlySum(99_999, {batches: [], near: many, minorIn: Number})).toBeNull();
  expect(onlySum(12, {batches: [[5, 7]], near: Array(25).fill(1), minorIn: Number})).toEqual({
    items: [5, 7],
    isBatch: true,
  });
});
