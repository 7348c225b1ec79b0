import type {NewPlan} from '../../src/core/endpoints/subscription/plans.js';
import {isEnrolmentOpen} from '../../src/core/subscription/enrolment.js';
import type {Till} from '../../src/till/till.js';
import {cardOf} from '../core/card/plain-card.js';
import type {Act} from './acts.js';
import type {Cashier} from './cashier.js';
import type {Weights} from './chance.js';
import {newCard} from './goods.js';

const monthly = {description: '', currency: 'USD', interval: 'MONTHLY', trialPeriodDays: 0} as const;

/** Of some amounts the sandbox loses the answer, of others it charges a later cycle in vain. */
export const offeredPlans: readonly NewPlan[] = [
  {...monthly, name: 'Gym', amount: '24.5'},
  {...monthly, name: 'Milk', amount: '60', interval: 'DAILY', trialPeriodDays: 2},
  {...monthly, name: 'Bread', amount: '202', interval: 'WEEKLY'},
  {...monthly, name: 'Papers', amount: '230', interval: 'DAILY', billingLimit: 3},
  {...monthly, name: 'Water', amount: '105', interval: 'WEEKLY'},
  {...monthly, name: 'Light', amount: '107', trialPeriodDays: 7},
  {...monthly, name: 'Choir', amount: '110', interval: 'WEEKLY'},
];

/** What may come of a question or of a change that moves no money. */
const unheard = [
  ...['subscription-refused', 'subscription-unclear', 'subscription-unknown', 'call-not-offered'],
  ...['service-unreachable', 'service-busy', 'service-unclear', 'key-refused'],
];

function enrol(cashier: Cashier, till: Till, email: string): void {
  const {chance} = cashier;
  const plan = chance.pick(cashier.plans);
  const card = {...newCard(chance), holder: 'AMINA W'};
  const again = chance.isTrue(0.5) ? {again: 'by mistake'} : {};
  const run = async () => {
    const {finished} = await till.enrol({customerEmail: email, plan, country: 'KE'}, cardOf(card), again);
    await finished;
  };
  cashier.errand(`enrol ${email}`, ['enrol', email.toLowerCase()], run, ['enrolment-unclear', 'customer-enrolled']);
}

function newEmail(cashier: Cashier): string {
  const email = `${cashier.counter.id.toLowerCase()}-${cashier.emails.length}@example.com`;
  cashier.emails.push(email);
  return email;
}

/** An act that is done to an enrolment of which nobody knows the end. */
const toUnclear =
  (act: (cashier: Cashier, till: Till, enrolment: {reference: string; customerEmail: string}) => void): Act =>
  (cashier, till) => {
    const open = [...till.state.registry.enrolments.values()].filter(isEnrolmentOpen);
    const enrolment = cashier.chance.pickAny(open);
    return enrolment !== undefined && act(cashier, till, enrolment);
  };

/** An act that is done to a subscription that the till knows, its own or another's. */
const toKnown =
  (act: (cashier: Cashier, till: Till, id: number) => void): Act =>
  (cashier, till) => {
    const id = cashier.chance.pickAny([...till.state.registry.subscriptions.keys()]);
    return id !== undefined && act(cashier, till, id);
  };

const changing = (change: 'pause' | 'resume' | 'cancel') =>
  toKnown((cashier, till, id) => {
    const run = () => till.changeSubscription(id, {change, reason: 'away'});
    cashier.errand(`${change} ${id}`, ['change', `${id} ${change}`], run, unheard);
  });

function learn(cashier: Cashier, till: Till, id: number): void {
  cashier.perform(`charges of ${id}`, () => till.learnCharges(id), unheard);
}

export const subscriptionActs = {
  enrol: (cashier, till) => enrol(cashier, till, newEmail(cashier)),
  'enrol twice at once': (cashier, till) => {
    const email = newEmail(cashier);
    enrol(cashier, till, email);
    enrol(cashier, till, email);
  },
  'enrol the same customer again': (cashier, till) => {
    const email = cashier.chance.pickAny(cashier.emails);
    return email !== undefined && enrol(cashier, till, cashier.chance.isTrue(0.3) ? email.toUpperCase() : email);
  },
  'look for an unclear enrolment': toUnclear((cashier, till, {reference}) =>
    cashier.perform('look', () => till.lookForEnrolment(reference), ['enrolment-unknown']),
  ),
  /** Who does not know that it is this till's own reads it as another's. */
  'read what an unclear enrolment may have made': toUnclear((cashier, till, {customerEmail}) => {
    const id = cashier.booked(customerEmail);
    const read = async () => {
      await till.refreshSubscriptions();
      if (id !== undefined && till.state.registry.subscriptions.has(id)) await till.learnCharges(id);
    };
    cashier.perform('read it as another’s', read, unheard);
  }),
  'judge an enrolment': toUnclear((cashier, till, {reference, customerEmail}) => {
    const real = cashier.booked(customerEmail);
    const other = cashier.chance.pickAny(cashier.emails.flatMap(email => cashier.booked(email) ?? []));
    const subscription = cashier.chance.pick([real, real, other, undefined]);
    const as = subscription === undefined ? cashier.chance.pick(['made', 'not-made'] as const) : 'made';
    const number = subscription === undefined ? {} : {subscription};
    const run = () => till.resolveEnrolment(reference, {as, person: 'Wanjiru', reason: 'seen', ...number});
    cashier.perform(`judge an enrolment ${as} ${subscription ?? ''}`, run, [
      'enrolment-unknown',
      'enrolment-of-another',
    ]);
  }),
  pause: changing('pause'),
  resume: changing('resume'),
  cancel: changing('cancel'),
  'learn charges': toKnown(learn),
  'learn charges twice at once': toKnown((cashier, till, id) => {
    learn(cashier, till, id);
    learn(cashier, till, id);
  }),
  'read the subscriptions': (cashier, till) =>
    cashier.perform('subscriptions', () => till.refreshSubscriptions(), unheard),
  'read a subscription': toKnown((cashier, till, id) =>
    cashier.perform(`subscription ${id}`, () => till.readSubscription(id), unheard),
  ),
} satisfies Record<string, Act>;

export const usualSubscriptionActs: Weights<keyof typeof subscriptionActs> = {
  enrol: 26,
  'enrol twice at once': 6,
  'enrol the same customer again': 16,
  'look for an unclear enrolment': 9,
  'read what an unclear enrolment may have made': 14,
  'judge an enrolment': 8,
  pause: 3,
  resume: 3,
  cancel: 4,
  'learn charges': 24,
  'learn charges twice at once': 10,
  'read the subscriptions': 8,
  'read a subscription': 3,
};
