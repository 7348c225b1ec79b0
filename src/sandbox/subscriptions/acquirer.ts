import {type Verdict, verdictWithoutCode} from '../cards/test-cards.js';
import type {Plan} from './plan-records.js';
import type {Subscription} from './subscription-records.js';

const tooPoor: Verdict = {kind: 'refused', reason: 'Insufficient funds'};
const forGood: Verdict = {kind: 'refused', reason: 'DECLINED_DO_NOT_CONTACT'};

/** Reasons for which another attempt would fail, too, in the words of the card family. */
const lasting: ReadonlySet<string> = new Set([
  'Expired card',
  'INVALID_CSC',
  'DECLINED_DO_NOT_CONTACT',
  'DO_NOT_PROCEED',
  'AUTHENTICATION_FAILED',
  'CANCELLED',
]);

export function isRetriable(reason: string): boolean {
  return !lasting.has(reason);
}

/** Returns the gateway's code for a reason, as far as known: `Expired card` is EXPIRED_CARD. */
export function codeOf(reason: string): string {
  return reason.toUpperCase().replaceAll(' ', '_');
}

/**
 * Returns the acquirer's decision at `now` about a charge that nobody confirms. From the second cycle on, the whole part of the amount
 * decides: 201 fails at every attempt, 202 at the first attempt of the second cycle, 203 in the second cycle without a retry. Otherwise the
 * card's expiry decides.
 */
export function verdictOfCycle(
  plan: Plan,
  {card_expiry: expiry}: Subscription,
  {cycle, attempt}: {readonly cycle: number; readonly attempt: number},
  now: number,
): Verdict {
  const amount = Math.trunc(plan.amount);
  if (amount === 201 && cycle >= 2) return tooPoor;
  if (amount === 202 && cycle === 2 && attempt === 1) return tooPoor;
  if (amount === 203 && cycle === 2) return forGood;
  return verdictWithoutCode(expiry, plan.amount, now);
}
