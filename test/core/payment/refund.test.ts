import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import {isSettled, nextRefundQuestion, type Watch} from '../../../src/core/payment/follow-up.js';
import {evolve, type Payment} from '../../../src/core/payment/payment.js';
import {
  isLost,
  isRefundedWhole,
  isRefundOpen,
  isRefundUnclear,
  mayRefund,
  mayResolveRefund,
  type Refund,
  type RefundFailure,
  type RefundStatus,
  refundedOf,
  refundRest,
} from '../../../src/core/payment/refund.js';
import type {Rule} from '../../../src/core/payment/timeline.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {forAll} from '../../hostile/runs.js';
import {
  begunWith,
  cardRecord,
  cardRequest,
  dollars,
  heardOf,
  type RefundRow,
  refundHistory,
  refundRecord,
  refundTaken,
} from '../card/card-samples.js';
import {answered, event, noAnswer, notSent, reference, request} from './payment-samples.js';

const paid = [event(2, 'sent', {reference}), heardOf(3, cardRecord('Completed'))].reduce(
  evolve,
  begunWith(cardRequest),
);
const ask = (seq: number, refund: number, minor: number) =>
  event(seq, 'refund-requested', {
    reference,
    refund,
    reason: 'broken',
    businessDate: '2026-11-22',
    amount: dollars(minor),
  });
const leave = (seq: number, refund: number) => event(seq, 'refund-sent', {reference, refund});
const answer = (seq: number, refund: number, heard: Answer) =>
  event(seq, 'refund-answered', {reference, refund, answer: heard});
const look = (seq: number, refund: number, heard: Answer, question: 'refund-status' | 'refund-history') =>
  event(seq, 'refund-status-answered', {reference, refund, question, answer: heard, repeated: 0});
const found = (seq: number, refund: number, ...rows: RefundRow[]) =>
  look(seq, refund, refundHistory(...rows), 'refund-history');
const judge = (seq: number, refund: number, as: 'done' | 'failed') =>
  event(seq, 'refund-resolved', {reference, refund, as, reason: 'seen on the statement', evidence: ''}, 'Amina');

const all = (...events: StoredEvent[]): Payment => events.reduce(evolve, paid);
const lost = (minor = 1000) => [ask(4, 1, minor), leave(5, 1), answer(6, 1, noAnswer)];
const row = (serviceReference: string, amount = 1000, status = 'Success'): RefundRow => ({
  serviceReference,
  amount,
  status,
});
const waiting = row('RF1', 1000, 'Initialized');
const refused = answered(400, {message: 'Amount is wrong', status: false, success: false});
const unclear = answered(500, {message: 'try again later'});
const only = (payment: Payment) => payment.refunds[0] as Refund;

describe('a refund whose answer was lost', () => {
  it('is found in the history by its payment and amount', () => {
    const payment = all(
      ...lost(),
      found(7, 1, row('RF9', 1400), {...row('RF8'), payment: 'T7K0MZ4K9BBBBBB'}, row('RF7')),
    );
    expect(only(payment)).toMatchObject({status: 'done', serviceReference: 'RF7', isProven: true});
    expect(refundedOf(payment, 'done')).toEqual(dollars(1000));
  });

  it('is not known by what is not there, nor by two rows, nor by another amount', () => {
    for (const rows of [[], [row('RF1'), row('RF2')], [row('RF1', 1001)]]) {
      const payment = all(...lost(), found(7, 1, ...rows));
      expect(only(payment)).toMatchObject({status: 'unknown', serviceReference: undefined, isProven: false});
      expect(payment.steps.at(-1)?.rule).toBe(rows.length > 1 ? 'refund-several-in-history' : 'refund-not-in-history');
      expect(refundRest(payment)).toEqual(dollars(1400));
    }
  });

  it('takes one row that is on two pages for one', () =>
    expect(only(all(...lost(), found(7, 1, row('RF1'), row('RF1')))).status).toBe('done'));

  it('is not found in the row of another refund of ours', () => {
    const first = [ask(4, 1, 1000), leave(5, 1), answer(6, 1, refundTaken('RF1', 'SUCCESS', true))];
    const second = [ask(7, 2, 1000), leave(8, 2), answer(9, 2, noAnswer)];
    const payment = all(...first, ...second, found(10, 2, row('RF1')));
    expect(payment.refunds.map(({status}) => status)).toEqual(['done', 'unknown']);
    const later = evolve(payment, found(11, 2, row('RF2'), row('RF1')));
    expect(later.refunds.map(({serviceReference}) => serviceReference)).toEqual(['RF1', 'RF2']);
  });

  it('is not found in a row that may be of a refund that a person alone has judged', () => {
    const second = [ask(8, 2, 1000), leave(9, 2), answer(10, 2, noAnswer)];
    const payment = all(...lost(), judge(7, 1, 'done'), ...second, found(11, 2, row('RF1')), found(12, 1, row('RF1')));
    expect(payment.refunds.map(({status, isProven}) => [status, isProven])).toEqual([
      ['done', false],
      ['unknown', false],
    ]);
  });
});

describe('of two refunds of which one was lost', () => {
  const named = [ask(4, 1, 1000), leave(5, 1), answer(6, 1, refundTaken('RF1', 'INITIALIZED', false))];
  const second = (minor: number) => [ask(8, 2, minor), leave(9, 2), answer(10, 2, noAnswer)];

  it('the one that the service named is found by that name', () => {
    const payment = all(...named, ...second(1000), found(11, 1, row('RF1')));
    expect(payment.refunds.map(({status}) => status)).toEqual(['done', 'unknown']);
  });

  it('each is found by an amount that the other does not have', () => {
    const payment = all(...lost(), judge(7, 1, 'done'), ...second(500), found(11, 2, row('RF2', 500)));
    expect(payment.refunds.map(({isProven}) => isProven)).toEqual([false, true]);
  });

  it('neither is among several where there is none', () => {
    const payment = all(...lost(), judge(7, 1, 'done'), ...second(1000), found(11, 2));
    expect(payment.steps.at(-1)?.rule).toBe('refund-not-in-history');
  });
});

it.each<[string, RefundStatus, boolean]>([
  ['Success', 'done', true],
  ['Failed', 'failed', true],
  ['Initialized', 'pending', false],
])('a refund of which the history alone tells, and calls it %s, is %s', (status, expected, isProven) => {
  const data = {reference, refund: 1, amount: dollars(1000), businessDate: '2026-11-22', serviceReference: 'RF1'};
  const payment = all(event(4, 'refund-seen', {...data, status}));
  const at = Date.UTC(2026, 10, 20, 11, 0, 4);
  expect(only(payment)).toMatchObject({
    number: 1,
    status: expected,
    isProven,
    isFromHistory: true,
    serviceReference: 'RF1',
    reason: '',
    requestedAt: at,
    sentAt: at,
    since: at,
  });
  expect(payment.steps.at(-1)).toMatchObject({rule: 'refund-seen', facts: {refund: 1}, raw: status});
  expect(refundRest(payment)).toEqual(dollars(expected === 'failed' ? 2400 : 1400));
});

it('what was done and heard of it is told, with what was heard again', () => {
  const data = {reference, refund: 2, amount: dollars(1), reason: 'torn', businessDate: '2026-11-22'};
  const twice = event(6, 'refund-status-answered', {
    reference,
    refund: 1,
    question: 'refund-status',
    answer: noAnswer,
    repeated: 2,
  });
  const {steps} = all(ask(4, 1, 1000), leave(5, 1), twice, event(7, 'refund-in-cash', data));
  expect(steps.slice(-4).map(({rule, repeated}) => [rule, repeated])).toEqual([
    ['refund-on-disk', undefined],
    ['refund-sent-after-sync', undefined],
    ['refund-no-answer', 2],
    ['refund-in-cash', undefined],
  ]);
});

it('stands as it does since its status changed', () => {
  const at = (seq: number) => Date.UTC(2026, 10, 20, 11, 0, seq);
  const since = (...events: readonly StoredEvent[]) => only(all(ask(4, 1, 1000), ...events)).since;
  const asked = look(7, 1, noAnswer, 'refund-status');
  expect([since(), since(leave(5, 1)), since(...lost().slice(1), asked)]).toEqual([at(4), at(5), at(6)]);
});

describe('the first end that was proven', () => {
  const end = found(6, 1, row('RF1'));
  it.each<[string, Answer]>([
    ['silence', noAnswer],
    ['that it was taken', refundTaken('RF1', 'INITIALIZED', false)],
    ['that it never left', notSent],
    ['a refusal', refused],
  ])('stands over an answer that comes late: %s', (_, late) => {
    const payment = all(ask(4, 1, 1000), leave(5, 1), end, answer(7, 1, late));
    expect(only(payment)).toMatchObject({status: 'done', isProven: true, failure: undefined});
  });

  it('stands over another end and over a person', () => {
    const failed = look(7, 1, refundRecord(row('RF1', 1000, 'Failed')), 'refund-status');
    const payment = all(ask(4, 1, 1000), leave(5, 1), end, failed, judge(8, 1, 'failed'));
    expect(only(payment)).toMatchObject({status: 'done', failure: undefined});
    expect(refundRest(payment)).toEqual(dollars(1400));
  });
});

describe('a person’s word', () => {
  it('ends what nobody can know, and does not end the asking', () => {
    const payment = all(...lost(), judge(7, 1, 'failed'));
    expect(only(payment)).toMatchObject({
      status: 'failed',
      failure: {reason: 'judged', text: 'seen on the statement'},
      resolution: {as: 'failed', person: 'Amina'},
    });
    expect([isRefundOpen(only(payment)), isSettled(payment), mayRefund(payment)]).toEqual([true, false, true]);
    const watch: Watch = {lastAt: 60_000, sentAt: 0, statusAt: 0, isFresh: false, unwritten: 0, stretch: 1};
    expect(nextRefundQuestion(only(payment), watch, 60_000)).toBe(64_000);
  });

  it.each<['done' | 'failed', string, string]>([
    ['done', 'Failed', 'failed'],
    ['failed', 'Success', 'done'],
  ])('that calls it %s falls to the service’s %s', (as, status, ends) => {
    const payment = all(...lost(), judge(7, 1, as), found(8, 1, row('RF1', 1000, status)));
    expect(only(payment)).toMatchObject({status: ends, isProven: true});
    expect(isSettled(payment)).toBe(true);
  });

  it('that money did not go falls to the news that the service has it, before it goes twice', () => {
    const judged = all(...lost(), judge(7, 1, 'failed'));
    expect(refundRest(judged)).toEqual(dollars(2400));
    for (const news of [found(8, 1, waiting), answer(8, 1, refundTaken('RF1', 'INITIALIZED', false))]) {
      const payment = evolve(judged, news);
      expect(only(payment)).toMatchObject({status: 'pending', failure: undefined});
      expect(refundRest(payment)).toEqual(dollars(1400));
      const again = [judge(9, 1, 'failed'), look(10, 1, refundRecord(waiting), 'refund-status')];
      expect(only(again.reduce(evolve, payment)).status).toBe('failed'); // known when it was judged: no news
      expect(only([judge(9, 1, 'failed'), found(10, 1, waiting)].reduce(evolve, payment)).status).toBe('failed');
    }
  });
});

const wasLost = lost().slice(1);
it.each<[string, StoredEvent[], `${RefundStatus} ${RefundFailure | '-'} ${Rule}`]>([
  ['that never left', [event(5, 'refund-never-left', {reference, refund: 1})], 'failed never-left refund-never-left'],
  ['that was refused', [leave(5, 1), answer(6, 1, refused)], 'failed field refund-answer-refused'],
  [
    'that the service has, refused',
    [leave(5, 1), found(6, 1, waiting), answer(7, 1, refused)],
    'pending - refund-answer-refused',
  ],
  ['that was asked about in vain', [...wasLost, look(7, 1, noAnswer, 'refund-status')], 'unknown - refund-no-answer'],
  ['that could not leave', [leave(5, 1), answer(6, 1, notSent)], 'failed unreachable refund-answer-not-sent'],
  [
    'that the history tells of, before its answer comes',
    [leave(5, 1), found(6, 1, waiting), answer(7, 1, refundTaken('RF1', 'Success', true))],
    'done - refund-answer-done',
  ],
  [
    'that was asked about with no clear answer',
    [...wasLost, look(7, 1, unclear, 'refund-status')],
    'unknown - refund-question-failed',
  ],
  ['whose history nobody told', [...wasLost, look(7, 1, noAnswer, 'refund-history')], 'unknown - refund-no-answer'],
  ['whose history is none', [...wasLost, look(7, 1, unclear, 'refund-history')], 'unknown - refund-question-failed'],
  [
    'that a person calls done and the service has',
    [...wasLost, judge(7, 1, 'done'), found(8, 1, waiting)],
    'done - refund-found-pending',
  ],
  ['that a person calls done', [...wasLost, judge(7, 1, 'done')], 'done - refund-judged-done'],
  ['that a person calls failed', [...wasLost, judge(7, 1, 'failed')], 'failed judged refund-judged-failed'],
])('a refund %s: %s', (_name, events, told) => {
  const payment = all(ask(4, 1, 1000), ...events);
  const {status, failure} = only(payment);
  expect([status, failure?.reason ?? '-', payment.steps.at(-1)?.rule].join(' ')).toBe(told);
});

it.each<[RefundStatus, isUnclear: boolean, mayResolve: boolean, done: number]>([
  ['requested', true, false, 0],
  ['sent', true, true, 0],
  ['unknown', true, true, 0],
  ['pending', false, true, 0],
  ['done', false, false, 1000],
  ['failed', false, false, 0],
])('a refund that is %s: no other may leave %s, a person may judge it %s', (status, isUnclear, mayResolve, done) => {
  const payment = all(ask(4, 1, 1000));
  const refund: Refund = {...only(payment), status};
  expect([isRefundUnclear(refund), mayResolveRefund(refund)]).toEqual([isUnclear, mayResolve]);
  expect(refundedOf({...payment, refunds: [refund]}, 'done')).toEqual(dollars(done));
});

it.each<[boolean, boolean, boolean, boolean]>([
  [true, false, false, true],
  [true, false, true, false],
  [true, true, false, false],
  [false, false, false, false],
])('one that left %s, was proven %s and named %s is lost: %s', (hasLeft, isProven, isNamed, expected) => {
  const named = {sentAt: hasLeft ? 1 : undefined, serviceReference: isNamed ? 'RF1' : undefined};
  expect(isLost({...only(all(ask(4, 1, 1000))), ...named, isProven})).toBe(expected);
});

it('counts every refund as made until it is known to have failed', () => {
  const ceilings: [StoredEvent, number][] = [
    [ask(4, 1, 1000), 1400],
    [leave(5, 1), 1400],
    [answer(6, 1, noAnswer), 1400],
    [found(7, 1, row('RF1', 1000, 'Initialized')), 1400],
    [look(8, 1, refundRecord(row('RF1', 1000, 'Failed')), 'refund-status'), 2400],
    [ask(9, 2, 2400), 0],
    [leave(10, 2), 0],
    [answer(11, 2, notSent), 2400],
    [ask(12, 3, 2400), 0],
    [leave(13, 3), 0],
    [answer(14, 3, refundTaken('RF3', 'SUCCESS', true)), 0],
  ];
  let payment = paid;
  for (const [next, rest] of ceilings) {
    payment = evolve(payment, next);
    expect(refundRest(payment), `after event ${next.seq}`).toEqual(dollars(rest));
  }
  expect(payment.refunds.map(({status}) => status)).toEqual(['failed', 'failed', 'done']);
  expect([isRefundedWhole(payment), mayRefund(payment), isSettled(payment)]).toEqual([true, false, true]);
});

it('leaves nothing where more went back than was paid, and gives nothing whole back of what costs nothing', () => {
  const twice = [...lost(), judge(7, 1, 'failed'), ask(8, 2, 2400), leave(9, 2)];
  expect(refundRest(all(...twice, found(10, 1, row('RF1'))))).toEqual(dollars(0));
  const free = {...paid, request: {...cardRequest, amount: dollars(0)}};
  expect(isRefundedWhole(free)).toBe(false);
});

it('is offered for paid card payments alone', () => {
  expect(mayRefund(paid)).toBe(true);
  expect(mayRefund(begunWith(cardRequest))).toBe(false);
  const wallet = {...paid, request};
  expect(mayRefund(wallet)).toBe(false);
  expect(mayRefund(evolve(paid, heardOf(4, cardRecord('Reversed'))))).toBe(false);
});

describe('the same evidence in any order that respects causality', () => {
  type Name = keyof typeof evidence;
  const evidence = {
    accepted: (seq: number) => answer(seq, 1, refundTaken('RF1', 'INITIALIZED', false)),
    silence: (seq: number) => answer(seq, 1, noAnswer),
    foundPending: (seq: number) => found(seq, 1, row('RF1', 1000, 'Initialized')),
    foundDone: (seq: number) => found(seq, 1, row('RF1')),
    foundFailed: (seq: number) => found(seq, 1, row('RF1', 1000, 'Failed')),
    notFound: (seq: number) => found(seq, 1),
    pending: (seq: number) => look(seq, 1, refundRecord(row('RF1', 1000, 'Initialized')), 'refund-status'),
    done: (seq: number) => look(seq, 1, refundRecord(row('RF1')), 'refund-status'),
    failed: (seq: number) => look(seq, 1, refundRecord(row('RF1', 1000, 'Failed')), 'refund-status'),
    noAnswer: (seq: number) => look(seq, 1, noAnswer, 'refund-history'),
  } satisfies Record<string, (seq: number) => StoredEvent>;
  const naming: readonly Name[] = ['accepted', 'foundPending', 'foundDone', 'foundFailed'];
  const byName: readonly Name[] = ['pending', 'done', 'failed'];

  /** A record is asked for by a reference that was heard before. */
  const isCausal = (order: readonly Name[]) => {
    const known = order.findIndex(name => naming.includes(name));
    return order.every((name, index) => !byName.includes(name) || (known !== -1 && known < index));
  };
  const statusAfter = (order: readonly Name[]) =>
    only(
      order.reduce(
        (payment, name, index) => evolve(payment, evidence[name](index + 6)),
        all(ask(4, 1, 1000), leave(5, 1)),
      ),
    ).status;

  const questions = (end: 'done' | 'failed'): readonly Name[] =>
    end === 'done'
      ? ['foundPending', 'foundDone', 'notFound', 'pending', 'done', 'noAnswer']
      : ['foundPending', 'foundFailed', 'notFound', 'pending', 'failed', 'noAnswer'];

  it.each(['done', 'failed'] as const)('gives the same status (%s)', {tags: ['slow']}, end => {
    const orders = fc
      .tuple(
        fc.constantFrom<Name[]>([], ['accepted'], ['silence']),
        fc.array(fc.constantFrom(...questions(end)), {maxLength: 5}),
      )
      .map(([first, rest]) => [...first, ...rest])
      .chain(order => {
        const shuffled = fc.shuffledSubarray(order, {minLength: order.length});
        return fc.tuple(shuffled, fc.shuffledSubarray(order, {minLength: order.length}));
      })
      .filter(([one, other]) => isCausal(one) && isCausal(other));
    forAll({numRuns: 1500}, orders, ([one, other]) => statusAfter(one) === statusAfter(other));
  });
});

it('passes over events of refunds that it does not have', () => {
  const data: EventData<'refund-sent'> = {reference, refund: 9};
  expect(evolve(paid, event(4, 'refund-sent', data))).toBe(paid);
});
