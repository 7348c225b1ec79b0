import {isRefundedWhole} from '../refund/refund.js';
import {type Payment, type Verdict, verdictOf} from './payment.js';
import {isPaidByResolution} from './resolving.js';

/**
 * What a payment is marked with wherever it is shown: its verdict, but that neither a person's word nor money that went
 * back looks like money that the service says is here.
 */
export type Badge = Verdict | 'judged-paid' | 'given-back';

export function badgeOf(payment: Payment): Badge {
  const verdict = verdictOf(payment);
  if (verdict !== 'paid') return verdict;
  if (isRefundedWhole(payment)) return 'given-back';
  return isPaidByResolution(payment) ? 'judged-paid' : 'paid';
}

/** The sign before a badge's word. */
export const glyphs: Readonly<Record<Badge, string>> = {
  paid: '✓',
  'judged-paid': '✓',
  'given-back': '←',
  'not-paid': '✗',
  'not-known': '?',
  'needs-person': '!',
};
