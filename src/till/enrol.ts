import {type Card, markOf, wipeCard} from '../core/card/card.js';
import {businessDateOf} from '../core/decision.js';
import type {EventData} from '../core/journal/event.js';
import {mintReference} from '../core/journal/reference.js';
import type {Country} from '../core/market/markets.js';
import {jsonAmount} from '../core/money/money.js';
import {checkEmail, checkWords} from '../core/payment/order.js';
import {providerReferenceOf} from '../core/payment/payer.js';
import {personSaid, reasonSaid} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import {intervals, type NewSubscription} from '../core/service/service.js';
import {type Enrolment, isEnrolmentOpen, plainEmail, planAsked} from '../core/subscription/enrolment.js';
import {enrolProof} from '../core/subscription/evidence.js';
import {type Plan, statedMoney} from '../core/subscription/plan-evidence.js';
import {type Subscription, type SubscriptionRow, subscriptionsPage} from '../core/subscription/record.js';
import {type KnownSubscription, openEnrolmentOf, standingSubscriptionOf} from '../core/subscription/registry.js';
import {isOver} from '../core/subscription/state.js';
import {type Context, observe} from './context.js';
import {circumstances, record, underWay, withMutex} from './handler.js';
import {learnCharges} from './renewals.js';
import {noteSubscriptions, onlyProblems, readSubscription} from './subscriptions.js';

/** Whom to enrol on what: a plan without a code is made by the service with the enrolment. `country` is the shop's. */
/** `again`: why somebody who has a subscription already is enrolled all the same. */
export type EnrolOptions = {readonly again?: string};

export type EnrolOrder = {readonly customerEmail: string; readonly plan: Plan; readonly country: Country};

/** An enrolment that was decided: its intent is on the disk, and `finished` resolves when the answer is. */
export type Enrolling = {readonly enrolment: string; readonly finished: Promise<void>};

/** Another service may write its times in another zone, of which they say nothing. */
const zonesMs = 14 * 60 * 60_000;
const pageSize = 100;
const mostPages = 20;

/**
 * Enrols a card on a plan, which may charge it at once. While nobody knows what became of an earlier enrolment of the same
 * customer nothing is sent: it is looked for first. Nor is it, without a reason, where the customer has a subscription that the
 * service, asked about it, does not call over. The card is handed on once and wiped, whatever comes of it.
 *
 * Throws `Problem` email-invalid, text-has-card, card-holder-missing, plan-not-chargeable, enrolment-unclear, customer-enrolled,
 * reason-missing, and the journal's.
 */
export async function enrol(
  context: Context,
  order: EnrolOrder,
  card: Card,
  options: EnrolOptions = {},
): Promise<Enrolling> {
  const enrolment = await ask(context, order, card, options).catch(problem => {
    wipeCard(card);
    throw problem;
  });
  return {enrolment, finished: underWay(context, send(context, enrolment, card))};
}

/** Everything that is looked at before an enrolment leaves, and its intent; gives its reference. */
async function ask(context: Context, order: EnrolOrder, card: Card, {again}: EnrolOptions): Promise<string> {
  if (context.poison !== undefined) throw context.poison;
  if (context.isClosing) throw new Problem('till-closing');
  const customerEmail = checkEmail(order.customerEmail);
  if ((card.holder ?? '').trim() === '') throw new Problem('card-holder-missing');
  const {planCode, currency} = order.plan;
  const amount = statedMoney(order.plan.amount, currency);
  if (amount === undefined) throw new Problem('plan-not-chargeable', {plan: planCode, currency});
  const earlier = openEnrolmentOf(context.state.registry, customerEmail);
  if (earlier?.status === 'unknown') await lookForEnrolment(context, earlier.reference);
  if (again !== undefined) checkReason(again);
  const standing = standingSubscriptionOf(context.state.registry, customerEmail);
  if (again === undefined && standing !== undefined)
    await readSubscription(context, standing.subscription.id).catch(onlyProblems); // it may be over by now
  const {trialPeriodDays} = order.plan;
  const because = again === undefined ? {} : {again: again.trim()};
  const asked = {
    ...because,
    ...newPlanOf(order.plan),
    ...{customerEmail, planCode, amount, trialPeriodDays, card: markOf(card), country: order.country},
  };
  return withMutex(context, () => decide(context, asked));
}

type Asked = Omit<EventData<'enrolment-requested'>, 'enrolment' | 'businessDate' | 'before'>;

async function decide(context: Context, asked: Asked): Promise<string> {
  const {registry, lastReference: last} = context.state;
  const {world, settings} = context;
  const open = openEnrolmentOf(registry, asked.customerEmail);
  if (open !== undefined) throw unclear(open);
  const standing = standingSubscriptionOf(registry, asked.customerEmail)?.subscription;
  if (standing !== undefined && asked.again === undefined)
    throw new Problem('customer-enrolled', {email: asked.customerEmail, subscription: standing.id});
  const enrolment = mintReference({till: settings.till, nowMs: world.now(), last, random: world.random(8)});
  const email = plainEmail(asked.customerEmail);
  const before = [...registry.subscriptions.values()]
    .filter(({subscription}) => plainEmail(subscription.customerEmail ?? '') === email)
    .map(({subscription}) => subscription.id);
  const data = {...asked, enrolment, businessDate: businessDateOf(context.state, circumstances(context)), before};
  await record(context, {type: 'enrolment-requested', data});
  return enrolment;
}

/** What of a plan that has no code yet the service has to be told. */
function newPlanOf({planCode, name, description, interval, billingLimit}: Plan) {
  const known = intervals.find(each => each === interval);
  if (planCode !== '') return {};
  if (known === undefined) throw new Problem('interval-unknown', {interval, intervals: intervals.join(', ')});
  return {newPlan: {name, description, interval: known, billingLimit}};
}

function checkReason(reason: string): void {
  if (reason.trim() === '') throw new Problem('reason-missing');
  checkWords(reason);
}

function unclear({reference, customerEmail, requestedAt}: Enrolment): Problem {
  const time = Temporal.Instant.fromEpochMilliseconds(requestedAt).toString().slice(0, 16).replace('T', ' ');
  return new Problem('enrolment-unclear', {email: customerEmail, time: `${time} UTC`, enrolment: reference});
}

/** The one place where an enrolment leaves: first the `enrolment-sent` event on the disk, then the bytes. */
async function send(context: Context, reference: string, card: Card): Promise<void> {
  const enrolment = enrolmentOf(context, reference);
  const {customerEmail} = enrolment;
  const order = {customerEmail, plan: planOrder(enrolment)};
  const answer = await record(context, {type: 'enrolment-sent', data: {enrolment: reference}})
    .then(() => context.service.createSubscription(order, card, context.leaving))
    .finally(() => wipeCard(card));
  observe(context, answer);
  const proof = enrolProof(answer, enrolment);
  const answered = {type: 'enrolment-answered' as const, data: {enrolment: reference, answer}};
  await withMutex(context, async () => {
    const {challenge = null} = proof.kind === 'made' ? proof : {};
    const charged = proof.kind === 'made' ? chargeOf(context, enrolment, proof.subscription, challenge) : [];
    await record(context, answered, ...charged);
  });
  if (isOpenStill(context, reference) && !context.leaving.aborted) await lookForEnrolment(context, reference);
  if (proof.kind === 'made' && proof.subscription.status.toUpperCase() === 'INCOMPLETE')
    await learnCharges(context, proof.subscription.id).catch(onlyProblems); // which say whether the first is tried again
}

function planOrder({planCode, newPlan, amount, trialPeriodDays}: Enrolment): NewSubscription['plan'] {
  if (newPlan === undefined) return {planCode};
  const {billingLimit, ...plan} = newPlan;
  const limit = billingLimit === null ? {} : {billingLimit};
  return {...plan, ...limit, amount: jsonAmount(amount), currency: amount.currency, trialPeriodDays};
}

/** A person may have judged it while its answer was waited for. */
function isOpenStill({state}: Context, reference: string): boolean {
  const enrolment = state.registry.enrolments.get(reference);
  return enrolment !== undefined && isEnrolmentOpen(enrolment);
}

/**
 * The payment of an enrolment, which is asked about by its `enrollmentTxnReference` from now on; none where a trial puts it
 * off: what is charged at its end is a renewal. None either where it is written down already. To be called in turn.
 */
function chargeOf(
  context: Context,
  {reference, amount, country, businessDate, customerEmail, card, trialPeriodDays, ...enrolment}: Enrolment,
  {id, enrollmentTxnReference}: Pick<Subscription, 'id' | 'enrollmentTxnReference'>,
  challenge: {readonly url: string; readonly creq: string} | null,
) {
  if (enrollmentTxnReference === null || amount.minor === 0) return []; // a plan that costs nothing charges nothing
  if (trialPeriodDays > 0 && challenge === null) return [];
  if (isWritten(context, enrollmentTxnReference, id)) return [];
  const data = {
    reference,
    sale: reference,
    amount,
    country,
    description: planAsked(enrolment),
    businessDate,
    again: null,
    method: 'subscription' as const,
    subscription: id,
    customerEmail,
    cycle: 1,
    transactionReference: enrollmentTxnReference,
    card,
    challenge,
    charge: null,
  };
  return [{type: 'requested' as const, data}];
}

function isWritten({state}: Context, transactionReference: string, subscription: number): boolean {
  if (state.registry.subscriptions.get(subscription)?.taken.includes(transactionReference) === true) return true;
  return [...state.payments.values()].some(({request}) => providerReferenceOf(request) === transactionReference);
}

/**
 * What looking for an enrolment in the service's list came to. `found`: it is known now what became of it; `doubtful`: after a
 * duplicate, there is one that may be it or another till's. Not being listed proves nothing.
 */
export type Looked = 'found' | 'doubtful' | 'several' | 'not-listed' | 'not-offered' | 'no-answer';

/**
 * Looks for an enrolment of which nobody knows the end in the service's list, by its customer and the time of its sending,
 * and writes down what was found. Sends nothing that moves money. Throws `Problem` enrolment-unknown, and the journal's.
 *
 * Where the service called it a duplicate, another subscription of the customer explains that: then it was not made, as the
 * contract has it. One that can be ours explains nothing, since two tills that enrol the same customer at the same time
 * cannot be told apart from one request that was doubled on its way.
 */
export async function lookForEnrolment(context: Context, reference: string): Promise<Looked> {
  const enrolment = enrolmentOf(context, reference);
  const isDuplicate = enrolment.proof?.kind === 'duplicate';
  const found: SubscriptionRow[] = [];
  let isExplained = false;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await context.service.subscriptions({page, size: pageSize}, context.leaving);
    observe(context, answer);
    const heard = subscriptionsPage(answer);
    if (heard.kind === 'not-offered' || heard.kind === 'not-found') {
      if (page > 0) break; // beyond the last page, which the one before did not call the last
      if (!isDuplicate) return 'not-offered';
      await settleNotMade(context, enrolment);
      return 'found';
    }
    if (heard.kind !== 'page') return 'no-answer';
    found.push(...heard.rows.filter(row => mayBe(enrolment, row)));
    isExplained ||= heard.rows.some(row => explains(enrolment, row));
    if (heard.isLast) break;
  }
  const [row, ...others] = found;
  if (row === undefined && isDuplicate && isExplained) {
    await settleNotMade(context, enrolment);
    return 'found';
  }
  if (row === undefined) return 'not-listed';
  if (others.length > 0) return 'several';
  if (isDuplicate) return 'doubtful';
  await noteSubscriptions(context, [row], false); // its charges are read as one's own from when it is known to be
  await settle(context, enrolment, {row, by: 'list', reason: '', person: undefined});
  return 'found';
}

/** Of the same customer, on no other plan, not known before, and not made before it was asked for. */
function mayBe(enrolment: Enrolment, {subscription, plan}: SubscriptionRow): boolean {
  if (isOfAnother(enrolment, subscription, plan?.planCode ?? null)) return false;
  const {createdAt} = subscription;
  return createdAt === null || instantOf(createdAt) >= (enrolment.sentAt ?? 0) - zonesMs;
}

/** A subscription for which the service refuses another, and which this enrolment did not make. */
function explains(enrolment: Enrolment, row: SubscriptionRow): boolean {
  const {subscription} = row;
  const isOfCustomer = plainEmail(subscription.customerEmail) === plainEmail(enrolment.customerEmail);
  return isOfCustomer && !isOver(subscription) && !mayBe(enrolment, row);
}

function isOfAnother(
  {customerEmail, before, planCode}: Enrolment,
  subscription: KnownSubscription['subscription'],
  ofPlan: string | null,
): boolean {
  const {id, customerEmail: ofCustomer} = subscription;
  if (ofCustomer !== undefined && plainEmail(ofCustomer) !== plainEmail(customerEmail)) return true;
  return before.includes(id) || (ofPlan !== null && planCode !== '' && ofPlan !== planCode);
}

function instantOf(zoneless: string): number {
  try {
    return Temporal.PlainDateTime.from(zoneless).toZonedDateTime('UTC').epochMilliseconds;
  } catch {
    return Number.POSITIVE_INFINITY; // an unreadable time rules nothing out
  }
}

type Found = {
  readonly row: SubscriptionRow;
  readonly by: 'list' | 'person';
  readonly reason: string;
  readonly person: string | undefined;
};

async function settle(context: Context, enrolment: Enrolment, {row, by, reason, person}: Found): Promise<void> {
  const {id: subscription} = row.subscription;
  await withMutex(context, async () => {
    if (!isOpenStill(context, enrolment.reference)) return; // another look, or a person, was quicker
    const data = {enrolment: enrolment.reference, as: 'made' as const, by, subscription, reason};
    const events = chargeOf(context, enrolment, row.subscription, null);
    await record(context, {type: 'enrolment-resolved', data, ...(person === undefined ? {} : {person})}, ...events);
  });
}

async function settleNotMade(context: Context, {reference: enrolment}: Enrolment): Promise<void> {
  await withMutex(context, async () => {
    if (!isOpenStill(context, enrolment)) return;
    const data = {enrolment, as: 'not-made' as const, by: 'list' as const, subscription: null, reason: ''};
    await record(context, {type: 'enrolment-resolved', data});
  });
}

/** What a person says of an enrolment; `subscription` where it was made and its number is known. */
export type EnrolmentJudging = {
  readonly as: 'made' | 'not-made';
  readonly person: string;
  readonly reason: string;
  readonly subscription?: number;
};

/**
 * A named person says what became of an enrolment that the service cannot tell of. Sends nothing. Throws `Problem`
 * person-missing, reason-missing, text-has-card, enrolment-unknown, enrolment-of-another for the number of a subscription
 * that it cannot have made, and the journal's.
 */
export async function resolveEnrolment(context: Context, reference: string, judging: EnrolmentJudging): Promise<void> {
  const {as, subscription} = judging;
  const [person, reason] = [personSaid(judging.person), reasonSaid(judging.reason)];
  const enrolment = enrolmentOf(context, reference);
  const known = subscription === undefined ? undefined : context.state.registry.subscriptions.get(subscription);
  if (as === 'made' && known !== undefined) {
    if (isOfAnother(enrolment, known.subscription, known.planCode))
      throw new Problem('enrolment-of-another', {id: known.subscription.id, enrolment: reference});
    const {enrollmentTxnReference = null, id} = known.subscription;
    const row = {subscription: {...known.subscription, id, enrollmentTxnReference} as Subscription};
    await settle(context, enrolment, {row, by: 'person', reason, person});
    return;
  }
  const data = {enrolment: reference, as, by: 'person' as const, subscription: subscription ?? null, reason};
  await withMutex(context, async () => {
    enrolmentOf(context, reference); // it may have been found meanwhile
    await record(context, {type: 'enrolment-resolved', person, data});
  });
}

function enrolmentOf({state}: Context, reference: string): Enrolment {
  const enrolment = state.registry.enrolments.get(reference);
  if (enrolment === undefined || !isEnrolmentOpen(enrolment))
    throw new Problem('enrolment-unknown', {enrolment: reference});
  return enrolment;
}
