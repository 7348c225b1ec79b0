// @module-tag slow

import fc from 'fast-check';
import {expect, it} from 'vitest';
import {equalDecimals, zero} from '../../../src/core/money/decimal.js';
import {bankOf} from '../../../src/core/reconcile/bank/bank.js';
import {payoutsOf} from '../../../src/core/reconcile/bank/payouts.js';
import {equationsOf, sumsOf, TermSums} from '../../../src/core/reconcile/result/equations.js';
import {everyLine, type Reconciliation, reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import {DecimalSums, isZero} from '../../../src/core/reconcile/rows/amount.js';
import {makeBooks} from '../../../src/core/reconcile/rows/books.js';
import {readKey} from '../../../src/core/reconcile/rows/finish.js';
import type {Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import {forAll, runs} from '../../hostile/runs.js';
import {bytesOf, unexplained} from './samples.js';
import {type OfPayout, plantable, sequenceOf, twoBooks} from './two-books.js';

const books = fc
  .record({
    seed: fc.integer(),
    size: fc.nat({max: 30}),
    kinds: fc.array(fc.constantFrom(...plantable), {maxLength: 8}),
    ofPayout: fc.constantFrom<OfPayout>(null, 'PAYOUT_MISMATCH', 'BANK_MISSING'),
  })
  .map(({seed, ...rest}) => ({seed, ...twoBooks(seed, rest)}));

const bytes = (inputs: Inputs) => bytesOf(reconcile(inputs));

/** What somebody could have to see: matched lines are differences that are explained already, but for late payments. */
function found({lines}: Reconciliation): string[] {
  return [...lines]
    .filter(({status, code}) => status !== 'matched' || code === 'LATE_COMPLETION')
    .map(({code, key}) => `${code}:${readKey(key)?.subject ?? key}`)
    .sort();
}

it('finds the differences that were planted and no other, and explains every amount', () =>
  forAll(runs(100, 2000), books, ({inputs, planted}) => {
    const result = reconcile(inputs);
    expect(found(result)).toEqual(planted);
    expect(unexplained(result).filter(text => !/ 0(?:\.00)?$/.test(text))).toEqual([]);
  }));

it('plants each kind by itself and finds it', () => {
  for (const kind of plantable) {
    const {inputs, planted} = twoBooks(7, {size: 12, kinds: [kind, kind], ofPayout: null});
    expect(found(reconcile(inputs)), kind).toEqual(planted);
  }
});

it('has the items of every term of every equation', () =>
  forAll(runs(50, 1000), books, ({inputs}) => {
    for (const live of [inputs.live, {asked: 1, unanswered: []}]) {
      const given = {...inputs, live, ...(live === inputs.live ? {} : {providerFiles: []})};
      const {equations, items} = reconcile(given);
      const sums = new Map<string, DecimalSums>();
      for (const {id, name, currency, value} of items()) {
        const sum = sums.get(`${id} ${name}`) ?? new DecimalSums();
        sums.set(`${id} ${name}`, sum);
        sum.add(currency, value);
      }
      for (const {id, currency, terms, total} of equations)
        for (const {name, value} of [...terms, total])
          expect(equalDecimals(sums.get(`${id} ${name}`)?.of(currency) ?? zero, value), `${id} ${name}`).toBe(true);
    }
  }));

it('leaves exactly what a line explained where the line is taken away', () =>
  forAll(runs(20, 400), books, ({inputs}) => {
    const lines = [...everyLine(reconcile(inputs))];
    const payouts = payoutsOf(inputs);
    const sides = {payouts, bank: bankOf(inputs, payouts)};
    const made = makeBooks(inputs);
    const sums = sumsOf(made);
    for (const line of lines.filter(({effects}) => effects.length > 0)) {
      const rest = equationsOf(made, {...sides, sums, effects: new TermSums(lines.filter(other => other !== line))});
      const open = rest.filter(({unexplained: value}) => !isZero(value));
      const explained = line.effects.map(({currency}) => currency).sort();
      expect([...new Set(open.map(({currency}) => currency))].sort(), line.key).toEqual([...new Set(explained)]);
    }
  }));

it('gives the same bytes in whatever order things are given', () => {
  const shuffled = <T>(list: readonly T[], next: () => number) =>
    list
      .map(item => ({item, place: next()}))
      .sort((a, b) => a.place - b.place)
      .map(({item}) => item);
  forAll(runs(50, 1000), books, fc.integer(), ({inputs}, seed) => {
    const next = sequenceOf(seed);
    const mixed = <Row>(files: readonly {readonly rows: Iterable<Row>}[]) =>
      shuffled(files, next).map(file => ({...file, rows: shuffled([...file.rows], next)})) as never;
    const {providerFiles, payoutFiles, bankFiles, payments, chains} = inputs;
    const other: Inputs = {
      ...inputs,
      payments: shuffled(payments, next),
      chains: shuffled(chains, next),
      providerFiles: mixed(providerFiles),
      payoutFiles: mixed(payoutFiles),
      bankFiles: mixed(bankFiles),
    };
    expect(bytes(other)).toBe(bytes(inputs));
  });
});

it('is not changed by a file that is given twice', () =>
  forAll(runs(30, 600), books, ({inputs}) => {
    const twice = <T>(files: readonly T[]) => [...files, ...files.toReversed()];
    const again = {
      ...inputs,
      providerFiles: twice(inputs.providerFiles),
      payoutFiles: twice(inputs.payoutFiles),
      bankFiles: twice(inputs.bankFiles),
    };
    expect(bytes(again)).toBe(bytes(inputs));
  }));
