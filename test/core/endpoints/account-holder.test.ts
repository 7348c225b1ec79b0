import {describe, expect, it} from 'vitest';
import {type HolderOutcome, interpretHolder} from '../../../src/core/endpoints/account-holder.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {answered, noAnswer, notSent} from '../payment/payment-samples.js';
import type {Members} from '../subscription/subscription-samples.js';

const found = (more: Members = {}, outer: Members = {}): Members => ({
  response_code: 200,
  response_message: 'Approved or completely successful',
  response_content: {
    account_number: '0123456789',
    bank_code: '000013',
    account_name: 'AMINA WANJIRU',
    account_status: 'ACTIVE',
    transaction_reference: 90210,
    ...more,
  },
  response_content_class: 'provider.EnquiryResponse',
  ...outer,
});
const read: HolderOutcome = {
  kind: 'found',
  name: 'AMINA WANJIRU',
  status: 'ACTIVE',
  accountNumber: '0123456789',
  bankCode: '000013',
};

describe('the holder of an account', () => {
  it.each<[string, Answer, Partial<HolderOutcome>]>([
    ['as documented', answered(200, found()), {}],
    ['with the response code as text', answered(200, found({}, {response_code: '200'})), {}],
    ['with another status', answered(201, found({account_status: 'DORMANT'})), {status: 'DORMANT'}],
    [
      'without what was asked',
      answered(200, found({account_status: null, account_number: null, bank_code: ''})),
      {status: '', accountNumber: null, bankCode: null},
    ],
  ])('%s', (_, answer, expected) => expect(interpretHolder(answer)).toEqual({...read, ...expected}));

  const documented = [
    'Bank code should be 6 values',
    'Unknown Bank Code',
    'Invalid Account',
    'Account number should be 10 values',
  ];

  it.each(documented)('is refused in the documented words: %s', text => {
    for (const http of [200, 400, 500]) {
      const answer = answered(http, {response_code: 500, response_message: text});
      expect(interpretHolder(answer)).toEqual({kind: 'refused', text});
    }
  });

  it.each([
    [
      'of a currency',
      answered(400, {response_code: 500, response_message: 'Currency not supported'}),
      'Currency not supported',
    ],
    ['in the other dialect', answered(422, {message: 'bank_code is required', status: false}), 'bank_code is required'],
  ])('is refused in other words, where the status says so: %s', (_, answer, text) => {
    expect(interpretHolder(answer)).toEqual({kind: 'refused', text});
  });

  it.each<[string, Answer, object]>([
    [
      'a call that is not there',
      answered(404, {message: 'Not found', status: false}),
      {why: 'other', text: 'Not found'},
    ],
    ['a time-out in words', answered(400, {response_code: 500, response_message: 'Timed out'}), {why: 'other'}],
    ['silence', noAnswer, {why: 'no-answer', text: 'ECONNRESET'}],
    ['a refused connection', notSent, {why: 'no-answer', text: 'ECONNREFUSED'}],
    ['429', answered(429), {why: 'busy'}],
    ['429 in its own words', answered(429, {response_code: 500, response_message: 'Invalid Account'}), {why: 'busy'}],
    [
      'a refused key',
      answered(401, {message: 'Authentication failed', status: false}),
      {why: 'credentials', text: 'Authentication failed'},
    ],
    ['403 in its own words', answered(403, {message: 'Authentication failed', status: false}), {why: 'credentials'}],
    ['401 of somebody else', answered(401), {why: 'other'}],
    [
      'a bank that does not answer',
      answered(200, {response_code: 500, response_message: 'Unable to reach bank'}),
      {why: 'other', text: 'Unable to reach bank'},
    ],
    ['500 that names nothing', answered(500, {response_code: 500}), {why: 'other'}],
    ['no name', answered(200, found({account_name: null})), {why: 'other'}],
    [
      'no content',
      answered(200, {response_code: 200, response_message: 'ok', response_content: null}),
      {why: 'other', text: 'ok'},
    ],
    ['a holder in a 500', answered(500, found()), {why: 'other'}],
    ['a holder with another code', answered(200, found({}, {response_code: 500})), {why: 'other'}],
    ['a portal', answered(200), {why: 'other', text: 'HTTP 200 <html>'}],
    ['a portal in the documented words', answered(200, {error: 'Invalid Account'}), {why: 'other'}],
    ['a list', answered(200, [found()]), {why: 'other'}],
  ])('is not clear after %s', (_, answer, expected) => {
    expect(interpretHolder(answer)).toMatchObject({kind: 'unclear', ...expected});
  });
});
