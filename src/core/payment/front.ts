import type {CardMark} from '../card/card.js';
import {isKnown, type StoredEvent} from '../journal/event.js';
import {customerLanguage, isPaidBeside, nextOf, sayTo} from '../journal/questions.js';
import type {Language} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import {isRefundedWhole} from '../refund/refund.js';
import {type Badge, badgeOf} from './badge.js';
import {isByCard, maskSource} from './payer.js';
import {advance, beginPayment, isOpen, type Payment, type Verdict, verdictOf} from './payment.js';

/**
 * The payment that a customer has before them, as far as the journal tells: the one that was asked for last. `movedAt`
 * is when somebody last did something for it or its status changed, in epoch milliseconds. `others` may be paid beside it
 * yet: earlier attempts of its sale, and what was open when it was asked for.
 */
export type Front = {readonly payment: Payment; readonly movedAt: number; readonly others: readonly Payment[]};

/** The front after one more event. Events of other payments leave it as it is. */
export function advanceFront(front: Front | undefined, event: StoredEvent): Front | undefined {
  if (!isKnown(event)) return front;
  // What the service charges by itself is nobody's at the counter.
  if (event.type === 'requested' && event.data.method === 'subscription' && event.data.charge !== null) return front;
  if (event.type === 'requested') return begun(front, beginPayment(event), Date.parse(event.at));
  if (front === undefined || !('reference' in event.data)) return front;
  const {reference} = event.data;
  if (reference !== front.payment.reference) return advanceOthers(front, reference, event);
  const payment = advance(front.payment, event);
  const hasMoved = !event.type.endsWith('status-answered') || payment.status !== front.payment.status;
  return {...front, payment, movedAt: hasMoved ? Date.parse(event.at) : front.movedAt};
}

function begun(front: Front | undefined, payment: Payment, movedAt: number): Front {
  const before = front === undefined ? [] : [front.payment, ...front.others];
  return {payment, movedAt, others: before.filter(each => each.sale === payment.sale || isOpen(each))};
}

/** Another attempt that is paid, or given back, changes what the customer has to be told. */
function advanceOthers(front: Front, reference: string, event: StoredEvent): Front {
  if (front.others.every(each => each.reference !== reference)) return front;
  const others = front.others.map(each => (each.reference === reference ? advance(each, event) : each));
  const next = {...front, others};
  return isBeside(next) === isBeside(front) ? next : {...next, movedAt: Date.parse(event.at)};
}

const attemptsIn = ({payment, others}: Pick<Front, 'payment' | 'others'>) =>
  others.filter(({sale}) => sale === payment.sale);

const isBeside = (front: Pick<Front, 'payment' | 'others'>) => isPaidBeside(front.payment, attemptsIn(front));

/** How a customer is told that it stands: whatever it is beside one that is paid, somebody has to see to it. */
function toldAs(front: Pick<Front, 'payment' | 'others'>): Verdict {
  const {payment} = front;
  const verdict = verdictOf(payment);
  return isBeside(front) && !isRefundedWhole(payment) ? 'needs-person' : verdict;
}

const second = 1000;
const afterTheEnd = 20 * second;
const withoutEnd = 600 * second;

/**
 * For how many milliseconds after it moved a payment stays before the customer: until it is read when it has ended, and
 * while somebody may still stand there when it has not. One that was set aside, or never left, does not.
 */
export function staysInFront(front: Pick<Front, 'payment' | 'others'>): number {
  const {setAside, sends} = front.payment;
  if (setAside || sends.neverLeft) return 0;
  const verdict = toldAs(front);
  return verdict === 'paid' || verdict === 'not-paid' ? afterTheEnd : withoutEnd;
}

/** What a customer sees of a sale: nobody's name, and of the wallet no more than its owner needs. */
export type CustomerSale = {
  readonly reference: string;
  readonly amount: Money;
  readonly verdict: Verdict;
  readonly badge: Badge;
  /** The customer's, in which `say` is. */
  readonly language: Language;
  readonly say: string;
  readonly wallet: string | undefined;
  readonly card: CardMark | undefined;
  /** The page of the service where the customer approves. */
  readonly page: string | undefined;
};

/** The sale in front as its customer may see it. */
export function customerSale(front: Pick<Front, 'payment' | 'others'>): CustomerSale {
  const {payment} = front;
  const {reference, request} = payment;
  const verdict = toldAs(front);
  const next = nextOf(payment);
  const isAsked = next.kind === 'redirect' && !isBeside(front);
  return {
    reference,
    amount: request.amount,
    verdict,
    badge: verdict === verdictOf(payment) ? badgeOf(payment) : verdict,
    language: customerLanguage(request.country),
    say: sayTo(payment, attemptsIn(front)),
    wallet: isByCard(request) ? undefined : maskSource(request) || undefined,
    card: isByCard(request) ? (request.card ?? undefined) : undefined,
    page: isAsked ? next.url : undefined,
  };
}
