import type {CardMark} from '../card/card.js';
import {isKnown, type PaymentRequest, type StoredEvent} from '../journal/event.js';
import {customerLanguage, isPaidBeside, nextOf, sayTo} from '../journal/selectors.js';
import type {Language} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import {isRefundedWhole} from '../refund/refund.js';
import {type Badge, badgeOf} from './badge.js';
import {isByCard, maskSource} from './payer.js';
import {beginPayment, evolve, isOpen, isReceived, type Payment, type Verdict, verdictOf} from './payment.js';

/**
 * The payment that a customer has before them, as far as the journal tells: the one that was asked for last. `movedAt`
 * is when somebody last did something for it or its status changed, in epoch milliseconds. `others` may be paid beside it
 * yet: earlier attempts of its sale, and what was open when it was asked for.
 */
export type CustomerDisplay = {
  readonly payment: Payment;
  readonly movedAt: number;
  readonly others: readonly Payment[];
};

/** The display after one more event. Events of other payments leave it as it is. */
export function evolveDisplay(display: CustomerDisplay | undefined, event: StoredEvent): CustomerDisplay | undefined {
  if (!isKnown(event)) return display;
  // What the service charges by itself is nobody's at the counter, and nor is what came unasked.
  if (event.type === 'requested')
    return isOfNobody(event.data) ? display : begun(display, beginPayment(event), Date.parse(event.at));
  if (display === undefined || !('reference' in event.data)) return display;
  const {reference} = event.data;
  if (reference !== display.payment.reference) return advanceOthers(display, reference, event);
  const payment = evolve(display.payment, event);
  const hasMoved = !event.type.endsWith('status-answered') || payment.status !== display.payment.status;
  return {...display, payment, movedAt: hasMoved ? Date.parse(event.at) : display.movedAt};
}

const isOfNobody = (request: PaymentRequest) =>
  isReceived(request) || (request.method === 'subscription' && request.charge !== null);

function begun(display: CustomerDisplay | undefined, payment: Payment, movedAt: number): CustomerDisplay {
  const before = display === undefined ? [] : [display.payment, ...display.others];
  return {payment, movedAt, others: before.filter(each => each.sale === payment.sale || isOpen(each))};
}

/** Another attempt that is paid, or given back, changes what the customer has to be told. */
function advanceOthers(display: CustomerDisplay, reference: string, event: StoredEvent): CustomerDisplay {
  const others = display.others.map(each => (each.reference === reference ? evolve(each, event) : each));
  const next = {...display, others};
  return isBeside(next) === isBeside(display) ? next : {...next, movedAt: Date.parse(event.at)};
}

const attemptsIn = ({payment, others}: Pick<CustomerDisplay, 'payment' | 'others'>) =>
  others.filter(({sale}) => sale === payment.sale);

const isBeside = (display: Pick<CustomerDisplay, 'payment' | 'others'>) =>
  isPaidBeside(display.payment, attemptsIn(display));

/** How a customer is told that it stands: whatever it is beside one that is paid, somebody has to see to it. */
function verdictShown(display: Pick<CustomerDisplay, 'payment' | 'others'>): Verdict {
  const {payment} = display;
  const verdict = verdictOf(payment);
  return isBeside(display) && !isRefundedWhole(payment) ? 'needs-person' : verdict;
}

const second = 1000;
const afterTheEnd = 20 * second;
const withoutEnd = 600 * second;

/**
 * For how many milliseconds after it moved a payment stays before the customer: until it is read when it has ended, and
 * while somebody may still stand there when it has not. One that was set aside, or never left, does not.
 */
export function staysOnDisplay(display: Pick<CustomerDisplay, 'payment' | 'others'>): number {
  const {isSuperseded, sends} = display.payment;
  if (isSuperseded || sends.notSubmitted) return 0;
  const verdict = verdictShown(display);
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
  /** What of the cash comes back to the customer; undefined where nothing does. */
  readonly change: Money | undefined;
  /** The page of the service where the customer approves. */
  readonly page: string | undefined;
};

/** The sale on display as its customer may see it. */
export function customerSale(display: Pick<CustomerDisplay, 'payment' | 'others'>): CustomerSale {
  const {payment} = display;
  const {reference, request} = payment;
  const verdict = verdictShown(display);
  const next = nextOf(payment);
  const isAsked = next.kind === 'redirect' && !isBeside(display);
  return {
    reference,
    amount: request.amount,
    verdict,
    badge: verdict === verdictOf(payment) ? badgeOf(payment) : verdict,
    language: customerLanguage(request),
    say: sayTo(payment, attemptsIn(display)),
    wallet: isByCard(request) ? undefined : maskSource(request) || undefined,
    card: isByCard(request) ? (request.card ?? undefined) : undefined,
    change: verdict === 'paid' && !isRefundedWhole(payment) ? changeOf(request) : undefined,
    page: isAsked ? next.url : undefined,
  };
}

function changeOf(request: Payment['request']): Money | undefined {
  if (request.method !== 'cash' || request.tendered.minor <= request.amount.minor) return undefined;
  return {...request.amount, minor: request.tendered.minor - request.amount.minor};
}
