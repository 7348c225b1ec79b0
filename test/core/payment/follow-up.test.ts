import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {
  attentionOf,
  isSettled,
  nextQuestion,
  nextRefundQuestion,
  usualWait,
  type Watch,
} from '../../../src/core/payment/follow-up.js';
import {beginPayment, evolve, type Payment} from '../../../src/core/payment/payment.js';
import type {Refund} from '../../../src/core/payment/refund.js';
import {accepted, event, noAnswer, notFound, notSent, record, reference, request} from './payment-samples.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const paymentAfter = (...events: StoredEvent[]): Payment =>
  events.reduce(evolve, beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'}));
const sent = event(2, 'sent', {reference});
const pending = paymentAfter(sent, event(3, 'answered', {reference, answer: accepted()}));
const failed = paymentAfter(
  sent,
  event(3, 'status-answered', {reference, question: 'status', answer: record('Failed', '06'), repeated: 0}),
);
const paid = paymentAfter(
  sent,
  event(3, 'status-answered', {reference, question: 'status', answer: record('Completed', '00'), repeated: 0}),
);
const watch: Watch = {lastAt: undefined, sentAt: 0, statusAt: 0, isFresh: true, unwritten: 0, stretch: 1};

describe('the next question', () => {
  it('about a fresh payment comes 3 seconds after sending', () => {
    expect(nextQuestion(pending, watch, {mono: 0, isFocused: true})).toBe(3 * second);
    expect(nextQuestion(pending, watch, {mono: 0, isFocused: false})).toBe(3 * second);
  });

  it('about a payment of an earlier process is due at once', () => {
    expect(nextQuestion(pending, {...watch, isFresh: false}, {mono: 42, isFocused: false})).toBe(42);
  });

  it('about a failure comes again after 1, 5 and 15 minutes and then no more', () => {
    const at = (asked: number) => nextQuestion({...failed, askedSinceFinal: asked}, watch, {mono: 0, isFocused: true});
    expect([0, 1, 2, 3].map(at)).toEqual([minute, 5 * minute, 15 * minute, undefined]);
  });

  it('is never asked about what provably did not leave, nor by itself about what is paid', () => {
    const never = paymentAfter(sent, event(3, 'answered', {reference, answer: notSent}));
    expect(nextQuestion(never, watch, {mono: 0, isFocused: true})).toBeUndefined();
    expect(nextQuestion(paid, watch, {mono: 0, isFocused: true})).toBeUndefined();
    expect([isSettled(never), isSettled(paid), isSettled(pending), isSettled(failed)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('goes on after a person has judged without evidence', () => {
    const judged = paymentAfter(sent, event(3, 'resolved', {reference, as: 'not-paid', reason: 'r', evidence: ''}));
    expect(judged.status).toBe('failed');
    expect(nextQuestion(judged, {...watch, lastAt: minute}, {mono: minute, isFocused: false})).toBe(
      minute + 4 * second,
    );
  });
});

it('asks for attention by age alone and never changes the verdict by it', () => {
  const at = (age: number) => attentionOf(pending, pending.requestedAt + age);
  expect([at(minute), at(10 * minute), at(24 * hour), at(7 * 24 * hour)]).toEqual([
    undefined,
    'ten-minutes',
    'day',
    'week',
  ]);
  expect(attentionOf(paid, paid.requestedAt + 24 * hour)).toBeUndefined();
  const unknown = paymentAfter(
    sent,
    event(3, 'status-answered', {reference, question: 'status', answer: notFound, repeated: 0}),
  );
  expect(unknown.status).toBe('sent');
});

describe('after a question that was not answered', () => {
  const silence = (seq: number) =>
    event(seq, 'status-answered', {reference, question: 'status', answer: noAnswer, repeated: 0});

  it('the next about an open payment is due as after any other: an interval after it was asked', () => {
    const silent = evolve(pending, silence(4));
    for (const lastAt of [minute, 3 * minute, 6 * minute])
      expect(nextQuestion(silent, {...watch, lastAt}, {mono: lastAt, isFocused: false})).toBe(
        nextQuestion(pending, {...watch, lastAt}, {mono: lastAt, isFocused: false}),
      );
  });

  const failedAt = 10 * minute;
  const asked = (count: number, lastAt: number | undefined) =>
    nextQuestion(
      {...failed, askedSinceFinal: count},
      {...watch, statusAt: failedAt, lastAt},
      {mono: failedAt, isFocused: false},
    );

  it('about a failure it counts for none, and the next is due a minute after it', () => {
    const silent = evolve(failed, silence(4));
    expect(silent.askedSinceFinal).toBe(failed.askedSinceFinal);
    expect([
      asked(0, failedAt - 1), // asked before it failed
      asked(0, failedAt + minute),
      asked(0, failedAt + 90 * second),
      asked(1, failedAt + minute),
      asked(1, failedAt + 5 * minute),
    ]).toEqual([
      failedAt + minute,
      failedAt + 2 * minute,
      failedAt + 150 * second,
      failedAt + 5 * minute,
      failedAt + 6 * minute,
    ]);
  });

  it('about a refund the next is an interval after it was asked, too', () => {
    const refund = {isProven: false, sentAt: 0} as Refund;
    expect(nextRefundQuestion(refund, {...watch, lastAt: minute}, minute)).toBe(minute + 4 * second);
    expect(nextRefundQuestion(refund, {...watch, lastAt: undefined, isFresh: false}, 42)).toBe(42);
    expect(nextRefundQuestion({...refund, isProven: true}, watch, 0)).toBeUndefined();
    expect(nextRefundQuestion({...refund, sentAt: undefined}, watch, 0)).toBeUndefined();
  });
});

it('the usual time is the median of three or more paid payments of the same network', () => {
  const after = (seconds: number, more: Partial<typeof request> = {}): Payment => ({
    ...paid,
    request: {...paid.request, ...more} as Payment['request'],
    since: paid.requestedAt + seconds * second,
  });
  const other = {network: 'AIRTEL_KE'} as Partial<typeof request>;
  expect(usualWait([after(5), after(9)], pending)).toBeUndefined();
  expect(usualWait([after(5), after(90), after(9)], pending)).toBe(9 * second);
  expect(usualWait([after(5), after(90), after(9, other), failed], pending)).toBeUndefined();
});
