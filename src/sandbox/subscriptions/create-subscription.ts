import {randomUUID} from 'node:crypto';
import {faultOfAmount} from '../amounts.js';
import {isRefusal, refuse} from '../answer.js';
import type {ServiceHandler, Tenant, World} from '../call.js';
import {findTestCard, type TestCard, type Verdict, verdictOf} from '../cards/card-records.js';
import {type Challenge, challengeOf, settleAs, undetermined} from '../cards/charge-card.js';
import {later} from '../clock.js';
import {randomCode} from '../database.js';
import {answerInstead, isFaultBefore, spoil} from '../faults/broken-answer.js';
import {charge, isRetriable, letDueHappen, newReference} from './billing.js';
import {type EnrolmentFields, enrolmentAnswer, readEnrolment} from './enrolment.js';
import {insertPlan, type Plan, periodOf} from './plans.js';
import {changeSubscription, hasSubscription, insertSubscription, type Subscription} from './subscription-records.js';

type Asked = EnrolmentFields & {readonly tenant: Tenant; readonly testCard: TestCard};

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
