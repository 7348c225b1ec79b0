import {expect, it} from 'vitest';
import type {EventData, StoredEvent} from '../../src/core/event.js';
import {carry, emptyState, foldEvents, isPaidTwice, quarterMs} from '../../src/core/state.js';
import {accepted, event, record, request} from './payment-samples.js';

const first = 'T7K0MZ4K8AAAAAA';
const second = 'T7K0MZ4K9BBBBBB';
const third = 'T7K0MZ4KABBBBBB';
const ask = (seq: number, reference: string, more: Partial<EventData<'requested'>> = {}) => [
  event(seq, 'requested', {...request, reference, sale: reference, ...more}),
  event(seq + 1, 'sent', {reference}),
  event(seq + 2, 'answered', {reference, answer: accepted({transaction_reference: reference})}),
];
const heard = (seq: number, reference: string, status: string, code: string) =>
  event(seq, 'status-answered', {
    reference,
    question: 'status',
    answer: record(status, code, {transaction_reference: reference}),
    repeated: 0,
  });
const fold = (events: readonly StoredEvent[]) => {
  const state = emptyState();
  foldEvents(state, events);
  return state;
};

const quarter = Date.parse('2026-11-20T11:00:00Z') / quarterMs;

it('sums what is paid by currency, and takes back what becomes disputed', () => {
  const state = fold([
    ...ask(1, first),
    ...ask(4, second),
    heard(7, first, 'Completed', '00'),
    heard(8, second, 'Failed', '06'),
  ]);
  expect(state.days.get('2026-11-20')).toEqual({
    paid: 1,
    notPaid: 1,
    sums: new Map([['KES', {currency: 'KES', minor: 20000}]]),
    quarters: new Map([[quarter, new Map([['KES', {currency: 'KES', minor: 20000}]])]]),
  });
  foldEvents(state, [heard(9, first, 'Reversed', '06')]);
  expect(state.days.get('2026-11-20')).toEqual({
    paid: 0,
    notPaid: 1,
    sums: new Map([['KES', {currency: 'KES', minor: 0}]]),
    quarters: new Map([[quarter, new Map([['KES', {currency: 'KES', minor: 0}]])]]),
  });
});

it('flags a sale of which two attempts were paid', () => {
  const events = [
    ...ask(1, first),
    event(4, 'set-aside', {reference: first}),
    ...ask(5, second, {sale: first}),
    heard(8, second, 'Completed', '00'),
  ];
  const state = fold(events);
  expect(isPaidTwice(state, first)).toBe(false);
  foldEvents(state, [heard(9, first, 'Completed', '00')]);
  expect(isPaidTwice(state, first)).toBe(true);
  expect([...state.open]).toEqual([]);
});

it('passes over events of unknown types and of payments that are not at hand', () => {
  const foreign = {
    ...event(1, 'sent', {reference: first}),
    type: 'weather-observed',
    data: {rain: true},
  } as unknown as StoredEvent;
  const state = fold([foreign, heard(2, second, 'Completed', '00')]);
  expect(state.payments.size).toBe(0);
  expect(state.lastSeq).toBe(2);
});

it('carries what is open, the whole sale of it, and the newest reference', () => {
  const settled = [...ask(1, first), heard(4, first, 'Completed', '00')];
  const open = ask(5, second);
  expect(carry([], [...settled, ...open])).toEqual(open);
  expect(carry(open, [heard(8, second, 'Completed', '00')])).toEqual([...open, heard(8, second, 'Completed', '00')]);
  const sale = [
    ...ask(1, first),
    event(4, 'set-aside', {reference: first}),
    ...ask(5, third, {sale: first}),
    heard(8, third, 'Completed', '00'),
  ];
  expect(carry([], sale)).toEqual(sale);
});

it('carries a sale that was paid twice, because a person has to see it', () => {
  const sale = [
    ...ask(1, first),
    event(4, 'set-aside', {reference: first}),
    ...ask(5, third, {sale: first}),
    heard(8, third, 'Completed', '00'),
    heard(9, first, 'Completed', '00'),
  ];
  expect(carry([], sale)).toEqual(sale);
  expect(carry(sale, ask(10, second))).toEqual([...sale, ...ask(10, second)]);
});
