import {describe, expect, it} from 'vitest';
import {nextOf} from '../../../src/core/books/selectors.js';
import {interpretOtp} from '../../../src/core/endpoints/collect.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {isOnItsWay, isRecordDue} from '../../../src/core/payment/otp.js';
import {awaitsOtp, beginPayment, evolve, isOtpUnclear, type Payment} from '../../../src/core/payment/payment.js';
import {waitingFor} from '../../../src/core/payment/waiting.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {accepted, answered, event, noAnswer, notSent, record, reference, request} from './payment-samples.js';

const waits = accepted({requires_otp: true, otp_length: 4});
const refused = answered(400, {response_code: '06', response_message: 'Invalid OTP'});
const taken = answered(200, {response_code: '09', response_message: 'PENDING'});
const code = 'code';

const minute = 'minute';

type Told = typeof code | typeof minute | {readonly otp: Answer} | {readonly record: Answer};

/** A payment that waits for a code, after codes that left (`code`), the answers to them, records, and minutes that passed. */
function paymentAfter(...told: readonly Told[]): Payment {
  let seq = 3; // of events a second apart
  const eventOf = (each: Exclude<Told, typeof minute>, seq: number): StoredEvent => {
    if (each === code) return event(seq, 'otp-sent', {reference});
    if ('otp' in each) return event(seq, 'otp-answered', {reference, answer: each.otp});
    return event(seq, 'status-answered', {reference, question: 'status', answer: each.record, repeated: 0});
  };
  const later = told.flatMap((each): readonly StoredEvent[] => {
    seq += each === minute ? 60 : 1;
    return each === minute ? [] : [eventOf(each, seq)];
  });
  const begun = beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'});
  const events = [event(2, 'sent', {reference}), event(3, 'answered', {reference, answer: waits}), ...later];
  return events.reduce(evolve, begun);
}

const stillWaits = {record: record('Initialized', '09')};

describe('a one-time password', () => {
  it.each<[string, readonly Told[], string, boolean]>([
    ['is asked for', [], 'otp', true],
    ['is on its way', [code], 'otp-unclear', false],
    ['is on its way, whatever a record says meanwhile', [code, stillWaits], 'otp-unclear', false],
    ['has no answer', [code, {otp: noAnswer}], 'otp-unclear', false],
    ['has no answer, and was wanted before', [stillWaits, code, {otp: noAnswer}], 'otp-unclear', false],
    ['has no answer, and no question has one', [code, {otp: noAnswer}, {record: noAnswer}], 'otp-unclear', false],
    ['has no answer, and a record lags behind', [code, {otp: noAnswer}, stillWaits], 'otp-unclear', false],
    ['has no answer, and nothing was heard since', [code, {otp: noAnswer}, stillWaits, minute], 'otp-unclear', false],
    ['has no answer, and is wanted still', [code, {otp: noAnswer}, minute, stillWaits], 'otp-still-wanted', true],
    [
      'has no answer for a second time',
      [code, {otp: noAnswer}, minute, stillWaits, code, {otp: noAnswer}],
      'otp-unclear',
      false,
    ],
    ['is wrong', [code, {otp: refused}], 'otp-again', true],
    ['never left', [code, {otp: notSent}], 'otp', true],
    ['is taken', [code, {otp: taken}], 'prompt', false],
    ['is taken, and the record lags behind', [code, {otp: taken}, stillWaits], 'prompt', false],
  ])('that %s', (_, told, waiting, isAwaited) => {
    const payment = paymentAfter(...told);
    expect([waitingFor(payment), awaitsOtp(payment)]).toEqual([waiting, isAwaited]);
    expect(isOtpUnclear(payment)).toBe(waiting === 'otp-unclear');
    if (waiting.startsWith('otp')) expect(nextOf(payment).kind).toBe(isAwaited ? 'otp' : 'none');
  });

  it('must be another for good once the answer to one was lost', () => {
    const lost = [code, {otp: noAnswer}, minute, stillWaits] as const;
    expect(paymentAfter(code, {otp: refused}).otp.hasLost).toBe(false);
    expect(paymentAfter(...lost).otp.hasLost).toBe(true);
    expect(paymentAfter(...lost, code, {otp: refused}).otp.hasLost).toBe(true);
  });

  it('is not made up for by a state that nobody knows', () => {
    const odd = {record: record('Parked', '09')};
    expect(isOtpUnclear(paymentAfter(code, {otp: noAnswer}, minute, odd))).toBe(true);
  });

  it('is unclear no longer when the payment has ended', () => {
    const paid = paymentAfter(code, {otp: noAnswer}, {record: record('Completed', '00')});
    expect([paid.status, isOtpUnclear(paid), awaitsOtp(paid)]).toEqual(['paid', false, false]);
  });
});

describe('a refusal of a code that does not say that the code is wrong', () => {
  it.each<[string, string]>([
    ['a code that came twice', 'Transaction has already been processed'],
    ['a payment that is not known', 'Transaction not found'],
  ])('%s', (_, message) => {
    for (const http of [200, 400]) {
      const answer = answered(http, {response_code: '06', response_message: message});
      expect(interpretOtp(answer, reference)).toEqual({kind: 'unknown', text: `06 ${message}`});
    }
  });

  it('an answer about another payment', () => {
    const other = answered(200, {
      response_code: '00',
      response_message: 'OK',
      transaction_reference: 'T7K0MZ4K8Q2RDWY',
    });
    expect(interpretOtp(other, reference).kind).toBe('unknown');
    const own = answered(200, {response_code: '00', response_message: 'OK', transaction_reference: reference});
    expect(interpretOtp(own, reference).kind).toBe('accepted');
  });
});

it('is looked for in the next record once its answer was lost for a minute, until that says that it is wanted', () => {
  const lost = paymentAfter(code, {otp: noAnswer}).otp;
  const at = lost.lostAt ?? 0;
  const wanted = paymentAfter(code, {otp: noAnswer}, minute, stillWaits).otp;
  expect([isRecordDue(lost, at + 59_999), isRecordDue(lost, at + 60_000), isRecordDue(wanted, at + 120_000)]).toEqual([
    ...[false, true, false],
  ]);
});

it('is waited for from when it left until its answer, whatever that proves', () => {
  const otpOf = (...told: readonly Told[]) => paymentAfter(...told).otp;
  const otps = [undefined, otpOf(), otpOf(code), otpOf(code, {otp: noAnswer}), otpOf(code, {otp: taken})];
  expect(otps.map(isOnItsWay)).toEqual([false, false, true, false, false]);
});
