import {expect, test} from 'vitest';
import {refundProof} from '../../src/core/refund/evidence.js';
import {plainText} from '../../src/core/service/body.js';
import {statusProof} from '../../src/core/service/status-evidence.js';

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
const proofOf = (body: object) =>
  statusProof(
    {kind: 'answered', http: 200, body: {...whole, ...body}},
    {reference, asked: {currency: 'KES', minor: 20_000}},
  );

test.each([
  ['response_code', 'pending'],
  ['transaction_reference', 'question-failed'],
  ['merchant_transaction_reference', 'question-failed'],
  ['currency', 'mispaid'],
])('a record whose %s is there, but is no word, is not one of this payment', (name, kind) => {
  expect(proofOf({}).kind).toBe('paid');
  for (const value of [true, false, {}, [], ['00']]) expect(proofOf({[name]: value}).kind).toBe(kind);
});

test('a record that leaves out its currency or its reference proves nothing, and its code it may', () => {
  for (const value of [null, '', 'null']) {
    expect(proofOf({response_code: value}).kind).toBe('paid');
    expect(proofOf({currency: value})).toMatchObject({kind: 'contradictory', why: 'no-currency'});
    expect(proofOf({transaction_reference: value})).toMatchObject({kind: 'contradictory', why: 'no-reference'});
  }
});

test('an answer that calls itself no success in a text is none', () => {
  const answer = {kind: 'answered', http: 200, body: {success: 'false', message: 'Failed', data: whole}} as const;
  expect(statusProof(answer, {reference, asked: {currency: 'KES', minor: 20_000}}).kind).toBe('contradictory');
  const given = {refund_transaction_reference: 'RF-1', payment_transaction_reference: reference, status: 'SUCCESS'};
  const refund = (successful: string | boolean) =>
    refundProof(
      {kind: 'answered', http: 200, body: {message: 'ok', data: {...given, successful}}},
      {payment: reference, amount: {currency: 'USD', minor: 1000}, known: new Set()},
    );
  expect(refund('true')).toMatchObject({kind: 'accepted', done: true});
  expect(refund('false')).toEqual(refund(false));
});
