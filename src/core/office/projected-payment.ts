import {isStandIn} from '../journal/customers.js';
import type {PaymentRequest} from '../journal/event.js';
import {maskSource, providerReferenceOf} from '../payment/payer.js';
import {type Payment, type PaymentStatus, type Verdict, verdictOf} from '../payment/payment.js';
import {tenderOf} from '../payment/tender.js';
import {refundedOf} from '../refund/refund.js';

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

export function projectedPayment(payment: Payment, lines: readonly number[]): ProjectedPayment {
  const {reference, sale, request, requestedAt, person, status, record, paidSeq} = payment;
  const {currency, minor} = request.amount;
  return {
    reference,
    sale,
    businessDate: request.businessDate,
    requestedAt,
    person,
    status,
    verdict: verdictOf(payment),
    ...tenderOf(request),
    currency,
    minor,
    refunded: refundedOf(payment, 'done').minor,
    fee: record?.fee ?? null,
    payer: isSealed(request) ? '' : maskSource(request),
    providerReference: providerReferenceOf(request),
    paidSeq: paidSeq ?? null,
    lines: [...lines],
  };
}

/** Whether of who paid only a stand-in is known: a mask of that would look like a customer's. */
function isSealed(request: PaymentRequest): boolean {
  if (request.method === 'mobile-money') return isStandIn(request.phone);
  return request.method === 'subscription' && isStandIn(request.customerEmail);
}
