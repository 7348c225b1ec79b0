import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {attentionsOf} from '../../../src/core/books/selectors.js';
import {
  carry,
  emptyState,
  foldEvents,
  forgetSettled,
  recallEvents,
  recalledAfter,
  type State,
  stateAfter,
} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import {maySend, type Payment, verdictOf} from '../../../src/core/payment/payment.js';
import {isPaidTwice, needingPerson} from '../../../src/core/payment/payments.js';
import {mayRefund, mayResolveRefund, refundRest} from '../../../src/core/payment/refund.js';
import {resolvableIn} from '../../../src/core/payment/resolving.js';
import type {MobileMoneyRequest} from '../../../src/core/payment/schema.js';
import {disclosedTotals} from '../../../src/core/shift/blind.js';
import {quarterMs} from '../../../src/core/shift/day-totals.js';
import {reportOf} from '../../../src/core/shift/report.js';
import {forAll, runs} from '../../hostile/runs.js';
import {
  approved,
  cardRecord,
  cardRequest,
  dollars,
  heardOf,
  refundHistory,
  refundRecord,
  refundTaken,
} from '../card/card-samples.js';
import {accepted, event, noAnswer, record, request} from '../payment/payment-samples.js';

const first = 'T7K0MZ4K8AAAAAA';
const second = 'T7K0MZ4K9BBBBBB';
const third = 'T7K0MZ4KABBBBBB';
const ask = (seq: number, reference: string, more: Partial<MobileMoneyRequest> = {}) => [
  event(seq, 'requested', {...request, reference, sale: reference, ...more}),
  event(seq + 1, 'sent', {reference}),
  event(seq + 2, 'answered', {reference, answer: accepted({transaction_reference: reference})}),
];
const heard = (seq: number, reference: string, status: string, code: string) =>
  event(seq, 'status-answered', {
    reference,
    question: 'status',
    repeated: 0,
    answer: record(status, code, {transaction_reference: reference}),
  });
const fold = (events: readonly StoredEvent[]) => {
  const state = emptyState();
  foldEvents(state, events);
  return state;
};

const quarter = Date.parse('2026-11-20T11:00:00Z') / quarterMs;

it('sums what is paid by currency, and takes back what becomes disputed', () => {
  const state = fold([
    ...ask(1, first),
    ...ask(4, second),
    heard(7, first, 'Completed', '00'),
    heard(8, second, 'Failed', '06'),
  ]);
  const dayWith = (paid: number, minor: number) => ({
    paid,
    notPaid: 1,
    refunded: new Map(),
    givenBack: 0,
    onBook: {count: 0, sums: new Map()},
    sums: new Map([['KES', {currency: 'KES', minor}]]),
    quarters: new Map([[quarter, new Map([['KES', {currency: 'KES', minor}]])]]),
    unreported: {sums: new Map(), quarters: new Map(), refunded: new Map()},
  });
  expect(state.days.get('2026-11-20')).toEqual(dayWith(1, 20_000));
  foldEvents(state, [heard(9, first, 'Reversed', '06')]);
  expect(state.days.get('2026-11-20')).toEqual(dayWith(0, 0));
});

it('flags a sale of which two attempts were paid', () => {
  const events = [
    ...ask(1, first),
    event(4, 'set-aside', {reference: first}),
    ...ask(5, second, {sale: first}),
    heard(8, second, 'Completed', '00'),
  ];
  const state = fold(events);
  expect(isPaidTwice(state, first)).toBe(false);
  foldEvents(state, [heard(9, first, 'Completed', '00')]);
  expect(isPaidTwice(state, first)).toBe(true);
  expect([...state.open]).toEqual([]);
});

it('passes over events of unknown types and of payments that are not at hand', () => {
  const foreign = {
    ...event(1, 'sent', {reference: first}),
    type: 'weather-observed',
    data: {rain: true},
  } as unknown as StoredEvent;
  const state = fold([foreign, heard(2, second, 'Completed', '00')]);
  expect(state.payments.size).toBe(0);
  expect(state.lastSeq).toBe(2);
});

const carriedFrom = (carried: readonly StoredEvent[], events: readonly StoredEvent[]) =>
  carry({carried, totals: null}, events).carried;

it('carries what is open, the whole sale of it, and the newest reference', () => {
  const settled = [...ask(1, first), heard(4, first, 'Completed', '00')];
  const open = ask(5, second);
  expect(carriedFrom([], [...settled, ...open])).toEqual(open);
  expect(carriedFrom(open, [heard(8, second, 'Completed', '00')])).toEqual([
    ...open,
    heard(8, second, 'Completed', '00'),
  ]);
  const sale = [
    ...ask(1, first),
    event(4, 'set-aside', {reference: first}),
    ...ask(5, third, {sale: first}),
    heard(8, third, 'Completed', '00'),
  ];
  expect(carriedFrom([], sale)).toEqual(sale);
});

it('carries a sale that was paid twice, because a person has to see it', () => {
  const sale = [
    ...ask(1, first),
    event(4, 'set-aside', {reference: first}),
    ...ask(5, third, {sale: first}),
    heard(8, third, 'Completed', '00'),
    heard(9, first, 'Completed', '00'),
  ];
  expect(carriedFrom([], sale)).toEqual(sale);
  expect(carriedFrom(sale, ask(10, second))).toEqual([...sale, ...ask(10, second)]);
});

const card = (seq: number, reference: string, sale = reference) => [
  event(seq, 'requested', {...cardRequest, reference, sale}),
  event(seq + 1, 'sent', {reference}),
  heardOf(seq + 2, cardRecord('Completed', {merchant_transaction_reference: reference}), reference),
];
const giveBack = (seq: number, about: {reference: string; refund: number}, minor: number, businessDate: string) => [
  event(seq, 'refund-requested', {...about, amount: dollars(minor), reason: 'broken', businessDate}),
  event(seq + 1, 'refund-sent', about),
];
const refundAnswer = (seq: number, about: {reference: string; refund: number}, status: string) => {
  const {reference, refund} = about;
  const answer = refundTaken(`RF-${reference}-${refund}`, status, status === 'SUCCESS', reference);
  return event(seq, 'refund-answered', {...about, answer});
};

it('counts what was given back on the day of the refund, when it is known to be done', () => {
  const about = {reference: first, refund: 1};
  const state = fold([...card(1, first), ...giveBack(4, about, 1000, '2026-11-22')]);
  const refunded = () => state.days.get('2026-11-22')?.refunded.get('USD')?.minor ?? 0;
  expect(refunded()).toBe(0);
  foldEvents(state, [refundAnswer(6, about, 'INITIALIZED')]);
  expect(refunded()).toBe(0);
  const row = {serviceReference: `RF-${first}-1`, amount: 1000, status: 'Success', payment: first};
  const found = {...about, question: 'refund-status' as const, answer: refundRecord(row), repeated: 0};
  foldEvents(state, [event(7, 'refund-status-answered', found)]);
  expect(refunded()).toBe(1000);
  expect(state.days.get('2026-11-20')).toMatchObject({
    paid: 1,
    sums: new Map([['USD', dollars(2400)]]),
    refunded: new Map(),
  });
  expect(state.days.get('2026-11-22')).toMatchObject({paid: 0, sums: new Map()});
});

it('takes back what a person called done when the service says that it failed', () => {
  const about = {reference: first, refund: 1};
  const state = fold([
    ...[...card(1, first), ...giveBack(4, about, 1000, '2026-11-22')],
    event(6, 'refund-answered', {...about, answer: noAnswer}),
    event(7, 'refund-resolved', {...about, as: 'done', reason: 'seen', evidence: ''}, 'Amina'),
  ]);
  const refunded = () => state.days.get('2026-11-22')?.refunded;
  expect(refunded()).toEqual(new Map([['USD', dollars(1000)]]));
  const failed = refundHistory({serviceReference: 'RF1', amount: 1000, status: 'Failed', payment: first});
  const heard = {...about, question: 'refund-history' as const, answer: failed, repeated: 0};
  foldEvents(state, [event(8, 'refund-status-answered', heard)]);
  expect(refunded()).toEqual(new Map([['USD', dollars(0)]]));
});

it('counts what was given back once, though the payment was forgotten and read back', () => {
  const about = {reference: first, refund: 1};
  const events = [...card(1, first), ...giveBack(4, about, 1000, '2026-11-22'), refundAnswer(6, about, 'SUCCESS')];
  const state = fold(events);
  for (const before of ['2026-11-21', '2026-11-22', '2026-11-23']) {
    forgetSettled(state, before, new Set());
    if (!state.payments.has(first)) foldEvents(state, events);
    expect(state.days.get('2026-11-22')?.refunded, before).toEqual(new Map([['USD', dollars(1000)]]));
  }
});

it('settles a sale that was paid twice by giving one attempt back whole', () => {
  const about = {reference: third, refund: 1};
  const rest = {reference: third, refund: 2};
  const state = fold([...card(1, first), ...card(4, third, first), ...giveBack(7, about, 1000, '2026-11-20')]);
  const attention = () => attentionsOf(state, state.payments.get(first) as Payment, 0);
  const people = () => needingPerson(state).map(({reference}) => reference);
  expect([people(), attention()]).toEqual([[first, third], ['paid-twice']]);
  foldEvents(state, [refundAnswer(9, about, 'SUCCESS')]);
  expect(people()).toEqual([first, third]);
  expect(carriedFrom([], [...card(1, first), ...card(4, third, first)])).toHaveLength(6);
  foldEvents(state, [...giveBack(10, rest, 1400, '2026-11-20'), refundAnswer(12, rest, 'SUCCESS')]);
  expect([people(), attention(), isPaidTwice(state, first)]).toEqual([[], [], false]);
});

it('needs a person for a refund of which nobody knows whether the service has it', () => {
  const about = {reference: first, refund: 1};
  const lost = event(6, 'refund-answered', {...about, answer: noAnswer});
  const state = fold([...card(1, first), ...giveBack(4, about, 1000, '2026-11-20'), lost]);
  const payment = state.payments.get(first) as Payment;
  expect([[...state.needPerson], attentionsOf(state, payment, 0)]).toEqual([[first], ['refund-unclear']]);
  foldEvents(state, [event(7, 'refund-resolved', {...about, as: 'failed', reason: 'seen', evidence: ''}, 'Amina')]);
  expect([...state.needPerson]).toEqual([]);
  expect(carriedFrom([], [...card(1, first), ...giveBack(4, about, 1000, '2026-11-20'), lost])).toHaveLength(6);
});

const asked: Readonly<Record<string, string>> = {[first]: first, [second]: first, [third]: third};
const days = ['2026-11-20', '2026-11-22'] as const;

/** Everything that may happen next to one of the payments. */
function nextEvents(state: State, seq: number): StoredEvent[] {
  return Object.entries(asked).flatMap(([reference, sale]) => {
    const payment = state.payments.get(reference);
    if (payment === undefined) return event(seq, 'requested', {...cardRequest, reference, sale});
    const heard = ['Initialized', 'Completed', 'Failed', 'Reversed', 'Refunded'].map(status =>
      heardOf(seq, cardRecord(status, {merchant_transaction_reference: reference}), reference),
    );
    const charged = [approved({transactionReference: reference}), noAnswer].map(answer =>
      event(seq, 'answered', {reference, answer}),
    );
    return [
      ...(maySend(payment) ? [event(seq, 'sent', {reference})] : []),
      ...(payment.sends.begun > 0 && payment.sends.last === undefined ? charged : []),
      ...(payment.sends.begun > 0 ? heard : []),
      ...(resolvableIn(payment, 0) !== undefined
        ? (['paid', 'not-paid'] as const).map(as => event(seq, 'resolved', {reference, as, reason: 'r', evidence: ''}))
        : []),
      ...nextRefundEvents(payment, seq),
    ];
  });
}

function nextRefundEvents(payment: Payment, seq: number): StoredEvent[] {
  const {reference, refunds} = payment;
  const number = refunds.length + 1;
  const amounts = [refundRest(payment).minor, 1000].filter(minor => minor <= refundRest(payment).minor);
  const orders = days.flatMap(day =>
    amounts.flatMap(minor => giveBack(seq, {reference, refund: number}, minor, day)[0] ?? []),
  );
  const heard = refunds.flatMap((refund): StoredEvent[] => {
    const about = {reference, refund: refund.number};
    if (refund.status === 'requested') return [event(seq, 'refund-sent', about)];
    const answer = refundRecord({
      serviceReference: refund.serviceReference ?? '',
      amount: refund.amount.minor,
      payment: reference,
      status: 'Success',
    });
    const look: EventData<'refund-status-answered'> = {...about, question: 'refund-status', answer, repeated: 0};
    return [
      ...(refund.serviceReference === undefined ? [] : [event(seq, 'refund-status-answered', look)]),
      ...(refund.status === 'sent'
        ? [refundAnswer(seq, about, 'INITIALIZED'), event(seq, 'refund-answered', {...about, answer: noAnswer})]
        : []),
      ...(mayResolveRefund(refund)
        ? (['done', 'failed'] as const).map(as =>
            event(seq, 'refund-resolved', {...about, as, reason: 'r', evidence: ''}),
          )
        : []),
    ];
  });
  return [...(mayRefund(payment) && number <= 3 ? orders : []), ...heard];
}

/** What a look at every payment finds. */
function scan(state: State) {
  const all = [...state.payments.values()];
  const needs = (payment: Payment) =>
    verdictOf(payment) === 'needs-person' ||
    payment.refunds.some(({status}) => status === 'unknown') ||
    (payment.status === 'paid' && isPaidTwice(state, payment.sale));
  const totals = days.map(day => {
    const ofDay = all.filter(({request: {businessDate}}) => businessDate === day);
    const paid = ofDay.filter(({status}) => status === 'paid');
    const refunds = all.flatMap(payment => payment.refunds).filter(({businessDate}) => businessDate === day);
    return {
      paid: paid.length,
      notPaid: ofDay.filter(payment => verdictOf(payment) === 'not-paid').length,
      taken: paid.length * 2400,
      refunded: refunds.filter(({status}) => status === 'done').reduce((sum, {amount}) => sum + amount.minor, 0),
    };
  });
  return {
    needPerson: all
      .filter(needs)
      .map(({reference}) => reference)
      .sort(),
    totals,
  };
}

function kept({needPerson, days: known}: State) {
  const totals = days.map(day => {
    const {paid = 0, notPaid = 0, sums, refunded} = known.get(day) ?? {};
    return {paid, notPaid, taken: sums?.get('USD')?.minor ?? 0, refunded: refunded?.get('USD')?.minor ?? 0};
  });
  return {needPerson: [...needPerson].sort(), totals};
}

it('knows who needs a person and what each day took, as a look at every payment finds it, in any order of events', {
  tags: ['slow'],
}, () => {
  const reached = {needed: 0, refunded: 0, forgotten: 0};
  forAll(
    runs(100, 5000),
    fc.boolean(),
    fc.array(fc.nat(10_000), {minLength: 10, maxLength: 50}),
    (hasBegun, choices) => {
      const events = hasBegun ? [...card(1, first), ...card(4, second, first), ...card(7, third)] : [];
      const state = fold(events);
      for (const choice of choices) {
        const possible = nextEvents(state, events.length + 1);
        const next = possible[choice % possible.length] as StoredEvent; // there always is one
        events.push(next);
        foldEvents(state, [next]);
        expect(kept(state)).toEqual(scan(state));
      }
      reached.needed += Math.sign(state.needPerson.size);
      reached.refunded += Math.sign(kept(state).totals[1]?.refunded ?? 0);
      // A new day forgets what is over, and a question reads it back.
      const before = [...state.payments.keys()];
      const whole = scan(state);
      forgetSettled(state, '2026-11-21', new Set());
      expect(kept(state).totals[1]).toEqual(whole.totals[1]);
      const forgotten = before.filter(reference => !state.payments.has(reference));
      reached.forgotten += forgotten.length;
      for (const reference of forgotten) {
        foldEvents(
          state,
          events.filter(({data}) => 'reference' in data && data.reference === reference),
        );
      }
      expect(kept(state)).toEqual(whole);
      expect(kept(state)).toEqual(scan(state));
    },
  );
  for (const times of Object.values(reached)) expect(times).toBeGreaterThan(0);
});

const opened = event(1, 'ticket-opened', {
  ticket: second,
  total: {currency: 'KES', minor: 20_000},
  businessDate: '2026-11-20',
  lines: [],
  description: '',
});
const soldByTicket = [
  opened,
  ...ask(2, third, {ticket: second}),
  heard(5, third, 'Completed', '00'),
  {...event(6, 'sent', {reference: first}), type: 'weather-observed'} as unknown as StoredEvent,
];

it('knows the payments and the tickets again, wherever the journal was cut', () => {
  for (const cut of [0, 1, 2, 3, 4]) {
    const before = carry({carried: [], totals: null}, soldByTicket.slice(0, cut));
    const {tickets, payments} = recalledAfter(before, soldByTicket.slice(cut));
    expect(tickets.all.get(second)).toMatchObject({status: 'paid', held: [{reference: third}]});
    expect(payments.get(third)?.status).toBe('paid');
  }
});

it('forgets what is over and not in use, with its ticket and its payer, and never less of the days before', () => {
  const folded = (inUse: readonly string[]) => {
    const state = fold([...soldByTicket, ...ask(507, first)]); // its ticket cannot open again any more
    forgetSettled(state, '2026-11-21', new Set(inUse));
    return state;
  };
  const state = folded([]);
  expect([[...state.payments.keys()], state.tickets.all.size, state.days.get('2026-11-20')?.paid]).toEqual([
    [first],
    0,
    0,
  ]);
  expect([...state.byPayer.values()]).toEqual([[first]]);
  forgetSettled(state, '2026-11-20', new Set());
  expect(state.wholeFrom).toBe('2026-11-21');
  foldEvents(state, [heard(510, first, 'Completed', '00')]);
  forgetSettled(state, '2026-11-22', new Set());
  expect([state.payments.size, state.byPayer.size, state.wholeFrom]).toEqual([0, 0, '2026-11-22']);
  const used = folded([third]);
  expect([[...used.payments.keys()], used.tickets.all.size]).toEqual([[third, first], 1]);
  const waiting = fold([opened]);
  forgetSettled(waiting, '2026-11-21', new Set());
  expect(waiting.tickets.all.size).toBe(1);
});

it('knows when the clock was confirmed, the price list, and nobody who pays in cash', () => {
  const items = event(2, 'items-changed', {sha256: 'a'.repeat(64), items: 7} as never);
  const paid = event(3, 'requested', {...request, method: 'cash', tendered: request.amount} as never);
  const state = fold([event(1, 'clock-confirmed', {skewSeconds: 0}), items, paid]);
  expect(state.clockConfirmedAt).toBe(Date.parse(event(1, 'sent', {reference: first}).at));
  expect([state.items, state.byPayer.size]).toEqual([{sha256: 'a'.repeat(64), items: 7}, 0]);
});

it('counts nothing again that it recalls, and knows the newest reference of whatever has one', () => {
  const state = emptyState();
  recallEvents(state, soldByTicket.slice(0, 5));
  expect([state.payments.size, state.lastAt, state.tickets.all.size, state.ledger.period.firstAt]).toEqual([
    1,
    '',
    0,
    null,
  ]);
  expect([state.lastReference, fold([opened]).lastReference]).toEqual([third, second]);
  expect(carriedFrom([], [opened])).toEqual([opened]);
  const many = Array.from({length: 30}, (_, at) => `T7K0MZ4K8AAAA${String(at).padStart(2, '0')}`);
  expect(fold(many.flatMap((reference, at) => ask(3 * at + 1, reference))).recent).toEqual(many.slice(-24));
});

it('finds a journal damaged in which a payment is asked for twice or an event has what it cannot have', () => {
  const damage = (...events: readonly StoredEvent[]) => codeAndFacts(() => fold(events));
  const [asked] = ask(1, first) as [StoredEvent];
  const facts = {segment: '2026-11-20', line: 2};
  expect(damage(asked, {...asked, seq: 2})).toMatchObject({
    code: 'journal-damaged',
    facts: {...facts, why: 'asked-for-twice'},
  });
  const broken = {...event(2, 'requested', request), data: {reference: second}} as unknown as StoredEvent;
  expect(damage(asked, broken)).toMatchObject({code: 'journal-damaged', facts: {...facts, why: 'not-understood'}});
});

function codeAndFacts(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

it.each([
  ['2026-11-19', '2026-11-20'],
  ['yesterday', 'yesterday'],
  [null, ''],
])('after the segment %s the days are whole from %j on', (previousSegment, wholeFrom) => {
  const header = event(1, 'segment-opened', {previousSegment} as never);
  expect(stateAfter({carried: [], totals: null}, [header]).wholeFrom).toBe(wholeFrom);
});

describe('what may be told of a day', () => {
  const cashRefund = {reference: second, refund: 1, reason: 'torn', businessDate: '2026-11-20'};
  const {network, bankCode, wallet, returnUrl, phone, email, firstName, lastName, ...common} = request;
  const kes = (minor: number) => ({currency: 'KES', minor}) as const;
  const cash = (seq: number, reference: string, minor: number, sale = reference) =>
    event(seq, 'requested', {
      ...common,
      reference,
      sale,
      amount: kes(minor),
      tendered: kes(minor),
      method: 'cash' as const,
    });
  const toldOf = (state: State) => disclosedTotals(state, state.days.get('2026-11-20') ?? expect.fail('no such day'));
  const sumsIn = ({sums, refunded, withheld}: ReturnType<typeof disclosedTotals>) => [
    [...sums.values()].map(({minor}) => minor),
    [...refunded.values()].map(({minor}) => minor),
    withheld,
  ];

  const frame = {
    ...({till: 'T7K', shop: 'Duka', profile: 'test', zone: 'Africa/Nairobi', head: '', notAsked: 0} as const),
    ...({kind: 'z', businessDate: '2026-11-20', closedAt: 0, difference: null} as const),
  };

  it('is no cash before its drawer is counted, and all of it after, or after a Z', () => {
    const state = fold([...ask(1, first), heard(4, first, 'Completed', '00'), cash(5, second, 700)]);
    foldEvents(state, [event(6, 'refund-in-cash', {...cashRefund, amount: kes(700)})]);
    expect(sumsIn(toldOf(state))).toEqual([[20_000], [], ['KES']]);
    expect([...toldOf(state).quarters.values()].map(sums => sums.get('KES')?.minor)).toEqual([20_000]);
    expect(state.days.get('2026-11-20')).toMatchObject({paid: 2, givenBack: 1});
    foldEvents(state, [event(7, 'cash-counted', {counts: [{...kes(0), pieces: []}]})]);
    expect(sumsIn(toldOf(state))).toEqual([[20_700], [700], []]);
    foldEvents(state, [cash(8, third, 50)]);
    expect(sumsIn(toldOf(state))).toEqual([[20_000], [], ['KES']]);
    foldEvents(state, [event(9, 'z-reported', {report: reportOf(state, frame)})]);
    expect(sumsIn(toldOf(state))).toEqual([[20_750], [700], []]);
    foldEvents(state, [cash(10, 'T7K0MZ4KBBBBBBB', 5)]);
    expect(sumsIn(toldOf(state))).toEqual([[20_750], [700], ['KES']]);
  });

  it('has the cash that a Z has of a sale that stays in memory, also after the next start', () => {
    const refund = event(5, 'refund-in-cash', {...cashRefund, amount: kes(300)});
    const sold = [...card(1, first), cash(4, second, 700, first), refund];
    const z = event(6, 'z-reported', {report: reportOf(fold(sold), frame)});
    const state = fold([...sold, z]);
    const restarted = stateAfter(carry({carried: [], totals: null}, [...sold, z]), []);
    forgetSettled(state, '2026-11-21', new Set());
    for (const each of [state, restarted]) {
      foldEvents(each, [cash(7, third, 50)]);
      expect(sumsIn(toldOf(each))).toEqual([[2400, 700], [300], ['KES']]);
    }
  });
});
