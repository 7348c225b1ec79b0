import {businessDate, clockText, dateText} from '../../src/core/day/business-day.js';
import type {Plan} from '../../src/core/endpoints/plans.js';
import {statedMoney} from '../../src/core/endpoints/plans.js';
import type {State} from '../../src/core/journal/state.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {Problem} from '../../src/core/problem.js';
import type {EnrolOrder} from '../../src/core/subscription/decide.js';
import {type Enrolment, isEnrolmentOpen} from '../../src/core/subscription/enrolment.js';
import {refusalText} from '../../src/core/subscription/enrolment-text.js';
import {statedAmount} from '../../src/core/subscription/plan-text.js';
import {openEnrolmentOf, standingSubscriptionOf} from '../../src/core/subscription/registry.js';
import {rhythmText} from '../../src/core/subscription/rhythm.js';
import {hasBegun} from '../../src/core/subscription/standing.js';
import type {Context} from '../kit/step.js';
import {stateText} from '../subscription/states.js';

const day = 24 * 60 * 60_000;

/** What is charged when, in words: now and every month, or after a trial. */
export function chargeText(plan: Plan, {language, now, shop}: Pick<Context, 'language' | 'now' | 'shop'>): string {
  const {chargedNow, freeUntil, free} = messages(language).subscription;
  const {trialPeriodDays: days} = plan;
  const money = statedMoney(plan.amount, plan.currency);
  const amount =
    money === undefined ? statedAmount(plan.amount, plan.currency, language) : displayMoney(money, language);
  const every = rhythmText(plan, language);
  if (money?.minor === 0) return free({amount, every});
  if (days <= 0) return chargedNow({amount, every});
  return freeUntil({days, date: trialEnd(now, days, {language, shop}), amount, every});
}

/** The day on which a trial that begins at an instant is over, with its year. */
function trialEnd(begun: number, days: number, {language, shop}: Pick<Context, 'language' | 'shop'>): string {
  const date = businessDate(begun + days * day, shop.zone, '00:00');
  return `${dateText(date, language)} ${date.slice(0, 'YYYY'.length)}`;
}

/** What a person should know of a customer before enrolling: an enrolment in doubt, or a subscription that stands. */
export function customerWarnings(
  email: string,
  {language, till}: Pick<Context, 'language' | 'till'>,
): readonly string[] {
  const {blocked, hasOne} = messages(language).planScreen.enrol;
  const {registry} = till.state;
  if (email.trim() === '') return [];
  if (openEnrolmentOf(registry, email) !== undefined) return [blocked({email: email.trim()})];
  const standing = standingSubscriptionOf(registry, email);
  if (standing === undefined) return [];
  const {id} = standing.subscription;
  return [hasOne({email: email.trim(), id, state: stateText(standing, language)})];
}

/** Whether the customer has a subscription already, so that a reason must be typed. */
export const mustSayWhy = (
  {customerEmail}: Pick<EnrolOrder, 'customerEmail'>,
  {till}: {readonly till: {readonly state: Pick<State, 'registry'>}},
): boolean => standingSubscriptionOf(till.state.registry, customerEmail) !== undefined;

/** Why nobody knows whether a customer was enrolled. */
export const unclearProblem = (
  {customerEmail, requestedAt, reference}: Enrolment,
  {zone}: Pick<Context['shop'], 'zone'>,
): Problem =>
  new Problem('enrolment-unclear', {
    email: customerEmail,
    time: clockText(requestedAt, zone),
    enrolment: reference,
  });

/** How an enrolment stands, as a verdict and its word. */
export function enrolmentVerdict(
  enrolment: Enrolment,
  {language, till}: Pick<Context, 'language' | 'till'>,
): {readonly verdict: Verdict; readonly word: string} {
  const {states} = messages(language).subscription;
  const word = states[enrolment.status];
  if (isEnrolmentOpen(enrolment)) return {verdict: 'not-known', word};
  if (enrolment.status === 'made' && !hasBegun(till.state.registry, enrolment))
    return {verdict: 'not-known', word: states.waiting};
  return {verdict: enrolment.status === 'made' ? 'paid' : 'not-paid', word};
}

/** What became of an enrolment and what to do, as sentences. */
export function enrolmentTexts(enrolment: Enrolment, context: Context): readonly string[] {
  const {language, shop} = context;
  const {sending, number, noReference, safe} = messages(language).planScreen.enrol;
  const words = messages(language).subscription;
  const {status, customerEmail: email, trialPeriodDays: days, subscription: id, amount} = enrolment;
  if (status === 'requested' || status === 'sent') return [sending];
  if (status === 'unknown') {
    const isDuplicate = enrolment.proof?.kind === 'duplicate';
    return [(isDuplicate ? words.unclearDuplicate : words.unclear)({email})];
  }
  if (status === 'not-made') {
    const why = refusalText(enrolment, language);
    return enrolment.proof?.kind === 'duplicate' ? [why] : [why, safe];
  }
  const made = number({id: id ?? '?'});
  const isBegun = hasBegun(context.till.state.registry, enrolment);
  const billed = isBegun ? [] : [messages(language).payment.stillBilled({id: id ?? '?'})];
  if (amount.minor === 0 && isBegun) return [made];
  if (days <= 0 || !isBegun) return [made, noReference({id: id ?? '?'}), ...billed];
  const {newPlan} = enrolment;
  const plan = context.till.state.registry.plans.get(enrolment.planCode) ?? (newPlan && {...newPlan, intervalCount: 1});
  const facts = {
    days,
    date: trialEnd(enrolment.requestedAt, days, {language, shop}),
    amount: displayMoney(amount, language),
    every: plan === undefined ? '' : rhythmText(plan, language),
  };
  return [made, words.freeUntil(facts)];
}
