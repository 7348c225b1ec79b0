// @module-tag slow

import fc from 'fast-check';
import {expect, it} from 'vitest';
import {addDecimals, type Decimal, subtractDecimals, zero} from '../../../src/core/money/decimal.js';
import type {TermName} from '../../../src/core/reconcile/result/equations.js';
import {type Reconciliation, reconcile} from '../../../src/core/reconcile/result/reconcile.js';
import {
  type SettledEntry,
  type SettledRole,
  settledEntries,
} from '../../../src/core/reconcile/result/settled-ledger.js';
import {plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import type {Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import {forAll, runs} from '../../hostile/runs.js';
import {bankFile, inputs, payment, payoutFile, providerFile, row} from './samples.js';
import {type OfPayout, plantable, twoBooks} from './two-books.js';

/** With every file, and without those that a shop may not have. */
const books = fc
  .record({
    seed: fc.integer(),
    size: fc.nat({max: 20}),
    kinds: fc.array(fc.constantFrom(...plantable), {maxLength: 8}),
    ofPayout: fc.constantFrom<OfPayout>(null, 'PAYOUT_MISMATCH', 'BANK_MISSING'),
    without: fc.subarray(['providerFiles', 'payoutFiles', 'bankFiles'] as const),
  })
  .map(({seed, without, ...rest}): Inputs => {
    const {inputs: whole} = twoBooks(seed, rest);
    return {...whole, ...Object.fromEntries(without.map(name => [name, []]))};
  });

/** Sums by currency, kept apart from those of the code under test. */
class Balance {
  readonly #sums = new Map<string, Decimal>();
  add(currency: string, value: Decimal): this {
    this.#sums.set(currency, addDecimals(this.#sums.get(currency) ?? zero, value));
    return this;
  }
  less(currency: string, value: Decimal): this {
    return this.add(currency, subtractDecimals(zero, value));
  }
  /** What is not nothing: `KES 12.00`. */
  get left(): readonly string[] {
    const amounts = [...this.#sums].filter(([, {digits}]) => digits !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
    return amounts.map(([currency, value]) => `${currency} ${plainAmount({currency, value})}`);
  }
}

const endOf = (entries: readonly SettledEntry[], role: SettledRole) =>
  entries.reduce((sum, {into, from, currency, amount}) => {
    if (into === role) sum.add(currency, amount);
    return from === role ? sum.less(currency, amount) : sum;
  }, new Balance());

/** What the equations state of these terms, with the other sign. */
function listed({equations}: Reconciliation, names: readonly TermName[]) {
  const sum = new Balance();
  const terms = equations.flatMap(({currency, terms: own}) => own.slice(1).map(term => ({currency, ...term})));
  for (const {currency, name, value} of terms) if (names.includes(name)) sum.less(currency, value);
  return sum.left;
}

const totalsOf = (amounts: readonly {readonly currency: string; readonly value: Decimal}[]) =>
  amounts.reduce((sum, {currency, value}) => sum.add(currency, value), new Balance()).left;

const byPayouts = {
  unsettled: ['sold-on-other-days', 'in-another-window', 'not-yet-paid-out', 'paid-out-from-earlier'],
  fees: ['fees'],
  'input-tax': ['taxes'],
  refunds: ['refunds'],
  chargebacks: ['reversals', 'chargebacks'],
  reserve: ['reserve-held', 'reserve-released'],
} as const satisfies Partial<Record<SettledRole, readonly TermName[]>>;

it('leaves nothing in clearing, and in the other accounts exactly what is listed', () => {
  const seen = {a: 0, b: 0, c: 0, answers: 0};
  forAll(runs(60, 2000), books, given => {
    const result = reconcile(given);
    const entries = settledEntries(result);
    const ids = new Set(result.equations.map(({id}) => id));
    for (const id of ids) seen[id] += 1;
    expect(endOf(entries, 'clearing').left).toEqual([]);
    expect(totalsOf(result.totals.journalPaid)).toEqual(
      totalsOf(entries.flatMap(({from, currency, amount: value}) => (from === 'sales' ? [{currency, value}] : []))),
    );
    if (ids.has('b')) {
      for (const [role, names] of Object.entries(byPayouts))
        expect(endOf(entries, role as SettledRole).left, role).toEqual(listed(result, names));
      expect(entries.map(({term}) => term)).not.toContain('not-compared');
    }
    if (!ids.has('c')) return;
    expect(endOf(entries, 'in-transit').left).toEqual(listed(result, ['in-transit', 'arrived-from-earlier']));
    const credited = result.equations.flatMap(({id, currency, total}) => (id === 'c' ? [{currency, ...total}] : []));
    expect(endOf(entries, 'bank').left).toEqual(totalsOf(credited));
  });
  for (const id of ['a', 'b', 'c'] as const) expect(seen[id]).toBeGreaterThan(0);
});

it('books each difference that an equation has with the key of its line', () =>
  forAll(runs(50, 1000), books, given => {
    const result = reconcile(given);
    const ids: readonly string[] = result.equations.map(({id}) => id);
    const booked = settledEntries(result).flatMap(({line, amount, currency, term}) =>
      line === null ? [] : [`${line.key} ${term} ${currency} ${plainAmount({currency, value: amount})}`],
    );
    const used = new Set(
      result.equations.flatMap(({id, currency, terms}) =>
        ids.includes(id) ? terms.slice(1).map(({name}) => `${name} ${currency}`) : [],
      ),
    );
    const moves = (term: string) => term !== 'in-transit' && term !== 'arrived-from-earlier';
    const told = [...result.lines].flatMap(({key, effects}) =>
      effects
        .filter(({term, currency, value}) => value.digits !== 0n && moves(term) && used.has(`${term} ${currency}`))
        .map(({term, currency, value}) => `${key} ${term} ${currency} ${plainAmount({currency, value})}`),
    );
    expect(booked.toSorted()).toEqual(told.toSorted());
  }));

const shown = (entries: readonly SettledEntry[]) =>
  entries.map(({date, term, into, from, currency, amount, reference}) =>
    `${date} ${term} ${into} ${from} ${plainAmount({currency, value: amount})} ${reference}`.trimEnd(),
  );

it('is what an accountant would book: sales gross, the fee and its tax, each payout on its day, each credit on its own', () => {
  const [sold, alone] = [payment(1), payment(2)];
  const {currency} = sold.amount;
  const settled = (which: typeof sold, payout: string | null) =>
    row(2, {reference: which.providerReference, amount: '200.00', currency, fee: '5.00', tax: '0.80', payout});
  const paid = {line: 2, payout: 'PO-1', amount: '194.20', currency, status: 'Completed', at: '2026-11-22'};
  const credit = {
    line: 2,
    entry: 'E7',
    amount: '190.00',
    currency,
    bookedOn: '2026-11-23',
    narration: 'PO-1',
    status: '',
  };
  const given = inputs({
    payments: [
      {...sold, amount: {currency, minor: 20_000}},
      {...alone, amount: {currency, minor: 20_000}},
    ],
    providerFiles: [providerFile([settled(sold, 'PO-1'), {...settled(alone, null), line: 3}])],
    payoutFiles: [payoutFile([paid])],
    bankFiles: [bankFile([credit])],
  });
  const day = given.days.to;
  expect(shown(settledEntries(reconcile(given)))).toEqual([
    `${day} journal-paid clearing sales 400.00`,
    `${day} fees clearing fees -10.00`,
    `${day} taxes clearing input-tax -1.60`,
    `${day} not-yet-paid-out clearing unsettled -194.20`,
    `${day} bank-differences in-transit suspense -4.20`,
    '2026-11-22 payouts in-transit clearing 194.20 PO-1',
    '2026-11-23 bank-credits bank in-transit 190.00 E7',
  ]);
});

it('dates what was sold by its business day', () => {
  const given = inputs({
    days: {from: '2026-11-19', to: '2026-11-20'},
    payments: [payment(1), payment(2, {businessDate: '2026-11-19'}), payment(3, {businessDate: '2026-11-19'})],
  });
  expect(shown(settledEntries(reconcile(given)))).toEqual([
    '2026-11-19 journal-paid clearing sales 400.00',
    '2026-11-20 journal-paid clearing sales 200.00',
    '2026-11-20 not-compared unsettled clearing 600.00',
  ]);
});

it('leaves with the provider what no payout was compared with', () => {
  const {amount} = payment(1);
  const given = inputs({payments: [payment(1)], providerFiles: [], payoutFiles: [], bankFiles: []});
  const value = plainAmount({currency: amount.currency, value: {digits: BigInt(amount.minor), scale: 2}});
  expect(shown(settledEntries(reconcile(given)))).toEqual([
    `${given.days.to} journal-paid clearing sales ${value}`,
    `${given.days.to} not-compared unsettled clearing ${value}`,
  ]);
});
