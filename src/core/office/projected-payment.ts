import {digestAndMore, digestText} from '../books/day-json.js';
import {date} from '../day/schema.js';
import {isStandIn} from '../journal/customers.js';
import {type Badge, badgeOf} from '../payment/badge.js';
import {maskSource} from '../payment/payer.js';
import {type Payment, paymentStatuses, verdictNames, verdictOf} from '../payment/payment.js';
import {method, type PaymentRequest, reference} from '../payment/schema.js';
import {tenderOf} from '../payment/tender.js';
import {recordNames} from '../reconcile/records/known-records.js';
import {paymentDigest} from '../reconcile/rows/local.js';
import {textsOfPayment} from '../sale/attempt.js';
import {isValid} from '../spec/check.js';
import {count, fields, list, oneOf, orNull, type Specified, text, textOrZero, tuple} from '../spec/spec.js';

export const projectedMembers = {
  reference: reference('of the payment'),
  sale: reference('of the first attempt to be paid for the sale'),
  businessDate: date('the business day that the sale is of'),
  requestedAt: count('when it was asked for, in milliseconds since the epoch'),
  person: text('who was at the till'),
  status: oneOf(paymentStatuses, 'of the payment'),
  verdict: oneOf(verdictNames, 'what the status means for the goods'),
  method,
  channel: text('the network, or the kind of card'),
  currency: text('of the amounts, by ISO 4217'),
  minor: count('the amount in minor units'),
  refunded: count('the money of the refunds that are done, in minor units'),
  fee: orNull(text('in major units, as the service stated it'), 'it stated none'),
  payer: text('masked, as on a receipt; empty: there is none, or it is sealed'),
  providerReference: text('what the provider calls it; empty: not known'),
  paidSeq: orNull(
    count('the line that first made it paid: it belongs to the Z that covers this line'),
    'it has not been paid',
  ),
  lines: list(count(), 'all lines about it, in their order'),
};
const projectedSpec = fields(projectedMembers);
/** A payment as an office lists and finds it. Of the payer it holds only the masked form by which a person recognises a payment. */
export type ProjectedPayment = Specified<typeof projectedSpec>;

/** A payment as an office stores it. Each value is stored once, since an office writes thousands of payments a second. */
export type KeptPayment = {
  readonly reference: string;
  readonly businessDate: string;
  readonly requestedAt: number;
  /** What reconciliation compares, and what else a list shows. `digestFrom` and `projectedFrom` read it. */
  readonly digest: string;
  /** The text that a search looks in, from `textsOfPayment`. It never changes, so that its index is written once. */
  readonly search: string;
  readonly standing: Badge;
  /** The names of the record of the provider that it was made of, from `recordNames`; null if the till asked for it. */
  readonly records: readonly string[] | null;
};

/** The values after the digest. The numbers of the lines are relative to the first line of the payment. */
const shownSpec = tuple([
  textOrZero('the sale, 0: the payment itself'),
  text('the person'),
  text('the channel'),
  text('the payer, masked'),
  list(count('a line')),
]);
const isShown = isValid(shownSpec);

export function paymentRow(
  payment: Payment,
  at: {readonly lines: readonly number[]; readonly skewSeconds: number | null; readonly zone: string},
): KeptPayment {
  const {reference, sale, request, requestedAt, person, seq} = payment;
  const records = recordNames(request);
  const shown: Specified<typeof shownSpec> = [
    sale === reference ? 0 : sale,
    person,
    tenderOf(request).channel,
    isSealed(request) ? '' : maskSource(request),
    at.lines.map(line => line - seq),
  ];
  return {
    reference,
    businessDate: request.businessDate,
    requestedAt,
    digest: digestText(paymentDigest(payment, at.skewSeconds), shown),
    search: textsOfPayment(payment, at.zone),
    standing: badgeOf(payment),
    records: records.length === 0 ? null : records,
  };
}

/** Returns what a list shows of a payment, from the `digest` text of its row. */
export function projectedFrom(given: string): ProjectedPayment {
  const {digest, more} = digestAndMore(given);
  if (!isShown(more)) throw new TypeError('no payment in the form of an office');
  const {reference, businessDate, requestedAt, status, method, amount, refunds, fee, providerReference, seq} = digest;
  const [sale, person, channel, payer, lines] = more;
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
    refunded:
      method === 'account'
        ? 0
        : refunds.reduce((sum, {status, amount}) => (status === 'done' ? sum + amount.minor : sum), 0),
    fee,
    payer,
    providerReference,
    paidSeq: digest.paidSeq,
    lines: lines.map(line => seq + line),
  };
}

/** Whether only a stand-in of the payer is known: the mask of a stand-in would look like a customer's. */
function isSealed(request: PaymentRequest): boolean {
  if (request.method === 'mobile-money' || request.method === 'account') return isStandIn(request.phone);
  return request.method === 'subscription' && isStandIn(request.customerEmail);
}
