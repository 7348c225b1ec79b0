import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {decideSlip} from '../../../src/core/shift/decide.js';
import {codeOf, stateAfter} from '../deciding.js';
import {accepted, event as at, reference, request, toldOf} from '../payment/payment-samples.js';

const pending = [
  at(1, 'requested', request),
  at(2, 'sent', {reference}),
  at(3, 'answered', {reference, answer: accepted()}),
];
const paid = [...pending, toldOf(4, 'Completed')];
const printed = (seq: number, kind: 'receipt' | 'pending') =>
  at(seq, 'slip-printed', {reference, kind, copy: 0, format: 'text'});

it.each<[string, readonly StoredEvent[], object | string]>([
  ['of nobody', [], 'payment-unknown'],
  ['of what is pending', [...pending, printed(4, 'pending')], {kind: 'pending', copy: 0}],
  ['of what is paid', [...paid, printed(5, 'pending')], {kind: 'receipt', copy: 0}],
  ['of it once more', [...paid, printed(5, 'receipt')], {kind: 'receipt', copy: 1}],
])('a slip %s', (_, events, expected) => {
  const decided = codeOf(() => decideSlip(stateAfter(...events), {type: 'print-receipt', reference, format: 'text'}));
  if (typeof expected === 'string') expect(decided).toBe(expected);
  else expect(decided).toMatchObject([{type: 'slip-printed', data: {reference, ...expected, format: 'text'}}]);
});

it('a Z is printed by its number, and each copy is counted', () => {
  const state = stateAfter();
  const zs = [3, 4].map(number => ({number, throughSeq: number, printed: number}));
  const print = (number: number) =>
    codeOf(() =>
      decideSlip({...state, ledger: {...state.ledger, zs}} as never, {type: 'print-z', number, format: 'text'}),
    );
  expect(print(4)).toMatchObject([{type: 'report-printed', data: {z: 4, copy: 4}}]);
  expect(print(5)).toBe('report-unknown');
});
