import {cardMark} from '../card/schema.js';
import {date, instant} from '../day/schema.js';
import type {Plan} from '../endpoints/subscription/plans.js';
import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import {decimalOf, paddedDecimal, plainDecimal} from '../money/decimal.js';
import {decimalsOf, isCurrency} from '../money/money.js';
import {amountOf} from '../money/schema.js';
import {reference} from '../payment/schema.js';
import type {Json} from '../service/answer.js';
import {
  count,
  elseNull,
  fields,
  flag,
  json,
  list,
  made,
  named,
  object,
  oneOf,
  orNull,
  type Specified,
  text,
  whole,
  written,
} from '../spec/spec.js';
import type {Deviation} from './deviations.js';
import type {Enrolment} from './enrolment.js';
import type {KnownSubscription, Registry} from './registry.js';
import {changes, planSpec} from './schema.js';
import {deviationsOfKnown, nextChargeOfKnown, planOfKnown, unclearChangeOf, wholeSubscription} from './standing.js';

/** A plan as scripts see it: the service's record, with the amount with all decimals of the currency. */
export const planAnswer = written(planSpec(), (plan: Plan) => ({
  ...plan,
  amount: statedText(plan.amount, plan.currency),
}));

/** An amount of the service with at least its currency's decimals, never rounded: `"12.50"`. Other text is unchanged. */
export function statedText(amount: string, currency: string | null): string {
  const decimal = decimalOf(amount);
  if (decimal === undefined) return amount;
  const decimals = currency !== null && isCurrency(currency) ? decimalsOf(currency) : 0;
  return decimal.scale < decimals ? paddedDecimal(decimal, decimals) : plainDecimal(decimal);
}

const none = 'the service does not say';
const stated = (about: string) => orNull(text(about), none);

/** A charge as scripts see it: the service's record, with the amount as in a plan. */
export const chargeAnswer = written(
  object({
    id: whole('the service’s number of it'),
    subscriptionId: orNull(whole('of the subscription'), none),
    cycleNumber: orNull(whole('1 is the enrolment’s'), none),
    attemptNumber: orNull(whole('of the cycle'), none),
    transactionReference: stated('under which a status record is asked for'),
    amount: stated('in major units of the currency'),
    currency: stated('of the amount, by ISO 4217'),
    description: stated('what it is for'),
    status: text('the service’s word'),
    respCode: stated('the service’s code'),
    failureReason: stated('why it failed'),
    isRetriable: orNull(flag('whether it may be tried again'), none),
    isExternal: orNull(flag('the service’s word'), none),
    chargedAt: stated('when it was made, in the service’s time without a zone'),
    nextRetryAt: stated('when it is tried again, likewise'),
    cardServiceResponse: json<Json>('as it came'),
    createdAt: stated('when the record was made, likewise'),
    updatedAt: stated('when the record was changed, likewise'),
  }),
  (charge: SubscriptionCharge) => ({
    ...charge,
    amount: charge.amount === null ? null : statedText(charge.amount, charge.currency),
  }),
);

/** A subscription as scripts see it: every member of the service's record, and what the till knows of it. */
export const subscriptionSpec = named(
  'known subscription',
  object(
    {
      planCode: orNull(text('of its plan'), 'not known'),
      plan: orNull(planAnswer, 'not known'),
      own: flag('whether this till records its renewals'),
      seenAt: instant('when it was last read'),
      chargesAt: orNull(instant('when its charges were last read'), 'never'),
      nextCharge: orNull(
        object(
          {at: text('when, in the service’s time without a zone'), from: oneOf(['service', 'plan'], 'who says so')},
          'the next charge',
        ),
        'none is to come, or it is not known',
      ),
      drift: list(json<Deviation>('how its billing differs from its plan, by `kind`'), 'the most pressing first'),
      unclearChange: orNull(oneOf(changes, 'which was sent, and nobody knows whether it was made'), 'there is none'),
    },
    'The members of the service’s record as the service names them, null where it does not say, and what this till knows of it.',
    json('what the service says under that name'),
  ),
);

/** A subscription that the till knows. `now`, in epoch milliseconds, decides what is late. */
export function toldSubscription(
  registry: Registry,
  known: KnownSubscription,
  now: number,
): Specified<ReturnType<typeof subscriptionSpec>> {
  const {planCode, isOwn: own, seenAt, chargesAt} = known;
  const told = {
    ...wholeSubscription(known),
    planCode,
    plan: planOfKnown(registry, known) ?? null,
    own,
    seenAt,
    chargesAt,
    nextCharge: nextChargeOfKnown(registry, known, now) ?? null,
    drift: deviationsOfKnown(registry, known, now),
    unclearChange: unclearChangeOf(known),
  };
  return told;
}

export const enrolmentMembers = {
  enrolment: made(reference('its own'), (enrolment: Enrolment) => enrolment.reference),
  status: text('`made`, `not-made`, or that nobody knows yet'),
  customerEmail: text('who is enrolled'),
  planCode: text('of the plan'),
  ...amountOf('of each cycle', ({amount}: Enrolment) => amount),
  trialPeriodDays: count('days before the first charge'),
  card: cardMark('all that is kept of it'),
  subscriptionId: made(
    elseNull(whole('of the subscription that was made'), 'none, or it is not known'),
    ({subscription}: Enrolment) => subscription,
  ),
  reason: made(
    elseNull(text('what the service said'), 'it was made, or the service said nothing'),
    ({status, proof}: Enrolment) => (status === 'made' ? null : proof?.text || null),
  ),
  resolved: orNull(
    object(
      {
        by: oneOf(['list', 'person'], 'found in the service’s list, or said by a person'),
        person: text('who'),
        reason: text('why'),
      },
      'how an unclear enrolment was settled',
    ),
    'it did not have to be',
  ),
  createdAt: made(instant('when it was asked for'), ({requestedAt}: Enrolment) => requestedAt),
  businessDate: date('of the enrolment'),
};

export const enrolmentSpec = named(
  'enrolment',
  fields(enrolmentMembers, 'An attempt to subscribe a customer to a plan.'),
);
