import fc from 'fast-check';
import {expect, it} from 'vitest';
import {FirstPass} from '../../../src/core/reconcile/result/first-pass.js';
import {reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import type {Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import {eachOnce, type LocalPayment} from '../../../src/core/reconcile/rows/local.js';
import {forAll, runs} from '../../hostile/runs.js';
import {bytesOf, day, inputs, payment, payoutFile, providerFile, referenceOf, refund, row} from './samples.js';
import {type OfPayout, plantable, sequenceOf, twoBooks} from './two-books.js';

/** What is compared after a first pass over the journals of some tills, payment by payment. */
function passed(given: Inputs, journals: readonly (readonly LocalPayment[])[], beside: readonly string[] = []) {
  const {days, providerFiles, payoutFiles, settings, profile} = given;
  const pass = new FirstPass({days, providerFiles, payoutFiles, settings, profile, beside: new Set(beside)});
  const kept = journals.map(payments => payments.filter(each => !pass.take(each)));
  const missing = [...pass.missing()];
  const back = new Set(pass.givenBack());
  const whole = kept.map((list, at) => [
    ...list,
    ...(journals[at] ?? []).filter(each => back.has(each.reference) && !list.includes(each)),
  ]);
  const settled = pass.pairs();
  return {missing, settled, inputs: {...given, payments: eachOnce(whole), settled}};
}

const same = (given: Inputs, journals: readonly (readonly LocalPayment[])[], beside: readonly string[] = []) => {
  const {inputs: after, settled} = passed(given, journals, beside);
  expect(bytesOf(reconcile(after))).toBe(bytesOf(reconcile({...given, payments: eachOnce(journals)})));
  return settled.pairs.length;
};

const books = fc
  .record({
    seed: fc.integer(),
    size: fc.nat({max: 30}),
    kinds: fc.array(fc.constantFrom(...plantable), {maxLength: 8}),
    ofPayout: fc.constantFrom<OfPayout>(null, 'PAYOUT_MISMATCH', 'BANK_MISSING'),
  })
  .map(({seed, ...rest}) => ({seed, ...twoBooks(seed, rest)}));

it('comes to the same bytes as all payments at once, whatever differs', {tags: ['slow']}, () => {
  let settled = 0;
  forAll(runs(100, 2000), books, fc.boolean(), fc.nat(3), ({seed, inputs: given}, hasPayouts, tills) => {
    const next = sequenceOf(seed);
    const files = hasPayouts ? given : {...given, payoutFiles: []};
    const journals = Array.from({length: tills + 1}, (): LocalPayment[] => []);
    for (const each of given.payments) journals[Math.floor(next() * journals.length)]?.push(each);
    settled += same(files, journals);
  });
  expect(settled).toBeGreaterThan(1000);
});

const numbers = Array.from({length: 8}, (_, number) => number);
const right = (number: number, more: Partial<LocalPayment> = {}) =>
  payment(number, {payer: `wallet ${number}`, ...more});
const rowFor = (number: number) => row(number, {reference: referenceOf(number)});

/** Eight payments, each with its row, of which the first is another one in some way. */
const others: Readonly<Record<string, (one: LocalPayment) => Partial<LocalPayment>>> = {
  'nothing differs': () => ({}),
  'it was late': () => ({isLate: true}),
  'it is given back': () => ({refunds: [refund(1)]}),
  'it is open': () => ({status: 'pending', wasPaid: false}),
  'it was sold on another day': () => ({businessDate: '2026-11-18'}),
  'it is in cash': () => ({method: 'cash'}),
  'it is of another world': () => ({profile: 'sandbox'}),
  'the provider knows it by another name': () => ({providerReference: 'SUB-1'}),
  'the provider knows it by the name of another': () => ({providerReference: referenceOf(1)}),
  'its clock is off': () => ({skewSeconds: 4000}),
  'its fee is not that of the file': () => ({fee: '9.00'}),
  'it is of the payer of another, a minute later': one => ({payer: 'wallet 1', requestedAt: one.requestedAt + 60_000}),
};

it.each(Object.keys(others))('leaves to the second pass what is to be looked at: %s', name => {
  const first = right(0);
  const payments = [right(0, others[name]?.(first)), ...numbers.slice(1).map(number => right(number))];
  const given = inputs({payments, providerFiles: [providerFile(numbers.map(rowFor))]});
  const settled = same(given, [payments]);
  if (name === 'nothing differs') expect(settled).toBe(8);
  else expect(settled).toBeLessThan(8);
  expect(same(given, [payments.toReversed()])).toBe(settled);
  expect(same({...given, payoutFiles: [payoutFile([{payout: 'P', amount: '1.00'}])]}, [payments])).toBeLessThanOrEqual(
    8,
  );
  same({...given, payoutFiles: [payoutFile([])], asOf: Date.parse('2026-12-10T00:00:00Z')}, [payments]);
});

it.each([0, 1, 5])('sums up fees that the service has answered as none, with %i of a payment that is held', held => {
  const free = numbers.map(number =>
    right(number, {
      fee: '0',
      ...(number < held ? {skewSeconds: 4000} : {}),
      ...(number === 6 ? {businessDate: '2026-11-19'} : {}),
    }),
  );
  const given = inputs({
    days: {from: '2026-11-19', to: day},
    payments: free,
    providerFiles: [providerFile(numbers.map(rowFor))],
  });
  expect(same(given, [free.slice(0, 4), free.slice(4)])).toBe(8 - held);
  expect(same(given, [free.toReversed()])).toBe(8 - held);
  const [only] = free.slice(-1);
  if (only !== undefined) expect(same({...given, payments: [only]}, [[only]])).toBe(1);
});

it('holds a payment that two tills have, and a row that two files have', () => {
  const payments = numbers.map(number => right(number));
  const given = inputs({payments, providerFiles: [providerFile(numbers.map(rowFor))]});
  const there = {reference: referenceOf(3), till: 'B2', status: 'failed', wasPaid: false, payer: 'wallet 40'} as const;
  expect(same(given, [payments, [right(3, there)]])).toBe(7);
  expect(same(given, [[right(3, there)], payments])).toBe(7);
  expect(same(given, [payments, [right(3, {...there, businessDate: '2026-01-01', providerReference: 'OTHER'})]])).toBe(
    7,
  );
  const again = providerFile([rowFor(2)], {name: 'again.csv', sha256: 'a9'});
  expect(same({...given, providerFiles: [...given.providerFiles, again]}, [payments])).toBe(7);
  expect(same({...given, providerFiles: [...given.providerFiles, ...given.providerFiles]}, [payments])).toBe(8);
  const refunded = providerFile([
    ...numbers.map(rowFor),
    row(9, {reference: referenceOf(5), kind: 'reversal', amount: '-1.00'}),
  ]);
  expect(same({...given, providerFiles: [refunded]}, [payments])).toBe(7);
});

it('keeps what people and earlier days speak of, and names what was not read yet', () => {
  const payments = numbers.map(number => right(number));
  const given = inputs({payments, providerFiles: [providerFile([...numbers.map(rowFor), rowFor(20), rowFor(20)])]});
  const carried = [{key: `MISSING_AT_PROVIDER:${referenceOf(4)}`, firstSeen: '2026-11-19'}];
  expect(same({...given, carried}, [payments], [referenceOf(4)])).toBe(7);
  const {missing} = passed(given, [payments.slice(0, 6)], [referenceOf(4), referenceOf(30)]);
  expect(missing).toEqual([referenceOf(30), referenceOf(6), referenceOf(7), referenceOf(20)]);
  expect(passed(given, [[]]).settled).toMatchObject({sums: []});
});

it('says in which file, line and day each agreement is', () => {
  const payments = numbers.map(number => right(number));
  const given = inputs({payments, providerFiles: [providerFile(numbers.map(rowFor))]});
  const {settled} = passed(given, [payments]);
  expect([...settled.pairs].map(({businessDate}) => businessDate)).toEqual(numbers.map(() => day));
});

it('keeps more pairs than it has first made room for, whichever of them are given back', () => {
  const tills = ['T7K', 'T8M'];
  const payments = Array.from({length: 1100}, (_, number) => {
    const like = number === 1099 ? 3 : number; // the last is of the payer and the amount of another
    const [minor, till] = [20_000 + like * 100, tills[number % 2] ?? ''];
    const requestedAt = Date.parse(`${day}T06:00:00Z`) + like * 20_000;
    const record = {status: 'Completed', amount: String(minor / 100), currency: 'KES'} as const;
    return payment(number, {till, requestedAt, record, payer: `wallet ${like}`, amount: {currency: 'KES', minor}});
  });
  const rows = payments.map(({reference, amount}, at) => row(at, {reference, amount: String(amount.minor / 100)}));
  const files = [providerFile(rows.slice(0, 600)), providerFile(rows.slice(600), {name: 'second.csv', sha256: 'b2'})];
  expect(same(inputs({payments, providerFiles: files}), [payments])).toBe(1098);
});
