import type {SubscriptionCharge} from '../core/endpoints/subscription-charges.js';
import {type ChargesRead, chargesTakenBack, mayBeNewMoney} from '../core/subscription/charges.js';
import {decideSubscription} from '../core/subscription/decide.js';
import type {KnownSubscription} from '../core/subscription/registry.js';
import {paymentOf, type TillContext} from './context.js';
import {perform, performInHome, withMutex} from './handler.js';
import {chargesOf} from './subscriptions.js';

const pageSize = 20;
const mostPages = 100;

/**
 * Reads the charges of a subscription and records what `decideSubscription` makes of them (`learn-charges`). Throws `Problem`
 * subscription-unknown, the reason why the charges could not be read, and the problems of the home's journals.
 */
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
