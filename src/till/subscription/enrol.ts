import {type Card, wipeCard} from '../../core/card/card.js';
import {interpretEnrolment, type NewSubscription} from '../../core/endpoints/subscription/create-subscription.js';
import {interpretSubscriptions, type SubscriptionRow} from '../../core/endpoints/subscription/subscriptions.js';
import {jsonAmount} from '../../core/money/money.js';
import {Problem} from '../../core/problem.js';
import {
  decideSubscription,
  type EnrolmentResolution,
  type EnrolOrder,
  enrolmentAsked,
  enrolmentOf,
  isUndecided,
} from '../../core/subscription/decide.js';
import type {Enrolment} from '../../core/subscription/enrolment.js';
import {
  type Looked,
  openEnrolmentOf,
  searchEnrolment,
  standingSubscriptionOf,
} from '../../core/subscription/registry.js';
import {observe, type TillContext} from '../context.js';
import {perform, performInHome, record, submit, underWay, withMutex} from '../handler.js';
import {learnCharges, onlyProblems, readSubscription} from './subscriptions.js';

/** `again` is the reason to enrol a customer who already has a subscription. */
export type EnrolOptions = {readonly again?: string};

/** An enrolment that was decided. Its intent is on the disk, and `finished` resolves when the answer is, too. */
type Enrolling = {readonly enrolment: string; readonly finished: Promise<void>};

const pageSize = 100;
const mostPages = 20;

/**
 * Enrols a card on a plan, which may charge the card at once. If the result of an earlier enrolment of the same customer is unknown, the
 * till looks for that enrolment first and sends nothing until it is known. Without a reason, it also sends nothing if the customer has a
 * subscription that the service, when asked, does not report as over. The card is passed on once and then wiped, whatever the result.
 *
 * Throws `Problem` till-closing, what `enrolmentAsked`, `decideSubscription` and `checkLeaving` throw, and the journal's problems.
 */
export async function enrol(
  context: TillContext,
  order: EnrolOrder,
  card: Card,
  {again}: EnrolOptions = {},
): Promise<Enrolling> {
  const enrolment = await request(context, order, card, again).catch(problem => {
    wipeCard(card);
    throw problem;
  });
  return {enrolment, finished: underWay(context, send(context, enrolment, card))};
}

/** Checks everything before an enrolment is sent, and records its intent. Returns its reference. */
async function request(
  context: TillContext,
  order: EnrolOrder,
  card: Card,
  again: string | undefined,
): Promise<string> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  if (context.isClosing) throw new Problem('till-closing');
  const asked = enrolmentAsked(order, card, again);
  const {registry} = context.state;
  const earlier = openEnrolmentOf(registry, asked.customerEmail);
  if (earlier?.status === 'unknown') await lookForEnrolment(context, earlier.reference);
  const standing = standingSubscriptionOf(registry, asked.customerEmail);
  if (again === undefined && standing !== undefined)
    await readSubscription(context, standing.subscription.id).catch(onlyProblems); // it may be over by now
  const [event] = await withMutex(context, () => perform(context, decideSubscription, {type: 'enrol', asked}));
  if (event?.type !== 'enrolment-requested') throw new Error('an enrolment that was not begun');
  return event.data.enrolment;
}

/** The only place where an enrolment leaves. */
async function send(context: TillContext, reference: string, card: Card): Promise<void> {
  const enrolment = enrolmentOf(context.state, reference);
  const {customerEmail} = enrolment;
  const order = {customerEmail, plan: planOrder(enrolment)};
  const answer = await submit(context, {
    intent: () => record(context, {type: 'enrolment-sent', data: {enrolment: reference}}),
    ask: () => context.service.createSubscription(order, card, context.leaving),
    response: given =>
      withMutex(context, () => perform(context, decideSubscription, {type: 'answer', enrolment, answer: given})),
  }).finally(() => wipeCard(card));
  if (isUndecided(context.state, enrolment) && !context.leaving.aborted) await lookForEnrolment(context, reference);
  const outcome = interpretEnrolment(answer, enrolment);
  if (outcome.kind === 'made' && outcome.subscription.status.toUpperCase() === 'INCOMPLETE')
    await learnCharges(context, outcome.subscription.id).catch(onlyProblems); // the charges say whether the first one is tried again
}

function planOrder({planCode, newPlan, amount, trialPeriodDays}: Enrolment): NewSubscription['plan'] {
  if (newPlan === undefined) return {planCode};
  const {billingLimit, ...plan} = newPlan;
  const limit = billingLimit === null ? {} : {billingLimit};
  return {...plan, ...limit, amount: jsonAmount(amount), currency: amount.currency, trialPeriodDays};
}

/** Looks for an enrolment of unknown result in the service's list, and records it. Throws `Problem` enrolment-unknown, the journal's. */
export async function lookForEnrolment(context: TillContext, reference: string): Promise<Looked> {
  const enrolment = enrolmentOf(context.state, reference);
  const rows = await listed(context);
  if (rows === 'no-answer') return rows;
  const found = searchEnrolment(enrolment, rows);
  if (typeof found === 'string' && found !== 'not-made') return found;
  const row = found === 'not-made' ? undefined : found.row;
  // Its charges are read as the shop's own only from when it is known to be the shop's own.
  if (row !== undefined)
    await perform(context, decideSubscription, {type: 'note-subscriptions', rows: [row], isOwn: false});
  await withMutex(context, () => performInHome(context, decideSubscription, {type: 'find', enrolment, row} as const));
  return 'found';
}

/** The service's list of subscriptions; undefined if the service has no such list. */
async function listed(context: TillContext): Promise<readonly SubscriptionRow[] | undefined | 'no-answer'> {
  const rows: SubscriptionRow[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await context.service.subscriptions({page, size: pageSize}, context.leaving);
    observe(context, answer);
    const outcome = interpretSubscriptions(answer, page);
    if (outcome.kind === 'not-offered' || outcome.kind === 'not-found') {
      return page === 0 ? undefined : rows; // beyond the last page, which was not marked as the last
    }
    if (outcome.kind !== 'page') return 'no-answer';
    rows.push(...outcome.rows);
    if (outcome.isLast) return rows;
  }
  return 'no-answer'; // a list that was not read to its end does not show what is not in it
}

/** Records how an enrolment ended, as a named person says. Sends nothing. Throws as `decideSubscription`, and the journal's problems. */
export async function resolveEnrolment(
  context: TillContext,
  reference: string,
  resolution: EnrolmentResolution,
): Promise<void> {
  const command = {type: 'resolve', reference, ...resolution} as const;
  await withMutex(context, () => performInHome(context, decideSubscription, command));
}
