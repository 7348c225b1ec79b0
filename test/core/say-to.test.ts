import {expect, test} from 'vitest';
import {sayTo} from '../../src/core/questions.js';
import {emptyState, foldEvents} from '../../src/core/state.js';
import {accepted, event, record, reference, request} from './payment-samples.js';

const after = (status: string) => {
  const state = emptyState();
  foldEvents(state, [
    event(1, 'requested', request),
    event(2, 'sent', {reference}),
    event(3, 'answered', {reference, answer: accepted()}),
    event(4, 'status-answered', {reference, question: 'status', answer: record(status, '06'), repeated: 0}),
  ]);
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Error('not there');
  return payment;
};

test('a payment first heard of as reversed is not said to have taken nothing', () => {
  expect(after('Reversed').status).toBe('failed');
  expect(sayTo(after('Reversed'))).toBe('Your money is on its way back to you.');
  expect(sayTo(after('Failed'))).toBe('The payment did not go through. Nothing was taken.');
});
