import {equalDecimals} from '../../money/decimal.js';
import {plainReference} from '../../text/text.js';
import {amountOf, type DecimalAmount, magnitude, negated} from '../rows/amount.js';
import {type Books, dateOfEntry, isCovered, isInDays, type ProviderEntry, placesIn} from '../rows/books.js';
import type {Finding} from '../rows/discrepancy.js';
import type {LocalPayment, LocalRefund} from '../rows/local.js';

type OurRefund = {readonly payment: LocalPayment; readonly refund: LocalRefund};

/** Findings about money that went back: refunds of the till that nothing confirms, and what the provider gave back without the till. */
export function moneyBack(books: Books): readonly Finding[] {
  const findings: Finding[] = [];
  const ours = refundsOf(books.payments.values());
  const seen = new Set<LocalRefund>();
  for (const entry of books.movements) {
    const own = entry.row.kind === 'refund' && entry.isTaken ? ownRefund(entry, ours, books, seen) : undefined;
    if (own !== undefined) seen.add(own.refund);
    else if (entry.isMain && entry.isTaken) findings.push(...ofForeignRow(books, entry));
  }
  const hasRefundRows = books.movements.some(({row}) => row.kind === 'refund');
  for (const {payment, refund} of ours.all) {
    if (seen.has(refund) || refund.method !== 'card' || refund.status === 'failed') continue;
    if (!isInDays(books.inputs, refund.businessDate) || isWrittenOnItsPayment(books, payment)) continue;
    const isAbsent = hasRefundRows && isCovered(books, refund.businessDate);
    if (isAbsent || refund.status !== 'done') findings.push(unconfirmed(payment, refund, isAbsent));
  }
  return findings;
}

/** The finding for a row that gives money back and is not a refund of the till. */
function ofForeignRow(books: Books, entry: ProviderEntry): readonly Finding[] {
  switch (entry.row.kind) {
    case 'refund':
      return [rowFinding(books, entry, 'MISSING_LOCALLY', 'refund-not-ours')];
    case 'reversal':
      return [rowFinding(books, entry, 'REVERSED', 'reversal')];
    case 'chargeback':
      return [rowFinding(books, entry, 'CHARGEBACK', 'dispute')];
    default:
      return [];
  }
}

type Ours = {
  readonly all: readonly OurRefund[];
  readonly byService: ReadonlyMap<string, OurRefund>;
};

function refundsOf(payments: Iterable<LocalPayment>): Ours {
  const all: OurRefund[] = [];
  const byService = new Map<string, OurRefund>();
  for (const payment of payments) {
    for (const refund of payment.refunds) {
      const own = {payment, refund};
      all.push(own);
      if (refund.serviceReference !== null) byService.set(plainReference(refund.serviceReference), own);
    }
  }
  return {all, byService};
}

/** The till's refund that a row is: by the service's reference, else by the payment and the amount. Each refund is used once. */
function ownRefund(
  {row, amount}: ProviderEntry,
  {byService}: Ours,
  {payments}: Books,
  seen: ReadonlySet<LocalRefund>,
): OurRefund | undefined {
  const given = magnitude(amount);
  const isIt = ({refund}: OurRefund) =>
    !seen.has(refund) &&
    refund.method === 'card' &&
    refund.status !== 'failed' &&
    refund.amount.currency === row.currency &&
    equalDecimals(amountOf(refund.amount).value, given);
  const named =
    byService.get(plainReference(row.serviceReference ?? '')) ?? byService.get(plainReference(row.reference));
  if (named !== undefined) return isIt(named) ? named : undefined;
  const payment = payments.get(row.reference);
  return payment?.refunds
    .map(refund => ({payment, refund}))
    .find(own => isIt(own) && (own.refund.serviceReference === null || row.serviceReference === null));
}

/** Whether the provider says on the payment's own row that it was refunded. */
function isWrittenOnItsPayment({byReference}: Books, {providerReference}: LocalPayment): boolean {
  return (byReference.get(providerReference) ?? []).some(({row}) => /^refunded$/iu.test(row.status));
}

function rowFinding(books: Books, entry: ProviderEntry, code: Finding['code'], reason: Finding['reason']): Finding {
  const {row, amount} = entry;
  const payment = books.payments.get(row.reference);
  const provider: DecimalAmount = {currency: row.currency, value: negated(magnitude(amount))};
  return {
    code,
    subject: [row.reference, row.kind, row.serviceReference ?? row.at ?? ''].join('/'),
    reason,
    facts: {status: row.status, serviceReference: row.serviceReference ?? ''},
    reference: payment?.reference ?? row.reference,
    till: payment?.till ?? null,
    rows: placesIn(entry),
    local: payment === undefined ? null : amountOf(payment.amount),
    provider,
    delta: provider,
    since: dateOfEntry(entry, books.inputs),
  };
}

function unconfirmed(payment: LocalPayment, refund: LocalRefund, isAbsent: boolean): Finding {
  const {currency, value} = amountOf(refund.amount);
  return {
    code: 'REFUND_UNCONFIRMED',
    subject: `${payment.reference}/${refund.number}`,
    reason: isAbsent ? 'refund-absent' : 'refund-open',
    facts: {refund: refund.number, here: refund.status},
    reference: payment.reference,
    till: payment.till,
    rows: [],
    local: {currency, value: negated(value)},
    provider: null,
    delta: {currency, value},
    since: refund.businessDate,
  };
}
