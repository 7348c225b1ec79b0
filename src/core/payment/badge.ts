import {isRefundedWhole} from '../refund/refund.js';
import {isOtpUnclear, type Payment, type PaymentStatus, type Verdict, verdictOf} from './payment.js';
import {isPaidByResolution} from './resolving.js';

/**
 * What a payment is marked with wherever it is shown: its verdict, told apart by its state. Waiting for the customer is
 * not a lost answer (`not-known`), and neither a person's word nor money that went back looks like money that the
 * service says is here.
 */
export type Badge = Verdict | 'sending' | 'waiting' | 'amount-differs' | 'reversed' | 'judged-paid' | 'given-back';

export function badgeOf(payment: Payment): Badge {
  const verdict = verdictOf(payment);
  if (payment.status === 'pending' && isUnclear(payment)) return 'not-known';
  if (verdict !== 'paid') return badges[payment.status] ?? (isReversed(payment) ? 'reversed' : verdict);
  if (isRefundedWhole(payment)) return 'given-back';
  return isPaidByResolution(payment) ? 'judged-paid' : 'paid';
}

const badges: Readonly<Partial<Record<PaymentStatus, Badge>>> = {
  requested: 'sending',
  sent: 'sending',
  pending: 'waiting',
  mispaid: 'amount-differs',
};

/** Whether the last that was heard is no plain “waiting”: an odd or contradictory record, or a code without an answer. */
const isUnclear = (payment: Payment) =>
  isOtpUnclear(payment) ||
  ['record-odd', 'record-contradictory'].includes(
    payment.steps.findLast(({rule}) => rule.startsWith('record-'))?.rule ?? '',
  );

const isReversed = ({status, failure}: Payment) => status === 'failed' && failure?.reason === 'reversed';

/** The sign before a badge's word. */
export const glyphs: Readonly<Record<Badge, string>> = {
  paid: '✓',
  'judged-paid': '✓',
  'given-back': '←',
  'not-paid': '✗',
  'not-known': '?',
  'needs-person': '!',
  sending: '?',
  waiting: '?',
  'amount-differs': '!',
  reversed: '✗',
};
