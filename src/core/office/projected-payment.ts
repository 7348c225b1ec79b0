import {isStandIn} from '../journal/customers.js';
import type {PaymentRequest} from '../journal/event.js';
import {maskSource} from '../payment/payer.js';
import {type Payment, type PaymentStatus, type Verdict, verdictOf} from '../payment/payment.js';
import {tenderOf} from '../payment/tender.js';
import {digestAndMore, digestText} from '../reconcile/day-json.js';
import {paymentDigest} from '../reconcile/local.js';
import {searchLineOf} from '../sale/attempt.js';

/** A payment as an office lists and finds it. Of who paid it holds no more than a person knows it by. */
export type ProjectedPayment = {
  readonly reference: string;
  readonly sale: string;
  readonly businessDate: string;
  readonly requestedAt: number;
  readonly person: string;
  readonly status: PaymentStatus;
  readonly verdict: Verdict;
  readonly method: PaymentRequest['method'];
  readonly channel: string;
  readonly currency: string;
  readonly minor: number;
  /** Done, in minor units. */
  readonly refunded: number;
  /** As the service stated it, in major units; null where it did not. */
  readonly fee: string | null;
  /** Masked, as on a receipt; empty where there is nothing to tell, or it is sealed. */
  readonly payer: string;
  readonly providerReference: string;
  /** The line with which it first became paid: it is of the Z whose lines have it. */
  readonly paidSeq: number | null;
  /** Every line that speaks of it, in their order. */
  readonly lines: readonly number[];
};

/** A payment as an office keeps it: each thing is said once, since it writes thousands of them a second. */
export type KeptPayment = {
  readonly reference: string;
  readonly businessDate: string;
  readonly requestedAt: number;
  /** What reconciliation compares, and what else a list shows: read by `digestFrom` and by `projectedFrom`. */
  readonly digest: string;
  /** What it is found by, as `searchLineOf` has it. */
  readonly search: string;
};

/** What stands behind the digest; lines are counted from that of the payment. */
type Shown = readonly [sale: string | 0, person: string, channel: string, payer: string, lines: readonly number[]];

export function paymentRow(
  payment: Payment,
  {
    lines,
    skewSeconds,
    zone,
  }: {readonly lines: readonly number[]; readonly skewSeconds: number | null; readonly zone: string},
): KeptPayment {
  const {reference, sale, request, requestedAt, person, seq} = payment;
  const shown: Shown = [
    sale === reference ? 0 : sale,
    person,
    tenderOf(request).channel,
    isSealed(request) ? '' : maskSource(request),
    lines.map(line => line - seq),
  ];
  return {
    reference,
    businessDate: request.businessDate,
    requestedAt,
    digest: digestText(paymentDigest(payment, skewSeconds), shown),
    search: searchLineOf(payment, zone),
  };
}

/** What a list shows of the text of a row. */
export function projectedFrom(text: string): ProjectedPayment {
  const {digest, more} = digestAndMore(text);
  const {reference, businessDate, requestedAt, status, method, amount, refunds, fee, providerReference, seq} = digest;
  const [sale, person, channel, payer, lines] = more as Shown;
  return {
    reference,
    sale: sale === 0 ? reference : sale,
    businessDate,
    requestedAt,
    person,
    status,
    verdict: verdictOf({status}),
    method,
    channel,
    currency: amount.currency,
    minor: amount.minor,
    refunded: refunds.reduce((sum, refund) => (refund.status === 'done' ? sum + refund.amount.minor : sum), 0),
    fee,
    payer,
    providerReference,
    paidSeq: digest.paidSeq,
    lines: lines.map(line => seq + line),
  };
}

/** Whether of who paid only a stand-in is known: a mask of that would look like a customer's. */
function isSealed(request: PaymentRequest): boolean {
  if (request.method === 'mobile-money') return isStandIn(request.phone);
  return request.method === 'subscription' && isStandIn(request.customerEmail);
}
