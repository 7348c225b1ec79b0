import type {CardMark} from './card.js';
import {isKnown, type StoredEvent} from './event.js';
import type {Money} from './money.js';
import {isByCard, maskSource} from './payer.js';
import {advance, beginPayment, type Payment, type Verdict, verdictOf} from './payment.js';
import {customerLanguage, nextOf, sayTo} from './questions.js';
import type {Language} from './words/fill.js';

/**
 * The payment that a customer has before them, as far as the journal tells: the one that was asked for last. `movedAt`
 * is when somebody last did something for it or its status changed, in epoch milliseconds.
 */
export type Front = {readonly payment: Payment; readonly movedAt: number};

/** The front after one more event. Events of other payments leave it as it is. */
export function advanceFront(front: Front | undefined, event: StoredEvent): Front | undefined {
  if (!isKnown(event)) return front;
  // What the service charges by itself is nobody's at the counter.
  if (event.type === 'requested' && event.data.method === 'subscription' && event.data.charge !== null) return front;
  if (event.type === 'requested') return {payment: beginPayment(event), movedAt: Date.parse(event.at)};
  if (front === undefined || !('reference' in event.data)) return front;
  if (event.data.reference !== front.payment.reference) return front;
  const payment = advance(front.payment, event);
  const hasMoved = !event.type.endsWith('status-answered') || payment.status !== front.payment.status;
  return {payment, movedAt: hasMoved ? Date.parse(event.at) : front.movedAt};
}

const second = 1000;
const afterTheEnd = 20 * second;
const withoutEnd = 600 * second;

/**
 * For how many milliseconds after it moved a payment stays before the customer: until it is read when it has ended, and
 * while somebody may still stand there when it has not. One that was set aside, or never left, does not.
 */
export function staysInFront({setAside, sends, ...payment}: Payment): number {
  if (setAside || sends.neverLeft) return 0;
  const verdict = verdictOf(payment);
  return verdict === 'paid' || verdict === 'not-paid' ? afterTheEnd : withoutEnd;
}

/** What a customer sees of a sale: nobody's name, and of the wallet no more than its owner needs. */
export type CustomerSale = {
  readonly reference: string;
  readonly amount: Money;
  readonly verdict: Verdict;
  /** The customer's, in which `say` is. */
  readonly language: Language;
  readonly say: string;
  readonly wallet: string | undefined;
  readonly card: CardMark | undefined;
  /** The page of the service where the customer approves. */
  readonly page: string | undefined;
};

/** The sale in front as its customer may see it. */
export function customerSale(payment: Payment): CustomerSale {
  const {reference, request} = payment;
  const next = nextOf(payment);
  return {
    reference,
    amount: request.amount,
    verdict: verdictOf(payment),
    language: customerLanguage(request.country),
    say: sayTo(payment),
    wallet: isByCard(request) ? undefined : maskSource(request) || undefined,
    card: isByCard(request) ? (request.card ?? undefined) : undefined,
    page: next.kind === 'redirect' ? next.url : undefined,
  };
}
