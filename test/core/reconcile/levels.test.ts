import {describe, expect, it} from 'vitest';
import type {ProviderRow} from '../../../src/core/reconcile/rows/row.js';
import {reasonTexts} from '../../../src/views/reconcile/entry.js';
import {
  inputs,
  lineOf,
  open,
  payment,
  providerFile,
  reconciled,
  referenceOf,
  refund,
  row,
  termsOf,
  told,
  unexplained,
} from './samples.js';

const {settings} = inputs();

describe('fees and nets', () => {
  const pair = (more: Parameters<typeof row>[1], mine: Parameters<typeof payment>[1] = {}, other = settings) =>
    told(
      reconciled({
        payments: [payment(1, mine), payment(2)],
        providerFiles: [providerFile([row(1, more), row(2)])],
        settings: other,
      }),
    );

  it('misses a fee only where the file states fees and the answer stated none', () => {
    expect(pair({fee: null}, {fee: null})).toEqual(['FEE_MISSING no-fee']);
    expect(pair({fee: null})).toEqual([]);
    const none = [providerFile([row(1, {fee: null})])];
    expect(told(reconciled({payments: [payment(1, {fee: null})], providerFiles: none}))).toEqual([]);
    expect(told(reconciled({payments: [payment(1, {fee: null})]}))).toEqual(['FEE_MISSING no-fee']);
  });

  it('compares the file’s fee with the answer’s, within the tolerance', () => {
    expect(pair({fee: '0.75'})).toEqual(['FEE_MISMATCH fee-unlike-answer KES 0.25']);
    expect(pair({fee: '0.75'}, {}, {...settings, feeTolerance: {KES: '0.25'}})).toEqual([]);
    expect(pair({fee: '-0.50'})).toEqual([]);
  });

  it('asks once for each currency where the answers say no fee and the file takes some', () => {
    const free = (number: number) => payment(number, {fee: '0.00'});
    const result = reconciled({
      payments: [free(1), free(2), payment(3)],
      providerFiles: [providerFile([row(1, {fee: '3.50'}), row(2, {fee: '6.10'}), row(3, {fee: '0.75'})])],
    });
    expect(told(result)).toEqual([
      'FEE_MISMATCH fee-unlike-answer KES 0.25',
      'FEE_MISMATCH fees-unlike-answers KES 9.60',
    ]);
    const summed = [...result.lines].find(({reason}) => reason === 'fees-unlike-answers');
    expect(summed).toMatchObject({facts: {count: 2}, reference: '', till: 'T7K', owner: 'accountant'});
    expect(summed?.rows.map(({line}) => line)).toHaveLength(2);
    const dayBefore = reconciled({
      days: {from: '2026-11-19', to: '2026-11-20'},
      payments: [free(1), payment(2, {fee: '0.00', businessDate: '2026-11-19'})],
      providerFiles: [providerFile([row(1, {fee: '3.50'}), row(2, {fee: '6.10'})])],
    });
    expect(lineOf(dayBefore, 'FEE_MISMATCH')).toMatchObject({facts: {count: 2}, since: '2026-11-19'});
  });

  it('leaves a single free payment its own line', () =>
    expect(pair({fee: '3.50'}, {fee: '0.00'})).toEqual(['FEE_MISMATCH fee-unlike-answer KES 3.50']));

  it('compares it with the tariff, exactly', () => {
    const tariffs = [
      {method: 'mobile-money', currency: 'USD', basisPoints: 900, fixed: '0'},
      {method: 'card', currency: 'KES', basisPoints: 900, fixed: '0'},
      {method: 'mobile-money', currency: 'KES', basisPoints: 25, fixed: '0.10'},
    ] as const;
    expect(pair({}, {}, {...settings, tariffs})).toEqual(Array(2).fill('FEE_MISMATCH fee-unlike-tariff KES -0.10'));
  });

  it('takes the net apart', () => {
    expect(pair({net: '199.50'})).toEqual([]);
    expect(pair({net: '199.00'})).toEqual(['NET_MISMATCH net-arithmetic KES -0.50']);
    const one = reconciled({payments: [payment(1)], providerFiles: [providerFile([row(1, {net: '199.00'})])]});
    expect(lineOf(one, 'NET_MISMATCH').facts).toEqual({fee: '0.50', tax: 'none', net: '199.00', amount: '200.00'});
    expect(pair({net: '199.42', tax: '0.08'})).toEqual([]);
    expect(pair({net: '199.40', tax: '0.08'})).toEqual(['NET_MISMATCH net-arithmetic KES -0.02']);
  });

  it('knows a fee that an answer or a tariff states with its taxes', () => {
    expect(pair({tax: '0.08'}, {fee: '0.58'})).toEqual([]);
    expect(pair({tax: '0.08'}, {fee: '0.60'})).toEqual(['FEE_MISMATCH fee-unlike-answer KES -0.10']);
    const tariffs = [{method: 'mobile-money', currency: 'KES', basisPoints: 25, fixed: '0.08'}] as const;
    expect(pair({tax: '0.08'}, {}, {...settings, tariffs})).toEqual(['FEE_MISMATCH fee-unlike-tariff KES -0.08']);
  });
});

describe('the journal alone', () => {
  const minutes = (number: number) => Date.parse('2026-11-20T09:00:00Z') + number * 60_000;
  const twice = (apart: number, more: Parameters<typeof payment>[1] = {}) =>
    told(
      reconciled({
        payments: [
          payment(1, {payer: '254712345678', requestedAt: minutes(0)}),
          payment(2, {payer: '254712345678', requestedAt: minutes(apart), ...more}),
        ],
      }),
    );

  it('sees one customer pay the same twice within ten minutes', () => {
    expect(twice(10)).toEqual(['DUPLICATE_SAME_CUSTOMER same-payer']);
    expect(twice(10.01)).toEqual([]);
    const back = [
      payment(1, {payer: '254712345678', requestedAt: minutes(5)}),
      payment(2, {payer: '254712345678', requestedAt: minutes(0)}),
    ];
    const [again] = reconciled({payments: back}).lines;
    expect(again).toMatchObject({reference: referenceOf(1), facts: {other: referenceOf(2), minutes: 5}});
    expect(twice(3, {amount: {currency: 'KES', minor: 20_100}})).toEqual([]);
    expect(twice(3, {...open})).toEqual(['EXPIRED_UNPAID still-open']);
    expect(twice(3, {refunds: [refund(1, {amount: {currency: 'KES', minor: 20_000}})]})).toEqual([]);
  });

  it('lists what became paid after its Z, which nobody has to look at', () => {
    const result = reconciled({payments: [payment(1, {isLate: true, z: 412})]});
    expect(told(result)).toEqual(['LATE_COMPLETION after-its-z']);
    expect(lineOf(result, 'LATE_COMPLETION')).toMatchObject({facts: {z: 412}, status: 'matched', severity: 'info'});
  });

  it('says where a journal is not whole', () => {
    const chains = [
      {till: 'T7K', state: 'gap', seq: 812},
      {till: 'T8M', state: 'broken', seq: 40},
      {till: 'T9N', state: 'whole', seq: null},
    ] as const;
    const result = reconciled({chains});
    expect([...result.lines].map(({code, till, severity, facts}) => [code, till, severity, facts['seq']])).toEqual([
      ['CHAIN_BROKEN', 'T8M', 'critical', 40],
      ['SEQUENCE_GAP', 'T7K', 'critical', 812],
    ]);
  });

  it('keeps a payment of the test profile out of every sum', () => {
    const payments = [payment(1), payment(2, {profile: 'test'})];
    const result = reconciled({payments, providerFiles: [providerFile([row(1)])]});
    expect(told(result)).toEqual(['TEST_IN_LIVE other-profile']);
    expect(lineOf(result, 'TEST_IN_LIVE').severity).toBe('critical');
    expect(termsOf(result, 'a')).toEqual({'journal-paid': '200.00', 'provider-gross': '200.00'});
    expect(told(reconciled({payments, profile: 'test', providerFiles: [providerFile([row(1), row(2)])]}))).toEqual([]);
  });

  it('compares the time of the provider with that of the request', () => {
    const at = (time: string, more: object = {}) =>
      reconciled({payments: [payment(1)], providerFiles: [providerFile([row(1, {at: time})])], ...more});
    const {settings} = inputs();
    expect(told(at('2026-11-20T10:01:00Z'))).toEqual([]);
    expect(told(at('2026-11-20T10:02:00Z'))).toEqual(['TIME_DIFFERS time-later']);
    expect(lineOf(at('2026-11-20T10:02:00Z'), 'TIME_DIFFERS')).toMatchObject({
      severity: 'low',
      facts: {minutes: 61, at: '2026-11-20T10:02:00Z'},
    });
    // Nobody knows of which zone it is, or the shop allows for it.
    expect(told(at('2026-11-20 23:02:00'))).toEqual([]);
    expect(told(at('2026-11-20T10:02:00Z', {settings: {...settings, timeToleranceMinutes: 61}}))).toEqual([]);
  });

  it('says once that a whole file is of another time', () => {
    const numbers = Array.from({length: 21}, (_, index) => index + 1);
    const rows = numbers.map(number => row(number, {at: `2026-11-20T12:${String(number).padStart(2, '0')}:00Z`}));
    const result = reconciled({payments: numbers.map(each => payment(each)), providerFiles: [providerFile(rows)]});
    expect(told(result)).toEqual(['TIME_DIFFERS times-later']);
    expect(result.lines.at(0)?.facts).toEqual({till: 'T7K', count: 21, least: 180, most: 180});
  });

  it('knows the clock by what was heard, and by rows that are older than their request', () => {
    const heard = reconciled({payments: [payment(1, {skewSeconds: -600}), payment(2, {skewSeconds: 300})]});
    expect(lineOf(heard, 'CLOCK_SKEW')).toMatchObject({facts: {till: 'T7K', seconds: -600, count: 2}, severity: 'low'});
    for (const skews of [
      [-300, 300, 200],
      [300, -300],
      [200, 300],
    ])
      expect(
        lineOf(reconciled({payments: skews.map((skewSeconds, at) => payment(at, {skewSeconds}))}), 'CLOCK_SKEW').facts[
          'seconds'
        ],
      ).toBe(300);
    const files = (at: string) => ({payments: [payment(0)], providerFiles: [providerFile([row(0, {at})])]});
    expect(told(reconciled(files('2026-11-20T08:57:59Z')))).toEqual(['CLOCK_SKEW clock-off']);
    expect(told(reconciled(files('2026-11-20T08:58:00Z')))).toEqual([]);
    expect(told(reconciled(files('2026-11-20 08:00:00')))).toEqual([]); // of a zone that nobody told
    const zone = {settings: {...settings, providerZone: 'Africa/Nairobi'}};
    expect(told(reconciled({...files('2026-11-20 11:50:00'), ...zone}))).toEqual(['CLOCK_SKEW clock-off']);
  });

  it('leaves cash to the drawer', () => {
    const result = reconciled({
      payments: [payment(1, {method: 'cash', record: null})],
      providerFiles: [providerFile([])],
    });
    expect(told(result)).toEqual([]);
    expect(result.coverage.journal).toMatchObject({payments: 1, cash: 1});
  });
});

describe('money that went back', () => {
  const card = (more: Parameters<typeof refund>[1] = {}) => payment(1, {refunds: [refund(1, more)]});
  const backRow = (more: Parameters<typeof row>[1] = {}) =>
    row(7, {kind: 'refund', reference: referenceOf(1), amount: '-50.00', fee: null, serviceReference: 'RF-1', ...more});
  const against = (own: ReturnType<typeof payment>, ...rows: ReturnType<typeof row>[]) =>
    reconciled({payments: [own, payment(2)], providerFiles: [providerFile([row(1), row(2), ...rows])]});

  it('is confirmed by the service’s reference, or by the payment and the amount', () => {
    expect(told(against(card(), backRow()))).toEqual([]);
    expect(told(against(card(), backRow({serviceReference: null, amount: '50'})))).toEqual([]);
    expect(told(against(card(), backRow({reference: 'RF-1', serviceReference: null})))).toEqual([]);
    expect(told(against(card({serviceReference: null}), backRow()))).toEqual([]);
  });

  it('is confirmed by its reference in another spelling', () =>
    expect(told(against(card(), backRow({reference: '', serviceReference: 'rf 1'})))).toEqual([]));

  it('is not confirmed by another amount, or another refund', () => {
    const refunded = ['MISSING_LOCALLY refund-not-ours KES -40.00', 'REFUND_UNCONFIRMED refund-absent KES 50.00'];
    expect(told(against(card(), backRow({amount: '-40.00'})))).toEqual(refunded);
    expect(told(against(card(), backRow({currency: 'USD'}))).join()).toContain('REFUND_UNCONFIRMED refund-absent');
    expect(told(against(card({serviceReference: 'RF-2'}), backRow())).join()).toContain('refund-absent KES 50.00');
    expect(told(against(card({status: 'failed'}), backRow()))).toEqual(['MISSING_LOCALLY refund-not-ours KES -50.00']);
    expect(told(against(card({method: 'cash'}), backRow()))).toEqual(['MISSING_LOCALLY refund-not-ours KES -50.00']);
  });

  it.each(['Failed', 'Pending', 'Initialized'])('is not confirmed, and no money, by a row that says %s', status => {
    for (const here of ['done', 'pending'] as const)
      expect(told(against(card({status: here}), backRow({status})))).toEqual([
        'REFUND_UNCONFIRMED refund-absent KES 50.00',
      ]);
    expect(told(against(payment(1), backRow({status})))).toEqual([]);
  });

  it('is open where the service has not said its end, and done where it has and the file lists no refunds', () => {
    expect(told(against(card({status: 'pending'})))).toEqual(['REFUND_UNCONFIRMED refund-open KES 50.00']);
    expect(told(against(card()))).toEqual([]);
  });

  it('is written on the row of its payment', () => {
    const file = providerFile([row(1, {status: 'Refunded'})]);
    const result = reconciled({payments: [card({status: 'pending'})], providerFiles: [file]});
    expect(told(result)).toEqual([]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('was taken back by the customer or the bank', () => {
    const result = against(
      payment(1),
      backRow({kind: 'reversal', amount: '200'}),
      backRow({kind: 'chargeback', amount: '-200.00'}),
    );
    expect(told(result)).toEqual(['REVERSED reversal KES -200.00', 'CHARGEBACK dispute KES -200.00']);
    expect(lineOf(result, 'CHARGEBACK').reference).toBe(referenceOf(1));
  });

  it('was taken back and taken again, which is one line for each time', () => {
    const back = (line: number, amount = '200') =>
      row(1, {kind: 'reversal', amount, line, serviceReference: `R${line}`});
    const again = (line: number) => row(1, {line, serviceReference: `P${line}`});
    const found = (...rows: readonly ProviderRow[]) => {
      const result = reconciled({payments: [payment(1)], providerFiles: [providerFile([row(1), ...rows])]});
      expect(unexplained(result)).toEqual(['a KES 0.00']);
      return result;
    };
    const once = found(back(3), again(4));
    expect(told(once)).toEqual(['REVERSED taken-again']);
    expect(lineOf(once, 'REVERSED')).toMatchObject({status: 'matched', rows: [{line: 3}, {}]});
    expect(told(found(back(3), again(4), back(5), again(6)))).toEqual(Array(2).fill('REVERSED taken-again'));
    expect(told(found(back(3), again(4), back(5))).sort()).toEqual([
      'REVERSED reversal KES -200.00',
      'REVERSED taken-again',
    ]);
    expect(told(found(back(3, '150'), again(4))).sort()).toEqual([
      'DUPLICATE_SAME_REF listed-again KES 200.00',
      'REVERSED reversal KES -150.00',
    ]);
  });
});

describe('what a line says of how it stands here', () => {
  it('is in words of its language, of a payment and of a refund', () => {
    const {lines} = reconciled({
      payments: [payment(1, {...open, status: 'unknown'})],
      providerFiles: [providerFile([row(2)])],
    });
    const [line] = [...lines].filter(({reason}) => reason === 'open-absent');
    expect(line?.facts['here']).toBe('unknown');
    if (line === undefined) throw new Error('there is no such line');
    expect(reasonTexts(line, 'fr').why).toBe(
      'Pas de résultat ici (résultat inconnu) ; absent du fichier du prestataire.',
    );
    const back = {reason: 'refund-open', facts: {refund: 1, here: 'pending'}} as const;
    expect(reasonTexts(back, 'fr').why).toBe(
      'Le remboursement 1 n’a pas encore de résultat (accepté, pas encore fait).',
    );
  });
});
