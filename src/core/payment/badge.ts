import {type Language, loadedLanguages, messages} from '../messages/messages.js';
import {isUnheard, type Payment, type PaymentStatus, verdictOf} from './payment.js';
import {isRefundedWhole} from './refund.js';
import {isPaidByResolution} from './resolving.js';
import {type WaitingFor, waitingFor} from './waiting.js';

/**
 * The mark of a payment wherever a screen shows it: the verdict, refined by the payment's state. "Waiting for the
 * customer" (`waiting`) differs from waiting for the provider, whom nobody in the shop can hurry, and from a lost answer (`not-known`). A payment that only a person calls paid (`judged-paid`), and one
 * whose money went back (`given-back`), differ from money that the service confirms.
 */
export const badges = [
  'paid',
  'not-paid',
  'not-known',
  'needs-person',
  'sending',
  'waiting',
  'with-provider',
  'amount-differs',
  'reversed',
  'judged-paid',
  'given-back',
  'on-book',
] as const;
export type Badge = (typeof badges)[number];

export function badgeOf(payment: Payment): Badge {
  const verdict = verdictOf(payment);
  if (isUnheard(payment)) return 'not-known';
  if (payment.status === 'pending') return pendingBadges[waitingFor(payment)] ?? 'waiting';
  if (verdict === 'on-book') return isRefundedWhole(payment) ? 'given-back' : 'on-book';
  if (verdict !== 'paid') return badgesByStatus[payment.status] ?? (isReversed(payment) ? 'reversed' : verdict);
  if (isRefundedWhole(payment)) return 'given-back';
  return isPaidByResolution(payment) ? 'judged-paid' : 'paid';
}

const badgesByStatus: Readonly<Partial<Record<PaymentStatus, Badge>>> = {
  requested: 'sending',
  sent: 'sending',
  mispaid: 'amount-differs',
};

/** The badges of pending payments that do not wait for the customer. */
const pendingBadges: Readonly<Partial<Record<WaitingFor, Badge>>> = {
  record: 'with-provider',
  answer: 'not-known',
  odd: 'not-known',
  contradictory: 'not-known',
  'otp-unclear': 'not-known',
};

const isReversed = ({status, failure}: Payment) => status === 'failed' && failure?.reason === 'reversed';

export const badgeText = (badge: Badge, language: Language): string =>
  `${glyphs[badge]} ${messages(language).payment.verdicts[badge]}`;

/** Returns the status of a payment within a sentence. It agrees with the badge: where an answer was lost, nobody waits for the customer. */
export function statusText(payment: Payment, language: Language): string {
  const {statuses} = messages(language).payment;
  const badge = badgeOf(payment);
  if (badge === 'with-provider') return statuses[badge];
  return statuses[badge === 'not-known' ? 'unknown' : payment.status];
}

export const glyphs: Readonly<Record<Badge, string>> = {
  paid: '✓',
  'judged-paid': '✓',
  'given-back': '←',
  'not-paid': '✗',
  'not-known': '?',
  'needs-person': '!',
  sending: '?',
  waiting: '?',
  'with-provider': '?',
  'amount-differs': '!',
  reversed: '✗',
  'on-book': '≡',
};

/** The badges of the payments that are called by a status. The money of a paid payment that went back has a name of its own. */
export const badgesOf: Readonly<Record<PaymentStatus, readonly Badge[]>> = {
  requested: ['sending'],
  sent: ['sending'],
  unknown: ['not-known'],
  pending: ['waiting', 'with-provider'],
  paid: ['paid', 'judged-paid'],
  'on-book': ['on-book'],
  mispaid: ['amount-differs'],
  failed: ['not-paid', 'reversed'],
  disputed: ['needs-person'],
};

/** A payment that waits for the provider has the same status as one that waits for the customer, but words of its own. */
const isCalledByStatus = (badge: Badge) => badge !== 'with-provider';

type NamedBadges = readonly (readonly [name: string, badges: readonly Badge[]])[];

/** What badges and statuses are called in every loaded language, each name with the badges that it stands for. */
export const badgeNames = (): NamedBadges =>
  loadedLanguages().flatMap((language): NamedBadges => {
    const {verdicts, statuses} = messages(language).payment;
    const ofStatuses = Object.entries(badgesOf) as [PaymentStatus, readonly Badge[]][];
    return [
      ...ofStatuses.map(([status, badges]) => [statuses[status], badges.filter(isCalledByStatus)] as const),
      ...ofStatuses.flatMap(([, badges]) => badges.map(badge => [verdicts[badge], [badge]] as const)),
      [verdicts['given-back'], ['given-back']],
      [statuses['with-provider'], ['with-provider']],
    ];
  });
