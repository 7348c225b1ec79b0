import {expect, test} from 'vitest';
import {interpretRefund} from '../../src/core/endpoints/refund.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {plainText} from '../../src/core/service/body.js';

test('the start of a page is not cut in the middle of a letter', () => {
  const text = plainText({kind: 'answered', http: 502, text: `${'x'.repeat(79)}😀 Bad gateway`});
  expect(text).toBe(`HTTP 502 ${'x'.repeat(79)}`);
});

const reference = 'DK17VH3QX0A9BC2';
const whole = {
  response_code: '00',
  transaction_reference: reference,
  transaction_amount: 200,
  transaction_status: 'Completed',
  currency: 'KES',
};
const outcomeOf = (body: object) =>
  interpretStatus(
    {kind: 'answered', http: 200, body: {...whole, ...body}},
    {reference, asked: {currency: 'KES', minor: 20_000}},
  );

test.each([
  ['response_code', 'pending'],
  ['transaction_reference', 'question-failed'],
  ['merchant_transaction_reference', 'question-failed'],
  ['currency', 'contradictory'],
])('a record whose %s is there, but is no word, is not one of this payment', (name, kind) => {
  expect(outcomeOf({}).kind).toBe('paid');
  for (const value of [true, false, {}, [], ['00']]) expect(outcomeOf({[name]: value}).kind).toBe(kind);
});

test('a record that leaves out its currency or its reference proves nothing, and its code it may', () => {
  for (const value of [null, '', 'null']) {
    expect(outcomeOf({response_code: value}).kind).toBe('paid');
    expect(outcomeOf({currency: value})).toMatchObject({kind: 'contradictory', why: 'no-currency'});
    expect(outcomeOf({transaction_reference: value})).toMatchObject({kind: 'contradictory', why: 'no-reference'});
  }
});

test('an answer that calls itself no success in a text is none', () => {
  const answer = {kind: 'answered', http: 200, body: {success: 'false', message: 'Failed', data: whole}} as const;
  expect(interpretStatus(answer, {reference, asked: {currency: 'KES', minor: 20_000}}).kind).toBe('contradictory');
  const given = {refund_transaction_reference: 'RF-1', payment_transaction_reference: reference, status: 'SUCCESS'};
  const refund = (successful: string | boolean) =>
    interpretRefund(
      {kind: 'answered', http: 200, body: {message: 'ok', data: {...given, successful}}},
      {payment: reference, amount: {currency: 'USD', minor: 1000}, known: new Set()},
    );
  expect(refund('true')).toMatchObject({kind: 'accepted', done: true});
  expect(refund('false')).toEqual(refund(false));
});
