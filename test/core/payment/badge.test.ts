import {expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {messages} from '../../../src/core/messages/messages.js';
import {type Badge, badgeOf, statusText} from '../../../src/core/payment/badge.js';
import type {Slip} from '../../../src/core/present/receipt.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {receiptText} from '../../print/samples.js';
import {accepted, event, noAnswer, notFound, reference, request, toldOf} from './payment-samples.js';

const begun = [event(1, 'requested', request), event(2, 'sent', {reference})];
const took = [...begun, event(3, 'answered', {reference, answer: accepted()})];
const lost = [...begun, event(3, 'answered', {reference, answer: noAnswer})];
const askedInVain = (seq: number, answer: Answer = notFound) =>
  event(seq, 'status-answered', {reference, question: 'status', answer, repeated: 0});
const judged = (as: 'paid' | 'not-paid', seq = 5) =>
  event(seq, 'resolved', {reference, as, reason: 'seen', evidence: 'no record'}, 'Amina');
const back = (minor: number) =>
  event(8, 'refund-in-cash', {
    reference,
    refund: 1,
    amount: {currency: 'KES', minor},
    reason: 'broken',
    businessDate: '2026-11-20',
  });

it.each<[Badge, string, readonly StoredEvent[]]>([
  ['sending', 'is about to leave', begun.slice(0, 1)],
  ['sending', 'has left without an answer', begun],
  ['waiting', 'waits for the customer', took],
  ['not-known', 'has lost its answer', lost],
  ['not-known', 'has left, and the service does not know it', [...begun, askedInVain(3)]],
  [
    'not-known',
    'has left, was asked about without an answer, and was set aside',
    [...begun, askedInVain(3, noAnswer), event(4, 'set-aside', {reference})],
  ],
  ['not-known', 'has a record in words that no document has', [...took, toldOf(4, 'Parked')]],
  [
    'waiting',
    'has such a record, and then one that says that it waits',
    [...took, toldOf(4, 'Parked'), toldOf(5, 'Initialized')],
  ],
  ['reversed', 'was first heard of as taken back', [...took, toldOf(4, 'Reversed')]],
  ['paid', 'the service calls paid', [...took, toldOf(4, 'Completed')]],
  [
    'paid',
    'is paid, whatever words follow that no document has',
    [...took, toldOf(4, 'Completed'), toldOf(5, 'Parked')],
  ],
  ['paid', 'was given back in part', [...took, toldOf(4, 'Completed'), back(100)]],
  ['given-back', 'was given back whole', [...took, toldOf(4, 'Completed'), back(request.amount.minor)]],
  ['judged-paid', 'a person judged paid', [...lost, judged('paid')]],
  [
    'judged-paid',
    'a person judged paid over a contradiction',
    [...took, toldOf(4, 'Completed'), toldOf(5, 'Reversed'), judged('paid', 6)],
  ],
  ['paid', 'the service calls paid after a person did', [...lost, judged('paid'), toldOf(6, 'Completed')]],
  ['given-back', 'a person judged paid and gave back', [...lost, judged('paid'), back(request.amount.minor)]],
  ['not-paid', 'a person judged not paid', [...lost, judged('not-paid')]],
  ['needs-person', 'contradicts itself', [...took, toldOf(4, 'Completed'), toldOf(5, 'Reversed')]],
])('%s marks a payment that %s, also on its slip', (badge, _, events) => {
  const state = emptyState();
  foldEvents(state, events);
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Error('the payment is not in the state');
  expect(badgeOf(payment)).toBe(badge);
  const {unknown, pending} = messages('en').payment.statuses;
  const open: readonly Badge[] = ['not-known', 'waiting'];
  expect([unknown, pending].indexOf(statusText(payment, 'en'))).toBe(open.indexOf(badge));
  const slip: Slip = {
    shop: 'Duka',
    till: 'T7K',
    zone: 'Africa/Nairobi',
    width: 48,
    profile: 'sandbox',
    person: 'cashier',
    language: 'en',
  };
  expect(receiptText(payment, slip).join('\n')).toMatch(
    new RegExp(`Status +${messages('en').payment.verdicts[badge]}\\s`),
  );
});
