import {readdirSync, readFileSync} from 'node:fs';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readAnswer} from '../../src/api/http.js';
import {redactCardLike} from '../../src/api/redact-card.js';
import {interpretHolder} from '../../src/core/endpoints/account-holder.js';
import {interpretBanks} from '../../src/core/endpoints/banks.js';
import {interpretCharge} from '../../src/core/endpoints/charge.js';
import {interpretCollection, interpretOtp} from '../../src/core/endpoints/collect.js';
import {
  findRefund,
  historyAbout,
  interpretRefund,
  interpretRefundHistory,
  interpretRefundStatus,
} from '../../src/core/endpoints/refund.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {interpretChange} from '../../src/core/endpoints/subscription/change-subscription.js';
import {interpretEnrolment} from '../../src/core/endpoints/subscription/create-subscription.js';
import {interpretNewPlan, interpretPlan, interpretPlans} from '../../src/core/endpoints/subscription/plans.js';
import {interpretCharges} from '../../src/core/endpoints/subscription/subscription-charges.js';
import {interpretSubscription, interpretSubscriptions} from '../../src/core/endpoints/subscription/subscriptions.js';
import type {Money} from '../../src/core/money/money.js';
import {type Answer, answerSpec, type Json} from '../../src/core/service/answer.js';
import type {Body} from '../../src/core/service/body.js';
import {parseStrict} from '../../src/core/spec/check.js';
import {expectHarmless, expectPrintable, read, textsIn} from './harm.js';
import {damaged, hostileText, mutated} from './mutations.js';
import {ending, forAll, patience, runs} from './runs.js';

const reference = 'DK17VH3QX0A9BC2';
const refundReference = 'RF20231112-Q232USD';
const shillings: Money = {currency: 'KES', minor: 20_000};
const dollars: Money = {currency: 'USD', minor: 2400};
const ten: Money = {currency: 'USD', minor: 1000};
const customerEmail = 'amina@example.com';

/** Of every call: who reads its answer. */
const readers: Readonly<Record<string, (answer: Answer) => unknown>> = {
  collect: answer => interpretCollection(answer, reference),
  processOtp: interpretOtp,
  status: answer => interpretStatus(answer, {reference, asked: shillings}),
  merchantReference: answer => interpretStatus(answer, {reference, asked: shillings}),
  charge: answer => interpretCharge(answer, reference),
  cardStatus: answer => interpretStatus(answer, {reference, asked: dollars}),
  refund: answer => interpretRefund(answer, {payment: reference, amount: ten, known: new Set()}),
  refundStatus: answer =>
    interpretRefundStatus(answer, {serviceReference: refundReference, payment: reference, amount: ten}),
  refundHistory: answer => {
    const page = interpretRefundHistory(answer);
    const about = {payment: reference, amount: ten, known: new Set<string>()};
    return {page, found: findRefund(page?.rows ?? [], about), kept: historyAbout([answer, answer], reference)};
  },
  createPlan: interpretNewPlan,
  plan: answer => interpretPlan(answer, 'PLAN-XY99ZZ00'),
  plans: answer => interpretPlans(answer, 0),
  createSubscription: answer => interpretEnrolment(answer, {customerEmail}),
  subscription: answer => interpretSubscription(answer, 100),
  subscriptions: answer => interpretSubscriptions(answer, 0),
  subscriptionCharges: answer => interpretCharges(answer, {id: 100, page: 0}),
  cancelSubscription: answer => interpretChange(answer, 'cancel', 100),
  resumeSubscription: answer => interpretChange(answer, 'resume', 100),
  pauseSubscription: answer => interpretChange(answer, 'pause', 100),
  accountHolder: interpretHolder,
  banks: interpretBanks,
};

type Recording = {readonly call: string; readonly http: number; readonly body?: Json};
const folder = new URL('../api/fixtures/answers/', import.meta.url);
const recordings = readdirSync(folder).map(
  name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording,
);
const errors = recordings.filter(({http, body}) => http >= 400 && body !== undefined);

/** What was recorded of a call, and how every call refuses. */
const bodiesOf = (call: string) =>
  [...recordings.filter(each => each.call === call), ...errors].flatMap(({body}) => (body === undefined ? [] : [body]));

const status = fc.oneof(
  {weight: 6, arbitrary: fc.constantFrom(200, 201)},
  {weight: 3, arbitrary: fc.constantFrom(400, 401, 403, 404, 405, 408, 409, 429, 500, 502, 503, 302)},
  {weight: 1, arbitrary: fc.integer({min: 100, max: 599})},
);
const header = fc.option(fc.oneof(hostileText, fc.constantFrom('120', 'Mon, 02 Mar 2026 09:41:07 GMT')), {
  nil: undefined,
});

/** An answer of a call as it comes out of the network: most of it JSON, some of it no longer. */
function answerTo(call: string): fc.Arbitrary<Answer> {
  const whole = mutated(bodiesOf(call)).map(body => JSON.stringify(body));
  const broken = damaged(whole.map(text => new Uint8Array(Buffer.from(text)))).map(bytes =>
    Buffer.from(bytes).toString(),
  );
  const text = fc.oneof({weight: 6, arbitrary: whole}, {weight: 1, arbitrary: broken});
  const redact = redactCardLike([reference, refundReference]);
  return fc
    .record({http: status, text, date: header, retryAfter: header})
    .map(({http, text: came, date, retryAfter}) => {
      const headers = {
        ...(date === undefined ? {} : {date}),
        ...(retryAfter === undefined ? {} : {'retry-after': retryAfter}),
      };
      return readAnswer({http, headers, text: came, bytes: came.length}, redact);
    });
}

const isAnswer = parseStrict(answerSpec());

describe.each(Object.entries(readers))('any answer to %s', (call, reader) => {
  test('is read without a crash, and what comes of it can be shown and written down', {timeout: patience}, () =>
    ending(() =>
      forAll(runs(120), answerTo(call), fc.nat(), (answer, shown) => {
        expect(isAnswer(answer)).toEqual(answer);
        const outcome = read(() => reader(answer));
        const texts = textsIn(outcome);
        for (const text of texts) expectHarmless(text);
        expectPrintable(texts.slice(shown % Math.max(texts.length, 1)).slice(0, 1));
        expect(JSON.parse(JSON.stringify(outcome ?? null))).toEqual(outcome ?? null);
        expectEarned(call, answer, outcome);
      }),
    ),
  );

  test('is read even where nothing has cleaned it: an older Duka may have written it down', {timeout: patience}, () =>
    ending(() =>
      forAll(runs(60), status, mutated(bodiesOf(call)), (http, body) => {
        const outcome = read(() => reader({kind: 'answered', http, body}));
        expectPrintable(textsIn(outcome).slice(0, 1));
      }),
    ),
  );
});

/** The good news that an answer may bring, and what it must say itself for that. Written from the documents alone. */
function expectEarned(call: string, answer: Answer, outcome: unknown): void {
  const {kind, page} = (outcome ?? {}) as {kind?: string; page?: unknown};
  const body = answer.kind === 'answered' ? objectOf(answer.body) : {};
  const isSuccess = answer.kind === 'answered' && answer.http >= 200 && answer.http <= 299;
  const record = isObject(body['data']) ? body['data'] : body;
  if (kind === 'paid') expectPaid(record, body, call === 'cardStatus' ? dollars : shillings);
  if (kind === 'failed')
    expect(textOf(record['transaction_status'] ?? record['refund_status'] ?? record['status'])).toMatch(
      /^(?:failed|reversed|refunded|declined)$/i,
    );
  if (['paid', 'mispaid', 'failed', 'made', 'accepted', 'found', 'page', 'done'].includes(kind ?? ''))
    expect(isSuccess).toBe(true);
  if (call === 'collect' && kind === 'accepted') {
    expect(textOf(body['transaction_reference'])).toBe(reference);
    expect(textOf(body['response_code'])).not.toMatch(/^(?:06|96)$/);
  }
  if (call === 'charge' && kind === 'accepted') {
    expect([textOf(body['transactionReference']), textOf(body['customerReference'])]).toContain(reference);
    expect([true, 'true']).toContain(body['statusOk']);
  }
  if (call === 'refund' && kind === 'accepted') expect(textOf(record['refund_transaction_reference'])).not.toBe('');
  if (call === 'createSubscription' && kind === 'made') {
    const {subscription} = outcome as {subscription: {customerEmail: string; id: number}};
    expect(subscription.customerEmail.toLowerCase().trim()).toBe(customerEmail);
  }
  if (call === 'refundHistory' && page !== undefined) expect(isSuccess).toBe(true);
}

function expectPaid(record: Body, body: Body, asked: Money): void {
  expect(textOf(record['transaction_status'])).toMatch(/^completed$/i);
  for (const name of ['success', 'status', 'statusOk']) expect([false, 'false', 0, '0']).not.toContain(body[name]);
  expect(['00', '']).toContain(textOf(record['response_code']));
  const echo = textOf(record['merchant_transaction_reference']) || textOf(record['transaction_reference']);
  expect(echo).toBe(reference);
  expect(textOf(record['currency']).trim().toUpperCase()).toBe(asked.currency);
  const amount = Number(textOf(record['transaction_amount'] ?? record['amount_received']));
  const fee = Number(textOf(record['transaction_fee'] ?? 0));
  const wanted = asked.minor / 100;
  expect(amount).toBeGreaterThan(0);
  expect(fee).toBeGreaterThanOrEqual(0);
  expect(fee).toBeLessThanOrEqual(wanted / 10);
  expect([amount, amount + fee, amount - fee].some(sum => Math.abs(sum - wanted) < 1e-9)).toBe(true);
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Body => (isObject(value) ? value : {});
const textOf = (value: Json | undefined): string =>
  value === null || value === undefined || value === 'null'
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

test('garbage is no answer of anybody: it proves nothing of money', {timeout: patience}, () => {
  const garbage = fc.oneof(
    fc.uint8Array({maxLength: 300}).map(bytes => Buffer.from(bytes).toString()),
    fc.json(),
    hostileText,
  );
  ending(() =>
    forAll(runs(200), status, garbage, (http, text) => {
      const answer = readAnswer({http, headers: {}, text, bytes: text.length}, same => same);
      for (const reader of Object.values(readers)) {
        const {kind} = (read(() => reader(answer)) ?? {}) as {kind?: string};
        expect(['paid', 'mispaid', 'failed', 'made', 'accepted', 'found', 'done', 'wrong-code']).not.toContain(kind);
      }
    }),
  );
});
