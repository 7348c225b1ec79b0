import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Plan, planOf} from '../../../src/core/endpoints/subscription/plans.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {
  evolveRegistry,
  findSubscriptions,
  openEnrolmentOf,
  openEnrolments,
  type Registry,
  registryFrom,
  type StoredRegistry,
  standingSubscriptionOf,
  storedRegistry,
} from '../../../src/core/subscription/registry.js';
import type {SubscriptionSeen} from '../../../src/core/subscription/schema.js';
import {forAll} from '../../hostile/runs.js';
import {noAnswer, notSent} from '../payment/payment-samples.js';
import {journalOf, requested, type Told} from './enrolment-samples.js';
import {no, planRecordOf, subscriptionRecordOf, yes} from './subscription-samples.js';

const plan = (more = {}) => planOf(planRecordOf(more)) as Plan;
const seen = (subscription: SubscriptionSeen, planCode: string | null = null, isOwn = false): Told => [
  'subscription-seen',
  {subscription, planCode, isOwn},
];
const charges = (id: number, count: number, settledThrough: number): Told => [
  'charges-seen',
  {
    subscription: id,
    charges: Array.from({length: count}, (_, index) => ({
      id: index + 1,
      cycleNumber: index + 1,
      attemptNumber: 1,
      status: 'SUCCESS',
      chargedAt: '2026-07-01T10:20:00',
      nextRetryAt: null,
      isRetriable: null,
      transactionReference: `SUB-${id}-${index + 1}`,
    })),
    completeFrom: 1,
    settledThrough,
    taken: [],
  },
];
const sendChange = (id: number, change: 'cancel' | 'pause' = 'cancel'): Told => [
  'subscription-change-sent',
  {subscription: id, change, reason: 'moved away', resumeAt: null},
];
const answerChange = (id: number, answer: Answer, change: 'cancel' | 'pause' = 'cancel'): Told => [
  'subscription-change-answered',
  {subscription: id, change, answer},
];
const renewal = (id: number, reference: string, cycle: number): Told => [
  'requested',
  {
    reference,
    sale: reference,
    amount: {currency: 'USD', minor: 1250},
    country: 'KE',
    description: '',
    businessDate: '2026-11-20',
    again: null,
    method: 'subscription',
    subscription: id,
    cycle,
    customerEmail: 'amina@example.com',
    transactionReference: `SUB-${id}-${cycle}`,
    card: null,
    challenge: null,
    charge: {status: 'SUCCESS', chargedAt: null, fee: null},
  } satisfies EventData<'requested'>,
];

function fold(events: readonly StoredEvent[], registry: Registry = registryFrom()): Registry {
  for (const event of events) evolveRegistry(registry, event);
  return registry;
}
const told = (...some: readonly Told[]) => fold(journalOf(some));
const knownOf = (registry: Registry, id: number) => registry.subscriptions.get(id);

/** A registry as a sidecar file gives it back. */
const restored = (kept: StoredRegistry) => registryFrom(JSON.parse(JSON.stringify(kept)) as StoredRegistry);

/** What is kept of it, whatever its order. */
function contentOf(registry: Registry, now: number) {
  const {plans, subscriptions, enrolments} = storedRegistry(registry, now);
  return {
    plans: plans.toSorted((a, b) => a.planCode.localeCompare(b.planCode)),
    subscriptions: subscriptions.toSorted((a, b) => a.subscription.id - b.subscription.id),
    enrolments: enrolments.toSorted((a, b) => a.reference.localeCompare(b.reference)),
  };
}

/** One enrolment from its decision to some end, or to none. */
function enrolmentStory(
  number: number,
  email: string,
  steps: number,
  answer: Answer,
  isMade: boolean,
): readonly Told[] {
  const enrolment = `T7K0MZ4K${String(number).padStart(7, '0')}`;
  const whole: readonly Told[] = [
    requested({enrolment, customerEmail: email}),
    ['enrolment-sent', {enrolment}],
    ['enrolment-answered', {enrolment, answer}],
    ...(answer === noAnswer
      ? ([
          [
            'enrolment-resolved',
            {enrolment, as: isMade ? 'made' : 'not-made', by: 'person', subscription: isMade ? 17 : null, reason: 'x'},
          ],
        ] satisfies Told[])
      : []),
  ];
  return whole.slice(0, steps);
}

const emails = ['amina@example.com', 'Otieno@example.com', 'wanjiru@example.com'] as const;
const ids = fc.integer({min: 1, max: 4});
const answers = fc.constantFrom<Answer>(
  noAnswer,
  notSent,
  no(409, 'Customer already has an active subscription'),
  yes({subscription: subscriptionRecordOf({customerEmail: emails[0]})}),
);
const enrolmentStories = fc
  .array(fc.tuple(fc.constantFrom(...emails), fc.integer({min: 1, max: 4}), answers, fc.boolean()), {maxLength: 4})
  .map(list => list.map((parts, index) => enrolmentStory(index, ...parts)));
const changeAnswers = (id: number) =>
  fc.constantFrom<Answer>(noAnswer, no(400, 'Subscription not found'), yes({id, status: 'CANCELLED'}));
const otherStories = fc.array(
  fc.oneof(
    fc
      .tuple(fc.constantFrom('PLAN-A', 'PLAN-B'), fc.constantFrom('Gym', 'Box'))
      .map(([planCode, name]): Told[] => [['plan-seen', {plan: plan({planCode, name})}]]),
    fc
      .tuple(ids, fc.constantFrom('ACTIVE', 'PAUSED'), fc.constantFrom('PLAN-A', null), fc.boolean())
      .map(([id, status, planCode, isOwn]): Told[] => [seen({id, status}, planCode, isOwn)]),
    fc.tuple(ids, fc.nat({max: 3})).map(([id, count]): Told[] => [charges(id, count, count)]),
    fc.tuple(ids, fc.nat({max: 9})).map(([id, cycle]): Told[] => [renewal(id, `T7K0MZ4L000000${id}`, cycle)]),
    ids
      .chain(id => fc.tuple(fc.constant(id), changeAnswers(id)))
      .map(([id, answer]): Told[] => [sendChange(id), answerChange(id, answer)]),
  ),
  {maxLength: 12},
);

/** Stories told in turns, each in its own order. */
function interleaved(stories: readonly (readonly Told[])[], turns: readonly number[]): readonly Told[] {
  const left = stories.map(story => [...story]);
  const inTurns = turns.flatMap(turn => left[turn % Math.max(1, left.length)]?.splice(0, 1) ?? []);
  return [...inTurns, ...left.flat()];
}

describe('what is kept of the registry', () => {
  it('makes with what follows what all of the journal makes, wherever it is cut', () =>
    forAll(
      enrolmentStories,
      otherStories,
      fc.array(fc.nat({max: 30}), {maxLength: 30}),
      fc.nat({max: 40}),
      (enrolments, others, turns, at) => {
        const events = journalOf(interleaved([...enrolments, ...others], turns));
        const cut = Math.min(at, events.length);
        const now = Date.parse(events.at(-1)?.at ?? '2026-11-20T11:00:00Z');
        const before = storedRegistry(fold(events.slice(0, cut)), now);
        const after = fold(events.slice(cut), restored(before));
        expect(contentOf(after, now)).toEqual(contentOf(fold(events), now));
      },
    ));

  it('hears the answer about an enrolment that a person has resolved meanwhile, for a day', () => {
    const enrolment = 'T7K0MZ4K8Q2RDWX';
    const resolved = {as: 'not-made', by: 'person', subscription: null, reason: 'x'} as const;
    const registry = told(
      requested({enrolment}),
      ['enrolment-sent', {enrolment}],
      ['enrolment-resolved', {enrolment, ...resolved}],
    );
    const now = registry.enrolments.get(enrolment)?.sentAt ?? 0;
    const keptAt = (at: number) => storedRegistry(registry, at).enrolments.map(({reference}) => reference);
    expect([keptAt(now + 60_000), keptAt(now + 86_400_000)]).toEqual([[enrolment], []]);
    const answer = yes({subscription: subscriptionRecordOf({})});
    const after = fold(
      journalOf([['enrolment-answered', {enrolment, answer}]]),
      restored(storedRegistry(registry, now)),
    );
    expect(after.enrolments.get(enrolment)?.status).toBe('made');
  });

  it('leaves out enrolments that have ended, and what ended a year ago', () => {
    const registry = told(
      requested(),
      ['enrolment-never-left', {enrolment: 'T7K0MZ4K8Q2RDWX'}],
      seen({id: 1, status: 'CANCELLED'}),
      seen({id: 2, status: 'ACTIVE'}),
    );
    const seenAt = knownOf(registry, 1)?.seenAt ?? 0;
    const year = 366 * 24 * 60 * 60_000;
    const idsAt = (now: number) => storedRegistry(registry, now).subscriptions.map(({subscription}) => subscription.id);
    expect(storedRegistry(registry, seenAt).enrolments).toEqual([]);
    const withPlan = told(['plan-seen', {plan: plan()}]);
    expect(storedRegistry(withPlan, seenAt).plans).toEqual([plan()]);
    expect([idsAt(seenAt), idsAt(seenAt + year)]).toEqual([[1, 2], [2]]);
  });
});

describe('a subscription in the registry', () => {
  it('keeps what is not told anew, and stays the till’s own', () => {
    const registry = told(
      seen({id: 1, status: 'ACTIVE', firstName: 'Amina'}, 'PLAN-A', true),
      seen({id: 1, status: 'PAUSED'}),
    );
    expect(knownOf(registry, 1)).toMatchObject({
      subscription: {status: 'PAUSED', firstName: 'Amina'},
      planCode: 'PLAN-A',
      isOwn: true,
    });
  });

  it('knows when its charges were asked for, and which of them are payments', () => {
    const registry = told(
      seen({id: 1}, null, true),
      renewal(1, 'T7K0MZ4L0000001', 2),
      renewal(1, 'T7K0MZ4L0000002', 3),
    );
    expect(knownOf(registry, 1)).toMatchObject({taken: ['SUB-1-2', 'SUB-1-3'], chargesAt: null, completeFrom: null});
    const [event] = journalOf([charges(1, 3, 3)]);
    const later = fold(event === undefined ? [] : [event], registry);
    expect(knownOf(later, 1)).toMatchObject({taken: [], chargesAt: Date.parse(event?.at ?? ''), settledThrough: 3});
  });

  it('waits for the end of a change that was sent', () => {
    const registry = told(seen({id: 1, status: 'ACTIVE'}), sendChange(1), answerChange(1, noAnswer));
    expect(knownOf(registry, 1)).toMatchObject({unclear: 'cancel', subscription: {status: 'ACTIVE'}});
    const again = told(
      seen({id: 1, status: 'ACTIVE'}),
      sendChange(1),
      answerChange(1, yes({id: 1, status: 'CANCELLED'})),
    );
    expect(knownOf(again, 1)).toMatchObject({unclear: null, subscription: {status: 'CANCELLED'}});
  });

  it('of a mistyped number is none once the service has said no', () => {
    const refused = no(404, 'Subscription not found');
    expect(told(sendChange(99), answerChange(99, refused)).subscriptions.size).toBe(0);
    expect(told(sendChange(99), answerChange(99, noAnswer)).subscriptions.size).toBe(1);
    for (const known of [seen({id: 99}, null, true), charges(99, 1, 1)])
      expect(told(known, sendChange(99), answerChange(99, refused)).subscriptions.size).toBe(1);
    expect(
      knownOf(told(seen({id: 1, status: 'ACTIVE'}), sendChange(1), answerChange(1, refused)), 1)?.unclear,
    ).toBeNull();
  });

  it('that was known before its enrolment was made begins anew, unless it was the till’s own', () => {
    const made: readonly Told[] = [
      requested(),
      ['enrolment-answered', {enrolment: 'T7K0MZ4K8Q2RDWX', answer: yes({subscription: subscriptionRecordOf()})}],
    ];
    const read = charges(17, 2, 2);
    expect(knownOf(told(read, ...made), 17)).toMatchObject({charges: [], settledThrough: 0, completeFrom: 1});
    expect(knownOf(told(seen({id: 17}, null, true), read, ...made), 17)).toMatchObject({
      charges: {length: 2},
      settledThrough: 2,
      subscription: {customerEmail: 'amina@example.com'},
    });
    expect(knownOf(told(seen({id: 17}, null, true), ...made), 17)).toMatchObject({completeFrom: 1});
    const lost = {enrolment: 'T7K0MZ4K8Q2RDWX', as: 'not-made', by: 'person', subscription: 17, reason: 'x'} as const;
    expect(told(requested(), ['enrolment-resolved', lost]).subscriptions.size).toBe(0);
    const found = {...lost, as: 'made'} as const;
    expect(knownOf(told(requested(), ['enrolment-resolved', found]), 17)?.subscription).toEqual({
      id: 17,
      customerEmail: 'amina@example.com',
    });
    expect(told(['enrolment-resolved', found]).subscriptions.size).toBe(0);
  });

  it('begins with an enrolment that was made, without a charge that the till could have missed', () => {
    const registry = told(
      requested(),
      ['enrolment-sent', {enrolment: 'T7K0MZ4K8Q2RDWX'}],
      ['enrolment-answered', {enrolment: 'T7K0MZ4K8Q2RDWX', answer: yes({subscription: subscriptionRecordOf()})}],
    );
    expect(knownOf(registry, 17)).toMatchObject({
      isOwn: true,
      completeFrom: 1,
      chargesAt: null,
      planCode: 'PLAN-XY99ZZ00',
      subscription: {status: subscriptionRecordOf()['status']},
    });
  });
});

describe('looking for', () => {
  const registry = told(
    ['plan-seen', {plan: plan({planCode: 'PLAN-A', name: 'Morning gym'})}],
    seen({id: 7, customerEmail: 'amina@example.com', firstName: 'Amina', status: 'ACTIVE'}, 'PLAN-A'),
    seen({id: 12, customerEmail: 'otieno@example.com', status: 'PAUSED'}, 'PLAN-B'),
    seen({id: 70}),
  );
  it.each([
    ['', [70, 12, 7]],
    ['7', [70, 7]],
    [' AMINA', [7]],
    ['otieno@', [12]],
    ['morning', [7]],
    ['plan-b', [12]],
    ['paus', [12]],
    ['nobody', []],
  ])('a subscription by “%s”', (text, found) =>
    expect(findSubscriptions(registry, text).map(({subscription}) => subscription.id)).toEqual(found),
  );

  it.each<[string, number | undefined]>([
    [' Amina@EXAMPLE.com', 7],
    ['otieno@example.com', 12],
    ['nobody@example.com', undefined],
    ['', undefined],
  ])('the subscription that “%s” has', (email, found) =>
    expect(standingSubscriptionOf(registry, email)?.subscription.id).toBe(found),
  );

  it('open enrolments, the oldest first', () => {
    const [later, earlier] = journalOf([
      requested({enrolment: 'T7K0MZ4K0000002'}),
      requested({enrolment: 'T7K0MZ4K0000001'}),
    ]) as [StoredEvent, StoredEvent];
    const open = fold([{...later, at: '2026-11-21T00:00:00Z'}, earlier]);
    expect(openEnrolments(open).map(each => each.reference)).toEqual(['T7K0MZ4K0000001', 'T7K0MZ4K0000002']);
  });

  it('the open enrolment of a customer, however the address is written', () => {
    const open = told(
      requested({enrolment: 'T7K0MZ4K0000001', customerEmail: 'otieno@example.com'}),
      requested({enrolment: 'T7K0MZ4K0000002'}),
      ['enrolment-never-left', {enrolment: 'T7K0MZ4K0000001'}],
      requested({enrolment: 'T7K0MZ4K0000003', customerEmail: 'wanjiru@example.com'}),
    );
    expect(openEnrolmentOf(open, ' Amina@EXAMPLE.com')?.reference).toBe('T7K0MZ4K0000002');
    expect(openEnrolmentOf(open, 'otieno@example.com')).toBeUndefined();
    expect(openEnrolments(open).map(({reference}) => reference)).toEqual(['T7K0MZ4K0000002', 'T7K0MZ4K0000003']);
  });
});
