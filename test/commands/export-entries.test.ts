import {describe, expect, it} from 'vitest';
import {type Book, drawerOf, floatKey, refundKey} from '../../src/commands/export/book.js';
import {type CashColumn, cashTable, zTable} from '../../src/commands/export/cash.js';
import {charts} from '../../src/commands/export/chart.js';
import {type BookEntry, inCurrency, transactionsOf} from '../../src/commands/export/entries.js';
import {type ExportLine, lineColumns, lineTable, soldTable, summaryTable} from '../../src/commands/export/lines.js';
import {refundTable} from '../../src/commands/export/payments.js';
import type {Table} from '../../src/commands/export/table.js';
import {emptyState} from '../../src/core/books/state.js';
import {numberIn, plainAmount} from '../../src/core/reconcile/rows/amount.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {afterHearing, event, reference} from '../core/payment/payment-samples.js';

const none = Object.fromEntries(lineColumns.map(column => [column, null])) as ExportLine;
const sold: ExportLine = {
  ...none,
  kind: 'payment',
  business_date: '2026-11-20',
  z_no: 1,
  till: 'T7K',
  seq: 7,
  reference: 'A',
  tender: 'mobile-money',
  operator: 'M-Pesa',
  currency: 'KES',
  gross: '200.00',
  fee: '3.50',
  status: 'paid',
};
const drawn: ExportLine = {...none, business_date: '2026-11-20', z_no: 1, till: 'T7K', tender: 'cash', currency: 'KES'};
const inCash: Partial<ExportLine> = {tender: 'cash', operator: 'cash', fee: '0.00'};

const book = (lines: readonly ExportLine[], more: Partial<Book> = {}): Book => ({
  about: {
    shop: 'Duka',
    till: 'T7K',
    profile: 'live',
    from: '2026-11-20',
    to: '2026-11-21',
    zone: 'Africa/Nairobi',
    head: '',
  },
  lines: {columns: lineColumns, rows: lines},
  payments: {columns: [], rows: []},
  refunds: {columns: [], rows: []},
  cash: {columns: [], rows: []},
  sold: {columns: [], rows: []},
  zs: [],
  events: [],
  channels: new Map(),
  beforeFloats: new Map(),
  owed: new Map(),
  findings: {exceptions: {columns: [], rows: []}, coverage: {columns: [], rows: []}},
  ...(more as object),
});
const entriesOf = (...given: Parameters<typeof book>) => transactionsOf(book(...given), charts.english, 'en').entries;
const booked = (...given: Parameters<typeof book>) =>
  entriesOf(...given).filter(entry => 'postings' in entry) as readonly BookEntry[];
const amountIn = ({amount, currency}: {readonly amount: ReturnType<typeof numberIn>; readonly currency: string}) =>
  plainAmount({currency, value: amount});
const movedBy = ({postings}: BookEntry) => postings.map(each => `${each.account} ${amountIn(each)}`);

describe('a line of the export', () => {
  const through = ['Assets:Clearing:M-Pesa 196.50', 'Expenses:Fees 3.50', 'Income:Sales -200.00'];
  const open = ['Assets:Pending:M-Pesa 200.00', 'Equity:Pending -200.00'];
  const given = {kind: 'refund', seq: 9, gross: '-10.00', fee: null, tender: 'card', operator: 'Visa'} as const;

  it.each<[string, Partial<ExportLine>, readonly string[]]>([
    ['a payment that is paid and in no Z yet', {z_no: null}, through],
    ['a payment that a Z counts, and that failed since', {status: 'failed'}, through],
    ['a payment without a stated fee', {fee: null}, ['Assets:Clearing:M-Pesa 200.00', 'Income:Sales -200.00']],
    ['a payment in cash', inCash, ['Assets:Cash:T7K 200.00', 'Income:Sales -200.00']],
    ['a payment by a subscription', {tender: 'subscription'}, through.with(0, 'Assets:Clearing:Subscriptions 196.50')],
    ['a payment that may still come, with what its answer says of a fee', {z_no: null, status: 'pending'}, open],
    ['a payment of which nobody knows', {z_no: null, status: 'unknown'}, open],
    ['a refund that is done', {...given, status: 'done'}, ['Assets:Clearing:Visa -10.00', 'Income:Refunds 10.00']],
    [
      'a refund that may still come',
      {...given, status: 'sent'},
      ['Assets:Pending:Visa -10.00', 'Equity:Pending 10.00'],
    ],
  ])('%s goes to these accounts', (_, more, moved) => {
    const [entry] = booked([{...sold, ...more}]);
    expect(entry && movedBy(entry)).toEqual(moved);
    expect(entry?.isSettled).toBe(!moved.join().includes('Pending'));
  });

  it.each<[string, string, readonly string[]]>([
    ['cash-in', '20.00', ['Assets:Cash:T7K 20.00', 'Equity:Cash-Paid-In -20.00']],
    ['cash-out', '-5.00', ['Assets:Cash:T7K -5.00', 'Expenses:Cash-Paid-Out 5.00']],
    ['cash-drop', '-100.00', ['Assets:Cash:T7K -100.00', 'Assets:Safe 100.00']],
    ['over-short', '-100.00', ['Assets:Cash:T7K -100.00', 'Expenses:Cash-Short 100.00']],
    ['over-short', '1.00', ['Assets:Cash:T7K 1.00', 'Income:Cash-Over -1.00']],
  ])('%s of %s moves the drawer', (kind, gross, moved) => {
    const [entry] = booked([{...drawn, kind, gross, seq: 5}]);
    expect(entry && movedBy(entry)).toEqual(moved);
    expect(entry).toMatchObject({isSettled: true, payee: 'cash'});
  });

  it('that corrects or gives back takes from where its payment was', () => {
    const channels = new Map([
      ['A', {tender: 'mobile-money', operator: 'M-Pesa'}],
      ['B', {tender: 'cash', operator: 'cash'}],
    ]);
    const correction = {...none, kind: 'correction', business_date: '2026-11-20', z_no: 1, currency: 'KES'} as const;
    const lines = ['A', 'B'].map(of => ({...correction, reference: of, gross: '-200.00'}));
    expect(booked(lines, {channels}).map(movedBy)).toEqual([
      ['Assets:Clearing:M-Pesa -200.00', 'Income:Sales 200.00'],
      ['Assets:Cash:T7K -200.00', 'Income:Sales 200.00'],
    ]);
  });

  it.each<[string, Partial<ExportLine>]>([
    ['a payment', {z_no: null}],
    ['a refund', {kind: 'refund', gross: '-10.00'}],
  ])('moves nothing where it is %s that failed', (_, more) => {
    const failed = entriesOf([{...sold, ...more, status: 'failed'}]);
    expect(failed).toMatchObject([{order: 7, remark: expect.stringContaining('A ')}]);
    expect(failed.some(entry => 'postings' in entry)).toBe(false);
  });

  it('owes the tax and the tip of what was taken, and less of what was given back', () => {
    const of = (...amounts: readonly [string, string, string]) => {
      const [high, low, tips] = amounts.map(numberIn);
      return [
        {role: 'vat', rate: '16', amount: high},
        {role: 'vat', rate: '0', amount: low},
        {role: 'tips', rate: '', amount: tips},
      ] as ReturnType<Book['owed']['get']> & object;
    };
    const owed = new Map([
      ['A', of('20.00', '0', '10.00')],
      [refundKey('A', 9), of('-1.60', '0', '0')],
    ]);
    const back = {...sold, ...given, operator: 'M-Pesa', tender: 'mobile-money'};
    const [payment, done] = booked(
      [
        {...sold, fee: null},
        {...back, status: 'done'},
      ],
      {owed},
    );
    expect(payment && movedBy(payment)).toEqual([
      ...['Assets:Clearing:M-Pesa 200.00', 'Income:Sales -170.00'],
      ...['Liabilities:VAT:16 -20.00', 'Liabilities:Tips -10.00'],
    ]);
    expect(payment?.facts['vat']).toBe('16 0');
    expect(done && movedBy(done)).toEqual([
      ...['Assets:Clearing:M-Pesa -10.00', 'Income:Refunds 8.40', 'Liabilities:VAT:16 1.60'],
    ]);
    const pending = booked(
      [
        {...sold, z_no: null, status: 'pending'},
        {...back, status: 'sent'},
      ],
      {owed},
    );
    expect(pending.map(({postings}) => postings.length)).toEqual([2, 2]);
  });
});

const report: Report = {
  ...({number: 1, till: 'T7K', businessDate: '2026-11-20', zone: 'Africa/Nairobi'} as Report),
  closedAt: Date.UTC(2026, 10, 20, 18),
  fromSeq: 1,
  throughSeq: 20,
  difference: null,
  corrections: [],
  drawers: [{currency: 'KES', counted: 110_000, expected: 110_000, difference: 0} as Report['drawers'][number]],
};
const float: Table<CashColumn>['rows'][number] = {
  business_date: '2026-11-20',
  z_no: 1,
  till: 'T7K',
  seq: 2,
  at: '',
  person: 'Amina',
  kind: 'float',
  currency: 'KES',
  amount: '1000.00',
  reason: null,
};
const cash = {columns: [], rows: [float, {...float, kind: 'count', seq: 3}]} as never as Book['cash'];

describe('a drawer', () => {
  it('gets its float from the safe, less what had come into it before', () => {
    expect(booked([], {cash}).map(movedBy)).toEqual([['Assets:Cash:T7K 1000.00', 'Assets:Safe -1000.00']]);
    const beforeFloats = new Map([[floatKey(1, 'KES'), 20_000]]);
    expect(booked([], {cash, beforeFloats}).map(movedBy)).toEqual([['Assets:Cash:T7K 800.00', 'Assets:Safe -800.00']]);
  });

  it('gives what was counted to the safe at a Z, after what only the Z says', () => {
    const lines = [
      {...drawn, kind: 'over-short', gross: '-100.00'},
      {
        ...none,
        kind: 'correction',
        business_date: '2026-11-20',
        z_no: 1,
        reference: 'A',
        currency: 'KES',
        gross: '-2.00',
      },
      {...sold, ...inCash, seq: 20},
    ];
    const entries = booked(lines, {zs: [report]});
    expect(entries.map(({code}) => code)).toEqual([
      ...['A', 'A-Z-0001', 'T7K-Z-0001-over-short-KES', 'T7K-Z-0001-KES'],
    ]);
    expect(entries.map(movedBy).at(-1)).toEqual(['Assets:Safe 1100.00', 'Assets:Cash:T7K -1100.00']);
  });

  const cashSale = {...sold, ...inCash};
  const requested = (method: string, businessDate: string) =>
    [{type: 'requested', seq: 2, data: {method, businessDate}}] as never as Book['events'];
  const givenBack = (businessDate: string) =>
    [{type: 'refund-in-cash', seq: 2, data: {businessDate}}] as never as Book['events'];
  const heldIn = (lines: readonly ExportLine[], more: Partial<Book> = {}) =>
    booked(lines, {zs: [report], ...more}).flatMap(({held}) => (held === undefined ? [] : [amountIn(held)]));

  it.each<[string, readonly ExportLine[], Partial<Book>, boolean]>([
    ['all of its period is there', [cashSale], {}, true],
    ['a sale of another date is by telephone', [cashSale], {events: requested('mobile-money', '2026-11-19')}, true],
    ['a sale in cash has a date before', [cashSale], {events: requested('cash', '2026-11-19')}, false],
    ['a sale in cash has a date after', [cashSale], {events: requested('cash', '2026-11-22')}, false],
    ['a refund in cash has a date before', [cashSale], {events: givenBack('2026-11-19')}, false],
    ['a sale in cash has the last date', [cashSale], {events: requested('cash', '2026-11-21')}, true],
    ['the period began before the first line', [cashSale], {events: requested('cash', '2026-11-20'), zs: []}, true],
    [
      'a later line of the drawer has an earlier date',
      [{...cashSale, seq: 30, business_date: '2026-11-19'}],
      {},
      false,
    ],
    ['an earlier line of the drawer has a later date', [{...cashSale, business_date: '2026-11-21'}], {}, false],
    ['a line by telephone has a later date', [{...sold, business_date: '2026-11-21'}], {}, true],
  ])('is asserted to hold what was counted, where nothing is missing: %s', (_, lines, more, isSure) =>
    expect(heldIn(lines, more)).toEqual(isSure && more.zs === undefined ? ['1100.00'] : []),
  );

  it('is asserted of periods whose first line is there', () => {
    const from = (seq: number) => ({events: requested('cash', '2026-11-20').map(each => ({...each, seq}) as never)});
    expect(heldIn([cashSale], from(2))).toEqual(['1100.00']);
    expect(heldIn([cashSale], from(3))).toEqual([]);
  });

  it('is all that is left of a book whose other payments a reconciliation books', () => {
    const channels = new Map([['B', {tender: 'cash', operator: 'cash'}]]);
    const correction = {...none, kind: 'correction', reference: 'B'};
    const all = [sold, cashSale, {...drawn, kind: 'cash-drop'}, correction, {...correction, reference: 'A'}];
    expect(drawerOf(book(all, {channels})).lines.rows).toEqual([cashSale, all[2], correction]);
  });
});

it('has every code once, orders by date and journal, and gives one currency alone where it is wanted', () => {
  const lines = [
    {...sold, seq: 9, business_date: '2026-11-21'},
    {...sold, seq: 8, currency: 'USD'},
    {...sold, seq: 3},
    {...sold, z_no: null, status: 'failed'},
  ];
  const transactions = transactionsOf(book(lines), charts.english, 'en');
  expect(transactions.entries.map(entry => ('code' in entry ? entry.code : 'remark'))).toEqual([
    ...['A', 'remark', 'A-2', 'A-3'],
  ]);
  expect(inCurrency(transactions, 'USD').entries.map(({order}) => order)).toEqual([7, 8]);
});

it('adds up the lines of one kind, way and currency, and nothing with them', () => {
  const lines = [
    ...[sold, {...sold, gross: '0.05', fee: null}, {...sold, currency: 'XOF', gross: '500', fee: '5'}],
    {...sold, z_no: null, status: 'failed'},
    {...sold, kind: 'refund', gross: '-10.00', fee: null, status: 'done', operator: null, tender: 'card'},
    {...sold, kind: 'refund', gross: '-1.00', fee: null, status: 'sent', operator: null, tender: 'card'},
    {...sold, z_no: 1, status: 'disputed', gross: '1.00', fee: null},
  ];
  const {rows} = summaryTable({columns: lineColumns, rows: lines}, {shop: 'Duka'});
  expect(
    rows.map(({section, item, currency, count, amount, fee}) => [section, item, currency, count, amount, fee]),
  ).toEqual([
    ['about', 'shop', null, null, null, null],
    ['takings', 'M-Pesa', 'KES', 3, '201.05', '3.50'],
    ['takings', 'M-Pesa', 'XOF', 1, '500', '5'],
    ['payments failed', 'M-Pesa', 'KES', 1, '200.00', '3.50'],
    ['refunds', 'card', 'KES', 1, '-10.00', null],
    ['refunds sent', 'card', 'KES', 1, '-1.00', null],
  ]);
});

it('has a line for what only a Z says: corrections, and what was over or short', () => {
  const kes = (minor: number) => ({currency: 'KES', minor}) as const;
  const [drawer] = report.drawers;
  const z: Report = {
    ...report,
    corrections: [
      {reference: 'A', amount: kes(-20_000), z: 3},
      {reference: 'B', amount: kes(-500), z: null},
    ],
    drawers: [null, 0, 250, -100].map(difference => ({...drawer, difference}) as Report['drawers'][number]),
  };
  const {rows} = lineTable({...book([]), zs: [z]} as never as Parameters<typeof lineTable>[0]);
  expect(rows.map(({kind, reference: of, gross, z_no: no, reason}) => [kind, of, gross, no, reason])).toEqual([
    ['correction', 'A', '-200.00', 1, 'taken in Z 3'],
    ['correction', 'B', '-5.00', 1, null],
    ['over-short', null, '2.50', 1, null],
    ['over-short', null, '-1.00', 1, null],
  ]);
});

it('has of the drawer what moved it, and leaves floats, counts and openings to lists of their own', () => {
  const kinds = ['float', 'cash-in', 'cash-out', 'cash-drop', 'count', 'drawer-opened'];
  const rows = kinds.map(kind => ({...float, kind}));
  const table = lineTable({...book([]), cash: {columns: [], rows}} as never as Parameters<typeof lineTable>[0]);
  expect(table.rows.map(({kind}) => kind)).toEqual(['cash-in', 'cash-out', 'cash-drop']);
});

it('takes out what went out: a refund in a line, a movement in the list of the drawer', () => {
  const refunds = {columns: [], rows: ['cash', 'card'].map(tender => ({refund: 1, gross: '10.00', tender}))};
  expect(lineTable({...book([]), refunds} as never as Parameters<typeof lineTable>[0]).rows).toMatchObject([
    {kind: 'refund', gross: '-10.00', tender: 'cash', operator: 'cash'},
    {kind: 'refund', gross: '-10.00', tender: 'card', operator: null},
  ]);
  const amount = {currency: 'KES', minor: 500} as const;
  const events = (['in', 'out', 'drop'] as const).map((kind, at) =>
    event(at + 1, 'cash-moved', {kind, amount, reason: 'milk'} as never),
  );
  const made = {till: 'T7K', zone: 'Africa/Nairobi', dayStartsAt: '00:00', ledger: emptyState().ledger};
  const moved = cashTable([...events, event(4, 'cash-counted', {counts: [amount]} as never)], made);
  expect(moved.rows.map(({kind, amount: text, reason}) => [kind, text, reason])).toEqual([
    ['cash-in', '5.00', 'milk'],
    ['cash-out', '-5.00', 'milk'],
    ['cash-drop', '-5.00', 'milk'],
    ['count', '5.00', null],
  ]);
});

it('has in a row of a Z what is of its currency alone', () => {
  const money = (currency: 'KES' | 'USD', minor: number) => ({currency, minor});
  const z = {
    ...report,
    openedAt: null,
    people: ['Amina', 'Ben'],
    inFlight: [],
    unknown: [],
    needsPerson: [],
    tenders: [money('KES', 100), money('KES', 20), money('USD', 3)].map((total, at) => ({total, count: at + 1})),
    refunds: [{total: money('KES', 7)}, {total: money('USD', 1)}],
    late: [{amount: money('KES', 50)}, {amount: money('USD', 2)}],
    corrections: [{amount: money('KES', -9)}, {amount: money('USD', -4)}],
    rounding: [{total: money('KES', 30)}, {total: money('USD', -5)}],
    drawers: [{currency: 'KES', expected: 113, counted: null, difference: null}],
  } as never as Report;
  const {rows} = zTable([z, {...z, tenders: [], refunds: [], late: [], corrections: [], drawers: []}]);
  expect(
    rows.map(row =>
      ['currency', 'takings', 'payments', 'refunds', 'late', 'corrections', 'rounding'].map(of => row[of as 'late']),
    ),
  ).toEqual([
    ['KES', '1.20', 3, '0.07', '0.50', '-0.09', '0.30'],
    ['USD', '0.03', 3, '0.01', '0.02', '-0.04', '-0.05'],
    [null, null, 0, null, null, null, null],
  ]);
  expect(rows.map(({expected, counted, people}) => [expected, counted, people])).toEqual([
    ['1.13', null, 'Amina, Ben'],
    [null, null, 'Amina, Ben'],
    [null, null, 'Amina, Ben'],
  ]);
});

it('has of what came back the lines of refunds that are done and of the days that are asked for', () => {
  const {payment} = afterHearing('Completed');
  const line = {
    line: 1,
    name: 'Radio',
    group: null,
    unit: null,
    quantity: '1',
    tax: null,
    amount: {currency: 'KES', minor: 5000},
  };
  const refunds = [
    ['2026-11-20', 'done'],
    ['2026-11-20', 'failed'],
    ['2026-11-21', 'done'],
  ].map(([businessDate, status], at) => ({
    number: at + 1,
    method: 'card',
    amount: line.amount,
    person: 'Amina',
    reason: 'torn',
    businessDate,
    status,
    requestedAt: 0,
    since: 0,
    lines: [line],
  }));
  const made = {till: 'T7K', zone: 'Africa/Nairobi', ledger: emptyState().ledger};
  const sold = soldTable([{...payment, refunds} as never], new Map(), {made, isWithin: date => date === '2026-11-20'});
  expect(sold.rows.map(({refund, quantity, amount}) => [refund, quantity, amount])).toEqual([[1, '-1', '-50.00']]);
});

it('counts a refund in the Z that closed after it was done, not after it was asked for', () => {
  const {payment} = afterHearing('Completed');
  const step = (seq: number, rule: string) => ({seq, rule, facts: {refund: 1}});
  const asked = [step(10, 'refund-requested'), step(11, 'refund-sent'), step(12, 'refund-answer-pending')];
  const refund = {
    number: 1,
    method: 'card',
    amount: {currency: 'KES', minor: 5000},
    person: 'Amina',
    reason: 'torn',
    businessDate: '2026-11-20',
    requestedAt: 0,
    since: 0,
    lines: [],
  };
  const ledger = {...emptyState().ledger, zs: [15, 30].map((throughSeq, at) => ({throughSeq, number: at + 1}))};
  const zOfRefund = (status: string, ...ends: readonly ReturnType<typeof step>[]) => {
    const steps = [...payment.steps, {...step(20, 'refund-record-done'), facts: {refund: 2}}, ...asked, ...ends];
    const own = {...payment, steps, refunds: [{...refund, status}]} as never as typeof payment;
    const made = {till: 'T7K', zone: 'Africa/Nairobi', ledger: ledger as never};
    return refundTable([own], {made, isWanted: () => true}).rows[0];
  };
  expect(zOfRefund('done', step(20, 'refund-record-done'))).toMatchObject({z_no: 2, seq: 10, reference});
  expect(zOfRefund('done', step(13, 'refund-in-cash'), step(20, 'refund-record-done'))).toMatchObject({z_no: 1});
  expect(zOfRefund('done')).toMatchObject({z_no: 1});
  expect(zOfRefund('pending')).toMatchObject({z_no: null, final: null});
  expect(zOfRefund('failed', step(20, 'refund-record-failed'))).toMatchObject({z_no: null, final: expect.any(String)});
});
