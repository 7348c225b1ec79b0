import {randomInt} from 'node:crypto';
import {written} from '../amounts.js';
import {type Answer, fieldsOf, isRefusal, json, type Refusal, refuse} from '../answer.js';
import type {Body} from '../call.js';
import {type AskedCard, type Challenge, cardCurrencies, isEmail, readCard} from '../cards/charge-card.js';
import type {Database} from '../database.js';
import {findPlan, type NewPlan, noSuchPlan, type Plan, planOf, readPlan} from './plans.js';
import {lastCharge, type Subscription, type SubscriptionCharge} from './subscription-records.js';
import {subscriptionRecord} from './subscriptions.js';

/** The fields of an enrolment after all checks. The card is only in memory, for this one request. */
export type EnrolmentFields = Customer & {
  /** An existing plan, or one to make from the request. */
  readonly plan: Plan | NewPlan;
  readonly card: AskedCard;
};

type Customer = {
  readonly email: string;
  readonly customerId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly payerName: string;
};

const longestText = 255;

/** Returns the fields of an enrolment, or a refusal for the first bad field. No refusal repeats a card number or a code. */
export function readEnrolment(body: Body, database: Database, tenant: string): EnrolmentFields | Refusal {
  const fields = fieldsOf(body.cardDetails);
  const customer = readCustomer(body, fields?.cardHolderName);
  if (isRefusal(customer)) return customer;
  const card = readCard(fields, 'cardDetails');
  if (isRefusal(card)) return card;
  if (fields?.present !== undefined && typeof fields.present !== 'boolean') {
    return refuse(400, 'cardDetails.present must be true or false');
  }
  const plan = readPlanChoice(body, database, tenant);
  if (isRefusal(plan)) return plan;
  if (!cardCurrencies.has(plan.currency)) return refuse(400, 'currency must be NGN or USD');
  return {...customer, card, plan};
}

function readPlanChoice({planCode, ...body}: Body, database: Database, tenant: string): Plan | NewPlan | Refusal {
  if (planCode === undefined || planCode === null || planCode === '') return readPlan(body);
  return (typeof planCode === 'string' ? findPlan(database, planCode, tenant) : undefined) ?? noSuchPlan();
}

/** The names are part of the resource, but no documented request has them, so they are optional. */
function readCustomer(body: Body, holder: unknown): Customer | Refusal {
  const {customerEmail: email, customerId, firstName, lastName} = body;
  if (typeof email !== 'string' || email === '') return refuse(400, 'customerEmail is required');
  if (email.length > longestText || !isEmail(email)) return refuse(400, 'customerEmail must be an email address');
  const texts = {customerId, firstName, lastName, 'cardDetails.cardHolderName': holder};
  for (const [name, value] of Object.entries(texts)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') return refuse(400, `${name} must be a text`);
    if (value.length > longestText) return refuse(400, `${name} cannot be longer than ${longestText} characters`);
  }
  const names = [firstName, lastName].filter(name => typeof name === 'string').join(' ');
  return {
    email,
    customerId: textOf(customerId),
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    payerName: (textOf(holder) ?? names) || email,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

const confirm = 'Kindly complete 3DS';

const messages: Readonly<Partial<Record<string, string>>> = {
  ACTIVE: 'Subscription created successfully',
  TRIALING: 'Subscription created successfully, the first charge follows the trial',
  REQUIRES_ACTION: confirm,
  INCOMPLETE: 'Subscription created, the first charge has not succeeded',
};

/** The answer about a new subscription, its challenge named as in `card_charge`. `doubt`: the acquirer's word on an open first charge. */
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
