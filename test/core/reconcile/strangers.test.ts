// @module-tag slow

import {expect, it} from 'vitest';
import {reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import type {ConfirmedMatch} from '../../../src/core/reconcile/rows/discrepancy.js';
import type {Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import {day, inputs, payment, payoutFile, providerFile, referenceOf, row, unexplained} from './samples.js';
import {sequenceOf} from './two-books.js';

/** A day of a small shop, and a file in which most rows are of nobody here. */
function strangeDay(seed: number): {readonly rows: ReturnType<typeof row>[]; readonly given: Inputs} {
  const fraction = sequenceOf(seed);
  const below = (most: number) => Math.floor(fraction() * most);
  const strangers = [3, 400, 1300][seed % 3] ?? 0;
  const payments = Array.from({length: 20}, (_, number) =>
    payment(number, {amount: {currency: 'KES', minor: 10_000 + below(40) * 100}}),
  );
  const known = payments
    .slice(6 + below(8))
    .map(({amount, reference}, at) => row(at, {reference, amount: (amount.minor / 100).toFixed(2)}));
  const rows = Array.from({length: strangers}, (_, at) => {
    const net = below(40) === 0 ? '7.00' : null;
    return row(1000 + at, {
      line: 1000 + at,
      reference: below(30) === 0 ? '' : below(30) === 0 ? 'AGAIN' : `Q${below(1_000_000)}`,
      serviceReference: below(3) === 0 ? `S${below(500)}` : null,
      amount: (100 + below(60)).toFixed(2),
      currency: below(50) === 0 ? 'UGX' : 'KES',
      status: below(20) === 0 ? 'Failed' : below(60) === 0 ? 'Escheated' : 'Completed',
      kind: below(60) === 0 ? 'refund' : 'payment',
      net,
      at: `${day}T09:${String(below(60)).padStart(2, '0')}:00Z`,
      phone: below(4) === 0 ? `2547${String(below(20)).padStart(8, '0')}` : null,
      payout: below(9) === 0 ? 'P1' : null,
    });
  });
  const all = [...known, row(900, {reference: `${referenceOf(3)} ${referenceOf(4)}`}), ...rows];
  const lost = payment(30, {businessDate: day});
  const named = rows.find(
    ({reference, status, kind, currency}) =>
      reference.startsWith('Q') && status === 'Completed' && kind === 'payment' && currency === 'KES',
  );
  const isOf = {amount: {currency: 'KES', minor: Number(named?.amount) * 100}} as const;
  const said: ConfirmedMatch[] = [
    {
      key: `MISSING_LOCALLY:${named?.reference}:KES${named?.amount}`,
      reference: lost.reference,
      who: 'Amina',
      when: `${day}T15:00:00Z`,
    },
  ];
  const payoutFiles = seed % 2 === 0 ? [payoutFile([{amount: '500.00'}])] : [];
  return {rows: all, given: inputs({payments: [...payments, {...lost, ...isOf}], payoutFiles, matches: said})};
}

/** What is told, but for the files and lines that it is told of. */
function toldOf(given: Inputs, files: Inputs['providerFiles']) {
  const result = reconcile({...given, providerFiles: files});
  const {suggestions, groups, totals, equations, cleared} = result;
  const lines = Array.from(result.lines, ({rows: _, ...line}) => line);
  expect(new Set(lines.map(({key}) => key)).size).toBe(lines.length);
  expect(unexplained(result).filter(text => text.startsWith('a '))).toEqual(
    [...new Set(totals.providerGross.map(({currency}) => currency)), 'KES']
      .sort()
      .filter((each, at, all) => all.indexOf(each) === at)
      .map(currency => `a ${currency} ${currency === 'UGX' ? '0' : '0.00'}`),
  );
  return {lines, suggestions, groups, totals, equations: equations.map(({files: _, ...equation}) => equation), cleared};
}

/** Of rows that two files have nothing is made later. */
it.each(Array.from({length: 12}, (_, seed) => seed))(
  'rows of nobody are told alike whether they are held or made when they are asked for: %i',
  seed => {
    const {rows, given} = strangeDay(seed);
    const [one, copy] = [providerFile(rows), providerFile(rows, {sha256: 'e'.repeat(64)})];
    const [told, toldOfTwo] = [toldOf(given, [one]), toldOf(given, [one, copy])];
    expect(told.lines.length).toBe(toldOfTwo.lines.length); // the difference of long lists takes seconds to find
    expect(told).toEqual(toldOfTwo);
    if (rows.length > 100) expect(told.suggestions).not.toEqual([]);
  },
);

it('rows of nobody take no memory but for their places and keys', () => {
  const {given} = strangeDay(2);
  const made = {count: 0};
  const length = 5000;
  const at = (index: number) => {
    made.count += 1;
    return row(index, {line: index + 2, reference: `Q${index}`, amount: '10.00'});
  };
  const rows = {
    length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) yield at(index);
    },
    distinct: (field: string) => [field === 'currency' ? 'KES' : 'x'],
  };
  const {lines} = reconcile({...given, providerFiles: [providerFile([], {rows})]});
  const before = made.count;
  expect(lines.at(-1)).toMatchObject({code: 'MISSING_LOCALLY'});
  expect(made.count).toBeGreaterThan(before);
});
