import {cardMark} from '../card/schema.js';
import {date} from '../day/schema.js';
import {intervals} from '../endpoints/subscription/plans.js';
import type {SubscriptionPart} from '../endpoints/subscription/subscriptions.js';
import type {EventOf} from '../journal/envelope.js';
import {money} from '../money/schema.js';
import {country, reference} from '../payment/schema.js';
import {answerSpec, type Json} from '../service/answer.js';
import {
  count,
  flag,
  json,
  leaf,
  list,
  named,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Spec,
  type Specified,
  someText,
  text,
  whole,
} from '../spec/spec.js';

/** What the journal keeps of plans and subscriptions: the service's records as they were read, and what was requested of the service. */

const none = 'the service does not say';
const zoneless = (about: string) => orNull(text(`${about}, zoneless, as it came`), none);

export const planSpec = named(
  'plan',
  object(
    {
      planCode: someText('the service’s code of the plan'),
      name: text('its name'),
      description: text('its description'),
      amount: text('decimal text in major units'),
      currency: text('ISO 4217'),
      interval: text('the service’s word, such as `MONTHLY`'),
      intervalCount: whole('intervals in a cycle'),
      trialPeriodDays: whole('days before the first charge'),
      billingLimit: orNull(whole('how many cycles it has'), 'it has no end'),
      status: text('the service’s word'),
      createdAt: zoneless('when it was made'),
      updatedAt: zoneless('when it was changed'),
    },
    'A plan as the service keeps it.',
  ),
);

/** What is known of one subscription; it may be only its id. */
export type SubscriptionSeen = SubscriptionPart & {readonly id: number};

const isServiceValue = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'boolean';
const serviceValue = leaf<string | boolean | null>(
  'text, true or false, or null',
  isServiceValue,
  'what the service says under that name',
);
const subscriptionSpec = named(
  'subscription',
  object(
    {
      id: whole('the service’s number of it'),
      metadata: optional(json<Json>('notes of the shop’s own'), 'the service says nothing of it'),
    },
    'What the service said of a subscription, which may be no more than its number.',
    serviceValue,
  ) as Spec<SubscriptionSeen>,
);

export const chargeSeen = named(
  'charge',
  object(
    {
      id: whole('the service’s number of it'),
      cycleNumber: orNull(whole('1 is the enrolment’s'), none),
      attemptNumber: orNull(whole('of the cycle'), none),
      status: text('the service’s word'),
      chargedAt: zoneless('when it was made'),
      nextRetryAt: zoneless('when it is tried again'),
      isRetriable: orNull(flag('whether it may be tried again'), none),
      transactionReference: orNull(text('under which a status record is asked for'), none),
    },
    'As much of a charge as tells whether billing goes as planned.',
  ),
);
export type ChargeSeen = Specified<ReturnType<typeof chargeSeen>>;

export const changes = ['cancel', 'pause', 'resume'] as const;

const subscription = whole('the service’s number of the subscription');
const change = oneOf(changes, 'what is to become of it');
const enrolment = reference('of the enrolment, and of its payment');
const enrolmentStep = {enrolment};

export const subscriptionMembers = {
  subscription: subscriptionSpec('as it was read'),
  planCode: orNull(text('of its plan'), 'its plan is not known'),
  isOwn: flag('whether this till writes down its renewals: it enrolled it, or a person added it by its number'),
};

export const chargesMembers = {
  charges: list(chargeSeen(), 'the newest, oldest first'),
  completeFrom: orNull(whole('from this cycle on none is missing among them'), 'nothing is known'),
  settledThrough: count(
    'every charge up to this number has ended and is written down, or is older than what this till knows of',
  ),
  taken: list(text(), 'references of later charges that are written down as payments'),
};

export const enrolmentMembers = {
  customerEmail: text('who is enrolled'),
  planCode: text('the plan; empty where the service is to make it'),
  amount: money('what each cycle costs, and what the first one does at once where there is no trial'),
  trialPeriodDays: count('days before the first charge'),
  card: cardMark('all that is known of it afterwards'),
  country,
  businessDate: date('the business day that it is of'),
  before: list(
    whole(),
    'subscriptions of this customer that were known before, so that none of them is taken for the new one',
  ),
  newPlan: optional(
    object({
      name: someText('its name'),
      description: text('its description'),
      interval: oneOf(intervals, 'how long a cycle is'),
      billingLimit: orNull(positive('how many cycles it has'), 'it has no end'),
    }),
    'the plan exists',
  ),
  again: optional(
    someText('why a person enrolled somebody who has a subscription already'),
    'none was known to this till',
  ),
};

export const subscriptionEvents = {
  'plan-seen': object({plan: planSpec('as it was read')}, 'Something was read of a plan that was not known before.'),
  'subscription-seen': object(subscriptionMembers, 'Something was read of a subscription that was not known before.'),
  'charges-seen': object(
    {subscription, ...chargesMembers},
    'Something was read of the charges of a subscription that was not known before.',
  ),
  'enrolment-requested': object(
    {enrolment, ...enrolmentMembers},
    'A decision to enrol a card on a plan, on the disk before anything is sent.',
  ),
  'enrolment-sent': object(enrolmentStep, 'The enrolment is about to be sent: from now on money may move.'),
  'enrolment-never-left': object(enrolmentStep, 'The enrolment was not submitted, and never will be.'),
  'enrolment-answered': object(
    {...enrolmentStep, answer: answerSpec('to the enrolment')},
    'What came of the enrolment.',
  ),
  'enrolment-resolved': object(
    {
      ...enrolmentStep,
      as: oneOf(['made', 'not-made'], 'how it ended'),
      by: oneOf(['list', 'person'], 'found in the service’s list, or said by a named person'),
      subscription: orNull(whole('the service’s number of the subscription that was made'), 'none was made'),
      reason: text('why; empty where the list says so'),
    },
    'How an unclear enrolment ended.',
  ),
  'subscription-change-sent': object(
    {
      subscription,
      change,
      reason: text('why'),
      resumeAt: orNull(text('when it goes on, zoneless in the service’s time'), 'until somebody resumes it'),
    },
    'A change of a subscription is about to be sent.',
  ),
  'subscription-change-answered': object(
    {subscription, change, answer: answerSpec('to the change')},
    'What came of the change.',
  ),
};

export type SubscriptionEvent = EventOf<typeof subscriptionEvents>;
