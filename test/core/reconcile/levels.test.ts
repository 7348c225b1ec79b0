import {describe, expect, it} from 'vitest';
import {everyLine} from '../../../src/core/reconcile/result/reconcile.js';
import {reasonTexts} from '../../../src/views/reconcile/entry.js';
import {
  bankFile,
  inputs,
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
});

describe('payouts', () => {
  const rows = [row(1, {payout: 'P1', net: '199.50'}), row(2, {payout: 'P2'})];
  const week = Date.parse('2026-11-27T06:00:00Z');
  const paidOut = (payouts: Parameters<typeof payoutFile>[0], provider = rows, asOf = week) =>
    reconciled({
      payments: [payment(1), payment(2)],
      providerFiles: [providerFile(provider)],
      payoutFiles: [payoutFile(payouts)],
      asOf,
    });

  it('close when their lines make their sums', () => {
    const result = paidOut([{}, {payout: 'P2'}]);
    expect(told(result)).toEqual([]);
    expect(unexplained(result)).toEqual(['a KES 0.00', 'b KES 0.00']);
    expect(termsOf(result, 'b')).toEqual({'provider-gross': '400.00', fees: '-1.00', payouts: '399.00'});
  });

  it('differ by what their lines do not say', () => {
    const result = paidOut([{amount: '180.00'}, {payout: 'P2'}]);
    expect(told(result)).toEqual(['PAYOUT_MISMATCH lines-differ KES -19.50']);
    expect(unexplained(result)).toEqual(['a KES 0.00', 'b KES 0.00']);
    expect(told(paidOut([{}, {payout: 'P2'}, {payout: 'P0', amount: '10'}]))).toEqual([
      'PAYOUT_MISMATCH no-lines KES 10.00',
    ]);
  });

  it('take refunds, reversals, chargebacks, reserves and fees with them', () => {
    const kinds = ['reversal', 'chargeback', 'fee', 'reserve-held', 'reserve-released', 'adjustment'] as const;
    const more = kinds.map((kind, index) =>
      row(20 + index, {kind, amount: String(index + 1), fee: null, payout: 'P1', reference: ''}),
    );
    const result = paidOut([{amount: '194.50'}, {payout: 'P2'}], [...rows, ...more]);
    expect([...result.lines].filter(({code}) => code === 'PAYOUT_MISMATCH').map(({delta}) => delta)).toEqual([
      {currency: 'KES', value: {digits: -6n, scale: 0}}, // 199.50 - 1 - 2 - 3 - 4 + 5 + 6 = 200.50
    ]);
    expect(termsOf(result, 'b')).toMatchObject({
      fees: '-4.00',
      reversals: '-1.00',
      chargebacks: '-2.00',
      adjustments: '6.00',
    });
    expect(unexplained(result)).toEqual(['a KES 0.00', 'b KES 0.00']);
  });

  it('take the taxes beside the fees with them', () => {
    const taxed = [row(1, {payout: 'P1', tax: '0.08'}), row(2, {payout: 'P2', fee: null, net: '199.40', tax: '0.10'})];
    const result = paidOut([{amount: '199.42'}, {payout: 'P2', amount: '199.40'}], taxed);
    expect(told(result)).toEqual([]);
    expect(unexplained(result)).toEqual(['a KES 0.00', 'b KES 0.00']);
    expect(termsOf(result, 'b')).toMatchObject({fees: '-1.00', taxes: '-0.18'});
  });

  it('leave a payment unsettled after three working days, not before', () => {
    const unpaid = [row(1, {payout: null}), row(2, {payout: 'P2'})];
    const at = (asOf: string) => paidOut([{payout: 'P2'}], unpaid, Date.parse(asOf));
    expect(told(at('2026-11-25T06:00:00Z'))).toEqual([]); // Friday to Wednesday
    expect(told(at('2026-11-26T06:00:00Z'))).toEqual(['UNSETTLED no-payout-yet']);
    expect(lineOf(at('2026-11-26T06:00:00Z'), 'UNSETTLED')).toMatchObject({
      severity: 'medium',
      age: 6,
      facts: {workingDays: 4},
    });
    expect(lineOf(at('2026-12-08T06:00:00Z'), 'UNSETTLED').severity).toBe('high');
    expect(termsOf(at('2026-11-26T06:00:00Z'), 'b')).toMatchObject({'not-yet-paid-out': '-199.50'});
  });

  it('bring what was taken before, and not yet what is paid out later', () => {
    const ofDay = providerFile([row(1, {payout: 'P1'}), row(2)], {interval: {from: '2026-11-20', to: '2026-11-20'}});
    const before = providerFile([row(7, {payout: 'P1'}), row(8)], {
      ...{name: 'before.csv', sha256: '0b', interval: {from: '2026-11-18', to: '2026-11-19'}},
    });
    const earlier = [7, 8].map(number => payment(number, {businessDate: '2026-11-19'}));
    const result = reconciled({
      payments: [payment(1), payment(2), ...earlier],
      providerFiles: [ofDay, before],
      payoutFiles: [payoutFile([{amount: '399.00'}])],
    });
    expect(told(result)).toEqual([]);
    expect(termsOf(result, 'b')).toEqual({
      ...{'provider-gross': '400.00', fees: '-1.00', payouts: '399.00'},
      ...{'not-yet-paid-out': '-199.50', 'paid-out-from-earlier': '199.50'},
    });
    expect(unexplained(result)).toEqual(['a KES 0.00', 'b KES 0.00']);
  });

  it('have no line in a row that failed', () => {
    const failed = row(9, {payout: 'P0', status: 'Failed', reference: 'INV-9'});
    expect(told(paidOut([{}, {payout: 'P2'}, {payout: 'P0', amount: '10'}], [...rows, failed]))).toEqual([
      'MISSING_LOCALLY reference-foreign',
      'PAYOUT_MISMATCH no-lines KES 10.00',
    ]);
  });

  it('are one payout in however many parts and files they are listed, of its earliest day', () => {
    const parts = [
      {amount: '100.00', at: '2026-11-24'},
      {amount: '99.50', at: '2026-11-23'},
    ];
    const again = payoutFile([{...parts[0], at: null}], {name: 'again.csv', sha256: '0c'});
    const bank = bankFile([{narration: 'TRANSFER', bookedOn: '2026-11-23'}]);
    const result = reconciled({payoutFiles: [payoutFile(parts), again], bankFiles: [bank]});
    expect(told(result)).toEqual(['BANK_MISSING bank-fits KES 0.00']);
    expect(result.coverage.payouts.map(({repeated}) => repeated)).toEqual([0, 1]);
  });

  it('are not unsettled by a payout file that is not loaded', () => {
    const result = reconciled({payments: [payment(1)], providerFiles: [providerFile([row(1)])], asOf: week});
    expect(told(result)).toEqual([]);
  });

  it('leave out what failed', () => {
    const result = paidOut([{}, {payout: 'P2', status: 'Failed'}]);
    expect(told(result)).toEqual(['UNSETTLED payout-not-listed']);
  });
});

describe('the bank', () => {
  const banked = (payouts: Parameters<typeof payoutFile>[0], credits: Parameters<typeof bankFile>[0], more = {}) =>
    reconciled({
      payoutFiles: [payoutFile(payouts, more)],
      bankFiles: [bankFile(credits)],
      asOf: Date.parse('2026-12-10T00:00:00Z'),
    });
  const later = {bookedOn: '2026-12-05', amount: '-10', narration: 'RENT'};

  it('has a payout whose id it names, in whatever writing', () => {
    const result = banked(
      [{payout: 'PSTK_12'}, {payout: 'PSTK_123', amount: '9'}],
      [
        {narration: 'trf/pstk-12/duka', bookedOn: '2026-12-01'},
        {narration: 'PSTK_123', amount: '9'},
      ],
    );
    expect(told(result)).toEqual([]);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('may take a payout back: by its id, or by the bank’s own mark of a reversal', () => {
    const credit = {narration: 'P1'};
    const back = (narration: string, amount = '-199.5') => ({narration, amount, bookedOn: '2026-11-25'});
    for (const narration of ['RETURNED P1', 'RVSL']) {
      const result = banked([{}], [credit, back(narration), later]);
      expect(told(result)).toEqual(['BANK_MISSING bank-took-back KES -199.50']);
      expect(termsOf(result, 'c')).toEqual({payouts: '199.50', 'bank-differences': '-199.50'});
      expect(unexplained(result)).toEqual(['c KES 0.00']);
    }
    for (const other of [back('RENT'), back('SAID RVSL'), back('FEE P1', '-2.00'), {...back('P1'), currency: 'USD'}]) {
      expect(told(banked([{}], [credit, other, later])), other.narration).toEqual([]);
    }
  });

  it.each<readonly [what: string, moved: readonly string[], found: readonly string[], text: string]>([
    ['and pay it again', ['+1000', '-1000', '+1000'], [], 'returned on 2026-11-25, paid again on 2026-11-26'],
    ['twice, and pay it again', ['+1000', '-1000', '+1000', '-1000', '+1000'], [], ''],
    ['and pay it again in parts', ['+1000', '-1000', '+400', '+600'], [], ''],
    ['that came in parts, and pay it again', ['+400', '+600', '-1000', '+1000'], [], ''],
    ['and pay a part of it again', ['+1000', '-1000', '+400'], ['BANK_MISSING bank-again-differs KES -600.00'], ''],
    ['and pay more of it again', ['+1000', '-1000', '+1100'], ['BANK_EXTRA bank-again-differs KES 100.00'], ''],
    ['and not pay it again', ['+1000', '-1000'], ['BANK_MISSING bank-took-back KES -1000.00'], ''],
    ['twice', ['+1000', '-1000', '+1000', '-1000'], ['BANK_MISSING bank-took-back KES -1000.00'], ''],
  ])('may take a payout back %s, which is one line', (_, moved, found, text) => {
    const entries = moved.map((amount, at) => ({
      amount: amount.replace('+', ''),
      narration: amount.startsWith('-') ? 'RETURNED SETTLEMENT PO-1' : 'SETTLEMENT PO-1',
      bookedOn: `2026-11-${24 + at}`,
      entry: `E${at}`,
    }));
    for (const credits of [entries, entries.toReversed()]) {
      const result = banked([{payout: 'PO-1', amount: '1000.00'}], [...credits, later]);
      expect(told(result)).toEqual(found);
      expect(unexplained(result)).toEqual(['c KES 0.00']);
      const lines = [...everyLine(result)].filter(({facts}) => facts['payout'] === 'PO-1');
      expect(lines).toHaveLength(1);
      expect(lines[0]?.rows).toHaveLength(entries.length + 1);
      expect(lines.map(line => reasonTexts(line, 'en').why).join('')).toContain(text);
    }
  });

  it('takes back one of two payouts of one amount only where it names it', () => {
    const both = [
      {payout: 'PO-1', amount: '1000.00'},
      {payout: 'PO-2', amount: '1000.00'},
    ];
    const came = ['PO-1', 'PO-2'].map(narration => ({narration, amount: '1000.00'}));
    const back = (narration: string) =>
      banked(both, [...came, {narration, amount: '-1000.00', bookedOn: '2026-11-25'}, later]);
    expect(told(back('RETURNED PO-2'))).toEqual(['BANK_MISSING bank-took-back KES -1000.00']);
    expect(lineOf(back('RETURNED PO-2'), 'BANK_MISSING').facts['payout']).toBe('PO-2');
    expect(told(back('RVSL'))).toEqual([]);
  });

  const transfer = (bookedOn: string) => ({narration: 'TRANSFER', bookedOn, entry: 'E7'});

  it('may have a payout in the only credit that fits it, which a person has to say', () => {
    for (const date of ['2026-11-23', '2026-11-26']) {
      const result = banked([{}], [transfer(date)]);
      expect(told(result)).toEqual(['BANK_MISSING bank-fits KES 0.00']);
      const line = lineOf(result, 'BANK_MISSING');
      expect(line).toMatchObject({status: 'suggested', key: `BANK_MISSING:P1/E7/${date}`, severity: 'medium'});
      expect(line.rows.map(({kind}) => kind)).toEqual(['payout', 'bank']);
      expect(result.totals.remaining).toBe(1);
      expect(termsOf(result, 'c')).toEqual({
        payouts: '199.50',
        'bank-missing': '-199.50',
        'bank-extra': '199.50',
        'bank-credits': '199.50',
      });
      expect(unexplained(result)).toEqual(['c KES 0.00']);
    }
  });

  describe('of several payouts, or a payout in several entries', () => {
    const two = [
      {payout: 'PO-1', amount: '120.00'},
      {payout: 'PO-2', amount: '80.00'},
    ];
    const paidOut = (parts: readonly {readonly amount: string; readonly narration?: string}[]) =>
      parts.map(({amount, narration = 'TRANSFER'}, at) => ({amount, narration, entry: `E${at}`}));

    it('agrees where it names them and comes to exactly their sum', () => {
      const result = banked(two, [...paidOut([{amount: '200.00', narration: 'TRF PO-2 PO-1'}]), later]);
      expect(told(result)).toEqual([]);
      expect(termsOf(result, 'c')).toEqual({payouts: '200.00', 'bank-credits': '200.00'});
    });

    it('agrees where several entries name it and come to exactly its sum', () => {
      const parts = paidOut([
        {amount: '150.00', narration: 'PO-1 PART 1'},
        {amount: '50.00', narration: 'PO-1 PART 2'},
      ]);
      expect(told(banked([{payout: 'PO-1', amount: '200.00'}], [...parts, later]))).toEqual([]);
    });

    it('is no agreement where the sum is another, or one of them is named twice', () => {
      const short = banked(two, [...paidOut([{amount: '199.00', narration: 'PO-1 PO-2'}]), later]);
      expect(told(short)).toEqual([
        'BANK_MISSING not-in-bank KES -120.00',
        'BANK_MISSING not-in-bank KES -80.00',
        'BANK_EXTRA credit-unexplained KES 199.00',
      ]);
      const twice = paidOut([
        {amount: '200.00', narration: 'PO-1 PO-2'},
        {amount: '120.00', narration: 'PO-1'},
      ]);
      expect(told(banked(two, [...twice, later]))).toEqual([
        'BANK_MISSING not-in-bank KES -80.00',
        'BANK_EXTRA credit-unexplained KES 200.00',
      ]);
    });

    it.each([
      ['one entry', two, paidOut([{amount: '200.00'}]), 'bank-fits-several', 'PO-1/PO-2/E0/2026-11-24'],
      [
        'several entries',
        [{payout: 'PO-1', amount: '200.00'}],
        paidOut([{amount: '150.00'}, {amount: '50.00'}]),
        'bank-fits-parts',
        'PO-1/E0/2026-11-24/E1/2026-11-24',
      ],
    ] as const)(
      'may be so by the amounts alone, which a person has to say: %s',
      (_, payouts, entries, reason, subject) => {
        const result = banked(payouts, entries);
        expect(told(result)).toEqual([`BANK_MISSING ${reason}`]);
        const line = lineOf(result, 'BANK_MISSING');
        expect(line).toMatchObject({status: 'suggested', key: `BANK_MISSING:${subject}`, severity: 'medium'});
        expect(line.rows).toHaveLength(payouts.length + entries.length);
        expect(reasonTexts(line, 'en').why).toMatch(/PO-1.*TRANSFER/);
        expect(termsOf(result, 'c')).toMatchObject({'bank-missing': '-200.00', 'bank-extra': '200.00'});
        expect(unexplained(result)).toEqual(['c KES 0.00']);
        const accepted = [{key: line.key, who: 'Amina', note: 'the bank says so', when: '2026-11-25T09:00:00.000Z'}];
        const after = reconciled({
          payoutFiles: [payoutFile(payouts)],
          bankFiles: [bankFile(entries)],
          asOf: Date.parse('2026-12-10T00:00:00Z'),
          accepted,
        });
        expect(lineOf(after, 'BANK_MISSING')).toMatchObject({status: 'accepted'});
        expect(after.totals.remaining).toBe(0);
        expect(termsOf(after, 'c')).toEqual({payouts: '200.00', 'bank-credits': '200.00'});
      },
    );

    const one = [{payout: 'PO-1', amount: '200.00'}];
    const whole = paidOut([{amount: '200.00'}]);
    const parts = paidOut([{amount: '150.00'}, {amount: '50.00'}]);
    it.each([
      ['is claimed by no two', two, [...whole, ...whole]],
      ['is not of an entry that comes too late', two, whole.map(each => ({...each, bookedOn: '2026-11-27'}))],
      [
        'is not of entries of which one comes too late',
        one,
        parts.map((each, at) => ({...each, ...(at === 1 && {bookedOn: '2026-11-27'})})),
      ],
      [
        'is not of entries of which one is of another currency',
        one,
        parts.map((each, at) => ({...each, ...(at === 1 && {currency: 'USD'})})),
      ],
    ])('%s', (_, payouts, entries) =>
      expect(told(banked(payouts, [...entries, later])).filter(each => each.includes('fits'))).toEqual([]),
    );

    it.each([
      [298, 1],
      [299, 0],
    ])('is looked for among 300 payouts and no more: two and %i others', (others, found) => {
      const before = Array.from({length: others}, (_, at) => ({payout: `OLD-${at}`, amount: '7.00', at: '2026-10-01'}));
      expect(told(banked([...two, ...before], [...whole, later])).filter(each => each.includes('fits'))).toHaveLength(
        found,
      );
    });
  });

  it('has a payout by its name among more entries than are held', () => {
    const others = Array.from({length: 301}, (_, at) => ({narration: 'TRANSFER', amount: '3.00', entry: `S${at}`}));
    const result = banked([{payout: 'PO-1', at: null}], [...others, {narration: 'PO-1', amount: '199.00'}]);
    expect(told(result).filter(each => !each.startsWith('BANK_EXTRA'))).toEqual([
      'BANK_MISSING bank-differs KES -0.50',
    ]);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('is compared with nothing where no payouts are there, however many entries it has', () => {
    const rules = [{text: 'SMS CHARGE', amount: null, tolerance: null, account: '631', who: 'Amina', when: ''}];
    const entries = Array.from({length: 302}, (_, at) => ({narration: at === 0 ? 'SMS CHARGE' : 'TRANSFER'}));
    const result = reconciled({bankFiles: [bankFile(entries)], rules});
    expect(told(result).sort()).toEqual(['BANK_EXTRA by-rule KES 199.50', 'NOT_COMPARED bank-file-alone']);
  });

  it.each(['2026-11-20', '2026-11-22', '2026-11-27'])('has no payout of 2026-11-23 in a credit of %s', date =>
    expect(told(banked([{}], [transfer(date), later]))).toEqual([
      'BANK_MISSING not-in-bank KES -199.50',
      'BANK_EXTRA credit-unexplained KES 199.50',
    ]),
  );

  it('has the payout that a person accepted, and no other entry with it', () => {
    const acceptance = {
      key: 'BANK_MISSING:P1/E7/2026-11-24',
      who: 'Amina',
      note: 'told by the bank',
      when: '2026-12-01',
    };
    const accepted = (entry: string, tolerance = {}, amount = '199.50') =>
      reconciled({
        payoutFiles: [payoutFile([{}])],
        bankFiles: [bankFile([{...transfer('2026-11-24'), entry, amount}])],
        accepted: [acceptance],
        settings: {...settings, bankTolerance: tolerance},
      });
    const result = accepted('E7');
    expect(result.totals.remaining).toBe(0);
    expect(lineOf(result, 'BANK_MISSING').status).toBe('accepted');
    expect(termsOf(result, 'c')).toEqual({payouts: '199.50', 'bank-credits': '199.50'});
    expect(accepted('E8').totals.remaining).toBe(1);
    expect(termsOf(accepted('E8'), 'c')).toMatchObject({'bank-missing': '-199.50', 'bank-extra': '199.50'});
    expect(lineOf(accepted(''), 'BANK_MISSING').key).toBe('BANK_MISSING:P1/2026-11-24');
    const other = accepted('E7', {KES: '1'}, '199.00');
    expect([...other.lines].filter(({status}) => status === 'suggested')).toHaveLength(1);
    expect(unexplained(other)).toEqual(['c KES 0.00']);
  });

  it.each(['Expired', 'Failed', 'Reversed', 'Pending'])('has no money in an entry that says %s', status => {
    const done = {narration: 'P1', status: 'Completed'};
    expect(told(banked([{}], [done, {narration: 'SALE', amount: '7', status}]))).toEqual([]);
    expect(
      told(
        banked(
          [{}],
          [
            {...done, status},
            {...later, status: 'Completed'},
          ],
        ),
      ),
    ).toEqual(['BANK_MISSING not-in-bank KES -199.50']);
  });

  it('says of which entries and payouts it does not know how they stand, and counts none of them', () => {
    const result = banked([{}, {payout: 'P2', status: 'Parked'}], [{narration: 'P1', status: 'Parked'}, later]);
    expect(told(result).sort()).toEqual([
      'BANK_MISSING not-in-bank KES -199.50',
      'UNKNOWN_STATUS word-unknown',
      'UNKNOWN_STATUS word-unknown',
      'UNKNOWN_STATUS word-unknown',
    ]);
    expect(termsOf(result, 'c')).toEqual({payouts: '199.50', 'bank-missing': '-199.50'});
    const explained = {...settings, statusWords: {parked: 'paid' as const, '': 'paid' as const}};
    const files = {payoutFiles: [payoutFile([{}])], bankFiles: [bankFile([{narration: 'P1', status: 'Parked'}])]};
    expect(told(reconciled({...files, settings: explained}))).toEqual([]);
    const proved = bankFile([{narration: 'P1', status: 'Parked'}], {paidWords: ['Parked']});
    expect(told(reconciled({...files, bankFiles: [proved]}))).toEqual([]);
  });

  it('is debited where a provider takes back more than it pays', () => {
    const result = banked(
      [{amount: '-20.00'}],
      [
        {amount: '-20.00', narration: 'P1'},
        {amount: '-5', narration: 'RENT'},
      ],
    );
    expect(told(result)).toEqual([]);
    expect(termsOf(result, 'c')).toEqual({payouts: '-20.00', 'bank-credits': '-20.00'});
  });

  it('is not asked for a payout of nothing', () => expect(told(banked([{amount: '0.00'}], []))).toEqual([]));

  it('does not take a number in a narration for a payout of another amount', () => {
    const result = banked([{payout: '24', at: null}], [{narration: 'RENT 24 NOV', amount: '12'}, later]);
    expect(told(result)).toEqual(['BANK_MISSING not-in-bank KES -199.50', 'BANK_EXTRA credit-unexplained KES 12.00']);
  });

  it('takes none of two that fit', () => {
    const result = banked([{}], [{narration: 'A'}, {narration: 'B'}, later]);
    expect(told(result)).toEqual([
      'BANK_MISSING bank-ambiguous KES -199.50',
      'BANK_EXTRA credit-unexplained KES 199.50',
      'BANK_EXTRA credit-unexplained KES 199.50',
    ]);
    expect(lineOf(result, 'BANK_MISSING').facts['fitting']).toBe(2);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('has another amount than the payout that it names', () => {
    const narration = 'TRF PO-1 DUKA';
    const paid = [{payout: 'PO-1'}];
    expect(told(banked(paid, [{amount: '199.00', narration}]))).toEqual(['BANK_MISSING bank-differs KES -0.50']);
    expect(told(banked(paid, [{amount: '200.00', narration}]))).toEqual(['BANK_EXTRA bank-differs KES 0.50']);
    const tolerant = {...settings, bankTolerance: {KES: '1'}};
    const result = reconciled({
      payoutFiles: [payoutFile(paid)],
      bankFiles: [bankFile([{amount: '199.00', narration}])],
      settings: tolerant,
    });
    expect(result.totals.remaining).toBe(0);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('may not have it yet, or still has an earlier one', () => {
    const result = banked([{at: '2026-11-24'}], [{narration: 'OLD', amount: '77', bookedOn: '2026-11-20'}], {
      interval: {from: '2026-11-21', to: '2026-11-30'},
    });
    expect(told(result).sort()).toEqual([
      'TIMING credit-of-earlier-payout KES 77.00',
      'TIMING payout-in-transit KES -199.50',
    ]);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it.each([
    ['2026-11-20', 'TIMING credit-of-earlier-payout KES 77.00'],
    ['2026-11-21', 'BANK_EXTRA credit-unexplained KES 77.00'],
  ])('has a credit of %s by the first day of the payout files', (bookedOn, line) => {
    const days = {interval: {from: '2026-11-21', to: '2026-11-30'}};
    expect(told(banked([{at: '2026-11-24'}], [{narration: 'OLD', amount: '77', bookedOn}], days))).toContain(line);
  });

  it('has the first of two credits that name a payout, in whatever order its file has them', () => {
    const twice = ['E2', 'E1'].map(entry => ({entry, narration: 'TRF P1'}));
    for (const credits of [twice, twice.toReversed()])
      expect([...banked([{}], credits).lines].map(({key}) => key)).toEqual(['BANK_EXTRA:E2/2026-11-24:KES199.50']);
  });

  it.each([
    ['2026-11-22', false],
    ['2026-11-23', true],
    ['2026-11-26', true],
    ['2026-11-27', false],
  ])('may have a payout of the 23rd in a credit of %s: %s', (date, may) =>
    expect(told(banked([{}], [transfer(date)])).includes('BANK_MISSING bank-fits KES 0.00')).toBe(may),
  );

  it.each([
    ['2026-11-25', 'TIMING payout-in-transit KES -199.50'],
    ['2026-11-26', 'BANK_MISSING not-in-bank KES -199.50'],
  ])('is waited for until its files cover three days after the payout, here %s', (bookedOn, line) =>
    expect(told(banked([{at: '2026-11-23'}], [{bookedOn, amount: '-10', narration: 'RENT'}]))).toEqual([line]),
  );

  it.each(['0', 'f'])('has no earlier one for certain if a payout file states no days, here file %s', start => {
    const dated = payoutFile([{at: '2026-11-24'}], {interval: {from: '2026-11-21', to: '2026-11-30'}});
    const result = reconciled({
      payoutFiles: [dated, payoutFile([{payout: 'P2', amount: '0'}], {sha256: start.repeat(64)})],
      bankFiles: [bankFile([{narration: 'OLD', amount: '77', bookedOn: '2026-11-20'}])],
    });
    expect(told(result)).toContain('BANK_EXTRA credit-unexplained KES 77.00');
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
