import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {nextOf, sayTo} from '../../../src/core/books/selectors.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {evolve, maySend, type Payment, type PaymentStatus} from '../../../src/core/payment/payment.js';
import {resolvableIn} from '../../../src/core/payment/resolving.js';
import {waitingFor} from '../../../src/core/payment/waiting.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {forAll} from '../../hostile/runs.js';
import {answered, event, noAnswer, notSent, reference} from '../payment/payment-samples.js';
import {
  approved,
  bank,
  begunWith,
  cardRecord,
  cardRequest,
  challenged,
  dollars,
  failedCharge,
  heardOf,
  refundTaken,
} from './card-samples.js';

const begun = begunWith(cardRequest);
const sent = evolve(begun, event(2, 'sent', {reference}));
const charged = (answer: Answer) => evolve(sent, event(3, 'answered', {reference, answer}));
const record = (seq: number, status: string, more = {}) => heardOf(seq, cardRecord(status, more));

describe('the answer to a charge', () => {
  const unclear = ['TIMED_OUT', 'UNKNOWN', 'ACQUIRER_SYSTEM_ERROR', 'UNSPECIFIED_FAILURE', 'a word of nobody'];
  const duplicate = `Value '${reference}' is invalid. There is already an authentication outcome associated with it.`;
  it.each<[string, Answer, PaymentStatus]>([
    ['approved at once', approved(), 'pending'],
    ['a challenge', challenged(), 'pending'],
    ['of another reference', approved({transactionReference: 'T7K0MZ4K9BBBBBB'}), 'unknown'],
    ['none', noAnswer, 'unknown'],
    ['a portal', answered(200), 'unknown'],
    ['a server’s error', answered(500, {message: 'Internal Server Error', status: false}), 'unknown'],
    ['that it is a duplicate', failedCharge(duplicate), 'unknown'],
    ...unclear.map((text): [string, Answer, PaymentStatus] => [text, failedCharge(text), 'unknown']),
    ['DECLINED', failedCharge('DECLINED'), 'failed'],
    ['DO_NOT_PROCEED', failedCharge('DO_NOT_PROCEED'), 'failed'],
    ['Expired card', failedCharge('Expired card'), 'failed'],
    ['Insufficient funds', failedCharge('Insufficient funds'), 'failed'],
    ['refused by the key', answered(401, {message: 'Invalid credentials', status: false}), 'failed'],
    ['never left', notSent, 'failed'],
    ['busy', answered(429, {message: 'slow down', status: false}), 'unknown'],
  ])('%s', (_, answer, status) => expect(charged(answer).status).toBe(status));

  it('is never paid, however complete it calls the payment', () => {
    const payment = charged(approved());
    expect(payment).toMatchObject({status: 'pending', details: {isCompleted: true}});
    expect([waitingFor(payment), nextOf(payment)]).toEqual(['record', {kind: 'none'}]);
    expect(evolve(payment, record(4, 'Completed')).status).toBe('paid');
  });

  it('keeps what the bank’s challenge needs, and asks for it until the payment has ended', () => {
    const payment = charged(challenged());
    expect(payment.details?.challenge).toEqual(bank);
    expect([waitingFor(payment), nextOf(payment)]).toEqual(['challenge', {kind: 'challenge'}]);
    expect(sayTo(payment, [])).not.toBe('');
    expect(nextOf(evolve(payment, record(4, 'Initialized')))).toEqual({kind: 'challenge'});
    expect(nextOf(evolve(payment, record(4, 'Completed')))).toEqual({kind: 'none'});
  });

  it('keeps no challenge that no browser may be sent to', () => {
    for (const threeDsUrl of ['http://bank.example/challenge', 'javascript:alert(1)', `${bank.url}…`, 'bank']) {
      const payment = charged(challenged({threeDsUrl}));
      expect(payment.details?.challenge).toBeUndefined();
      expect([payment.status, nextOf(payment).kind]).toEqual(['pending', 'none']);
    }
  });
});

describe('the status record of a card', () => {
  it.each<[string, StoredEvent, PaymentStatus]>([
    ['complete', record(3, 'Completed'), 'paid'],
    ['complete, of less', record(3, 'Completed', {amount_received: 10}), 'mispaid'],
    ['complete, in another currency', record(3, 'Completed', {currency: 'NGN'}), 'mispaid'],
    [
      'complete, of another payment',
      record(3, 'Completed', {merchant_transaction_reference: 'T7K0MZ4K9BBBBBB'}),
      'sent',
    ],
    ['not begun', record(3, 'Initialized'), 'pending'],
    ['of a word of nobody', record(3, 'Perhaps'), 'pending'],
    ['failed', record(3, 'Failed'), 'failed'],
    [
      'not there',
      heardOf(3, answered(400, {message: 'Invalid transaction reference', error_code: 'INVALID_REF'})),
      'sent',
    ],
  ])('%s', (_, heard, status) => expect(evolve(sent, heard).status).toBe(status));
});

it('lets no card leave twice under a reference, also where the first provably did not leave', () => {
  expect(maySend(begun)).toBe(true);
  expect(charged(notSent).failure?.reason).toBe('unreachable');
  for (const answer of [notSent, answered(429, {message: 'slow down', status: false})])
    expect(maySend(charged(answer))).toBe(false);
  expect(maySend(evolve(begun, event(2, 'never-left', {reference})))).toBe(false);
});

describe('a paid card payment that was given back', () => {
  const paid = evolve(sent, record(3, 'Completed'));
  const asked = event(4, 'refund-requested', {
    reference,
    refund: 1,
    amount: dollars(2400),
    reason: 'broken',
    businessDate: '2026-11-20',
  });
  const left = [asked, event(5, 'refund-sent', {reference, refund: 1})];
  const refunded = (...answers: Answer[]) =>
    [...left, ...answers.map(answer => event(6, 'refund-answered', {reference, refund: 1, answer}))].reduce(
      evolve,
      paid,
    );

  it('is not contradicted by a record that calls it refunded, as we asked', () => {
    for (const answer of [refundTaken('RF1', 'SUCCESS', true), refundTaken('RF1', 'INITIALIZED', false), noAnswer]) {
      const payment = evolve(refunded(answer), record(7, 'Refunded'));
      expect(payment.status).toBe('paid');
      expect(payment.steps.at(-1)?.rule).toBe('record-refunded');
    }
  });

  it('is disputed by a reversal, which we did not ask for', () =>
    expect(evolve(refunded(refundTaken('RF1', 'SUCCESS', true)), record(7, 'Reversed')).status).toBe('disputed'));

  it('is disputed by a refund that is not ours: none was asked for, or it provably did not leave', () => {
    expect(evolve(paid, record(4, 'Refunded')).status).toBe('disputed');
    expect(evolve(evolve(paid, asked), record(5, 'Refunded')).status).toBe('disputed');
    expect(evolve(refunded(notSent), record(7, 'Refunded')).status).toBe('disputed');
    const refused = answered(400, {message: 'Amount is wrong', status: false, success: false});
    expect(evolve(refunded(refused), record(7, 'Refunded')).status).toBe('disputed');
  });
});

/** Every kind of thing that can happen to a card payment, and when the till lets it happen. */
const happenings: readonly {
  readonly name: string;
  readonly may: (payment: Payment) => boolean;
  readonly event: (seq: number) => StoredEvent;
}[] = [
  {name: 'sent', may: maySend, event: seq => event(seq, 'sent', {reference})},
  ...Object.entries({
    approved: approved(),
    challenged: challenged(),
    declined: failedCharge('DECLINED'),
    unclear: failedCharge('TIMED_OUT'),
    none: noAnswer,
    'not sent': notSent,
  }).map(([name, answer]) => ({
    name: `answer: ${name}`,
    may: ({sends}: Payment) => sends.begun > 0 && sends.last === undefined,
    event: (seq: number) => event(seq, 'answered', {reference, answer}),
  })),
  ...Object.entries({
    waiting: cardRecord('Initialized'),
    paid: cardRecord('Completed'),
    less: cardRecord('Completed', {amount_received: 1}),
    failed: cardRecord('Failed'),
    reversed: cardRecord('Reversed'),
    refunded: cardRecord('Refunded'),
    none: noAnswer,
  }).map(([name, answer]) => ({
    name: `record: ${name}`,
    may: ({sends}: Payment) => sends.begun > 0,
    event: (seq: number) => heardOf(seq, answer),
  })),
  {
    name: 'never left',
    may: ({status, sends}) => status === 'requested' && sends.begun === 0,
    event: seq => event(seq, 'never-left', {reference}),
  },
  {name: 'set aside', may: ({isSuperseded}) => !isSuperseded, event: seq => event(seq, 'set-aside', {reference})},
  ...(['paid', 'not-paid'] as const).map(as => ({
    name: `judged ${as}`,
    may: (payment: Payment) => resolvableIn(payment, 0) !== undefined,
    event: (seq: number) => event(seq, 'resolved', {reference, as, reason: 'r', evidence: 'e'}),
  })),
];

it('sends once, and calls paid what a record or a person calls so, in every order of events', {tags: ['slow']}, () => {
  const seen = new Set<string>();
  let moves = 0;
  let frontier = [begun];
  for (let seq = 2; seq <= 9; seq += 1) {
    const next: Payment[] = [];
    for (const before of frontier) {
      for (const {name, event: make} of happenings.filter(({may}) => may(before))) {
        const after = evolve(before, make(seq));
        moves += 1;
        expect(after.sends.begun).toBeLessThanOrEqual(1);
        if (after.status === 'paid' && before.status !== 'paid') expect(name).toMatch(/^(record: paid|judged paid)$/);
        if (before.status === 'paid') expect(['paid', 'disputed'], name).toContain(after.status);
        const {status, sends, finals, resolution, isSuperseded} = after;
        const key = JSON.stringify([
          status,
          sends.last?.kind,
          sends.known,
          sends.notSubmitted,
          finals,
          isSuperseded,
          resolution?.as,
          resolution?.over,
          resolution?.contradicted,
        ]);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    frontier = next;
  }
  process.stdout.write(`card machine: ${seen.size} states, ${moves} transitions\n`);
  expect(seen.size).toBeGreaterThan(100);
});

it('gives the same status for the same evidence in any order', {tags: ['slow']}, () => {
  const evidence = {
    challenged: (seq: number) => event(seq, 'answered', {reference, answer: challenged()}),
    silence: (seq: number) => event(seq, 'answered', {reference, answer: noAnswer}),
    unclear: (seq: number) => event(seq, 'answered', {reference, answer: failedCharge('TIMED_OUT')}),
    declined: (seq: number) => event(seq, 'answered', {reference, answer: failedCharge('DECLINED')}),
    waiting: (seq: number) => record(seq, 'Initialized'),
    paid: (seq: number) => record(seq, 'Completed'),
    less: (seq: number) => record(seq, 'Completed', {amount_received: 1}),
    failed: (seq: number) => record(seq, 'Failed'),
    noAnswer: (seq: number) => heardOf(seq, noAnswer),
  };
  type Name = keyof typeof evidence;
  const statusAfter = (order: readonly Name[]) =>
    order.reduce((payment, name, index) => evolve(payment, evidence[name](index + 3)), sent).status;
  const orders = fc
    .tuple(
      fc.constantFrom<Name>('challenged', 'silence', 'unclear', 'declined'),
      fc.array(fc.constantFrom<Name>('waiting', 'paid', 'less', 'failed', 'noAnswer'), {maxLength: 6}),
    )
    .map(([answer, rest]) => [answer, ...rest])
    .chain(order => fc.tuple(fc.constant(order), fc.shuffledSubarray(order, {minLength: order.length})));
  forAll({numRuns: 2000}, orders, ([order, shuffled]) => statusAfter(order) === statusAfter(shuffled));
});
