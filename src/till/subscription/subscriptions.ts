import {interpretChange} from '../../core/endpoints/subscription/change-subscription.js';
import {interpretCharges, type SubscriptionCharge} from '../../core/endpoints/subscription/subscription-charges.js';
import {
  interpretSubscription,
  interpretSubscriptions,
  type SubscriptionRow,
} from '../../core/endpoints/subscription/subscriptions.js';
import {Problem} from '../../core/problem.js';
import type {Page} from '../../core/service/reply.js';
import {
  type ChangeOrder,
  type ChargesRead,
  chargesTakenBack,
  decideSubscription,
  mayBeNewMoney,
} from '../../core/subscription/decide.js';
import type {KnownSubscription} from '../../core/subscription/registry.js';
import {observe, paymentOf, type TillContext} from '../context.js';
import {perform, performInHome, record, submit, underWay, withMutex} from '../handler.js';
import {notDoneProblem, type Refreshed, refreshed, unansweredProblem} from './plans.js';

const pageSize = 20;
const mostPages = 100;

/** Reads and records a subscription's charges. Throws `Problem` subscription-unknown, why they could not be read, and the journals'. */
export async function learnCharges(context: TillContext, id: number): Promise<void> {
  const {subscriptions} = context.state.registry;
  const before = subscriptions.get(id);
  const isFirst = before?.completeFrom == null;
  const read = await chargesThere(context, id, isFirst ? undefined : before);
  const isRead = await withMutex(context, async () => {
    const known = subscriptions.get(id);
    // The charges of the shop's own subscriptions and of others are read from different starting points.
    if (known !== undefined && known.isOwn !== (before?.isOwn ?? false)) return false;
    for (const {reference} of isFirst ? [] : chargesTakenBack(context.state, read)) await paymentOf(context, reference);
    const learn = {type: 'learn-charges', id, read, isFirst} as const;
    if (isFirst || !mayBeNewMoney(known, read)) await perform(context, decideSubscription, learn);
    else await performInHome(context, decideSubscription, learn);
    return true;
  });
  if (!isRead) await learnCharges(context, id);
}

/**
 * Charges by their ids, oldest first: of the till’s own subscription all, since the service may take back any that is a payment; of another
 * one those back to the first settled one; only the newest page if nothing is known. No document states the order of the pages: the newest
 * page is the first or the last.
 */
async function chargesThere(
  context: TillContext,
  id: number,
  known: Pick<KnownSubscription, 'isOwn' | 'settledThrough'> | undefined,
): Promise<ChargesRead> {
  const through = known === undefined ? Number.POSITIVE_INFINITY : known.isOwn ? 0 : known.settledThrough;
  const first = await chargesOf(context, id, {page: 0, size: pageSize});
  const isNewestFirst = (first.rows[0]?.id ?? 0) > (first.rows.at(-1)?.id ?? 0);
  const others = Array.from({length: (first.totalPages ?? 1) - 1}, (_, index) => index + 1);
  const order = isNewestFirst ? [0, ...others] : [...others.reverse(), 0];
  const rows = new Map<number, SubscriptionCharge>();
  let read = 0;
  for (const page of order.slice(0, mostPages)) {
    if (rows.size > 0 && Math.min(...rows.keys()) <= through) break;
    const {rows: own} = page === 0 ? first : await chargesOf(context, id, {page, size: pageSize});
    for (const row of own) rows.set(row.id, row);
    read += 1;
  }
  return {rows: [...rows.values()].sort((a, b) => a.id - b.id), isWhole: read === order.length};
}

/** Reads the service's list of subscriptions into the registry, if the service has one. Throws only the journal's problems. */
export const refreshSubscriptions = (context: TillContext): Promise<Refreshed> =>
  refreshed(context, {
    ask: page => context.service.subscriptions(page, context.leaving),
    interpret: interpretSubscriptions,
    note: rows => noteSubscriptions(context, rows, false),
    mostPages: 100,
  });

/** `problem` says why only what the journal holds is known. */
type FetchedSubscription = {readonly known: KnownSubscription; readonly problem: Problem | undefined};

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
  const found = interpretSubscription(answer, id);
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
  const outcome = interpretCharges(answer, {id, page: paging.page});
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
  const outcome = interpretChange(await underWay(context, submission), change, id);
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
