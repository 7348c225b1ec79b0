import {describe, expect, it} from 'vitest';
import {
  findRefund,
  historyAbout,
  interpretRefund,
  interpretRefundHistory,
  interpretRefundStatus,
  type RefundRow,
} from '../../../src/core/endpoints/refund.js';
import type {Money} from '../../../src/core/money/money.js';
import type {Answer, Json} from '../../../src/core/service/answer.js';
import {answered, noAnswer, notSent, reference} from '../payment/payment-samples.js';

type Members = {readonly [name: string]: Json};

const amount: Money = {currency: 'USD', minor: 1050};
const serviceReference = 'RF20231112-Q232USD';

const taken = (more: Members = {}, outer: Members = {}): Members => ({
  message: 'Operation Completed',
  ...outer,
  data: {
    refund_transaction_reference: serviceReference,
    payment_transaction_reference: reference,
    status: 'SUCCESS',
    successful: true,
    ...more,
  },
});
const made = (more?: Members, outer?: Members) => answered(200, taken(more, outer));
const no = (message: string, more: Members = {}): Members => ({message, success: false, status: false, ...more});
const refusal = (message: string, more?: Members) => answered(400, no(message, more));

describe('what the answer to a refund proves', () => {
  const told = (answer: Answer) => {
    const outcome = interpretRefund(answer, {payment: reference, amount, known: new Set(['RF-KNOWN'])});
    if (outcome.kind === 'accepted') return outcome.done ? 'accepted done' : 'accepted';
    return outcome.kind === 'not-sent' ? outcome.kind : `${outcome.kind} ${outcome.why}`;
  };

  it.each<[string, Answer, string]>([
    ['a refused connection', notSent, 'not-sent'],
    ['429', answered(429, taken()), 'unknown busy'],
    ['a dropped connection', noAnswer, 'unknown no-answer'],
    ['409', answered(409, no('Conflict')), 'unknown conflict'],
    ['a redirect', answered(302, taken()), 'unknown server-error'],
    ['500 in its own words', answered(500, no('Refund failed')), 'unknown server-error'],
    ['500 with a reference', answered(500, taken()), 'unknown server-error'],
    ['a proxy’s 502', answered(502), 'unknown server-error'],
    ['a captive portal', answered(200), 'unknown not-the-service'],
    ['a captive portal with status 404', answered(404), 'unknown not-the-service'],
    ['other JSON', answered(200, {ok: true}), 'unknown not-the-service'],
    ['401 of somebody else', answered(401), 'unknown not-the-service'],
    ['a refused key', answered(401, {message: 'Authentication failed', status: false}), 'refused credentials'],
    ['the documented answer', made(), 'accepted done'],
    ['Completed', made({status: 'Completed'}), 'accepted done'],
    ['SUCCESS without more', made({successful: null}), 'accepted done'],
    ['SUCCESS that is not successful', made({successful: false}), 'accepted'],
    ['INITIALIZED', made({status: 'INITIALIZED', successful: false}), 'accepted'],
    ['an unheard-of status', answered(201, taken({status: 'QUEUED'})), 'accepted'],
    ['no status', made({status: null}), 'accepted'],
    ['no reference of the payment', made({payment_transaction_reference: null}), 'unknown no-reference'],
    ['another currency', made({currency: 'NGN'}), 'unknown other-reference'],
    ['the currency in small letters', made({currency: 'usd'}), 'accepted done'],
    ['a refund that another one is', made({refund_transaction_reference: 'RF-KNOWN'}), 'unknown other-reference'],
    ['SUCCESS under success: false', made(undefined, {success: false}), 'unknown contradictory'],
    ['SUCCESS under status: false', made(undefined, {status: false}), 'unknown contradictory'],
    ['SUCCESS under success: 0', made(undefined, {success: 0}), 'unknown contradictory'],
    [
      'FAILED under success: false',
      made({status: 'FAILED', successful: false}, {success: false}),
      'unknown contradictory',
    ],
    ['INITIALIZED under status: false', made({status: 'INITIALIZED'}, {status: false}), 'unknown contradictory'],
    ['SUCCESS beside 09', made(undefined, {response_code: '09'}), 'accepted'],
    ['a member twice', {...made(), doubled: true} as Answer, 'unknown contradictory'],
    ['400 that says that it was made', answered(400, taken()), 'unknown not-the-service'],
    [
      '400 in its own words that says that it was made',
      answered(400, taken({}, {success: false})),
      'unknown contradictory',
    ],
    [
      '400 with a refund of this name alone',
      refusal('Refused', {data: {refund_transaction_reference: 'RF-1'}}),
      'unknown contradictory',
    ],
    ['400 about another payment', refusal('Refused', {transaction_reference: 'OTHER'}), 'unknown other-reference'],
    ['400 with 00', refusal('Refused', {response_code: '00'}), 'unknown contradictory'],
    ['403 with 09', answered(403, no('Refused', {response_code: '09'})), 'unknown contradictory'],
    [
      'a refusal that tells of another',
      refusal('Previous refund declined, current one is being processed'),
      'unknown system-error',
    ],
    ['the amount that was asked', made({refund_amount: '10.50'}), 'accepted done'],
    ['the payment of another', made({payment_transaction_reference: 'OTHER'}), 'unknown other-reference'],
    ['another amount', made({refund_amount: 10}), 'unknown other-reference'],
    ['FAILED', made({status: 'FAILED', successful: false}), 'refused field'],
    ['FAILED without more', made({status: 'Failed', successful: null}), 'refused field'],
    ['FAILED that is successful', made({status: 'FAILED'}), 'unknown contradictory'],
    ['a refusal', refusal('Only completed transactions can be refunded'), 'refused field'],
    ['a refusal with status 200', answered(200, no('Refund amount is greater than the rest')), 'refused field'],
    ['a refusal with status: false', answered(200, {message: 'no', status: false}), 'refused field'],
    ['a transaction that is not found', answered(404, no('Transaction not found')), 'refused field'],
    ['one that result unknown before', refusal('Transaction has already been refunded'), 'unknown duplicate'],
    ['a duplicate', refusal('Duplicate refund request'), 'unknown duplicate'],
    ['a time-out in words', refusal('Acquirer timed out'), 'unknown system-error'],
    ['a system error in words', answered(200, no('System error')), 'unknown system-error'],
    ['96', refusal('Try later', {response_code: '96'}), 'unknown system-error'],
    ['success without a reference', answered(200, {message: 'ok', success: true}), 'unknown not-the-service'],
    ['success with nothing in it', answered(200, {message: 'ok', success: true, data: {}}), 'unknown not-the-service'],
  ])('%s', (_, answer, expected) => expect(told(answer)).toBe(expected));

  it('keeps the service’s reference and its words', () => {
    expect(interpretRefund(made(), {payment: reference, amount, known: new Set()})).toEqual({
      kind: 'accepted',
      text: 'Operation Completed SUCCESS',
      serviceReference,
      done: true,
    });
  });
});

describe('what the status of a refund proves', () => {
  const told = (answer: Answer) => interpretRefundStatus(answer, {serviceReference, payment: reference, amount});
  const record = (more: Members): Answer =>
    answered(200, {message: 'ok', success: true, data: {refund_transaction_reference: serviceReference, ...more}});

  it.each([
    ['Success', {kind: 'done'}],
    ['SUCCESSFUL', {kind: 'done'}],
    ['Completed', {kind: 'done'}],
    ['Failed', {kind: 'failed'}],
    ['Reversed', {kind: 'failed'}],
    ['declined', {kind: 'failed'}],
    ['Initialized', {kind: 'pending', odd: false}],
    ['PENDING', {kind: 'pending', odd: false}],
    ['Processing', {kind: 'pending', odd: false}],
    ['Unsuccessful', {kind: 'pending', odd: true}],
    ['On its way', {kind: 'pending', odd: true}],
  ])('%s', (status, expected) => {
    for (const name of ['refund_status', 'status', 'transaction_status']) {
      expect(told(record({[name]: status}))).toEqual({...expected, text: status});
    }
    const bare = {message: 'ok', refund_transaction_reference: serviceReference, refund_status: status};
    expect(told(answered(200, bare))).toEqual({...expected, text: status});
  });

  it.each<[string, Answer, object]>([
    ['silence', noAnswer, {kind: 'no-answer', text: 'ECONNRESET'}],
    ['a refused connection', notSent, {kind: 'no-answer', text: 'ECONNREFUSED'}],
    ['429', answered(429), {kind: 'question-failed', why: 'busy'}],
    ['a proxy', answered(502), {kind: 'question-failed', why: 'other'}],
    ['a portal', answered(200), {kind: 'question-failed', why: 'other'}],
    ['other JSON', answered(200, {ok: true}), {kind: 'question-failed', why: 'other'}],
    ['a refused key', answered(401, no('Authentication failed')), {kind: 'question-failed', why: 'credentials'}],
    ['not found', refusal('Refund not found'), {kind: 'not-found', text: 'Refund not found'}],
    ['not found with status 200', answered(200, no('No record')), {kind: 'not-found'}],
    [
      'INVALID_REF',
      answered(400, {message: 'Invalid transaction reference', error_code: 'INVALID_REF'}),
      {kind: 'not-found'},
    ],
    ['a portal that finds nothing', answered(404, {message: 'not found'}), {kind: 'question-failed', why: 'other'}],
    ['500 that finds nothing', answered(500, no('Refund not found')), {kind: 'question-failed', why: 'other'}],
    [
      'a success that is none',
      answered(200, {success: false, message: 'x', data: {status: 'Success'}}),
      {kind: 'question-failed'},
    ],
    ['a record in a 400', answered(400, {message: 'x', data: {status: 'Success'}}), {kind: 'question-failed'}],
    ['no reference', answered(200, {message: 'ok', refund_status: 'Success'}), {kind: 'question-failed', why: 'other'}],
    ['another payment', record({payment_transaction_reference: 'OTHER', status: 'Success'}), {kind: 'question-failed'}],
    ['another amount', record({refund_amount: 10, status: 'Success'}), {kind: 'question-failed'}],
    ['another currency', record({currency: 'NGN', status: 'Success'}), {kind: 'question-failed'}],
    ['this refund', record({...row(), refund_transaction_reference: serviceReference}), {kind: 'done'}],
    ['Success and not successful', record({status: 'Success', successful: false}), {kind: 'question-failed'}],
    ['Failed and successful', record({status: 'Failed', successful: true}), {kind: 'question-failed'}],
    ['Success with 206', {...record({status: 'Success'}), http: 206} as Answer, {kind: 'question-failed'}],
    [
      'Success with a member twice',
      {...record({status: 'Success'}), doubled: true} as Answer,
      {kind: 'question-failed'},
    ],
    [
      'another refund',
      record({refund_transaction_reference: 'RF-2', status: 'Success'}),
      {kind: 'question-failed', why: 'other'},
    ],
  ])('%s', (_, answer, expected) => expect(told(answer)).toMatchObject(expected));
});

const row = (more: Members = {}): Members => ({
  refund_transaction_reference: 'RF-1',
  payment_transaction_reference: reference,
  refund_amount: 10.5,
  currency: 'USD',
  refund_status: 'Success',
  ...more,
});
const read: RefundRow = {
  serviceReference: 'RF-1',
  payment: reference,
  amount: '10.5',
  currency: 'USD',
  status: 'done',
  text: 'Success',
};
const page = (content: readonly Json[], more: Members = {}): Answer =>
  answered(200, {message: 'ok', success: true, data: {content, ...more}});

describe('a page of the history', () => {
  it.each<[string, Json]>([
    ['a list', {data: [row()]}],
    ['a page', {data: {content: [row()]}}],
    ['a page of another kind', {data: {data: [row()]}}],
    ['a page without a wrapping', {content: [row()]}],
  ])('may be %s', (_, body) => expect(interpretRefundHistory(answered(200, body))?.rows).toEqual([read]));

  it('has rows in any of the names', () => {
    const rows = [
      row({refund_amount: '10.50', refund_status: 'Initialized', currency: null}),
      {refund_reference: 'RF-2', transaction_reference: reference, amount: 3, status: 'Odd', currency_code: 'USD'},
    ];
    expect(interpretRefundHistory(page(rows))?.rows).toEqual([
      {serviceReference: 'RF-1', payment: reference, amount: '10.50', status: 'pending', text: 'Initialized'},
      {serviceReference: 'RF-2', payment: reference, amount: '3', currency: 'USD', status: 'pending', text: 'Odd'},
    ]);
  });

  it('leaves out what names no refund', () => {
    const rows = [7, null, [], {}, row({refund_amount: 'much'}), row({refund_transaction_reference: null}), row()];
    expect(interpretRefundHistory(page(rows))?.rows).toEqual([read]);
  });

  it.each<[Members, number, boolean]>([
    [{last: true, totalPages: 9}, 1, true],
    [{last: false}, 1, false],
    [{page: 1, size: 1, totalPages: 2}, 1, false],
    [{page: 2, size: 1, totalPages: 2}, 1, true],
    [{number: 0, size: 1, totalPages: 2}, 1, false],
    [{number: 1, size: 1, totalPages: 2}, 1, true],
    [{totalPages: 1}, 1, true],
    [{totalPages: 0}, 0, true],
    [{size: 2}, 1, true],
    [{size: '2'}, 2, false],
    [{}, 1, false],
    [{}, 0, true],
  ])('%j with %i rows: the last is %s', (paging, count, isWhole) => {
    expect(
      interpretRefundHistory(
        page(
          Array.from({length: count}, () => row()),
          paging,
        ),
      )?.isWhole,
    ).toBe(isWhole);
  });

  it.each<[string, Answer]>([
    ['silence', noAnswer],
    ['a portal', answered(200)],
    ['an error', answered(400, {data: [row()]})],
    ['a success that is none', answered(200, {success: false, data: [row()]})],
    ['a list alone', answered(200, [row()])],
    ['no list', answered(200, {data: {content: 'x'}})],
  ])('is not %s', (_, answer) => expect(interpretRefundHistory(answer)).toBeUndefined());
});

describe('a refund in the history', () => {
  const find = (rows: readonly RefundRow[], ...known: readonly string[]) =>
    findRefund(rows, {payment: reference, amount, known: new Set(known)});
  const other = {...read, serviceReference: 'RF-2'};

  it('is the one of the payment and the amount that is not known yet', () => {
    expect(find([read])).toEqual(read);
    expect(find([{...read, amount: '10.500'}])).not.toBe('none');
    expect(find([read, other], 'RF-1')).toEqual(other);
    expect(find([read, read])).toEqual(read);
    expect(find([read, {...read, serviceReference: 'rf 1'}])).toEqual(read);
    const {currency: _, ...bare} = read;
    expect(find([bare])).toEqual(bare);
    expect(find([{...read, currency: 'usd'}])).not.toBe('none');
  });

  it('is not there', () => {
    expect(find([])).toBe('none');
    expect(find([read], 'RF-1')).toBe('none');
    expect(find([read], 'rf1')).toBe('none');
    expect(
      find([
        {...read, payment: 'OTHER'},
        {...read, amount: '10'},
        {...read, currency: 'NGN'},
      ]),
    ).toBe('none');
  });

  it('is the one of its reference where that was heard, if it is of this payment, amount and currency', () => {
    const known = (row: RefundRow) =>
      findRefund([other, row], {payment: reference, amount, known: new Set(), serviceReference: 'RF-1'});
    expect(known(read)).toEqual(read);
    expect(known({...read, serviceReference: 'rf1'})).toMatchObject({serviceReference: 'rf1'});
    for (const wrong of [{payment: 'OTHER'}, {amount: '10'}, {currency: 'NGN'}])
      expect(known({...read, ...wrong})).toBe('none');
  });

  it('is not told from another', () => {
    expect(find([read, other])).toBe('several');
    expect(find([read, {...other, status: 'failed'}])).toBe('several');
  });
});

describe('the history about a payment', () => {
  const others = row({refund_transaction_reference: 'RF-9', payment_transaction_reference: 'OTHER'});
  const second = row({refund_transaction_reference: 'RF-2'});

  it('has the rows of all pages about it, as they came, and no others', () => {
    const pages = [page([row(), others], {page: 1, totalPages: 2}), page([second], {page: 2, totalPages: 2})];
    const {answer, isWhole} = historyAbout(pages, reference);
    expect(isWhole).toBe(true);
    expect(answer).toMatchObject({kind: 'answered', http: 200, body: {data: {content: [row(), second], last: true}}});
    expect(JSON.stringify(answer)).not.toContain('OTHER');
    expect(interpretRefundHistory(answer)).toEqual({
      rows: [read, {...read, serviceReference: 'RF-2'}],
      isWhole: true,
      unread: 0,
    });
  });

  it('says when there is more', () => {
    const {answer, isWhole} = historyAbout([page([row()], {page: 1, totalPages: 2})], reference);
    expect(isWhole).toBe(false);
    expect(interpretRefundHistory(answer)).toEqual({rows: [read], isWhole: false, unread: 0});
  });

  it('ends where a service gives the same page again', () => {
    const same = answered(200, {data: [row(), others]});
    expect(historyAbout([same], reference).isWhole).toBe(false);
    const {answer, isWhole} = historyAbout([same, same], reference);
    expect(isWhole).toBe(true);
    expect(interpretRefundHistory(answer)?.rows).toEqual([read]);
  });

  it('is the first answer that is none', () => {
    expect(historyAbout([page([row()]), noAnswer, page([])], reference)).toEqual({answer: noAnswer, isWhole: true});
  });
});

it('adds up what all pages weighed, and says if one had a member twice', () => {
  const weighed = (bytes: number | undefined, more: object = {}) => ({...page([row()]), bytes, ...more}) as Answer;
  const about = (...answers: readonly Answer[]) => historyAbout(answers, reference).answer;
  expect(about(weighed(5), weighed(undefined), weighed(7))).toMatchObject({bytes: 12});
  expect(about(weighed(1))).not.toHaveProperty('doubled');
  expect(about(weighed(1, {doubled: true}), weighed(2))).toMatchObject({doubled: true});
  expect(about({...weighed(1), text: 'x'} as Answer)).not.toHaveProperty('text');
  expect(() => historyAbout([], reference)).toThrow(RangeError);
});

it('is no page of the history with a member twice, and says how many rows it could not read', () => {
  expect(interpretRefundHistory({...page([row()]), doubled: true} as Answer)).toBeUndefined();
  expect(interpretRefundHistory(page([row(), {}, {status: 'Success'}]))?.unread).toBe(2);
});

it.each<[what: string, record: Members, text: string]>([
  ['no reference', {status: 'Success', refund_transaction_reference: null}, 'Success'],
  ['another reference', {status: 'Success', refund_transaction_reference: 'RF-2'}, 'Success RF-2'],
])('the status of a refund with %s is shown as it came', (_, more, text) => {
  const answer = answered(200, {message: 'ok', data: {refund_transaction_reference: serviceReference, ...more}});
  const outcome = interpretRefundStatus(answer, {serviceReference, payment: reference, amount});
  expect(outcome).toEqual({kind: 'question-failed', why: 'other', text});
});

it.each<[what: string, answer: Answer, outcome: object]>([
  ['the phase of a time-out', {...noAnswer, phase: 'response'} as Answer, {kind: 'no-answer', text: 'response'}],
  ['403 of its own', answered(403, no('No')), {kind: 'question-failed', why: 'credentials', text: 'No'}],
  ['403 of somebody else', answered(403, {error: 'x'}), {kind: 'question-failed', why: 'other', text: 'HTTP 403'}],
  ['a portal', answered(200), {kind: 'question-failed', why: 'other', text: 'HTTP 200 <html>'}],
  ['429', answered(429), {kind: 'question-failed', why: 'busy', text: 'HTTP 429 <html>'}],
])('of the status of a refund is read: %s', (_, answer, outcome) => {
  expect(interpretRefundStatus(answer, {serviceReference, payment: reference, amount})).toEqual(outcome);
});

it('takes a refund under no status without a word for it', () => {
  const outcome = interpretRefund(made({status: null}), {payment: reference, amount, known: new Set()});
  expect(outcome).toMatchObject({kind: 'accepted', text: 'Operation Completed', done: false});
});
