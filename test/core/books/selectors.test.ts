import {expect, it} from 'vitest';
import {
  areGoodsGone,
  attentionsOf,
  explain,
  isPaidBeside,
  isPartPaid,
  lastOutcome,
  latestPayments,
  nextOf,
  otherAttempts,
  pendingEnding,
  releasesGoods,
  releaseText,
  sayTo,
  stepSentence,
  verdictWord,
  withoutEnd,
} from '../../../src/core/books/selectors.js';
import type {State} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {asOfText} from '../../../src/core/journal/as-of-text.js';
import {badgeOf, statusText} from '../../../src/core/payment/badge.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {pendingPayments, pendingSums} from '../../../src/core/payment/payments.js';
import {waitingFor} from '../../../src/core/payment/waiting.js';
import {paymentSpec, type ToldPayment} from '../../../src/core/present/payment-json.js';
import {jsonOf} from '../../../src/core/spec/check.js';
import {approved, cardRecord, cardRequest, challenged, dollars, heardOf} from '../card/card-samples.js';
import {stateAfter} from '../deciding.js';
import {
  accepted,
  event as at,
  noAnswer,
  notSent,
  record,
  reference,
  request,
  toldOf,
} from '../payment/payment-samples.js';

const start = Date.UTC(2026, 10, 20, 11);
const minute = 60_000;
const other = 'T7K0MZ4K8Q2RDWY';
const third = 'T7K0MZ4K8Q2RDWZ';
const begun = [at(1, 'requested', request), at(2, 'sent', {reference})];
const pending = [...begun, at(3, 'answered', {reference, answer: accepted()})];
const asOther = (seq: number, more: object = {}) =>
  at(seq, 'requested', {...request, reference: other, sale: other, phone: '254700000111', ...more} as never);

function paymentIn(state: State, of = reference): Payment {
  const payment = state.payments.get(of);
  if (payment === undefined) throw new Error(`${of} is not in the state`);
  return payment;
}
const paymentAsJson = (state: State, payment: Payment, at: Pick<ToldPayment, 'language' | 'now'>) =>
  jsonOf(paymentSpec(), {state, payment, ...at});
const paymentAfter = (...events: readonly StoredEvent[]) => paymentIn(stateAfter(...events));
const referencesOf = (payments: readonly Payment[]) => payments.map(each => each.reference);

it('scripts are told of a payment as it is', () => {
  const state = stateAfter(...pending, toldOf(4, 'Completed'));
  const now = start + minute;
  expect(paymentAsJson(state, paymentIn(state), {language: 'en', now})).toEqual({
    reference,
    sale: reference,
    ticket: null,
    method: 'mobile-money',
    status: 'paid',
    verdict: 'paid',
    badge: 'paid',
    judgedBy: null,
    releaseGoods: true,
    isPartPaid: false,
    attention: [],
    amount: '200.00',
    currency: 'KES',
    country: 'KE',
    network: 'SAFKEN',
    wallet: '254712345678',
    tendered: null,
    card: null,
    subscription: null,
    transactionReference: null,
    refunds: [],
    reason: null,
    say: 'Thank you, your payment has arrived.',
    next: {kind: 'none'},
    setAside: false,
    createdAt: '2026-11-20T11:00:01Z',
    businessDate: '2026-11-20',
    provider: {status: 'Completed', code: '00', amount: '200', fee: '0'},
  });
});

it('scripts are told who judged, what went back, what was tendered and by what it was paid', () => {
  const about = {reference, refund: 1, amount: dollars(1000), reason: 'torn', businessDate: '2026-11-20'};
  const state = stateAfter(
    at(1, 'requested', {...cardRequest, again: {reason: 'x', earlier: other}}),
    at(2, 'sent', {reference}),
    at(3, 'answered', {reference, answer: approved()}),
    heardOf(4, cardRecord('Completed')),
    at(5, 'refund-in-cash', about),
    at(6, 'refund-requested', {...about, refund: 2, amount: dollars(100)}),
    at(7, 'refund-never-left', {reference, refund: 2}),
  );
  expect(paymentAsJson(state, paymentIn(state), {language: 'en', now: start})).toMatchObject({
    method: 'card',
    card: cardRequest.card,
    network: null,
    wallet: null,
    earlier: other,
    refunds: [
      {refund: 1, status: 'done', amount: '10.00', currency: 'USD', why: 'torn', reason: null, fromHistory: false},
      {refund: 2, status: 'failed', amount: '1.00', reason: 'never-left', serviceReference: null},
    ],
  });
  const lost = [...begun, at(3, 'answered', {reference, answer: noAnswer})];
  const judged = stateAfter(...lost, at(4, 'resolved', {reference, as: 'paid', reason: 'seen', evidence: ''}, 'Amina'));
  expect(paymentAsJson(judged, paymentIn(judged), {language: 'en', now: start})).toMatchObject({
    judgedBy: 'Amina',
    badge: 'judged-paid',
    reason: expect.stringContaining('Amina'),
    provider: {status: null, code: null, amount: null, fee: null},
  });
  const cash = stateAfter(
    at(1, 'requested', {...request, method: 'cash', tendered: {currency: 'KES', minor: 25_000}} as never),
  );
  expect(paymentAsJson(cash, paymentIn(cash), {language: 'en', now: start})).toMatchObject({
    tendered: '250.00',
    card: null,
  });
  const charged = {
    method: 'subscription',
    subscription: 7,
    transactionReference: 'TX-1',
    challenge: null,
    charge: null,
  };
  const renewal = stateAfter(at(1, 'requested', {...cardRequest, ...charged} as never));
  expect(paymentAsJson(renewal, paymentIn(renewal), {language: 'en', now: start})).toMatchObject({
    subscription: 7,
    transactionReference: 'TX-1',
  });
});

it.each<[string, Payment, string, string]>([
  ['is about to leave', paymentAfter(...begun.slice(0, 1)), 'sending', 'none'],
  ['has left', paymentAfter(...begun), 'sending', 'none'],
  [
    'has left, and was asked about without an answer',
    paymentAfter(...begun, at(3, 'status-answered', {reference, question: 'status', answer: noAnswer, repeated: 0})),
    'answer',
    'none',
  ],
  ['has lost its answer', paymentAfter(...begun, at(3, 'answered', {reference, answer: noAnswer})), 'answer', 'none'],
  ['is asked for on a phone', paymentAfter(...pending), 'prompt', 'prompt'],
  ['has an odd record', paymentAfter(...pending, toldOf(4, 'Parked')), 'odd', 'prompt'],
  [
    'waits for the bank’s page',
    paymentAfter(
      at(1, 'requested', cardRequest),
      at(2, 'sent', {reference}),
      at(3, 'answered', {reference, answer: challenged()}),
    ),
    'challenge',
    'challenge',
  ],
  [
    'by a card waits for its record',
    paymentAfter(
      at(1, 'requested', cardRequest),
      at(2, 'sent', {reference}),
      at(3, 'answered', {reference, answer: approved()}),
    ),
    'record',
    'none',
  ],
])('a payment that %s waits for %s', (_, payment, waits, next) =>
  expect([waitingFor(payment), nextOf(payment).kind]).toEqual([waits, next]),
);

it('what is waited for is told with the payer, its network and why a record proves nothing', () => {
  expect(explain(paymentAfter(...pending), 'en', 'KE')).toMatch(/0712 345 678/);
  const odd = at(4, 'status-answered', {
    reference,
    question: 'status',
    answer: record('Completed', '00', {transaction_amount: 0}),
    repeated: 0,
  });
  const payment = paymentAfter(...pending, odd);
  const step = payment.steps.at(-1);
  expect(step?.rule).toBe('record-contradictory');
  const why = step === undefined ? '' : stepSentence(step, 'en');
  expect(why).not.toBe(step && stepSentence({...step, facts: {...step.facts, why: 'fee'}}, 'en'));
  expect(explain(payment, 'en')).not.toBe('');
  expect(explain(paymentAfter(...pending, toldOf(4, 'Completed')), 'en')).toBe('');
  const less = record('Completed', '00', {transaction_amount: 150.5});
  const mispaid = paymentAfter(
    ...pending,
    at(4, 'status-answered', {reference, question: 'status', answer: less, repeated: 0}),
  );
  expect(explain(mispaid, 'en').replaceAll('\u00A0', ' ')).toMatch(/KES 150\.50.*KES 200\.00|KES 200\.00.*KES 150\.50/);
});

it('the open are listed oldest first, with their sums, and found by the end of a number', () => {
  const state = stateAfter(...pending, asOther(4), at(5, 'requested', {...request, reference: third, sale: third}));
  const open = pendingPayments(state);
  expect(referencesOf(open)).toEqual([reference, other, third]);
  expect(pendingPayments(state)).toBe(open);
  expect(pendingSums(state)).toEqual([{currency: 'KES', minor: 60_000}]);
  expect(referencesOf(pendingEnding(open, '111'))).toEqual([other]);
  expect(pendingEnding(open, '')).toEqual(open);
  const cash = {...open[0], request: {...request, method: 'cash', tendered: request.amount}} as Payment;
  const card = {...open[0], request: cardRequest} as Payment;
  expect([cash, card].map(each => pendingEnding([each], '1019').length)).toEqual([0, 1]);
  const same = [asOther(1), at(1, 'requested', request)];
  expect(referencesOf(pendingPayments(stateAfter(...same)))).toEqual([reference, other]);
  expect(withoutEnd(state)).toEqual(open);
});

it('what has no end is what is open, and what a refund may be lost of, oldest first', () => {
  const card = [
    at(1, 'requested', {...cardRequest, reference: other, sale: other}),
    at(2, 'sent', {reference: other}),
    heardOf(3, cardRecord('Completed', {merchant_transaction_reference: other}), other),
  ];
  const refund = {reference: other, refund: 1};
  const lost = [
    at(4, 'refund-requested', {...refund, amount: dollars(100), reason: 'torn', businessDate: '2026-11-20'}),
    at(5, 'refund-sent', refund),
    at(6, 'refund-answered', {...refund, answer: noAnswer}),
  ];
  const later = [at(7, 'requested', request), at(8, 'sent', {reference})];
  const state = stateAfter(...card, ...lost, ...later);
  expect(referencesOf(withoutEnd(state))).toEqual([other, reference]);
  expect(attentionsOf(state, paymentIn(state, other), start)).toEqual(['refund-unclear']);
  const done = at(9, 'refund-resolved', {...refund, as: 'done', reason: 'seen', evidence: ''}, 'Amina');
  const settled = stateAfter(...card, ...lost, ...later, done);
  expect(referencesOf(withoutEnd(settled))).toEqual([reference]);
  expect(attentionsOf(settled, paymentIn(settled, other), start)).toEqual([]);
  expect(attentionsOf(state, {...paymentIn(settled, other), feeBasis: true}, start)).toEqual(['fee-basis']);
});

it('the latest are those of the day, the newest first; the last outcome is the last that ended at the counter', () => {
  const yesterday = {...request, reference: third, sale: third, businessDate: '2026-11-19'};
  const failed = [...begun, at(3, 'answered', {reference, answer: notSent})];
  const state = stateAfter(at(0, 'requested', yesterday), ...failed, asOther(4), at(5, 'sent', {reference: other}));
  expect(referencesOf(latestPayments(state, '2026-11-20'))).toEqual([other, reference]);
  expect(referencesOf(latestPayments(state, '2026-11-19'))).toEqual([third]);
  expect(lastOutcome(state)?.reference).toBe(reference);
  expect(lastOutcome(stateAfter(...begun))).toBeUndefined();
  const both = [...failed, asOther(4), at(5, 'sent', {reference: other})];
  const otherFailed = at(6, 'answered', {reference: other, answer: notSent});
  expect(lastOutcome(stateAfter(...both, otherFailed))?.reference).toBe(other);
  const firstLast = [...begun, asOther(4), at(5, 'sent', {reference: other}), otherFailed];
  expect(lastOutcome(stateAfter(...firstLast, at(7, 'answered', {reference, answer: notSent})))?.reference).toBe(
    reference,
  );
  const charge = {status: 'Success', chargedAt: null, fee: null};
  const renewal = {...cardRequest, reference: other, sale: other, method: 'subscription', subscription: 7};
  const renewed = at(9, 'requested', {...renewal, transactionReference: 'TX-1', challenge: null, charge} as never);
  expect(lastOutcome(stateAfter(...failed, renewed))?.reference).toBe(reference);
});

it('other attempts are those of its sale, and attention grows with age', () => {
  const state = stateAfter(
    ...pending,
    asOther(4, {sale: reference}),
    at(5, 'requested', {...request, reference: third, sale: third}),
  );
  expect(referencesOf(otherAttempts(state, paymentIn(state)))).toEqual([other]);
  const ages = [9, 10, 24 * 60, 7 * 24 * 60].map(minutes =>
    attentionsOf(state, paymentIn(state), start + 1000 + minutes * minute),
  );
  expect(ages).toEqual([[], ['ten-minutes'], ['day'], ['week']]);
});

it('goods go with what is paid, and not with what went back whole', () => {
  const paid = [...pending, toldOf(4, 'Completed')];
  const back = {reference, refund: 1, amount: request.amount, reason: 'torn', businessDate: '2026-11-20'};
  const releases = (...events: readonly StoredEvent[]) => {
    const state = stateAfter(...events);
    return releasesGoods(state, paymentIn(state));
  };
  expect([releases(...pending), releases(...paid), releases(...paid, at(5, 'refund-in-cash', back))]).toEqual([
    false,
    true,
    false,
  ]);
});

it('a charge of a subscription that is paid lets no goods go', () => {
  const charge = {status: 'Success', chargedAt: null, fee: null};
  const renewal = {
    ...cardRequest,
    method: 'subscription',
    subscription: 7,
    transactionReference: 'TX-1',
    challenge: null,
  };
  const state = stateAfter(at(1, 'requested', {...renewal, charge} as never));
  expect(paymentIn(state).status).toBe('paid');
  expect(releasesGoods(state, paymentIn(state))).toBe(false);
});

it('a customer hears of cash only if all of it was paid into the hand', () => {
  const paid = paymentAfter(...pending, toldOf(4, 'Completed'));
  const back = (method: string, status: string, minor = 10_000) => ({method, status, amount: {currency: 'KES', minor}});
  const said = (...refunds: readonly object[]) => sayTo({...paid, refunds} as unknown as Payment, [paid]);
  const inCash = said(back('cash', 'done', 20_000));
  expect(said(back('cash', 'done'), back('cash', 'done'), back('card', 'failed'))).toBe(inCash);
  expect([said(back('cash', 'done'), back('card', 'done')), said(back('card', 'done', 20_000))]).not.toContain(inCash);
  expect(said(back('cash', 'done'))).toBe(inCash);
  expect(said(back('cash', 'failed'))).toBe(sayTo(paid, [paid]));
});

it('what comes back is told to scripts line by line, and whether the goods go of what was given back', () => {
  const line = {line: 1, name: 'Soap', group: null, unit: null, quantity: '1', amount: dollars(116)};
  const tax = {rate: '16', net: dollars(100), tax: dollars(16)};
  const lines = [
    {...line, tax},
    {...line, kind: 'tip' as const, tax: null},
  ];
  const about = {reference, refund: 1, amount: dollars(232), reason: 'torn', businessDate: '2026-11-20', lines};
  const sold = [at(1, 'requested', cardRequest), at(2, 'sent', {reference}), heardOf(3, cardRecord('Completed'))];
  const state = stateAfter(...sold, at(4, 'refund-in-cash', about as never));
  expect(Object(paymentAsJson(state, paymentIn(state), {language: 'en', now: start})).refunds[0]?.lines).toEqual([
    {...line, kind: null, amount: '1.16', tax: {rate: '16', net: '1.00', tax: '0.16'}},
    {...line, kind: 'tip', amount: '1.16', tax: null},
  ]);
  const whole = stateAfter(
    ...sold,
    at(4, 'refund-in-cash', {...about, amount: cardRequest.amount, lines: []} as never),
  );
  const texts = [stateAfter(...sold), whole].map(of => releaseText(of, paymentIn(of), {language: 'en', now: start}));
  expect(texts[0]).toMatch(/^Hand over/);
  expect(texts[1]).toBe('Keep the goods. The full amount was refunded.');
});

it('a moment is told by its event, and with the time that was asked for where that is another', () => {
  const asked = {day: '2026-11-21', time: '09:30'};
  const told = [
    {seq: 7, at: start},
    {seq: 7, at: start, asked},
    {seq: 0, at: null},
    {seq: 0, at: null, asked},
  ].map(each => asOfText(each, 'Africa/Nairobi', 'en'));
  expect(new Set(told).size).toBe(4);
  expect(told.map(text => text.includes('09:30'))).toEqual([false, true, false, true]);
  expect(told.map(text => text.includes('14:00:00'))).toEqual([true, true, false, false]);
});

const waiting = paymentAfter(...pending);
const details = {...waiting.details, requiresOtp: false, mustRedirect: false} as NonNullable<Payment['details']>;
const otp = {...details, requiresOtp: true, otpLength: 6};
const card = {...waiting, request: cardRequest} as Payment;
const hearing = (rule: string) => ({steps: [{rule, facts: {}, at: 0, seq: 4}] as unknown as Payment['steps']});
const lastCode = (kind: string, more: object = {}) =>
  ({details: otp, otp: {...waiting.otp, last: {kind}, ...more}}) as unknown as Partial<Payment>;

it.each<[string, Partial<Payment>, string, object, RegExp]>([
  ['for a code', {details: otp}, 'otp', {kind: 'otp', length: 6}, /^Keep the goods\. Type the code/],
  ['for the right code', lastCode('wrong-code'), 'otp-again', {kind: 'otp', length: 6}, /Type the code/],
  [
    'for a code still',
    {details: otp, otp: {...waiting.otp, isStillWanted: true}},
    'otp-still-wanted',
    {kind: 'otp'},
    /Type/,
  ],
  ['on the phone, once the code was taken', lastCode('accepted'), 'prompt', {kind: 'prompt'}, /on the phone/],
  [
    'on a page',
    {details: {...details, mustRedirect: true, completionUrl: 'https://a', before: 'Now'}},
    'redirect',
    {kind: 'redirect', url: 'https://a', before: 'Now'},
    /approve on the page/,
  ],
  [
    'on a page that is not told',
    {details: {...details, mustRedirect: true}},
    'prompt',
    {kind: 'prompt'},
    /on the phone/,
  ],
  [
    'for a page that is none',
    {details: {...details, lacksPage: true}},
    'no-page',
    {kind: 'prompt'},
    /Do not charge again/,
  ],
  ['and nothing is known', {details: undefined}, 'record', {kind: 'none'}, /The provider is processing/],
  ['of a card', {request: cardRequest}, 'record', {kind: 'none'}, /The provider is processing/],
  ['without a wallet', {request: {...request, wallet: null}}, 'record', {kind: 'prompt'}, /The provider is processing/],
  ['after an odd record', hearing('record-odd'), 'odd', {kind: 'prompt'}, /Do not charge again/],
  ['after a contradiction', hearing('record-contradictory'), 'contradictory', {kind: 'prompt'}, /Do not charge again/],
])('what is pending %s is told as that to screens and to scripts', (_, more, waits, next, release) => {
  const payment = {...waiting, details, ...more};
  expect([waitingFor(payment), nextOf(payment)]).toEqual([waits, expect.objectContaining(next)]);
  expect(releaseText(stateAfter(), payment, {language: 'en', now: start})).toMatch(release);
  const isWithProvider = waits === 'record';
  expect(badgeOf(payment) === 'with-provider').toBe(isWithProvider);
  expect(statusText(payment, 'en') === 'waiting for the provider').toBe(isWithProvider);
});

it('instructions of the service come before a code and not after it', () => {
  const told = {before: 'Now', after: 'Then'};
  const next = (more: Partial<Payment>) => nextOf({...waiting, ...more});
  expect(next({details: {...details, ...told}})).toEqual({kind: 'prompt', ...told});
  expect(next({details: {...otp, ...told}})).toEqual({kind: 'otp', length: 6, ...told});
  expect(next({...lastCode('accepted'), details: {...otp, ...told}})).toEqual({kind: 'prompt'});
  expect(next({details: {...details, ...told}, status: 'paid'})).toEqual({kind: 'none'});
});

const failedAs = (reason: string, text = ''): Partial<Payment> =>
  ({status: 'failed', failure: {reason, text}}) as Partial<Payment>;

it.each<[Partial<Payment>, string, RegExp]>([
  [failedAs('declined', 'Insufficient funds'), 'Declined: Insufficient funds.', /offer another way/],
  [failedAs('declined', 'Insufficient funds.'), 'Declined: Insufficient funds.', /offer another way/],
  [failedAs('declined'), 'Declined.', /offer another way/],
  [failedAs('record'), 'Not paid: declined, or not confirmed by the customer.', /a new payment is safe/],
  [
    failedAs('record', 'Expired'),
    'Not paid: declined, or not confirmed by the customer. Expired',
    /a new payment is safe/,
  ],
  [failedAs('credentials', 'no'), 'The provider refused this till’s key: no.', /Till key refused/],
  [
    failedAs('unreachable', 'ECONNREFUSED'),
    'No connection to the provider: nothing was sent (nothing answers at that address).',
    /./,
  ],
  [failedAs('never-left'), 'The till stopped before sending. Nothing was sent.', /you can send again/],
  [failedAs('judged', 'seen'), 'Marked as not paid: seen.', /Not paid: a new payment is safe/],
  [failedAs('reversed', 'x'), 'The payment was reversed: x.', /took the money and refunded it/],
  [{status: 'failed', failure: undefined}, '', /Not paid: a new payment is safe/],
  [{status: 'paid', feeBasis: true}, 'The amount differs by exactly the fee of 0.', /^Hand over/],
  [{status: 'disputed'}, 'The provider gave two different answers.', /Call the manager/],
  [{status: 'unknown'}, 'No clear answer. The request may have gone through.', /Do not charge again/],
  [{status: 'sent'}, 'Sending the request.', /is being sent/],
  [
    {status: 'sent', ...hearing('question-not-found')},
    'No clear answer. The request may have gone through.',
    /Do not charge again/,
  ],
])('a payment of %j is told as “%s”', (more, text, release) => {
  const payment = {...waiting, ...more};
  expect(explain(payment, 'en')).toBe(text);
  expect(releaseText(stateAfter(), payment, {language: 'en', now: payment.since})).toMatch(release);
});

it('of a card that was declined it is told what can be done, but not of a renewal', () => {
  const declined = {...card, ...failedAs('declined', 'Insufficient funds')};
  expect(explain(declined, 'en')).toMatch(/^Declined: Insufficient funds\. [A-Z]/);
  const renewal = {...declined, request: {...cardRequest, method: 'subscription'} as unknown as Payment['request']};
  expect(explain(renewal, 'en')).toBe('Declined: Insufficient funds.');
  expect(explain({...declined, ...failedAs('judged', 'Insufficient funds')}, 'en')).toBe(
    'Marked as not paid: Insufficient funds.',
  );
});

it('what a record says was paid is told in its own currency, and as it came where it is no number', () => {
  const mispaid = (more: object) => {
    const payment = {...waiting, status: 'mispaid', record: more} as unknown as Payment;
    return explain(payment, 'en').replaceAll('\u00A0', ' ');
  };
  expect(mispaid({amount: '7', currency: 'USD'})).toBe('Paid USD 7.00. Requested KES 200.00.');
  expect(mispaid({amount: '7', currency: 'JPY'})).toBe('Paid JPY 7. Requested KES 200.00.');
  expect(mispaid({amount: 'lots'})).toBe('Paid KES lots. Requested KES 200.00.');
  expect(mispaid({})).toBe('Paid KES ?. Requested KES 200.00.');
});

it('a part that is paid is not the sale: the goods stay until the rest is paid, and its word is another', () => {
  const ticket = 'T7K0MZ4K8TICKET';
  const total = {currency: 'KES', minor: 50_000} as const;
  const opened = at(1, 'ticket-opened', {ticket, total, businessDate: '2026-11-20', lines: [], description: 'Shoes'});
  const part = [
    at(2, 'requested', {...request, ticket}),
    at(3, 'sent', {reference}),
    at(4, 'answered', {reference, answer: accepted()}),
    toldOf(5, 'Completed'),
  ];
  const told = (...more: readonly StoredEvent[]) => {
    const state = stateAfter(opened, ...part, ...more);
    const payment = paymentIn(state);
    const text = releaseText(state, payment, {language: 'en', now: payment.since}).replaceAll('\u00A0', ' ');
    return [releasesGoods(state, payment), isPartPaid(state, payment), verdictWord(state, payment, 'en'), text];
  };
  const rest = asOther(6, {ticket, amount: {currency: 'KES', minor: 30_000}});
  const given = at(6, 'ticket-abandoned', {ticket, reason: 'left'});
  const cash = asOther(6, {ticket, amount: {currency: 'KES', minor: 30_000}, method: 'cash', tendered: total});
  expect([told(), told(rest), told(given), told(cash)]).toEqual([
    [false, true, 'PART PAID', 'Keep the goods. Part paid: KES 300.00 left to pay.'],
    [false, true, 'PART PAID', 'Keep the goods. Part paid: KES 300.00 still waiting.'],
    [false, true, 'PART PAID', 'Keep the goods. The rest of this split sale was given up.'],
    [true, false, 'PAID', 'Paid in full: KES 500.00. Hand over the goods.'],
  ]);
});

it('what did not bring the money of a ticket that is paid does not keep its goods, and gone they are gone', () => {
  const ticket = 'T7K0MZ4K8TICKET';
  const amount = {currency: 'KES', minor: 20_000} as const;
  const opened = at(1, 'ticket-opened', {
    ticket,
    total: amount,
    businessDate: '2026-11-20',
    lines: [],
    description: '',
  });
  const told = (off: number, ...said: readonly string[]) => {
    const before = [
      at(2, 'requested', {...request, ticket}),
      at(3, 'sent', {reference}),
      at(4, 'answered', {reference, answer: accepted()}),
      ...said.map((status, place) => toldOf(5 + place, status)),
    ];
    const cash = asOther(6, {sale: reference, ticket, amount, method: 'cash', tendered: amount});
    const state = stateAfter(opened, ...before, cash);
    const now = at(6, 'set-aside', {reference}).at;
    return [reference, other].map(each =>
      releaseText(state, paymentIn(state, each), {language: 'en', now: Date.parse(now) + off}).replaceAll(
        '\u00A0',
        ' ',
      ),
    );
  };
  const whole = 'Paid in full: KES 200.00. Hand over the goods.';
  const gone = 'Paid in full 2 h 00 min ago: KES 200.00. The goods are probably gone.';
  expect([told(0, 'Failed'), told(0), told(120 * minute, 'Failed')]).toEqual([
    [whole, 'Hand over the goods.'],
    [whole, 'Hand over the goods.'],
    [gone, 'Paid 2 h 00 min ago. The goods are probably gone.'],
  ]);
});

it('another attempt that is paid counts as long as its money is here, and goods are gone after an hour', () => {
  const paid = {...waiting, status: 'paid'} as const;
  const beside = {...paid, reference: other};
  const back = {...beside, refunds: [{status: 'done', amount: request.amount}]} as unknown as Payment;
  expect(
    [[], [paid], [paid, beside], [paid, back], [{...beside, status: 'pending'} as Payment]].map(all =>
      isPaidBeside(paid, all),
    ),
  ).toEqual([...[false, false, true, false, false]]);
  expect([0, 60, 60.1].map(minutes => areGoodsGone(start, start + minutes * minute))).toEqual([false, false, true]);
});
