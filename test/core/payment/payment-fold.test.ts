import {describe, expect, it} from 'vitest';
import {isNewEvent, type StoredEvent} from '../../../src/core/events/event.js';
import {awaitsOtp, type Payment, type PaymentStatus} from '../../../src/core/payment/payment.js';
import {resolvableIn} from '../../../src/core/payment/resolving.js';
import {stateAfter} from '../deciding.js';
import {
  accepted,
  answered,
  event as at,
  notFound,
  notSent,
  record,
  reference,
  request,
  toldOf,
} from './payment-samples.js';

function paymentAfter(...events: readonly StoredEvent[]): Payment {
  const payment = stateAfter(...events).payments.get(reference);
  if (payment === undefined) throw new Error('no payment was begun');
  return payment;
}

const {
  network: _,
  bankCode: __,
  wallet: ___,
  returnUrl: ____,
  phone: _____,
  firstName: a,
  lastName: b,
  email: c,
  ...asked
} = request;
const cash = {...asked, method: 'cash', tendered: asked.amount} as const;
const challenge = {url: 'https://bank.example', creq: 'x'};
const subscription = {
  ...asked,
  method: 'subscription',
  subscription: 7,
  customerEmail: 'a@b.co',
  cycle: 1,
  transactionReference: 'TX-1',
  card: null,
  challenge: null,
  charge: null,
} as const;
const charge = {status: 'Success', chargedAt: null, fee: '1.50'};
const received = {...request, wallet: null, received: {row: 'MISSING_LOCALLY:Q1:KES200.00', providerReference: 'Q1'}};

describe('a payment begins', () => {
  it.each<[string, object, PaymentStatus, string]>([
    ['with a request that is to be sent', request, 'requested', 'intent-on-disk'],
    ['paid, where the money is in the drawer', cash, 'paid', 'cash-taken'],
    ['paid, where it came unasked', received, 'paid', 'received-in-file'],
    ['known to the service, which has charged at enrolment', subscription, 'pending', 'enrolment-charged'],
    ['paid, where the service lists the charge', {...subscription, charge}, 'paid', 'renewal-listed'],
  ])('%s', (_name, data, status, rule) => {
    const payment = paymentAfter(at(1, 'requested', data as never));
    expect(payment).toMatchObject({
      status,
      paidSeq: status === 'paid' ? 1 : undefined,
      receipts: 0,
      askedSinceFinal: 0,
    });
    expect(payment.steps.map(step => step.rule)).toEqual([rule]);
    expect(payment.sends).toMatchObject({known: data !== request && 'subscription' in data, resendable: false});
  });

  it('for a country of two letters', () => {
    const isOne = (country: unknown) => isNewEvent({type: 'requested', person: 'cashier', data: {...request, country}});
    expect(['KE', 'KEN', 'K', '', 25, null, ['K', 'E']].map(isOne)).toEqual([true, ...Array(6).fill(false)]);
  });

  it('with the fee and the page of the bank that the service told, and with none that it did not', () => {
    const begun = (more: object) => paymentAfter(at(1, 'requested', {...subscription, ...more} as never));
    expect(begun({charge}).record).toEqual({status: 'Success', amount: '200.00', currency: 'KES', fee: '1.50'});
    expect(begun({charge: {...charge, fee: null}}).record).not.toHaveProperty('fee');
    expect(begun({}).record).toBeUndefined();
    expect(begun({challenge}).details).toMatchObject({challenge, requiresOtp: false});
    expect([begun({}).details, paymentAfter(at(1, 'requested', request)).details]).toEqual([undefined, undefined]);
  });
});

it.each<[PaymentStatus, boolean]>([
  ['requested', false],
  ['sent', true],
  ['unknown', true],
  ['pending', true],
  ['paid', false],
  ['mispaid', true],
  ['failed', false],
  ['disputed', true],
])('whether a person may say how one that is %s ended: %s', (status, may) =>
  expect(resolvableIn({...paymentAfter(at(1, 'requested', request)), status}, 0) !== undefined).toBe(may),
);

describe('what was heard is counted', () => {
  const sent = [
    at(1, 'requested', request),
    at(2, 'sent', {reference}),
    at(3, 'answered', {reference, answer: accepted()}),
  ];
  const asks = (seq: number, answer: ReturnType<typeof answered>, repeated = 0) =>
    at(seq, 'status-answered', {reference, question: 'status', answer, repeated});
  const country = answered(400, {response_code: '99', response_message: 'Invalid Country'});

  it('not found, with those that were not written, since the first', () => {
    const payment = paymentAfter(...sent, asks(4, notFound, 2), asks(9, notFound));
    expect(payment.notFound).toEqual({count: 4, since: Date.parse(asks(4, notFound).at)});
    expect(paymentAfter(...sent).notFound.count).toBe(0);
  });

  it('once it is final, every answer and no silence', () => {
    const final = [...sent, toldOf(4, 'Completed')];
    const silent = asks(5, {kind: 'no-answer', code: 'ECONNRESET'} as never);
    expect(paymentAfter(...final).askedSinceFinal).toBe(0);
    expect(paymentAfter(...final, toldOf(5, 'Completed'), silent, toldOf(7, 'Completed')).askedSinceFinal).toBe(2);
  });

  it('refusals for the country alone', () => {
    const payment = paymentAfter(...sent, asks(4, country, 1), asks(6, answered(401, {response_code: '401'})));
    expect(payment.refusedQuestions).toBe(2);
  });

  it('a record that proves nothing is kept until there is a final word, and never after', () => {
    const odd = asks(4, record('Completed', '00', {transaction_amount: 0}));
    expect(paymentAfter(...sent, odd)).toMatchObject({
      status: 'pending',
      record: {status: 'Completed'},
      sends: {known: true},
    });
    expect(paymentAfter(...sent, toldOf(4, 'Initialized')).record).toMatchObject({status: 'Initialized'});
    const after = paymentAfter(...sent, toldOf(4, 'Completed'), {...odd, seq: 5});
    expect(after).toMatchObject({status: 'paid', record: {amount: '200'}});
  });

  it('a code is waited for by what is pending alone', () => {
    const asking = [
      sent[0],
      sent[1],
      at(3, 'answered', {reference, answer: accepted({requires_otp: true})}),
    ] as StoredEvent[];
    expect(awaitsOtp(paymentAfter(...asking))).toBe(true);
    expect(awaitsOtp(paymentAfter(...asking, toldOf(4, 'Completed')))).toBe(false);
    expect(awaitsOtp(paymentAfter(...sent.slice(0, 2)))).toBe(false);
  });

  it('receipts that left, and no slip of what is pending', () => {
    const slip = (seq: number, kind: 'receipt' | 'pending') =>
      at(seq, 'slip-printed', {reference, kind, copy: 0, format: 'text'} as never);
    expect(paymentAfter(...sent, slip(4, 'pending'), slip(5, 'receipt'), slip(6, 'receipt')).receipts).toBe(2);
  });
});

describe('what was done and heard', () => {
  const sent = [at(1, 'requested', request), at(2, 'sent', {reference})];
  const taken = [...sent, at(3, 'answered', {reference, answer: accepted()})];
  const judged = (as: 'paid' | 'not-paid') => at(5, 'resolved', {reference, as, reason: 'seen', evidence: ''}, 'Amina');

  it.each<[string, readonly StoredEvent[], PaymentStatus, readonly string[]]>([
    ['a record', [...taken, toldOf(4, 'Completed')], 'paid', ['answer-accepted', 'record-paid']],
    ['a person who calls it paid', [...taken, judged('paid')], 'paid', ['answer-accepted', 'judged-paid']],
    [
      'a person who calls it not paid',
      [...taken, judged('not-paid')],
      'failed',
      ['answer-accepted', 'judged-not-paid'],
    ],
    ['another attempt', [...taken, at(4, 'set-aside', {reference})], 'pending', ['answer-accepted', 'set-aside']],
  ])('is one line each: %s', (_name, events, status, rules) => {
    const payment = paymentAfter(...events);
    expect(payment.status).toBe(status);
    expect(payment.steps.map(step => step.rule)).toEqual(['intent-on-disk', 'sent-after-sync', ...rules]);
  });

  it('why it failed is what the record says, and nothing where a person calls it paid', () => {
    const declined = record('Failed', '06', {status_reason: 'Insufficient funds'});
    const heard = at(4, 'status-answered', {reference, question: 'status', answer: declined, repeated: 0});
    expect(paymentAfter(...taken, heard).failure).toEqual({reason: 'record', text: 'Insufficient funds'});
    expect(paymentAfter(...taken, toldOf(4, 'Failed')).failure).toEqual({reason: 'record', text: ''});
    expect(paymentAfter(...taken, judged('paid')).failure).toBeUndefined();
  });

  it('a record is one of it where it says so', () => {
    const heard = (more: object) =>
      at(3, 'status-answered', {
        reference,
        question: 'status',
        repeated: 0,
        answer: record('Completed', '00', more as never),
      });
    const silent = heard({transaction_reference: ''});
    expect([silent, heard({transaction_amount: 0})].map(each => paymentAfter(...sent, each))).toMatchObject([
      {status: 'sent', sends: {known: false}},
      {status: 'pending', sends: {known: true}},
    ]);
  });

  it('a payment that differs by its fee stays one that did', () => {
    const [byFee, less] = [{transaction_amount: 199, transaction_fee: 1}, {transaction_amount: 100}].map((more, seq) =>
      at(4 + seq, 'status-answered', {
        reference,
        question: 'status',
        repeated: 0,
        answer: record('Completed', '00', more as never),
      }),
    ) as [StoredEvent, StoredEvent];
    const all = [[toldOf(4, 'Completed')], [byFee], [byFee, less], [byFee, toldOf(5, 'Completed')]];
    expect(all.map(events => paymentAfter(...taken, ...events).feeBasis)).toEqual([false, true, true, false]);
  });

  it('a final record stays whatever the service calls it after', () => {
    const payment = paymentAfter(...taken, toldOf(4, 'Completed'), toldOf(5, 'Initialized'));
    expect(payment).toMatchObject({status: 'paid', record: {status: 'Completed'}, finals: {last: 'paid'}});
  });

  const gone = at(3, 'answered', {reference, answer: notSent});

  it.each(['Completed', 'less'])('what provably never left and has a record (%s) needs a person', status => {
    const less = record('Completed', '00', {transaction_amount: 100});
    const half = at(4, 'status-answered', {reference, question: 'status', answer: less, repeated: 0});
    expect(paymentAfter(...sent, gone, status === 'less' ? half : toldOf(4, status)).status).toBe('disputed');
  });

  it('an answer to what was never sent, and one more sending of what needs a person, are a damaged journal', () => {
    const answered = [at(1, 'requested', request), {...gone, seq: 2}];
    const again = [...sent, gone, toldOf(4, 'Completed'), at(5, 'sent', {reference})];
    for (const events of [answered, again])
      expect(() => paymentAfter(...events)).toThrow(
        expect.objectContaining({
          code: 'journal-damaged',
          facts: {segment: '2026-11-20', line: events.length, why: 'not-understood'},
        }),
      );
  });
});
