import {describe, expect, it} from 'vitest';
import type {Plan} from '../../../src/core/endpoints/subscription/plans.js';
import type {Subscription} from '../../../src/core/endpoints/subscription/subscriptions.js';
import {
  type ChargeMark,
  type Deviation,
  type DeviationFacts,
  deviationsOf,
  nextChargeOf,
} from '../../../src/core/subscription/deviations.js';
import {deviationColumn, deviationSentences} from '../../../src/core/subscription/plan-text.js';
import {widthOf} from '../../../src/core/text/width.js';
import {epochOf, missed, on, paid, planWith, subscriptionWith} from './deviation-samples.js';

const failed = (cycle: number, more: Partial<ChargeMark> = {}) =>
  paid(cycle, {status: 'FAILED', isRetriable: true, ...more});
const standsAfter = (cycle: number, more: Partial<Subscription> = {}) =>
  subscriptionWith({
    currentPeriodStart: on(cycle + 6),
    currentPeriodEnd: on(cycle + 7),
    nextChargeDate: on(cycle + 7),
    updatedAt: on(cycle + 6),
    ...more,
  });
const drift = (facts: Partial<Omit<DeviationFacts, 'now'>> & {readonly at: string}) =>
  deviationsOf({
    subscription: standsAfter(3),
    plan: planWith(),
    charges: [paid(1), paid(2), paid(3)],
    completeFrom: 1,
    now: epochOf(facts.at),
    ...facts,
  });

describe('cycles missed', () => {
  it('are none while all is as planned, up to a day after the next is due', () => {
    expect(drift({at: on(9, 2)})).toEqual([]);
    expect(drift({at: on(10, 2)})).toEqual([]);
    expect(drift({at: on(10, 2, '10:20:01')})).toEqual([missed(4, 4, on(10))]);
  });

  it('are those that no charge is of, wherever they lie', () => {
    const subscription = standsAfter(6);
    const charges = [paid(2), paid(5)];
    expect(drift({subscription, charges, at: on(12, 3)})).toEqual([
      missed(1, 1, on(7)),
      missed(3, 4, on(9)),
      missed(6, 6, on(12)),
    ]);
    expect(drift({subscription, charges: [], at: on(12, 3)})).toEqual([missed(1, 6, on(7))]);
  });

  it('are judged by the service’s time where our clock is behind', () => {
    const charges = [paid(1), paid(3)];
    expect(drift({charges, at: '1970-01-01T00:00:00'})).toEqual([missed(2, 2, on(8))]);
    const subscription = standsAfter(4, {updatedAt: on(10, 5)});
    expect(drift({subscription, at: '1970-01-01T00:00:00'})).toEqual([missed(4, 4, on(10))]);
  });

  it('are none of those cycles whose charges are not all known', () => {
    const subscription = standsAfter(8);
    const facts = {subscription, charges: [paid(5), paid(7)], at: on(14, 3)};
    expect(drift({...facts, completeFrom: 5})).toEqual([missed(6, 6, on(12)), missed(8, 8, on(14))]);
    expect(drift({...facts, completeFrom: 7})).toEqual([missed(8, 8, on(14))]);
    expect(drift({...facts, completeFrom: 9})).toEqual([]);
    expect(drift({...facts, completeFrom: null})).toEqual([{kind: 'unknown-charges'}]);
  });

  it('are those of a record as old as the enrolment too, where no call reads it again', () => {
    expect(drift({subscription: standsAfter(1), at: on(10, 1)})).toEqual([]);
    expect(drift({subscription: standsAfter(1), at: on(12, 3)})).toEqual([missed(4, 6, on(10))]);
  });

  it('are none before the first payment, and none before the end of a trial', () => {
    for (const status of ['INCOMPLETE', 'REQUIRES_ACTION']) {
      const subscription = standsAfter(1, {status});
      expect(drift({subscription, charges: [], at: on(12)})).toEqual([{kind: 'waiting'}]);
    }
    const trial = {trialEndDate: on(8, 15), nextChargeDate: on(8, 15), currentPeriodEnd: on(8, 15)};
    const subscription = subscriptionWith({status: 'TRIALING', ...trial});
    expect(drift({subscription, charges: [], at: on(8, 16)})).toEqual([]);
    expect(drift({subscription, charges: [], at: on(8, 17)})).toEqual([missed(1, 1, on(8, 15))]);
    const open = subscriptionWith({status: 'TRIALING', trialEndDate: null});
    expect(drift({subscription: open, charges: [], at: on(12)})).toEqual([]);
  });

  it('are told by the first payment where the state has not been read since', () => {
    const subscription = standsAfter(1, {status: 'REQUIRES_ACTION'});
    expect(drift({subscription, charges: [paid(1)], at: on(8, 5)})).toEqual([missed(2, 2, on(8))]);
  });

  it('go by the first payment where it came later than the enrolment', () => {
    const first = [failed(1), paid(1, {attemptNumber: 2, chargedAt: on(7, 4), transactionReference: 'SUB-1b'})];
    const second = paid(2, {chargedAt: on(8, 4)});
    const subscription = subscriptionWith({nextChargeDate: on(9, 4), currentPeriodStart: on(8, 4)});
    expect(drift({subscription, charges: [...first, second], at: on(9, 5)})).toEqual([]);
    expect(drift({subscription, charges: [...first, second], at: on(9, 6)})).toEqual([missed(3, 3, on(9, 4))]);
    expect(drift({subscription, charges: first, at: on(9, 4)})).toEqual([missed(2, 2, on(8, 4))]);
  });

  it('are none of the days that pass while a cycle is tried again', () => {
    const plan = planWith({interval: 'DAILY'});
    const day = (number: number, time = '10:20:00') => on(7, number, time);
    const charges = [
      paid(1, {chargedAt: day(1)}),
      failed(2, {chargedAt: day(2)}),
      failed(2, {chargedAt: day(3), attemptNumber: 2, transactionReference: 'SUB-2b'}),
      paid(2, {chargedAt: day(5), attemptNumber: 3, transactionReference: 'SUB-2c'}),
    ];
    const subscription = subscriptionWith({nextChargeDate: day(6), currentPeriodStart: day(5)});
    expect(drift({plan, subscription, charges, at: day(7)})).toEqual([]);
    expect(drift({plan, subscription, charges, at: day(8)})).toEqual([missed(3, 3, day(6))]);
    const later = [...charges, paid(3, {chargedAt: day(6)}), paid(4, {chargedAt: day(7)})];
    const stands = subscriptionWith({nextChargeDate: day(8), currentPeriodStart: day(7)});
    expect(drift({plan, subscription: stands, charges: later, at: day(9)})).toEqual([]);
    expect(drift({plan, subscription: stands, charges: later, at: day(10)})).toEqual([missed(5, 5, day(8))]);
  });

  it('go by the latest charges where those are all that is heard of a pause', () => {
    const resumed = [paid(1), paid(2), paid(3, {chargedAt: on(9, 3)})];
    const asEnrolled = standsAfter(1);
    expect(drift({subscription: asEnrolled, charges: resumed, at: on(10, 4)})).toEqual([]);
    expect(drift({subscription: asEnrolled, charges: resumed, at: on(10, 5)})).toEqual([missed(4, 4, on(10, 3))]);
    const monthEnds = [...resumed.slice(0, 2), paid(3, {chargedAt: on(10, 31)}), paid(4, {chargedAt: on(11, 30)})];
    expect(drift({subscription: asEnrolled, charges: monthEnds, at: on(13)})).toEqual([]);
    expect(drift({subscription: asEnrolled, charges: monthEnds, at: on(13, 2)})).toEqual([missed(5, 5, on(12, 31))]);
  });

  it('go by the beginning again after one charge that came late', () => {
    const subscription = standsAfter(1, {createdAt: on(10, 31)});
    const days = [on(10, 31), on(11, 30), on(12, 31), on(14, 5), on(14, 28)];
    const charges = days.map((chargedAt, index) => paid(index + 1, {chargedAt}));
    expect(drift({subscription, charges, at: on(15, 31)})).toEqual([]);
    expect(drift({subscription, charges, at: on(16, 2)})).toEqual([missed(6, 6, on(15, 31))]);
  });

  it('go by no date of the service that is over, and by the end of a period where it names no date', () => {
    expect(drift({subscription: standsAfter(3, {nextChargeDate: on(8, 20)}), at: on(10, 3)})).toEqual([
      missed(4, 4, on(10)),
    ]);
    const silent = standsAfter(3, {nextChargeDate: null, currentPeriodEnd: on(10, 9)});
    expect(drift({subscription: silent, at: on(10, 10)})).toEqual([]);
    expect(drift({subscription: silent, at: on(10, 11)})).toEqual([missed(4, 4, on(10, 9))]);
  });

  it('are none after a cycle that failed, whatever the state was when it was read', () => {
    const charges = [paid(1), paid(2), failed(3, {isRetriable: false})];
    expect(drift({charges, at: on(20)}).map(({kind}) => kind)).toEqual(['failed']);
  });

  it('end with the plan’s limit and with a cancellation that was announced', () => {
    const plan = planWith({billingLimit: 4});
    expect(drift({plan, at: on(20)})).toEqual([missed(4, 4, on(10))]);
    expect(drift({subscription: standsAfter(3, {cancelAt: on(11, 15)}), at: on(20)})).toEqual([missed(4, 5, on(10))]);
  });

  it('are none that only somebody’s guess could name', () => {
    const charges = [paid(1), paid(3)];
    expect(drift({plan: undefined, charges, at: on(20)})).toEqual([missed(2, 2, null), {kind: 'unknown-plan'}]);
    expect(drift({plan: planWith({interval: 'FORTNIGHTLY'}), at: on(20)})).toEqual([{kind: 'unknown-plan'}]);
    expect(drift({subscription: standsAfter(3, {status: 'ON_HOLD'}), at: on(20)})).toEqual([
      {kind: 'unknown-status', status: 'ON_HOLD'},
    ]);
    const bare = subscriptionWith({createdAt: null, nextChargeDate: null, currentPeriodEnd: null});
    expect(drift({subscription: bare, charges: [], at: on(20)})).toEqual([]);
  });

  it('are counted at once, however absurd the number of a cycle is', () => {
    const absurd = paid(Number.MAX_SAFE_INTEGER, {chargedAt: on(10)});
    expect(drift({charges: [paid(1), absurd], at: on(10)})).toEqual([missed(2, Number.MAX_SAFE_INTEGER - 1, on(8))]);
  });
});

describe('charges twice and charges failed', () => {
  it('names every reference of a cycle paid more than once, and no charge listed twice', () => {
    const again = paid(2, {attemptNumber: 2, transactionReference: 'SUB-2b'});
    expect(drift({charges: [paid(1), paid(2), again, paid(2), paid(3)], at: on(9, 2)})).toEqual([
      {kind: 'duplicated', cycle: 2, references: ['SUB-2', 'SUB-2b']},
    ]);
    expect(drift({charges: [paid(1), paid(2), paid(2), paid(3)], at: on(9, 2)})).toEqual([]);
  });

  it('tells of a retry that is due, one that did not come, and one that will not', () => {
    const subscription = standsAfter(3, {status: 'PAST_DUE', nextChargeDate: on(9, 4)});
    const last = {kind: 'failed', cycle: 3, attempt: 1, reference: 'SUB-3'} as const;
    const facts = {subscription, charges: [paid(1), paid(2), failed(3, {nextRetryAt: on(9, 4)})]};
    expect(drift({...facts, at: on(9, 5)})).toEqual([
      {...last, retry: 'due', nextRetryAt: on(9, 4)},
      {kind: 'past-due'},
    ]);
    expect(drift({...facts, at: on(9, 6)})).toEqual([
      {...last, retry: 'overdue', nextRetryAt: on(9, 4)},
      {kind: 'past-due'},
    ]);
    const final = [paid(1), paid(2), failed(3, {isRetriable: false, nextRetryAt: on(9, 4)})];
    expect(drift({...facts, charges: final, at: on(20)})).toEqual([
      {...last, retry: 'none', nextRetryAt: null},
      {kind: 'past-due'},
    ]);
  });

  it('forgets the failures of a cycle that was paid in the end, and of one that is being tried', () => {
    const paidLater = paid(3, {attemptNumber: 2, transactionReference: 'SUB-3b', chargedAt: on(9, 4)});
    expect(drift({charges: [paid(1), paid(2), paidLater, failed(3)], at: on(9, 5)})).toEqual([]);
    const pending = {...paidLater, status: 'PENDING'};
    expect(drift({charges: [paid(1), paid(2), pending, failed(3)], at: on(9, 5)})).toEqual([]);
  });

  it('goes by the last attempt, wherever it is listed, and by none of a cycle that is half known', () => {
    const undated = {chargedAt: null, isRetriable: true};
    const second = failed(3, {...undated, attemptNumber: 2, transactionReference: 'SUB-3b'});
    const charges = [paid(1), paid(2), second, failed(3, {...undated, nextRetryAt: on(9, 4)})];
    expect(drift({charges, at: on(9, 2)})).toMatchObject([{kind: 'failed', attempt: 2, reference: 'SUB-3b'}]);
    expect(drift({charges: [failed(1), paid(2), paid(3)], completeFrom: 2, at: on(9, 2)})).toEqual([]);
  });

  it('plans no retry for a subscription that is paused or over', () => {
    const charges = [paid(1), paid(2), failed(3, {nextRetryAt: on(9, 4)})];
    for (const status of ['PAUSED', 'CANCELLED']) {
      const [first, ...others] = drift({subscription: standsAfter(3, {status}), charges, at: on(9, 3)});
      expect(first).toMatchObject({kind: 'failed', retry: 'none', nextRetryAt: null});
      expect(others.map(({kind}) => kind)).toEqual([status === 'PAUSED' ? 'paused' : 'ended']);
    }
  });
});

describe('the state of a subscription', () => {
  it('is a drift where the card expires, where it is paused and where it has ended', () => {
    expect(drift({subscription: standsAfter(3, {cardExpiryAlertSent: true}), at: on(9, 2)})).toEqual([
      {kind: 'card-expiring'},
    ]);
    const paused = {status: 'PAUSED', pausedAt: on(9, 20), pauseResumesAt: on(12), nextChargeDate: null};
    expect(drift({subscription: standsAfter(3, paused), at: on(11)})).toEqual([
      {kind: 'paused', since: on(9, 20), resumesAt: on(12)},
    ]);
    const over = {status: 'CANCELLED', cancelledAt: on(9, 20), nextChargeDate: null, cardExpiryAlertSent: true};
    expect(drift({subscription: standsAfter(3, over), at: on(20)})).toEqual([
      {kind: 'ended', why: 'cancelled', at: on(9, 20)},
    ]);
    expect(drift({subscription: standsAfter(3, {status: 'COMPLETED', nextChargeDate: null}), at: on(20)})).toEqual([
      {kind: 'ended', why: 'completed', at: null},
    ]);
    expect(drift({plan: planWith({billingLimit: 3}), at: on(20)})).toEqual([{kind: 'ended', why: 'limit', at: on(9)}]);
  });

  it.each<[string, Subscription, readonly ChargeMark[], readonly string[]]>([
    [
      'waits for a first payment that failed',
      standsAfter(0, {status: 'INCOMPLETE'}),
      [failed(1, {isRetriable: false})],
      ['failed', 'waiting'],
    ],
    [
      'has begun once a trial is paid for',
      standsAfter(1, {status: 'TRIALING', trialEndDate: null}),
      [paid(1)],
      ['missed'],
    ],
    ['is over, and no plan is asked for', standsAfter(3, {status: 'COMPLETED', nextChargeDate: null}), [], ['ended']],
  ])('%s', (_, subscription, charges, kinds) => {
    const plan = subscription.status === 'COMPLETED' ? undefined : planWith();
    expect(drift({subscription, plan, charges, completeFrom: 1, at: on(8, 20)}).map(({kind}) => kind)).toEqual(kinds);
  });

  it('is never that of a free plan’s charges, and goes by the time of the last charge', () => {
    expect(drift({plan: planWith({amount: '0.00'}), charges: [], at: on(20)})).toEqual([]);
    const charges = [failed(3, {nextRetryAt: on(9, 3)}), paid(2, {chargedAt: on(9, 5)})];
    expect(drift({charges, at: on(9, 2)})).toMatchObject([{kind: 'missed'}, {kind: 'failed', retry: 'overdue'}]);
    expect(drift({charges, completeFrom: 3, at: on(9, 2)})).toMatchObject([{kind: 'failed', cycle: 3}]);
  });

  it('is that of the end alone where the plan is not known, and no end while the last cycle is owed', () => {
    const over = standsAfter(3, {status: 'CANCELLED', cancelledAt: on(9, 20), nextChargeDate: null});
    expect(drift({subscription: over, plan: undefined, at: on(20)}).map(({kind}) => kind)).toEqual(['ended']);
    const owed = [paid(1), paid(2), failed(3)];
    expect(drift({plan: planWith({billingLimit: 3}), charges: owed, at: on(9, 2)}).map(({kind}) => kind)).toEqual([
      'failed',
    ]);
  });

  it('takes no cycle out that was missed before', () => {
    const paused = {status: 'PAUSED', pausedAt: on(11, 20), nextChargeDate: null};
    expect(drift({subscription: standsAfter(3, paused), at: on(20)})[0]).toEqual(missed(4, 5, on(10)));
    const over = {status: 'CANCELLED', cancelledAt: on(11, 20), nextChargeDate: null};
    expect(drift({subscription: standsAfter(4, over), at: on(20)})[0]).toEqual(missed(4, 4, on(10)));
    const elsewhere = standsAfter(4, {...over, currentPeriodStart: on(10, 9)});
    expect(drift({subscription: elsewhere, at: on(20)}).map(({kind}) => kind)).toEqual(['ended']);
    const soon = {...over, cancelledAt: on(10, 1, '12:00:00')};
    expect(drift({subscription: standsAfter(4, soon), at: on(10, 2)}).map(({kind}) => kind)).toEqual(['ended']);
  });

  it('expects nothing after a pause of which nothing further is heard', () => {
    const resumed = {pausedAt: on(9, 20), nextChargeDate: on(10)};
    expect(drift({subscription: standsAfter(3, resumed), at: on(20)})).toEqual([]);
    expect(drift({subscription: standsAfter(3, {...resumed, nextChargeDate: on(12, 9)}), at: on(12, 11)})).toEqual([
      missed(4, 4, on(12, 9)),
    ]);
  });
});

describe('the next charge', () => {
  const next = (subscription: Subscription, at: string, plan: Plan | undefined = planWith()) =>
    nextChargeOf({subscription, plan, now: epochOf(at)});

  it('is what the service says, and by the plan where that is over or not said', () => {
    expect(next(standsAfter(3), on(9, 5))).toEqual({at: on(10), from: 'service'});
    expect(next(standsAfter(1), on(9, 5))).toEqual({at: on(10), from: 'plan'});
    expect(next(standsAfter(1, {nextChargeDate: null}), on(9, 5))).toEqual({at: on(10), from: 'plan'});
    expect(next(standsAfter(1, {nextChargeDate: on(8, 20)}), on(9, 25))).toEqual({at: on(10, 20), from: 'plan'});
    expect(next(standsAfter(3, {status: 'PAST_DUE', nextChargeDate: on(9, 4)}), on(9, 2))).toEqual({
      at: on(9, 4),
      from: 'service',
    });
  });

  it('is the end of the trial, and after it an interval from there', () => {
    const trial = subscriptionWith({status: 'TRIALING', trialEndDate: on(8, 15), nextChargeDate: null});
    expect(next(trial, on(7, 9))).toEqual({at: on(8, 15), from: 'plan'});
    expect(next({...trial, status: 'ACTIVE'}, on(8, 20))).toEqual({at: on(9, 15), from: 'plan'});
  });

  it('is none that anybody knows of otherwise', () => {
    for (const status of ['PAUSED', 'CANCELLED', 'COMPLETED']) {
      expect(next(standsAfter(3, {status}), on(9, 5)), status).toBeUndefined();
    }
    for (const status of ['INCOMPLETE', 'REQUIRES_ACTION', 'PAST_DUE', 'ON_HOLD']) {
      expect(next(standsAfter(3, {status, nextChargeDate: null}), on(9, 5)), status).toBeUndefined();
    }
    const silent = standsAfter(3, {nextChargeDate: null});
    expect(nextChargeOf({subscription: silent, plan: undefined, now: epochOf(on(9, 5))})).toBeUndefined();
    expect(next(silent, on(9, 5), planWith({interval: 'FORTNIGHTLY'}))).toBeUndefined();
    expect(next(silent, on(9, 5), planWith({billingLimit: 3}))).toBeUndefined();
    expect(next(silent, on(9, 5), planWith({billingLimit: 4}))).toEqual({at: on(10), from: 'plan'});
    for (const cancelAt of [on(9, 20), on(10)]) expect(next({...silent, cancelAt}, on(9, 5))).toBeUndefined();
    expect(next({...silent, cancelAt: on(10, 2)}, on(9, 5))).toEqual({at: on(10), from: 'plan'});
  });
});

describe('the words for drift', () => {
  const samples: readonly Deviation[] = [
    {kind: 'duplicated', cycle: 2, references: ['SUB-2', 'SUB-2b']},
    missed(4, 4, on(10)),
    missed(4, 4, null),
    missed(4, 6, on(10)),
    missed(4, 6, null),
    {kind: 'failed', cycle: 3, attempt: 1, reference: 'SUB-3', retry: 'due', nextRetryAt: on(9, 4)},
    {kind: 'failed', cycle: 3, attempt: 1, reference: 'SUB-3', retry: 'overdue', nextRetryAt: on(9, 4)},
    {kind: 'failed', cycle: 3, attempt: 4, reference: null, retry: 'none', nextRetryAt: null},
    {kind: 'past-due'},
    {kind: 'waiting'},
    {kind: 'card-expiring'},
    {kind: 'paused', since: on(9), resumesAt: on(12)},
    {kind: 'paused', since: null, resumesAt: null},
    {kind: 'ended', why: 'cancelled', at: on(9)},
    {kind: 'ended', why: 'completed', at: null},
    {kind: 'ended', why: 'limit', at: on(9)},
    {kind: 'unknown-plan'},
    {kind: 'unknown-status', status: 'ON_HOLD'},
    {kind: 'unknown-charges'},
  ];

  it.each(['en', 'fr'] as const)('fit the column and leave no blank, in %s', language => {
    for (const sample of samples) {
      expect(deviationColumn([sample], language)).toMatch(/^[!–?] \p{L}/u);
      expect(widthOf(deviationColumn([sample], language)), deviationColumn([sample], language)).toBeLessThanOrEqual(16);
      for (const sentence of deviationSentences([sample], language, 'UTC'))
        expect(sentence).not.toMatch(/\?(?!$)|[{}]|null/);
    }
    expect(new Set(deviationSentences(samples, language, 'UTC')).size).toBe(samples.length);
    expect(widthOf(deviationColumn([], language))).toBeLessThanOrEqual(16);
    const many = [missed(2, 90_000, on(8))];
    expect(widthOf(deviationColumn(many, language))).toBeLessThanOrEqual(16);
    const twice = Array.from({length: 2000}, (_, cycle): Deviation => ({kind: 'duplicated', cycle, references: []}));
    expect(widthOf(deviationColumn(twice, language))).toBeLessThanOrEqual(16);
  });

  it('say how many cycles there are of the most pressing kind', () => {
    expect(deviationColumn([], 'en')).toBe('✓ as planned');
    expect(deviationColumn([{kind: 'waiting'}, {kind: 'unknown-charges'}], 'en')).toBe('? charge waits');
    expect(deviationColumn([missed(2, 2, on(8)), missed(4, 6, on(10)), {kind: 'past-due'}], 'en')).toBe('! missed 4');
    expect(deviationColumn([missed(2, 90_000, on(8))], 'fr')).toBe('! manqué 999+');
  });

  it('say what it means for the money', () => {
    expect(deviationSentences([missed(4, 6, on(10)), ...samples.slice(0, 1)], 'en', 'UTC')).toEqual([
      'Charges 4 to 6, due from 2026-10-01, are missing: 3 were not paid. Check the charges again. If they are still missing, contact the provider before you charge another way.',
      'Charge 2 was paid 2 times (SUB-2, SUB-2b): the customer paid too much. Check each reference with the provider, then refund all but one.',
    ]);
    expect(deviationSentences([], 'fr', 'UTC')).toEqual(['Tous les prélèvements ont eu lieu comme prévu.']);
  });

  it('never let the service’s word move the cursor', () => {
    const [sentence] = deviationSentences([{kind: 'unknown-status', status: 'A\u001B[2JB\n'}], 'en', 'UTC');
    expect(sentence).toContain('state A B is not known here');
  });
});
