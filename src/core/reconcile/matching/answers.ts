import {amountOf, type DecimalAmount, DecimalSums, difference, isZero, negated, numberIn} from '../rows/amount.js';
import {type Books, isCounted, isInDays, isUnended} from '../rows/books.js';
import type {EquationEffect} from '../rows/discrepancy.js';
import type {LocalPayment} from '../rows/local.js';
import {type ProviderStanding, standingReader} from '../rows/standing.js';

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
