import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import {
  businessDateOf,
  type DecisionContext,
  type OpenShift,
  type PendingEvent,
  usualLanguage,
} from '../journal/decision.js';
import type {DataOf} from '../journal/envelope.js';
import {mintReference} from '../journal/reference.js';
import {statedMoney} from '../money/decimal.js';
import type {PaymentEvent, paymentEvents, SubscriptionRequest} from '../payment/schema.js';
import {type BooksBeside, hasSucceeded, recordsMade} from '../reconcile/records/known-records.js';
import {dateIn} from '../reconcile/rows/inputs.js';
import {plainReference} from '../text/text.js';
import type {KnownSubscription, Registry} from './registry.js';
import type {ChargeSeen, SubscriptionEvent} from './schema.js';

/** What new charges of a subscription are compared with. */
type State = Omit<BooksBeside, 'registry'> &
  OpenShift & {readonly registry: Registry; readonly lastReference: string | undefined};

const mostKept = 24;
/** If nothing has changed, that is recorded at most once in this time. */
const freshMs = 12 * 60 * 60_000;

const undecided = /^(?:pending|processing|initiated)$/i;

/** Charges by their ids, oldest first. `isWhole`: these are all charges that there are. */
export type ChargesRead = {readonly rows: readonly SubscriptionCharge[]; readonly isWhole: boolean};

/** `isFirst`: nothing was known of the charges when they were read. `beside` are the other tills of the home. */
export type LearnCharges = {
  readonly id: number;
  readonly read: ChargesRead;
  readonly isFirst: boolean;
  readonly beside?: readonly BooksBeside[] | undefined;
};

/**
 * Records what shows how the billing of a subscription goes. For a subscription of this till, each charge that succeeded is also recorded,
 * once, as a payment that the service began; its `transactionReference` identifies it, however it is spelt. Charges made before the till knew of the
 * subscription are not the till's money. Every charge up to `settledThrough` has ended and is recorded: an undecided charge keeps all later
 * ones above that mark, so that they are looked at again. A charge that is a payment and is no success any more takes the payment back,
 * whatever its number; the payment is in `state`. Throws `Problem` clock-impossible if there is a payment to record.
 */
export function learnCharges(
  state: State,
  {id, read, isFirst, beside = []}: LearnCharges,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  const known = state.registry.subscriptions.get(id);
  if (known === undefined) return [];
  const renewals = isFirst ? [] : newMoney([state, ...beside], known, read.rows);
  const takenBack = isFirst ? [] : chargesTakenBack(state, read).filter(each => isNews(state, id, each));
  const added = renewals.map(({transactionReference}) => transactionReference);
  const seen = chargesSeen(known, read, added);
  const isFresh = given.now - (known.chargesAt ?? 0) < freshMs;
  if (renewals.length + takenBack.length === 0 && isFresh && isSame(known, seen)) return [];
  return [
    ...withReferences(state, renewals, given),
    ...takenBack.map(data => ({type: 'charge-taken-back' as const, data})),
    {type: 'charges-seen', data: {subscription: id, ...seen}},
  ];
}

/** Whether some of these charges may be money of the till that is not recorded yet. */
export const mayBeNewMoney = (known: KnownSubscription | undefined, {rows}: Pick<ChargesRead, 'rows'>): boolean =>
  known?.isOwn === true && rows.some(({id, status}) => id > known.settledThrough && hasSucceeded(status));

/**
 * The charges that succeeded and are no payment yet: a reference that stands in several rows, in those of another subscription or in a row of a
 * file is one. One that may have been a payment so long ago that no till remembers it stays a row without a payment in the provider's file.
 */
function newMoney(
  books: readonly BooksBeside[],
  known: KnownSubscription,
  rows: readonly SubscriptionCharge[],
): readonly Renewal[] {
  if (!mayBeNewMoney(known, {rows})) return [];
  const made = recordsMade(books);
  return rows.flatMap(row => {
    const [renewal] = row.id > known.settledThrough && hasSucceeded(row.status) ? renewalOf(known, row) : [];
    if (renewal === undefined || made.mayBeForgotten(dateIn(row.chargedAt))) return [];
    if (made.hasCharge(renewal.transactionReference, renewal.amount)) return [];
    made.addCharge(renewal.transactionReference, renewal.amount);
    return [renewal];
  });
}

type TakenBack = DataOf<typeof paymentEvents, 'charge-taken-back'>;

/**
 * The payments of the till whose charges the service does not call a success, with its word. Of several attempts under one reference, one that
 * succeeded counts. Some of the payments may be of earlier days, and not in `state`.
 */
export function chargesTakenBack({reconciled}: State, {rows}: Pick<ChargesRead, 'rows'>): readonly TakenBack[] {
  const byReference = Map.groupBy(rows, ({transactionReference}) => plainReference(transactionReference ?? ''));
  const isOver = ({status}: SubscriptionCharge) => !hasSucceeded(status) && !undecided.test(status);
  return reconciled.made.flatMap(each => {
    const attempts = 'row' in each ? [] : (byReference.get(plainReference(each.charge)) ?? []);
    const last = attempts.every(isOver) ? attempts.at(-1) : undefined;
    return last === undefined ? [] : [{reference: each.payment, status: last.status}];
  });
}

/** Whether the service's word is new, and of a charge of this subscription. */
function isNews({payments}: State, id: number, {reference, status}: TakenBack): boolean {
  const {status: standing, request, record} = payments.get(reference) ?? {};
  const isOfIt = request?.method === 'subscription' && request.subscription === id;
  return isOfIt && standing === 'paid' && record?.status !== status;
}

type Renewal = Omit<SubscriptionRequest, 'reference' | 'sale' | 'country' | 'businessDate' | 'again'>;

/** Empty for an amount that this till cannot count: a screen shows it, but no sum includes it. */
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

function withReferences(
  state: State,
  renewals: readonly Renewal[],
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  const {till, country} = given.settings;
  let last = state.lastReference;
  return renewals.map(renewal => {
    const reference = mintReference({till, nowMs: given.now, last, random: given.chance(8)});
    last = reference;
    const own = {reference, sale: reference, country, businessDate: businessDateOf(state, given), again: null};
    return {type: 'requested', data: {...own, ...usualLanguage(country, given), ...renewal}};
  });
}

type Seen = {
  charges: ChargeSeen[];
  completeFrom: number;
  settledThrough: number;
  taken: string[];
};

/** What is known of the charges after these were read. `added` are the references of those that are being recorded. */
function chargesSeen(known: KnownSubscription, {rows, isWhole}: ChargesRead, added: readonly string[]): Seen {
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

function isSame({charges, completeFrom, settledThrough, taken}: KnownSubscription, seen: Seen): boolean {
  const text = (...members: unknown[]) => JSON.stringify(members);
  return (
    text(charges, completeFrom ?? 0, settledThrough, taken) ===
    text(seen.charges, seen.completeFrom, seen.settledThrough, seen.taken)
  );
}
