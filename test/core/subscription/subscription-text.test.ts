import {describe, expect, it, test} from 'vitest';
import type {SubscriptionCharge} from '../../../src/core/endpoints/subscription/subscription-charges.js';
import {jsonOf} from '../../../src/core/spec/check.js';
import type {Deviation} from '../../../src/core/subscription/deviations.js';
import {beginEnrolment, type Enrolment, refusalText} from '../../../src/core/subscription/enrolment.js';
import {chargeAnswer, enrolmentSpec, planAnswer} from '../../../src/core/subscription/json.js';
import {
  chargeText,
  deviationColumn,
  deviationSentences,
  priceText,
  statedAmount,
} from '../../../src/core/subscription/plan-text.js';
import {missed, planWith} from './deviation-samples.js';
import {journalOf, reference, requested} from './enrolment-samples.js';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('a plan', () => {
  it.each([
    [{amount: '12.5'}, 'USD 12.50 every month'],
    [{amount: '12.345', interval: 'weekly', intervalCount: 2}, 'USD 12.345 every 2 weeks'],
    [{amount: '900', currency: 'JPY', interval: 'SOON', intervalCount: 3}, 'JPY 900 SOON × 3'],
    [{amount: 'much'}, 'USD much every month'],
  ])('of %j costs %s', (more, text) => expect(plain(priceText(planWith(more), 'en'))).toBe(text));

  it('of no amount or currency says so', () =>
    expect([statedAmount(null, 'USD', 'en'), plain(statedAmount('5', null, 'en'))]).toEqual(['?', '? 5']));

  it.each([
    [{trialPeriodDays: 0}, 'USD 12.50 is charged now, and every month from then on.'],
    [{trialPeriodDays: 2}, 'Free for 2 days, until about 3 July; then USD 12.50 is charged every month.'],
    [{trialPeriodDays: 2, amount: '0'}, 'Nothing is charged: the plan costs USD 0.00 every month.'],
    [{trialPeriodDays: 0, currency: 'JPY'}, 'JPY 12.5 is charged now, and every month from then on.'],
  ])('of %j is told with what it charges when', (more, text) =>
    expect(plain(chargeText(planWith(more), '3 July', 'en'))).toBe(text),
  );

  it('and a charge have amounts with the decimals of their currency for scripts', () => {
    expect(jsonOf(planAnswer, planWith({amount: '12.5'}))).toEqual(planWith({amount: '12.50'}));
    const charge: SubscriptionCharge = {
      id: 1,
      subscriptionId: null,
      cycleNumber: null,
      attemptNumber: null,
      transactionReference: null,
      amount: '7',
      currency: 'USD',
      description: null,
      status: 'SUCCESS',
      respCode: null,
      failureReason: null,
      isRetriable: null,
      isExternal: null,
      chargedAt: null,
      nextRetryAt: null,
      cardServiceResponse: null,
      createdAt: null,
      updatedAt: null,
    };
    expect(jsonOf(chargeAnswer, charge)).toEqual({...charge, amount: '7.00'});
    expect(jsonOf(chargeAnswer, {...charge, amount: null})).toEqual({...charge, amount: null});
    expect(jsonOf(chargeAnswer, {...charge, currency: null})).toEqual({...charge, currency: null});
  });
});

const [asked] = journalOf([requested()]);
const enrolmentWith = (more: Partial<Enrolment>): Enrolment => ({
  ...beginEnrolment(asked as Parameters<typeof beginEnrolment>[0]),
  ...more,
});
const refusedBy = (kind: 'refused' | 'duplicate' | 'not-sent' | 'never-left', text = '') =>
  ({status: 'not-made', proof: {kind, text}}) as Partial<Enrolment>;

test.each<[string, Partial<Enrolment>, string]>([
  ['is made', {status: 'made'}, ''],
  ['never left', refusedBy('never-left'), 'Nothing was sent: nobody was enrolled and nothing was charged.'],
  ['was not sent', refusedBy('not-sent'), 'Nothing was sent: nobody was enrolled and nothing was charged.'],
  ['has no proof', {status: 'not-made'}, 'Nothing was sent: nobody was enrolled and nothing was charged.'],
  [
    'is one too many',
    refusedBy('duplicate', 'has one'),
    'amina@example.com already has a subscription, so the provider made no second one and charged nothing: has one',
  ],
  ['is refused', refusedBy('refused', 'No'), 'The provider enrolled nobody and charged nothing: No.'],
  [
    'is refused with a point',
    refusedBy('refused', 'No. 7'),
    'The provider enrolled nobody and charged nothing: No. 7.',
  ],
  ['is refused in a sentence', refusedBy('refused', 'No!'), 'The provider enrolled nobody and charged nothing: No!'],
  [
    'a person has judged',
    {...refusedBy('refused', 'No'), resolved: {by: 'person', person: 'Amina', reason: 'seen'}},
    'Amina: seen',
  ],
  [
    'the list has settled',
    {...refusedBy('refused', 'No'), resolved: {by: 'list', person: 'Amina', reason: 'seen'}},
    'The provider enrolled nobody and charged nothing: No.',
  ],
])('an enrolment that %s is told with why it was not made', (_, more, text) =>
  expect(refusalText(enrolmentWith(more), 'en')).toBe(text),
);

test('an enrolment for scripts has its amount, and what the service said where it was not made', () => {
  const json = (more: Partial<Enrolment>) => jsonOf(enrolmentSpec(), enrolmentWith(more));
  expect(json({})).toMatchObject({
    enrolment: reference,
    status: 'requested',
    amount: '12.50',
    currency: 'USD',
    subscriptionId: null,
    reason: null,
    createdAt: '2026-11-20T11:00:01Z',
  });
  const proof = {kind: 'made', text: 'ok'} as const;
  expect(json({status: 'made', proof, subscription: 17})).toMatchObject({subscriptionId: 17, reason: null});
  expect([json(refusedBy('refused', 'No')).reason, json(refusedBy('refused', '')).reason]).toEqual(['No', null]);
});

const failed = (retry: 'due' | 'overdue' | 'none', nextRetryAt: string | null = null): Deviation => ({
  kind: 'failed',
  cycle: 3,
  attempt: 1,
  reference: 'SUB-3',
  retry,
  nextRetryAt,
});
const paused = (resumesAt: string | null): Deviation => ({kind: 'paused', since: null, resumesAt});
const ended = (why: 'cancelled' | 'completed' | 'limit'): Deviation => ({kind: 'ended', why, at: null});
const night = '2026-08-01T23:30:00';

describe('what differs from a plan', () => {
  it.each<[Deviation, string, RegExp]>([
    [{kind: 'duplicated', cycle: 2, references: ['A', null]}, '! doubled 1', /^Charge 2 was paid 2 times \(A, \?\)/],
    [missed(2, 2, night), '! missed 1', /^Charge 2, due 2026-08-02, is missing/],
    [missed(2, 2, null), '! missed 1', /^Charge 2 is missing, though/],
    [missed(2, 4, night), '! missed 3', /^Charges 2 to 4, due from 2026-08-02, are missing: 3 were/],
    [missed(2, 4, null), '! missed 3', /^Charges 2 to 4 are missing, but a later one was made: 3 were/],
    [missed(1, 1000, null), '! missed 999+', /1,?000 were/],
    [missed(1, 999, null), '! missed 999', /999 were/],
    [failed('none'), '! failed 1', /^Charge 3 failed and is not tried/],
    [failed('due', night), '! retry due', /tries again on 2026-08-02/],
    [failed('overdue', night), '! retry overdue', /was due on 2026-08-02/],
    [failed('due'), '! retry due', /tries again on \?/],
    [paused(null), '– paused', /^Paused: no money comes until it is resumed/],
    [paused(night), '– paused', /^Paused until 2026-08-02/],
    [ended('cancelled'), '– cancelled', /^Cancelled/],
    [ended('completed'), '– ended', /^Ended/],
    [ended('limit'), '– all charged', /^Every cycle/],
    [{kind: 'past-due'}, '! past due', /overdue/],
    [{kind: 'waiting'}, '? charge waits', /^It has not started/],
    [{kind: 'card-expiring'}, '! card expiring', /expires soon/],
    [{kind: 'unknown-plan'}, '? plan unknown', /how often this plan/],
    [{kind: 'unknown-status', status: 'ODD'}, '? state unknown', /state ODD is/],
    [{kind: 'unknown-charges'}, '? not checked', /not been checked/],
  ])('%j is told in a column and in a sentence', (drift, column, sentence) => {
    expect(deviationColumn([drift], 'en')).toBe(column);
    const [text, ...others] = deviationSentences([drift], 'en', 'Africa/Nairobi');
    expect([text, others]).toEqual([expect.stringMatching(sentence), []]);
  });

  it('is told in a column by the first, with all of its kind, and in sentences one by one', () => {
    const drifts = [missed(2, 3, null), paused(null), missed(5, 5, null)];
    expect([deviationColumn(drifts, 'en'), deviationColumn([], 'en')]).toEqual(['! missed 3', '✓ as planned']);
    expect(deviationSentences(drifts, 'en', 'UTC')).toHaveLength(3);
    expect(deviationSentences([], 'en', 'UTC')).toEqual(['Every charge came as planned.']);
  });
});
