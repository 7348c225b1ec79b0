import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {unended} from '../../../src/core/reconcile/result/reconcile.js';
import {type DecimalAmount, plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import {isRemaining} from '../../../src/core/reconcile/rows/finish.js';
import type {Inputs} from '../../../src/core/reconcile/rows/inputs.js';
import type {LocalPayment} from '../../../src/core/reconcile/rows/local.js';
import {reconciliationText} from '../../../src/views/reconcile/reconciliation-text.js';
import {forAll} from '../../hostile/runs.js';
import {
  bankFile,
  bytesOf,
  lineOf,
  open,
  payment,
  payoutFile,
  providerFile,
  reconciled,
  referenceOf,
  refund,
  row,
  termsOf,
  told,
  unexplained,
} from './samples.js';

const asked: Pick<Inputs, 'live'> = {live: {asked: 1, unanswered: []}};

describe('the service’s answers, without a file of the provider', () => {
  it('are what the journal is compared with: totals, an equation, and what is open', () => {
    const failed = {status: 'Failed'};
    const paid = {status: 'Completed', amount: '300', currency: 'KES'};
    const result = reconciled({
      payments: [
        payment(1),
        payment(2, {record: failed}),
        payment(3, {...open, record: paid, amount: {currency: 'KES', minor: 30_000}}),
        payment(4, {record: null, answer: {seq: 9, rule: 'question-not-found'}}),
        payment(5, {record: null, answer: null}),
        payment(6, open),
        payment(7, {...open, status: 'unknown', amount: {currency: 'XOF', minor: 500}}),
        payment(8, {method: 'cash', record: null}),
      ],
      ...asked,
    });
    expect(termsOf(result, 'answers')).toEqual({
      'journal-paid': '800.00',
      'missing-at-provider': '-400.00',
      'open-here': '300.00',
      'not-paid-there': '-200.00',
      'answers-paid': '500.00',
    });
    expect(unexplained(result)).toEqual(['answers KES 0.00']);
    expect(told(result)).toContain('MISSING_AT_PROVIDER never-answered KES -200.00');
    const {totals} = JSON.parse(bytesOf(result));
    expect(totals.answersPaid).toEqual([{currency: 'KES', amount: '500.00'}]);
    expect(totals.stillOpen).toEqual([
      {currency: 'KES', amount: '500.00', payments: 2},
      {currency: 'XOF', amount: '500', payments: 1},
    ]);
    expect([...reconciliationText(result, {language: 'en', width: 100})]).toContain(
      'Still open: 3 (KES\u00A0500.00 + XOF\u00A0500); do not charge this money again.',
    );
  });

  it.each([
    ['another amount', {amount: '150', currency: 'KES'}, {'amount-differences': '-50.00', 'answers-paid': '150.00'}],
    ['another currency', {amount: '2', currency: 'USD'}, {'currency-differences': '-200.00'}],
  ])('name %s by what it is', (_, more, terms) => {
    const result = reconciled({payments: [payment(1, {record: {status: 'Completed', ...more}})], ...asked});
    expect(termsOf(result, 'answers')).toEqual({'journal-paid': '200.00', ...terms});
  });

  it('name a refunded payment by what was paid of it, unless it failed', () => {
    const of = (status: string) =>
      reconciled({payments: [payment(1, {record: {status}, refunds: [refund(1)]})], ...asked});
    expect(termsOf(of('Refunded'), 'answers')).toEqual({'journal-paid': '200.00', 'answers-paid': '200.00'});
    expect(termsOf(of('Failed'), 'answers')).toEqual({'journal-paid': '200.00', 'not-paid-there': '-200.00'});
  });

  it('are not it where nothing was asked, or a file is there', () => {
    const nobody = reconciled({payments: [payment(1)]});
    expect([nobody.equations, nobody.totals.answersPaid]).toEqual([[], null]);
    const file = reconciled({payments: [payment(1)], ...asked, providerFiles: [providerFile([row(1)])]});
    expect(file.totals.answersPaid).toBeNull();
    expect(file.equations.map(({id}) => id)).toEqual(['a']);
  });

  const record = fc.option(
    fc.record({
      status: fc.constantFrom('Completed', 'Failed', 'Initialized', 'Reversed', 'Parked'),
      amount: fc.constantFrom('200', '150', '200.50'),
      currency: fc.constantFrom('KES', 'USD'),
    }),
  );
  const made: fc.Arbitrary<Partial<LocalPayment>> = fc.record({
    status: fc.constantFrom('paid', 'failed', 'pending', 'unknown', 'sent', 'disputed', 'mispaid', 'requested'),
    record,
    answer: fc.constantFrom(null, {seq: 9, rule: 'question-not-found'}, {seq: 9, rule: 'record-paid'}),
    businessDate: fc.constantFrom('2026-11-20', '2026-11-19'),
  });

  it('leave nothing unexplained, and nothing over while a payment is open', () =>
    forAll({numRuns: 400}, fc.array(made, {maxLength: 8}), fc.boolean(), (list, isLive) => {
      const payments = list.map((more, index) => payment(index * 30, more));
      const result = reconciled({payments, live: isLive ? {asked: list.length, unanswered: []} : null});
      for (const equation of result.equations)
        expect(plainAmount({currency: equation.currency, value: equation.unexplained})).toMatch(/^0(\.00)?$/);
      const isOpen = ({status, businessDate}: LocalPayment) =>
        businessDate === '2026-11-20' && ['pending', 'unknown', 'sent', 'disputed', 'mispaid'].includes(status);
      expect(unended(result)).toBe(payments.filter(isOpen).length);
      const judged = payments.filter(each => isOpen(each) && ['disputed', 'mispaid'].includes(each.status));
      const shown = new Set([...result.lines].filter(isRemaining).map(({reference}) => reference));
      expect(judged.filter(({reference}) => !shown.has(reference))).toEqual([]);
    }));

  it('that are missing are told as open questions', () => {
    const unanswered = [referenceOf(1)];
    expect(unended(reconciled({payments: [payment(1)], live: {asked: 1, unanswered}}))).toBe(1);
  });
});

describe('a file that could be compared with nothing', () => {
  it.each([
    ['bank-file-alone', {bankFiles: [bankFile([{}])]}],
    ['payout-file-alone', {payoutFiles: [payoutFile([{}])]}],
    [
      'file-of-other-days',
      {providerFiles: [providerFile([row(7)], {interval: {from: '2026-10-01', to: '2026-10-02'}})]},
    ],
  ])('says so: %s', (reason, files) => {
    const result = reconciled(files);
    expect(told(result)).toEqual([`NOT_COMPARED ${reason}`]);
    expect(result.totals.remaining).toBe(1);
    const [line] = result.lines;
    const carried = [{key: line?.key ?? '', firstSeen: '2026-11-20'}];
    expect(reconciled({carried}).cleared).toEqual(carried);
    const accepted = [{key: line?.key ?? '', who: 'Amina', note: 'last month', when: '2026-11-21'}];
    expect(reconciled({...files, accepted}).totals.remaining).toBe(0);
  });

  it('is told beside what agrees: what else went out of a wallet, or came into it', () => {
    const charge = row(0, {
      reference: '',
      kind: 'fee',
      amount: '3.00',
      fee: null,
      serviceReference: 'C1',
      at: '2026-11-20',
    });
    const transfer = {...charge, kind: 'adjustment', amount: '-500.00', serviceReference: 'C2', line: 9} as const;
    const others = [
      {...charge, serviceReference: 'C3', at: '2026-11-19'},
      {...charge, serviceReference: 'C4', status: 'Failed'},
    ];
    const files = {payments: [payment(1)], providerFiles: [providerFile([row(1), charge, transfer, ...others])]};
    const result = reconciled(files);
    expect(told(result)).toEqual(['NOT_COMPARED movements-alone']);
    const line = lineOf(result, 'NOT_COMPARED');
    expect(line).toMatchObject({severity: 'info', facts: {rows: 2}, provider: {currency: 'KES'}});
    expect(plainAmount(line.provider as DecimalAmount)).toBe('-503.00');
    expect(result.totals.remaining).toBe(0);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
    expect(told(reconciled({...files, payoutFiles: [payoutFile([{amount: '-303.50'}])]}))).not.toContain(
      'NOT_COMPARED movements-alone',
    );
  });

  it('is not missing where the file has a currency that the tills did not take, or none that they took', () => {
    const foreign = Array.from({length: 30}, (_, at) =>
      row(at, {reference: `QK${at}`, currency: 'EUR', amount: '2.50', fee: null, line: at + 2}),
    );
    const refused = row(40, {reference: 'QK40', currency: 'EUR', status: 'Failed', fee: null, line: 40});
    const dollars = payment(2, {amount: {currency: 'USD', minor: 1000}, record: null, fee: null});
    const files = {
      payments: [payment(1), dollars, payment(3, {...open, amount: {currency: 'USD', minor: 700}})],
      providerFiles: [providerFile([row(1), ...foreign, refused])],
    };
    const result = reconciled(files);
    expect(told(result)).toEqual([
      'NOT_COMPARED currency-unstated USD -10.00',
      'NOT_COMPARED currency-unsold EUR 75.00',
    ]);
    expect([...result.lines].map(({facts, rows, severity}) => [facts, rows.length, severity])).toEqual([
      [{payments: 1, currency: 'USD'}, 0, 'medium'],
      [{rows: 31, currency: 'EUR'}, 20, 'medium'],
    ]);
    expect(unexplained(result)).toEqual(['a EUR 0.00', 'a KES 0.00', 'a USD 0.00']);
    // A row that names a till is its payment, in whatever currency; and tills that took nothing know no currency.
    const named = row(9, {currency: 'EUR', fee: null});
    expect(told(reconciled({...files, providerFiles: [providerFile([row(1), named])]}))).toContain(
      'MISSING_LOCALLY till-loaded EUR 200.00',
    );
    expect(told(reconciled({providerFiles: [providerFile(foreign.slice(0, 1))]}))).toEqual([
      'MISSING_LOCALLY reference-foreign EUR 2.50',
    ]);
    // A file without any row has no currency either.
    const empty = {payments: [payment(1)], providerFiles: [providerFile([])]};
    expect(told(reconciled(empty))).toEqual(['MISSING_AT_PROVIDER absent-but-answered KES -200.00']);
  });

  it('is none beside a file that it is compared with', () => {
    const both = {bankFiles: [bankFile([{}])], payoutFiles: [payoutFile([{}])]};
    expect(told(reconciled(both))).toEqual([]);
    const rows = {providerFiles: [providerFile([row(1)])], payments: [payment(1)]};
    expect(told(reconciled(rows))).toEqual([]);
  });
});
