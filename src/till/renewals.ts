import {businessDateOf} from '../core/decision.js';
import type {SubscriptionRequest} from '../core/journal/event.js';
import {mintReference} from '../core/journal/reference.js';
import {statedMoney} from '../core/subscription/plan-evidence.js';
import type {SubscriptionCharge} from '../core/subscription/record.js';
import type {KnownSubscription} from '../core/subscription/registry.js';
import type {ChargeSeen} from '../core/subscription/schema.js';
import type {Context} from './context.js';
import {circumstances, record, withMutex} from './handler.js';
import {chargesOf} from './subscriptions.js';

const pageSize = 20;
const mostPages = 100;
const mostKept = 24;
/** That nothing has changed is written down once in so long. */
const freshMs = 12 * 60 * 60_000;

const succeeded = /^(?:success(?:ful)?|completed|paid)$/i;
const undecided = /^(?:pending|processing|initiated)$/i;

/**
 * Reads the newest charges of a subscription, back to what is settled, and keeps what tells how its billing goes. Of a
 * subscription of this till's own each one that succeeded is written down as a payment that the service has begun, once:
 * it is known by its `transactionReference`. What was charged before the till knew of the subscription is not its money.
 *
 * Throws `Problem` subscription-unknown, why the charges could not be read, and the journal's.
 */
export async function learnCharges(context: Context, id: number): Promise<void> {
  const {subscriptions} = context.state.registry;
  const before = subscriptions.get(id);
  const isFirst = before?.completeFrom == null;
  const read = await newestCharges(context, id, isFirst ? undefined : before?.settledThrough);
  const isRead = await withMutex(context, async () => {
    const known = subscriptions.get(id);
    if (known === undefined) return true;
    if (known.isOwn !== (before?.isOwn ?? false)) return false; // what was read is from where another's would be read
    const isWanted = known.isOwn && !isFirst;
    const renewals = isWanted
      ? read.rows.filter(row => isNewMoney(known, row)).flatMap(row => renewalOf(known, row))
      : [];
    const data = {
      subscription: id,
      ...chargesSeen(
        known,
        read,
        renewals.map(request => request.transactionReference),
      ),
    };
    const isFresh = context.world.now() - (known.chargesAt ?? 0) < freshMs;
    if (renewals.length === 0 && isFresh && isSame(known, data)) return true;
    await record(context, ...withReferences(context, renewals), {type: 'charges-seen', data});
    return true;
  });
  if (!isRead) await learnCharges(context, id);
}

type Read = {readonly rows: readonly SubscriptionCharge[]; readonly isWhole: boolean};

/**
 * Charges by their ids, oldest first, back to the first that is settled; the newest page alone where none is yet. No
 * document says in which order the pages come: the newest one is the first or the last.
 */
async function newestCharges(context: Context, id: number, settledThrough = Number.POSITIVE_INFINITY): Promise<Read> {
  const first = await chargesOf(context, id, {page: 0, size: pageSize});
  const isNewestFirst = (first.rows[0]?.id ?? 0) > (first.rows.at(-1)?.id ?? 0);
  const others = Array.from({length: (first.totalPages ?? 1) - 1}, (_, index) => index + 1);
  const order = isNewestFirst ? [0, ...others] : [...others.reverse(), 0];
  const rows = new Map<number, SubscriptionCharge>();
  let read = 0;
  for (const page of order.slice(0, mostPages)) {
    if (rows.size > 0 && Math.min(...rows.keys()) <= settledThrough) break;
    const {rows: own} = page === 0 ? first : await chargesOf(context, id, {page, size: pageSize});
    for (const row of own) rows.set(row.id, row);
    read += 1;
  }
  return {rows: [...rows.values()].sort((a, b) => a.id - b.id), isWhole: read === order.length};
}

function isNewMoney(
  {settledThrough, taken}: KnownSubscription,
  {id, status, transactionReference}: SubscriptionCharge,
) {
  const isListed = transactionReference !== null && taken.includes(transactionReference);
  return id > settledThrough && succeeded.test(status) && !isListed;
}

type Renewal = Omit<SubscriptionRequest, 'reference' | 'sale' | 'country' | 'businessDate' | 'again'>;

/** None for an amount that this till cannot count: a screen shows it, and no sum has it. */
function renewalOf({subscription}: KnownSubscription, row: SubscriptionCharge): readonly Renewal[] {
  const amount = statedMoney(row.amount, row.currency);
  const {transactionReference, status, chargedAt} = row;
  if (amount === undefined || amount.minor <= 0 || transactionReference === null) return [];
  return [
    {
      method: 'subscription',
      amount,
      description: row.description ?? '',
      subscription: subscription.id,
      customerEmail: subscription.customerEmail ?? '',
      cycle: row.cycleNumber,
      transactionReference,
      card: null,
      challenge: null,
      charge: {status, chargedAt, fee: null},
    },
  ];
}

function withReferences(context: Context, renewals: readonly Renewal[]) {
  const {till, country} = context.settings;
  let last = context.state.lastReference;
  return renewals.map(renewal => {
    const reference = mintReference({till, nowMs: context.world.now(), last, random: context.world.random(8)});
    last = reference;
    const own = {
      reference,
      sale: reference,
      country,
      businessDate: businessDateOf(context.state, circumstances(context)),
      again: null,
    };
    return {type: 'requested' as const, data: {...own, ...renewal}};
  });
}

/** What is known of the charges after these were read. `added`: references of those that are being written down. */
function chargesSeen(known: KnownSubscription, {rows, isWhole}: Read, added: readonly string[]) {
  const isFirst = known.completeFrom === null;
  const merged = new Map([...known.charges, ...rows.map(seenOf)].map(charge => [charge.id, charge]));
  const all = [...merged.values()].sort((a, b) => a.id - b.id);
  const charges = all.slice(-mostKept);
  const isFromStart = charges.length === all.length && (isWhole || known.completeFrom === 1);
  let settledThrough = isFirst ? (rows[0]?.id ?? 1) - 1 : known.settledThrough;
  for (const {id, status} of rows) {
    if (id <= settledThrough) continue;
    if (undecided.test(status)) break;
    settledThrough = id;
  }
  const isSettled = (reference: string) =>
    rows.some(({id, transactionReference}) => transactionReference === reference && id <= settledThrough);
  return {
    charges,
    completeFrom: isFromStart ? 1 : (charges[0]?.cycleNumber ?? 0) + 1,
    settledThrough,
    taken: [...known.taken, ...added].filter(reference => !isSettled(reference)),
  };
}

function seenOf(charge: SubscriptionCharge): ChargeSeen {
  const {id, cycleNumber, attemptNumber, status, chargedAt, nextRetryAt, isRetriable, transactionReference} = charge;
  return {id, cycleNumber, attemptNumber, status, chargedAt, nextRetryAt, isRetriable, transactionReference};
}

function isSame(known: KnownSubscription, seen: ReturnType<typeof chargesSeen>): boolean {
  const {charges, completeFrom, settledThrough, taken} = known;
  const of = (value: ReturnType<typeof chargesSeen>) =>
    JSON.stringify([value.charges, value.completeFrom, value.settledThrough, value.taken]);
  return of({charges: [...charges], completeFrom: completeFrom ?? 0, settledThrough, taken: [...taken]}) === of(seen);
}
