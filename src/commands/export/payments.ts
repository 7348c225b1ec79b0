import {explain} from '../../core/books/selectors.js';
import {decimalFrom, decimalOf, subtractDecimals, zero} from '../../core/money/decimal.js';
import {decimalText} from '../../core/money/money.js';
import {isOfShop, maskSource} from '../../core/payment/payer.js';
import {isOpen, type Payment} from '../../core/payment/payment.js';
import type {Refund} from '../../core/payment/refund.js';
import {operatorOf, tenderOf} from '../../core/payment/tender.js';
import {type Ledger, zOf} from '../../core/shift/ledger-schema.js';
import {plainBlanks} from '../../core/text/text.js';
import {columnsOf, figureText, type Table, zonedText} from './table.js';

export type Made = {readonly till: string; readonly zone: string; readonly ledger: Ledger};

/** The columns that identify a payment; `takenColumns` say what became of it. */
export const soldColumns = ['business_date', 'z_no', 'till', 'cashier', 'seq', 'reference', 'sale'] as const;
export const takenColumns = [
  ...columnsOf('tender operator country currency gross fee net status'),
  ...columnsOf('status_source created final payer_masked reason rounding account'),
];
export const paymentColumns = [...soldColumns, ...takenColumns] as const;
export type PaymentColumn = (typeof paymentColumns)[number];

/** A row for each payment. It was taken only if it has a Z or is paid. An open payment has no `final`. */
export function paymentTable(payments: readonly Payment[], made: Made): Table<PaymentColumn> {
  return {columns: paymentColumns, rows: payments.map(payment => paymentRow(payment, made))};
}

/** `z_no` is the Z that counts the payment, empty until one does. Telephone numbers are masked. */
export function paymentRow(payment: Payment, {till, zone, ledger}: Made): Table<PaymentColumn>['rows'][number] {
  const {reference, sale, person, seq, paidSeq, request, status, since, record} = payment;
  const {amount, method, businessDate, country} = request;
  const fee = isOfShop(request) ? zero : decimalOf(paidSeq === undefined ? undefined : record?.fee);
  return {
    business_date: businessDate,
    z_no: countedIn(payment, ledger),
    till,
    cashier: person,
    seq,
    reference,
    sale,
    tender: method,
    operator: operatorOf(tenderOf(request)),
    country,
    currency: amount.currency,
    gross: decimalText(amount),
    account: request.method === 'account' ? request.account : (request.paysOff ?? null),
    rounding: request.rounding === undefined ? null : decimalText(request.rounding),
    fee: fee === undefined ? null : figureText(fee, amount.currency),
    net: fee === undefined ? null : figureText(subtractDecimals(decimalFrom(amount), fee), amount.currency),
    status,
    status_source: sourceOf(payment),
    created: zonedText(payment.requestedAt, zone),
    final: isOpen(payment) ? null : zonedText(since, zone),
    payer_masked: maskSource(request),
    reason: isOpen(payment) ? null : plainBlanks(explain(payment, 'en')), // the explanation of an open payment shows its telephone number
  };
}

/** The Z that counts a payment or, if it is on the book, says what is owed. */
export function countedIn({paidSeq, seq, status}: Payment, ledger: Ledger): number | null {
  if (status === 'on-book') return zOf(ledger, seq);
  return paidSeq === undefined ? null : zOf(ledger, paidSeq);
}

/** Who determined the status: the drawer, a person, the service, or the till. */
function sourceOf({request, resolution, finals}: Payment): string {
  if (request.method === 'cash') return 'drawer';
  if (resolution !== undefined) return 'person';
  return finals.last === undefined ? 'till' : 'service';
}

const refundColumns = [
  ...columnsOf('business_date z_no till cashier seq reference refund provider_ref'),
  ...columnsOf('tender currency gross status created final reason rounding'),
];
export type RefundColumn = (typeof refundColumns)[number];

/** A row for each refund of these payments that `isWanted` accepts, oldest first; `gross` is what went back, as a positive amount. */
export function refundTable(
  payments: readonly Payment[],
  {made, isWanted}: {readonly made: Made; readonly isWanted: (refund: Refund) => boolean},
): Table<RefundColumn> {
  const rows = payments.flatMap(payment =>
    payment.refunds.filter(isWanted).map(refund => refundRow(payment, refund, made)),
  );
  return {columns: refundColumns, rows: rows.sort((a, b) => Number(a.seq) - Number(b.seq))};
}

/** One refund as a row; `gross` is what went back, as a positive amount. */
export function refundRow(
  payment: Payment,
  refund: Refund,
  {till, zone, ledger}: Made,
): Table<RefundColumn>['rows'][number] {
  const {number, method, amount, rounding, status, person, businessDate, requestedAt, since, reason, serviceReference} =
    refund;
  const doneSeq = seqOfEnd(payment, refund);
  return {
    business_date: businessDate,
    z_no: doneSeq === undefined ? null : zOf(ledger, doneSeq),
    till,
    cashier: person,
    seq: payment.steps.find(({facts}) => facts['refund'] === number)?.seq ?? null,
    reference: payment.reference,
    refund: number,
    provider_ref: serviceReference ?? null,
    tender: method,
    currency: amount.currency,
    gross: decimalText(amount),
    rounding: rounding === undefined ? null : decimalText(rounding),
    status,
    created: zonedText(requestedAt, zone),
    final: status === 'done' || status === 'failed' ? zonedText(since, zone) : null,
    reason,
  };
}

const doneRules: readonly string[] = [
  'refund-in-cash',
  'refund-answer-done',
  'refund-record-done',
  'refund-found-done',
  'refund-judged-done',
];

/** The journal's line that completed a refund. The first Z after that line counts it. */
function seqOfEnd({steps}: Payment, {number, status}: Refund): number | undefined {
  if (status !== 'done') return undefined;
  const own = steps.filter(({facts}) => facts['refund'] === number);
  return (own.find(({rule}) => doneRules.includes(rule)) ?? own[0])?.seq; // one from the history may already have been done
}
