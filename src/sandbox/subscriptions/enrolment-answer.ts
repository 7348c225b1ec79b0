import {randomInt} from 'node:crypto';
import {written} from '../amounts.js';
import {type Answer, json} from '../answer.js';
import type {Challenge} from '../cards/challenge.js';
import type {Database} from '../database.js';
import {lastCharge, type SubscriptionCharge} from './charge-records.js';
import {planOf} from './plan-records.js';
import {subscriptionRecord} from './show-subscriptions.js';
import type {Subscription} from './subscription-records.js';

const confirm = 'Kindly complete 3DS';

const messages: Readonly<Partial<Record<string, string>>> = {
  ACTIVE: 'Subscription created successfully',
  TRIALING: 'Subscription created successfully, the first charge follows the trial',
  REQUIRES_ACTION: confirm,
  INCOMPLETE: 'Subscription created, the first charge has not succeeded',
};

/**
 * Returns the answer about a new subscription. Its fields for the bank's challenge have the names of `card_charge`. `doubt` is what the
 * acquirer said about a first charge whose end is not known yet.
 */
export function enrolmentAnswer(
  database: Database,
  id: number,
  challenge: Challenge | undefined,
  doubt: string,
): Answer {
  const subscription = database.prepare('SELECT * FROM subscriptions WHERE id = ?').get(id) as Subscription;
  const plan = planOf(database, subscription);
  const first = lastCharge(database, id);
  const words = first?.status === 'SUCCESS' ? 'Approved' : (first?.failure_reason ?? (challenge ? confirm : doubt));
  return json(200, {
    success: true,
    message: messages[subscription.status],
    data: {
      subscription: subscriptionRecord(database, subscription, plan),
      chargeResult: first === undefined ? null : chargeResult(first, subscription, words),
      ...(challenge === undefined ? {} : challengeFields(challenge)),
    },
  });
}

/** SUCCESS is documented; FAILED and PENDING are the other values that the notes expect. */
function chargeResult(
  charge: SubscriptionCharge,
  {charge_mode: chargeMode}: Subscription,
  message: string,
): Readonly<Record<string, unknown>> {
  const charged = charge.status === 'SUCCESS';
  return {
    charged,
    status: charge.status,
    amount: charge.amount,
    fees: charge.fee,
    currency: charge.currency,
    transactionReference: charge.transaction_reference,
    authCode: charged ? String(randomInt(10 ** 5, 10 ** 6)) : null,
    chargeMode,
    message: written(message, charge.amount),
  };
}

function challengeFields({url, creq, html}: Challenge): Readonly<Record<string, unknown>> {
  return {do3dsAuth: true, threeDsUrl: url, formData: creq, threeDsHtml: html};
}
