import {attentionsOf, explain, isPartPaid, type Next, nextOf, releasesGoods, sayTo} from '../books/selectors.js';
import type {State} from '../books/state.js';
import type {CardMark} from '../card/card.js';
import type {Country} from '../market/market.js';
import {marketOf} from '../market/markets.js';
import type {Language} from '../messages/messages.js';
import {decimalText} from '../money/money.js';
import {type Badge, badgeOf} from '../payment/badge.js';
import {isByCard} from '../payment/payer.js';
import {type Payment, type Verdict, verdictOf} from '../payment/payment.js';
import {attemptsOf} from '../payment/payments.js';
import type {Refund} from '../payment/refund.js';
import type {ReturnedLine} from '../payment/refund-schema.js';
import type {PaymentRequest} from '../payment/schema.js';
import {plainBlanks} from '../text/text.js';

type ReturnedLineAsJson = Omit<ReturnedLine, 'kind' | 'amount' | 'tax'> & {
  readonly kind: 'tip' | null;
  readonly amount: string;
  readonly tax: {readonly rate: string; readonly net: string; readonly tax: string} | null;
};

function returnedAsJson({kind, amount, tax, ...line}: ReturnedLine): ReturnedLineAsJson {
  const taxed = tax && {rate: tax.rate, net: decimalText(tax.net), tax: decimalText(tax.tax)};
  return {...line, kind: kind ?? null, amount: decimalText(amount), tax: taxed};
}

/** A refund as scripts see it. */
export type RefundAsJson = {
  readonly refund: number;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  /** The part of the sale that was returned; it sums to the refund's amount. Empty if the refund names no lines. */
  readonly lines: readonly ReturnedLineAsJson[];
  readonly why: string;
  readonly reason: string | null;
  readonly serviceReference: string | null;
  /** Whether the refund is known only from the service and this journal has no request for it. */
  readonly fromHistory: boolean;
  readonly createdAt: string;
  readonly businessDate: string;
};

function refundAsJson(refund: Refund): RefundAsJson {
  const {number, status, amount, failure, serviceReference, businessDate} = refund;
  return {
    refund: number,
    status,
    amount: decimalText(amount),
    currency: amount.currency,
    lines: refund.lines.map(returnedAsJson),
    why: refund.reason,
    reason: failure === undefined ? null : failure.text || failure.reason,
    serviceReference: serviceReference ?? null,
    fromHistory: refund.isFromHistory,
    createdAt: Temporal.Instant.fromEpochMilliseconds(refund.requestedAt).toString(),
    businessDate,
  };
}

/** A payment as scripts see it. Names are stable; money is decimal text; instants are UTC. */
export type PaymentAsJson = {
  readonly reference: string;
  readonly sale: string;
  /** The ticket that the payment is a part of; null for a sale of its own. */
  readonly ticket: string | null;
  readonly method: PaymentRequest['method'];
  readonly status: string;
  readonly verdict: Verdict;
  /** The verdict, except for money that a person recorded as paid or that was refunded in full. */
  readonly badge: Badge;
  /** The person who recorded the result by hand, or null. */
  readonly judgedBy: string | null;
  readonly releaseGoods: boolean;
  /** Whether the payment is paid and the ticket that it is a part of is not. */
  readonly isPartPaid: boolean;
  readonly attention: readonly string[];
  readonly amount: string;
  readonly currency: string;
  readonly country: Country;
  /** Null for every method but mobile money, like `wallet`. */
  readonly network: string | null;
  readonly wallet: string | null;
  /** The cash that the customer handed over, before change; null for other methods. */
  readonly tendered: string | null;
  /** All that is kept of a card; null for mobile money, for cash and for a renewal without a known card. */
  readonly card: CardMark | null;
  /** The service's number of the subscription that it charged, and the service's reference of the charge; null for other methods. */
  readonly subscription: number | null;
  readonly transactionReference: string | null;
  readonly refunds: readonly RefundAsJson[];
  readonly reason: string | null;
  readonly say: string;
  readonly next: Next;
  readonly earlier?: string;
  readonly setAside: boolean;
  readonly createdAt: string;
  readonly businessDate: string;
  readonly provider: {
    readonly status: string | null;
    readonly code: string | null;
    readonly amount: string | null;
    readonly fee: string | null;
  };
};

/**
 * A payment for scripts. `language` is that of `reason`; `now`, in epoch milliseconds, decides which payments need attention for their age.
 */
export function paymentAsJson(
  state: State,
  payment: Payment,
  {language, now}: {language: Language; now: number},
): PaymentAsJson {
  const {request, record} = payment;
  return {
    reference: payment.reference,
    sale: payment.sale,
    ticket: request.ticket ?? null,
    method: request.method,
    status: payment.status,
    verdict: verdictOf(payment),
    badge: badgeOf(payment),
    judgedBy: payment.resolution?.person ?? null,
    releaseGoods: releasesGoods(state, payment),
    isPartPaid: isPartPaid(state, payment),
    attention: attentionsOf(state, payment, now),
    amount: decimalText(request.amount),
    currency: request.amount.currency,
    country: marketOf(request.country).country,
    network: request.method === 'mobile-money' ? request.bankCode : null,
    wallet: request.method === 'mobile-money' ? request.wallet : null,
    tendered: request.method === 'cash' ? decimalText(request.tendered) : null,
    card: isByCard(request) ? request.card : null,
    subscription: request.method === 'subscription' ? request.subscription : null,
    transactionReference: request.method === 'subscription' ? request.transactionReference : null,
    refunds: payment.refunds.map(refundAsJson),
    reason: plainBlanks(explain(payment, language)) || null,
    say: sayTo(payment, attemptsOf(state, payment.sale)),
    next: nextOf(payment),
    ...(request.again === null ? {} : {earlier: request.again.earlier}),
    setAside: payment.isSuperseded,
    createdAt: Temporal.Instant.fromEpochMilliseconds(payment.requestedAt).toString(),
    businessDate: request.businessDate,
    provider: {
      status: record?.status ?? null,
      code: record?.code ?? null,
      amount: record?.amount ?? null,
      fee: record?.fee ?? null,
    },
  };
}
