import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {
  ageOf,
  isSettled,
  nextQuestion,
  nextRefundQuestion,
  stretchFrom,
  type Watch,
  wasNotSubmitted,
} from '../../../src/core/payment/follow-up.js';
import {beginPayment, evolve, type Payment} from '../../../src/core/payment/payment.js';
import type {Refund} from '../../../src/core/payment/refund.js';
import {stepOf} from '../../../src/core/payment/timeline.js';
import {accepted, event, noAnswer, notSent, record, reference, request} from './payment-samples.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const sentAt = 7 * second;

const asked = beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'});
const paymentAfter = (...events: StoredEvent[]) => [event(2, 'sent', {reference}), ...events].reduce(evolve, asked);
const status = (word: string, code: string) =>
  event(3, 'status-answered', {reference, question: 'status', answer: record(word, code), repeated: 0});
const resolved = event(4, 'resolved', {reference, as: 'not-paid', reason: 'seen', evidence: ''}, 'Amina');
const pending = paymentAfter(event(3, 'answered', {reference, answer: accepted()}));
const judgedPaid = paymentAfter(
  status('Failed', '06'),
  status('Completed', '00'),
  event(4, 'resolved', {reference, as: 'paid', reason: 'seen', evidence: ''}, 'Amina'),
);
const watch: Watch = {lastAt: undefined, sentAt, statusAt: sentAt, isFresh: true, unwritten: 0, stretch: 1.2};
const refund = {status: 'pending', isProven: false, sentAt: 1} as Refund;

/** By the age at which the last question was asked: the last instant of each step, and the first of the next. */
const intervals: readonly [age: number, ofFocused: number, behind: number][] = [
  [0, 2 * second, 4 * second],
  [2 * minute - 1, 2 * second, 4 * second],
  [2 * minute, 4 * second, 10 * second],
  [5 * minute - 1, 4 * second, 10 * second],
  [5 * minute, 30 * second, 30 * second],
  [15 * minute - 1, 30 * second, 30 * second],
  [15 * minute, 2 * minute, 2 * minute],
  [hour - 1, 2 * minute, 2 * minute],
  [hour, 10 * minute, 10 * minute],
  [day - 1, 10 * minute, 10 * minute],
  [day, hour, hour],
  [7 * day - 1, hour, hour],
  [7 * day, day, day],
  [70 * day, day, day],
];
const due = (age: number, every: number) => sentAt + age + every * 1.2;

describe('the next question', () => {
  it.each(intervals)('after one %i ms after the sending', (age, ofFocused, behind) => {
    const last = {...watch, lastAt: sentAt + age};
    expect(nextQuestion(pending, last, {mono: 0, isFocused: true})).toBe(due(age, ofFocused));
    expect(nextQuestion(pending, last, {mono: 0, isFocused: false})).toBe(due(age, behind));
    expect(nextRefundQuestion(refund, last, 0)).toBe(due(age, behind));
  });

  it.each<[string, Payment, Partial<Watch>, number | undefined]>([
    ['that is not sent yet', asked, {}, undefined],
    ['that was just sent', pending, {}, sentAt + 3 * second],
    ['that the answer called completed', {...pending, details: {isCompleted: true}} as Payment, {}, sentAt + second],
    ['of an earlier process', pending, {isFresh: false}, 99],
    ['that is paid', paymentAfter(status('Completed', '00')), {}, undefined],
    ['that a person called paid after the service had called it failed', judgedPaid, {}, undefined],
    [
      'that a person alone called not paid',
      paymentAfter(event(3, 'answered', {reference, answer: noAnswer}), resolved),
      {},
      sentAt + 3 * second,
    ],
  ])('the first about a payment %s', (_, payment, more, expected) => {
    expect(nextQuestion(payment, {...watch, ...more}, {mono: 99, isFocused: true})).toBe(expected);
  });

  it.each<[string, Partial<Refund>, Partial<Watch>, number | undefined]>([
    ['that was just sent', {}, {}, sentAt + 3 * second],
    ['of an earlier process', {}, {isFresh: false}, 99],
    ['that has not left', {sentAt: undefined}, {}, undefined],
    ['whose end the service has said', {isProven: true}, {}, undefined],
    ['that a person alone called done', {status: 'done'}, {}, sentAt + 3 * second],
  ])('the first about a refund %s', (_, more, how, expected) => {
    expect(nextRefundQuestion({...refund, ...more} as Refund, {...watch, ...how}, 99)).toBe(expected);
  });
});

/** A process takes a payment up, or its first refund, of which so many answers were heard: how old is it taken for? */
it.each<[string, byClock: number, heard: number, ofRefund: number, age: number, refundAge: number]>([
  ['that was just sent', second, 0, 0, second, second],
  ['of another clock, days behind this one, of which nothing was heard', 8 * day, 0, 0, 5 * minute, 5 * minute],
  ['of another clock, of which some answers were heard', 8 * day, 120, 160, 12.5 * minute, 181 * minute],
  ['of another clock, ahead of this one', -8 * day, 60, 0, 0, 0],
  ['of ten minutes that was often asked about', 10 * minute, 200, 1000, 10 * minute, 10 * minute],
  ['of two weeks that was asked about all the time', 14 * day, 1000, 1000, 14 * day, 14 * day],
])('a payment %s', (_, byClock, heard, ofRefund, age, refundAge) => {
  const {steps: own} = paymentAfter(...Array.from({length: heard}, () => status('Pending', '09')));
  const ofRefunds = {...stepOf(event(2, 'sent', {reference}), 'refund-no-answer', {refund: 1}), repeated: ofRefund - 1};
  const steps = ofRefund === 0 ? own : [...own, ofRefunds];
  const at = {sentAt, now: sentAt + byClock};
  expect([ageOf(steps, at), ageOf(steps, {...at, refund: 1})]).toEqual([age, refundAge]);
});

it.each<[string, Payment, boolean]>([
  ['pending', pending, false],
  ['paid', paymentAfter(status('Completed', '00')), true],
  [
    'paid, with a refund of which the service has not said the end',
    {...paymentAfter(status('Completed', '00')), refunds: [refund]},
    false,
  ],
  ['failed by its record, and not asked about again yet', paymentAfter(status('Failed', '06')), false],
  ['failed by its record, and asked about twice', {...paymentAfter(status('Failed', '06')), askedSinceFinal: 2}, false],
  [
    'failed by its record, and asked about three times',
    {...paymentAfter(status('Failed', '06')), askedSinceFinal: 3},
    true,
  ],
  ['paid with another amount', {...pending, status: 'mispaid', askedSinceFinal: 3}, false],
  ['paid by a person’s word over the service’s', judgedPaid, true],
  ['never sent', paymentAfter(event(3, 'answered', {reference, answer: notSent})), true],
  [
    'not paid by a person’s word alone',
    paymentAfter(event(3, 'answered', {reference, answer: noAnswer}), resolved),
    false,
  ],
])('a payment that is %s is settled: %#', (_, payment, expected) => {
  expect(isSettled(payment)).toBe(expected);
});

it('nobody but us knows of what provably never left, unless a record of it was found', () => {
  const unreachable = event(3, 'answered', {reference, answer: notSent});
  const found = event(4, 'status-answered', status('Completed', '00').data as never);
  const payments = [
    ...[paymentAfter(unreachable), evolve(asked, event(2, 'never-left', {reference}))],
    ...[paymentAfter(unreachable, found), paymentAfter(status('Failed', '06')), pending],
  ];
  expect(payments.map(wasNotSubmitted)).toEqual([true, true, false, false, false]);
});

it.each([
  [0, 0.8],
  [51, 0.88],
  [255, 1.2],
])('a random byte of %i stretches an interval by %f', (byte, stretch) => {
  expect(stretchFrom(new Uint8Array([byte]))).toBeCloseTo(stretch, 10);
});
