import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, type State} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {problemOf} from '../../../src/core/payment/said.js';
import type {Order} from '../../../src/core/payment/schema.js';
import {checkLeaving} from '../../../src/core/restore/restored.js';
import {checkCode, checkUsual, decidePayment, earlierPayment} from '../../../src/core/sale/decide.js';
import {forAll} from '../../hostile/runs.js';
import {codeOf, given, now, stateAfter, typesOf} from '../deciding.js';
import {
  accepted,
  event as at,
  noAnswer,
  notFound,
  notSent,
  record,
  reference,
  request,
  toldOf,
} from '../payment/payment-samples.js';

const minute = 60_000;
const other = 'T7K0MZ4K8Q2RDWY';
const start = Date.UTC(2026, 10, 20, 11);
const {reference: _, sale: __, businessDate: ___, again: ____, ...asked} = request;

const begun = [at(1, 'requested', request), at(2, 'sent', {reference})];
const pending = [...begun, at(3, 'answered', {reference, answer: accepted()})];
const lost = [...begun, at(3, 'answered', {reference, answer: noAnswer})];
const unsent = [...begun, at(3, 'answered', {reference, answer: notSent})];
const aside = (seq: number) => at(seq, 'set-aside', {reference});
const judged = (seq: number, as: 'paid' | 'not-paid') =>
  at(seq, 'resolved', {reference, as, reason: 'seen', evidence: ''});
const paid = [...pending, toldOf(4, 'Completed')];
const disputed = [...pending, toldOf(4, 'Failed'), toldOf(5, 'Completed')];
/** The same of another payment, begun later. */
const ofOther = (events: readonly StoredEvent[], sale = other): readonly StoredEvent[] =>
  events.map(each => {
    const text = JSON.stringify(each).replaceAll(reference, other).replace(`"sale":"${other}"`, `"sale":"${sale}"`);
    const told = JSON.parse(text) as StoredEvent;
    return {...told, seq: told.seq + 100, at: new Date(Date.parse(told.at) + 100_000).toISOString()};
  });

const ofWallet = (events: readonly StoredEvent[], sale: string) =>
  ofOther(events, sale).map((each): StoredEvent => JSON.parse(JSON.stringify(each).replace('254712', '254713')));

function paymentIn(state: State, of = reference): Payment {
  const payment = state.payments.get(of);
  if (payment === undefined) throw new Error(`${of} is not in the state`);
  return payment;
}

describe('what is begun', () => {
  const begin = (events: readonly StoredEvent[], more: object = {}, circumstances = given()) =>
    decidePayment(stateAfter(...events), {type: 'begin', asked, ...more}, circumstances);

  it('is in the language that was chosen for the customer, of its sale before where none is chosen', () => {
    const languageOf = (customerLanguage: string | undefined, before: string | undefined) => {
      const refused = at(3, 'answered', {reference, answer: notSent});
      const events = [at(1, 'requested', {...request, customerLanguage: before}), at(2, 'sent', {reference}), refused];
      const requested = begin(events, {asked: {...asked, customerLanguage}, sale: reference}).at(-1);
      return requested?.type === 'requested' ? requested.data.customerLanguage : 'nothing was begun';
    };
    expect(languageOf(undefined, undefined)).toBeUndefined();
    expect(languageOf('sw', undefined)).toBe('sw');
    expect(languageOf(undefined, 'sw')).toBe('sw');
    expect(languageOf('en', 'sw')).toBe('en');
  });

  it('is in the language that the shop has for customers of its country, and of no other', () => {
    const languageIn = (country: string, chosen?: string) => {
      const asking = {asked: {...asked, ...(chosen && {customerLanguage: chosen})}};
      const requested = begin([], asking, given({}, {country, customerLanguage: 'sw'})).at(-1);
      return requested?.type === 'requested' ? requested.data.customerLanguage : 'nothing was begun';
    };
    expect([languageIn('KE'), languageIn('UG'), languageIn('KE', 'en')]).toEqual(['sw', undefined, 'en']);
  });

  describe('above the ceiling of the shop', () => {
    const above = given({}, {saleCeiling: {[asked.amount.currency]: asked.amount.minor - 1}});
    const justAt = given({}, {saleCeiling: {[asked.amount.currency]: asked.amount.minor}});

    it('wants a second look, which is asked for once a sale', () => {
      expect(codeOf(() => begin([], {}, above))).toBe('sale-above-ceiling');
      expect(typesOf(() => begin([], {isSure: true}, above))).toEqual(['requested']);
      expect(typesOf(() => begin(unsent, {sale: reference}, above))).toEqual(['requested']);
    });

    it('is up to it, and of its currency', () => {
      expect(typesOf(() => begin([], {}, justAt))).toEqual(['requested']);
      expect(typesOf(() => begin([], {}, given({}, {saleCeiling: {UGX: 1}})))).toEqual(['requested']);
    });
  });

  it('has a reference that nobody has, which is its sale too, a date, and a description', () => {
    const [event, ...others] = begin([]);
    if (event?.type !== 'requested') throw new Error('nothing was begun');
    expect(others).toEqual([]);
    const {data} = event;
    expect(data).toMatchObject({...asked, sale: data.reference, businessDate: '2026-11-20', again: null});
    expect(begin([], {asked: {...asked, description: ''}})).toMatchObject([
      {data: {description: `Sale ${data.reference}`}},
    ]);
  });

  it.each<[string, readonly StoredEvent[], object, string | readonly string[]]>([
    ['for a wallet that has nothing', [], {}, ['requested']],
    ['for a wallet of which a payment is open', pending, {}, 'earlier-payment'],
    ['for it, with a reason', pending, {again: 'another basket'}, ['requested']],
    ['for it, with a reason that is a card number', pending, {again: '4111 1111 1111 1111'}, 'text-has-card'],
    ['for a wallet that has just paid', paid, {}, ['requested']],
    ['for a sale that nobody knows', [], {sale: reference}, 'sale-unknown'],
    [
      'for the sale of an open payment, with a reason',
      pending,
      {sale: reference, again: 'x'},
      ['set-aside', 'requested'],
    ],
    [
      'for the sale of a superseded one, with a reason',
      [...pending, aside(4)],
      {sale: reference, again: 'x'},
      ['requested'],
    ],
    ['for the sale of a failed one', [...pending, toldOf(4, 'Failed')], {sale: reference}, ['requested']],
    ['for the sale of a paid one', paid, {sale: reference}, 'sale-paid'],
    [
      'for a sale, of another amount',
      pending,
      {sale: reference, asked: {...asked, amount: {currency: 'KES', minor: 1}}},
      'sale-amount-differs',
    ],
    [
      'for a sale, of another currency',
      pending,
      {sale: reference, asked: {...asked, amount: {...asked.amount, currency: 'TZS'}}},
      'sale-amount-differs',
    ],
  ])('%s', (_name, events, more, decided) => expect(typesOf(() => begin(events, more))).toEqual(decided));

  it('keeps the reason and the payment that it is about, where one stands in the way', () => {
    const againIn = (events: readonly StoredEvent[], again?: string) => {
      const requested = begin(events, {again}, given({now: start + 5 * minute})).at(-1);
      return requested?.type === 'requested' ? requested.data.again : 'nothing was begun';
    };
    const because = {reason: 'two baskets', earlier: reference};
    expect([againIn(pending, 'two baskets'), againIn(paid, 'two baskets'), againIn(paid), againIn([], 'x')]).toEqual([
      ...[because, because, null, null],
    ]);
  });

  it('asks the service for nothing before what a restored journal has open was heard about; cash is sold', () => {
    const restored = [at(1, 'journal-restored', {open: [other]} as never)];
    const cash = {...asked, method: 'cash', tendered: asked.amount};
    const mayLeave = (events: readonly StoredEvent[], more = {}) =>
      codeOf(() => checkLeaving(stateAfter(...events), begin(events, more)));
    expect([mayLeave(restored), mayLeave(restored, {asked: cash})]).toEqual(['restore-unheard', undefined]);
    const heard = [
      ...restored,
      at(2, 'status-answered', {reference: other, question: 'status', answer: notFound, repeated: 0}),
    ];
    expect(mayLeave(heard)).toBeUndefined();
  });

  it('is nothing while the till closes, nor by a clock that cannot be right', () => {
    expect(codeOf(() => begin([], {}, given({isClosing: true})))).toBe('till-closing');
    expect(codeOf(() => begin([], {}, given({now: Date.UTC(2020, 0, 1)})))).toBe('clock-impossible');
  });

  it('in cash needs enough of its own currency', () => {
    const cash = (minor: number, currency: 'KES' | 'USD' = 'KES'): Order => {
      const {amount, country, description} = asked;
      return {method: 'cash', amount, country, description, tendered: {currency, minor}};
    };
    const sum = asked.amount.minor;
    const sell = (of: Order) => typesOf(() => begin([], {asked: of}));
    expect([sum - 1, sum, sum + 1].map(minor => sell(cash(minor)))).toEqual([
      'tendered-too-little',
      ['requested'],
      ['requested'],
    ]);
    expect(sell(cash(sum, 'USD'))).toBe('tendered-too-little');
  });

  it('is never a second request to a wallet of which one is open, whatever its age, without a reason', () =>
    forAll(fc.constantFrom(begun.slice(0, 1), begun, pending, lost), fc.integer({min: 0, max: 400}), (events, days) => {
      const later = given({now: now + days * 24 * 60 * minute});
      expect(typesOf(() => begin(events, {}, later))).toBe('earlier-payment');
    }));

  it('is not asked twice for the same sum within two minutes of being paid, unless a person is sure or gives a reason', () => {
    const paidAt = start + 4000;
    const after = [...pending, toldOf(4, 'Completed')];
    const tried = (ms: number, more: {isSure?: boolean; again?: string; asked?: Order}) =>
      typesOf(() => begin(after, more, given({now: paidAt + ms})));
    expect(tried(30_000, {})).toBe('paid-just-now');
    expect(tried(30_000, {isSure: true})).toEqual(['requested']);
    expect(tried(30_000, {again: 'another loaf'})).toEqual(['requested']);
    expect(tried(30_000, {asked: {...asked, amount: {...asked.amount, minor: asked.amount.minor + 100}}})).toEqual([
      'requested',
    ]);
    expect(tried(2 * minute, {})).toEqual(['requested']);
  });
});

describe('an amount that this shop hardly sells for', () => {
  const day = (count: number, minor: number) => ({date: '2026-11-20', minor, count});
  const check = (amount: number, ...days: ReturnType<typeof day>[]) => {
    const ledger = {...emptyState().ledger, largest: {KES: days}};
    return problemOf(() => checkUsual({ledger}, {currency: 'KES', minor: amount}, {saleCeiling: {}}))?.code ?? 'usual';
  };
  it.each([
    ['a hundred times the largest', 100_000, [day(10, 1000)], 'usual'],
    ['more than that', 100_001, [day(9, 1000), day(1, 500)], 'sale-unusual'],
    ['in a shop that has sold little', 100_001, [day(9, 1000)], 'usual'],
    ['a thousand of the largest notes in a new shop', 100_000_000, [], 'usual'],
    ['a telephone number in a new shop', 71_234_567_800, [], 'sale-unusual'],
    ['a telephone number in a shop that has sold little', 71_234_567_800, [day(9, 1000)], 'sale-unusual'],
  ] as const)('%s', (_, amount, days, code) => expect(check(amount, ...days)).toBe(code));
});

describe('the guard against asking the same wallet again counts from the instant at which the earlier payment ended', () => {
  /** Long after it was asked for, which is in the first second. */
  const ended = 20 * 60;
  const endedAt = start + ended * 1000;
  const guardAt = (events: readonly StoredEvent[], instant: number) =>
    earlierPayment(stateAfter(...events), asked, given({now: instant}))?.guard ?? 'nothing';

  it.each<[string, readonly StoredEvent[], string, number]>([
    ['paid: for the minutes of the settings', [...pending, toldOf(ended, 'Completed')], 'note', 10],
    ['failed by its record: while a late success may follow', [...pending, toldOf(ended, 'Failed')], 'note', 15],
    ['called not paid by a person: as long, and a reason is wanted', [...lost, judged(ended, 'not-paid')], 'ask', 15],
    [
      'disputed: for the minutes of the settings',
      [...pending, toldOf(4, 'Failed'), toldOf(ended, 'Completed')],
      'note',
      10,
    ],
  ])('%s', (_name, events, guard, minutes) => {
    const end = endedAt + minutes * minute;
    const soon = endedAt + 2 * minute;
    expect([soon, end - 1, end].map(instant => guardAt(events, instant))).toEqual([guard, guard, 'nothing']);
  });

  it('and that a person wants a reason is what begins nothing without one', () => {
    const state = stateAfter(...lost, judged(ended, 'not-paid'));
    const begin = (instant: number) =>
      typesOf(() => decidePayment(state, {type: 'begin', asked}, given({now: instant})));
    expect([endedAt + 15 * minute - 1, endedAt + 15 * minute].map(begin)).toEqual(['earlier-payment', ['requested']]);
  });
});

describe('what is submitted', () => {
  const submit = (events: readonly StoredEvent[], more: object = {}, circumstances = given()) =>
    typesOf(() => decidePayment(stateAfter(...events), {type: 'submit', reference, ...more}, circumstances));

  it.each<[string, readonly StoredEvent[], string | readonly string[]]>([
    ['leaves when it was decided', begun.slice(0, 1), ['sent']],
    ['leaves once', begun, 'payment-not-resendable'],
    ['leaves once more after it provably had not', unsent, ['sent']],
    ['does not after its answer was lost', lost, 'payment-not-resendable'],
    ['never does once it was superseded, and nobody waits for it', [...begun.slice(0, 1), aside(2)], ['never-left']],
    ['does not once more after it was superseded', [...unsent, aside(4)], 'payment-not-resendable'],
    ['does not after a person said how it ended', [...unsent, judged(4, 'not-paid')], 'payment-not-resendable'],
    ['does not when nobody knows it', [], 'payment-not-resendable'],
    [
      'does not once more while its wallet is asked for another sale',
      [...unsent, ...ofOther(pending)],
      'earlier-payment',
    ],
    [
      'does not once more while another attempt of its sale is open',
      [...unsent, ...ofOther(pending, reference)],
      'earlier-payment',
    ],
    ['does not once more when its sale is paid', [...unsent, ...ofOther(paid, reference)], 'sale-paid'],
    [
      'does not once more while its sale is asked of another wallet',
      [...unsent, ...ofWallet(pending, reference)],
      'earlier-payment',
    ],
    [
      'leaves once more when that attempt was set aside',
      [...unsent, ...ofWallet([...pending, aside(4)], reference)],
      ['sent'],
    ],
  ])('%s', (_name, events, decided) => expect(submit(events)).toEqual(decided));

  it('leaves for the first time while the till closes, and not once more', () => {
    const closing = given({isClosing: true});
    expect(submit(begun.slice(0, 1), {}, closing)).toEqual(['sent']);
    expect(submit(unsent, {isOnceMore: true}, closing)).toBe('till-closing');
  });
});

it('is superseded once', () => {
  const supersede = (events: readonly StoredEvent[]) =>
    typesOf(() => decidePayment(stateAfter(...events), {type: 'supersede', reference}, given()));
  expect([pending, [...pending, aside(4)], []].map(supersede)).toEqual([['set-aside'], [], []]);
});

describe('a code', () => {
  const wanting = [...begun, at(3, 'answered', {reference, answer: accepted({requires_otp: true, otp_length: 4})})];
  const wantingSome = [...begun, at(3, 'answered', {reference, answer: accepted({requires_otp: true})})];
  const once = [...wanting, at(4, 'otp-sent', {reference})];
  const unclear = [...once, at(5, 'otp-answered', {reference, answer: noAnswer})];
  const wantedStill = [...unclear, at(5 + 60, 'status-answered', toldOf(65, 'Initialized').data as never)];
  const typed = {typed: '45 67', isOther: false, isLost: () => false};
  const check = (events: readonly StoredEvent[], more: object = {}) => {
    const state = stateAfter(...events);
    const checked = codeOf(() => checkCode(state, paymentIn(state), {...typed, ...more}));
    return typeof checked === 'string' ? checked : checked.code;
  };

  it.each<[string, readonly StoredEvent[], object, string]>([
    ['that is asked for', wanting, {}, '4567'],
    ['that nobody asked for', pending, {}, 'code-not-asked'],
    ['of too few digits', wanting, {typed: '456'}, 'code-wrong-length'],
    ['of too many digits', wanting, {typed: '45678'}, 'code-wrong-length'],
    ['of letters', wanting, {typed: 'abcd'}, 'code-wrong-length'],
    ['of a letter at its end', wanting, {typed: '456a'}, 'code-wrong-length'],
    ['of a letter at its beginning', wanting, {typed: 'a567'}, 'code-wrong-length'],
    ['of three digits, whose length nobody told', wantingSome, {typed: '456'}, 'code-wrong-length'],
    ['of four, whose length nobody told', wantingSome, {typed: '4567'}, '4567'],
    ['of eight, whose length nobody told', wantingSome, {typed: '45678901'}, '45678901'],
    ['of nine, whose length nobody told', wantingSome, {typed: '456789012'}, 'code-wrong-length'],
    ['while the fate of another is not known', unclear, {isOther: true}, 'code-unclear'],
    ['while another is on its way', once, {}, 'code-unclear'],
    ['after a lost one, a record says that it is wanted', wantedStill, {}, 'code-not-other'],
    ['another, after a lost one', wantedStill, {isOther: true}, '4567'],
    ['the lost one again, whatever a person says', wantedStill, {isOther: true, isLost: () => true}, 'code-not-other'],
    ['of a sale that was paid otherwise', [...wanting, ...ofOther(paid, reference)], {}, 'sale-paid'],
  ])('%s', (_name, events, more, result) => expect(check(events, more)).toBe(result));

  it('is refused with how many digits it has to have', () => {
    const refused = (events: readonly StoredEvent[]) => () => {
      const state = stateAfter(...events);
      checkCode(state, paymentIn(state), {...typed, typed: '45'});
    };
    expect(refused(wanting)).toThrow(expect.objectContaining({facts: {digits: 4}}));
    expect(refused(wantingSome)).toThrow(expect.objectContaining({facts: {digits: '4-8'}}));
  });

  it('leaves once of two presses', () => {
    const send = (events: readonly StoredEvent[]) =>
      typesOf(() => decidePayment(stateAfter(...events), {type: 'send-code', reference, after: 0}, given()));
    expect([wanting, once, []].map(send)).toEqual([['otp-sent'], 'code-not-asked', 'code-not-asked']);
    const late = () => decidePayment(stateAfter(...once), {type: 'send-code', reference, after: 0}, given());
    expect(late).toThrow(expect.objectContaining({facts: {reference, status: 'pending'}}));
  });
});

describe('what a person says of a payment', () => {
  const said = {as: 'paid', person: ' Amina ', reason: 'SMS seen'} as const;
  const resolve = (events: readonly StoredEvent[], seen: readonly StoredEvent[], more: object = {}, instant = now) =>
    typesOf(() =>
      decidePayment(
        stateAfter(...events),
        {type: 'resolve', seen: paymentIn(stateAfter(...seen)), ...said, ...more},
        given({now: instant}),
      ),
    );
  const missing = [...lost, at(4, 'status-answered', {reference, question: 'status', answer: notFound, repeated: 0})];

  it.each<[string, readonly StoredEvent[], object, string | readonly string[]]>([
    ['of one that nobody has a record of', missing, {}, ['resolved']],
    ['of one that is disputed', disputed, {}, ['resolved']],
    ['of one that may only be slow', pending, {}, 'judged-too-early'],
    ['of one that is paid', paid, {}, 'payment-not-open'],
    ['without a name', missing, {person: ' '}, 'person-missing'],
    ['without a reason', missing, {reason: ''}, 'reason-missing'],
    ['with a card number for a reason', missing, {reason: '4111111111111111'}, 'text-has-card'],
  ])('%s', (_name, events, more, decided) => expect(resolve(events, events, more)).toEqual(decided));

  it('counts for what the person saw alone', () => {
    const half = record('Completed', '00', {transaction_amount: 100});
    const mispaid = at(5, 'status-answered', {reference, question: 'status', answer: half, repeated: 0});
    expect(resolve([...missing, mispaid], missing)).toBe('judged-unseen');
    expect(resolve([...missing, mispaid], [...missing, mispaid])).toEqual(['resolved']);
    const again = [...disputed, toldOf(6, 'Failed')]; // disputed as before, by another last word
    expect([resolve(again, disputed), resolve(again, again)]).toEqual(['judged-unseen', ['resolved']]);
    const late = now + 24 * 60 * minute;
    expect([resolve(lost, begun, {}, late), resolve(lost, lost, {}, late)]).toEqual(['judged-unseen', ['resolved']]);
    expect(resolve([], missing)).toBe('payment-unknown');
  });

  it('keeps who said it and the evidence of the moment, and tells from when it may be said', () => {
    const state = stateAfter(...missing);
    const command = {type: 'resolve', seen: paymentIn(state), ...said} as const;
    expect(decidePayment(state, command, given())).toMatchObject([
      {
        person: 'Amina',
        data: {
          reference,
          as: 'paid',
          evidence: 'unknown; not found 1; last question-not-found 96 Transaction not found',
        },
      },
    ]);
    const silent = stateAfter(...begun);
    const later = given({now: now + 24 * 60 * minute});
    expect(decidePayment(silent, {...command, seen: paymentIn(silent)}, later)).toMatchObject([
      {data: {evidence: 'sent; not found 0; last sent-after-sync'}},
    ]);
    const slow = stateAfter(...pending);
    const early = () => decidePayment(slow, {...command, seen: paymentIn(slow)}, given());
    expect(early).toThrow(expect.objectContaining({facts: {reference, time: '2026-11-21 14:01'}}));
  });
});
