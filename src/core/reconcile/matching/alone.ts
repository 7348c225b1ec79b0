import {addDecimals, type Decimal, equalDecimals, sumDecimals, zero} from '../../money/decimal.js';
import type {Facts} from '../../problem.js';
import {plainReference} from '../../text/text.js';
import {amountOf, type DecimalAmount, DecimalSums, magnitude, negated, plainAmount} from '../rows/amount.js';
import {
  type Books,
  dateOfEntry,
  isCovered,
  isInDays,
  type ProviderEntry,
  placesIn,
  signedAmount,
} from '../rows/books.js';
import {type Finding, ofNothing, ofPayment, type Reason, type RowPlace} from '../rows/discrepancy.js';
import type {LocalPayment, LocalRefund} from '../rows/local.js';
import {distinct} from '../rows/merge.js';
import type {SourceFile} from '../rows/row.js';
import {effect} from './comparison.js';
import type {Matched} from './match.js';

/** Findings for files, and for rows, that had nothing to be compared with: what they say has not been checked. */
export function aloneFindings(
  books: Books,
  {unsold, unstated}: Pick<Matched, 'unsold' | 'unstated'>,
): readonly Finding[] {
  const {inputs, provider} = books;
  const {payoutFiles, bankFiles} = inputs;
  const alone = (files: readonly SourceFile<unknown>[], reason: Reason) =>
    distinct(files.filter(({rows}) => rows.length > 0)).map(file => finding(file, reason, inputs.days.to));
  return [
    ...unsoldFindings(books, unsold),
    ...unstatedFindings(books, unstated),
    ...(bankFiles.length === 0 && provider.files.length === 0 ? alone(payoutFiles, 'payout-file-alone') : []),
    ...(payoutFiles.length === 0 ? [...alone(bankFiles, 'bank-file-alone'), ...movementsAlone(books)] : []),
  ];
}

const mostPlaces = 20;
/** Such rows have lines of their own. */
const toldOtherwise: ReadonlySet<ProviderEntry['row']['kind']> = new Set(['refund', 'reversal', 'chargeback']);

/**
 * Other movements on the provider's side, such as a charge, a transfer or a withdrawal of a wallet. They are part of what is paid out, and
 * without payouts nothing shows whether they are right. There is one finding for each currency: it is visible, but the rest can agree
 * without anybody looking at it.
 */
function movementsAlone({movements, inputs}: Books): readonly Finding[] {
  const byCurrency = Map.groupBy(
    movements.filter(
      entry =>
        entry.isMain &&
        entry.isTaken &&
        !toldOtherwise.has(entry.row.kind) &&
        isInDays(inputs, dateOfEntry(entry, inputs)),
    ),
    ({row}) => row.currency,
  );
  return [...byCurrency].map(([currency, entries]): Finding => {
    const value = entries.reduce((sum: Decimal, entry) => addDecimals(sum, signedAmount(entry)), zero);
    return {
      ...notCompared(`movements/${inputs.days.to}/${currency}`, 'movements-alone', {rows: entries.length}),
      severity: 'info',
      status: 'carried',
      rows: entries.slice(0, mostPlaces).flatMap(placesIn),
      provider: {currency, value},
      since: inputs.days.to,
    };
  });
}

/** One finding for each currency in which the provider's files have rows and the tills took nothing. Rows that were not paid add nothing. */
function unsoldFindings({inputs}: Books, rows: Matched['unsold']): readonly Finding[] {
  const sums = new DecimalSums();
  const found = new Map<string, {rows: number; places: RowPlace[]}>();
  for (const entry of rows) {
    const {currency} = entry.row;
    const known = found.getOrInsertComputed(currency, () => ({rows: 0, places: []}));
    known.rows += 1;
    if (known.rows <= mostPlaces) known.places.push(...placesIn(entry));
    sums.add(currency, entry.isTaken ? entry.amount : zero);
  }
  return [...found].map(([currency, {places, ...facts}]): Finding => {
    const there = {currency, value: sums.of(currency)};
    return {
      ...notCompared(`rows/${inputs.days.to}/${currency}`, 'currency-unsold', {...facts, currency}),
      rows: places,
      provider: there,
      delta: there,
      since: inputs.days.to,
      effects: [effect('currency-differences', there)],
    };
  });
}

/** One finding for each currency in which the tills were paid and no file of the provider has a row. */
function unstatedFindings({inputs}: Books, payments: Matched['unstated']): readonly Finding[] {
  return [...Map.groupBy(payments, ({amount}) => amount.currency)].map(([currency, own]): Finding => {
    const here = {currency, value: sumDecimals(own.map(({amount}) => amountOf(amount).value))};
    const less = {currency, value: negated(here.value)};
    const facts = {payments: own.length, currency};
    return {
      ...notCompared(`payments/${inputs.days.to}/${currency}`, 'currency-unstated', facts),
      local: here,
      delta: less,
      since: inputs.days.to,
      effects: [effect('currency-differences', less)],
    };
  });
}

const notCompared = (subject: string, reason: Reason, facts: Facts) =>
  ({...ofNothing, code: 'NOT_COMPARED', subject, reason, facts}) as const;

const shownOfHash = 12;

function finding({name, sha256, kind, rows}: SourceFile<unknown>, reason: Reason, since: string): Finding {
  const facts = {file: name, rows: rows.length};
  return {...notCompared(`${kind}/${sha256.slice(0, shownOfHash)}`, reason, facts), since};
}

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

/** A payment that the provider reversed and took again is one line: the reversal together with the row that is listed again. */
export function withTakenAgain(listed: readonly Finding[], back: readonly Finding[]): readonly Finding[] {
  const again = new Map<string, Finding[]>();
  const nameOf = ({reference}: Finding, {currency, value}: DecimalAmount) =>
    [reference, currency, plainAmount({currency, value: magnitude(value)})].join(' ');
  for (const each of listed)
    if (each.code === 'DUPLICATE_SAME_REF' && each.delta !== null)
      again.getOrInsertComputed(nameOf(each, each.delta), () => []).push(each);
  const joined = new Set<Finding>();
  const reversals = back.map((each): Finding => {
    const row =
      each.code === 'REVERSED' && each.delta !== null ? again.get(nameOf(each, each.delta))?.pop() : undefined;
    if (row === undefined) return each;
    joined.add(row);
    const rows = [...each.rows, ...row.rows];
    return {
      ...each,
      reason: 'taken-again',
      severity: 'info',
      status: 'matched',
      rows,
      delta: null,
      effects: row.effects ?? [],
    };
  });
  return [...listed.filter(each => !joined.has(each)), ...reversals];
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

type Ours = {readonly all: readonly OurRefund[]; readonly byService: ReadonlyMap<string, OurRefund>};

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
const isWrittenOnItsPayment = ({byReference}: Books, {providerReference}: LocalPayment): boolean =>
  (byReference.get(providerReference) ?? []).some(({row}) => /^refunded$/iu.test(row.status));

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
    ...ofPayment(payment),
    code: 'REFUND_UNCONFIRMED',
    subject: `${payment.reference}/${refund.number}`,
    reason: isAbsent ? 'refund-absent' : 'refund-open',
    facts: {refund: refund.number, here: refund.status},
    local: {currency, value: negated(value)},
    delta: {currency, value},
    since: refund.businessDate,
  };
}
