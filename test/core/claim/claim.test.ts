import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import {
  type Claim,
  type Claimed,
  type ClaimFacts,
  checkClaim,
  checkCode,
  checkTail,
  claimedAmounts,
  claimedTime,
  claimText,
  claimVerdict,
  factsOf,
  freshFor,
  messageText,
  momentText,
  referencesIn,
  timeTolerance,
  worthAsking,
} from '../../../src/core/claim/claim.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import {type Payment, type PaymentStatus, verdictOf} from '../../../src/core/payment/payment.js';
import {isRefundedWhole} from '../../../src/core/payment/refund.js';
import type {PaymentRequest} from '../../../src/core/payment/schema.js';
import {forAll} from '../../hostile/runs.js';
import {approved, cardRequest} from '../card/card-samples.js';
import {accepted, answered, event, notSent, record, reference, request} from '../payment/payment-samples.js';

const asked = Date.UTC(2026, 10, 20, 11, 0, 1);
const now = asked + 60_000;
const reader = {language: 'en', zone: 'Africa/Nairobi', now} as const;

/** The payment after its events, which begin with the request. */
const paymentAfter = (...events: readonly StoredEvent[]): Payment =>
  paymentIn(event(1, 'requested', request), event(2, 'sent', {reference}), ...events);

function paymentIn(...events: readonly StoredEvent[]): Payment {
  const state = emptyState();
  foldEvents(state, events);
  const payment = state.payments.get(reference);
  if (payment === undefined) throw new Error('no payment');
  return payment;
}

const statusAnswered = (seq: number, answer: EventData<'status-answered'>['answer']) =>
  event(seq, 'status-answered', {reference, question: 'status', answer, repeated: 0});
const open = paymentAfter(event(3, 'answered', {reference, answer: accepted()}));
const paid = paymentAfter(statusAnswered(3, record('Completed', '00')));
const failed = paymentAfter(statusAnswered(3, record('Failed', '06')));
const mispaid = paymentAfter(statusAnswered(3, record('Completed', '00', {transaction_amount: 150})));
const disputed = paymentAfter(
  statusAnswered(3, record('Completed', '00')),
  statusAnswered(4, record('Reversed', '00')),
);
const printed = (seq: number) => event(seq, 'slip-printed', {reference, kind: 'receipt', copy: 0, format: 'text'});
const refunded = (seq: number) =>
  event(seq, 'refund-in-cash', {
    reference,
    refund: 1,
    amount: {currency: 'KES', minor: 100},
    reason: 'torn',
    businessDate: '2026-11-20',
  });

const cash = {...paid, request: {...request, method: 'cash', tendered: request.amount} as PaymentRequest};
const claimed = (payment: Payment, ...names: readonly string[]): Claimed => ({payment, names});
const another = (payment: Payment, own: string, sale = own): Payment => ({
  ...payment,
  reference: own,
  sale,
  seq: payment.seq + 10,
  request: {...payment.request, reference: own},
});
const other = 'T7K0MZ4K8Q2RDWY';
const judged = (payment: Payment, facts: ClaimFacts = {tail: '678'}, at = now) =>
  checkClaim(facts, [claimed(payment)], at);

describe('a message about one payment', () => {
  it.each([
    ['paid', paid, 'paid'],
    ['failed', failed, 'not-paid'],
    ['open', open, 'not-known'],
    ['of another amount', mispaid, 'needs-person'],
    ['taken back', disputed, 'needs-person'],
  ] as const)('that is %s says so', (_, payment, kind) =>
    expect(judged(payment)).toEqual({kind, fits: [claimed(payment)]}),
  );

  it('is true once: a receipt, a refund or five minutes use it up', () => {
    const receipt = paymentAfter(statusAnswered(3, record('Completed', '00')), printed(4));
    const refund = paymentAfter(statusAnswered(3, record('Completed', '00')), refunded(4));
    expect(judged(receipt)).toMatchObject({kind: 'used', used: 'receipt'});
    expect(judged(refund)).toMatchObject({kind: 'used', used: 'given-back'});
    const notGiven = refund.refunds.map(each => ({...each, status: 'failed' as const}));
    expect(judged({...paid, refunds: notGiven}).kind).toBe('paid');
    expect(judged(paid, {tail: '678'}, paid.since + freshFor).kind).toBe('paid');
    expect(judged(paid, {tail: '678'}, paid.since + freshFor + 1)).toMatchObject({kind: 'used', used: 'earlier'});
    expect(judged(paid, {tail: '678'}, paid.since - freshFor - 1).kind).toBe('used');
  });

  it('is used up by another attempt of its sale', () => {
    const twin = another(paid, other, paid.sale);
    const alone = {code: reference} as const;
    expect(checkClaim(alone, [claimed(paid), claimed(another(failed, other, paid.sale))], now).kind).toBe('several');
    const [first, second] = [
      {...paid, sale: 'S1'},
      {...twin, sale: 'S1'},
    ];
    expect(checkClaim(alone, [claimed(first), claimed(second)], now)).toMatchObject({kind: 'used', used: 'paid-twice'});
    const gone = {...second, receipts: 1};
    expect(checkClaim(alone, [claimed(first), claimed(gone)], now)).toMatchObject({kind: 'used', used: 'receipt'});
    const lost = {...another(failed, other), sale: 'S1'};
    expect(checkClaim(alone, [claimed(first), claimed(lost)], now).kind).toBe('paid');
    const elsewhere = {...another(paid, other), receipts: 1};
    expect(checkClaim(alone, [claimed(first), claimed(elsewhere)], now).kind).toBe('paid');
  });
});

describe('what a message says', () => {
  const fits = (facts: ClaimFacts, payment = paid, ...names: readonly string[]) =>
    checkClaim(facts, [claimed(payment, ...names)], now).kind !== 'never-asked';

  it.each<[string, ClaimFacts, boolean]>([
    ['the reference, as people type it', {code: ' t7k0mz 4k8q2rd-wx'}, true],
    ['a name of the service’s', {code: 'p-c-2024'}, true],
    ['a piece of the reference', {code: reference.slice(0, 10)}, false],
    ['three digits', {tail: '678'}, true],
    ['two digits', {tail: '78'}, false],
    ['the national number', {tail: '0712 345 678'}, true],
    ['the international number', {tail: '+254 712 345 678'}, true],
    ['the number of somebody else', {tail: '0713 345 678'}, false],
    ['either, as digits', {codeOrTail: '5678'}, true],
    ['either, as a name', {codeOrTail: 'PC2024'}, true],
    ['either, as neither', {codeOrTail: 'PC2025'}, false],
    ['the amount and another', {tail: '678', amounts: [{currency: 'USD', minor: 1}, request.amount]}, true],
    ['the amount in another currency', {tail: '678', amounts: [{currency: 'GHS', minor: 20_000}]}, false],
    ['a cent more', {tail: '678', amounts: [{currency: 'KES', minor: 20_001}]}, false],
    ['a quarter of an hour later', {tail: '678', at: asked + timeTolerance}, true],
    ['a quarter of an hour earlier', {tail: '678', at: asked - timeTolerance}, true],
    ['more than that', {tail: '678', at: asked + timeTolerance + 1}, false],
  ])('%s fits or does not', (_, facts, isFitting) => expect(fits(facts, paid, 'PC2024')).toBe(isFitting));

  it('may be the amount that came in place of the one asked for', () => {
    expect(fits({tail: '678', amounts: [{currency: 'KES', minor: 15_000}]}, mispaid)).toBe(true);
    expect(fits({tail: '678', amounts: [{currency: 'KES', minor: 15_000}]}, paid)).toBe(false);
  });

  it('is too little without a payer or a code', () => {
    expect(judged(paid, {amounts: [request.amount]})).toMatchObject({kind: 'vague', fits: [claimed(paid)]});
    expect(judged(paid, {at: asked}).kind).toBe('vague');
    expect(judged(paid, {}).kind).toBe('never-asked');
  });

  it('that fits several is listed, the newest first, and none is picked', () => {
    const two = [claimed(paid), claimed(another(failed, other))];
    expect(checkClaim({tail: '678'}, two, now)).toEqual({kind: 'several', fits: two.toReversed()});
    expect(checkClaim({code: other}, two, now)).toMatchObject({kind: 'not-paid', fits: [two[1]]});
  });

  it('that fits nothing names what fits but for one thing, as no proof', () => {
    const wrong = judged(paid, {tail: '678', amounts: [{currency: 'KES', minor: 90_000}]});
    expect(wrong).toEqual({kind: 'never-asked', fits: [claimed(paid)]});
    expect(worthAsking(wrong)).toEqual([]);
    expect(worthAsking({...wrong, fits: [claimed(open)]})).toEqual([]);
    expect(judged(paid, {tail: '999', amounts: [request.amount]}).fits).toEqual([]);
    expect(judged(paid, {tail: '999', amounts: [request.amount], at: asked}).fits).toEqual([claimed(paid)]);
  });
});

it.each<[string, ClaimFacts, number]>([
  ['another amount, by the code', {code: reference, amounts: [{currency: 'KES', minor: 1}]}, 1],
  ['another amount, by either', {codeOrTail: '678', amounts: [{currency: 'KES', minor: 1}]}, 1],
  ['another amount, by the network’s code', {networkCode: 'N1', amounts: [{currency: 'KES', minor: 1}]}, 1],
  ['another time, by the network’s code', {networkCode: 'N1', amounts: [request.amount], at: 0}, 1],
  ['another time, by the digits', {tail: '678', at: 0}, 1],
  ['another time, by the digits and the amount', {tail: '678', amounts: [request.amount], at: 0}, 1],
  ['another code of that time', {code: 'OTHER', at: asked}, 0],
  ['another time and another amount', {tail: '678', amounts: [{currency: 'KES', minor: 1}], at: 0}, 0],
  ['nobody’s amount', {amounts: [{currency: 'KES', minor: 1}], at: asked}, 0],
  ['nobody’s time', {amounts: [request.amount], at: 0}, 0],
  [
    'nobody’s amount, by a code that none has',
    {networkCode: 'N2', amounts: [{currency: 'KES', minor: 1}], at: asked},
    0,
  ],
])('a payment that fits but for one thing is close: %s', (_, facts, close) =>
  expect(checkClaim(facts, [claimed(paid, 'N1')], now)).toMatchObject({kind: 'never-asked', fits: {length: close}}),
);

it('of several that are close it is the one that the network’s code names', () => {
  const two = [claimed(paid, 'N1'), claimed(another(failed, other))];
  const facts: ClaimFacts = {networkCode: 'N1', tail: '678', amounts: [{currency: 'KES', minor: 1}]};
  expect(checkClaim(facts, two, now)).toEqual({kind: 'never-asked', fits: [two[0]]});
});

it('of a card its last four digits are known, and of cash none', () => {
  const card = {...paid, request: {...cardRequest, amount: request.amount}};
  const kinds = [card, cash].map(payment => judged(payment, {tail: '1019'}).kind);
  expect([...kinds, judged(cash, {codeOrTail: '678'}).kind]).toEqual(['paid', 'never-asked', 'never-asked']);
});

it('the amount that came is in the currency of its record, else in that which was asked for', () => {
  const heard = (more: object) =>
    paymentAfter(statusAnswered(3, record('Completed', '00', {transaction_amount: 150, ...more} as never)));
  const fits = (payment: Payment, currency: 'KES' | 'TZS') =>
    judged(payment, {tail: '678', amounts: [{currency, minor: 15_000}]}).kind !== 'never-asked';
  const [shillings, none] = [heard({currency: 'TZS'}), heard({currency: ''})];
  expect([fits(shillings, 'TZS'), fits(shillings, 'KES'), fits(none, 'KES'), fits(none, 'TZS')]).toEqual([
    ...[true, false, true, false],
  ]);
});

describe('the network’s own code', () => {
  const unasked = {row: 'MISSING_LOCALLY:SKL4:KES200.00', providerReference: 'SKL-4 XY9'};
  const received = {...paid, request: {...request, wallet: null, received: unasked}};
  const renewal = {...paid, request: {...request, method: 'subscription', transactionReference: 'TX-9'} as never};

  it('names the one payment that has it, and says nothing where none has', () => {
    const two = [claimed(paid, 'SKL4XY9'), claimed(another(failed, other))];
    expect(checkClaim({networkCode: 'skl4 xy9'}, two, now)).toEqual({kind: 'paid', fits: [two[0]]});
    expect(checkClaim({networkCode: 'OTHER1'}, two, now)).toMatchObject({kind: 'vague'});
    expect(checkClaim({networkCode: 'OTHER1', tail: '678'}, two, now)).toMatchObject({kind: 'several'});
  });

  it.each<[string, Payment, ClaimFacts, Claim['kind']]>([
    ['cash, by its amount', cash, {amounts: [request.amount]}, 'never-asked'],
    ['cash, by its reference', cash, {code: reference}, 'paid'],
    ['cash, by what may be its reference', cash, {codeOrTail: reference}, 'paid'],
    ['what came unasked, by its code', received, {code: 'SKL4XY9'}, 'paid'],
    [
      'what came unasked, by its code, from anybody and at any time',
      received,
      {networkCode: 'SKL4XY9', tail: '999', at: 0},
      'paid',
    ],
    [
      'what came unasked, by its code and another amount',
      received,
      {networkCode: 'SKL4XY9', amounts: [{currency: 'KES', minor: 1}]},
      'never-asked',
    ],
    ['a renewal, by the reference of the service', renewal, {code: 'TX9'}, 'paid'],
    ['a renewal, by its own reference', {...renewal, sale: 'S1'}, {code: reference}, 'paid'],
    ['a renewal, by another', renewal, {code: 'TX8'}, 'never-asked'],
  ])('finds %s or does not', (_, payment, facts, kind) => expect(judged(payment, facts).kind).toBe(kind));

  const row = {key: 'k', code: 'SKL4-XY9', amount: request.amount};
  const isOf = (facts: ClaimFacts, ...rows: readonly (typeof row)[]) => checkClaim(facts, [], now, rows).kind;
  it.each<[string, ClaimFacts, Claim['kind']]>([
    ['its code', {networkCode: 'skl4xy9'}, 'unasked'],
    ['its code, typed as a code', {code: 'skl4xy9'}, 'unasked'],
    ['what may be its code', {codeOrTail: 'SKL4 XY9'}, 'unasked'],
    ['its code and amount', {code: 'skl4xy9', amounts: [{currency: 'USD', minor: 1}, row.amount]}, 'unasked'],
    ['its code and another amount', {code: 'skl4xy9', amounts: [{currency: 'KES', minor: 1}]}, 'never-asked'],
    [
      'its code and another currency',
      {code: 'skl4xy9', amounts: [{currency: 'GHS', minor: row.amount.minor}]},
      'never-asked',
    ],
    ['another code', {code: 'skl4xy8', amounts: [row.amount]}, 'never-asked'],
    ['its amount alone', {amounts: [row.amount]}, 'never-asked'],
  ])('of a row that came unasked: %s', (_, facts, kind) => {
    expect(isOf(facts, row)).toBe(kind);
    expect(isOf(facts, row, row)).toBe('never-asked');
  });
});

it('what fits but for one thing is what was asked for last, and no more than five', () => {
  const many = Array.from({length: 7}, (_, at) => ({
    ...claimed(another(failed, `${other}${at}`)),
    payment: {...another(failed, `${other}${at}`), seq: at},
  }));
  const {fits} = checkClaim({tail: '678', amounts: [{currency: 'KES', minor: 1}]}, many, now);
  expect(fits.map(({payment}) => payment.seq)).toEqual([6, 5, 4, 3, 2]);
  const of = (at: number, phone: string, minor: number) =>
    claimed({...paid, seq: at, request: {...request, phone, amount: {currency: 'KES', minor}}});
  const [older, newer] = [of(1, '254712345678', 1), of(2, '254712345999', 2)];
  const close = {tail: '678', amounts: [{currency: 'KES', minor: 2}], at: asked} as const;
  expect(checkClaim(close, [older, newer], now).fits).toEqual([newer, older]);
  const several = checkClaim({tail: '678'}, many, now);
  expect(worthAsking(several).map(({seq}) => seq)).toEqual([6, 5, 4, 3, 2]);
});

it('an amount is that which was asked for, whatever the record says beside it', () => {
  const asks = (minor: number) => judged(mispaid, {tail: '678', amounts: [{currency: 'KES', minor}]}).kind;
  expect([20_000, 15_000, 17_000].map(asks)).toEqual(['needs-person', 'needs-person', 'never-asked']);
});

it('asks the service about what it may still know more of', () => {
  expect(worthAsking(judged(cash, {code: reference}))).toEqual([]);
  const gone = paymentAfter(event(3, 'answered', {reference, answer: notSent}));
  const asking = [open, failed, mispaid, paid, gone].map(payment => worthAsking(judged(payment)).length);
  expect(asking).toEqual([1, 1, 1, 1, 0]);
  expect(worthAsking(judged(paid, {tail: '678'}, now + freshFor + 1)).length).toBe(0);
  const said = event(3, 'resolved', {reference, as: 'paid', reason: 'seen', evidence: ''}, 'Amina');
  const unsent = paymentIn(event(1, 'requested', request));
  const later = [paymentAfter(said), unsent].map(payment => judged(payment, {tail: '678'}, now + freshFor + 1));
  expect(later.map(claim => [claim.kind, worthAsking(claim).length])).toEqual([
    ['used', 1],
    ['not-known', 0],
  ]);
});

it('learns the service’s references from answers about the payment alone', () => {
  const names = {session_id: '4353-1984', transaction_reference: reference, rrn: 519219078440, payment_token: 'secret'};
  const about = statusAnswered(3, record('Completed', '00', names));
  expect(referencesIn(open, about)).toEqual(['43531984', '519219078440']);
  for (const answer of [record('Failed', '06', names), record('Completed', '00', {...names, transaction_fee: 'x'})])
    expect(referencesIn(open, statusAnswered(3, answer))).toEqual(['43531984', '519219078440']);
  const foreign = statusAnswered(3, record('Completed', '00', {...names, transaction_reference: other}));
  expect(referencesIn(open, foreign)).toEqual([]);
  expect(referencesIn(open, statusAnswered(3, answered(400, {...names, response_code: '96'})))).toEqual([]);
  expect(referencesIn(open, event(3, 'answered', {reference, answer: accepted({session_id: '4353198'})}))).toEqual([
    '4353198',
  ]);
});

it('learns them from within the answer, and from nothing that is no answer about the payment', () => {
  const within = {data: {session_id: '4353-1984', transaction_reference: reference}};
  const taken = (more: object) => event(3, 'answered', {reference, answer: accepted(more as never)});
  expect(referencesIn(open, taken(within))).toEqual(['43531984']);
  expect(referencesIn(open, taken({...within, rrn: {}, receipt: null}))).toEqual(['43531984']);
  const refused = taken({response_code: '06', session_id: '4353198'});
  const silent = event(3, 'answered', {reference, answer: notSent});
  const otp = {reference, answer: accepted({session_id: '4353198'})};
  const nameless = statusAnswered(3, record('Completed', '00', {session_id: '4353198', transaction_reference: ''}));
  for (const each of [refused, silent, event(3, 'otp-answered', otp), nameless])
    expect(referencesIn(open, each)).toEqual([]);
});

it('learns them of a card from the answer to its charge, and of neither what is too short to name it', () => {
  const card = paymentIn(event(1, 'requested', cardRequest), event(2, 'sent', {reference}));
  const charged = (rrn: string) => event(3, 'answered', {reference, answer: approved({rrn})});
  expect(['519219078440', '5192', '519'].map(rrn => referencesIn(card, charged(rrn)))).toEqual([
    ['519219078440'],
    ['5192'],
    [],
  ]);
});

describe('what is typed', () => {
  it('is read as digits, a code, an amount and a time, or refused', () => {
    expect([checkTail('0712 345 678'), checkTail('045'), checkCode(' ab-12 ')]).toEqual(['712345678', '045', 'AB12']);
    expect(['01234567', '012345678', '00712345678', '712003456'].map(checkTail)).toEqual([
      ...['01234567', '12345678', '712345678', '712003456'],
    ]);
    expect(checkCode('pay code SKL4')).toBe('PAYCODESKL4');
    for (const typed of ['', '78', 'x678']) expect(() => checkTail(typed)).toThrow('claim-too-short');
    expect(() => checkCode('7 8')).toThrow('claim-too-short');
    expect(checkCode('7 8 9')).toBe('789');
    expect(() => checkCode('paid with cash')).toThrow('claim-message-unread');
    expect(['T7K 0MZ4 K8Q2 RD', 'code SKL4XY9QRT', '0712 345 678'].map(checkCode)).toEqual([
      'T7K0MZ4K8Q2RD',
      'CODESKL4XY9QRT',
      '0712345678',
    ]);
    for (const typed of ['I paid you 1250 yesterday, believe me please', 'Confirmed. Ksh50 paid to CORNER SHOP.'])
      expect(() => checkCode(typed)).toThrow('claim-message-unread');
    expect(claimedAmounts('5', 'KES', 'KES')).toEqual([{currency: 'KES', minor: 500}]);
    expect(claimedAmounts('24.50', undefined, 'UGX')).toContainEqual({currency: 'USD', minor: 2450});
    expect(() => claimedAmounts('1.500', undefined, 'KES')).toThrow('amount-ambiguous');
  });

  const at = (typed: string) => claimedTime(typed, reader);
  it.each([
    ['14:02', '2026-11-20T11:02:00Z'],
    [' 14:02 ', '2026-11-20T11:02:00Z'],
    ['1402', '2026-11-20T11:02:00Z'],
    ['9.05', '2026-11-20T06:05:00Z'],
    ['23:50', '2026-11-19T20:50:00Z'],
    ['14:10', '2026-11-20T11:10:00Z'],
    ['2026-11-18 14:02', '2026-11-18T11:02:00Z'],
    ['2026-11-21 14:02', '2026-11-21T11:02:00Z'],
    ['14:16', '2026-11-20T11:16:00Z'],
    ['14:17', '2026-11-19T11:17:00Z'],
  ])('the time %s is %s', (typed, instant) => expect(at(typed)).toBe(Date.parse(instant)));
  it.each(['', '25:00', '14:60', 'noon', '2026-02-31 14:02'])('the time “%s” is none', typed =>
    expect(() => at(typed)).toThrow('claim-time-invalid'),
  );
});

it('says when and which sale, and what it means for the goods', () => {
  const {found, means} = claimText(judged(paid), reader);
  expect(found).toBe(`This till requested KES\u00A0200.00 at 14:00, sale ${reference}; paid at 14:00.`);
  expect(means).toMatch(/^Hand over the goods of this sale/);
  const later = {...reader, language: 'fr', now: now + 86_400_000} as const;
  const used = claimText(judged(paid, {tail: '678'}, later.now), later);
  expect(used.found).toContain('a été payée à ven. 20 nov. 14:00, il y a 1 jour');
  expect(momentText(asked, later)).toBe('ven. 20 nov. 14:00');
});

it.each<[string, Claim, string]>([
  ['nothing', judged(paid, {tail: '999'}), 'No request from this till matches this message.'],
  [
    'what is close',
    judged(paid, {tail: '678', at: 0}),
    'No request from this till matches this message. Close matches: one detail differs.',
  ],
  ['too much', judged(paid, {at: asked}), 'An amount or a time is not enough to find the payment.'],
  [
    'several',
    checkClaim({tail: '678'}, [claimed(paid), claimed(another(failed, other))], now),
    '2 payments match, and Duka does not pick one.',
  ],
  ['what failed', judged(failed), `This till requested KES\u00A0200.00 at 14:00, sale ${reference}; it was not paid.`],
  [
    'what nobody asked for',
    checkClaim({code: 'Q-1'}, [], now, [{key: 'k', code: 'Q1', amount: request.amount}]),
    'The provider’s file has KES\u00A0200.00 under Q1. This till did not request it, and there is no sale for it yet.',
  ],
  [
    'a sale that was made for it',
    judged({...paid, request: {...request, wallet: null, received: {row: 'R', providerReference: 'Q1'}}}, {code: 'Q1'}),
    `The provider’s file has KES\u00A0200.00. This till did not request it. Sale ${reference} was made for it at 14:00.`,
  ],
  [
    'such a sale, which failed',
    judged(
      {...failed, request: {...request, wallet: null, received: {row: 'R', providerReference: 'Q1'}}},
      {code: 'Q1'},
    ),
    `This till requested KES\u00A0200.00 at 14:00, sale ${reference}; it was not paid.`,
  ],
])('what is told of a message that finds %s', (_, claim, found) => expect(claimText(claim, reader).found).toBe(found));

it('a message is told by its parts, and claims what it says', () => {
  const amounts = [{currency: 'KES', minor: 125_000}] as const;
  const bare = {network: 'M-Pesa', code: 'SKL4XY9QRT', amounts, at: undefined, name: undefined, payer: undefined};
  const whole = {...bare, at: asked, name: 'CORNER SHOP', payer: '0712345678'};
  expect([whole, bare].map(each => messageText(each, reader))).toEqual([
    'M-Pesa · SKL4XY9QRT · KES\u00A01,250.00 · 14:00 · CORNER SHOP',
    'M-Pesa · SKL4XY9QRT · KES\u00A01,250.00',
  ]);
  const facts = {networkCode: 'SKL4XY9QRT', amounts};
  expect(factsOf(whole)).toStrictEqual({...facts, at: asked, tail: '0712345678'});
  expect(factsOf(bare)).toStrictEqual(facts);
});

describe('never lets goods go', () => {
  const kinds: Readonly<Record<PaymentStatus, Payment | undefined>> = {
    requested: undefined,
    sent: undefined,
    unknown: undefined,
    pending: open,
    paid,
    'on-book': undefined,
    mispaid,
    failed,
    disputed,
  };
  const stocks = Object.values(kinds).filter(payment => payment !== undefined);
  const payments = fc
    .array(
      fc.record({
        stock: fc.constantFrom(...stocks, paid, paid, paid, paid),
        phone: fc.constantFrom('254712345678', '254733000678', '254712345999'),
        minor: fc.constantFrom(20_000, 30_000),
        sale: fc.constantFrom('S1', 'S2', 'S3'),
        receipts: fc.constantFrom(0, 0, 0, 0, 1),
        isGivenBack: fc.constantFrom(false, false, false, false, true),
        sinceAgo: fc.constantFrom(0, 1, 2, 4, 5, 6, 20, -2, -6),
        askedAgo: fc.integer({min: 0, max: 40}),
        name: fc.constantFrom('N1000', 'N2000', 'N3000'),
      }),
      {minLength: 1, maxLength: 4},
    )
    .map(list =>
      list.map(({stock, phone, minor, sale, receipts, isGivenBack, sinceAgo, askedAgo, name}, at): Claimed => {
        const refund = paymentAfter(statusAnswered(3, record('Completed', '00')), refunded(4)).refunds;
        const own = `T7K0MZ4K8Q2RD0${at}`;
        return {
          payment: {
            ...stock,
            reference: own,
            sale,
            seq: at + 1,
            request: {...request, phone, wallet: phone, reference: own, sale, amount: {currency: 'KES', minor}},
            receipts,
            refunds: isGivenBack ? refund : [],
            since: now - sinceAgo * 60_000,
            requestedAt: now - askedAgo * 60_000,
          },
          names: [name],
        };
      }),
    );
  const codes = fc.constantFrom('N-1000', 'n2000', 'T7K0MZ4K8Q2RD00', 'S1', 'nothing');
  const tails = fc.constantFrom('678', '0712345678', '000678', '111', '78');
  const sums = fc.constantFrom<ClaimFacts['amounts'] & {}>([{currency: 'KES', minor: 20_000}]);
  const times = fc.integer({min: 0, max: 60}).map(ago => now - ago * 60_000);
  const every = {code: codes, tail: tails, codeOrTail: fc.oneof(codes, tails), amounts: sums, at: times};
  const facts: fc.Arbitrary<ClaimFacts> = fc.oneof(
    fc.record(every, {requiredKeys: []}),
    fc.record({tail: tails, amounts: sums}, {requiredKeys: ['tail']}),
    fc.record({codeOrTail: fc.oneof(codes, tails), at: times}, {requiredKeys: ['codeOrTail']}),
  );

  it('unless exactly one payment fits, paid, not given back, without a receipt', {tags: ['slow']}, () => {
    let released = 0;
    forAll({numRuns: 2000}, facts, payments, (said, candidates) => {
      const claim = checkClaim(said, candidates, now);
      expect(claimVerdict[claim.kind] === 'paid').toBe(claim.kind === 'paid');
      // The same message judged by each payment alone: those that any of them could speak of.
      const speaking = candidates.filter(each => {
        const {kind} = checkClaim(said, [each], now);
        return kind !== 'never-asked';
      });
      if (claim.kind !== 'paid') return;
      released += 1;
      expect(speaking).toEqual(claim.fits);
      const [only] = claim.fits;
      expect(claim.fits).toHaveLength(1);
      expect(only && verdictOf(only.payment)).toBe('paid');
      expect(only?.payment.refunds).toEqual([]);
      expect(only && isRefundedWhole(only.payment)).toBe(false);
      const sale = candidates.filter(({payment}) => payment.sale === only?.payment.sale).map(each => each.payment);
      expect(sale.filter(({status}) => status === 'paid')).toHaveLength(1);
      expect(sale.some(({receipts}) => receipts > 0)).toBe(false);
      expect(Math.abs(now - (only?.payment.since ?? 0))).toBeLessThanOrEqual(freshFor);
      expect([said.code, said.tail, said.codeOrTail].some(each => each !== undefined)).toBe(true);
    });
    expect(released).toBeGreaterThan(20);
  });
});
