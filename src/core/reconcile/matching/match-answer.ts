import {amountOf, type DecimalAmount, DecimalSums, difference, isZero, negated, numberIn} from '../rows/amount.js';
import {type Books, isCounted, isInDays, isUnended} from '../rows/books.js';
import type {EquationEffect, Finding, Reason} from '../rows/discrepancy.js';
import type {LocalPayment} from '../rows/local.js';
import {type ProviderStanding, standingReader} from '../rows/standing.js';

const promptMs = 10 * 60_000;

type Found = Pick<Finding, 'code' | 'reason'> & Partial<Finding>;

/** Whether the journal is compared with the service's answers: the service was asked, and there is no file of the provider. */
export const isByAnswers = ({inputs, provider}: Books): boolean => inputs.live !== null && provider.files.length === 0;

/** What the service has of a payment according to its last status record; null if that is nothing. */
function answered(payment: LocalPayment, read: (word: string) => ProviderStanding): DecimalAmount | null {
  const {record, amount, refunds} = payment;
  const standing = record === null ? null : read(record.status);
  // The record names what was refunded of the payment, which was paid before.
  const isGivenBack = standing === 'reversed' && isCounted(payment) && refunds.length > 0;
  if (record === null || (standing !== 'paid' && !isGivenBack)) return null;
  const {currency, value} = amountOf(amount);
  const isStated = record.amount !== undefined && !isGivenBack;
  return {currency: record.currency ?? currency, value: isStated ? numberIn(record.amount ?? '') : value};
}

/** What a payment adds to the sum that the answers call paid, less what it adds to the sum that the journal calls paid. */
export function effectsByAnswer({inputs}: Books, payment: LocalPayment): readonly EquationEffect[] {
  const there = answered(payment, standingReader(inputs.settings.statusWords));
  const here = isCounted(payment) ? amountOf(payment.amount) : null;
  const less = here === null ? null : {...here, value: negated(here.value)};
  if (here === null || less === null) return there === null ? [] : [{term: 'open-here', ...there}];
  if (there === null) {
    const isUnknown = payment.record === null;
    return [{term: isUnknown ? 'missing-at-provider' : 'not-paid-there', ...less}];
  }
  if (there.currency !== here.currency)
    return [
      {term: 'currency-differences', ...less},
      {term: 'currency-differences', ...there},
    ];
  const away = difference(there, here);
  return isZero(away.value) ? [] : [{term: 'amount-differences', ...away}];
}

/** The payments that the service's answers call paid in the days, each with what they state. */
export function* answeredIn({inputs, payments}: Books): Generator<{payment: LocalPayment; there: DecimalAmount}> {
  const read = standingReader(inputs.settings.statusWords);
  for (const payment of payments.values()) {
    const there = isInDays(inputs, payment.businessDate) ? answered(payment, read) : null;
    if (there !== null) yield {payment, there};
  }
}

/** Payments of the days without a final outcome here, and the money that may be on its way with them. */
export type OpenAmount = DecimalAmount & {readonly payments: number};

/** Open amounts by currency. They include payments that a person has to settle: nothing is final while one is open. */
export function openAmounts({inputs, payments}: Books): readonly OpenAmount[] {
  const sums = new DecimalSums();
  const counts = new Map<string, number>();
  for (const payment of payments.values()) {
    const {status, businessDate} = payment;
    const isOpen = isUnended(payment) || status === 'disputed' || status === 'mispaid';
    if (!isOpen || !isInDays(inputs, businessDate)) continue;
    const {currency, value} = amountOf(payment.amount);
    sums.add(currency, value);
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return sums.amounts.map(amount => ({...amount, payments: counts.get(amount.currency) ?? 0}));
}

/**
 * What the service's last answers say about a payment that is in no file; null if they are not known, or say that nothing is wrong and
 * nothing was paid. The answer to a live question is in the journal like any other.
 */
export function foundByAnswer(books: Books, payment: LocalPayment): Found | null {
  const {record, status, answer} = payment;
  const local = amountOf(payment.amount);
  const answered: Answered = {
    standing: record === null ? null : standingReader(books.inputs.settings.statusWords)(record.status),
    isNotFound: answer?.rule === 'question-not-found',
    local,
    less: {...local, value: negated(local.value)},
    facts: {status: record?.status ?? '', here: status},
  };
  return isCounted(payment) ? ofPaid(books, payment, answered) : ofOthers(books, payment, answered);
}

/** The result of the last answers; `less` is the whole amount, negated. */
type Answered = {
  readonly standing: ProviderStanding | null;
  readonly isNotFound: boolean;
  readonly local: DecimalAmount;
  readonly less: DecimalAmount;
  readonly facts: NonNullable<Found['facts']>;
};

function ofPaid(books: Books, payment: LocalPayment, {standing, isNotFound, less, facts}: Answered): Found | null {
  if (standing === null && isNotFound) return {code: 'MISSING_AT_PROVIDER', reason: 'not-found', delta: less};
  if (standing === null)
    return isByAnswers(books) ? {code: 'MISSING_AT_PROVIDER', reason: 'never-answered', delta: less} : null;
  const isOurRefund = standing === 'reversed' && payment.refunds.length > 0;
  if (standing === 'paid' || isOurRefund) return {code: 'OK', reason: 'agrees', status: 'matched'};
  if (standing === 'unknown') return {code: 'UNKNOWN_STATUS', reason: 'word-unknown', facts, delta: less};
  return {code: 'STATUS_LOCAL_PAID', reason: reasonThere(standing), facts, delta: less};
}

function ofOthers({inputs}: Books, payment: LocalPayment, answered: Answered): Found | null {
  const {status} = payment;
  const {standing, isNotFound, local, less, facts} = answered;
  const open: Found = {code: 'STATUS_LOCAL_OPEN', reason: 'person-decides', facts, severity: 'high'};
  if (status === 'mispaid') return mispaid(payment, facts) ?? open;
  if (status === 'disputed') {
    if (standing === null || standing === 'unknown') return open;
    if (standing !== 'paid') return {code: 'STATUS_LOCAL_PAID', reason: reasonThere(standing), facts, delta: less};
  }
  if (standing === 'paid') {
    const reason = status === 'failed' ? 'failed-here' : status === 'disputed' ? 'person-here' : 'open-here';
    return {code: 'STATUS_LOCAL_OPEN', reason, facts, severity: 'high', delta: local};
  }
  if (status === 'failed' || status === 'requested') return null;
  if (standing === 'unknown') return {code: 'UNKNOWN_STATUS', reason: 'word-unknown', facts};
  if (isNotFound) return {code: 'MISSING_AT_PROVIDER', reason: 'not-found', severity: 'info', status: 'carried'};
  if (inputs.asOf - payment.requestedAt < promptMs) return null;
  const shown = {...facts, status: facts['status'] || status};
  return {code: 'EXPIRED_UNPAID', reason: 'still-open', facts: shown, status: 'carried'};
}

/** Why a payment that the till calls paid is not one for the provider. */
export function reasonThere(standing: ProviderStanding): Reason {
  if (standing === 'failed') return 'failed-there';
  return standing === 'reversed' ? 'reversed-there' : 'open-there';
}

/** The service answered with another amount or currency than was requested. */
function mispaid({record, amount}: LocalPayment, facts: NonNullable<Found['facts']>): Found | null {
  if (record?.amount === undefined) return null;
  const local = amountOf(amount);
  const provider = {currency: record.currency ?? local.currency, value: numberIn(record.amount)};
  if (provider.currency !== local.currency) {
    return {code: 'CURRENCY_MISMATCH', reason: 'other-currency', facts, provider};
  }
  const delta = difference(provider, local);
  if (isZero(delta.value)) return null;
  return {
    code: delta.value.digits < 0n ? 'AMOUNT_UNDER' : 'AMOUNT_OVER',
    reason: 'amount-differs',
    facts,
    provider,
    delta,
  };
}
