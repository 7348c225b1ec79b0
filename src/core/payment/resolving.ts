import {mayResolveRefund, type Refund} from '../refund/refund.js';
import {isOpen, type Payment} from './payment.js';

/**
 * When a named person may say how something ended that the service cannot tell: not while it may only be slow, since what
 * is said too early is a guess.
 */

const withoutRecord = 3 * 60_000;
const withoutEnd = 24 * 60 * 60_000;

/**
 * In how many milliseconds a person may say how a payment ended: 0 for at once, undefined where there is nothing to say. No
 * record for three minutes, a contradiction, nothing for three minutes but records that prove nothing, or a day without an end.
 */
export function resolvableIn(payment: Payment, now: number): number | undefined {
  const {status, notFound, requestedAt} = payment;
  if (status === 'mispaid' || status === 'disputed') return 0;
  if (!isOpen(payment) || status === 'requested') return undefined;
  const byAge = left(requestedAt, withoutEnd, now);
  const contradictory = contradictedSince(payment);
  if (contradictory !== undefined) return Math.min(byAge, left(contradictory, withoutRecord, now));
  return status === 'pending' || notFound.count === 0
    ? byAge
    : Math.min(byAge, left(notFound.since, withoutRecord, now));
}

/** Since when the service has had no other record of it than such as prove nothing; undefined where the last one was none. */
function contradictedSince({steps}: Payment): number | undefined {
  let since: number | undefined;
  for (const {rule, at} of steps) {
    if (rule === 'record-contradictory') since ??= at;
    else if (rule.startsWith('record-')) since = undefined;
  }
  return since;
}

/** The same of a refund: three minutes after nobody knew any more whether it was made, else after a day without an end. */
export function refundResolvableIn(refund: Refund, now: number): number | undefined {
  if (!mayResolveRefund(refund)) return undefined;
  return refund.status === 'unknown'
    ? left(refund.since, withoutRecord, now)
    : left(refund.requestedAt, withoutEnd, now);
}

/** The refund of a payment that a person may judge now. */
export function lostRefund({refunds}: Payment, now: number): Refund | undefined {
  return refunds.find(refund => refundResolvableIn(refund, now) === 0);
}

/** Whether it counts as paid because a person said so: the service never did, or said something else as well. */
export function isPaidByResolution({status, resolution, finals}: Payment): boolean {
  return status === 'paid' && resolution?.as === 'paid' && (!finals.paid || finals.failed || finals.mispaid);
}

/** A clock that was set back by years must not put it off by years. */
const left = (since: number, least: number, now: number): number => Math.max(0, least - Math.abs(now - since));
