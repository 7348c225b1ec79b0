import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents, type State} from '../../../src/core/books/state.js';
import type {Import} from '../../../src/core/reconcile/records/records.js';
import {copiesToRemove, isShredded, retentionPlan} from '../../../src/core/retention/retention.js';
import {accepted, event, record, reference, request} from '../payment/payment-samples.js';

const now = Date.parse('2027-02-10T12:00:00Z');
const keys = ['2026-11-aaaa', '2026-11-bbbb', '2026-12-cccc', '2027-01-dddd', '2050-03-eeee'];

/** A payment of November 2026, and whether its record says that it was paid. */
function stateWith(isPaid: boolean): State {
  const state = emptyState();
  foldEvents(state, [
    event(1, 'requested', request),
    event(2, 'sent', {reference}),
    event(3, 'answered', {reference, answer: accepted({transaction_reference: reference})}),
    ...(isPaid
      ? [
          event(4, 'status-answered', {
            reference,
            question: 'status',
            answer: record('Completed', '00', {transaction_reference: reference}),
            repeated: 0,
          }),
        ]
      : []),
  ]);
  return state;
}

describe('a month', () => {
  it('is due when so many whole months have passed after it, and nothing of it is open', () => {
    const standings = (keep: number) =>
      retentionPlan(stateWith(true), keys, {now, keep}).map(({month, standing}) => `${month} ${standing}`);
    expect(standings(1)).toEqual(['2026-11 due', '2026-12 due', '2027-01 kept', '2050-03 kept']);
    expect(standings(2)).toEqual(['2026-11 due', '2026-12 kept', '2027-01 kept', '2050-03 kept']);
    expect(standings(3)).toEqual(['2026-11 kept', '2026-12 kept', '2027-01 kept', '2050-03 kept']);
    expect(retentionPlan(stateWith(false), keys, {now, keep: 1})[0]).toEqual({
      month: '2026-11',
      keys: keys.slice(0, 2),
      standing: 'open',
      open: [reference],
    });
  });
});

describe('a copy of a file', () => {
  const file = (sha256: string, more: Partial<Import>): Import => ({
    kind: 'provider',
    name: `${sha256}.csv`,
    sha256,
    rows: 1,
    interval: null,
    headingPrint: null,
    mapping: null,
    at: now,
    person: 'Amina',
    ...more,
  });
  const imports = [
    file('a', {interval: {from: '2026-11-01', to: '2026-11-30'}}),
    file('b', {interval: {from: '2026-11-20', to: '2026-12-02'}}),
    file('c', {told: {from: '2026-10-01', to: '2026-10-31'}}),
    file('d', {}),
  ];

  it('goes when its days have ended by the month that is shredded, or when it counts no more', () => {
    const shredded = ['2026-10-ffff', '2026-11-aaaa'];
    expect(imports.map(each => isShredded(each, shredded))).toEqual([true, false, true, false]);
    expect(copiesToRemove(['a', 'b', 'c', 'd', 'withdrawn'], {imports, shredded})).toEqual(['a', 'c', 'withdrawn']);
    expect(copiesToRemove(['a', 'withdrawn'], {imports, shredded: []})).toEqual([]);
  });
});
