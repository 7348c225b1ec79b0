import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {beginPayment, evolve} from '../../../src/core/payment/payment.js';
import {forAll} from '../../hostile/runs.js';
import {accepted, event, noAnswer, notFound, record, reference, request} from './payment-samples.js';

const begun = beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'});
const evidence = {
  accepted: (seq: number) => event(seq, 'answered', {reference, answer: accepted()}),
  silence: (seq: number) => event(seq, 'answered', {reference, answer: noAnswer}),
  ...Object.fromEntries(
    Object.entries({
      waiting: record('Initialized', '09'),
      paid: record('Completed', '00'),
      less: record('Completed', '00', {transaction_amount: 1}),
      failed: record('Failed', '06'),
      notFound,
      noAnswer,
    }).map(([name, answer]) => [
      name,
      (seq: number) => event(seq, 'status-answered', {reference, question: 'status' as const, answer, repeated: 0}),
    ]),
  ),
};
type Name = keyof typeof evidence;
const names = Object.keys(evidence) as Name[];

function statusAfter(order: readonly Name[]): string {
  const sent = evolve(begun, event(2, 'sent', {reference}));
  return order.reduce((payment, name, index) => evolve(payment, evidence[name]?.(index + 3) ?? fail(name)), sent)
    .status;
}
const fail = (name: string): never => {
  throw new Error(name);
};

it('gives the same status for the same evidence in any order', {tags: ['slow']}, () => {
  const withOneAnswer = fc
    .tuple(
      fc.constantFrom<Name>('accepted', 'silence'),
      fc.array(fc.constantFrom(...names.filter(name => name !== 'accepted' && name !== 'silence')), {maxLength: 6}),
    )
    .map(([answer, rest]) => [answer, ...rest]);
  const pairs = withOneAnswer.chain(order =>
    fc.tuple(fc.constant(order), fc.shuffledSubarray(order, {minLength: order.length})),
  );
  forAll({numRuns: 2000}, pairs, ([order, shuffled]) => statusAfter(order) === statusAfter(shuffled));
});

it('keeps a judgement until contrary news, and does not call what was known news', () => {
  const steps: [StoredEvent, string][] = [
    [event(2, 'sent', {reference}), 'sent'],
    [event(3, 'answered', {reference, answer: noAnswer}), 'unknown'],
    [event(4, 'status-answered', {reference, question: 'status', answer: notFound, repeated: 4}), 'unknown'],
    [event(5, 'resolved', {reference, as: 'not-paid', reason: 'no trace', evidence: ''}, 'Amina'), 'failed'],
    [
      event(6, 'status-answered', {reference, question: 'status', answer: record('Completed', '00'), repeated: 0}),
      'disputed',
    ],
    [event(7, 'resolved', {reference, as: 'paid', reason: 'seen on statement', evidence: ''}, 'Amina'), 'paid'],
    [
      event(8, 'status-answered', {reference, question: 'status', answer: record('Completed', '00'), repeated: 0}),
      'paid',
    ],
    [
      event(9, 'status-answered', {reference, question: 'status', answer: record('Reversed', '06'), repeated: 0}),
      'disputed',
    ],
  ];
  let payment = begun;
  for (const [next, status] of steps) {
    payment = evolve(payment, next);
    expect(payment.status, `after event ${next.seq}`).toBe(status);
  }
  expect(payment.notFound.count).toBe(5);
});

it('does not call it news that the service says again what the person knew', () => {
  const less = record('Completed', '00', {transaction_amount: 1});
  const heard = (seq: number) =>
    event(seq, 'status-answered', {reference, question: 'status', answer: less, repeated: 0});
  const judged = event(4, 'resolved', {reference, as: 'paid', reason: 'seen on statement', evidence: ''}, 'Amina');
  const all = [event(2, 'sent', {reference}), heard(3), judged, heard(5)];
  expect(all.reduce(evolve, begun).status).toBe('paid');
});

it('sends again under the same reference only what provably never left', () => {
  let payment = evolve(begun, event(2, 'sent', {reference}));
  payment = evolve(payment, event(3, 'answered', {reference, answer: {kind: 'not-sent', code: 'ECONNREFUSED'}}));
  expect([payment.status, payment.sends.resendable]).toEqual(['failed', true]);
  payment = evolve(payment, event(4, 'sent', {reference}));
  expect(payment.status).toBe('sent');
  payment = evolve(
    payment,
    event(5, 'status-answered', {reference, question: 'status', answer: record('Completed', '00'), repeated: 0}),
  );
  expect(payment.status).toBe('paid');
});
