import {expect, it} from 'vitest';
import type {Json} from '../../../src/core/service/answer.js';
import {type AnswerSubject, type Signal, signalsIn} from '../../../src/core/service/signals.js';

/** A value as many levels below the body. */
const below = (levels: number, inner: Json, around: (inner: Json) => Json): Json =>
  levels === 0 ? inner : below(levels - 1, around(inner), around);
const inObject = (inner: Json): Json => ({data: inner});
const inList = (inner: Json): Json => [inner];

it.each<[Json | undefined, ...Signal[]]>([
  [undefined],
  ['SUCCESS'],
  [[7, 'x', null, {success: true}], 'well'],
  [below(20, {success: false}, inObject), 'refused'],
  [below(21, {success: false}, inObject), 'unheard'],
  [below(20, {success: false}, inList), 'refused'],
  [below(21, {success: false}, inList), 'unheard'],
  [{status: true}, 'well'],
  [{status: 'true'}, 'well'],
  [{status: 1}, 'well'],
  [{status: 0}, 'refused'],
  [{status: 'SUCCESS'}, 'done'],
  [{status: null}],
  [{code: ' 00 '}, 'done'],
  [{code: ''}],
  [{code: '77'}, 'unheard', 'unheardNear'],
  [{data: {code: '77'}}, 'unheard', 'unheardNear'],
  [{data: {refund: {code: '77'}}}, 'unheard'],
  [{error_code: ''}],
  [{error_code: ' 0 '}, 'well'],
  [{error_code: '000'}, 'well'],
  [{error_code: '001'}, 'refused'],
  [{error_code: '100'}, 'refused'],
  [{payment_token: 'x'}, 'begun'],
  [{payment_token: ''}],
  [{requires_otp: true}, 'begun'],
  [{requires_otp: 'no'}],
])('%j says %s %s', (body, ...expected) => expect([...signalsIn(body).said].sort()).toEqual(expected));

it.each<[string, ...Signal[]]>([
  ['approved', 'done'],
  ['Transaction  - Successful.', 'done'],
  [' payment failed! ', 'refused'],
  ['Trans.action failed'],
  ['Your transaction failed'],
])('the sentence %j says %s', (sentence, ...expected) => {
  const {said, texts} = signalsIn({response_message: sentence});
  expect({said: [...said], texts}).toEqual({said: expected, texts: [sentence]});
  // A message is about the call, and not about what it asked for.
  const ofCall = expected.map(each => (each === 'done' ? 'well' : each));
  expect([...signalsIn({message: sentence}).said]).toEqual(ofCall);
});

it.each<[Json, AnswerSubject, 'own' | 'of another' | undefined]>([
  [{customerReference: 'A'}, {references: [undefined, 'A']}, 'own'],
  [{customerReference: 'B'}, {references: ['A']}, 'of another'],
  [{customerReference: true}, {references: ['A', 'true']}, 'of another'],
  [{customerReference: {id: 'A'}}, {references: ['A']}, 'of another'],
  [{customerReference: ''}, {references: ['A', '']}, undefined],
  [{customerReference: 'A'}, {}, undefined],
  [{transaction_reference: 'S', merchant_reference: 'A'}, {references: ['A']}, 'own'],
  [{customerEmail: ' Amina@Example.com'}, {email: 'amina@example.COM '}, 'own'],
  [{customerEmail: 'other@example.com'}, {email: 'amina@example.com'}, 'of another'],
  [{customerEmail: ''}, {email: 'amina@example.com'}, undefined],
  [{customerEmail: 'amina@example.com'}, {}, undefined],
])('%j, asked about %j, is %s', (body, about, whose) => {
  const {isOwn, isOfAnother, texts} = signalsIn(body, about);
  expect({isOwn, isOfAnother, texts}).toEqual({isOwn: whose === 'own', isOfAnother: whose === 'of another', texts: []});
});
