import {expect, it} from 'vitest';
import {trafficOf} from '../../../src/core/present/traffic.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {accepted, event, noAnswer, record, reference, request} from '../payment/payment-samples.js';

const long = (answer: Answer, bytes: number): Answer => ({...answer, bytes}) as Answer;
const asked = (seq: number, answer: Answer, repeated = 0) =>
  event(seq, 'status-answered', {reference, question: 'status', answer, repeated});

it('is unknown before the first sale', () =>
  expect(trafficOf([])).toEqual({sales: 0, questions: 0, perSale: undefined, perQuestion: undefined}));

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

it('is of no sale where only questions were asked, and of no bytes where none were counted', () => {
  const {questions, perSale, perQuestion} = trafficOf([asked(1, long(record('Completed', '00'), 600))]);
  expect([questions, perSale, perQuestion]).toEqual([1, undefined, 600]);
  expect(trafficOf([event(1, 'requested', request), event(2, 'answered', {reference, answer: noAnswer})])).toEqual({
    sales: 1,
    questions: 0,
    perSale: undefined,
    perQuestion: undefined,
  });
});

it('has the refunds of a sale and the questions about them', () => {
  const answer = long(record('Completed', '00'), 500);
  const refund = {reference, refund: 1, answer};
  const events = [
    event(1, 'requested', request),
    event(2, 'refund-answered', refund as never),
    event(3, 'refund-status-answered', {...refund, repeated: 1} as never),
  ];
  expect(trafficOf(events)).toEqual({sales: 1, questions: 2, perSale: 1500, perQuestion: 500});
});
