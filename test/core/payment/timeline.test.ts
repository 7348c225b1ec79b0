import {expect, it} from 'vitest';
import type {StatusOutcome, StatusRecord} from '../../../src/core/endpoints/status.js';
import {type Rule, stepOf, stepOfSend, stepOfStatus} from '../../../src/core/payment/timeline.js';
import type {RequestOutcome} from '../../../src/core/service/reply.js';
import {event, reference} from './payment-samples.js';

const asked = event(7, 'sent', {reference}, 'Amina');
const record: StatusRecord = {status: 'Completed', code: '00', amount: '200', fee: '1.50', currency: 'KES'};
const details = {requiresOtp: false, otpLength: 0, mustRedirect: false};
const facts = {amount: '200', fee: '1.50', currency: 'KES'};

it.each<[StatusOutcome, Rule, object, string | undefined]>([
  [{kind: 'paid', record, feeBasis: false}, 'record-paid', facts, 'Completed 00'],
  [{kind: 'paid', record, feeBasis: true}, 'record-paid-by-fee', facts, 'Completed 00'],
  [{kind: 'mispaid', record}, 'record-mispaid', facts, 'Completed 00'],
  [{kind: 'failed', record, reversed: false}, 'record-failed', facts, 'Completed 00'],
  [{kind: 'failed', record, reversed: true}, 'record-reversed', facts, 'Completed 00'],
  [{kind: 'pending', record: {status: 'Initialized'}, odd: false}, 'record-pending', {}, 'Initialized'],
  [{kind: 'pending', record: {status: '', code: '09'}, odd: true}, 'record-odd', {}, '09'],
  [{kind: 'pending', record: {status: ''}, odd: true}, 'record-odd', {}, undefined],
  [{kind: 'contradictory', record, why: 'fee'}, 'record-contradictory', {why: 'fee', ...facts}, 'Completed 00'],
  [{kind: 'not-found', text: 'none'}, 'question-not-found', {}, 'none'],
  [{kind: 'question-failed', text: 'busy', why: 'busy'}, 'question-failed', {why: 'busy'}, 'busy'],
  [{kind: 'no-answer', text: 'ECONNRESET'}, 'question-no-answer', {}, 'ECONNRESET'],
])('%j is the line %s', (outcome, rule, said, raw) => {
  const step = {seq: 7, at: Date.UTC(2026, 10, 20, 11, 0, 7), person: 'Amina', rule, facts: said, repeated: 3};
  expect(stepOfStatus(asked, outcome, 3)).toStrictEqual(raw === undefined ? step : {...step, raw});
});

it.each<[RequestOutcome, Rule, object, string]>([
  [{kind: 'accepted', details, text: 'PENDING'}, 'answer-accepted', {}, 'PENDING'],
  [{kind: 'accepted', details: {...details, isCompleted: true}, text: 'OK'}, 'answer-completed', {}, 'OK'],
  [{kind: 'accepted', details: {...details, isCompleted: false}, text: 'OK'}, 'answer-accepted', {}, 'OK'],
  [{kind: 'refused', why: 'declined', text: 'No'}, 'answer-refused', {why: 'declined'}, 'No'],
  [{kind: 'not-sent', code: 'ECONNREFUSED'}, 'answer-not-sent', {}, 'ECONNREFUSED'],
])('%j to the request is the line %s', (outcome, rule, said, raw) => {
  expect(stepOfSend(asked, outcome)).toMatchObject({seq: 7, rule, facts: said, raw});
});

it('a line without words of the service has none', () => {
  for (const raw of [undefined, '']) expect(stepOf(asked, 'never-left', {}, raw)).not.toHaveProperty('raw');
});
