import {expect, it} from 'vitest';
import {type Answer, amountNumber, isLoopback, type Json} from '../../../src/core/service/answer.js';
import {isNo, isOfRecord, isRefusal, isServiceBody, isSuccess, plainText} from '../../../src/core/service/body.js';
import {
  type CallKind,
  isKeyRefused,
  notDone,
  present,
  readPage,
  successBody,
  unanswered,
  unreadable,
} from '../../../src/core/service/reply.js';
import {answered, noAnswer, notSent} from '../payment/payment-samples.js';

it.each<[Json, boolean]>([
  [false, true],
  [0, true],
  ['False', true],
  [' no ', true],
  ['0', true],
  [true, false],
  [1, false],
  ['', false],
  ['none', false],
  [null, false],
])('%j says no: %s', (value, expected) => {
  expect(isNo(value)).toBe(expected);
});

it.each<[number, success: boolean, record: boolean, refusal: boolean]>([
  [199, false, false, false],
  [200, true, true, false],
  [201, true, true, false],
  [202, true, false, false],
  [203, false, false, false],
  [206, false, false, false],
  [299, true, false, false],
  [300, false, false, false],
  [399, false, false, false],
  [400, false, false, true],
  [408, false, false, false],
  [409, false, false, false],
  [425, false, false, false],
  [429, false, false, false],
  [499, false, false, true],
  [500, false, false, false],
])('HTTP %i is a success %s, of a record %s, a refusal %s', (http, success, record, refusal) => {
  expect([isSuccess(http), isOfRecord(http), isRefusal(http)]).toEqual([success, record, refusal]);
});

it.each<[Json, boolean]>([
  [{response_code: '00'}, true],
  [{statusOk: false}, true],
  [{message: 'x', status: true}, true],
  [{message: 'x', success: false}, true],
  [{message: 'x', error_code: 7}, true],
  [{message: 'x'}, false],
  [{message: 7, success: true}, false],
  [{message: 'x', status: 404}, false],
  [{success: true}, false],
  [['x'], false],
  [null, false],
])('%j is in a dialect of the service: %s', (body, expected) => {
  expect(isServiceBody(body)).toBe(expected);
});

it('what is in none of the service’s words is told by its status and beginning', () => {
  const told = (text: string | undefined) =>
    plainText({kind: 'answered', http: 502, ...(text !== undefined && {text})});
  expect([told(undefined), told('Bad'), told('x'.repeat(99))]).toEqual([
    'HTTP 502',
    'HTTP 502 Bad',
    `HTTP 502 ${'x'.repeat(80)}`,
  ]);
  expect(told(`${'x'.repeat(79)}😀`)).toBe(`HTTP 502 ${'x'.repeat(79)}`);
  expect(told('😀 Bad')).toBe('HTTP 502 😀 Bad');
});

it.each([
  ['localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['127.10.20.30', true],
  ['127.0.0.1.example.com', false],
  ['x127.0.0.1', false],
  ['10.0.0.1', false],
  ['example.com', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

const own = (message: string, more: object = {}) => ({success: false, message, ...more}) as Json;

it.each<[string, Answer, CallKind, string]>([
  ['no answer', noAnswer, 'required', 'no-answer'],
  ['too many', answered(429, own('slow down') as never), 'required', 'question-failed busy'],
  ['a key that is refused', answered(401, own('Unauthorized') as never), 'required', 'question-failed credentials'],
  ['a proxy that wants a key', answered(403), 'required', 'question-failed other'],
  ['a call that there is not, and has to be', answered(405), 'required', 'question-failed other'],
  ['a call that there need not be', answered(405), 'optional', 'not-offered'],
  ['a route that there is not', answered(404, own('No static resource x') as never), 'optional', 'not-offered'],
  ['a page of somebody else', answered(404), 'optional', 'not-offered'],
  ['a thing that there is not', answered(404, own('Subscription not found') as never), 'optional', 'not-found'],
  ['the same under another status', answered(400, own('Subscription not found') as never), 'optional', 'not-found'],
  [
    'the same while the service fails',
    answered(500, own('Subscription not found') as never),
    'optional',
    'question-failed other',
  ],
  ['a bare 404 of one', answered(404, own('Sorry') as never), 'optional', 'not-found'],
  ['a bare 404 of a list', answered(404, own('Sorry') as never), 'optional-list', 'not-offered'],
  ['a 404 of a list in other words', answered(404, own('There are no plans') as never), 'optional-list', 'not-offered'],
  ['what is there', answered(400, own('Subscription is active') as never), 'optional', 'question-failed other'],
  ['no plans', answered(404, own('No plans') as never), 'optional-list', 'not-found'],
  ['anything else', answered(400, own('Sorry') as never), 'optional', 'question-failed other'],
])('what does not give what was asked for: %s', (_, answer, call, expected) => {
  const {kind, ...rest} = unanswered(answer, call);
  expect(`${kind} ${'why' in rest ? rest.why : ''}`.trim()).toBe(expected);
});

it.each<[string, Answer, boolean]>([
  ['401', answered(401, own('Unauthorized') as never), true],
  ['403', answered(403, own('Forbidden') as never), true],
  ['400', answered(400, own('Unauthorized') as never), false],
  ['401 of a proxy', answered(401), false],
  ['401 of what is under way', answered(401, own('Unauthorized', {response_code: '09'}) as never), false],
  ['no answer', noAnswer, false],
])('a key is refused by %s: %#', (_, answer, expected) => {
  expect(isKeyRefused(answer)).toBe(expected);
});

it('what was not sent or not answered is told by its code, or by what timed out', () => {
  expect(notDone(notSent)).toEqual({kind: 'not-sent', text: 'ECONNREFUSED'});
  expect(unreadable(noAnswer)).toEqual({kind: 'unknown', why: 'no-answer', text: 'ECONNRESET'});
  const late = {...noAnswer, phase: 'response'} as Answer;
  expect(unreadable(late)).toEqual({kind: 'unknown', why: 'no-answer', text: 'response'});
});

it('a success has a body, and does not call itself none', () => {
  const body = (answer: Answer) => successBody(answer) !== undefined;
  const said = {success: true, data: {}};
  expect(
    [answered(200, said), answered(200, {...said, success: false}), answered(400, said), noAnswer, answered(200)].map(
      body,
    ),
  ).toEqual([true, false, false, false, false]);
});

it.each<[string, Json, page: number, isLast: boolean]>([
  ['a list alone', [{id: 1}], 0, true],
  ['that says so', {content: [{id: 1}], last: true, number: 3}, 3, true],
  ['that says that it is not', {content: [], last: false}, 0, false],
  ['that is empty', {content: []}, 0, true],
  ['of several', {content: [{id: 1}], number: 1, totalPages: 3}, 1, false],
  ['that is the last of them', {content: [{id: 1}], pageable: {pageNumber: 2}, totalPages: 3}, 2, true],
  ['that is not full', {data: [{id: 1}], size: 2}, 0, true],
  ['that is full', {data: [{id: 1}, {id: 2}], size: 2}, 0, false],
  ['of which nothing is said', {content: [{id: 1}]}, 0, false],
])('a page %s is the last: %j', (_, data, page, isLast) => {
  const answer = answered(200, {success: true, data} as never);
  const read = readPage(answer, {read: row => row['id'], call: 'required', asked: page});
  const other = readPage(answer, {read: row => row['id'], call: 'required', asked: page + 1});
  expect(other).toEqual({kind: 'question-failed', why: 'other-page', text: String(page + 1)});
  expect(read).toMatchObject({kind: 'page', page, isLast});
});

it('members that are not there are left out, and an amount is the number of its own digits', () => {
  expect(present({a: '1', b: undefined, c: ''})).toEqual({a: '1', c: ''});
  expect(amountNumber('12.5')).toBe(12.5);
});

it.each(['12.50', '200.00', '1e3', ' 1', '', '0x10', '9007199254740993', 'NaN2', '0.0000001'])(
  '"%s" is no number that JSON would write with these digits',
  text => {
    expect(() => amountNumber(text)).toThrow(RangeError);
  },
);
