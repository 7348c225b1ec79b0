import {describe, expect, it} from 'vitest';
import {offersResolve} from '../../../src/core/books/selectors.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {beginPayment, evolve, type Payment} from '../../../src/core/payment/payment.js';
import {isPaidByResolution, lostRefund, refundResolvableIn, resolvableIn} from '../../../src/core/payment/resolving.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {accepted, answered, event, noAnswer, record, reference, request} from './payment-samples.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const missing = answered(400, {response_code: '96', response_message: 'Transaction not found'});

const begun = beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'});

function paymentAfter(answer: Answer, ...records: readonly Answer[]): Payment {
  const asked = records.map((each, index) =>
    event(4 + index, 'status-answered', {reference, question: 'status', answer: each, repeated: 0}),
  );
  return [event(2, 'sent', {reference}), event(3, 'answered', {reference, answer}), ...asked].reduce(evolve, begun);
}

describe('a person may judge', () => {
  it.each<[string, Payment, number | undefined]>([
    ['what the service has no record of, after 3 minutes', paymentAfter(noAnswer, missing), 3 * minute],
    ['what nobody could ask about, after a day', paymentAfter(noAnswer, noAnswer), day],
    ['what is pending, after a day', paymentAfter(accepted(), missing), day],
    ['what is paid: never', paymentAfter(accepted(), record('Completed', '00')), undefined],
    ['what has failed: never', paymentAfter(accepted(), record('Failed', '06')), undefined],
  ])('%s', (_, payment, wait) => {
    const {notFound, requestedAt} = payment;
    const from = payment.status === 'unknown' && notFound.count > 0 ? notFound.since : requestedAt;
    expect(resolvableIn(payment, from)).toBe(wait);
    if (wait === undefined) return;
    expect([resolvableIn(payment, from + wait - 1), resolvableIn(payment, from + wait)]).toEqual([1, 0]);
    expect([offersResolve(payment, from + wait - 1), offersResolve(payment, from + wait)]).toEqual([false, true]);
    expect(resolvableIn(payment, from - 10 * 365 * day)).toBe(0); // by a clock that was wrong when it was asked for
  });

  it('what has not left: never', () => expect(resolvableIn(begun, begun.requestedAt + 2 * day)).toBeUndefined());

  const none = record('Completed', '00', {transaction_amount: 0});
  const waits = record('Initialized', '09');
  it.each<[string, readonly Answer[], number]>([
    ['once', [none], 3 * minute],
    ['for the second time', [none, none], 3 * minute - 1000],
    ['and then nothing was heard', [none, noAnswer], 3 * minute - 1000],
    ['and then that it waits', [none, waits], day],
    ['after it had said that it waits', [waits, none], 3 * minute],
  ])('what has a record that proves nothing, %s', (_, records, wait) => {
    const payment = paymentAfter(accepted(), ...records);
    const last = payment.steps.at(-1)?.at ?? 0;
    expect(resolvableIn(payment, wait === day ? payment.requestedAt : last)).toBe(wait);
    expect(resolvableIn(payment, payment.requestedAt + day - 1)).toBe(wait === day ? 1 : 0);
  });

  it('and what then counts as paid by that word is what the service did not say, or not alone', () => {
    const judged = (as: 'paid' | 'not-paid', ...records: readonly Answer[]) =>
      evolve(paymentAfter(accepted(), ...records), event(9, 'resolved', {reference, as, reason: 'seen', evidence: ''}));
    const [paid, failed] = [record('Completed', '00'), record('Failed', '06')];
    const then = (payment: Payment, answer: Answer) =>
      evolve(payment, event(10, 'status-answered', {reference, question: 'status', answer, repeated: 0}));
    const payments = [
      ...[judged('paid'), judged('paid', failed, paid), judged('not-paid'), judged('not-paid', failed, paid)],
      ...[then(judged('paid'), paid), then(judged('paid'), failed), paymentAfter(accepted(), paid)],
    ];
    expect(payments.map(isPaidByResolution)).toEqual([true, true, false, false, false, false, false]);
  });

  it('a contradiction, at once', () => {
    const disputed = paymentAfter(accepted(), record('Failed', '06'), record('Completed', '00'));
    expect([disputed.status, resolvableIn(disputed, disputed.requestedAt)]).toEqual(['disputed', 0]);
  });

  it('nothing after a day of which a record was found first', () => {
    const late = paymentAfter(noAnswer, missing);
    expect(resolvableIn(late, late.requestedAt + day)).toBe(0);
  });
});

describe('a refund', () => {
  const amount = {currency: 'KES', minor: 100} as const;
  const about = {reference, refund: 1};
  const refunded = (...answers: readonly Answer[]) =>
    [
      event(10, 'refund-requested', {...about, amount, reason: 'torn', businessDate: '2026-11-20'}),
      event(11, 'refund-sent', about),
      ...answers.map((answer, index) => event(12 + index, 'refund-answered', {...about, answer})),
    ].reduce(evolve, paymentAfter(accepted(), record('Completed', '00')));

  it('is judged three minutes after nobody knew whether it was made, and on its way after a day', () => {
    const [lost, sent] = [refunded(noAnswer), refunded()];
    const [refund] = sent.refunds;
    const at = refund?.requestedAt ?? 0;
    const since = lost.refunds[0]?.since ?? 0;
    expect([lostRefund(lost, since + 3 * minute - 1), lostRefund(lost, since + 3 * minute)?.number]).toEqual([
      undefined,
      1,
    ]);
    expect([
      refund && refundResolvableIn(refund, at),
      lostRefund(sent, at + day - 1),
      lostRefund(sent, at + day),
    ]).toEqual([day, undefined, refund]);
  });
});
