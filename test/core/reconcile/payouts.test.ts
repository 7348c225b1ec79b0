import {describe, expect, it} from 'vitest';
import {payoutsOf} from '../../../src/core/reconcile/bank/payouts.js';
import {inputs, lineOf, payment, payoutFile, providerFile, reconciled, row, told} from './samples.js';

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
