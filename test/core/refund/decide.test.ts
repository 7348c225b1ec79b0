import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {State} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {lostRefund} from '../../../src/core/payment/resolving.js';
import {
  decideRefund,
  type RefundCommand,
  refundFacts,
  strangeRefunds,
  wholeHistory,
} from '../../../src/core/refund/decide.js';
import {checkLeaving} from '../../../src/core/restore/restored.js';
import {forAll} from '../../hostile/runs.js';
import {
  approved,
  cardRecord,
  cardRequest,
  dollars,
  heardOf,
  type RefundRow,
  refundHistory,
  refundTaken,
} from '../card/card-samples.js';
import {codeOf, given, now, stateAfter, typesOf} from '../deciding.js';
import {accepted, answered, event as at, noAnswer, reference, request, toldOf} from '../payment/payment-samples.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const businessDate = '2026-11-20';
const about = {reference, refund: 1};

const unpaid = [
  at(1, 'requested', cardRequest),
  at(2, 'sent', {reference}),
  at(3, 'answered', {reference, answer: approved()}),
];
const paid = [...unpaid, heardOf(4, cardRecord('Completed'))];
const byWallet = [
  at(1, 'requested', request),
  at(2, 'sent', {reference}),
  at(3, 'answered', {reference, answer: accepted()}),
  toldOf(4, 'Completed'),
];
const asked = (minor: number) => [
  at(10, 'refund-requested', {...about, amount: dollars(minor), reason: 'torn', businessDate}),
  at(11, 'refund-sent', about),
];
const lost = [...paid, ...asked(1000), at(12, 'refund-answered', {...about, answer: noAnswer})];
const taken = refundTaken('RF-1', 'Success', true);
const done = [...paid, ...asked(1000), at(12, 'refund-answered', {...about, answer: taken})];
const row = (more: Partial<RefundRow> = {}): RefundRow => ({
  serviceReference: 'RF-1',
  amount: 1000,
  status: 'Success',
  ...more,
});
const nothing = refundHistory();

function paymentIn(state: State): Payment {
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Error('the payment is not in the state');
  return payment;
}

type GiveBack = Extract<RefundCommand, {type: 'give-back'}>;

function giveBack(events: readonly StoredEvent[], more: Partial<GiveBack> = {}, seen = events) {
  const state = stateAfter(...events);
  const command: GiveBack = {
    type: 'give-back',
    way: 'card',
    seen: paymentIn(stateAfter(...seen)),
    history: nothing,
    reason: 'torn',
    ...more,
  };
  return decideRefund(state, command, given());
}

describe('money is given back', () => {
  it.each<[string, readonly StoredEvent[], Partial<GiveBack>, string | readonly string[]]>([
    ['to the card', paid, {}, ['refund-requested']],
    ['in cash', paid, {way: 'cash'}, ['refund-in-cash']],
    ['of a wallet, in cash', byWallet, {way: 'cash', history: undefined}, ['refund-in-cash']],
    ['of a wallet, by no card', byWallet, {history: undefined}, 'refund-not-offered'],
    ['of what is not paid', unpaid, {}, 'refund-not-paid'],
    ['without a reason', paid, {reason: ' '}, 'reason-missing'],
    ['for a card number', paid, {reason: '4111111111111111'}, 'text-has-card'],
    ['of nothing', paid, {amount: dollars(0)}, 'refund-above-rest'],
    ['of all', paid, {amount: dollars(2400)}, ['refund-requested']],
    ['of more', paid, {amount: dollars(2401)}, 'refund-above-rest'],
    ['in another currency', paid, {amount: {currency: 'KES', minor: 1}}, 'refund-above-rest'],
    ['of the rest', done, {amount: dollars(1400)}, ['refund-requested']],
    ['of more than the rest', done, {amount: dollars(1401)}, 'refund-above-rest'],
    ['while another may have been made', lost, {}, 'refund-unclear'],
    ['while nobody tells which there are', paid, {history: noAnswer}, 'refund-history-unheard'],
    ['though nobody tells, for a card number', paid, {history: noAnswer, unheard: '4111111111111111'}, 'text-has-card'],
    ['though nobody tells, for a reason', paid, {history: noAnswer, unheard: 'he waits'}, ['refund-requested']],
    [
      'with a key that is refused',
      paid,
      {history: answered(401, {success: false, message: 'Unauthorized'})},
      'key-refused',
    ],
  ])('%s', (_name, events, more, decided) => expect(typesOf(() => giveBack(events, more))).toEqual(decided));

  it('of what the person saw alone', () => {
    expect(typesOf(() => giveBack(done, {}, paid))).toBe('refund-changed');
    expect(typesOf(() => giveBack(done, {amount: dollars(1401)}, paid))).toBe('refund-changed');
    expect(typesOf(() => giveBack(lost, {}, paid))).toBe('refund-unclear');
    const second = [...asked(500)].map(each => ({...each, seq: each.seq + 10, data: {...each.data, refund: 2}}));
    expect(typesOf(() => giveBack([...done, ...(second as StoredEvent[])], {}, paid))).toBe('refund-unclear');
  });

  it('with the next number, all that is left where no sum is said, and why nobody told', () => {
    expect(giveBack(done)).toMatchObject([{data: {refund: 2, amount: dollars(1400), reason: 'torn', businessDate}}]);
    expect(giveBack(paid, {history: noAnswer, unheard: ' he waits '})).toMatchObject([{data: {unheard: 'he waits'}}]);
    for (const name of ['unheard', 'lines'])
      expect(giveBack(paid, {unheard: 'he waits'})[0]?.data).not.toHaveProperty(name);
  });

  it('never more in all than was paid, whatever is asked one after the other', () =>
    forAll(
      fc.array(fc.tuple(fc.constantFrom('card', 'cash'), fc.integer({min: 1, max: 2500})), {maxLength: 8}),
      wishes => {
        let events = paid;
        let given = 0;
        for (const [way, minor] of wishes as ['card' | 'cash', number][]) {
          const seq = events.length + 20;
          const decided = typesOf(() => giveBack(events, {way, amount: dollars(minor)}));
          expect(decided === 'refund-above-rest').toBe(given + minor > 2400 || given === 2400);
          if (typeof decided === 'string') continue;
          const number = events.filter(({type}) => type === 'refund-in-cash').length + 1;
          const data = {reference, refund: number, amount: dollars(minor), reason: 'torn', businessDate};
          events = [...events, at(seq, 'refund-in-cash', data)];
          given += minor;
        }
      },
    ));
});

describe('the service’s history', () => {
  const note = (type: 'note-lost' | 'note-strange', events: readonly StoredEvent[], history: RefundRow[]) =>
    decideRefund(stateAfter(...events), {type, reference, history: refundHistory(...history)}, given());

  it('tells of a refund whose answer was lost', () => {
    expect(note('note-lost', lost, [row()])).toMatchObject([{type: 'refund-status-answered', data: about}]);
    expect(note('note-lost', done, [row()])).toEqual([]);
    expect(note('note-lost', lost, [row({amount: 900})])).toEqual([]);
  });

  it('tells of refunds that the journal has none of, but for those that may be the lost ones', () => {
    expect(note('note-strange', paid, [row(), row({serviceReference: 'RF-2', amount: 500})])).toMatchObject([
      {type: 'refund-seen', data: {refund: 1, serviceReference: 'RF-1', amount: dollars(1000), businessDate}},
      {type: 'refund-seen', data: {refund: 2, serviceReference: 'RF-2', amount: dollars(500)}},
    ]);
    expect(note('note-strange', lost, [row()])).toEqual([]);
    expect(note('note-strange', done, [row()])).toEqual([]);
    expect(note('note-strange', paid, [row({payment: 'T7K0MZ4K8Q2RDWY'})])).toEqual([]);
  });

  it('of a payment that nobody knows is nobody’s to tell', () => {
    for (const type of ['note-lost', 'note-strange'] as const)
      expect(typesOf(() => note(type, [], [row()]))).toBe('payment-unknown');
  });

  it('that is not heard tells nothing', () => {
    const unheard = {reference, history: noAnswer};
    for (const type of ['note-lost', 'note-strange'] as const)
      expect(decideRefund(stateAfter(...lost), {type, ...unheard}, given())).toEqual([]);
  });
});

describe('what the history proves', () => {
  const about = (events: readonly StoredEvent[]) => paymentIn(stateAfter(...events));
  const rowsOf = (...rows: RefundRow[]) => wholeHistory(refundHistory(...rows), about(paid)) ?? [];
  const strange = (events: readonly StoredEvent[], ...rows: RefundRow[]) =>
    strangeRefunds(about(events), rowsOf(...rows)).map(({serviceReference}) => serviceReference);
  const twoLost = [
    ...lost,
    at(20, 'refund-resolved', {reference, refund: 1, as: 'failed', reason: 'seen', evidence: ''} as never),
    at(21, 'refund-requested', {reference, refund: 2, amount: dollars(1000), reason: 'torn', businessDate}),
    at(22, 'refund-sent', {reference, refund: 2}),
    at(23, 'refund-answered', {reference, refund: 2, answer: noAnswer}),
  ];
  const [first, second, third] = [row(), row({serviceReference: 'RF-2'}), row({serviceReference: 'RF-3'})];

  it.each<[string, readonly StoredEvent[], RefundRow[], readonly string[]]>([
    ['of nothing of ours', paid, [first], ['RF-1']],
    ['of one that we know by its reference', done, [first, second], ['RF-2']],
    ['of one that may be the lost one', lost, [first, second], ['RF-2']],
    ['of as many as were lost', twoLost, [first, second, third], ['RF-3']],
    ['of another amount than the lost one', lost, [row({amount: 900})], ['RF-1']],
    ['of one that failed', paid, [row({status: 'Failed'}), second], ['RF-2']],
    ['of the same row twice', paid, [first, first], ['RF-1']],
    ['of the same row in two spellings', paid, [first, row({serviceReference: 'rf1'})], ['RF-1']],
    ['of one of ours in another spelling', done, [row({serviceReference: 'rf 1'}), second], ['RF-2']],
  ])('strange is what is there beside ours: %s', (_, events, rows, expected) =>
    expect(strange(events, ...rows)).toEqual(expected),
  );

  it('a page of which a row cannot be counted is no whole history', () => {
    const whole = (...rows: RefundRow[]) => wholeHistory(refundHistory(...rows), about(paid)) !== undefined;
    expect([whole(), whole(first), whole(row({amount: -5}))]).toEqual([true, true, false]);
    expect(whole(row({payment: 'T7K0MZ4K8Q2RDWY', amount: -5}))).toBe(true);
    expect(wholeHistory(noAnswer, about(paid))).toBeUndefined();
    const told = (more: object) => {
      const content = [{refund_transaction_reference: 'RF-1', payment_transaction_reference: reference, ...more}];
      return wholeHistory(answered(200, {success: true, data: {content, last: true}} as never), about(paid))?.length;
    };
    const of = {refund_amount: 10, currency: 'USD', status: 'Success'};
    const {currency: _, ...ofNone} = of;
    expect([told(of), told(ofNone), told({...of, currency: 'usd'}), told({...of, refund_amount: 0})]).toEqual([
      ...[1, 1, 1, 1],
    ]);
    const uncounted = [{currency: 'KES'}, {refund_amount: 'ten'}, {refund_amount: null}, {refund_amount: 0.001}];
    expect(uncounted.map(more => told({...of, ...more}))).toEqual(Array(4).fill(undefined));
  });

  it('what somebody decides on is what is left, and which refunds there are and are not known', () =>
    expect([paid, done, lost].map(events => refundFacts(about(events)))).toEqual([
      String(cardRequest.amount.minor),
      `${cardRequest.amount.minor - 1000} 1`,
      `${cardRequest.amount.minor - 1000} 1?`,
    ]));
});

it('asks the service for no refund before what a restored journal has open was heard about; cash goes back', () => {
  const restored = [...paid, at(30, 'journal-restored', {open: ['T7K0MZ4K8Q2RDWY']} as never)];
  const mayLeave = (more = {}) => codeOf(() => checkLeaving(stateAfter(...restored), giveBack(restored, more)));
  expect([mayLeave(), mayLeave({way: 'cash'})]).toEqual(['restore-unheard', undefined]);
});

describe('what a person says of a refund', () => {
  const said = {as: 'done', person: 'Amina', reason: 'seen at the bank'} as const;
  const early = Date.UTC(2026, 10, 20, 11, 1);
  const seen = (status: 'unknown' | 'sent' = 'unknown') => ({
    ...lostRefund(paymentIn(stateAfter(...lost)), now),
    status,
  });
  const resolve = (events: readonly StoredEvent[], instant: number, more: object = {}) => {
    const state = stateAfter(...events);
    const seen = lostRefund(paymentIn(state), instant);
    return typesOf(() =>
      decideRefund(state, {type: 'resolve', reference, seen, ...said, ...more}, given({now: instant})),
    );
  };

  it.each<[string, readonly StoredEvent[], number, object, string | readonly string[]]>([
    ['of one that nobody knows of, after three minutes', lost, now, {}, ['refund-resolved']],
    ['of it, a moment after', lost, early, {}, 'judged-too-early'],
    ['of one on its way, within the day', [...paid, ...asked(1000)], now, {}, 'judged-too-early'],
    ['of one on its way, after a day', [...paid, ...asked(1000)], now + day, {}, ['refund-resolved']],
    ['of one that is done', done, now, {}, 'payment-not-open'],
    ['of another than the one that was seen', lost, now, {seen: undefined}, 'judged-unseen'],
    ['of one that was seen, when none may be judged', lost, early, {seen: seen()}, 'judged-unseen'],
    ['of one that was seen on its way and is lost now', lost, now, {seen: seen('sent')}, 'judged-unseen'],
    ['without a name', lost, now, {person: ''}, 'person-missing'],
    ['without a reason', lost, now, {reason: ''}, 'reason-missing'],
  ])('%s', (_name, events, instant, more, decided) => expect(resolve(events, instant, more)).toEqual(decided));

  it('is kept with what was known of it then', () => {
    const named = at(12, 'refund-answered', {...about, answer: refundTaken('RF-1', 'Initialized', false)});
    const evidence = [lost, [...paid, ...asked(1000), named]].map(events => {
      const state = stateAfter(...events);
      const seen = lostRefund(paymentIn(state), now + day);
      const [event] = decideRefund(state, {type: 'resolve', reference, seen, ...said}, given({now: now + day}));
      return event?.type === 'refund-resolved' && event.data.evidence;
    });
    expect(evidence).toEqual(['unknown; no reference of the service', 'pending; RF-1']);
  });

  it('counts from the first instant at which one of them may be judged', () => {
    const taken = at(12, 'refund-answered', {...about, answer: refundTaken('RF-1', 'Initialized', false)});
    const second = [...asked(500), at(12, 'refund-answered', {...about, answer: noAnswer})];
    const later = second.map(each => ({...each, seq: each.seq + 10, data: {...each.data, refund: 2}})) as StoredEvent[];
    const state = stateAfter(...paid, ...asked(1000), taken, ...later);
    const tooSoon = () =>
      decideRefund(state, {type: 'resolve', reference, seen: undefined, ...said}, given({now: early}));
    expect(tooSoon).toThrow(expect.objectContaining({facts: {reference, time: '2026-11-20 14:04'}}));
  });
});
