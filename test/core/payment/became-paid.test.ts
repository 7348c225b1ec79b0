import {describe, expect, it} from 'vitest';
import {foldEvents} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {becamePaid} from '../../../src/core/payment/became-paid.js';
import {stateAfter} from '../deciding.js';
import {accepted, event as at, noAnswer, record, reference, request, toldOf} from './payment-samples.js';

const begun = [at(1, 'requested', request), at(2, 'sent', {reference})];
const pending = [...begun, at(3, 'answered', {reference, answer: accepted()})];
const lost = [...begun, at(3, 'answered', {reference, answer: noAnswer})];
const judged = (seq: number, as: 'paid' | 'not-paid') =>
  at(seq, 'resolved', {reference, as, reason: 'seen', evidence: ''});
const half = (seq: number) =>
  at(seq, 'status-answered', {
    reference,
    question: 'status',
    answer: record('Completed', '00', {transaction_amount: 100}),
    repeated: 0,
  });

/** What rings after each event, for a shop that opened after the first ones. */
function ringing(there: readonly StoredEvent[], ...later: readonly StoredEvent[]): readonly (readonly string[])[] {
  const state = stateAfter(...there);
  const awaited = new Set<string>();
  const ring = () => becamePaid(state, awaited).map(payment => payment.reference);
  const after = (event: StoredEvent) => {
    foldEvents(state, [event]);
    return ring();
  };
  return [ring(), ...later.map(after)];
}

describe('the bell rings', () => {
  it.each<[string, readonly StoredEvent[], readonly StoredEvent[], readonly number[]]>([
    ['when a payment turns paid', pending, [toldOf(4, 'Completed')], [1]],
    ['once, however often it is heard', pending, [toldOf(4, 'Completed'), toldOf(5, 'Completed')], [1, 0]],
    ['when a person says that it is paid', lost, [judged(4, 'paid')], [1]],
    ['not when it fails', pending, [toldOf(4, 'Failed')], [0]],
    [
      'not for a late success after a failure that the shop has gone on from',
      pending,
      [toldOf(4, 'Failed'), toldOf(5, 'Completed')],
      [0, 0],
    ],
    [
      'not when too little comes, but when a person then says that it is paid',
      pending,
      [half(4), judged(5, 'paid')],
      [0, 1],
    ],
    ['not for what a person then calls not paid', pending, [half(4), judged(5, 'not-paid')], [0, 0]],
    ['not for what was paid before', [...pending, toldOf(4, 'Completed')], [toldOf(5, 'Completed')], [0]],
  ])('%s', (_name, there, later, counts) => {
    expect(ringing(there, ...later).map(({length}) => length)).toEqual([0, ...counts]);
  });

  it('when a payment that was disputed while it was awaited turns paid', () => {
    const state = stateAfter(...pending);
    const awaited = new Set<string>();
    becamePaid(state, awaited);
    foldEvents(state, [toldOf(4, 'Failed'), toldOf(5, 'Completed')]); // both in one append
    expect(state.payments.get(reference)?.status).toBe('disputed');
    expect(becamePaid(state, awaited)).toEqual([]);
    foldEvents(state, [judged(6, 'paid')]);
    expect(becamePaid(state, awaited)).toMatchObject([{reference, status: 'paid'}]);
    expect(becamePaid(state, awaited)).toEqual([]);
  });

  it('not for what was awaited and is no longer at hand', () => {
    const awaited = new Set([reference]);
    expect([becamePaid(stateAfter(), awaited), [...awaited]]).toEqual([[], []]);
  });
});
