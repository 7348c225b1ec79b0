import {expect, it} from 'vitest';
import type {Answer} from '../../../src/core/service/answer.js';
import {trafficOf} from '../../../src/core/service/traffic.js';
import {accepted, event, noAnswer, record, reference, request} from '../payment/payment-samples.js';

const long = (answer: Answer, bytes: number): Answer => ({...answer, bytes}) as Answer;
const asked = (seq: number, answer: Answer, repeated = 0) =>
  event(seq, 'status-answered', {reference, question: 'status', answer, repeated});

it('is unknown before the first sale', () => {
  expect(trafficOf([])).toEqual({sales: 0, questions: 0, perSale: undefined, perQuestion: undefined});
});

it('counts what was asked for and asked about, unwritten answers too, and not what broke off', () => {
  const events = [
    event(1, 'requested', request),
    event(2, 'sent', {reference}),
    event(3, 'answered', {reference, answer: long(accepted(), 1500)}),
    event(4, 'otp-answered', {reference, answer: long(accepted(), 700)}),
    asked(5, long(record('Initialized', '09'), 600)),
    asked(6, noAnswer),
    asked(7, long(record('Initialized', '09'), 600), 3),
    asked(8, long(record('Completed', '00'), 800)),
    {...event(9, 'sent', {reference}), type: 'loyalty-points'} as never,
  ];
  expect(trafficOf(events)).toEqual({sales: 1, questions: 6, perSale: 6000, perQuestion: 633});
});
