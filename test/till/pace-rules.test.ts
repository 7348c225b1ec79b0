import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {StoredEvent} from '../../src/core/events/event.js';
import type {Answer} from '../../src/core/service/answer.js';
import {Pace} from '../../src/till/watch.js';
import {forAll} from '../hostile/runs.js';

const second = 1000;
const fine: Answer = {kind: 'answered', http: 200, body: null};
const busy: Answer = {kind: 'answered', http: 429, body: null};
const busyFor = (retryAfterSeconds: number): Answer => ({...busy, retryAfterSeconds});
const down: Answer = {kind: 'not-sent', code: 'ENETUNREACH'};

/** A pace after these answers to a question that was asked at 100 seconds. */
function after(...answers: readonly Answer[]): Pace {
  const pace = new Pace();
  pace.asked(100 * second);
  for (const answer of answers) pace.onResponse(answer);
  return pace;
}

it.each([
  ['nothing yet', [], {gap: 1, wait: 1, forPerson: 1, busy: false, failing: false, slow: false}],
  ['an answer', [fine], {gap: 1, wait: 1, forPerson: 1, busy: false, failing: false, slow: false}],
  ['busy once', [busy], {gap: 2, wait: 2, forPerson: 2, busy: true, failing: false, slow: true}],
  ['busy twice', [busy, busy], {gap: 4, wait: 4, forPerson: 4, busy: true, failing: false, slow: true}],
  ['busy for ever', Array(9).fill(busy), {gap: 30, wait: 30, forPerson: 30, busy: true, failing: false, slow: true}],
  ['busy, then fine', [busy, busy, fine], {gap: 2, wait: 2, forPerson: 2, busy: false, failing: false, slow: true}],
  [
    'busy, then fine twice',
    [busy, fine, fine],
    {gap: 1, wait: 1, forPerson: 1, busy: false, failing: false, slow: false},
  ],
  ['a wish', [busyFor(20)], {gap: 20, wait: 20, forPerson: 20, busy: true, failing: false, slow: true}],
  ['a wish below the gap', [busyFor(1)], {gap: 2, wait: 2, forPerson: 2, busy: true, failing: false, slow: true}],
  ['a wish for hours', [busyFor(7200)], {gap: 60, wait: 60, forPerson: 60, busy: true, failing: false, slow: true}],
  ['the link down once', [down], {gap: 1, wait: 2, forPerson: 1, busy: false, failing: true, slow: false}],
  ['down three times', [down, down, down], {gap: 1, wait: 8, forPerson: 1, busy: false, failing: true, slow: false}],
  ['down for ever', Array(9).fill(down), {gap: 1, wait: 30, forPerson: 1, busy: false, failing: true, slow: false}],
  ['down after busy', [busy, busy, down], {gap: 4, wait: 4, forPerson: 4, busy: false, failing: true, slow: true}],
  ['down, then fine', [down, down, fine], {gap: 1, wait: 1, forPerson: 1, busy: false, failing: false, slow: false}],
] as const)('after %s', (_, answers: readonly Answer[], wanted) => {
  const pace = after(...answers);
  expect({
    gap: pace.gap / second,
    wait: pace.earliest / second - 100,
    forPerson: pace.earliestForPerson / second - 100,
    busy: pace.isBusy,
    failing: pace.isFailing,
    slow: pace.isSlow,
  }).toEqual(wanted);
});

it('lets the first question leave at once', () => expect(new Pace().earliest).toBe(Number.NEGATIVE_INFINITY));

const answering = (type: string, answer: Answer) => ({type, data: {answer}}) as unknown as StoredEvent;

it.each(['answered', 'otp-answered', 'refund-answered', 'enrolment-answered', 'subscription-change-answered'])(
  'asks nothing at once after a service that was too busy for an order (%s)',
  type => {
    const pace = after();
    pace.learn(answering(type, busyFor(20)), 200 * second);
    expect([pace.isBusy, pace.earliest]).toEqual([true, 220 * second]);
  },
);

it.each([
  ['an order that was answered', answering('answered', {kind: 'answered', http: 500, body: null})],
  ['an order that never left', answering('answered', down)],
  ['a question, which is heard of by itself', answering('status-answered', busy)],
])('learns nothing of %s', (_, event) => {
  const pace = after();
  pace.learn(event, 200 * second);
  expect([pace.isBusy, pace.isFailing, pace.earliest]).toEqual([false, false, 101 * second]);
});

it('never asks sooner than once a second, nor waits longer than a minute', () => {
  const answers = fc.array(
    fc.oneof(
      fc.constantFrom(fine, busy, down),
      fc.integer({min: -5, max: 100_000}).map(seconds => busyFor(seconds)),
    ),
  );
  forAll(answers, all => {
    const pace = after(...all);
    expect(pace.gap).toBeGreaterThanOrEqual(second);
    expect(pace.earliest - 100 * second).toBeLessThanOrEqual(60 * second);
    expect(pace.earliest).toBeGreaterThanOrEqual(pace.earliestForPerson);
  });
});
