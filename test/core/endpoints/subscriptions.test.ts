import {describe, expect, it} from 'vitest';
import {
  interpretCharges,
  type SubscriptionCharge,
} from '../../../src/core/endpoints/subscription/subscription-charges.js';
import {
  interpretSubscription,
  interpretSubscriptions,
  type Subscription,
} from '../../../src/core/endpoints/subscription/subscriptions.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {answered, noAnswer} from '../payment/payment-samples.js';
import {
  customerEmail,
  type Members,
  no,
  noRoute,
  pageOf,
  planRecordOf,
  subscriptionRecordOf,
  yes,
} from '../subscription/subscription-samples.js';

const read = subscriptionRecordOf() as Subscription;
const record = (more: Members = {}) => interpretSubscription(yes(subscriptionRecordOf(more)), 17);

describe('a subscription', () => {
  it.each<[string, Members, Partial<Subscription>]>([
    ['as documented', {}, {}],
    ['in a state of tomorrow', {status: 'PAST_DUE'}, {status: 'PAST_DUE'}],
    ['with an id as text', {id: '17'}, {id: 17}],
    ['with truth as text', {enrollConfirmed: 'true', customerBearsFee: 'false'}, {enrollConfirmed: true}],
    ['with the text null for a time', {nextChargeDate: 'null'}, {nextChargeDate: null}],
    ['with a number for a text', {customerId: 9}, {customerId: '9'}],
    [
      'with something for a text',
      {firstName: {a: 1}, cardExpiryAlertSent: 'perhaps'},
      {firstName: null, cardExpiryAlertSent: null},
    ],
    ['with members of tomorrow', {nickname: 'x'}, {}],
  ])('%s', (_, more, expected) => expect(record(more)).toEqual({kind: 'found', subscription: {...read, ...expected}}));

  it('that says nothing but which, whose and how', () => {
    const found = interpretSubscription(yes({id: 17, customerEmail, status: 'ACTIVE'}), 17);
    if (found.kind !== 'found') return expect.unreachable(found.kind);
    const {id, customerEmail: email, status, ...rest} = found.subscription;
    expect({id, email, status}).toEqual({id: 17, email: customerEmail, status: 'ACTIVE'});
    expect(Object.keys(rest).sort()).toEqual(
      Object.keys(read)
        .filter(name => !['id', 'customerEmail', 'status'].includes(name))
        .sort(),
    );
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  });

  it.each<[string, Members]>([
    ['beside its plan', {subscription: subscriptionRecordOf(), plan: planRecordOf()}],
    ['around its plan', subscriptionRecordOf({plan: planRecordOf()})],
  ])('%s', (_, data) =>
    expect(interpretSubscription(yes(data), 17)).toMatchObject({
      kind: 'found',
      subscription: read,
      plan: {planCode: 'PLAN-XY99ZZ00'},
    }),
  );

  it('beside a plan that is none', () => {
    const found = interpretSubscription(yes({subscription: subscriptionRecordOf(), plan: {name: 'x'}}), 17);
    expect(found).toEqual({kind: 'found', subscription: read});
  });

  it.each<Members>([{id: null}, {id: 1.5}, {id: -1}, {id: 'x'}, {customerEmail: null}, {status: ''}])(
    'is none with %j',
    more => expect(record(more)).toMatchObject({kind: 'question-failed', why: 'other'}),
  );

  it.each<[string, Answer, object]>([
    ['silence', noAnswer, {kind: 'no-answer', text: 'ECONNRESET'}],
    ['not found', no(404, 'Subscription not found'), {kind: 'not-found', text: 'Subscription not found'}],
    ['no such one', no(404, 'No such subscription'), {kind: 'not-found'}],
    ['not found, barely', answered(404, {message: 'Not found', status: false}), {kind: 'not-found'}],
    ['not found, by a framework', noRoute, {kind: 'not-found'}],
    ['not found, with another status', no(400, 'Subscription not found'), {kind: 'not-found'}],
    ['a call that is not there', no(404, 'No static resource subscriptions/17.'), {kind: 'not-offered'}],
    ['a page that is not there', answered(404), {kind: 'not-offered', text: 'HTTP 404 <html>'}],
    ['405', answered(405), {kind: 'not-offered'}],
    ['a refused key', answered(401, {message: 'no', status: false}), {kind: 'question-failed', why: 'credentials'}],
    ['429', no(429, 'slowly'), {kind: 'question-failed', why: 'busy', text: 'slowly'}],
    ['a proxy', answered(502), {kind: 'question-failed', why: 'other'}],
    ['a portal', answered(200), {kind: 'question-failed', why: 'other'}],
    ['a portal of JSON', answered(200, {id: 1, status: 'ok'}), {kind: 'question-failed', why: 'other'}],
    ['another one', yes(subscriptionRecordOf({id: 18})), {kind: 'question-failed', why: 'other'}],
  ])('is not there after %s', (_, answer, expected) =>
    expect(interpretSubscription(answer, 17)).toMatchObject(expected),
  );
});

describe('a page of subscriptions', () => {
  it('has rows of either kind', () => {
    const rows = [subscriptionRecordOf(), {subscription: subscriptionRecordOf({id: 18}), plan: planRecordOf()}, {}, 3];
    expect(interpretSubscriptions(yes(pageOf(rows, {totalPages: 2, last: false})), 0)).toEqual({
      kind: 'page',
      rows: [{subscription: read}, {subscription: {...read, id: 18}, plan: expect.objectContaining({amount: '12.5'})}],
      page: 0,
      totalPages: 2,
      isLast: false,
    });
  });

  it('without a row', () =>
    expect(interpretSubscriptions(yes(pageOf([], {totalPages: 0})), 0)).toMatchObject({
      rows: [],
      totalPages: 0,
      isLast: true,
    }));

  it.each<[string, Answer, string]>([
    ['a framework', noRoute, 'not-offered'],
    ['a bare 404', no(404, 'Not found'), 'not-offered'],
    ['a page that is not there', answered(404), 'not-offered'],
    ['no subscriptions', no(404, 'No subscriptions found'), 'not-found'],
    ['a proxy', answered(502), 'question-failed'],
  ])('is not %s', (_, answer, kind) => expect(interpretSubscriptions(answer, 0).kind).toBe(kind));
});

describe('a page of charges', () => {
  const charge: SubscriptionCharge = {
    id: 900,
    subscriptionId: 17,
    cycleNumber: 2,
    attemptNumber: 3,
    transactionReference: 'SUB-8F3A-2',
    amount: '12.5',
    currency: 'USD',
    description: 'Gym, monthly',
    status: 'FAILED',
    respCode: '51',
    failureReason: 'Insufficient funds',
    isRetriable: true,
    isExternal: false,
    chargedAt: '2026-08-01T10:20:00.000000',
    nextRetryAt: '2026-08-04T10:20:00.000000',
    cardServiceResponse: {code: '51'},
    createdAt: '2026-08-01T10:20:00.000000',
    updatedAt: '2026-08-01T10:20:00.000000',
  };

  it('as documented', () => {
    const row = {...charge, amount: 12.5} as Members;
    expect(interpretCharges(yes(pageOf([row], {number: 1, totalPages: 2})), {id: 17, page: 1})).toEqual({
      kind: 'page',
      rows: [charge],
      page: 1,
      totalPages: 2,
      isLast: true,
    });
  });

  it('says null where a row says nothing', () => {
    const page = interpretCharges(
      yes(pageOf([{id: 900, status: 'SUCCESS', amount: 'much', isRetriable: null}, {id: 901}])),
      {id: 17, page: 0},
    );
    const rows = page.kind === 'page' ? page.rows : [];
    expect(rows).toHaveLength(1);
    const {id, status, ...rest} = rows[0] ?? charge;
    expect([id, status]).toEqual([900, 'SUCCESS']);
    expect(Object.keys(rest)).toHaveLength(16);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  });

  it.each<[string, Answer, string]>([
    ['a subscription that is not found', no(404, 'Subscription not found'), 'not-found'],
    ['a bare 404', no(404, 'Not found'), 'not-found'],
    ['a page that is not there', answered(404), 'question-failed'],
    ['a call that is not there', no(404, 'No endpoint GET /charges'), 'question-failed'],
    ['silence', noAnswer, 'no-answer'],
    ['that of another subscription', yes(pageOf([{...charge, subscriptionId: 18}])), 'question-failed'],
    ['one with a member twice', {...yes(pageOf([charge])), doubled: true} as Answer, 'question-failed'],
  ])('is not %s', (_, answer, kind) => expect(interpretCharges(answer, {id: 17, page: 0}).kind).toBe(kind));
});
