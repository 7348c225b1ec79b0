import {describe, expect, it} from 'vitest';
import {type SubscriptionRow, subscriptionOf} from '../../../src/core/endpoints/subscription/subscriptions.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {decideSubscription, enrolmentAsked, type SubscriptionCommand} from '../../../src/core/subscription/decide.js';
import type {Enrolment} from '../../../src/core/subscription/enrolment.js';
import {searchEnrolment} from '../../../src/core/subscription/registry.js';
import {cardOf} from '../card/plain-card.js';
import {codeOf, given, stateAfter, typesOf} from '../deciding.js';
import {noAnswer, notSent} from '../payment/payment-samples.js';
import {planWith} from './deviation-samples.js';
import {journalOf, reference, requested, type Told} from './enrolment-samples.js';
import {customerEmail, type Members, no, subscriptionRecordOf, yes} from './subscription-samples.js';

const amina = customerEmail;
const plan = planWith({trialPeriodDays: 0});
const card = cardOf({
  number: '4084084084084081',
  expiryMonth: '12',
  expiryYear: '30',
  securityCode: '408',
  holder: 'AMINA W',
});
const sent: Told = ['enrolment-sent', {enrolment: reference}];
const answeredBy = (answer: typeof noAnswer): Told => ['enrolment-answered', {enrolment: reference, answer}];
const lost = [requested(), sent, answeredBy(noAnswer)];
const seen = (more: Members = {}, isOwn = false): Told => [
  'subscription-seen',
  {subscription: subscriptionOf(subscriptionRecordOf(more)) as never, planCode: plan.planCode, isOwn},
];

const decide = (told: readonly Told[], command: SubscriptionCommand): readonly {readonly type: string}[] =>
  decideSubscription(stateAfter(...(journalOf(told) as readonly StoredEvent[])), command, given());

const enrolmentIn = (told: readonly Told[]): Enrolment => {
  const enrolment = stateAfter(...journalOf(told)).registry.enrolments.get(reference);
  if (enrolment === undefined) throw new Error('the enrolment is not in the state');
  return enrolment;
};

describe('what is asked for with an enrolment', () => {
  const order = {customerEmail: amina, plan, country: 'KE'} as const;

  it.each<[string, object, object, string | undefined, string | undefined]>([
    ['is whole', {}, {}, undefined, undefined],
    ['names its customer', {customerEmail: 'amina'}, {}, undefined, 'email-invalid'],
    ['names who holds the card', {}, {holder: ' '}, undefined, 'card-holder-missing'],
    [
      'is in a currency that the till can count',
      {plan: planWith({currency: 'JPY'})},
      {},
      undefined,
      'plan-not-chargeable',
    ],
    [
      'is of an interval that the service knows',
      {plan: planWith({planCode: '', interval: 'SOON'})},
      {},
      undefined,
      'interval-unknown',
    ],
    ['is of such an interval', {plan: planWith({planCode: ''})}, {}, undefined, undefined],
    ['may be of a plan that was made with another', {plan: planWith({interval: 'SOON'})}, {}, undefined, undefined],
    ['is for a reason, where there is to be one', {}, {}, ' ', 'reason-missing'],
  ])('%s', (_name, more, ofCard, again, code) => {
    const asked = codeOf(() => enrolmentAsked({...order, ...more}, {...card, ...ofCard}, again));
    const {planCode} = {...order, ...more}.plan;
    if (code === undefined) expect(asked).toMatchObject({customerEmail: amina, planCode, country: 'KE'});
    else expect(asked).toBe(code);
  });

  it.each<[string, readonly Told[], string | undefined, string | readonly string[]]>([
    ['is begun where nothing is known of the customer', [], undefined, ['enrolment-requested']],
    ['is not begun while one is decided', [requested()], 'x', 'enrolment-unclear'],
    ['is not begun while one is sent', [requested(), sent], 'x', 'enrolment-unclear'],
    ['is not begun while nobody knows what became of one', lost, 'x', 'enrolment-unclear'],
    [
      'is begun after one that was not made',
      [requested(), sent, answeredBy(notSent)],
      undefined,
      ['enrolment-requested'],
    ],
    ['is not begun for one who has a subscription', [seen()], undefined, 'customer-enrolled'],
    ['is begun for him, for a reason', [seen()], 'a second one', ['enrolment-requested']],
    ['is begun for one whose subscription is over', [seen({status: 'CANCELLED'})], undefined, ['enrolment-requested']],
  ])('%s', (_name, told, again, decided) => {
    const asked = enrolmentAsked(order, card, again);
    expect(typesOf(() => decide(told, {type: 'enrol', asked}))).toEqual(decided);
  });

  it('names the subscriptions that were there before, however the address was typed', () => {
    const asked = enrolmentAsked(order, card, 'another');
    const told = [seen({customerEmail: 'AMINA@example.com'}), seen({id: 18, customerEmail: 'b@example.com'})];
    expect(decide(told, {type: 'enrol', asked})).toMatchObject([{data: {before: [17], again: 'another'}}]);
  });
});

const rowOf = (more: Members = {}): SubscriptionRow => ({
  subscription: subscriptionOf(subscriptionRecordOf({createdAt: '2026-11-20T11:00:02', ...more})) as never,
  plan: planWith(),
});

describe('in the service’s list an enrolment', () => {
  const duplicate = [requested(), sent, answeredBy(no(409, 'Customer already has an active subscription') as never)];
  const search = (told: readonly Told[], rows: readonly SubscriptionRow[] | undefined) => {
    const found = searchEnrolment(enrolmentIn(told), rows);
    return typeof found === 'string' ? found : found.row.subscription.id;
  };

  it('of the sample is called a duplicate', () => expect(enrolmentIn(duplicate).proof?.kind).toBe('duplicate'));

  it.each<[string, readonly Told[], readonly SubscriptionRow[] | undefined, string | number]>([
    ['is the customer’s new one', lost, [rowOf()], 17],
    ['is found by an address typed otherwise', lost, [rowOf({customerEmail: 'AMINA@EXAMPLE.COM'})], 17],
    ['is found where nobody says when it was made', lost, [rowOf({createdAt: null})], 17],
    ['is found where nobody says of which plan it is', lost, [{subscription: rowOf().subscription}], 17],
    ['is found where it made its own plan', [requested({planCode: ''}), sent, answeredBy(noAnswer)], [rowOf()], 17],
    ['is found where the time of making cannot be read', lost, [rowOf({createdAt: 'soon'})], 17],
    ['is not another customer’s', lost, [rowOf({customerEmail: 'b@example.com'})], 'not-listed'],
    [
      'is not one that was known before',
      [requested({before: [17]}), sent, answeredBy(noAnswer)],
      [rowOf()],
      'not-listed',
    ],
    ['is not one of another plan', lost, [{...rowOf(), plan: planWith({planCode: 'PLAN-2'})}], 'not-listed'],
    ['is not one made long before', lost, [rowOf({createdAt: '2026-11-19T11:00:00'})], 'not-listed'],
    ['cannot be told from a second one', lost, [rowOf(), rowOf({id: 18})], 'several'],
    ['cannot be looked for where there is no list', lost, undefined, 'not-offered'],
    ['called a duplicate may be its own', duplicate, [rowOf()], 'doubtful'],
    [
      'called a duplicate was not made where another explains it',
      duplicate,
      [{...rowOf(), plan: planWith({planCode: 'PLAN-2'})}],
      'not-made',
    ],
    [
      'called a duplicate was not made where one of several explains it',
      duplicate,
      [rowOf({customerEmail: 'b@example.com'}), {...rowOf({id: 18}), plan: planWith({planCode: 'PLAN-2'})}],
      'not-made',
    ],
    [
      'called a duplicate is explained by no other customer’s',
      duplicate,
      [rowOf({customerEmail: 'b@example.com'})],
      'not-listed',
    ],
    [
      'called a duplicate is explained by none that is over',
      duplicate,
      [{...rowOf({status: 'CANCELLED'}), plan: planWith({planCode: 'PLAN-2'})}],
      'not-listed',
    ],
    ['called a duplicate cannot be looked for either where there is no list', duplicate, undefined, 'not-offered'],
  ])('%s', (_name, told, rows, found) => expect(search(told, rows)).toBe(found));

  it('that is found charges once, and not once a person has said what became of it', () => {
    const find = (told: readonly Told[]) => decide(told, {type: 'find', enrolment: enrolmentIn(lost), row: rowOf()});
    expect(find(lost)).toMatchObject([
      {type: 'enrolment-resolved', data: {as: 'made', by: 'list', subscription: 17}},
      {type: 'requested', data: {reference, cycle: 1, transactionReference: 'SUB-8F3A-1', charge: null}},
    ]);
    const [, charge] = decideSubscription(
      stateAfter(...(journalOf(lost) as readonly StoredEvent[])),
      {type: 'find', enrolment: enrolmentIn(lost), row: rowOf()},
      given({}, {customerLanguage: 'sw'}),
    );
    expect(charge).toMatchObject({data: {country: 'KE', customerLanguage: 'sw'}});
    const data = {enrolment: reference, as: 'not-made', by: 'person', subscription: null, reason: 'x'} as const;
    expect(find([...lost, ['enrolment-resolved', data]])).toEqual([]);
  });

  it('that has a trial charges nothing yet, nor does one that costs nothing', () => {
    const find = (more: Parameters<typeof requested>[0]) => {
      const told = [requested(more), sent, answeredBy(noAnswer)];
      return typesOf(() => decide(told, {type: 'find', enrolment: enrolmentIn(told), row: rowOf()}));
    };
    const challenge = {threeDsUrl: 'https://bank.example/c', formData: 'eyJ'};
    const asked = [requested({trialPeriodDays: 3}), sent];
    const answer = yes({...challenge, subscription: subscriptionRecordOf()}) as never;
    const hear = decide(asked, {type: 'answer', enrolment: enrolmentIn(asked), answer});
    expect(hear).toMatchObject([{type: 'enrolment-answered'}, {type: 'requested', data: {challenge: {creq: 'eyJ'}}}]);
    expect([find({trialPeriodDays: 3}), find({amount: {currency: 'USD', minor: 0}})]).toEqual([
      ['enrolment-resolved'],
      ['enrolment-resolved'],
    ]);
  });
});

describe('what the service answers to an enrolment', () => {
  const sentOff = [requested(), sent];
  const made = (more: Members = {}) => yes({...subscriptionRecordOf(more), subscription: subscriptionRecordOf(more)});
  const hear = (told: readonly Told[], answer: typeof noAnswer) =>
    typesOf(() => decide(told, {type: 'answer', enrolment: enrolmentIn(sentOff), answer}));

  it('is written down, with the payment that it charged', () => {
    expect(hear(sentOff, noAnswer)).toEqual(['enrolment-answered']);
    expect(hear(sentOff, made() as never)).toEqual(['enrolment-answered', 'requested']);
    expect(hear(sentOff, made({enrollmentTxnReference: null}) as never)).toEqual(['enrolment-answered']);
  });

  it('charges nothing that is written down already', () => {
    const find = {type: 'find', enrolment: enrolmentIn(lost), row: rowOf()} as const;
    const state = stateAfter(...(journalOf(lost) as readonly StoredEvent[]));
    const charge = decideSubscription(state, find, given()).at(-1);
    if (charge?.type !== 'requested') throw new Error('nothing was charged');
    const charged: readonly Told[] = [...sentOff, ['requested', charge.data]];
    expect(hear(charged, made() as never)).toEqual(['enrolment-answered']);
    const said = {type: 'resolve', reference, as: 'made', subscription: 17, person: 'Amina', reason: 'seen'} as const;
    const known = stateAfter(...(journalOf([...lost, seen()]) as readonly StoredEvent[]));
    const beside = [stateAfter(...(journalOf(charged) as readonly StoredEvent[]))];
    for (const [command, before] of [
      [find, state],
      [said, known],
    ] as const) {
      expect(typesOf(() => decideSubscription(before, command, given()))).toEqual(['enrolment-resolved', 'requested']);
      expect(typesOf(() => decideSubscription(before, {...command, beside}, given()))).toEqual(['enrolment-resolved']);
    }
  });
});

describe('what a person says of an enrolment', () => {
  const said = {type: 'resolve', reference, as: 'made', person: 'Amina', reason: 'seen in the portal'} as const;

  it.each<[string, readonly Told[], object, string | readonly string[]]>([
    ['that it was made', lost, {}, ['enrolment-resolved']],
    ['that it was not', lost, {as: 'not-made'}, ['enrolment-resolved']],
    ['which one it made', [...lost, seen()], {subscription: 17}, ['enrolment-resolved', 'requested']],
    ['that one that is known was not', [...lost, seen()], {as: 'not-made', subscription: 17}, ['enrolment-resolved']],
    ['that it made one nobody knows', lost, {subscription: 99}, ['enrolment-resolved']],
    [
      'that it made another customer’s',
      [...lost, seen({customerEmail: 'b@example.com'})],
      {subscription: 17},
      'enrolment-of-another',
    ],
    ['of one whose end is known', [requested(), sent, answeredBy(notSent)], {}, 'enrolment-unknown'],
    ['of one that nobody knows', [], {}, 'enrolment-unknown'],
    ['without a name', lost, {person: ''}, 'person-missing'],
    ['without a reason', lost, {reason: ' '}, 'reason-missing'],
  ])('%s', (_name, told, more, decided) => expect(typesOf(() => decide(told, {...said, ...more}))).toEqual(decided));
});

describe('what is read of the service', () => {
  it('is written down where it is news', () => {
    const note = (told: readonly Told[], isOwn: boolean) =>
      typesOf(() => decide(told, {type: 'note-subscriptions', rows: [rowOf()], isOwn}));
    const known: readonly Told[] = [['plan-seen', {plan: planWith()}], seen({createdAt: '2026-11-20T11:00:02'})];
    expect([
      note([], false),
      note(known, false),
      note(known, true),
      note([...known, seen({status: 'PAUSED'})], false),
      note([...known, ['subscription-seen', {subscription: {id: 17}, planCode: 'PLAN-2', isOwn: false}]], false),
    ]).toEqual([['plan-seen', 'subscription-seen'], [], ...Array.from({length: 3}, () => ['subscription-seen'])]);
    const plans = [planWith(), planWith({planCode: 'PLAN-2'})];
    expect(decide(known, {type: 'note-plans', plans})).toEqual([{type: 'plan-seen', data: {plan: plans[1]}}]);
    const read = {rows: [], isWhole: true};
    expect(typesOf(() => decide(known, {type: 'learn-charges', id: 17, read, isFirst: true}))).toEqual([
      'charges-seen',
    ]);
  });

  it('of a number alone is whose it is', () => {
    const note = (told: readonly Told[], isOwn: boolean) =>
      typesOf(() => decide(told, {type: 'note-number', id: 17, isOwn}));
    expect([note([], false), note([seen()], false), note([seen()], true), note([seen({}, true)], true)]).toEqual([
      ['subscription-seen'],
      [],
      ['subscription-seen'],
      [],
    ]);
  });

  it('is changed for a reason, where it is cancelled', () => {
    const change = (of: 'cancel' | 'pause', reason: string) =>
      typesOf(() => decide([], {type: 'change', id: 17, change: of, reason}));
    expect([
      change('cancel', ' '),
      change('cancel', 'moved'),
      change('pause', ''),
      change('pause', '4111111111111111'),
    ]).toEqual(['reason-missing', ['subscription-change-sent'], ['subscription-change-sent'], 'text-has-card']);
  });
});
