import {type DecisionContext, dayRuleOf, type OpenShift} from '../journal/decision.js';
import {Problem} from '../problem.js';
import {isOpen, type Payment} from './payment.js';
import {mayResolveRefund, type Refund} from './refund.js';

/** Says when a person may state how something ended that the service cannot tell: not while the service may only be slow. */

const withoutRecord = 3 * 60_000;
const withoutEnd = 24 * 60 * 60_000;

/**
 * In how many milliseconds a person may say how a payment ended: 0 for at once, undefined if there is nothing to say. A
 * person may say so at once if the amount differs or the payment is disputed; three minutes after the service first had
 * no record of it; three minutes after its records began to prove nothing; and in any case after a day without an end.
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

/** Since when all records of the payment from the service prove nothing; undefined if the last record proved something or there is none. */
function contradictedSince({steps}: Payment): number | undefined {
  let since: number | undefined;
  for (const {rule, at} of steps) {
    if (rule === 'record-contradictory') since ??= at;
    else if (rule.startsWith('record-')) since = undefined;
  }
  return since;
}

/** In how many milliseconds a person may end a refund: three minutes after it was unknown, else a day. Undefined: nothing to say. */
export function refundResolvableIn(refund: Refund, now: number): number | undefined {
  if (!mayResolveRefund(refund)) return undefined;
  return refund.status === 'unknown'
    ? left(refund.since, withoutRecord, now)
    : left(refund.requestedAt, withoutEnd, now);
}

/** Returns the refund of a payment that a person may resolve now. */
export const lostRefund = ({refunds}: Payment, now: number): Refund | undefined =>
  refunds.find(refund => refundResolvableIn(refund, now) === 0);

/** Whether the payment counts as paid because a person said so: the service did not say that, or not only that. */
export const isPaidByResolution = ({status, resolution, finals}: Payment): boolean =>
  status === 'paid' && resolution?.as === 'paid' && (!finals.paid || finals.failed || finals.mispaid);

/** Uses the absolute age, so that a clock that was set back by years does not delay the person by years. */
const left = (since: number, least: number, now: number): number => Math.max(0, least - Math.abs(now - since));

/** Returns `Problem` judged-too-early: a person may not say yet how the payment ended. It names the minute from which a person may. */
export function tooEarly(
  state: OpenShift,
  {reference, wait}: {readonly reference: string; readonly wait: number},
  given: DecisionContext,
): Problem {
  const {zone} = dayRuleOf(state, given);
  const from = Temporal.Instant.fromEpochMilliseconds(Math.round(given.now + wait)).toZonedDateTimeISO(zone);
  const time = from.round({smallestUnit: 'minute', roundingMode: 'ceil'}).toPlainDateTime().toString();
  return new Problem('judged-too-early', {reference, time: time.slice(0, 16).replace('T', ' ')});
}
