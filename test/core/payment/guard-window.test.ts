import {expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {type Guard, guardOf} from '../../../src/core/payment/earlier.js';
import {beginPayment, type Payment} from '../../../src/core/payment/payment.js';
import {event, request} from './payment-samples.js';

const minute = 60_000;
const asked = beginPayment(event(1, 'requested', request) as StoredEvent & {type: 'requested'});

/** Asked for at noon, and ended half an hour later. */
const noon = Date.UTC(2026, 10, 20, 12);
const ended = (more: Partial<Payment>): Payment => ({...asked, requestedAt: noon, since: noon + 30 * minute, ...more});

it.each<[string, minutesAfterTheEnd: number, Guard, Partial<Payment>]>([
  ['paid', 9, 'note', {status: 'paid'}],
  ['paid', 10, 'nothing', {status: 'paid'}],
  ['failed by its record', 14, 'note', {status: 'failed', failure: {reason: 'record', text: ''}}],
  ['failed by its record', 15, 'nothing', {status: 'failed', failure: {reason: 'record', text: ''}}],
  ['judged not paid', 14, 'ask', {status: 'failed', failure: {reason: 'judged', text: ''}}],
  ['judged not paid', 15, 'nothing', {status: 'failed', failure: {reason: 'judged', text: ''}}],
  ['open', 1_000_000, 'ask', {status: 'pending'}],
])('a payment that is %s calls %i minutes after its end for: %s', (_, minutes, guard, more) => {
  const payment = ended(more);
  const now = payment.since + minutes * minute;
  expect(guardOf(payment, request.amount, {now, cooldownMinutes: 10})).toBe(guard);
});

const otherAmount = {currency: 'KES', minor: request.amount.minor + 1} as const;
const otherCurrency = {currency: 'TZS', minor: request.amount.minor} as const;
const failed = (reason: 'record' | 'reversed' | 'judged' | 'declined'): Partial<Payment> => ({
  status: 'failed',
  failure: {reason, text: ''},
});

it.each<[string, sameSum: Guard, otherSum: Guard, Partial<Payment>]>([
  ['open', 'ask', 'ask', {status: 'unknown'}],
  ['paid', 'warn', 'nothing', {status: 'paid'}],
  ['paid with another amount', 'note', 'note', {status: 'mispaid'}],
  ['failed by its record', 'note', 'nothing', failed('record')],
  ['reversed', 'note', 'nothing', failed('reversed')],
  ['judged not paid', 'ask', 'ask', failed('judged')],
  ['declined', 'nothing', 'nothing', failed('declined')],
])('a payment that is %s calls at the same sum and at any other for: %s, %s', (_, same, other, more) => {
  const payment = ended(more);
  const when = {now: payment.since, cooldownMinutes: 10};
  const guards = [request.amount, otherAmount, otherCurrency].map(sum => guardOf(payment, sum, when));
  expect(guards).toEqual([same, other, other]);
});
