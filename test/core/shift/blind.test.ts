import {expect, it} from 'vitest';
import {emptyState} from '../../../src/core/books/state.js';
import type {Currency, Money} from '../../../src/core/money/money.js';
import {blindCurrencies, disclosedTotals, disclosureIn} from '../../../src/core/shift/blind.js';
import type {DayTotals} from '../../../src/core/shift/day-totals.js';
import type {Ledger} from '../../../src/core/shift/ledger-schema.js';
import {reportOf} from '../../../src/core/shift/report.js';
import {stateAfter} from '../deciding.js';
import {event, request} from '../payment/payment-samples.js';

const {ledger} = emptyState();
const drawer = {} as Ledger['period']['drawers'][string];

/** A period after the line 10, with cash of these currencies, of which some are counted. */
const periodOf = (drawers: readonly Currency[], counted: readonly Currency[] | null): Ledger => ({
  ...ledger,
  period: {
    ...ledger.period,
    fromSeq: 10,
    drawers: Object.fromEntries(drawers.map(currency => [currency, drawer])),
    counted: counted === null ? null : counted.map(currency => ({currency, minor: 0, pieces: []})),
  },
});

it('a drawer is counted blind until its own currency is counted', () => {
  const blind = (...of: Parameters<typeof periodOf>) => [...blindCurrencies(periodOf(...of))];
  expect(blind([], null)).toEqual([]);
  expect(blind(['KES', 'USD'], null)).toEqual(['KES', 'USD']);
  expect(blind(['KES', 'USD'], ['USD'])).toEqual(['KES']);
  expect(blind(['KES'], [])).toEqual(['KES']);
});

it.each<['cash' | 'card', Currency, seq: number, isTold: boolean]>([
  ['cash', 'KES', 11, false],
  ['cash', 'KES', 10, true],
  ['cash', 'USD', 11, true],
  ['card', 'KES', 11, true],
])('what was paid by %s in %s with line %i may be told: %s', (method, currency, seq, isTold) => {
  const {payment, refund} = disclosureIn(periodOf(['KES'], null));
  const amount = {currency, minor: 5};
  const given = {rule: 'refund-in-cash', facts: {refund: 1}, seq};
  const other = {rule: 'refund-in-cash', facts: {refund: 2}, seq: 1};
  const onDisk = {rule: 'refund-on-disk', facts: {refund: 1}, seq: 1};
  expect(payment({request: {method, amount}, seq} as never)).toBe(isTold);
  expect(refund({steps: [onDisk, other, given]} as never, {method, amount, number: 1} as never)).toBe(isTold);
});

it('a refund in cash of which nobody knows when it was given is not told', () => {
  const {refund} = disclosureIn(periodOf(['KES'], null));
  const given = {method: 'cash', amount: {currency: 'KES', minor: 5}, number: 1};
  expect(refund({steps: []} as never, given as never)).toBe(false);
});

it('sums are told without the cash that has to be counted still', () => {
  const sums = (...all: Money[]) => new Map(all.map(money => [money.currency, money]));
  const kes = (minor: number) => ({currency: 'KES', minor}) as const;
  const usd = {currency: 'USD', minor: 7} as const;
  const totals: DayTotals = {
    paid: 3,
    notPaid: 0,
    givenBack: 0,
    onBook: {count: 0, sums: sums()},
    sums: sums(kes(500), usd),
    refunded: sums(kes(60)),
    quarters: new Map([
      [1, sums(kes(200))],
      [2, sums(kes(300), usd)],
    ]),
    unreported: {sums: sums(kes(400), usd), refunded: sums(kes(60)), quarters: new Map([[2, sums(kes(100), usd)]])},
  };
  const told = (...of: Parameters<typeof periodOf>) => disclosedTotals({ledger: periodOf(...of)}, totals);
  expect(told(['KES', 'USD'], ['USD'])).toEqual({
    sums: sums(kes(100), usd),
    refunded: sums(),
    quarters: new Map([
      [1, sums(kes(200))],
      [2, sums(kes(200), usd)],
    ]),
    withheld: ['KES'],
  });
  const {quarters, refunded} = totals;
  expect(told(['KES'], ['KES'])).toEqual({sums: totals.sums, quarters, refunded, withheld: []});
  const none = {...totals, unreported: {...totals.unreported, sums: sums(kes(0)), refunded: sums()}};
  expect(disclosedTotals({ledger: periodOf(['KES'], null)}, none).withheld).toEqual([]);
});

it('an X tells of a currency that has to be counted nothing but its float and how many cash sales there were', () => {
  const sale = (seq: number, name: string, more: object) => {
    const reference = `T7K0MZ4K8Q2RDW${name}`;
    const {wallet, phone, network, bankCode, ...common} = request;
    const cash = {...common, method: 'cash', reference, sale: reference, ...more};
    return event(seq, 'requested', cash as never);
  };
  const [kes, usd] = [20_000, 500].map((minor, at) => ({currency: at === 0 ? 'KES' : 'USD', minor})) as [Money, Money];
  const given = {reason: 'torn', businessDate: '2026-11-20', refund: 1};
  const zone = {zone: 'Africa/Nairobi', dayStartsAt: '00:00'};
  const state = stateAfter(
    event(1, 'shift-opened', {shift: 1, floats: [{currency: 'KES', minor: 1000}], ...zone}),
    sale(2, 'A', {amount: kes, tendered: kes}),
    sale(3, 'B', {amount: kes, tendered: kes}),
    sale(4, 'C', {amount: usd, tendered: usd}),
    event(5, 'refund-in-cash', {...given, reference: 'T7K0MZ4K8Q2RDWA', amount: {currency: 'KES', minor: 50}}),
    event(6, 'refund-in-cash', {...given, reference: 'T7K0MZ4K8Q2RDWC', amount: {currency: 'USD', minor: 5}}),
    event(7, 'cash-counted', {counts: [{currency: 'USD', minor: 495, pieces: []}]}),
    event(8, 'signing-key', {publicKey: 'B', previous: 'A', signature: 's'} as never),
  );
  const frame = {
    till: 'T7K',
    shop: 'Duka',
    profile: 'sandbox',
    zone: 'Africa/Nairobi',
    businessDate: '2026-11-20',
  } as const;
  const rest = {closedAt: 0, head: '', difference: null, notAsked: 0};
  const x = reportOf(state, {kind: 'x', ...frame, ...rest});
  const currenciesIn = (list: readonly {total: {currency: string}}[]) => list.map(({total}) => total.currency);
  expect([x.tenders, x.cashiers, x.refunds].map(currenciesIn)).toEqual([['USD'], ['USD'], ['USD']]);
  expect([x.drawers, x.perpetual].map(list => list.map(({currency}) => currency))).toEqual([['USD'], ['USD']]);
  expect(x.uncounted).toEqual([{currency: 'KES', float: 1000, cashSales: 2}]);
  const z = reportOf(state, {kind: 'z', ...frame, ...rest});
  expect([z.tenders, z.cashiers, z.refunds].map(currenciesIn)).toEqual([
    ['KES', 'USD'],
    ['KES', 'USD'],
    ['KES', 'USD'],
  ]);
  expect(z).not.toHaveProperty('uncounted');
  expect([x.newKeys, z.newKeys]).toEqual([[{publicKey: 'B', isSigned: true}], [{publicKey: 'B', isSigned: true}]]);
});
