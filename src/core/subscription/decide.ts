import {type Card, markOf} from '../card/card.js';
import type {Change} from '../endpoints/subscription/change-subscription.js';
import {interpretEnrolment} from '../endpoints/subscription/create-subscription.js';
import {intervals, type Plan} from '../endpoints/subscription/plans.js';
import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import type {Subscription, SubscriptionRow} from '../endpoints/subscription/subscriptions.js';
import {
  businessDateOf,
  type DecisionContext,
  type OpenShift,
  type PendingEvent,
  usualLanguage,
} from '../journal/decision.js';
import type {DataOf} from '../journal/envelope.js';
import {mintReference} from '../journal/reference.js';
import type {Country} from '../market/market.js';
import {statedMoney} from '../money/decimal.js';
import {checkEmail, validateFreeText} from '../payment/order.js';
import {personSaid, reasonSaid} from '../payment/said.js';
import type {PaymentEvent, paymentEvents, SubscriptionRequest} from '../payment/schema.js';
import {Problem} from '../problem.js';
import {type BooksBeside, hasSucceeded, recordsMade} from '../reconcile/records/known-records.js';
import {dateIn} from '../reconcile/rows/inputs.js';
import type {Answer} from '../service/answer.js';
import {plainReference} from '../text/text.js';
import {type Enrolment, isEnrolmentOpen, plainEmail, planAsked} from './enrolment.js';
import {
  isOfAnother,
  type KnownSubscription,
  openEnrolmentOf,
  type Registry,
  standingSubscriptionOf,
} from './registry.js';
import type {ChargeSeen, SubscriptionEvent, subscriptionEvents} from './schema.js';

type State = Omit<BooksBeside, 'registry'> &
  OpenShift & {readonly registry: Registry; readonly lastReference: string | undefined};

/** Whom to enrol, and on which plan. The service makes a plan without a code together with the enrolment. `country` is the shop's. */
export type EnrolOrder = {readonly customerEmail: string; readonly plan: Plan; readonly country: Country};

type Asked = Omit<DataOf<typeof subscriptionEvents, 'enrolment-requested'>, 'enrolment' | 'businessDate' | 'before'>;

/** `resumeAt` is `YYYY-MM-DDTHH:MM:SS` in the service's time, for a pause; if it is absent, the pause lasts until a person resumes it. */
export type ChangeOrder = {readonly change: Change; readonly reason: string; readonly resumeAt?: string};

/** What a person says about an enrolment; `subscription` is given if one was made and its number is known. */
export type EnrolmentResolution = {
  readonly as: 'made' | 'not-made';
  readonly person: string;
  readonly reason: string;
  readonly subscription?: number;
};

/** Meanwhile, another till of the home may have made a payment of what an enrolment charged. */
type Beside = {readonly beside?: readonly BooksBeside[]};

export type SubscriptionCommand =
  | {readonly type: 'enrol'; readonly asked: Asked}
  | {readonly type: 'answer'; readonly enrolment: Enrolment; readonly answer: Answer}
  /** The service's list shows what became of an enrolment: this subscription, or none. */
  | ({readonly type: 'find'; readonly enrolment: Enrolment; readonly row: SubscriptionRow | undefined} & Beside)
  | ({readonly type: 'resolve'; readonly reference: string} & EnrolmentResolution & Beside)
  | {readonly type: 'note-plans'; readonly plans: readonly Plan[]}
  /** `isOwn`: from now on this till records their renewals. */
  | {readonly type: 'note-subscriptions'; readonly rows: readonly SubscriptionRow[]; readonly isOwn: boolean}
  /** Only the number of the subscription is known, and that it has charges. */
  | {readonly type: 'note-number'; readonly id: number; readonly isOwn: boolean}
  | ({readonly type: 'learn-charges'} & LearnCharges)
  | ({readonly type: 'change'; readonly id: number} & ChangeOrder);

/**
 * Decides what happens to plans, subscriptions and enrolments. Throws `Problem`:
 * - enrol: enrolment-unclear while the outcome of an earlier enrolment of the customer is not known, customer-enrolled, clock-impossible;
 * - resolve: person-missing, reason-missing, text-has-card, text-too-long, enrolment-unknown, enrolment-of-another for the number of a
 *   subscription that the enrolment cannot have made;
 * - learn-charges: clock-impossible;
 * - change: reason-missing (for a cancellation), text-has-card, text-too-long.
 */
export function decideSubscription(
  state: State,
  command: SubscriptionCommand,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  switch (command.type) {
    case 'enrol':
      return enrol(state, command.asked, given);
    case 'answer': {
      const {enrolment, answer} = command;
      const outcome = interpretEnrolment(answer, enrolment);
      const {challenge = null} = outcome.kind === 'made' ? outcome : {};
      return [
        {type: 'enrolment-answered', data: {enrolment: enrolment.reference, answer}},
        ...(outcome.kind === 'made'
          ? chargeOf(state, enrolment, {given, subscription: outcome.subscription, challenge})
          : []),
      ];
    }
    case 'find': {
      const {enrolment, row, beside} = command;
      if (!isUndecided(state, enrolment)) return []; // another look-up or a person has settled it already
      return settled(state, enrolment, {given, by: 'list', row, reason: '', beside});
    }
    case 'resolve':
      return resolve(state, command, given);
    case 'note-plans': {
      const isNews = (plan: Plan) => !isAlike(state.registry.plans.get(plan.planCode), plan);
      return command.plans.filter(isNews).map(plan => ({type: 'plan-seen', data: {plan}}));
    }
    case 'note-subscriptions':
      return command.rows.flatMap(row => newsOf(state, row, command.isOwn));
    case 'note-number': {
      const {id, isOwn} = command;
      const known = state.registry.subscriptions.get(id);
      if (known !== undefined && (!isOwn || known.isOwn)) return [];
      return [{type: 'subscription-seen', data: {subscription: {id}, planCode: null, isOwn}}];
    }
    case 'learn-charges':
      return learnCharges(state, command, given);
    case 'change': {
      const {id: subscription, change, reason, resumeAt = null} = command;
      if (change === 'cancel' && reason.trim() === '') throw new Problem('reason-missing');
      validateFreeText(reason);
      return [{type: 'subscription-change-sent', data: {subscription, change, reason: reason.trim(), resumeAt}}];
    }
  }
}

const isAlike = (known: unknown, read: unknown) => JSON.stringify(known) === JSON.stringify(read);

/**
 * The data of an enrolment request. `again` says why a customer who already has a subscription is enrolled all the same. Throws `Problem`
 * email-invalid, card-holder-missing, plan-not-chargeable, interval-unknown, reason-missing, text-has-card, text-too-long.
 */
export function enrolmentAsked(
  {customerEmail, plan, country}: EnrolOrder,
  card: Card,
  again: string | undefined,
): Asked {
  const email = checkEmail(customerEmail);
  if ((card.holder ?? '').trim() === '') throw new Problem('card-holder-missing');
  const {planCode, currency, trialPeriodDays} = plan;
  const amount = statedMoney(plan.amount, currency);
  if (amount === undefined) throw new Problem('plan-not-chargeable', {plan: planCode, currency});
  const asked = {customerEmail: email, planCode, amount, trialPeriodDays, card: markOf(card), country};
  return {...(again === undefined ? {} : {again: reasonSaid(again)}), ...newPlanOf(plan), ...asked};
}

/** The details that the service needs about a plan without a code. */
function newPlanOf({planCode, name, description, interval, billingLimit}: Plan) {
  const known = intervals.find(each => each === interval);
  if (planCode !== '') return {};
  if (known === undefined) throw new Problem('interval-unknown', {interval, intervals: intervals.join(', ')});
  return {newPlan: {name, description, interval: known, billingLimit}};
}

function enrol(
  state: State,
  asked: Asked,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  const {registry, lastReference: last} = state;
  const open = openEnrolmentOf(registry, asked.customerEmail);
  if (open !== undefined) throw unclear(open);
  const standing = standingSubscriptionOf(registry, asked.customerEmail)?.subscription;
  if (standing !== undefined && asked.again === undefined)
    throw new Problem('customer-enrolled', {email: asked.customerEmail, subscription: standing.id});
  const {settings, now: nowMs} = given;
  const enrolment = mintReference({till: settings.till, nowMs, last, random: given.chance(8)});
  const email = plainEmail(asked.customerEmail);
  const before = [...registry.subscriptions.values()]
    .filter(({subscription}) => plainEmail(subscription.customerEmail ?? '') === email)
    .map(({subscription}) => subscription.id);
  const data = {...asked, enrolment, businessDate: businessDateOf(state, given), before};
  return [{type: 'enrolment-requested', data}];
}

function unclear({reference, customerEmail, requestedAt}: Enrolment): Problem {
  const time = Temporal.Instant.fromEpochMilliseconds(requestedAt).toString().slice(0, 16).replace('T', ' ');
  return new Problem('enrolment-unclear', {email: customerEmail, time: `${time} UTC`, enrolment: reference});
}

type Enrolled = {
  readonly given: DecisionContext;
  readonly subscription: Pick<Subscription, 'id' | 'enrollmentTxnReference'>;
  readonly challenge: {readonly url: string; readonly creq: string} | null;
  readonly beside?: readonly BooksBeside[] | undefined;
};

/**
 * The payment of an enrolment; from now on the service is asked about it by its `enrollmentTxnReference`. There is none if a trial defers
 * it, since the charge at the end of the trial is a renewal, and none if it is already recorded.
 */
function chargeOf(
  state: State,
  {reference, amount, country, businessDate, customerEmail, card, trialPeriodDays, ...enrolment}: Enrolment,
  {given, subscription: {id, enrollmentTxnReference}, challenge, beside = []}: Enrolled,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  if (enrollmentTxnReference === null || amount.minor === 0) return []; // a free plan charges nothing
  if (trialPeriodDays > 0 && challenge === null) return [];
  if (recordsMade([state, ...beside]).hasCharge(enrollmentTxnReference, amount)) return [];
  const data = {
    reference,
    sale: reference,
    amount,
    country,
    ...usualLanguage(country, given),
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
  return [{type: 'requested', data}];
}

/** The enrolment with this reference, if its outcome is not known. Throws `Problem` enrolment-unknown otherwise. */
export function enrolmentOf({registry}: State, reference: string): Enrolment {
  const enrolment = registry.enrolments.get(reference);
  if (enrolment === undefined || !isEnrolmentOpen(enrolment))
    throw new Problem('enrolment-unknown', {enrolment: reference});
  return enrolment;
}

/** Whether the outcome of the enrolment is still unknown: neither the list nor a person has settled it in the meantime. */
export function isUndecided({registry}: State, {reference}: Pick<Enrolment, 'reference'>): boolean {
  const enrolment = registry.enrolments.get(reference);
  return enrolment !== undefined && isEnrolmentOpen(enrolment);
}

type Settled = {
  readonly by: 'list' | 'person';
  readonly row: {readonly subscription: Pick<Subscription, 'id' | 'enrollmentTxnReference'>} | undefined;
  readonly reason: string;
  readonly person?: string;
  readonly given: DecisionContext;
  readonly beside: readonly BooksBeside[] | undefined;
};

function settled(
  state: State,
  enrolment: Enrolment,
  {given, by, row, reason, beside, ...person}: Settled,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  const as = row === undefined ? 'not-made' : 'made';
  const data = {enrolment: enrolment.reference, as, by, subscription: row?.subscription.id ?? null, reason} as const;
  const charge =
    row === undefined
      ? []
      : chargeOf(state, enrolment, {given, subscription: row.subscription, challenge: null, beside});
  return [{type: 'enrolment-resolved', ...person, data}, ...charge];
}

function resolve(
  state: State,
  {reference, as, subscription, beside, ...said}: Extract<SubscriptionCommand, {type: 'resolve'}>,
  given: DecisionContext,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  const [person, reason] = [personSaid(said.person), reasonSaid(said.reason)];
  const enrolment = enrolmentOf(state, reference);
  const known = subscription === undefined ? undefined : state.registry.subscriptions.get(subscription);
  if (as === 'made' && known !== undefined) {
    const {id, enrollmentTxnReference = null} = known.subscription;
    if (isOfAnother(enrolment, known.subscription, known.planCode))
      throw new Problem('enrolment-of-another', {id, enrolment: reference});
    const row = {subscription: {id, enrollmentTxnReference}};
    return settled(state, enrolment, {given, by: 'person', row, reason, person, beside});
  }
  const data = {enrolment: reference, as, by: 'person' as const, subscription: subscription ?? null, reason};
  return [{type: 'enrolment-resolved', person, data}];
}

/** What was not known yet of a row of the service's list. */
function newsOf(
  {registry}: State,
  {subscription, plan}: SubscriptionRow,
  isOwn: boolean,
): readonly PendingEvent<PaymentEvent | SubscriptionEvent>[] {
  const known = registry.subscriptions.get(subscription.id);
  const planCode = plan?.planCode ?? known?.planCode ?? null;
  const isSame =
    known !== undefined &&
    known.planCode === planCode &&
    (known.isOwn || !isOwn) &&
    Object.entries(subscription).every(([name, value]) =>
      isAlike(value, known.subscription[name as keyof typeof subscription]),
    );
  const isNewPlan = plan !== undefined && !isAlike(registry.plans.get(plan.planCode), plan);
  return [
    ...(isNewPlan ? [{type: 'plan-seen' as const, data: {plan}}] : []),
    ...(isSame ? [] : [{type: 'subscription-seen' as const, data: {subscription, planCode, isOwn}}]),
  ];
}

/** What new charges of a subscription are compared with. */
const mostKept = 24;
/** If nothing has changed, that is recorded at most once in this time. */
const freshMs = 12 * 60 * 60_000;

const undecided = /^(?:pending|processing|initiated)$/i;

/** Charges by their ids, oldest first. `isWhole`: these are all charges that there are. */
export type ChargesRead = {readonly rows: readonly SubscriptionCharge[]; readonly isWhole: boolean};

/** `isFirst`: nothing was known of the charges when they were read. `beside` are the other tills of the home. */
type LearnCharges = {
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

type Seen = {charges: ChargeSeen[]; completeFrom: number; settledThrough: number; taken: string[]};

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
