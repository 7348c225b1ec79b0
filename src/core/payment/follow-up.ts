import {isOpen, type Payment} from './payment.js';
import {isRefundOpen, type Refund} from './refund.js';
import type {TimelineStep} from './timeline.js';

/**
 * Says when to ask about a payment again, as a pure function of the payment and of the questions asked so far. Times are milliseconds.
 * Those named `mono` come from the monotonic clock, so that a jump of the wall clock cannot delay a question.
 */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const behind: readonly Step[] = [
  {until: 2 * minute, every: 4 * second},
  {until: 5 * minute, every: 10 * second},
  {until: 15 * minute, every: 30 * second},
  {until: hour, every: 2 * minute},
  {until: day, every: 10 * minute},
  {until: 7 * day, every: hour},
  {until: Number.POSITIVE_INFINITY, every: day},
];
/** The schedule of the focused payment. It is dense for about as long as a prompt on a phone stays open, which is about a minute. */
const focused: readonly Step[] = [
  {until: 2 * minute, every: 2 * second},
  {until: 5 * minute, every: 4 * second},
  ...behind,
];
type Step = {readonly until: number; readonly every: number};

/** How long a customer may still be standing at the till. */
export const newFor = 5 * minute;
const firstLook = 3 * second;
const afterFailure = [minute, 5 * minute, 15 * minute] as const;

/** What this process knows about watching a payment. All instants are monotonic. */
export type Watch = {
  /** When this process asked the last question, however long its answer took; undefined if it has not asked any. */
  readonly lastAt: number | undefined;
  /** When the request left, of an earlier process by `ageOf`, and when the payment reached its present status. */
  readonly sentAt: number;
  readonly statusAt: number;
  /** Whether this process began the payment. Any other payment is due at once. */
  readonly isFresh: boolean;
  /** How many answers were heard since the payment ended that are not in the journal yet. */
  readonly unwritten: number;
  /** A factor from 0.8 to 1.2 by which the next interval is stretched, so that a hundred tills do not ask in the same second. */
  readonly stretch: number;
};

/**
 * Returns the instant of the next question about `payment`: at or before `mono` if it is due, undefined if there is none. A failed payment
 * is asked about again after 1, 5 and 15 minutes, because a late success after a failure is the classic way to lose money. A payment that
 * provably never left is not asked about. A person's word is no evidence, so the till keeps watching a payment that only a person resolved.
 */
export function nextQuestion(
  payment: Payment,
  watch: Watch,
  {mono, isFocused}: {mono: number; isFocused: boolean},
): number | undefined {
  if (payment.status === 'requested') return undefined;
  if (!isOpen(payment) && !isResolvedAlone(payment))
    return payment.status === 'failed' ? afterFailing(payment, watch) : undefined;
  const first = payment.details?.isCompleted === true ? second : firstLook; // the record only lags behind the answer
  return nextByAge(watch, {mono, first, steps: isFocused ? focused : behind});
}

function nextByAge(
  {lastAt, sentAt, isFresh, stretch}: Watch,
  {mono, first, steps}: {readonly mono: number; readonly first: number; readonly steps: readonly Step[]},
): number | undefined {
  if (lastAt === undefined) return isFresh ? sentAt + first : mono;
  const age = lastAt - sentAt; // the age at that moment, so that an interval that has begun does not grow
  const every = steps.find(step => age < step.until)?.every ?? day;
  return lastAt + every * stretch;
}

/**
 * Returns how old a payment, or the refund of that number, is for the schedule when a process takes it up: as old as this machine's clock
 * says, but no older than the answers that were heard about it make it, nor than `newFor`. So no clock that is or was wrong ends the questions.
 */
export function ageOf(
  steps: readonly TimelineStep[],
  {sentAt, now, refund}: {readonly sentAt: number; readonly now: number; readonly refund?: number | undefined},
): number {
  let questions = 0;
  for (const {facts, repeated} of steps)
    if (facts['refund'] === refund && repeated !== undefined) questions += 1 + repeated;
  let age = 0;
  for (const {until, every} of focused) {
    const within = Math.min(questions, Math.max(0, Math.ceil((until - age) / every)));
    age += within * every;
    questions -= within;
  }
  return Math.max(0, Math.min(now - sentAt, Math.max(newFor, age)));
}

/** Whether a person resolved the payment and no final answer was ever heard. */
export const isResolvedAlone = ({resolution, finals}: Payment): boolean =>
  resolution !== undefined && finals.last === undefined;

function afterFailing(payment: Payment, {lastAt, statusAt, unwritten}: Watch): number | undefined {
  const wait = afterFailure[payment.askedSinceFinal + unwritten];
  if (wait === undefined || wasNotSubmitted(payment)) return undefined;
  return Math.max(statusAt + wait, (lastAt ?? statusAt) + minute);
}

/** Whether only this till can know of the payment, because no request for it reached the service. */
export const wasNotSubmitted = ({failure, finals}: Payment): boolean =>
  finals.last === undefined && (failure?.reason === 'unreachable' || failure?.reason === 'never-left');

/** Returns the instant of the next question about a refund, as `nextQuestion` does; none once the service has said how it ended. */
export function nextRefundQuestion(refund: Refund, watch: Watch, mono: number): number | undefined {
  if (!isRefundOpen(refund) || refund.sentAt === undefined) return undefined;
  return nextByAge(watch, {mono, first: firstLook, steps: behind});
}

/** Whether the till asks nothing more about the payment by itself, and nobody needs to look at it. */
export function isSettled(payment: Payment): boolean {
  if (isResolvedAlone(payment) || payment.refunds.some(isRefundOpen)) return false;
  if (payment.status === 'paid' || payment.status === 'on-book') return true;
  return payment.status === 'failed' && (payment.askedSinceFinal >= afterFailure.length || wasNotSubmitted(payment));
}

/** Makes the `stretch` of a `Watch` from one random byte. */
export const stretchFrom = (random: Uint8Array): number => 0.8 + (0.4 * (random[0] ?? 128)) / 255;

/** How long a payment has waited, in the steps at which a person must look at it. Age never changes the status or the verdict. */
type Attention = 'ten-minutes' | 'day' | 'week';

/** The attention that an open payment of this age needs; undefined below ten minutes. */
export function attentionOf(payment: Payment, now: number): Attention | undefined {
  if (!isOpen(payment)) return undefined;
  const age = now - payment.requestedAt;
  if (age >= 7 * day) return 'week';
  if (age >= day) return 'day';
  return age >= 10 * minute ? 'ten-minutes' : undefined;
}

/** The fewest paid payments from which a usual time is told. */
const leastPaid = 3;

/** Returns how long customers of a network, or cards, usually take: the median of the paid `recent` in milliseconds, if enough. */
export function usualWait(recent: readonly Payment[], {request}: Payment): number | undefined {
  const isLike = (other: Payment['request']) =>
    other.method === request.method &&
    (other.method !== 'mobile-money' || request.method !== 'mobile-money' || other.network === request.network);
  const waits = recent.flatMap(each =>
    each.status === 'paid' && isLike(each.request) ? [each.since - each.requestedAt] : [],
  );
  return waits.length < leastPaid ? undefined : waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)];
}
