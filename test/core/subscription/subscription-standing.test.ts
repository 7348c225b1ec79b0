import {describe, expect, it} from 'vitest';
import {jsonOf} from '../../../src/core/spec/check.js';
import {beginEnrolment} from '../../../src/core/subscription/enrolment.js';
import {statedText, subscriptionSpec, toldSubscription} from '../../../src/core/subscription/json.js';
import {type KnownSubscription, registryFrom} from '../../../src/core/subscription/registry.js';
import {
  chargedFor,
  deviationsOfKnown,
  hasBegun,
  isOfOtherMode,
  mayStillCharge,
  nextChargeOfKnown,
  planOfKnown,
  stillBilled,
  unclearChangeOf,
  wholeSubscription,
} from '../../../src/core/subscription/standing.js';
import {epochOf, on, paid, planWith, subscriptionWith} from './deviation-samples.js';
import {journalOf, reference, requested} from './enrolment-samples.js';

const plan = planWith({trialPeriodDays: 0});
const registry = registryFrom({plans: [plan], subscriptions: [], enrolments: []});
const known = (more: Partial<KnownSubscription> = {}): KnownSubscription => ({
  subscription: subscriptionWith(),
  planCode: plan.planCode,
  isOwn: true,
  seenAt: epochOf(on(9)),
  charges: [1, 2].map(cycle => ({...paid(cycle), id: cycle})),
  completeFrom: 1,
  chargesAt: epochOf(on(8, 20)),
  settledThrough: 2,
  taken: [],
  unclear: null,
  ...more,
});

describe('the drift of a known subscription', () => {
  it('is that of when its charges were asked for, not of today', () => {
    expect(deviationsOfKnown(registry, known(), epochOf(on(11)))).toEqual([]);
    const asked = known({chargesAt: epochOf(on(9, 20))});
    expect(deviationsOfKnown(registry, asked, epochOf(on(11)))).toMatchObject([
      {kind: 'missed', fromCycle: 3, toCycle: 3},
    ]);
  });

  it('is unknown where nobody has asked, whatever is known of its beginning', () => {
    const unasked = known({chargesAt: null, charges: [], completeFrom: 1});
    expect(deviationsOfKnown(registry, unasked, epochOf(on(11)))).toEqual([{kind: 'unknown-charges'}]);
  });

  it('says so of one of which no more than the number is known', () => {
    const bare = known({subscription: {id: 17}, planCode: null, charges: [], chargesAt: null});
    expect(wholeSubscription(bare)).toMatchObject({id: 17, status: '?', customerEmail: '', nextChargeDate: null});
    expect(planOfKnown(registry, bare)).toBeUndefined();
    expect(deviationsOfKnown(registry, bare, 0).map(({kind}) => kind)).toEqual([
      'unknown-plan',
      'unknown-status',
      'unknown-charges',
    ]);
    expect(nextChargeOfKnown(registry, bare, 0)).toBeUndefined();
  });
});

it.each<[string, Partial<KnownSubscription>, boolean]>([
  ['is active', {}, true],
  ['is over', {subscription: subscriptionWith({status: 'CANCELLED', nextChargeDate: null})}, false],
  ['has come to its end', {subscription: subscriptionWith({status: ' completed '})}, false],
  [
    'has started, and whose last charge is given up',
    {...waiting({isRetriable: false, nextRetryAt: null}), subscription: subscriptionWith({nextChargeDate: null})},
    true,
  ],
  ['has not started, and of which no charge was read', waiting(null), true],
  ['has not started, and whose charge can be tried again', waiting({isRetriable: true, nextRetryAt: null}), true],
  [
    'has not started, and whose charge is tried again',
    waiting({isRetriable: false, nextRetryAt: '2026-08-10T09:00'}),
    true,
  ],
  ['has not started, and whose charge nobody calls final', waiting({isRetriable: null, nextRetryAt: null}), true],
  ['has not started, and whose charge is given up', waiting({isRetriable: false, nextRetryAt: null}), false],
  [
    'has not started, and has a date all the same',
    waiting({isRetriable: false, nextRetryAt: null}, '2026-08-10T09:00'),
    true,
  ],
])('a subscription that %s: may be charged still: %s', (_, more, may) => expect(mayStillCharge(known(more))).toBe(may));

function waiting(
  last: {readonly isRetriable: boolean | null; readonly nextRetryAt: string | null} | null,
  nextChargeDate: string | null = null,
): Partial<KnownSubscription> {
  const charges = last === null ? [] : [{...paid(1), id: 1, status: 'FAILED', ...last}];
  return {subscription: subscriptionWith({status: 'INCOMPLETE', nextChargeDate}), charges};
}

it.each([
  ['Live', 'live', false],
  ['LIVE', 'sandbox', true],
  ['Test', 'live', true],
  ['TEST', 'test', false],
  ['TEST', 'sandbox', false],
  ['Pre-live', 'live', true],
  [null, 'live', false],
] as const)('a connection mode of %s differs from the profile %s: %s', (connectionMode, profile, differs) =>
  expect(isOfOtherMode(known({subscription: {id: 1, connectionMode}}), profile)).toBe(differs),
);

it.each([
  ['cancel', 'ACTIVE', 'cancel'],
  ['cancel', 'CANCELLED', null],
  ['pause', 'PAUSED', null],
  ['resume', 'PAUSED', 'resume'],
  ['resume', 'ACTIVE', null],
  ['resume', undefined, 'resume'],
  [null, 'ACTIVE', null],
] as const)('an unclear %s of one that is %s now leaves %s to be known', (unclear, status, left) =>
  expect(unclearChangeOf(known({unclear, subscription: {id: 1, ...(status && {status})}}))).toBe(left),
);

it.each([
  ['12.5', 'USD', '12.50'],
  ['1250', 'USD', '1250.00'],
  ['5000', 'XOF', '5000'],
  ['5000.5', 'XOF', '5000.5'],
  ['0.125', 'USD', '0.125'],
  ['7', 'XTS', '7'],
  ['a lot', 'USD', 'a lot'],
])('the amount %s in %s is written %s', (amount, currency, written) =>
  expect(statedText(amount, currency)).toBe(written),
);

it('has every member of the service’s record in JSON, and what the till knows of it', () => {
  const asJson = jsonOf(subscriptionSpec(), toldSubscription(registry, known(), epochOf(on(8, 21))));
  expect(asJson).toMatchObject({
    ...subscriptionWith(),
    plan: {planCode: plan.planCode, amount: '12.50'},
    own: true,
    chargesAt: '2026-08-20T10:20:00Z',
    unclearChange: null,
    nextCharge: {at: on(9), from: 'plan'},
    drift: [],
  });
  const unread = {chargesAt: null, planCode: null, subscription: subscriptionWith({status: 'CANCELLED'})};
  expect(jsonOf(subscriptionSpec(), toldSubscription(registry, known(unread), epochOf(on(8, 21))))).toMatchObject({
    chargesAt: null,
    plan: null,
    nextCharge: null,
  });
  expect(JSON.parse(JSON.stringify(asJson))).toEqual(asJson);
});

it.each<[string, Partial<KnownSubscription> | undefined, billed: boolean, begun: boolean]>([
  ['nobody has read', undefined, true, true],
  ['is active', {}, true, true],
  ['is over', {subscription: subscriptionWith({status: 'CANCELLED', nextChargeDate: null})}, false, true],
  ['has not started', waiting({isRetriable: true, nextRetryAt: null}), true, false],
  ['has not started, and whose charge is given up', waiting({isRetriable: false, nextRetryAt: null}), false, false],
  ['waits for the bank', {subscription: subscriptionWith({status: 'REQUIRES_ACTION'})}, true, false],
])(
  'a failed payment of a subscription that %s is billed still: %s; that it has begun: %s',
  (_, more, billed, begun) => {
    const all = more === undefined ? [] : [{...known(more), subscription: {...known(more).subscription, id: 17}}];
    const {subscriptions} = registryFrom({plans: [], subscriptions: all, enrolments: []});
    const request = {method: 'subscription', subscription: 17};
    const stands = (status: string, of: object = request) =>
      stillBilled({subscriptions}, {request: of, status} as never);
    expect(stands('failed')).toBe(billed ? 17 : undefined);
    expect([stands('paid'), stands('failed', {method: 'card'})]).toEqual([undefined, undefined]);
    expect(hasBegun({subscriptions}, {subscription: 17} as never)).toBe(begun);
    expect(hasBegun({subscriptions}, {subscription: null} as never)).toBe(true);
  },
);

it('a charge has the name of a plan that the service has just made, and the card that was enrolled', () => {
  const subscription = known({planCode: null});
  const {id} = subscription.subscription;
  const made = registryFrom({plans: [], subscriptions: [subscription], enrolments: []});
  const payment = {reference, request: {method: 'subscription', subscription: id}} as never;
  expect(chargedFor(made, payment, epochOf(on(9)))).toMatchObject({plan: String(id), card: undefined});
  const card = {brand: 'Mastercard', lastFour: '1118'};
  const newPlan = {name: 'Gym monthly', description: '', interval: 'MONTHLY', billingLimit: null} as const;
  const [begun] = journalOf([requested({planCode: '', card, newPlan})]);
  made.enrolments.set(reference, beginEnrolment(begun as Parameters<typeof beginEnrolment>[0]));
  expect(chargedFor(made, payment, epochOf(on(9)))).toMatchObject({plan: 'Gym monthly', card});
});
