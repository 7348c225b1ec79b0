import {loadedLanguages, messages} from '../messages/messages.js';
import type {Badge} from './badge.js';
import type {PaymentStatus} from './payment.js';

/** The badges of the payments that are called by a status. The money of a paid payment that went back has a name of its own. */
export const badgesOf: Readonly<Record<PaymentStatus, readonly Badge[]>> = {
  requested: ['sending'],
  sent: ['sending'],
  unknown: ['not-known'],
  pending: ['waiting', 'with-provider'],
  paid: ['paid', 'judged-paid'],
  mispaid: ['amount-differs'],
  failed: ['not-paid', 'reversed'],
  disputed: ['needs-person'],
};

/** A payment that waits for the provider has the same status as one that waits for the customer, but words of its own. */
const isCalledByStatus = (badge: Badge) => badge !== 'with-provider';

type NamedBadges = readonly (readonly [name: string, badges: readonly Badge[]])[];

/** What badges and statuses are called in every loaded language, each name with the badges that it stands for. */
export function badgeNames(): NamedBadges {
  return loadedLanguages().flatMap((language): NamedBadges => {
    const {verdicts, statuses} = messages(language).payment;
    const ofStatuses = Object.entries(badgesOf) as [PaymentStatus, readonly Badge[]][];
    return [
      ...ofStatuses.map(([status, badges]) => [statuses[status], badges.filter(isCalledByStatus)] as const),
      ...ofStatuses.flatMap(([, badges]) => badges.map(badge => [verdicts[badge], [badge]] as const)),
      [verdicts['given-back'], ['given-back']],
      [statuses['with-provider'], ['with-provider']],
    ];
  });
}
