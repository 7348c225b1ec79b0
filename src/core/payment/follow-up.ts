import {isRefundOpen, type Refund} from '../refund/refund.js';
import {isOpen, type Payment} from './payment.js';

/**
 * When to ask about a payment again: a pure function of the payment and of what was asked. Times are milliseconds; `mono`
 * ones are of the monotonic clock, so that no jump of the wall clock can push a question away.
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
];
/** The focused payment: dense while a prompt on a phone lives, which is about a minute. */
const focused: readonly Step[] = [
  {until: 2 * minute, every: 2 * second},
  {until: 5 * minute, every: 4 * second},
  ...behind,
];
type Step = {readonly until: number; readonly every: number};

const firstLook = 3 * second;
const afterFailure = [minute, 5 * minute, 15 * minute] as const;

/** What this process knows of the watching of a payment; all instants are monotonic. */
export type Watch = {
  /** When the last question was asked, however long its answer took; undefined when this process has asked none. */
  readonly lastAt: number | undefined;
  /** When the request left, and when the payment came to its present status: past instants are reckoned back once. */
  readonly sentAt: number;
  readonly statusAt: number;
  /** Whether it was begun in this process; the others are due at once. */
  readonly isFresh: boolean;
  /** Answers heard since it ended that are not in the journal yet. */
  readonly unwritten: number;
  /** 0.8 to 1.2: by how much the next interval is stretched, so that a hundred tills do not ask in the same second. */
  readonly stretch: number;
};

/**
 * The instant of the next question about `payment`, at or before `mono` when it is due, undefined when none is.
 *
 * A failure is asked about again after 1, 5 and 15 minutes: a late success after a failure is the classic loss. What
 * provably never left is not. What a person says is no evidence, so the payment stays watched.
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
  const age = lastAt - sentAt; // as it was then: an interval that has begun does not grow
  const every = steps.find(step => age < step.until)?.every;
  return every === undefined ? undefined : lastAt + every * stretch;
}

/** A person's word stands alone: no final answer was ever heard. */
export function isResolvedAlone({resolution, finals}: Payment): boolean {
  return resolution !== undefined && finals.last === undefined;
}

function afterFailing(payment: Payment, {lastAt, statusAt, unwritten}: Watch): number | undefined {
  const wait = afterFailure[payment.askedSinceFinal + unwritten];
  if (wait === undefined || wasNotSubmitted(payment)) return undefined;
  return Math.max(statusAt + wait, (lastAt ?? statusAt) + minute);
}

/** Whether nobody but us can know of it: no request for it reached the service. */
export function wasNotSubmitted({failure, finals}: Payment): boolean {
  return finals.last === undefined && (failure?.reason === 'unreachable' || failure?.reason === 'never-left');
}

/** The instant of the next question about a refund, as `nextQuestion` gives it: by its age, until the service has said its end. */
export function nextRefundQuestion(refund: Refund, watch: Watch, mono: number): number | undefined {
  if (!isRefundOpen(refund) || refund.sentAt === undefined) return undefined;
  return nextByAge(watch, {mono, first: firstLook, steps: behind});
}

/** Whether nothing more is asked about it by itself and nobody needs to look at it. */
export function isSettled(payment: Payment): boolean {
  if (isResolvedAlone(payment) || payment.refunds.some(isRefundOpen)) return false;
  if (payment.status === 'paid') return true;
  return payment.status === 'failed' && (payment.askedSinceFinal >= afterFailure.length || wasNotSubmitted(payment));
}

/** A stretch for `Watch` from one random byte. */
export function stretchFrom(random: Uint8Array): number {
  return 0.8 + (0.4 * (random[0] ?? 128)) / 255;
}

/** How long a payment has waited, in steps that a person must look at; status and verdict never change by age. */
export type Attention = 'ten-minutes' | 'day' | 'week';

/** The attention that an open payment of this age wants, undefined below ten minutes. */
export function attentionOf(payment: Payment, now: number): Attention | undefined {
  if (!isOpen(payment)) return undefined;
  const age = now - payment.requestedAt;
  if (age >= 7 * day) return 'week';
  if (age >= day) return 'day';
  return age >= 10 * minute ? 'ten-minutes' : undefined;
}
