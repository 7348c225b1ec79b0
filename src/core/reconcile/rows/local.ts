import type {StatusRecord} from '../../endpoints/status.js';
import {type Profile, profile} from '../../journal/schema.js';
import {money} from '../../money/schema.js';
import {payerKey, providerReferenceOf, receivedOf} from '../../payment/payer.js';
import {type Payment, paymentStatuses} from '../../payment/payment.js';
import {type Refund, refundMethods, refundStatuses} from '../../payment/refund.js';
import {method} from '../../payment/schema.js';
import {count, finite, flag, list, object, oneOf, optional, orNull, type Specified, text} from '../../spec/spec.js';

const localRefund = object({
  number: count('among those of its payment'),
  method: oneOf(refundMethods),
  amount: money(),
  status: oneOf(refundStatuses),
  businessDate: text(),
  serviceReference: orNull(text(), 'the service named none'),
});
export const localRefunds = list(localRefund);
export type LocalRefund = Specified<typeof localRefund>;

/** The part of a journal's payment that reconciliation compares. */
export const localPayment = object({
  reference: text(),
  providerReference: text(
    'by which the provider knows it; of money that came unasked, what its row calls it, if anything',
  ),
  till: text(),
  method,
  status: oneOf(paymentStatuses),
  amount: money(),
  requestedAt: finite(),
  businessDate: text(),
  z: orNull(count('the Z that it is in'), 'it is in none'),
  isLate: flag('whether it first became paid after the Z of its own period was made'),
  wasPaid: flag('whether it was ever paid, whatever became of it'),
  fee: orNull(text('that the service stated, in major units'), 'it stated none'),
  record: orNull(
    object({status: text(), amount: optional(text(), 'it states none'), currency: optional(text(), 'it states none')}),
    'the service said nothing in a status record',
  ),
  payer: orNull(text('where the money comes from, to notice a second payment from there'), 'it is not known'),
  digits: text('of the wallet’s number; empty for other methods'),
  refunds: localRefunds,
  answer: orNull(
    object({seq: count('its line in the journal'), rule: text('what it proved')}, 'the last to a status question'),
    'no question was answered',
  ),
  skewSeconds: orNull(finite('the till’s clock less the service’s'), 'it is not known'),
  profile: orNull(profile, 'it is not known'),
});
export type LocalPayment = Specified<typeof localPayment>;

/** What the payment alone does not say. `z` returns the Z of a journal's line, as `zOf` does. */
export type PaymentOrigin = {
  readonly till: string;
  readonly z: (seq: number) => number | null;
  readonly profile?: Profile;
};

/** What the payment's own events say. `seq` and `paidSeq` are lines of the journal; their Z may be made later. */
export type PaymentDigest = Omit<LocalPayment, 'till' | 'z' | 'isLate' | 'wasPaid' | 'profile'> & {
  readonly seq: number;
  readonly paidSeq: number | null;
};

/** The end of a wallet's number, which a file shows of a masked one too. */
export const tailOf = (digits: string | null): string => (digits ?? '').slice(-4);

const noRefunds: readonly LocalRefund[] = [];

/** The compact record of a payment, without the Zs that it is in. */
export function paymentDigest(payment: Payment, skewSeconds: number | null): PaymentDigest {
  const {reference, request, status, requestedAt, seq, paidSeq, record, refunds} = payment;
  const {amount, businessDate} = request;
  const answer = payment.steps.findLast(({rule}) => rule.startsWith('record-') || rule.startsWith('question-'));
  return {
    reference,
    seq,
    paidSeq: paidSeq ?? null,
    providerReference: receivedOf(request)?.providerReference || providerReferenceOf(request),
    method: request.method,
    status,
    amount,
    requestedAt,
    businessDate,
    fee: record?.fee ?? null,
    record: record === undefined ? null : compared(record),
    payer: payerKey(request),
    digits: request.method === 'mobile-money' ? (request.wallet ?? '') : '',
    refunds: refunds.length === 0 ? noRefunds : refunds.map(refundFrom),
    answer: answer === undefined ? null : {seq: answer.seq, rule: answer.rule},
    skewSeconds,
  };
}

/** The compact record with the Zs of its lines. */
export function localFrom(digest: PaymentDigest, {till, z, profile: known}: PaymentOrigin): LocalPayment {
  const {seq, paidSeq} = digest;
  const asked = z(seq);
  const paid = paidSeq === null ? asked : z(paidSeq);
  return {
    reference: digest.reference,
    providerReference: digest.providerReference,
    till,
    method: digest.method,
    status: digest.status,
    amount: digest.amount,
    requestedAt: digest.requestedAt,
    businessDate: digest.businessDate,
    z: paid,
    isLate: paidSeq !== null && asked !== null && paid !== asked,
    wasPaid: paidSeq !== null,
    fee: digest.fee,
    record: digest.record,
    payer: digest.payer,
    digits: digest.digits,
    refunds: digest.refunds,
    answer: digest.answer,
    skewSeconds: digest.skewSeconds,
    profile: known ?? null,
  };
}

const compared = ({status, amount, currency}: StatusRecord): NonNullable<LocalPayment['record']> => ({
  status,
  ...(amount === undefined ? {} : {amount}),
  ...(currency === undefined ? {} : {currency}),
});

function refundFrom({number, method: by, amount, status, businessDate, serviceReference}: Refund): LocalRefund {
  return {number, method: by, amount, status, businessDate, serviceReference: serviceReference ?? null};
}

/**
 * The payments of several journals, each once. If two journals have the same payment, the one of the till whose code begins the reference
 * counts, else the one of the first journal: no till speaks for another's payment.
 */
export function eachOnce(journals: readonly (readonly LocalPayment[])[]): readonly LocalPayment[] {
  const [own = [], ...others] = journals;
  if (others.length === 0) return own;
  const byReference = new Map<string, LocalPayment>();
  for (const payments of journals) {
    for (const each of payments) {
      const known = byReference.get(each.reference);
      if (known === undefined || (isMinted(each) && !isMinted(known))) byReference.set(each.reference, each);
    }
  }
  return [...byReference.values()];
}

const isMinted = ({reference, till}: LocalPayment): boolean => reference.slice(0, -12) === till;
