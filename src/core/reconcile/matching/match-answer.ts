import {amountOf, type DecimalAmount, difference, isZero, negated, numberIn} from '../rows/amount.js';
import {type Books, isCounted} from '../rows/books.js';
import type {Finding, Reason} from '../rows/discrepancy.js';
import type {LocalPayment} from '../rows/local.js';
import {type ProviderStanding, standingReader} from '../rows/standing.js';
import {isByAnswers} from './answers.js';

const promptMs = 10 * 60_000;

type Found = Pick<Finding, 'code' | 'reason'> & Partial<Finding>;

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
