import {type Verdict, verdictWithoutCode} from '../cards/test-cards.js';
import type {Plan} from './plan-records.js';
import type {Subscription} from './subscription-records.js';

const tooPoor: Verdict = {kind: 'refused', reason: 'Insufficient funds'};
const forGood: Verdict = {kind: 'refused', reason: 'DECLINED_DO_NOT_CONTACT'};

/** Reasons that trying again does not change, in the words of the card family. */
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

/** The gateway's code for a reason, as far as it has one: `Expired card` is EXPIRED_CARD. */
export function codeOf(reason: string): string {
  return reason.toUpperCase().replaceAll(' ', '_');
}

/**
 * What the acquirer says at `now` to a charge that nobody confirms: the whole part of the amount decides from the second
 * cycle on (201 fails for ever, 202 once, 203 for good), otherwise the card's expiry.
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
