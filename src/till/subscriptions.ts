import {interpretChange} from '../core/endpoints/change-subscription.js';
import {interpretCharges, type SubscriptionCharge} from '../core/endpoints/subscription-charges.js';
import {interpretSubscription, interpretSubscriptions, type SubscriptionRow} from '../core/endpoints/subscriptions.js';
import {Problem} from '../core/problem.js';
import type {Page} from '../core/service/reply.js';
import {type ChangeOrder, decideSubscription} from '../core/subscription/decide.js';
import type {KnownSubscription} from '../core/subscription/registry.js';
import {observe, type TillContext} from './context.js';
import {perform, record, submit, underWay} from './handler.js';
import {notDoneProblem, type Refreshed, refreshed, unansweredProblem} from './plans.js';

/** Reads the service's list of subscriptions into the registry, if the service has one. Throws only the journal's problems. */
export const refreshSubscriptions = (context: TillContext): Promise<Refreshed> =>
  refreshed(context, {
    ask: page => context.service.subscriptions(page, context.leaving),
    interpret: interpretSubscriptions,
    note: rows => noteSubscriptions(context, rows, false),
    mostPages: 100,
  });

/** `problem` says why only what the journal holds is known. */
export type FetchedSubscription = {readonly known: KnownSubscription; readonly problem: Problem | undefined};

/**
 * A subscription as the service has it now, or else as the journal has it. With `adds` it becomes one of this till's own, whose renewals
 * the till records. A service need not have the call; then only its charges prove that the subscription exists.
 *
 * Throws `Problem` subscription-unknown, and if the journal has no such subscription, the reason why the service could not be asked.
 */
export async function readSubscription(
  context: TillContext,
  id: number,
  {adds = false}: {readonly adds?: boolean} = {},
): Promise<FetchedSubscription> {
  const {registry} = context.state;
  const answer = await context.service.subscription({id}, context.leaving);
  observe(context, answer);
  const found = interpretSubscription(answer);
  if (found.kind === 'found') await noteSubscriptions(context, [found], adds);
  const known = registry.subscriptions.get(id);
  if (found.kind === 'found' && known !== undefined) return {known, problem: undefined};
  const missing = new Problem('subscription-unknown', {id});
  if (found.kind !== 'not-found' && found.kind !== 'not-offered') {
    const problem = unansweredProblem(found as Exclude<typeof found, {kind: 'found'}>, missing);
    if (known === undefined) throw problem;
    return {known, problem};
  }
  await chargesOf(context, id, {page: 0, size: 1}); // throws if the subscription does not exist
  await perform(context, decideSubscription, {type: 'note-number', id, isOwn: adds});
  const now = registry.subscriptions.get(id);
  if (now === undefined) throw missing;
  return {known: now, problem: undefined};
}

/** A page of the charges of a subscription, as it came. Throws `Problem` subscription-unknown, or the reason why there is no page. */
export async function chargesOf(
  context: TillContext,
  id: number,
  paging: {readonly page: number; readonly size: number},
): Promise<Page<SubscriptionCharge>> {
  const answer = await context.service.subscriptionCharges({id, ...paging}, context.leaving);
  observe(context, answer);
  const outcome = interpretCharges(answer, paging.page);
  if (outcome.kind === 'page') return outcome;
  throw unansweredProblem(outcome, new Problem('subscription-unknown', {id}));
}

/** Records what was not known yet from these rows. */
async function noteSubscriptions(
  context: TillContext,
  rows: readonly SubscriptionRow[],
  isOwn: boolean,
): Promise<void> {
  await perform(context, decideSubscription, {type: 'note-subscriptions', rows, isOwn});
}

/**
 * Cancels, pauses or resumes a subscription. None of these moves money. The intent is on the disk before the request is sent.
 *
 * Throws `Problem` reason-missing (for a cancellation), text-has-card, subscription-unknown, subscription-refused, subscription-unclear,
 * call-not-offered, service-unreachable, key-refused, and the journal's problems.
 */
export async function changeSubscription(
  context: TillContext,
  id: number,
  order: ChangeOrder,
): Promise<KnownSubscription> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  const {change} = order;
  // Without the mutex: no money moves, and a sale must not wait for this answer.
  const submission = submit(context, {
    intent: () => perform(context, decideSubscription, {type: 'change', id, ...order}),
    ask: () => send(context, id, order),
    response: answer =>
      record(context, {type: 'subscription-change-answered', data: {subscription: id, change, answer}}),
  });
  const outcome = interpretChange(await underWay(context, submission), change);
  if (outcome.kind === 'not-offered') throw new Problem('call-not-offered');
  if (outcome.kind === 'unknown') throw new Problem('subscription-unclear', {id, text: outcome.text});
  if (outcome.kind !== 'done') throw notDoneProblem(outcome, 'subscription-refused');
  // The answer has only some of the members; when it was paused or cancelled is among the others. The change is done even if they cannot be
  // read now.
  await readSubscription(context, id).catch(onlyProblems);
  const known = context.state.registry.subscriptions.get(id);
  if (known === undefined) throw new Error(`subscription ${id} was changed and is not known`);
  return known;
}

/** Ignores a problem that does no harm; the journal's problems are thrown again. */
export function onlyProblems(error: unknown): void {
  if (!(error instanceof Problem) || error.code.startsWith('journal-')) throw error;
}

function send({service, leaving}: TillContext, id: number, {change, reason, resumeAt}: ChangeOrder) {
  switch (change) {
    case 'cancel':
      return service.cancelSubscription({id, reason: reason.trim()}, leaving);
    case 'pause':
      return service.pauseSubscription({id, ...(resumeAt === undefined ? {} : {resumeAt})}, leaving);
    case 'resume':
      return service.resumeSubscription({id}, leaving);
  }
}
