import type {Messages} from '../../src/core/messages/messages.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import {lostRefund} from '../../src/core/payment/resolving.js';
import type {ResolveScreen} from '../model.js';
import type {Ear} from '../view.js';

type Asked = {
  readonly title: string;
  readonly lead: string;
  readonly answers: Readonly<Record<'made' | 'not-made', string>>;
  readonly chooseFirst: Messages['resolveScreen']['chooseFirst'];
};

/** What a person is asked about a payment, or about its refund. */
export function askedAbout({about}: ResolveScreen, payment: Payment, {words}: Pick<Ear, 'words'>): Asked {
  if (about === 'refund') return words.cardScreen.refund.resolve;
  const {title, lead, leadContrary, answers, chooseFirst} = words.resolveScreen;
  return {title, lead: isOpen(payment) ? lead : leadContrary, answers, chooseFirst};
}

/** The money that is judged: the refund's, or the payment's. */
export function judgedAmount({about}: ResolveScreen, payment: Payment, now: number): Payment['request']['amount'] {
  const refund = about === 'refund' ? lostRefund(payment, now) : undefined;
  return refund?.amount ?? payment.request.amount;
}
