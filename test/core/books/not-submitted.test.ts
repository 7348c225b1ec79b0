import {expect, it} from 'vitest';
import {decideNotSubmitted} from '../../../src/core/books/not-submitted.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {approved, cardRecord, cardRequest, dollars, heardOf} from '../card/card-samples.js';
import {stateAfter} from '../deciding.js';
import {accepted, event as at, noAnswer, reference, request} from '../payment/payment-samples.js';
import {journalOf, requested, type Told} from '../subscription/enrolment-samples.js';

const begun = [at(1, 'requested', request)];
const wanting = [
  ...begun,
  at(2, 'sent', {reference}),
  at(3, 'answered', {reference, answer: accepted({requires_otp: true})}),
];
const paid = [
  at(1, 'requested', cardRequest),
  at(2, 'sent', {reference}),
  at(3, 'answered', {reference, answer: approved()}),
  heardOf(4, cardRecord('Completed')),
];
const refund = at(5, 'refund-requested', {
  reference,
  refund: 1,
  amount: dollars(100),
  reason: 'torn',
  businessDate: '2026-11-20',
});
const enrolled = (...more: readonly Told[]) => journalOf([requested(), ...more]);
const enrolmentSent: Told = ['enrolment-sent', {enrolment: reference}];
const refundSent = [...paid, refund, at(6, 'refund-sent', {reference, refund: 1})];

it.each<[string, readonly StoredEvent[], own: readonly string[], copy: readonly string[]]>([
  ['nothing', [], [], []],
  ['a payment that was decided', begun, ['never-left'], ['sent', 'answered']],
  ['a payment that was sent', [...begun, at(2, 'sent', {reference})], [], []],
  ['a code that was sent', [...wanting, at(4, 'otp-sent', {reference})], ['otp-answered'], ['otp-answered']],
  [
    'a code that was answered',
    [...wanting, at(4, 'otp-sent', {reference}), at(5, 'otp-answered', {reference, answer: noAnswer})],
    [],
    [],
  ],
  ['an enrolment that was decided', enrolled(), ['enrolment-never-left'], ['enrolment-sent', 'enrolment-answered']],
  ['an enrolment that was sent', enrolled(enrolmentSent), ['enrolment-answered'], ['enrolment-answered']],
  [
    'an enrolment that was answered',
    enrolled(enrolmentSent, ['enrolment-answered', {enrolment: reference, answer: noAnswer}]),
    [],
    [],
  ],
  ['a refund that was decided', [...paid, refund], ['refund-never-left'], ['refund-sent', 'refund-answered']],
  ['a refund that was sent', refundSent, ['refund-answered'], ['refund-answered']],
  [
    'a refund that was answered',
    [...refundSent, at(7, 'refund-answered', {reference, refund: 1, answer: noAnswer})],
    [],
    [],
  ],
])('at opening %s ends as it must, in the till and in a copy', (_, events, own, copy) => {
  const decided = (isCopy: boolean) => decideNotSubmitted(stateAfter(...events), {isCopy});
  expect([false, true].map(isCopy => decided(isCopy).map(({type}) => type))).toEqual([own, copy]);
  for (const {type, data} of [...decided(false), ...decided(true)])
    expect(data).toMatchObject(type.startsWith('enrolment') ? {enrolment: reference} : {reference});
});
