import {expect, it} from 'vitest';
import {interpretCharge} from '../../../src/core/endpoints/charge.js';
import {interpretCollection} from '../../../src/core/endpoints/collect.js';
import {interpretStatus} from '../../../src/core/endpoints/status.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {accepted, answered, record, reference, request} from '../payment/payment-samples.js';

const {amount: asked} = request;
const missing = {response_code: '96', response_message: 'Transaction not found'};

it.each<[string, Answer, string]>([
  ['not found, in its own words', answered(400, missing), 'not-found'],
  ['not found, in the words of a service that fails', answered(500, missing), 'question-failed other'],
  ['not found, in the words of somebody else', answered(404), 'question-failed other'],
  ['a record without a status', record('', '00'), 'question-failed other'],
  ['a waiting record', record('Initialized', '09'), 'pending'],
  ['a waiting record with the code of a paid one', record('Initialized', '00'), 'pending odd'],
  ['a record in words that no document has', record('Parked', '09'), 'pending odd'],
  ['a paid record with the code of a waiting one', record('Completed', '09'), 'pending odd'],
  ['a failed record with the code of a paid one', record('Failed', '00'), 'pending odd'],
  ['a fee of a tenth', record('Completed', '00', {transaction_fee: 20}), 'paid'],
  ['a fee of more than a tenth', record('Completed', '00', {transaction_fee: 20.01}), 'contradictory fee'],
  ['a fee below zero', record('Completed', '00', {transaction_fee: -1}), 'contradictory fee'],
])('of %s is said: %s', (_, answer, expected) => {
  const outcome = interpretStatus(answer, {reference, serviceReference: undefined, asked});
  const why = 'why' in outcome ? outcome.why : outcome.kind === 'pending' && outcome.odd ? 'odd' : '';
  expect(`${outcome.kind} ${why}`.trim()).toBe(expected);
});

it.each<[string | number | boolean, number]>([
  [4, 4],
  ['6', 6],
  [0, 0],
  [20, 20],
  [21, 0],
  [-1, 0],
  [4.5, 0],
  ['four', 0],
])('a code of %j digits has %i', (told, digits) => {
  const outcome = interpretCollection(accepted({requires_otp: true, otp_length: told}), reference);
  expect(outcome).toMatchObject({kind: 'accepted', details: {otpLength: digits}});
});

it.each([401, 403])('a bank’s refusal under HTTP %i is a refusal of the card', http => {
  const body = {
    statusOk: false,
    message: 'Transaction Failed',
    debugMessage: 'DECLINED',
    transactionReference: reference,
  };
  expect(interpretCharge(answered(http, body), reference)).toMatchObject({kind: 'refused', why: 'declined'});
});
