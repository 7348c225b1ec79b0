import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {nextQuestion, type Watch} from '../../../src/core/payment/follow-up.js';
import {beginPayment, evolve} from '../../../src/core/payment/payment.js';
import {event, record, reference, request} from './payment-samples.js';

const minute = 60_000;
const failed = [
  event(2, 'sent', {reference}),
  event(3, 'status-answered', {reference, question: 'status', answer: record('Failed', '06'), repeated: 0}),
].reduce(evolve, beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'}));

const watch: Watch = {lastAt: undefined, sentAt: 0, statusAt: 10 * minute, isFresh: true, unwritten: 0, stretch: 1};

it.each<[string, answers: number, unwritten: number, lastAt: number | undefined, due: number | undefined]>([
  ['asked never', 0, 0, undefined, 11],
  ['asked before it failed alone', 0, 0, 9, 11],
  ['asked at its failing', 0, 0, 10, 11],
  ['asked in time, without an answer', 0, 0, 11, 12],
  ['asked late, without an answer', 0, 0, 40, 41],
  ['answered once', 1, 0, 11, 15],
  ['answered once, which is not in the journal yet', 0, 1, 11, 15],
  ['answered once, and then asked late without an answer', 1, 0, 15, 16],
  ['answered twice', 2, 0, 15, 25],
  ['answered three times', 3, 0, 25, undefined],
  ['answered three times, one not in the journal yet', 2, 1, 25, undefined],
])('a failure that was %s is asked about again', (_, askedSinceFinal, unwritten, lastAt, due) => {
  const asked = {...watch, unwritten, lastAt: lastAt === undefined ? undefined : lastAt * minute};
  expect(nextQuestion({...failed, askedSinceFinal}, asked, {mono: 0, isFocused: false})).toBe(
    due === undefined ? undefined : due * minute,
  );
});
