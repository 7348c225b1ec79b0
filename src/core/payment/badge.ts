import {type Language, messages} from '../messages/messages.js';
import {isRefundedWhole} from '../refund/refund.js';
import {isOtpUnclear, isUnheard, type Payment, type PaymentStatus, type Verdict, verdictOf} from './payment.js';
import {isPaidByResolution} from './resolving.js';

/**
 * The mark of a payment wherever a screen shows it: the verdict, refined by the payment's state. "Waiting for the
 * customer" differs from a lost answer (`not-known`). A payment that only a person calls paid (`judged-paid`), and one
 * whose money went back (`given-back`), differ from money that the service confirms.
 */
export type Badge = Verdict | 'sending' | 'waiting' | 'amount-differs' | 'reversed' | 'judged-paid' | 'given-back';

export function badgeOf(payment: Payment): Badge {
  const verdict = verdictOf(payment);
  if (isUnheard(payment) || (payment.status === 'pending' && isUnclear(payment))) return 'not-known';
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

/**
 * Whether the last status record says something other than a plain "waiting" (it is odd or contradictory), or a
 * one-time password has no clear answer.
 */
const isUnclear = (payment: Payment) =>
  isOtpUnclear(payment) ||
  ['record-odd', 'record-contradictory'].includes(
    payment.steps.findLast(({rule}) => rule.startsWith('record-'))?.rule ?? '',
  );

const isReversed = ({status, failure}: Payment) => status === 'failed' && failure?.reason === 'reversed';

/** Returns the sign and the word of a badge. */
export const badgeText = (badge: Badge, language: Language): string =>
  `${glyphs[badge]} ${messages(language).payment.verdicts[badge]}`;

/** Returns the status of a payment within a sentence. It agrees with the badge: where an answer was lost, nobody waits for the customer. */
export function statusText(payment: Payment, language: Language): string {
  const status = badgeOf(payment) === 'not-known' ? 'unknown' : payment.status;
  return messages(language).payment.statuses[status];
}

/** The sign before the word of a badge. */
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
