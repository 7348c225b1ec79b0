import {describe, expect, it} from 'vitest';
import {payoutsOf} from '../../../src/core/reconcile/bank/payouts.js';
import {
  bankFile,
  inputs,
  lineOf,
  payment,
  payoutFile,
  providerFile,
  reconciled,
  row,
  termsOf,
  told,
  unexplained,
} from './samples.js';

/** The amounts and days of the payouts that two files state. */
const stated = (...statuses: readonly string[]) => {
  const payoutFiles = statuses.map((status, at) => payoutFile([{status}], {name: `${at}.csv`, sha256: `0${at}`}));
  return [...payoutsOf(inputs({payoutFiles})).byKey.values()].map(({payout}) => payout);
};

describe('a payout in two files', () => {
  it.each([
    ['Pending', 'Completed', ['P1']],
    ['Failed', 'Completed', ['P1']],
    ['Completed', 'Reversed', []],
    ['Pending', 'Failed', []],
  ])('stands as the later of its words does: %s, %s', (one, other, expected) => {
    expect(stated(one, other)).toEqual(expected);
    expect(stated(other, one)).toEqual(expected);
  });
});

describe('the day of a payout', () => {
  const dayOf = (...days: readonly (string | null)[]) => {
    const parts = days.map((at, index) => ({at, amount: `${index + 1}.00`}));
    const [payout] = payoutsOf(inputs({payoutFiles: [payoutFile(parts)]})).byKey.values();
    return payout?.date;
  };

  it.each([
    [['2026-11-24', '2026-11-23'], '2026-11-23'],
    [['2026-11-23', '2026-11-24'], '2026-11-23'],
    [[null, '2026-11-24'], '2026-11-24'],
    [['2026-11-24', null], '2026-11-24'],
    [[null, null], null],
  ])('is the earliest of its parts: %j', (days, expected) => expect(dayOf(...days)).toBe(expected));
});

describe('a payment that no payout has', () => {
  const at = (asOf: string, more = {}) =>
    reconciled({
      payments: [payment(1), payment(2)],
      providerFiles: [providerFile([row(1, {payout: null, ...more}), row(2, {payout: 'P9'})])],
      payoutFiles: [payoutFile([{payout: 'P9'}])],
      asOf: Date.parse(`${asOf}T06:00:00Z`),
    });

  it.each([
    ['2026-12-02', 'medium', 8],
    ['2026-12-03', 'high', 9],
  ])('is high from the sixth working day behind its term on: %s', (asOf, severity, workingDays) =>
    expect(lineOf(at(asOf), 'UNSETTLED')).toMatchObject({severity, facts: {payout: '', workingDays}}),
  );

  it('is no line if its row failed', () =>
    expect(told(at('2026-12-03', {status: 'Failed'}))).not.toContain('UNSETTLED no-payout-yet'));

  it('names the payout of its row that is in no file', () =>
    expect(lineOf(at('2026-12-03', {payout: 'P7'}), 'UNSETTLED')).toMatchObject({
      reason: 'payout-not-listed',
      facts: {payout: 'P7'},
    }));
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

  it('lack no fee and no tax that was given back with the money, by the net', () => {
    const back = {kind: 'refund', amount: '-200.00', payout: 'P2', reference: ''} as const;
    const refunds = [
      row(20, {...back, fee: '-0.50', tax: '-0.08', net: '-199.42'}),
      row(21, {...back, fee: '0.50', net: '-200.50'}),
    ];
    const result = paidOut([{}, {payout: 'P2', amount: '-200.42'}], [...rows, ...refunds]);
    expect(told(result).filter(line => line.startsWith('PAYOUT'))).toEqual([]);
    expect(termsOf(result, 'b')).toMatchObject({fees: '-1.00', taxes: '0.08', refunds: '-400.00'});
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
      name: 'before.csv',
      sha256: '0b',
      interval: {from: '2026-11-18', to: '2026-11-19'},
    });
    const earlier = [7, 8].map(number => payment(number, {businessDate: '2026-11-19'}));
    const result = reconciled({
      payments: [payment(1), payment(2), ...earlier],
      providerFiles: [ofDay, before],
      payoutFiles: [payoutFile([{amount: '399.00'}])],
    });
    expect(told(result)).toEqual([]);
    expect(termsOf(result, 'b')).toEqual({
      'provider-gross': '400.00',
      fees: '-1.00',
      payouts: '399.00',
      'not-yet-paid-out': '-199.50',
      'paid-out-from-earlier': '199.50',
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

  it('leave payments unsettled whose rows name none, if their file lists none but failed ones', () => {
    const unnamed = [row(1, {payout: null}), row(2, {payout: null})];
    const unsettled = ['UNSETTLED no-payout-yet', 'UNSETTLED no-payout-yet'];
    expect(told(paidOut([{status: 'Failed'}], unnamed))).toEqual(unsettled);
    expect(told(paidOut([{}], unnamed))).not.toContain(unsettled[0]); // which of them it pays is not known
  });

  it('leave out what failed', () => {
    const result = paidOut([{}, {payout: 'P2', status: 'Failed'}]);
    expect(told(result)).toEqual(['UNSETTLED payout-not-listed']);
  });
});
