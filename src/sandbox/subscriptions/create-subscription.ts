import {randomInt, randomUUID} from 'node:crypto';
import {faultOfAmount, written} from '../amounts.js';
import {type Answer, fieldsOf, isRefusal, json, type Refusal, refuse} from '../answer.js';
import type {Body, ServiceHandler, Tenant, World} from '../call.js';
import {findTestCard, type TestCard, type Verdict, verdictOf} from '../cards/card-records.js';
import {
  type AskedCard,
  type Challenge,
  cardCurrencies,
  challengeOf,
  isEmail,
  readCard,
  settleAs,
  undetermined,
} from '../cards/charge-card.js';
import {later} from '../clock.js';
import {type Database, insertRow, randomCode} from '../database.js';
import {answerInstead, isFaultBefore, spoil} from '../faults/broken-answer.js';
import {charge, isRetriable, letDueHappen, newReference} from './billing.js';
import {findPlan, insertPlan, type NewPlan, noSuchPlan, type Plan, periodOf, planOf, readPlan} from './plans.js';
import {changeSubscription, lastCharge, type Subscription, type SubscriptionCharge} from './subscription-records.js';
import {subscriptionRecord} from './subscriptions.js';

/** The fields of an enrolment after all checks. The card is only in memory, for this one request. */
type EnrolmentFields = Customer & {
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
function readEnrolment(body: Body, database: Database, tenant: string): EnrolmentFields | Refusal {
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
function enrolmentAnswer(database: Database, id: number, challenge: Challenge | undefined, doubt: string): Answer {
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

type Asked = EnrolmentFields & {readonly tenant: Tenant; readonly testCard: TestCard};

const terminal = "('CANCELLED', 'COMPLETED')";

const insertSubscription = (database: Database, row: Omit<Subscription, 'id'>): Subscription =>
  insertRow(database, 'subscriptions', row);

/** Whether the customer has a subscription that has not ended. The case of the e-mail address makes no difference. */
function hasSubscription(database: Database, email: string, tenant: string): boolean {
  const query = database.prepare(
    `SELECT 1 FROM subscriptions WHERE lower(customer_email) = lower(?) AND tenant = ? AND status NOT IN ${terminal}`,
  );
  return query.get(email, tenant) !== undefined;
}

/** `POST /subscription/api/v1/subscriptions`: enrols a card and, without a trial, charges it. A refused request leaves nothing. */
export const createSubscription: ServiceHandler = (world, {body, tenant}) => {
  const asked = readEnrolment(body, world.database, tenant);
  if (isRefusal(asked)) return asked;
  if (world.switches.unapproved.includes(asked.plan.currency)) return refuse(400, 'Service Unavailable');
  if (hasSubscription(world.database, asked.email, tenant)) {
    return refuse(409, 'Customer already has an active subscription');
  }
  const testCard = findTestCard(asked.card.number);
  if (testCard === undefined) return refuse(400, undetermined(asked.card.number));
  const verdict = verdictOf(asked.card, asked.plan.amount, world.now);
  // Nobody charges the card before its trial ends, but a card that could never be charged is not enrolled.
  if (asked.plan.trial_period_days > 0 && verdict.kind === 'refused' && !isRetriable(verdict.reason)) {
    return refuse(400, verdict.reason);
  }
  const fault = faultOfAmount(asked.plan.amount);
  if (fault !== undefined && isFaultBefore(fault)) return answerInstead(fault, world.baseUrl);

  const plan = 'id' in asked.plan ? asked.plan : insertPlan(world.database, asked.plan, tenant, world.now);
  const subscription = enrol(world, {...asked, tenant, testCard}, plan);
  const asksBank = verdict.kind === 'approved' && testCard.challenged;
  const challenge =
    plan.trial_period_days > 0 || plan.amount === 0
      ? undefined
      : chargeFirst(world, subscription, plan, asksBank ? 'ask' : verdict);
  letDueHappen(world.database, world.now);
  const doubt = verdict.kind === 'unclear' ? verdict.reason : '';
  const answer = enrolmentAnswer(world.database, subscription.id, challenge, doubt);
  return fault === undefined ? answer : spoil(answer, fault);
};

/** Charges the first cycle. Returns the challenge of the cardholder's bank, if it has one and its answer can arrive. */
function chargeFirst(
  {database, now, baseUrl}: World,
  subscription: Subscription,
  plan: Plan,
  verdict: Verdict | 'ask',
): Challenge | undefined {
  const attempt = {cycle: 1, attempt: 1, reference: subscription.enrollment_txn_reference};
  if (verdict === 'ask' && faultOfAmount(plan.amount) === undefined) {
    const token = randomUUID();
    charge(database, subscription, plan, {...attempt, challengeToken: token}, now);
    changeSubscription(database, subscription, {status: 'REQUIRES_ACTION'}, now);
    return challengeOf(token, baseUrl);
  }
  const payment = charge(database, subscription, plan, attempt, now);
  // The fault loses the challenge together with the answer, so nobody could ever confirm. Such a charge succeeds without one.
  settleAs(database, payment, verdict === 'ask' ? {kind: 'unclear', reason: '', endsAs: 'Completed'} : verdict);
  return undefined;
}

function enrol({database, now}: World, asked: Asked, plan: Plan): Subscription {
  const {card, testCard} = asked;
  const trialEnds = plan.trial_period_days > 0 ? later(now, {days: plan.trial_period_days}) : null;
  const standing =
    trialEnds === null && plan.amount === 0
      ? startFree(plan, now)
      : trialEnds === null
        ? {status: 'INCOMPLETE' as const, due_at: null, authorized_at: null, ...periodOf(plan.interval, now, 0)}
        : {
            status: 'TRIALING' as const,
            due_at: trialEnds,
            authorized_at: now,
            period: 0,
            period_starts_at: now,
            period_ends_at: trialEnds,
          };
  return insertSubscription(database, {
    plan_id: plan.id,
    tenant: asked.tenant,
    customer_email: asked.email,
    customer_id: asked.customerId,
    first_name: asked.firstName,
    last_name: asked.lastName,
    payer_name: asked.payerName,
    card_network: testCard.network,
    card_last_four: card.number.slice(-4),
    card_expiry: `${card.month}/${card.year}`,
    charge_mode: chargeModeOf(testCard, plan),
    enrollment_reference: `ENR-${randomCode(12)}`,
    enrollment_txn_reference: newReference(),
    trial_ends_at: trialEnds,
    created_at: now,
    anchor_at: trialEnds ?? now,
    ...standing,
    paused_at: null,
    cancelled_at: null,
    cancellation_reason: null,
    expiry_alert_sent: 0,
    updated_at: now,
  });
}

/** A plan with an amount of 0 has nothing to charge, so it begins at once. No document says what the service does. */
function startFree({interval}: Plan, now: number) {
  const period = periodOf(interval, now, 0);
  return {status: 'ACTIVE' as const, due_at: period.period_ends_at, authorized_at: now, ...period};
}

/** The card service decides (documented), but no document says how. Here, a bank with a challenge makes an agreement with its customer. */
function chargeModeOf({challenged}: TestCard, {currency}: Plan): Subscription['charge_mode'] {
  if (challenged) return 'AGREEMENT_BASED';
  return currency === 'NGN' ? 'DIRECT_CHARGE' : 'TOKENIZATION';
}
