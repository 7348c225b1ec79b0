import type {StatusRecord} from '../../endpoints/status.js';
import type {Profile} from '../../journal/schema.js';
import type {Money} from '../../money/money.js';
import {payerKey, providerReferenceOf, receivedOf} from '../../payment/payer.js';
import type {Payment, PaymentStatus} from '../../payment/payment.js';
import type {Refund, RefundStatus} from '../../payment/refund.js';

export type LocalRefund = {
  readonly number: number;
  readonly method: Refund['method'];
  readonly amount: Money;
  readonly status: RefundStatus;
  readonly businessDate: string;
  readonly serviceReference: string | null;
};

/** The part of a journal's payment that reconciliation compares. */
export type LocalPayment = {
  readonly reference: string;
  /** The reference under which the provider knows it; for money that came unasked, what the provider's row calls it, if anything. */
  readonly providerReference: string;
  readonly till: string;
  readonly method: Payment['request']['method'];
  readonly status: PaymentStatus;
  readonly amount: Money;
  readonly requestedAt: number;
  readonly businessDate: string;
  /** The Z that it is in; null while it is in none. */
  readonly z: number | null;
  /** Whether it first became paid after the Z of its own period was made. */
  readonly isLate: boolean;
  /** Whether it was ever paid, whatever became of it. */
  readonly wasPaid: boolean;
  /** The fee that the service stated, as decimal text in major units. */
  readonly fee: string | null;
  /** What the service said in its last status record. */
  readonly record: Pick<StatusRecord, 'status' | 'amount' | 'currency'> | null;
  /** Where the money comes from, to notice a second payment from there. */
  readonly payer: string | null;
  /** The digits of the wallet's number; empty for other methods. */
  readonly digits: string;
  readonly refunds: readonly LocalRefund[];
  /** The last answer to a status question: its line in the journal, and what it proved. */
  readonly answer: {readonly seq: number; readonly rule: string} | null;
  /** The till's clock less the service's, if known. */
  readonly skewSeconds: number | null;
  readonly profile: Profile | null;
};

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
  const {method, amount, businessDate} = request;
  const answer = payment.steps.findLast(({rule}) => rule.startsWith('record-') || rule.startsWith('question-'));
  return {
    reference,
    seq,
    paidSeq: paidSeq ?? null,
    providerReference: receivedOf(request)?.providerReference || providerReferenceOf(request),
    method,
    status,
    amount,
    requestedAt,
    businessDate,
    fee: record?.fee ?? null,
    record: record === undefined ? null : compared(record),
    payer: payerKey(request),
    digits: request.method === 'mobile-money' ? (request.wallet ?? '') : '',
    refunds: refunds.length === 0 ? noRefunds : refunds.map(localRefund),
    answer: answer === undefined ? null : {seq: answer.seq, rule: answer.rule},
    skewSeconds,
  };
}

/** The compact record with the Zs of its lines. */
export function localFrom(digest: PaymentDigest, {till, z, profile}: PaymentOrigin): LocalPayment {
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
    profile: profile ?? null,
  };
}

function compared({status, amount, currency}: StatusRecord): NonNullable<LocalPayment['record']> {
  return {
    status,
    ...(amount === undefined ? {} : {amount}),
    ...(currency === undefined ? {} : {currency}),
  };
}

function localRefund({number, method, amount, status, businessDate, serviceReference}: Refund): LocalRefund {
  return {number, method, amount, status, businessDate, serviceReference: serviceReference ?? null};
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
